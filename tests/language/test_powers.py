"""A power of a term that is not read is written so that nobody takes it for another."""

import pytest

from boundcalc.language.expressions import Symbol
from boundcalc.language.latex import expression_latex
from boundcalc.language.text import expression_text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (r"\sum_{i}X_{i}", r"(\sum_{i}X_{i})^2"),
        (r"\sup_{x}f(x)", r"(\sup_{x}f(x))^2"),
        (r"\mathbb{E}[X]", r"\mathbb{E}[X]^2"),
        ("x", "x^2"),
    ],
)
def test_the_square_of_a_sum_is_no_sum_of_squares(name, text):
    assert expression_text(Symbol(name) ** 2) == text


def test_the_square_of_a_sum_is_none_in_latex():
    term = Symbol(r"\sum_{i}X_{i}", latex=r"\sum_{i} X_{i}")

    assert expression_latex(term**2) == r"\left(\sum_{i} X_{i}\right)^{2}"
