"""Documents without directives: what prose declares, for how long, and what it cannot do."""

from __future__ import annotations

import pytest

from boundcalc.notes.check import CheckedDocument, check_document
from boundcalc.notes.judging import CheckedRow
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

SQUARE = r"\[ x^2 \le x \]"  # true on [0, 1] alone
DECIDER = Decider()


def checked(text: str, *, is_markdown: bool = False) -> CheckedDocument:
    document = read_source(
        text, "notes.md" if is_markdown else "notes.tex", is_markdown=is_markdown
    )
    return check_document(document, {}, DECIDER.examine)


def rows(text: str, *, is_markdown: bool = False) -> tuple[CheckedRow, ...]:
    return checked(text, is_markdown=is_markdown).rows


def verdicts(text: str) -> list[str]:
    return [row.kind.value for row in rows(text)]


@pytest.mark.parametrize(
    "prose",
    [
        r"Let $x \in (0,1)$. Then",
        r"Let $0 < x < 1$. Then",
        r"Fix $x \in [0, 1]$ and note that",
        r"For all $x \in (0,1]$ we have",
        r"For every $0 \le x \le 1$,",
        r"Assume that $0 \le x \le 1$. Then",
        r"Let $y > 0$ and $x \in (0,1)$. Then",
        r"Given $x \in [0, 1/2]$, we get",
        r"Let $y, x \in (0, 1)$. It follows that",
        r"If $0 \le x \le 1$, then",
        r"Suppose $x \in (0,1)$." "\n\nRecall the following lemma.\n\nWe get",
        r"\begin{theorem} Let $x \in (0, 1)$. Then $x < 2$.\end{theorem}"
        "\n"
        r"\begin{proof} Clearly",
    ],
)
def test_a_domain_in_prose_is_used_at_once(prose: str) -> None:
    (row,) = rows(f"{prose} {SQUARE}")

    assert row.kind.value == "PROVED"
    item = row.step.context.domains["x"]  # type: ignore[union-attr]
    assert item.origin.certainty.value == "stated"
    assert "x" in item.origin.words


@pytest.mark.parametrize(
    "after",
    [
        r"for all $x \in (0,1)$.",
        r"where $x \in (0, 1)$ is fixed.",
        r", whenever $0 \le x \le 1$.",
        r"if $x \in [0,1]$.",
        "\n\n" r"for $0 < x < 1$.",
    ],
)
def test_a_condition_behind_a_display_belongs_to_it(after: str) -> None:
    assert verdicts(f"We have {SQUARE} {after}") == ["PROVED"]


@pytest.mark.parametrize(
    "prose",
    [
        # A scope that has ended.
        r"For all $x \in (0,1)$ we have $x < 2$. Then",
        r"\begin{lemma} Let $x \in (0,1)$. Then $x < 2$. \end{lemma} Now",
        r"\begin{proof} Let $x \in (0,1)$. \end{proof} Now",
        r"\section{One} Let $x \in (0,1)$. \section{Two} Now",
        r"\begin{lemma} Let $x \in (0,1)$. \end{lemma} \begin{lemma} We have",
        r"\begin{lemma} Let $x \in (0,1)$. \end{lemma} \section{Other} \begin{proof}",
        r"\begin{lemma} Let $x \in (0,1)$. \end{lemma} \begin{theorem} Let $y>0$. \end{theorem}"
        r" \begin{proof} Now",
        r"\begin{lemma}\label{a} Let $x \in (0,1)$. \end{lemma}"
        r" \begin{proof}[Proof of Theorem~\ref{b}] Now",
        r"\begin{itemize} \item If $x \in (0,1)$ then $x < 2$. \item Now \end{itemize} Now",
        # A sentence that denies, doubts, offers alternatives, or is an equivalence.
        r"It is not the case that $x \in (0,1)$, and yet",
        r"Assume for contradiction that $x \in (0,1)$. Then",
        r"Unless $x \in (0,1)$, we have",
        r"Let $x \in (0,1)$ or $x \ge 3$. Then",
        r"Either $x \in (0,1)$ or not. Then",
        r"We have $x \in (0,1)$ if and only if",
        r"One might hope that $x \in (0,1)$. Then",
        r"Only if $x \in (0,1)$ it holds that",
        r"Is it true that $x \in (0,1)$? Then",
        # A name that is declared anew.
        r"Let $x \in (0,1)$. Let $x \ge 1$. Then",
        r"Let $x \in (0,1)$. Then, for all $x > 0$,",
        # What is hidden.
        "% Let $x \\in (0,1)$.\nThen",
        r"\iffalse Let $x \in (0,1)$. \fi Then",
        r"\begin{verbatim} Let $x \in (0,1)$. \end{verbatim} Then",
        # What is claimed, and not assumed.
        r"We show that $x \in (0,1)$. First,",
        r"Then $x \in (0,1)$ follows. First,",
        r"There is $x \in (0,1)$ such that $x = 1/2$. But",
    ],
)
def test_no_domain_is_taken_from_elsewhere(prose: str) -> None:
    assert "PROVED" not in verdicts(f"{prose} {SQUARE}")


