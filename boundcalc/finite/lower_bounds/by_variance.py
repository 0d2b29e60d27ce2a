"""Limits from below by mean and variance of the overfit, with the last query asked repeatedly.

The analyst asks k - votes coins, and then one weighted vote `votes` times: the noise of some of
those answers adds to what all of them overfit. He adds a little noise of his own to the weights,
so that the closed bounds on mean and variance are good at every scale of the noise of the answers.

Main definitions
----------------
`noise_fails_between`, `exact_answers_fail_between`: whether answers are certified to fail at every
number of records in a range.
`failure_at_least`: how likely they fail at one number of records and one scale of the noise.
`suggested_noise_limit`, `suggested_exact_limit`: a number of records to try, from doubles.

Conventions
-----------
Answers *fail* at n if with probability above beta some answer is off by more than tau.
A False says nothing. `theorems/notes/limits-from-below.md` has the proofs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from statistics import NormalDist
from typing import Any

import numpy as np
from flint import arb, ctx

from boundcalc.enclosures.interval import ball
from boundcalc.enclosures.interval_functions import phi
from boundcalc.evaluation.double_arrays import Vector
from boundcalc.finite.lower_bounds.by_mean import scale_of_noise_alone
from boundcalc.finite.lower_bounds.vote_law import (
    BITS,
    check_sizes,
    ends,
    mean_bound,
    read_targets,
    variance_bound,
)
from boundcalc.language.errors import DomainError
from boundcalc.language.numbers import read_rational

_NORMAL = NormalDist()
_HALF = Fraction(1, 2)
_WIDTHS = tuple(Fraction(1, 2**power) for power in range(2, 12))
_REACHES = (0.999, 0.99, 0.97, 0.93, 0.85, 0.7, 0.5)
_STEP = 0.97  # of the scales at which doubles look
_FAR = 7.5  # standard deviations, where the normal distribution function is 1 in doubles
_STEP_HEIGHTS = (0.2, 0.5, 0.8, 0.95)
_PLACES = tuple(place / 8 for place in range(32))


@dataclass(frozen=True, slots=True)
class _Block:
    """Records from `low` to `high`, and what is asked of the answers."""

    low: int
    high: int
    coins: int
    votes: int
    tau: arb
    beta: arb
    own: arb  # square of the scale of the analyst's noise

    def mean_at_least(self, scale: arb) -> arb:
        """Return a lower bound on the mean overfit at every scale up to this one."""
        return mean_bound(self.high, self.coins + 1, scale**2 + self.own)

    def variance_at_most(self, scale: arb) -> arb:
        """Return an upper bound on the variance of the overfit from this scale on."""
        return variance_bound(self.low, self.coins + 1, scale**2 + self.own)


def exact_answers_fail_between(low: int, high: int, k: int, tau: Fraction, beta: Fraction) -> bool:
    """Return whether exact answers are certified to fail at every n from low to high.

    By Chebyshev's inequality for one side: the overfit is above tau with probability at least
    g^2/(g^2 + V), for g the mean less tau and V the variance.

    Parameters
    ----------
    low, high : int
        Records, from 3 on.
    k : int
        Queries, at least 2.
    tau, beta : Fraction
        Accuracy in (0, 1/2) and failure probability in (0, 1).

    Examples
    --------
    >>> exact_answers_fail_between(13_500, 14_000, 1000, Fraction(1, 10), Fraction(1, 20))
    True
    """
    with ctx.workprec(BITS):
        return _is_above(_block(low, high, k, 1, tau, beta), arb(0), arb(1))


def noise_fails_between(
    low: int, high: int, k: int, votes: int, tau: Fraction, beta: Fraction
) -> bool:
    """Return whether Gaussian noise of every scale is certified to fail at every n in a range.

    From some scale on the noise alone fails. The scales below are cut into cells; in each a
    quadratic below the chance that a vote is answered too high has a mean above beta.

    Parameters as `exact_answers_fail_between`, with `votes` from 1 to k - 1.

    Examples
    --------
    >>> noise_fails_between(6500, 7000, 1000, 100, Fraction(1, 10), Fraction(1, 20))
    True
    """
    with ctx.workprec(BITS):
        block, likely = _block(low, high, k, votes, tau, beta), _chance(arb(0), votes)
        upper = scale_of_noise_alone(k, tau, beta)
        first = 0
        while upper is not None:
            if _is_above(block, ball(upper), likely):
                return True
            upper, first = _next_scale(block, upper, first)
        return False


def failure_at_least(n: int, k: int, *, votes: int, sigma: Any, tau: Any) -> Fraction:
    """Return a lower bound on the chance that some answer is off by more than tau.

    The answers have normal noise of scale sigma, and the analyst adds his own to the weights.

    Parameters
    ----------
    n : int
        Records, at least 3.
    k, votes : int
        Queries, and how many of them ask for the vote, from 1 to k - 1.
    sigma, tau : number or str
        Scale of the noise, positive, and accuracy in (0, 1/2).

    Raises
    ------
    DomainError
        If an argument is out of its range.

    Examples
    --------
    >>> round(float(failure_at_least(7000, 1000, votes=83, sigma="0.0147", tau="0.1")), 4)
    0.0683
    """
    check_sizes(n, k, most=None)
    accuracy, _ = read_targets(tau, _HALF)
    scale = read_rational(sigma, name="sigma")
    if scale <= 0 or n < 3 or not 1 <= votes < k:
        raise DomainError(
            f"sigma is positive, n at least 3 and votes from 1 to k - 1 but got sigma = {sigma}, "
            f"n = {n}, votes = {votes} and k = {k}"
        )
    with ctx.workprec(BITS):
        block, at = _block(n, n, k, votes, accuracy, _HALF), ball(scale)
        mean, variance = block.mean_at_least(at), block.variance_at_most(at)
        by_noise = -(k * (1 - 2 * phi(-ball(accuracy / scale))).log()).expm1()
        by_parabola = _by_parabola(block, mean, variance, at, at)
        bounds = (by_noise, by_parabola, _by_step(block, mean, variance, at))
        return max(ends(bound)[0] for bound in (*bounds, arb(0)))


def own_scale(n: int, coins: int) -> Fraction:
    """Return the scale of the noise that the analyst adds to the weights, at n records."""
    return Fraction(round(math.sqrt(_own_square(n, coins)) * 2**60), 2**60)


def _block(low: int, high: int, k: int, votes: int, tau: Fraction, beta: Fraction) -> _Block:
    own = ball(own_scale(high, k - votes)) ** 2
    return _Block(low, high, k - votes, votes, ball(tau), ball(beta), own)


def _own_square(n: int, coins: int) -> float:
    """Return the square of the scale of the analyst's noise, which leaves small errors."""
    return 0.3 / (n * math.sqrt(coins))


