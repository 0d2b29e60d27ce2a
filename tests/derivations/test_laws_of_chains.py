"""A law that is named before a chain is the reason of the row that it fits, and of no other."""

from __future__ import annotations

import pytest

from boundcalc.notes.check import check_document
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DECIDER = Decider()
LINEAR = r"\mathbb{E}[Z] = \sum_i \mathbb{E}[Z_i] = \sum_i q_i = r"
CASES = {
    "linearity": (rf"By linearity of expectation, \[ {LINEAR}. \]", [0]),
    "independence": (
        r"By independence, \[ \mathbb{E}[Z] = \mathbb{E}[\prod_i Z_i] = \prod_i \mathbb{E}[Z_i]"
        r" \le r. \]",
        [1],
    ),
    "a lemma": (rf"By Lemma 3, \[ {LINEAR}. \]", [0, 1, 2]),
}


@pytest.mark.parametrize(("text", "cited"), CASES.values(), ids=CASES)
def test_a_law_is_cited_for_the_row_that_it_fits(text: str, cited: list[int]) -> None:
    rows = check_document(read_source(text, "notes.md"), {}, DECIDER.examine).rows

    assert [at for at, row in enumerate(rows) if row.kind.value == "CITED"] == cited
