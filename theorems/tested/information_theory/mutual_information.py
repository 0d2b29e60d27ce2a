"""Mutual information on instances: what it says of max-information, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from boundcalc.finite import JointDistribution, arrays
from boundcalc.finite.divergences import (
    approximate_max_information_ratio,
    information_law,
    mutual_information_bits,
    mutual_information_nats,
)
from boundcalc.finite.search import Search
from boundcalc.finite.testing import Batch, Case, TestedStatement
from boundcalc.language import log2
from boundcalc_theorems.information_theory import information_measures
from boundcalc_theorems.tested.families import (
    ONE,
    RATIOS,
    ZERO,
    Generator,
    cases_of,
    joint,
    pick,
    square,
)

_HALF = Fraction(1, 2)
_SQUARES = (4, 9)
_EXCESS = "greatest P(O) - 2^k Q(O), joint law against product"


def _from_mutual(pair: JointDistribution, ratio: Fraction) -> Case:
    return Case(
        facts={"joint law": pair.rows, "2^k": ratio},
        values={"k": log2(ratio), "m": mutual_information_bits(pair)},
        measured=information_law(pair).excess(ratio),
    )


def _from_mutual_by_hand() -> Iterator[Case]:
    """X = Y with many values, where all the information is in each pair."""
    for size in (2, 4, 16):
        equal = JointDistribution.from_weights(
            [[int(i == j) for j in range(size)] for i in range(size)]
        )
        for ratio in (Fraction(11, 10), Fraction(2), Fraction(size, 2) + ONE):
            yield _from_mutual(equal, ratio)


def _random_from_mutual(rng: Generator) -> Case:
    return _from_mutual(joint(rng), pick(rng, *RATIOS))


def _from_mutual_batch(rng: np.random.Generator, count: int) -> Batch:
    """Joint laws of 8 by 8 values, by the thousand."""
    skew = int(rng.integers(2))
    weights = arrays.random_weights(rng, (count, 64), skew=skew).reshape(count, 8, 8)
    laws = arrays.normalized(weights, axes=2)
    flat, product = laws.reshape(count, 64), arrays.product_of_marginals(laws).reshape(count, 64)
    ratios = np.array([float(ratio) for ratio in RATIOS])[rng.integers(0, len(RATIOS), count)]
    bound = (arrays.kl_nats(flat, product) / np.log(2) + 0.54) / np.log2(ratios)
    found = arrays.hockey_stick(flat, product, ratios) / bound
    near = {float(ratio): ratio for ratio in RATIOS}

    def case(place: int) -> Case:
        pair = JointDistribution.from_weights(weights[place].tolist())
        return _from_mutual(pair, near[float(ratios[place])])

    return Batch(found, case)


def _to_mutual(pair: JointDistribution, beta: Fraction, *, in_bits: bool) -> Case | None:
    ratio = approximate_max_information_ratio(pair, beta)
    if ratio <= 1 or beta == 0:
        return None
    measured = mutual_information_bits(pair) if in_bits else mutual_information_nats(pair)
    return Case(
        facts={"joint law": pair.rows, "2^k": ratio, "beta": beta},
        values={"k": log2(ratio), "beta": beta, "values": len(pair.first)},
        measured=measured,
    )


def _leaking(size: int, leak: Fraction) -> JointDistribution:
    """Y is X with a small probability, else nothing."""
    rows = [
        [leak / size if i == j else ZERO for j in range(size)] + [(1 - leak) / size]
        for i in range(size)
    ]
    return JointDistribution(tuple(range(size)), tuple(range(size + 1)), tuple(map(tuple, rows)))


def _to_mutual_cases(in_bits: bool) -> TestedStatement:
    def by_hand() -> Iterator[Case]:
        for size in (2, 8, 30):
            for leak in (Fraction(1, 100), Fraction(1, 10), _HALF):
                for part in (Fraction(1, 10), _HALF, Fraction(99, 100)):
                    case = _to_mutual(_leaking(size, leak), leak * part, in_bits=in_bits)
                    if case is not None:
                        yield case

    def draw(rng: Generator) -> Case | None:
        beta = Fraction(int(rng.integers(1, 30)), int(pick(rng, 200, 10_000)))
        return _to_mutual(joint(rng), beta, in_bits=in_bits)

    theorem = (
        information_measures.to_mutual_information_corrected
        if in_bits
        else information_measures.to_mutual_information
    )
    return TestedStatement(
        theorem=theorem,
        quantity="m",
        reading=f"mutual information in {'bits' if in_bits else 'nats'}",
        cases=cases_of(by_hand, draw),
        search=Search(
            _SQUARES, lambda weights: _to_mutual(square(weights), Fraction(1, 50), in_bits=in_bits)
        ),
    )


STATEMENTS = (
    TestedStatement(
        theorem=information_measures.from_mutual_information,
        quantity="beta",
        reading=_EXCESS,
        cases=cases_of(_from_mutual_by_hand, _random_from_mutual),
        batch=_from_mutual_batch,
        search=Search(_SQUARES, lambda weights: _from_mutual(square(weights), Fraction(2))),
    ),
    _to_mutual_cases(in_bits=False),
    _to_mutual_cases(in_bits=True),
)
