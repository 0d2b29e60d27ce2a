"""What a document defines stands for its name inside of terms that are not read, too."""

# ruff: noqa: E501 (documents in one line)

from __future__ import annotations

import pytest

from boundcalc.notes.check import check_document
from boundcalc.notes.judging import CheckedRow
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DECIDER = Decider()
SUM = r"Let $X_1, \ldots, X_n$ be random variables, and let $X = \sum_{i=1}^n X_i$. Then"

PAIR = r"Let $X_1, X_2$ be random variables and let $X = X_1 + X_2$. \[ 1 \le 2. \] "
PRODUCT = r"\[ E[X Y] = E[X_1 Y] + E[X_2 Y]. \]"
VECTOR = r"Let $w = u + v$. \[ 1 \le 2. \] "
INNER = r"\[ \langle w, x \rangle = \langle u, x \rangle + \langle v, x \rangle. \]"


def last(text: str) -> CheckedRow:
    document = check_document(read_source(text, "notes.tex"), {}, DECIDER.examine)
    return document.rows[-1]


TRUE = {
    "an expectation": SUM + r"\[ E[X] = \sum_{i=1}^n E[X_i]. \]",
    "a probability": SUM + r"\[ \Pr[X \ge t] = \Pr[\sum_{i=1}^n X_i \ge t]. \]",
    "an extremum": r"Let $\phi(p) = \frac12 \|p\|^2$. Then \[ \max_{p \in D} \phi(p) = \frac12 \max_{p \in D} \|p\|^2. \]",
    "a family": r"Let $Y_i = X_i - c$. Then \[ \sum_{i=1}^n Y_i = \sum_{i=1}^n (X_i - c). \]",
    "losses": r"Let $f_t(p) = \langle l_t, p\rangle$. Then \[ \sum_t f_t(p) = \sum_t \langle l_t, p\rangle. \]",
    "two variables": PAIR + PRODUCT,
    "a vector": VECTOR + INNER,
    "a display": r"Define \[ g(w) = \|w\|^2. \] Then \[ \sup_w g(w) = \sup_w \|w\|^2. \]",
}


@pytest.mark.few(4)
@pytest.mark.parametrize("text", TRUE.values(), ids=TRUE)
def test_what_is_defined_is_put_in(text: str) -> None:
    row = last(text)

    assert row.kind.value == "PROVED"
    by_calculus = "Proved from definitions" in row.judgement.reason  # where all of it is random
    assert by_calculus or any(item.how == "assumed" for item in row.judgement.premises)