@pytest.mark.few(9)
@pytest.mark.parametrize(
    "prose",
    [
        r"Suppose that $x \le y$." "\n\n" "Now we drop it.\n\n In general",
        r"We show that $x \le y$. First,",
        r"If $x \le y$, we are done. In general",
        r"Assume for contradiction that $x \le y$. Then",
        r"\begin{proof} Suppose $x \le y$. Then $1 \le 2$." "\n\n" r"Otherwise we have",
        r"It is not true that $x \le y$. But",
        r"The claim $x \le y$ is false; in fact",
        r"If \[ x \le y, \] we are done. In general",
        r"Whenever \[ x \le y \] holds, we stop. But",
        r"Let us prove that \[ x = y. \] First,",
        r"We can write \[ x = y. \] So",
        r"By definition of things, \[ x = y. \] So",
        r"Here is a picture of \[ x = y. \] So",
        r"The variance is given by \[ x = y. \] So",
        r"\begin{exercise} Suppose $x \le y$. \end{exercise} Now",
        r"\begin{example} Let $x \le y$. \end{example} Now",
        r"Hence it suffices to assume that $x \le y$." "\n\n" r"Now",
        r"\begin{proof} Suppose for the sake of contradiction that $x \le y$. \end{proof} So",
        r"\begin{enumerate} \item Suppose $x \le y$. \item Otherwise, \end{enumerate} So",
    ],
)
def test_no_hypothesis_is_taken_from_elsewhere(prose: str) -> None:
    assert verdicts(rf"Let $x, y \in (0,1)$. {prose} \[ 2x \le 2y \]")[-1] != "PROVED"


def test_a_hypothesis_is_a_premise_and_is_named() -> None:
    (row,) = rows(r"Let $x, y > 0$." "\n" r"Suppose that $x \le y$. Then \[ 2x \le 2y. \]")

    assert row.kind.value == "PROVED"
    assert [(item.how, item.text, item.line) for item in row.judgement.premises] == [
        ("assumed", "x <= y", 2)
    ]


