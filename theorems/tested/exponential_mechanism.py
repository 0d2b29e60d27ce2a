"""The exponential mechanism on instances: its privacy, its accuracy, its expected accuracy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from boundcalc.finite.divergences import greatest_ratio
from boundcalc.finite.testing import Case, TestedStatement
from boundcalc.language import ln
from boundcalc.mechanisms.exponential import exponential_law
from boundcalc_theorems.privacy import exponential_mechanism
from boundcalc_theorems.tested.families import Generator, cases_of, pick

_BASES = (Fraction(101, 100), Fraction(6, 5), Fraction(2), Fraction(10))


def _privacy(scores: list[int], others: list[int], base: Fraction) -> Case:
    ratio = greatest_ratio(exponential_law(scores, base), exponential_law(others, base))
    assert ratio is not None
    change = max(abs(a - b) for a, b in zip(scores, others, strict=True))
    return Case(
        facts={"scores": scores, "scores on the neighbour": others, "base": base},
        values={"score_weight": ln(base), "Delta": change},
        measured=ln(ratio),
    )


def _privacy_by_hand() -> Iterator[Case]:
    """One outcome gains and all others lose: equality in the limit of many outcomes."""
    for base in _BASES:
        for size in (2, 10, 300):
            yield _privacy([0] + [1] * (size - 1), [1] + [0] * (size - 1), base)


def _random_privacy(rng: Generator) -> Case | None:
    size, change = int(rng.integers(2, 8)), int(rng.integers(1, 6))
    scores = [int(value) for value in rng.integers(0, 20, size)]
    others = [score + int(pick(rng, -change, change, 0)) for score in scores]
    return _privacy(scores, others, pick(rng, *_BASES)) if scores != others else None


def _reached_gap(scores: list[int], base: Fraction, beta: Fraction) -> Fraction:
    """Return the greatest distance to the best score that has probability above beta."""
    law, best = exponential_law(scores, base), max(scores)
    gaps = sorted({best - score for score in scores}, reverse=True)
    reached = (
        gap
        for gap in gaps
        if law.probability(lambda y, gap=gap: best - scores[y] >= gap) > beta  # type: ignore[misc]
    )
    return Fraction(next(reached, 0))


def _accuracy(scores: list[int], base: Fraction, beta: Fraction) -> Case:
    return Case(
        facts={"scores": scores, "e^(epsilon/(2 Delta))": base, "beta": beta},
        values={"outcomes": len(scores), "Delta": 1, "epsilon": 2 * ln(base), "beta": beta},
        measured=_reached_gap(scores, base, beta),
    )


def _accuracy_by_hand() -> Iterator[Case]:
    """One best outcome and all others on a lower score; beta just below their probability."""
    for base in _BASES:
        for size in (2, 3, 50):
            for gap in (1, 3, 10):
                scores = [gap] + [0] * (size - 1)
                low = 1 - exponential_law(scores, base)[0]
                yield _accuracy(scores, base, low * Fraction(999_999, 1_000_000))


def _random_scores(rng: Generator) -> list[int]:
    size = int(rng.integers(1, 9))
    most = int(pick(rng, 2, 6, 40))
    return [int(value) for value in rng.integers(0, most, size)]


def _random_accuracy(rng: Generator) -> Case:
    beta = Fraction(int(rng.integers(1, 99)), int(pick(rng, 100, 1000, 100_000)))
    return _accuracy(_random_scores(rng), pick(rng, *_BASES), beta)


def _expected(scores: list[int], base: Fraction, Delta: int) -> Case:
    law, best = exponential_law(scores, base), max(scores)
    return Case(
        facts={"scores": scores, "e^(epsilon/(2 Delta))": base, "Delta": Delta},
        values={"outcomes": len(scores), "Delta": Delta, "epsilon": 2 * Delta * ln(base)},
        measured=law.expectation(lambda y: best - scores[y]),
    )


def _expected_by_hand() -> Iterator[Case]:
    for Delta in (3, 1):
        for base in _BASES:
            for size in (2, 3, 50):
                for gap in (1, 3, 9, 30):
                    yield _expected([gap] + [0] * (size - 1), base, Delta)


def _random_expected(rng: Generator) -> Case:
    return _expected(_random_scores(rng), pick(rng, *_BASES), int(pick(rng, 1, 3)))


_EXPECTED = "expected distance of the chosen score to the best"

STATEMENTS = (
    TestedStatement(
        theorem=exponential_mechanism.privacy,
        quantity="epsilon",
        reading="log of the greatest ratio of the laws of the choice for two vectors of scores",
        cases=cases_of(_privacy_by_hand, _random_privacy),
    ),
    TestedStatement(
        theorem=exponential_mechanism.accuracy,
        quantity="gap",
        reading="greatest distance to the best score that has probability above beta",
        cases=cases_of(_accuracy_by_hand, _random_accuracy),
        is_strict=True,
    ),
    TestedStatement(
        theorem=exponential_mechanism.accuracy_exact,
        quantity="gap",
        reading="greatest distance to the best score that has probability above beta",
        cases=cases_of(_accuracy_by_hand, _random_accuracy),
    ),
    TestedStatement(
        theorem=exponential_mechanism.expected_accuracy,
        quantity="gap",
        reading=_EXPECTED,
        cases=cases_of(_expected_by_hand, _random_expected),
    ),
    TestedStatement(
        theorem=exponential_mechanism.expected_accuracy_corrected,
        quantity="gap",
        reading=_EXPECTED,
        cases=cases_of(_expected_by_hand, _random_expected),
    ),
    TestedStatement(
        theorem=exponential_mechanism.expected_accuracy_exact,
        quantity="gap",
        reading=_EXPECTED,
        cases=cases_of(_expected_by_hand, _random_expected),
    ),
)
