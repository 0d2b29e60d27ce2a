"""`pytest notes.tex` collects each row, and `pytest` alone only files with derivations."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.documents import ROOT

HEAD = "%! declare x in [0, 1]\n"
ROWS = (
    "%! begin one\n"
    "\\[ x^2 \\le x \\] %! label: true\n"
    "\\[ x \\le x^2 \\]\n"
    "\\[ x \\le x^2 \\] %! expect: refuted\n"
    "\\[ x^2 \\le x \\] %! expect: refuted\n"
    "\\[ \\Pr[X] \\le x \\]\n"
    "%! end\n"
)


def run(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-rA", "-p", "boundcalc.pytest_plugin"),
            *("-p", "no:cacheprovider", *arguments),
        ],
        env={
            **os.environ,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "XDG_CACHE_HOME": str(folder / "cache"),
            "PYTHONPATH": str(ROOT),
        },
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    return done.stdout + done.stderr


def test_each_row_is_a_test(tmp_path: Path) -> None:
    (tmp_path / "notes.tex").write_text(HEAD + ROWS)

    shown = run(tmp_path)

    assert "PASSED notes.tex::document" in shown
    assert "PASSED notes.tex::one true line 3 (1)" in shown
    assert "FAILED notes.tex::one line 4 (2)" in shown
    assert "PASSED notes.tex::one line 5 (3)" in shown
    assert "FAILED notes.tex::one line 6 (4)" in shown
    assert "XFAIL notes.tex::one line 7 (5)" in shown
    assert "the left side is" in shown
    assert "2 failed, 3 passed, 1 xfailed" in shown


@pytest.mark.slow
def test_a_file_without_derivations_is_collected_where_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "plain.md").write_text("$$ {x \\le 1 $$\n")
    (tmp_path / "declared.tex").write_text(f"{HEAD}\\[ x \\le 1 \\]\n\\[ \\foo \\le 1 \\]\n")

    assert "no tests ran" in run(tmp_path)
    assert "FAILED plain.md::document - nothing was checked" in run(tmp_path, "plain.md")
    shown = run(tmp_path, "declared.tex")
    assert "declared.tex:3:4: unknown command" in shown
    assert "1 failed, 1 passed" in shown


def test_the_plugin_is_announced() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    assert project["entry-points"]["pytest11"] == {"boundcalc": "boundcalc.pytest_plugin"}


@pytest.mark.slow
def test_the_documents_of_a_project_are_collected_without_being_named(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "boundcalc.toml").write_text("documents = ['a.tex']\n[symbols]\nx = 'in [0, 1]'\n")
    for name in ("a", "b"):
        (tmp_path / f"{name}.tex").write_text("Here are a few words first. \\[ x^2 \\le x \\]\n")

    shown = run(tmp_path)

    assert "PASSED a.tex::line 1 (1)" in shown
    assert "b.tex" not in shown


@pytest.mark.slow
def test_a_wrong_project_file_is_told_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "boundcalc.toml").write_text("documents = 1\n")
    (tmp_path / "a.tex").write_text("Some words. \\[ x^2 \\le x \\]\n")

    shown = run(tmp_path)

    assert "needs a list of patterns for documents" in shown
    assert "Traceback" not in shown
