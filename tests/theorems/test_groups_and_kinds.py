"""Groups, answers of two kinds, private values of a wanted accuracy, and bad events."""

from fractions import Fraction

import pytest

import boundcalc
from tests.mp_evaluate import mp
from tests.theorems.values import exp, ln, m_, sqrt


def solve(id, **values):
    return boundcalc.theorem(id).solve(**values)


def near(text, expected):
    return mp.almosteq(m_(text), expected, mp.mpf(10) ** -10)


@pytest.mark.parametrize("beta", ["0.05", "0.9"])
@pytest.mark.parametrize("m", [1, 10, 1000])
def test_epsilon_follows_from_a_wanted_accuracy(m, beta):
    given = {"alpha": "0.02", "beta": beta, "k": m, "Delta": "0.003"}
    printed = solve("dwork-roth/thm-3.8", epsilon=None, **given)
    exact = solve("dwork-roth/thm-3.8.sharpened", epsilon=None, **given)

    assert near(printed.value_text, ln(m / m_(beta)) * m_("0.15"))
    # All of m independent Laplace noises are within alpha, with probability 1 - beta exactly.
    within = (1 - exp(-m_("0.02") * m_(exact.value_text) / m_("0.003"))) ** m
    assert 0 <= within - (1 - m_(beta)) < mp.mpf(10) ** -9
    assert exact.value < printed.value if m > 1 else near(exact.value_text, m_(printed.value_text))
    assert printed.direction.value == exact.direction.value == "least"


@pytest.mark.slow
def test_accuracy_and_epsilon_are_asked_for_beside_each_other():
    ranking = boundcalc.solve("epsilon", alpha="0.05", beta="0.05", k=10, Delta="0.001")

    assert [answer.theorem.id for answer in ranking.answers] == [
        "dwork-roth/thm-3.8.sharpened",
        "dwork-roth/thm-3.8",
    ]


def test_failures_of_a_group_add_up_step_by_step():
    epsilon, delta = m_("0.3"), m_("1e-6")
    answer = solve(
        "dwork-roth/thm-2.2.approximate",
        g=4, epsilon="0.3", delta="1e-6", epsilon_g="1.2", delta_g=None,
    )  # fmt: skip

    assert near(answer.value_text, delta * sum(exp(j * epsilon) for j in range(4)))
    assert solve("dwork-roth/thm-2.2", g=4, epsilon="0.3", epsilon_g=None).value == Fraction(6, 5)
    assert solve("dwork-roth/thm-2.2", g=None, epsilon="0.3", epsilon_g=1).value == 3
    guarantee = str(answer.guarantee)
    assert "outputs on datasets that differ in at most 4 records are (1.2, " in guarantee


def test_answers_of_two_kinds_are_those_of_one_kind_where_they_agree():
    one = solve("kairouz-oh-viswanath/thm-3.4", m=30, epsilon_0="0.1", delta="1e-6", epsilon=None)
    two = solve(
        "kairouz-oh-viswanath/thm-3.5",
        m_1=10, epsilon_1="0.1", m_2=20, epsilon_2="0.1", delta="1e-6", epsilon=None,
    )  # fmt: skip
    apart = solve(
        "kairouz-oh-viswanath/thm-3.5",
        m_1=10, epsilon_1="0.2", m_2=20, epsilon_2="0.05", delta="1e-6", epsilon=None,
    )  # fmt: skip
    mean = 2 * mp.tanh(m_("0.1")) + mp.tanh(m_("0.025"))

    assert one.value == two.value
    assert near(apart.value_text, mean + sqrt(2 * m_("0.45") * 6 * ln(10)))
    basic = solve(
        "dwork-roth/thm-3.16.two-kinds",
        m_1=10, epsilon_1="0.2", m_2=20, epsilon_2="0.05", epsilon=None,
    )  # fmt: skip
    assert basic.value == 3


def test_the_share_of_truth_and_epsilon_follow_from_each_other():
    answer = solve("dwork-roth/claim-3.5", truth_chance=None, epsilon=1)

    assert answer.direction.value == "greatest"
    assert near(answer.value_text, exp(1) / (1 + exp(1)))
    assert near(solve("dwork-roth/claim-3.5", truth_chance="0.75", epsilon=None).value_text, ln(3))


