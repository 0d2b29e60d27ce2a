r"""Phrases that cannot be meant: each is told the way out at its place, and is not PROVED."""

from __future__ import annotations

from pathlib import Path

import pytest

from boundcalc import check
from boundcalc.derivations.documents import read_document
from boundcalc.obligations.planning import Plan, plan_documents
from boundcalc.tex.files import read_source

DECLARED = "%! random X, Y in [0, 1]\n%! declare t in (0, 1)\n%! event A: X \\ge 2\n"
EVENT = "a probability is of an event"
VALUE = "an expectation is of a random value"
SPREAD = "a variance is of a random value"
MISSING = "W is not declared; declare it"
NEVER = "the condition has probability zero"


def planned(row: str, declared: str = DECLARED) -> Plan:
    read = read_document(read_source(rf"{declared}\[ {row} \]", "a.tex"), is_strict=False)
    (plan,) = plan_documents([read], {})
    return plan


@pytest.mark.parametrize(
    ("row", "phrase", "message"),
    [
        (r"\Pr[t] \le 1", r"\Pr[t]", EVENT),
        (r"t + \Pr[ t ] \le 3", r"\Pr[ t ]", EVENT),
        (r"\Pr[X] \le 1", r"\Pr[X]", EVENT),
        (r"\Pr[X \ge t, X] \le 1", r"\Pr[X \ge t, X]", EVENT),
        (r"\Pr[t \cup X \ge t] \le 1", r"\Pr[t \cup X \ge t]", EVENT),
        (r"\Pr[X \ge t \mid X] \le 1", "", None),
        (r"\mathbb{E}[X \mid X] \le 1", "", None),
        (r"\mathbb{P}[1] \le 1", r"\mathbb{P}[1]", EVENT),
        (r"\mathbb{E}[X \ge t] \ge 0", r"\mathbb{E}[X", VALUE),
        (r"\mathbb{E}[A] = \mathbb{E}[A]", r"\mathbb{E}[A]", VALUE),
        (r"\operatorname{Var}[X \ge t] \le 1/4", r"\operatorname{Var}[X", SPREAD),
        (r"\operatorname{Var}(A) \le 1/4", r"\operatorname{Var}(A", SPREAD),
        (r"\operatorname{Var}(X) \le 1/4", r"\operatorname{Var}(X", None),
        (r"\Pr[W] \le 1", r"\Pr[W]", MISSING),
        (r"\Pr[W \ge t] \le 1", r"\Pr[W", MISSING),
        (r"\mathbb{E}[X + W] = \mathbb{E}[X + W]", r"\mathbb{E}[X", MISSING),
        (r"\Pr[X \ge V \mid W \le 1] \le 1", r"\Pr[X", MISSING),
        (r"\Pr[X \ge t \mid 1 < 0] \le 1", r"\Pr[X", NEVER),
        (r"\Pr[X \ge t \mid X > 1] \le 1", r"\Pr[X", NEVER),
        (r"\Pr[X \ge t \mid X = 2] \le 1", r"\Pr[X", NEVER),
        (r"\Pr[X \ge t \mid t \ge 1, Y \le 1/2] \le 1", r"\Pr[X", None),
        (r"\Pr[X \ge t \mid Y \le 1/2, t > 2] \le 1", r"\Pr[X", NEVER),
        (r"\Pr[X \ge t \mid t \ge 2t] \le 1", r"\Pr[X", NEVER),
        (r"\Pr[X \ge t \mid t \ge t^2] \le 1", r"\Pr[X", None),
        (r"\Pr[Y \ge t \mid A] \le 1", r"\Pr[Y", NEVER),
        (r"\mathbb{E}[Y \mid A \cup X < 0] \le 1", r"\mathbb{E}[Y", NEVER),
        (r"\mathbb{E}[Y \mid A^c] \le 1", r"\mathbb{E}[Y", None),
        (r"\Pr[X \ge t \mid X \ge 1] \le 1", r"\Pr[X", None),
        (r"\mathbb{E}[t] = t", r"\mathbb{E}[t]", None),
        (r"\Pr[\text{it rains}] \le 1", r"\Pr[", None),
        (r"\Pr[X \ge t] \le \mathbb{E}[X]/t", r"\Pr[", None),
    ],
)
def test_what_cannot_be_meant_is_said_at_its_place(
    row: str, phrase: str, message: str | None
) -> None:
    plan = planned(row)

    errors = (*plan.derivations.errors, *plan.errors)
    assert [error.line for error in errors] == [4] * (message is not None)
    assert all(message in error.message for error in errors if message)
    assert all(error.source_line[error.column - 1 :].startswith(phrase) for error in errors)
    assert all((row.obligation is None) == (message is not None) for row in plan.rows)


def test_without_a_declaration_of_what_is_random_phrases_stay_opaque() -> None:
    plan = planned(r"\Pr[t] \le 1, \qquad \Pr[W \ge t] \le 1", "%! declare t in (0, 1)\n")

    assert (plan.derivations.errors, plan.errors) == ([], ())
    assert all(row.obligation is not None for row in plan.rows)


