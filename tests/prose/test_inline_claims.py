r"""Relations in running text: those that are claimed are rows, all others are not."""

import pytest

from boundcalc.derivations.open_documents import read_open
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

CLAIMED = [
    (r"Note that $1 - x \le e^{-x}$.", ["1 - x <= e^(-x)"]),
    (r"Recall the inequality $1 + x \le e^x$ for all $x$.", ["1 + x <= e^x"]),
    (r"It follows that \(a + b \le 2c\).", ["a + b <= 2 * c"]),
    (r"This holds since $\ln(1 + x) \le x$.", ["ln(1 + x) <= x"]),
]
NOT_CLAIMED = [
    r"Let $x + 1 \le y$.",
    r"Suppose that we have $x + 1 \le y$.",
    r"We want to show that $x + 1 \le y$.",
    r"It is not true that $x + 1 \le y$.",
    r"Note that $x > 0$.",
    r"Note that $x = y + z$.",
    r"If $x + 1 \le y$, we stop.",
    r"for $x + 1 \le y$ only",
    r"There exists $x$ such that we have $x + 1 \le y$.",
    r"Note that $x \in S$.",
]


def relations(text):
    return [str(step.row.relation) for step in read_open(read_source(text)).steps]


@pytest.mark.parametrize(("text", "expected"), CLAIMED)
def test_what_running_text_claims_is_a_row(text, expected):
    assert relations(text) == expected


@pytest.mark.parametrize("text", NOT_CLAIMED)
def test_what_it_does_not_claim_is_none(text):
    assert relations(text) == []


def test_a_claim_knows_what_the_text_says_before_it():
    text = r"Let $x \ge 0$ be real. Note that $1 + 2x \le (1 + x)^2$. Then \[ x + 1 \ge 1. \]"
    steps = read_open(read_source(text)).steps

    assert [step.line for step in steps] == [1, 1]
    assert str(steps[0].scope.symbols[0].domain) == "[0, oo)"


def test_no_usual_domain_is_taken_that_the_text_speaks_against():
    text = r"\begin{block}{For $1 \geq d > 0$} \[ P(X > t) \le d \] \end{block}"
    (step,) = read_open(read_source(text)).steps

    assert str(step.context.domains["d"].domain) != "the integers >= 1"
