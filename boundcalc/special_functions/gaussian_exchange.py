"""The exchange of two normal laws, Phi(u/2 - e/u) - exp(e) Phi(-u/2 - e/u), as one function.

Its two terms cancel almost, and so do those of its derivatives, so that intervals of the formula
are far too wide.
As one function it is simple: it falls with e, with the slope -exp(e) Phi(-u/2 - e/u), and grows
with u, with the slope of the normal density at u/2 - e/u (the densities at the two arguments differ
by the factor exp(e), and cancel exactly); it lies between 0 and 1.
So its range over a box is that between two corners.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

import numpy as np
from flint import arb, ctx

from boundcalc.enclosures.branch_and_bound import KnownFunction
from boundcalc.enclosures.gradients import Graded, scaled
from boundcalc.enclosures.interval_arrays import ARRAYS, Mask, Spread, spread_of
from boundcalc.enclosures.slope_rules import Sloped
from boundcalc.evaluation.derivatives import normal_density
from boundcalc.language.expressions import Expression, is_operation
from boundcalc.language.functions import exp, phi
from boundcalc.language.operators import Operator

_PRECISION = 96
_add = ARRAYS.operators[Operator.ADD]
_negate = ARRAYS.operators[Operator.NEGATE]
_multiply = ARRAYS.operators[Operator.MULTIPLY]
_divide = ARRAYS.operators[Operator.DIVIDE]
_HALF = spread_of(Fraction(1, 2))


def exchange_of(node: Expression) -> tuple[Expression, Expression] | None:
    """Return e and u where an expression is written as their exchange, else None.

    Examples
    --------
    >>> from boundcalc.language import Symbol
    >>> e, u = Symbol("e"), Symbol("u")
    >>> exchange_of(phi(u / 2 - e / u) - exp(e) * phi(-u / 2 - e / u)) == (e, u)
    True
    >>> exchange_of(phi(u / 2 - e / u) - exp(e) * phi(u / 2 - e / u)) is None
    True
    """
    for part in node.operands if is_operation(node, Operator.ADD) else ():
        if not is_operation(part, Operator.PHI):
            continue
        for inner in part.operands[0].walk():
            if is_operation(inner, Operator.DIVIDE):
                shift, scale = inner.operands
                if node == _formula(shift, scale):
                    return shift, scale
    return None


def _formula(shift: Expression, scale: Expression) -> Expression:
    near, far = scale / 2 - shift / scale, -scale / 2 - shift / scale
    return phi(near) - exp(shift) * phi(far)


def exchange_graded(shift: Graded, scale: Graded) -> Graded:
    """Return the exchange of a shift and a positive scale, with its slopes."""
    values = exchange_values(shift.values, scale.values)
    if not shift.slope and not scale.slope:
        return Sloped(values, {})
    e, u = shift.values, scale.values
    ratio, half = _divide(e, u), _multiply(_HALF, u)
    near, far = _add(half, _negate(ratio)), _negate(_add(half, ratio))
    by_shift = _negate(
        _multiply(ARRAYS.operators[Operator.EXP](e), ARRAYS.operators[Operator.PHI](far))
    )
    by_scale = normal_density(ARRAYS, near)
    slopes = scaled((by_shift, shift.slope), (by_scale, scale.slope))
    is_known = u.lower >= 0
    return Sloped(values, {name: _where(is_known, slope) for name, slope in slopes.items()})


def _where(is_known: Mask, x: Spread) -> Spread:
    """Return a spread with nothing known of the other cells."""
    lower, upper = np.where(is_known, x.lower, -np.inf), np.where(is_known, x.upper, np.inf)
    return Spread(lower, upper, x.total)


def exchange_values(shift: Spread, scale: Spread) -> Spread:
    """Return the values of the exchange of a shift and a positive scale."""
    parts = np.broadcast_arrays(shift.lower, shift.upper, scale.lower, scale.upper)
    rows = zip(*(part.ravel().tolist() for part in parts), strict=True)
    ends = [_ends(*row) for row in rows]
    shape = parts[0].shape
    low = np.array([end[0] for end in ends], dtype=np.float64).reshape(shape)
    high = np.array([end[1] for end in ends], dtype=np.float64).reshape(shape)
    return Spread(low, high, shift.total & scale.total & (scale.lower > 0))


def _ends(
    least_shift: float, most_shift: float, least_scale: float, most_scale: float
) -> tuple[float, float]:
    if not least_scale >= 0:
        return -math.inf, math.inf
    low, high = 0.0, 1.0
    if math.isfinite(most_shift) and least_scale > 0:
        low = _corner(most_shift, least_scale)[0]
    if math.isfinite(least_shift) and math.isfinite(most_scale) and most_scale > 0:
        high = _corner(least_shift, most_scale)[1]
    return low, high


@lru_cache(maxsize=65_536)
def _corner(shift: float, scale: float) -> tuple[float, float]:
    """Return doubles below and above the value at a point."""
    with ctx.workprec(_PRECISION):
        e, u = arb(shift), arb(scale)
        root = arb(2).sqrt()
        near, far = (e / u - u / 2) / root, (e / u + u / 2) / root
        value = (near.erfc() - e.exp() * far.erfc()) / 2
        low, high = value.lower(), value.upper()
    if not (low.is_finite() and high.is_finite()):
        return 0.0, 1.0
    below = math.nextafter(float(low), -math.inf)
    return max(below, 0.0), min(math.nextafter(float(high), math.inf), 1.0)


GAUSSIAN_EXCHANGE = KnownFunction(exchange_of, exchange_values, exchange_graded)
