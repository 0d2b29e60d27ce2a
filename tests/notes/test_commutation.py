"""A row that only exchanges factors is proved where a text says that they are numbers."""

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from tests.notes.test_near_misses import row

pytestmark = pytest.mark.usefixtures("in_this_process")

EXCHANGED = [
    r"f g = g f",
    r"2 f g + 1 = 1 + g f \cdot 2",
    r"\frac{f g}{2} = \frac{g f}{2}",
    r"e^{f g} = e^{g f}",
]


@pytest.mark.parametrize("formula", EXCHANGED)
def test_factors_of_which_nothing_is_said_are_not_exchanged(formula):
    found = row(formula)

    assert found.kind is VerdictKind.UNKNOWN
    assert "commute" in found.judgement.reason


@pytest.mark.parametrize("formula", EXCHANGED)
def test_numbers_are(formula):
    assert row(formula, "Let $f > 0$ and $g > 0$. Then").kind is VerdictKind.PROVED


@pytest.mark.parametrize(
    "formula", [r"2 f = f \cdot 2", r"f + g = g + f", r"f (g + 1) = f g + f", r"f - f = 0"]
)
def test_what_is_no_exchange_is_proved_as_before(formula):
    assert row(formula).kind is VerdictKind.PROVED


@pytest.mark.slow
@pytest.mark.parametrize(
    "formula", [r"\Sigma^{-1} x = x \Sigma^{-1}", r"\frac{1}{f} g = g \frac{1}{f}"]
)
def test_an_exchange_that_is_undefined_somewhere_is_neither_proved_nor_suspect(formula):
    found = row(formula)

    assert found.kind is VerdictKind.UNKNOWN
    assert found.judgement.suspicion == 0


COUNTED = [
    r"\sum_{i=1}^n (x_i - c) = \sum_{i=1}^n x_i - n c",
    r"\sum_{i=1}^n (x_i - c) = \sum_{i=1}^n x_i - c n",
    r"\sum_{j=1}^n (x_j - \bar{X}) = -n \bar{X} + \sum_{j=1}^n x_j",
]


@pytest.mark.parametrize("formula", COUNTED)
def test_the_last_index_of_a_sum_is_a_number(formula):
    assert row(formula).kind is VerdictKind.PROVED


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("We have", VerdictKind.PROVED),
        ("Let $a$ be an element of a group. Then", VerdictKind.UNKNOWN),
        ("Let $a$ be a matrix. Then", VerdictKind.UNKNOWN),
        ("For permutations,", VerdictKind.UNKNOWN),
    ],
)
def test_small_letters_are_numbers_where_nothing_that_does_not_commute_is_named(words, kind):
    assert row(r"\sum_{i=1}^n (a x_i + b) = a \sum_{i=1}^n x_i + n b", words).kind is kind
    assert row("a b + 1 = 1 + b a", words).kind is VerdictKind.UNKNOWN


def test_its_factors_keep_their_order_beside_it():
    words = "With $s = \\sum_{i=1}^n a_i$,"
    assert row(r"n f g = g f n", words).kind is VerdictKind.UNKNOWN
    assert row(r"n f g = f n g", words).kind is VerdictKind.PROVED


INSIDE = [r"T(f g) = T(g f)", r"T(f g) + 1 = T(g f) + 1", r"T(2 f g h) = T(h g f \cdot 2)"]


@pytest.mark.parametrize("formula", INSIDE)
def test_factors_keep_their_order_in_an_argument(formula):
    assert row(formula, "Let $T$ be an operator. Then").kind is VerdictKind.UNKNOWN
    assert row(formula, "Let $f, g, h > 0$. Then").kind is VerdictKind.PROVED


def test_matrices_are_no_numbers_when_a_display_is_read_again(tmp_path):
    """A domain that is guessed for one of two letters has the display read a second time."""
    words = "Let $A$ and $B$ be $n \\times n$ matrices. Then\n"
    rows = (r"\exp(A+B) = \exp(A)\exp(B)", r"\sin(A+B) = \sin A \cos B + \cos A \sin B")
    path = tmp_path / "notes.tex"
    path.write_text(words + "\n".join(f"\\[ {item}. \\]" for item in rows), encoding="utf-8")

    assert {found.judgement.kind.value for found in check(path).rows} == {"UNKNOWN"}
