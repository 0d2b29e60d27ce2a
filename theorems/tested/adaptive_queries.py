"""Adaptive queries on instances: bad events, generalization, and the privacy of Thresholdout."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod

from boundcalc.finite import Channel, Distribution, JointDistribution
from boundcalc.finite.divergences import approximate_max_information_ratio, max_information_ratio
from boundcalc.finite.privacy import worst_pair
from boundcalc.finite.testing import Case, TestedStatement
from boundcalc.finite.worst_cases import worst_channel
from boundcalc.language import ln, log2, sqrt
from boundcalc.mechanisms.randomized_response import response_information
from boundcalc_theorems.generalization import privacy_generalization
from boundcalc_theorems.information_theory import max_information, truncated_ratios
from boundcalc_theorems.tested.families import (
    ONE,
    ZERO,
    Generator,
    approximately_private,
    cases_of,
    datasets,
    is_at_most,
    joint,
    law,
    none,
    positive_law,
    private,
)
from boundcalc_theorems.tested.selection import bad_event, gap_law, information, tail

_HALF = Fraction(1, 2)
_BASES = (Fraction(1001, 1000), Fraction(51, 50), Fraction(6, 5), Fraction(3, 2), Fraction(4))
_SIZES = (1, 2, 4, 8, 14)

# --- bad events --------------------------------------------------------------------------------


def _event(pair: JointDistribution, q: Fraction) -> tuple[Fraction, Fraction]:
    """Return the chance of a bad event with at most q for each output, fixed and chosen.

    For each output the datasets that it makes most likely are bad, as long as q allows.
    """
    weight = dict(pair.marginal_first.items())
    most, chosen = ZERO, ZERO
    for column, _ in enumerate(pair.second):
        entries = sorted(
            ((row[column], weight[x]) for x, row in zip(pair.first, pair.rows, strict=True)),
            key=lambda entry: entry[0] / entry[1] if entry[1] else ZERO,
            reverse=True,
        )
        used = ZERO
        for both, own in entries:
            if used + own <= q:
                used, chosen = used + own, chosen + both
        most = max(most, used)
    return most, chosen


def _bad(pair: JointDistribution, q: Fraction) -> Case:
    most, chosen = _event(pair, q)
    ratio = max_information_ratio(pair)
    return Case(
        facts={
            "joint law of dataset and output": pair.rows,
            "2^k": ratio,
            "greatest chance of a fixed bad event": most,
        },
        values={"k": log2(ratio), "q": most},
        measured=chosen,
    )


def _nearly_bad(rng: Generator) -> Case:
    """The same where the bound on max-information fails with a probability."""
    pair, beta = joint(rng), Fraction(int(rng.integers(0, 8)), 20)
    most, chosen = _event(pair, Fraction(int(rng.integers(1, 20)), 20))
    ratio = max(approximate_max_information_ratio(pair, beta), ONE)
    return Case(
        facts={"joint law of dataset and output": pair.rows, "2^k": ratio},
        values={"k": log2(ratio), "q": most, "beta": beta},
        measured=chosen,
    )


def _bad_by_hand() -> Iterator[Case]:
    for size in (2, 5):
        identity = [[int(i == j) for j in range(size)] for i in range(size)]
        yield _bad(JointDistribution.from_weights(identity), Fraction(1, size))


def _random_bad(rng: Generator) -> Case:
    return _bad(joint(rng), Fraction(int(rng.integers(1, 20)), 20))


def _overfitting() -> Iterator[Case]:
    """A privately chosen query on fair bits; tau is such that the bound on k is attained."""
    for n in _SIZES:
        for base in _BASES:
            ratio = information(n, base).least_ratio(0)
            assert ratio is not None
            tau = sqrt(ln(ratio) / n)
            gaps = gap_law(n, base)
            yield Case(
                facts={"n": n, "features": 2, "e^(epsilon/4)": base, "2^k": ratio},
                values={"n": n, "tau": tau},
                measured=gaps.probability(lambda gap, tau=tau: not is_at_most(gap, tau)),  # type: ignore[misc]
            )


def _generalization() -> Iterator[Case]:
    for n in _SIZES:
        for base in _BASES:
            for beta in (ZERO, Fraction(1, 20)):
                ratio = information(n, base).least_ratio(beta)
                assert ratio is not None
                for j in range(1, n + 1):
                    tau = Fraction(j, 2 * n)
                    yield Case(
                        facts={"n": n, "features": 2, "e^(epsilon/4)": base, "2^k": ratio},
                        values={"n": n, "tau": tau, "k": log2(max(ratio, ONE)), "beta": beta},
                        measured=tail(gap_law(n, base), tau),
                    )


def _deviations() -> Iterator[Case]:
    """One symmetric bit, whose deviation is certain, and queries that are chosen privately."""
    for Delta in (ONE, Fraction(1, 10)):
        yield Case(
            facts={"f": (-Delta / 2, Delta / 2), "probabilities": (_HALF, _HALF), "n": 1, "k": 0},
            values={"n": 1, "epsilon": _HALF, "Delta": Delta, "C": 1, "k": 0, "beta": 0},
            measured=ONE,
        )
    for n in _SIZES:
        for base in _BASES:
            for beta in (ZERO, Fraction(1, 20)):
                ratio = information(n, base).least_ratio(beta)
                assert ratio is not None
                for j in range(1, n + 1):
                    yield Case(
                        facts={"n": n, "features": 2, "e^(epsilon/4)": base, "2^k": ratio},
                        values={
                            "n": n,
                            "epsilon": _HALF,
                            "Delta": Fraction(1, n),
                            "C": Fraction(j, n),
                            "k": log2(max(ratio, ONE)),
                            "beta": beta,
                        },
                        measured=tail(gap_law(n, base), Fraction(j, 2 * n)),
                    )


# --- privacy bounds max-information -------------------------------------------------------------


def _pure(n: int, channel: Channel, ratio: Fraction, prior: Distribution) -> Case:
    return Case(
        facts={
            "n": n,
            "law of the dataset": prior.probabilities,
            "laws of the output": channel.rows,
            "e^epsilon": ratio,
        },
        values={"n": n, "epsilon": ln(ratio)},
        measured=log2(max_information_ratio(channel.joint(prior))),
    )


def _random_pure(rng: Generator) -> Case | None:
    n = int(rng.integers(1, 4))
    found = private(rng, n)
    if found is None:
        return None
    channel, ratio = found
    prior = positive_law(rng, 2**n).probabilities
    return _pure(n, channel, ratio, Distribution(channel.inputs, prior))


def _pure_by_hand() -> Iterator[Case]:
    """Responses of all records; one dataset of ones is rare, so that seeing it tells everything."""
    for n in (1, 2, 3):
        for ratio in (Fraction(11, 10), Fraction(3)):
            rows = {}
            for x in datasets(n):
                rows[x] = Distribution.of(
                    {
                        y: prod(
                            (ratio if a == b else ONE for a, b in zip(x, y, strict=True)), start=ONE
                        )
                        / (1 + ratio) ** n
                        for y in datasets(n)
                    }
                )
            channel = Channel.of(rows)
            rare = Fraction(1, 10**6)
            prior = Distribution.of(
                {x: rare if all(x) else (1 - rare if not any(x) else ZERO) for x in rows}
            )
            yield _pure(n, channel, ratio, prior)


def _pure_grid() -> Iterator[Case]:
    """Responses of n fair bits, for which every dataset is as informative."""
    ratio = Fraction(3, 2)
    for n in range(1, 21):
        found = response_information(n, ratio).least_ratio(0)
        assert found is not None
        yield Case(
            facts={"records": f"{n} fair bits", "response of each, e^epsilon": ratio},
            values={"n": n, "epsilon": ln(ratio)},
            measured=log2(found),
        )


# --- privacy and bad events ---------------------------------------------------------------------


def _chosen_events() -> Iterator[Case]:
    """The chosen query has a large gap; beta is the chance for a query that is fixed."""
    for n in _SIZES:
        for base in _BASES:
            for j in range(1, n + 1):
                fixed, chosen = bad_event(n, base, Fraction(j, 2 * n))
                if 0 < fixed < 1:
                    yield Case(
                        facts={
                            "n": n,
                            "features": 2,
                            "e^(epsilon/4)": base,
                            "bad": f"a gap of at least {Fraction(j, 2 * n)}",
                        },
                        values={"n": n, "epsilon": 4 * ln(base), "beta": fixed},
                        measured=chosen,
                    )


def _worst_events() -> Iterator[Case]:
    """The private algorithm with the most probable bad event, by linear programs.

    An output names the bits that a bad dataset must equal.
    """
    for n in (1, 2, 3):
        for ratio in (Fraction(21, 20), Fraction(5, 4), Fraction(8, 5), Fraction(2)):
            inputs = datasets(n)
            beta = Fraction(1, 2**n)
            objective = {(x, x): beta for x in inputs}
            value, _ = worst_channel(inputs, inputs, objective, ratio)
            yield Case(
                facts={
                    "n": n,
                    "e^epsilon": ratio,
                    "records": "fair bits",
                    "bad": "the dataset is the output",
                    "algorithm": "the optimum of the linear program",
                },
                values={"n": n, "epsilon": ln(ratio), "beta": beta},
                measured=value,
            )


def _both_events() -> Iterator[Case]:
    yield from _worst_events()
    yield from _chosen_events()


def _accurate() -> Iterator[Case]:
    for n in _SIZES:
        for base in _BASES:
            epsilon = 4 * ln(base)
            gaps = gap_law(n, base)
            for j in range(1, n + 1):
                tau = Fraction(j, 2 * n)
                yield Case(
                    facts={"n": n, "features": 2, "e^(epsilon/4)": base},
                    values={"n": n, "epsilon": epsilon, "tau": tau},
                    measured=tail(gaps, tau),
                )


def _accurate_approximately() -> Iterator[Case]:
    """With probability delta the indicator of the sample, else a fixed query on fair bits."""
    for n, tau, beta in ((600, _HALF, _HALF), (3500, Fraction(1, 4), Fraction(1, 10))):
        delta = Fraction(beta / 8) ** int(4 / tau)
        ones = sum(comb(n, j) for j in range(n + 1) if abs(2 * j - n) >= 2 * tau * n)
        yield Case(
            facts={
                "n": n,
                "delta": delta,
                "mechanism": "with probability delta the indicator of "
                "the sample, else a fixed query on fair bits",
            },
            values={"n": n, "tau": tau, "beta": beta, "epsilon": tau / 4, "delta": delta},
            measured=delta + (1 - delta) * Fraction(ones, 2**n),
        )


def _accurate_or_open() -> Iterator[Case]:
    """A privately chosen query, or with probability delta the indicator of the sample."""
    for n in (1, 3, 8, 14):
        for base in _BASES:
            gaps = gap_law(n, base)
            for j in range(1, n + 1):
                for delta in (Fraction(1, 10**9), Fraction(1, 50)):
                    tau = Fraction(2 * j - 1, 4 * n)  # between the gaps
                    yield Case(
                        facts={
                            "n": n,
                            "features": 2,
                            "e^(epsilon/4)": base,
                            "with probability delta": "the indicator of the sample",
                        },
                        values={"n": n, "epsilon": 4 * ln(base), "tau": tau, "delta": delta},
                        measured=delta + (1 - delta) * tail(gaps, tau),
                    )


def _deviating_or_open() -> Iterator[Case]:
    for case in _accurate_or_open():
        n, epsilon, tau = (case.values[name] for name in ("n", "epsilon", "tau"))
        yield Case(
            facts=case.facts,
            values={**case.values, "Delta": Fraction(1, n), "C": tau / epsilon},
            measured=case.measured,
        )


# --- post-processing ---------------------------------------------------------------------------


def _processed(rng: Generator) -> Case | None:
    found = approximately_private(rng, 1, values=3)
    if found is None:
        return None
    channel, ratio, delta = found
    after = Channel.of({y: law(rng, 3) for y in channel.outputs})
    return Case(
        facts={"laws of the output": channel.rows, "then": after.rows, "e^epsilon": ratio},
        values={"epsilon": ln(ratio), "delta": delta},
        measured=worst_pair(channel.followed_by(after), ratio).delta,
    )


_DELTA = "least delta of the algorithm at the same epsilon"
_BAD = "probability of the bad event for the output of the algorithm"
_OFF = "probability that the chosen query is off by tau"

STATEMENTS = (
    TestedStatement(
        theorem=max_information.bad_event,
        quantity="probability",
        reading=_BAD,
        cases=cases_of(_bad_by_hand, _random_bad),
        instances=1000,
    ),
    TestedStatement(
        theorem=max_information.bad_event_approximate,
        quantity="probability",
        reading=_BAD,
        cases=cases_of(none, _nearly_bad),
    ),
    TestedStatement(
        theorem=max_information.overfitting,
        quantity="probability",
        reading="probability that the chosen query is too large by more than tau",
        cases=cases_of(_overfitting),
    ),
    TestedStatement(
        theorem=max_information.generalization,
        quantity="beta",
        reading=_OFF,
        cases=cases_of(_generalization),
    ),
    *(
        TestedStatement(
            theorem=theorem,
            quantity="k",
            reading="max-information between dataset and output",
            cases=cases_of(_pure_by_hand, _random_pure),
            grid=_pure_grid,
        )
        for theorem in (max_information.pure_privacy, max_information.pure_privacy_any_inputs)
    ),
    *(
        TestedStatement(
            theorem=theorem, quantity="probability", reading=_BAD, cases=cases_of(_both_events)
        )
        for theorem in (
            privacy_generalization.bad_event,
            privacy_generalization.bad_event_corrected,
            privacy_generalization.bad_event_sharpened,
        )
    ),
    *(
        TestedStatement(theorem=theorem, quantity="beta", reading=_OFF, cases=cases_of(_accurate))
        for theorem in (
            privacy_generalization.pure_privacy,
            privacy_generalization.pure_privacy_sharpened,
        )
    ),
    TestedStatement(
        theorem=privacy_generalization.approximate_privacy,
        quantity="beta",
        reading=_OFF,
        cases=cases_of(_accurate_approximately),
    ),
    TestedStatement(
        theorem=truncated_ratios.generalization,
        quantity="beta",
        reading=_OFF,
        cases=cases_of(_accurate_or_open),
    ),
    TestedStatement(
        theorem=truncated_ratios.low_sensitivity,
        quantity="beta",
        reading="probability that the chosen function is off by tau",
        cases=cases_of(_deviating_or_open),
    ),
    *(
        TestedStatement(
            theorem=theorem, quantity="delta", reading=_DELTA, cases=cases_of(none, _processed)
        )
        for theorem in (
            privacy_generalization.post_processing,
            privacy_generalization.post_processing_rogers,
        )
    ),
    *(
        TestedStatement(
            theorem=theorem,
            quantity="probability",
            reading="probability that the chosen function deviates that far, on either side",
            cases=cases_of(_deviations),
        )
        for theorem in (
            privacy_generalization.low_sensitivity,
            privacy_generalization.low_sensitivity_corrected,
        )
    ),
)
