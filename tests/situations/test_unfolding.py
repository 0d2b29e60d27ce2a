"""Defined functions at other arguments: which values are given, and which are not."""

from __future__ import annotations

import pytest

from boundcalc.document_checker import OPEN_EFFORT
from boundcalc.notes.check import check_document
from boundcalc.notes.judging import CheckedRow
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DECIDER = Decider(effort=OPEN_EFFORT)


def rows(text: str) -> tuple[CheckedRow, ...]:
    return check_document(read_source(text, "notes.tex"), {}, DECIDER.examine).rows


@pytest.mark.parametrize(
    "text",
    [
        r"Define $g(x) = x^2 + 1$. Then \[ g(x+1) = g(x) + 2x + 1. \]",
        r"Let $g(x) = 3xe^{x}$. Then \[ g(y+1) + y = y + 3(y+1)e^{y+1}. \]",
        r"Define $g(x) = 2x - x^2$. Then \[ g(1) \ge g(1 - y). \]",
        r"Let $a$ be real. Define $g(x) = ax$. Then \[ g(2y) = 2g(y). \]",
        r"Let $x$ be real. Define $g(x) = \frac{x}{2}$. Then \[ g(2x) = 2g(x). \]",
    ],
)
def test_a_defined_function_has_its_value_at_every_argument(text: str) -> None:
    (row,) = rows(text)

    assert row.kind.value == "PROVED"
    assert {item.how for item in row.judgement.premises} == {"assumed"}


def test_a_false_row_about_a_defined_function_has_a_counterexample() -> None:
    (row,) = rows(r"Define $g(x) = x^2 + 1$. Then \[ g(2x) = 4 g(x). \]")

    assert row.kind.value == "UNKNOWN"
    assert row.judgement.suspicion > 0
    point = row.judgement.counterexample
    assert point is not None
    assert point["g(2x)"] == 4 * point["x"] ** 2 + 1


@pytest.mark.few(6)
@pytest.mark.parametrize(
    "prose",
    [
        r"Assume that $g(x) = x$.",  # for one x, perhaps
        r"Let $x$ be such that $g(x) = x$.",
        r"For $x > 0$, define $g(x) = x$.",
        r"Define $g(x) = x$ for $x > 0$.",
        r"Let $x > 0$. Define $g(x) = x$.",
        r"Define $g(n) = n$.",  # an integer, for most authors
        r"Define $g(x) = x_1$.",
        r"Define $g(x) = \sum_{i=1}^n x$.",
        r"Define $g(x) = x$. Define $g(x) = x + 1$.",
        r"Define $g(x) = x + Z - Z$.",  # noise that is drawn anew, perhaps
        r"Let $y$ be a vector. Define $g(x) = x$. Then $g(y)$ is one.",
        r"Let $g(x) = -y$.",  # at one x, perhaps
    ],
)
def test_no_value_is_taken_from_a_definition_that_may_be_restricted(prose: str) -> None:
    for row in rows(prose + r" Then \[ g(-y) = -y. \]"):
        assert row.kind.value != "PROVED"


def test_the_chance_of_one_event_is_not_that_of_another() -> None:
    (row,) = rows(r"Let $P(A) = 1/2$. Then \[ P(B) = 1/2. \]")

    assert row.kind.value == "UNKNOWN"


@pytest.mark.parametrize(
    "words",
    [
        r"Let $g$ be another function.",
        r"Let $g$ be convex.",
        r"Consider $g: \mathbb{R} \to \mathbb{R}$.",
        r"Here $g$ is any function.",
        r"Now suppose that $g(x) = 2x$.",
        r"Replace $g$ by $2g$.",
        r"We draw $g \sim D$.",
    ],
)
def test_no_value_is_taken_where_the_name_may_mean_another_function(words: str) -> None:
    rest = rf"{words} Then \[ g(2) = 4. \] and \[ g(x) = x^2. \]"
    for row in rows(r"Let $g(x) = x^2$. \[ g(1) = 1. \] " + rest)[1:]:
        assert row.kind.value != "PROVED"


def test_a_function_that_is_spoken_of_keeps_its_values() -> None:
    text = r"Let $g(x) = x^2$. \[ g(1) = 1. \] As $g$ is convex, $g(3) > 0$. Then \[ g(2) = 4. \]"

    assert [row.kind.value for row in rows(text)] == ["PROVED", "PROVED"]
