"""Monitor: run a private algorithm on many datasets, and choose the query that overfits most.

Source: Bassily et al., 2016; Sorrell, Lecture 18, Algorithm 2.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from boundcalc.finite.distributions import Channel, Distribution
from boundcalc.language.errors import DomainError
from boundcalc.mechanisms.checks import finite_array, ratio_above_one
from boundcalc.mechanisms.exponential import exponential_mechanism

Query = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Monitored:
    """The chosen dataset, its query, whether its complement 1 - q is meant, and the gap there."""

    dataset: int
    query: Query
    is_complement: bool
    gap: float


def monitor(
    datasets: ArrayLike,
    mechanism: Callable[[Any, np.random.Generator], Query],
    expectation: Callable[[Query], float],
    *,
    epsilon: float,
    rng: np.random.Generator,
) -> Monitored:
    """Return the query that overfits its dataset most, chosen by the exponential mechanism.

    Parameters
    ----------
    datasets : array, shape (T, n, ...)
        T samples of n records each.
    mechanism : callable
        ``mechanism(dataset, rng)`` returns a query: a function from records, shape (n, ...), to
        values in [0, 1], shape (n,).
    expectation : callable
        The expectation of a query on the population.
    epsilon : float
        Privacy parameter of the choice (epsilon' of the lecture); the score has sensitivity 1/n.

    Raises
    ------
    DomainError
        If there is no dataset or no record, or epsilon is not positive.

    Examples
    --------
    >>> rng = np.random.default_rng(3)
    >>> bits = rng.integers(0, 2, (50, 20, 4))
    >>> def most_ones(dataset, rng):
    ...     best = int(dataset.mean(axis=0).argmax())
    ...     return lambda records: records[:, best]
    >>> found = monitor(bits, most_ones, lambda query: 0.5, epsilon=5.0, rng=rng)
    >>> round(found.gap, 2)
    0.35
    """
    samples = finite_array(datasets, "datasets")
    if samples.ndim < 2 or 0 in samples.shape[:2]:
        raise DomainError(
            f"datasets: expected shape (T, n, ...), at least one of each, but got {samples.shape}"
        )
    queries = [mechanism(sample, rng) for sample in samples]
    gaps = np.array(
        [
            float(np.mean(query(sample))) - expectation(query)
            for query, sample in zip(queries, samples, strict=True)
        ]
    )
    scores = np.concatenate([gaps, -gaps])
    size = samples.shape[1]
    chosen = int(exponential_mechanism(scores, epsilon=epsilon, sensitivity=1 / size, rng=rng))
    place, is_complement = chosen % len(queries), chosen >= len(queries)
    return Monitored(place, queries[place], is_complement, float(scores[chosen]))


def monitor_channel(
    mechanism: Channel,
    *,
    datasets: int,
    base: Any,
    records: Distribution | None = None,
    query: Callable[[Any, Any], Fraction | int] | None = None,
) -> Channel:
    """Return Monitor as an exact channel, from T datasets in a row to (t, query, is_complement).

    Parameters
    ----------
    mechanism : Channel
        From datasets, tuples of n records, to queries.
    datasets : int
        Number T of datasets, at least 1.
    base : number or str
        The rational e^(epsilon'/2), above 1.
    records : Distribution, optional
        The law of a record; a fair bit by default.
    query : callable, optional
        ``query(q, record)`` in [0, 1]; by default q = 0 is the bit and q = 1 its complement.

    Raises
    ------
    DomainError
        If two gaps differ by no multiple of 1/n, so that their weights have no rational ratio.
    """
    if datasets < 1:
        raise DomainError(f"datasets: at least 1 is needed but got {datasets}")
    root = ratio_above_one(base, "base")
    law = Distribution.uniform((0, 1)) if records is None else records
    value = _bit_or_complement if query is None else query
    means = {q: law.expectation(lambda x, q=q: value(q, x)) for q in mechanism.outputs}  # type: ignore[misc]
    rows = {}
    for parts in product(mechanism.inputs, repeat=datasets):
        flat = tuple(record for part in parts for record in part)  # type: ignore[attr-defined]
        rows[flat] = _chosen(mechanism, parts, root, means, value)
    return Channel.of(rows)


def _bit_or_complement(q: Any, x: Any) -> int:
    return int(x if q == 0 else 1 - x)


def _chosen(
    mechanism: Channel,
    parts: tuple[Any, ...],
    root: Fraction,
    means: dict[Hashable, Fraction],
    value: Callable[[Any, Any], Fraction | int],
) -> Distribution:
    """Return the law of the choice on one tuple of datasets."""
    chosen: dict[Hashable, Fraction] = {}
    for queries in product(mechanism.outputs, repeat=len(parts)):
        chance = Fraction(1)
        scores: dict[Hashable, Fraction] = {}
        for t, (part, q) in enumerate(zip(parts, queries, strict=True)):
            chance *= mechanism.law(part)[q]
            gap = (
                sum((Fraction(value(q, x)) for x in part), start=Fraction(0)) - len(part) * means[q]
            )
            scores[t, q, False], scores[t, q, True] = gap, -gap
        if not chance:
            continue
        least = min(scores.values())
        if any((score - least).denominator != 1 for score in scores.values()):
            raise DomainError(
                "Monitor: the exact law needs gaps that differ by multiples of 1/n; "
                "choose queries with other expectations"
            )
        weights = {key: root ** int(score - least) for key, score in scores.items()}
        total = sum(weights.values(), start=Fraction(0))
        for key, weight in weights.items():
            chosen[key] = chosen.get(key, Fraction(0)) + chance * weight / total
    return Distribution.of(chosen)
