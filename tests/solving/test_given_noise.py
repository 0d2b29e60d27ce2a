"""Accuracy of adaptive answers where the size of the noise is given, or asked for."""

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

import boundcalc
from boundcalc.routes.search import ACCURACY_AT_NOISE, all_routes, find_routes
from boundcalc_theorems import load_theorems
from tests.asking import solve_route
from tests.mp_evaluate import mp
from tests.theorems.values import exp, ln, m_, sqrt

CENTRED = (
    "route/shortfall-of-normal-noise.given-centred-Gaussian-noise.gap-from-a-centre."
    "centred-transfer"
)
CHOSEN = "route/shortfall-of-normal-noise.centred-Gaussian-noise.gap-from-a-centre.centred-transfer"
SQUARED = "route/given-Gaussian-noise.mutual-information-of-Gaussian-privacy.squared-error"
PURE = "route/given-Laplace-noise.basic-composition.pure-privacy-generalizes"
GIVEN = {"n": 50000, "sigma": "0.02", "k": 1000, "beta": "0.05"}


@cache
def routes():
    return {route.theorem.id: route for route in find_routes(load_theorems(), ACCURACY_AT_NOISE)}


def squared_error(n, sigma, m, tau, share, z):
    """The failure at an accuracy, split as z and tau less z sigma, by the formulas in print."""
    gap, information = tau - z * sigma, m / (2 * n * sigma**2)
    second_moment = (information - ln(1 - share) / 2) / (2 * n * share)
    return m * mp.erfc(z / sqrt(2)) + second_moment / gap**2


def test_the_accuracy_at_given_noise_is_that_of_the_formulas():
    answer = solve_route(routes()[SQUARED], "tau", GIVEN)
    share, z = m_(answer.witness["share"]), m_(answer.witness["z"])
    tau = m_(answer.value_text)
    at = 50000, m_("0.02"), 1000

    assert squared_error(*at, tau, share, z) <= m_("0.05")
    assert squared_error(*at, tau * (1 - m_("1e-9")), share, z) > m_("0.05")
    best = min(  # the least accuracy over splits on a grid
        z_ * m_("0.02") + sqrt((25 - ln(1 - s) / 2) / (10**5 * s) / left)
        for s in (m_("0.3"), m_("0.5"), m_("0.7"), m_("0.9"), m_("0.97"))
        for z_ in (m_("3.9"), m_("4.1"), m_("4.2"), m_("4.3"), m_("4.5"), m_("5"))
        if (left := m_("0.05") - 1000 * mp.erfc(z_ / sqrt(2))) > 0
    )
    assert tau <= best <= tau * m_("1.01")


def test_the_best_noise_gives_the_accuracy_for_which_it_was_chosen():
    chosen = next(route for route in find_routes(load_theorems()) if route.theorem.id == CHOSEN)
    first = solve_route(chosen, "n", {"tau": "0.1", "beta": "0.05", "k": 1000})
    sigma = Fraction(f"{float(first.defined['sigma'].upper):.12g}")
    again = solve_route(
        routes()[CENTRED], "tau", {"n": first.value, "sigma": sigma, "k": 1000, "beta": "0.05"}
    )

    assert first.value == 32164
    assert Fraction("0.0999") < Fraction(again.value) <= Fraction("0.1")


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("unknown", "at", "direction"),
    [
        ("n", "0.1", "least"),
        ("beta", "0.12", "least"),
        ("k", "0.1", "greatest"),
        ("sigma", "0.3", "greatest"),
    ],
)
def test_each_quantity_follows_from_the_others(unknown, at, direction):
    given = {name: value for name, value in GIVEN.items() if name != unknown} | {"tau": at}
    route = routes()[CENTRED if unknown != "sigma" else SQUARED]
    answer = solve_route(route, unknown, given)
    del given["tau"]
    back = solve_route(route, "tau", {**given, unknown: Fraction(answer.value)})

    assert answer.direction.value == direction
    assert Fraction(at) * Fraction(99, 100) < Fraction(back.value) <= Fraction(at)


def test_laplace_noise_with_pure_privacy_has_a_closed_form():
    answer = solve_route(
        routes()[PURE], "tau", {"n": 10**6, "sigma": "0.001", "k": 50, "beta": "0.05"}
    )
    tau_1, beta_s = m_(answer.witness["tau_1"]), m_(answer.witness["beta_s"])

    assert tau_1 >= mp.mpf(50) / 1000  # epsilon is k/(n sigma)
    assert beta_s + 6 * exp(-(tau_1**2) * 10**6) <= m_("0.05")
    value = m_(answer.value_text)
    assert value * (1 - m_("1e-9")) <= tau_1 + ln(50 / beta_s) / 1000 <= value


@pytest.mark.slow
def test_a_question_with_its_noise_is_ranked_for_each_law_of_noise():
    ranking = boundcalc.solve("tau", **GIVEN)
    ours = [answer for answer in ranking.answers if not answer.is_baseline]
    kinds = {answer.reading for answer in ours}

    assert kinds == {
        "with sigma the scale of Laplace noise",
        "with sigma the standard deviation of normal noise",
    }
    normal = [answer.theorem.id for answer in ours if "normal" in answer.reading]
    assert normal[0] == CENTRED


@pytest.mark.slow
def test_noise_that_works_in_a_short_interval_alone_is_found():
    given = {"n": 50000, "tau": "0.1", "k": 1000, "beta": "0.05"}
    answer = solve_route(routes()[CENTRED], "sigma", given)

    assert answer.value_text == "0.0186974782154"


def test_a_question_about_noise_says_what_it_lacks():
    with pytest.raises(boundcalc.QuestionError, match=r"add n \(route/given"):
        boundcalc.solve("tau", sigma="0.02", k=1000, beta="0.05")
    with pytest.raises(boundcalc.QuestionError, match="have Delta = 1/n"):
        boundcalc.solve("sigma", k=100, epsilon=1, delta="1e-6")


def test_each_route_has_an_id_of_its_own():
    counts = Counter(route.theorem.id for route in all_routes(load_theorems()))

    assert set(counts.values()) == {1}
    assert all("sigma" in route.theorem.names for route in routes().values())


@pytest.mark.slow  # a search for the size, and two for the noise
@pytest.mark.parametrize("more", [0, 36])
def test_noise_is_found_at_the_size_that_suffices_with_it(more):
    """Large terms that nearly cancel hid it: at 32164 records, which suffice, none was found."""
    asked = {"k": 1000, "tau": "0.1", "beta": "0.05"}
    size = boundcalc.solve("n", theorem=CENTRED, sigma="0.011754228113138995", **asked).best

    found = boundcalc.solve("sigma", theorem=CENTRED, n=size.value + more, **asked).best

    assert found.certified
    assert found.value >= Fraction("0.011754228113138995")
