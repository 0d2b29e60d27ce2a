"""Adaptive choice of a query on product data: a private selection that overfits, computed exactly.

A record has independent fair bits, one for each feature.
The queries are the means of a bit and their complements; the exponential mechanism prefers those
that look large on the sample, so that the chosen query overfits as much as its privacy allows.
With weights base^(2 n (q(S) - 1/2)) the choice is private with e^epsilon = base^4, because each
exponent changes by at most 2 with one record.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

from boundcalc.finite import Distribution, RatioLaw
from boundcalc_theorems.tested.families import ONE, ZERO, binomial_law

_HALF = Fraction(1, 2)
Row = tuple[Fraction, tuple[Fraction, ...], tuple[Fraction, ...]]


@cache
def rows(n: int, base: Fraction, features: int = 2) -> tuple[Row, ...]:
    """Return for each tuple of counts its probability, the gaps of the queries, and their laws."""
    counts = binomial_law(n, _HALF)
    powers = {k: base**k for k in range(-n, n + 1)}
    found = []
    for sample in product(range(n + 1), repeat=features):
        chance = prod((counts[j] for j in sample), start=ONE)
        gaps = tuple(sign * (Fraction(j, n) - _HALF) for j in sample for sign in (1, -1))
        weights = [powers[int(2 * n * gap)] for gap in gaps]
        total = sum(weights, start=ZERO)
        found.append((chance, gaps, tuple(weight / total for weight in weights)))
    return tuple(found)


@cache
def gap_law(n: int, base: Fraction, features: int = 2) -> Distribution:
    """Return the law of q(S) - q(D) for the query q that is chosen on n records."""
    law: dict[Fraction, Fraction] = {}
    for chance, gaps, chosen in rows(n, base, features):
        for gap, weight in zip(gaps, chosen, strict=True):
            law[gap] = law.get(gap, ZERO) + chance * weight
    return Distribution(tuple(law), tuple(law.values()))


@cache
def information(n: int, base: Fraction, features: int = 2) -> RatioLaw:
    """Return the ratio law of the sample and the chosen query against independent copies."""
    output = 1 / Fraction(2 * features)  # the queries are exchangeable
    return RatioLaw.from_masses(
        (chance * weight, chance * output)
        for chance, _, chosen in rows(n, base, features)
        for weight in chosen
    )


def bad_event(n: int, base: Fraction, level: Fraction) -> tuple[Fraction, Fraction]:
    """Return the chances that a query has gap at least `level`: fixed in advance, and chosen."""
    fixed = sum(
        (p for j, p in enumerate(binomial_law(n, _HALF)) if Fraction(j, n) - _HALF >= level),
        start=ZERO,
    )
    return fixed, gap_law(n, base).probability(lambda gap: gap >= level)


def tail(law: Distribution, level: Fraction) -> Fraction:
    """Return the probability that the absolute gap is at least `level`."""
    return law.probability(lambda gap: abs(gap) >= level)


def quantile(law: Distribution, chance: Fraction) -> Fraction:
    """Return the greatest absolute gap that is reached with probability above `chance`; or zero."""
    sizes = sorted({abs(gap) for gap, _ in law.items()}, reverse=True)
    return next((size for size in sizes if tail(law, size) > chance), ZERO)
