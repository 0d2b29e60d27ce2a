"""Progress: what a command says on stderr from its first second on, on a terminal and elsewhere."""

import io
import json
import os
import signal
import subprocess
import sys

import pytest

from boundcalc import waiting
from boundcalc.cli import main
from boundcalc.notes.check import Report
from boundcalc.site.build import BATCH

TABLE = [
    *("table", "n", "tau=0.1,0.2,0.3", "beta=0.05", "B=10", "m=1000"),
    *("--theorem", "adaptive-queries/thm-3.3", "--theorem", "baselines/splitting"),
]
SHORT = 0.001


class Terminal(io.StringIO):
    def isatty(self):
        return True


class System:
    """The module sys with another stderr, which pytest does not take for its own."""

    def __init__(self, stderr):
        self.stderr = stderr

    def __getattr__(self, name):
        return getattr(sys, name)


def told_on(monkeypatch, stderr):
    monkeypatch.setattr(waiting, "sys", System(stderr))
    monkeypatch.setattr(waiting, "SHORTEST_WAIT", SHORT)
    monkeypatch.delenv(waiting.QUIET, raising=False)
    return stderr


@pytest.fixture
def terminal(monkeypatch):
    return told_on(monkeypatch, Terminal())


@pytest.fixture
def pipe(monkeypatch):
    return told_on(monkeypatch, io.StringIO())


def shown_on(terminal):
    return terminal.getvalue().split("\r\033[K")[1:]


# --- on a terminal -----------------------------------------------------------------------------


def test_a_bar_grows_and_is_taken_away_at_the_end(terminal, monkeypatch):
    monkeypatch.setattr(waiting, "_ask", lambda seconds: None)
    with waiting.telling("boundcalc table"):
        show = waiting.progress("cells are decided")
        signal.raise_signal(signal.SIGALRM)
        while not shown_on(terminal):
            signal.raise_signal(signal.SIGALRM)
        first = len(shown_on(terminal))
        for done in (1, 3, 4):
            show(done, 4)
            signal.raise_signal(signal.SIGALRM)

    shown = shown_on(terminal)
    assert shown[0] == "boundcalc table is at work, after 0 s"
    assert f"{'█' * 5}{'░' * 15} 1 of 4 cells are decided, after 0 s" in shown[first:]
    assert f"{'█' * 15}{'░' * 5} 3 of 4 cells are decided, after 0 s" in shown[first:]
    assert shown[-2] == "boundcalc table is at work on the rest, after 0 s"
    assert shown[-1] == ""


def test_what_is_over_soon_says_nothing(terminal, monkeypatch):
    monkeypatch.setattr(waiting, "SHORTEST_WAIT", 600.0)
    with waiting.telling("boundcalc table"):
        waiting.progress("cells are decided")(1, 4)

    assert terminal.getvalue() == ""


def test_a_table_counts_the_cells_of_all_its_columns(terminal, capsys):
    assert main(TABLE) == 0

    shown = shown_on(terminal)
    assert any("3 of 6 cells are decided" in text for text in shown)
    assert shown[-1] == ""
    assert "17341106" in capsys.readouterr().out


def test_the_pages_of_a_site_are_counted(terminal, monkeypatch, tmp_path):
    makers = {f"theorems/{number}.html": str for number in range(BATCH + 1)}
    monkeypatch.setattr("boundcalc.site.build.page_makers", lambda *args, **options: makers)
    monkeypatch.setattr("boundcalc.commands.pages.site._report", lambda: Report(documents=()))
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


def test_the_line_is_taken_away_before_the_answer_is_printed(terminal, monkeypatch):
    monkeypatch.setattr(sys, "stdout", terminal)
    assert main(TABLE) == 0

    before, _, after = terminal.getvalue().partition("Least n, for")
    assert before.endswith("\r\033[K")
    assert "\033" not in after


# --- elsewhere ---------------------------------------------------------------------------------


def test_elsewhere_a_line_says_so_and_stdout_stays_as_it_is(pipe, capsys):
    assert main(TABLE) == 0

    lines = pipe.getvalue().splitlines()
    assert lines
    assert all(line.endswith(" s") and "\033" not in line and "\r" not in line for line in lines)
    assert capsys.readouterr().out.startswith("Least n, for")


def test_lines_come_ever_more_rarely(pipe, monkeypatch):
    asked = []
    monkeypatch.setattr(waiting, "_ask", asked.append)
    monkeypatch.setattr(waiting, "SHORTEST_WAIT", 1.0)
    at = [0.0]
    monkeypatch.setattr(waiting.time, "monotonic", lambda: at[0])
    teller = waiting.Teller("boundcalc solve", pipe)
    for passed in (1.0, 3.0, 9.0, 1000.0):
        at[0] = passed
        teller()

    assert asked == [2.0, 6.0, 18.0, 300.0]
    assert pipe.getvalue().splitlines() == [
        f"boundcalc solve is at work, after {passed} s" for passed in (1, 3, 9, 1000)
    ]


@pytest.mark.slow
def test_a_question_says_that_it_is_asked():
    environment = {key: text for key, text in os.environ.items() if key != waiting.QUIET}
    code = (
        "import sys; from boundcalc import waiting; waiting.SHORTEST_WAIT = 0.01\n"
        "from boundcalc.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "solve", "n", "tau=0.1", "beta=0.05", "k=10", "--json"],
        capture_output=True,
        text=True,
        env=environment,
        timeout=600,
    )

    assert done.returncode == 0
    assert done.stderr.startswith("boundcalc solve is at work, after 0 s\n")
    assert json.loads(done.stdout)["answers"]


@pytest.mark.parametrize("arguments", [TABLE, ["solve", "n", "--nonsense"]])
def test_nothing_is_said_where_it_is_not_wished(pipe, monkeypatch, capsys, arguments):
    monkeypatch.setenv(waiting.QUIET, "1")
    main(arguments)
    assert pipe.getvalue() == ""
    assert waiting.progress("cells are decided") is None


def test_the_timer_and_its_handler_are_gone_afterwards(pipe):
    before = signal.getsignal(signal.SIGALRM)
    main(TABLE)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_stream_that_is_closed_ends_nothing(monkeypatch, capsys):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", buffering=1) as stream:
        told_on(monkeypatch, stream)
        assert main(TABLE) == 0
    assert "17341106" in capsys.readouterr().out
