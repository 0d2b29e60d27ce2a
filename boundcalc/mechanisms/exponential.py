"""The exponential mechanism: a private choice by scores.

Source: McSherry and Talwar, 2007; Sorrell, Lecture 18, Algorithm 1; the talk, Definition 3.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boundcalc.finite.distributions import Distribution
from boundcalc.language.errors import DomainError
from boundcalc.mechanisms.checks import Floats, finite_array, positive, ratio_above_one, some


def exponential_probabilities(scores: ArrayLike, *, epsilon: float, sensitivity: float) -> Floats:
    """Return the probabilities of the outcomes, in doubles, same shape as the scores.

    They are proportional to exp(epsilon score/(2 sensitivity)); the greatest score is subtracted
    first, so that no exponential overflows.

    Parameters
    ----------
    scores : array, shape (..., outcomes)
        One score for each outcome, all finite.
    epsilon : float
        Privacy parameter in nats, positive.
    sensitivity : float
        Greatest change of a score with one record, positive.

    Raises
    ------
    DomainError
        If there is no outcome, a score is infinite, or a parameter is not positive.
    """
    found = finite_array(scores, "scores")
    if found.ndim == 0 or found.shape[-1] == 0:
        raise DomainError("scores: there are no outcomes to choose from; give one score for each")
    factor = positive(epsilon, "epsilon") / (2 * positive(sensitivity, "sensitivity"))
    with np.errstate(over="ignore"):  # a score that far below the best has weight zero
        weights = np.exp(factor * (found - found.max(axis=-1, keepdims=True)))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def exponential_mechanism(
    scores: ArrayLike, *, epsilon: float, sensitivity: float, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Return the index of the chosen outcome for each row of scores, shape (...).

    Parameters and errors as `exponential_probabilities`.

    Examples
    --------
    >>> scores = [[0.0, 5.0, 1.0]] * 6
    >>> exponential_mechanism(scores, epsilon=1, sensitivity=0.5, rng=np.random.default_rng(0))
    array([1, 1, 1, 1, 1, 1])
    """
    chances = exponential_probabilities(scores, epsilon=epsilon, sensitivity=sensitivity)
    upto = np.cumsum(chances, axis=-1)
    drawn = rng.random((*chances.shape[:-1], 1)) * upto[..., -1:]
    return np.asarray((upto <= drawn).sum(axis=-1), dtype=np.int64)


def exponential_law(scores: Sequence[int], base: Any) -> Distribution:
    """Return the exact law of the chosen index for integer scores.

    Parameters
    ----------
    scores : sequence of int
        One for each outcome.
    base : number or str
        The rational e^(epsilon/(2 Delta)), above 1.

    Examples
    --------
    >>> exponential_law([0, 2, 1], 2).probabilities
    (Fraction(1, 7), Fraction(4, 7), Fraction(2, 7))
    """
    some(scores, "scores")
    if not all(isinstance(score, int) for score in scores):
        raise DomainError("scores: the exact law needs integers; scale scores and base together")
    root = ratio_above_one(base, "base")
    least = min(scores)
    return Distribution.from_weights([root ** (score - least) for score in scores])
