"""Tables against single answers, against 50 digits, and at the edges of integers."""

import math
import random
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from boundcalc.language import (
    BoundError,
    DomainError,
    NoSolutionError,
    QuestionError,
    Theorem,
)
from boundcalc.language.functions import exp, ln
from boundcalc.library import solvable_names
from boundcalc.solving.solver import solve_theorem
from boundcalc.tables.axes import open_grid
from boundcalc.tables.tables import Table, solve_table
from tests.mp_evaluate import evaluate, holds, mp
from tests.solving.points import THEOREMS, feasible_points

THRESHOLDOUT = THEOREMS["adaptive-queries/thm-3.3"]
GIVEN = {"tau": "0.1", "beta": "0.05", "B": 10, "m": 1000}


def assert_equals_single_answers(table: Table) -> None:
    for index in np.ndindex(*table.shape):
        given = table.given_at(index)
        try:
            expected = solve_theorem(table.theorem, table.unknown.name, given).value
        except BoundError:
            expected = None
        assert table.exact_at(index) == expected, (given, table.reason(index))
        assert bool(table.reason(index)) == (expected is None)


# --- against single answers --------------------------------------------------------------------


def random_grid(theorem: Theorem, unknown: str) -> dict[str, object]:
    points = feasible_points(theorem.id, 3)
    rng = random.Random(theorem.id + unknown)
    names = [name for name in points[0] if name != unknown]
    axes = rng.sample(names, min(2, len(names)))
    given: dict[str, object] = {name: points[0][name] for name in names}
    return given | open_grid(**{name: [point[name] for point in points] for name in axes})


@pytest.mark.few(6)
@pytest.mark.parametrize(
    ("id", "unknown"),
    [
        (id, unknown)
        for id in (
            "adaptive-queries/thm-3.3",
            "adaptive-queries/thm-3.3.sharpened",
            "adaptive-queries/n1.corrected",
            "lecture-18/thm-0.1",
            "lecture-18/thm-0.2",
            "lecture-12/claim-0.5",
            "concentration/hoeffding.two-sided",
            "max-information/thm-1.4.1",
            "max-information/thm-A.8",
            "max-information/cor-4.2",
            "max-information/thm-D.1.tail.corrected",
            "baselines/splitting",
            "baselines/non-adaptive",
        )
        if id in THEOREMS
        for unknown in solvable_names(THEOREMS[id])
    ],
)
def test_every_cell_equals_the_single_answer(id: str, unknown: str) -> None:
    assert_equals_single_answers(
        solve_table(THEOREMS[id], unknown, random_grid(THEOREMS[id], unknown))
    )


def test_free_parameters_are_chosen_in_every_cell() -> None:
    theorem = THEOREMS["lecture-18/thm-0.2"]
    given = open_grid(tau=["0.1", "0.07", "0.3"], beta=["0.05", "1e-6"])
    table = solve_table(theorem, "n", given)
    assert_equals_single_answers(table)
    assert not table.by_balls.any()


# --- against 50 digits -------------------------------------------------------------------------


@pytest.mark.slow
def test_random_cells_satisfy_the_theorem_at_50_digits_and_their_neighbours_do_not() -> None:
    rng = np.random.default_rng(5)
    size = 4000
    given = {
        "tau": np.round(rng.uniform(0.01, 0.6, size), 4),
        "beta": np.round(10 ** rng.uniform(-8, -0.5, size), 9),
        "B": rng.integers(1, 300, size),
        "m": rng.integers(300, 10**6, size),
    }
    table = solve_table(THRESHOLDOUT, "n", given)
    assert table.certified.all()
    assert table.tight.all()
    bound = THRESHOLDOUT.expand(THRESHOLDOUT.hypotheses[1].right)
    for place in range(0, size, 8):
        exact = evaluate(bound, table.given_at((place,)))
        assert table.values[place] == math.ceil(exact)


def test_real_unknowns_are_rounded_to_twelve_digits_on_the_safe_side() -> None:
    theorem = THEOREMS["concentration/hoeffding.two-sided"]
    unknown = "probability"
    names = [name for name in theorem.quantities if name != unknown]
    point = feasible_points(theorem.id, 1)[0]
    given = {name: point[name] for name in names} | {"deviation": np.linspace(1, 3, 50).round(4)}
    table = solve_table(theorem, unknown, given)
    relation = theorem.targets[0].relation
    for place in range(50):
        value = table.exact_at((place,))
        assert value is not None
        cell = table.given_at((place,))
        assert holds(relation, {**cell, unknown: value})
        unit = Fraction(10) ** (math.floor(math.log10(value)) - 11)
        assert not holds(relation, {**cell, unknown: value - unit})
        assert len(str(float(value)).replace(".", "").split("e")[0].strip("0")) <= 12


