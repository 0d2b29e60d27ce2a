"""What the lectures and the talk on concentration claim, on exact finite examples.

A bound holds, a counterexample fails, a sharpest constant is attained.
"""

import random
from fractions import Fraction
from itertools import product
from math import ceil, comb

import pytest

from boundcalc_theorems.privacy import concentrated_privacy
from tests.mp_evaluate import evaluate, mp
from tests.theorems.test_lectures_and_concentration import THEOREMS, field
from tests.theorems.values import accepts, m_

exp, ln, sqrt, erf, pi, e = mp.exp, mp.ln, mp.sqrt, mp.erf, mp.pi, mp.e
Q = Fraction

# --- mechanisms --------------------------------------------------------------------------------


def gaussian_distance(n: int, sigma: Fraction) -> mp.mpf:
    """Integrate the positive part of the difference of the two densities, up to the crossing."""
    gap = m_("1") / n
    return mp.ncdf(gap / 2, 0, evaluate_fraction(sigma)) - mp.ncdf(
        gap / 2, gap, evaluate_fraction(sigma)
    )


def evaluate_fraction(value: Fraction) -> mp.mpf:
    return m_(value.numerator) / value.denominator


@pytest.mark.parametrize("n", [1, 7, 100])
def test_gaussian_stability_is_at_most_the_corrected_bound_and_equals_the_exact_one(n):
    for sixteenths in range(1, 80):
        sigma = Q(sixteenths, 16 * n)
        distance = gaussian_distance(n, sigma)
        values = {"n": n, "sigma": sigma}
        exact = field("lecture-12/claim-0.2.sharpened", "epsilon", **values)
        assert mp.almosteq(distance, exact, rel_eps=m_("1e-40"))
        assert distance <= field("lecture-12/claim-0.2.corrected", "epsilon", **values)


def test_printed_gaussian_bound_fails_between_0_1598_and_0_9051():
    def fails(scaled: str) -> bool:
        values = {"n": 10, "sigma": Q(scaled) / 10}
        return gaussian_distance(10, values["sigma"]) > field(
            "lecture-12/claim-0.2", "epsilon", **values
        )

    assert all(fails(scaled) for scaled in ("0.1598", "0.2", "0.5", "0.8", "0.9051"))
    assert not any(fails(scaled) for scaled in ("0.1597", "0.9052", "1", "5", "100"))


def test_laplace_density_ratio_attains_the_privacy():
    n, sigma = 20, Q(1, 4)
    loss = evaluate_fraction((abs(Q(-1) - Q(1, n)) - abs(Q(-1))) / sigma)
    assert mp.almosteq(loss, field("lecture-12/claim-0.5", "epsilon", n=n, sigma=sigma))


@pytest.mark.parametrize("delta", [Q(0), Q(1, 1000), Q(1, 5)])
@pytest.mark.parametrize("epsilon", [Q(1, 100), Q(1, 2), Q(1), Q(3)])
def test_randomized_response_attains_the_sharp_stability(epsilon, delta):
    ratio, slack = exp(evaluate_fraction(epsilon)), evaluate_fraction(delta)
    p, q = (ratio + slack) / (ratio + 1), (1 - slack) / (ratio + 1)
    for left, right in ((p, q), (1 - q, 1 - p)):
        assert mp.almosteq(left, ratio * right + slack)
    values = {"epsilon": epsilon, "delta": delta}
    assert mp.almosteq(p - q, field("lecture-12/claim-0.6.sharpened", "epsilon", **values))
    if not delta:
        assert p - q <= field("lecture-12/claim-0.6", "epsilon", epsilon=epsilon)


def test_private_pairs_of_laws_stay_within_the_sharp_stability():
    rng = random.Random(0)
    for _ in range(300):
        size = rng.randint(2, 6)
        p, q = ([rng.randint(1, 40) for _ in range(size)] for _ in range(2))
        p, q = [Q(x, sum(p)) for x in p], [Q(x, sum(q)) for x in q]
        distance = sum(max(x - y, Q(0)) for x, y in zip(p, q, strict=True))
        ratio = max(max(x / y, y / x) for x, y in zip(p, q, strict=True))
        sharp = (ratio - 1) / (ratio + 1)  # exp(epsilon) is the ratio
        assert distance <= sharp <= (ratio - 1) / 2


# --- exponential mechanism ---------------------------------------------------------------------


def choice(gaps: list[Fraction], weight: Fraction) -> list[mp.mpf]:
    """Return the law of the exponential mechanism for gaps to the best score."""
    weights = [exp(-evaluate_fraction(weight * gap)) for gap in gaps]
    return [value / mp.fsum(weights) for value in weights]


