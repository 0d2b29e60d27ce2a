"""Centred transfer, on small channels whose posteriors are enumerated.

The Gaussian privacy of a channel from a centre is computed: the test of one law against another is
a polygon, which lies above a convex curve where its corners do. A rational parameter is taken for
which enclosures show that all corners do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, exp, sqrt
from statistics import NormalDist
from typing import Any

from boundcalc.enclosures.decisions import Truth
from boundcalc.finite import Channel, Distribution
from boundcalc.finite.closed_forms import compare
from boundcalc.finite.divergences import mutual_information_nats
from boundcalc.finite.testing import Case, TestedStatement
from boundcalc.language import PI, Expression, Sense, as_expression, phi
from boundcalc.language import exp as power_of_e
from boundcalc.language import sqrt as root
from boundcalc_theorems.generalization import centred_transfer
from boundcalc_theorems.tested.families import (
    ONE,
    ZERO,
    Generator,
    cases_of,
    channel,
    datasets,
    pick,
    positive_law,
    rational_below,
    shown,
)

_NORMAL = NormalDist()
LEVELS = (Fraction(1, 100), Fraction(1, 20), Fraction(1, 5), Fraction(1, 2))
_STEP = Fraction(1, 10**6)  # by which a parameter is taken larger than doubles say
_LARGEST = 3.0  # parameter of privacy from a centre: beyond it every gap is possible

# --- privacy from a centre ------------------------------------------------------------------------


def _corners(centre: Distribution, law: Distribution) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield the chances of the best tests under the centre and under the law, but for 0 and 1."""
    pairs = [(centre[y], law[y]) for y in centre.outcomes]
    pairs.sort(key=lambda pair: pair[1] / pair[0], reverse=True)
    size, power = ZERO, ZERO
    for q, p in pairs[:-1]:
        size, power = size + q, power + p
        yield size, power


def _is_below(mu: Fraction, size: Fraction, power: Fraction) -> bool:
    """Return whether a corner is proved to be no better a test than that of N(0, 1) and N(mu, 1).

    A shift by mu takes the chance Phi(u) to Phi(u + mu).
    """
    u = Fraction(_NORMAL.inv_cdf(float(size))) - Fraction(1, 10**9)
    is_smaller = compare(phi(as_expression(u)), Sense.LE, as_expression(size)).truth
    is_reached = compare(phi(as_expression(u + mu)), Sense.GE, as_expression(power)).truth
    return is_smaller is is_reached is Truth.TRUE


def _centred_parameter(
    pairs: Iterable[tuple[Distribution, Distribution]],
) -> Fraction | None:
    """Return a parameter of Gaussian privacy of all pairs of centre and law, None if too large."""
    corners = [corner for pair in pairs for corner in _corners(*pair)]
    needed = 0.0
    for size, power in corners:
        if power >= size * 10**12 or not 0 < float(size) < 1 or not 0 < float(power) < 1:
            return None
        needed = max(needed, _NORMAL.inv_cdf(float(power)) - _NORMAL.inv_cdf(float(size)))
    if needed > _LARGEST:
        return None
    mu = Fraction(needed).limit_denominator(10**9) + _STEP
    return mu if all(_is_below(mu, *corner) for corner in corners) else None


def _centres(found: Channel, n: int, values: int) -> Iterator[tuple[Distribution, Distribution]]:
    """Yield a centre and a law for each record, all other records, and each value of the record.

    The centre is the mean of the laws over the values.
    """
    for i, others in product(range(n), datasets(n - 1, values)):
        laws = [found.law((*others[:i], x, *others[i:])) for x in range(values)]
        outcomes = laws[0].outcomes
        mean = [sum((law[y] for law in laws), start=ZERO) / values for y in outcomes]
        centre = Distribution(outcomes, tuple(mean))
        yield from ((centre, law) for law in laws)


# --- the gap --------------------------------------------------------------------------------------


def _worst_mean(weighted: Iterable[tuple[Fraction, Fraction]], level: Fraction) -> Fraction:
    """Return the greatest mean of a variable over events of a probability.

    `weighted` are the values, which are nonnegative, with their probabilities.
    """
    left, total = level, ZERO
    for value, probability in sorted(weighted, reverse=True):
        part = min(left, probability)
        total, left = total + part * value, left - part
    return total / level


