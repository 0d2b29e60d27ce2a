"""Arithmetic and geometric means: negative monomials below positive ones."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boundcalc
from boundcalc.checker import check_certificate
from boundcalc.checker.goals import Context, encloses
from boundcalc.checker.terms import number
from boundcalc.proving.polynomial_tactics.means import _means, _scaled


@pytest.mark.few(2, without="x.8|x.6|x.4")
@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (r"x^3+y^3+z^3 \ge 3 x y z", "x, y, z nonnegative"),
        (r"\frac{2}{5}x^5+\frac{3}{5}y^5 \ge x^2 y^3", "x, y nonnegative"),
        (r"x^8+y^8 \ge x^5 y^3+x^3 y^5", "x, y real"),
        (r"x^6+y^6+1 \ge 3 x^2 y^2", "x, y real"),
        (r"x^6+y^6+1 \ge 3 x^2 y^2", "x in [-2, 5]; y in (-1, 1]"),
        (r"x^4+y^4+2 \ge -4 x y", "x in [-3, 0]; y >= 0"),
        (r"x^2 y+x y^2+\frac{1}{27} \ge x y", "x, y nonnegative"),
        (r"16 x^7 y^3+y^9+2 \ge 4 x^3 y^4", "x, y nonnegative"),
    ],
)
def test_a_mean_bounds_a_product(relation, where):
    verdict = boundcalc.prove(relation, where=where)

    assert verdict.is_proved
    assert check_certificate(verdict.certificate).kind == "proof"


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (r"x^3+y^3+z^3 > 3 x y z", "x, y, z nonnegative"),
        (r"x^3+y^3+z^3 \ge 3 x y z", "x, y, z real"),
        (r"\frac{2}{5}x^5+\frac{3}{5}y^5 \ge x^3 y^2+x^2 y^3 - x y", "x, y nonnegative"),
        (r"x^8+y^8 \ge 1.001(x^5 y^3+x^3 y^5)", "x, y real"),
        (r"x^2 y+x y^2+\frac{1}{28} \ge x y", "x, y nonnegative"),
    ],
)
def test_what_means_do_not_bound_is_not_proved(relation, where):
    verdict = boundcalc.prove(relation, where=where)

    assert verdict.is_refuted
    assert verdict.certificate["kind"] == "refutation"


rows = st.tuples(st.integers(0, 3), st.integers(0, 3))
values = st.integers(-3, 3).filter(bool).map(Fraction)


@given(st.dictionaries(rows, values.filter(lambda value: value > 0), min_size=2, max_size=4), rows)
def test_a_scaled_mean_is_one_at_the_point_where_it_touches(powers, low):
    found = _scaled({**powers, low: Fraction(-1, 2)}, "v")

    if found is not None:
        total = dict(found.rest)
        for (_, high, weight), scale in zip(found.parts, found.scales, strict=True):
            total[high] = total.get(high, Fraction(0)) + weight * scale
        assert total == {row: value for row, value in powers.items() if row != low}
        assert sum(weight for _, _, weight in found.parts) == Fraction(1, 2)
        assert found.gain == number(0) or encloses(Context({}), (">", found.gain), 64)


@given(st.dictionaries(rows, values, min_size=2, max_size=6))
def test_the_parts_add_up_to_the_polynomial(powers):
    found = _means(powers, "v")

    if found is not None:
        total = dict(found.rest)
        for low, high, weight in found.parts:
            total[high] = total.get(high, Fraction(0)) + weight
            total[low] = total.get(low, Fraction(0)) - weight
        slopes = {row: [Fraction(0), Fraction(0)] for row, _, _ in found.parts}
        for low, high, weight in found.parts:
            slopes[low] = [
                s + weight * (a - b) for s, a, b in zip(slopes[low], high, low, strict=True)
            ]
        assert {row: value for row, value in total.items() if value} == powers
        assert all(value > 0 for value in found.rest.values())
        assert all(weight > 0 for _, _, weight in found.parts)
        assert all(slope == [0, 0] for slope in slopes.values())
