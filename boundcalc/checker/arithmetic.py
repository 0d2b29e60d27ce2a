"""Outward-rounded interval arithmetic on rationals; the only numbers that the checker trusts.

An end is a Fraction or an infinity; a finite end is rounded outward to `bits` significant bits
after each operation, so that the interval always contains the exact result.
`nonzero` says that zero is excluded although it is an end, as in x on (0, 1].
A function returns None-free results or raises `Undefined`: a value outside the domain of an
operation, at any point of the operands, is never passed over.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

End = Fraction | float  # a float end is an infinity, nothing else
INF = math.inf
ZERO = Fraction(0)
ONE = Fraction(1)
LARGEST_EXPONENT = 1 << 12  # the largest argument of exp
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
        return self.nonzero or self.low > 0 or self.high < 0


def is_finite(end: End) -> bool:
    """Return whether an end is a number."""
    return isinstance(end, Fraction)


def round_end(x: End, bits: int, *, up: bool) -> End:
    """Round a number to `bits` significant bits in the given direction; a huge one to infinity."""
    if not isinstance(x, Fraction) or x == 0:
        return x
    if x < 0:
        return -round_end(-x, bits, up=not up)
    top, bottom = x.numerator, x.denominator
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


def _outward(low: End, high: End, bits: int, nonzero: bool = False) -> Interval:
    return Interval(round_end(low, bits, up=False), round_end(high, bits, up=True), nonzero)


def _plus(x: End, y: End) -> End:
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x + y
    return y if isinstance(x, Fraction) else x


def _times(x: End, y: End) -> End:
    """Multiply ends; an infinite end is never attained, so zero times it is zero."""
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x * y
    if x == 0 or y == 0:
        return ZERO
    return INF if (x > 0) == (y > 0) else -INF


def add(x: Interval, y: Interval, bits: int) -> Interval:
    """Add."""
    low, high = _plus(x.low, y.low), _plus(x.high, y.high)
    is_above = x.low >= 0 and y.low >= 0 and (x.excludes_zero() or y.excludes_zero())
    is_below = x.high <= 0 and y.high <= 0 and (x.excludes_zero() or y.excludes_zero())
    return _outward(low, high, bits, is_above or is_below)


def negate(x: Interval, bits: int) -> Interval:
    """Negate."""
    return Interval(-x.high, -x.low, x.nonzero)


def multiply(x: Interval, y: Interval, bits: int) -> Interval:
    """Multiply."""
    products = [_times(a, b) for a in (x.low, x.high) for b in (y.low, y.high)]
    is_nonzero = x.excludes_zero() and y.excludes_zero()
    return _outward(min(products), max(products), bits, is_nonzero)


def _inverse_end(x: End, limit: float) -> End:
    if not isinstance(x, Fraction):
        return ZERO
    return 1 / x if x else limit


def divide(x: Interval, y: Interval, bits: int) -> Interval:
    """Divide by an interval without zero."""
    if not y.excludes_zero() or y.low < 0 < y.high:
        raise Undefined("division by an interval that may contain zero")
    limit = INF if y.low >= 0 else -INF
    inverse = Interval(_inverse_end(y.high, limit), _inverse_end(y.low, limit), True)
    return multiply(x, inverse, bits)


def integer_power(x: Interval, exponent: int, bits: int) -> Interval:
    """Raise to an integer power; zero to the power 0 is 1."""
    if exponent == 0:
        return Interval(ONE, ONE)
    if exponent < 0:
        return divide(Interval(ONE, ONE), integer_power(x, -exponent, bits), bits)
    if exponent > LARGEST_POWER:
        raise Undefined("the exponent is too large to expand")
    low, high = x.low, x.high
    if exponent % 2 == 0 and low < 0:
        low, high = (ZERO if high > 0 else -high), max(-low, high)
    return _outward(
        _end_power(low, exponent, bits, up=False),
        _end_power(high, exponent, bits, up=True),
        bits,
        x.excludes_zero(),
    )


def _end_power(x: End, exponent: int, bits: int, *, up: bool) -> End:
    if not isinstance(x, Fraction):
        return x
    if x < 0:  # an odd power
        return -_end_power(-x, exponent, bits, up=not up)
    result: End = ONE
    square: End = x
    while exponent:
        if exponent & 1:
            result = round_end(_times(result, square), bits + 16, up=up)
        square = round_end(_times(square, square), bits + 16, up=up)
        exponent >>= 1
    return result


def _as_fraction(end: End) -> Fraction:
    if not isinstance(end, Fraction):
        raise Undefined("an infinite end where a number is needed")
    return end


# --- elementary functions at a rational ---------------------------------------------------------
# Each returns integers (low, high) such that low / 2^bits <= f(x) <= high / 2^bits, or ends.


def _exp_fixed(x: Fraction, bits: int) -> tuple[int, int]:
    """Enclose exp(x) for |x| <= 1 by its Taylor polynomial and a remainder.

    After halving x until |x| <= 1/256, the remainder after the terms below 2^-w is at most twice
    the next term; squaring back doubles relative errors, for which the working precision allows.
    """
    halvings = 8
    work = bits + 2 * halvings + 16
    r = (x.numerator << (work - halvings)) // x.denominator  # floor of x 2^(work - halvings)
    low = _exp_taylor(r, work, up=False)
    high = _exp_taylor(r + 1, work, up=True)
    for _ in range(halvings):
        low = (low * low) >> work
        high = -((-(high * high)) >> work)
    return low >> (work - bits), -((-high) >> (work - bits))


def _exp_taylor(r: int, work: int, *, up: bool) -> int:
    term = total = 1 << work
    count = 0
    while term not in (0, -1):
        count += 1
        term = (term * r >> work) // count
        total += term
    slack = 2 * count + 4  # each term is off by at most 2 units; the remainder by 2 more
    return total + slack if up else total - slack


def exp_ends(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose exp at a rational with |x| <= 2^12, by x = k ln 2 + r."""
    ln2_low, ln2_high = ln2_ends(bits + 40)
    k = round(x / ln2_low)
    r_low, r_high = sorted((x - k * ln2_low, x - k * ln2_high))
    low, _ = _exp_fixed(r_low, bits + 4)
    _, high = _exp_fixed(r_high, bits + 4)
    scale = Fraction(2) ** (k - bits - 4)
    return low * scale, high * scale