def _gaps(found: Channel, population: Distribution, n: int) -> list[tuple[Fraction, Fraction]]:
    """Return the greatest gap of a query at each output, with the probability of the output.

    It is the distance between the population and the mean law of a record given the output.
    """
    joint = found.joint(population.power(n))
    gaps = []
    for y, probability in joint.marginal_second.items():
        if not probability:
            continue
        posterior = joint.first_given(y)
        excess = ZERO
        for x, share in population.items():
            seen = sum(
                (Fraction(data.count(x), n) * p for data, p in posterior.items()), start=ZERO
            )
            excess += max(seen - share, ZERO)
        gaps.append((excess, probability))
    return gaps


def _tails(mu: Fraction, level: Fraction) -> dict[str, Fraction]:
    """Return the tails of least bound among some, found in doubles; any pair gives a bound."""

    def bound(lower: float, margin: float) -> float:
        m, z_2 = float(mu), lower + float(mu) + margin
        theta = sqrt(exp(m * margin) - 1)
        price = (exp(-m * lower - m * m / 2) + exp(m * z_2 - m * m / 2) - 2) / (4 * theta)
        below, above = _NORMAL.cdf, _NORMAL.cdf
        zeroth, first, second = (below(-lower - j * m) + above(j * m - z_2) for j in range(3))
        moments = (theta + 1 / theta) * zeroth - (2 / theta + 4 * price) * first
        return price + (moments + exp(m * m) * second / theta) / (4 * float(level))

    lower, margin = min(
        product((step / 8 for step in range(2, 34)), (0.02 * 1.35**step for step in range(20))),
        key=lambda pair: bound(*pair),
    )
    return {"z_1": Fraction(lower), "tail_margin": Fraction(margin).limit_denominator(10**6)}


def gap_case(
    found: Channel, population: Distribution, n: int, level: Fraction, facts: Mapping[str, Any]
) -> Case | None:
    """Return the worst gap of a channel as a case, where it has privacy from a centre."""
    mu = _centred_parameter(_centres(found, n, len(population)))
    if mu is None:
        return None
    return Case(
        facts={"population": population.probabilities, "records": n, **facts},
        values={"mu_c": mu, "event_chance": level, **_tails(mu, level)},
        measured=_worst_mean(_gaps(found, population, n), level),
    )


def votes(k: int, lean: Fraction) -> Channel:
    """Return k votes on one fair bit, each of which is right with the chance 1/2 + lean."""
    laws = {}
    for x in (0, 1):
        p = Fraction(1, 2) + (lean if x else -lean)
        masses = [comb(k, y) * p**y * (1 - p) ** (k - y) for y in range(k + 1)]
        laws[(x,)] = Distribution(tuple(range(k + 1)), tuple(masses))
    return Channel.of(laws)


def _special_gaps() -> Iterator[Case]:
    """Votes on one record come close to two normal laws on both sides of their centre."""
    for k, lean in product((8, 30), (Fraction(1, 100), Fraction(1, 20), Fraction(1, 8))):
        for level in LEVELS:
            case = gap_case(
                votes(k, lean),
                Distribution.from_weights([1, 1]),
                1,
                level,
                {"votes on one bit": k, "lean of each": lean},
            )
            if case is not None:
                yield case


def random_channel(rng: Generator) -> tuple[Channel, Distribution, int]:
    """Return a channel, a law of one record, and how many records there are."""
    n, values = pick(rng, (1, 2), (2, 2), (3, 2), (1, 3), (2, 3))
    found = channel(rng, n, values, int(rng.integers(2, 5)))
    return found, positive_law(rng, values), n


def _gap(rng: Generator) -> Case | None:
    found, population, n = random_channel(rng)
    return gap_case(found, population, n, pick(rng, *LEVELS), {"channel": shown(found)})


# --- information --------------------------------------------------------------------------------


def information_case(
    found: Channel, population: Distribution, n: int, facts: Mapping[str, Any]
) -> Case | None:
    """Return the information of a channel as a case, where it has privacy from a centre."""
    mu = _centred_parameter(_centres(found, n, len(population)))
    if mu is None:
        return None
    return Case(
        facts={"population": population.probabilities, "records": n, **facts},
        values={"n": n, "mu_c": mu},
        measured=mutual_information_nats(found.joint(population.power(n))),
    )


