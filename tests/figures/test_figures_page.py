"""The guide to figures: every command on it draws, and its picture is on the page."""

import re
from xml.etree import ElementTree

import pytest

from tests.figures_page import FOLDER, PAGE, commands, draw

pytest.importorskip("matplotlib", reason="matplotlib is an extra")

COMMANDS = commands()
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_of_the_guide_draws_its_figure_with_caption_and_data(name, capsys, tmp_path):
    data = tmp_path / "data.csv"

    assert draw(COMMANDS[name], tmp_path, "--data", str(data)) == 0
    drawn = ElementTree.parse(tmp_path / name).getroot()
    assert drawn.get("width") == "234pt"  # 3.25 inches
    assert len(list(drawn.iter(f"{SVG}path"))) > 10
    head, *rows = data.read_text(encoding="utf-8").splitlines()
    assert rows
    assert all(row.count(",") == head.count(",") for row in rows)
    assert capsys.readouterr().out.rstrip().endswith(".")


def test_every_figure_of_the_guide_is_there_and_shown():
    shown = re.findall(r"!\[[^\]]+\]\(images/figures/(.+?)\)", PAGE.read_text(encoding="utf-8"))

    assert sorted(shown) == sorted(COMMANDS) == sorted(path.name for path in FOLDER.iterdir())
