"""What a privacy engineer asks: noise, privacy and the number of queries, one from the others."""

from dataclasses import replace
from fractions import Fraction

import pytest

import boundcalc
from boundcalc.feasible.shapes import Compiled
from boundcalc.problems.outcomes import Beyond
from boundcalc.problems.readings import interpret, too_long
from boundcalc.questions.questions import read_question
from boundcalc.routes.search import PRIVACY, find_routes
from boundcalc_theorems import load_theorems
from tests.mp_evaluate import mp
from tests.solving.privacy_engineer import (
    Asked,
    complaints,
    composed_delta,
    gaussian_delta,
    questions,
)

LIBRARY = {theorem.id: theorem for theorem in load_theorems()}
GAUSSIAN = "route/Gaussian-noise.exact-exchange"
VALUES = "route/Gaussian-noise-on-values.exact-exchange"


def by(ranking, id):
    return next(answer for answer in ranking.answers if answer.theorem.id == id)


# --- noise, privacy and queries ------------------------------------------------------------------


@pytest.mark.slow
def test_the_noise_for_privacy_of_many_queries_is_that_of_the_analytic_gaussian_mechanism():
    ranking = boundcalc.solve("sigma", epsilon=1, delta="1e-6", k=1000, n=10000)
    answer = by(ranking, GAUSSIAN)

    root = mp.sqrt(1000) / 10000
    assert gaussian_delta(root / mp.mpf(answer.value_text), 1) <= mp.mpf("1e-6")
    assert gaussian_delta(root / (mp.mpf(answer.value_text) * (1 - mp.mpf("1e-11"))), 1) > 1e-6
    assert answer.optimality.is_plain
    assert answer.to_dict()["route"] == ["answers/gaussian-noise", "dong-roth-su/exchange"]
    assert any("normal noise" in sentence for sentence in answer.accepts)


@pytest.mark.parametrize(
    ("unknown", "given"),
    [
        ("epsilon", {"sigma": "0.0134", "delta": "1e-6", "k": 1000, "n": 10000}),
        ("delta", {"sigma": "0.0134", "epsilon": 1, "k": 1000, "n": 10000}),
        ("k", {"sigma": "0.0134", "epsilon": 1, "delta": "1e-6", "n": 10000}),
        ("n", {"sigma": "0.0134", "epsilon": 1, "delta": "1e-6", "k": 1000}),
    ],
)
def test_each_quantity_of_gaussian_noise_follows_from_the_others(unknown, given):
    route = next(
        route for route in find_routes(load_theorems(), PRIVACY) if route.theorem.id == GAUSSIAN
    )
    answer = boundcalc.solvable(route.theorem).solve(**given, **{unknown: None})
    sign = 1 if answer.direction.value == "least" else -1
    step = 1 if answer.is_integer else Fraction(answer.value) / 10**11

    def excess(value):
        found = {**{name: mp.mpf(str(text)) for name, text in given.items()}, unknown: value}
        mu = mp.sqrt(found["k"]) / (found["n"] * found["sigma"])
        return gaussian_delta(mu, found["epsilon"]) - found["delta"]

    with mp.workdps(50):
        value = mp.mpf(Fraction(answer.value).numerator) / Fraction(answer.value).denominator
        beyond = value - sign * mp.mpf(Fraction(step).numerator) / Fraction(step).denominator
        assert excess(value) <= mp.mpf("1e-40")
        assert excess(beyond) > 0


def test_the_sensitivity_stands_in_the_place_of_the_size_of_the_dataset():
    routes = {
        route.theorem.id: boundcalc.solvable(route.theorem)
        for route in find_routes(load_theorems(), PRIVACY)
    }
    asked = {"sigma": None, "epsilon": 1, "delta": "1e-6", "k": 100}
    by_size = routes[GAUSSIAN].solve(**asked, n=1000)

    assert routes[VALUES].solve(**asked, sensitivity="0.001").value == by_size.value


def test_pure_privacy_of_laplace_noise_is_asked_for_without_a_failure():
    ranking = boundcalc.solve("epsilon", sigma="0.01", n=10000, k=10)

    assert ranking.best.theorem.id == "route/Laplace-noise.basic-composition"
    assert ranking.value == ranking.best.value == Fraction(1, 10)


# --- questions meet the theorems that can answer them --------------------------------------------


