"""Routes: which there are, that each of their theorems holds, and that the choices are the best."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

import boundcalc
from boundcalc.cards.answer_words import optimality_text
from boundcalc.language import (
    DifferentialPrivacy,
    GaussianNoise,
    PopulationAccuracy,
    Source,
    Theorem,
)
from boundcalc.optimization.optimum import Optimizer
from boundcalc.routes.composition import IncompatibleError, Tree, compose
from boundcalc.routes.rechecking import failures, obligations
from boundcalc.routes.search import Route, find_routes, fitting_routes, routes_left_aside
from boundcalc_theorems import load_theorems
from tests.asking import library_routes, solve_route
from tests.mp_evaluate import evaluate, mp, number

LIBRARY = {theorem.id: theorem for theorem in load_theorems()}
ROUTES = library_routes()
STABLE = "route/Gaussian-noise.exact-exchange.posterior-stability"
TWO_SIDED = "route/Gaussian-noise.exact-exchange.two-sided-posterior-stability"
CENTRED = (
    "route/shortfall-of-normal-noise.centred-Gaussian-noise.gap-from-a-centre.centred-transfer"
)
INFORMATION = "route/Gaussian-noise.mutual-information-of-Gaussian-privacy.squared-error"
ROUNDING = "route/rounded-answers.description-length"
BASSILY = "route/Gaussian-noise.exact-exchange.Bassily-et-al"
ASKED = {"tau": "0.1", "beta": "0.05", "k": 1000}


def tree(id, *branches):
    theorem = LIBRARY[id]
    return Tree(theorem, branches or tuple(None for _ in theorem.premises))


@cache
def ranking():
    return boundcalc.solve("n", **ASKED)


def point_of(route, answer):
    parameters = {symbol.name for symbol in route.theorem.parameters}
    chosen = {name: value for name, value in answer.witness.items() if name in parameters}
    return {**answer.given, **chosen, answer.unknown.name: Fraction(answer.value)}


# --- the ranking ---------------------------------------------------------------------------------


def test_a_question_about_adaptive_answers_is_answered_by_routes_beside_the_baselines():
    values = {answer.theorem.id: answer.value for answer in ranking().answers}

    assert len(ranking().groups) == 1
    assert values["baselines/splitting"] == 530000
    assert values["baselines/non-adaptive"] == 530
    assert values[STABLE] == 182225
    assert values[INFORMATION] == 141572
    assert values[ROUNDING] == 240803
    assert values[TWO_SIDED] == 53573
    assert values[CENTRED] == 32164
    assert ranking().best.theorem.id == CENTRED
    assert ranking().best_published.theorem.id == INFORMATION


def test_an_answer_names_the_theorems_of_its_route_in_order():
    answer = next(answer for answer in ranking().answers if answer.theorem.id == STABLE)

    assert answer.to_dict()["route"] == [
        "answers/gaussian-accuracy",
        "answers/gaussian-privacy",
        "dong-roth-su/exchange",
        "jung-et-al/transfer.at-best",
    ]
    assert any("normal noise" in sentence for sentence in answer.accepts)


def test_a_route_whose_best_choice_is_an_open_end_is_answered_beside_it():
    """Nearly all of beta goes to the sample: the best share is all of it, which no route allows."""
    values = {answer.theorem.id: answer.value for answer in ranking().answers}

    assert values["route/Laplace-noise.basic-composition.pure-privacy-generalizes"] <= 3961396


@pytest.mark.slow
def test_routes_answer_where_a_budget_is_given_and_say_that_they_do_not_use_it():
    found = boundcalc.solve("n", tau=0.1, beta=0.05, B=10, m=1000)
    routes = [answer for answer in found.answers if answer.theorem.id.startswith("route/")]
    values = {answer.theorem.id: answer.value for answer in found.answers}

    assert found.best.theorem.id == CENTRED
    assert routes
    assert all("B" in answer.ignored for answer in routes)
    assert values["counting/reusable-holdout"] == 60106
    assert values["adaptive-queries/thm-3.3"] == 17341106


@pytest.mark.slow
@pytest.mark.parametrize(("m", "least"), [(100_000, 96982), (10**9, 170665)])
def test_counting_leads_where_few_of_many_answers_are_released(m, least):
    found = boundcalc.solve("n", tau=0.1, beta=0.05, B=10, m=m)

    assert (found.best.theorem.id, found.best.value) == ("counting/reusable-holdout", least)


@pytest.mark.slow
@pytest.mark.parametrize("k", [10, 100_000])
def test_the_ranking_changes_with_the_number_of_queries(k):
    """Rounding is linear in k and noise grows like its root."""
    found = boundcalc.solve("n", tau="0.1", beta="0.05", k=k)
    values = {answer.theorem.id: answer.value for answer in found.answers}

    assert (values[ROUNDING] < values[STABLE]) == (k == 10)


@pytest.mark.parametrize("cells", [43, 44])
def test_a_route_whose_only_free_parameter_is_pinned_is_solved(cells):
    bits = 1000 * mp.log(cells) - mp.log(cells - 1) + mp.log(40)
    least_size = bits / (2 * (mp.mpf("0.1") - 1 / mp.mpf(2 * cells)) ** 2)

    answer = solve_route(ROUTES[ROUNDING], "n", {**ASKED, "cells": cells})

    assert answer.value == int(mp.ceil(least_size))


@pytest.mark.slow
def test_a_route_whose_only_free_parameter_is_pinned_too_low_is_refused():
    with pytest.raises(boundcalc.BoundError, match=ROUNDING):
        solve_route(ROUTES[ROUNDING], "n", {**ASKED, "cells": 5})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "given"),
    [
        (
            "route/Laplace-noise.basic-composition.Bassily-et-al-smaller-constant",
            {"k": 10, "beta_1": "0.05"},
        ),
        (BASSILY, {"tau": "1e-40"}),
    ],
)
def test_values_that_no_choice_in_reach_allows_are_a_refusal(id, given):
    with pytest.raises(
        boundcalc.UndecidedError, match=r"no n that works was found|no certified value of"
    ):
        solve_route(ROUTES[id], "n", {**ASKED, **given})


@pytest.mark.slow
def test_a_descent_that_is_lost_gives_way_only_to_what_is_better():
    """In signed logarithms it ends at 2e52 here, where a check of a theorem fails."""
    answer = solve_route(ROUTES[BASSILY], "n", {**ASKED, "tau": "1e-20"})

    assert answer.value < 10**45
    assert all(check.holds for check in answer.checks)


@pytest.mark.slow
def test_where_doubles_are_deceived_at_the_best_place_another_descent_is_certified(monkeypatch):
    """Which place they take for the best depends on the order in which a machine adds."""
    best, plain = Optimizer.best, solve_route(ROUTES[BASSILY], "n", ASKED)

    def deceived(self, **options):
        found = best(self, **options)
        point = found.point + 9
        point[-1] = found.point[-1] - 1
        return replace(found, point=point, everywhere=None, others=(found,))

    monkeypatch.setattr(Optimizer, "best", deceived)

    assert solve_route(ROUTES[BASSILY], "n", ASKED).value == plain.value


@pytest.mark.slow
def test_only_what_fails_at_the_next_value_is_called_least():
    near = solve_route(ROUTES[ROUNDING], "tau", {"n": 2402, "beta": "0.05", "k": 10})
    assert "a value that suffices" in str(near)
    assert "no smaller tau works, to within 1e-06 of it" in optimality_text(near)

    size = solve_route(ROUTES[ROUNDING], "n", {"tau": "0.1", "beta": "1e-300", "k": 10})
    assert size.neighbour.value == size.value - 1
    assert "the least value that suffices" in str(size)
    assert "to within" not in str(size)


# --- soundness -----------------------------------------------------------------------------------


def test_each_theorem_of_each_route_holds_at_its_answer_at_fifty_digits():
    for answer in ranking().answers:
        if answer.theorem.id in ROUTES:
            route = ROUTES[answer.theorem.id]
            point = point_of(route, answer)
            for label, relation in obligations(route):
                left, right = (
                    evaluate(route.theorem.expand(side), point)
                    for side in (relation.left, relation.right)
                )
                margin = right - left if relation.sense.value in ("<=", "<") else left - right
                if relation.sense.value == "=":
                    margin = -abs(margin)
                assert margin >= -(mp.mpf(10) ** -45), f"{answer.theorem.id}: {label}: {relation}"


def test_one_record_less_fails_at_the_same_choices():
    for answer in ranking().answers:
        if answer.theorem.id in ROUTES:
            route = ROUTES[answer.theorem.id]
            point = {**point_of(route, answer), "n": Fraction(answer.value - 1)}
            relations = [*route.theorem.hypotheses, *(t.relation for t in route.theorem.targets)]
            assert any(not _holds(route, relation, point) for relation in relations)


def _holds(route, relation, point):
    left, right = (
        evaluate(route.theorem.expand(side), point) for side in (relation.left, relation.right)
    )
    return left <= right if relation.sense.value in ("<=", "<") else left >= right


def test_a_theorem_about_pure_privacy_is_not_fed_with_approximate_privacy():
    for route in ROUTES.values():
        if {"adaptive-queries/cor-2.3.1", "max-information/thm-1.4.2"} & set(route.ids):
            assert "dwork-roth/thm-3.16" in route.ids

    exact = tree("dong-roth-su/exchange", tree("answers/gaussian-privacy"))
    with pytest.raises(IncompatibleError):
        compose(tree("adaptive-queries/cor-2.3.1", exact), "route/x", "x")


def test_the_replay_notices_a_step_that_does_not_follow():
    answer = next(answer for answer in ranking().answers if answer.theorem.id == STABLE)
    route = ROUTES[STABLE]
    point = point_of(route, answer)
    forged = replace(
        route,
        instances=tuple(
            replace(instance, values={**instance.values, "mu": 2 * instance.values["mu"]})
            if instance.theorem.id == "dong-roth-su/exchange"
            else instance
            for instance in route.instances
        ),
    )

    assert not list(failures(route, point))
    assert list(failures(forged, point))


def test_all_leaves_of_a_route_are_one_mechanism():
    for route in ROUTES.values():
        assert len(list(route.theorem.premises)) == 1


def test_a_cycle_of_theorems_ends():
    privacy = LIBRARY["adaptive-queries/lem-3.1"]
    circle = replace(privacy, id="test/circle", link="circle")

    found = find_routes((*load_theorems(), circle))

    assert [route.theorem.id for route in found] == list(ROUTES)


def test_symbols_of_two_theorems_with_one_name_are_kept_apart():
    route = ROUTES[
        "route/Laplace-noise.basic-composition.max-information-product-inputs."
        "bounded-max-information-generalizes"
    ]
    names = [symbol.name for symbol in route.theorem.parameters]

    assert len(names) == len(set(names))
    assert "k" not in names  # the other name of m, the number of queries


def test_a_premise_that_no_theorem_gives_makes_no_route():
    lonely = Theorem(
        id="test/lonely",
        title="From nothing",
        parameters=[LIBRARY["jung-et-al/transfer"].parameters[0]],
        premises=[GaussianNoise(sigma=1), DifferentialPrivacy(epsilon=1, delta=1)],
        conclusion=PopulationAccuracy(
            tau=LIBRARY["jung-et-al/transfer"].parameters[0], beta=Fraction(1, 2)
        ),
        source=Source(key="jung_et_al_2020", locator="none"),
        link="lonely",
    )

    assert not find_routes((lonely,))


# --- the best choices ----------------------------------------------------------------------------


def least(function, start, digits=40):
    """Return the minimum of a smooth function by Newton's method on its gradient."""
    with mp.workdps(2 * digits):
        size = len(start)
        x = [number(value) for value in start]
        h = mp.mpf(10) ** (-digits // 2)

        def shifted(*moves):
            y = list(x)
            for place, sign in moves:
                y[place] += sign * h * x[place]
            return function(*y)

        for _ in range(40):
            centre = function(*x)
            gradient = mp.matrix(size, 1)
            hessian = mp.matrix(size, size)
            for i in range(size):
                up, down = shifted((i, 1)), shifted((i, -1))
                gradient[i] = (up - down) / (2 * h)
                hessian[i, i] = (up - 2 * centre + down) / h**2
                for j in range(i):
                    mixed = shifted((i, 1), (j, 1)) - shifted((i, 1), (j, -1))
                    mixed -= shifted((i, -1), (j, 1)) - shifted((i, -1), (j, -1))
                    hessian[i, j] = hessian[j, i] = mixed / (4 * h**2)
            step = mp.lu_solve(hessian, gradient)
            x = [value * (1 - change) for value, change in zip(x, step, strict=True)]
            if mp.norm(step) < mp.mpf(10) ** -(digits - 5):
                break
        return function(*x)


def exact_delta(epsilon, mu):
    return mp.ncdf(mu / 2 - epsilon / mu) - mp.exp(epsilon) * mp.ncdf(-mu / 2 - epsilon / mu)


def stable_tau(epsilon, mu, z, n, k, beta, *, is_two_sided):
    delta, failing = exact_delta(epsilon, mu), k * mp.erfc(z / mp.sqrt(2))
    privacy = mp.tanh(epsilon / 4) if is_two_sided else mp.expm1(epsilon)
    delta = 2 * delta / (mp.exp(epsilon / 2) + 1) if is_two_sided else delta
    slack = (mp.sqrt(failing) + mp.sqrt(2 * delta)) ** 2 / beta
    return z * mp.sqrt(k) / (n * mu) + privacy + slack


def information_tau(share, mu, z, n, k, beta):
    left = beta - k * mp.erfc(z / mp.sqrt(2))
    gap = (mu**2 * n - mp.log(1 - share)) / (4 * n * share * left)
    return mp.sqrt(gap) + z * mp.sqrt(k) / (n * mu)


@pytest.mark.parametrize(("id", "is_two_sided"), [(STABLE, False), (TWO_SIDED, True)])
@pytest.mark.parametrize(("n", "k"), [(150_000, 1000), (40_000, 100)])
def test_the_accuracy_of_posterior_stability_is_the_minimum_to_ten_digits(id, is_two_sided, n, k):
    beta = mp.mpf("0.05")
    answer = solve_route(ROUTES[id], "tau", {"n": n, "k": k, "beta": "0.05"})
    start = [answer.witness[name] for name in ("epsilon", "mu", "z")]
    best = least(
        lambda epsilon, mu, z: stable_tau(epsilon, mu, z, n, k, beta, is_two_sided=is_two_sided),
        start,
    )

    assert abs(evaluate_fraction(answer.value) / best - 1) < mp.mpf(10) ** -10


@pytest.mark.parametrize(("n", "k"), [(150_000, 1000), (60_000, 100)])
def test_the_accuracy_through_mutual_information_is_the_minimum_to_ten_digits(n, k):
    answer = solve_route(ROUTES[INFORMATION], "tau", {"n": n, "k": k, "beta": "0.05"})
    start = [answer.witness[name] for name in ("share", "mu", "z")]
    best = least(lambda share, mu, z: information_tau(share, mu, z, n, k, mp.mpf("0.05")), start)

    assert abs(evaluate_fraction(answer.value) / best - 1) < mp.mpf(10) ** -10


def monitor_size(epsilon, share, mu, z, k, datasets):
    beta, tau = mp.mpf("0.05"), mp.mpf("0.1")
    missed = 1 - (1 - beta + k * mp.erfc(z / mp.sqrt(2))) ** datasets
    grown = mp.exp((epsilon + share) / 2)
    gap = (grown - 1 + 2 * datasets * exact_delta(epsilon, mu)) / (grown + 1)
    choice = mp.lambertw((2 * datasets - 1) / mp.e).real
    noise = 2 * choice / (share * missed) + z * mp.sqrt(k) / mu
    return noise / (tau - gap / missed)


@pytest.mark.few(2)
@pytest.mark.parametrize(("k", "size"), [(10, 6801), (1000, 55314), (100_000, 570126)])
def test_the_size_through_monitor_is_the_least_of_all(k, size):
    """At the number of datasets that was found, and no less at the next ones; it is no link yet."""
    privacy = tree("lecture-18/thm-0.2.gaussian", tree("answers/gaussian-privacy"))
    monitor = tree("answers/population", privacy, tree("answers/gaussian-accuracy"))
    route = Route(monitor, *compose(monitor, "route/monitor", "Monitor"))
    answer = solve_route(route, "n", {**ASKED, "k": k})
    start = [answer.witness[name] for name in ("epsilon", "epsilon_prime", "mu", "z")]
    datasets = int(answer.witness["datasets"])
    best, fewer, more = (
        least(lambda *point, T=count: monitor_size(*point, k, T), start, digits=20)
        for count in (datasets, datasets - 1, datasets + 1)
    )

    assert answer.value == size == mp.ceil(best)
    assert best < min(fewer, more)


def evaluate_fraction(value):
    return mp.mpf(value.numerator) / value.denominator


def bassily_tau(epsilon, z, n, k, beta, factor, mu):
    """With the greatest mu that delta allows: where two constraints press beside each other."""
    left = beta - k * mp.erfc(z / mp.sqrt(2))
    delta = min(epsilon / 16, epsilon * left / 4)
    greatest = mp.findroot(lambda at: mp.log(exact_delta(epsilon, at) / delta), mu)
    return factor * epsilon + z * mp.sqrt(k) / (n * greatest)


@pytest.mark.few(2)
@pytest.mark.parametrize(("id", "factor"), [(BASSILY, 6), (f"{BASSILY}-smaller-constant", "1.45")])
@pytest.mark.parametrize(("n", "k"), [(300_000, 1000), (4_000_000, 20_000)])
def test_the_accuracy_where_two_constraints_press_is_the_minimum_to_ten_digits(id, factor, n, k):
    beta = mp.mpf("0.05")
    answer = solve_route(ROUTES[id], "tau", {"n": n, "k": k, "beta": "0.05"})
    start = [answer.witness[name] for name in ("epsilon", "z")]
    near = number(answer.witness["mu"])
    best = least(
        lambda epsilon, z: bassily_tau(epsilon, z, n, k, beta, mp.mpf(factor), near), start
    )

    assert abs(evaluate_fraction(answer.value) / best - 1) < mp.mpf(10) ** -10


@pytest.mark.slow
@pytest.mark.parametrize("k", [30, 1000])
def test_the_size_in_a_corner_is_the_minimum_to_ten_digits(k):
    """Half of tau for the noise, half for the privacy, whose failures are beyond all counting."""
    id = "route/Laplace-noise.basic-composition.pure-privacy-generalizes"
    size = solve_route(ROUTES[id], "n", {"tau": "0.1", "beta": "0.05", "k": k}).value
    best = 4 * k * mp.log(20 * k) / mp.mpf("0.01")
    assert size == int(mp.ceil(best))

    tau = solve_route(ROUTES[id], "tau", {"n": 10**6 * k, "beta": "0.05", "k": k}).value
    best = mp.sqrt(4 * k * mp.log(20 * k) / mp.mpf(10**6 * k))
    assert abs(evaluate_fraction(tau) / best - 1) < mp.mpf(10) ** -10


@pytest.mark.parametrize(("n", "k"), [(10**4, 10), (10**6, 1000)])
def test_the_accuracy_through_pure_privacy_is_the_minimum_to_ten_digits(n, k):
    """A quarter of epsilon for the privacy, and what a fixed query costs besides."""
    id = "route/Laplace-noise.basic-composition.pure-privacy-generalizes-smaller-factor"
    answer = solve_route(ROUTES[id], "tau", {"n": n, "beta": "0.05", "k": k})
    beta = mp.mpf("0.05")

    def tau(epsilon, left):
        noise = k * mp.log(k / (beta - left)) / (n * epsilon)
        return noise + epsilon / 4 + mp.sqrt(mp.log(2 / left) / (2 * n))

    epsilon = k * evaluate_fraction(Fraction(answer.witness["epsilon_0"]))
    best = least(tau, [epsilon, beta - evaluate_fraction(Fraction(answer.witness["beta_s"]))])
    assert abs(evaluate_fraction(answer.value) / best - 1) < mp.mpf(10) ** -10


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("id", "given"),
    [
        (STABLE, {"n": 100_000, "tau": "0.1", "beta": "0.05"}),
        (ROUNDING, {"n": 100_000, "tau": "0.3", "beta": "1e-6"}),
        (BASSILY, {"n": 10_000_000, "tau": "0.1", "beta": "0.2"}),
        (
            "route/Laplace-noise.basic-composition.pure-privacy-generalizes",
            {"n": 100_000, "tau": "0.1", "beta": "0.05"},
        ),
    ],
)
def test_the_greatest_number_of_queries_is_that_which_the_records_suffice_for(id, given):
    most = solve_route(ROUTES[id], "k", given).value
    asked = {"tau": given["tau"], "beta": given["beta"]}

    assert solve_route(ROUTES[id], "n", {**asked, "k": most}).value <= given["n"]
    assert solve_route(ROUTES[id], "n", {**asked, "k": most + 1}).value > given["n"]


