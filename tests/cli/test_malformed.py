"""500 malformed command lines: each ends with one line on stderr, and none with a traceback.

They are the same in every run: commands of each kind with arguments that are damaged in turn.
"""

import itertools

import pytest

from boundcalc.cli import main

WRONG = (
    *(
        "",
        "=",
        "n",
        "tau",
        "=0.1",
        "tau=",
        "tau==",
        "tau=0.1=0.2",
        "tau=..",
        "tau=1..",
        "tau=1..2..",
    ),
    *("tau=nan", "tau=1e999999", "tau=1/0", "tau=0x10", "tau=%", "tau=-", "τ=①", "tau=0.1,0.2,,"),
    *("confidence=", "confidence=%", "confidence=x%", "confidence=1..2", "k=1..9..*1", "k=9..1"),
    *("\x00=1", "\x1b[2J=1", "\ud800=1", "a" * 5000 + "=1", "tau=" + "9" * 5000, "__class__=1"),
    *("--", "--no-such", "-x", "--theorem", "--json=1", "--digits=x", "--format=x", "epsilon_{=1"),
)
FRONTS = (
    *(("solve", "n"), ("solve", "tau", "n=100"), ("table", "n"), ("compare", "n"), ("audit",)),
    *(("explain", "n"), ("plot", "n", "-o", "/no-such-folder/a.svg"), ("compose",)),
    *(("region", "-o", "/no-such-folder/a.svg"), ("compare", "n", "k=1,2")),
)
PROJECTS = ("x", "=", "[macros]\na", "macros = []", "documents = [1]", "[symbols]\n'' = ''")
OPTIONS = (
    *("--full=1", "--theorem=", "--bib=x", "--latex", "--width=x", "--digits", "--depth=x"),
    *("--workers=-1", "--jobs=0", "--time-limit=0", "--format", "--plot", "-o", "--over", "--json"),
)
COMMANDS = (
    *("solve", "table", "compare", "plot", "region", "prove", "check", "recheck", "export"),
    *("annotate", "explain", "audit", "tightness"),
)
REST = (
    ("no-such",),
    ("solve",),
    ("solve", ""),
    ("solve", "n", "--least", "--greatest"),
    ("solve", "n", "tau=0.1", "--theorem", ""),
    ("solve", "n", "tau=0.1", "--theorem", "route/x"),
    ("symbols", "\x00"),
    ("symbols", "tau=1"),
    ("symbols", "a" * 5000),
    ("show", ""),
    ("show", "route/"),
    ("list", "--unknown", "\ud800"),
    ("list", "--topic", "no such topic"),
    ("prove", ""),
    ("prove", "x"),
    ("prove", "x <="),
    ("prove", "(" * 2000),
    ("prove", "x <= y <= "),
    ("check", ""),
    ("check", "/"),
    ("check", "no-such.tex"),
    ("check", "x.pdf"),
    ("recheck", ""),
    ("recheck", "/"),
    ("recheck", "no-such.json"),
    ("explain",),
    ("compose",),
    ("compose", "x"),
    ("plot", "n"),
    ("region", "n"),
    ("annotate", "no-such.tex"),
    ("holdout", "no-such"),
    ("help", "no-such"),
)
LINES = (
    *((*front, "beta=0.05", wrong) for front, wrong in itertools.product(FRONTS, WRONG)),
    *((command, option) for command, option in itertools.product(COMMANDS, OPTIONS)),
    *REST,
)


def test_there_are_at_least_500() -> None:
    assert len(set(LINES)) >= 500


@pytest.mark.parametrize("text", PROJECTS)
def test_a_malformed_project_ends_with_a_sentence(text, tmp_path, monkeypatch, capsys) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "boundcalc.toml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_malformed_line_ends_with_a_sentence(line, capsys) -> None:
    code = main([*line])
    said = capsys.readouterr()

    assert code in (1, 2), line
    assert said.out == "", line
    assert sum(row.startswith("boundcalc: ") for row in said.err.splitlines()) == 1, line
    assert "Traceback" not in said.err, line
