"""What no number of records below saves: plain answers and Gaussian noise against one analyst.

The analyst asks fair coins, weighs each by its answer less 1/2, and asks who is on the winning
side of the weighted vote, once or many times; `boundcalc.mechanisms.vote_attack` runs him.

Main definitions
----------------
`limits_below`: the greatest n at which answers are certified to fail.

Conventions
-----------
Answers *fail* at n if with probability above beta some answer is off by more than tau.
Three arguments are tried: by the mean of the overfit alone (`by_mean.py`), by its mean and variance
(`by_variance.py`), and with few queries by sampling alone (`of_sampling.py`); whatever is certified
holds at every smaller n.
`theorems/notes/limits-from-below.md` has the proofs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.finite.lower_bounds.by_mean import exact_answers_fail, noise_fails
from boundcalc.finite.lower_bounds.by_variance import (
    exact_answers_fail_between,
    noise_fails_between,
    suggested_exact_limit,
    suggested_noise_limit,
)
from boundcalc.finite.lower_bounds.of_sampling import sampling_limit
from boundcalc.finite.lower_bounds.vote_law import check_sizes, read_targets

MOST_QUERIES = 10**9
_LEAST_ACCURACY = Fraction(1, 10**9)  # at which the closed bounds are tried
_FEWER = 200  # queries up to which sampling alone is looked at
_FEW = 120  # queries up to which the exact law is summed
_MANY = 60  # queries from which on the closed bounds say something
_BACK = 250  # a part of n, by which a suggestion that is not certified is lowered
_TRIES = 8
_HALF = Fraction(1, 2)
_SHARES = tuple(Fraction(part, 100) for part in (95, 88, 80, 70, 60, 50, 35, 25, 12, 6, 3, 1))


@dataclass(frozen=True, kw_only=True, slots=True)
class LimitsBelow:
    """The greatest n certified to fail, 0 if none is: for plain answers, and for Gaussian noise.

    `noise` is for every scale, chosen in view of n or not, that all k answers share. More records
    may fail as well: nothing is said of them.
    """

    exact: int
    noise: int


def limits_below(k: int, tau: Any, beta: Any) -> LimitsBelow:
    """Return the greatest n at which plain answers, and Gaussian noise, are certified to fail.

    Parameters
    ----------
    k : int
        Queries, from 2 to 10^9.
    tau, beta : number or str
        Accuracy in (0, 1/2) and failure probability in (0, 1).

    Raises
    ------
    DomainError
        If an argument is out of its range.

    Examples
    --------
    >>> limits_below(1000, "0.1", "0.05")
    LimitsBelow(exact=14363, noise=7167)
    """
    check_sizes(1, k, most=MOST_QUERIES)
    accuracy, chance = read_targets(tau, beta)
    exact = noise = 0
    if k >= _MANY and accuracy >= _LEAST_ACCURACY:
        exact = _exact_limit(k, accuracy, chance)
        noise = _noise_limit(k, accuracy, chance)
    alone = sampling_limit(min(k, _FEWER), accuracy, chance)
    exact, noise = max(exact, alone), max(noise, alone)
    few = min(k, _FEW)  # what fails with few queries fails with more of them
    if few == k or not (exact and noise):
        most = _greatest(lambda n: exact_answers_fail(n, few, accuracy, chance))
        if most > noise:
            noise = max(noise, _greatest(lambda n: noise_fails(n, few, accuracy, chance), most))
        exact = max(exact, most)
    # what fails at every scale fails at scale 0: each argument on small scales holds there, too
    return LimitsBelow(exact=max(exact, noise), noise=noise)


def noise_fails_up_to(n: int, k: int, votes: int, tau: Fraction, beta: Fraction) -> bool:
    """Return whether Gaussian noise of every scale is certified to fail at n and fewer records.

    By mean and variance of the vote, which is asked `votes` times; far below, by the mean alone.
    """
    return _is_covered(
        n,
        lambda low, high: noise_fails_between(low, high, k, votes, tau, beta),
        lambda n: noise_fails(n, k, tau, beta),
    )


def _noise_limit(k: int, tau: Fraction, beta: Fraction) -> int:
    top, votes = suggested_noise_limit(k, tau, beta)
    return _lowered(top, lambda n: noise_fails_up_to(n, k, votes, tau, beta))


def _exact_limit(k: int, tau: Fraction, beta: Fraction) -> int:
    return _lowered(
        suggested_exact_limit(k, tau, beta),
        lambda last: _is_covered(
            last,
            lambda low, high: exact_answers_fail_between(low, high, k, tau, beta),
            lambda n: exact_answers_fail(n, k, tau, beta),
        ),
    )


def _lowered(top: int, fails_up_to: Callable[[int], bool]) -> int:
    """Return a number near `top` up to which all are certified; 0 if none is."""
    tried = (top - top * attempt // _BACK for attempt in range(_TRIES))
    return next((n for n in tried if fails_up_to(n)), 0)


def _is_covered(
    last: int, fail_between: Callable[[int, int], bool], fail_up_to: Callable[[int], bool]
) -> bool:
    """Return whether every n up to `last` is certified; by the mean alone, what is far below."""
    high = last
    for share in _SHARES:
        low = max(3, int(last * share))
        if low > high or not fail_between(low, high):
            return False
        high = low - 1
        if share <= _HALF and fail_up_to(high):
            return True
    return False


def _greatest(fails: Callable[[int], bool], most: int | None = None) -> int:
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
