"""Sums whose upper end moves: enclosed over a range of ends, rising where no term is negative."""

from fractions import Fraction
from math import comb

from flint import ctx
from hypothesis import given
from hypothesis import strategies as st

from boundcalc.enclosures.decisions import interval_program
from boundcalc.enclosures.interval import hull
from boundcalc.language import Symbol, binomial, interval, summation
from boundcalc.monotonicity.trends import Moving, Trend, trend_program

COUNT = Symbol("m", domain=interval("[0, oo)", integer=True))
END = Symbol("B", domain=interval("[0, oo)", integer=True))
INDEX = Symbol("j")
CHOICES = summation(INDEX, 0, END, binomial(COUNT, INDEX + 1) * 3**INDEX)
DIFFERENCES = summation(INDEX, 1, END, 5 - INDEX)


@given(st.integers(1, 40), st.integers(0, 60), st.integers(0, 60))
def test_range_of_ends_encloses_every_sum(count: int, first: int, more: int) -> None:
    """The exact sum at every end lies in the enclosure over the range, also past the last term."""
    box = {"m": hull(Fraction(count), Fraction(count))}
    ends = hull(Fraction(first), Fraction(first + more))
    found = interval_program(CHOICES, ctx.prec).run({**box, "B": ends})
    signed = interval_program(DIFFERENCES, ctx.prec).run({"B": ends})
    for end in range(first, first + more + 1):
        total = sum(comb(count, j + 1) * 3**j for j in range(end + 1))
        assert found.lower <= total <= found.upper
        assert signed.lower <= sum(5 - j for j in range(1, end + 1)) <= signed.upper


def test_sum_rises_with_its_end_where_no_term_is_negative() -> None:
    """The trend is known for choices, and unknown for terms that change their sign."""
    box = {
        "m": Moving(hull(Fraction(40), Fraction(40)), Trend.CONSTANT),
        "B": Moving(hull(Fraction(1), Fraction(30)), Trend.INCREASING),
    }
    assert trend_program(CHOICES, ctx.prec).run(box).trend is Trend.INCREASING
    counts = Moving(hull(Fraction(4), Fraction(40)), Trend.INCREASING)
    ends = Moving(hull(Fraction(7), Fraction(7)), Trend.CONSTANT)
    found = trend_program(CHOICES, ctx.prec).run({"m": counts, "B": ends})
    assert found.trend is Trend.INCREASING
    for count in range(4, 41):
        total = sum(comb(count, j + 1) * 3**j for j in range(8))
        assert found.values.lower <= total <= found.values.upper
    assert trend_program(DIFFERENCES, ctx.prec).run(box).trend is Trend.UNKNOWN
