"""The law of the overfit of a weighted vote: its mean, exact or enclosed, and its variance.

An analyst asks k - 1 fair coins, weighs each by its answer less 1/2, and asks last who is on the
winning side of the weighted vote; `boundcalc.mechanisms.vote_attack` runs him.
The last query has mean 1/2 on the population. Its *overfit* is its mean on the sample less 1/2.
`theorems/notes/limits-from-below.md` has the proofs.

Main definitions
----------------
`mean_overfit`: enclosures of the mean overfit, for answers with normal noise or without.
`exact_mean_overfit`: its rational value without noise, for few records and queries.
`mean_overfit_at_least`, `overfit_variance_at_most`: closed bounds, for any number of queries.

Conventions
-----------
The mean overfit falls in n and in the scale of the noise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from boundcalc.enclosures.interval import ball, exact_end
from boundcalc.enclosures.interval_functions import phi
from boundcalc.language.errors import DomainError
from boundcalc.language.numbers import read_rational

MOST_QUERIES = 100_000
BITS = 128
_MOST_TERMS = 200_000


def exact_mean_overfit(n: int, k: int) -> Fraction:
    """Return the mean overfit of the last of k queries that are answered exactly.

    With K = (k - 1)(n - 1) fair signs and their sum G it is Pr[|G| < k - 1]/2 + Pr[|G| = k - 1]/4.

    Parameters
    ----------
    n : int
        Records, at least 1; the sum has integers of (k - 1)(n - 1) bits.
    k : int
        Queries, at least 2.

    Raises
    ------
    DomainError
        If there are no records, or fewer than two queries.

    Examples
    --------
    >>> exact_mean_overfit(3, 4)
    Fraction(25, 64)
    """
    check_sizes(n, k)
    coins, steps = k - 1, (k - 1) * (n - 1)
    inside = [heads for heads in range(steps + 1) if abs(2 * heads - steps) < coins]
    count = 2 * sum(math.comb(steps, heads) for heads in inside)
    if coins <= steps and (steps - coins) % 2 == 0:
        ends = {(steps - coins) // 2, (steps + coins) // 2}
        count += sum(math.comb(steps, heads) for heads in ends)
    return Fraction(count, 4 * 2**steps)


def mean_overfit(n: int, k: int, *, sigma: Any = 0) -> tuple[Fraction, Fraction]:
    """Return rationals that enclose the mean overfit of the last of k queries.

    With noise of scale sigma, 2 n sigma sqrt(k - 1) N joins the sum of the fair signs.

    Parameters
    ----------
    n : int
        Records, at least 1.
    k : int
        Queries, from 2 to 100,000.
    sigma : number or str
        Standard deviation of the noise on each answer, at least 0.

    Raises
    ------
    DomainError
        If an argument is out of its range, or the sum has more than 200,000 terms.

    Examples
    --------
    >>> lower, upper = mean_overfit(17744, 1001)
    >>> round(float(lower), 6), upper - lower < Fraction(1, 10**20)
    (0.093828, True)
    """
    check_sizes(n, k)
    scale = read_rational(sigma, name="sigma")
    if scale < 0:
        raise DomainError(f"sigma: it is at least 0 but got {sigma}")
    with ctx.workprec(BITS):
        mean = plain_mean(n, k) if scale == 0 else noisy_mean(n, k, scale)
        return ends(mean)


def mean_overfit_at_least(n: int, k: int, *, sigma: Any) -> Fraction:
    """Return a lower bound on the mean overfit at every scale up to sigma, in closed form.

    It is Phi(sqrt(k - 1)/sqrt(n - 1 + 4 n^2 sigma^2)) - 1/2, less what exchanging signs for
    normal variables may change, (n - 1)/(64 sqrt(2 pi (k - 1)) n^5 sigma^5).

    Parameters and errors as `mean_overfit`, with sigma positive and any k from 2 on.

    Examples
    --------
    >>> round(float(mean_overfit_at_least(4000, 1000, sigma="0.02")), 5)
    0.07288
    """
    check_sizes(n, k, most=None)
    scale = read_rational(sigma, name="sigma")
    if scale <= 0:
        raise DomainError(f"sigma: it is positive but got {sigma}")
    with ctx.workprec(BITS):
        return ends(mean_bound(n, k, ball(scale) ** 2))[0]


def overfit_variance_at_most(n: int, k: int, *, sigma: Any) -> Fraction:
    """Return an upper bound on the variance of the overfit at n and more records and that noise.

    It holds at every scale from sigma on, as the closed bound falls in n and in sigma.

    Parameters and errors as `mean_overfit_at_least`, with n at least 3.

    Examples
    --------
    >>> round(float(overfit_variance_at_most(7000, 900, sigma="0.015")), 7)
    4.21e-05
    """
    check_sizes(n, k, most=None)
    scale = read_rational(sigma, name="sigma")
    if scale <= 0:
        raise DomainError(f"sigma: it is positive but got {sigma}")
    if n < 3:
        raise DomainError(f"n: the bound is for at least 3 records but got {n}")
    with ctx.workprec(BITS):
        return ends(variance_bound(n, k, ball(scale) ** 2))[1]


def plain_mean(n: int, k: int) -> arb:
    """Return the mean without noise, by a sum of k terms."""
    coins, steps = k - 1, (k - 1) * (n - 1)
    total = arb(0)
    for value, chance in _walk(steps, coins):
        total += chance if value < coins else chance / 2
    return total / 2


def noisy_mean(n: int, k: int, sigma: Fraction) -> arb:
    """Return half the chance that signs and noise together stay within k - 1."""
    coins, steps = k - 1, (k - 1) * (n - 1)
    reach = min(steps, math.isqrt(200 * steps) + 1)
    if reach > _MOST_TERMS:
        raise DomainError(f"mean overfit: {reach} terms, and at most {_MOST_TERMS} are summed")
    noise = 2 * n * ball(sigma) * arb(coins).sqrt()
    total = arb(0)
    for value, chance in _walk(steps, reach):
        total += chance * (phi((coins - value) / noise) - phi((-coins - value) / noise))
    if reach < steps:  # Hoeffding: what lies beyond has no more than this
        tail = 2 * (-(arb(reach) ** 2) / (2 * steps)).exp()
        total += arb(0).union(tail)
    return total / 2


def _walk(steps: int, reach: int) -> Iterator[tuple[int, arb]]:
    """Yield what |G| may be up to `reach`, with its chance, for the sum G of that many signs."""
    value, reach = steps % 2, min(steps, reach)
    half = arb(steps - value) / 2
    log = arb(steps + 1).lgamma() - (half + 1).lgamma() - (steps - half + 1).lgamma()
    chance = (log - steps * arb(2).log()).exp()  # of one value, not of its absolute value
    while value <= reach:
        yield value, chance if value == 0 else 2 * chance
        chance = chance * (steps - value) / (steps + value + 2)
        value += 2


def mean_bound(n: int, k: int, square: arb) -> arb:
    """Return the closed lower bound on the mean at noise of the scale whose square is given."""
    spread = n - 1 + 4 * n**2 * square
    return phi((arb(k - 1) / spread).sqrt()) - arb(1) / 2 - exchange_error(n, k, square)


def exchange_error(n: int, k: int, square: arb) -> arb:
    """Return what exchanging signs for normal variables may change of the mean."""
    root = (2 * arb.pi() * (k - 1)).sqrt()
    return (n - 1) / (64 * root * (n * square.sqrt()) ** 5)


def variance_bound(n: int, k: int, square: arb) -> arb:
    """Return the bound on the variance at noise of the scale whose square is given."""
    coins, twice_pi = arb(k - 1), 2 * arb.pi()
    spread = n - 2 + 4 * n**2 * square
    pairs = arb(14) / 45 * (n - 2) / (twice_pi.sqrt() * (n**2 * square) ** 2 * coins)
    return (
        arb(1) / (4 * n)
        + (coins / spread + 1) / (twice_pi * spread)
        + exchange_error(n, k, square)
        + pairs / 4
        + 5 * arb(3).sqrt() / (32 * arb.pi()) / coins.sqrt() ** 3
        + (-coins / 8).exp() / 2
    )


def ends(mean: arb) -> tuple[Fraction, Fraction]:
    """Return the ends of an enclosure, exactly."""
    return exact_end(mean.lower()), exact_end(mean.upper())


def check_sizes(n: int, k: int, *, most: int | None = MOST_QUERIES) -> None:
    """Refuse numbers of records and of queries that are none."""
    if not isinstance(n, int) or n < 1:
        raise DomainError(f"n: it is an integer and at least 1 but got {n!r}")
    if not isinstance(k, int) or k < 2:
        raise DomainError(f"k: it is an integer and at least 2 but got {k!r}")
    if most is not None and k > most:
        raise DomainError(f"k: the sum is for at most {most} queries but got {k}")


def read_targets(tau: Any, beta: Any) -> tuple[Fraction, Fraction]:
    """Return accuracy and failure probability as exact numbers."""
    accuracy, chance = read_rational(tau, name="tau"), read_rational(beta, name="beta")
    if not 0 < accuracy < Fraction(1, 2):
        raise DomainError(f"tau: it is in (0, 1/2) but got {tau}")
    if not 0 < chance < 1:
        raise DomainError(f"beta: it is in (0, 1) but got {beta}")
    return accuracy, chance
