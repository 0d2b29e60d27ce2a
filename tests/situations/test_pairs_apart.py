"""Conditions on several names at once, as that a pair is not zero."""

from pathlib import Path

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.prose.declared import read_declared
from boundcalc.reports.rows import row_text
from boundcalc.tex.source import Fragment

pytestmark = pytest.mark.usefixtures("in_this_process")


def _verdict_of(folder: Path, text: str, formula: str) -> VerdictKind:
    file = folder / "notes.tex"
    file.write_text(f"{text}\n\\[ {formula} \\]\n")
    (row,) = check(file, jobs=1).rows
    assert row.judgement.certificates or row.kind is VerdictKind.UNKNOWN, row_text(row)
    return row.kind


def test_a_pair_that_is_not_zero_has_a_square_that_is_not() -> None:
    (place,) = read_declared(Fragment.of(r"(x, y) \neq (0, 1)")).relations
    assert place.text == "(x - (0))^2 + (y - (1))^2 > 0"


@pytest.mark.parametrize("formula", [r"(x, y) \neq (0)", r"(x, y) \ne 0", r"(x, (y)) \ne (0, 0)"])
def test_what_is_no_pair_on_both_sides_is_left(formula: str) -> None:
    (place,) = read_declared(Fragment.of(formula)).relations
    assert place.text == formula


def test_what_fails_at_zero_alone_holds_of_a_pair_that_is_not_zero(tmp_path: Path) -> None:
    text = r"Let $x, y \ge 0$ such that $(x, y) \neq (0, 0)$. Then"
    assert _verdict_of(tmp_path, text, "x + y > 0") is VerdictKind.PROVED


def test_what_fails_at_another_point_is_refuted(tmp_path: Path) -> None:
    text = r"Let $x, y \ge 0$ such that $(x, y) \neq (1, 0)$. Then"
    assert _verdict_of(tmp_path, text, "x + y > 0") is VerdictKind.REFUTED


@pytest.mark.parametrize(
    "condition", [r"\|(x, y)\| = 1", r"f(x, y) > 0", r"(x, y)^2 \ne (0, 0)", r"g(x) + g(y) \ge 1"]
)
def test_a_condition_in_a_term_that_is_not_read_makes_a_question_of_what_fails(
    condition: str, tmp_path: Path
) -> None:
    text = rf"Let $x, y \ge 0$ with ${condition}$. Then"
    assert _verdict_of(tmp_path, text, "x + y > 0") is VerdictKind.UNKNOWN