def test_the_composition_of_answers_is_the_optimal_one():
    ranking = boundcalc.solve("epsilon", m=100, epsilon_0="0.1", delta="1e-6")
    answer = by(ranking, "murtagh-vadhan/optimal")

    assert answer.value == min(item.value for item in ranking.answers)
    assert f"{float(answer.value):.6f}" == "4.774568"
    value = mp.mpf(answer.value_text)
    assert composed_delta(100, mp.mpf("0.1"), value) <= mp.mpf("1e-6")
    assert composed_delta(100, mp.mpf("0.1"), value - mp.mpf("1e-10")) > mp.mpf("1e-6")


def test_the_optimal_composition_is_the_printed_one_at_each_of_its_values():
    printed = boundcalc.theorem("kairouz-oh-viswanath/thm-3.3")
    every = boundcalc.theorem("murtagh-vadhan/optimal")
    for steps in (1, 3, 9):
        first = printed.solve(m=20, epsilon_0="0.3", steps=steps, delta=None, epsilon=20)
        epsilon = (20 - 2 * steps) * Fraction("0.3")
        second = every.solve(m=20, epsilon_0="0.3", epsilon=epsilon, delta=None)
        assert abs(float(first.value) - float(second.value)) <= 1e-8


def test_a_parameter_that_is_concluded_is_also_called_what_the_conclusion_calls_it():
    ranking = boundcalc.solve("epsilon", m=100, epsilon_0="0.1", delta="1e-6")

    assert any(item.theorem.id == "kairouz-oh-viswanath/thm-3.4" for item in ranking.answers)
    theorem = LIBRARY["kairouz-oh-viswanath/thm-3.4"]
    assert theorem.names["delta"] is theorem.names["composition_slack"]


@pytest.mark.slow
def test_what_holds_at_every_value_answers_and_says_so():
    ranking = boundcalc.solve("k", n=1000, epsilon="0.01", beta="0.01")
    answer = by(ranking, "max-information/thm-1.4.1")

    assert answer.implied == ("beta",)
    assert answer.to_dict()["implied"] == ["beta"]
    assert "holds at every beta" in " ".join(str(ranking).replace("β", "beta").split())


def question(unknown, **given):
    return read_question(unknown, given, LIBRARY.values())


def test_a_conclusion_is_implied_only_on_its_weak_side():
    theorem = LIBRARY["max-information/thm-1.4.1"]

    def implied(**given):
        return [item.name for item in interpret(theorem, question("k", **given)).implied]

    assert implied(beta="0.5") == ["beta"]
    assert implied(beta="-0.5") == []
    assert implied(delta="0.5") == []


def test_a_sum_of_many_terms_is_left_to_those_who_name_its_theorem():
    theorem = LIBRARY["murtagh-vadhan/optimal"]

    def why(unknown, **given):
        return too_long(interpret(theorem, question(unknown, **given)))

    assert not why("epsilon", m=1000, epsilon_0="0.1", delta="0.1")
    assert not why("epsilon_0", m=100, epsilon="1", delta="0.1")
    assert "--theorem" in why("epsilon_0", k=1000, epsilon=1, delta="0.1")


# --- letters that mean several things ------------------------------------------------------------


@pytest.mark.parametrize(
    ("unknown", "given", "value"),
    [
        ("sigma", {"epsilon": "0.5", "n": 1000}, Fraction(1, 500)),
        ("epsilon", {"sigma": "0.01", "n": 10000}, Fraction(1, 100)),
    ],
)
def test_privacy_leads_where_a_letter_also_means_a_distance(unknown, given, value):
    ranking = boundcalc.solve(unknown, **given)

    assert type(ranking.best.theorem.conclusion).__name__ == "DifferentialPrivacy"
    assert ranking.best.value == value
    assert any(item.kind[0] == "TVStability" for item in ranking.answers)


def test_an_old_name_still_asks_for_the_distance():
    theorem = boundcalc.theorem("lecture-12/claim-0.2.corrected")

    assert theorem.solve(sigma=None, epsilon="0.5", n=1000).value == (
        theorem.solve(sigma=None, tv="0.5", n=1000).value
    )


def test_a_card_says_what_a_letter_means_in_its_first_answer_and_below():
    text = " ".join(str(boundcalc.solve("sigma", epsilon="0.5", n=1000)).split())

    assert (
        "ε is the privacy parameter here; further down it is the total variation distance" in text
    )
    assert "with ε the total variation distance" in text
    assert "further down" not in str(boundcalc.solve("mu", sigma="0.1", n=100))


