"""MathML of every formula of the library."""

from xml.dom.minidom import parseString

import pytest

from boundcalc.language.latex import relation_latex
from boundcalc.library import load_library
from boundcalc.output.mathml import font_face, mathml

RELATIONS = [
    relation_latex(relation)
    for theorem in load_library().theorems
    for relation in (*theorem.hypotheses, *(target.relation for target in theorem.targets))
]


@pytest.mark.few(60)
@pytest.mark.parametrize("latex", sorted(set(RELATIONS)))
def test_every_formula_is_well_formed_and_leaves_no_command(latex):
    text = mathml(latex, is_display=True)

    assert parseString(text).documentElement.tagName == "math"
    assert "\\" not in text


@pytest.mark.parametrize(
    "latex",
    [
        r"\left( x",
        r"\text{a&b}",
        r"\text{<script>alert(1)</script>}",
        r"<script>alert(1)</script>",
        r"\href{javascript:alert(1)}{x}",
        r"\style{color:\"><script>}{x}",
        r"\frac{<b>}",
        r"\text{<!DOCTYPE x>}",
    ],
)
def test_nothing_that_a_stranger_writes_reaches_the_page_as_markup(latex):
    text = mathml(latex)

    assert text.startswith(("<math", "<code>"))
    for danger in ("<script", "<b>", "<!", "href=", "style="):
        assert danger not in text


def test_the_font_of_formulas_comes_with_the_style():
    face = font_face()

    assert 'src: url("data:font/woff2;base64,d09GM' in face  # "wOF2"
    assert "math { font-family:" in face
    assert "http" not in face
