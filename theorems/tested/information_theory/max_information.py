"""Max-information on instances: what it is, what composes, and how it relates to other measures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from boundcalc.finite import Channel, Distribution, JointDistribution
from boundcalc.finite.divergences import (
    approximate_max_information_ratio,
    indistinguishability_delta,
    information_law,
    pointwise_exceptions,
    summed,
)
from boundcalc.finite.search import Search, Weights
from boundcalc.finite.testing import Case, TestedStatement
from boundcalc.finite.worst_cases import worst_pair_of_laws
from boundcalc.language import ln, log2
from boundcalc.mechanisms.codes import (
    decoder_information,
    reconstruction_information,
    return_probability,
)
from boundcalc.mechanisms.randomized_response import response_information
from boundcalc_theorems.information_theory import (
    codes,
    information_measures,
    max_information,
    max_information_of_privacy,
    truncated_ratios,
)
from boundcalc_theorems.tested.families import (
    ONE,
    RATIOS,
    ZERO,
    Generator,
    cases_of,
    joint,
    law,
    none,
    pair_of_laws,
    pick,
    positive_law,
    response_bound_cases,
    square,
)

_HALF = Fraction(1, 2)
_SLACKS = (ZERO, Fraction(1, 1000), Fraction(1, 20), Fraction(1, 4), Fraction(3, 4))
_EQUAL = JointDistribution.from_weights([[1, 0], [0, 1]])

# --- the ratio and its tails --------------------------------------------------------------------


def _excess_of_tail(pair: JointDistribution, ratio: Fraction) -> Case:
    """Beta is the chance that the ratio reaches 2^k; what is measured is the excess there."""
    classes = information_law(pair)
    beta = sum((p for p, q in classes.classes if p >= ratio * q), start=ZERO)
    return Case(
        facts={"joint law": pair.rows, "2^k": ratio},
        values={"k": log2(ratio), "beta": beta},
        measured=classes.excess(ratio),
    )


def _tails(rng: Generator) -> Case:
    pair = joint(rng)
    ratios = [p / q for p, q in information_law(pair).classes if q and p >= q]
    ratio = pick(rng, *ratios) * pick(rng, ONE, Fraction(1001, 1000))
    return _excess_of_tail(pair, ratio)


def _two_sided(pair: JointDistribution, beta: Fraction) -> Case:
    ratio = max(approximate_max_information_ratio(pair, beta), ONE)
    both = pair.pairs(), pair.product().pairs()
    return Case(
        facts={"joint law": pair.rows, "2^k": ratio, "beta": beta},
        values={"k": log2(ratio), "beta": beta},
        measured=indistinguishability_delta(*both, ratio),
    )


def _two_sided_by_hand() -> Iterator[Case]:
    yield _two_sided(_EQUAL, ZERO)


def _random_two_sided(rng: Generator) -> Case:
    return _two_sided(joint(rng), pick(rng, *_SLACKS))


def _one_sided(rng: Generator) -> Case:
    """From indistinguishability in both directions to the excess of one."""
    pair, ratio = joint(rng), pick(rng, *RATIOS)
    both = pair.pairs(), pair.product().pairs()
    delta = indistinguishability_delta(*both, ratio)
    return Case(
        facts={"joint law": pair.rows, "e^epsilon": ratio, "delta": delta},
        values={"epsilon": ln(ratio), "delta": delta},
        measured=information_law(pair).excess(ratio),
    )


# --- point-wise ----------------------------------------------------------------------------------


def _pointwise(p: Distribution, q: Distribution, ratio: Fraction) -> Case:
    delta = indistinguishability_delta(p, q, ratio)
    return Case(
        facts={"X": p.probabilities, "Y": q.probabilities, "e^epsilon": ratio, "delta": delta},
        values={"epsilon": ln(ratio), "delta": delta, "b": 2 * ln(ratio)},
        measured=pointwise_exceptions(p, q, ratio**2),
    )


def _worst_pointwise() -> Iterator[Case]:
    """The most mass on two exceptions, one above and one below, by linear programs.

    The limits of the ratio are passed by a thousandth, so that equality does not hide exceptions.
    """
    for ratio in RATIOS:
        for delta in (Fraction(1, 1000), Fraction(1, 50), Fraction(1, 5)):
            far = ratio**2 * Fraction(1001, 1000)
            also = [({3: far, 0: -ONE}, ZERO), ({1: far, 4: -ONE}, ZERO)]
            _, p, q = worst_pair_of_laws(
                [ONE, ONE, ZERO], [ZERO, ZERO, ZERO], ratio, delta, also=also
            )
            yield _pointwise(p, q, ratio)


def _random_pointwise(rng: Generator) -> Case:
    p, q = pair_of_laws(rng)
    return _pointwise(p, q, pick(rng, *RATIOS))


# --- composition ---------------------------------------------------------------------------------


def _composition(rng: Generator) -> Case:
    """Two algorithms one after the other; the second sees the dataset and the first output."""
    size, middle, last = (int(rng.integers(2, 4)) for _ in range(3))
    prior = law(rng, size)
    first = [law(rng, middle) for _ in range(size)]
    second = [[law(rng, last) for _ in range(middle)] for _ in range(size)]
    pair = JointDistribution(
        prior.outcomes,
        tuple(range(middle)),
        tuple(
            tuple(p * q for q in row.probabilities)
            for p, row in zip(prior.probabilities, first, strict=True)
        ),
    )
    slack_1, slack_2 = pick(rng, *_SLACKS[:4]), pick(rng, *_SLACKS[:4])
    ratio_1 = max(approximate_max_information_ratio(pair, slack_1), ONE)
    ratio_2 = ONE
    for y in range(middle):
        if not pair.marginal_second[y]:
            continue
        given = pair.first_given(y).probabilities
        inner = JointDistribution(
            tuple(range(size)),
            tuple(range(last)),
            tuple(tuple(p * q for q in second[x][y].probabilities) for x, p in enumerate(given)),
        )
        ratio_2 = max(ratio_2, approximate_max_information_ratio(inner, slack_2))
    whole = JointDistribution(
        prior.outcomes,
        tuple((y, z) for y in range(middle) for z in range(last)),
        tuple(
            tuple(
                pair.rows[x][y] * second[x][y].probabilities[z]
                for y in range(middle)
                for z in range(last)
            )
            for x in range(size)
        ),
    )
    return Case(
        facts={
            "law of the dataset": prior.probabilities,
            "first": tuple(row.probabilities for row in first),
            "second, by dataset and first output": tuple(
                tuple(row.probabilities for row in rows) for rows in second
            ),
        },
        values={"k_1": log2(ratio_1), "k_2": log2(ratio_2), "beta_1": slack_1, "beta_2": slack_2},
        measured=information_law(whole).excess(ratio_1 * ratio_2),
    )


# --- responses, description and decoder ----------------------------------------------------------


def _response(n: int, ratio: Fraction, prior: Fraction, beta: Fraction) -> Case:
    found = response_information(n, ratio, prior).least_ratio(beta)
    assert found is not None
    return Case(
        facts={
            "records": f"{n} bits, one with probability {prior}",
            "response of each, e^epsilon": ratio,
            "beta": beta,
        },
        values={"n": n, "epsilon": ln(ratio), "beta": beta},
        measured=log2(found),
    )


def _responses() -> Iterator[Case]:
    for n in range(1, 21):
        for ratio in (Fraction(11, 10), Fraction(3, 2), Fraction(3)):
            for prior in (_HALF,) if n > 8 else (_HALF, Fraction(1, 10)):
                for beta in (Fraction(1, 1000), Fraction(1, 20), _HALF):
                    yield _response(n, ratio, prior, beta)


def _response_grid() -> Iterator[Case]:
    return (_response(n, Fraction(3, 2), _HALF, Fraction(1, 20)) for n in range(1, 21))


def _description() -> Iterator[Case]:
    """A description of r bits of a uniform input: its max-information is that of r fair bits."""
    for n in (175, 1023):
        for beta in (Fraction(1, 1000), Fraction(1, 4), Fraction(99, 100)):
            yield Case(
                facts={
                    "n": n,
                    "description": "H x for a parity check of r rows, r <= n",
                    "beta": beta,
                },
                values={"n": n, "epsilon": _HALF, "delta": Fraction(1, 4), "beta": beta},
                measured=min(n, 160) + log2(1 - beta),
            )


# The BCH code of length 1023 and rank 863 has minimum distance at least 33, which the proof asks
# for at epsilon = 1/2 and delta = 1/4, where w = 4.  Noise with e^epsilon = 8/5, below e^(1/2), is
# a little more than that, and keeps all probabilities rational.
_SETTING = {"n": 1023, "epsilon": _HALF, "delta": Fraction(1, 4)}
_NOISE = Fraction(8, 5)
_CODE_FACTS = {
    "code": "BCH of length 1023, rank 863 and minimum distance 33",
    "w": 4,
    "e^epsilon of the noise": _NOISE,
    "input": "uniform",
}


def _decoder() -> Iterator[Case]:
    classes = decoder_information(1023, 863, 33, 4, _NOISE)
    yield Case(facts=_CODE_FACTS, values=_SETTING, measured=classes.excess(2))


def _failure() -> Iterator[Case]:
    yield Case(facts=_CODE_FACTS, values=_SETTING, measured=1 - return_probability(0, 4, _NOISE))


def _reconstruction() -> Iterator[Case]:
    classes = reconstruction_information(1023, 4, _NOISE)
    for beta in (Fraction(1, 1000), Fraction(1, 5), Fraction(1, 4)):
        ratio = classes.least_ratio(beta)
        assert ratio is not None
        yield Case(facts=_CODE_FACTS, values={**_SETTING, "beta": beta}, measured=log2(ratio))


# --- local search -------------------------------------------------------------------------------


def _halves(weights: Weights) -> tuple[Distribution, Distribution] | None:
    half = len(weights) // 2
    if not any(weights[:half]) or not any(weights[half:]):
        return None
    return Distribution.from_weights(weights[:half]), Distribution.from_weights(weights[half:])


def _searched_pointwise(weights: Weights) -> Case | None:
    laws = _halves(weights)
    return None if laws is None else _pointwise(*laws, Fraction(11, 10))


_SQUARES = (4, 9)


_EXCESS = "greatest P(O) - 2^k Q(O), joint law against product"
_BOTH = "least delta for both directions at the ratio 2^k"


def _divergences() -> Iterator[Case]:
    """Responses of n fair bits, whose outcomes all tell as much."""
    for n in (1, 2, 5, 12):
        for ratio in (Fraction(101, 100), Fraction(11, 10), Fraction(3, 2), Fraction(3)):
            classes = response_information(n, ratio)
            yield Case(
                facts={"records": f"{n} fair bits", "response of each, e^epsilon": ratio},
                values={"n": n, "epsilon": ln(ratio)},
                measured=summed(p * ln(p / q) for p, q in classes.classes if p),
            )


def _short(rng: Generator) -> Case:
    """A channel to two or four outputs, at any law of the dataset."""
    length, beta = int(rng.integers(1, 3)), Fraction(int(rng.integers(1, 10)), 10)
    size = int(rng.integers(2, 6))
    prior = positive_law(rng, size)
    rows = tuple(law(rng, 2**length).probabilities for _ in range(size))
    pair = Channel(prior.outcomes, tuple(range(2**length)), rows).joint(prior)
    return Case(
        facts={"law of the dataset": prior.probabilities, "laws of the output": rows},
        values={"bits": length, "beta": beta},
        measured=log2(max(approximate_max_information_ratio(pair, beta), ONE)),
    )


def _identities() -> Iterator[Case]:
    """The dataset itself is the output, and uniform: the bound is close where beta is large."""
    for length in (1, 3):
        size = 2**length
        rows = tuple(tuple(Fraction(int(i == j)) for j in range(size)) for i in range(size))
        prior = Distribution.uniform(range(size))
        pair = Channel(prior.outcomes, tuple(range(size)), rows).joint(prior)
        for beta in (Fraction(1, 100), Fraction(1, 2)):
            yield Case(
                facts={"the output is the dataset, one of": size},
                values={"bits": length, "beta": beta},
                measured=log2(max(approximate_max_information_ratio(pair, beta), ONE)),
            )


STATEMENTS = (
    TestedStatement(
        theorem=max_information.short_description,
        quantity="k",
        reading="approximate max-information of an output of few bits",
        cases=cases_of(_identities, _short),
    ),
    TestedStatement(
        theorem=information_measures.mutual_information_of_pure_privacy,
        quantity="m",
        reading="mutual information in nats",
        cases=cases_of(_divergences),
    ),
    TestedStatement(
        theorem=max_information.tail_of_log_ratio,
        quantity="beta",
        reading=_EXCESS,
        cases=cases_of(none, _tails),
        search=Search(_SQUARES, lambda weights: _excess_of_tail(square(weights), Fraction(5, 4))),
    ),
    TestedStatement(
        theorem=information_measures.indistinguishable_from_product,
        quantity="delta",
        reading=_BOTH,
        cases=cases_of(_two_sided_by_hand, _random_two_sided),
    ),
    TestedStatement(
        theorem=information_measures.indistinguishable_from_product_corrected,
        quantity="beta",
        reading=_EXCESS,
        cases=cases_of(none, _one_sided),
    ),
    *(
        TestedStatement(
            theorem=theorem,
            quantity="delta",
            reading="mass of the outcomes whose ratio is beyond e^(2 epsilon)",
            cases=cases_of(_worst_pointwise, _random_pointwise),
            search=Search((4, 6, 8), _searched_pointwise),
            instances=1000,
        )
        for theorem in (information_measures.pointwise, information_measures.pointwise_sharpened)
    ),
    TestedStatement(
        theorem=max_information.composition,
        quantity="beta",
        reading=_EXCESS,
        cases=cases_of(none, _composition),
    ),
    *(
        TestedStatement(
            theorem=theorem,
            quantity="k",
            reading="approximate max-information of responses",
            cases=cases_of(_responses),
            grid=_response_grid,
        )
        for theorem in (
            max_information.pure_privacy_product_inputs,
            max_information.pure_privacy_product_inputs_sharpened,
        )
    ),
    TestedStatement(
        theorem=codes.description,
        quantity="k",
        reading="approximate max-information of a description",
        cases=cases_of(_description),
    ),
    TestedStatement(
        theorem=codes.decoder,
        quantity="beta",
        reading=_EXCESS,
        cases=cases_of(_decoder),
    ),
    TestedStatement(
        theorem=codes.composition,
        quantity="beta",
        reading="probability that the input is not returned",
        cases=cases_of(_failure),
    ),
    TestedStatement(
        theorem=codes.composition_information,
        quantity="k",
        reading="approximate max-information of input and output of both algorithms",
        cases=cases_of(_reconstruction),
    ),
    *(
        TestedStatement(
            theorem=theorem,
            quantity=quantity,
            reading=reading,
            cases=cases_of(response_bound_cases(theorem, quantity)),
            grid=response_bound_cases(
                theorem, quantity, range(1, 21), [Fraction(6, 5)], [Fraction(1, 10**12)]
            ),
        )
        for theorem, quantity, reading in (
            (
                max_information_of_privacy.approximate_privacy,
                "k",
                "approximate max-information of responses",
            ),
            (
                max_information_of_privacy.approximate_privacy_parameters_set,
                "k",
                "approximate max-information of responses",
            ),
            (
                max_information_of_privacy.approximate_privacy_sharpened,
                "k",
                "approximate max-information of responses",
            ),
            (
                truncated_ratios.max_information,
                "k",
                "approximate max-information of responses",
            ),
            (information_measures.mutual_information_of_privacy, "m", "mutual information in nats"),
            (
                information_measures.mutual_information_of_privacy_sharpened,
                "m",
                "mutual information in bits",
            ),
            (
                information_measures.mutual_information_of_privacy_corrected,
                "m",
                "mutual information in bits",
            ),
        )
    ),
)
