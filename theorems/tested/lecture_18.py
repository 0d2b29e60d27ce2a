"""Lecture 18 on instances: Monitor, the expected gap, and the transfer theorems."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from math import comb

from boundcalc.finite import Distribution
from boundcalc.finite.divergences import indistinguishability_delta
from boundcalc.finite.privacy import expected_generalization_gap, least_private_ratio
from boundcalc.finite.testing import Case, TestedStatement
from boundcalc.finite.worst_cases import worst_channel, worst_pair_of_laws
from boundcalc.language import ln
from boundcalc.mechanisms.monitor import monitor_channel
from boundcalc.mechanisms.randomized_response import response_channel
from boundcalc_theorems.generalization import transfer
from boundcalc_theorems.tested.families import (
    ONE,
    RATIOS,
    ZERO,
    Generator,
    approximately_private,
    cases_of,
    datasets,
    law,
    pair_of_laws,
    pick,
)
from boundcalc_theorems.tested.selection import gap_law, quantile

_HALF = Fraction(1, 2)
_BITS = Distribution.uniform((0, 1))

# --- Monitor -----------------------------------------------------------------------------------


def _monitor_cases() -> Iterator[Case]:
    """Monitor on two datasets of one bit; randomized response chooses between x and 1 - x."""
    for ratio in (Fraction(11, 10), Fraction(2), Fraction(9)):
        for base in (Fraction(21, 20), Fraction(3, 2), Fraction(4)):
            mechanism = response_channel(ratio)
            channel = monitor_channel(mechanism, datasets=2, base=base)
            found = least_private_ratio(channel)
            assert found is not None
            yield Case(
                facts={"e^epsilon": ratio, "e^(epsilon'/2)": base, "datasets": 2, "n": 1},
                values={"epsilon": ln(ratio), "epsilon_prime": 2 * ln(base), "delta": 0},
                measured=ln(found),
            )


def _greatest_gap(rng: Generator) -> Case:
    """The expected greatest gap over T datasets, complements included."""
    size = int(rng.integers(2, 6))
    gaps = sorted({Fraction(int(rng.integers(-20, 21)), 20) for _ in range(size)})
    chances = law(rng, len(gaps))
    gap = Distribution(tuple(gaps), chances.probabilities)
    count = int(rng.integers(1, 8))
    level = pick(rng, *[abs(value) for value in gaps if value] or [ONE])
    level = min(level, Fraction(99, 100))
    sizes = gap.map(abs)
    order = sorted(sizes.outcomes)  # type: ignore[type-var]
    below = [sizes.probability(lambda v, w=value: v < w) for value in order]  # type: ignore[misc]
    upto = [*below[1:], ONE]
    greatest = sum(
        (value * (b**count - a**count) for value, a, b in zip(order, below, upto, strict=True)),  # type: ignore[operator]
        start=ZERO,
    )
    chance = gap.probability(lambda v: v >= level)
    return Case(
        facts={
            "gap": gaps,
            "with probabilities": chances.probabilities,
            "datasets": count,
            "tau": level,
        },
        values={"tau": level, "overfit_chance": chance, "datasets": count},
        measured=greatest,
    )


def _equality_of_the_maximum() -> Iterator[Case]:
    for count in (1, 2, 10):
        for chance in (ZERO, Fraction(1, 3), ONE):
            yield Case(
                facts={
                    "gap": (ZERO, _HALF),
                    "with probabilities": (1 - chance, chance),
                    "datasets": count,
                    "tau": _HALF,
                },
                values={"tau": _HALF, "overfit_chance": chance, "datasets": count},
                measured=_HALF * (1 - (1 - chance) ** count),
            )


# --- expected gap ------------------------------------------------------------------------------


def _gap_objective(
    count: int, n: int, p: Fraction
) -> tuple[dict[tuple[object, object], Fraction], list[tuple[int, ...]], list[tuple[int, int]]]:
    """Return the expected gap as a linear function of the channel, its inputs and its outputs.

    An input is `count` datasets of n bits in a row; an output is a dataset and a query, x or 1 - x.
    """
    records = Distribution.of({0: 1 - p, 1: p})
    inputs, outputs = datasets(count * n), [(t, q) for t in range(count) for q in (0, 1)]
    weight = dict(records.power(count * n).items())
    objective: dict[tuple[object, object], Fraction] = {}
    for x in inputs:
        for t, q in outputs:
            ones = Fraction(sum(x[t * n : (t + 1) * n]), n)
            objective[x, (t, q)] = weight[x] * ((ones - p) if q == 0 else (p - ones))
    return objective, inputs, outputs


def _worst_gaps() -> Iterator[Case]:
    """The private Monitor with the greatest expected gap, by linear programs."""
    for count, n in ((1, 1), (1, 2), (2, 1), (3, 1)):
        for p in (_HALF, Fraction(1, 10)):
            objective, inputs, outputs = _gap_objective(count, n, p)
            for ratio in (Fraction(11, 10), Fraction(2), Fraction(20)):
                for delta in (ZERO, Fraction(1, 1000), Fraction(1, 4)):
                    value, _ = worst_channel(inputs, outputs, objective, ratio, delta)
                    yield Case(
                        facts={
                            "datasets": count,
                            "n": n,
                            "chance of a one": p,
                            "e^epsilon": ratio,
                            "delta": delta,
                            "Monitor": "the optimum of the linear program over all of them",
                        },
                        values={"epsilon": ln(ratio), "delta": delta, "datasets": count},
                        measured=value,
                    )


def _shown_values() -> Iterator[Case]:
    """Randomized response of many values, and the query for the value that it shows."""
    for root in (2, 3, 10):
        for others in (1, root - 1, root, root + 1, 5 * root):
            yield Case(
                facts={
                    "datasets": 1,
                    "n": 1,
                    "values of a record": others + 1,
                    "e^epsilon": root**2,
                    "mechanism": "randomized response; the query asks for what it shows",
                },
                values={"epsilon": ln(root**2), "delta": 0, "datasets": 1},
                measured=Fraction(root**2, root**2 + others) - Fraction(1, others + 1),
            )


def _random_gap(rng: Generator) -> Case | None:
    found = approximately_private(rng, 2, outputs=4)
    if found is None:
        return None
    channel, ratio, delta = found
    p = Fraction(int(rng.integers(1, 10)), 10)
    tables = [[Fraction(int(rng.integers(0, 2))) for _ in range(2)] for _ in channel.outputs]
    gap = expected_generalization_gap(
        channel, Distribution.of({0: 1 - p, 1: p}), lambda q, x: tables[q][x]
    )
    return Case(
        facts={
            "laws": channel.rows,
            "queries": tables,
            "chance of a one": p,
            "n": 2,
            "e^epsilon": ratio,
            "delta": delta,
        },
        values={"epsilon": ln(ratio), "delta": delta, "datasets": 1},
        measured=max(gap, ZERO),
    )


# --- expectations ------------------------------------------------------------------------------


def _means(p: Distribution, q: Distribution, f: list[Fraction], ratio: Fraction) -> Case:
    delta = indistinguishability_delta(p, q, ratio)
    return Case(
        facts={
            "X": p.probabilities,
            "Y": q.probabilities,
            "f": f,
            "e^epsilon": ratio,
            "delta": delta,
        },
        values={
            "epsilon": ln(ratio),
            "delta": delta,
            "reference_mean": q.expectation(lambda x: f[x]),
        },
        measured=p.expectation(lambda x: f[x]),
    )


def _random_means(rng: Generator) -> Case:
    p, q = pair_of_laws(rng)
    ratio = pick(rng, *RATIOS)
    f = [Fraction(int(rng.integers(0, 5)), 4) for _ in range(len(p))]
    if rng.random() < 0.5:  # the indicator of the worst event
        f = [
            Fraction(int(a > ratio * b))
            for a, b in zip(p.probabilities, q.probabilities, strict=True)
        ]
    return _means(p, q, f, ratio)


def _worst_means() -> Iterator[Case]:
    for ratio in RATIOS:
        for delta in (ZERO, Fraction(1, 50), Fraction(1, 2)):
            f = [ONE, _HALF, ZERO]
            _, p, q = worst_pair_of_laws(f, [-ratio * value for value in f], ratio, delta)
            yield _means(p, q, f, ratio)


# --- transfer ----------------------------------------------------------------------------------


def _leak(n: int, epsilon: Fraction, delta: Fraction, tau: Fraction) -> Fraction:
    """The chance that a query is off by tau: one that is fixed, or with chance delta the sample's.

    The indicator of the sample has mean 1 on it and expectation 0, for records without atoms.
    """
    ones = sum(comb(n, j) for j in range(n + 1) if abs(2 * j - n) >= 2 * tau * n)
    fixed = Fraction(ones, 2**n)
    return delta + (1 - delta) * fixed if tau < 1 else (1 - delta) * fixed


def _lecture_leaks() -> Iterator[Case]:
    for n, epsilon in ((768, Fraction(1, 8)), (1200, Fraction(1, 10)), (3000, Fraction(1, 15))):
        for delta in (ZERO, Fraction(1, 10**6), epsilon / 16):
            yield Case(
                facts={
                    "n": n,
                    "epsilon": epsilon,
                    "delta": delta,
                    "mechanism": "a fixed query on fair bits; with probability delta the "
                    "indicator of the sample",
                },
                values={"n": n, "epsilon": epsilon, "delta": delta},
                measured=_leak(n, epsilon, delta, 6 * epsilon),
            )


def _lecture_leaks_sharpened() -> Iterator[Case]:
    for case in _lecture_leaks():
        n, epsilon, delta = (case.values[name] for name in ("n", "epsilon", "delta"))
        yield Case(
            facts=case.facts,
            values=case.values,
            measured=_leak(n, epsilon, delta, Fraction(29, 20) * epsilon),
        )


def _paper_leaks(factor: Fraction) -> Iterator[Case]:
    for n, epsilon, delta in (
        (50, Fraction(3, 10), Fraction(1, 20)),
        (200, Fraction(1, 5), Fraction(1, 1000)),
        (4500, Fraction(1, 20), Fraction(1, 10**5)),
        (1000, Fraction(1, 20), Fraction(1, 50)),
        (5000, Fraction(1, 20), Fraction(1, 81)),
    ):
        yield Case(
            facts={
                "n": n,
                "epsilon": epsilon,
                "delta": delta,
                "Delta": Fraction(1, n),
                "mechanism": "a fixed query on fair bits; with probability delta the "
                "indicator of the sample",
            },
            values={"n": n, "epsilon": epsilon, "delta": delta, "Delta": Fraction(1, n)},
            measured=_leak(n, epsilon, delta, factor * epsilon),
        )


def _chosen_gaps() -> Iterator[Case]:
    """The greatest gap of a privately chosen query that is reached with probability above beta."""
    for n in (1, 2, 5, 12):
        for base in (Fraction(101, 100), Fraction(6, 5), Fraction(2)):
            gaps, ratio = gap_law(n, base), base**4
            for beta in (Fraction(1, 50), Fraction(1, 5), _HALF):
                for epsilon_prime in (Fraction(1, 10), Fraction(1), Fraction(5)):
                    yield Case(
                        facts={"n": n, "features": 2, "e^epsilon": ratio, "beta": beta},
                        values={
                            "n": n,
                            "epsilon": ln(ratio),
                            "delta": 0,
                            "beta": beta,
                            "epsilon_prime": epsilon_prime,
                            "datasets": int(1 / beta),
                        },
                        measured=quantile(gaps, beta),
                    )


_GAP = "expected gap of the chosen query"
_OFF = "chance that the chosen query is off by tau"

STATEMENTS = (
    TestedStatement(
        theorem=transfer.monitor_privacy,
        quantity="epsilon",
        reading="log of the greatest ratio of the output laws of Monitor on neighbours",
        cases=cases_of(_monitor_cases),
    ),
    TestedStatement(
        theorem=transfer.expected_maximum_of_monitor,
        quantity="mean",
        reading="expected greatest gap over the datasets",
        cases=cases_of(_equality_of_the_maximum, _greatest_gap),
    ),
    TestedStatement(
        theorem=transfer.monitor_generalization,
        quantity="gap",
        reading=_GAP,
        cases=cases_of(_worst_gaps, _random_gap),
    ),
    TestedStatement(
        theorem=transfer.monitor_generalization_sharp,
        quantity="gap",
        reading=_GAP,
        cases=cases_of(lambda: chain(_shown_values(), _worst_gaps()), _random_gap),
    ),
    TestedStatement(
        theorem=transfer.indistinguishable_means,
        quantity="mean",
        reading="expectation of a function with values in [0, 1]",
        cases=cases_of(_worst_means, _random_means),
        instances=1000,
    ),
    TestedStatement(
        theorem=transfer.bassily_lecture,
        quantity="beta",
        reading=_OFF,
        cases=cases_of(_lecture_leaks),
    ),
    TestedStatement(
        theorem=transfer.bassily_lecture_sharpened,
        quantity="beta",
        reading=_OFF,
        cases=cases_of(_lecture_leaks_sharpened),
    ),
    TestedStatement(
        theorem=transfer.transfer_free,
        quantity="tau",
        reading="greatest gap that the chosen query reaches with probability above beta",
        cases=cases_of(_chosen_gaps),
    ),
    TestedStatement(
        theorem=transfer.bassily,
        quantity="beta",
        reading=_OFF,
        cases=cases_of(lambda: _paper_leaks(Fraction(18))),
    ),
    TestedStatement(
        theorem=transfer.bassily_sharpened,
        quantity="beta",
        reading=_OFF,
        cases=cases_of(lambda: _paper_leaks(Fraction(41, 10))),
    ),
)