# --- edges -------------------------------------------------------------------------------------


def edge_values(count: int) -> list[tuple[Fraction, int]]:
    """Return tau such that the least n of the splitting bound lies within 1e-12 of an integer."""
    found = []
    with mp.workdps(60):
        for target in range(1000, 1000 + count):
            exact = mp.sqrt(mp.log(2 * 10 / mp.mpf("0.05")) / (2 * mp.mpf(target)))
            for digits, nudge in ((30, -1), (30, 1), (20, -1), (20, 1)):
                scaled = int(mp.floor(exact * mp.mpf(10) ** digits)) + (nudge > 0)
                found.append((Fraction(scaled, 10**digits), target))
    return found


def test_cells_within_a_hair_of_an_integer_are_right() -> None:
    theorem = THEOREMS["baselines/non-adaptive"]
    edges = edge_values(12)
    table = solve_table(theorem, "n", {"m": 10, "beta": "0.05", "tau": [tau for tau, _ in edges]})
    bound = theorem.expand(theorem.hypotheses[0].right) if theorem.hypotheses else None
    for place in range(len(edges)):
        answer = table.answer((place,))
        assert table.exact_at((place,)) == answer.value
        assert table.certified[place]
        assert table.tight[place]
    assert table.by_balls.sum() >= len(edges) // 2
    assert bound is None or bound.names()


def test_exact_ties_are_decided_exactly() -> None:
    theorem = THEOREMS["adaptive-queries/lem-3.2.1"]
    given = open_grid(B=[1, 2, 3, 50], sigma=["0.1", "0.3", "0.02"], epsilon=["0.1", "0.7"])
    table = solve_table(theorem, "n", given)
    for index in np.ndindex(*table.shape):
        cell = table.given_at(index)
        assert table.values[index] == math.ceil(2 * cell["B"] / (cell["sigma"] * cell["epsilon"]))


def test_integers_beyond_doubles_are_exact() -> None:
    table = solve_table(THRESHOLDOUT, "n", GIVEN | {"tau": ["1e-8", "0.1"]})
    assert table.values.dtype == object
    assert table.values[0] == solve_theorem(THRESHOLDOUT, "n", GIVEN | {"tau": "1e-8"}).value
    assert table.values[1] == 17341106


# --- cells without an answer -------------------------------------------------------------------


def test_a_single_impossible_cell_has_a_reason_too() -> None:
    table = solve_table(THRESHOLDOUT, "n", GIVEN | {"B": 2000})

    assert table.shape == ()
    assert table.masked.all()
    assert "B <= m" in table.reason(())


def test_impossible_cells_are_masked_with_a_reason() -> None:
    table = solve_table(THRESHOLDOUT, "n", GIVEN | {"B": [10, 2000], "m": 1000})
    assert table.values.mask.tolist() == [False, True]
    assert table.certified.tolist() == [True, False]
    assert table.exact_at((1,)) is None
    assert table.reason((0,)) == ""
    assert "B <= m" in table.reason((1,))
    assert table.reasons() == {table.reason((1,)): 1}
    with pytest.raises(NoSolutionError):
        table.answer((1,))


def test_values_beyond_the_search_have_no_answer_as_in_a_single_question() -> None:
    theorem = THEOREMS["concentration/hoeffding.two-sided"]
    point = feasible_points(theorem.id, 1)[0]
    given = {name: value for name, value in point.items() if name != "probability"}
    table = solve_table(theorem, "probability", given | {"deviation": [1, 10**6]})
    assert_equals_single_answers(table)


def test_doubtful_theorems_are_never_certified() -> None:
    doubtful = [theorem for theorem in THEOREMS.values() if theorem.is_doubtful]
    theorem = next(item for item in doubtful if "n" in solvable_names(item))
    point = feasible_points(theorem.id, 1)[0]
    given = {name: value for name, value in point.items() if name != "n"}
    assert not solve_table(theorem, "n", given).certified.any()


# --- reading -----------------------------------------------------------------------------------


def test_what_is_given_may_be_of_any_kind_of_number() -> None:
    expected = [17341106, 4335277]
    for tau in (
        ["0.1", "0.2"],
        [0.1, 0.2],
        [Fraction(1, 10), "1/5"],
        np.array([0.1, 0.2]),
        np.array([0.1, 0.2], dtype=np.float32),
        np.array(["0.1", "0.2"]),
        np.array([Fraction(1, 10), 0.2], dtype=object),
        (0.1, 0.2),
    ):
        assert solve_table(THRESHOLDOUT, "n", GIVEN | {"tau": tau}).values.tolist() == expected
    budgets = np.array([10, 20], dtype=np.uint8)
    assert solve_table(THRESHOLDOUT, "n", GIVEN | {"B": budgets}).values[0] == 17341106


