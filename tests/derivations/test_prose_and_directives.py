r"""Documents that speak in sentences and have some directives: both count.

A directive is added to what the sentences say, and overrules what they say of a name. Read by its
directives alone is a document that wishes so, one in which they declare all, and one without prose.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from boundcalc.derivations.documents import read_document
from boundcalc.derivations.open_documents import annotated
from boundcalc.document_checker import Checker, check
from boundcalc.notes.check import CheckedDocument
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

NOTES = r"""Let $x > 0$ be a number, and let $n$ be a positive integer.
\[ (1+x)^n \ge 1 + n x . \]
%! declare \epsilon in (0, 1]
For a small loss this is what we use.
\[ e^\epsilon \le 1 + 2\epsilon . \]
And if $a \le b$ we get
\[ a + 1 \le b + 1 . \]
"""


def checked(text: str, *, is_strict: bool = False) -> CheckedDocument:
    read = read_document(read_source(text, "a.tex"), is_strict=is_strict)
    (document,) = Checker(theorems=()).check_read([read]).documents
    return document


def kinds(text: str) -> list[str]:
    return [row.kind.value for row in checked(text).rows]


def test_one_directive_leaves_the_rest_to_the_prose() -> None:
    assert kinds(NOTES) == ["PROVED", "PROVED", "PROVED"]
    assert not checked(NOTES).errors


def test_without_the_directive_the_row_is_a_question() -> None:
    assert kinds(NOTES.replace("%! declare", "% declare")) == ["PROVED", "UNKNOWN", "PROVED"]


@pytest.mark.parametrize("wish", ["%! strict\n", "%! begin all\n"])
def test_strictness_is_a_wish(wish: str) -> None:
    document = checked(wish + NOTES + ("%! end\n" if "begin" in wish else ""))
    assert len(document.errors) == 2
    assert [row.kind.value for row in document.rows] == ["PROVED"]


def test_strictness_may_be_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "notes.tex"
    file.write_text(NOTES, encoding="utf-8")
    assert not check(file, theorems=()).errors
    assert len(check(file, theorems=(), is_strict=True).errors) == 2


def test_a_document_without_prose_is_read_by_its_directives() -> None:
    document = checked("%! declare x real\n\\[ x^2 \\ge 0 \\]\n\\[ y^2 \\ge 0 \\]")
    assert [error.undeclared for error in document.errors] == ["y"]


def test_a_directive_overrules_what_a_sentence_says_of_a_name() -> None:
    text = "Let $x > 0$. Then\n\\[ x^2 \\le x . \\]\nand so on, as we all know, \\[ y = y. \\]"
    assert kinds(text)[0] == "REFUTED"
    assert kinds("%! declare x in (0, 1]\n" + text)[0] == "PROVED"


@pytest.mark.slow
def test_hypotheses_and_abbreviations_are_added() -> None:
    text = (
        "We look at the numbers $x > 0$ and $y > 0$.\n%! assume x \\le y\n%! let z = x + y\n"
        "\\[ 2 x \\le z. \\]\n\\[ w \\le w + 1. \\]"
    )
    assert kinds(text) == ["PROVED", "PROVED"]


def test_the_base_of_a_logarithm_counts() -> None:
    text = "We take logarithms of numbers as usual here. \\[ \\log 8 = 3. \\]\\[ w \\le w + 1. \\]"
    assert kinds(text)[0] != "PROVED"
    assert kinds("%! log: 2\n" + text) == ["PROVED", "PROVED"]


def test_reasons_labels_and_verdicts_go_to_their_rows() -> None:
    text = (
        "Here is what we know about the mean of the sample.\n"
        "\\[ M(x) \\le 3 \\] %! by: cite smith_2001, Theorem 3 %! label: first\n"
        "\\begin{align*} M(y) &\\le 4 \\\\ %! by: cite jones_2002, Lemma 1\n"
        "  &\\le 5 %! expect: proved\n\\end{align*}\n"
    )
    document = checked(text)
    assert [row.kind.value for row in document.rows] == ["CITED", "CITED", "PROVED"]
    assert document.rows[0].step.labels == ("first",)
    assert document.rows[2].is_as_expected


def test_a_directive_of_a_row_that_is_not_read_goes_to_no_other_row() -> None:
    text = (
        "Here is something that we do not read, with a reason.\n"
        "\\[ \\strange{x \\le 3 \\] %! by: cite smith_2001, Theorem 3\n"
        "%! declare t real\n\\[ M(y) \\le 4 . \\]\n"
    )
    document = checked(text)
    assert [row.kind.value for row in document.rows] == ["UNKNOWN"]
    assert any("of this directive" in error.message for error in document.derivations.unread)


def test_a_display_may_be_skipped() -> None:
    text = "A plain wrong thing that we say on purpose.\n%! skip\n\\[ 2 \\le 1 \\]\n\\[ w = w. \\]"
    assert kinds(text) == ["PROVED"]


def test_doubts_of_the_prose_can_be_taken_back() -> None:
    text = (
        "Let $x \\ge 1$ be given. Suppose that $x$ is nice and small in the usual sense.\n"
        "\\[ x^2 \\le x . \\]\n\\[ w \\le w + 1. \\]"
    )
    assert kinds("%! label: a\n" + text)[0] == "UNKNOWN"
    settled = "%! declare x in [1, \\infty)\n%! unread nothing\n"
    assert kinds(settled + text)[0] == "REFUTED"


def test_an_annotated_copy_keeps_directives_and_verdicts() -> None:
    copy = annotated(read_source(NOTES, "a.tex"))
    assert "%! declare \\epsilon in (0, 1]" in copy
    assert kinds(copy) == kinds(NOTES)
    named = checked(copy.replace("b + 1 . \\]", "b + 1 . \\] %! label: last"))
    assert named.rows[-1].step.labels == ("last",)


def test_a_document_that_changed_is_decided_where_it_changed() -> None:
    """An editor's loop asks again about the row that is new, and about no other."""
    checker = Checker(theorems=())
    known: list[int] = []
    for text in (NOTES, NOTES, NOTES + "And then also \\[ b + 2 \\le b + 3 . \\]\n"):
        checker.check_read([read_document(read_source(text, "a.tex"))])
        known.append(sum(len(decider.judgements) for decider in checker.deciders.values()))
    assert known[1] == known[0]
    assert known[2] == known[0] + 1


