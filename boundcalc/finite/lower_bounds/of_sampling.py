"""Limits from below by sampling alone: fair coins that are fixed in advance.

With few queries no analyst is needed: the sample means of k fair coins are off by themselves, and
noise that does not depend on them makes it no better.

Main definitions
----------------
`concentration`: the greatest probability of so many values of a binomial law in a row.
`sampling_limit`: the greatest n at which k coins are certified to fail, for any independent noise.

Conventions
-----------
Answers *fail* at n if with probability above beta some answer is off by more than tau.
`theorems/notes/limits-from-below.md` has the proof.
"""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist

from flint import arb, ctx

from boundcalc.enclosures.interval import ball

_BITS = 80
_MOST_VALUES = 1_000  # of a binomial law, which are summed
_SHARES = tuple(Fraction(part, 1000) for part in (500, 800, 900, 950, 980, 990, 995, 1000))
_BACK = 200  # a part of n, by which a suggestion that is not certified is lowered
_TRIES = 12
_LEAST_CHANCE = 1e-300


def concentration(n: int, count: int) -> arb:
    """Return the greatest probability of `count` values in a row of the heads of n fair coins.

    They are those in the middle. One more coin does not make it greater.

    Parameters
    ----------
    n : int
        Coins, at least 1.
    count : int
        Values, at least 1.
    """
    if count > n:
        return arb(1)
    low = (n - count + 1) // 2
    log = arb(n + 1).lgamma() - arb(low + 1).lgamma() - arb(n - low + 1).lgamma()
    chance = (log - n * arb(2).log()).exp()
    total = arb(0)
    for heads in range(low, low + count):
        total += chance
        chance = chance * (n - heads) / (heads + 1)
    return total


def sampling_limit(k: int, tau: Fraction, beta: Fraction) -> int:
    """Return an n up to which k answers with any independent noise are certified to fail.

    It is 0 where nothing is certified.

    Parameters
    ----------
    k : int
        Queries, at least 1.
    tau, beta : Fraction
        Accuracy in (0, 1/2) and failure probability in (0, 1).

    Examples
    --------
    >>> sampling_limit(10, Fraction(1, 10), Fraction(1, 20))
    184
    """
    top = _suggested(k, tau, beta)
    if 2 * tau * top > _MOST_VALUES:
        return 0
    with ctx.workprec(_BITS):
        for attempt in range(_TRIES):
            last = top - top * attempt // _BACK
            if _fails_up_to(last, k, tau, beta):
                return last
    return 0


def _fails_up_to(last: int, k: int, tau: Fraction, beta: Fraction) -> bool:
    """Return whether every n from 1 to `last` is certified, range by range from above."""
    high, first = last, len(_SHARES) - 1
    while high > 0:
        for number in (*range(first, len(_SHARES)), *range(first)):
            low = max(1, math.ceil(high * _SHARES[number]))
            if _fail_between(low, high, k, tau, beta):
                high, first = low - 1, max(number - 1, 0)
                break
        else:
            return False
    return last > 0


def _fail_between(low: int, high: int, k: int, tau: Fraction, beta: Fraction) -> bool:
    """Return whether each n in a range fails: as many values as at the end, as few coins."""
    count = math.floor(2 * tau * high) + 1
    return bool(concentration(low, count) ** k < ball(1 - beta))


def _suggested(k: int, tau: Fraction, beta: Fraction) -> int:
    """Return about the greatest n that fails, by the normal law in doubles."""
    if not float(beta) < 1:
        return 0
    chance = -math.expm1(math.log1p(-float(beta)) / k)
    if not _LEAST_CHANCE < chance < 1:
        return 0
    width, accuracy = -NormalDist().inv_cdf(chance / 2), float(tau)
    inside = width**2 - 8 * accuracy
    if inside < 0:
        return 0
    return int(((width + math.sqrt(inside)) / (4 * accuracy)) ** 2)
