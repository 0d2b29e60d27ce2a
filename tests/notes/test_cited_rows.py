"""Rows for which a name is given: what is proved of them all the same, and what cannot hold."""

import pytest

from boundcalc.judgements import VerdictKind
from tests.laws.single_rows import check_proved_by_a_law, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

NAMED = "By the theorem of Smith (1990),"
SUMS = r"\sum_{i=1}^n (a_i + b_i) = \sum_{i=1}^n a_i + \sum_{i=1}^n b_i"


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        (NAMED, SUMS),
        ("By Jensen's inequality, for random $X$,", r"\mathbb{E}[X^2] \ge \mathbb{E}[X]^2"),
        ("By the union bound,", r"\Pr[A \cup B] \le \Pr[A] + \Pr[B]"),
    ],
)
def test_what_laws_prove_is_not_taken_from_a_name(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.parametrize("formula", [rf"{SUMS} + 1", rf"{SUMS} + \frac12"])
def test_a_name_is_no_reason_for_what_misses_by_a_number(tmp_path, formula) -> None:
    row = row_of(tmp_path, NAMED, formula)
    assert row.kind is VerdictKind.UNKNOWN
    assert row.judgement.suspicion


@pytest.mark.parametrize(
    "formula",
    [
        r"\sum_{i=1}^n (a_i + b_i) = \sum_{i=1}^n a_i + \sum_{i=1}^m b_i",
        r"f(x) = g(x) + 1",
        r"\Pr[X \ge t] \le e^{-2nt^2}",
    ],
)
def test_what_is_not_known_is_cited_for_its_name(tmp_path, formula) -> None:
    assert row_of(tmp_path, NAMED, formula).kind is VerdictKind.CITED