def _is_above(block: _Block, upper: arb, chance: arb) -> bool:
    """Return whether an overfit above tau, with that chance after it, is likely up to `upper`."""
    gap = block.mean_at_least(upper) - block.tau
    return bool(gap > 0) and _is_likely(gap, block.variance_at_most(arb(0)), chance, block.beta)


def _is_likely(gap: arb, variance: arb, chance: arb, beta: arb) -> bool:
    """Return whether a variable is above its mean less `gap`, and then `chance`, above beta."""
    return bool(gap > 0 and chance * gap**2 > beta * (gap**2 + variance))


def _next_scale(block: _Block, upper: Fraction, first: int) -> tuple[Fraction | None, int]:
    """Return a scale so that answers fail from there to `upper`, and the width to try next."""
    end = ball(upper)
    mean, least = block.mean_at_least(end), float(block.beta)
    for number in range(max(first - 1, 0), len(_WIDTHS)):
        lower = Fraction(round(upper * (1 - _WIDTHS[number]) * 2**60), 2**60)
        if not 0 < lower < upper:
            continue
        start = ball(lower)
        variance = block.variance_at_most(start)
        if (
            _by_parabola(block, mean, variance, start, end, least) > block.beta
            or _by_step(block, mean, variance, start) > block.beta
        ):
            return lower, number
    return None, 0


def _by_step(block: _Block, mean: arb, variance: arb, lower: arb) -> arb:
    """Return how likely answers fail from `lower` on, at least, by a step below that chance."""
    best = arb(0)
    for z, chance in _step_chances(block.votes):
        gap = mean - block.tau - z * lower
        if gap > 0:
            found = chance * gap**2 / (gap**2 + variance)
            best = found if found > best else best
    return best


