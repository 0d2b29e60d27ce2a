"""Factorials and binomial coefficients of intervals: exact counts, and ranges of them."""

from __future__ import annotations

import math

from flint import arb, fmpz

from boundcalc.enclosures.interval import (
    INFINITY,
    NOWHERE,
    ZERO,
    Interval,
    as_integer,
    least,
    whole_number,
)

_MAX_FACTORIAL = 10**15
MOST_FACTORS = 50  # of a binomial coefficient whose upper number has more than 63 bits


def factorial(n: Interval) -> Interval:
    """Return an enclosure of the factorials of the integers in an interval."""
    value = as_integer(n)
    if value is None or value > _MAX_FACTORIAL:
        return _factorial_range(n)
    if value < 0:
        return NOWHERE
    ball = arb.fac_ui(value)
    return Interval(ball.lower(), ball.upper(), n.total)


def _factorial_range(n: Interval) -> Interval:
    """Enclose the factorials of the integers between the ends; it grows from 0 on."""
    if n.is_nowhere or n.upper < 0:
        return NOWHERE
    first = n.lower.ceil() if n.lower > 0 else ZERO
    lower = (first + 1).gamma().lower() if first.is_finite() else INFINITY
    upper = (n.upper.floor() + 1).gamma().upper() if n.upper.is_finite() else INFINITY
    return Interval(lower, upper if upper.is_finite() else INFINITY, n.total and bool(n.lower >= 0))


def binomial(n: Interval, k: Interval) -> Interval:
    """Return an enclosure of the binomial coefficients of the integers in two intervals."""
    top, bottom = as_integer(n), as_integer(k)
    if top is None and bottom is not None:
        return _binomial_of_range(n, bottom, k.total)
    if top is None:
        return _binomial_of_ranges(n, k)
    if bottom is None:
        return _binomial_range(top, k, n.total)
    if top < 0 or bottom < 0:
        return NOWHERE
    ball = _choices(top, bottom)
    if ball is None:
        return Interval(ZERO, INFINITY, False)
    return Interval(ball.lower(), ball.upper(), n.total and k.total)


def _choices(top: int, bottom: int) -> arb | None:
    """Return a ball around binomial(top, bottom); None where it has too many factors."""
    if bottom > top:
        return ZERO
    bottom = min(bottom, top - bottom)
    if top > 10**7 and bottom > 10**4:
        return None
    if top < 1000:
        return arb(fmpz(math.comb(top, bottom)))
    if top < 2**63:
        ball = arb.bin_uiui(top, bottom)
        if ball.rel_accuracy_bits() > 20:
            return ball
    return _product_of_choices(top, bottom) if bottom <= MOST_FACTORS else None


def _product_of_choices(top: int, bottom: int) -> arb:
    """Return binomial(top, bottom) factor by factor, where a quotient of gammas says nothing."""
    ball = arb(1)
    for index in range(bottom):
        ball = ball * fmpz(top - index) / (index + 1)
    return ball


def _binomial_range(top: int, k: Interval, is_total: bool) -> Interval:
    """Enclose binomial(top, k) for the integers k between the ends; it rises to the middle."""
    if k.is_nowhere or top < 0 or k.upper < 0:
        return NOWHERE
    first, last = whole_number(k.lower.ceil()), whole_number(k.upper.floor())
    is_total = is_total and k.total and bool(k.lower >= 0)
    if first is None or last is None or first < 0 or last < first:
        return Interval(ZERO, INFINITY, is_total)
    ends = [_choices(top, first), _choices(top, last)]
    highest = _choices(top, min(max(top // 2, first), last))
    if highest is None or ends[0] is None or ends[1] is None:
        return Interval(ZERO, INFINITY, is_total)
    return Interval(least(ends[0].lower(), ends[1].lower()), highest.upper(), is_total)


def _binomial_of_range(n: Interval, bottom: int, is_total: bool) -> Interval:
    """Enclose binomial(n, bottom) for the integers n between the ends; it rises with n."""
    if n.is_nowhere or n.upper < 0 or bottom < 0:
        return NOWHERE
    first, last = whole_number(n.lower.ceil()), whole_number(n.upper.floor())
    lower = _choices(first, bottom) if first is not None and first >= 0 else None
    upper = _choices(last, bottom) if last is not None else None
    return Interval(
        ZERO if lower is None else lower.lower(),
        INFINITY if upper is None else upper.upper(),
        n.total and is_total and bool(n.lower >= 0),
    )


def _binomial_of_ranges(n: Interval, k: Interval) -> Interval:
    """Enclose binomial(n, k) for the integers between the ends of both; it rises with n."""
    first, last = whole_number(n.lower.ceil()), whole_number(n.upper.floor())
    if first is None or last is None or first < 0 or last < first:
        return Interval(ZERO, INFINITY, False)
    low, high = _binomial_range(first, k, n.total), _binomial_range(last, k, n.total)
    return Interval(low.lower, high.upper, low.total and high.total)
