"""Corrected levels of p-values from privacy: routes, and the record that leaves a level."""

import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import boundcalc
from boundcalc.cards.answer_words import optimality_text
from boundcalc.cards.guarantee_words import premise_texts
from boundcalc.routes.rechecking import failures
from boundcalc.routes.search import CORRECTION, find_routes
from boundcalc_theorems import load_theorems
from tests.asking import solve_route
from tests.mp_evaluate import mp
from tests.theorems.values import exp, ln, m_, nu, sqrt

STEP = "correction-of-p-values"
PRINTED = f"route/max-information.{STEP}"
PAPER = f"route/max-information-with-the-choices-of-the-paper.{STEP}"
DIRECT = "max-information/thm-1.3.approximate-privacy"
SHARPENED = f"route/max-information-with-smaller-constants.{STEP}"
GIVEN = {"alpha": "0.05", "n": 1000, "epsilon": "0.01", "delta": "1e-12"}


@cache
def routes():
    return {route.theorem.id: route for route in find_routes(load_theorems(), CORRECTION)}


def level(id, alpha, n, epsilon, delta, t, delta_hat):
    """The corrected level by the formulas of Theorems 3.1 and 1.3, written anew."""
    if id == SHARPENED:
        outcome, record = 2 * delta / delta_hat, -2 * delta_hat / mp.expm1(-epsilon)
        kept = (1 - record) / (1 - exp(epsilon) * record - delta_hat)
        mean = 2 * epsilon * (mp.expm1(epsilon) + 2 * delta_hat) + ln(kept)
        bits = (n * mean + 2 * t * epsilon * sqrt(n)) / ln(2)
    else:
        outcome = 2 * delta / delta_hat - 2 * delta / mp.expm1(-epsilon)
        record = -2 * delta_hat / mp.expm1(-3 * epsilon)
        bits = n * nu(epsilon, delta_hat) + 6 * t * epsilon * sqrt(n)
    return (alpha - exp(-t * t / 2) - n * (outcome + record)) / mp.mpf(2) ** bits


def best_on_a_grid(alpha, n, epsilon, delta):
    """The best level of the sharpened route on a grid, in doubles and by numpy alone."""
    t, log_hat = np.meshgrid(np.linspace(0.5, 9, 341), np.linspace(-46, -3, 561))
    hat = np.exp(log_hat)
    second = 2 * hat / -np.expm1(-epsilon)
    inside = np.exp(epsilon) * second + hat < 0.9
    second, hat = np.where(inside, second, 0), np.where(inside, hat, 1e-9)
    mean = 2 * epsilon * (np.expm1(epsilon) + 2 * hat)
    mean += np.log1p(-second) - np.log1p(-np.exp(epsilon) * second - hat)
    slack = np.exp(-(t**2) / 2) + n * (2 * delta / hat + second)
    found = (alpha - slack) * np.exp(-n * mean - 2 * t * epsilon * np.sqrt(n))
    return float(np.max(np.where(inside, found, -1)))


def test_the_level_follows_from_privacy_through_max_information():
    ranking = boundcalc.solve("gamma", **GIVEN)

    assert [answer.theorem.id for answer in ranking.answers] == [DIRECT, SHARPENED, PRINTED]
    kept = m_("0.05") - m_("1e-9") * (1 + exp(m_("-0.01")))
    level = exp(-((sqrt(-ln(kept)) + m_("0.01") * sqrt(m_("500"))) ** 2))
    assert level * (1 - mp.mpf(10) ** -10) <= m_(ranking.best.value_text) <= level
    first = ranking.answers[1]
    assert first.route == ("max-information/thm-3.1.sharpened", "max-information/thm-1.3.corrected")
    assert first.value_text == "0.000702009526466"
    assert first.direction.value == "greatest"
    assert premise_texts(first) == (
        "the algorithm is (epsilon, delta)-differentially private, with epsilon = 0.01 and "
        "delta = 1e-12",
    )
    refused = {refusal.theorem.id for refusal in ranking.refused}
    assert PAPER in refused  # whose approximation is above 1 there


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("id", [SHARPENED, PRINTED])
def test_a_level_is_that_of_the_printed_formulas(id, seed):
    rng = random.Random(seed)
    n = rng.randrange(100, 20000)
    epsilon = Fraction(rng.randrange(20, 150), 1000) / int(n**0.5)
    alpha = Fraction(rng.randrange(2, 30), 100)
    delta = Fraction(1, 10 ** rng.randrange(22, 40))
    given = {"alpha": alpha, "n": n, "epsilon": epsilon, "delta": delta}
    answer = solve_route(routes()[id], "gamma", given)

    with mp.workdps(60):
        values = [mp.mpf(x.numerator) / x.denominator for x in map(Fraction, given.values())]
        chosen = [m_(answer.witness["t"]), m_(answer.witness["delta_hat"])]
        bound = level(id, *values, *chosen)
        value = mp.mpf(Fraction(answer.value).numerator) / Fraction(answer.value).denominator
        assert bound * (1 - mp.mpf(10) ** -10) <= value <= bound
    if id == SHARPENED:
        assert float(answer.value) >= best_on_a_grid(*map(float, given.values())) * (1 - 1e-6)


