"""Thresholdout on instances: its privacy, and the sample sizes for one query."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from boundcalc.finite import Channel, RatioLaw
from boundcalc.finite.privacy import least_private_ratio
from boundcalc.finite.testing import Case, TestedStatement
from boundcalc.language import ln
from boundcalc.mechanisms.thresholdout import thresholdout_law
from boundcalc_theorems.adaptive_queries import thresholdout
from boundcalc_theorems.tested.families import ONE, ZERO, cases_of, datasets

_HALF = Fraction(1, 2)


def _thresholdout_channel(
    n: int, training: list[int], threshold: int, budget: int, decay: Fraction
) -> Channel:
    """Return Thresholdout on n bits: query i counts the ones, or every other time the zeros."""
    laws = {}
    for x in datasets(n):
        counts = [sum(x) if i % 2 == 0 else n - sum(x) for i in range(len(training))]
        laws[x] = thresholdout_law(
            training, counts, threshold=threshold, budget=budget, decay=decay, cells=n + 1
        )
    return Channel.of(laws)


def _thresholdout_privacy() -> Iterator[Case]:
    for n, training in ((1, [0]), (2, [0, 2]), (2, [1, 1, 1]), (3, [3, 0])):
        for threshold in (0, 1):
            for budget in (1, 2):
                for decay in (_HALF, Fraction(9, 10), Fraction(1, 10)):
                    channel = _thresholdout_channel(n, training, threshold, budget, decay)
                    ratio = least_private_ratio(channel)
                    assert ratio is not None
                    sigma = 1 / (4 * n * ln(1 / decay))
                    yield Case(
                        facts={
                            "n": n,
                            "training counts": training,
                            "threshold": threshold,
                            "B": budget,
                            "e^(-1/(4 sigma n))": decay,
                            "noise": "two-sided geometric on the grid of steps 1/n",
                        },
                        values={"n": n, "B": budget, "sigma": sigma},
                        measured=ln(ratio),
                    )


def _releases(v: Fraction, parts: int, B: int, delta: Fraction, n: int) -> Case:
    """B releases of values that differ by 1/n, each compared with a threshold close to the lower.

    v = e^(1/(parts sigma n)), and the threshold lies 1/(parts n) above the lower value.
    On both datasets the training values are so far away that all B queries are released, except
    with probability at most eta.
    """
    below, other = 1 - v**-1 / 2, v ** -(parts - 1) / 2
    # Each comparison fails only if Lap(2 sigma) or Lap(4 sigma) exceeds 1/4, of which 1/(4 sigma)
    # scales give at most e^(-1/(16 sigma)) = v^(-parts n/16) each.
    eta = 2 * B * v ** -(parts * n // 16)
    pair = RatioLaw.from_masses([(below, other), (1 - below, 1 - other)])
    ratio = _least_ratio_of_copies(pair, B, delta + eta)
    return Case(
        facts={
            "n": n,
            "B": B,
            f"e^(1/({parts} sigma n))": v,
            "delta": delta,
            "datasets": "means of every query differ by 1/n, and by at least 1/2 from the "
            "training value, at threshold T = 0",
            "event": f"a released value is at most 1/({parts} n) above the lower mean",
        },
        values={"n": n, "B": B, "sigma": 1 / (parts * n * ln(v)), "delta": delta},
        measured=ln(max(ratio, ONE)),
    )


def _least_ratio_of_copies(pair: RatioLaw, copies: int, slack: Fraction) -> Fraction:
    """Return the least ratio of many copies of a binary pair, by the binomial law."""
    (p, q), _ = pair.classes
    best = mass_p = mass_q = ZERO
    for k in range(copies, -1, -1):
        count = comb(copies, k)
        mass_p += count * p**k * (1 - p) ** (copies - k)
        mass_q += count * q**k * (1 - q) ** (copies - k)
        if mass_p > slack:
            best = max(best, (mass_p - slack) / mass_q)
        if mass_p > 1 - Fraction(1, 10**6):
            break
    return best


def _approximate_releases() -> Iterator[Case]:
    yield _releases(Fraction(2**10), 10, 120, Fraction(1, 10), 1000)
    for v, parts in ((Fraction(2), 2), (Fraction(2**10), 10), (Fraction(11, 10), 2)):
        for B in (1, 10, 150):
            for delta in (Fraction(1, 10), Fraction(1, 10**6)):
                yield _releases(v, parts, B, delta, 20_000)


def _one_query(sigmas: tuple[str, ...]) -> Iterator[Case]:
    """One query that is fixed: it never asks the holdout set, as the guarantee allows."""
    for sigma in sigmas:
        for tau in (Fraction(1, 10), Fraction(1, 4), _HALF, Fraction(9, 10)):
            for beta in (Fraction(1, 20), _HALF, Fraction(9, 10)):
                for n in (1, 2, 7, 12, 40, 150, 600, 2500):
                    ones = (comb(n, j) for j in range(n + 1) if abs(2 * j - n) >= 2 * tau * n)
                    yield Case(
                        facts={
                            "query": "the mean of n fair bits, fixed in advance",
                            "n": n,
                            "B": 1,
                            "sigma": sigma,
                            "tau": tau,
                            "beta": beta,
                        },
                        values={
                            "n": n,
                            "B": 1,
                            "sigma": Fraction(sigma),
                            "tau": tau,
                            "beta": beta,
                        },
                        measured=Fraction(sum(ones), 2**n),
                    )


def _one_query_with_noise() -> Iterator[Case]:
    return _one_query(("0.01", "1", "1000"))


_ONE = "probability that one fixed query is off by tau"

STATEMENTS = (
    TestedStatement(
        theorem=thresholdout.pure_privacy,
        quantity="epsilon",
        reading="log of the greatest ratio of the laws of what Thresholdout says",
        cases=cases_of(_thresholdout_privacy),
    ),
    *(
        TestedStatement(
            theorem=theorem,
            quantity="epsilon",
            reading="least epsilon at delta for events that count released values",
            cases=cases_of(_approximate_releases),
        )
        for theorem in (
            thresholdout.approximate_privacy,
            thresholdout.approximate_privacy_corrected,
            thresholdout.approximate_privacy_sharpened,
        )
    ),
    *(
        TestedStatement(
            theorem=theorem,
            quantity="beta",
            reading=_ONE,
            cases=cases_of(_one_query_with_noise),
        )
        for theorem in (
            thresholdout.sample_size_pure,
            thresholdout.sample_size_approximate,
            thresholdout.sample_size_approximate_corrected,
            thresholdout.sample_size_approximate_sharpened,
        )
    ),
)
