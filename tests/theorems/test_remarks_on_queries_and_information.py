"""What remarks and sharpened records say of queries and max-information, on finite examples."""

import itertools
import random
from fractions import Fraction

import pytest

from boundcalc.language import Defect
from tests.mp_evaluate import evaluate, mp
from tests.theorems.test_queries_and_information import THEOREMS, n_1
from tests.theorems.values import accepts, exp, filled, ln, log2, log2_e, m_, nu, sqrt


def hockey_stick(first, second, epsilon):
    return mp.fsum(max(p - exp(epsilon) * q, mp.mpf(0)) for p, q in zip(first, second, strict=True))


def are_indistinguishable(first, second, epsilon, delta):
    return max(hockey_stick(first, second, epsilon), hockey_stick(second, first, epsilon)) <= delta


def bound(theorem_id, field, **values):
    return evaluate(THEOREMS[theorem_id].conclusion.expression(field), values)


def test_a_record_may_tell_more_than_6_epsilon_bits_too_often():
    posterior = [m_("0.04549"), 1 - m_("0.04549")]
    prior = [m_("0.03"), m_("0.97")]
    assert are_indistinguishable(posterior, prior, m_("0.3"), m_("0.005"))
    assert log2(posterior[0] / prior[0]) > m_("0.6")
    values = {"epsilon": "0.1", "delta_hat": "0.005"}
    assert posterior[0] > bound("max-information/claim-3.5", "delta", **values)


def test_the_conditioning_lemma_fails_where_the_conditions_differ_in_law():
    # (1, t), (0, t), and a third pair
    first = [0, m_("0.66"), m_("0.34")]
    second = [m_("0.009999"), m_("0.089001"), m_("0.901")]
    assert are_indistinguishable(first, second, 2, m_("0.01"))
    given_t = [second[0] / (second[0] + second[1]), second[1] / (second[0] + second[1])]
    assert not are_indistinguishable([0, 1], given_t, 6, m_("0.1"))
    values = {"epsilon": 2, "delta": "0.01", "delta_hat": "0.1"}
    assert first[1] > bound("max-information/lem-A.7", "probability", **values)
    assert first[1] <= bound("max-information/lem-A.7.corrected", "probability", **values)


@pytest.mark.parametrize("epsilon", ["0.01", "0.5", "1", "2"])
def test_the_conditioning_lemma_fails_for_each_epsilon(epsilon):
    e = m_(epsilon)
    hat = mp.expm1(e) / (exp(e) + 2 / (1 - exp(-e))) / 2
    delta = hat**2 / 10**4
    p, less = hat * (1 + m_("1e-6")), 1 - m_("1e-6")
    z = delta / p * less
    z_second = exp(e) * z * (1 - p) * less
    first = [z * p, z * (1 - p), 0, z_second, 1 - z - z_second]
    second = [0, z, z * p, z * (1 - p), 1 - 2 * z]
    assert are_indistinguishable(first, second, e, delta)
    assert not are_indistinguishable([p, 1 - p], [0, 1], 3 * e, hat)
    values = {"epsilon": e, "delta": delta, "delta_hat": hat}
    assert z + z_second > bound("max-information/lem-A.7", "probability", **values)
    assert z + z_second <= bound("max-information/lem-A.7.corrected", "probability", **values)


def test_max_information_bounds_one_direction_only():
    joint = [Fraction(1, 2), 0, 0, Fraction(1, 2)]
    product = [Fraction(1, 4)] * 4
    assert all(p <= 2 * q for p, q in zip(joint, product, strict=True))
    assert product[1] + product[2] > 2 * (joint[1] + joint[2])


def test_the_first_order_term_of_nu_is_smaller_than_what_it_replaces():
    def gap(x):
        return 6 * x * mp.expm1(6 * x) - 72 * x**2

    assert gap(m_("0.2094")) < 0 < gap(m_("0.2095"))
    for step in range(1, 501):
        x = mp.mpf(step) / 1000
        assert 6 * log2_e * x * mp.expm1(3 * x) <= 72 * x**2