@pytest.mark.slow
def test_each_quantity_follows_from_the_others():
    asked = {**GIVEN, "gamma": "0.0005"}
    route = routes()[SHARPENED]
    for unknown, is_least in (("n", False), ("epsilon", False), ("delta", False), ("alpha", True)):
        given = {name: value for name, value in asked.items() if name != unknown}
        answer = solve_route(route, unknown, given)
        value, direction = Fraction(answer.value), answer.direction.value
        wanted = Fraction(asked[unknown])
        assert direction == ("least" if is_least else "greatest")
        assert value <= wanted if is_least else value >= wanted  # the level is above 0.0005 there
        back = solve_route(route, "gamma", {**GIVEN, unknown: value})
        assert Fraction("0.0005") <= Fraction(back.value) <= Fraction("0.000505")


def test_the_choices_of_the_paper_have_levels_too():
    given = {"alpha": "0.05", "n": 10**6, "epsilon": "0.002", "delta": "1e-40"}
    answer = solve_route(routes()[PAPER], "gamma", given)
    n, epsilon, delta = 10**6, m_("0.002"), m_("1e-40")
    t, delta_hat = epsilon * sqrt(2 * n), sqrt(epsilon * delta) / 15
    bound = level(PAPER, m_("0.05"), n, epsilon, delta, t, delta_hat)

    assert bound * (1 - m_("1e-10")) <= m_(answer.value_text) <= bound


def test_a_route_to_a_level_is_replayed_from_its_records():
    route = routes()[PRINTED]
    answer = solve_route(route, "gamma", GIVEN)
    point = {name: Fraction(value) for name, value in GIVEN.items()}
    point |= {name: Fraction(answer.witness[name]) for name in ("t", "delta_hat")}

    assert list(failures(route, {**point, "gamma": Fraction(answer.value)})) == []
    assert any("beta < alpha" in text for text in failures(route, {**point, "alpha": Fraction(0)}))


def test_where_the_approximation_takes_all_of_alpha_there_is_no_level():
    with pytest.raises(boundcalc.NoSolutionError, match="needs beta < alpha"):
        boundcalc.solve("gamma", alpha="0.05", k=3, beta="0.06")


@pytest.mark.slow
def test_a_failure_of_privacy_is_answered_by_what_allows_for_it_alone():
    ranking = boundcalc.solve("gamma", **{**GIVEN, "delta": "1e-5"})

    assert [(answer.theorem.id, answer.value_text) for answer in ranking.answers] == [
        ("max-information/thm-1.3.approximate-privacy", "0.0123970758774")
    ]


def test_the_record_that_rejects_at_level_zero_is_superseded():
    printed = next(item for item in load_theorems() if item.id == "max-information/thm-1.3")
    ranking = boundcalc.solve("gamma", alpha="0.05", k=3, beta="0.01")

    assert printed.superseded_by == "max-information/thm-1.3.corrected"
    assert printed.is_doubtful
    assert [answer.theorem.id for answer in ranking.answers] == [
        "max-information/thm-1.3.corrected",
        "max-information/thm-C.1.corrected",
    ]
    assert ranking.answers[0].value == Fraction(1, 200)


@pytest.mark.slow
def test_a_limit_that_is_no_integer_has_few_digits():
    from boundcalc.routes.optimality_bounds import with_optimality_bound

    answer = with_optimality_bound(solve_route(routes()[SHARPENED], "gamma", GIVEN))

    assert answer.value < answer.limit < answer.value * Fraction(100001, 100000)
    assert f"no gamma above {float(answer.limit):.12f}" in optimality_text(answer)
    assert "/" not in optimality_text(answer)
