"""Arithmetic of intervals: an enclosure of every value that an operation takes on its operands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

from flint import arb, ctx

from boundcalc.enclosures.combinatorics import binomial, factorial
from boundcalc.enclosures.interval import (
    EVERYWHERE,
    INFINITY,
    MINUS_INFINITY,
    NOWHERE,
    ONE,
    ZERO,
    Interval,
    as_integer,
    exact_interval,
    greatest,
    least,
)
from boundcalc.enclosures.sums import Terms, terms_of
from boundcalc.language.operators import Operator

T = TypeVar("T")
_MAX_EXPONENT = arb(10) ** 15


def _is_infinite(x: arb) -> bool:
    return not x.is_finite()


# --- sums and products -------------------------------------------------------------------------


def _add_ends(x: arb, y: arb, infinity: arb) -> arb:
    """Add two ends that are not opposite infinities; `infinity` is theirs if one is infinite."""
    return infinity if _is_infinite(x) or _is_infinite(y) else x + y


def _add(*terms: Interval) -> Interval:
    lower, upper, total = terms[0].lower, terms[0].upper, terms[0].total
    if lower > upper:
        return NOWHERE
    for term in terms[1:]:
        low, high = term.lower, term.upper
        if low > high:
            return NOWHERE
        lower, upper, total = lower + low, upper + high, total and term.total
    if lower.is_finite() and upper.is_finite():
        return Interval(lower.lower(), upper.upper(), total)
    return _add_unbounded(terms)


def _add_unbounded(terms: tuple[Interval, ...]) -> Interval:
    """Add intervals that have values, of which some have an infinite end."""
    lower, upper, total = terms[0].lower, terms[0].upper, terms[0].total
    for term in terms[1:]:
        lower = _add_ends(lower, term.lower, MINUS_INFINITY)
        upper = _add_ends(upper, term.upper, INFINITY)
        total = total and term.total
    return Interval(lower.lower(), upper.upper(), total)


def _negate(x: Interval) -> Interval:
    return Interval(-x.upper, -x.lower, x.total)


def _times(x: arb, y: arb) -> arb:
    """Multiply two ends; zero times an infinite end, which is never attained, is zero."""
    product = x * y
    if product.is_finite():
        return product
    if x.is_zero() or y.is_zero():
        return ZERO
    if _is_infinite(x) or _is_infinite(y):
        return INFINITY if (x > 0) == (y > 0) else MINUS_INFINITY
    return product


def _multiply_two(x: Interval, y: Interval) -> Interval:
    if x.lower > x.upper or y.lower > y.upper:
        return NOWHERE
    total = x.total and y.total
    ends = _extreme_factors(x, y)
    if ends is not None:
        a, b, c, d = ends
        low, high = a * b, c * d
        if not (low.is_finite() and high.is_finite()):
            low, high = _times(a, b), _times(c, d)
        return Interval(low.lower(), high.upper(), total)
    products = [_times(a, b) for a in (x.lower, x.upper) for b in (y.lower, y.upper)]
    low, high = products[0].lower(), products[0].upper()
    for product in products[1:]:
        low = least(low, product.lower())
        high = greatest(high, product.upper())
    return Interval(low, high, total)


def _extreme_factors(x: Interval, y: Interval) -> tuple[arb, arb, arb, arb] | None:
    """Return the ends whose products are least and greatest, in pairs, where the signs tell."""
    if x.lower >= 0:
        if y.lower >= 0:
            return x.lower, y.lower, x.upper, y.upper
        return x.upper, y.lower, x.lower if y.upper <= 0 else x.upper, y.upper
    if y.lower >= 0:
        return x.lower, y.upper, x.upper, y.lower if x.upper <= 0 else y.upper
    if x.upper <= 0:
        return x.upper if y.upper <= 0 else x.lower, y.upper, x.lower, y.lower
    if y.upper <= 0:
        return x.upper, y.lower, x.lower, y.lower
    return None


def _multiply(*factors: Interval) -> Interval:
    product = factors[0]
    for factor in factors[1:]:
        product = _multiply_two(product, factor)
    return product


def reciprocal(x: Interval) -> Interval:
    """Return the values of 1/x where x is not zero."""
    if x.lower > x.upper:
        return NOWHERE
    if x.lower > 0 or x.upper < 0:
        upper = (ONE / x.lower).upper() if x.lower.is_finite() else ZERO
        lower = (ONE / x.upper).lower() if x.upper.is_finite() else ZERO
        return Interval(lower, upper, x.total)
    if x.lower.is_zero() and x.upper.is_zero():
        return NOWHERE
    if x.lower >= 0:
        lower = (ONE / x.upper).lower() if x.upper.is_finite() else ZERO
        return Interval(lower, INFINITY, False)
    if x.upper <= 0:
        upper = (ONE / x.lower).upper() if x.lower.is_finite() else ZERO
        return Interval(MINUS_INFINITY, upper, False)
    return EVERYWHERE


def _divide(x: Interval, y: Interval) -> Interval:
    return _multiply_two(x, reciprocal(y))


# --- monotone functions ------------------------------------------------------------------------


def _increasing(
    function: Callable[[arb], arb], at_minus_infinity: arb, at_infinity: arb
) -> Callable[[Interval], Interval]:
    """Return the interval function of an increasing function on the line, with its two limits."""

    def apply(x: Interval) -> Interval:
        if x.lower > x.upper:
            return NOWHERE
        lower = function(x.lower).lower() if x.lower.is_finite() else at_minus_infinity
        upper = function(x.upper).upper() if x.upper.is_finite() else at_infinity
        return Interval(
            greatest(lower, at_minus_infinity) if lower.is_finite() else at_minus_infinity,
            least(upper, at_infinity) if upper.is_finite() else at_infinity,
            x.total,
        )

    return apply


def _exp_end(x: arb) -> arb:
    return x.exp() if abs(x) < _MAX_EXPONENT else (INFINITY if x > 0 else ZERO)


def _exp(x: Interval) -> Interval:
    if x.lower > x.upper:
        return NOWHERE
    lower = _exp_end(x.lower).lower() if x.lower.is_finite() else ZERO
    upper = _exp_end(x.upper).upper() if x.upper.is_finite() else INFINITY
    if not lower.is_finite():  # beyond the exponents that are worth computing
        lower = _MAX_EXPONENT.exp().lower()
    if upper.is_zero():
        upper = (-_MAX_EXPONENT).exp().upper()
    if x.lower >= 0:
        lower = greatest(lower, ONE)
    if x.upper <= 0:
        upper = least(upper, ONE)
    return Interval(greatest(lower, ZERO), upper, x.total)


def _ln(x: Interval) -> Interval:
    if x.lower > x.upper or not x.upper > 0:
        return NOWHERE
    lower = x.lower.log().lower() if x.lower > 0 else MINUS_INFINITY
    upper = x.upper.log().upper() if x.upper.is_finite() else INFINITY
    return Interval(lower, upper, x.total and bool(x.lower > 0))


def _log(base: Interval, x: Interval) -> Interval:
    return _divide(_ln(x), _ln(base))


def _sqrt(x: Interval) -> Interval:
    if x.lower > x.upper or x.upper < 0:
        return NOWHERE
    lower = x.lower.sqrt().lower() if x.lower > 0 else ZERO
    upper = x.upper.sqrt().upper() if x.upper.is_finite() else INFINITY
    return Interval(lower, upper, x.total and bool(x.lower >= 0))


def phi(x: arb) -> arb:
    """Return the standard normal distribution function of a ball."""
    return (-x / arb(2).sqrt()).erfc() / 2


_erf = _increasing(lambda x: x.erf(), arb(-1), ONE)
_phi = _increasing(phi, ZERO, ONE)


def _erfc(x: Interval) -> Interval:
    if x.is_nowhere:
        return NOWHERE
    lower = x.upper.erfc().lower() if x.upper.is_finite() else ZERO
    upper = x.lower.erfc().upper() if x.lower.is_finite() else arb(2)
    return Interval(greatest(lower, ZERO), least(upper, arb(2)), x.total)


def _quarters(x: Interval) -> range | None:
    """Return the integers k for which k pi/2 may lie in an interval; None where there are many.

    They are many also where the ends are so large that the precision does not tell.
    """
    limit = arb(2) ** (ctx.prec // 2)
    if not (x.lower > -limit and x.upper < limit and x.upper - x.lower < 7):
        return None
    quarter = arb.pi() / 2
    first = (x.lower / quarter).lower().ceil().unique_fmpz()
    last = (x.upper / quarter).upper().floor().unique_fmpz()
    return None if first is None or last is None else range(int(first), int(last) + 1)


def _wave(function: Callable[[arb], arb], crest: int) -> Callable[[Interval], Interval]:
    """Return the interval function of sin or cos, which is 1 at 4k + `crest` quarters of pi."""

    def apply(x: Interval) -> Interval:
        if x.lower > x.upper:
            return NOWHERE
        quarters = _quarters(x)
        if quarters is None:
            return Interval(-ONE, ONE, x.total)
        low, high = function(x.lower), function(x.upper)
        lower, upper = least(low.lower(), high.lower()), greatest(low.upper(), high.upper())
        places = [(place - crest) % 4 for place in quarters]
        lower = -ONE if 2 in places or not lower > -ONE else lower
        upper = ONE if 0 in places or not upper < ONE else upper
        return Interval(lower, upper, x.total)

    return apply


def _tan(x: Interval) -> Interval:
    if x.lower > x.upper:
        return NOWHERE
    quarters = _quarters(x)
    if quarters is None or any(place % 2 for place in quarters):
        return EVERYWHERE
    return Interval(x.lower.tan().lower(), x.upper.tan().upper(), x.total)


def _arctan(x: Interval) -> Interval:
    if x.lower > x.upper:
        return NOWHERE
    lower = x.lower.atan() if x.lower.is_finite() else -arb.pi() / 2
    upper = x.upper.atan() if x.upper.is_finite() else arb.pi() / 2
    return Interval(lower.lower(), upper.upper(), x.total)


def _floor(x: Interval) -> Interval:
    lower = x.lower.floor().lower() if x.lower.is_finite() else x.lower
    upper = x.upper.floor().upper() if x.upper.is_finite() else x.upper
    return Interval(lower, upper, x.total)


def _ceil(x: Interval) -> Interval:
    return _negate(_floor(_negate(x)))


def _abs(x: Interval) -> Interval:
    if x.is_nowhere or x.lower >= 0:
        return x
    if x.upper <= 0:
        return _negate(x)
    return Interval(ZERO, greatest(-x.lower, x.upper), x.total)


def _max(*values: Interval) -> Interval:
    result = values[0]
    for value in values[1:]:
        if result.is_nowhere or value.is_nowhere:
            return NOWHERE
        lower, upper = greatest(result.lower, value.lower), greatest(result.upper, value.upper)
        result = Interval(lower, upper, result.total and value.total)
    return result


def _min(*values: Interval) -> Interval:
    return _negate(_max(*(_negate(value) for value in values)))


# --- powers ------------------------------------------------------------------------


def _end_power(x: arb, exponent: int) -> arb:
    """Return a positive integer power of an end that is not negative."""
    if not x.is_finite() or x.is_zero():
        return x
    return x**exponent if exponent < 10**6 else (x.log() * exponent).exp()


def _natural_power(x: Interval, exponent: int) -> Interval:
    if exponent % 2 == 0:
        x = _abs(x)
    lower = _end_power(x.lower, exponent) if x.lower >= 0 else -_end_power(-x.lower, exponent)
    upper = _end_power(x.upper, exponent) if x.upper >= 0 else -_end_power(-x.upper, exponent)
    low, high = lower.lower(), upper.upper()
    return Interval(
        low if low.is_finite() or not x.lower.is_finite() else MINUS_INFINITY,
        high if high.is_finite() else INFINITY,
        x.total,
    )


def integer_power(x: Interval, exponent: int) -> Interval:
    """Return the integer power of an interval; x^0 is 1, and a negative power needs x != 0."""
    if x.is_nowhere:
        return NOWHERE
    if exponent == 0:
        return Interval(ONE, ONE, x.total)
    if exponent < 0:
        return reciprocal(_natural_power(x, -exponent))
    return _natural_power(x, exponent)


def _power(base: Interval, exponent: Interval) -> Interval:
    """Return a power; a base that is not positive needs an integer, and zero one that is >= 0."""
    whole = as_integer(exponent)
    if base.is_nowhere or exponent.is_nowhere:
        return NOWHERE
    if whole is not None:
        power = integer_power(base, whole)
        return Interval(power.lower, power.upper, power.total and exponent.total)
    if base.upper < 0:
        is_known = not _contains_integer(exponent)
        return NOWHERE if is_known else EVERYWHERE
    result = _exp(_multiply_two(exponent, _ln(base))) if base.upper > 0 else NOWHERE
    if base.lower > 0:
        return result
    if base.lower < 0 and _contains_integer(exponent):
        return EVERYWHERE
    lower = ZERO if result.is_nowhere else least(result.lower, ZERO)
    upper = ZERO if result.is_nowhere else result.upper
    if exponent.contains_zero():
        upper = greatest(upper, ONE)
    is_defined = base.lower.is_zero() and bool(exponent.lower >= 0)
    return Interval(lower, upper, base.total and exponent.total and is_defined)


def _contains_integer(x: Interval) -> bool:
    if not (x.lower.is_finite() and x.upper.is_finite()):
        return True
    return not x.lower.ceil() > x.upper


def _lambert_w(branch: Interval, x: Interval) -> Interval:
    which = as_integer(branch)
    least = -(arb(-1).exp())
    if which not in (0, -1) or x.is_nowhere or x.upper < least:
        return NOWHERE
    if not x.lower > least or not x.upper.is_finite() or (which == -1 and not x.upper < 0):
        return EVERYWHERE
    low, high = x.lower.lambertw(which), x.upper.lambertw(which)
    if which == -1:
        low, high = high, low
    return Interval(low.lower(), high.upper(), x.total)


class Intervals:
    """Arithmetic of intervals at the precision of the current Arb context."""

    operators: Mapping[Operator, Callable[..., Interval]] = {
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
        Operator.MAX: _max,
        Operator.MIN: _min,
        Operator.FLOOR: _floor,
        Operator.CEIL: _ceil,
        Operator.ERF: _erf,
        Operator.ERFC: _erfc,
        Operator.PHI: _phi,
        Operator.SIN: _wave(lambda x: x.sin(), 1),
        Operator.COS: _wave(lambda x: x.cos(), 0),
        Operator.TAN: _tan,
        Operator.ARCTAN: _arctan,
        Operator.BINOMIAL: binomial,
        Operator.FACTORIAL: factorial,
        Operator.LAMBERT_W: _lambert_w,
    }

    def number(self, value: Fraction) -> Interval:
        """Return an enclosure of the rational."""
        return exact_interval(value)

    def constant(self, name: str) -> Interval:
        """Return an enclosure of e or pi."""
        ball = arb(1).exp() if name == "e" else arb.pi()
        return Interval(ball.lower(), ball.upper())

    def integer_power(self, base: Interval, exponent: int) -> Interval:
        """Return an enclosure of the integer power."""
        return integer_power(base, exponent)

    def summation(
        self, lower: Interval, upper: Interval, body: Callable[[Interval], Interval]
    ) -> Interval:
        """Return an enclosure of the sums that end at the integers between the ends of `upper`.

        Everything where the lower end is not a known integer, or too many terms are certain.
        """
        terms = terms_of(lower, upper, body, _itself)
        return EVERYWHERE if terms is None else total_of(terms, _itself)


def total_of(terms: Iterable[Terms[T]], values: Callable[[T], Interval]) -> Interval:
    """Return an enclosure of a sum by the values of its terms."""
    result = Interval(ZERO, ZERO)
    for item in terms:
        value = values(item.term)
        result = _add(result, value if item.is_single else _multiply_two(item.count, value))
    return result


def _itself(values: Interval) -> Interval:
    return values


INTERVALS = Intervals()
