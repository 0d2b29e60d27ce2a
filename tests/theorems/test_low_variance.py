"""Queries of small mean or variance: answers against formulas and laws computed anew."""

import random
from fractions import Fraction
from math import comb, floor

import pytest

import boundcalc
from boundcalc.language import Role
from boundcalc.library import load_library
from boundcalc.routes.search import find_routes, fitting_routes
from boundcalc_theorems import theorems_of
from boundcalc_theorems.generalization import low_variance
from tests.asking import solve_route
from tests.mp_evaluate import evaluate, mp
from tests.theorems.values import exp, ln, m_, sqrt

IDS = {theorem.id.removeprefix("low-variance/"): theorem for theorem in theorems_of(low_variance)}
START = "route/shortfall-of-normal-noise.centred-Gaussian-noise.gap-from-a-centre"
SMALL_MEANS = f"{START}-with-small-means.centred-transfer"
SMALL_VARIANCES = f"{START}-with-small-variances.centred-transfer"
FAIR = f"{START}.centred-transfer"


def divergence(p, t):
    """The divergence of p + t from p, as an integral, which shares no formula with the records."""
    return mp.quad(lambda x: (p + t - x) / (x * (1 - x)), [p, p + t])


def bernstein(v, t):
    return 3 * t * t / (6 * v + 2 * t)


def random_values(seed):
    rng = random.Random(seed)
    tau = Fraction(rng.randrange(5, 300), 1000)
    return {
        "tau": tau,
        "beta": Fraction(1, rng.randrange(4, 10**6)),
        "mean_bound": Fraction(rng.randrange(1, floor(499 * (1 - tau))), 1000),
        "variance_bound": Fraction(rng.randrange(1, 251), 1000),
        "m": rng.randrange(1, 10**6),
        "B": 3,
    }


def as_mp(value):
    return mp.mpf(Fraction(value).numerator) / Fraction(value).denominator


def used(theorem, values):
    return {name: value for name, value in values.items() if name in theorem.names}


# --- one theorem ---------------------------------------------------------------------------------


@pytest.mark.few(14)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("id", "rate"),
    [
        ("chernoff", "mean_bound"),
        ("bernstein", "variance_bound"),
        ("chernoff.non-adaptive", "mean_bound"),
        ("bernstein.non-adaptive", "variance_bound"),
        ("chernoff.splitting", "mean_bound"),
        ("bernstein.splitting", "variance_bound"),
        ("reusable-holdout.mean", "mean_bound"),
        ("reusable-holdout.variance", "variance_bound"),
    ],
)
def test_the_sample_size_is_that_of_the_inequality(id, rate, seed):
    values = random_values(seed)
    answer = boundcalc.theorem(f"low-variance/{id}").solve(n=None, **used(IDS[id], values))
    tau, beta, bound = (as_mp(values[name]) for name in ("tau", "beta", rate))
    m, budget = values["m"], values["B"]
    queries, parts = (1, 1) if "." not in id else (m, m if "splitting" in id else 1)
    if "holdout" in id:
        cells = int(mp.ceil(2 / (3 * tau)))
        queries, tau = sum(comb(m, j + 1) * cells**j for j in range(budget)), tau / 4
    one = divergence(bound, tau) if rate == "mean_bound" else bernstein(bound, tau)

    assert answer.certified
    assert answer.value == parts * int(mp.ceil(ln(2 * queries / beta) / one))
    assert answer.neighbour is not None


@pytest.mark.parametrize("name", ["mean", "variance"])
def test_a_short_description_costs_its_bits(name):
    theorem = IDS[f"description-length.{name}"]
    bound, tau, bits, n = m_("0.08"), m_("0.06"), 40, 5000
    given = {"n": n, "bits": bits, "tau": "0.06", "mean_bound": "0.08"}
    if name == "variance":
        given["variance_bound"] = given.pop("mean_bound")
    one = divergence(bound, tau) if name == "mean" else bernstein(bound, tau)
    values = {key: m_(str(value)) for key, value in given.items()}

    found = evaluate(theorem.conclusion.expression("beta"), values)
    assert mp.almosteq(found, 2**41 * exp(-n * one), mp.mpf(10) ** -12)


def test_max_information_costs_its_bits_and_its_approximation():
    theorem = IDS["max-information.mean"]
    values = {"n": m_("5000"), "k": m_("3.5"), "beta": m_("0.001"), "tau": m_("0.05")}
    found = evaluate(theorem.conclusion.expression("beta"), {**values, "mean_bound": m_("0.1")})
    expected = 2 * mp.mpf(2) ** m_("3.5") * exp(-5000 * divergence(m_("0.1"), m_("0.05")))

    assert mp.almosteq(found, expected + m_("0.001"), mp.mpf(10) ** -12)


