"""The exact law of each finite mechanism satisfies its privacy, with the worst pair named."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest

from boundcalc.enclosures.decisions import Truth
from boundcalc.finite import Channel, Distribution
from boundcalc.finite.closed_forms import compare
from boundcalc.finite.divergences import (
    approximate_max_information_ratio,
    greatest_ratio,
    information_law,
    summed,
)
from boundcalc.finite.privacy import least_private_ratio, worst_pair
from boundcalc.language import DomainError, Sense, as_expression, erf, maximum, sqrt
from boundcalc.mechanisms.codes import (
    AffineCode,
    decoder_information,
    reconstruction_information,
    return_probability,
)
from boundcalc.mechanisms.exponential import exponential_law
from boundcalc.mechanisms.monitor import monitor_channel
from boundcalc.mechanisms.noise import rounded_gaussian_law, rounded_laplace_law
from boundcalc.mechanisms.randomized_response import response_channel, response_information
from boundcalc.mechanisms.thresholdout import (
    geometric_distribution,
    quiet_probability,
    thresholdout_law,
)

BITS = (0, 1)


@pytest.mark.parametrize("root", [Fraction(21, 20), Fraction(2), Fraction(50)])
def test_laplace_noise_on_neighbouring_counts_is_private(root: Fraction) -> None:
    # Counts move by one step; e^epsilon is root^2, and is reached in a tail.
    laws = [rounded_laplace_law(answer, 4, root) for answer in range(4)]

    for a, b in product(range(4), repeat=2):
        found = greatest_ratio(laws[a], laws[b])
        assert found is not None
        assert found <= root ** (2 * abs(a - b))
    assert greatest_ratio(laws[1], laws[2]) == root**2


@pytest.mark.parametrize("sigma", ["1/10", "1/2", "3"])
def test_gaussian_noise_is_stable_as_the_exact_formula_says(sigma: str) -> None:
    first, second = (rounded_gaussian_law(answer, 3, sigma) for answer in (0, 1))
    distance = summed(maximum(p - q, 0) for p, q in zip(first, second, strict=True))
    exact = erf(1 / (2 * sqrt(2) * as_expression(Fraction(sigma))))

    # Rounding loses nothing here, because the best threshold is an edge of a cell.
    gap = compare(distance, Sense.LE, exact + Fraction(1, 10**40))
    assert gap.truth is Truth.TRUE
    assert compare(exact, Sense.LE, distance + Fraction(1, 10**40)).truth is Truth.TRUE


@pytest.mark.parametrize("base", [Fraction(11, 10), Fraction(3)])
def test_the_exponential_mechanism_is_private_in_its_scores(base: Fraction) -> None:
    # Records are bits, a score counts the records that equal the outcome.
    channel = Channel.of(
        {x: exponential_law([x.count(0), x.count(1)], base) for x in product(BITS, repeat=3)}
    )
    found = worst_pair(channel, base**2)

    assert found.delta == 0
    assert found.pair is not None
    tight = least_private_ratio(channel)
    assert tight is not None
    assert 1 < tight <= base**2


@pytest.mark.parametrize("leak", [Fraction(0), Fraction(1, 100)])
def test_randomized_response_is_exactly_as_private_as_it_says(leak: Fraction) -> None:
    channel = response_channel(3, leak)

    assert worst_pair(channel, 3).delta == leak
    assert worst_pair(channel, Fraction(299, 100)).delta > leak


def test_the_information_of_responses_agrees_with_enumeration() -> None:
    n, ratio, prior, leak = 3, Fraction(3), Fraction(1, 5), Fraction(1, 50)
    one = response_channel(ratio, leak)
    records = Distribution.of({0: 1 - prior, 1: prior}).power(n)
    channel = Channel.of(
        {
            x: Distribution.of(
                {
                    ys: np.prod([one.law((b,))[y] for b, y in zip(x, ys, strict=True)])
                    for ys in product(one.outputs, repeat=n)
                }
            )
            for x in records.outcomes
        }
    )

    assert information_law(channel.joint(records)) == response_information(n, ratio, prior, leak)


def test_twenty_responses_are_quick_to_count_and_agree_with_the_binomial_law() -> None:
    # Uniform bits: 2^k = max over j of (P(at least j true) - beta) / Q(at least j agree).
    beta, ratio = Fraction(1, 20), Fraction(3, 2)
    true = ratio / (1 + ratio)
    p = [comb(20, j) * true**j * (1 - true) ** (20 - j) for j in range(21)]
    q = [Fraction(comb(20, j), 2**20) for j in range(21)]
    expected = max((sum(p[j:]) - beta) / sum(q[j:]) for j in range(21))

    assert response_information(20, ratio).least_ratio(beta) == expected


@pytest.mark.parametrize("base", [Fraction(11, 10), Fraction(4)])
def test_monitor_is_as_private_as_its_two_parts(base: Fraction) -> None:
    ratio = Fraction(3, 2)
    channel = monitor_channel(response_channel(ratio), datasets=2, base=base)

    assert worst_pair(channel, ratio * base**2).delta == 0
    assert all(sum(row) == 1 for row in channel.rows)


# --- Thresholdout -------------------------------------------------------------------------------


@pytest.mark.parametrize("margins", [[0], [2], [-3], [1, -1], [-2, 0, 3], [-1, -1, -1]])
def test_the_chance_of_no_release_agrees_with_a_long_sum(margins: list[int]) -> None:
    u = Fraction(1, 2)
    norm = (1 - u**2) / (1 + u**2)
    by_sum = Fraction(0)
    for z in range(-60, 61):
        chance = norm * u ** (2 * abs(z))
        for margin in margins:
            chance *= geometric_distribution(margin + z, u)
        by_sum += chance

    exact = quiet_probability(margins, u)
    assert abs(exact - by_sum) < Fraction(1, 10**15)
    assert by_sum < exact


def test_geometric_noise_sums_to_one_and_is_symmetric() -> None:
    for k in range(-5, 6):
        below = geometric_distribution(k, Fraction(1, 3))
        assert below == 1 - geometric_distribution(-k - 1, Fraction(1, 3))


@pytest.mark.parametrize("budget", [1, 2])
@pytest.mark.parametrize("decay", [Fraction(1, 3), Fraction(9, 10)])
def test_thresholdout_is_private_for_all_its_releases(budget: int, decay: Fraction) -> None:
    n, training = 2, [0, 2, 1]
    channel = Channel.of(
        {
            x: thresholdout_law(
                training, [sum(x)] * 3, threshold=1, budget=budget, decay=decay, cells=n + 1
            )
            for x in product(BITS, repeat=n)
        }
    )
    # 2 B/(sigma n), where decay = e^(-1/(4 sigma n)).
    found = worst_pair(channel, decay ** (-8 * budget))

    assert found.delta == 0
    tight = least_private_ratio(channel)
    assert tight is not None
    assert tight > decay**-4


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"decay": 1}, "in \\(0, 1\\)"),
        ({"budget": 0}, "at least 1"),
        ({"cells": 0}, "at least 1"),
        ({"training": []}, "give as many"),
    ],
)
def test_wrong_input_to_the_exact_law(change: dict[str, object], says: str) -> None:
    arguments: dict[str, object] = {
        "training": [0],
        "holdout": [1],
        "threshold": 0,
        "budget": 1,
        "decay": Fraction(1, 2),
        "cells": 2,
    }
    with pytest.raises(DomainError, match=says):
        thresholdout_law(**(arguments | change))  # type: ignore[arg-type]


# --- codes ----------------------------------------------------------------------------------------

# The Hamming code of length 7 has rank 4 and minimum distance 3: every word is within 1 of it.
HAMMING = [
    word
    for word in product(BITS, repeat=7)
    if all(sum(bit for i, bit in enumerate(word, 1) if i >> row & 1) % 2 == 0 for row in range(3))
]


def test_the_information_of_the_decoder_agrees_with_enumeration() -> None:
    ratio, limit = Fraction(2), 1
    inputs = list(product(BITS, repeat=7))
    laws = {}
    for x in inputs:
        distance, word = min((sum(a != b for a, b in zip(x, w, strict=True)), w) for w in HAMMING)
        chance = return_probability(distance, limit, ratio)
        laws[x] = Distribution.of({word: chance, None: 1 - chance})
    channel = Channel.of(laws)
    joint = channel.joint(Distribution.uniform(inputs))

    assert len(HAMMING) == 16
    assert information_law(joint) == decoder_information(7, 4, 3, limit, ratio)


def test_the_information_of_both_algorithms_agrees_with_enumeration() -> None:
    ratio, limit = Fraction(2), 1
    chance = return_probability(0, limit, ratio)
    inputs = list(product(BITS, repeat=5))
    channel = Channel.of({x: Distribution.of({x: chance, None: 1 - chance}) for x in inputs})
    joint = channel.joint(Distribution.uniform(inputs))
    law = reconstruction_information(5, limit, ratio)

    assert information_law(joint) == law
    assert law.least_ratio("1/10") == approximate_max_information_ratio(joint, "1/10")


@pytest.fixture(scope="module")
def code() -> AffineCode:
    pytest.importorskip("galois", reason="it has the codes with their decoders")
    return AffineCode.bch(31, 11)


@pytest.mark.slow
def test_every_input_lies_in_the_code_that_is_described(code: AffineCode) -> None:
    rng = np.random.default_rng(0)
    for _ in range(10):
        records = rng.integers(0, 2, code.n)
        found = code.nearest(records, code.describe(records))

        assert found is not None
        assert (found[0] == records).all()
        assert found[1] == 0


@pytest.mark.slow  # galois compiles its decoder at first
def test_errors_are_corrected_up_to_half_of_the_distance(code: AffineCode) -> None:
    rng = np.random.default_rng(1)
    records = rng.integers(0, 2, code.n)
    description = code.describe(records)
    radius = (code.distance - 1) // 2
    for errors in range(radius + 1):
        noisy = records.copy()
        noisy[rng.permutation(code.n)[:errors]] ^= 1
        found = code.nearest(noisy, description)

        assert found is not None
        assert (found[0] == records).all()
        assert found[1] == errors


@pytest.mark.slow
def test_the_two_algorithms_together_return_the_input(code: AffineCode) -> None:
    rng = np.random.default_rng(2)
    records = rng.integers(0, 2, code.n)
    returned = [
        code.private_decoder(records, code.describe(records), epsilon=5.0, delta=0.25, rng=rng)
        for _ in range(50)
    ]

    assert all(word is None or (word == records).all() for word in returned)
    # The proof promises 1 - delta; here w = 2.5 - 0.4 and the noise has scale 1/5.
    assert sum(word is not None for word in returned) > 45


@pytest.mark.slow
def test_a_code_that_is_too_small_for_the_noise_is_an_error(code: AffineCode) -> None:
    with pytest.raises(DomainError, match="below 8 log_2"):
        code.limit(0.5, 0.25)
    with pytest.raises(DomainError, match="delta"):
        code.limit(5.0, 0)
    with pytest.raises(DomainError, match="there is none"):
        AffineCode.bch(31, 12)
    with pytest.raises(DomainError, match="expected 31"):
        code.describe([0, 1])
