"""Valleys: where a convex excess lies below zero, or that it lies above it everywhere."""

from fractions import Fraction

import pytest

import boundcalc
from boundcalc.cards.answer_words import optimality_text
from boundcalc.feasible.log_convexity import Valley, find_valley
from boundcalc.feasible.univariate import feasible_set
from boundcalc.language import Symbol, exp, floor, sqrt
from boundcalc.language.domains import POSITIVE
from tests.mp_evaluate import mp

X, A = Symbol("x"), Symbol("a")
FIRST, LAST = Fraction(1, 10**6), Fraction(10**6)
# e^(x^2)/x is least at x = 1/sqrt(2), where it is sqrt(2 e)
LEAST = Fraction(str(mp.nstr(mp.sqrt(2 * mp.e), 25)))


@pytest.mark.parametrize(("share", "holds"), [("1.000000001", True), ("0.999999999", False)])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_a_billionth_beside_the_lowest_value_decides(share, holds, is_mirrored):
    relation = A >= exp(X**2) / X if is_mirrored else exp(X**2) / X <= A
    found = find_valley(relation, "x", FIRST, LAST, {"a": LEAST * Fraction(share)})

    assert found is not None
    assert (found.inside is not None) == holds
    if holds:
        assert abs(float(found.inside) - 0.5**0.5) < 1e-3


@pytest.mark.parametrize(
    "relation",
    [
        exp(-(X**2)) / X <= A,  # not convex everywhere: it falls for ever
        exp(floor(X)) / X <= A,
        (X - 1) * (X - 2) <= A,  # a factor that changes its sign
        (exp(X**2) / X).equals(A),
    ],
    ids=str,
)
def test_what_is_no_valley_is_left_to_others(relation):
    found = find_valley(relation, "x", FIRST, LAST, {"a": Fraction(1, 10**9)})

    assert found is None or found.inside is not None


def test_the_lowest_point_may_lie_at_an_end():
    relation = exp(X**2) / sqrt(X) <= A

    below = find_valley(relation, "x", Fraction(3), LAST, {"a": Fraction(4000)})
    assert below == Valley(None)  # e^9/sqrt(3) is 4678
    assert find_valley(relation, "x", Fraction(3), LAST, {"a": Fraction(4700)}).inside is not None


def test_both_ends_of_a_valley_are_found():
    found = feasible_set(exp(X**2) / X <= A, "x", POSITIVE, {"a": Fraction(3)})
    (component,) = found.components

    assert found.is_complete
    for inside, outside in (
        (component.lower, component.below),
        (component.upper, component.above),
    ):
        assert excess(inside) <= 0 < excess(outside)


def excess(point):
    x = mp.mpf(point.numerator) / point.denominator
    return x**2 - mp.log(x) - mp.log(3)


@pytest.mark.parametrize(
    ("unknown", "given"),
    [
        ("epsilon", {"rho": "0.1", "delta": "1e-6"}),
        ("rho", {"epsilon": 1, "delta": "1e-12"}),
        ("delta", {"rho": "1e-3", "epsilon": "0.3"}),
    ],
)
def test_the_best_order_is_proved_best(unknown, given):
    """The lowest value over orders, by mpmath, agrees with what is claimed."""
    answer = boundcalc.theorem("canonne-kamath-steinke/cor-13").solve(**given, **{unknown: None})
    point = {**{name: mp.mpf(str(value)) for name, value in given.items()}}
    point[unknown] = mp.mpf(answer.value.numerator) / answer.value.denominator
    sign = 1 if unknown == "rho" else -1

    assert "works, to within 1e-" in optimality_text(answer)
    with mp.workdps(40):
        beyond = {**point, unknown: point[unknown] * (1 + sign * mp.mpf(10) ** -8)}
        assert least_failure(point) <= mp.log(point["delta"]) + mp.mpf(10) ** -20
        assert least_failure(beyond) > mp.log(beyond["delta"])


def least_failure(point):
    """The logarithm of the least delta over all orders, where its derivative vanishes."""
    rho, epsilon = point["rho"], point["epsilon"]

    def slope(order):
        return (2 * order - 1) * rho - epsilon + mp.log(1 - 1 / order)

    low, high = 1 + mp.mpf(10) ** -30, mp.mpf(10) ** 30
    for _ in range(300):
        middle = 1 + mp.sqrt((low - 1) * (high - 1))
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    order = low
    power = (order - 1) * (order * rho - epsilon)
    return power + order * mp.log(1 - 1 / order) - mp.log(order - 1)
