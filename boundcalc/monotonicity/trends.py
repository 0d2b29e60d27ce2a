"""Trends: whether an expression increases or decreases in one variable over a box.

Arithmetic of pairs: an enclosure of the values over the box, and the trend in the chosen variable
where all else is fixed.
The rules are those of calculus without derivatives (a product of nonnegative increasing factors is
increasing), so kinks of maximum, floor and absolute value do no harm.
A trend is claimed for the points of the box at which the expression is defined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache

from boundcalc.enclosures.interval import EVERYWHERE, Interval, exact_interval
from boundcalc.enclosures.interval_functions import INTERVALS, reciprocal, total_of
from boundcalc.enclosures.sums import terms_of
from boundcalc.evaluation.programs import Program, compile_expression, number_class
from boundcalc.language.expressions import Expression
from boundcalc.language.operators import Operator

_MINUS_ONE = exact_interval(-1)
_sum, _product = INTERVALS.operators[Operator.ADD], INTERVALS.operators[Operator.MULTIPLY]
_negated = INTERVALS.operators[Operator.NEGATE]


class Trend(Enum):
    """How an expression moves with a variable; increasing and decreasing are meant weakly."""

    CONSTANT = 0
    INCREASING = 1
    DECREASING = -1
    UNKNOWN = 2

    @property
    def flipped(self) -> Trend:
        """The trend of the negative."""
        if self is Trend.INCREASING:
            return Trend.DECREASING
        return Trend.INCREASING if self is Trend.DECREASING else self


@number_class
class Moving:
    """The values of an expression over a box, and its trend there."""

    values: Interval
    trend: Trend


def _joint(first: Trend, second: Trend) -> Trend:
    """Return the trend of a sum, a maximum or a minimum."""
    if first is second or second is Trend.CONSTANT:
        return first
    return second if first is Trend.CONSTANT else Trend.UNKNOWN


def _scaled(trend: Trend, factor: Interval) -> Trend:
    """Return the trend of a moving quantity times a fixed value of `factor`."""
    if trend is Trend.CONSTANT or factor.lower > factor.upper:
        return Trend.CONSTANT
    if factor.lower >= 0:
        return trend
    return trend.flipped if factor.upper <= 0 else Trend.UNKNOWN


def _lift(operator: Operator) -> Callable[..., Moving]:
    function = INTERVALS.operators[operator]

    def apply(*operands: Moving) -> Moving:
        trend = Trend.CONSTANT
        for operand in operands:
            trend = _joint(trend, operand.trend)
        return Moving(function(*[operand.values for operand in operands]), trend)

    return apply


def _falling(operator: Operator) -> Callable[[Moving], Moving]:
    lifted = _lift(operator)

    def apply(operand: Moving) -> Moving:
        moved = lifted(operand)
        return Moving(moved.values, moved.trend.flipped)

    return apply


def _along(operator: Operator, slope: Callable[[Interval], Interval]) -> Callable[[Moving], Moving]:
    """Return the rule of a function of one operand, given the enclosure of its slope."""
    function = INTERVALS.operators[operator]
    return lambda x: Moving(function(x.values), _scaled(x.trend, slope(x.values)))


def _inverse_square_of_cos(x: Interval) -> Interval:
    """Return the slope of the tangent where it has no pole, and everything else."""
    cos = INTERVALS.operators[Operator.COS](x)
    return INTERVALS.integer_power(cos, -2) if cos.lower > 0 or cos.upper < 0 else EVERYWHERE


def _multiply(*factors: Moving) -> Moving:
    product = factors[0]
    for factor in factors[1:]:
        trend = _joint(_scaled(product.trend, factor.values), _scaled(factor.trend, product.values))
        product = Moving(_product(product.values, factor.values), trend)
    return product


def _reciprocal_trend(x: Moving) -> Trend:
    if x.trend is Trend.CONSTANT:
        return Trend.CONSTANT
    has_sign = bool(x.values.lower >= 0) or bool(x.values.upper <= 0)
    return x.trend.flipped if has_sign else Trend.UNKNOWN


def _divide(x: Moving, y: Moving) -> Moving:
    inverse = reciprocal(y.values)
    values = _product(x.values, inverse)
    trend = _joint(_scaled(x.trend, inverse), _scaled(_reciprocal_trend(y), x.values))
    return Moving(values, trend)


def _power(base: Moving, exponent: Moving) -> Moving:
    values = INTERVALS.operators[Operator.POWER](base.values, exponent.values)
    if not base.values.lower >= 0:
        is_fixed = base.trend is Trend.CONSTANT and exponent.trend is Trend.CONSTANT
        return Moving(values, Trend.CONSTANT if is_fixed else Trend.UNKNOWN)
    excess = _sum(base.values, _MINUS_ONE)  # of the sign of ln(base)
    by_base = _scaled(base.trend, exponent.values)
    by_exponent = _scaled(exponent.trend, excess)
    return Moving(values, _joint(by_base, by_exponent))


def _log(base: Moving, x: Moving) -> Moving:
    ln = _lift(Operator.LN)
    return _divide(ln(x), ln(base))


def _absolute(x: Moving) -> Moving:
    values = INTERVALS.operators[Operator.ABS](x.values)
    if x.values.lower >= 0:
        return Moving(values, x.trend)
    is_negative = bool(x.values.upper <= 0) or x.trend is Trend.CONSTANT
    return Moving(values, x.trend.flipped if is_negative else Trend.UNKNOWN)


def _erratic(operator: Operator) -> Callable[..., Moving]:
    function = INTERVALS.operators[operator]

    def apply(*operands: Moving) -> Moving:
        is_fixed = all(operand.trend is Trend.CONSTANT for operand in operands)
        values = function(*(operand.values for operand in operands))
        return Moving(values, Trend.CONSTANT if is_fixed else Trend.UNKNOWN)

    return apply


def _binomial(top: Moving, bottom: Moving) -> Moving:
    """Return the binomial coefficient, which does not fall when only its upper number rises."""
    values = INTERVALS.operators[Operator.BINOMIAL](top.values, bottom.values)
    if bottom.trend is Trend.CONSTANT and values.total:
        return Moving(values, top.trend)
    is_fixed = top.trend is bottom.trend is Trend.CONSTANT
    return Moving(values, Trend.CONSTANT if is_fixed else Trend.UNKNOWN)


def _integer_power_trend(base: Moving, exponent: int) -> Trend:
    if exponent == 0 or base.trend is Trend.CONSTANT:
        return Trend.CONSTANT
    is_odd = exponent % 2 == 1
    if is_odd and exponent > 0:
        return base.trend
    if base.values.lower >= 0:
        return base.trend if exponent > 0 else base.trend.flipped
    if base.values.upper <= 0:
        grows = exponent < 0 and not is_odd
        return base.trend if grows else base.trend.flipped
    return Trend.UNKNOWN


class Trends:
    """Arithmetic of moving quantities."""

    operators: Mapping[Operator, Callable[..., Moving]] = {
        **{
            operator: _lift(operator)
            for operator in (
                Operator.ADD,
                Operator.SQRT,
                Operator.EXP,
                Operator.LN,
                Operator.MAX,
                Operator.MIN,
                Operator.FLOOR,
                Operator.CEIL,
                Operator.ERF,
                Operator.PHI,
                Operator.ARCTAN,
            )
        },
        Operator.SIN: _along(Operator.SIN, lambda x: INTERVALS.operators[Operator.COS](x)),
        Operator.COS: _along(
            Operator.COS, lambda x: _negated(INTERVALS.operators[Operator.SIN](x))
        ),
        Operator.TAN: _along(Operator.TAN, _inverse_square_of_cos),
        Operator.NEGATE: _falling(Operator.NEGATE),
        Operator.ERFC: _falling(Operator.ERFC),
        Operator.MULTIPLY: _multiply,
        Operator.DIVIDE: _divide,
        Operator.POWER: _power,
        Operator.LOG: _log,
        Operator.ABS: _absolute,
        Operator.BINOMIAL: _binomial,
        Operator.FACTORIAL: _erratic(Operator.FACTORIAL),
        Operator.LAMBERT_W: _erratic(Operator.LAMBERT_W),
    }

    def number(self, value: Fraction) -> Moving:
        """Return a fixed number."""
        return Moving(INTERVALS.number(value), Trend.CONSTANT)

    def constant(self, name: str) -> Moving:
        """Return e or pi."""
        return Moving(INTERVALS.constant(name), Trend.CONSTANT)

    def integer_power(self, base: Moving, exponent: int) -> Moving:
        """Return an integer power and its trend."""
        values = INTERVALS.integer_power(base.values, exponent)
        return Moving(values, _integer_power_trend(base, exponent))

    def summation(self, lower: Moving, upper: Moving, body: Callable[[Moving], Moving]) -> Moving:
        """Return the sum; its trend is known where all terms agree, and with a moving end."""
        found = terms_of(
            lower.values,
            upper.values,
            lambda index: body(Moving(index, Trend.CONSTANT)),
            _values_of,
        )
        if found is None:
            return Moving(EVERYWHERE, Trend.UNKNOWN)
        total, terms = total_of(found, _values_of), [item.term for item in found]
        joint = _trend_of_end(upper, terms) if lower.trend is Trend.CONSTANT else Trend.UNKNOWN
        for term in terms:
            joint = _joint(joint, term.trend)
        return Moving(total, joint if total.total else Trend.UNKNOWN)


def _values_of(term: Moving) -> Interval:
    return term.values


def _trend_of_end(upper: Moving, terms: Sequence[Moving]) -> Trend:
    """Return the trend that a sum takes from its upper end: the more terms, the more it is."""
    if upper.trend is Trend.CONSTANT:
        return Trend.CONSTANT
    if terms and all(term.values.lower >= 0 for term in terms):
        return upper.trend
    return Trend.UNKNOWN


TRENDS = Trends()


@lru_cache(maxsize=8192)
def trend_program(expression: Expression, precision: int) -> Program[Moving]:
    """Return the program of an expression with trends, constants enclosed at a precision in bits.

    The precision of the Arb context must be the same while it is called.
    """
    return compile_expression(expression, TRENDS)