@pytest.mark.few(2)
@pytest.mark.parametrize("id", [STABLE, TWO_SIDED, INFORMATION])
def test_the_least_failure_is_that_at_which_the_accuracy_is_what_was_given(id):
    least_failure = solve_route(ROUTES[id], "beta", {"n": 400_000, "tau": "0.1", "k": 1000}).value
    back = solve_route(ROUTES[id], "tau", {"n": 400_000, "beta": least_failure, "k": 1000})

    assert float(back.value) == pytest.approx(0.1, rel=1e-9)


def test_the_number_of_cells_is_the_best_of_all():
    (answer,) = (answer for answer in ranking().answers if answer.theorem.id == ROUNDING)

    def size(r):
        bits = 1000 * mp.log(r) - mp.log(r - 1)
        return (bits + mp.log(40)) / (2 * (mp.mpf("0.1") - 1 / mp.mpf(2 * r)) ** 2)

    assert answer.value == min(int(mp.ceil(size(r))) for r in range(6, 400))


@pytest.mark.slow
def test_a_route_with_several_binding_constraints_is_the_best_of_a_fine_grid():
    """At each epsilon and z the greatest mu is best; the grid reaches to a part in 10^4."""
    (answer,) = (answer for answer in ranking().answers if answer.theorem.id == BASSILY)

    def greatest_mu(epsilon, delta):
        low, high = mp.mpf(10) ** -6, mp.mpf(1)
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if exact_delta(epsilon, middle) <= delta else (low, middle)
        return low

    def size(epsilon, z):
        left = mp.mpf("0.05") - 1000 * mp.erfc(z / mp.sqrt(2))
        mu = greatest_mu(epsilon, min(epsilon / 16, epsilon * left / 4))
        noise = z * mp.sqrt(1000) / (mu * (mp.mpf("0.1") - 6 * epsilon))
        return max(12 / epsilon**2, 8 * mp.log(1 / left) / epsilon**2, noise)

    with mp.workdps(20):
        epsilons = [mp.mpf(i) / 12000 for i in range(90, 112, 2)]
        best = min(size(e, 4 + mp.mpf(j) / 50) for e in epsilons for j in range(15, 30))
    assert answer.value <= best * (1 + mp.mpf(10) ** -6)
    assert answer.value >= best * (1 - mp.mpf(10) ** -4)


