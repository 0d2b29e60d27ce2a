"""The figures of the guide: ``python -m tests.figures_page`` draws them anew."""

import shlex
from pathlib import Path

from boundcalc.cli import main as run
from tests.documents import ROOT, blocks

PAGE = ROOT / "docs" / "figures.md"
FOLDER = ROOT / "docs" / "images" / "figures"
FIGURE_OPTIONS = ("-o", "--plot")


def commands() -> dict[str, list[str]]:
    """Return the commands of the page, as arguments, by the names of their files."""
    found = {}
    for block in blocks(PAGE.read_text(encoding="utf-8")):
        for line in block.body.splitlines() if block.language == "sh" else ():
            name, *arguments = shlex.split(line)
            assert name == "boundcalc", line
            found[next(word for word in arguments if word.endswith(".svg"))] = arguments
    return found


def draw(arguments: list[str], folder: Path, *options: str) -> int:
    """Run a command of the page with its figure in a folder; return its exit code."""
    placed = [str(folder / word) if word.endswith(".svg") else word for word in arguments]
    return run([*placed, *options])


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for arguments in commands().values():
        draw(arguments, FOLDER, "--force")
