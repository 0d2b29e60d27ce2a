"""Sums that differ by where they begin and end are one and single terms, where they have these."""

from __future__ import annotations

import pytest

from boundcalc.notes.check import check_document
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DECIDER = Decider()


def kind(row: str, least: int) -> str:
    text = rf"Let $n \ge {least}$ be an integer. We have \[ {row}. \]"
    return check_document(read_source(text, "notes.md"), {}, DECIDER.examine).rows[-1].kind.value


HOLD = {
    "a last term": r"\sum_{k=1}^n a_k - \sum_{k=1}^{n-1} a_k = a_n",
    "telescoping": r"\sum_{k=1}^n (a_k - a_{k-1}) = a_n - a_0",
    "a first term": r"\sum_{k=1}^{n} a_{k} = a_1 + \sum_{k=2}^{n} a_k",
    "a shift": r"\sum_{k=1}^{n} a_{k-1} = \sum_{k=0}^{n-1} a_k",
    "from zero": r"\sum_{t=0}^{n-1} (x_{t+1} - x_t) = x_n - x_0",
    "one more": r"\sum_{i=1}^{n+1} X_i = X_{n+1} + \sum_{j=1}^n X_j",
    "a series": r"\sum_{k=0}^\infty b_k = b_0 + \sum_{k=1}^\infty b_k",
}
FAIL = {
    "another term": r"\sum_{k=1}^n a_k - \sum_{k=1}^{n-1} a_k = a_{n-1}",
    "another end": r"\sum_{k=1}^n (a_k - a_{k-1}) = a_n - a_1",
    "another first term": r"\sum_{k=1}^{n} a_{k} = a_0 + \sum_{k=2}^{n} a_k",
    "another index": r"\sum_{k=1}^{n} a_i^2 = \sum_{i=1}^{n} a_i^2",
    "no shift": r"\sum_{k=1}^{n} a_{k-1} = \sum_{k=0}^{n} a_k",
    "too far": r"\sum_{t=0}^{n} (x_{t+1} - x_t) = x_n - x_0",
    "a term too early": r"\sum_{i=1}^{n+1} X_i = X_{n} + \sum_{i=1}^n X_i",
    "another series": r"\sum_{k=0}^\infty b_k = b_1 + \sum_{k=1}^\infty b_k",
    "a factor": r"\sum_{k=1}^{n} k a_k = a_1 + \sum_{k=1}^{n-1} k a_{k+1}",
    "one of two": r"\sum_{k=1}^{n} a_k b_{k-1} = a_1 b_0 + \sum_{k=1}^{n-1} a_{k} b_{k+1}",
    "odd and even": r"\sum_{k=1}^{n} a_{2k} = \sum_{k=0}^{n-1} a_{2k+1}",
    "two steps": r"\sum_{k=1}^n (a_k - a_{k-2}) = a_n + a_{n-1} - a_0",
    "second differences": r"\sum_{k=1}^n (a_{k+1} - 2 a_k + a_{k-1}) = a_{n+1} - a_n - a_1",
}


@pytest.mark.few(3)
@pytest.mark.parametrize("row", HOLD.values(), ids=HOLD)
def test_a_sum_is_another_one_and_single_terms(row: str) -> None:
    assert kind(row, 2) == "PROVED"


@pytest.mark.few(2)
@pytest.mark.parametrize("row", FAIL.values(), ids=FAIL)
def test_a_false_neighbour_is_not_proved(row: str) -> None:
    assert kind(row, 3) != "PROVED"


def test_a_sum_that_may_be_empty_has_no_first_term() -> None:
    assert kind(HOLD["a first term"], 0) != "PROVED"


def test_a_proof_that_needs_a_guessed_end_says_so() -> None:
    text = r"\[ \sum_{i=1}^n i a_i = \sum_{i=2}^{n} i a_i + a_1 \]"
    (row,) = check_document(read_source(text, "notes.md"), {}, DECIDER.examine).rows

    assert row.kind.value == "PROVED"
    assert any("n integer >= 1" in item.text for item in row.judgement.premises)
