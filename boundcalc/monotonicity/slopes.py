"""Slopes: how steeply an expression moves with one variable over a box.

Arithmetic of pairs: an enclosure of the values over the box, and one of all difference quotients in
the chosen variable, which at a kink of a maximum or an absolute value is that of both sides.
Where the trends of factors disagree, the sign of the slope still tells how the whole moves.
A slope is claimed for the points of the box at which the expression is defined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from boundcalc.enclosures.interval_functions import INTERVALS, integer_power, reciprocal, total_of
from boundcalc.enclosures.slope_rules import Sloped, SlopeRules
from boundcalc.enclosures.sums import terms_of
from boundcalc.evaluation.programs import Program, compile_expression
from boundcalc.language.expressions import Expression
from boundcalc.language.operators import Operator

Steep = Sloped[Interval, Interval]  # the values over a box, and the difference quotients there
FLAT = Interval(ZERO, ZERO)
STEADY = Interval(ONE, ONE)

_add = INTERVALS.operators[Operator.ADD]
_negate = INTERVALS.operators[Operator.NEGATE]
_multiply = INTERVALS.operators[Operator.MULTIPLY]


def _is_flat(slope: Interval) -> bool:
    return slope is FLAT or bool(slope.lower.is_zero() and slope.upper.is_zero())


def _steepness(factor: Interval | None, slope: Interval) -> Interval:
    """Return the slope of a function of slope `factor` of an operand; no factor is one."""
    if factor is None or slope is FLAT:
        return slope
    if _is_flat(slope):
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


def _power_of_minus_one(x: Interval) -> Interval:
    return integer_power(x, -1)


class Slopes(SlopeRules[Interval, Interval]):
    """Arithmetic of values with slopes."""

    def fixed(self, values: Interval) -> Steep:
        """Return what does not move."""
        return Sloped(values, FLAT)

    def is_flat(self, slope: Interval) -> bool:
        """Return whether it does not move with the variable."""
        return _is_flat(slope)

    def combined(self, *parts: tuple[Interval | None, Interval]) -> Interval:
        """Return the sum of slopes, each times a factor; no factor is one."""
        terms = [term for part in parts if (term := _steepness(*part)) is not FLAT]
        return FLAT if not terms else terms[0] if len(terms) == 1 else _add(*terms)

    def minus(self, x: Steep) -> Steep:
        """Return -x."""
        return Sloped(_negate(x.values), FLAT if x.slope is FLAT else _negate(x.slope))

    def absolute(self, x: Steep) -> Steep:
        """Return x or -x, or both where zero is among its values."""
        if x.values.lower >= 0:
            return x
        if x.values.upper <= 0:
            return self.minus(x)
        values = INTERVALS.operators[Operator.ABS](x.values)
        return Sloped(values, _either([x.slope, _negate(x.slope)]))

    def extremum(self, function: Callable[..., Interval]) -> Callable[..., Steep]:
        """Return the rule of a maximum or a minimum: the slopes of operands that may be it."""

        def apply(*operands: Steep) -> Steep:
            values = function(*(operand.values for operand in operands))
            reached = [
                operand.slope
                for operand in operands
                if not (operand.values.upper < values.lower or operand.values.lower > values.upper)
            ]
            return Sloped(values, _either(reached) if reached else EVERYWHERE)

        return apply

    def with_unknown_slope(self, function: Callable[..., Interval]) -> Callable[..., Steep]:
        """Return the rule of a function that is known to be flat where it has one value."""

        def apply(*operands: Steep) -> Steep:
            values = function(*(operand.values for operand in operands))
            is_flat = all(_is_flat(operand.slope) for operand in operands)
            is_flat = is_flat or bool(values.lower == values.upper)
            return Sloped(values, FLAT if is_flat else Interval(MINUS_INFINITY, INFINITY))

        return apply

    def integer_power(self, base: Steep, exponent: int) -> Steep:
        """Return an integer power with its slope."""
        factor = _multiply(exact_interval(exponent), integer_power(base.values, exponent - 1))
        return Sloped(integer_power(base.values, exponent), _steepness(factor, base.slope))

    def summation(self, lower: Steep, upper: Steep, body: Callable[[Steep], Steep]) -> Steep:
        """Return the sum; its slope is known where the range is fixed."""
        terms = terms_of(
            lower.values, upper.values, lambda index: body(Sloped(index, FLAT)), _values_of
        )
        if terms is None:
            return Sloped(EVERYWHERE, EVERYWHERE)
        total = total_of(terms, _values_of)
        is_known = _is_flat(lower.slope) and _is_flat(upper.slope) and total.total
        return Sloped(total, total_of(terms, _slope_of) if is_known else EVERYWHERE)


def _values_of(term: Steep) -> Interval:
    return term.values


def _slope_of(term: Steep) -> Interval:
    return term.slope


SLOPES = Slopes(INTERVALS, reciprocal, _power_of_minus_one)


@lru_cache(maxsize=8192)
def slope_program(expression: Expression, precision: int) -> Program[Steep]:
    """Return the program of an expression with slopes, constants enclosed at a precision in bits.

    The precision of the Arb context must be the same while it is called.
    """
    return compile_expression(expression, SLOPES)


def slope_over(
    expression: Expression, name: str, box: Mapping[str, Interval], precision: int
) -> Steep:
    """Return the values of `expression` over `box` and its slopes in the variable `name`.

    The precision of the Arb context must be the one that is given.
    """
    return slope_program(expression, precision).run(
        {key: Sloped(values, STEADY if key == name else FLAT) for key, values in box.items()}
    )
