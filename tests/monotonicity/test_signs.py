"""Signs of derivatives: right wherever they are claimed, and found where intervals see nothing."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given

from boundcalc.enclosures.interval import Interval, exact_interval, hull
from boundcalc.language import Expression, Symbol, erf, erfc, exp, floor, ln, phi, sqrt
from boundcalc.monotonicity.signs import derivative
from boundcalc.monotonicity.slopes import slope_over
from tests.enclosures.boxes import X, Y, boxes, formulas, repeatable, value_at
from tests.mp_evaluate import mp, number

WIDE = hull(Fraction(1, 10**120), Fraction(10**120))
EXCHANGE = phi(X / 2 - Y / X) - exp(Y) * phi(-X / 2 - Y / X)


def sign(node: Expression, box: dict[str, Interval], order: int = 1, name: str = "x") -> int | None:
    found = derivative(node, name, order)
    return None if found is None else found.sign_over(box)


@pytest.mark.parametrize(("name", "expected"), [("x", 1), ("y", -1)])
def test_the_exchange_of_gaussian_privacy_moves_one_way_everywhere(name, expected):
    box = {"x": exact_interval(2), "y": exact_interval(1), name: WIDE}

    assert sign(EXCHANGE, box, name=name) == expected
    slope = slope_over(EXCHANGE, name, box, 64).slope
    assert slope.contains_zero()  # which intervals alone do not see


def test_the_derivative_of_the_exchange_is_one_density():
    (term,) = derivative(EXCHANGE, "x").terms

    assert str(term[1].bottom) == "1"
    assert len(term[1].top) == 1


@pytest.mark.parametrize(
    ("node", "order", "expected"),
    [
        (exp(X) - exp(X) * 1 + X, 1, 1),
        (X - X, 1, 0),
        (ln(X) - X / (1 + X), 1, 1),  # 1/x - 1/(1 + x)^2
        (X * ln(1 - 1 / (X + 1)) - ln(X), 2, None),  # 1/(x (x+1)^2) + 1/x^2 - ...: see below
        (sqrt(X) * sqrt(X), 1, 1),
        (erf(X) + erfc(X), 1, 0),
        (erf(X) - erf(2 * X), 1, None),  # rises, then falls
        (floor(X), 1, None),
        (X**2 - 3 * X, 2, 1),
        (X**2 - 3 * X, 1, None),
    ],
    ids=str,
)
def test_signs_of_some_derivatives(node, order, expected):
    found = sign(node, {"x": WIDE}, order)

    if expected is None and order == 2:
        points = [Fraction(1, 1000), Fraction(1), Fraction(1000)]
        curved = [mp.diff(lambda t: mp_value(node, t), number(point), 2) for point in points]
        assert found is None or all(found * value >= -(mp.mpf(10) ** -20) for value in curved)
    else:
        assert found == expected


def mp_value(node: Expression, point) -> mp.mpf:
    from tests.mp_evaluate import evaluate

    return evaluate(node, {"x": point})


def test_a_pole_within_the_box_leaves_the_sign_open():
    assert sign(1 / X, {"x": hull(Fraction(-1), Fraction(1))}) is None
    assert sign(exp(1 / X), {"x": hull(Fraction(-1), Fraction(1))}) is None
    assert sign(1 / X, {"x": hull(Fraction(1, 9), Fraction(1))}) == -1


def test_the_start_of_the_box_decides_where_monomials_differ():
    above, around = hull(Fraction(1), Fraction(10**30)), hull(Fraction(0), Fraction(10**30))

    assert sign(X**3 - 3 * X, {"x": above}) == 1
    assert sign(X**3 - 3 * X, {"x": around}) is None


def test_other_functions_of_other_symbols_stand_for_themselves():
    node = X * floor(Y) + X

    assert sign(node, {"x": WIDE, "y": hull(Fraction(3), Fraction(4))}) == 1
    assert sign(node, {"x": WIDE, "y": hull(Fraction(-3), Fraction(4))}) is None


@repeatable(40)
@given(node=formulas(), x=boxes(), y=boxes())
def test_claims_hold_for_formulas_of_the_field(node, x, y):
    """Where a derivative is said to have a sign, values at points of the box move that way."""
    fixed_value = y[1][-1]
    if max(abs(point) for point in (*x[1], fixed_value)) > 10**4:
        return
    claimed = sign(node, {"x": x[0], "y": exact_interval(fixed_value)})
    points = sorted(set(x[1]))
    values = [value_at(node, {"x": point, "y": fixed_value}) for point in points]
    if claimed is None:
        return
    for first, second in pairwise(values):
        if first is None or second is None:
            continue
        noise = mp.mpf(10) ** -40 * (abs(first) + abs(second) + 1)
        assert claimed <= 0 or second - first >= -noise
        assert claimed >= 0 or second - first <= noise


def test_an_expression_without_the_variable_does_not_move():
    assert sign(Symbol("y") ** 2, {"x": WIDE, "y": exact_interval(3)}) == 0
