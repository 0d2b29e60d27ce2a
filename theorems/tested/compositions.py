"""Composition and information beyond the five sources, on randomized response and on selection."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from boundcalc.finite import RatioLaw
from boundcalc.finite.divergences import ratio_law, summed
from boundcalc.finite.testing import Case, TestedStatement
from boundcalc.language import Expression, ln, maximum
from boundcalc.mechanisms.exponential import exponential_law
from boundcalc.mechanisms.randomized_response import response_information
from boundcalc_theorems.adaptive_queries import answers
from boundcalc_theorems.information_theory import mutual_information
from boundcalc_theorems.privacy import composition, concentrated_privacy
from boundcalc_theorems.tested.families import ONE, ZERO, Generator, cases_of, none, pick
from boundcalc_theorems.tested.selection import gap_law, tail
from boundcalc_theorems.tested.selection import information as selection_information

_RATIOS = (Fraction(101, 100), Fraction(6, 5), Fraction(2), Fraction(10))
_COUNTS = (1, 2, 5, 20, 60)
_SLACKS = (Fraction(1, 10**6), Fraction(1, 100), Fraction(1, 2))
_BASES = (Fraction(51, 50), Fraction(6, 5), Fraction(3, 2), Fraction(4))

# --- answers of randomized response, on two datasets ----------------------------------------------


def _answers(m: int, ratio: Fraction, leak: Fraction = ZERO) -> RatioLaw:
    """Return the ratio law of m answers about a bit, each private with (ln ratio, leak)."""
    true, false = ratio / (1 + ratio), 1 / (1 + ratio)
    one = [((1 - leak) * true, (1 - leak) * false), ((1 - leak) * false, (1 - leak) * true)]
    leaks = [(leak, ZERO), (ZERO, leak)] if leak else []
    if leak:
        return RatioLaw.from_masses([*one, *leaks]).power(m)
    (p, q), _ = one
    return RatioLaw.from_masses(
        (comb(m, k) * p**k * q ** (m - k), comb(m, k) * q**k * p ** (m - k)) for k in range(m + 1)
    )


def _facts(m: int, ratio: Fraction, leak: Fraction = ZERO) -> dict[str, object]:
    return {"answers of randomized response": m, "e^epsilon of each": ratio, "delta of each": leak}


def _basic() -> Iterator[Case]:
    for ratio in _RATIOS:
        for m in (1, 2, 5):
            for leak in (Fraction(1, 10**6), Fraction(1, 20)):
                yield Case(
                    facts=_facts(m, ratio, leak),
                    values={"m": m, "epsilon_0": ln(ratio), "delta_0": leak},
                    measured=_answers(m, ratio, leak).excess(ratio**m),
                )


def _advanced() -> Iterator[Case]:
    for ratio in _RATIOS:
        for m in _COUNTS:
            law = _answers(m, ratio)
            for slack in _SLACKS:
                found = law.least_ratio(slack)
                assert found is not None
                yield Case(
                    facts=_facts(m, ratio),
                    values={
                        "m": m,
                        "epsilon_0": ln(ratio),
                        "delta_0": ZERO,
                        "composition_slack": slack,
                    },
                    measured=ln(max(found, ONE)),
                )


def _two_kinds() -> Iterator[Case]:
    for first, second in product(_RATIOS, _RATIOS):
        for m_1, m_2 in ((1, 1), (2, 5), (10, 3)):
            law = _answers(m_1, first).times(_answers(m_2, second))
            for slack in _SLACKS:
                found = law.least_ratio(slack)
                assert found is not None
                yield Case(
                    facts={
                        "answers of each kind": (m_1, m_2),
                        "e^epsilon of each": (first, second),
                    },
                    values={
                        "m_1": m_1,
                        "epsilon_1": ln(first),
                        "m_2": m_2,
                        "epsilon_2": ln(second),
                        "composition_slack": slack,
                    },
                    measured=ln(max(found, ONE)),
                )


def _chain(size: int, ratio: Fraction, leak: Fraction) -> list[tuple[Fraction, ...]]:
    """Return laws, each (ln ratio, leak)-indistinguishable from the next, that drift apart.

    The chance of an outcome grows as fast as it may, from a half at most.
    """
    chances = [ZERO]
    for _ in range(size):
        chances.append(min(ratio * chances[-1] + leak, 1 - (1 - chances[-1] - leak) / ratio))
    return [(chance, 1 - chance) for chance in chances]


def _groups() -> Iterator[Case]:
    for ratio in _RATIOS:
        for size in (1, 2, 3, 6):
            for leak in (Fraction(1, 10**6), Fraction(1, 1000), Fraction(1, 50)):
                laws = _chain(size, ratio, leak)
                if not all(0 <= p <= 1 for law in laws for p in law):
                    continue
                pairs = zip(laws[-1], laws[0], strict=True)
                excess = sum((max(p - ratio**size * q, ZERO) for p, q in pairs), start=ZERO)
                yield Case(
                    facts={"laws in a row": laws},
                    values={"g": size, "epsilon": ln(ratio), "delta": leak},
                    measured=excess,
                )


def _pure_groups() -> Iterator[Case]:
    """Randomized response about each of the records in which the datasets differ."""
    for ratio in _RATIOS:
        for size in (1, 2, 5, 20):
            found = _answers(size, ratio).least_ratio(ZERO)
            assert found is not None
            yield Case(
                facts=_facts(size, ratio),
                values={"g": size, "epsilon": ln(ratio)},
                measured=ln(found),
            )


def _lies() -> Iterator[Case]:
    for truth in (Fraction(51, 100), Fraction(3, 4), Fraction(999, 1000)):
        found = _answers(1, truth / (1 - truth)).least_ratio(ZERO)
        assert found is not None
        yield Case(
            facts={"chance of the truth": truth},
            values={"truth_chance": truth},
            measured=ln(found),
        )


def _optimal() -> Iterator[Case]:
    for ratio in _RATIOS:
        for m in (1, 2, 5, 20):
            law = _answers(m, ratio)
            for steps in range(m // 2 + 1):
                yield Case(
                    facts=_facts(m, ratio),
                    values={"m": m, "epsilon_0": ln(ratio), "steps": steps},
                    measured=law.excess(ratio ** (m - 2 * steps)),
                )


# --- concentrated privacy -------------------------------------------------------------------------


def _concentration(law: RatioLaw) -> Expression:
    """Return the greatest Rényi divergence of both orders of P and Q divided by its order.

    Orders 2, 3, 5 and 20; a lower bound on the least rho.
    """
    found: list[Expression] = []
    for order in (2, 3, 5, 20):
        for way in (law, law.reversed):
            moment = sum((p**order / q ** (order - 1) for p, q in way.classes if p), start=ZERO)
            found.append(ln(moment) / (order * (order - 1)))
    return maximum(*found)


def _concentrated() -> Iterator[Case]:
    for ratio in _RATIOS:
        for m in (1, 2, 10):
            yield Case(
                facts=_facts(m, ratio),
                values={"m": m, "epsilon_0": ln(ratio)},
                measured=_concentration(_answers(m, ratio)),
            )


def _concentrated_kinds() -> Iterator[Case]:
    """Answers of three kinds, with a privacy each."""
    for first, second, third in product(_RATIOS, _RATIOS, _RATIOS):
        law = _answers(1, first).times(_answers(2, second)).times(_answers(3, third))
        squares = ln(first) ** 2 + 2 * ln(second) ** 2 + 3 * ln(third) ** 2
        yield Case(
            facts={"answers of each kind": (1, 2, 3), "e^epsilon of each": (first, second, third)},
            values={"squares": squares},
            measured=_concentration(law),
        )


def _scores(rng: Generator) -> tuple[list[int], list[int], Fraction, int]:
    size, change = int(rng.integers(2, 8)), int(rng.integers(1, 4))
    scores = [int(value) for value in rng.integers(0, 12, size)]
    others = [score + int(pick(rng, -change, change)) for score in scores]
    return scores, others, pick(rng, *_BASES), change


def _range(rng: Generator) -> Case:
    scores, others, base, change = _scores(rng)
    law = ratio_law(exponential_law(scores, base), exponential_law(others, base))
    ratios = [p / q for p, q in law.classes]
    return Case(
        facts={"scores": scores, "scores on the neighbour": others, "e^score_weight": base},
        values={"Delta": change, "score_weight": ln(base)},
        measured=ln(max(ratios) / min(ratios)),
    )


def _range_concentrated(rng: Generator) -> Case | None:
    scores, others, base, _ = _scores(rng)
    law = ratio_law(exponential_law(scores, base), exponential_law(others, base))
    ratios = [p / q for p, q in law.classes]
    if max(ratios) == min(ratios):
        return None
    return Case(
        facts={"scores": scores, "scores on the neighbour": others, "base": base},
        values={"epsilon": ln(max(ratios) / min(ratios))},
        measured=_concentration(law),
    )


# --- information ----------------------------------------------------------------------------------


def _nats(law: RatioLaw) -> Expression:
    return summed(p * ln(p / q) for p, q in law.classes if p)


def _responses() -> Iterator[Case]:
    """Responses about n records, concentrated private with rho = epsilon^2/2."""
    for n in (1, 3, 10):
        for ratio in _RATIOS:
            for prior in (Fraction(1, 2), Fraction(1, 10)):
                yield Case(
                    facts={"n": n, "response of each, e^epsilon": ratio, "chance of a one": prior},
                    values={"n": n, "rho": ln(ratio) * ln(ratio) / 2},
                    measured=_nats(response_information(n, ratio, prior)),
                )


def _gaps() -> Iterator[Case]:
    """The expected gap of the query that is chosen among two features and their complements."""
    for n in (1, 2, 5, 12):
        for base in _BASES:
            yield Case(
                facts={"n": n, "features": 2, "e^(epsilon/4)": base},
                values={"n": n, "information": _nats(selection_information(n, base))},
                measured=gap_law(n, base).expectation(lambda gap: gap),
            )


def _squares() -> Iterator[Case]:
    for n in (2, 5, 12):
        for base in _BASES:
            nats = _nats(selection_information(n, base))
            for share in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)):
                for j in range(1, n + 1):
                    tau = Fraction(j, 2 * n)
                    yield Case(
                        facts={"n": n, "features": 2, "e^(epsilon/4)": base},
                        values={"n": n, "information": nats, "share": share, "tau": tau},
                        measured=tail(gap_law(n, base), tau),
                    )


def _descriptions() -> Iterator[Case]:
    """The best of four queries is chosen; its name takes two bits."""
    for n in (2, 5, 12):
        for j in range(1, n + 1):
            yield Case(
                facts={"n": n, "features": 2, "chosen": "nearly always the largest"},
                values={"n": n, "bits": 2, "tau": Fraction(j, 2 * n)},
                measured=tail(gap_law(n, Fraction(100)), Fraction(j, 2 * n)),
            )


_DELTA = "least delta of the answers together, at that epsilon"
_EPSILON = "least epsilon of the answers together, at that delta"
_RHO = "greatest Rényi divergence of a few orders, divided by the order"

STATEMENTS = (
    TestedStatement(
        theorem=composition.basic, quantity="delta", reading=_DELTA, cases=cases_of(_basic)
    ),
    *(
        TestedStatement(
            theorem=theorem, quantity="epsilon", reading=_EPSILON, cases=cases_of(_advanced)
        )
        for theorem in (composition.advanced, composition.advanced_tight)
    ),
    TestedStatement(
        theorem=composition.optimal, quantity="delta", reading=_DELTA, cases=cases_of(_optimal)
    ),
    TestedStatement(
        theorem=concentrated_privacy.concentrated_of_pure,
        quantity="rho",
        reading=_RHO,
        cases=cases_of(_concentrated),
    ),
    TestedStatement(
        theorem=composition.any_kinds,
        quantity="rho",
        reading=_RHO,
        cases=cases_of(_concentrated_kinds),
    ),
    TestedStatement(
        theorem=concentrated_privacy.range_of_exponential,
        quantity="epsilon",
        reading="log of the greatest ratio of an outcome divided by the least",
        cases=cases_of(none, _range),
    ),
    TestedStatement(
        theorem=concentrated_privacy.concentrated_of_range,
        quantity="rho",
        reading=_RHO,
        cases=cases_of(none, _range_concentrated),
    ),
    TestedStatement(
        theorem=mutual_information.information_of_privacy,
        quantity="m",
        reading="mutual information of records and responses, in nats",
        cases=cases_of(_responses),
    ),
    TestedStatement(
        theorem=mutual_information.expected_gap,
        quantity="gap",
        reading="expected gap of the chosen query",
        cases=cases_of(_gaps),
    ),
    TestedStatement(
        theorem=mutual_information.squared_error,
        quantity="beta",
        reading="probability that the chosen query is off by tau",
        cases=cases_of(_squares),
    ),
    TestedStatement(
        theorem=mutual_information.short_descriptions,
        quantity="beta",
        reading="probability that the chosen query is off by tau",
        cases=cases_of(_descriptions),
    ),
    TestedStatement(
        theorem=composition.two_kinds,
        quantity="epsilon",
        reading=_EPSILON,
        cases=cases_of(_two_kinds),
    ),
    TestedStatement(
        theorem=composition.group_pure,
        quantity="epsilon",
        reading="log of the greatest ratio between datasets that differ in all records",
        cases=cases_of(_pure_groups),
    ),
    TestedStatement(
        theorem=composition.group,
        quantity="delta",
        reading="least delta between the first and the last of laws in a row",
        cases=cases_of(_groups),
    ),
    TestedStatement(
        theorem=answers.randomized_response,
        quantity="epsilon",
        reading="log of the greatest ratio of an answer",
        cases=cases_of(_lies),
    ),
)
