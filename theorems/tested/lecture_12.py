"""Lecture 12 on instances: noise on one answer, and stability from privacy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from boundcalc.finite import Distribution, arrays
from boundcalc.finite.divergences import greatest_ratio, indistinguishability_delta, total_variation
from boundcalc.finite.testing import Batch, Case, TestedStatement
from boundcalc.finite.worst_cases import worst_pair_of_laws
from boundcalc.language import ln, phi
from boundcalc.mechanisms.noise import rounded_laplace_law
from boundcalc_theorems.generalization import privacy_generalization
from boundcalc_theorems.privacy import noise as noise_theorems
from boundcalc_theorems.tested.families import (
    ONE,
    RATIOS,
    ZERO,
    Generator,
    cases_of,
    pair_of_laws,
    pick,
)

# --- the Gaussian mechanism --------------------------------------------------------------------

_GAUSSIAN = "total variation distance of the outputs on datasets whose answers differ by 1/n"


def _gaussian(n: int, sigma: Fraction) -> Case:
    """The distance of two normal laws is reached by the half-line from their midpoint on."""
    half = 1 / (2 * n * sigma)
    return Case(
        facts={"n": n, "sigma": sigma},
        values={"n": n, "sigma": sigma},
        measured=2 * phi(half) - 1,
    )


def _gaussian_grid() -> Iterator[Case]:
    yield _gaussian(10, Fraction(1, 20))
    for n in (1, 2, 10, 1000):
        for scaled in ("0.001", "0.16", "0.3", "0.5", "0.9", "0.91", "1", "2", "40"):
            yield _gaussian(n, Fraction(scaled) / n)


def _half_line(n: int, sigma: Fraction, shift: Fraction) -> Case:
    """The event that the output exceeds the midpoint by a part of sigma."""
    half = 1 / (2 * n * sigma)
    return Case(
        facts={"n": n, "sigma": sigma, "threshold above the midpoint, in sigma": shift},
        values={"n": n, "sigma": sigma},
        measured=phi(half - shift) - phi(-half - shift),
    )


def _half_lines() -> Iterator[Case]:
    for n in (1, 10):
        for scaled in ("0.01", "0.16", "0.5", "1", "3"):
            for shift in ("1/1000000", "1/100", "1", "3"):
                yield _half_line(n, Fraction(scaled) / n, Fraction(shift))


# --- the Laplace mechanism ---------------------------------------------------------------------


def _laplace(root: Fraction, n: int, cells: int) -> Case:
    laws = [rounded_laplace_law(answer, cells, root) for answer in (0, 1)]
    ratio = greatest_ratio(*laws)
    assert ratio is not None
    scale = 1 / (n * (2 * ln(root)))
    return Case(
        facts={"e^(1/(2 n sigma))": root, "n": n, "cells": cells, "laws": _rows(laws)},
        values={"n": n, "sigma": scale},
        measured=ln(ratio),
    )


def _rows(laws: list[Distribution]) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(item.probabilities for item in laws)


def _laplace_grid() -> Iterator[Case]:
    for root in RATIOS:
        for n in (1, 10):
            for cells in (2, 3, 5):
                yield _laplace(root, n, cells)


def _laplace_one() -> Iterator[Case]:
    for case in _laplace_grid():
        if case.values["n"] == 1:
            yield Case(
                facts=case.facts, values={"sigma": case.values["sigma"]}, measured=case.measured
            )


# --- privacy and stability ---------------------------------------------------------------------


def _stability(p: Distribution, q: Distribution) -> Case | None:
    ratio = greatest_ratio(p, q)
    if ratio is None or ratio == 1:
        return None
    return Case(
        facts={"P": p.probabilities, "Q": q.probabilities, "e^epsilon": ratio},
        values={"epsilon": ln(ratio), "delta": 0},
        measured=total_variation(p, q),
    )


def _stability_with_slack(p: Distribution, q: Distribution, ratio: Fraction) -> Case:
    delta = indistinguishability_delta(p, q, ratio)
    return Case(
        facts={"P": p.probabilities, "Q": q.probabilities, "e^epsilon": ratio, "delta": delta},
        values={"epsilon": ln(ratio), "delta": delta},
        measured=total_variation(p, q),
    )


def _farthest() -> Iterator[Case]:
    """The farthest laws, by linear programs on three outcomes."""
    for ratio in RATIOS:
        _, p, q = worst_pair_of_laws([ONE, ZERO, ZERO], [-ONE, ZERO, ZERO], ratio)
        case = _stability(p, q)
        if case is not None:
            yield case


def _farthest_with_slack() -> Iterator[Case]:
    for ratio in RATIOS:
        for delta in (ZERO, Fraction(1, 1000), Fraction(1, 3), Fraction(99, 100)):
            _, p, q = worst_pair_of_laws([ONE, ZERO], [-ONE, ZERO], ratio, delta)
            yield _stability_with_slack(p, q, ratio)


def _random_pair(rng: Generator) -> Case | None:
    return _stability(*pair_of_laws(rng))


def _random_pair_with_slack(rng: Generator) -> Case | None:
    p, q = pair_of_laws(rng)
    return _stability_with_slack(p, q, pick(rng, *RATIOS))


def _stability_batch(rng: np.random.Generator, count: int) -> Batch:
    """Pairs of laws on 2 to 8 outcomes by the thousand."""
    size = int(rng.integers(2, 9))
    weights = arrays.random_weights(rng, (count, 2, size), skew=int(rng.integers(2)))
    laws = arrays.normalized(weights)
    bound = (arrays.greatest_ratio(laws[:, 0], laws[:, 1]) - 1) / 2
    distance = arrays.total_variation(laws[:, 0], laws[:, 1])
    ratios = np.divide(distance, bound, out=np.zeros(count), where=bound > 0)

    def case(place: int) -> Case:
        p, q = (Distribution.from_weights(row.tolist()) for row in weights[place])
        found = _stability(p, q)
        assert found is not None
        return found

    return Batch(ratios, case)


STATEMENTS = (
    TestedStatement(
        theorem=noise_theorems.gaussian_stability,
        quantity="epsilon",
        reading=_GAUSSIAN,
        cases=cases_of(_gaussian_grid),
    ),
    TestedStatement(
        theorem=noise_theorems.gaussian_stability_corrected,
        quantity="epsilon",
        reading=_GAUSSIAN,
        cases=cases_of(_gaussian_grid),
    ),
    TestedStatement(
        theorem=noise_theorems.gaussian_stability_exact,
        quantity="epsilon",
        reading="difference of the probabilities that the output exceeds a threshold",
        cases=cases_of(_half_lines),
    ),
    TestedStatement(
        theorem=noise_theorems.laplace_privacy,
        quantity="epsilon",
        reading="log of the greatest ratio of the laws of the rounded and clamped output",
        cases=cases_of(_laplace_grid),
    ),
    TestedStatement(
        theorem=privacy_generalization.laplace,
        quantity="epsilon",
        reading="log of the greatest ratio of the laws of the rounded and clamped output",
        cases=cases_of(_laplace_one),
    ),
    TestedStatement(
        theorem=noise_theorems.stability_of_privacy,
        quantity="epsilon",
        reading="total variation distance of two laws, epsilon being their multiplicative distance",
        cases=cases_of(_farthest, _random_pair),
        batch=_stability_batch,
    ),
    TestedStatement(
        theorem=noise_theorems.stability_of_privacy_sharp,
        quantity="epsilon",
        reading="total variation distance of two laws, delta being the least for epsilon",
        cases=cases_of(_farthest_with_slack, _random_pair_with_slack),
    ),
)
