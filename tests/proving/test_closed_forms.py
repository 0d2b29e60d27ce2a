"""What the search finds in closed form: roots, common factors, and sums of squares."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boundcalc.checker.goals import Goal, is_zero, minus
from boundcalc.checker.proofs import read_goal as read_terms
from boundcalc.checker.terms import enclose, number
from boundcalc.proving.closed_form_roots import closed_form_roots
from boundcalc.proving.polynomial_tactics.squares import combination
from boundcalc.proving.polynomials import cancelled, factored
from boundcalc.proving.simplify import normalizer_for
from boundcalc.relation_prover import read_goal


def goal(relation: str, where: str) -> Goal:
    """Return the terms of a relation."""
    return read_terms(read_goal(relation, where=where).to_json())


@pytest.mark.parametrize(
    ("equation", "value"),
    [
        (r"\ln x + 1 = 0", math.exp(-1)),
        (r"2x - 3 = 0", 1.5),
        (r"x^3 - 5 = 0", 5 ** (1 / 3)),
        (r"e^{2x} - 7 = 0", math.log(7) / 2),
        (r"\frac{1}{x} - \frac{1}{e} = 0", math.e),
        (r"\ln x - \ln(1-x) - \ln 3 = 0", 0.75),
        (r"\frac{1}{\sqrt{x}} - \frac{2}{\sqrt{3}} = 0", 0.75),
    ],
)
def test_zeros_in_closed_form(equation: str, value: float):
    context, (_, term) = goal(equation, "x in (0, 3)")
    found = [enclose(zero, {}, 64) for zero in closed_form_roots(context, term, "x")]
    assert any(float(zero.low) == pytest.approx(value) for zero in found)


def test_cube_root_is_exact():
    context, (_, term) = goal("x^3 - 5 = 0", "x in (0, 3)")
    (root,) = closed_form_roots(context, term, "x")
    assert is_zero(context, minus(("power", root, number(3)), number(5)))


def test_quadratic_has_both_zeros():
    context, (_, term) = goal(r"x^2 - 3x + 2 = 0", "x in (0, 3)")
    roots = closed_form_roots(context, term, "x")
    found = {round(float(enclose(zero, {}, 64).low), 9) for zero in roots}
    assert found == {1.0, 2.0}


def test_what_has_no_closed_form_has_no_zeros():
    context, (_, term) = goal(r"x + e^x = 0", "x real")
    assert closed_form_roots(context, term, "x") == []


def test_common_factors_are_cancelled():
    context, (_, top) = goal(r"(x-y)(x+e^y)(x+1) = 0", "x, y positive")
    _, (_, bottom) = goal(r"(x-y)(x+2) = 0", "x, y positive")
    normalizer = normalizer_for(context)
    over, under = cancelled(normalizer, normalizer.form(top), normalizer.form(bottom))
    assert len(over) == 4  # (x + e^y)(x + 1)
    assert len(under) == 2  # x + 2


def test_factors_multiply_to_the_form():
    context, (_, term) = goal(r"2x^2y - 4xy^2 + 2y^3 = 0", "x, y positive")
    normalizer = normalizer_for(context)
    product = normalizer.form(("number", Fraction(1)))
    counts = []
    for part, count in factored(normalizer, normalizer.form(term)):
        counts.append(count)
        for _ in range(count):
            product = normalizer.product(product, part)
    assert product == normalizer.form(term)
    assert 2 in counts


small = st.fractions(min_value=-3, max_value=3, max_denominator=4)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(small, small, small), min_size=1, max_size=4),
    st.lists(st.fractions(min_value=0, max_value=4, max_denominator=5), min_size=4, max_size=4),
)
def test_combination_is_exact(rows: list[tuple[Fraction, ...]], weights: list[Fraction]):
    """What is a combination by construction is found, and whatever is found adds up exactly."""
    columns = [{(place,): value for place, value in enumerate(row) if value} for row in rows]
    target: dict[tuple[int, ...], Fraction] = {}
    for column, weight in zip(columns, weights, strict=False):
        for key, value in column.items():
            target[key] = target.get(key, Fraction(0)) + weight * value
    target = {key: value for key, value in target.items() if value}
    if not target:
        return
    found = combination(target, columns)
    assert found is not None
    assert all(weight > 0 for weight in found.values())
    total: dict[tuple[int, ...], Fraction] = {}
    for place, weight in found.items():
        for key, value in columns[place].items():
            total[key] = total.get(key, Fraction(0)) + weight * value
    assert {key: value for key, value in total.items() if value} == target


def test_what_is_no_combination_is_not_found():
    one, two = {(0,): Fraction(1)}, {(1,): Fraction(1)}
    assert combination({(0,): Fraction(-1)}, [one, two]) is None
    assert combination({(2,): Fraction(1)}, [one, two]) is None
