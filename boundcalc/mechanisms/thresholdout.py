"""Thresholdout: answer from the training set, and from the holdout only where they disagree.

Source: Dwork et al., 2015; Lee, Differential Privacy for Adaptive Queries, Algorithm 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boundcalc.finite.distributions import Distribution
from boundcalc.language.errors import BoundError, DomainError
from boundcalc.language.numbers import read_rational
from boundcalc.mechanisms.checks import Floats, count, finite_array, positive


class BudgetError(BoundError):
    """The budget of Thresholdout is used up."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What Thresholdout said to queries in order.

    `values` holds nan for queries after the budget was used up; `is_released` tells which answers
    came from the holdout set; `budget_left` counts the releases that remain.
    """

    values: Floats
    is_released: NDArray[np.bool_]
    budget_left: int


class Thresholdout:
    """An instance of Thresholdout, which remembers its noisy threshold and its budget.

    Parameters
    ----------
    threshold : float
        T, the disagreement from which on the holdout set answers; theory sets 3 tau/4.
    scale : float
        sigma, positive: noise Lap(2 sigma) on the threshold, Lap(4 sigma) on each comparison and
        Lap(sigma) on each released answer.
    budget : int
        B, the number of answers from the holdout set, at least 1.
    rng : numpy.random.Generator
        Source of randomness.

    Raises
    ------
    DomainError
        If the scale is not positive, the threshold not finite, or the budget less than 1.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> holdout = Thresholdout(threshold=0.04, scale=0.001, budget=2, rng=rng)
    >>> answers = holdout.answer([0.50, 0.70, 0.52], [0.51, 0.55, 0.51])
    >>> answers.values.round(2), answers.is_released, answers.budget_left
    (array([0.5 , 0.55, 0.52]), array([False,  True, False]), 1)
    """

    def __init__(
        self, *, threshold: float, scale: float, budget: int, rng: np.random.Generator
    ) -> None:
        self.scale = positive(scale, "scale")
        self.threshold = float(finite_array(threshold, "threshold"))
        self.budget_left = count(budget, "budget")
        self._rng = rng
        self._noisy_threshold = self._new_threshold()

    def _new_threshold(self) -> float:
        return self.threshold + float(self._rng.laplace(0.0, 2 * self.scale))

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
            raise BudgetError("the budget of Thresholdout is used up; no query is answered")
        values, is_released = first.copy(), np.zeros(first.shape, dtype=bool)
        gaps = np.abs(second - first) - self._rng.laplace(0.0, 4 * self.scale, first.shape)
        place = 0
        while place < len(gaps):
            above = np.flatnonzero(gaps[place:] > self._noisy_threshold)
            if not len(above):
                break
            place += int(above[0])
            values[place] = second[place] + self._rng.laplace(0.0, self.scale)
            is_released[place] = True
            self.budget_left -= 1
            place += 1
            if self.budget_left == 0:
                values[place:] = np.nan
                break
            self._noisy_threshold = self._new_threshold()
        return Answers(values, is_released, self.budget_left)


def read_means(values: ArrayLike, name: str) -> Floats:
    """Return the means of queries in their order, each in [0, 1]."""
    found = np.atleast_1d(finite_array(values, name))
    if found.ndim != 1:
        raise DomainError(f"{name}: queries are asked in order, shape (m,), but got {found.shape}")
    if ((found < 0) | (found > 1)).any():
        raise DomainError(f"{name}: the mean of a query is in [0, 1], but one is outside")
    return found


def read_pairs(training: ArrayLike, holdout: ArrayLike) -> tuple[Floats, Floats]:
    """Return the means of queries on two sets; a DomainError if there are not as many of both."""
    first, second = read_means(training, "training"), read_means(holdout, "holdout")
    if first.shape != second.shape:
        raise DomainError(f"means of shapes {first.shape} and {second.shape}; give as many")
    return first, second


# --- the exact law of a finite form ------------------------------------------------------------


def thresholdout_law(
    training: Sequence[int],
    holdout: Sequence[int],
    *,
    threshold: int,
    budget: int,
    decay: Any,
    cells: int,
) -> Distribution:
    """Return the exact law of what Thresholdout says, on the grid of steps 1/n.

    All values are in steps of 1/n, and the noises are two-sided geometric in place of Laplace:
    Lap(4 sigma) has probabilities proportional to decay^|k|, Lap(2 sigma) to decay^(2 |k|), and
    Lap(sigma) to decay^(4 |k|), so that decay = e^(-1/(4 sigma n)).
    An outcome is a tuple with an entry for each query that is answered: None for the training
    value, else the released value, clamped to 0, ..., cells - 1; after the last release it ends.

    Parameters
    ----------
    training, holdout : sequence of int
        The values of the queries on the two sets, in steps.
    decay : number or str
        Rational, in (0, 1).

    Raises
    ------
    DomainError
        If the sequences differ in length or are empty, the decay is not in (0, 1), or the budget or
        the number of cells is less than 1.

    Examples
    --------
    >>> law = thresholdout_law([0], [1], threshold=0, budget=1, decay="1/2", cells=2)
    >>> law.outcomes, law[(None,)]
    (((0,), (1,), (None,)), Fraction(13, 35))
    """
    u = read_rational(decay, name="decay")
    if not 0 < u < 1:
        raise DomainError(f"decay: it is e to a negative power, in (0, 1), but got {u}")
    if len(training) != len(holdout) or not training:
        raise DomainError(
            f"{len(training)} training and {len(holdout)} holdout values; give as many, at least 1"
        )
    if budget < 1 or cells < 1:
        raise DomainError(f"budget and cells are at least 1 but got {budget} and {cells}")
    margins = [
        threshold - abs(second - first) for first, second in zip(training, holdout, strict=True)
    ]
    released = [_clamped_law(value, cells, u**4) for value in holdout]
    law = dict(_outcomes(margins, released, budget, u))
    return Distribution(tuple(law), tuple(law.values()))


def _outcomes(
    margins: Sequence[int], released: Sequence[Sequence[Fraction]], budget: int, u: Fraction
) -> Iterator[tuple[tuple[int | None, ...], Fraction]]:
    """Yield the outcomes from a fresh threshold on, with their probabilities."""
    if not margins or budget == 0:
        yield (), Fraction(1)
        return
    quiet = Fraction(1)
    for place in range(len(margins)):
        after = quiet_probability(margins[: place + 1], u)
        chance, quiet = quiet - after, after
        rest = list(_outcomes(margins[place + 1 :], released[place + 1 :], budget - 1, u))
        for cell, weight in enumerate(released[place]):
            for tail, probability in rest:
                yield (*(None,) * place, cell, *tail), chance * weight * probability
    yield (None,) * len(margins), quiet


def _clamped_law(value: int, cells: int, decay: Fraction) -> list[Fraction]:
    """Return the law of value plus two-sided geometric noise, clamped to the cells."""
    upto = [geometric_distribution(cell - value, decay) for cell in range(cells - 1)]
    ends = [*upto, Fraction(1)]
    return [end - (ends[i - 1] if i else 0) for i, end in enumerate(ends)]


def geometric_distribution(k: int, decay: Fraction) -> Fraction:
    """Return Pr[X <= k] for Pr[X = j] proportional to decay^|j|, exact."""
    if k >= 0:
        return 1 - decay ** (k + 1) / (1 + decay)
    return decay**-k / (1 + decay)


def quiet_probability(margins: Sequence[int], u: Fraction) -> Fraction:
    """Return the probability that no query exceeds one noisy threshold, exact.

    The threshold has noise Z with Pr[Z = z] proportional to u^(2 |z|), and query i is quiet if its
    own noise, proportional to u^|k|, is at most margins[i] + Z.
    For z beyond every margin the probabilities are polynomials in u^|z|, and their sums geometric
    series.
    """
    top = max(0, *(-margin for margin in margins))
    bottom = min(0, *(-margin - 1 for margin in margins))
    norm = (1 - u**2) / (1 + u**2)
    middle = sum(
        (norm * u ** (2 * abs(z)) * _all_quiet(margins, z, u) for z in range(bottom + 1, top)),
        start=Fraction(0),
    )
    zero = Fraction(0)
    above = [Fraction(1)]  # coefficients of powers of u^z, for z >= top
    below = Fraction(1)  # the coefficient of u^(-z len(margins)), for z <= bottom
    for margin in margins:
        lost = -(u ** (margin + 1)) / (1 + u)
        above = [
            (above[i] if i < len(above) else zero) + (above[i - 1] * lost if i else zero)
            for i in range(len(above) + 1)
        ]
        below *= u**-margin / (1 + u)
    upper = sum(
        (factor * u ** ((i + 2) * top) / (1 - u ** (i + 2)) for i, factor in enumerate(above)),
        start=Fraction(0),
    )
    power = len(margins) + 2
    lower = below * u ** (power * -bottom) / (1 - u**power)
    return middle + norm * (upper + lower)


def _all_quiet(margins: Sequence[int], z: int, u: Fraction) -> Fraction:
    product = Fraction(1)
    for margin in margins:
        product *= geometric_distribution(margin + z, u)
    return product
