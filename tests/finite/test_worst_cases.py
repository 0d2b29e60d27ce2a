"""Linear programs end at exact optima, and closed forms are compared for certain."""

from fractions import Fraction

import pytest

from boundcalc.enclosures.decisions import Truth
from boundcalc.finite.closed_forms import closed, compare
from boundcalc.finite.divergences import indistinguishability_delta, total_variation
from boundcalc.finite.linear_programs import LinearProgram, maximize
from boundcalc.finite.privacy import least_private_ratio, worst_pair
from boundcalc.finite.worst_cases import worst_channel, worst_pair_of_laws
from boundcalc.language import E, NoSolutionError, Sense, as_expression, exp, ln, log2, sqrt

ONE, ZERO = Fraction(1), Fraction(0)


@pytest.mark.parametrize("ratio", [Fraction(11, 10), Fraction(3), Fraction(100)])
@pytest.mark.parametrize("delta", [ZERO, Fraction(1, 100), Fraction(1, 3)])
def test_the_farthest_indistinguishable_laws_are_as_far_as_the_sharp_bound(
    ratio: Fraction, delta: Fraction
) -> None:
    value, p, q = worst_pair_of_laws([ONE, ZERO, ZERO], [-ONE, ZERO, ZERO], ratio, delta)

    assert value == total_variation(p, q) == (ratio - 1 + 2 * delta) / (ratio + 1)
    assert indistinguishability_delta(p, q, ratio) <= delta


def test_the_worst_private_channel_is_randomized_response() -> None:
    inputs = ((0,), (1,))
    objective = {(x, x[0]): Fraction(1, 2) for x in inputs}

    value, channel = worst_channel(inputs, (0, 1), objective, 3)

    assert value == Fraction(3, 4)
    assert least_private_ratio(channel) == 3
    _, leaky = worst_channel(inputs, (0, 1), objective, 3, "1/10")
    assert worst_pair(leaky, 3).delta == Fraction(1, 10)


def test_a_program_without_a_solution_is_an_error() -> None:
    with pytest.raises(NoSolutionError, match="no feasible point"):
        maximize(LinearProgram(size=1, objective={0: ONE}, equal=[({0: ONE}, -ONE)]))
    with pytest.raises(NoSolutionError, match="not bounded"):
        maximize(LinearProgram(size=1, objective={0: ONE}))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (exp(ln(Fraction(9, 4))), as_expression(Fraction(9, 4))),
        (exp(3 * ln(2) + ln(5)), as_expression(40)),
        (exp(ln(4) / 2), as_expression(2)),
        (2 ** log2(Fraction(7, 3)), as_expression(Fraction(7, 3))),
        (2 ** (log2(E) * ln(3)), as_expression(3)),
        (exp(log2(5) * ln(2)), as_expression(5)),
        (1 / (6 * (1 / (6 * ln(2)))), ln(2)),
        (ln(2) + ln(3), ln(6)),
        (log2(E) * (2 * ln(3)), log2(9)),
        (-ln(Fraction(1, 2)), ln(2)),
    ],
)
def test_logarithms_of_rationals_are_compared_exactly(left: object, right: object) -> None:
    as_left, as_right = as_expression(left), as_expression(right)

    assert compare(as_left, Sense.EQ, as_right).truth is Truth.TRUE
    assert compare(as_left, Sense.LE, as_right).truth is Truth.TRUE
    assert compare(as_left, Sense.LT, as_right).truth is Truth.FALSE
    assert compare(as_left + Fraction(1, 10**9), Sense.LE, as_right).truth is Truth.FALSE


def test_what_is_no_logarithm_is_left_alone() -> None:
    assert closed(exp(sqrt(2))) == exp(sqrt(2))
    assert compare(exp(as_expression(1)), Sense.EQ, sqrt(E) * sqrt(E)).truth is Truth.UNKNOWN
