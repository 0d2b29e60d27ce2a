"""What a finite mechanism guarantees, computed: privacy, generalization, corrections of p-values.

Main definitions
----------------
`neighbours`: the pairs of datasets that differ in one record.
`PrivacyLoss`, `worst_pair`: the privacy of a channel, with the neighbours that attain it.
`expected_generalization_gap`: how much better the chosen query looks on the sample.
`p_values`, `false_discovery_probability`: whether a correction of p-values is valid.

Conventions
-----------
A dataset is a tuple of records, and the inputs of a channel are all datasets of one length.
Neighbours differ in the value of one record, and both orders of a pair count.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.finite.distributions import Channel, Distribution
from boundcalc.finite.ratios import RatioLaw
from boundcalc.language.errors import DomainError
from boundcalc.language.numbers import read_rational

Pair = tuple[Any, Any]


def neighbours(inputs: Sequence[Hashable]) -> Iterator[Pair]:
    """Yield the ordered pairs of inputs that differ in one record.

    Raises
    ------
    DomainError
        If the inputs are not tuples of one length.

    Examples
    --------
    >>> list(neighbours([(0,), (1,)]))
    [((0,), (1,)), ((1,), (0,))]
    """
    lengths = {len(x) if isinstance(x, tuple) else -1 for x in inputs}
    if len(lengths) != 1 or -1 in lengths:
        raise DomainError("neighbours: the inputs are datasets, tuples of one length")
    for x in inputs:
        for y in inputs:
            if sum(a != b for a, b in zip(x, y, strict=True)) == 1:  # type: ignore[call-overload]
                yield x, y


@dataclass(frozen=True, slots=True)
class PrivacyLoss:
    """The least delta of a channel at one ratio e^epsilon, and neighbours that attain it.

    `pair` is None where the channel has no neighbours.
    """

    ratio: Fraction
    delta: Fraction
    pair: Pair | None


def worst_pair(channel: Channel, ratio: object, pairs: Iterable[Pair] | None = None) -> PrivacyLoss:
    """Return the least delta for which the channel is (ln ratio, delta)-private, exact.

    Parameters
    ----------
    ratio : number or str
        The rational e^epsilon, at least 1.
    pairs : iterable of pairs of inputs, optional
        The ordered neighbours; by default the datasets that differ in one record.

    Examples
    --------
    >>> response = Channel(((0,), (1,)), (0, 1), (("3/4", "1/4"), ("1/4", "3/4")))
    >>> worst_pair(response, 2)
    PrivacyLoss(ratio=Fraction(2, 1), delta=Fraction(1, 4), pair=((0,), (1,)))
    """
    r = _at_least_one(ratio)
    worst = PrivacyLoss(r, Fraction(0), None)
    for x, y, law in _ratio_laws(channel, pairs):
        delta = law.excess(r)
        if worst.pair is None or delta > worst.delta:
            worst = PrivacyLoss(r, delta, (x, y))
    return worst


def least_private_ratio(
    channel: Channel, delta: object = 0, pairs: Iterable[Pair] | None = None
) -> Fraction | None:
    """Return the least e^epsilon for which the channel is (epsilon, delta)-private, exact.

    At least 1; None where no epsilon suffices.
    """
    best = Fraction(1)
    for _, _, law in _ratio_laws(channel, pairs):
        found = law.least_ratio(delta)
        if found is None:
            return None
        best = max(best, found)
    return best


def total_variation_stability(channel: Channel, pairs: Iterable[Pair] | None = None) -> Fraction:
    """Return the greatest total variation distance between outputs on neighbours, exact."""
    return worst_pair(channel, 1, pairs).delta


def _ratio_laws(
    channel: Channel, pairs: Iterable[Pair] | None
) -> Iterator[tuple[Any, Any, RatioLaw]]:
    place = {x: i for i, x in enumerate(channel.inputs)}
    for x, y in neighbours(channel.inputs) if pairs is None else pairs:
        left, right = channel.rows[place[x]], channel.rows[place[y]]
        yield x, y, RatioLaw.from_masses(zip(left, right, strict=True))


def _at_least_one(ratio: object) -> Fraction:
    r = read_rational(ratio, name="ratio")
    if r < 1:
        raise DomainError(f"ratio: it is e^epsilon for epsilon >= 0, at least 1, but got {r}")
    return r


# --- generalization ----------------------------------------------------------------------------


def expected_generalization_gap(
    channel: Channel, records: Distribution, query: Callable[[Any, Any], Fraction | int]
) -> Fraction:
    """Return E[q(S) - q(D)] for the query q that the channel chooses on the sample S, exact.

    Parameters
    ----------
    channel : Channel
        From datasets, tuples of records, to queries.
    records : Distribution
        The law D of one record; the records of S are independent.
    query : callable
        ``query(q, record)``, rational; a query is averaged over the records of S.
    """
    n = _dataset_size(channel)
    law = dict(records.power(n).items())
    means = {q: records.expectation(lambda x, q=q: query(q, x)) for q in channel.outputs}  # type: ignore[misc]
    gap = Fraction(0)
    for dataset, row in zip(channel.inputs, channel.rows, strict=True):
        weight = law.get(dataset, Fraction(0))
        for q, chance in zip(channel.outputs, row, strict=True):
            if weight and chance:
                sample = sum((Fraction(query(q, x)) for x in dataset), start=Fraction(0)) / n  # type: ignore[attr-defined]
                gap += weight * chance * (sample - means[q])
    return gap


def _dataset_size(channel: Channel) -> int:
    first = channel.inputs[0]
    if not isinstance(first, tuple) or not first:
        raise DomainError("expected generalization: the inputs are datasets, tuples of records")
    return len(first)


# --- p-values ----------------------------------------------------------------------------------


def p_values(law: Distribution, statistic: Callable[[Any], Fraction | int]) -> dict[Any, Fraction]:
    """Return Pr[phi(X) >= phi(x)] for each outcome x, exact.

    Source: Rogers et al., section 1.1.
    """
    values = {x: Fraction(statistic(x)) for x in law.outcomes}
    order = sorted(set(values.values()), reverse=True)
    mass: dict[Fraction, Fraction] = dict.fromkeys(order, Fraction(0))
    for x, p in law.items():
        mass[values[x]] += p
    tail, tails = Fraction(0), {}
    for value in order:
        tail += mass[value]
        tails[value] = tail
    return {x: tails[values[x]] for x in law.outcomes}


def false_discovery_probability(
    channel: Channel,
    law: Distribution,
    statistics: Callable[[Any, Any], Fraction | int],
    gamma: object,
) -> Fraction:
    """Return the chance that the selected test rejects at p <= gamma, under a true null, exact.

    A function gamma of alpha is a valid correction for this selection and this law if and only if
    the result is at most alpha for every alpha.
    Source: Rogers et al., Definition 1.1.

    Parameters
    ----------
    channel : Channel
        From datasets to the test that is selected; all null hypotheses hold.
    law : Distribution
        The law of the dataset.
    statistics : callable
        ``statistics(test, dataset)``, rational.
    gamma : number or str
        The level of the selected test, in [0, 1].
    """
    level = read_rational(gamma, name="gamma")
    if not 0 <= level <= 1:
        raise DomainError(f"gamma: a level is in [0, 1] but got {level}")
    weights = dict(law.items())
    chance = Fraction(0)
    for column, test in enumerate(channel.outputs):
        values = p_values(law, lambda x, test=test: statistics(test, x))  # type: ignore[misc]
        chance += sum(
            (
                weights.get(x, Fraction(0)) * row[column]
                for x, row in zip(channel.inputs, channel.rows, strict=True)
                if values[x] <= level
            ),
            start=Fraction(0),
        )
    return chance
