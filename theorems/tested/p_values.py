"""Corrections of p-values on instances: the test that the data chose, where all nulls are true."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from typing import Any

from boundcalc.enclosures.exact import exact_value
from boundcalc.finite import Channel, Distribution
from boundcalc.finite.divergences import approximate_max_information_ratio, mutual_information_bits
from boundcalc.finite.privacy import false_discovery_probability
from boundcalc.finite.search import Search, Weights
from boundcalc.finite.testing import Case, TestedStatement, claimed
from boundcalc.language import Expression, Theorem, as_expression, ln, log2
from boundcalc_theorems.information_theory import truncated_ratios
from boundcalc_theorems.statistics import p_values as corrections
from boundcalc_theorems.tested.families import (
    ONE,
    ZERO,
    Generator,
    cases_of,
    law,
    near,
    pick,
    positive_law,
    rational_below,
)
from boundcalc_theorems.tested.selection import gap_law

_HALF = Fraction(1, 2)
Statistic = tuple[tuple[Fraction, ...], ...]  # by test, then by dataset


def _false_discovery(
    channel: Channel, prior: Distribution, statistics: Statistic, gamma: Expression
) -> Fraction:
    """Return the chance that the selected test rejects at p <= gamma, a closed form.

    A level that is no rational is replaced by one just below, which rejects as much or less.
    """
    exact = exact_value(gamma, {})
    level = rational_below(gamma) if exact is None else exact
    return false_discovery_probability(
        channel, prior, lambda test, x: statistics[test][x], min(max(level, ZERO), ONE)
    )


def _pointed(size: int, honest: Fraction) -> tuple[Channel, Distribution, Statistic]:
    """Test i rejects dataset i alone; the right test is selected with probability `honest`."""
    channel = Channel(
        tuple(range(size)),
        tuple(range(size)),
        tuple(
            tuple(honest * (x == y) + (1 - honest) / size for y in range(size)) for x in range(size)
        ),
    )
    identity = tuple(tuple(Fraction(int(x == y)) for x in range(size)) for y in range(size))
    return channel, Distribution.uniform(range(size)), identity


def _random_selection(rng: Generator) -> tuple[Channel, Distribution, Statistic]:
    """Few tests on few datasets, selected by the dataset or nearly at random."""
    size, tests = int(rng.integers(2, 7)), int(rng.integers(2, 4))
    prior = positive_law(rng, size)
    statistics = tuple(
        tuple(Fraction(int(value)) for value in rng.integers(0, 4, size)) for _ in range(tests)
    )
    base = positive_law(rng, tests)
    kind = int(rng.integers(3))
    rows = []
    for x in range(size):
        if kind == 0:
            row = near(rng, base)
        elif kind == 1:
            row = law(rng, tests)
        else:  # the test with the greatest statistic
            best = max(range(tests), key=lambda y: statistics[y][x])
            row = Distribution.from_weights([9 * (y == best) + 1 for y in range(tests)])
        rows.append(row.probabilities)
    return Channel(prior.outcomes, tuple(range(tests)), tuple(rows)), prior, statistics


Measure = Callable[[Channel, Distribution, Fraction], dict[str, Any] | None]


def _by_max_information(
    channel: Channel, prior: Distribution, alpha: Fraction
) -> dict[str, Any] | None:
    beta = alpha / 3
    ratio = max(approximate_max_information_ratio(channel.joint(prior), beta), ONE)
    return {"k": log2(ratio), "beta": beta, "alpha": alpha}


def _by_mutual_information(
    channel: Channel, prior: Distribution, alpha: Fraction
) -> dict[str, Any] | None:
    return {"m": mutual_information_bits(channel.joint(prior)), "alpha": alpha}


def _level_case(
    theorem: Theorem, setting: tuple[Channel, Distribution, Statistic], values: dict[str, Any]
) -> Case:
    """The false discoveries at the level that a theorem allows for alpha."""
    channel, prior, statistics = setting
    gamma = claimed(theorem, "gamma", values)
    return Case(
        facts={
            "law of the dataset": prior.probabilities,
            "laws of the selected test": channel.rows,
            "statistics by test": statistics,
        },
        values=values,
        measured=_false_discovery(channel, prior, statistics, gamma),
    )


def _level_statement(theorem: Theorem, measure: Measure, alphas: tuple[Fraction, ...]) -> Any:
    def settings() -> Iterator[tuple[Channel, Distribution, Statistic]]:
        for size in (2, 8, 40):
            for honest in (ZERO, Fraction(1, 100), Fraction(1, 4), Fraction(9, 10)):
                yield _pointed(size, honest)

    def by_hand() -> Iterator[Case]:
        for setting in settings():
            for alpha in alphas:
                values = measure(setting[0], setting[1], alpha)
                if values is not None:
                    yield _level_case(theorem, setting, values)

    def draw(rng: Generator) -> Case | None:
        setting = _random_selection(rng)
        values = measure(setting[0], setting[1], pick(rng, *alphas))
        return None if values is None else _level_case(theorem, setting, values)

    return TestedStatement(
        theorem=theorem,
        quantity="alpha",
        reading="probability that the selected test rejects at p <= gamma",
        cases=cases_of(by_hand, draw),
        instances=300,
    )


_ALPHAS = (Fraction(1, 100), Fraction(1, 20), Fraction(1, 4), _HALF, Fraction(9, 10))


def _at_level(setting: tuple[Channel, Distribution, Statistic], gamma: Fraction) -> Case:
    """The false discoveries at a level, where the theorem bounds their chance."""
    channel, prior, statistics = setting
    return Case(
        facts={
            "law of the dataset": prior.probabilities,
            "laws of the selected test": channel.rows,
            "statistics by test": statistics,
        },
        values={"gamma": gamma, "m": mutual_information_bits(channel.joint(prior))},
        measured=_false_discovery(channel, prior, statistics, as_expression(gamma)),
    )


def _levels_by_hand() -> Iterator[Case]:
    for size in (3, 8, 40):
        for honest in (Fraction(1, 1000), Fraction(1, 20), Fraction(1, 4), Fraction(9, 10)):
            yield _at_level(_pointed(size, honest), Fraction(1, size))


def _random_level(rng: Generator) -> Case:
    setting = _random_selection(rng)
    gamma = pick(rng, Fraction(1, 50), Fraction(1, 10), Fraction(3, 10), Fraction(49, 100))
    return _at_level(setting, gamma)


def _searched_level(weights: Weights) -> Case | None:
    """Test i rejects dataset i alone, on uniform datasets; the weights select the test."""
    size = math.isqrt(len(weights))
    rows = [weights[i * size : (i + 1) * size] for i in range(size)]
    if not all(any(row) for row in rows):
        return None
    laws = tuple(Distribution.from_weights(row).probabilities for row in rows)
    labels = tuple(range(size))
    identity = tuple(tuple(Fraction(int(x == y)) for x in labels) for y in labels)
    setting = Channel(labels, labels, laws), Distribution.uniform(labels), identity
    return _at_level(setting, Fraction(1, size))


# --- through pure privacy ------------------------------------------------------------------------


def _chosen_discovery(n: int, base: Fraction, gamma: Fraction) -> Fraction:
    """Return the chance that a privately chosen feature rejects at gamma, on n fair bits each.

    The test of a feature, or of its complement, has the number of ones as its statistic.
    """
    tails = [Fraction(sum(comb(n, i) for i in range(j, n + 1)), 2**n) for j in range(n + 1)]
    return gap_law(n, base).probability(lambda gap: tails[int(n * (gap + _HALF))] <= gamma)


def _private_selections(theorem: Theorem) -> Callable[[], Iterator[Case]]:
    def cases() -> Iterator[Case]:
        for n in (1, 3, 8, 14):
            for base in (Fraction(1001, 1000), Fraction(51, 50), Fraction(6, 5), Fraction(3, 2)):
                facts = {"n": n, "features": 2, "e^(epsilon/4)": base}
                for alpha in _ALPHAS:
                    for beta in (alpha / 10, alpha / 2):
                        values = {"n": n, "epsilon": 4 * ln(base), "alpha": alpha, "beta": beta}
                        gamma = max(rational_below(claimed(theorem, "gamma", values)), ZERO)
                        yield Case(
                            facts=facts,
                            values=values,
                            measured=_chosen_discovery(n, base, gamma),
                        )

    return cases


def _private_levels() -> Iterator[Case]:
    for n in (1, 3, 8, 14):
        for base in (Fraction(1001, 1000), Fraction(51, 50), Fraction(6, 5), Fraction(3, 2)):
            for j in range(n + 1):
                gamma = Fraction(sum(comb(n, i) for i in range(j, n + 1)), 2**n)
                if gamma < 1:
                    yield Case(
                        facts={"n": n, "features": 2, "e^(epsilon/4)": base},
                        values={"n": n, "epsilon": 4 * ln(base), "gamma": gamma},
                        measured=_chosen_discovery(n, base, gamma),
                    )


def _private_or_open_levels() -> Iterator[Case]:
    """With probability delta the selected test rejects this dataset alone, whatever it is."""
    for case in _private_levels():
        for delta in (Fraction(1, 10**9), Fraction(1, 50)):
            yield Case(
                facts={**case.facts, "with probability delta": "a test that rejects the dataset"},
                values={**case.values, "delta": delta},
                measured=delta + (1 - delta) * case.measured,
            )


# --- sensitivity ---------------------------------------------------------------------------------


def _bandwidth(n: int) -> int:
    """Return the least greatest difference of neighbours in a numbering of {0, 1}^n (Harper)."""
    return sum(comb(k, k // 2) for k in range(n))


def _numberings() -> Iterator[Case]:
    """A uniform p-value whose sensitivity is as small as that of a numbering of the cube.

    The p-value is (number of the bits + U)/2^n, where U is uniform and belongs to the last record,
    so that it is uniform on [0, 1], and one record changes it by up to (bandwidth + 1)/2^n.
    """
    for n in (1, 2, 3, 5, 10, 30, 100):
        yield Case(
            facts={
                "n": n,
                "p-value": "(number of n fair bits + U)/2^n, numbered by their sum",
                "greatest difference of numbers of neighbours": _bandwidth(n),
            },
            values={"n": n},
            measured=Fraction(_bandwidth(n) + 1, 2**n),
        )


def _constant() -> Iterator[Case]:
    yield Case(
        facts={"statistic": "constant, so that its p-value is 1 on every dataset", "n": 1},
        values={"n": 1},
        measured=ZERO,
    )
    yield from _numberings()


STATEMENTS = (
    *(
        _level_statement(theorem, _by_max_information, _ALPHAS)
        for theorem in (
            corrections.correction,
            corrections.correction_corrected,
            corrections.correction_any_inputs,
            corrections.correction_any_inputs_corrected,
        )
    ),
    _level_statement(corrections.correction_mutual_information, _by_mutual_information, _ALPHAS),
    _level_statement(
        corrections.correction_mutual_information_sharpened, _by_mutual_information, _ALPHAS
    ),
    _level_statement(corrections.russo_zou_level, _by_mutual_information, _ALPHAS),
    _level_statement(corrections.russo_zou_level_corrected, _by_mutual_information, _ALPHAS),
    *(
        TestedStatement(
            theorem=theorem,
            quantity="alpha",
            reading="probability that the selected test rejects at p <= gamma",
            cases=cases_of(_levels_by_hand, _random_level),
            search=Search((9, 16), _searched_level),
            instances=300,
        )
        for theorem in (corrections.russo_zou, corrections.russo_zou_corrected)
    ),
    *(
        TestedStatement(
            theorem=theorem,
            quantity="alpha",
            reading="probability that the privately selected test rejects at p <= gamma",
            cases=cases_of(cases),
        )
        for theorem, cases in (
            (
                corrections.correction_pure_privacy,
                _private_selections(corrections.correction_pure_privacy),
            ),
            (corrections.correction_pure_privacy_sharpened, _private_levels),
            (truncated_ratios.correction, _private_or_open_levels),
        )
    ),
    TestedStatement(
        theorem=corrections.sensitivity,
        quantity="sensitivity",
        reading="greatest change of the p-value with one record",
        cases=cases_of(_constant),
    ),
    *(
        TestedStatement(
            theorem=theorem,
            quantity="sensitivity",
            reading="greatest change of a uniform p-value with one record",
            cases=cases_of(_numberings),
        )
        for theorem in (corrections.sensitivity_corrected, corrections.sensitivity_sharpened)
    ),
)
