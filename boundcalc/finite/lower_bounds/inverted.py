"""Limits from below for other unknowns: with how many queries, and at which accuracy, noise fails.

Main definitions
----------------
`queries_that_fail`: a number of queries from which on Gaussian noise is certified to fail.
`accuracy_that_fails`: an accuracy down from which it is certified to fail.

Conventions
-----------
More queries and a smaller tau ask for more: what fails goes on failing.
Doubles find where to look, and `noise_fails_up_to` beside this module certifies it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from boundcalc.finite.lower_bounds.by_variance import suggested_noise_limit
from boundcalc.finite.lower_bounds.limits import MOST_QUERIES, noise_fails_up_to

_FEWEST = 100  # queries from which on the closed bounds are used
_START = 10_000
_STEPS = 8
_CLOSE = 0.005
_MARGINS = (Fraction(1, 66), Fraction(1, 33), Fraction(1, 8))
_DIGITS = 10**6
_LARGEST = 700.0  # of logarithms of doubles


def queries_that_fail(n: int, tau: Fraction, beta: Fraction) -> int:
    """Return a number of queries from which on Gaussian noise of any one scale fails at n records.

    It is 0 where none from 100 to 10^9 was found.

    Parameters
    ----------
    n : int
        Records, at least 1.
    tau, beta : Fraction
        Accuracy in (0, 1/2) and failure probability in (0, 1).

    Examples
    --------
    >>> 9_000 < queries_that_fail(28_000, Fraction(1, 10), Fraction(1, 20)) < 11_000
    True
    """

    def limit(k: float) -> int:
        whole = round(k)
        return suggested_noise_limit(whole, tau, beta, votes=(_votes(whole),))[0]

    found = _place(limit, n, float(_START), 1.8, (_FEWEST, MOST_QUERIES))
    for margin in _MARGINS if found else ():
        k = math.ceil(Fraction(found) * (1 + margin))
        if k <= MOST_QUERIES and noise_fails_up_to(n, k, _votes(k), tau, beta):
            return k
    return 0


def accuracy_that_fails(n: int, k: int, beta: Fraction) -> Fraction:
    """Return an accuracy so that Gaussian noise of any one scale fails at it and every smaller one.

    It is 0 where none was found.

    Parameters
    ----------
    n, k : int
        Records, at least 1, and queries, from 100 to 10^9.
    beta : Fraction
        Failure probability in (0, 1).

    Examples
    --------
    >>> found = accuracy_that_fails(7_200, 1000, Fraction(1, 20))
    >>> Fraction(97, 1000) < found < Fraction(1, 10)
    True
    """
    if not _FEWEST <= k <= MOST_QUERIES:
        return Fraction(0)

    def limit(tau: float) -> int:
        return suggested_noise_limit(k, Fraction(tau), beta, votes=(_votes(k),))[0]

    found = _place(limit, n, 0.05, -0.5, (1e-6, 0.45))
    for margin in _MARGINS if found else ():
        tau = Fraction(math.floor(Fraction(found) * (1 - margin) * _DIGITS), _DIGITS)
        if tau > 0 and noise_fails_up_to(n, k, _votes(k), tau, beta):
            return tau
    return Fraction(0)


def _votes(k: int) -> int:
    return max(1, k // 12)


def _place(
    limit: Callable[[float], int], n: int, start: float, power: float, ends: tuple[float, float]
) -> float:
    """Return about where a limit is n, which goes about like a power of the place; 0 if nowhere."""
    low, high = ends
    place, before = start, (0.0, 0)
    for _ in range(_STEPS):
        found = limit(place)
        if found and abs(found / n - 1) < _CLOSE:
            return place
        last, seen = before
        if found and seen and found != seen:
            power = math.log(place / last) / math.log(found / seen)
        factor = _ratio_to(power, n, found) if found else 4.0 if power > 0 else 0.5
        before = (place, found)
        place = min(max(place * factor, low), high)
        if place == before[0]:
            return 0.0
    return 0.0


def _ratio_to(power: float, n: int, found: int) -> float:
    """Return a power of n / found, in doubles; infinity where it is beyond them."""
    logarithm = math.log(n) - math.log(found)
    return (n / found) ** power if max(logarithm, power * logarithm) < _LARGEST else math.inf
