"""What editors and hooks get from `boundcalc check`: SARIF, a loop, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boundcalc.cli import main
from boundcalc.commands.watch import watch

TEXT = """Let $x \\in (0,1)$. Then
\\[ x \\le x^2, \\]
and
\\[ x^2 \\le x. \\]
Here \\[ y \\le y^2. \\]
"""


def test_findings_have_their_place(tmp_path: Path) -> None:
    file, log = tmp_path / "notes.tex", tmp_path / "log.sarif"
    file.write_text(TEXT)

    assert main(["check", str(file), "--no-cache", "--sarif", str(log)]) == 1

    found = json.loads(log.read_text())
    (run,) = found["runs"]
    assert found["version"] == "2.1.0"
    assert {result["ruleId"] for result in run["results"]} <= {
        rule["id"] for rule in run["tool"]["driver"]["rules"]
    }
    refuted, suspect = run["results"]
    assert (refuted["ruleId"], refuted["level"]) == ("refuted", "error")
    region = refuted["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"]) == (2, 4)
    assert (suspect["ruleId"], suspect["level"]) == ("suspect", "warning")
    assert "is" in suspect["message"]["text"]


def test_a_loop_prints_what_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "notes.tex"
    file.write_text(TEXT)

    def stamps():  # type: ignore[no-untyped-def]
        yield ((str(file), 1, 1),)
        capsys.readouterr()
        file.write_text(TEXT.replace("x \\le x^2", "x \\le 2x"))
        yield ((str(file), 2, 1),)
        yield ((str(file), 2, 1),)

    assert watch([str(file)], seconds=None, jobs=2, cache=None, stamps=stamps()) == 0
    shown = capsys.readouterr().out
    assert "x ≤ 2·x" in shown
    assert "x² ≤ x" not in shown
    assert shown.count("rows:") == 1


def test_a_document_of_which_nothing_is_read_does_not_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notes.tex"
    file.write_text("\\[ { x \\le 1 \\]\n")
    assert main(["check", str(file), "--no-cache"]) == 3
    assert "nothing could be read" in capsys.readouterr().out

    file.write_text("No formula.\n")
    assert main(["check", str(file), "--no-cache"]) == 0


def test_a_loop_over_no_file_ends_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--watch", "missing.tex"]) == 2
    assert "'missing.tex' cannot be read" in capsys.readouterr().err


def test_a_document_without_a_relation_says_that_nothing_was_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notes.md"
    file.write_text("The sum is $$\n\\sum_{i=1}^n x_i\n$$ in short.\n")
    assert main(["check", str(file), "--no-cache"]) == 0
    assert "no relation stands in its displays, so that nothing was checked" in (
        capsys.readouterr().out
    )


@pytest.mark.parametrize("text", ["", " \n", "% a comment\n", "Words alone.\n"])
def test_a_document_of_nothing_says_what_was_looked_for(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notes.tex"
    file.write_text(text)
    assert main(["check", str(file), "--no-cache"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "it has no displayed formula, as between \\[ and \\], $$ and $$, or in align" in shown
    assert "so that nothing was checked" in shown
    assert main(["check", str(file), "--no-cache", "--strict"]) == 3
