"""A reason whose inequality goes the other way cites nothing: it is asked which way is meant."""

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind

pytestmark = pytest.mark.usefixtures("in_this_process")

TURNED = [
    ("Because conditioning reduces entropy,", r"H(X \mid Y) \ge H(X)"),
    ("Since conditioning reduces entropy, we have", r"H(X) \le H(X|Y)"),
    ("By subadditivity of entropy,", r"H(X, Y) \ge H(X) + H(Y)"),
    ("By the union bound,", r"\Pr[A \cup B] \ge \Pr[A] + \Pr[B]"),
    ("By the triangle inequality,", r"|f(x) + g(x)| \ge |f(x)| + |g(x)|"),
    ("By Markov's inequality,", r"\Pr[X \ge t] \ge \mathbb{E}[X] / t"),
    ("By Chebyshev's inequality,", r"\sigma^2 / t^2 \le \Pr[|X - \mu| \ge t]"),
]
MEANT = [
    ("Because conditioning reduces entropy,", r"H(X \mid Y) \le H(X) + c"),
    ("By Markov's inequality,", r"\Pr[X \ge t] \le \mathbb{E}[X] / t"),
    ("By Markov's inequality,", r"\Pr[X < t] \ge c - \mathbb{E}[X] / t"),
    ("By Hoeffding's inequality,", r"\Pr[S \ge -t] \ge 1 - e^{-t}"),
]


@pytest.fixture
def row(tmp_path):
    def read(words, formula):
        path = tmp_path / "notes.md"
        path.write_text(f"{words}\n$$ {formula}. $$\n", encoding="utf-8")
        return check(path, jobs=1).rows[-1]

    return read


@pytest.mark.few(4)
@pytest.mark.parametrize(("words", "formula"), TURNED)
def test_a_reason_the_wrong_way_round_is_no_citation(row, words, formula):
    found = row(words, formula)

    assert found.kind is VerdictKind.UNKNOWN
    assert found.judgement.question == "is the direction of the sign meant?"


@pytest.mark.parametrize(("words", "formula"), MEANT)
def test_a_reason_the_right_way_round_is_one(row, words, formula):
    assert row(words, formula).kind in (VerdictKind.CITED, VerdictKind.PROVED)


@pytest.mark.parametrize("sign", [r"\le", r"\ge"])
def test_a_bound_of_tails_is_cited_for_no_comparison_of_two(row, sign):
    found = row("By Hoeffding's inequality,", rf"\Pr[S \ge c + t] {sign} \Pr[S - E[S] \ge t]")

    assert found.kind is VerdictKind.UNKNOWN
    assert not found.judgement.question
