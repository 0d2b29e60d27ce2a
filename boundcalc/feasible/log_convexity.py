"""Valleys: a relation whose excess is convex in the logarithm holds on one interval, or nowhere.

Where a product of powers must stay below another, the logarithm of their quotient is the excess.
If its second derivative is nowhere negative, doubles look for its lowest point; what they find is
proved by the values and slopes at two points beside it, of which nothing is assumed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import ctx

from boundcalc.enclosures.decisions import RelationEvaluator, Truth, interval_program
from boundcalc.enclosures.interval import ZERO, exact_interval, hull
from boundcalc.evaluation.doubles import FLOATS, float_program
from boundcalc.evaluation.programs import Program
from boundcalc.language.expressions import Expression, Operation, Relation, as_expression
from boundcalc.language.functions import ln
from boundcalc.language.operators import Operator, Sense
from boundcalc.monotonicity.signs import MOST_NODES, derivative
from boundcalc.monotonicity.slopes import slope_over

_PRECISION = 512  # of the whole range, which resolves the open ends of a domain
_POINT_PRECISION = 128
_STEPS_OF_TEN = range(-16, 121, 2)
_BESIDE = 1e-3  # the share of a value, within which it is looked beside it
_SHRINKS = 45
_GOLDEN = (math.sqrt(5) - 1) / 2
_SHARES = (
    2.0**-24,
    2.0**-18,
    2.0**-12,
)  # of the lowest point, by which the two points lie beside it
Values = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Valley:
    """A point at which the relation holds, below and above which it stops at most once.

    `inside` is None where it is proved to hold nowhere.
    """

    inside: Fraction | None


def find_valley(
    relation: Relation,
    name: str,
    first: Fraction,
    last: Fraction,
    values: Values,
    near: Fraction | None = None,
) -> Valley | None:
    """Return where a relation holds between two values of a variable; None if this is not known.

    Parameters
    ----------
    relation : Relation
        Its only symbols are `name` and those of `values`.
    name : str
        The variable, a real number.
    first, last : Fraction
        The ends of its range.
    values : mapping from name to Fraction
        The other variables.
    near : Fraction or None
        Where the relation is about closest to hold, if that is known; it saves steps alone.

    Examples
    --------
    >>> from boundcalc.language import Symbol, exp
    >>> x, a = Symbol("x"), Symbol("a")
    >>> find_valley(exp(x**2) / x <= a, "x", Fraction(1, 100), Fraction(100), {"a": Fraction(1)})
    Valley(inside=None)
    """
    found = _logarithmic(relation)
    if found is None or first < 0 or first >= last:
        return None
    excess, factors = found
    if not _is_convex(excess, factors, name, (first, last), values):
        return None
    height = float_program(_moving(excess, name)).bound(
        {key: FLOATS.number(value) for key, value in values.items()}
    )
    beyond = None if near is None or not first < near < last else float(near - first)
    lowest = _lowest(height, name, float(first), float(last - first), beyond)
    if lowest is None:
        return None
    bottom = min(max(first + Fraction(lowest), first), last)
    truth = RelationEvaluator(relation).at({**values, name: bottom}).truth
    if truth is Truth.TRUE:
        return Valley(bottom)
    if truth is Truth.FALSE and _is_above(excess, name, values, bottom, (first, last)):
        return Valley(None)
    return None


@lru_cache(maxsize=1024)
def _logarithmic(relation: Relation) -> tuple[Expression, tuple[Expression, ...]] | None:
    """Return the logarithm of the quotient of both sides, and the factors that must be positive."""
    if relation.sense in (Sense.EQ, Sense.NE):
        return None
    is_below = relation.sense.is_upper
    small, great = (relation.left, relation.right) if is_below else (relation.right, relation.left)
    if small.size + great.size > MOST_NODES:
        return None
    factors: list[Expression] = []
    excess = _logarithm(small, factors) - _logarithm(great, factors)
    return excess, tuple(factors)


def _logarithm(node: Expression, factors: list[Expression]) -> Expression:
    """Return the logarithm of an expression, where the factors that are appended are positive."""
    if isinstance(node, Operation):
        parts = node.operands
        if node.operator is Operator.EXP:
            return parts[0]
        if node.operator is Operator.MULTIPLY:
            total = _logarithm(parts[0], factors)
            for part in parts[1:]:
                total = total + _logarithm(part, factors)
            return total
        if node.operator is Operator.DIVIDE:
            return _logarithm(parts[0], factors) - _logarithm(parts[1], factors)
        if node.operator is Operator.POWER:
            return parts[1] * _logarithm(parts[0], factors)
    factors.append(node)
    return ln(node)


def _moving(node: Expression, name: str) -> Expression:
    """Return a sum without its terms that do not move with the variable."""
    if isinstance(node, Operation):
        if node.operator is Operator.NEGATE:
            return -_moving(node.operands[0], name)
        if node.operator is Operator.ADD:
            kept = [_moving(part, name) for part in node.operands if name in part.names()]
            total = as_expression(0)
            for part in kept:
                total = total + part
            return total
    return node


def _is_convex(
    excess: Expression,
    factors: tuple[Expression, ...],
    name: str,
    ends: tuple[Fraction, Fraction],
    values: Values,
) -> bool:
    """Return whether every factor is positive, and the second derivative nowhere negative."""
    second = derivative(excess, name, 2)
    if second is None:
        return False
    with ctx.workprec(_PRECISION):
        box = {key: exact_interval(value) for key, value in values.items()}
        box[name] = hull(*ends)
        for factor in factors:
            reached = interval_program(factor, ctx.prec).run(box)
            if not (reached.total and reached.lower > 0):
                return False
        return second.sign_over(box) in (0, 1)


def _lowest(
    height: Program[float], name: str, first: float, width: float, near: float | None
) -> float | None:
    """Return how far beyond the first value the height seems to be least, or None.

    It is looked for beside `near` first.
    """

    def at(logarithm: float) -> float:
        try:
            found = height.run({name: first + math.exp(logarithm)})
        except (OverflowError, ValueError, ZeroDivisionError):
            return math.inf
        return found if math.isfinite(found) else math.inf

    if near:
        middle = math.log(near)
        if at(middle - _BESIDE) > at(middle) < at(middle + _BESIDE):
            return math.exp(_least_between(at, middle - _BESIDE, middle + _BESIDE))
    most = math.log(width) if width < math.inf else 0.0
    grid = [power * math.log(10) for power in _STEPS_OF_TEN if power * math.log(10) < most]
    heights = [at(point) for point in grid]
    if not heights or min(heights) == math.inf:
        return None
    place = heights.index(min(heights))
    if not place:
        return 0.0
    low, high = grid[max(place - 1, 0)], grid[place + 1] if place + 1 < len(grid) else most
    return math.exp(_least_between(at, low, high))


def _least_between(at: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function that falls and then rises is least, by golden sections."""
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    by_left, by_right = at(left), at(right)
    for _ in range(_SHRINKS):
        if by_left <= by_right:
            high, right, by_right = right, left, by_left
            left = high - _GOLDEN * (high - low)
            by_left = at(left)
        else:
            low, left, by_left = left, right, by_right
            right = low + _GOLDEN * (high - low)
            by_right = at(right)
    return (low + high) / 2


def _is_above(
    excess: Expression,
    name: str,
    values: Values,
    bottom: Fraction,
    ends: tuple[Fraction, Fraction],
) -> bool:
    """Return whether a convex excess is above zero, by its values and slopes beside the bottom.

    Left of a point of negative slope it is above its value there, right of one of positive slope
    likewise, and between the two above the tangent of either.
    """
    first, last = ends
    for share in _SHARES:
        step = (bottom - first) * Fraction(share)
        left, right = max(bottom - step, first), min(bottom + step, last)
        with ctx.workprec(_POINT_PRECISION):
            box = {key: exact_interval(value) for key, value in values.items()}
            below, above = (
                slope_over(excess, name, {**box, name: exact_interval(point)}, ctx.prec)
                for point in (left, right)
            )
            is_between = (left == first or below.slope.upper <= 0) and (
                right == last or above.slope.lower >= 0
            )
            if not (is_between and below.values.total and above.values.total):
                continue
            width = exact_interval(right - left)
            falls = below.slope.lower if below.slope.lower < 0 else ZERO
            tangent = (below.values.lower + falls * width.upper).lower()
            if below.values.lower > 0 and above.values.lower > 0 and tangent > 0:
                return True
    return False