def test_a_bracket_that_stays_open_is_named_and_not_the_mark_behind_it() -> None:
    document = checked("%! declare x real\n\\[ (x + 1 & \\le 2 \\]")
    (error,) = document.errors
    assert error.message == "this ( is not closed before the next &"


@pytest.mark.slow
def test_a_declared_end_that_is_no_rational_number_is_assumed() -> None:
    text = "%! declare x in [0, \\pi/2]\n\\[ \\cos x \\ge 0 \\]\n\\[ \\cos x > 1/1000 \\]\n"
    first, second = checked(text).rows

    assert first.kind.value == "PROVED"
    assert [item.text for item in first.judgement.premises] == ["x <= pi / 2"]
    assert second.kind.value == "REFUTED"


def test_a_constant_that_is_declared_a_symbol_is_no_end() -> None:
    source = read_source("%! declare e real\n%! declare x < e\n", "a.tex")
    (error,) = read_document(source, is_strict=True).errors

    assert error.message == "an end or a bound is a rational number or \\infty"
    assert error.line == 2


@pytest.mark.parametrize(
    "start", ["%! by: cite Rudin, 1.1\n", "<!--\n%! by: cite Rudin, 1.1\n-->\n"]
)
def test_a_reason_above_a_line_belongs_to_the_claim_in_it(start):
    text = "Let $x$ be real.\n\\[ x \\le x + 1 . \\]\n{}Note that $y^2 \\le e^{{z}}$.\n"
    assert kinds(text.format("")) == ["PROVED", "UNKNOWN"]
    assert kinds(text.format(start)) == ["PROVED", "CITED"]


def test_a_reason_above_other_text_belongs_to_the_next_display():
    text = (
        "%! by: cite Rudin, 1.1\nWe go on.\nNote that $y^2 \\le e^{z}$. Then\n"
        "\\[ h(x) \\le k(x) . \\]\n"
    )
    assert kinds(text) == ["UNKNOWN", "CITED"]
