"""What a text calls a matrix, a permutation or an element of a group is not computed with."""

import pytest

from boundcalc.derivations.open_documents import annotated
from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.tex.files import read_source

OF_NO_NUMBERS = (
    ("Let $G$ be a group and $g, h \\in G$.", "(g h)^2 = g^2 h^2"),
    ("Let $G$ be a group with identity $e$. Let $g \\in G$.", "(g h)^{-1} = g^{-1} h^{-1}"),
    ("Let $G$ be a group with identity $e$. Let $g \\in G$.", "e g = g"),
    ("Let $e$ be the identity of $G$.", "e > 2"),
    ("Let $A$ and $B$ be matrices.", "(A + B)(A - B) = A^2 - B^2"),
    ("Let $\\pi$ be a permutation.", "\\pi > 3"),
    ("Let $\\pi$ be a policy and $A > 0$.", "A \\pi > 4"),
    ("We follow the policy $\\pi$.", "\\pi \\cdot \\pi \\ge 9"),
    ("The policy gradient has $\\pi_k$ in it.", "\\pi + 1 > 4"),
    ("Let $S$ and $T$ be sets.", "S - T + T = S"),
    ("For square matrices we have", "(AB + CD)^2 = (AB)^2 + 2 (AB)(CD) + (CD)^2"),
    ("For square matrices we have", "(AB)(CD) - (CD)(AB) = 0"),
)


@pytest.fixture
def row(tmp_path):
    def read(words, formula):
        path = tmp_path / "notes.tex"
        path.write_text(f"{words} Then\n\\[ {formula}. \\]\n", encoding="utf-8")
        return check(path).rows[-1]

    return read


@pytest.mark.few(6)
@pytest.mark.parametrize(("words", "formula"), OF_NO_NUMBERS)
def test_no_arithmetic_is_done_with_it(row, words, formula):
    found = row(words, formula)

    assert found.kind is VerdictKind.UNKNOWN
    assert found.judgement.suspicion == 0


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("words", "formula"),
    [
        ("Let $v$ and $w$ be vectors.", "2 (v + w) = 2 v + 2 w"),
        ("Let $S$ be a finite set.", "|S| + |S| = 2 |S|"),
        ("Let $A$ be an event.", "P(A) + P(A) = 2 P(A)"),
        ("Let $\\pi$ be a policy.", "J(\\pi) + J(\\pi) = 2 J(\\pi)"),
        ("We follow the policy $\\pi$.", "\\sqrt{2 \\pi} > 2"),
        ("A circle has the area $\\pi r^2$.", "\\pi > 3"),
        ("Let $S$ be a set of real numbers and $x \\in S$.", "(x + 1)^2 = x^2 + 2x + 1"),
    ],
)
def test_what_is_a_number_or_has_a_sum_is_proved(row, words, formula):
    assert row(words, formula).kind is VerdictKind.PROVED


def test_two_meanings_of_a_name_are_said_in_words(row):
    words = "Let $A$ be a real number. Now let $A$ be an event."
    found = row(words, "A + 1 > 4")

    assert found.step.context.situation.conflicts == {
        "A": "A is in (-oo, oo) by line 1, and an event by line 1"
    }


def test_an_annotated_copy_says_what_is_no_number(tmp_path):
    text = "Let $G$ be a group and $g \\in G$. Then\n\\[ (g h)^2 = g^2 h^2. \\]\n"
    copy = tmp_path / "copy.tex"
    copy.write_text(annotated(read_source(text)), encoding="utf-8")

    assert "%! object g: a group" in copy.read_text(encoding="utf-8")
    assert check(copy).rows[-1].kind is VerdictKind.UNKNOWN
