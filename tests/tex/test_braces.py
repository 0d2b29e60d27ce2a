r"""Scripts that are a fraction or a root without braces, as TeX reads them: ``x^\frac12``."""

import pytest

from boundcalc.reader.declarations import read_where
from boundcalc.reader.formulas import read_expression
from boundcalc.tex.source import ReaderError

SAME = [
    (r"x^\frac{1}{2}", r"x^{\frac{1}{2}}"),
    (r"x^\frac12 y", r"x^{\frac12} y"),
    (r"x^\tfrac{x+1}{y^\frac{1}{2}}", r"x^{\tfrac{x+1}{y^{\frac{1}{2}}}}"),
    (r"x^\sqrt{y} + 1", r"x^{\sqrt{y}} + 1"),
    (r"2^\binom{4}{2} x", r"2^{\binom{4}{2}} x"),
]


@pytest.mark.parametrize(("plain", "braced"), SAME)
def test_a_command_as_a_script_takes_its_arguments_with_it(plain: str, braced: str) -> None:
    scope = read_where("x > 0, y > 0")

    assert read_expression(plain, scope) == read_expression(braced, scope)


@pytest.mark.parametrize("text", [r"x^\frac", r"x^\frac{1}", r"x^\frac1", r"x^\sqrt"])
def test_one_without_its_arguments_is_an_error(text: str) -> None:
    with pytest.raises(ReaderError):
        read_expression(text, read_where("x > 0"))