FAMILIES = (
    "%! declare m, n integer >= 1\n%! random Z_1, \\ldots, Z_n in [0, 1], iid\n"
    "%! random Y_1, \\ldots, Y_n in [0, 1]\n%! random N integer in [1, n]\n"
)


@pytest.mark.parametrize(
    ("row", "is_beyond"),
    [
        (r"\mathbb{E}[\sum_{j=1}^{2n} Z_j] = 2 n \mathbb{E}[Z_1]", True),
        (r"\mathbb{E}[\sum_{j=1}^{n+1} Z_j] = (n+1) \mathbb{E}[Z_1]", True),
        (r"\mathbb{E}[\sum_{j=0}^n Z_j] = (n+1) \mathbb{E}[Z_1]", True),
        (r"\Pr[\sum_{j=1}^{n^2+n} Z_j \ge 0] = 1", True),
        (r"\mathbb{E}[Z_0] = \mathbb{E}[Z_1]", True),
        (r"\mathbb{E}[\sum_{j=1}^n \sum_{k=1}^{n+m} Z_j Y_k] \ge 0", True),
        (r"\mathbb{E}[\sum_{j=1}^m Z_j] = m \mathbb{E}[Z_1]", True),
        (r"\mathbb{E}[\sum_{j=1}^n \sum_{k=1}^{j+1} Z_k] \ge 0", True),
        (r"\mathbb{E}[\sum_{j=1}^n \sum_{k=1}^{2j} Z_k] \ge 0", True),
        (r"\mathbb{E}[\sum_{j=1}^n \sum_{k=1}^{j-1} Z_k] \ge 0", False),
        (r"\mathbb{E}[\sum_{j=1}^n Z_j] = n \mathbb{E}[Z_1]", False),
        (r"\mathbb{E}[\sum_{j=2}^n Z_j] = (n-1) \mathbb{E}[Z_1]", False),
        (r"\mathbb{E}[\sum_{j=1}^n \mathbb{1}[j \le N] Z_j] \ge 0", False),
        (r"\mathbb{E}[\sum_{j=1}^n \sum_{k=1}^n Z_j Y_k] \ge 0", False),
    ],
)
def test_a_family_has_no_members_beyond_its_last(row: str, is_beyond: bool) -> None:
    plan = planned(row, FAMILIES)

    (obligation,) = (planned_row.obligation for planned_row in plan.rows)
    assert obligation is not None
    assert obligation.random is not None
    assert (obligation.random.goal is None) == is_beyond
    assert ("has the members 1 to n" in obligation.random.hindrance) == is_beyond


PAIRS = "%! declare m, n integer >= 1\n%! random X_{1,1}, \\ldots, X_{m,n} in [0, 1], iid\n"


@pytest.mark.parametrize(
    ("row", "hindrance"),
    [
        (
            r"\mathbb{E}[\sum_{j=1}^{2m} \sum_{i=1}^n X_{j,i}] \le 2 m n",
            "1 to m by its first index",
        ),
        (r"\mathbb{E}[\sum_{j=1}^m \sum_{i=0}^n X_{j,i}] \ge 0", "1 to n by its second index"),
        (r"\mathbb{E}[X_{m+1,1}] \le 1", "an index of a family is a number or a symbol"),
        (r"\mathbb{E}[\sum_{j=1}^m \sum_{i=1}^n X_{j,i}] \le m n", ""),
    ],
)
def test_a_family_with_two_indices_has_no_members_beyond_its_last(row: str, hindrance: str) -> None:
    (obligation,) = (planned_row.obligation for planned_row in planned(row, PAIRS).rows)

    assert obligation is not None
    assert obligation.random is not None
    assert (obligation.random.goal is None) == bool(hindrance)
    assert hindrance in obligation.random.hindrance
    assert bool(hindrance) == bool(obligation.random.hindrance)


def test_a_sum_with_a_random_end_is_told_the_way_out() -> None:
    plan = planned(r"\mathbb{E}[\sum_{j=1}^N Z_j] \le n", FAMILIES)

    (obligation,) = (planned_row.obligation for planned_row in plan.rows)
    assert obligation is not None
    assert obligation.random is not None
    assert "the number of summands is random" in obligation.random.hindrance


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        (r"\Pr[X \ge 1/2 \mid Y \ge 2] = 0", "UNKNOWN"),
        (r"\Pr[X \ge 1/2 \mid Y \ge 2] \le 1", "UNKNOWN"),
        pytest.param(r"\Pr[X \ge 2 \mid Y \ge 1/2] = 0", "PROVED", marks=pytest.mark.slow),
    ],
)
def test_what_is_given_what_never_happens_is_open_in_prose(
    tmp_path: Path, row: str, kind: str
) -> None:
    path = tmp_path / "note.tex"
    said = "Let $X$ and $Y$ be random variables with values in $[-1, 1]$.\n"
    path.write_text(f"{said}\\[ {row} \\]\n", encoding="utf-8")
    (found,) = check(path, jobs=1).rows
    assert found.kind.value == kind
    assert kind == "PROVED" or "probability zero" in found.judgement.reason
