"""Every command in the documents is one that there is; those of boundcalc run.

`test_documents` runs the ``console`` blocks and compares what they print, and
`tests/figures/test_figures_page.py` draws the ``sh`` blocks of the figures.
What is left is run or looked up here: commands within sentences, and how to install, build and
measure, which takes long or needs a network.
"""

import re
import shlex
import tomllib

import pytest

from boundcalc.cli import main
from tests.documents import DOCUMENTS, ROOT, blocks
from tests.figures_page import PAGE

TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in DOCUMENTS}
MEASURES = {
    f"benchmarks/{path.name}": path.read_text(encoding="utf-8")
    for path in (ROOT / "benchmarks").glob("*.md")
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PRINTED = {
    line.removeprefix("$ ")
    for text in TEXTS.values()
    for block in blocks(text)
    for line in block.body.splitlines()
    if block.language == "console" and line.startswith("$ ")
}
NOTES = r"Let $x \in (0, 1)$. Then \[ x^2 \le x. \]"
GROUPS = ("holdout",)  # commands that have commands of their own
LANGUAGES = ("console", "python", "text", "sh", "toml", "yaml", "latex")
_INLINE = re.compile(r"(?<!`)`(boundcalc [^`\n]+)`(?!`)")
_PLACEHOLDER = re.compile(r"\.\.\.|\b[A-Z]{2,}\b")  # ID, FILE, DIR


def inline_commands():
    """Return the whole commands within sentences that no block runs."""
    found = {
        command: None
        for text in TEXTS.values()
        for command in _INLINE.findall(text)
        if " " in command.removeprefix("boundcalc ") and not _PLACEHOLDER.search(command)
    }
    endless = "--watch"  # which ends when the user does
    return [command for command in found if command not in PRINTED and endless not in command]


@pytest.mark.few(30, without="boundcalc plot n tau")
@pytest.mark.parametrize("command", inline_commands())
@pytest.mark.usefixtures("remembered_rankings")
def test_a_command_within_a_sentence_runs(command, tmp_path, monkeypatch, capsys):
    if command.startswith("boundcalc plot"):
        pytest.importorskip("matplotlib", reason="matplotlib is an extra")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.tex").write_text(NOTES, encoding="utf-8")

    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out or list(tmp_path.iterdir())


def test_a_command_with_a_placeholder_names_a_command_that_there_is(capsys):
    names = {
        command.split()[1]
        for text in TEXTS.values()
        for command in _INLINE.findall(text)
        if command.split()[1].isalpha() and command.split()[1].islower()
    }
    assert names
    for name in names:
        assert main([name, "--help"]) == 0, name
    capsys.readouterr()


def shell_lines():
    """Return the lines of blocks that are not compared with what they print, with their file."""
    languages = dict.fromkeys(TEXTS, ("sh",)) | dict.fromkeys(MEASURES, ("", "sh"))
    return [
        (name, line.split("  #")[0].strip())
        for name, text in {**TEXTS, **MEASURES}.items()
        for block in blocks(text)
        for line in block.body.splitlines()
        if block.language in languages[name] and ROOT / name != PAGE
    ]


@pytest.mark.parametrize(("name", "line"), shell_lines())
def test_what_is_only_shown_is_there(name, line, capsys):
    words = [word.removeprefix(".venv/bin/") for word in shlex.split(line)]
    if words[:3] == ["podman", "run", "--rm"]:  # the container is named after its command
        words = words[3:]
    if words[0] == "podman":
        assert words[1] == "build"
        assert (ROOT / "Containerfile").is_file()
    elif words[0] == "make":
        targets = (ROOT / "Makefile").read_text(encoding="utf-8")
        assert re.search(rf"^{words[1]}:", targets, re.MULTILINE)
    elif words[0] == "source":
        assert words[1:] == [".venv/bin/activate"] or words[1:] == ["activate"]
    elif words[0] == "apt-get":
        assert words[1] == "install"
    elif "pip" in words:
        extras = re.findall(r"\[([\w,]+)\]", words[-1])
        known = PROJECT["optional-dependencies"]
        assert all(extra in known for group in extras for extra in group.split(","))
    elif words[:2] == ["python", "-m"]:
        path = ROOT.joinpath(*words[2].split("."))
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()
        options = [word for word in words[3:] if word.startswith("--")]
        source = path.with_suffix(".py").read_text(encoding="utf-8")
        assert all(option in source for option in options)
    elif words[0] == "python":
        assert (ROOT / words[1]).is_file()
    elif words[0] == "git":
        assert words[1] == "show"
    else:
        assert words[0] == "boundcalc", line
        assert main([*words[1 : 3 if words[1] in GROUPS else 2], "--help"]) == 0
        shown = capsys.readouterr().out
        assert all(word in shown for word in words if word.startswith("--"))


def test_every_block_has_a_language_that_says_what_is_done_with_it():
    found = [(block, name) for name, text in TEXTS.items() for block in blocks(text)]

    assert len(found) > len(TEXTS)
    assert [(block.body, name) for block, name in found if block.language not in LANGUAGES] == []
