"""The analyst of the weighted vote: fair coins, and then the side that won by their answers.

Source: Dwork et al., 2015, and Hardt and Ullman, 2014, for analysts who overfit by what they are
told; the law of this one is in `boundcalc.finite.limits_below`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from boundcalc.language.errors import DomainError
from boundcalc.mechanisms.checks import Floats, finite_array


@dataclass(frozen=True, kw_only=True, slots=True)
class VoteAttack:
    """What the analyst of the weighted vote did, each array of shape (repetitions,).

    `overfit` is the sample mean of the last query less its mean on the population, 1/2; `error` is
    the greatest distance of an answer, of all k, from the mean of its query on the population.
    """

    overfit: Floats
    error: Floats


def weighted_vote(coins: ArrayLike, answers: ArrayLike) -> Floats:
    """Return the last query of the analyst at each record, shape (n,).

    It is 1 where the sum of (answer - 1/2)(2 coin - 1) is positive, 1/2 where it is zero, else 0.

    Parameters
    ----------
    coins : array, shape (n, k - 1)
        The values of the first queries at each record, 0 or 1.
    answers : array, shape (k - 1,)
        The answers to them.

    Raises
    ------
    DomainError
        If the shapes do not fit, a coin is neither 0 nor 1, or an answer is not finite.

    Examples
    --------
    >>> weighted_vote([[0, 1], [1, 1], [0, 0]], [0.25, 0.75])
    array([1. , 0.5, 0.5])
    """
    values, told = finite_array(coins, "coins"), finite_array(answers, "answers")
    if values.ndim != 2 or told.shape != values.shape[1:]:
        raise DomainError(
            f"coins of shape {values.shape} and answers of shape {told.shape}; "
            "give (n, k - 1) and (k - 1,)"
        )
    if not np.isin(values, (0, 1)).all():
        raise DomainError("coins: each is 0 or 1, but one is neither")
    votes = (2 * values - 1) @ (told - 0.5)
    return np.asarray((1 + np.sign(votes)) / 2)


def vote_attack(
    *,
    n: int,
    k: int,
    repetitions: int,
    rng: np.random.Generator,
    answering: Callable[[Floats], Floats] | None = None,
) -> VoteAttack:
    """Return how far the answers to the analyst are off, on data that is drawn anew each time.

    Parameters
    ----------
    n : int
        Records of fair coins, at least 1.
    k : int
        Queries, k - 1 coins and the vote, at least 2.
    repetitions : int
        At least 1.
    rng : numpy.random.Generator
        Source of the coins.
    answering : function, optional
        From sample means to answers of the same shape, such as `rounded_answers` with its cells or
        `gaussian_mechanism` with its sigma and rng; by default the means themselves.

    Raises
    ------
    DomainError
        If a number is too small.

    Notes
    -----
    Memory: about 16 n k bytes.

    Examples
    --------
    >>> found = vote_attack(n=101, k=101, repetitions=20, rng=np.random.default_rng(0))
    >>> bool((found.overfit > 0.2).all())
    True
    """
    for name, value, least in (("n", n, 1), ("k", k, 2), ("repetitions", repetitions, 1)):
        if not isinstance(value, int) or value < least:
            raise DomainError(f"{name}: it is an integer and at least {least} but got {value!r}")
    answer = answering if answering is not None else np.asarray
    overfit, error = np.empty(repetitions), np.empty(repetitions)
    for place in range(repetitions):
        coins = rng.integers(0, 2, (n, k - 1), dtype=np.int8)
        told = answer(coins.mean(axis=0))
        mean = weighted_vote(coins, told).mean()
        last = answer(np.array([mean]))
        overfit[place] = mean - 0.5
        error[place] = np.abs(np.append(told, last) - 0.5).max()
    return VoteAttack(overfit=overfit, error=error)