@pytest.mark.parametrize("outcomes", [2, 3, 50])
@pytest.mark.parametrize("beta", [Q(1, 2), Q(1, 10), Q(1, 1000)])
def test_worst_scores_attain_the_exact_accuracy(outcomes, beta):
    values = {"outcomes": outcomes, "Delta": Q(3), "epsilon": Q(1, 2), "beta": beta}
    exact = field("lecture-18/thm-0.1.sharpened", "gap", **values)
    others = (outcomes - 1) * exp(-exact / 12)
    assert mp.almosteq(others / (1 + others), evaluate_fraction(beta))
    assert exact <= field("lecture-18/thm-0.1", "gap", **values)


def test_base_ten_would_be_too_small():
    others = 999 * exp(-(ln(1000) + mp.log10(100)))
    assert others / (1 + others) > m_("0.119") > m_("0.01")


def test_random_scores_stay_within_the_expected_accuracy():
    rng = random.Random(1)
    for _ in range(200):
        outcomes = rng.randint(1, 8)
        gaps = [Q(0)] + [Q(rng.randint(0, 60), 10) for _ in range(outcomes - 1)]
        law = choice(gaps, Q(1, 2))  # epsilon = Delta = 1
        expected = mp.fsum(p * evaluate_fraction(gap) for p, gap in zip(law, gaps, strict=True))
        values = {"outcomes": outcomes, "Delta": 1, "epsilon": 1}
        sharp = field("concentration/accuracy.sharpened", "gap", **values)
        printed = field("concentration/accuracy", "gap", outcomes=outcomes, epsilon=1)
        assert expected <= sharp <= printed
        assert field("concentration/accuracy.corrected", "gap", **values) == printed


@pytest.mark.parametrize("outcomes", [2, 10, 1000])
def test_expected_accuracy_is_attained(outcomes):
    values = {"outcomes": outcomes, "Delta": 2, "epsilon": Q(1, 2)}
    sharp = field("concentration/accuracy.sharpened", "gap", **values)
    gap = sharp + 8  # one unit of 2 Delta/epsilon above
    others = (outcomes - 1) * exp(-gap / 8)
    assert mp.almosteq(gap * others / (1 + others), sharp)


def test_printed_expected_accuracy_fails_for_sensitivity_three():
    law = choice([Q(0), Q(9)], Q(1, 6))  # epsilon = 1, Delta = 3
    assert 9 * law[1] > m_("1.641")
    assert field("concentration/accuracy", "gap", outcomes=2, epsilon=1) < m_("1.387")
    corrected = field("concentration/accuracy.corrected", "gap", outcomes=2, epsilon=1, Delta=3)
    assert 9 * law[1] <= corrected


def test_privacy_of_the_exponential_mechanism_on_neighbours():
    rng = random.Random(2)
    for _ in range(100):
        scores = [Q(rng.randint(0, 40), 10) for _ in range(5)]
        moved = [score + rng.choice((-1, 0, 1)) * Q(1, 2) for score in scores]
        law, neighbour = (
            choice([max(values) - value for value in values], Q(1, 3)) for values in (scores, moved)
        )
        loss = max(abs(ln(p / q)) for p, q in zip(law, neighbour, strict=True))
        assert loss <= field(
            "concentration/def-3.4", "epsilon", score_weight=Q(1, 3), Delta=Q(1, 2)
        )


# --- transfer ----------------------------------------------------------------------------------


def transfer_grid():
    for inverse, factor, share in product((2, 8, 30, 1000), (12, 13, 40, 400), (0, 1, Q(1, 100))):
        epsilon = Q(1, inverse)
        yield {"epsilon": epsilon, "n": factor * inverse**2, "delta": share * epsilon / 16}


@pytest.mark.parametrize("values", list(transfer_grid()))
def test_free_transfer_gives_the_constant_1_45(values):
    theorem = THEOREMS["lecture-18/thm-0.2.sharpened"]
    assert accepts(theorem, values)
    beta = field(theorem.id, "beta", **values)
    assert beta <= m_("0.25")
    choices = {"datasets": ceil(8 / (5 * beta)), "epsilon_prime": values["epsilon"], "beta": beta}
    tau = field("lecture-18/thm-0.2.free", "tau", **values, **choices)
    assert tau <= field(theorem.id, "tau", **values)
    printed = THEOREMS["lecture-18/thm-0.2"]
    assert field(printed.id, "beta", **values) == beta
    assert field(printed.id, "tau", **values) > tau


