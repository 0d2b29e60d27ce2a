"""Ties: a constraint that is an equality at an integer is met by that integer, and says so."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

import pytest

from boundcalc.algebra.conditions import relations
from boundcalc.algebra.isolation import isolate
from boundcalc.enclosures.exact import exact_value
from boundcalc.enclosures.interval import exact_interval
from boundcalc.language import Theorem
from boundcalc.solving.solver import solve_theorem
from tests.solving.points import (
    THEOREMS,
    Point,
    constraints,
    feasible_points,
    holds_at,
    solvable_names,
)
from tests.solving.test_quantities import check_question

INTEGERS = [
    pytest.param(theorem, name, id=f"{theorem.id}-{name}")
    for theorem in THEOREMS.values()
    for name in solvable_names(theorem)
    if theorem.quantities[name].domain.integer and not theorem.id.startswith("murtagh-vadhan/")
]


def tied_points(theorem: Theorem, unknown: str, count: int) -> Iterator[Point]:
    """Points at which all holds, and a constraint on the unknown is an equality of rationals."""
    for point in feasible_points(theorem.id, count, seed=3):
        box = {name: exact_interval(value) for name, value in point.items()}
        for relation in constraints(theorem):
            expanded = relation.substitute(theorem.definition_values)
            if unknown not in expanded.names():
                continue
            for name in sorted(expanded.names() - {unknown}):
                isolated = isolate(expanded, name, box)
                for bound in () if isolated is None else relations(isolated):
                    value = (
                        exact_value(bound.right, point) if bound.left.names() == {name} else None
                    )
                    if value is None or value not in theorem.quantities[name].domain:
                        continue
                    tied = {**point, name: value}
                    if value != point[name] and holds_at(theorem, tied):
                        yield tied


# Sums with as many terms as answers; the slow test below has those of the holdout.
LONG = ("murtagh-vadhan/", "counting/reusable-holdout")
SHORT = [item for item in INTEGERS if not item.values[0].id.startswith(LONG)]
DEAR = "counting/|reusable-holdout|thm-3.3-steps|limits/gaussian|record_values"


@pytest.mark.few(6, without=DEAR)
@pytest.mark.parametrize(("theorem", "unknown"), SHORT)
def test_an_integer_at_which_a_constraint_is_an_equality_is_found(
    theorem: Theorem, unknown: str
) -> None:
    """The other values are chosen so that the tie is exact; what is next to it is looked at."""
    for point in islice(tied_points(theorem, unknown, 12), 2):
        check_question(theorem, unknown, point)


@pytest.mark.sweep
@pytest.mark.parametrize(("theorem", "unknown"), INTEGERS)
def test_integers_at_many_ties_are_found(theorem: Theorem, unknown: str) -> None:
    """The same at many more ties."""
    for point in islice(tied_points(theorem, unknown, 60), 30):
        check_question(theorem, unknown, point)


@pytest.mark.parametrize(
    ("given", "least"),
    [
        ({"tau": "0.2", "beta": "0.5", "B": 10, "sigma": "0.01"}, 10000),
        ({"tau": "0.2", "beta": "0.05", "B": 40, "sigma": "0.01"}, 40000),
    ],
)
def test_a_tie_under_a_maximum_is_exact(given: dict[str, object], least: int) -> None:
    """2 B / (sigma tau) records suffice where the logarithm beside them asks for fewer."""
    answer = solve_theorem(THEOREMS["adaptive-queries/n0"], "n", given)

    assert answer.value == least
    assert answer.neighbour is not None
    assert Fraction(answer.neighbour.value) == least - 1


@pytest.mark.parametrize(
    ("tau", "beta", "epsilon"),
    [("0.02", "0.3", Fraction(1, 300)), ("0.01", "0.9", Fraction(1, 600))],
)
def test_where_one_value_of_a_parameter_is_left_that_is_no_decimal_it_is_found(tau, beta, epsilon):
    """At n = 12 / epsilon^2 nothing but epsilon = tau / 6 works; it was refused."""
    given = {"tau": tau, "beta": beta}
    answer = solve_theorem(THEOREMS["lecture-18/thm-0.2"], "n", given)

    assert answer.value == 12 / epsilon**2
    assert answer.witness["epsilon"] == epsilon
    assert answer.certified
    assert answer.neighbour is not None
