"""Limits from below by the mean of the overfit alone, which is at most 1/2.

Main definitions
----------------
`exact_answers_fail`, `noise_fails`: whether answers are certified to fail at n records.

Conventions
-----------
Answers *fail* at n if with probability above beta some answer is off by more than tau.
What fails by its mean at n fails at every smaller n; a False says nothing.
The mean overfit is taken from below, and of its law nothing is used but that it is at most 1/2.
`theorems/notes/limits-from-below.md` has the proofs.
"""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist
from typing import Any

from flint import arb, ctx

from boundcalc.enclosures.interval import ball
from boundcalc.enclosures.interval_functions import phi
from boundcalc.finite.lower_bounds.vote_law import (
    BITS,
    check_sizes,
    exchange_error,
    mean_bound,
    noisy_mean,
    plain_mean,
    read_targets,
)

_MOST_SUMMED = 2_000  # queries up to which the law of exact answers is summed
_MOST_STEPS = 20_000  # fair signs in a sum, where the closed bound is too coarse
_COARSE = Fraction(1, 10**5)
_WIDTHS = tuple(Fraction(1, 2**power) for power in range(1, 11))
_TANGENTS = tuple(place / 50 for place in range(-200, -5))  # in standard deviations of the noise
_LEAST_CHANCE = 1e-300
_MARGINS = (Fraction(1, 10**9), Fraction(1, 10**6))
_NORMAL = NormalDist()


def exact_answers_fail(n: int, k: int, tau: Any, beta: Any) -> bool:
    """Return whether exact answers to k queries are certified to fail at n and fewer records.

    The mean overfit exceeds tau + beta (1/2 - tau), and no overfit exceeds 1/2.

    Parameters
    ----------
    n, k : int
        Records, at least 1; queries, at least 2.
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
    check_sizes(n, k, most=None)
    accuracy, chance = read_targets(tau, beta)
    with ctx.workprec(BITS):
        needed = accuracy + chance * (Fraction(1, 2) - accuracy)
        noise = Fraction(1, 100 * n)  # of the analyst, where the sum would be long
        mean = plain_mean(n, k) if k <= _MOST_SUMMED else mean_bound(n, k, ball(noise))
        return bool(mean > ball(needed))


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
    check_sizes(n, k, most=None)
    accuracy, chance = read_targets(tau, beta)
    with ctx.workprec(BITS):
        upper = scale_of_noise_alone(k, accuracy, chance)
        while upper is not None and upper > 0:
            mean = _mean_up_to(n, k, upper)
            if mean is None or _zero_cell_fails(mean, upper, accuracy, chance):
                return mean is not None
            upper = _next_scale(mean, upper, accuracy, chance)
        return False


def _mean_up_to(n: int, k: int, sigma: Fraction) -> arb | None:
    """Return a lower bound on the mean overfit at every scale up to sigma, None without a use."""
    square = ball(sigma) ** 2
    if exchange_error(n, k, square) > ball(_COARSE) and (k - 1) * (n - 1) <= _MOST_STEPS:
        return noisy_mean(n, k, sigma).lower()
    found = mean_bound(n, k, square).lower()
    return found if found > 0 else None


def scale_of_noise_alone(k: int, tau: Fraction, beta: Fraction) -> Fraction | None:
    """Return a scale from which on k answers fail by their noise alone, as small as is found."""
    if not float(beta) < 1:
        return None
    chance = -math.expm1(math.log1p(-float(beta)) / k)
    if not _LEAST_CHANCE < chance < 1:
        return None
    place = Fraction(-_NORMAL.inv_cdf(chance / 2))
    for margin in _MARGINS:
        scale = tau / place * (1 + margin)
        off = 2 * phi(-ball(tau / scale))
        if k * (1 - off).log() < ball(1 - beta).log():
            return scale
    return None


def _zero_cell_fails(mean: arb, upper: Fraction, tau: Fraction, beta: Fraction) -> bool:
    """Return whether the last answer fails at every scale up to `upper`, by a chord from tau."""
    room = Fraction(1, 2) - tau
    slope = phi(ball(room / upper)) / ball(room)
    return bool(slope * (mean - ball(tau)) > ball(beta))


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
    slope = (-ball(z**2) / 2).exp() / (2 * arb.pi()).sqrt() / ball(lower)
    height = phi(ball(z))
    half = Fraction(1, 2)
    is_below = height + slope * ball(half - point) <= phi(ball((half - tau) / upper))
    return bool(is_below and height + slope * (mean - ball(point)) > ball(beta))


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
