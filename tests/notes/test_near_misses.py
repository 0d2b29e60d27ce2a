"""Rows that miss by a little what the laws of their terms give are questions to the author."""

import pytest

from boundcalc.derivations.open_documents import read_open
from boundcalc.document_checker import Checker
from boundcalc.judgements import VerdictKind
from boundcalc.notes.judging import CheckedRow
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")


def row(formula: str, words: str = "We have") -> CheckedRow:
    read = read_open(read_source(f"{words} \\[ {formula} \\]"))
    (document,) = Checker(theorems=()).check_read([read]).documents
    return document.rows[-1]


WRONG = [
    r"\mathbb{E}[X - Y] + 1 = \mathbb{E}[X] + \mathbb{E}[Y] + 1",
    r"\mathbb{E}[2 X] + 3 = 3 \mathbb{E}[X] + 3",
    r"\mathbb{E}[2 X + 5] = 2 \mathbb{E}[X] + 6",
    r"\mathbb{E}[X] \cdot n / n^2 = \mathbb{E}[X] / n^2",
    r"\sum_{i=1}^n (x_i + y_i) = \sum_{i=1}^n x_i - \sum_{i=1}^n y_i",
    r"\mathbb{E}[X - X] = 1",
    r"\|x - y\| + \|z\| = \|x - y\| - \|z\|",
    r"\Pr[A \cup B] = \Pr[A] + \Pr[B]",
    r"\Pr[X > t] = 1 + \Pr[X \le t]",
    r"\Pr[X \ge t + 1] \ge \Pr[X \ge t]",
]
ONE_CHANGE = {
    r"\|2u - 2v\| = 2\|u + v\|": r"2\|u - v\|",
    r"\mathbb{E}[(X - \mathbb{E}[X])^2] = \mathbb{E}[X^3] - \mathbb{E}[X]^2": (
        r"\mathbb{E}[X^2] - \mathbb{E}[X]^2"
    ),
    r"\mathbb{E}[\sum_{i=1}^n X_i] = \sum_{i=1}^n \mathbb{E}[X_j]": (
        r"\sum_{i=1}^n \mathbb{E}[X_i]"
    ),
    r"\sum_{i=1}^n (3a_i + 2) = 3\sum_{i=2}^n a_i + 2n": r"3\sum_{i=1}^n a_i + 2n",
    r"\int e^{ty} e^{-\frac{y^2}{2}} dy = \int e^{-\frac{y^2 + 2ty}{2}} dy": (
        r"\int e^{-\frac{y^2 - 2ty}{2}} dy"
    ),
    r"\mathrm{Var}(Y) = \mathbb{E}[Y^2] + \mathbb{E}[Y]^2": r"\mathbb{E}[Y^2] - \mathbb{E}[Y]^2",
}
PREMISES = (
    "Let $x_1$, $x_2$, $x_4$ and $z$ be real numbers with $z = 10x_1 + 22x_2$"
    " and $x_4 = 15 - 5x_1 - 20x_2$. Then"
)
OPEN = [
    r"\mathbb{E}[X Y] = \mathbb{E}[X] \mathbb{E}[Y]",
    r"\mathrm{Var}(X + Y) = \mathrm{Var}(X) + \mathrm{Var}(Y)",
    r"f(x) + 1 = g(x) + h(x)",
    r"I(X; Y) = H(X) - H(X|Y)",
    r"\|x - y\|^2 = \|x + y\|^2",
    r"\mathbb{E}[X_i] = \mathbb{E}[X_j]",
    r"f(n) = f(n-1) + f(n-2)",
    r"\mathbb{E}[X_{t+1}] = \mathbb{E}[X_t]",
    r"\sum_{i=1}^n i a_i = \sum_{j=1}^{n} \sum_{i=j}^{n} a_i",
    r"\Pr[A] \ge \Pr[B]",
    r"\int f(x) (x + \log \sigma) dx = \int f(x) x \, dx + \log \sigma",  # of a density
]


