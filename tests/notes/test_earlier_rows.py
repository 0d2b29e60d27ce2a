r"""Earlier rows of a document that nobody prepared, as reasons of later ones."""

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.reports.page import page_text

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


def test_an_unknown_row_is_no_reason_of_what_is_not_said_to_follow_from_it(tmp_path) -> None:
    row = "It follows that \\[ \\Pr[X \\ge t] \\le \\frac{\\mathbb{E}[X]}{t}. \\]"
    text = f"{row} Now we look at another bound.\n{TWICE}"
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


OPEN = "We have\n\\[ f(x) \\le g(x) + h(x). \\]\n"
DOUBLED = "\\[ 2 f(x) - 2 g(x) \\le 2 h(x). \\]\n"


FOLLOWS = "it follows from what is claimed, and not decided, on line 2"


def reasons(tmp_path, text: str) -> list[str]:
    file = tmp_path / "notes.tex"
    file.write_text(text)
    return [row.judgement.reason for row in check(file, jobs=1).rows]


def test_what_follows_from_an_open_row_is_as_open_and_says_so(tmp_path) -> None:
    file = tmp_path / "notes.tex"
    file.write_text(f"{OPEN}Hence\n{DOUBLED}")
    (document,) = check(file, jobs=1).documents
    first, second = document.rows
    assert [first.kind.value, second.kind.value] == ["UNKNOWN", "UNKNOWN"]
    assert second.judgement.reason == FOLLOWS
    (premise,) = second.judgement.premises
    assert (premise.how, premise.line) == ("claimed", 2)
    assert second.judgement.counterexample is None
    shown = page_text(document)
    assert "Unknown, and shown to follow from rows that are: line 4" in shown


def test_a_name_that_stands_only_in_an_earlier_row_means_there_what_it_means_in_it(tmp_path):
    text = (
        "We have\n\\[ \\frac1n\\sum_{i=1}^n \\mathbb{E}[g(x_i)] = \\frac2n\\sum_{i=1}^n"
        " \\mathbb{E}[q(P)]. \\]\nHence\n\\[ \\mathbb{E}[q(S)] \\le 2 \\mathbb{E}[q(P)]. \\]\n"
    )
    assert verdicts(tmp_path, text) == ["UNKNOWN", "UNKNOWN"]


def test_rows_below_each_other_follow_from_each_other(tmp_path) -> None:
    both = "\\[ f(x) \\le g(x) + h(x) \\\\ 2 f(x) - 2 g(x) \\le 2 h(x). \\]\n"
    assert reasons(tmp_path, f"We have\n{both}")[1] == FOLLOWS


@pytest.mark.few(5)
@pytest.mark.parametrize(
    "between",
    [
        "To see this, note that therefore\n",
        "Indeed, we have\n",
        "The reason is that then\n",
        "We want to conclude, and thus prove, that\n",
        "Suppose the contrary. Then\n",
        "We now speak of something else.\n",
        "\\begin{proof} Thus\n",
        "\\section{More} Hence\n",
        "Let $x$ be another point. Hence\n",
        "If $x = 0$, then\n",
    ],
)
def test_an_open_row_is_no_reason_where_nothing_follows_from_it(tmp_path, between: str) -> None:
    assert reasons(tmp_path, f"{OPEN}{between}{DOUBLED}")[-1] != FOLLOWS


@pytest.mark.few(5)
@pytest.mark.parametrize(
    "claimed",
    [
        "We want to show that\n\\[ f(x) \\le g(x) + h(x). \\]\n",
        "Suppose that it is false that\n\\[ f(x) \\le g(x) + h(x). \\]\n",
        "Is it true that\n\\[ f(x) \\le g(x) + h(x)? \\]\n",
        "With high probability,\n\\[ f(x) \\le g(x) + h(x). \\]\n",
        "We have\n\\[ f(x) \\le g(x) + h(x) \\text{ if } x > 3. \\]\n",
        "We have\n\\[ f(x) \\le g(x) + h(x) \\text{ almost surely}. \\]\n",
        "We have\n\\[ f(x) \\ge g(x) + h(x). \\]\n",
        "We have\n\\[ f(y) \\le g(y) + h(y). \\]\n",
        "We have\n\\[ f(x) \\le g(x) - h(x). \\]\n",
    ],
)
def test_what_is_not_claimed_is_no_reason(tmp_path, claimed: str) -> None:
    assert reasons(tmp_path, f"{claimed}Hence\n{DOUBLED}")[-1] != FOLLOWS


@pytest.mark.parametrize(
    "rows",
    [
        "\\[ A v = b \\]\nHence\n\\[ v = b A^{-1}. \\]\n",
        "\\[ A v = \\lambda v \\]\nHence\n\\[ A v w = \\lambda w v. \\]\n",
        "\\[ A B = C \\]\nHence\n\\[ B A = C. \\]\n",
        "\\[ A B = C \\]\nHence\n\\[ B = C / A. \\]\n",
    ],
)
def test_matrices_are_not_multiplied_in_what_follows(tmp_path, rows: str) -> None:
    assert "follows" not in reasons(tmp_path, f"For matrices we have\n{rows}")[-1]


def test_what_is_claimed_twice_does_not_follow_from_itself(tmp_path) -> None:
    again = "\\[ f(x) \\le g(x) + h(x). \\]\n"
    assert reasons(tmp_path, f"{OPEN}Thus\n{again}")[-1] != FOLLOWS


def test_nothing_follows_from_what_cannot_hold(tmp_path) -> None:
    text = "We have\n\\[ f(x) = f(x) + 1. \\]\nHence\n\\[ f(x) = g(x). \\]\n"
    assert "follows" not in reasons(tmp_path, text)[-1]