@pytest.mark.parametrize("mu", ["0.01", "0.03", "0.3"])
@pytest.mark.parametrize("ratio", ["1", "3", "5"])
def test_transfer_of_gaussian_privacy_is_the_free_one_at_the_exact_exchange(mu, ratio):
    choices = {"n": 10_000, "epsilon_prime": "0.02", "datasets": 40, "beta": "0.05"}
    epsilon = Q(mu) * Q(ratio)
    exchange = concentrated_privacy.gaussian_exchange.conclusion.expression("delta")
    exchanged = evaluate(exchange, {"mu": Q(mu), "epsilon": epsilon})
    found = field("lecture-18/thm-0.2.gaussian", "tau", mu=mu, epsilon=epsilon, **choices)
    free = field("lecture-18/thm-0.2.free", "tau", epsilon=epsilon, delta=exchanged, **choices)
    assert abs(found - free) < m_("1e-45")


@pytest.mark.parametrize("inverse", [2, 4, 30, 1000])
@pytest.mark.parametrize("share", [Q(24, 100), Q(1, 20), Q(1, 10**6)])
def test_free_transfer_gives_the_constant_4_1(inverse, share):
    epsilon = Q(1, inverse)
    values = {"epsilon": epsilon, "delta": share * epsilon}
    values["n"] = int(mp.ceil(ln(4 / evaluate_fraction(share)) * inverse**2))
    assert accepts(THEOREMS["max-information/thm-B.2.sharpened"], {**values, "Delta": 1})
    choices = {
        "datasets": ceil(6 / (5 * share)),
        "epsilon_prime": Q(14, 5) * epsilon,
        "beta": share,
    }
    tau = field("lecture-18/thm-0.2.free", "tau", **values, **choices)
    values["Delta"] = Q(1, values["n"])
    assert tau <= field("max-information/thm-B.2.sharpened", "tau", **values)


@pytest.mark.parametrize("epsilon", [Q(1, 10), Q(1), Q(2)])
def test_randomized_response_generalizes_within_the_sharp_bound(epsilon):
    ratio = exp(evaluate_fraction(epsilon))
    gap = ratio / (1 + ratio) - m_("0.5")  # one fair bit, the query that the answer equals it
    values = {"epsilon": epsilon, "delta": 0, "datasets": 1}
    sharp = field("lecture-18/lem-0.4.sharpened", "gap", **values)
    assert gap <= sharp <= field("lecture-18/lem-0.4", "gap", **values) / 4


@pytest.mark.parametrize("root", [2, 3, 10])
def test_randomized_response_of_many_values_attains_the_sharp_bound(root):
    """The query asks for the value that is shown, out of root + 1 with e^epsilon = root^2."""
    shown = Q(root**2, root**2 + root)
    gap = evaluate_fraction(shown - Q(1, root + 1))
    values = {"epsilon": 2 * ln(m_(root)), "delta": 0, "datasets": 1}
    assert mp.almosteq(field("lecture-18/lem-0.4.sharpened", "gap", **values), gap)


def test_the_step_of_one_record_is_bounded_for_every_law_of_its_weights():
    """E(w - 1)_+ against the mean excess of w over e^epsilon w', from which the sharp form comes.

    The weights and their chances are exact; no other property of an algorithm is used.
    """
    rng = random.Random(4)
    greatest = Q(0)
    for _ in range(400):
        size, root = rng.randint(2, 5), Q(rng.randint(11, 40), 10)
        chances = [Q(rng.randint(1, 9)) for _ in range(size)]
        weights = [root ** rng.randint(-2, 2) * Q(rng.randint(8, 12), 10) for _ in range(size)]
        total = sum(chances)
        chances = [chance / total for chance in chances]
        mean = sum(p * w for p, w in zip(chances, weights, strict=True))
        law = [(p, w / mean) for p, w in zip(chances, weights, strict=True)]
        step = sum(p * max(w - 1, 0) for p, w in law)
        excess = sum(p * q * max(w - root**2 * v, 0) for p, w in law for q, v in law)
        bound = (root - 1 + 2 * excess) / (root + 1)
        assert step <= bound
        greatest = max(greatest, step / bound)
    assert greatest > Q(7, 10)


