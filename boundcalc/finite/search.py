"""A seeded local search for bad instances, where no linear program finds the worst.

An instance is given by nonnegative integer weights, so that every step of the search is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from boundcalc.finite.testing import Case

Weights = tuple[int, ...]
STEPS = 80
MOST = 10**9


@dataclass(frozen=True, slots=True)
class Search:
    """How weights become an instance.

    Parameters
    ----------
    sizes : tuple of int
        The numbers of weights to try, one after another.
    case : callable
        ``case(weights)`` is the instance, or None where the weights give none.
    """

    sizes: tuple[int, ...]
    case: Callable[[Weights], Case | None]


def hill_climb(
    search: Search, score: Callable[[Case], float], rng: np.random.Generator, start: int
) -> Iterator[Case]:
    """Yield the instances that one climb meets, each better than the last by the score.

    From random weights, one or two of them are changed by a random factor, set to zero or made
    equal; a change is kept if the score does not fall.

    Parameters
    ----------
    score : callable
        Greater is worse for the statement; not a number where the instance is out of scope.
    start : int
        Number of the climb, which chooses among the sizes.
    """
    size = search.sizes[start % len(search.sizes)]
    weights = tuple(int(value) for value in rng.integers(1, 10_000, size))
    best = float("-inf")
    for _ in range(STEPS):
        candidate = _changed(weights, rng)
        case = search.case(candidate) if any(candidate) else None
        if case is None:
            continue
        found = score(case)
        if found >= best:
            if found > best:
                yield case
            best, weights = found, candidate


def _changed(weights: Weights, rng: np.random.Generator) -> Weights:
    changed = list(weights)
    for place in rng.integers(0, len(weights), int(rng.integers(1, 3))):
        kind = rng.random()
        if kind < 0.15:
            changed[place] = 0
        elif kind < 0.3:
            changed[place] = changed[int(rng.integers(0, len(weights)))]
        else:
            factor = float(np.exp(rng.normal(0.0, 10.0 ** -int(rng.integers(0, 3)))))
            changed[place] = min(MOST, max(0, round((changed[place] or 1) * factor)))
    return tuple(changed)
