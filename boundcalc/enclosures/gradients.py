"""Gradients over whole arrays: how an expression moves with several variables at once.

Arithmetic of pairs: the values of an expression in every cell, and for each variable an interval of
coefficients s such that f(x) - f(c) is the sum of s (x - c) for any two points of the cell at which
the expression is defined.
Coefficients are those of difference quotients, so that kinks, and roots that vanish at an edge, do
no harm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

import numpy as np

from boundcalc.enclosures.interval_arrays import ARRAYS, Spread, integer_power, spread_of
from boundcalc.evaluation.derivatives import ERRATIC, derivatives
from boundcalc.language.errors import ExpressionError
from boundcalc.language.operators import Operator

Slopes = Mapping[str, Spread]

_add = ARRAYS.operators[Operator.ADD]
_negate = ARRAYS.operators[Operator.NEGATE]
_multiply = ARRAYS.operators[Operator.MULTIPLY]
_divide = ARRAYS.operators[Operator.DIVIDE]
_ln = ARRAYS.operators[Operator.LN]
_exp = ARRAYS.operators[Operator.EXP]
_ONE = spread_of(Fraction(1))
_ZERO = spread_of(Fraction(0))


@dataclass(frozen=True, slots=True)
class Graded:
    """The values of an expression in every cell, and its slopes; a variable without one is fixed.

    The masks of the slopes mean nothing.
    """

    values: Spread
    slopes: Slopes


def moving(name: str, values: Spread) -> Graded:
    """Return the variable `name` itself, over the given values."""
    return Graded(values, {name: _ONE})


def steady(values: Spread) -> Graded:
    """Return what is the same number at all points of a cell."""
    return Graded(values, {})


def scaled(*parts: tuple[Spread | None, Slopes]) -> Slopes:
    """Return the sum of slopes, each times a factor; no factor is one."""
    found: dict[str, Spread] = {}
    for factor, slopes in parts:
        for name, slope in slopes.items():
            term = slope if factor is None else _multiply(factor, slope)
            found[name] = _add(found[name], term) if name in found else term
    return found


def _reciprocal_of_nonnegative(x: Spread) -> Spread:
    """Return 1 / x over the positive numbers of each interval."""
    positive = Spread(np.maximum(x.lower, 0.0), np.maximum(x.upper, 0.0), x.total)
    return _divide(_ONE, positive)


# --- the rules ---------------------------------------------------------------------------------


def _sum(*terms: Graded) -> Graded:
    values = _add(*(term.values for term in terms))
    return Graded(values, scaled(*((None, term.slopes) for term in terms)))


def _minus(x: Graded) -> Graded:
    return Graded(_negate(x.values), {name: _negate(slope) for name, slope in x.slopes.items()})


def _product(*factors: Graded) -> Graded:
    product = factors[0]
    for factor in factors[1:]:
        slopes = scaled((factor.values, product.slopes), (product.values, factor.slopes))
        product = Graded(_multiply(product.values, factor.values), slopes)
    return product


def _quotient(x: Graded, y: Graded) -> Graded:
    values = _divide(x.values, y.values)
    if not x.slopes and not y.slopes:
        return steady(values)
    inverse = _divide(_ONE, y.values)
    top = scaled((None, x.slopes), (_negate(values), y.slopes))
    return Graded(values, scaled((inverse, top)))


def _power(base: Graded, exponent: Graded) -> Graded:
    function = ARRAYS.operators[Operator.POWER]
    values = function(base.values, exponent.values)
    parts: list[tuple[Spread | None, Slopes]] = []
    if base.slopes:
        lower = function(base.values, _add(exponent.values, _negate(_ONE)))
        parts.append((_multiply(exponent.values, lower), base.slopes))
    if exponent.slopes:
        parts.append((_multiply(values, _ln(base.values)), exponent.slopes))
    return Graded(values, scaled(*parts))


def _smooth(
    operator: Operator, derivative: Callable[[Spread, Spread], Spread]
) -> Callable[[Graded], Graded]:
    """Return the rule of a smooth function; its derivative is given the operand and the value."""
    function = ARRAYS.operators[operator]

    def apply(x: Graded) -> Graded:
        values = function(x.values)
        if not x.slopes:
            return steady(values)
        return Graded(values, scaled((derivative(x.values, values), x.slopes)))

    return apply


def _logarithm(base: Graded, x: Graded) -> Graded:
    ln = Gradients.operators[Operator.LN]
    return _quotient(ln(x), ln(base))


def _either(spreads: list[Spread]) -> Spread:
    return Spread(
        reduce(np.minimum, [spread.lower for spread in spreads]),
        reduce(np.maximum, [spread.upper for spread in spreads]),
        reduce(np.logical_and, [spread.total for spread in spreads]),
    )


def _extremum(operator: Operator) -> Callable[..., Graded]:
    """Return the rule of a maximum or a minimum, whose slopes lie among those of its operands."""
    function = ARRAYS.operators[operator]

    def apply(*operands: Graded) -> Graded:
        values = function(*(operand.values for operand in operands))
        names = {name for operand in operands for name in operand.slopes}
        slopes = {
            name: _either([operand.slopes.get(name, _ZERO) for operand in operands])
            for name in names
        }
        return Graded(values, slopes)

    return apply


def _absolute(x: Graded) -> Graded:
    return _extremum(Operator.MAX)(x, _minus(x))


def _erratic(operator: Operator) -> Callable[..., Graded]:
    """Return the rule of a function of whose slopes nothing is said."""
    function = ARRAYS.operators[operator]

    def apply(*operands: Graded) -> Graded:
        values = function(*(operand.values for operand in operands))
        names = {name for operand in operands for name in operand.slopes}
        anything = Spread(np.array(-np.inf), np.array(np.inf), np.array(True))
        return Graded(values, dict.fromkeys(names, anything))

    return apply


def _lambert_w(branch: Graded, x: Graded) -> Graded:
    """Return the rule of the inverse of w e^w, whose derivative is 1/(x + e^w), on one branch."""
    values = ARRAYS.operators[Operator.LAMBERT_W](branch.values, x.values)
    derivative = _divide(_ONE, _add(x.values, _exp(values)))
    return Graded(values, scaled((derivative, x.slopes)))


class Gradients:
    """Arithmetic of values with gradients."""

    operators: Mapping[Operator, Callable[..., Graded]] = {
        Operator.ADD: _sum,
        Operator.MULTIPLY: _product,
        Operator.NEGATE: _minus,
        Operator.DIVIDE: _quotient,
        Operator.POWER: _power,
        Operator.LOG: _logarithm,
        Operator.ABS: _absolute,
        Operator.MAX: _extremum(Operator.MAX),
        Operator.MIN: _extremum(Operator.MIN),
        **{
            operator: _smooth(operator, derivative)
            for operator, derivative in derivatives(ARRAYS, _reciprocal_of_nonnegative).items()
        },
        Operator.LAMBERT_W: _lambert_w,
        **{operator: _erratic(operator) for operator in ERRATIC},
    }

    def number(self, value: Fraction) -> Graded:
        """Return a fixed number."""
        return steady(spread_of(value))

    def constant(self, name: str) -> Graded:
        """Return e or pi."""
        return steady(ARRAYS.constant(name))

    def integer_power(self, base: Graded, exponent: int) -> Graded:
        """Return an integer power with its slopes."""
        if exponent < 0:  # a slope across a pole is that of the quotient
            return _quotient(steady(_ONE), self.integer_power(base, -exponent))
        values = integer_power(base.values, exponent)
        if not base.slopes or exponent == 0:
            return steady(values)
        factor = _multiply(spread_of(Fraction(exponent)), integer_power(base.values, exponent - 1))
        return Graded(values, scaled((factor, base.slopes)))

    def summation(self, lower: Graded, upper: Graded, body: Callable[[Graded], Graded]) -> Graded:
        """Refuse: sums are left to intervals of one cell."""
        raise ExpressionError("a sum cannot be evaluated over arrays")


GRADIENTS = Gradients()