@pytest.mark.few(5)
@pytest.mark.parametrize("formula", WRONG)
def test_a_small_mistake_is_a_question(formula: str) -> None:
    found = row(formula)
    assert found.kind is VerdictKind.UNKNOWN
    assert found.judgement.suspicion > 0
    assert found.judgement.question


@pytest.mark.few(3)
@pytest.mark.parametrize(("formula", "meant"), ONE_CHANGE.items())
def test_a_row_that_one_change_makes_an_identity_asks_for_it(formula: str, meant: str) -> None:
    found = row(formula, r"For $X_1, \ldots, X_n$ we have")  # n is no random number
    assert found.kind is VerdictKind.UNKNOWN
    assert found.judgement.suspicion > 0
    assert found.judgement.question == f"is {meant} meant?"


@pytest.mark.parametrize(
    "formula",
    [
        "z = 31 - 2x_4 - 18x_2",
        "z = 30 + 2x_4 - 18x_2",
        "z = 30 - 2x_4 - x_2",
        "z = 30 - 2x_4 - 18x_1",
        "x_1 = 3 - 4x_2 - 5x_4",
        "x_1 = 3 - 4x_1 - x_4/5",
    ],
)
def test_a_row_that_misses_what_is_assumed_by_one_part_is_a_question(formula: str) -> None:
    found = row(formula, PREMISES)
    assert found.kind is not VerdictKind.PROVED
    assert found.kind is VerdictKind.REFUTED or found.judgement.suspicion > 0


@pytest.mark.parametrize("formula", ["z = x_4", "z = 7", "z = x_1 + 1", "z = x_1^2 + x_2^2"])
def test_what_is_far_from_what_is_assumed_is_no_near_miss(formula: str) -> None:
    assert "agree but for" not in row(formula, PREMISES).judgement.reason


@pytest.mark.few(5)
@pytest.mark.parametrize("formula", OPEN)
def test_what_needs_an_argument_is_no_suspect(formula: str) -> None:
    found = row(formula)
    assert found.kind is VerdictKind.UNKNOWN
    assert found.judgement.suspicion == 0


@pytest.mark.parametrize(
    "formula",
    [
        r"\mathbb{E}[X + 2] < \mathbb{E}[X] + 1",
        r"\|2 x\| > 3 \|x\|",
        r"n \Pr[A] > n",
    ],
)
def test_the_opposite_of_what_is_proved_is_a_question(formula: str) -> None:
    found = row(formula, "Let $n$ be a positive integer. We have")
    assert found.kind is not VerdictKind.PROVED
    assert found.kind is VerdictKind.REFUTED or found.judgement.suspicion > 0


def test_denials_and_loose_sentences_raise_no_question() -> None:
    wrong = WRONG[0]
    assert row(wrong, "It is not true that").judgement.suspicion == 0
    assert row(wrong, "With high probability, we have").judgement.suspicion == 0


@pytest.mark.slow
def test_a_row_without_a_counterexample_may_be_a_near_miss() -> None:
    words = "Let $\\epsilon > 0$ and $p = 1/(e^\\epsilon + 1)$. We have"
    formula = (
        r"\frac{e^\epsilon - 1}{e^{2\epsilon} - 1} = \frac{e^\epsilon - 1}{(e^\epsilon + 1)^2}"
    )
    found = row(formula, words)
    assert found.kind is VerdictKind.REFUTED or found.judgement.suspicion > 0


@pytest.mark.parametrize("formula", [r"\Pr[|X| \ge t] = 1", r"2 = \mathbb{E}[X]"])
def test_the_value_of_a_term_misses_nothing(formula):
    assert row(formula).judgement.suspicion == 0


@pytest.mark.parametrize(
    ("formula", "left_over"),
    [
        (r"I(X;Y) + I(X;Z|Y) = I(X;Y)", "I(X;Z|Y)"),
        (r"H(X) + H(Y|X) = H(X)", "H(Y|X)"),
    ],
)
def test_what_vanishes_under_independence_is_asked_for_by_name(formula, left_over):
    found = row(formula, "Let $X$, $Y$, $Z$ be discrete random variables. We have")
    assert found.judgement.kind is VerdictKind.UNKNOWN
    assert found.judgement.question == f"is {left_over} = 0 here?"
