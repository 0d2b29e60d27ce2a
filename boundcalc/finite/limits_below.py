"""What no number of records below saves: plain answers and Gaussian noise against one analyst.

The analyst asks k - 1 fair coins, weighs each by its answer less 1/2, and asks last who is on the
winning side of the weighted vote; `boundcalc.mechanisms.vote_attack` runs him.
The last query has mean 1/2 on the population, and the mean of what it is above that on the sample,
its mean overfit, is an exact finite sum; `theorems/notes/limits-from-below.md` has the proof.

Main definitions
----------------
`mean_overfit`: enclosures of the mean overfit, for answers with normal noise or without.
`exact_mean_overfit`: its rational value without noise, for few records and queries.
`exact_answers_fail`, `noise_fails`: whether answers are certified to fail at n records.
`limits_below`: the greatest n at which that is certified.

Conventions
-----------
Answers *fail* at n if with probability above beta some answer is off by more than tau.
The mean overfit falls in n and in the scale of the noise, so that what fails at n fails at every
smaller n; a False says nothing.
Every bound errs to the side of fewer records: the mean overfit is taken from below, and of its law
nothing is used but that it is at most 1/2.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import Any

from flint import arb, ctx, fmpq

from boundcalc.language.errors import DomainError
from boundcalc.language.numbers import read_rational

MOST_QUERIES = 100_000
_MOST_STEPS = 20_000  # fair signs in a sum, where the closed bound is too coarse
_MOST_TERMS = 200_000
_COARSE = Fraction(1, 10**5)
_BITS = 128
_WIDTHS = tuple(Fraction(1, 2**power) for power in range(1, 11))
_TANGENTS = tuple(place / 50 for place in range(-200, -5))  # in standard deviations of the noise
_NORMAL = NormalDist()


@dataclass(frozen=True, kw_only=True, slots=True)
class LimitsBelow:
    """The greatest n certified to fail, 0 if none is: for plain answers, and for Gaussian noise.

    `noise` is for every scale, chosen in view of n or not, that all k answers share. More records
    may fail as well: nothing is said of them.
    """

    exact: int
    noise: int


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
    _check_sizes(n, k)
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
    _check_sizes(n, k)
    scale = read_rational(sigma, name="sigma")
    if scale < 0:
        raise DomainError(f"sigma: it is at least 0 but got {sigma}")
    with ctx.workprec(_BITS):
        ball = _plain_mean(n, k) if scale == 0 else _noisy_mean(n, k, scale)
        return _ends(ball)


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
    _check_sizes(n, k, most=None)
    scale = read_rational(sigma, name="sigma")
    if scale <= 0:
        raise DomainError(f"sigma: it is positive but got {sigma}")
    with ctx.workprec(_BITS):
        return _ends(_closed_mean(n, k, scale) - _exchange(n, k, scale))[0]


def exact_answers_fail(n: int, k: int, tau: Any, beta: Any) -> bool:
    """Return whether exact answers to k queries are certified to fail at n and fewer records.

    The mean overfit exceeds tau + beta (1/2 - tau), and no overfit exceeds 1/2.

    Parameters
    ----------
    n, k : int
        Records, at least 1; queries, from 2 to 100,000.
    tau, beta : number or str
        Accuracy in (0, 1/2) and failure probability in (0, 1).

    Raises
    ------
    DomainError
        If an argument is out of its range.

    Examples
    --------
    >>> exact_answers_fail(10_000, 1000, "0.1", "0.05"), exact_answers_fail(18_000, 1000, 0.1, 0.05)
    (True, False)
    """
    _check_sizes(n, k)
    accuracy, chance = _targets(tau, beta)
    with ctx.workprec(_BITS):
        needed = accuracy + chance * (Fraction(1, 2) - accuracy)
        return bool(_plain_mean(n, k) > _ball(needed))


def noise_fails(n: int, k: int, tau: Any, beta: Any) -> bool:
    """Return whether Gaussian noise of every scale is certified to fail at n and fewer records.

    All k answers have noise of the same scale.

    From some scale on the noise alone fails; the scales below are cut into cells, and in each the
    last answer fails, by a line below its chance of being too high.

    Parameters, errors as `exact_answers_fail`.

    Examples
    --------
    >>> noise_fails(3795, 1000, "0.1", "0.05"), noise_fails(5000, 1000, "0.1", "0.05")
    (True, False)
    """
    _check_sizes(n, k)
    accuracy, chance = _targets(tau, beta)
    with ctx.workprec(_BITS):
        upper = _scale_of_noise_alone(k, accuracy, chance)
        while upper is not None and upper > 0:
            mean = _mean_up_to(n, k, upper)
            if mean is None or _zero_cell_fails(mean, upper, accuracy, chance):
                return mean is not None
            upper = _next_scale(mean, upper, accuracy, chance)
        return False


def limits_below(k: int, tau: Any, beta: Any) -> LimitsBelow:
    """Return the greatest n at which plain answers, and Gaussian noise, are certified to fail.

    Parameters
    ----------
    k : int
        Queries, from 2 to 100,000.
    tau, beta : number or str
        Accuracy in (0, 1/2) and failure probability in (0, 1).

    Raises
    ------
    DomainError
        If an argument is out of its range.

    Examples
    --------
    >>> limits_below(1000, "0.1", "0.05")
    LimitsBelow(exact=10706, noise=3795)
    """
    _check_sizes(1, k)
    accuracy, chance = _targets(tau, beta)
    exact = _greatest(lambda n: exact_answers_fail(n, k, accuracy, chance))
    return LimitsBelow(
        exact=exact,
        noise=_greatest(lambda n: noise_fails(n, k, accuracy, chance), most=exact),
    )


def _greatest(fails: Callable[[int], bool], *, most: int | None = None) -> int:
    """Return an n with `fails(n)`, as great as doubling and halving find it; 0 if there is none.

    With `most`, doubling comes down from there: a small n may be beyond the closed bound.
    """
    if most is None:
        high = 1
        while fails(high):
            high *= 2
        low = high // 2
    else:
        low, high = most, most + 1
        while low and not fails(low):
            low, high = low // 2, low
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fails(middle) else (low, middle)
    return low


def _plain_mean(n: int, k: int) -> arb:
    coins, steps = k - 1, (k - 1) * (n - 1)
    total = arb(0)
    for value, chance in _walk(steps, coins):
        total += chance if value < coins else chance / 2
    return total / 2


def _noisy_mean(n: int, k: int, sigma: Fraction) -> arb:
    """Return half the chance that signs and noise together stay within k - 1."""
    coins, steps = k - 1, (k - 1) * (n - 1)
    reach = min(steps, math.isqrt(200 * steps) + 1)
    if reach > _MOST_TERMS:
        raise DomainError(f"mean overfit: {reach} terms, and at most {_MOST_TERMS} are summed")
    noise = 2 * n * _ball(sigma) * arb(coins).sqrt()
    total = arb(0)
    for value, chance in _walk(steps, reach):
        total += chance * (_phi((coins - value) / noise) - _phi((-coins - value) / noise))
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


def _closed_mean(n: int, k: int, sigma: Fraction) -> arb:
    spread = n - 1 + 4 * n**2 * sigma**2
    return _phi((arb(k - 1) / _ball(spread)).sqrt()) - arb(1) / 2


def _exchange(n: int, k: int, sigma: Fraction) -> arb:
    root = (2 * arb.pi() * (k - 1)).sqrt()
    return (n - 1) / (64 * root * _ball(n**5 * sigma**5))


def _mean_up_to(n: int, k: int, sigma: Fraction) -> arb | None:
    """Return a lower bound on the mean overfit at every scale up to sigma, None without a use."""
    exchange = _exchange(n, k, sigma)
    if exchange > _ball(_COARSE) and (k - 1) * (n - 1) <= _MOST_STEPS:
        return _noisy_mean(n, k, sigma).lower()
    found = (_closed_mean(n, k, sigma) - exchange).lower()
    return found if found > 0 else None


def _scale_of_noise_alone(k: int, tau: Fraction, beta: Fraction) -> Fraction | None:
    """Return a scale from which on k answers fail by their noise alone, as small as is found."""
    chance = -math.expm1(math.log1p(-float(beta)) / k)
    if not 0 < chance < 1:
        return None
    scale = tau / Fraction(-_NORMAL.inv_cdf(chance / 2)) * (1 + Fraction(1, 10**9))
    off = 2 * _phi(-_ball(tau / scale))
    return scale if (1 - off) ** k < _ball(1 - beta) else None


def _zero_cell_fails(mean: arb, upper: Fraction, tau: Fraction, beta: Fraction) -> bool:
    """Return whether the last answer fails at every scale up to `upper`, by a chord from tau."""
    room = Fraction(1, 2) - tau
    slope = _phi(_ball(room / upper)) / _ball(room)
    return bool(slope * (mean - _ball(tau)) > _ball(beta))


def _next_scale(mean: arb, upper: Fraction, tau: Fraction, beta: Fraction) -> Fraction | None:
    """Return a scale so that the last answer fails from there to `upper`, or None."""
    for width in _WIDTHS:
        lower = Fraction(round(upper * (1 - width) * 2**60), 2**60)
        if 0 < lower < upper and _cell_fails(mean, lower, upper, tau, beta):
            return lower
    return None


def _cell_fails(mean: arb, lower: Fraction, upper: Fraction, tau: Fraction, beta: Fraction) -> bool:
    """Return whether the last answer fails at every scale from `lower` to `upper`.

    A tangent at `lower`, below tau, is below the chance wherever it is so at the overfit 1/2.
    """
    place = _best_tangent(float(mean), float(lower), float(upper), float(tau))
    if place is None:
        return False
    z = Fraction(place)
    point = tau + z * lower
    slope = (-_ball(z**2) / 2).exp() / (2 * arb.pi()).sqrt() / _ball(lower)
    height = _phi(_ball(z))
    half = Fraction(1, 2)
    is_below = height + slope * _ball(half - point) <= _phi(_ball((half - tau) / upper))
    return bool(is_below and height + slope * (mean - _ball(point)) > _ball(beta))


def _best_tangent(mean: float, lower: float, upper: float, tau: float) -> float | None:
    """Return where to draw the tangent, in standard deviations from tau; doubles only propose."""
    best, found = 0.0, None
    most = _NORMAL.cdf((0.5 - tau) / upper)
    for z in _TANGENTS:
        height, slope, point = _NORMAL.cdf(z), _NORMAL.pdf(z) / lower, tau + z * lower
        value = height + slope * (mean - point)
        if value > best and height + slope * (0.5 - point) <= most * (1 - 1e-12):
            best, found = value, z
    return found


def _phi(x: arb) -> arb:
    return (-x / arb(2).sqrt()).erfc() / 2


def _ball(value: Fraction | int) -> arb:
    number = Fraction(value)
    return arb(fmpq(number.numerator, number.denominator))


def _ends(ball: arb) -> tuple[Fraction, Fraction]:
    return _rational(ball.lower()), _rational(ball.upper())


def _rational(end: arb) -> Fraction:
    mantissa, exponent = end.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _check_sizes(n: int, k: int, *, most: int | None = MOST_QUERIES) -> None:
    if not isinstance(n, int) or n < 1:
        raise DomainError(f"n: it is an integer and at least 1 but got {n!r}")
    if not isinstance(k, int) or k < 2:
        raise DomainError(f"k: it is an integer and at least 2 but got {k!r}")
    if most is not None and k > most:
        raise DomainError(f"k: the sum is for at most {most} queries but got {k}")


def _targets(tau: Any, beta: Any) -> tuple[Fraction, Fraction]:
    accuracy, chance = read_rational(tau, name="tau"), read_rational(beta, name="beta")
    if not 0 < accuracy < Fraction(1, 2):
        raise DomainError(f"tau: it is in (0, 1/2) but got {tau}")
    if not 0 < chance < 1:
        raise DomainError(f"beta: it is in (0, 1) but got {beta}")
    return accuracy, chance