def test_a_small_mean_needs_no_more_than_hoeffding_and_far_less_where_it_is_small():
    sizes = {
        p: boundcalc.theorem("low-variance/chernoff").solve(
            n=None, tau="0.02", beta="0.05", mean_bound=p
        )
        for p in ("0.05", "0.1", "0.49")
    }
    plain = boundcalc.theorem("adaptive-queries/hoeffding").solve(n=None, tau="0.02", beta="0.05")

    assert [answer.value for answer in sizes.values()] == [980, 1755, 4611]
    assert plain.value == 4612
    with pytest.raises(boundcalc.NoSolutionError, match=r"2 \* mean_bound \+ tau <= 1"):
        boundcalc.theorem("low-variance/chernoff").solve(
            n=None, tau="0.03", beta="0.05", mean_bound="0.49"
        )


def test_the_premise_about_the_population_is_named():
    for theorem in theorems_of(low_variance):
        assert any("under the law of the records every query" in text for text in theorem.accepts)


# --- centred transfer ----------------------------------------------------------------------------


def accuracy(values, deviation, beta, m, n):
    """What the noise and the gap add up to, by integrals over the normal law."""
    z, mu, lower, margin = (values[name] for name in ("z", "mu_c", "z_1", "tail_margin"))
    sigma = sqrt(m) / (2 * n * mu)
    excess = mp.quad(lambda x: (x - z) * mp.npdf(x), [z, z + 4, z + 12])
    upper = lower + mu + margin
    theta = sqrt(mp.expm1(mu * margin))
    ends = exp(-mu * lower - mu**2 / 2) + exp(mu * upper - mu**2 / 2)
    price = (ends - 2) / (4 * theta)

    def weighted(x):
        ratio = exp(mu * x - mu**2 / 2)
        return (theta + (ratio - 1) ** 2 / theta - 4 * price * ratio) * mp.npdf(x)

    tails = mp.quad(weighted, [-lower - 14, -lower]) + mp.quad(weighted, [upper, upper + 14])
    return sigma * (z + 2 * m * excess / beta) + 2 * deviation * (price + tails / (4 * beta))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "name", "bound", "deviation"),
    [
        (SMALL_MEANS, "mean_bound", "0.05", "0.0475"),
        (SMALL_VARIANCES, "variance_bound", "0.01", "0.01"),
        (SMALL_VARIANCES, "variance_bound", "0.25", "0.25"),
    ],
)
def test_noise_and_gap_add_up_at_the_answer(id, name, bound, deviation):
    routes = {route.theorem.id: route for route in find_routes(load_library().theorems)}
    given = {"tau": "0.1", "beta": "0.05", "k": 1000, name: bound}
    answer = solve_route(routes[id], "n", given)
    values = {key: m_(value) for key, value in answer.witness.items()}

    assert accuracy(values, sqrt(m_(deviation)), m_("0.05"), 1000, answer.value) <= m_("0.1")
    assert accuracy(values, sqrt(m_(deviation)), m_("0.05"), 1000, answer.value * 0.999) > m_("0.1")
    if bound == "0.25":  # no premise at all
        assert answer.value == 32164


@pytest.mark.slow
def test_a_question_with_a_small_mean_is_answered_by_what_uses_it_and_by_what_need_not():
    ranking = boundcalc.solve("n", tau="0.1", beta="0.05", k=1000, mean_bound="0.05")
    answers = {answer.theorem.id: answer for answer in ranking.answers}

    assert ranking.best.theorem.id == SMALL_MEANS
    assert ranking.best.value == 14324
    assert answers[FAIR].value == 32164
    assert answers[FAIR].ignored == ("mean_bound",)
    baselines = [answer for answer in ranking.answers if answer.theorem.role is not Role.THEOREM]
    assert {answer.theorem.id for answer in baselines} == {
        "low-variance/chernoff.splitting",
        "low-variance/chernoff.non-adaptive",
    }


def test_nobody_chooses_the_population():
    library = load_library().theorems
    premises = {"mean_bound", "variance_bound"}
    plain = fitting_routes(library, "n", ["tau", "beta", "k"])
    known = fitting_routes(library, "n", ["tau", "beta", "k"], ["mean_bound"])

    assert not any(premises & route.theorem.names.keys() for route in plain)
    extra = {route.theorem.id for route in known} - {route.theorem.id for route in plain}
    assert extra == {SMALL_MEANS, "route/rounded-answers.description-length-with-small-means"}
    for route in find_routes(library):
        found = [symbol for symbol in route.theorem.parameters if symbol.name in premises]
        assert not any(symbol.is_chosen for symbol in found)


@pytest.mark.slow
def test_the_reusable_holdout_uses_what_is_known_of_the_population():
    ranking = boundcalc.solve("n", tau="0.1", beta="0.05", B=10, m=1000, mean_bound="0.05")

    assert ranking.best.theorem.id == "low-variance/reusable-holdout.mean"
    assert ranking.best.value == 13086


def test_the_greatest_variance_is_asked_for():
    theorem = boundcalc.theorem("low-variance/bernstein")
    answer = theorem.solve(variance_bound=None, n=200, tau="0.1", beta="0.05")

    assert answer.direction.value == "greatest"
    assert 2 * exp(-200 * bernstein(m_(answer.value_text), m_("0.1"))) <= m_("0.05")
    every = theorem.solve(variance_bound=None, n=10**4, tau="0.1", beta="0.05")
    assert every.value == Fraction(1, 4)