@pytest.mark.parametrize(
    "text",
    [
        r"Suppose that \[ x \le y \] holds.",
        r"It is not true that \[ x \le x + 1. \]",
        r"We have $x > 0$ if and only if \[ 2x \le 3x. \]",
        r"Does \[ x^2 \ge 0 \] hold?",
    ],
)
def test_what_is_not_claimed_is_neither_proved_nor_refuted(text: str) -> None:
    assert not {"PROVED", "REFUTED"} & set(verdicts(rf"Let $x, y > 0$. {text}"))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"Let $x \in (0,1)$. Then \[ x \le x^2. \]", "REFUTED"),
        (r"For all positive integers $n$, \[ 2^n \ge 2n + 1. \]", "REFUTED"),
        (r"Then \[ x \le x^2. \]", "UNKNOWN"),  # nothing states a domain
        (r"Let $x \in (0,1)$ satisfy the condition of Lemma 2. Then \[ x \le x^2. \]", "UNKNOWN"),
        (r"Let $x \in (0,1)$. For sufficiently large $n$, \[ x \le x^2. \]", "UNKNOWN"),
        (r"Let $x \in (0,1)$. Assume $x$ is good. Then \[ x \le x^2. \]", "UNKNOWN"),
        (r"Let $x, y > 0$. Choose \[ x = 2y. \]", "CITED"),
        (r"Let $x, y > 0$. We take \[ x \ge 2y + 1. \]", "CITED"),  # as assumed, and no more
        (r"Let $x \in (0,1)$. There exists such an $x$ with \[ 2x \le x^2. \]", "UNKNOWN"),
        (r"Let $x > 0$ and let $x < 1$. With high probability, \[ 2x \le x^2. \]", "UNKNOWN"),
        (r"Let $n \in \mathbb{N}$. Then \[ 1/n \ge 1. \]", "UNKNOWN"),
    ],
)
def test_refuted_needs_every_domain_and_no_hypothesis_left_over(text: str, verdict: str) -> None:
    assert verdicts(text)[-1:] == [verdict]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"Then \[ \Pr[X \ge t] \le d. \]", "UNKNOWN"),  # d may be a probability here
        (r"Then \[ n \le n^2. \]", "UNKNOWN"),
        (r"Then \[ \beta^2 \le \beta. \]", "UNKNOWN"),
        (r"Then \[ 1 \le 1 + n. \]", "PROVED"),
    ],
)
def test_a_proof_uses_of_a_letter_that_it_is_positive(text: str, verdict: str) -> None:
    assert verdicts(text) == [verdict]


def test_a_superscript_in_parentheses_is_no_power() -> None:
    text = r"Let $m_T \ge 0$ and $i \ge 1$ be integers, $x > 0$. Then \[ m_T \le 2m^{(i)}_T + 1. \]"

    assert verdicts(text) == ["UNKNOWN"]
    assert verdicts(r"Let $x > 0$ and $i \in [1, 2]$. Then \[ x^{(i+1)} = x \cdot x^i. \]") == [
        "UNKNOWN"
    ]


def test_a_question_says_what_may_be_meant() -> None:
    (row,) = rows(r"Then \[ 2^n \ge 2n + 1. \]")

    assert row.kind.value == "UNKNOWN"
    assert row.judgement.question in (
        "fails at n = 1: is n >= 2 meant?",
        "fails at n = 2: is a condition missing?",
    )
    assert row.judgement.suspicion > 0
    assert "guessed" in row.judgement.reason


def test_a_reason_is_a_citation_by_its_name() -> None:
    text = r"By Markov's inequality, \[ \Pr[X \ge t] \le \mathbb{E}[X]/t. \]"
    (row,) = rows(text)

    assert row.kind.value == "CITED"
    assert "Markov's inequality" in row.judgement.reason


def test_the_last_index_of_a_sum_is_an_integer() -> None:
    (row,) = rows(r"Here \[ \sum_{i=1}^n i = \frac{n(n+1)}{2}. \]")

    assert row.kind.value == "PROVED"
    assert [item.text for item in row.judgement.premises] == ["n integer >= 1"]


@pytest.mark.parametrize(
    "formula",
    [
        r"\sum_{i=1}^d d(2x) = 2 \sum_{i=1}^d d(x)",  # a distance
        r"\sum_{i=1}^n f(i) = n f(n)",
        r"\sum_{i=1}^n i = n(x)",
    ],
)
def test_a_name_that_ends_a_sum_may_be_a_function(formula: str) -> None:
    assert verdicts(rf"Here \[ {formula}. \]") == ["UNKNOWN"]


def test_what_is_proved_needs_no_reason() -> None:
    (row,) = rows(r"Let $x > 0$. By Lemma 2, \[ x + 1 \ge 1. \]")

    assert row.kind.value == "PROVED"


def test_an_unreadable_display_costs_itself() -> None:
    document = checked(r"Let $x > 0$. \[ {x \le 2 \] \[ x + 1 \ge 1 \]")

    assert [row.kind.value for row in document.rows] == ["PROVED"]
    assert not document.errors
    assert len(document.derivations.unread) == 1
