"""Choosing features by a holdout set: the experiment that the reusable holdout was made for.

A classifier votes with the features that agree with the label on both the training set and the
holdout set.
With a standard holdout set, the same records choose the features and measure the accuracy, so that
the measured accuracy is too high; with Thresholdout it is not.
Source: Dwork et al., The Reusable Holdout, 2015; Lee, Differential Privacy for Adaptive Queries,
section 3.2.

A record is the vector of bits that say whether each feature agrees with the label, which is all
that the experiment uses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boundcalc.language.errors import DomainError
from boundcalc.mechanisms.checks import Floats
from boundcalc.mechanisms.thresholdout import Thresholdout

COUNTS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_STRENGTH = 6  # of a correlated feature, in standard deviations of a mean


@dataclass(frozen=True, kw_only=True, slots=True)
class Accuracies:
    """Accuracies of the classifier for one way to use the holdout set.

    Each array has shape (repetitions, counts); what `holdout` holds is what the analyst is told.
    Where fewer features pass than asked for, all that pass are used.
    """

    training: Floats
    holdout: Floats
    fresh: Floats


@dataclass(frozen=True, kw_only=True, slots=True)
class Experiment:
    """The result for both ways, with what Thresholdout was asked and what it released.

    `threshold` and `scale` are T and sigma; `queries` is the number of queries of one repetition;
    `releases`, shape (repetitions,), counts the answers that came from the holdout set.
    """

    counts: tuple[int, ...]
    standard: Accuracies
    thresholdout: Accuracies
    threshold: float
    scale: float
    queries: int
    releases: NDArray[np.int64]


def feature_selection(
    *,
    records: int = 2000,
    features: int = 2000,
    correlated: int = 0,
    repetitions: int = 20,
    counts: Sequence[int] = COUNTS,
    rng: np.random.Generator,
) -> Experiment:
    """Return the accuracies of classifiers on the features that a holdout set helped to choose.

    Parameters
    ----------
    records : int
        Size of each of the training set, the holdout set and the fresh set.
    features : int
        Number of features, all independent of the label but the first `correlated`, which agree
        with it with probability 1/2 + 3/sqrt(records), at most 1.
    repetitions : int
        How often all data is drawn anew.
    counts : sequence of int
        Numbers of features to use, at least 1 each.
    rng : numpy.random.Generator
        Source of randomness.

    Raises
    ------
    DomainError
        If a number is not positive, or more features are correlated than there are.

    Notes
    -----
    A feature passes if its agreement is off 1/2 by at least one standard deviation, 1/(2
    sqrt(records)), on both sets and to the same side; those with the strongest agreement on the
    training set come first.
    Thresholdout has T = 2/sqrt(records), four standard deviations, and sigma = 1/(8
    sqrt(records)); its budget is the number of queries, so that it never ends.
    Memory: about 3 records features bytes.

    Examples
    --------
    >>> found = feature_selection(
    ...     records=400, features=400, repetitions=3, counts=[50], rng=np.random.default_rng(0)
    ... )
    >>> bool(found.standard.holdout.mean() > 0.6 > 0.55 > found.standard.fresh.mean())
    True
    """
    _check(records, features, correlated, repetitions, counts)
    unit = 1 / (2 * math.sqrt(records))
    threshold, scale = 4 * unit, unit / 4
    chances = np.full(features, 0.5)
    chances[:correlated] += min(_STRENGTH * unit, 0.5)
    ways: tuple[list[list[Floats]], list[list[Floats]]] = ([], [])
    releases = []
    for _ in range(repetitions):
        training, holdout, fresh = (_draw(records, chances, correlated, rng) for _ in range(3))
        means = training.mean(axis=0), holdout.mean(axis=0)
        instance = Thresholdout(
            threshold=threshold, scale=scale, budget=features + len(counts), rng=rng
        )
        told = instance.answer(*means).values
        for place, seen in enumerate((means[1], told)):
            order, signs = _chosen(means[0], seen, unit, max(counts))
            found = [_accuracies(bits, order, signs, counts) for bits in (training, holdout, fresh)]
            if place == 1:
                found[1] = np.clip(instance.answer(found[0], found[1]).values, 0, 1)
            ways[place].append(found)
        releases.append(features + len(counts) - instance.budget_left)
    return Experiment(
        counts=tuple(counts),
        standard=_gathered(ways[0]),
        thresholdout=_gathered(ways[1]),
        threshold=threshold,
        scale=scale,
        queries=features + len(counts),
        releases=np.array(releases),
    )


def _check(
    records: int, features: int, correlated: int, repetitions: int, counts: Sequence[int]
) -> None:
    named = {"records": records, "features": features, "repetitions": repetitions}
    for name, value in named.items():
        if value < 1:
            raise DomainError(f"{name}: at least 1 is needed but got {value}")
    if not 0 <= correlated <= features:
        raise DomainError(f"correlated: it is in 0 to {features} but got {correlated}")
    if not counts or min(counts) < 1:
        raise DomainError(f"counts: numbers of features, at least 1 each, but got {list(counts)}")


def _draw(
    records: int, chances: Floats, correlated: int, rng: np.random.Generator
) -> NDArray[np.int8]:
    """Return the bits of agreement, shape (records, features)."""
    bits = rng.integers(0, 2, (records, len(chances)), dtype=np.int8)
    if correlated:
        bits[:, :correlated] = rng.random((records, correlated)) < chances[:correlated]
    return bits


def _chosen(
    training: Floats, holdout: Floats, unit: float, most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the features that pass, the strongest first, with the sides that they are on."""
    strength, other = training - 0.5, holdout - 0.5
    passes = (np.abs(strength) >= unit) & (np.abs(other) >= unit) & (strength * other > 0)
    order = np.argsort(-np.where(passes, np.abs(strength), -1.0), kind="stable")
    order = order[: min(int(passes.sum()), most)]
    return order, np.where(strength[order] > 0, 1, -1)


def _accuracies(
    bits: NDArray[np.int8],
    order: NDArray[np.int64],
    signs: NDArray[np.int64],
    counts: Sequence[int],
) -> Floats:
    """Return the part of the records on which the first features of the order outvote the rest.

    A tie counts for half, as does a classifier without features.
    """
    if not len(order):
        return np.full(len(counts), 0.5)
    votes = np.cumsum((2 * bits[:, order].astype(np.int16) - 1) * signs, axis=1)
    places = [min(count, len(order)) - 1 for count in counts]
    chosen = votes[:, places]
    return np.asarray((chosen > 0).mean(axis=0) + (chosen == 0).mean(axis=0) / 2)


def _gathered(found: list[list[Floats]]) -> Accuracies:
    training, holdout, fresh = (np.array([item[i] for item in found]) for i in range(3))
    return Accuracies(training=training, holdout=holdout, fresh=fresh)