# --- wrong use -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"tau": 0.1, "beta": 0.05, "k": 0}, "must lie in the integers >= 1"),
        ({"tau": 1, "beta": 0.05, "k": 10}, "tau .* must lie in"),
        ({"tau": 0.1, "beta": 1.5, "k": 10}, "beta .* must lie in"),
        ({"tau": 0.1, "beta": 0.05, "k": 10, "m": 20}, "given twice, as k and as m"),
        ({"tau": 0.1, "beta": 0.05, "k": 10, "unheard": 1}, "no theorem has a quantity"),
    ],
)
def test_wrong_questions_are_explained(given, message):
    with pytest.raises(boundcalc.BoundError, match=message):
        boundcalc.solve("n", **given)


def test_pins_that_exclude_the_accuracy_are_an_error():
    with pytest.raises(boundcalc.BoundError):
        solve_route(ROUTES[STABLE], "n", {**ASKED, "epsilon": 1})


def test_a_choice_can_be_pinned():
    answer = solve_route(ROUTES[STABLE], "n", {**ASKED, "mu": "0.02"})

    assert 182225 <= answer.value < 183000


@pytest.mark.parametrize("pins", [(), ("beta_1",), ("epsilon",), ("epsilon", "beta_1"), ("cells",)])
def test_every_route_is_asked_or_left_aside_for_a_pin_that_it_lacks(pins):
    theorems = tuple(load_theorems())
    everywhere = fitting_routes(theorems, "n", ["tau", "beta", "k"])
    asked = {
        route.theorem.id for route in fitting_routes(theorems, "n", ["tau", "beta", "k", *pins])
    }
    aside = {
        route.theorem.id: lacked
        for route, lacked in routes_left_aside(theorems, "n", ["tau", "beta", "k", *pins])
    }

    assert asked.isdisjoint(aside)
    assert asked | aside.keys() == {route.theorem.id for route in everywhere}
    assert all({*lacked} <= {*pins} for lacked in aside.values())
