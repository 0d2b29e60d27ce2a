"""Elementary functions of a rational, between two rationals, and of an interval.

Series are summed in integers, and what is left out is bounded in their docstrings.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.arithmetic import INF, ONE, ZERO, End, Interval, Undefined, rounded

LARGEST_EXPONENT = 1 << 12  # the largest argument of exp
LARGEST_ANGLE = 1 << 64  # the largest argument of sin and cos that is reduced

# --- of a rational: ends (low, high) with low <= f(x) <= high, about 2^-bits apart ----------------


def _factorial_series(first: int, ratio: int, work: int, step: int) -> tuple[int, int]:
    """Enclose a sum of terms, each the last one times ratio / 2^work over the next `step` integers.

    Those integers begin with `step`: 1, 2, 3, ... for exp; 2 3, 4 5, ... for sin.
    The ratio is at most 1 in size, so that a term is off by at most 2 units, and all that is left
    out by 2 more.
    """
    term = total = first
    count = step - 1
    while term not in (0, -1):
        term = (term * ratio >> work) // math.perm(count + step, step)
        total += term
        count += step
    slack = 2 * count + 4
    return total - slack, total + slack


def exp_ends(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose exp at a rational with |x| <= 2^12, by x = k ln 2 + r with |r| <= 1."""
    work = bits + 20
    k = round(x / ln2_ends(bits + 40)[0])
    rests = [
        (r.numerator << work) // r.denominator for r in (x - k * end for end in ln2_ends(bits + 40))
    ]
    below, above = min(rests), max(rests) + 1
    scale = Fraction(2) ** (k - work)
    low, _ = _factorial_series(1 << work, below, work, 1)
    _, high = _factorial_series(1 << work, above, work, 1)
    return low * scale, high * scale


def _odd_series(x: Fraction, bits: int, sign: int) -> tuple[Fraction, Fraction]:
    """Enclose x + s x^3/3 + s^2 x^5/5 + ... for |x| <= 1/2: atanh(x) for s = 1, atan(x) for s = -1.

    The tail is below the last term; the bits are those of the result, however small x is.
    """
    work = bits + 16 + max(0, x.denominator.bit_length() - abs(x.numerator).bit_length())
    value = (x.numerator << work) // x.denominator
    square = sign * (value * value >> work)
    term, total, count = value, 0, 1
    while term not in (0, -1):
        total += term // count
        term = term * square >> work
        count += 2
    slack = 3 * count + 6  # floors of terms, of the square, and the tail
    return Fraction(total - slack, 1 << work), Fraction(total + slack, 1 << work)


@lru_cache(maxsize=64)
def ln2_ends(bits: int) -> tuple[Fraction, Fraction]:
    """Enclose ln 2 = 2 atanh(1/3)."""
    low, high = _odd_series(Fraction(1, 3), bits, 1)
    return 2 * low, 2 * high


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
    low, high = _odd_series((m - 1) / (m + 1), bits + 8, 1)
    shifts = sorted(k * end for end in ln2_ends(bits + 8 + abs(k).bit_length()))
    return shifts[0] + 2 * low, shifts[1] + 2 * high


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


@lru_cache(maxsize=64)
def pi_ends(bits: int) -> tuple[Fraction, Fraction]:
    """Enclose pi = 16 atan(1/5) - 4 atan(1/239)."""
    low, high = _odd_series(Fraction(1, 5), bits + 8, -1)
    less, more = _odd_series(Fraction(1, 239), bits + 8, -1)
    return 16 * low - 4 * more, 16 * high - 4 * less


