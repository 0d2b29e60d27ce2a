"""The analyst of the weighted vote: fair coins, and then the side that won by their answers.

Source: Dwork et al., 2015, and Hardt and Ullman, 2014, for analysts who overfit by what they are
told; the law of this one is in `boundcalc.finite.lower_bounds.vote_law`.
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

    `overfit` is the sample mean of the vote less its mean on the population, 1/2; `error` is the
    greatest distance of an answer, of all k, from the mean of its query on the population.
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
    votes: int = 1,
    own_noise: float = 0,
    answering: Callable[[Floats], Floats] | None = None,
) -> VoteAttack:
    """Return how far the answers to the analyst are off, on data that is drawn anew each time.

    Parameters
    ----------
    n : int
        Records of fair coins, at least 1.
    k : int
        Queries, k - votes coins and then the votes, at least 2.
    repetitions : int
        At least 1.
    rng : numpy.random.Generator
        Source of the coins, and of the analyst's noise.
    votes : int, optional
        How many times the vote is asked, from 1 to k - 1.
    own_noise : float, optional
        Standard deviation of normal noise that the analyst adds to each answer before it is a
        weight, at least 0.
    answering : function, optional
        From sample means to answers of the same shape, such as `rounded_answers` with its cells or
        `gaussian_mechanism` with its sigma and rng; by default the means themselves.

    Raises
    ------
    DomainError
        If a number is too small, or there are more votes than k - 1.

    Notes
    -----
    Memory: about 16 n k bytes.

    Examples
    --------
    >>> found = vote_attack(n=101, k=101, repetitions=20, rng=np.random.default_rng(0))
    >>> bool((found.overfit > 0.2).all())
    True
    """
    sizes = (("n", n, 1), ("k", k, 2), ("repetitions", repetitions, 1), ("votes", votes, 1))
    for name, value, least in sizes:
        if not isinstance(value, int) or value < least:
            raise DomainError(f"{name}: it is an integer and at least {least} but got {value!r}")
    if votes >= k:
        raise DomainError(f"votes: at most {k - 1} of {k} queries are votes but got {votes}")
    if not 0 <= own_noise < np.inf:
        raise DomainError(f"own_noise: it is finite and at least 0 but got {own_noise}")
    answer = answering if answering is not None else np.asarray
    overfit, error = np.empty(repetitions), np.empty(repetitions)
    for place in range(repetitions):
        coins = rng.integers(0, 2, (n, k - votes), dtype=np.int8)
        told = answer(coins.mean(axis=0))
        blurred = told + own_noise * rng.standard_normal(k - votes) if own_noise else told
        mean = weighted_vote(coins, blurred).mean()
        last = answer(np.full(votes, mean))
        overfit[place] = mean - 0.5
        error[place] = np.abs(np.append(told, last) - 0.5).max()
    return VoteAttack(overfit=overfit, error=error)