def private_gap(
    rng: random.Random, records: int, datasets: int, epsilon: Fraction
) -> tuple[mp.mpf, mp.mpf]:
    """Return the least delta of a random algorithm at epsilon, and its expected gap.

    The data are fair bits, `records` of them in each of the datasets; the outputs are pairs of a
    dataset and a random query of sensitivity 1/records.
    """
    inputs = list(product((0, 1), repeat=records * datasets))
    queries = [
        {sample: Q(rng.randint(0, 8), 8 * records) for sample in product((0, 1), repeat=records)}
        for _ in range(4)
    ]
    if rng.random() < 0.5:
        queries += [
            {sample: Q(sum(sample), records) for sample in queries[0]},
            {sample: Q(-sum(sample), records) for sample in queries[0]},
        ]
    means = [sum(query.values()) / len(query) for query in queries]
    outputs = list(product(range(datasets), range(len(queries))))

    def gap(data: tuple[int, ...], output: tuple[int, int]) -> Fraction:
        sample = data[output[0] * records : (output[0] + 1) * records]
        return queries[output[1]][sample] - means[output[1]]

    greed = rng.choice((0, 5, 50, 500))
    law = {}
    for data in inputs:
        weights = [
            Q(1 + rng.randint(0, 3)) + max(greed * gap(data, output), 0) for output in outputs
        ]
        law[data] = [weight / sum(weights) for weight in weights]
    ratio = exp(evaluate_fraction(epsilon))
    delta = max(
        mp.fsum(
            max(evaluate_fraction(p) - ratio * evaluate_fraction(q), m_(0))
            for p, q in zip(law[data], law[other], strict=True)
        )
        for data, other in product(inputs, repeat=2)
        if sum(x != y for x, y in zip(data, other, strict=True)) == 1
    )
    expected = sum(
        p * gap(data, output)
        for data in inputs
        for p, output in zip(law[data], outputs, strict=True)
    )
    return delta, evaluate_fraction(expected / len(inputs))


@pytest.mark.few(2)
@pytest.mark.parametrize(("records", "datasets"), [(1, 1), (1, 2), (2, 1), (2, 2), (1, 4)])
def test_private_choices_generalize_within_the_sharp_bound(records, datasets):
    rng = random.Random(records * 10 + datasets)
    for _ in range(40):
        epsilon = Q(rng.choice((1, 3, 10, 20)), 10)
        delta, expected = private_gap(rng, records, datasets, epsilon)
        values = {"epsilon": epsilon, "delta": delta, "datasets": datasets}
        sharp = field("lecture-18/lem-0.4.sharpened", "gap", **values)
        assert expected <= sharp <= field("lecture-18/lem-0.4", "gap", **values)


def test_expected_maximum_of_two_valued_gaps_is_at_least_the_claim():
    for chance, datasets in product((Q(1, 10), Q(1, 2), Q(1)), (1, 2, 9)):
        reached = 1 - (1 - chance) ** datasets  # the gap is 2/5 or 0
        claimed = field(
            "lecture-18/claim-0.3", "mean", tau=Q(2, 5), overfit_chance=chance, datasets=datasets
        )
        assert mp.almosteq(evaluate_fraction(reached * Q(2, 5)), claimed)


# --- concentration -----------------------------------------------------------------------------


