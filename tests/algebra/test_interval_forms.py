"""Sharper forms of an expression have the same values wherever it is defined."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings

from boundcalc.algebra.interval_forms import by_powers, difference, shifted, without_tanh
from boundcalc.language import POSITIVE, Relation, Sense, Symbol, as_expression, exp, ln
from tests.enclosures.boxes import X, Y, formulas, value_at
from tests.mp_evaluate import mp

fixed = settings(
    derandomize=True,
    deadline=None,
    max_examples=80,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
PLACES = [Fraction(1, 100), Fraction(1, 2), Fraction(1), Fraction(7, 3), Fraction(40)]
Z, N = Symbol("z", POSITIVE), Symbol("n", POSITIVE)


def points():
    return [{"x": x, "y": y} for x in PLACES for y in (*PLACES, Fraction(-2))]


def same(first, second):
    return abs(first - second) <= mp.mpf(10) ** -25 * (abs(first) + abs(second) + 1)


@pytest.mark.slow
@fixed
@given(node=formulas())
def test_a_sum_of_powers_has_the_values_of_the_expression(node):
    found = by_powers(node, X)

    for point in points():
        value = value_at(node, point)
        if value is not None:
            at = value_at(found, point)
            assert at is not None, f"{node} as {found} at {point}"
            assert same(value, at), f"{node} as {found} at {point}"


@pytest.mark.slow
@fixed
@given(node=formulas())
def test_a_distance_from_an_end_has_the_values_of_the_variable(node):
    found = shifted(node, X, as_expression("0.5"), Z)

    assert "x" not in found.names()
    for point in points():
        value = value_at(node, {**point, "x": point["x"] + Fraction(1, 2)})
        at = value_at(found, {"z": point["x"], "y": point["y"]})
        if value is not None:
            assert at is not None, f"{node} as {found} at {point}"
            assert same(value, at), f"{node} as {found} at {point}"


@pytest.mark.parametrize(
    "node",
    [
        (exp(X) - 1) / (exp(X) + 1),
        (Y - 1) / (Y + 1) * X,
        X * Y * (exp(Y) - 1) / (exp(Y) + 1) + (exp(X) - 1) / (exp(X) + 1),
        (exp(X) - 1) / (exp(Y) + 1),
        (exp(X) + 1) / (exp(X) - 1),
        X / (exp(X) + 1),
    ],
    ids=str,
)
def test_without_hyperbolic_tangents_the_values_are_the_same(node):
    found = without_tanh(node)

    for point in points():
        value = value_at(node, point)
        assert value is None or same(value, value_at(found, point))


@pytest.mark.parametrize(
    ("lower", "upper"),
    [
        (N / exp(X), Y),
        (exp(X) * exp(Y) * 3, X - Y),
        (exp(X) / N, Y),
        (-exp(X), Y),
        (X * exp(Y), Y),
        (exp(X) + 1, Y),
        (X, ln(Y)),
    ],
    ids=str,
)
def test_a_difference_is_positive_or_undefined_exactly_where_the_relation_fails(lower, upper):
    relation = Relation(lower, Sense.LE, upper)
    excess = difference(relation.left, relation.right)

    for point in points():
        values = {**point, "n": Fraction(20)}
        left, right = value_at(lower, values), value_at(upper, values)
        holds = left is not None and right is not None and left <= right
        found = value_at(excess, values)
        assert (found is not None and found <= 0) == holds, f"{relation} at {point}"


def test_logarithms_are_taken_of_positive_factors_only():
    assert difference(N / exp(X), Y) == ln(N) - X - ln(Y)
    assert difference(X / exp(X), Y) == X / exp(X) - Y
    assert difference(-exp(X), Y) == -exp(X) - Y
