"""A short search answers as a long one does, or not at all."""

from dataclasses import replace

import pytest

from boundcalc.language.errors import EndlessError
from boundcalc.library import find_theorem, load_library
from boundcalc.problems.problems import read_problem
from boundcalc.solving import solver
from boundcalc.solving.solver import answer_at_once, solve_problem, solve_theorem

QUESTIONS = (
    ("adaptive-queries/thm-3.3", "n", {"tau": "0.1", "beta": "0.05", "B": 10, "m": 1000}),
    ("adaptive-queries/thm-3.3", "tau", {"n": 10**7, "beta": "0.05", "B": 10, "m": 1000}),
    ("lecture-18/thm-0.2", "n", {"tau": "0.1", "beta": "0.05"}),
    ("dwork-roth/thm-3.20", "epsilon_0", {"m": 100, "epsilon": "0.1", "delta": "1e-6"}),
    ("dwork-roth/thm-3.20", "m", {"epsilon": "0.1", "delta": "1e-6", "epsilon_0": "0.001"}),
)


@pytest.mark.parametrize(("id", "unknown", "given"), QUESTIONS)
def test_a_short_search_answers_alike(id, unknown, given):
    theorem = find_theorem(load_library(), id)

    assert answer_at_once(theorem, unknown, given) == solve_theorem(theorem, unknown, given)


def test_where_it_is_too_short_there_is_no_answer(monkeypatch):
    theorem = find_theorem(load_library(), "dwork-roth/thm-3.20")
    monkeypatch.setattr(solver, "FEW_CELLS", 1)

    given = {"epsilon": "0.1", "delta": "1e-6", "epsilon_0": "0.001"}
    assert answer_at_once(theorem, "m", given) is None
    assert answer_at_once(theorem, "epsilon_0", {"m": 100}) is None


@pytest.mark.parametrize(("id", "unknown", "given"), QUESTIONS)
def test_the_formula_changes_nothing_but_the_words(id, unknown, given):
    theorem = find_theorem(load_library(), id)
    whole = solve_theorem(theorem, unknown, given)
    plain = solve_problem(read_problem(theorem, unknown, given), has_formula=False)

    assert plain.formula is None
    assert replace(plain, formula=whole.formula, branches=whole.branches, path=whole.path) == whole


@pytest.mark.slow
def test_no_number_of_answers_is_the_greatest_where_each_may_cost_as_little_as_one_likes():
    """With epsilon_0 free, m has no greatest value: it grows as the inverse square of epsilon_0."""
    theorem = find_theorem(load_library(), "dwork-roth/thm-3.20")
    given = {"epsilon": "0.1", "delta": "1e-6"}

    numbers = [
        solve_theorem(theorem, "m", {**given, "epsilon_0": size}).value
        for size in ("1e-20", "1e-30", "1e-55")
    ]

    assert numbers[1] > 10**19 * numbers[0]
    assert numbers[2] > 10**100
    with pytest.raises(EndlessError, match="sets no greatest m"):
        solve_theorem(theorem, "m", given)
    assert answer_at_once(theorem, "m", given) is None