def test_a_bad_event_costs_the_bits_and_the_approximation():
    answer = solve("adaptive-queries/thm-2.1.approximate", k="2.5", q="0.01", beta="0.03",
                   probability=None)  # fmt: skip

    assert near(answer.value_text, sqrt(32) / 100 + m_("0.03"))


def test_thresholdout_at_its_own_noise_takes_what_it_takes():
    given = {"tau": "0.1", "beta": "0.05", "B": 10, "m": 1000}
    own = solve("adaptive-queries/thm-3.3.sharpened", n=None, **given)
    sigma = m_("0.1") / (48 * ln(80000))
    below = Fraction(int(sigma * 10**15), 10**15)
    again = solve("adaptive-queries/thm-3.3.noise", n=None, sigma=below, **given)

    assert 0 <= again.value - own.value <= 1
    half = solve("adaptive-queries/thm-3.3.noise", n=None, sigma=below / 2, **given)
    tau, chance = m_("0.1") / 8, ln(80000)
    noise = mp.mpf(below.numerator) / below.denominator / 2
    roots = sqrt(chance) + sqrt(chance + 40 * tau / noise)
    assert half.value == int(mp.ceil(roots**2 / (8 * tau**2)))
    least = solve("adaptive-queries/thm-3.3.noise", n=10**7, sigma=None, **given)
    assert least.direction.value == "least"
    back = solve("adaptive-queries/thm-3.3.noise", n=None, sigma=Fraction(least.value), **given)
    assert back.value == 10**7
    with pytest.raises(boundcalc.NoSolutionError, match="needs sigma <="):
        solve("adaptive-queries/thm-3.3.noise", n=None, sigma="0.001", **given)


def test_a_short_description_has_its_bits_and_the_price_of_the_exceptions():
    answer = solve("max-information/thm-4.1.1.length", bits="12.5", beta="0.01", k=None)

    assert near(answer.value_text, m_("12.5") + ln(100) / ln(2))
    most = solve("max-information/thm-4.1.1.length", bits=None, beta="0.01", k=20)
    assert near(most.value_text, 20 - ln(100) / ln(2))
    assert most.direction.value == "greatest"


def test_answers_of_any_kinds_are_those_of_one_kind_where_they_agree():
    """Thirty answers of 0.1 have 0.3 as the sum of their squares."""
    some = boundcalc.solve("epsilon", squares="0.3", delta="1e-6")
    one = boundcalc.solve("epsilon", epsilon_0="0.1", m=30, delta="1e-6")
    by_kinds = {answer.theorem.id.rpartition(".")[2]: answer.value for answer in some.answers}
    by_one = {
        answer.theorem.id.rpartition(".")[2]: answer.value
        for answer in one.answers
        if "concentrated-composition" in answer.theorem.id
    }

    assert by_kinds
    assert by_kinds == by_one


def test_answers_of_three_kinds_are_covered_where_exact_composition_is_counted():
    """Ten answers of 0.2, twenty of 0.05, five of 0.4: every outcome of randomized response."""
    kinds = [(10, m_("0.2")), (20, m_("0.05")), (5, m_("0.4"))]
    squares = sum(m * e**2 for m, e in kinds)
    answer = boundcalc.solve("epsilon", squares=str(mp.nstr(squares, 10)), delta="0.01").best
    total, excess = m_(answer.value_text), m_("0")
    laws = [
        [
            (mp.binomial(m, lies) * exp(-e * lies) / (1 + exp(-e)) ** m, e * (m - 2 * lies))
            for lies in range(m + 1)
        ]
        for m, e in kinds
    ]
    for one in laws[0]:
        for two in laws[1]:
            for three in laws[2]:
                loss = one[1] + two[1] + three[1]
                if loss > total:
                    excess += one[0] * two[0] * three[0] * (1 - exp(total - loss))

    assert 0 < excess <= m_("0.01")
