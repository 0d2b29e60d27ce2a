"""`boundcalc check`: its exit codes, its JSON, and where it writes what."""

import json
from pathlib import Path

import pytest

from boundcalc.cli import main

HEAD = "%! declare x in [0, 1]\n"
TRUE, FALSE, OPEN = "\\[ x^2 \\le x \\]", "\\[ x \\le x^2 \\]", "\\[ \\Pr[A] \\le x \\]"


def run(folder: Path, body: str, *options: str) -> int:
    file = folder / "notes.tex"
    file.write_text(f"{HEAD}{body}\n")
    return main(["check", str(file), "--cache", str(folder / "cache"), *options])


@pytest.mark.parametrize(
    ("body", "options", "code"),
    [
        (TRUE, (), 0),
        (FALSE, (), 1),
        (OPEN, (), 0),
        (OPEN, ("--strict",), 3),
        (f"{FALSE}\n{OPEN}", ("--strict",), 1),
        (f"{FALSE} %! expect: refuted", (), 0),
        (f"{FALSE} %! expect: refuted\n{TRUE}", ("--strict",), 0),
        (f"{TRUE} %! expect: refuted", (), 1),
        (f"{FALSE} %! expect: unknown", (), 1),
        (f"{OPEN} %! expect: unknown", ("--strict",), 0),
        (f"{OPEN} %! by: cite a, b", ("--strict",), 0),
        (f"{OPEN} %! by: cite a, b %! expect: proved", (), 1),
        (f"{TRUE}\n\\[ x \\le z \\]", (), 2),
        (f"{FALSE}\n%! foo", (), 2),
        ("no display", (), 0),
        ("no display", ("--strict",), 3),
        (TRUE, ("--time-limit", "0"), 2),
        (TRUE, ("--jobs", "0"), 2),
        (TRUE, ("--no-cache",), 2),  # with --cache, which run gives
        (TRUE, ("--html", "/no/such/folder/page.html"), 2),
    ],
)
def test_exit_codes(tmp_path: Path, body: str, options: tuple[str, ...], code: int) -> None:
    assert run(tmp_path, body, *options) == code


@pytest.mark.parametrize("name", ["missing.tex", "notes.pdf", "."])
def test_a_file_that_is_no_document_is_one_line_on_stderr(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(tmp_path / name)]) == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert shown.err.startswith("boundcalc: ")


def test_json_is_what_scripts_were_promised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = f"%! begin b\n{TRUE} %! label: one\n{FALSE} %! expect: refuted\n\\[ x \\le z \\]\n%! end"
    assert run(tmp_path, body, "--json") == 2

    shown = capsys.readouterr()
    found = json.loads(shown.out)
    file = str(tmp_path / "notes.tex")
    assert found["files"] == [file]
    one, two = found["rows"]
    assert {
        "file", "line", "block", "label", "relation", "verdict", "expected", "reason",
        "counterexample", "seconds",
    } <= one.keys()  # fmt: skip
    assert (one["file"], one["line"], one["block"], one["label"]) == (file, 3, "b", "one")
    assert (one["verdict"], one["expected"], one["counterexample"]) == ("PROVED", None, None)
    assert (two["verdict"], two["expected"]) == ("REFUTED", "REFUTED")
    assert two["counterexample"]["x"].count("/") <= 1
    assert found["errors"] == [
        {"file": file, "line": 5, "column": 10, "message": found["errors"][0]["message"]}
    ]
    assert found["summary"] == {
        "PROVED": 1, "REFUTED": 1, "CITED": 0, "TESTED": 0, "UNKNOWN": 0,
    }  # fmt: skip
    assert "notes.tex:5:10: z is not declared" in shown.err


def test_the_table_shows_the_point_and_the_summary(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path, f"{TRUE}\n{FALSE}\n{OPEN}\n{OPEN} %! by: cite a, Lemma 3")

    shown = capsys.readouterr().out
    assert "    2  PROVED   x² ≤ x" in shown
    assert "    3  REFUTED  x ≤ x²" in shown
    assert "at x = " in shown
    assert "needs an argument about \\Pr[A]" in shown
    assert "cited: a, Lemma 3" in shown
    assert "4 rows: 1 PROVED, 1 REFUTED, 1 CITED, 1 UNKNOWN" in shown
    assert "1 row rests on a citation or a sentence" in shown


def test_certificates_are_kept_where_it_is_said(tmp_path: Path) -> None:
    run(tmp_path, TRUE)

    (kept,) = (tmp_path / "cache").rglob("*.json")
    assert json.loads(kept.read_text())["certificate"]["kind"] == "proof"


def test_a_cache_that_is_a_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It silently kept nothing."""
    (tmp_path / "cache").write_text("")

    assert run(tmp_path, TRUE) == 2
    assert "the cache is a folder, but" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--html", "--sarif"])
def test_a_dash_is_no_file_to_write(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file was written whose name is a dash."""
    monkeypatch.chdir(tmp_path)

    assert run(tmp_path, TRUE, option, "-") == 2
    assert not (tmp_path / "-").exists()


def test_several_files_are_one_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, body in (("a.tex", TRUE), ("b.tex", FALSE)):
        (tmp_path / name).write_text(f"{HEAD}{body}\n")

    files = [str(tmp_path / name) for name in ("a.tex", "b.tex")]
    assert main(["check", *files, "--no-cache", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["files"] == files
