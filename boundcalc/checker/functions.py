"""Elementary functions of a rational, between two rationals, and of an interval.

Series are summed in integers, and what is left out is bounded in their docstrings.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.arithmetic import INF, ONE, ZERO, End, Interval, Undefined, rounded

Factor = Callable[[int], tuple[int, int]]
Ends = tuple[End, End]
EndsAt = Callable[[Fraction, int], Ends]
LARGEST_EXPONENT = Fraction(1 << 12)  # the largest argument of exp
REMEMBERED = 4096  # values of exp and ln, which boxes with the same ends ask for again
LARGEST_ANGLE = 1 << 64  # the largest argument of sin and cos that is reduced

# --- of a rational: ends (low, high) with low <= f(x) <= high, about 2^-bits apart ----------------


def _series(
    first: Fraction, ratio: Fraction, factor: Factor, bits: int, last: End = INF
) -> tuple[Fraction, Fraction]:
    """Enclose a sum whose n-th term times ratio p/q, with (p, q) = factor(n), is the next one.

    What is left out must be at most twice its first term: from n = `last` on, or as soon as
    ratio p/q is at most 1/2 in size if it stays so. The bits are those of the first term.
    """
    if ratio == 0:
        return first, first
    if first < 0:
        low, high = _series(-first, ratio, factor, bits, last)
        return -high, -low
    work = bits + 16 + max(0, first.denominator.bit_length() - first.numerator.bit_length())
    low_term = (first.numerator << work) // first.denominator
    low_ratio = (abs(ratio.numerator) << work) // ratio.denominator
    high_term, high_ratio, low_sum, high_sum, n = low_term + 1, low_ratio + 1, 0, 0, 0
    top, bottom = factor(0)
    while n < last and (high_term > 4 or 2 * high_ratio * top > bottom << work):
        less, more = (-high_term, -low_term) if ratio < 0 and n % 2 else (low_term, high_term)
        low_sum, high_sum = low_sum + less, high_sum + more
        low_term = (low_term * low_ratio * top >> work) // bottom
        high_term = (high_term * high_ratio * top >> work) // bottom + 1
        n += 1
        top, bottom = factor(n)
    return Fraction(low_sum - 2 * high_term, 2**work), Fraction(high_sum + 2 * high_term, 2**work)


@lru_cache(maxsize=REMEMBERED)
def exp_ends(x: Fraction, bits: int) -> tuple[Fraction, End]:
    """Enclose exp at a rational, by x = k ln 2 + r and e^d <= 1 + 2d on [0, 1] for |x| <= 2^12."""
    if x > LARGEST_EXPONENT:
        return exp_ends(LARGEST_EXPONENT, bits)[0], INF
    if x < -LARGEST_EXPONENT:
        return ZERO, exp_ends(-LARGEST_EXPONENT, bits)[1]
    k = round(x / ln2_ends(bits + 40)[0])
    rest, more = sorted(x - k * end for end in ln2_ends(bits + 40))
    low, high = _series(ONE, rest, lambda n: (1, n + 1), bits)
    return low * Fraction(2) ** k, high * Fraction(2) ** k * (1 + 2 * (more - rest))


def _odd_series(x: Fraction, bits: int, sign: int) -> tuple[Fraction, Fraction]:
    """Enclose x + s x^3/3 + s^2 x^5/5 + ... for |x| <= 1/2: atanh(x) for s = 1, else atan(x)."""
    return _series(x, sign * x * x, lambda n: (2 * n + 1, 2 * n + 3), bits)


@lru_cache(maxsize=64)
def ln2_ends(bits: int) -> tuple[Fraction, Fraction]:
    """Enclose ln 2 = 2 atanh(1/3)."""
    low, high = _odd_series(Fraction(1, 3), bits, 1)
    return 2 * low, 2 * high


@lru_cache(maxsize=REMEMBERED)
def ln_ends(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose ln at a positive rational, by x = 2^k m with m in [1, 2), or that of 1/x."""
    if x < 1:
        low, high = ln_ends(1 / x, bits)
        return -high, -low
    k = math.floor(x).bit_length() - 1
    low, high = _odd_series((x - 2**k) / (x + 2**k), bits + 8, 1)
    ln2_low, ln2_high = ln2_ends(bits + 8 + k.bit_length())
    return k * ln2_low + 2 * low, k * ln2_high + 2 * high


