"""Pages that a server makes when they are asked for, and keeps for the next one."""

import os
import subprocess
import sys

import pytest

from boundcalc.language.errors import QuestionError
from boundcalc.library import load_library, note_files
from boundcalc.reports.errata import sealed_errata
from boundcalc.site import on_demand
from boundcalc.site.on_demand import page_text
from boundcalc.site.pages import theorem_path


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The folder of kept pages, which is empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def test_a_page_is_made_once(folder, monkeypatch):
    text = page_text("theorems.html")
    monkeypatch.setattr(on_demand, "_makers", lambda: {"theorems.html": pytest.fail})

    assert page_text("theorems.html") == text
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["theorems.html"]


def test_a_page_of_other_sources_is_not_taken(monkeypatch):
    page_text("guides.html")
    monkeypatch.setattr(on_demand, "_fingerprint", lambda: "other")
    monkeypatch.setattr(on_demand, "_makers", lambda: {"guides.html": lambda: "made anew"})

    assert page_text("guides.html") == "made anew"


def test_sources_that_change_have_another_fingerprint(tmp_path, monkeypatch):
    file = tmp_path / "notes.md"
    file.write_text("a", encoding="utf-8")
    monkeypatch.setattr(on_demand, "_sources", lambda: [file])
    before = on_demand._fingerprint.__wrapped__()
    file.write_text("b", encoding="utf-8")
    os.utime(file, ns=(1, 1))

    assert on_demand._fingerprint.__wrapped__() != before


def test_a_page_that_cannot_be_kept_is_made_all_the_same(folder, monkeypatch):
    (folder / "boundcalc").write_text("a file where the folder would be", encoding="utf-8")

    assert page_text("guides.html") == on_demand._makers()["guides.html"]()


@pytest.mark.parametrize("path", ["", "../pyproject.toml", "/etc/passwd", "theorems", "x.html"])
def test_a_path_that_is_no_page_is_refused(path):
    with pytest.raises(QuestionError, match="there is no page"):
        page_text(path)


def test_every_theorem_has_a_page_with_the_rows_of_its_own_derivation(monkeypatch):
    checked = []

    def check(files, **options):
        checked.extend(file.name for file in files)
        raise InterruptedError

    monkeypatch.setattr(on_demand, "check", check)
    with pytest.raises(InterruptedError):
        page_text(theorem_path("lecture-12/claim-0.5"))

    assert checked == ["lecture-12.md"]
    assert all(
        theorem_path(theorem.id) in on_demand._makers() for theorem in load_library().theorems
    )


def test_errata_that_were_shipped_are_shown_without_checking_derivations(tmp_path, monkeypatch):
    text = sealed_errata("# Errata\n\nShipped.\n", note_files(), load_library().theorems)
    (tmp_path / "errata.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(on_demand, "guide_folder", lambda: tmp_path)
    monkeypatch.setattr(on_demand, "check", pytest.fail)

    html = page_text("errata.html")
    assert "<p>Shipped.</p>" in html
    assert "fingerprint" not in html


@pytest.mark.parametrize("change", ["notes", "theorems", "text", "none"])
def test_errata_of_other_derivations_are_made_anew(tmp_path, monkeypatch, change):
    notes, theorems = list(note_files()), load_library().theorems
    own = tmp_path / "own.md"
    own.write_text("A note of my own.", encoding="utf-8")
    seen_notes = [*notes, own] if change == "notes" else notes
    seen_theorems = () if change == "theorems" else theorems
    text = sealed_errata("# Errata\n\nShipped.\n", seen_notes, seen_theorems)
    (tmp_path / "errata.md").write_text(
        text + "more" if change == "text" else text, encoding="utf-8"
    )
    if change == "none":
        (tmp_path / "errata.md").unlink()

    def check(*args, **options):
        raise InterruptedError

    monkeypatch.setattr(on_demand, "guide_folder", lambda: tmp_path)
    monkeypatch.setattr(on_demand, "check", check)
    with pytest.raises(InterruptedError):
        page_text("errata.html")


@pytest.mark.slow
def test_a_server_listens_before_what_makes_pages_is_loaded():
    loaded = subprocess.run(
        [sys.executable, "-c", "import boundcalc.commands.pages.serve, sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()

    assert "boundcalc.site.server" in loaded
    assert {"boundcalc.document_checker", "boundcalc.site.build"}.isdisjoint(loaded)