def centred_binomial(n: int, p: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Return the values and probabilities of a sum of n centred Bernoulli variables."""
    return [(k - n * p, comb(n, k) * p**k * (1 - p) ** (n - k)) for k in range(n + 1)]


def expected_maximum(law: list[tuple[Fraction, Fraction]], copies: int) -> Fraction:
    """Return the expectation of the maximum of zero and independent copies."""
    total, below = Q(0), Q(0)
    for value, probability in law:
        at_most = below + probability
        total += max(value, Q(0)) * (at_most**copies - below**copies)
        below = at_most
    return total


LAWS = [(n, p) for n in (1, 4, 9) for p in (Q(1, 20), Q(1, 2), Q(9, 10))]


@pytest.mark.parametrize(("n", "p"), LAWS)
@pytest.mark.parametrize("copies", [1, 2, 10, 200])
def test_expected_maximum_and_its_tail_on_binomials(n, p, copies):
    law = centred_binomial(n, p)
    maximum = expected_maximum(law, copies)
    sharp = field("concentration/prop-2.5.sharpened", "mean", n=n, copies=copies)
    assert evaluate_fraction(maximum) <= sharp
    assert sharp <= field("concentration/prop-2.5", "mean", n=n, copies=copies)
    tail = evaluate_fraction(sum(q for value, q in law if value >= 2 * maximum))
    values = {"copies": copies, "expected_maximum": maximum}
    sharper = field("concentration/lem-1.2.sharpened", "probability", **values)
    assert tail <= sharper <= field("concentration/lem-1.2.corrected", "probability", **values)


def test_a_variable_that_is_zero_refutes_the_printed_tail_of_the_maximum():
    law = [(Q(0), Q(1))]
    maximum = expected_maximum(law, 5)
    tail = evaluate_fraction(sum(q for value, q in law if value >= 2 * maximum))
    symbol = THEOREMS["concentration/lem-1.2"].parameters[1]
    assert maximum in symbol.domain
    assert tail > field("concentration/lem-1.2", "probability", copies=5, expected_maximum=maximum)
    corrected = THEOREMS["concentration/lem-1.2.corrected"].parameters[1]
    assert maximum not in corrected.domain


@pytest.mark.parametrize(("n", "p"), LAWS)
def test_column_maximum_of_independent_columns(n, p):
    for columns, eta in product((1, 3, 20), (Q(1, 10), Q(1), Q(3))):
        below = expected_maximum(
            [(value + n * p, q) for value, q in centred_binomial(n, p)], columns
        )
        values = {"columns": columns, "column_mean": n * p, "eta": eta}
        assert evaluate_fraction(below) <= field("concentration/lem-2.1", "mean", **values)


@pytest.mark.parametrize(("n", "p"), [*LAWS, (60, Q(1, 2)), (60, Q(1, 20))])
def test_tails_of_binomials(n, p):
    law = centred_binomial(n, p)
    for tau in (Q(1, 20), Q(1, 4), Q(2, 5)):
        tail = evaluate_fraction(sum(q for value, q in law if value >= tau * n))
        both = evaluate_fraction(sum(q for value, q in law if abs(value) > tau * n))
        sharp = field("concentration/thm-1.1", "probability", n=n, tau=tau, tail_constant=2)
        closing = field("concentration/final", "probability", n=n, tau=tau)
        bounds = [
            sharp,
            field("concentration/hoeffding.corrected", "probability", n=n, deviation=tau, width=1),
            field(
                "concentration/hoeffding.sum", "probability", deviation=tau * n, squared_widths=n
            ),
            field("max-information/thm-A.9", "probability", n=n, deviation=tau * n, Delta=1),
            closing,
        ]
        assert all(tail <= bound for bound in bounds)
        assert sharp <= closing
        assert both <= field("adaptive-queries/hoeffding", "beta", n=n, tau=tau)
        two_sided = {"deviation": tau * n, "squared_widths": n}
        assert both <= field("concentration/hoeffding.two-sided", "probability", **two_sided)


@pytest.mark.slow
def test_constant_above_two_fails_for_fair_coins():
    n, tau, constant = 6000, Q(1, 10), Q(21, 10)
    tail = Q(sum(comb(n, k) for k in range(3600, n + 1)), 2**n)
    assert evaluate_fraction(tail) > field(
        "concentration/thm-1.1", "probability", n=n, tau=tau, tail_constant=constant
    )


def test_printed_hoeffding_mean_fails_for_a_sign():
    assert m_("0.5") > field("concentration/hoeffding", "probability", n=1, deviation=1)
    values = {"n": 1, "deviation": 1, "width": 2}
    assert m_("0.5") <= field("concentration/hoeffding.corrected", "probability", **values)


def test_azuma_on_fair_signs():
    for n, t in product((1, 4, 25), (0, 1, 2)):
        values = {"n": n, "increment_bound": 1, "drift": 0, "t": t}
        deviation = field("max-information/thm-A.8", "deviation", **values)
        tail = mp.fsum(mp.binomial(n, k) for k in range(n + 1) if 2 * k - n > deviation) / 2**n
        assert tail <= field("max-information/thm-A.8", "probability", **values)


def test_closing_chain_descends_where_there_is_a_copy():
    theorem = THEOREMS["concentration/final.minimum.corrected"]
    for n in (4437, 4500, 5000, 6340, 6400, 10000, 10**5):
        values = {"n": n, "tau": Q(1, 10)}
        assert accepts(theorem, values)
        minimum = field(theorem.id, "probability", **values)
        y = exp(m_(n) / 6400)
        copies = int(y) - 1
        assert copies >= 1
        assert 8 * sqrt(n * ln(copies + 1)) <= m_(n) / 10 * (1 + m_("1e-45"))
        assert min(1, ln(2) / copies) <= minimum <= (2 + ln(2)) / y
        assert (2 + ln(2)) / y <= field("concentration/final", "probability", **values)


def test_printed_first_bound_of_the_closing_chain_is_negative_for_few_records():
    assert field("concentration/final.minimum", "probability", n=4436, tau=Q(1, 10)) < 0
