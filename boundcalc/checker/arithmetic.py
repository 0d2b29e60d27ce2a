"""Outward-rounded interval arithmetic on rationals; the only numbers that the checker trusts.

An end is a Fraction or an infinity; a finite end is rounded outward to `bits` significant bits
after each operation, so that the interval always contains the exact result.
`nonzero` says that zero is excluded although it is an end, as in x on (0, 1].
An infinite end is not attained, with one exception: two equal infinite ends say that the values
grow (or fall) beyond all numbers, so that a term of continuous operations is enclosed together with
all of its limits at infinity.
A function returns None-free results or raises `Undefined`: a value outside the domain of an
operation, at any point of the operands, is never passed over.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

End = Fraction | float  # a float end is an infinity, nothing else
INF = math.inf
ZERO = Fraction(0)
ONE = Fraction(1)
LARGEST_POWER = 1 << 64  # the largest exponent of an integer power
LARGEST_SIZE = 1 << 16  # of the binary exponent of an end


class Undefined(Exception):  # noqa: N818 - a statement about the operation, not a mistake
    """The operation is not defined at some point of its operands, or not known to be."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The reals between two ends; without zero if `nonzero`."""

    low: End
    high: End
    nonzero: bool = False

    def excludes_zero(self) -> bool:
        """Return whether zero certainly does not belong."""
        return (self.nonzero and self.low < self.high) or self.low > 0 or self.high < 0

    def is_infinite(self) -> bool:
        """Return whether all values tend to one infinity."""
        return self.low == self.high and not isinstance(self.low, Fraction)


