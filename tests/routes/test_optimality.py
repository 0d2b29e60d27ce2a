"""Optimality: what a route reports solves the conditions of optimality at 40 digits.

The constraints of the theorem, nothing eliminated, are evaluated by mpmath.
Those that press at the answer are taken for equations, and Newton's method finds the point where
their slopes, with weights, hold the slope of the unknown; the weights must not be negative.
"""

from fractions import Fraction

import pytest

from boundcalc.algebra.conditions import all_of, relations, split
from boundcalc.language.operators import Sense
from boundcalc.problems.problems import read_problem
from tests.asking import library_routes, solve_route
from tests.mp_evaluate import evaluate, mp

ROUTES = library_routes()
DIGITS = 80
PRESSES = {
    "tau": mp.mpf(10) ** -7,
    "n": mp.mpf(10) ** -4,
}  # the difference of the sides, as a share
# Where failures are too small to be counted no constraint holds what is chosen for them; see
# test_the_size_in_a_corner_is_the_minimum_to_ten_digits for two of these. Cells are whole.
HELD_BY_NOTHING = ("pure-privacy-generalizes", "rounded-answers", "basic-composition.Bassily")
OTHERS = [
    {"n": 10**5, "beta": "0.2", "k": 10},
    {"n": 10**7, "beta": "1e-6", "k": 100},
    {"n": 10**9, "beta": "0.05", "k": 10**5},
]
IDS = [
    id
    for id, route in ROUTES.items()
    if not any(part in id for part in HELD_BY_NOTHING)
    and not {"mean_bound", "variance_bound"} & set(route.theorem.names)
]


def excess(relation, point):
    """By how much a relation fails, as a share of its sides."""
    left, right = evaluate(relation.left, point), evaluate(relation.right, point)
    sign = 1 if relation.sense in (Sense.LE, Sense.LT) else -1
    return sign * (left - right) / (abs(left) + abs(right))


def slopes(function, place):
    step = mp.mpf(10) ** -25
    found = []
    for index in range(len(place)):
        up, down = list(place), list(place)
        up[index] += step
        down[index] -= step
        found.append((function(up) - function(down)) / (2 * step))
    return found


def optimum(route, unknown, answer):
    """The unknown at the point where the conditions of optimality hold, and the weights there."""
    question = read_problem(route.theorem, unknown, answer.given)
    names = [*(symbol.name for symbol in question.free), unknown]
    start = {**answer.witness, unknown: answer.value}
    place = [mp.log(evaluate_number(start[name])) for name in names]
    size = len(names)

    def at(logs):
        return {**answer.given, **dict(zip(names, map(mp.exp, logs), strict=True))}

    everything = all_of(split(constraint.relation) for constraint in question.constraints)
    pressing = [
        item for item in relations(everything) if abs(excess(item, at(place))) < PRESSES[unknown]
    ]
    gaps = [lambda logs, item=item: excess(item, at(logs)) for item in pressing]
    matrix = mp.matrix([slopes(gap, place) for gap in gaps]).T
    goal = mp.matrix([0] * (size - 1) + [-1])
    weights = list(mp.lu_solve(matrix, goal))  # least squares

    def conditions(values):
        logs, factors = values[:size], values[size:]
        rows = [slopes(gap, logs) for gap in gaps]
        force = [sum(w * row[i] for w, row in zip(factors, rows, strict=True)) for i in range(size)]
        force[-1] += 1
        return [*force, *(gap(logs) for gap in gaps)]

    values = [*place, *weights]
    step = mp.mpf(10) ** -22
    for _ in range(8):
        here = conditions(values)
        columns = []
        for index in range(len(values)):
            moved = list(values)
            moved[index] += step
            columns.append([(b - a) / step for a, b in zip(here, conditions(moved), strict=True)])
        change = mp.lu_solve(mp.matrix(columns).T, -mp.matrix(here))
        values = [a + b for a, b in zip(values, change, strict=True)]
        if mp.norm(change) < mp.mpf(10) ** -18:
            break
    assert mp.norm(change) < mp.mpf(10) ** -15, "Newton's method does not come to rest"
    return mp.exp(values[size - 1]), values[size:]


def evaluate_number(value):
    exact = Fraction(value)
    return mp.mpf(exact.numerator) / exact.denominator


def assert_optimal(id, unknown, given):
    answer = solve_route(ROUTES[id], unknown, given)
    with mp.workdps(DIGITS):
        best, weights = optimum(ROUTES[id], unknown, answer)

        assert min(weights) > 0
        if unknown == "n":
            assert answer.value == int(mp.ceil(best))
        else:
            assert abs(evaluate_number(answer.value) / best - 1) < mp.mpf(10) ** -10


@pytest.mark.few(3)
@pytest.mark.parametrize("id", IDS)
def test_accuracies_are_optimal_to_ten_digits(id):
    assert_optimal(id, "tau", {"n": 10**7, "beta": "0.05", "k": 1000})


@pytest.mark.few(3)
@pytest.mark.parametrize("id", IDS[::3])
def test_sizes_are_the_optimal_ones_rounded_up(id):
    assert_optimal(id, "n", {"tau": "0.1", "beta": "0.05", "k": 1000})


def test_an_accuracy_is_optimal_where_doubles_keep_few_digits_of_a_constraint():
    id = "route/Gaussian-noise.exact-exchange.Bassily-et-al-smaller-constant"
    assert_optimal(id, "tau", {"n": 10**7, "beta": "1e-6", "k": 100})


@pytest.mark.slow
@pytest.mark.parametrize("given", OTHERS, ids=str)
@pytest.mark.parametrize("id", IDS)
def test_other_accuracies_are_optimal_to_ten_digits(id, given):
    assert_optimal(id, "tau", given)
