"""Every quantity agrees with brute force over all events, and with an independent library."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings

from boundcalc.enclosures.decisions import Evaluator
from boundcalc.finite import Channel, Distribution, JointDistribution, RatioLaw, arrays
from boundcalc.finite import divergences as quantities
from boundcalc.finite.privacy import (
    expected_generalization_gap,
    false_discovery_probability,
    least_private_ratio,
    neighbours,
    p_values,
    total_variation_stability,
    worst_pair,
)
from boundcalc.language import DomainError, Expression
from tests.finite.generated import events, joints, laws, mass, pairs, ratios, slacks


def number(expression: Expression) -> float:
    return float(Evaluator(expression).at({}).lower)


def flat(joint: JointDistribution) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    both = joint.pairs(), joint.product().pairs()
    return both[0].probabilities, both[1].probabilities


@given(pair=pairs, ratio=ratios)
def test_hockey_stick_is_the_greatest_excess_over_all_events(
    pair: tuple[Distribution, Distribution], ratio: Fraction
) -> None:
    p, q = (law.probabilities for law in pair)

    by_force = max(mass(p, event) - ratio * mass(q, event) for event in events(len(p)))

    assert quantities.hockey_stick(*pair, ratio) == by_force


@given(pair=pairs, ratio=ratios, delta=slacks)
def test_indistinguishability_is_an_inequality_for_every_event(
    pair: tuple[Distribution, Distribution], ratio: Fraction, delta: Fraction
) -> None:
    p, q = (law.probabilities for law in pair)

    below = all(mass(p, event) <= ratio * mass(q, event) + delta for event in events(len(p)))
    above = all(mass(q, event) <= ratio * mass(p, event) + delta for event in events(len(p)))

    assert (quantities.hockey_stick(*pair, ratio) <= delta) == below
    assert (quantities.indistinguishability_delta(*pair, ratio) <= delta) == (below and above)


@given(pair=pairs)
def test_total_variation_is_half_the_sum_and_the_greatest_difference(
    pair: tuple[Distribution, Distribution],
) -> None:
    p, q = (law.probabilities for law in pair)

    found = quantities.total_variation(*pair)

    assert found == sum(abs(a - b) for a, b in zip(p, q, strict=True)) / 2
    assert found == max(abs(mass(p, event) - mass(q, event)) for event in events(len(p)))


@given(pair=pairs)
def test_greatest_ratio_is_that_over_all_events(pair: tuple[Distribution, Distribution]) -> None:
    p, q = (law.probabilities for law in pair)
    found = quantities.greatest_ratio(*pair)
    quotients: list[Fraction | None] = []
    for event in events(len(p)):
        a, b = mass(p, event), mass(q, event)
        if a or b:
            quotients += [a / b if b else None, b / a if a else None]

    if found is None:
        assert None in quotients
    else:
        assert found == max(value for value in quotients if value is not None)
        assert None not in quotients


@given(joint=joints, beta=slacks)
def test_approximate_max_information_is_the_supremum_over_all_events(
    joint: JointDistribution, beta: Fraction
) -> None:
    p, q = flat(joint)
    quotients = [
        (mass(p, event) - beta) / mass(q, event)
        for event in events(len(p))
        if mass(p, event) > beta
    ]

    assert quantities.approximate_max_information_ratio(joint, beta) == max(quotients)
    bits = quantities.approximate_max_information_bits(joint, beta)
    assert number(bits) == pytest.approx(math.log2(max(quotients)), abs=1e-12)


@given(pair=pairs, delta=slacks)
def test_the_least_ratio_and_the_excess_are_inverse_to_each_other(
    pair: tuple[Distribution, Distribution], delta: Fraction
) -> None:
    law = quantities.ratio_law(*pair)
    ratio = law.least_ratio(delta)

    if ratio is None:
        assert law.excess(10**30) > delta
    else:
        assert law.excess(ratio) <= delta
        assert ratio == 0 or law.excess(ratio * Fraction(99, 100)) > delta


@given(pair=pairs, ratio=ratios)
def test_the_curve_is_linear_between_its_knots(
    pair: tuple[Distribution, Distribution], ratio: Fraction
) -> None:
    law = quantities.ratio_law(*pair)
    knots = law.curve()
    below = max(knot for knot in knots if knot[0] <= ratio)
    above = min((knot for knot in knots if knot[0] > ratio), default=None)

    if above is None:
        expected = below[1]
    else:
        part = (ratio - below[0]) / (above[0] - below[0])
        expected = below[1] + part * (above[1] - below[1])

    assert law.excess(ratio) == expected


@pytest.mark.slow
@given(pair=pairs, ratio=ratios)
def test_pointwise_exceptions_add_the_outcomes_one_by_one(
    pair: tuple[Distribution, Distribution], ratio: Fraction
) -> None:
    assume(ratio >= 1)
    p, q = (law.probabilities for law in pair)
    expected = sum(a for a, b in zip(p, q, strict=True) if a * ratio < b or a > ratio * b)

    assert quantities.pointwise_exceptions(*pair, ratio) == expected


@settings(max_examples=50)
@given(law=laws(3))
def test_copies_by_classes_agree_with_copies_by_enumeration(law: Distribution) -> None:
    other = Distribution.from_weights([1, 2, 3])
    by_classes = quantities.ratio_law(law, other).power(3)
    by_outcomes = quantities.ratio_law(law.power(3), other.power(3))

    assert by_classes == by_outcomes


@pytest.mark.slow
def test_relative_entropy_and_entropy_agree_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is the independent computation")
    rng = np.random.default_rng(7)
    for _ in range(50):
        p = Distribution.from_weights(rng.integers(1, 100, 6).tolist())
        q = Distribution.from_weights(rng.integers(1, 100, 6).tolist())
        left, right = ([float(x) for x in law.probabilities] for law in (p, q))

        assert number(quantities.kl_nats(p, q)) == pytest.approx(
            stats.entropy(left, right), abs=1e-12
        )
        assert number(quantities.kl_bits(p, q)) == pytest.approx(
            stats.entropy(left, right, base=2), abs=1e-12
        )
        assert number(quantities.entropy_nats(p)) == pytest.approx(stats.entropy(left), abs=1e-12)
        assert number(quantities.entropy_bits(p)) == pytest.approx(
            stats.entropy(left, base=2), abs=1e-12
        )


@given(joint=joints)
def test_mutual_information_is_the_sum_of_entropies(joint: JointDistribution) -> None:
    entropies = [
        number(quantities.entropy_bits(law))
        for law in (joint.marginal_first, joint.marginal_second, joint.pairs())
    ]

    found = number(quantities.mutual_information_bits(joint))

    assert found == pytest.approx(entropies[0] + entropies[1] - entropies[2], abs=1e-12)
    assert number(quantities.mutual_information_nats(joint)) == pytest.approx(
        found * math.log(2), abs=1e-12
    )


@given(joint=joints, beta=slacks)
def test_arrays_agree_with_the_exact_quantities(joint: JointDistribution, beta: Fraction) -> None:
    batch = np.array([[[float(p) for p in row] for row in joint.rows]] * 2)
    exact = float(quantities.approximate_max_information_ratio(joint, beta))

    found = arrays.approximate_max_information_ratio(batch, np.array([float(beta)] * 2))

    assert found.shape == (2,)
    assert found[1] == pytest.approx(exact, abs=1e-9)
    assert arrays.mutual_information_nats(batch)[0] == pytest.approx(
        number(quantities.mutual_information_nats(joint)), abs=1e-9
    )


@given(pair=pairs, ratio=ratios)
def test_arrays_compare_two_laws_as_the_exact_quantities_do(
    pair: tuple[Distribution, Distribution], ratio: Fraction
) -> None:
    p, q = (np.array([[float(x) for x in law.probabilities]]) for law in pair)

    assert arrays.hockey_stick(p, q, float(ratio))[0] == pytest.approx(
        float(quantities.hockey_stick(*pair, ratio)), abs=1e-9
    )
    assert arrays.total_variation(p, q)[0] == pytest.approx(
        float(quantities.total_variation(*pair)), abs=1e-12
    )
    exact = quantities.greatest_ratio(*pair)
    assert arrays.greatest_ratio(p, q)[0] == pytest.approx(
        math.inf if exact is None else float(exact)
    )


# --- mechanisms --------------------------------------------------------------------------------


def random_channel(seed: int, n: int = 2, outputs: int = 3) -> Channel:
    rng = np.random.default_rng(seed)
    datasets = list(product((0, 1), repeat=n))
    return Channel.of(
        {x: Distribution.from_weights(rng.integers(1, 20, outputs).tolist()) for x in datasets}
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_worst_pair_is_the_worst_over_all_neighbours_and_events(seed: int) -> None:
    channel = random_channel(seed)
    ratio = Fraction(3, 2)
    by_force = max(
        mass(channel.law(x).probabilities, event)
        - ratio * mass(channel.law(y).probabilities, event)
        for x, y in neighbours(channel.inputs)
        for event in events(3)
    )

    found = worst_pair(channel, ratio)

    assert found.delta == by_force
    assert found.pair is not None
    assert quantities.hockey_stick(*map(channel.law, found.pair), ratio) == by_force
    least = least_private_ratio(channel, by_force)
    assert least is not None
    assert least <= ratio
    assert total_variation_stability(channel) == worst_pair(channel, 1).delta


def test_post_processing_never_costs_privacy() -> None:
    channel = random_channel(11)
    after = Channel.of({y: Distribution.from_weights([y + 1, 2]) for y in channel.outputs})

    for ratio in (1, Fraction(3, 2), 3):
        assert (
            worst_pair(channel.followed_by(after), ratio).delta <= worst_pair(channel, ratio).delta
        )


def test_the_gap_of_a_channel_that_returns_its_best_query() -> None:
    # Two queries on one fair bit, x and 1 - x; the better one is always chosen: 1 against 1/2.
    channel = Channel(((0,), (1,)), (0, 1), ((0, 1), (1, 0)))
    records = Distribution.uniform((0, 1))

    assert expected_generalization_gap(
        channel, records, lambda q, x: x if q == 0 else 1 - x
    ) == Fraction(1, 2)


def test_p_values_of_a_fixed_test_are_valid_without_correction() -> None:
    law = Distribution.from_weights({0: 1, 1: 2, 2: 5, 3: 2})
    fixed = Channel.of({x: Distribution.of({"t": 1}) for x in law.outcomes})

    assert p_values(law, lambda x: x)[3] == Fraction(1, 5)
    for gamma in (0, "1/5", "1/2", "7/10", 1):
        chance = false_discovery_probability(fixed, law, lambda _, x: x, gamma)
        assert chance <= Fraction(gamma)


def test_a_test_that_is_chosen_by_its_p_value_is_invalid() -> None:
    law = Distribution.uniform(range(10))
    best = Channel.of({x: Distribution.of({x: 1}) for x in law.outcomes})

    chance = false_discovery_probability(best, law, lambda test, x: int(test == x), "1/10")

    assert chance == 1


# --- bad input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Distribution((0, 1), ("0.5", "0.4")), "sum to 0.9 and not to 1"),
        (lambda: Distribution((0, 1), ("1.5", "-0.5")), "-0.5 is negative"),
        (lambda: Distribution((0,), (float("nan"),)), "finite"),
        (lambda: Distribution((), ()), "no outcomes"),
        (lambda: Distribution((0, 0), ("0.5", "0.5")), "stands twice"),
        (lambda: Distribution((0, 1), (1,)), "2 labels for 1"),
        (lambda: Distribution.from_weights([0, 0]), "support is empty"),
        (lambda: Distribution.from_weights([2, -1]), "the weight -1"),
        (lambda: Distribution.uniform((0, 1)).power(0), "at least 1"),
        (lambda: Distribution.uniform(range(100)).power(9), "too many"),
        (lambda: JointDistribution((0, 1), (0, 1), ((1,), (0, 0))), "rows of"),
        (lambda: JointDistribution.from_weights([]), "support is empty"),
        (lambda: Channel((), (), ()), "no inputs"),
        (lambda: Channel((0,), (0, 1), (("1/2", "1/3"),)), "sum to 5/6"),
        (lambda: Channel((0,), (0,), ((1,),)).law(5), "none of its 1 inputs"),
        (lambda: RatioLaw.from_masses([("1/2", 1)]), "first law sum to 0.5"),
        (lambda: RatioLaw.from_masses([(1, 1)]).excess(-1), "not negative"),
        (lambda: RatioLaw.from_masses([(1, 1)]).least_ratio(1), "in [0, 1)"),
        (lambda: RatioLaw.from_masses([(1, 1)]).power(0), "at least 1"),
        (lambda: worst_pair(random_channel(1), "1/2"), "at least 1"),
        (lambda: list(neighbours([1, 2])), "tuples of one length"),
        (lambda: arrays.normalized(np.array([[0, 0]])), "all weights of one law are zero"),
        (lambda: arrays.normalized(np.array([[-1, 2]])), "not negative"),
        (
            lambda: arrays.total_variation(np.ones((1, 1)), np.ones((1, 2)) / 2),
            "laws on 1 and 2 outcomes",
        ),
        (
            lambda: quantities.kl_nats(
                Distribution.from_weights([1, 1]), Distribution.from_weights([1, 0])
            ),
            "infinite",
        ),
    ],
)
def test_wrong_input_is_an_error_that_says_what_was_found(make: object, says: str) -> None:
    with pytest.raises(DomainError) as error:
        make()  # type: ignore[operator]

    assert says in str(error.value)