def test_the_second_privacy_bound_fails_for_many_releases():
    claimed = bound(
        "adaptive-queries/lem-3.2.2", "epsilon", n=1000, sigma="0.001", B=10000, delta="0.1"
    )
    mean = 10000 * exp(-1)  # of the log ratio of two Laplace laws at distance one scale
    assert claimed < 980
    assert exp(-2 * (mean - 980) ** 2 / (4 * 10000)) < m_("1e-150")
    values = {"n": 1000, "sigma": "0.001", "B": 10000, "delta": "0.1"}
    assert not accepts(THEOREMS["adaptive-queries/lem-3.2.2.corrected"], values)


def test_the_corrected_privacy_bound_covers_concentrated_composition():
    theorem = THEOREMS["adaptive-queries/lem-3.2.2.corrected"]
    chance = random.Random(1)
    for _ in range(200):
        delta, B = mp.mpf(10) ** -chance.uniform(0.01, 9), chance.randint(1, 10**5)
        n = int(sqrt(B / (2 * ln(2 / delta)))) + 1
        values = {"n": n, "sigma": 1, "B": B, "delta": delta}
        assert accepts(theorem, values)
        rho = B * (mp.mpf(2) / n) ** 2 / 2
        concentrated = rho + 2 * sqrt(rho * ln(1 / delta))
        assert concentrated <= bound(theorem.id, "epsilon", **values)


def test_the_printed_second_sample_size_suffices_for_its_privacy_and_misses_a_condition():
    chance = random.Random(2)
    for _ in range(200):
        tau, beta = m_("10") ** -chance.uniform(0, 4), m_("10") ** -chance.uniform(0.01, 9)
        B = chance.randint(1, 10**6)
        needed = 16 * sqrt(2 * B * (ln(2) + 4 * ln(8 / beta) / tau)) / tau
        assert n_1(B, 1, tau, beta) >= needed
        widest = mp.mpf(2) / 3 * sqrt(2 * B * tau / ln(8 / beta))
        assert n_1(B, widest, tau, beta) >= 48 * ln(8 / beta) / tau**2
    loud = {"n": 1, "B": 1, "sigma": 10**6, "tau": "0.1", "beta": "0.05"}
    assert accepts(THEOREMS["adaptive-queries/n1"], loud)
    assert not accepts(THEOREMS["adaptive-queries/n1.corrected"], loud)


def test_thresholdout_meets_the_condition_that_its_second_sample_size_leaves_out():
    chance = random.Random(3)
    for _ in range(200):
        tau, beta = m_("10") ** -chance.uniform(0, 4), m_("10") ** -chance.uniform(0.01, 9)
        B = chance.randint(1, 1000)
        m = B + chance.randint(0, 10**6)
        sigma, single = tau / (96 * ln(4 * m / beta)), beta / (2 * m)
        assert n_1(B, sigma, tau / 8, single) >= 48 * ln(8 / single) / (tau / 8) ** 2


def test_the_noise_of_the_sharpened_thresholdout_leaves_half_of_beta():
    for m, beta in itertools.product((1, 2, 1000, 10**6), (m_("0.99"), m_("0.05"), m_("1e-9"))):
        x = beta / (4 * m)
        sigma = 1 / (48 * ln(1 / x))  # for tau = 1
        assert mp.almosteq(exp(-(mp.mpf(1) / 24) / (2 * sigma)), x)
        assert mp.almosteq(exp(-(mp.mpf(1) / 12) / (4 * sigma)), x)
        released = exp(-(mp.mpf(7) / 8) / sigma)
        assert (1 - x) ** 2 * (1 - released) >= 1 - 2 * x


def private_laws(chance, n, epsilon):
    """Yield some epsilon-private algorithms on {0, 1}^n as lists of rows of probabilities."""
    data = list(itertools.product((0, 1), repeat=n))
    flip = 1 / (1 + mp.exp(epsilon))
    yield [
        [mp.fprod(flip if a != b else 1 - flip for a, b in zip(x, y, strict=True)) for y in data]
        for x in data
    ]
    scores = [[chance.uniform(0, n) for _ in range(3)] for _ in data]
    rows = []
    for x in data:
        lipschitz = [
            min(
                score[y] + sum(a != b for a, b in zip(x, z, strict=True))
                for z, score in zip(data, scores, strict=True)
            )
            for y in range(3)
        ]
        weights = [mp.exp(epsilon * value / 2) for value in lipschitz]
        rows.append([weight / mp.fsum(weights) for weight in weights])
    yield rows


