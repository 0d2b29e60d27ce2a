"""Series: a route at many values gives what it gives at each, whoever computes it."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from boundcalc.language import POSITIVE, Symbol
from boundcalc.language.errors import UndecidedError
from boundcalc.language.functions import ln, sqrt
from boundcalc.optimization.optimum import Optimum
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import read_problem
from boundcalc.routes.series import _Checks, _Series, _short_between, split_runs
from boundcalc_theorems import load_theorems
from tests.asking import answers_over, compare, library_routes, solve_route

ROUTES = library_routes()
NAMES = [
    "Gaussian-noise.exact-exchange.Bassily-et-al-smaller-constant",  # two constraints press
    "Gaussian-noise.mutual-information-of-Gaussian-privacy.squared-error",  # two cases
    "Laplace-noise.basic-composition.pure-privacy-generalizes",  # in a corner
    "Laplace-noise.concentrated-composition.best-order.posterior-stability",
    "rounded-answers.description-length",  # a whole number is free
]
GIVEN = {"tau": Fraction(1, 10), "beta": Fraction(1, 20)}
VALUES = [Fraction(k) for k in (1000, 1001, 1010, 1100)]


def series(name, unknown="n", given=GIVEN, values=VALUES):
    return made(ROUTES[f"route/{name}"], unknown, given, "k", values)


def made(route, unknown, given, axis, values):
    problem = read_problem(route.theorem, unknown, {**given, axis: values[0]})
    return _Series(route, problem, route.theorem.names[axis], values)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_sizes_are_those_of_single_questions(name):
    found = series(name)

    for value in VALUES:
        answer = found.answer(value)
        alone = solve_route(found.route, "n", {**GIVEN, "k": value})
        assert (answer.value, answer.direction) == (alone.value, alone.direction)
        assert answer.certified


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES[:2])
def test_accuracies_are_those_of_single_questions_to_the_last_digits(name):
    given = {"n": Fraction(400_000), "beta": Fraction(1, 20)}
    found = series(name, "tau", given)

    for value in VALUES[:3]:
        alone = solve_route(found.route, "tau", {**given, "k": value})
        assert found.answer(value).value == pytest.approx(alone.value, rel=1e-11)


def test_a_neighbour_that_leads_astray_is_left_for_a_search_from_anew():
    """The first two optima are stuck, and the last one, sought from anew, leads back to better."""

    def optimum(size):
        return Optimum(np.array([0.0, size]), None, None, 0, Direction.LEAST, False)

    class Astray:
        def __init__(self, value=None):
            self.value = value

        def at(self, values):
            return Astray(*values.values())

        def best(self):
            return optimum(9.0 if self.value == 1000 else 5.0)

        def near(self, found, before=None, share=0.0):
            is_stuck = found.value > 8
            return optimum(9.0 if is_stuck else 5.0) if self.value != 1000 else optimum(9.0)

    found = series(NAMES[0])._optima(Astray())

    assert [found[value].value for value in VALUES] == [9.0, 5.0, 5.0, 5.0]


def test_a_value_that_is_too_good_is_not_certified():
    found = series(NAMES[0])
    better = {
        value: replace(optimum, point=optimum.point - np.array([0, 0, 0, 1e-3]), residuals=None)
        for value, optimum in found.optima.items()
    }
    found.optima = better

    assert all(found.answer(value) is None for value in VALUES)


def test_one_relation_that_fails_is_noticed_among_many():
    x, y = Symbol("x", POSITIVE), Symbol("y", POSITIVE)
    point = {"x": Fraction(2), "y": Fraction(3)}

    assert _Checks([x < y, x * y <= 6, sqrt(x * y) <= sqrt(x) * sqrt(y) + 1], {}).hold(point)
    assert not _Checks([x < y, x * y < 6], {"y": Fraction(3)}).hold(point)
    assert not _Checks([x < y, ln(x - y) < 9], {}).hold(point)  # undefined


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0.04, 0.06, "0.05"), (0.123456, 0.123457, "0.1234565"), (1.0, 1.0, "1")],
)
def test_a_number_between_bounds_is_short(low, high, expected):
    assert _short_between(low, high) == Fraction(expected)


def test_runs_end_where_neighbours_are_far():
    values = [Fraction(k) for k in [*range(1, 100), 1000]]
    runs = split_runs(values)

    assert [value for run in runs for value in run] == values
    assert [len(run) for run in runs] == [1, 64, 34, 1]
    assert split_runs([Fraction(0), Fraction(1)]) == [(0,), (1,)]


def library():
    ids = {id for name in NAMES[:1] + NAMES[4:] for id in ROUTES[f"route/{name}"].ids}
    return tuple(theorem for theorem in load_theorems() if theorem.id in ids)


@pytest.mark.slow
def test_the_numbers_do_not_depend_on_who_computes_them():
    values = [Fraction(k) for k in (100, 101, 300, 301, 900)]
    alone = compare(library(), "n", GIVEN, "k", values)

    assert len(alone.places[0].entries) >= 2
    with ProcessPoolExecutor(2) as executor:
        assert compare(library(), "n", GIVEN, "k", values, run=executor.map) == alone


def test_a_series_says_why_there_is_no_answer():
    (place,) = answers_over(library(), "n", {**GIVEN, "tau": Fraction(2)}, "k", [Fraction(5)])

    assert not place.entries
    assert "tau" in place.why


def test_a_value_out_of_reach_has_the_error_of_a_single_question():
    route = ROUTES["route/Laplace-noise.basic-composition.posterior-stability"]
    given, values = {"tau": Fraction(1, 10), "k": Fraction(1000)}, [Fraction(10_000)]
    series = made(route, "beta", given, "n", values)
    with pytest.raises(UndecidedError) as alone:
        solve_route(route, "beta", {**given, "n": values[0]})

    with pytest.raises(UndecidedError) as found:
        series.answer(values[0])
    assert str(found.value) == str(alone.value)
