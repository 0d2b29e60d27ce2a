"""A part of the sweep over all records and all subsets of what is given, and its judge judged."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from boundcalc.language import NoSolutionError, Number, Theorem
from boundcalc.problems.outcomes import Beyond
from boundcalc.solving.answers import Failure, Neighbour, Optimality
from boundcalc.solving.solver import solve_theorem
from tests.solving import judging
from tests.solving.judging import Verdict, judge
from tests.solving.points import THEOREMS, feasible_points
from tests.solving.sweep import Asked, finding, questions, read_journal, table

FAULTY = (Verdict.WRONG.value, Verdict.BEATEN.value)
# Sums with as many terms as the unknown, for minutes and minutes; the sweep asks it.
LONG = ("murtagh-vadhan/optimal.approximate", ("m", ("epsilon_0",)))
RECORDS = [theorem for theorem in THEOREMS.values() if any(questions(theorem))]


def first_asked(theorem: Theorem) -> list[Asked]:
    """Return every question of a theorem at its first values."""
    return [Asked(theorem, question, 0) for question in questions(theorem)]


def answerable(theorem: Theorem) -> list[Asked]:
    return [asked for asked in first_asked(theorem) if asked.is_answerable]


@pytest.mark.few(13, without="murtagh-vadhan|centred|counting|low-variance|noise")
@pytest.mark.parametrize("theorem", RECORDS, ids=lambda theorem: theorem.id)
def test_what_is_printed_first_is_true(theorem: Theorem) -> None:
    """One question of each record, with some of its parameters open."""
    asked = random.Random(theorem.id).choice(answerable(theorem))
    found = finding(asked)

    assert found["verdict"] not in FAULTY, found


@pytest.mark.slow
@pytest.mark.parametrize("theorem", RECORDS, ids=lambda theorem: theorem.id)
def test_what_is_printed_first_is_true_whatever_is_left_open(theorem: Theorem) -> None:
    """A dozen questions of each record."""
    asked = [item for item in answerable(theorem) if (theorem.id, item.question) != LONG]
    for item in random.Random(theorem.id).sample(asked, min(len(asked), 12)):
        found = finding(item)

        assert found["verdict"] not in FAULTY, found


@pytest.mark.sweep
@pytest.mark.parametrize("theorem", RECORDS, ids=lambda theorem: theorem.id)
def test_what_is_printed_first_is_true_of_every_question(theorem: Theorem) -> None:
    for asked in answerable(theorem):
        found = finding(asked)

        assert found["verdict"] not in FAULTY, found


@pytest.mark.few(25)
@pytest.mark.parametrize("theorem", RECORDS, ids=lambda theorem: theorem.id)
def test_what_only_a_user_can_say_is_asked_for(theorem: Theorem) -> None:
    """A question that lacks one such quantity is refused, and the quantity is named."""
    for asked in first_asked(theorem):
        if not asked.is_answerable and len(asked.question[1]) == 1:
            assert finding(asked)["verdict"] == Verdict.REFUSED.value


def test_every_subset_is_asked_about() -> None:
    theorem = THEOREMS["adaptive-queries/thm-2.4"]
    asked = list(questions(theorem))

    assert len(asked) == len(set(asked)) == 5 * 2**4


# --- the judge -----------------------------------------------------------------------------------

HOEFFDING = "adaptive-queries/hoeffding"


def judged(monkeypatch: pytest.MonkeyPatch, **changes: object) -> judging.Finding:
    """Return what is found of an answer that is changed."""
    theorem = THEOREMS[HOEFFDING]
    (point,) = feasible_points(HOEFFDING, 1, seed=1)
    given = {name: value for name, value in point.items() if name != "n"}
    answer = replace(solve_theorem(theorem, "n", given), **changes)
    monkeypatch.setattr(judging, "solve_theorem", lambda *_: answer)
    return judge(theorem, ("n", ()), point)


def test_a_true_answer_is_judged_right(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged(monkeypatch).verdict is Verdict.RIGHT


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"value": 1}, "does not hold"),
        ({"value": 10**12}, "holds"),
        ({"guarantee": None}, "not named"),
        ({"formula": Number(Fraction(7))}, "the formula gives 7"),
        (
            {
                "optimality": Optimality(
                    beyond=Beyond.ALL, neighbour=Neighbour(value=10**12, failure=Failure())
                )
            },
            "on the wrong side",
        ),
    ],
)
def test_a_false_answer_is_judged_wrong(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, object], fault: str
) -> None:
    found = judged(monkeypatch, **changes)

    assert found.verdict is Verdict.WRONG
    assert fault in found.detail


def test_impossible_is_wrong_where_a_value_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise NoSolutionError("no n works")

    monkeypatch.setattr(judging, "solve_theorem", refuse)
    (point,) = feasible_points(HOEFFDING, 1, seed=1)

    found = judge(THEOREMS[HOEFFDING], ("n", ()), point)
    assert (found.verdict, found.detail) == (Verdict.WRONG, "called impossible: no n works")


def test_the_limit_is_one_of_work() -> None:
    (point,) = feasible_points(HOEFFDING, 1, seed=1)

    assert judge(THEOREMS[HOEFFDING], ("n", ()), point, limit=5).verdict is Verdict.TOO_SLOW


# --- journal and table ---------------------------------------------------------------------------


def test_a_journal_is_read_by_question(tmp_path) -> None:
    path = tmp_path / "journal"
    assert read_journal(path) == {}
    path.write_text('{"key": "0 a", "verdict": "right"}\n')
    assert read_journal(path)["0 a"]["verdict"] == "right"


def test_the_table_counts_by_topic() -> None:
    asked = first_asked(THEOREMS[HOEFFDING])[0]
    lines = table([(asked, "right"), (asked, "wrong")]).splitlines()

    assert lines[0].startswith("| topic | asked | right |")
    assert lines[-1] == "| all | 2 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 1 |"
