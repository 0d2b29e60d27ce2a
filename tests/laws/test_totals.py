r"""Sums over all values of a random variable: which are taken together, and which are not."""

import pytest

from boundcalc.judgements import VerdictKind
from tests.laws.test_events import kind_of

pytestmark = pytest.mark.usefixtures("in_this_process")

WORDS = "Entropy of random variables $X$ and $Y$. Let $A$ be an event."
HOLD = [
    r"H(Y) - H(Y|X) = H(Y) - \sum_{x\in\mathcal{X}} H(Y|X=x)\Pr(X=x)",
    r"H(Y) - \sum_{x\in\mathcal{X}} 2 \cdot \Pr(X=x) = H(Y) - 2",
    r"\sum_x \Pr(X=x) H(p) = H(p)",
    r"\sum_x \Pr(X=x) \cdot 1 = 1",
    r"\Pr(A) = \sum_x \Pr(A \mid X = x) \Pr(X = x)",
    r"\mathbb{E}(Y) = \sum_x \mathbb{E}[Y \mid X = x] \Pr(X = x)",
]
FAIL = [
    r"H(Y|X) = \sum_{x} H(Y|X=x) \Pr(Y=x)",
    r"\mathbb{E}[Y] = \sum_x \mathbb{E}[Y + x \mid X = x] \Pr(X = x)",
    r"\mathbb{E}[Y] = \sum_x \mathbb{E}[Y \mid X = x]",
    r"\mathbb{E}[Y \mid Z] = \sum_x \mathbb{E}[Y \mid X = x, Z] \Pr(X = x)",
    r"\sum_{x\in\mathcal{Y}} \Pr(X=x) = 1",
    r"\sum_{x\in S} \Pr(X=x) = 1",
    r"\sum_{x} \Pr(X=x)^2 = 1",
    r"\sum_{x} \Pr(X=x \mid A) \Pr(X=x) = 1",
    r"\sum_{x=1}^n \Pr(X=x) = 1",
    r"\sum_{x} x \Pr(X=x) = x",
    r"\sum_{x} \Pr(X=y) = 1",
    r"\Pr(A) = \sum_x \Pr_q(A \mid X = x) \Pr(X = x)",
    r"\mathbb{E}[Y] = \sum_x \mathbb{E}_q[Y \mid X = x] \Pr(X = x)",
    r"H(Y|X) = \sum_x H(Y|X=x) \Pr_q(X = x)",
    r"\sum_k \Pr(X=k) = 1",
    r"\sum_t \Pr(T=t) = 1",  # a time, which may be infinite
]


@pytest.mark.parametrize("formula", HOLD)
def test_a_sum_over_all_values_is_taken_together(tmp_path, formula):
    assert kind_of(tmp_path, WORDS, formula) is VerdictKind.PROVED


@pytest.mark.few(8)
@pytest.mark.parametrize("formula", FAIL)
def test_another_sum_is_left_as_it_stands(tmp_path, formula):
    assert kind_of(tmp_path, WORDS, formula) is VerdictKind.UNKNOWN


RESTRICTED = [
    "The sum runs over the even values.",
    "We sum over small $x$.",
    "Throughout, $x \\in S$ for a set $S$ of good values.",
    "Let $x$ be even.",
    "For $x \\ge 2$ we have what follows.",
    "Here $x$ runs through the primes.",
    "The variables are continuous.",
    "The variables are normal.",
]


@pytest.mark.few(4)
@pytest.mark.parametrize("words", RESTRICTED)
def test_a_sum_that_a_text_restricts_is_left_as_it_stands(tmp_path, words):
    formula = r"\sum_x \Pr(X=x) = 1"

    assert kind_of(tmp_path, WORDS, formula) is VerdictKind.PROVED
    assert kind_of(tmp_path, f"{WORDS} {words}", formula) is VerdictKind.UNKNOWN


def test_a_condition_beside_a_sum_restricts_it(tmp_path):
    formula = r"\sum_x \Pr(X=x) = 1, \qquad x \ne 0"

    assert kind_of(tmp_path, WORDS, formula) is VerdictKind.UNKNOWN


def test_a_sum_of_variables_of_unknown_laws_is_left_as_it_stands(tmp_path):
    words = "Let $X$ be a random variable."

    assert kind_of(tmp_path, words, r"\sum_x \Pr(X=x) = 1") is VerdictKind.UNKNOWN