# --- random questions ----------------------------------------------------------------------------

ASKED = tuple(questions(200, seed=18))


@pytest.mark.few(4)
@pytest.mark.parametrize("asked", ASKED[30:44], ids=str)
def test_a_random_question_is_answered_right_and_on_the_safe_side(asked):
    assert not list(complaints(asked, boundcalc.solve(asked.unknown, **asked.given)))


@pytest.mark.slow
def test_random_questions_are_answered_right_and_on_the_safe_side():
    found = [
        complaint
        for asked in ASKED
        for complaint in complaints(asked, boundcalc.solve(asked.unknown, **asked.given))
    ]
    assert not found


@pytest.mark.parametrize(("share", "is_found"), [("0.999", True), ("1.001", False)])
def test_a_wrong_answer_of_either_side_is_complained_about(share, is_found):
    asked = Asked("mu", {"epsilon": "1", "delta": "1e-6"})
    ranking = boundcalc.solve("mu", **asked.given)
    changed = replace(ranking.best, value=ranking.best.value * Fraction(share))
    found = list(complaints(asked, replace(ranking, answers=(changed,))))

    assert len(found) == 1
    assert ("not tight" in found[0]) == is_found


def test_a_route_to_privacy_does_not_leave_the_budget_unused():
    ranking = boundcalc.solve("epsilon", sigma="0.01", n=100000, B=10, delta="1e-6")

    assert all("Thresholdout" in item.theorem.algorithm.name for item in ranking.answers)


def test_answers_that_may_fail_are_composed_optimally_too():
    ranking = boundcalc.solve("epsilon", epsilon_0="0.1", k=20, delta="1e-6", delta_0="1e-9")
    first = ranking.best

    assert first.theorem.id == "murtagh-vadhan/optimal.approximate"
    value = mp.mpf(first.value_text)

    def failure(epsilon):
        held = (1 - mp.mpf("1e-9")) ** 20
        return 1 - held * (1 - composed_delta(20, mp.mpf("0.1"), epsilon))

    with mp.workdps(60):
        assert failure(value) <= mp.mpf("1e-6") < failure(value - mp.mpf("1e-9"))


def test_what_is_proved_to_be_best_leads_where_noises_differ():
    first = boundcalc.solve("sigma", epsilon=1, delta="1e-6", k=1000, n=10000).best

    assert first.theorem.id == GAUSSIAN
    assert first.optimality.is_plain


@pytest.mark.slow
@pytest.mark.parametrize(("m", "epsilon_0"), [(1, "0.1"), (10, "0.1"), (3, "0.9")])
def test_no_failure_is_left_at_the_epsilon_of_basic_composition(m, epsilon_0):
    epsilon = m * Fraction(epsilon_0)

    best = boundcalc.solve("delta", m=m, epsilon=str(epsilon), epsilon_0=epsilon_0).best

    assert (best.theorem.id, best.value) == ("murtagh-vadhan/optimal", 0)
    assert str(best.guarantee).endswith(f"{float(epsilon):g}-differentially private")


# --- how much work an answer takes ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("unknown", "given"),
    [
        ("sigma", {"Delta": 1, "epsilon": 1, "delta": "1e-6"}),
        ("sigma", {"Delta": 1, "epsilon": "1e-4", "delta": "1e-300"}),
        ("epsilon", {"Delta": 1, "sigma": 4, "delta": "1e-6"}),  # e^epsilon overflows far out
        ("epsilon", {"Delta": 1, "sigma": 400000, "delta": "1e-300"}),
        ("Delta", {"sigma": 4, "epsilon": 1, "delta": "1e-6"}),
    ],
)
def test_normal_noise_is_decided_on_its_whole_domain_at_few_points(unknown, given, monkeypatch):
    looked = []
    truth, shape = Compiled.truth, Compiled.shape
    monkeypatch.setattr(Compiled, "truth", lambda *args: looked.append(1) or truth(*args))
    cells = []
    monkeypatch.setattr(
        Compiled, "shape", lambda *args, **more: cells.append(1) or shape(*args, **more)
    )
    answer = boundcalc.theorem("balle-wang/thm-8").solve(**given, **{unknown: None})

    assert answer.beyond in (Beyond.ALL, Beyond.MOST)
    assert len(cells) <= 2
    assert len(looked) <= 60
