r"""Earlier rows of a document that nobody prepared, as reasons of later ones."""

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind

pytestmark = pytest.mark.usefixtures("in_this_process")

MARKOV = "By Markov's inequality, \\[ \\Pr[X \\ge t] \\le \\frac{\\mathbb{E}[X]}{t}. \\]\n"
TWICE = "\\[ 2 \\Pr[X \\ge t] \\le \\frac{2\\mathbb{E}[X]}{t}. \\]\n"


def verdicts(tmp_path, text: str) -> list[str]:
    file = tmp_path / "notes.tex"
    file.write_text(text)
    return [row.kind.value for row in check(file, jobs=1).rows]


@pytest.mark.slow
def test_what_a_row_defines_is_a_premise_of_the_rows_after_it(tmp_path) -> None:
    text = (
        "We set \\[ u_n := \\Pr[A_n] + 2\\Pr[B_n]. \\] Then \\[ u_n - \\Pr[A_n] = 2\\Pr[B_n] \\]"
        " and \\[ u_n - \\Pr[A_n] = 3\\Pr[B_n]. \\]\n"
    )
    assert verdicts(tmp_path, text) == ["CITED", "PROVED", "UNKNOWN"]


def test_what_follows_from_a_cited_row_is_cited(tmp_path) -> None:
    assert verdicts(tmp_path, f"{MARKOV}Hence\n{TWICE}") == ["CITED", "CITED"]


@pytest.mark.parametrize(
    "between",
    [
        "\\section{Another}\n",
        "\\begin{proof}\n",
        "Let $t \\in [0, 1]$ now.\n",  # another t
    ],
)
def test_a_cited_row_is_no_reason_elsewhere(tmp_path, between: str) -> None:
    assert verdicts(tmp_path, f"{MARKOV}{between}{TWICE}")[-1] == "UNKNOWN"


def test_an_unknown_row_is_no_reason(tmp_path) -> None:
    text = f"It follows that \\[ \\Pr[X \\ge t] \\le \\frac{{\\mathbb{{E}}[X]}}{{t}}. \\]\n{TWICE}"
    assert verdicts(tmp_path, text) == ["UNKNOWN", "UNKNOWN"]


def test_what_follows_the_other_way_round_is_not_cited(tmp_path) -> None:
    text = MARKOV + "Hence \\[ \\Pr[X \\ge t] \\ge \\frac{\\mathbb{E}[X]}{t}. \\]\n"
    assert verdicts(tmp_path, text) == ["CITED", "UNKNOWN"]


def test_a_row_is_not_refuted_where_what_the_document_claims_before_it_fails_too(tmp_path):
    file = tmp_path / "notes.md"
    said = (
        "Let $a$ and $b$ be real numbers. As everybody sees,\n$$ a = b + 1. $$\nIt follows that\n"
    )
    file.write_text(
        said + "$$ a^2 = b^2 + 2b + 1. $$\nBut for all real $c$,\n$$ (c+1)^2 = c^2 $$\n"
    )
    found = [row.kind for row in check(file, jobs=1).rows]
    assert found == [VerdictKind.UNKNOWN, VerdictKind.UNKNOWN, VerdictKind.REFUTED]
