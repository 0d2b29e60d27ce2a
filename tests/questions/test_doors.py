"""The door: a question is read once, into names and exact values, and no text is read below it."""

import ast
from fractions import Fraction
from pathlib import Path

import pytest

from boundcalc.language.errors import DomainError, QuestionError
from boundcalc.problems.problems import pose
from boundcalc.problems.readings import interpret
from boundcalc.questions.grids import read_grid
from boundcalc.questions.questions import read_question
from boundcalc_theorems import load_theorems

LIBRARY = load_theorems()
PACKAGE = Path(__file__).parents[2] / "boundcalc"
ROOMS = (
    *("problems", "ranking", "routes", "solving", "optimization", "feasible", "tables"),
    *("cards", "figures", "output"),
)
READERS = {
    *("plain_name", "read_rational", "read_number", "read_given", "read_question"),
    *("read_grid", "read_values", "check_value", "read_problem"),
}
# Where a question, or a number of one, comes in or is made of a text of the library.
DOORS = {
    "problems/problems.py": {"read_question"},  # for one theorem
    "ranking/audits.py": {"plain_name"},  # which number of an audit is asked for
    "ranking/incomplete.py": {"read_question"},  # of typical values, whether it has an answer
    "routes/solve.py": {"read_problem"},
    "solving/solver.py": {"read_problem"},
    "solving/examples.py": {"read_rational"},  # typical values
    "tables/axes.py": {"check_value"},
    "tables/regions.py": {"check_value", "read_problem"},
    "tables/tables.py": {"read_rational"},  # the double of a cell, by its shortest decimal
}


def test_a_question_is_names_and_exact_numbers_and_keeps_what_was_typed() -> None:
    question = read_question("\\tau", {"β": "1/20", "n": 1e3, "k": Fraction(7)}, LIBRARY)

    assert question.names == ("tau", "beta", "n", "k")
    assert [item.value for item in question.given] == [Fraction(1, 20), 1000, 7]
    assert question.letters == ("\\tau", "β", "n", "k")
    assert question.texts == {"β": "1/20", "n": "1000.0", "k": "7"}


@pytest.mark.parametrize(
    ("unknown", "given", "error", "words"),
    [
        ("n", {"tau": "0.1", "τ": "0.2"}, QuestionError, "tau is given twice, as tau and as τ"),
        ("n", {"tau": "0.1", "n": 5}, QuestionError, "n is asked for and also given"),
        ("ψ", {"n": 5}, QuestionError, "no theorem has a quantity 'ψ'"),
        ("n", {"tauu": "0.1"}, QuestionError, "did you mean tau?"),
        ("n", {"tau": "tenth", "beta": "0.05"}, DomainError, "tau (accuracy) lies in"),
    ],
)
def test_wrong_questions_are_told_at_the_door(unknown, given, error, words) -> None:
    with pytest.raises(error) as caught:
        read_question(unknown, given, LIBRARY)

    assert words in str(caught.value)


def test_a_grid_gives_each_quantity_once() -> None:
    assert read_grid({"τ": ["0.1"], "k": [1, 2]}) == {"tau": (Fraction(1, 10),), "k": (1, 2)}
    with pytest.raises(QuestionError, match="tau is given twice"):
        read_grid({"τ": ["0.1"], "tau": ["0.1"]})


def test_letters_are_symbols_of_each_theorem() -> None:
    """Two names of one quantity are two letters of a question, and one symbol of a theorem."""
    theorem = next(item for item in LIBRARY if item.id == "adaptive-queries/thm-3.3")
    question = read_question("n", {"tau": "0.1", "beta": "0.05", "B": 10, "k": 9}, LIBRARY)
    reading = interpret(theorem, question)

    assert reading.symbols["k"].name == "m"
    assert pose(reading).given == {"tau": Fraction(1, 10), "beta": Fraction(1, 20), "B": 10, "m": 9}
    with pytest.raises(QuestionError, match="m is given twice, as k and as m"):
        pose(interpret(theorem, question.at("m", 9)))


def test_a_question_changes_by_names() -> None:
    question = read_question("n", {"τ": "0.1", "k": 10}, LIBRARY)

    assert question.at("tau", Fraction(1, 5)).given[0].value == Fraction(1, 5)
    assert question.at("tau", Fraction(1, 5)).given[0].letter == "τ"
    assert question.at("beta", 1).names == ("n", "tau", "k", "beta")
    assert question.without("tau").names == ("n", "k")
    assert question.asking("tau").names == ("tau", "k")


@pytest.mark.parametrize("room", ROOMS)
def test_no_text_is_read_below_the_door(room: str) -> None:
    for path in sorted((PACKAGE / room).rglob("*.py")):
        used = {
            alias.name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        assert used & READERS == DOORS.get(path.relative_to(PACKAGE).as_posix(), set()), path
