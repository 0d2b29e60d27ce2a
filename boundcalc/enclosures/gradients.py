"""Gradients over whole arrays: how an expression moves with several variables at once.

Arithmetic of pairs: the values of an expression in every cell, and for each variable an interval of
coefficients s such that f(x) - f(c) is the sum of s (x - c) for any two points of the cell at which
the expression is defined.
Coefficients are those of difference quotients, so that kinks, and roots that vanish at an edge, do
no harm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce

import numpy as np

from boundcalc.enclosures.interval_arrays import ARRAYS, Spread, integer_power, spread_of
from boundcalc.enclosures.slope_rules import Sloped, SlopeRules
from boundcalc.language.errors import ExpressionError
from boundcalc.language.operators import Operator

Slopes = Mapping[str, Spread]
Graded = Sloped[Spread, Slopes]  # a variable without a slope is fixed; masks of slopes mean nothing

_add = ARRAYS.operators[Operator.ADD]
_multiply = ARRAYS.operators[Operator.MULTIPLY]
_divide = ARRAYS.operators[Operator.DIVIDE]
_negate = ARRAYS.operators[Operator.NEGATE]
_ONE = spread_of(Fraction(1))
_ZERO = spread_of(Fraction(0))


def moving(name: str, values: Spread) -> Graded:
    """Return the variable `name` itself, over the given values."""
    return Sloped(values, {name: _ONE})


def steady(values: Spread) -> Graded:
    """Return what is the same number at all points of a cell."""
    return Sloped(values, {})


def scaled(*parts: tuple[Spread | None, Slopes]) -> Slopes:
    """Return the sum of slopes, each times a factor; no factor is one."""
    found: dict[str, Spread] = {}
    for factor, slopes in parts:
        for name, slope in slopes.items():
            term = slope if factor is None else _multiply(factor, slope)
            found[name] = _add(found[name], term) if name in found else term
    return found


def _reciprocal(x: Spread) -> Spread:
    return _divide(_ONE, x)


def _reciprocal_of_nonnegative(x: Spread) -> Spread:
    """Return 1 / x over the positive numbers of each interval."""
    positive = Spread(np.maximum(x.lower, 0.0), np.maximum(x.upper, 0.0), x.total)
    return _divide(_ONE, positive)


def _either(spreads: list[Spread]) -> Spread:
    return Spread(
        reduce(np.minimum, [spread.lower for spread in spreads]),
        reduce(np.maximum, [spread.upper for spread in spreads]),
        reduce(np.logical_and, [spread.total for spread in spreads]),
    )


def _names(operands: tuple[Graded, ...]) -> set[str]:
    return {name for operand in operands for name in operand.slope}


class Gradients(SlopeRules[Spread, Slopes]):
    """Arithmetic of values with gradients."""

    def fixed(self, values: Spread) -> Graded:
        """Return what is the same number at all points of a cell."""
        return steady(values)

    def is_flat(self, slope: Slopes) -> bool:
        """Return whether no variable moves it."""
        return not slope

    def combined(self, *parts: tuple[Spread | None, Slopes]) -> Slopes:
        """Return the sum of slopes, each times a factor; no factor is one."""
        return scaled(*parts)

    def minus(self, x: Graded) -> Graded:
        """Return -x."""
        return Sloped(_negate(x.values), {name: _negate(slope) for name, slope in x.slope.items()})

    def absolute(self, x: Graded) -> Graded:
        """Return the greater of x and -x."""
        return self.operators[Operator.MAX](x, self.minus(x))

    def extremum(self, function: Callable[..., Spread]) -> Callable[..., Graded]:
        """Return the rule of a maximum or a minimum, whose slopes lie among its operands'."""

        def apply(*operands: Graded) -> Graded:
            values = function(*(operand.values for operand in operands))
            slopes = {
                name: _either([operand.slope.get(name, _ZERO) for operand in operands])
                for name in _names(operands)
            }
            return Sloped(values, slopes)

        return apply

    def with_unknown_slope(self, function: Callable[..., Spread]) -> Callable[..., Graded]:
        """Return the rule of a function of whose slopes nothing is said."""

        def apply(*operands: Graded) -> Graded:
            values = function(*(operand.values for operand in operands))
            anything = Spread(np.array(-np.inf), np.array(np.inf), np.array(True))
            return Sloped(values, dict.fromkeys(_names(operands), anything))

        return apply

    def integer_power(self, base: Graded, exponent: int) -> Graded:
        """Return an integer power with its slopes."""
        if exponent < 0:  # a slope across a pole is that of the quotient
            return self.quotient(steady(_ONE), self.integer_power(base, -exponent))
        values = integer_power(base.values, exponent)
        if not base.slope or exponent == 0:
            return steady(values)
        factor = _multiply(spread_of(Fraction(exponent)), integer_power(base.values, exponent - 1))
        return Sloped(values, scaled((factor, base.slope)))

    def summation(self, lower: Graded, upper: Graded, body: Callable[[Graded], Graded]) -> Graded:
        """Refuse: sums are left to intervals of one cell."""
        raise ExpressionError("a sum cannot be evaluated over arrays")


GRADIENTS = Gradients(ARRAYS, _reciprocal, _reciprocal_of_nonnegative)
