r"""What the use of a letter says of it: what ends a sum is an integer, what raises is none."""

import pytest

from boundcalc.language.domains import POSITIVE, POSITIVE_INTEGER
from boundcalc.prose.usage import guessed_domain, last_indexes
from boundcalc.tex.source import Fragment

ENDS = (
    r"\sum_{i=1}^s x_i",
    r"\sum_{i=1}^{s} x_i",
    r"\sum\limits_{i=1}^{s} x_i",
    r"\prod_i^s x_i",
    r"\sum^{s} x",
    r"\sum_{i_{1}=1}^{s} x_i",
)
RAISES = (
    r"t \sum_y (e^s - 1) p_y",
    r"\sum_y e^s p_y",
    r"\sum_{y} e^{s} p_y",
    r"\sum x^s",
    r"\prod_{i=1}^n a_i^{s}",
    r"\sum_i a_{i}^s",
    r"e^s",
)


@pytest.mark.parametrize("formula", ENDS)
def test_what_ends_a_sum_is_an_integer(formula: str) -> None:
    assert last_indexes(Fragment.of(formula)) == {"s"}


@pytest.mark.parametrize("formula", RAISES)
def test_what_raises_a_summand_ends_no_sum(formula: str) -> None:
    assert "s" not in last_indexes(Fragment.of(formula))


def test_an_exponent_in_a_sum_keeps_the_domain_of_its_letter() -> None:
    summed = [Fragment.of(r"\sum_y (e^\tau - 1)")]
    assert guessed_domain(r"\tau", summed)[0] == POSITIVE
    assert guessed_domain(r"\tau", [Fragment.of(r"\sum_{y=1}^\tau y")])[0] == POSITIVE_INTEGER