@lru_cache(maxsize=32)
def _step_chances(votes: int) -> tuple[tuple[arb, arb], ...]:
    """Return the places of the steps with their chances, at the precision of this file."""
    with ctx.workprec(BITS):
        return tuple((arb(place), _chance(arb(place), votes)) for place in _steps(votes))


def _by_parabola(
    block: _Block, mean: arb, variance: arb, lower: arb, upper: arb, least: float = 0.0
) -> arb:
    """Return how likely answers fail from `lower` to `upper`, at least, by a parabola below it.

    The variance is that of the overfit from `lower` on. What is at most `least` in doubles is not
    tried.
    """
    gap = (mean - block.tau).lower()  # a number, whose sign is known
    place = gap / (lower if gap < 0 else upper)
    variance = variance / lower**2
    promised, *line = _best_line(float(place.lower()), float(variance), block.votes)
    z, reach = (arb(value) for value in line)
    if promised <= least or not z <= place:
        return arb(0)
    density = (-(z**2) / 2).exp() / (2 * arb.pi()).sqrt()
    above = phi(-z)
    if not -z - (block.votes - 1) * density / above >= 0:  # convex up to z
        return arb(0)
    height = -(block.votes * above.log()).expm1()
    slope = block.votes * density * above ** (block.votes - 1)
    if not _chance(z + (reach - height) / slope, block.votes) >= reach:
        return arb(0)
    return height - slope**2 * variance / (4 * (reach - height))


def _chance(y: arb, votes: int) -> arb:
    """Return the chance that one of the votes has noise of at least -y standard deviations."""
    return -(votes * phi(-y).log()).expm1()


# --- proposals in doubles ----------------------------------------------------------------------


