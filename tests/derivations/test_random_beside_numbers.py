"""What is random stands in probabilities and expectations, and nowhere beside numbers."""

from __future__ import annotations

import pytest

from boundcalc.derivations.documents import read_document
from boundcalc.tex.files import read_source

RANDOM = "%! random X, Y in [0, 1]\n%! declare t in (0, 1)\n"


@pytest.mark.parametrize("row", [r"X \le 1", r"t \le X + Y", r"\Pr[Y \ge t] + X \le 2"])
def test_a_row_about_a_random_value_itself_is_told_the_way_out(row: str) -> None:
    derivations = read_document(read_source(rf"{RANDOM}\[ {row} \]", "a.tex"), is_strict=True)

    (error,) = derivations.errors
    assert error.message == (
        r"X is random, and a row relates numbers; write \Pr[...] or \mathbb{E}[...] around what is "
        "said of it"
    )
    assert (error.line, error.source_line[error.column - 1]) == (3, "X")
    assert derivations.failed == []
