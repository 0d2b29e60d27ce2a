"""A search looks at fewer cells where each takes a long sum, and still finds what works."""

from fractions import Fraction

import pytest

from boundcalc.feasible.effort import cells_worth
from boundcalc.language import Symbol, interval, summation
from boundcalc.problems.outcomes import Unproved
from boundcalc.solving.solver import solve_theorem
from tests.solving.judging import counted
from tests.solving.points import THEOREMS, holds_at

INDEX = Symbol("i", interval("[0, oo)", integer=True))
X, END = Symbol("x", interval("(0, oo)")), Symbol("m", interval("[1, oo)", integer=True))
LONG = summation(INDEX, 0, END, X**INDEX) <= 3


@pytest.mark.parametrize(("end", "cells"), [(5, 600), (63, 600), (127, 300), (999, 30)])
def test_the_longer_the_sum_the_fewer_cells(end, cells):
    assert cells_worth(LONG, {"m": Fraction(end)}, 600) == cells


@pytest.mark.slow
@pytest.mark.parametrize("unknown", ["epsilon", "epsilon_0"])
def test_what_a_thousand_answers_take_is_found_in_bounded_work(unknown):
    given = {"epsilon": "1.5", "epsilon_0": "0.01", "delta": "1e-6", "m": 1000}
    del given[unknown]
    with counted(400_000):
        answer = solve_theorem(THEOREMS["murtagh-vadhan/optimal"], unknown, given)

    assert holds_at(THEOREMS["murtagh-vadhan/optimal"], answer.point)
    assert answer.value_text == {"epsilon": "1.36544671", "epsilon_0": "0.0109051969867"}[unknown]


def test_an_end_that_is_searched_counts_as_long():
    assert cells_worth(LONG, {"x": Fraction(1, 2)}, 600) == 75
    assert cells_worth(LONG, {"x": Fraction(1, 2)}, 1) == 1


@pytest.mark.slow
def test_a_search_over_long_sums_ends():
    """How many queries fit, by optimal composition: few of the cells can be decided."""
    given = {"epsilon_0": Fraction("0.0197"), "epsilon": Fraction("2.7e-8"), "delta": "0.228"}
    theorem = THEOREMS["murtagh-vadhan/optimal"]
    with counted(400_000):
        answer = solve_theorem(theorem, "m", given)

    assert answer.value == 864
    assert holds_at(theorem, answer.point)


def test_the_first_number_is_tried_where_no_cell_is_decided():
    """One answer may be all that fits: a cell that holds it and the next is not decided."""
    given = {"epsilon_0": "1.46", "epsilon": "0.175", "delta": "0.617"}
    theorem = THEOREMS["murtagh-vadhan/optimal"]
    answer = solve_theorem(theorem, "m", given)

    assert answer.value == 2
    assert holds_at(theorem, answer.point)
    assert not holds_at(theorem, {**answer.point, "m": Fraction(3)})


@pytest.mark.slow
@pytest.mark.parametrize("epsilon_0", ["1.26", "0.001", "1e-5"])
def test_numbers_at_which_nothing_can_be_decided_end_the_search(epsilon_0):
    """A failure of one says nothing: every number of answers works, and none is the greatest."""
    given = {"epsilon_0": epsilon_0, "delta_0": 0, "epsilon": "2.3", "delta": 1}
    theorem = THEOREMS["murtagh-vadhan/optimal.approximate"]
    with counted(2_000_000):
        answer = solve_theorem(theorem, "m", given)

    assert answer.optimality.unproved in (Unproved.UNSEARCHED, Unproved.UNDECIDED)
    assert answer.feasible.components[-1].above is None  # nothing was proved to fail
    assert answer.vacuous
    assert all(check.holds for check in answer.checks)