def sqrt_ends(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose the square root of a rational that is not negative."""
    places = max(0, bits + 1 + (x.denominator.bit_length() - x.numerator.bit_length()) // 2)
    low, high = math.floor(x * 4**places), math.ceil(x * 4**places)
    root = math.isqrt(high - 1) + 1 if high else 0  # the least one that is not below
    return Fraction(math.isqrt(low), 2**places), Fraction(root, 2**places)


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
        return _odd_series(x, bits, -1)
    low, high = atan_ends((x - 1) / (x + 1), bits + 2)
    pi_low, pi_high = pi_ends(bits + 2)
    return low + pi_low / 4, high + pi_high / 4


def wave_ends(x: Fraction, quarters: int, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose sin(x + q pi/2) at a rational, by x = k pi/2 + r with |r| <= 1.

    That is the sine or the cosine of r, by their Taylor series, or their negative.
    """
    k = round(2 * x / pi_ends(64 + bits)[0])
    less, more = sorted(k * end / 2 for end in pi_ends(bits + 8 + abs(k).bit_length()))
    rest, turn = x - less, (k + quarters) % 4
    first, at = (ONE, 1) if turn % 2 else (rest, 2)
    low, high = _series(first, -rest * rest, lambda n: (1, (2 * n + at) * (2 * n + at + 1)), bits)
    low, high = low + less - more, high + more - less  # sine and cosine change as r does at most
    return (-high, -low) if turn >= 2 else (low, high)


def erfc_ends(x: Fraction, bits: int) -> Ends:
    """Enclose erfc at a rational: exp(-x^2) / sqrt(pi) times a series, or below exp(-2^12).

    erf(x) = 2 x exp(-x^2) / sqrt(pi) * sum of 2^n x^(2n) / (2n+1)!! for 0 <= x < 16, and
    erfc(x) = exp(-x^2) / (x sqrt(pi)) (1 - 1/(2x^2) + 1 3/(2x^2)^2 - ...) for x >= 16, where what
    is left out is below its first term.
    """
    if x < 0:
        low, high = erfc_ends(-x, bits)
        return 2 - high, 2 - low
    square, is_far = x * x, x >= 16
    if square > LARGEST_EXPONENT:
        return exp_ends(-square, bits)
    work = bits + (32 if is_far else 2 * math.ceil(square) + 8)
    least, most = exp_ends(-square, work)
    low_root, high_root = sqrt_ends(pi_ends(work)[0], work)[0], sqrt_ends(pi_ends(work)[1], work)[1]
    if is_far:
        low, high = _series(ONE, -1 / (2 * square), lambda n: (2 * n + 1, 1), work, square // 2)
        return least * low / (x * high_root), most * high / (x * low_root)
    low, high = _series(ONE, 2 * square, lambda n: (1, 2 * n + 3), work)
    low, high = least * low * 2 * x / high_root, most * high * 2 * x / low_root
    return (1 - high if high < 1 else ZERO), 1 - low


# --- of an interval, or at an infinity -----------------------------------------------------------

_NONE, _TWO, _MOST, _LEAST = ((end, end) for end in (ZERO, Fraction(2), INF, -INF))


def _monotone(
    x: Interval, ends: EndsAt, limits: tuple[Ends, Ends], bits: int, nonzero: bool = False
) -> Interval:
    """An increasing function of an interval, by its ends at a rational and at the infinities."""
    low, high = (
        ends(end, bits) if isinstance(end, Fraction) else limits[end > 0] for end in (x.low, x.high)
    )
    return rounded(low[0], high[1], bits, nonzero)


def exp(x: Interval, bits: int) -> Interval:
    """Exponential; never zero."""
    return _monotone(x, exp_ends, (_NONE, _MOST), bits, True)


def ln(x: Interval, bits: int) -> Interval:
    """Natural logarithm of an interval of positive numbers."""
    if x.low < 0 or not (x.nonzero or x.low > 0):
        raise Undefined("ln of an interval that is not positive")
    return _monotone(Interval(x.low or -INF, x.high or -INF), ln_ends, (_LEAST, _MOST), bits)


def sqrt(x: Interval, bits: int) -> Interval:
    """Square root of an interval of numbers that are not negative."""
    if x.low < 0:
        raise Undefined("sqrt of an interval that may be negative")
    return _monotone(x, sqrt_ends, (_LEAST, _MOST), bits, x.excludes_zero())


def power(x: Interval, y: Interval, bits: int) -> Interval:
    """Real power of a positive base, or of a base that may be zero with a positive exponent."""
    if x.low < 0 or (not x.excludes_zero() and not (y.low > 0)):
        raise Undefined("a power needs a positive base")
    exponent = ia.multiply(y, ln(Interval(x.low, x.high, True), bits + 16), bits + 16)
    result = exp(exponent, bits)
    return result if x.excludes_zero() else Interval(ZERO, result.high)


def erfc(x: Interval, bits: int) -> Interval:
    """Complementary error function; decreasing, positive."""
    mirrored = Interval(-x.high, -x.low)
    return _monotone(mirrored, lambda y, n: erfc_ends(-y, n), (_NONE, _TWO), bits, True)


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
    less, more = (end / 2 for end in pi_ends(bits))
    return _monotone(x, atan_ends, ((-more, -less), (less, more)), bits, x.excludes_zero())


FUNCTIONS: Mapping[str, Callable[[Interval, int], Interval]] = {
    function.__name__: function for function in (sqrt, exp, ln, erfc, sin, cos, arctan)
}