def _special_information() -> Iterator[Case]:
    """Votes on one record, which come close to two normal laws on both sides of their centre."""
    for k, lean in product((8, 30), (Fraction(1, 100), Fraction(1, 20), Fraction(1, 8))):
        facts = {"votes on one bit": k, "lean of each": lean}
        case = information_case(votes(k, lean), Distribution.from_weights([1, 1]), 1, facts)
        if case is not None:
            yield case


def _information(rng: Generator) -> Case | None:
    found, population, n = random_channel(rng)
    return information_case(found, population, n, {"channel": shown(found)})


# --- noise, and both together ---------------------------------------------------------------------


def _one_normal_error() -> Iterator[Case]:
    """One answer with normal noise: the bound is met where z is the quantile of the level."""
    for sigma in (Fraction(1, 100), ONE):
        for z in (Fraction(1, 10), ONE, Fraction(5, 2), Fraction(6)):
            level = 2 * phi(as_expression(-z))
            density: Expression = power_of_e(-(as_expression(z) ** 2) / 2) / root(2 * PI)
            yield Case(
                facts={"answers": 1, "standard deviation": sigma, "quantile": z},
                values={"m": 1, "sigma": sigma, "z": z, "event_chance": level},
                measured=rational_below(2 * sigma * density / level),
            )


def _errors(
    found: Channel, population: Distribution, n: int, answers: Mapping[Any, Any]
) -> list[tuple[Fraction, Fraction]]:
    """Return the errors of the answers against the sample, with their probabilities."""
    errors = []
    for data, y, probability in found.joint(population.power(n)).items():
        query, answer = answers[y]
        sample = sum((query[x] for x in data), start=ZERO) / n
        errors.append((abs(answer - sample), probability))
    return errors


def _off_by(
    found: Channel, population: Distribution, n: int, answers: Mapping[Any, Any], level: Fraction
) -> Fraction:
    """Return the least tau that the answers exceed with probability at most the level."""
    law = found.joint(population.power(n)).marginal_second
    off: list[tuple[Fraction, Fraction]] = []
    for y, probability in law.items():
        query, answer = answers[y]
        mean = sum((query[x] * share for x, share in population.items()), start=ZERO)
        off.append((abs(answer - mean), probability))
    beyond = ZERO
    for error, probability in sorted(off, reverse=True):
        beyond += probability
        if beyond > level:
            return error
    return ZERO


def _answers(rng: Generator, outcomes: Sequence[Any], values: int) -> dict[Any, Any]:
    """Return a query and an answer for each output, both random."""
    found = {}
    for y in outcomes:
        query = [Fraction(int(v), 6) for v in rng.integers(0, 7, values)]
        found[y] = (query, Fraction(int(rng.integers(0, 13)), 12))
    return found


def _both(rng: Generator) -> Case | None:
    found, population, n = random_channel(rng)
    level = pick(rng, *LEVELS)
    answers = _answers(rng, found.law(found.inputs[0]).outcomes, len(population))
    error = _worst_mean(_errors(found, population, n, answers), level)
    gap = _worst_mean(_gaps(found, population, n), level)
    off = _off_by(found, population, n, answers, level)
    if not (error and gap and off):
        return None
    return Case(
        facts={
            "population": population.probabilities,
            "records": n,
            "channel": shown(found),
            "query and answer at each output": tuple(answers.values()),
        },
        values={"shortfall": error, "gap": gap, "beta": level},
        measured=off,
    )


STATEMENTS = (
    TestedStatement(
        theorem=centred_transfer.gaussian_shortfall,
        quantity="alpha",
        reading="mean error of one answer with normal noise, given its largest errors",
        cases=cases_of(_one_normal_error),
    ),
    TestedStatement(
        theorem=centred_transfer.gap_from_the_centre,
        quantity="gap",
        reading="mean gap of the worst query at each output, given the worst outputs",
        cases=cases_of(_special_gaps, _gap),
    ),
    TestedStatement(
        theorem=centred_transfer.information_from_the_centre,
        quantity="m",
        reading="mutual information of dataset and output, in nats",
        cases=cases_of(_special_information, _information),
    ),
    TestedStatement(
        theorem=centred_transfer.accuracy_of_shortfalls,
        quantity="tau",
        reading="least error that answers exceed with probability at most beta",
        cases=cases_of(tuple, _both),
    ),
)
