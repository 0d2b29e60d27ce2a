"""Questions that are not well formed, and questions without an answer, in Python."""

from fractions import Fraction

import pytest

from boundcalc.cards.answer_words import binding_text
from boundcalc.language import (
    BoundError,
    DomainError,
    NoSolutionError,
    QuestionError,
    Symbol,
    Theorem,
)
from boundcalc.problems.problems import read_problem
from boundcalc.solving.solver import solve_theorem
from tests.asking import rank
from tests.solving.points import THEOREMS, feasible_points, solvable_names

THRESHOLDOUT = THEOREMS["adaptive-queries/thm-3.3"]
QUESTION = {"tau": "0.1", "beta": "0.05", "B": 10, "m": 1000}
NO_NUMBERS = [
    "abc",
    "",
    "1/0",
    "1/2/3",
    "nan",
    "inf",
    "0x10",
    "1e400000000",
    float("nan"),
    float("inf"),
    float("-inf"),
    True,
    None,
    [1],
    1j,
    "9" * 1000,
]


def outside(symbol: Symbol) -> list[Fraction]:
    """Return values next to the ends of a domain that do not belong to it."""
    domain = symbol.domain
    candidates = [Fraction(10) ** 6 + Fraction(1, 2), Fraction(-5), Fraction(0), Fraction(2)]
    for end in (domain.lower, domain.upper):
        if end is not None:
            candidates += [end, end - Fraction(1, 10**9), end + Fraction(1, 10**9)]
    return [value for value in candidates if value not in domain]


@pytest.mark.few(20)
@pytest.mark.parametrize("theorem", THEOREMS.values(), ids=lambda theorem: theorem.id)
def test_a_value_outside_its_domain_is_told_with_name_and_domain(theorem: Theorem) -> None:
    """Every quantity of every theorem refuses values outside its domain, in one line."""
    (point,) = feasible_points(theorem.id, 1)
    names = solvable_names(theorem)
    for name in names:
        unknown = next(other for other in names if other != name) if len(names) > 1 else None
        if unknown is None:
            continue
        symbol = theorem.quantities[name]
        given = {key: value for key, value in point.items() if key != unknown}
        for value in outside(symbol):
            with pytest.raises(DomainError) as caught:
                read_problem(theorem, unknown, {**given, name: value})
            message = str(caught.value)
            assert name in message
            assert str(symbol.domain) in message
            assert "\n" not in message


@pytest.mark.parametrize("value", NO_NUMBERS, ids=repr)
@pytest.mark.parametrize("name", ["tau", "B"])
def test_what_is_no_number_is_told(name: str, value: object) -> None:
    """What is no finite rational of a reasonable length is refused by name, not evaluated."""
    with pytest.raises(DomainError, match=name) as caught:
        read_problem(THRESHOLDOUT, "n", {**QUESTION, name: value})
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("unknown", "changed", "named"),
    [
        ("q", {}, "q"),
        ("n", {"speed": 3}, "speed"),
        ("n", {"n": 5}, "n"),
        ("n", {"tau": None}, "tau"),
        ("sigma", {}, "sigma"),
        ("n", {"sigma": "0.1"}, "sigma"),
        ("n", {"k": 1000}, "m"),
        ("n", {"τ": "0.1"}, "tau"),
    ],
)
def test_names_are_checked(unknown: str, changed: dict[str, object], named: str) -> None:
    """An unknown, surplus, missing or doubled name is a BoundError that names it."""
    given = {**QUESTION, **changed}
    with pytest.raises(BoundError, match=named) as caught:
        read_problem(THRESHOLDOUT, unknown, given)
    assert "\n" not in str(caught.value)


def test_a_missing_parameter_is_named_with_its_meaning() -> None:
    """What a theorem still needs is said in words."""
    with pytest.raises(QuestionError, match=r"B \(budget of queries that overfit\)"):
        read_problem(THRESHOLDOUT, "n", {"tau": "0.1", "beta": "0.05", "m": 1000})


@pytest.mark.parametrize("name", ["tau", "τ", r"\tau"])
def test_greek_letters_may_be_typed(name: str) -> None:
    """A quantity may be named in ASCII, in Greek, or as in LaTeX."""
    question = read_problem(
        THRESHOLDOUT, "n", {**{k: v for k, v in QUESTION.items() if k != "tau"}, name: "0.1"}
    )
    assert question.given["tau"] == Fraction(1, 10)


def test_thresholdout_needs_17341106_records() -> None:
    """The sample size is exact: one record fewer is proved to fail, and n_0 is what binds."""
    answer = solve_theorem(THRESHOLDOUT, "n", QUESTION)
    assert answer.value == 17341106
    assert answer.neighbour is not None
    assert answer.neighbour.value == 17341105
    assert answer.certified
    assert {str(branch.label): branch.binds for branch in answer.branches} == {
        "n_0": True,
        "n_1": False,
    }
    assert "n_0" in binding_text(answer)


def test_the_transfer_theorem_chooses_epsilon_and_delta() -> None:
    """With epsilon and delta open, the answer is least and comes with a witness."""
    answer = solve_theorem(THEOREMS["lecture-18/thm-0.2"], "n", {"tau": 0.3, "beta": 0.05})
    assert answer.value == 9587
    assert answer.neighbour is not None
    assert answer.neighbour.value == 9586
    assert answer.witness["epsilon"] == Fraction("0.05")
    assert all(check.holds for check in answer.checks)


def test_no_solution_says_which_constraints_exclude_each_other() -> None:
    """Where two constraints leave no value, both are named with what they need."""
    theorem = THEOREMS["max-information/thm-3.1.paper"]
    given = {"epsilon": "0.01", "delta": "1e-20", "k": 100, "beta": "0.05"}
    with pytest.raises(NoSolutionError, match=r"needs n <= 12424.*needs n >= 30141"):
        solve_theorem(theorem, "n", given)


@pytest.mark.slow
def test_ranks_are_ordered_and_account_for_every_theorem() -> None:
    """Answers and refusals together are the library; the best comes first; baselines are marked."""
    ranking = rank(THEOREMS.values(), "n", QUESTION)
    told = [answer.theorem.id for answer in ranking.answers]
    told += [refusal.theorem.id for refusal in ranking.refused]
    assert sorted(id for id in told if not id.startswith("route/")) == sorted(THEOREMS)
    assert ranking.best.theorem.id.startswith("route/")
    assert any(answer.theorem.id == "baselines/splitting" for answer in ranking.answers)
    splitting = next(a for a in ranking.answers if a.theorem.id == "baselines/splitting")
    assert splitting.is_baseline
    assert splitting.ignored == ("B",)
    assert splitting.value == 530_000
    assert all(refusal.why for refusal in ranking.refused)