FALSE = {
    "another summand": SUM + r"\[ E[X] = 2 \sum_{i=1}^n E[X_i]. \]",
    "another event": SUM + r"\[ \Pr[X \ge t] = \Pr[\sum_{i=1}^n X_i \ge t + 1]. \]",
    "a letter that a sum binds": r"Let $a = x_i + 1$. Then \[ \sum_{i=1}^n a = \sum_{i=1}^n (x_i + 1). \]",
    "the name is bound": r"Let $v = u + 1$. Then \[ \max_v f(v) = \max_v f(u + 1). \]",
    "an own letter of the body is bound": r"Let $g(w) = \|w - x\|$. Then \[ \sup_x g(w) = \sup_x \|w - x\|. \]",
    "an inner extremum": r"Let $h(w) = \max_v \|v - w\|$. Then \[ \max_v h(v) = \max_v \|v - v\|. \]",
    "another member": r"Let $Y_i = X_i - c$. Then \[ \sum_{i=1}^n Y_j = \sum_{i=1}^n (X_i - c). \]",
    "another argument": r"Let $f(1) = \sup_x g(x)$. Then \[ \sup_y f(2) = \sup_x g(x). \]",
    "a recursion": r"Let $f(n) = \|u\| + f(n/2)$. Then \[ \sum_i f(n) = \sum_i (\|u\| + \|u\| + f(n)). \]",
    "with a probability": r"Let $X = \sum_{i=1}^n X_i$ with probability $1/2$. Then \[ E[X] = \sum_{i=1}^n E[X_i]. \]",
    "a case": r"Let $X = \sum_{i=1}^n X_i$ if $n > 2$. Then \[ E[X] = \sum_{i=1}^n E[X_i]. \]",
    "a part of a domain": r"Let $f(x) = \|x\|$ for $x > 0$. Then \[ \sup_x f(x) = \sup_x \|x\|. \]",
    "supposed": r"Suppose $X = \sum_{i=1}^n X_i$. Then \[ E[X] = \sum_{i=1}^n E[X_i]. \]",
    "two definitions": SUM
    + r"\[ 1 \le 2. \] Let $X = \max_i X_i$. Then \[ E[X] = \sum_{i=1}^n E[X_i]. \]",
    "a number, that is a value": r"Let $X = 3$. Then \[ E[X] = 3. \]",
    "a condition": SUM + r"\[ E[Y \mid X] = E[Y \mid \sum_{i=1}^n 2 X_i]. \]",
    "matrices": r"Let $M = A B$. Then \[ \|M x\| = \|B A x\|. \]",
    "a section later": "\\section{A sum}\n"
    + SUM
    + "\n\\[ 1 \\le 2. \\]\n\\section{Other variables}\n"
    + r"\[ E[X] = \sum_{i=1}^n E[X_i]. \]",
    "in a proof before": r"\begin{proof} Let $X = \sum_{i=1}^n X_i$. Then \[ 1 \le 2. \] \end{proof} \[ E[X] = \sum_{i=1}^n E[X_i]. \]",
    "uniform now": PAIR + r"Now let $X$ be uniform on $[0,1]$. Then" + PRODUCT,
    "normal now": PAIR + r"Let $X \sim N(0,1)$. Then" + PRODUCT,
    "another variable": PAIR + r"Consider another random variable $X$. Then" + PRODUCT,
    "any variable": PAIR + r"For any random variable $X$ we have" + PRODUCT,
    "an update": PAIR + r"We update: $X \gets 2X$. Then" + PRODUCT,
    "a unit vector": VECTOR + r"Let $w$ be a unit vector. Then" + INNER,
    "in its place": VECTOR + r"Instead of $w = u + v$, take $w = u - v$. Then" + INNER,
    "replaced": VECTOR + r"Replace $w$ by $2w$. Then" + INNER,
    "a second case": "Case 1. " + VECTOR + r"Case 2. Let $w = u - v$." + INNER,
    "supposed later": VECTOR + r"Suppose now that $w = 0$." + INNER,
    "for all of them": VECTOR + r"For all $w$," + INNER,
    "for all of them, behind": VECTOR + INNER.replace(r"\]", r"\quad \text{for all } w. \]"),
    "another function": r"Define \[ g(w) = \|w\|^2. \] For another function $g$, \[ \sup_w g(w) = \sup_w \|w\|^2. \]",
    "is another": PAIR + r"In the next part, $X$ is the number of heads. Then" + PRODUCT,
    "a paragraph": PAIR + r"\paragraph{Next} We have" + PRODUCT,
    "an example": PAIR + r"\begin{example} We have" + PRODUCT,
    "after a proof": PAIR + r"\end{proof} We have" + PRODUCT,
    "a loss": PAIR + r"With $X$ the loss we have" + PRODUCT,
    "written for another": PAIR + r"Write $X$ for the loss. Then" + PRODUCT,
    "a rule": PAIR + "\n\n---\n\nWe have" + PRODUCT,
    "equivalent to a number": PAIR + r"Then $X\equiv 1$. Then" + PRODUCT,
    "denied": r"We do not let $X = \sum_{i=1}^n X_i$. Then \[ E[X] = \sum_{i=1}^n E[X_i]. \]",
}


@pytest.mark.few(8)
@pytest.mark.parametrize("text", FALSE.values(), ids=FALSE)
def test_a_false_neighbour_is_not_proved(text: str) -> None:
    assert last(text).kind.value != "PROVED"


def test_a_name_that_is_no_formula_by_itself_is_left() -> None:
    text = "Let $w = \\sum_i v_i$. Then\n$$ \\mathbb{E}[((w-w^{\\*})^T x)^2] = \\mathbb{E}[X]. $$"
    document = read_source(text, "notes.md", is_markdown=True)

    (row,) = check_document(document, {}, DECIDER.examine).rows
    assert row.kind.value == "UNKNOWN"
