"""Descents: small quadratic programs, constraints and their slopes, and optima that are known."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.published import certified_size, posterior_formula
from boundcalc.language import POSITIVE, Symbol
from boundcalc.language.functions import exp, ln, sqrt
from boundcalc.optimization.direct_search import HOPELESS, Objective, best_point
from boundcalc.optimization.feasible_points import find_feasible_points
from boundcalc.optimization.log_residuals import LogResiduals
from boundcalc.optimization.optimum import Optimum, Shortfall, find_optimizer
from boundcalc.optimization.quadratic_programs import minimize_quadratic
from boundcalc.optimization.rounding import round_optimum
from boundcalc.optimization.sequential_quadratic import minimize_locally
from boundcalc.optimization.starts import find_starts, spread_points
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import read_problem
from boundcalc.problems.reduction import reduce_problem
from boundcalc.routes.solve import best_certified
from tests.asking import library_routes

X, Y, N = (Symbol(name, POSITIVE) for name in ("x", "y", "n"))
ROUTES = library_routes()
ENDS = np.array([-50.0, -50.0, -50.0]), np.array([50.0, 50.0, 50.0])
LEAST = np.array([0.0, 0.0, 1.0])


# --- quadratic programs --------------------------------------------------------------------------


@settings(max_examples=200)
@given(st.integers(0, 10**9))
def test_the_least_of_a_quadratic_satisfies_the_conditions_of_karush_kuhn_and_tucker(seed):
    generator = np.random.default_rng(seed)
    size, count = generator.integers(1, 6), generator.integers(0, 10)
    root = generator.normal(size=(size, size))
    hessian, slope = root @ root.T + 0.1 * np.eye(size), generator.normal(size=size)
    rows = generator.normal(size=(count, size))
    bounds = rows @ generator.normal(size=size) + generator.exponential(size=count)

    found = minimize_quadratic(np.linalg.inv(hessian), slope, rows, bounds)

    room = bounds - rows @ found.point
    assert (room >= -1e-9).all()
    assert (found.multipliers >= -1e-12).all()
    assert np.abs(found.multipliers * room).max(initial=0.0) < 1e-7
    assert np.abs(hessian @ found.point + slope + rows.T @ found.multipliers).max() < 1e-7


def test_constraints_that_exclude_each_other_have_no_least():
    rows, bounds = np.array([[1.0, 0.0], [-1.0, 0.0]]), np.array([-1.0, -1.0])

    assert minimize_quadratic(np.eye(2), np.zeros(2), rows, bounds) is None


# --- residuals -----------------------------------------------------------------------------------


def test_a_gap_is_the_logarithm_of_what_the_two_sides_come_to():
    constraints = LogResiduals([X - 2 <= N - Y, N > 0, X - Y >= 0], ("x", "y", "n"), {})
    residuals = constraints.at(np.log([3.0, 1.0, 5.0]))

    assert residuals.values[0] == pytest.approx(math.log(4 / 7))
    assert residuals.values[1] < -1e5
    assert residuals.values[2] == pytest.approx(math.log(1 / 3))
    assert residuals.slopes[0].tolist() == pytest.approx([3 / 4, 1 / 4, -5 / 7])


def test_gaps_over_many_points_are_those_at_each():
    relations = [sqrt(X) + exp(-Y) <= N, ln(X * N) / Y - 1 < 2]
    constraints = LogResiduals(relations, ("x", "y", "n"), {})
    points = spread_points(np.full(3, -2.0), np.full(3, 2.0), 40)
    found = constraints.worst_over({name: points[:, i] for i, name in enumerate(("x", "y", "n"))})

    for point, worst in zip(points, found, strict=True):
        residuals = constraints.at(point)
        assert (math.isinf(worst) and residuals is None) or worst == pytest.approx(residuals.worst)


def test_what_is_undefined_has_no_gap():
    constraints = LogResiduals([ln(X - Y) <= N], ("x", "y", "n"), {})

    assert constraints.at(np.log([1.0, 2.0, 3.0])) is None


def test_a_symbol_can_be_given_later():
    whole = LogResiduals([X * Y <= N + 1], ("x", "n"), {"y": 2.0})
    late = LogResiduals([X * Y <= N + 1], ("x", "n"), {}).bound({"y": 2.0})
    point = np.log([3.0, 4.0])

    assert whole.at(point).values == late.at(point).values
    assert whole.worst_over({"x": point[:1], "n": point[1:]}) == pytest.approx(
        late.worst_over({"x": point[:1], "n": point[1:]})
    )


# --- descents to known optima --------------------------------------------------------------------


@pytest.mark.parametrize("start", [(3.0, -2.0, 9.0), (-5.0, 4.0, 2.0), (0.0, 0.0, -3.0)])
@pytest.mark.parametrize(
    ("relations", "expected"),
    [
        ([X + Y + 4 / (X * Y) <= N], 3 * 4 ** (1 / 3)),  # inside, by the means
        ([X + 1 / X <= N, X >= 3, Y <= 1, Y >= 1], 10 / 3),  # in a corner
        ([X * X + Y * Y <= N, X + 2 * Y >= 5], 5.0),  # along one constraint
        ([N >= 3 - X, N >= X + 1, Y <= 2], 2.0),  # where two are equal
    ],
)
def test_a_descent_ends_where_the_unknown_is_least(relations, expected, start):
    constraints = LogResiduals(relations, ("x", "y", "n"), {})
    local = minimize_locally(constraints, LEAST, ENDS, np.array(start))

    assert math.exp(local.point[2]) == pytest.approx(expected, rel=1e-10)
    assert local.residuals.worst <= 1e-10
    assert local.stationarity_error < 1e-4


def test_a_descent_stays_where_sums_are_defined():
    """The best y is so close to 1 - x that steps of logarithms would leap over it."""
    relations = [X + Y < 1, N * (1 - X) >= 1, X >= 0.5, N >= ln(1 / (1 - X - Y)) / 10**6]
    constraints = LogResiduals(relations, ("x", "y", "n"), {})
    local = minimize_locally(constraints, LEAST, ENDS, np.log([0.7, 0.1, 9.0]))

    assert math.exp(local.point[2]) == pytest.approx(2.0, rel=1e-9)


def test_starts_satisfy_the_constraints_where_some_point_does():
    relations = [X >= 2 * Y, X <= 3 * Y, N >= X + 1 / Y]
    constraints = LogResiduals(relations, ("x", "y", "n"), {})
    starts = find_starts(constraints, ENDS, is_least=True, count=3)

    assert starts[0].is_good
    assert constraints.at(starts[0].point).worst <= 0
    assert [start.score for start in starts] == sorted(start.score for start in starts)


# --- where constraints hold ----------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(0.01, 100.0), min_size=3, max_size=3))
def test_the_shortfall_is_what_the_constraints_lack_at_best(numbers):
    """Of x <= a, y <= b, x y >= c the residuals are at best equal, a third of log(c / (a b))."""
    a, b, c = numbers
    constraints = LogResiduals([X <= a, Y <= b, X * Y >= c], ("x", "y"), {})
    ends = np.full(2, -50.0), np.full(2, 50.0)
    starts = [np.log([1.0, 1.0]), np.log([7.0, 0.2])]
    expected = math.log(c / (a * b)) / 3

    found = find_feasible_points(constraints, ends, starts)

    if expected > 1e-5:
        assert found.inside == ()
        assert found.shortfall == pytest.approx(expected, abs=1e-8)
    elif expected < -1e-5:
        assert found.shortfall is None
        assert all(constraints.at(point).worst < 0 for point in found.inside)
        assert found.inside


def test_descents_that_disagree_say_nothing_of_a_shortfall():
    constraints = LogResiduals([X >= 2, X <= 1], ("x",), {})
    ends = np.array([-50.0]), np.array([50.0])

    assert not find_feasible_points(constraints, ends, [np.array([0.0])]).is_known
    assert find_feasible_points(constraints, ends, np.array([[0.0], [1.0]])).shortfall is not None


# --- routes --------------------------------------------------------------------------------------

QUESTIONS = [
    *(("n", {"tau": t, "beta": b, "k": k}) for t, b, k in (("0.3", "0.2", 1), ("0.1", "1e-6", 10))),
    *(("n", {"tau": "0.02", "beta": "0.05", "k": k}) for k in (1000, 100_000)),
    ("tau", {"n": 100_000, "beta": "0.05", "k": 10}),
    ("tau", {"n": 10_000_000, "beta": "1e-6", "k": 1000}),
    ("k", {"n": 100_000, "tau": "0.1", "beta": "0.05"}),
    ("beta", {"n": 10_000_000, "tau": "0.1", "k": 100_000}),
    ("beta", {"n": 100_000, "tau": "0.1", "k": 1000}),  # few routes have an answer
]
POPULATION = {"mean_bound": "0.05", "variance_bound": "0.01"}  # for the routes that use it
# Every route with one question or two, and all with all among the slow tests.
PAIRS = [(id, QUESTIONS[place % len(QUESTIONS)]) for place, id in enumerate(ROUTES)]
ALL_PAIRS = [(id, question) for id in ROUTES for question in QUESTIONS]


# What a descent loses where it stops early: 2.4e-9 of a logarithm, which changes no number of k.
LOSSES = {("route/Laplace-noise.basic-composition.pure-privacy-generalizes", "k"): 1e-8}


def assert_nothing_is_lost(id, question):
    unknown, values = question
    known = ROUTES[id].theorem.quantities
    values = values | {name: value for name, value in POPULATION.items() if name in known}
    reduction = reduce_problem(read_problem(ROUTES[id].theorem, unknown, values))
    point, direction = best_point(reduction)
    promised = Objective(reduction, direction).value(point)
    optimum = find_optimizer(reduction).best()
    if isinstance(optimum, Shortfall):
        assert promised <= HOPELESS  # the direct search is not asked
        return
    if optimum is None or not optimum.is_sure:
        return  # the direct search is asked, too
    if promised > HOPELESS and optimum.direction is direction:
        loss = LOSSES.get((id, unknown), 1e-9) * max(1.0, abs(promised))
        assert optimum.worth >= promised - loss


@pytest.mark.few(3)
@pytest.mark.parametrize(("id", "question"), PAIRS, ids=json.dumps)
def test_descents_miss_nothing_that_a_direct_search_finds(id, question):
    assert_nothing_is_lost(id, question)


@pytest.mark.slow
@pytest.mark.parametrize(("id", "question"), ALL_PAIRS, ids=json.dumps)
def test_descents_never_miss_what_a_direct_search_finds(id, question):
    assert_nothing_is_lost(id, question)


@pytest.mark.few(8)
@pytest.mark.parametrize("unknown", ["n", "tau"])
@pytest.mark.parametrize("id", list(ROUTES)[::4])
def test_rounding_loses_nothing_that_counts(id, unknown):
    given = {"beta": "0.05", "k": 1000}
    given |= {"tau": "0.1"} if unknown == "n" else {"n": 50_000_000}
    known = ROUTES[id].theorem.quantities
    given |= {name: value for name, value in POPULATION.items() if name in known}
    optimizer = find_optimizer(reduce_problem(read_problem(ROUTES[id].theorem, unknown, given)))
    optimum = optimizer.best()
    choice = round_optimum(optimizer, optimum)[0]

    assert optimum.direction is Direction.LEAST
    assert all(isinstance(value, Fraction) for value in choice.values.values())
    loss = choice.promised - optimum.value
    if unknown == "n":
        assert math.ceil(math.exp(choice.promised)) <= math.ceil(math.exp(optimum.value)) + 1
    else:
        assert loss <= 1e-10


def test_an_optimum_is_found_from_its_neighbour():
    id = "route/Gaussian-noise.exact-exchange.posterior-stability"
    given = {"tau": "0.1", "beta": "0.05", "k": 1000}
    reduction = reduce_problem(read_problem(ROUTES[id].theorem, "n", given))
    open_optimizer = find_optimizer(reduction, {"m"})
    first = open_optimizer.at({"m": Fraction(1000)}).best()
    near = open_optimizer.at({"m": Fraction(1010)}).near(first)
    anew = open_optimizer.at({"m": Fraction(1010)}).best()

    assert near.value == pytest.approx(anew.value, abs=1e-12)


def test_a_descent_from_where_slopes_are_beyond_all_size_ends_without_a_word():
    """Warnings of numpy would be errors here; 80 steps come near, as far as this is."""
    relations = [exp(exp(X)) <= N, X * Y >= 1, Y <= 2]
    constraints = LogResiduals(relations, ("x", "y", "n"), {})
    local = minimize_locally(constraints, LEAST, ENDS, np.array([1.8, 3.0, 40.0]))

    assert local.residuals.worst < 0.1
    assert local.point[2] < 5


def route_at(id, unknown, **given):
    return reduce_problem(read_problem(ROUTES[f"route/{id}"].theorem, unknown, given))


def test_where_the_guarantee_is_out_of_reach_descents_agree_that_it_is():
    id = "rounded-answers.description-length"
    needed = find_optimizer(route_at(id, "n", tau="0.1", beta="0.99", k=1000)).best()
    n = math.ceil(math.exp(needed.value))

    above = find_optimizer(route_at(id, "beta", tau="0.1", n=n + 10, k=1000)).best()
    below = find_optimizer(route_at(id, "beta", tau="0.1", n=n // 2, k=1000)).best()

    assert isinstance(above, Optimum)
    assert math.exp(above.value) <= 0.99
    assert isinstance(below, Shortfall)


def test_an_unknown_that_hardly_changes_the_constraints_is_found():
    """Of a bound with log(1 / beta) beside k log(cells), beta is a small part."""
    id = "rounded-answers.description-length"
    needed = find_optimizer(route_at(id, "n", tau="0.0115", beta="0.000531", k=497)).best()
    n = math.ceil(math.exp(needed.value))
    found = find_optimizer(route_at(id, "beta", tau="0.0115", n=n, k=497)).best()

    assert found.is_sure
    assert math.exp(found.value) == pytest.approx(0.000531, rel=1e-3)


@pytest.mark.parametrize(
    ("id", "most"),
    [
        ("Laplace-noise.concentrated-composition.best-order.Bassily-et-al-smaller-constant", 91),
        ("Laplace-noise.basic-composition.Bassily-et-al", 1),
    ],
)
def test_the_greatest_integer_may_need_other_parameters_than_the_greatest_number(id, most):
    reduction = route_at(id, "k", n=100_000, tau="0.1", beta="0.05")
    optimum = find_optimizer(reduction).best()
    choice, component = best_certified(reduction)

    assert math.floor(math.exp(optimum.value)) == most
    assert component.lower == most
    assert most <= math.exp(choice.promised) * (1 + 1e-9) < most + 1


@pytest.mark.parametrize(("queries", "size"), [(10, 22_796), (1000, 272_140)])
def test_gaps_of_very_different_steepness_are_all_closed(queries, size):
    """A tail that is steep beside a sum that is flat: every start leads to the same size."""
    given = {"tau": "0.1", "beta": "0.05", "k": queries}
    optimizer = find_optimizer(reduce_problem(read_problem(posterior_formula(), "n", given)))
    (constraints,) = optimizer.cases
    cost = np.array([0.0, 0.0, 0.0, 1.0])
    for start in find_starts(constraints, optimizer.ends, is_least=True, count=5):
        local = minimize_locally(constraints, cost, optimizer.ends, start.point)
        assert local.residuals.worst < 1e-9
        assert size - 1 < math.exp(local.point[-1]) < size

    assert certified_size(given) == size


# --- terms that cancel ---------------------------------------------------------------------------

CENTRED = "shortfall-of-normal-noise.centred-Gaussian-noise.gap-from-a-centre.centred-transfer"


@pytest.mark.slow
@pytest.mark.parametrize(("n", "least"), [(20000, 0.2911), (32164, 0.05), (60000, 7.4e-4)])
def test_large_terms_that_cancel_hide_no_failure_probability(n, least):
    _, component = best_certified(route_at(CENTRED, "beta", tau="0.1", n=n, k=1000))

    assert 0.99 * least <= component.lower <= least


def test_a_fraction_that_is_kept_whole_shows_by_how_much_a_relation_fails():
    excess = (X + 1) ** 2 - X**2 - 2 * X  # which is one
    at = np.array([math.log(1e3), math.log(1e-12)])

    split, whole = (
        LogResiduals([1 + excess / Y <= 2], ["x", "y"], {}, is_split=is_split).at(at)
        for is_split in (True, False)
    )

    assert split.worst < 1e-5  # of terms of 1e18
    assert whole.worst == pytest.approx(math.log(1e12), rel=0.1)
