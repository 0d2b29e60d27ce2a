"""700 malformed command lines: each ends with one line on stderr, and none with a traceback."""

import pytest

from boundcalc.cli import main
from tests.cli.malformed_lines import LINES

PROJECTS = ("x", "=", "[macros]\na", "macros = []", "documents = [1]", "[symbols]\n'' = ''")


def test_there_are_at_least_700() -> None:
    assert len(set(LINES)) >= 700


@pytest.mark.parametrize("text", PROJECTS)
def test_a_malformed_project_ends_with_a_sentence(text, tmp_path, monkeypatch, capsys) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "boundcalc.toml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("command", ["check", "annotate", "recheck"])
@pytest.mark.parametrize("name", ["loop.tex", "nul\x00.tex", "folder.tex"])
def test_what_is_no_file_is_refused_with_a_sentence(
    command, name, tmp_path, monkeypatch, capsys
) -> None:
    (tmp_path / "loop.tex").symlink_to("loop.tex")
    (tmp_path / "folder.tex").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main([command, name]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_malformed_line_ends_with_a_sentence(line, capsys) -> None:
    code = main([*line])
    said = capsys.readouterr()

    assert code in (1, 2), line
    assert said.out == "", line
    assert sum(row.startswith("boundcalc: ") for row in said.err.splitlines()) == 1, line
    assert "Traceback" not in said.err, line
