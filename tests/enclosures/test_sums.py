"""Long sums: what counts is added term by term, and the rest is enclosed in blocks."""

from fractions import Fraction

import pytest
from flint import ctx

from boundcalc.enclosures import sums
from boundcalc.enclosures.decisions import Evaluator
from boundcalc.enclosures.interval import exact_interval, hull
from boundcalc.enclosures.interval_functions import INTERVALS
from boundcalc.enclosures.sums import terms_of
from boundcalc.language import Symbol, binomial, exp, interval, maximum, summation
from boundcalc.monotonicity.slopes import slope_over
from boundcalc.monotonicity.trends import Moving, Trend, trend_program
from tests.mp_evaluate import evaluate, mp

INDEX = Symbol("i", interval("[0, oo)", integer=True))
COUNT = Symbol("m", interval("[1, oo)", integer=True))
RATE = Symbol("x", interval("(0, oo)"))
WEIGHTS = summation(INDEX, 0, COUNT, binomial(COUNT, INDEX) * exp(-INDEX * RATE))
EXCESS = summation(
    INDEX, 0, COUNT, binomial(COUNT, INDEX) * maximum(0, 1 - exp(-(COUNT - 2 * INDEX) * RATE))
)
POINT = {"m": Fraction(1000), "x": Fraction(1, 50)}


@pytest.mark.few(2)
@pytest.mark.parametrize("node", [WEIGHTS, EXCESS], ids=["weights", "excess"])
@pytest.mark.parametrize("precision", [64, 192, 768])
def test_a_long_sum_is_enclosed_tightly(node, precision):
    values = Evaluator(node).at(POINT, precision)

    with mp.workdps(300), ctx.workprec(2000):
        exact = evaluate(node, POINT)
        lower, upper = (
            mp.mpf(int(end.man_exp()[0])) * mp.mpf(2) ** int(end.man_exp()[1])
            for end in (values.lower, values.upper)
        )
        assert lower <= exact <= upper
        assert upper - lower <= exact * mp.mpf(2) ** (16 - precision)


def test_few_terms_of_a_long_sum_are_evaluated():
    """Of 3,001 binomial weights those near the middle count, which is where they are evaluated."""
    asked = []

    def body(index):
        asked.append(index)
        return Evaluator(binomial(COUNT, INDEX)).over({"m": exact_interval(3000), "i": index})

    with ctx.workprec(64):
        total = INTERVALS.summation(exact_interval(0), exact_interval(3000), body)

    assert len(asked) < 1000
    assert abs(total.lower / 2**1500 / 2**1500 - 1) < 1e-12


def test_integers_are_added_exactly():
    node = summation(INDEX, 1, COUNT, INDEX)
    values = Evaluator(node).at({"m": Fraction(1000)}, 64)

    assert values.lower == values.upper == 500_500


def test_terms_that_cancel_are_all_added():
    node = summation(INDEX, 0, COUNT, 500 - INDEX)
    values = Evaluator(node).at({"m": Fraction(1000)}, 64)

    assert values.lower == values.upper == 0


def test_a_term_that_is_undefined_makes_the_sum_undefined():
    node = summation(INDEX, 0, COUNT, 1 / (INDEX - 500))

    assert Evaluator(node).at({"m": Fraction(1000)}, 64).is_nowhere
    assert not Evaluator(node).at({"m": Fraction(499)}, 64).is_nowhere


@pytest.mark.parametrize("node", [WEIGHTS, EXCESS], ids=["weights", "excess"])
def test_trend_and_slope_are_those_of_all_terms(node, monkeypatch):
    box = {"m": exact_interval(1000), "x": hull(Fraction(1, 60), Fraction(1, 50))}
    point = {
        name: Moving(values, Trend.INCREASING if name == "x" else Trend.CONSTANT)
        for name, values in box.items()
    }
    found = trend_program(node, 64).run(point), slope_over(node, "x", box, 64)
    monkeypatch.setattr(sums, "_LONG", 10**6)
    plain = trend_program(node, 64).run(point), slope_over(node, "x", box, 64)

    assert found[0].trend is plain[0].trend
    assert (found[0].trend is Trend.DECREASING) is (node is WEIGHTS)
    for mine, every in ((found[0].values, plain[0].values), (found[1].slope, plain[1].slope)):
        assert mine.lower <= every.lower + abs(every.lower) / 10**9
        assert mine.upper >= every.upper - abs(every.upper) / 10**9
        assert abs(mine.upper - every.upper) <= abs(every.upper) / 100


def test_ranges_of_both_numbers_of_a_binomial_are_enclosed():
    values = Evaluator(binomial(COUNT, INDEX)).over({"m": hull(8, 10), "i": hull(2, 6)})

    assert values.total
    assert (values.lower, values.upper) == (28, 252)


def test_a_sum_of_too_many_terms_is_not_begun():
    ends = exact_interval(0), exact_interval(sums.MAX_TERMS + 1)

    assert terms_of(*ends, lambda index: index, lambda values: values) is None
