r"""Markdown as the programs that make pages of it read it."""

import pytest

from boundcalc.displays.displays import read_display
from boundcalc.reader.declarations import read_where
from boundcalc.tex.documents import Display
from boundcalc.tex.files import read_source
from boundcalc.tex.markdown import plain_markdown

SCOPE = read_where("x, y, a_1 real")
DISPLAYS = [
    (r"Then \\[ a\_1 \\le x \\] holds.", ["a_1 <= x"]),
    (r"Then \\\[ x \\le \\frac{y}{2} \\\] holds.", ["x <= y / 2"]),
    (r"Then \\[ a\_1 \,x \\le x \; a\_1 \\] holds.", ["a_1 * x <= x * a_1"]),
    (r"\[ x \le y \cr y \le a_1 \newline a_1 \le x \]", ["x <= y", "y <= a_1", "a_1 <= x"]),
    ("> **Lemma**\n> $$\n> x \\le y\n> $$\n", ["x <= y"]),
    ("$$ x\n> y $$\n", ["x > y"]),
    ("$$ x &lt; y $$", ["x < y"]),
    (r"$$ x \le y (\#eq:one) $$", ["x <= y"]),  # the label of bookdown
    ("$$\\begin{align*} x &\\le y \\\\ &= a_1 \\end{align*}$$", ["x <= y", "y = a_1"]),
    ("$$\n\\begin{align}\nx &\\le y\n\\end{align}\n$$\nthen\n$$ y \\le x $$", ["x <= y", "y <= x"]),
    ("$$\\newcommand{\\two}{2}$$\n\n$$ x \\le \\two y $$", ["x <= 2 * y"]),
    (r"\[ x \le y \]", ["x <= y"]),
    ("```\n$$ x \\le 0 $$\n```\n$$ x \\le y $$", ["x <= y"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), DISPLAYS)
def test_displays_of_markdown_are_found(text, expected):
    document = read_source(text, is_markdown=True)

    assert [error.message for error in document.errors] == []
    rows = [
        str(row.relation)
        for part in document.parts
        if isinstance(part, Display)
        for row in read_display(part.formula, SCOPE).rows
    ]
    assert rows == expected


@pytest.mark.parametrize("text", [text for text, _ in DISPLAYS])
def test_every_place_stays_what_it_is(text):
    plain = plain_markdown(text)

    assert len(plain) == len(text)
    assert [at for at, char in enumerate(plain) if char == "\n"] == [
        at for at, char in enumerate(text) if char == "\n"
    ]
