r"""Decimals that are rounded are no errors, and sums of decimals that are wrong are."""

import pytest

from boundcalc.derivations.open_documents import read_open
from boundcalc.document_checker import Checker
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")


def last_row(text):
    (document,) = Checker(theorems=()).check_read([read_open(read_source(text))]).documents
    return document.rows[-1]


def verdict(text):
    return last_row(text).kind.name


@pytest.mark.parametrize(
    "formula", ["1/3 = 0.333", "1.99^2 = 3.96", r"10 \cdot 0.396 + 0.004 = 3.96"]
)
def test_what_is_rounded_is_not_suspect(formula):
    assert last_row(f"We compute \\[ {formula} \\]").judgement.suspicion == 0


@pytest.mark.parametrize(
    ("formula", "kind"),
    [
        (r"\sqrt{16/6} = 1.63", "UNKNOWN"),
        (r"2\sqrt{3}\sqrt{8} = 9.79", "UNKNOWN"),
        (r"\sqrt{6} \cdot 1.63 = 4", "UNKNOWN"),
        (r"1/3 = 0.33", "UNKNOWN"),
        (r"\frac{-0.7}{2.7} = -0.26", "UNKNOWN"),
        (r"-2/3 = -0.66", "UNKNOWN"),
        (r"-2/3 = -0.68", "REFUTED"),
        (r"-1/3 = -0.34", "REFUTED"),
        (r"-1/3 = 0.33", "REFUTED"),
        (r"2\sqrt{3}\sqrt{8} = 9.9", "REFUTED"),
        (r"1/3 = 0.3", "REFUTED"),
        (r"1/3 = 0.34", "REFUTED"),
        (r"1/2 = 0.49", "REFUTED"),
        (r"0.1 + 0.2 = 0.4", "REFUTED"),
        (r"0.15 + 0.15 = 0.31", "REFUTED"),
        (r"1/4 = 0.25", "PROVED"),
        (r"1/3 \le 0.33", "REFUTED"),
        (r"e^2 = 7.39", "UNKNOWN"),
        (r"e^2 = 7.40", "REFUTED"),
        (r"e^2 = 7.4", "UNKNOWN"),
        (r"\frac{\ln 1000}{\sqrt{3}} = 3.96", "REFUTED"),
        (r"52/13 = 3.96", "REFUTED"),
        (r"\ln 52 = 3.96", "REFUTED"),
        (r"2 \sqrt{\ln 53} = 3.96", "REFUTED"),
        (r"1.99^2 = 3.96", "UNKNOWN"),
    ],
)
def test_an_equation_holds_to_the_digits_that_are_printed(formula, kind):
    assert verdict(f"We compute \\[ {formula} \\]") == kind


@pytest.mark.parametrize(
    ("words", "formula", "kind"),
    [
        ("The residual is $e = y - h$. Then", r"e \ge 2", "UNKNOWN"),
        ("With errors $e_i$ we have", r"e^2 \ge 7", "UNKNOWN"),
        ("With errors $e_i$ we have", r"e^{x+y} = e^x e^y", "PROVED"),
        ("We have", r"e \ge 2", "PROVED"),
        ("We have", r"e^2 \ge 7", "PROVED"),
    ],
)
def test_what_a_text_calls_e_is_not_its_number(words, formula, kind):
    assert verdict(f"{words} \\[ {formula} \\]") == kind