@pytest.mark.parametrize("seed", range(6))
def test_private_algorithms_meet_the_sharpened_bounds_on_bad_events(seed):
    chance = random.Random(seed)
    n, epsilon, p = chance.randint(1, 4), chance.uniform(0.05, 2), chance.uniform(0.1, 0.9)
    data = list(itertools.product((0, 1), repeat=n))
    law = [mp.mpf(p) ** sum(x) * (1 - mp.mpf(p)) ** (n - sum(x)) for x in data]
    theorem = THEOREMS["adaptive-queries/thm-2.3.sharpened"]
    for rows in private_laws(chance, n, epsilon):
        outcomes = range(len(rows[0]))
        for beta in (m_("0.01"), m_("0.1"), m_("0.4")):
            worst = mp.mpf(0)
            for y in outcomes:  # fill the bad set of y by falling likelihood
                left = beta
                for i in sorted(range(len(data)), key=lambda i, y=y: -rows[i][y]):
                    if law[i] <= left:
                        left -= law[i]
                        worst += law[i] * rows[i][y]
            values = {"n": n, "epsilon": mp.mpf(epsilon), "beta": beta}
            if accepts(theorem, values):
                assert worst <= bound(theorem.id, "probability", **values)
            assert worst <= beta ** m_("0.75") * exp(mp.mpf(epsilon) ** 2 * n / 2)


@pytest.mark.parametrize("seed", range(6))
def test_an_outcome_of_a_private_algorithm_tells_no_more_than_its_divergence_bound(seed):
    chance = random.Random(seed)
    n, epsilon, p = chance.randint(1, 4), chance.uniform(0.05, 2), chance.uniform(0.1, 0.9)
    data = list(itertools.product((0, 1), repeat=n))
    law = [mp.mpf(p) ** sum(x) * (1 - mp.mpf(p)) ** (n - sum(x)) for x in data]
    most = bound("max-information/cor-1.6.pure", "m", n=n, epsilon=mp.mpf(epsilon))
    for rows in private_laws(chance, n, epsilon):
        for y in range(len(rows[0])):
            weights = [q * row[y] for q, row in zip(law, rows, strict=True)]
            total = mp.fsum(weights)
            divergence = mp.fsum(
                w / total * ln(w / total / q) for w, q in zip(weights, law, strict=True)
            )
            assert 0 <= divergence + mp.mpf(10) ** -40 <= most


def test_the_moments_of_a_ratio_within_one_interval_are_those_of_the_sharpened_bounds():
    """E[w^p] <= e^(p (p - 1) epsilon^2/8) where E[w] = 1 and the logarithms are epsilon apart."""
    chance = random.Random(5)
    closest = mp.mpf(0)
    for _ in range(300):
        epsilon, p = mp.mpf(chance.uniform(0.01, 3)), 1 + mp.mpf(chance.expovariate(0.5))
        size = chance.randint(2, 4)
        law = [mp.mpf(chance.randint(1, 9)) for _ in range(size)]
        logs = [mp.mpf(0), epsilon, *(epsilon * chance.random() for _ in range(size - 2))]
        mean = mp.fsum(q * exp(x) for q, x in zip(law, logs, strict=True))
        moment = mp.fsum(q * exp(p * x) for q, x in zip(law, logs, strict=True))
        spent = ln(moment * mp.fsum(law) ** (p - 1) / mean**p)
        closest = max(closest, spent / (p * (p - 1) * epsilon**2 / 8))
    assert m_("0.98") < closest <= 1


