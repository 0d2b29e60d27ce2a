"""What is said of complex numbers, or in another arithmetic, is not judged as said of real ones."""

import pytest

from boundcalc.derivations.open_documents import read_open
from boundcalc.document_checker import Checker
from boundcalc.prose.other_numbers import other_numbers
from boundcalc.tex.files import read_source


def verdict(text):
    (document,) = Checker(theorems=()).check_read([read_open(read_source(text))]).documents
    return document.rows[-1].kind.name


@pytest.mark.few(5)
@pytest.mark.parametrize(
    ("words", "formula"),
    [
        (r"For $w \in \mathbb{C}$ we have", "|w|^2 = w^2"),
        ("Take complex numbers. Then", r"\sqrt{-1} \sqrt{-1} = -1"),
        ("On the clock,", "9 + 5 = 2"),
        (r"In $\mathbb{Z}/5$ we have", "3 + 4 = 2"),
        ("In hexadecimal,", "9 + 9 = 12"),
        ("In floating-point arithmetic,", "1 + 2^{-60} = 1"),
        (r"Modulo $7$,", "5 + 4 = 2"),
        (r"Over the finite field $\mathbb{F}_2$,", "1 + 1 = 0"),
        ("With the imaginary unit,", "(1 + 1)^2 = 4"),
    ],
)
def test_a_row_about_other_numbers_is_left_open(words, formula):
    assert verdict(rf"{words} \[ {formula} \]") == "UNKNOWN"


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("words", "formula", "kind"),
    [
        ("On the clock, $9 + 5 = 2$.\n\n# Money\n\nWe pay", "9 + 5 = 2", "REFUTED"),
        (r"The modular form is another story. Let $x$ be real. Then", "x^2 \\ge 0", "PROVED"),
        ("A complex matter. Then", "1 + 1 = 3", "REFUTED"),
        ("Hence", r"(1 + 1)^2 = 4", "PROVED"),
    ],
)
def test_elsewhere_and_for_what_is_declared_rows_are_judged(words, formula, kind):
    assert verdict(rf"{words} \[ {formula} \]") == kind


def test_the_reason_says_which_words_leave_it_open():
    (document,) = (
        Checker(theorems=()).check_read([read_open(read_source(r"On the clock, \[9+5=2\]"))])
    ).documents
    judgement = document.rows[-1].judgement
    assert judgement.reason == "it may be about other numbers than the real ones: clock"
    assert judgement.counterexample is not None or judgement.left == "14"


def test_a_small_letter_in_a_macro_is_no_set_of_complex_numbers():
    assert other_numbers("the price $\\c$ is 1 + 1 = 2", 15, 24) == ""
