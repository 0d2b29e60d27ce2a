"""Intervals over whole arrays: rigorous bounds in doubles, a million cells at a time.

A spread is two arrays of doubles, the lower and the upper ends of one interval per cell, and a mask
of the cells at which nothing undefined was met.
An end may be infinite, which only bounds; a cell about which nothing is known has both.

What is trusted
---------------
The processor rounds ``+``, ``-``, ``*``, ``/`` and ``sqrt`` to the nearest double, as IEEE 754
says, so that one step of `nextafter` outward encloses; a step is saved where the result is seen to
be exact (the error term of a sum is zero, or products and quotients are integers below 2^53).
Numpy's ``exp`` and ``log``, whose documented errors are a few units in the last place (2^-52
relative), are taken to be right to 2^-46 relative, which leaves a factor of more than ten.
All other functions go through Arb, once for every distinct argument.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce

import numpy as np
from flint import arb
from numpy.typing import NDArray

from boundcalc.enclosures.interval import Interval
from boundcalc.enclosures.interval_functions import INTERVALS
from boundcalc.evaluation.programs import Program, compile_expression
from boundcalc.language.errors import ExpressionError
from boundcalc.language.expressions import Expression
from boundcalc.language.operators import Operator, Sense

Doubles = NDArray[np.float64]
Mask = NDArray[np.bool_]

FUNCTION_MARGIN = 2.0**-46
EXACT_BELOW = 2.0**53
_TINY = 1e-290
_LARGEST_DOUBLE = float(np.finfo(np.float64).max)
_MAX_POWER = 64


@dataclass(frozen=True, slots=True)
class Spread:
    """One interval per cell; the three arrays broadcast against each other."""

    lower: Doubles
    upper: Doubles
    total: Mask


def spread_of(value: Fraction) -> Spread:
    """Return the narrowest spread of doubles around a rational."""
    lower, upper = double_ends(value)
    return Spread(np.array(lower), np.array(upper), _everywhere())


def double_ends(value: Fraction) -> tuple[float, float]:
    """Return the greatest double below and the least double above a rational; equal if it is one.

    Examples
    --------
    >>> double_ends(Fraction(1, 2)), double_ends(Fraction(1, 10))
    ((0.5, 0.5), (0.09999999999999999, 0.1))
    """
    try:
        nearest = float(value)
    except OverflowError:
        ends = (_LARGEST_DOUBLE, math.inf)
        return ends if value > 0 else (-ends[1], -ends[0])
    exact = Fraction(nearest)
    if exact == value:
        return nearest, nearest
    if exact < value:
        return nearest, math.nextafter(nearest, math.inf)
    return math.nextafter(nearest, -math.inf), nearest


def _everywhere() -> Mask:
    return np.ones((), dtype=np.bool_)


def _down(values: Doubles, exact: Mask | None = None) -> Doubles:
    lower = np.nextafter(values, -np.inf)
    return lower if exact is None else np.where(exact, values, lower)


def _up(values: Doubles, exact: Mask | None = None) -> Doubles:
    upper = np.nextafter(values, np.inf)
    return upper if exact is None else np.where(exact, values, upper)


def somewhere(mask: Mask) -> bool:
    """Return whether a mask holds in a cell; `any` takes five times as long where cells are few."""
    return bool(np.count_nonzero(mask))


def everywhere(mask: Mask) -> bool:
    """Return whether a mask holds in all cells."""
    return bool(np.count_nonzero(mask) == mask.size)


def _has_zero(values: Doubles) -> bool:
    return bool(np.count_nonzero(values) < values.size)


def _is_whole(values: Doubles) -> Mask:
    is_whole: Mask = np.trunc(values) == values
    # Mostly nothing is whole, and the second test need not be made.
    return is_whole & (np.abs(values) <= EXACT_BELOW) if somewhere(is_whole) else is_whole


def _are_whole(values: Doubles, *others: Doubles) -> Mask:
    """Return where all are whole; mostly the first is nowhere."""
    found = _is_whole(values)
    return reduce(np.logical_and, map(_is_whole, others), found) if somewhere(found) else found


# --- sums and products -------------------------------------------------------------------------


def _sum_with_error(x: Doubles, y: Doubles) -> tuple[Doubles, Doubles]:
    """Return the rounded sum and what was rounded away (Knuth), nan where that overflows."""
    total = x + y
    part = total - x
    return total, (x - (total - part)) + (y - part)


def _add_two(x: Spread, y: Spread) -> Spread:
    low, low_error = _sum_with_error(x.lower, y.lower)
    high, high_error = _sum_with_error(x.upper, y.upper)
    return Spread(_down(low, low_error >= 0), _up(high, high_error <= 0), x.total & y.total)


def _add(*terms: Spread) -> Spread:
    return reduce(_add_two, terms)


def _negate(x: Spread) -> Spread:
    return Spread(-x.upper, -x.lower, x.total)


def _product(x: Doubles, y: Doubles) -> tuple[Doubles, Mask | None]:
    """Return the product of two ends, and where it is exact, or None if that is nowhere.

    Zero times infinity is zero.
    """
    product = x * y
    is_exact = _are_whole(product, x, y)
    if _has_zero(x) or _has_zero(y):
        is_zero = (x == 0) | (y == 0)
        return np.where(is_zero, 0.0, product), is_zero | is_exact
    return product, is_exact if somewhere(is_exact) else None


def _multiply_two(x: Spread, y: Spread) -> Spread:
    total = x.total & y.total
    if everywhere(x.lower >= 0) and everywhere(y.lower >= 0):
        return Spread(
            np.maximum(_down(*_product(x.lower, y.lower)), 0.0),
            _up(*_product(x.upper, y.upper)),
            total,
        )
    products = [_product(a, b) for a in (x.lower, x.upper) for b in (y.lower, y.upper)]
    if all(exact is None for _, exact in products):  # one step outward is that of each
        ends = [product for product, _ in products]
        return Spread(_down(reduce(np.minimum, ends)), _up(reduce(np.maximum, ends)), total)
    lowers = [_down(*product) for product in products]
    uppers = [_up(*product) for product in products]
    return Spread(reduce(np.minimum, lowers), reduce(np.maximum, uppers), total)


def _multiply(*factors: Spread) -> Spread:
    return reduce(_multiply_two, factors)


def _quotient(x: Doubles, y: Doubles) -> tuple[Doubles, Mask | None]:
    """Return the quotient of two ends, and where it is exact, or None if that is nowhere."""
    quotient = x / y
    is_exact: Mask | None = None
    if _has_zero(x):
        is_exact = (x == 0) & (y != 0)
    is_whole = _are_whole(quotient, x, y)
    if somewhere(is_whole):
        is_right = is_whole & (quotient * y == x)
        is_exact = is_right if is_exact is None else is_exact | is_right
    if y.size == 1 and math.frexp(abs(float(y.flat[0])))[0] == 0.5:  # a power of two
        is_right = (np.abs(quotient) > _TINY) & np.isfinite(quotient)
        is_exact = is_right if is_exact is None else is_exact | is_right
    return quotient, is_exact


def _divide(x: Spread, y: Spread) -> Spread:
    if everywhere(y.lower > 0):
        return _divide_by_positive(x, y)
    if everywhere(y.upper < 0):
        return _negate(_divide_by_positive(x, _negate(y)))
    return _divide_by_any(x, y)


def _divide_by_positive(x: Spread, y: Spread) -> Spread:
    """Divide by positive numbers, of which zero may be the lower end."""
    if y.lower.size == 1 and y.lower == y.upper:
        low, high = _quotient(x.lower, y.lower), _quotient(x.upper, y.lower)
    else:
        low = _quotient(x.lower, np.where(x.lower >= 0, y.upper, y.lower))
        high = _quotient(x.upper, np.where(x.upper >= 0, y.lower, y.upper))
    lower, upper = _down(*low), _up(*high)
    lower = np.where(x.lower >= 0, np.maximum(lower, 0.0), lower)
    is_nothing = np.isnan(upper)
    if somewhere(is_nothing):
        upper = np.where(is_nothing, np.inf, upper)
    return Spread(lower, upper, x.total & y.total)


def _divide_by_any(x: Spread, y: Spread) -> Spread:
    """Divide cell by cell by what has one sign, or may have either (nothing is known then).

    Zero may be an end of the divisors; it is none of them.
    """
    is_positive, is_negative = (y.lower >= 0) & (y.upper > 0), (y.upper <= 0) & (y.lower < 0)
    one = np.float64(1.0)
    below = Spread(
        np.where(is_positive, np.abs(y.lower), one), np.where(is_positive, y.upper, one), y.total
    )
    above = Spread(
        np.where(is_negative, np.abs(y.upper), one), np.where(is_negative, -y.lower, one), y.total
    )
    by_positive, by_negative = _divide_by_positive(x, below), _divide_by_positive(x, above)
    by_negative = _negate(by_negative)
    has_sign = (y.lower > 0) | (y.upper < 0)
    return Spread(
        np.where(is_positive, by_positive.lower, np.where(is_negative, by_negative.lower, -np.inf)),
        np.where(is_positive, by_positive.upper, np.where(is_negative, by_negative.upper, np.inf)),
        x.total & y.total & has_sign,
    )


# --- functions ---------------------------------------------------------------------------------


def _sqrt(x: Spread) -> Spread:
    lower, upper = (np.sqrt(np.maximum(end, 0.0)) for end in (x.lower, x.upper))
    exact_low = _is_whole(x.lower) & _is_whole(lower) & (lower * lower == x.lower)
    exact_high = _is_whole(x.upper) & _is_whole(upper) & (upper * upper == x.upper)
    is_somewhere = x.upper >= 0
    return Spread(
        np.where(is_somewhere, np.maximum(_down(lower, exact_low), 0.0), -np.inf),
        np.where(is_somewhere, _up(upper, exact_high), np.inf),
        x.total & (x.lower >= 0),
    )


def _widened_down(values: Doubles) -> Doubles:
    return _down(np.minimum(values, _LARGEST_DOUBLE) - np.abs(values) * FUNCTION_MARGIN)


def _widened_up(values: Doubles) -> Doubles:
    return _up(values + np.abs(values) * FUNCTION_MARGIN)


def _exp(x: Spread) -> Spread:
    low, high = np.exp(x.lower), np.exp(x.upper)
    largest = _LARGEST_DOUBLE * (1 - 2 * FUNCTION_MARGIN)
    lower = np.where(low < _TINY, 0.0, _widened_down(np.minimum(low, largest)))
    upper = np.where(high < _TINY, 2 * _TINY, _widened_up(high))
    lower = np.where(x.lower >= 0, np.maximum(lower, 1.0), lower)
    upper = np.where(x.upper <= 0, np.minimum(upper, 1.0), upper)
    return Spread(lower, upper, x.total)


def _ln(x: Spread) -> Spread:
    low, high = (np.log(np.where(end > 0, end, 1.0)) for end in (x.lower, x.upper))
    lower = np.where(x.lower == 1, 0.0, _widened_down(low))
    upper = np.where(x.upper == 1, 0.0, _widened_up(high))
    return Spread(
        np.where(x.lower > 0, lower, -np.inf),
        np.where(x.upper > 0, upper, np.inf),
        x.total & (x.lower > 0),
    )


def _log(base: Spread, x: Spread) -> Spread:
    return _divide(_ln(x), _ln(base))


def _natural_power(x: Spread, exponent: int) -> Spread:
    if exponent % 2 == 0:
        x = _abs(x)
    if exponent > _MAX_POWER:
        return _power_of_positive(x, spread_of(Fraction(exponent)))
    result: Spread | None = None
    square = x
    while exponent:
        if exponent % 2:
            result = square if result is None else _multiply_two(result, square)
        exponent //= 2
        if exponent:
            square = _multiply_two(square, square)
    assert result is not None
    return result


def integer_power(x: Spread, exponent: int) -> Spread:
    """Return the integer power; x^0 is 1, and a negative power needs x != 0."""
    if exponent == 0:
        one = np.ones_like(x.lower)
        return Spread(one, one, x.total)
    if exponent < 0:
        return _divide(spread_of(Fraction(1)), _natural_power(x, -exponent))
    return _natural_power(x, exponent)


def _power_of_positive(base: Spread, exponent: Spread) -> Spread:
    power = _exp(_multiply_two(exponent, _ln(base)))
    return Spread(
        np.where(base.lower > 0, power.lower, -np.inf),
        np.where(base.lower > 0, power.upper, np.inf),
        power.total & (base.lower > 0),
    )


def _power(base: Spread, exponent: Spread) -> Spread:
    """Return a power of a positive base; halves and quarters of integers go by square roots."""
    if exponent.lower.size == 1 and exponent.lower == exponent.upper:
        quarters = exponent.lower.item() * 4
        if quarters == round(quarters) and abs(quarters) <= _MAX_POWER:
            root = _sqrt(_sqrt(base)) if quarters % 2 else _sqrt(base)
            return integer_power(root, int(quarters) if quarters % 2 else int(quarters) // 2)
    return _power_of_positive(base, exponent)


def _abs(x: Spread) -> Spread:
    size = np.maximum(-x.lower, x.upper)
    least = np.maximum(np.maximum(x.lower, -x.upper), 0.0)
    return Spread(least, size, x.total)


def _maximum(*values: Spread) -> Spread:
    return Spread(
        reduce(np.maximum, [value.lower for value in values]),
        reduce(np.maximum, [value.upper for value in values]),
        reduce(np.logical_and, [value.total for value in values]),
    )


def _minimum(*values: Spread) -> Spread:
    return Spread(
        reduce(np.minimum, [value.lower for value in values]),
        reduce(np.minimum, [value.upper for value in values]),
        reduce(np.logical_and, [value.total for value in values]),
    )


def _floor(x: Spread) -> Spread:
    return Spread(np.floor(x.lower), np.floor(x.upper), x.total)


def _ceil(x: Spread) -> Spread:
    return Spread(np.ceil(x.lower), np.ceil(x.upper), x.total)


def _through_arb(operator: Operator) -> Callable[..., Spread]:
    """Return the function that calls Arb once for every distinct argument."""
    function = INTERVALS.operators[operator]

    @lru_cache(maxsize=65_536)
    def at(*ends: float) -> tuple[float, float, bool]:
        arguments = [
            Interval(arb(lower), arb(upper))
            for lower, upper in zip(ends[::2], ends[1::2], strict=True)
        ]
        found = function(*arguments)
        if found.is_nowhere:
            return -math.inf, math.inf, False
        return _double_below(found.lower), -_double_below(-found.upper), found.total

    def apply(*operands: Spread) -> Spread:
        parts = [end for operand in operands for end in (operand.lower, operand.upper)]
        ends = np.broadcast_arrays(*parts)
        shape = ends[0].shape
        columns = [end.ravel().tolist() for end in ends]
        rows = [at(*row) for row in zip(*columns, strict=True)]
        low = np.array([row[0] for row in rows], dtype=np.float64).reshape(shape)
        high = np.array([row[1] for row in rows], dtype=np.float64).reshape(shape)
        total = np.array([row[2] for row in rows], dtype=np.bool_).reshape(shape)
        known = reduce(np.logical_and, [operand.total for operand in operands])
        return Spread(low, high, total & known)

    return apply


def _double_below(end: arb) -> float:
    """Return a double below an end; the nearest double is off by at most one step."""
    nearest = float(end.mid())
    return math.nextafter(nearest, -math.inf)


class Arrays:
    """Arithmetic of spreads."""

    operators: Mapping[Operator, Callable[..., Spread]] = {
        Operator.ADD: _add,
        Operator.MULTIPLY: _multiply,
        Operator.NEGATE: _negate,
        Operator.DIVIDE: _divide,
        Operator.POWER: _power,
        Operator.SQRT: _sqrt,
        Operator.EXP: _exp,
        Operator.LN: _ln,
        Operator.LOG: _log,
        Operator.ABS: _abs,
        Operator.MAX: _maximum,
        Operator.MIN: _minimum,
        Operator.FLOOR: _floor,
        Operator.CEIL: _ceil,
        **{
            operator: _through_arb(operator)
            for operator in (
                Operator.ERF,
                Operator.ERFC,
                Operator.PHI,
                Operator.SIN,
                Operator.COS,
                Operator.TAN,
                Operator.ARCTAN,
                Operator.BINOMIAL,
                Operator.FACTORIAL,
                Operator.LAMBERT_W,
            )
        },
    }

    def number(self, value: Fraction) -> Spread:
        """Return the narrowest spread around a rational."""
        return spread_of(value)

    def constant(self, name: str) -> Spread:
        """Return an enclosure of e or pi."""
        nearest = np.array(math.e if name == "e" else math.pi)
        return Spread(_down(nearest), _up(nearest), _everywhere())

    def integer_power(self, base: Spread, exponent: int) -> Spread:
        """Return an enclosure of the integer power."""
        return integer_power(base, exponent)

    def summation(self, lower: Spread, upper: Spread, body: Callable[[Spread], Spread]) -> Spread:
        """Refuse: sums are left to intervals of one cell."""
        raise ExpressionError("a sum cannot be evaluated over arrays")


ARRAYS = Arrays()


@lru_cache(maxsize=1024)
def array_program(expression: Expression) -> Program[Spread]:
    """Return the program of an expression over arrays.

    Raises
    ------
    ExpressionError
        If it contains a sum.
    """
    return compile_expression(expression, ARRAYS)


def evaluate_arrays(expression: Expression, values: Mapping[str, Spread]) -> Spread:
    """Return an enclosure of an expression in every cell."""
    with np.errstate(all="ignore"):
        return array_program(expression).run(values)


def compare_arrays(left: Spread, sense: Sense, right: Spread) -> tuple[Mask, Mask]:
    """Return the cells in which a relation certainly holds, and those in which it certainly fails.

    A cell in which a side may be undefined is in neither.
    """
    if sense.is_lower:
        return compare_arrays(right, sense.mirrored, left)
    if sense is Sense.NE:
        holds, fails = compare_arrays(left, Sense.EQ, right)
        return fails, holds
    total = left.total & right.total
    if sense is Sense.EQ:
        is_point = (left.lower == left.upper) & (right.lower == right.upper)
        apart = (left.upper < right.lower) | (right.upper < left.lower)
        return total & is_point & (left.lower == right.lower), total & apart
    if sense is Sense.LE:
        return total & (left.upper <= right.lower), total & (left.lower > right.upper)
    return total & (left.upper < right.lower), total & (left.lower >= right.upper)
