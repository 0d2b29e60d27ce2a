"""Queries of small mean or variance: exact tails of rare bits, fixed or chosen, and posteriors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, product
from math import exp, log
from typing import Any

from boundcalc.finite import Distribution
from boundcalc.finite.testing import Case, TestedStatement
from boundcalc.language import Theorem
from boundcalc_theorems.generalization import low_variance
from boundcalc_theorems.tested.centred_transfer import LEVELS, gap_case, random_channel, votes
from boundcalc_theorems.tested.families import ZERO, Generator, binomial_law, cases_of, pick, shown

_HAIR = 1 + 1e-9  # by which a rational failure probability is above what doubles say of it
_SIZES = (1, 3, 10, 40)
_BOUNDS = (Fraction(1, 50), Fraction(1, 10), Fraction(1, 4), Fraction(2, 5))
_ERRORS = (Fraction(1, 50), Fraction(1, 10), Fraction(1, 5), Fraction(1, 2))
Values = dict[str, Any]

# --- tails of rare bits ---------------------------------------------------------------------------


def _tail(n: int, mean: Fraction, error: Fraction) -> Fraction:
    """Return the chance that n bits of a mean are off it by at least an error."""
    masses = enumerate(binomial_law(n, mean))
    return sum((p for j, p in masses if abs(Fraction(j, n) - mean) >= error), start=ZERO)


def _by_mean(bound: Fraction, tau: Fraction) -> tuple[Values, float] | None:
    """Return the premise on the mean, and the exponent of one record in doubles."""
    p, q = float(bound), float(bound + tau)
    if 2 * bound + tau > 1:
        return None
    return {"mean_bound": bound}, q * log(q / p) + (1 - q) * log((1 - q) / (1 - p))


def _by_variance(bound: Fraction, tau: Fraction) -> tuple[Values, float] | None:
    """Return the premise on the variance of a bit of that mean, and Bernstein's exponent."""
    v, t = float(bound * (1 - bound)), float(tau)
    return {"variance_bound": bound * (1 - bound)}, t * t / (2 * (v + t / 3))


Premise = Callable[[Fraction, Fraction], tuple[Values, float] | None]


def _bits(
    premise: Premise, queries: int, parts: int, extra: Callable[[int], Values]
) -> Callable[[], Iterator[Case]]:
    """Independent bits, one for each query; the one that is farthest off may be chosen.

    `parts` is into how many parts the records are split, one for each query.
    """

    def cases() -> Iterator[Case]:
        for size, bound, tau in product(_SIZES, _BOUNDS, _ERRORS):
            found = premise(bound, tau)
            if found is None:
                continue
            for mean in (bound, bound / 2, 1 - bound):
                beta = 2 * queries * exp(-size * found[1]) * _HAIR
                values: Values = {"n": size * parts, "tau": tau, **found[0], **extra(queries)}
                if "m" in values:
                    values["beta"] = Fraction(beta)
                yield Case(
                    facts={"records": size * parts, "bits": queries, "mean of each": mean},
                    values=values,
                    measured=1 - (1 - _tail(size, mean, tau)) ** queries,
                )

    return cases


def _nothing(queries: int) -> Values:
    return {}


def _count(queries: int) -> Values:
    return {"m": queries}


def _length(queries: int) -> Values:
    return {"bits": queries.bit_length() - 1}


def _information(queries: int) -> Values:
    return {"k": queries.bit_length() - 1, "beta": ZERO}


_TAILS: tuple[tuple[Theorem, Premise, int, int, Callable[[int], Values]], ...] = (
    (low_variance.fixed_mean, _by_mean, 1, 1, _nothing),
    (low_variance.fixed_variance, _by_variance, 1, 1, _nothing),
    (low_variance.many_fixed_mean, _by_mean, 3, 1, _count),
    (low_variance.many_fixed_variance, _by_variance, 3, 1, _count),
    (low_variance.split_mean, _by_mean, 3, 3, _count),
    (low_variance.split_variance, _by_variance, 3, 3, _count),
    (low_variance.description_of_small_mean, _by_mean, 4, 1, _length),
    (low_variance.description_of_small_variance, _by_variance, 4, 1, _length),
    (low_variance.information_of_small_mean, _by_mean, 4, 1, _information),
)

# --- the gap from a centre ------------------------------------------------------------------------


def _events(population: Distribution) -> Iterator[Fraction]:
    """Yield the probability of every event; the gap is greatest for the indicator of one."""
    points = tuple(population.outcomes)
    sizes = range(len(points) + 1)
    for event in chain.from_iterable(combinations(points, size) for size in sizes):
        yield sum((population[x] for x in event), start=ZERO)


def _with_premise(case: Case | None, population: Distribution, name: str) -> Case | None:
    """Return a case with what bounds the means, or the variances, of all indicators."""
    if case is None:
        return None
    if name == "variance_bound":
        bound = max(p * (1 - p) for p in _events(population))
    else:
        bound = max(min(p, 1 - p) for p in _events(population))
    return replace(case, values={**case.values, name: bound})


def _rare_votes(name: str) -> Callable[[], Iterator[Case]]:
    def cases() -> Iterator[Case]:
        for k, lean, weight in product((8, 30), (Fraction(1, 100), Fraction(1, 8)), (3, 20, 200)):
            population = Distribution.from_weights([weight, 1])
            for level in LEVELS:
                facts = {"votes on one bit": k, "lean of each": lean}
                case = gap_case(votes(k, lean), population, 1, level, facts)
                found = _with_premise(case, population, name)
                if found is not None:
                    yield found

    return cases


def _random_gap(name: str) -> Callable[[Generator], Case | None]:
    def draw(rng: Generator) -> Case | None:
        found, population, n = random_channel(rng)
        case = gap_case(found, population, n, pick(rng, *LEVELS), {"channel": shown(found)})
        return _with_premise(case, population, name)

    return draw


STATEMENTS = (
    *(
        TestedStatement(
            theorem=theorem,
            quantity="beta",
            reading="the chance that a bit, the worst one where there are several, is off by tau",
            cases=cases_of(_bits(premise, queries, parts, extra)),
            instances=len(_SIZES) * len(_BOUNDS) * len(_ERRORS) * 3,
        )
        for theorem, premise, queries, parts, extra in _TAILS
    ),
    *(
        TestedStatement(
            theorem=theorem,
            quantity="gap",
            reading="the mean gap of the worst event at each output, given the worst outputs",
            cases=cases_of(_rare_votes(name), _random_gap(name)),
            instances=120,
        )
        for theorem, name in (
            (low_variance.gap_of_small_variance, "variance_bound"),
            (low_variance.gap_of_small_mean, "mean_bound"),
        )
    ),
)