def _atanh_series(x: Fraction, bits: int) -> tuple[int, int]:
    """Enclose 2 atanh(x) for |x| <= 1/3 by its series; the tail is below the last term."""
    work = bits + 16
    value = (x.numerator << work) // x.denominator
    square = value * value >> work
    term, total, count = value, 0, 1
    while term not in (0, -1):
        total += term // count
        term = term * square >> work
        count += 2
    slack = 3 * count + 6  # floors of terms, of the square, and the tail
    return (2 * (total - slack)) >> 16, -((-2 * (total + slack)) >> 16)


@lru_cache(maxsize=64)
def ln2_ends(bits: int) -> tuple[Fraction, Fraction]:
    """Enclose ln 2 = 2 atanh(1/3)."""
    low, high = _atanh_series(Fraction(1, 3), bits)
    return Fraction(low, 1 << bits), Fraction(high, 1 << bits)


def ln_ends(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose ln at a positive rational, by x = 2^k m with m in [2/3, 4/3]."""
    if x <= 0:
        raise Undefined("ln of a number that is not positive")
    if x == 1:
        return ZERO, ZERO
    k = x.numerator.bit_length() - x.denominator.bit_length()
    m = x / Fraction(2) ** k
    if m > Fraction(4, 3):
        k, m = k + 1, m / 2
    elif m < Fraction(2, 3):
        k, m = k - 1, m * 2
    distance = (m - 1).denominator.bit_length() - abs((m - 1).numerator).bit_length()
    work = bits + 8 + (max(0, distance) if k == 0 else 0)
    low, high = _atanh_series((m - 1) / (m + 1), work)
    ln2_low, ln2_high = ln2_ends(work + abs(k).bit_length())
    shifts = sorted((k * ln2_low, k * ln2_high))
    return shifts[0] + Fraction(low, 1 << work), shifts[1] + Fraction(high, 1 << work)


def sqrt_ends(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose the square root of a rational that is not negative."""
    if x < 0:
        raise Undefined("sqrt of a negative number")
    shift = max(0, 2 * bits - x.numerator.bit_length() + x.denominator.bit_length())
    shift += shift % 2
    scaled = (x.numerator << shift) // x.denominator
    root = math.isqrt(scaled)
    is_exact = root * root == scaled and scaled * x.denominator == x.numerator << shift
    unit = 1 << (shift // 2)
    return Fraction(root, unit), Fraction(root if is_exact else root + 1, unit)


def pi_ends(bits: int) -> tuple[Fraction, Fraction]:
    """Enclose pi = 16 atan(1/5) - 4 atan(1/239)."""
    low5, high5 = _atan_inverse(5, bits + 8)
    low239, high239 = _atan_inverse(239, bits + 8)
    unit = 1 << (bits + 8)
    return Fraction(16 * low5 - 4 * high239, unit), Fraction(16 * high5 - 4 * low239, unit)


def _atan_inverse(n: int, bits: int) -> tuple[int, int]:
    """Enclose atan(1/n) by its alternating series, whose tail is below the next term."""
    term = (1 << bits) // n
    total, count, sign = 0, 1, 1
    while term:
        total += sign * (term // count)
        term //= n * n
        count, sign = count + 2, -sign
    return total - count, total + count


def erfc_ends(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose erfc at a rational: by erf, then by an asymptotic series, then below exp(-2^12)."""
    if x < 0:
        low, high = erfc_ends(-x, bits)
        return 2 - high, 2 - low
    if x < 16:
        low, high = _erf_ends(x, bits + 2 * math.ceil(x * x) + 8)
        return max(1 - high, ZERO), 1 - low
    if x * x > LARGEST_EXPONENT:
        return ZERO, exp_ends(Fraction(-LARGEST_EXPONENT), bits)[1]
    return _erfc_tail(x, bits + 32)


def _erfc_tail(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose erfc(x) = exp(-x^2) / (x sqrt(pi)) (1 - 1/(2x^2) + 1 3/(2x^2)^2 - ...) for x >= 16.

    The series alternates, and what is left out is below the last term taken; the k-th term is off
    by at most k units, for the ratio of two terms is below 1.
    """
    square = 2 * x * x
    term = total = 1 << bits
    count = 0
    while term > 1 and 2 * count + 1 < square:
        term = term * (2 * count + 1) * square.denominator // square.numerator
        count += 1
        total += -term if count % 2 else term
    slack = term + (count + 1) ** 2
    exp_low, exp_high = exp_ends(-x * x, bits)
    root_low, root_high = sqrt_ends(pi_ends(bits)[0], bits)[0], sqrt_ends(pi_ends(bits)[1], bits)[1]
    return (
        exp_low / (x * root_high) * Fraction(total - slack, 1 << bits),
        exp_high / (x * root_low) * Fraction(total + slack, 1 << bits),
    )


def _erf_ends(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose erf(x) = 2 x exp(-x^2) / sqrt(pi) * sum of 2^n x^(2n) / (2n+1)!! for 0 <= x <= 16.

    The terms are positive; once the ratio 2 x^2 / (2n+3) is at most 1/2, the tail is at most the
    last term.
    """
    unit = 1 << bits
    square = (2 * x * x).numerator * unit // (2 * x * x).denominator
    low_term = high_term = unit
    low_sum = high_sum = 0
    n = 0
    while high_term > 4 or 2 * (square + 1) > (2 * n + 3) * unit:
        low_sum, high_sum = low_sum + low_term, high_sum + high_term
        low_term = (low_term * square >> bits) // (2 * n + 3)
        high_term = (high_term * (square + 1) >> bits) // (2 * n + 3) + 1
        n += 1
    high_sum += 2 * high_term
    exp_low, exp_high = exp_ends(-x * x, bits)
    pi_low, pi_high = pi_ends(bits)
    root_low, root_high = sqrt_ends(pi_low, bits)[0], sqrt_ends(pi_high, bits)[1]
    return (
        2 * x * exp_low / root_high * Fraction(low_sum, unit),
        2 * x * exp_high / root_low * Fraction(high_sum, unit),
    )


# --- functions of intervals ---------------------------------------------------------------------


def _monotone(
    x: Interval,
    ends: Callable[[Fraction, int], tuple[Fraction, Fraction]],
    at_minus_infinity: End,
    at_infinity: End,
    bits: int,
) -> Interval:
    low = ends(x.low, bits)[0] if isinstance(x.low, Fraction) else at_minus_infinity
    high = ends(x.high, bits)[1] if isinstance(x.high, Fraction) else at_infinity
    return _outward(low, high, bits)


def exp(x: Interval, bits: int) -> Interval:
    """Exponential; never zero, at least 1 where the argument is at least 0."""
    cap = Fraction(LARGEST_EXPONENT)
    low: End = exp_ends(_as_fraction(min(x.low, cap)), bits)[0] if x.low >= -cap else ZERO
    high: End = exp_ends(_as_fraction(max(x.high, -cap)), bits)[1] if x.high <= cap else INF
    low = max(low, ONE) if x.low >= 0 else low
    high = min(high, ONE) if x.high <= 0 else high
    return Interval(round_end(low, bits, up=False), round_end(high, bits, up=True), True)


def ln(x: Interval, bits: int) -> Interval:
    """Natural logarithm of an interval of positive numbers."""
    if x.low < 0 or not x.excludes_zero():
        raise Undefined("ln of an interval that is not positive")
    low = ln_ends(x.low, bits)[0] if isinstance(x.low, Fraction) and x.low > 0 else -INF
    high = ln_ends(x.high, bits)[1] if isinstance(x.high, Fraction) else INF
    return _outward(low, high, bits)


def sqrt(x: Interval, bits: int) -> Interval:
    """Square root of an interval of numbers that are not negative."""
    if x.low < 0:
        raise Undefined("sqrt of an interval that may be negative")
    root = _monotone(x, sqrt_ends, -INF, INF, bits)
    return Interval(root.low, root.high, x.excludes_zero())


def power(x: Interval, y: Interval, bits: int) -> Interval:
    """Real power of a positive base, or of a base that may be zero with a positive exponent."""
    if x.low < 0 or (not x.excludes_zero() and not (y.low > 0)):
        raise Undefined("a power needs a positive base")
    positive = Interval(x.low, x.high, True)
    if x.high == 0:
        return Interval(ZERO, ZERO)
    result = exp(multiply(y, ln(positive, bits + 16), bits + 16), bits)
    if x.excludes_zero():
        return result
    return Interval(ZERO, result.high)


def absolute(x: Interval, bits: int) -> Interval:
    """Absolute value."""
    if x.low >= 0:
        return x
    if x.high <= 0:
        return negate(x, bits)
    return Interval(ZERO, max(-x.low, x.high), x.nonzero)


def maximum(x: Interval, y: Interval, bits: int) -> Interval:
    """Greater of two."""
    low = max(x.low, y.low)
    is_positive = low >= 0 and (
        (x.low >= 0 and x.excludes_zero()) or (y.low >= 0 and y.excludes_zero())
    )
    return Interval(low, max(x.high, y.high), is_positive)


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


def erfc(x: Interval, bits: int) -> Interval:
    """Complementary error function; decreasing, positive."""
    low = erfc_ends(x.high, bits)[0] if isinstance(x.high, Fraction) else ZERO
    high = erfc_ends(x.low, bits)[1] if isinstance(x.low, Fraction) else Fraction(2)
    return Interval(round_end(low, bits, up=False), round_end(high, bits, up=True), True)


def erf(x: Interval, bits: int) -> Interval:
    """Error function; zero only at zero."""
    one = Interval(ONE, ONE)
    result = add(one, negate(erfc(x, bits), bits), bits)
    low = max(result.low, ZERO) if x.low >= 0 else result.low
    high = min(result.high, ZERO) if x.high <= 0 else result.high
    return Interval(low, high, x.excludes_zero())


def phi(x: Interval, bits: int) -> Interval:
    """Distribution function of the standard normal law, erfc(-x / sqrt 2) / 2."""
    two = Interval(Fraction(2), Fraction(2))
    inner = divide(negate(x, bits), sqrt(two, bits + 8), bits + 8)
    return multiply(erfc(inner, bits), Interval(Fraction(1, 2), Fraction(1, 2)), bits)


def _point_integer(x: Interval) -> int:
    if isinstance(x.low, Fraction) and x.low == x.high and x.low.denominator == 1:
        return int(x.low)
    raise Undefined("a factorial or binomial needs known integers")


def factorial_of(n: int) -> Fraction:
    """Return the factorial of an integer that is neither negative nor large."""
    if not 0 <= n <= 2000:
        raise Undefined("a factorial of a number that is negative or too large")
    return Fraction(math.factorial(n))


def binomial_of(n: int, k: int) -> Fraction:
    """Return the binomial coefficient of integers that are neither negative nor large."""
    if not (0 <= n <= 20_000 and k >= 0):
        raise Undefined("a binomial coefficient of numbers that are negative or too large")
    return Fraction(math.comb(n, k))


def factorial(x: Interval, bits: int) -> Interval:
    """Factorial of a known integer."""
    value = factorial_of(_point_integer(x))
    return _outward(value, value, bits)


def binomial(x: Interval, y: Interval, bits: int) -> Interval:
    """Binomial coefficient of known integers."""
    value = binomial_of(_point_integer(x), _point_integer(y))
    return _outward(value, value, bits)