@pytest.mark.few(40)
@pytest.mark.parametrize("seed", range(200))
def test_the_expected_information_of_indistinguishable_laws_is_within_nu(seed):
    chance = random.Random(seed)
    epsilon = mp.mpf(chance.uniform(0.01, 0.5))
    weights = [chance.gammavariate(1, 1) + 1e-6 for _ in range(chance.randint(2, 6))]
    prior = [mp.mpf(w) / mp.fsum(weights) for w in weights]
    spread = epsilon * chance.choice((1, 1.3, 3, 6))
    tilted = [q * exp(spread * mp.mpf(chance.uniform(-1, 1))) for q in prior]
    posterior = [w / mp.fsum(tilted) for w in tilted]

    def split(limit):
        inside = [i for i, p in enumerate(posterior) if abs(ln(p / prior[i])) <= limit]
        return inside, 1 - mp.fsum(posterior[i] for i in inside)

    def information(indices):
        return mp.fsum(posterior[i] * ln(posterior[i] / prior[i]) for i in indices)

    def slack(distance):
        both = (posterior, prior), (prior, posterior)
        return max(hockey_stick(*pair, distance) for pair in both) + m_("1e-12")

    hat = slack(epsilon)
    second = 2 * hat / (1 - exp(-epsilon))
    if exp(epsilon) * second + hat < 1:
        inside, outside = split(2 * epsilon)
        assert outside <= second
        limit = 2 * epsilon * (mp.expm1(epsilon) + 2 * hat)
        limit += ln((1 - second) / (1 - exp(epsilon) * second - hat))
        assert information(inside) <= limit
    if hat <= epsilon / 15:
        # Theorem 3.1 as printed, in bits, from claim 3.4 in its sharp form
        inside, outside = split(6 * epsilon * ln(2))
        assert outside <= 2 * hat / (1 - exp(-3 * epsilon))
        assert information(inside) * log2_e <= nu(epsilon, hat)
    hat = slack(3 * epsilon)
    if hat <= epsilon / 15:
        inside, outside = split(6 * epsilon)
        assert outside <= 2 * hat / (1 - exp(-3 * epsilon))
        assert information(inside) * log2_e / (1 - outside) <= nu(epsilon, hat)


def test_the_range_of_delta_hat_keeps_the_logarithm_within_its_inequality():
    for step in range(1, 101):
        epsilon = mp.mpf(step) / 200
        hat = epsilon / 15
        second = 2 * hat / (1 - exp(-3 * epsilon))
        assert second <= 0.5
        assert exp(3 * epsilon) * second + hat <= 0.5


def test_the_two_sided_deviation_costs_a_factor():
    # one record, a function that is Delta/2 or -Delta/2: the deviation Delta/2 is certain
    values = {"n": 1, "epsilon": "0.5", "Delta": 1, "C": 1, "k": 0, "beta": 0}
    assert bound("max-information/thm-D.1.tail", "deviation", **values) == m_("0.5")
    assert bound("max-information/thm-D.1.tail", "probability", **values) < 1
    assert bound("max-information/thm-D.1.tail.corrected", "probability", **values) >= 1


def test_the_level_after_russo_and_zou_is_too_great_and_too_small():
    level = bound("max-information/thm-C.3.gamma", "gamma", alpha="0.05", m="0.05")
    assert bound("max-information/thm-C.3", "alpha", gamma=level, m="0.05") > m_("0.05")
    assert bound("max-information/thm-C.3", "alpha", gamma="0.04997", m="1e-9") < m_("0.05")
    for alpha, m in itertools.product(("0.01", "0.05", "0.5"), ("1e-9", "0.05", "2")):
        level = bound("max-information/thm-C.3.gamma.corrected", "gamma", alpha=alpha, m=m)
        assert bound("max-information/thm-C.3.corrected", "alpha", gamma=level, m=m) <= m_(alpha)


def test_the_comparison_with_russo_and_zou_holds_in_nats_and_fails_in_bits():
    twentieth = m_("0.05")
    ours = bound("max-information/cor-C.2", "gamma", alpha="0.05", m="0.05")
    theirs = mp.findroot(
        lambda x: exp(x) + sqrt(twentieth * ln(2) / (-ln(2) - x)) - twentieth, m_("-14.5")
    )
    assert ln(ours) < theirs - 5
    for step in range(1, 501):
        alpha = mp.mpf(step) / 10**4
        converted = bound("max-information/cor-C.2", "gamma", alpha=alpha, m=twentieth / ln(2))
        assert ln(converted) > -ln(2) - twentieth / alpha**2
    at = [bound("max-information/cor-C.2", "gamma", alpha="0.05", m=m) for m in ("0.072", "0.0721")]
    limit = [exp(-ln(2) - m_(m) * ln(2) * 400) for m in ("0.072", "0.0721")]
    assert at[0] < limit[0]
    assert at[1] > limit[1]


def test_the_indicator_of_a_small_p_value_is_as_concentrated_as_russo_and_zou_need():
    for step in range(1, 500):
        g = mp.mpf(step) / 1000
        assert ln((1 - g) / g) >= (1 - 2 * g) * ln(1 / (2 * g))


