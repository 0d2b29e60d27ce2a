"""Answers without noise that have few transcripts: a reusable holdout, scores, and a hypothesis.

Main definitions
----------------
`ReusableHoldout`: compared with the training set, released in cells.
`Gate`: accepts or rejects, a few times.
`Ladder`, `RunningBest`: only the best score so far is released.
`HypothesisUpdates`: a law on a finite universe answers, until the records contradict it.

References
----------
Dwork et al., 2015, and Rogers et al., 2020, guess and check, with the training value as the guess.
Blum and Hardt, The Ladder, 2015.
Hardt and Rothblum, multiplicative weights, 2010.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boundcalc.language.errors import DomainError
from boundcalc.language.numbers import read_rational
from boundcalc.mechanisms.answering import rounded_answers
from boundcalc.mechanisms.checks import Floats, count, finite_array
from boundcalc.mechanisms.thresholdout import Answers, BudgetError, read_means, read_pairs

_STEEPEST = 2.0**60  # tilt, at which only the greatest values have weight
_HALVINGS = 60


class ReusableHoldout:
    """An instance of the reusable holdout, which remembers its budget.

    Parameters
    ----------
    accuracy : number or str
        tau, in (0, 1): the threshold is 3 tau/4, and the cells are the fewest that are no wider
        than 3 tau/2.
    budget : int
        B, the number of answers from the holdout set, at least 1.

    Raises
    ------
    DomainError
        If the accuracy is not in (0, 1), or the budget less than 1.

    Examples
    --------
    >>> holdout = ReusableHoldout(accuracy="0.1", budget=2)
    >>> answers = holdout.answer([0.50, 0.70, 0.52], [0.51, 0.55, 0.51])
    >>> answers.values.round(2), answers.is_released, answers.budget_left
    (array([0.5 , 0.5 , 0.52]), array([False,  True, False]), 1)
    """

    def __init__(self, *, accuracy: Any, budget: int) -> None:
        tau = read_rational(accuracy, name="accuracy")
        if not 0 < tau < 1:
            raise DomainError(f"accuracy: it is in (0, 1) but got {accuracy}")
        self.threshold = float(3 * tau / 4)
        self.cells = math.ceil(2 / (3 * tau))
        self.budget_left = count(budget, "budget")

    def answer(self, training: ArrayLike, holdout: ArrayLike) -> Answers:
        """Return the answers to queries in order, from their means on the two sets.

        Parameters
        ----------
        training, holdout : array, shape (m,) or ()
            The mean of each query on the training set and on the holdout set, in [0, 1].

        Raises
        ------
        DomainError
            If the shapes differ or a mean is outside [0, 1].
        BudgetError
            If the budget was used up before.
        """
        first, second = read_pairs(training, holdout)
        if self.budget_left == 0:
            raise BudgetError("the budget of the reusable holdout is used up; no query is answered")
        far = np.flatnonzero(np.abs(second - first) > self.threshold)
        released = far[: self.budget_left]
        values, is_released = first.copy(), np.zeros(first.shape, dtype=bool)
        values[released] = rounded_answers(second[released], cells=self.cells)
        is_released[released] = True
        self.budget_left -= len(released)
        if self.budget_left == 0:
            values[released[-1] + 1 :] = np.nan
        return Answers(values, is_released, self.budget_left)


class Gate:
    """Accepts the queries whose mean reaches a score, until it has accepted as many as it may.

    Parameters
    ----------
    score : number or str
        What the mean on the holdout set must reach, in [0, 1].
    accepted : int
        The most queries that are accepted, at least 1.

    Raises
    ------
    DomainError
        If the score is outside [0, 1], or no query may be accepted.

    Examples
    --------
    >>> gate = Gate(score="0.6", accepted=2)
    >>> gate.decide([0.5, 0.7, 0.6, 0.9])
    array([False,  True,  True, False])
    >>> gate.remaining
    0
    """

    def __init__(self, *, score: Any, accepted: int) -> None:
        exact = read_rational(score, name="score")
        if not 0 <= exact <= 1:
            raise DomainError(f"score must be in [0, 1] but is {score}; give a mean")
        self.score = float(exact)
        self.remaining = count(accepted, "accepted")

    def decide(self, means: ArrayLike) -> NDArray[np.bool_]:
        """Return whether each query is accepted, in their order.

        Parameters
        ----------
        means : array, shape (k,) or ()
            The mean of each query on the holdout set, in [0, 1].

        Raises
        ------
        DomainError
            If a mean is outside [0, 1].
        """
        reached = read_means(means, "means") >= self.score
        found = reached & (np.cumsum(reached) <= self.remaining)
        self.remaining -= int(found.sum())
        return np.asarray(found)


class Leaderboard:
    """Base of the leaderboards that show a score only where it is better than all before."""

    def submit(self, means: ArrayLike) -> Floats:
        """Return the score that is released after each submission, in their order.

        Parameters
        ----------
        means : array, shape (k,) or ()
            The mean of each submitted query on the holdout set, in [0, 1].

        Raises
        ------
        DomainError
            If a mean is outside [0, 1].
        """
        return self._release(read_means(means, "means"))

    def _release(self, means: Floats) -> Floats:
        raise NotImplementedError


class Ladder(Leaderboard):
    """A leaderboard that shows a score only when it improves by more than one rung.

    Parameters
    ----------
    rungs : int
        J, the number of steps from 0 to 1, at least 2.

    Raises
    ------
    DomainError
        If there are fewer than two rungs.

    Examples
    --------
    >>> Ladder(rungs=10).submit([0.04, 0.52, 0.58, 0.76])
    array([0. , 0.5, 0.5, 0.8])
    """

    def __init__(self, *, rungs: int) -> None:
        self.rungs = count(rungs, "rungs", least=2)
        self._rung = 0

    @property
    def score(self) -> float:
        """The score that is released now."""
        return self._rung / self.rungs

    def _release(self, means: Floats) -> Floats:
        released = []
        for mean in means:
            if mean * self.rungs > self._rung + 1:
                self._rung = math.floor(mean * self.rungs + 0.5)
            released.append(self.score)
        return np.array(released)


class RunningBest(Leaderboard):
    """A leaderboard that shows the best score so far, rounded to the middle of its cell.

    Parameters
    ----------
    cells : int
        The number of equal cells into which [0, 1] is cut, at least 2.

    Raises
    ------
    DomainError
        If there are fewer than two cells.

    Examples
    --------
    >>> RunningBest(cells=5).submit([0.04, 0.52, 0.58, 0.76])
    array([0.1, 0.5, 0.5, 0.7])
    """

    def __init__(self, *, cells: int) -> None:
        self.cells = count(cells, "cells", least=2)
        self.score = 1 / (2 * cells)

    def _release(self, means: Floats) -> Floats:
        rounded = rounded_answers(means, cells=self.cells)
        released = np.maximum.accumulate(np.maximum(rounded, self.score))
        self.score = float(released[-1]) if len(released) else self.score
        return np.asarray(released)


class HypothesisUpdates:
    """A law on the values of a record, which answers queries and is corrected where it is far off.

    Parameters
    ----------
    records : array of int, shape (n,)
        The records, each the number of its value, from 0 to universe - 1.
    universe : int
        The number of values that a record can have, at least 2.
    updates : int
        T, the most updates, at least 1; the threshold is the root of ln(universe)/(2 T), and more
        updates are impossible.

    Raises
    ------
    DomainError
        If a record is no value, or a number is out of range.

    Examples
    --------
    >>> algorithm = HypothesisUpdates([0, 1, 1, 1], universe=2, updates=10)
    >>> round(algorithm.answer([0, 1]), 2), algorithm.updates_made
    (0.83, 1)
    """

    def __init__(self, records: ArrayLike, *, universe: int, updates: int) -> None:
        count(universe, "universe", least=2)
        self.updates = count(updates, "updates")
        found = np.asarray(records)
        if found.ndim != 1 or not found.size or not np.issubdtype(found.dtype, np.integer):
            raise DomainError("records: they are integers, shape (n,), and at least one")
        if found.min() < 0 or found.max() >= universe:
            raise DomainError(f"records: each is from 0 to {universe - 1}, but one is outside")
        self._sample = np.bincount(found, minlength=universe) / len(found)
        self._logs = np.zeros(universe)  # of the weights of the hypothesis
        self.threshold = math.sqrt(math.log(universe) / (2 * updates))
        self.cells = math.ceil(1 / (2 * self.threshold))
        self.updates_made = 0

    @property
    def hypothesis(self) -> Floats:
        """The law that answers, shape (universe,)."""
        return _law(self._logs)

    def answer(self, query: ArrayLike) -> float:
        """Return the answer to a query, and update the hypothesis where it is far off.

        Parameters
        ----------
        query : array, shape (universe,)
            The query at each value of a record, in [0, 1].

        Raises
        ------
        DomainError
            If the query has another shape or a value outside [0, 1].
        """
        values = finite_array(query, "query")
        if values.shape != self._logs.shape or values.min() < 0 or values.max() > 1:
            raise DomainError(
                f"query: {len(self._logs)} values in [0, 1], one for each of a record"
            )
        on_sample, guess = float(self._sample @ values), float(self.hypothesis @ values)
        if abs(on_sample - guess) <= self.threshold:
            return guess
        inside = min(max(on_sample, 0.0), 1.0)
        released = float(rounded_answers(inside, cells=self.cells))
        if released > guess:
            self._logs = _tilted(self._logs, values, guess + self.threshold)
        else:
            self._logs = _tilted(self._logs, 1 - values, 1 - guess + self.threshold)
        self.updates_made += 1
        return released


def _tilted(logs: Floats, values: Floats, target: float) -> Floats:
    """Return the law nearest in relative entropy under which the values have this expectation.

    It is the law of the logarithms tilted toward the values, and the tilt is found by bisection.
    """
    low, high = 0.0, 1.0
    while _law(logs + high * values) @ values < target and high < _STEEPEST:
        low, high = high, 2 * high
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _law(logs + middle * values) @ values < target:
            low = middle
        else:
            high = middle
    found = logs + high * values
    return np.asarray(found - found.max())


def _law(logs: Floats) -> Floats:
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())