def suggested_noise_limit(
    k: int, tau: Fraction, beta: Fraction, votes: tuple[int, ...] = ()
) -> tuple[int, int]:
    """Return a number of records, and of votes, at which noise of every scale seems to fail.

    The number is 0 where none was found; `votes` are the numbers that are tried.
    """
    scale = scale_of_noise_alone(k, tau, beta)
    best, most = (0, 1), _most(k, tau)
    if scale is None:
        return best
    for number in votes or sorted({k // 20, k // 12, k // 7, 1 if k < 1000 else k // 12} - {0}):
        seems = partial(
            _seems_to_fail,
            k=k,
            votes=number,
            tau=float(tau),
            beta=float(beta),
            scale=float(scale),
        )
        best = max(best, (_greatest(seems, max(best[0], 16), most), number))
    return best


def suggested_exact_limit(k: int, tau: Fraction, beta: Fraction) -> int:
    """Return a number of records at which exact answers seem to fail; 0 where none was found."""
    seems = partial(
        _seems_above, coins=k - 1, scale=0.0, share=1.0, tau=float(tau), beta=float(beta)
    )
    return _greatest(seems, 16, _most(k, tau))


def _most(k: int, tau: Fraction) -> int:
    """Return a number of records at which the mean overfit is below tau without noise."""
    return int(k / (6 * tau**2)) + 2


def _greatest(fails: Callable[[int], bool], least: int, most: int) -> int:
    """Return an n with `fails(n)` to a thousandth, from `least` to `most`, or 0.

    It comes down from above, as the closed bounds say nothing at a small n.
    """
    high, low = most + 1, most
    while low > least and not fails(low):
        low, high = 3 * low // 4, low
    if low <= max(least, 2):
        return 0
    while high - low > max(1, low // 1000):
        middle = (low + high) // 2
        low, high = (middle, high) if fails(middle) else (low, middle)
    return low


def _seems_to_fail(n: int, k: int, votes: int, tau: float, beta: float, scale: float) -> bool:
    coins = k - votes
    while scale > 0:
        if _seems_above(n, coins, scale, 1 - 0.5**votes, tau, beta):
            return True
        total = scale**2 + _own_square(n, coins)
        place = (_mean(n, coins, total) - tau) / scale
        spread = _variance(n, coins, total) / scale**2
        steps = (chance * _share(place - z, spread) for z, chance in _double_steps(votes))
        if max(steps) <= beta >= _best_line(place, spread, votes)[0]:
            return False
        scale *= _STEP
    return False


def _seems_above(n: int, coins: int, scale: float, share: float, tau: float, beta: float) -> bool:
    own = _own_square(n, coins)
    gap = _mean(n, coins, scale**2 + own) - tau
    return share * _share(gap, _variance(n, coins, own)) > beta


def _share(gap: float, variance: float) -> float:
    """Return the least chance that a variable is not more than `gap` below its mean."""
    return gap**2 / (gap**2 + variance) if gap > 0 else 0.0


def _mean(n: int, coins: int, square: float) -> float:
    error = (n - 1) / (64 * math.sqrt(2 * math.pi * coins) * n**5 * math.pow(square, 2.5))
    return _NORMAL.cdf(math.sqrt(coins / (n - 1 + 4 * n**2 * square))) - 0.5 - error


def _variance(n: int, coins: int, square: float) -> float:
    spread = n - 2 + 4 * n**2 * square
    pairs = 14 / 45 * (n - 2) / (math.sqrt(2 * math.pi) * n**4 * square**2 * coins)
    error = (n - 1) / (64 * math.sqrt(2 * math.pi * coins) * n**5 * math.pow(square, 2.5))
    rest = 5 * math.sqrt(3) / (32 * math.pi) * math.pow(coins, -1.5) + math.exp(-coins / 8) / 2
    return 1 / (4 * n) + (coins / spread + 1) / (2 * math.pi * spread) + error + pairs / 4 + rest


def _best_line(most: float, spread: float, votes: int) -> tuple[float, float, float]:
    """Return the greatest mean of quadratics below the chance, zero where none is above it.

    With it come the place of the tangent, at most at `most`, and the height it is drawn to.
    """
    lines, bend = _lines(votes), _bend(votes)
    means = np.where(lines[0] <= most, _mean_below(lines, spread), 0.0)
    best = int(means.argmax())
    found = float(means[best]), float(lines[0][best]), float(lines[3][best])
    most = math.nextafter(most, -math.inf)
    line = _line(most, votes) if bend - 4 < most <= bend else None
    return found if line is None else max(found, (_mean_below(line, spread), line[0], line[3]))


def _mean_below(line: Iterable[Any], spread: float) -> Any:
    """Return the mean of a quadratic, or of several: below a tangent, up to a height."""
    _, height, slope, reach = line
    return height - slope * slope * spread / (4 * (reach - height))


@lru_cache(maxsize=32)
def _lines(votes: int) -> Vector:
    """Return tangents, a column each: the place, the height and the slope there, the height up."""
    bend = _bend(votes)
    found = (_line(bend - place, votes) for place in _PLACES)
    return np.array([line for line in found if line is not None]).T


def _line(place: float, votes: int) -> tuple[float, float, float, float] | None:
    height = _double_chance(place, votes)
    rest = math.exp((votes - 1) * math.log1p(-_NORMAL.cdf(place)))
    slope = votes * _NORMAL.pdf(place) * rest
    for reach in _REACHES:
        if height < reach and slope > 0:
            end = place + (reach - height) / slope
            if _double_chance(end, votes) > reach + 1e-9:
                return place, height, slope, reach
    return None


def _double_chance(y: float, votes: int) -> float:
    if y > _FAR:
        return 1.0
    return -math.expm1(votes * math.log1p(-_NORMAL.cdf(y)))


@lru_cache(maxsize=32)
def _steps(votes: int) -> tuple[float, ...]:
    """Return where the chance of the votes is some shares, and 0 at most."""
    chances = (-math.expm1(math.log1p(-share) / votes) for share in _STEP_HEIGHTS)
    return tuple(min(0.0, _NORMAL.inv_cdf(chance)) for chance in chances)


@lru_cache(maxsize=32)
def _double_steps(votes: int) -> tuple[tuple[float, float], ...]:
    return tuple((place, _double_chance(place, votes)) for place in _steps(votes))


@lru_cache(maxsize=32)
def _bend(votes: int) -> float:
    """Return where the chance turns from convex to concave, a little below."""
    low, high = -30.0, 0.0
    for _ in range(50):
        middle = (low + high) / 2
        hazard = _NORMAL.pdf(middle) / _NORMAL.cdf(-middle)
        low, high = (middle, high) if -middle >= (votes - 1) * hazard else (low, middle)
    return low - 1e-9
