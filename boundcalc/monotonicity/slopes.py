"""Slopes: how steeply an expression moves with one variable over a box.

Arithmetic of pairs: an enclosure of the values over the box, and one of all difference quotients in
the chosen variable, which at a kink of a maximum or an absolute value is that of both sides.
Where the trends of factors disagree, the sign of the slope still tells how the whole moves.
A slope is claimed for the points of the box at which the expression is defined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from boundcalc.enclosures.interval import (
    EVERYWHERE,
    INFINITY,
    MINUS_INFINITY,
    ONE,
    ZERO,
    Interval,
    exact_interval,
)
from boundcalc.enclosures.interval_arithmetic import INTERVALS, integer_power, reciprocal, total_of
from boundcalc.enclosures.sums import terms_of
from boundcalc.evaluation.derivatives import ERRATIC, derivatives
from boundcalc.evaluation.programs import Program, compile_expression
from boundcalc.language.expressions import Expression
from boundcalc.language.operators import Operator

FLAT = Interval(ZERO, ZERO)
STEADY = Interval(ONE, ONE)

_add = INTERVALS.operators[Operator.ADD]
_negate = INTERVALS.operators[Operator.NEGATE]
_multiply = INTERVALS.operators[Operator.MULTIPLY]
_divide = INTERVALS.operators[Operator.DIVIDE]
_exp = INTERVALS.operators[Operator.EXP]
_ln = INTERVALS.operators[Operator.LN]


@dataclass(frozen=True, slots=True)
class Sloped:
    """The values of an expression over a box, and its difference quotients there."""

    values: Interval
    slope: Interval

    @property
    def is_flat(self) -> bool:
        """Whether the expression does not move with the variable."""
        return bool(self.slope.lower.is_zero() and self.slope.upper.is_zero())


def _steepness(factor: Interval, slope: Interval) -> Interval:
    """Return the slope of a function of slope `factor` of an operand of slope `slope`."""
    if slope.lower.is_zero() and slope.upper.is_zero():
        return FLAT
    found = _multiply(factor, slope)
    return EVERYWHERE if found.is_nowhere else found


def _either(slopes: list[Interval]) -> Interval:
    """Return the least interval that contains all slopes."""
    low, high = slopes[0].lower, slopes[0].upper
    for slope in slopes[1:]:
        low = slope.lower if slope.lower < low else low
        high = slope.upper if slope.upper > high else high
    return Interval(low, high)


def _sum(*terms: Sloped) -> Sloped:
    return Sloped(_add(*(term.values for term in terms)), _add(*(term.slope for term in terms)))


def _minus(x: Sloped) -> Sloped:
    return Sloped(_negate(x.values), _negate(x.slope))


def _product(*factors: Sloped) -> Sloped:
    product = factors[0]
    for factor in factors[1:]:
        slope = _add(
            _steepness(factor.values, product.slope), _steepness(product.values, factor.slope)
        )
        product = Sloped(_multiply(product.values, factor.values), slope)
    return product


def _quotient(x: Sloped, y: Sloped) -> Sloped:
    inverse = reciprocal(y.values)
    values = _multiply(x.values, inverse)
    if y.is_flat:
        return Sloped(values, _steepness(inverse, x.slope))
    top = _add(x.slope, _negate(_steepness(values, y.slope)))
    return Sloped(values, _steepness(inverse, top))


def _power(base: Sloped, exponent: Sloped) -> Sloped:
    function = INTERVALS.operators[Operator.POWER]
    values = function(base.values, exponent.values)
    lower_exponent = _add(exponent.values, Interval(-ONE, -ONE))
    by_base = _multiply(exponent.values, function(base.values, lower_exponent))
    by_exponent = _multiply(values, _ln(base.values))
    slope = _add(_steepness(by_base, base.slope), _steepness(by_exponent, exponent.slope))
    return Sloped(values, slope)


def _smooth(
    operator: Operator, derivative: Callable[[Interval, Interval], Interval]
) -> Callable[[Sloped], Sloped]:
    """Return the rule of a smooth function; its derivative is given the operand and the value."""
    function = INTERVALS.operators[operator]

    def apply(x: Sloped) -> Sloped:
        values = function(x.values)
        slope = FLAT if x.is_flat else _steepness(derivative(x.values, values), x.slope)
        return Sloped(values, slope)

    return apply


def _reciprocal(x: Interval) -> Interval:
    return integer_power(x, -1)


def _logarithm(base: Sloped, x: Sloped) -> Sloped:
    ln = Slopes.operators[Operator.LN]
    return _quotient(ln(x), ln(base))


def _absolute(x: Sloped) -> Sloped:
    values = INTERVALS.operators[Operator.ABS](x.values)
    if x.values.lower >= 0:
        return x
    if x.values.upper <= 0:
        return _minus(x)
    return Sloped(values, _either([x.slope, _negate(x.slope)]))


def _extremum(operator: Operator) -> Callable[..., Sloped]:
    function = INTERVALS.operators[operator]

    def apply(*operands: Sloped) -> Sloped:
        values = function(*(operand.values for operand in operands))
        reached = [
            operand.slope
            for operand in operands
            if not (operand.values.upper < values.lower or operand.values.lower > values.upper)
        ]
        return Sloped(values, _either(reached) if reached else EVERYWHERE)

    return apply


def _erratic(operator: Operator) -> Callable[..., Sloped]:
    function = INTERVALS.operators[operator]

    def apply(*operands: Sloped) -> Sloped:
        values = function(*(operand.values for operand in operands))
        is_flat = all(operand.is_flat for operand in operands) or bool(values.lower == values.upper)
        return Sloped(values, FLAT if is_flat else Interval(MINUS_INFINITY, INFINITY))

    return apply


def _lambert_w(branch: Sloped, x: Sloped) -> Sloped:
    values = INTERVALS.operators[Operator.LAMBERT_W](branch.values, x.values)
    derivative = _reciprocal(_add(x.values, _exp(values)))
    return Sloped(values, _steepness(derivative, x.slope))


class Slopes:
    """Arithmetic of values with slopes."""

    operators: Mapping[Operator, Callable[..., Sloped]] = {
        Operator.ADD: _sum,
        Operator.MULTIPLY: _product,
        Operator.NEGATE: _minus,
        Operator.DIVIDE: _quotient,
        Operator.POWER: _power,
        Operator.LOG: _logarithm,
        Operator.ABS: _absolute,
        Operator.MAX: _extremum(Operator.MAX),
        Operator.MIN: _extremum(Operator.MIN),
        Operator.LAMBERT_W: _lambert_w,
        **{
            operator: _smooth(operator, derivative)
            for operator, derivative in derivatives(INTERVALS, _reciprocal).items()
        },
        **{operator: _erratic(operator) for operator in ERRATIC},
    }

    def number(self, value: Fraction) -> Sloped:
        """Return a fixed number."""
        return Sloped(INTERVALS.number(value), FLAT)

    def constant(self, name: str) -> Sloped:
        """Return e or pi."""
        return Sloped(INTERVALS.constant(name), FLAT)

    def integer_power(self, base: Sloped, exponent: int) -> Sloped:
        """Return an integer power with its slope."""
        factor = _multiply(exact_interval(exponent), integer_power(base.values, exponent - 1))
        return Sloped(integer_power(base.values, exponent), _steepness(factor, base.slope))

    def summation(self, lower: Sloped, upper: Sloped, body: Callable[[Sloped], Sloped]) -> Sloped:
        """Return the sum; its slope is known where the range is fixed."""
        terms = terms_of(
            lower.values, upper.values, lambda index: body(Sloped(index, FLAT)), _values_of
        )
        if terms is None:
            return Sloped(EVERYWHERE, EVERYWHERE)
        total = total_of(terms, _values_of)
        is_known = lower.is_flat and upper.is_flat and total.total
        return Sloped(total, total_of(terms, _slope_of) if is_known else EVERYWHERE)


def _values_of(term: Sloped) -> Interval:
    return term.values


def _slope_of(term: Sloped) -> Interval:
    return term.slope


SLOPES = Slopes()


@lru_cache(maxsize=8192)
def slope_program(expression: Expression, precision: int) -> Program[Sloped]:
    """Return the program of an expression with slopes, constants enclosed at a precision in bits.

    The precision of the Arb context must be the same while it is called.
    """
    return compile_expression(expression, SLOPES)


def slope_over(
    expression: Expression, name: str, box: Mapping[str, Interval], precision: int
) -> Sloped:
    """Return the values of `expression` over `box` and its slopes in the variable `name`.

    The precision of the Arb context must be the one that is given.
    """
    return slope_program(expression, precision).run(
        {key: Sloped(values, STEADY if key == name else FLAT) for key, values in box.items()}
    )
