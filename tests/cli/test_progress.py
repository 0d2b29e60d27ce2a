"""Progress: a bar on a terminal's stderr while it takes long, and nothing anywhere else."""

import io
import sys

import pytest

from boundcalc import console
from boundcalc.cli import main
from boundcalc.notes.check import Report
from boundcalc.site.build import BATCH

TABLE = ["table", "n", "tau=0.1,0.2,0.3", "beta=0.05", "B=10", "m=1000"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


class System:
    """The module sys with another stderr, which pytest does not take for its own."""

    def __init__(self, stderr):
        self.stderr = stderr

    def __getattr__(self, name):
        return getattr(sys, name)


@pytest.fixture
def terminal(monkeypatch):
    stderr = Terminal()
    monkeypatch.setattr(console, "sys", System(stderr))
    monkeypatch.setattr(console, "SHORTEST_WAIT", 0.0)
    return stderr


def test_a_bar_grows_and_is_taken_away_at_the_end(terminal):
    show = console.progress("cells are decided")
    for done in (1, 1, 3, 4):
        show(done, 4)

    first, second, last = terminal.getvalue().split("\r\033[K")[1:]
    assert first == f"{'█' * 5}{'░' * 15} 1 of 4 cells are decided"
    assert second == f"{'█' * 15}{'░' * 5} 3 of 4 cells are decided"
    assert last == ""


def test_what_is_over_soon_needs_no_bar(terminal, monkeypatch):
    monkeypatch.setattr(console, "SHORTEST_WAIT", 60.0)
    console.progress("cells are decided")(1, 4)

    assert terminal.getvalue() == ""


def test_nothing_is_shown_where_stderr_is_no_terminal(capsys):
    assert console.progress("cells are decided") is None
    assert main(TABLE) == 0
    assert capsys.readouterr().err == ""


def test_a_table_counts_the_cells_of_all_its_columns(terminal, capsys):
    assert main(TABLE) == 0

    shown = terminal.getvalue().split("\r\033[K")
    assert shown[1].endswith("0 of 15 cells are decided")
    assert any(text.endswith("3 of 15 cells are decided") for text in shown)
    assert shown[-1] == ""
    assert "17341106" in capsys.readouterr().out


def test_the_pages_of_a_site_are_counted(terminal, monkeypatch, tmp_path):
    makers = {f"theorems/{number}.html": str for number in range(BATCH + 1)}
    monkeypatch.setattr("boundcalc.site.build.page_makers", lambda *args, **options: makers)
    monkeypatch.setattr("boundcalc.commands.site._report", lambda: Report(documents=()))
    assert main(["site", "-o", str(tmp_path / "site")]) == 0

    shown = terminal.getvalue()
    of_all = f"of {BATCH + 1} pages are written"
    assert f"{BATCH} {of_all}" in shown or f"1 {of_all}" in shown  # which batch is made first


def test_a_check_counts_its_relations(terminal, tmp_path, capsys):
    notes = tmp_path / "notes.md"
    notes.write_text(
        "<!-- %! begin a -->\n$$ 1 \\le 2 $$\n\n$$ 2 \\le 3 $$\n<!-- %! end -->\n", encoding="utf-8"
    )
    assert main(["check", "--no-cache", str(notes)]) == 0

    assert "1 of 2 relations are decided" in terminal.getvalue()