def test_shapes_broadcast() -> None:
    given = GIVEN | {"tau": [[0.1], [0.2]], "B": [10, 20, 30]}
    table = solve_table(THRESHOLDOUT, "n", given)
    assert table.shape == (2, 3)
    assert table.given_at((1, 2)) == {
        "tau": Fraction(1, 5),
        "beta": Fraction(1, 20),
        "B": 30,
        "m": 1000,
    }
    assert solve_table(THRESHOLDOUT, "n", GIVEN).values.tolist() == 17341106


def test_many_cells_are_solved_in_blocks() -> None:
    given = open_grid(
        tau=np.linspace(0.05, 0.5, 70).round(6), beta=["0.05", "0.01"], B=list(range(1, 2001))
    )
    table = solve_table(THRESHOLDOUT, "n", {**given, "m": 2000})
    assert table.shape == (70, 2, 2000)
    assert table.certified.all()
    rng = random.Random(2)
    for _ in range(10):
        index = tuple(rng.randrange(size) for size in table.shape)
        assert table.exact_at(index) == table.answer(index).value


def test_names_may_be_greek_or_aliases() -> None:
    assert (
        solve_table(THRESHOLDOUT, "n", {"τ": [0.1], "\\beta": 0.05, "B": 10, "m": 1000}).values[0]
        == 17341106
    )


@pytest.mark.parametrize(
    ("changes", "error", "text"),
    [
        ({"tau": [0.1, 2]}, DomainError, "tau"),
        ({"tau": [0.1, math.nan]}, DomainError, "tau"),
        ({"tau": np.array([0.1, np.inf])}, DomainError, "tau"),
        ({"tau": [0.1, "x"]}, DomainError, "tau"),
        ({"tau": [0.1, None]}, DomainError, "tau"),
        ({"B": [1, True]}, DomainError, "B"),
        ({"B": [1.5]}, DomainError, "B"),
        ({"tau": []}, QuestionError, "tau has no values"),
        ({"tau": [[0.1, 0.2], [0.3]]}, QuestionError, "rows of different lengths"),
        ({"tau": [0.1, 0.2], "B": [1, 2, 3]}, QuestionError, "do not broadcast"),
        ({"q": 1}, QuestionError, "q"),
        ({"n": 1}, QuestionError, "n"),
        ({"τ": 0.1}, QuestionError, "given twice"),
    ],
)
def test_bad_input_is_an_error_that_names_it(changes, error, text) -> None:
    with pytest.raises(error, match=text):
        solve_table(THRESHOLDOUT, "n", {**GIVEN, **changes})


def test_a_missing_quantity_is_named() -> None:
    with pytest.raises(QuestionError, match="beta"):
        solve_table(THRESHOLDOUT, "n", {"tau": 0.1, "B": 1, "m": 1})


def test_results_cannot_be_changed() -> None:
    table = solve_table(THRESHOLDOUT, "n", GIVEN | {"tau": [0.1]})
    with pytest.raises(ValueError, match="read-only"):
        table.certified[0] = False
    with pytest.raises(AttributeError):
        table.values = None  # type: ignore[misc]


@pytest.mark.slow
def test_importing_the_solver_does_not_import_sympy() -> None:
    """It searches with numpy; SymPy is for the algebra of printed formulas alone."""
    code = (
        "import sys, boundcalc, boundcalc.solving; "
        "boundcalc.solve; from boundcalc.solving import solver; "
        "assert 'sympy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_theorem_of_ones_own_with_a_special_function() -> None:
    from boundcalc.language import Generalization, Source, Symbol, interval
    from boundcalc.language.functions import erfc

    n, tau, beta = THRESHOLDOUT.quantities["n"], Symbol("tau", interval("(0, 1)")), None
    beta = Symbol("beta", interval("(0, 1)"))
    record = Theorem(
        id="own/gauss",
        title="Own",
        parameters=[n, tau, beta],
        hypotheses=[n >= erfc(tau) * ln(2 / beta) / tau**2 + exp(-tau)],
        conclusion=Generalization(tau=tau, beta=beta),
        source=Source(key="own", locator="1"),
    )
    given = open_grid(tau=["0.01", "0.1", "0.25"], beta=["0.05", "0.001"])
    table = solve_table(record, "n", given)
    assert_equals_single_answers(table)
    assert not table.by_balls.any()
