"""Trends and slopes are right wherever they are claimed, at sampled pairs of points."""

from fractions import Fraction
from itertools import pairwise

import pytest
from flint import ctx
from hypothesis import given

from boundcalc.enclosures.interval import Interval, exact_interval, hull
from boundcalc.language import Expression, Theorem, as_expression, ceil, exp, maximum
from boundcalc.monotonicity.slopes import slope_over
from boundcalc.monotonicity.trends import Moving, Trend, trend_program
from tests.enclosures.boxes import ROUNDING, X, Y, boxes, end_value, formulas, repeatable, value_at
from tests.mp_evaluate import mp, number
from tests.solving.points import THEOREMS, constraints, feasible_points, solvable_names

fixed = repeatable(100)
Box = tuple[Interval, list[Fraction]]


def trend_over(node: Expression, name: str, box: dict[str, Interval]) -> Moving:
    """Return the values of an expression over a box, and its trend in one variable."""
    return trend_program(node, ctx.prec).run(
        {
            key: Moving(values, Trend.INCREASING if key == name else Trend.CONSTANT)
            for key, values in box.items()
        }
    )


def check_movement(
    node: Expression, name: str, box: dict[str, Interval], points: list[dict[str, Fraction]]
) -> None:
    """Compare the claims for a box with the differences between points that differ in one name."""
    moving = trend_over(node, name, box)
    sloped = slope_over(node, name, box, ctx.prec)
    known = [(point[name], value_at(node, point)) for point in points]
    known = sorted((x, value) for x, value in known if value is not None)
    for (x, first), (y, second) in pairwise(known):
        if x == y:
            continue
        rise = second - first
        noise = ROUNDING * (abs(first) + abs(second) + 1)
        claim = f"{node} rises by {rise} from {x} to {y}"
        assert moving.trend is not Trend.CONSTANT or abs(rise) <= noise, claim
        assert moving.trend is not Trend.INCREASING or rise >= -noise, claim
        assert moving.trend is not Trend.DECREASING or rise <= noise, claim
        if sloped.values.total:
            quotient = rise / number(y - x)
            spread = noise / number(y - x)
            low, high = end_value(sloped.slope.lower), end_value(sloped.slope.upper)
            is_near = low <= quotient + spread and quotient - spread <= high
            assert is_near, f"{claim}, a slope of {quotient} outside {sloped.slope}"


@fixed
@given(node=formulas(), x=boxes(), y=boxes())
def test_claims_hold_for_formulas_of_the_field(node: Expression, x: Box, y: Box) -> None:
    """Where a formula is said to rise, fall or stay in x, it does; and at no other slope."""
    fixed_value = y[1][-1]
    if max(abs(point) for point in (*x[1], fixed_value)) > 10**4:
        return
    points = [{"x": point, "y": fixed_value} for point in x[1]]
    check_movement(node, "x", {"x": x[0], "y": y[0]}, points)


@pytest.mark.few(9, without="counting/")
@pytest.mark.parametrize("theorem", THEOREMS.values(), ids=lambda theorem: theorem.id)
def test_claims_hold_for_the_constraints_of_every_theorem(theorem: Theorem) -> None:
    """Both sides of every constraint move with every quantity as is claimed over a box."""
    (point,) = feasible_points(theorem.id, 1)
    for name in solvable_names(theorem):
        own = point[name]
        points = [{**point, name: own + abs(own) * Fraction(step, 10)} for step in range(6)]
        low, high = points[0][name], points[-1][name]
        box = {key: exact_interval(value) for key, value in point.items()}
        box[name] = hull(low, high)
        for relation in constraints(theorem):
            expanded = relation.substitute(theorem.definition_values)
            for side in (expanded.left, expanded.right):
                with ctx.workprec(256), mp.workdps(120):
                    check_movement(side, name, box, points)


@pytest.mark.parametrize(
    ("node", "low", "high", "trend"),
    [
        (X * exp(X), 0, 5, Trend.INCREASING),
        (1 / X, 1, 5, Trend.DECREASING),
        (X * Y - Y * X, 0, 5, Trend.UNKNOWN),
        (ceil(X) * 2, -5, 5, Trend.INCREASING),
        (maximum(X, -X), 1, 5, Trend.UNKNOWN),
        (X**2, -5, -1, Trend.DECREASING),
        (X ** as_expression("0.5"), 0, 9, Trend.INCREASING),
        (as_expression(3), 0, 1, Trend.CONSTANT),
    ],
)
def test_trends_of_simple_formulas(node: Expression, low: int, high: int, trend: Trend) -> None:
    """The rules give the trend that they can, and no more."""
    box = {"x": hull(Fraction(low), Fraction(high)), "y": hull(Fraction(1), Fraction(2))}
    assert trend_over(node, "x", box).trend is trend


@pytest.mark.parametrize(
    ("node", "low", "high"),
    [
        (X * X - X, 1, 5),
        (exp(X) / (exp(X) + 1), 0, Fraction(1, 8)),
        (X + exp(-X), 1, 9),
    ],
)
def test_slopes_settle_what_trends_cannot(node: Expression, low: int, high: int) -> None:
    """A difference or quotient of two rising terms has a slope of one sign."""
    box = {"x": hull(Fraction(low), Fraction(high))}
    assert trend_over(node, "x", box).trend is Trend.UNKNOWN
    assert slope_over(node, "x", box, ctx.prec).slope.lower >= 0