def round_end(x: End, bits: int, *, up: bool) -> End:
    """Round a number to `bits` significant bits in the given direction; a huge one to infinity."""
    if not isinstance(x, Fraction):
        return x
    top, bottom = x.numerator, x.denominator
    if top <= 0:
        return -round_end(-x, bits, up=not up) if top else x
    size = top.bit_length() - bottom.bit_length()
    if size > LARGEST_SIZE:
        return INF if up else Fraction(1 << LARGEST_SIZE)
    if size < -LARGEST_SIZE:
        return Fraction(1, 1 << LARGEST_SIZE) if up else ZERO
    if top.bit_length() <= bits and bottom & (bottom - 1) == 0:
        return x
    shift = bits - size
    scaled, unit = (top << shift, bottom) if shift >= 0 else (top, bottom << -shift)
    whole = -((-scaled) // unit) if up else scaled // unit
    return Fraction(whole, 1 << shift) if shift >= 0 else Fraction(whole << -shift)


def rounded(low: End, high: End, bits: int, nonzero: bool = False) -> Interval:
    """Return the least interval around two ends, each rounded outward."""
    return Interval(round_end(low, bits, up=False), round_end(high, bits, up=True), nonzero)


def plus(x: End, y: End) -> End:
    """Add ends; opposite infinities, which only limits are, have no sum."""
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x + y
    if x == -y:
        raise Undefined("a difference of infinite limits")
    return y if isinstance(x, Fraction) else x


def times(x: End, y: End) -> End:
    """Multiply ends; an infinite end is never attained, so zero times it is zero."""
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x * y
    if x == 0 or y == 0:
        return ZERO
    return INF if (x > 0) == (y > 0) else -INF


def add(x: Interval, y: Interval, bits: int) -> Interval:
    """Add."""
    are_alike = min(x.low, y.low) >= 0 or max(x.high, y.high) <= 0
    is_nonzero = are_alike and (x.excludes_zero() or y.excludes_zero())
    return rounded(plus(x.low, y.low), plus(x.high, y.high), bits, is_nonzero)


def negate(x: Interval, bits: int) -> Interval:
    """Negate."""
    return Interval(-x.high, -x.low, x.nonzero)


def multiply(x: Interval, y: Interval, bits: int) -> Interval:
    """Multiply."""
    for one, other in ((x, y), (y, x)):
        if one.is_infinite() and other.low <= 0 <= other.high:
            raise Undefined("a product of an infinite limit with what may be zero")
    is_nonzero = x.excludes_zero() and y.excludes_zero()
    products = [times(a, b) for a in (x.low, x.high) for b in (y.low, y.high)]
    return rounded(min(products), max(products), bits, is_nonzero)


def inverse_end(x: End, limit: float) -> End:
    """Return one over an end; over zero, the limit."""
    if not isinstance(x, Fraction):
        return ZERO
    return 1 / x if x else limit


def divide(x: Interval, y: Interval, bits: int) -> Interval:
    """Divide by an interval without zero."""
    if not y.excludes_zero() or y.low < 0 < y.high:
        raise Undefined("division by an interval that may contain zero")
    limit = INF if y.low >= 0 else -INF
    inverse = Interval(inverse_end(y.high, limit), inverse_end(y.low, limit), True)
    return multiply(x, inverse, bits)


def integer_power(x: Interval, exponent: int, bits: int) -> Interval:
    """Raise to an integer power; zero to the power 0 is 1."""
    if exponent == 0:
        return Interval(ONE, ONE)
    if exponent < 0:
        return divide(Interval(ONE, ONE), integer_power(x, -exponent, bits), bits)
    if exponent > LARGEST_POWER:
        raise Undefined("the exponent is too large to expand")
    x = absolute(x, bits) if exponent % 2 == 0 else x
    of = {end: _natural_power(Interval(end, end), exponent, bits + 16) for end in {x.low, x.high}}
    return rounded(of[x.low].low, of[x.high].high, bits, x.excludes_zero())


def _natural_power(x: Interval, exponent: int, bits: int) -> Interval:
    """Raise to a power of 1 or more by squaring half the power."""
    if exponent == 1:
        return x
    half = _natural_power(x, exponent // 2, bits)
    square = multiply(half, half, bits)
    return multiply(square, x, bits) if exponent % 2 else square


def absolute(x: Interval, bits: int) -> Interval:
    """Absolute value."""
    return Interval(max(x.low, -x.high, ZERO), max(-x.low, x.high), x.nonzero)


def maximum(x: Interval, y: Interval, bits: int) -> Interval:
    """Greater of two."""
    is_positive = any(one.low >= 0 and one.excludes_zero() for one in (x, y))
    return Interval(max(x.low, y.low), max(x.high, y.high), is_positive)


def minimum(x: Interval, y: Interval, bits: int) -> Interval:
    """Lesser of two."""
    return negate(maximum(negate(x, bits), negate(y, bits), bits), bits)


def floor(x: Interval, bits: int) -> Interval:
    """Greatest integer at most the value."""
    low = Fraction(math.floor(x.low)) if isinstance(x.low, Fraction) else x.low
    high = Fraction(math.floor(x.high)) if isinstance(x.high, Fraction) else x.high
    return Interval(low, high)


def ceil(x: Interval, bits: int) -> Interval:
    """Least integer at least the value."""
    return negate(floor(negate(x, bits), bits), bits)


def at_integers(function: Callable[..., int], largest: int, *operands: Interval) -> Fraction:
    """Return the value of a function of known integers, not negative, the first not too large."""
    values = [x.low for x in operands if isinstance(x.low, Fraction) and x.low == x.high >= 0]
    if len(values) < len(operands) or values[0] > largest or any(n.denominator > 1 for n in values):
        raise Undefined("a factorial or binomial needs known integers, not negative or too large")
    return Fraction(function(*map(int, values)))


def factorial(x: Interval, bits: int) -> Interval:
    """Factorial of a known integer."""
    value = at_integers(math.factorial, 2000, x)
    return rounded(value, value, bits)


def binomial(x: Interval, y: Interval, bits: int) -> Interval:
    """Binomial coefficient of known integers."""
    value = at_integers(math.comb, 20_000, x, y)
    return rounded(value, value, bits)