def atan_ends(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose atan at a rational, by atan(x) = pi/4 + atan((x - 1)/(x + 1)) for x > 1/2."""
    if x < 0:
        low, high = atan_ends(-x, bits)
        return -high, -low
    if x <= Fraction(1, 2):
        return _odd_series(x, bits, -1) if x else (ZERO, ZERO)
    low, high = atan_ends((x - 1) / (x + 1), bits + 2)
    pi_low, pi_high = pi_ends(bits + 2)
    return low + pi_low / 4, high + pi_high / 4


def _sin_series(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose sin at a rational with |x| <= 1 by its Taylor series, however small x is."""
    work = bits + 16 + max(0, x.denominator.bit_length() - abs(x.numerator).bit_length())
    value = (x.numerator << work) // x.denominator
    low, high = _factorial_series(value, -(value * value >> work), work, 2) if x else (0, 0)
    return Fraction(low, 1 << work), Fraction(high, 1 << work)


def wave_ends(x: Fraction, quarters: int, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose sin(x + q pi/2) at a rational, by x = k pi/2 + r with |r| <= 1."""
    k = round(2 * x / pi_ends(64 + bits)[0])
    right_angles = sorted(k * end / 2 for end in pi_ends(bits + 8 + abs(k).bit_length()))
    ends = x - right_angles[1], x - right_angles[0]
    turn = (k + quarters) % 4
    if turn % 2:  # cos(r) = 1 - 2 sin(r/2)^2
        half = [end for r in ends for end in _sin_series(r / 2, bits + 8)]
        sizes = [abs(end) for end in half]
        least = min(sizes) if min(half) > 0 or max(half) < 0 else ZERO
        low, high = 1 - 2 * max(sizes) ** 2, 1 - 2 * least**2
    else:
        low, high = _sin_series(ends[0], bits)[0], _sin_series(ends[1], bits)[1]
    return (-high, -low) if turn >= 2 else (low, high)


def erfc_ends(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose erfc at a rational: exp(-x^2) / sqrt(pi) times a series, or below exp(-2^12).

    erf(x) = 2 x exp(-x^2) / sqrt(pi) * sum of 2^n x^(2n) / (2n+1)!! for 0 <= x < 16, and
    erfc(x) = exp(-x^2) / (x sqrt(pi)) (1 - 1/(2x^2) + 1 3/(2x^2)^2 - ...) for x >= 16.
    """
    if x < 0:
        low, high = erfc_ends(-x, bits)
        return 2 - high, 2 - low
    square, is_far = x * x, x >= 16
    if square > LARGEST_EXPONENT:
        return ZERO, exp_ends(Fraction(-LARGEST_EXPONENT), bits)[1]
    work = bits + (32 if is_far else 2 * math.ceil(square) + 8)
    root = sqrt(Interval(*pi_ends(work)), work)
    normal = ia.divide(exp(Interval(-square, -square), work), root, work)
    least, most = (_erfc_series if is_far else _erf_series)(2 * square, work)
    scale = (1 / x if is_far else 2 * x) / 2**work
    low, high = normal.low * scale * least, normal.high * scale * most
    return (low, high) if is_far else (max(1 - high, ZERO), 1 - low)


def _erfc_series(square: Fraction, bits: int) -> tuple[int, int]:
    """Enclose 1 - 1/s + 1 3/s^2 - 1 3 5/s^3 + ... for s >= 512, in units of 2^-bits.

    The series alternates, and what is left out is below the last term taken; the k-th term is off
    by at most k units, for the ratio of two terms is below 1.
    """
    term = total = 1 << bits
    count = 0
    while term > 1 and 2 * count + 1 < square:
        term = term * (2 * count + 1) * square.denominator // square.numerator
        count += 1
        total += -term if count % 2 else term
    slack = term + (count + 1) ** 2
    return total - slack, total + slack


def _erf_series(square: Fraction, bits: int) -> tuple[int, int]:
    """Enclose 1 + s/3 + s^2/(3 5) + ... for 0 <= s <= 512, in units of 2^-bits.

    The terms are positive; once the ratio s / (2n+3) is at most 1/2, the tail is at most the last
    term.
    """
    unit = 1 << bits
    ratio = square.numerator * unit // square.denominator
    low_term = high_term = unit
    low_sum = high_sum = n = 0
    while high_term > 4 or 2 * (ratio + 1) > (2 * n + 3) * unit:
        low_sum, high_sum = low_sum + low_term, high_sum + high_term
        low_term = (low_term * ratio >> bits) // (2 * n + 3)
        high_term = (high_term * (ratio + 1) >> bits) // (2 * n + 3) + 1
        n += 1
    return low_sum, high_sum + 2 * high_term


# --- of an interval ------------------------------------------------------------------------------


def _monotone(
    x: Interval,
    ends: Callable[[Fraction, int], tuple[Fraction, Fraction]],
    limits: tuple[End, End],
    bits: int,
    nonzero: bool = False,
) -> Interval:
    """An increasing function of an interval, by its ends at a rational and its limits."""
    low = ends(x.low, bits)[0] if isinstance(x.low, Fraction) else limits[0]
    high = ends(x.high, bits)[1] if isinstance(x.high, Fraction) else limits[1]
    return rounded(low, high, bits, nonzero)


def exp(x: Interval, bits: int) -> Interval:
    """Exponential; never zero, at least 1 where the argument is at least 0."""
    cap = Fraction(LARGEST_EXPONENT)
    low: End = exp_ends(min(x.low, cap), bits)[0] if x.low >= -cap else ZERO  # type: ignore[arg-type]
    high: End = exp_ends(max(x.high, -cap), bits)[1] if x.high <= cap else INF  # type: ignore[arg-type]
    low = max(low, ONE) if x.low >= 0 else low
    high = min(high, ONE) if x.high <= 0 else high
    return rounded(low, high, bits, True)


def ln(x: Interval, bits: int) -> Interval:
    """Natural logarithm of an interval of positive numbers."""
    if x.low < 0 or not x.excludes_zero():
        raise Undefined("ln of an interval that is not positive")
    return _monotone(Interval(x.low or -INF, x.high), ln_ends, (-INF, INF), bits)


def sqrt(x: Interval, bits: int) -> Interval:
    """Square root of an interval of numbers that are not negative."""
    if x.low < 0:
        raise Undefined("sqrt of an interval that may be negative")
    return _monotone(x, sqrt_ends, (-INF, INF), bits, x.excludes_zero())


def power(x: Interval, y: Interval, bits: int) -> Interval:
    """Real power of a positive base, or of a base that may be zero with a positive exponent."""
    if x.low < 0 or (not x.excludes_zero() and not (y.low > 0)):
        raise Undefined("a power needs a positive base")
    if x.high == 0:
        return Interval(ZERO, ZERO)
    exponent = ia.multiply(y, ln(Interval(x.low, x.high, True), bits + 16), bits + 16)
    result = exp(exponent, bits)
    return result if x.excludes_zero() else Interval(ZERO, result.high)


def erfc(x: Interval, bits: int) -> Interval:
    """Complementary error function; decreasing, positive."""
    mirrored = Interval(-x.high, -x.low)
    return _monotone(mirrored, lambda y, n: erfc_ends(-y, n), (ZERO, Fraction(2)), bits, True)


def _wave(x: Interval, quarters: int, bits: int) -> Interval:
    """Sine of x + q pi/2: between its values at the ends, 1 and -1 included where it may be so."""
    if not (isinstance(x.low, Fraction) and isinstance(x.high, Fraction)):
        return Interval(-ONE, ONE)
    turns = [2 * end / pi + quarters for end in (x.low, x.high) for pi in pi_ends(bits + 64)]
    if max(turns) - min(turns) > 4 or max(map(abs, turns)) > LARGEST_ANGLE:
        return Interval(-ONE, ONE)
    places = {place % 4 for place in range(math.ceil(min(turns)), math.floor(max(turns)) + 1)}
    values = [value for end in (x.low, x.high) for value in wave_ends(end, quarters, bits)]
    low = -ONE if 3 in places else max(min(values), -ONE)
    high = ONE if 1 in places else min(max(values), ONE)
    is_off_zero = quarters == 0 and x.excludes_zero() and -3 <= x.low <= x.high <= 3
    return rounded(low, high, bits, is_off_zero)


def sin(x: Interval, bits: int) -> Interval:
    """Sine; between -3 and 3 it is zero only at zero."""
    return _wave(x, 0, bits)


def cos(x: Interval, bits: int) -> Interval:
    """Cosine, the sine of x + pi/2."""
    return _wave(x, 1, bits)


def arctan(x: Interval, bits: int) -> Interval:
    """Arctangent; zero only at zero."""
    limit = pi_ends(bits)[1] / 2
    return _monotone(x, atan_ends, (-limit, limit), bits, x.excludes_zero())


FUNCTIONS: Mapping[str, Callable[[Interval, int], Interval]] = {
    function.__name__: function for function in (sqrt, exp, ln, erfc, sin, cos, arctan)
}