def test_the_best_slack_beats_the_printed_one_and_its_neighbours():
    for m in ("0", "0.05", "3"):
        best = bound_of_correction(m)
        printed = bound("max-information/cor-C.2", "gamma", alpha="0.05", m=m)
        assert best >= printed
        total = m_(m) + m_("0.54")
        for step in range(1, 100):
            slack = m_("0.05") * step / 100
            assert (m_("0.05") - slack) * mp.mpf(2) ** (-total / slack) <= best


def bound_of_correction(m):
    theorem = THEOREMS["max-information/cor-C.2.sharpened"]
    return evaluate(
        theorem.conclusion.expression("gamma"), filled(theorem, {"alpha": "0.05", "m": m})
    )


def test_the_sensitivity_of_p_values_is_what_its_tail_gives():
    def scaled(tail):
        return (m_("0.5") - tail) * sqrt(2 / ln(1 / tail))

    best = scaled(m_("0.083968"))
    assert m_("0.37") < m_("0.37374") < scaled(m_("0.08")) < best < m_("0.37381")
    assert all(scaled(mp.mpf(i) / 1000) <= best for i in range(1, 500))
    assert bound("max-information/lem-B.1.sharpened", "sensitivity", n=1) > m_("1.54") * best


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(4))
def test_the_truncated_ratios_are_those_of_randomized_response_at_most(seed):
    """Cut off by at most both excesses, to a mean of one: exactly, for random ratios."""
    chance = random.Random(seed)
    for _ in range(60):
        size, root = chance.randint(2, 5), Fraction(chance.randint(11, 40), 10)
        law = [Fraction(chance.randint(1, 9)) for _ in range(size)]
        ratios = [root ** chance.randint(-3, 3) * chance.randint(1, 9) for _ in range(size)]
        law = [q / sum(law) for q in law]
        mean = sum(q * r for q, r in zip(law, ratios, strict=True))
        pairs = [(q, r / mean) for q, r in zip(law, ratios, strict=True)]
        above = sum(q * max(r - root, 0) for q, r in pairs)
        below = sum(q * max(1 / root - r, 0) for q, r in pairs)
        low, top = 1 / root, root
        if sum(q * min(max(r, low), top) for q, r in pairs) > 1:
            for _ in range(60):  # the height at which the mean is one
                middle = (low + top) / 2
                kept = sum(q * min(max(r, 1 / root), middle) for q, r in pairs)
                low, top = (low, middle) if kept > 1 else (middle, top)
            top = low
        cut = sum(q * max(r - top, 0) for q, r in pairs)
        assert cut <= max(above, below) + Fraction(1, 2**50)
        for p in (2, 3, 7):
            moment = sum(q * min(r, top) ** p for q, r in pairs)
            response = (root**p + root * root**-p) / (1 + root)
            assert moment <= response
            assert ln(mp.mpf(response.numerator) / response.denominator) <= p * (p - 1) / 2 * (
                ln(mp.mpf(root.numerator) / root.denominator) ** 2
            )


def test_the_code_of_the_counterexample_is_trivial_where_its_proof_needs_more_records():
    theorem = THEOREMS["max-information/thm-4.1.1"]
    for epsilon, delta in itertools.product(("0.5", "0.1", "0.001"), ("0.25", "0.01", "1e-9")):
        values = {"epsilon": epsilon, "delta": delta, "beta": "0.1"}
        t = filled(theorem, {**values, "n": 200})["t"]
        assert t >= 33
        n = int(2 * mp.e * (t - 1))  # the last n that the proof does not cover
        if n > 64 * mp.e:
            assert filled(theorem, {**values, "n": n})["r"] >= n
    smallest = {"epsilon": "0.5", "delta": "0.25", "beta": "0.1"}
    assert filled(theorem, {**smallest, "n": 984})["r"] >= 984
    assert filled(theorem, {**smallest, "n": 985})["r"] < 985


def test_false_statements_are_the_ones_refuted_here():
    refuted = {
        theorem.id
        for theorem in THEOREMS.values()
        if any(remark.defect is Defect.FALSE for remark in theorem.remarks)
    }
    assert refuted == {
        "max-information/claim-3.5",
        "max-information/lem-A.6.1",
        "max-information/lem-A.7",
        "max-information/thm-C.3.gamma",
        "max-information/thm-D.1.tail",
    }
