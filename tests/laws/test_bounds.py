r"""Inequalities of terms that are not read, and rows that look like one of them and are false."""

from pathlib import Path

import pytest

from boundcalc.judgements import VerdictKind
from boundcalc.reports.rows import row_text
from tests.laws.single_rows import check_proved_by_a_law, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

HOLD = [
    ("", r"\|x + y\| \le \|x\| + \|y\|"),
    ("", r"\|x - z\|_1 \le \|x - y\|_1 + \|y - z\|_1"),
    ("", r"\|x\| \ge \|x + y\| - \|y\|"),
    ("", r"\|2x - 3y\|_\infty \le 2 \|x\|_\infty + 3 \|y\|_\infty"),
    ("", r"\|\sum_{i=1}^n x_i\| \le \sum_{i=1}^n \|x_i\|"),
    ("", r"\langle x, y \rangle \le \|x\| \|y\|"),
    ("", r"\langle x, y - z \rangle \le \|x\|_2 \|y - z\|_2"),
    ("", r"\sup_{x} (f(x) + g(x)) \le \sup_{x} f(x) + \sup_{x} g(x)"),
    ("", r"\inf_{x} (f(x) + g(x)) \ge \inf_{x} f(x) + \inf_{x} g(x)"),
    ("", r"\mathbb{E}[X]^2 \le \mathbb{E}[X^2]"),
    ("", r"|\mathbb{E}[X]| \le \mathbb{E}[|X|]"),
    ("", r"e^{\mathbb{E}[X]} \le \mathbb{E}[e^X]"),
    ("", r"\mathbb{E}[\sqrt{X}] \le \sqrt{\mathbb{E}[X]}"),
    ("", r"\mathbb{E}_{x \sim p}[\ln f(x)] \le \ln \mathbb{E}_{x \sim p}[f(x)]"),
    ("", r"\mathbb{E}[\max_{i \le n} X_i] \ge \max_{i \le n} \mathbb{E}[X_i]"),
    ("", r"\mathbb{E}[\inf_{f} f(X)] \le \inf_{f} \mathbb{E}[f(X)]"),
    ("", r"\mathbb{E}[X^2] \ge 0"),
    ("", r"2^{\mathbb{E}[X]} \le \mathbb{E}[2^X]"),
    ("Let $x, y \\in \\mathbb{R}^d$.", r"\|x - y\|^2 = \|x\|^2 - 2 x^\top y + \|y\|^2"),
    ("Let $x, y \\in \\mathbb{R}^d$.", r"12 x^\top y = 6 \cdot x^\top (2y)"),
    ("", r"|\sum_{i=1}^n a_i| \le \sum_{i=1}^n |a_i|"),
    ("", r"(\sum_{i=1}^n a_i b_i)^2 \le (\sum_{i=1}^n a_i^2) (\sum_{i=1}^n b_i^2)"),
    (
        "Let $x_1, \\dots, x_n$ be numbers, $n \\ge 1$.",
        r"(\sum_{i=1}^n x_i)^2 \le n \sum_{i=1}^n x_i^2",
    ),
    ("", r"\Pr[\bigcup_{i=1}^n A_i] \le \sum_{i=1}^n \Pr[A_i]"),
    ("Let $t > 0$.", r"\Pr[|X| \ge t] \le \frac{\mathbb{E}[|X|]}{t}"),
    ("Let $t > 0$.", r"\Pr[e^{s X} \ge e^{s t}] \le e^{-s t} \mathbb{E}[e^{s X}]"),
    ("", r"\mathbb{E}[\mathbf{1}\{X \ge t\}] = \Pr[X \ge t]"),
    (
        "Let $X$ and $Y$ be random variables.",
        r"\mathbb{E}[\mathbb{E}[X \mid Y]] = \mathbb{E}[X]",
    ),
]


DEAR = (r"\sqrt{\mathbb", r"\ln \mathbb{E}_{x \sim p}")  # roots and logarithms of terms


def _cases(rows: list[tuple[str, str]]) -> list[object]:
    """Return rows as parameters, of which the dear ones are left to the complete suite."""
    return [
        pytest.param(
            text,
            formula,
            id=formula,
            marks=[pytest.mark.slow] if any(part in formula for part in DEAR) else [],
        )
        for text, formula in rows
    ]


@pytest.mark.few(30)
@pytest.mark.parametrize(("text", "formula"), _cases(HOLD))
def test_an_inequality_of_terms_holds(tmp_path, text, formula):
    check_proved_by_a_law(row_of(tmp_path, text or "We go on.", formula))


def _false() -> list[tuple[str, str]]:
    lines = Path(__file__).with_name("false_bounds.txt").read_text().splitlines()
    return [tuple(line.split(" ### ", 1)) for line in lines if line]  # type: ignore[misc]


@pytest.mark.few(60)
@pytest.mark.parametrize(("text", "formula"), _cases(_false()))
def test_no_false_inequality_of_terms_is_proved(tmp_path, text, formula):
    row = row_of(tmp_path, text, formula)
    assert row.kind is not VerdictKind.PROVED, row_text(row)


MEANS = [
    ("", r"\sum_{x} p(x) \ln f(x) = \mathbb{E}_{X \sim p}[\ln f(X)]"),
    ("", r"\mathbb{E}_p[\frac{q(X)}{p(X)}] = \sum_x p(x) \cdot \frac{q(x)}{p(x)}"),
    ("", r"-\sum_{x, y} p(x, y) f(x, y) = \mathbb{E}_{(X,Y) \sim p}[-f(X, Y)]"),
    ("", r"\sum_{x \in \mathcal{X}} p(x) f(x) = \mathbb{E}_{x \sim p}[f(x)]"),
    ("", r"\mathbb{E}[X] = \int_{-\infty}^{\infty} x f_X(x) dx"),
    ("The mass function is $p$.", r"\mathbb{E}[g(X)] = \sum_x g(x) p(x)"),
    ("", r"\mathbb{E}[X] = \sum_x x \Pr[X = x]"),
    ("", r"\mathbb{E}[X^2] = \sum_x x^2 p_X(x)"),
]


@pytest.mark.parametrize(("text", "formula"), MEANS, ids=[formula for _, formula in MEANS])
def test_an_expectation_is_a_mean_over_all_values(tmp_path, text, formula):
    check_proved_by_a_law(row_of(tmp_path, text or "We go on.", formula))


DIVERGENCES = [
    r"D(p\|q) = \sum_{x} p(x) \log \frac{p(x)}{q(x)}",
    r"D_{KL}(p||q) = -\sum_{x} p(x) \log \frac{q(x)}{p(x)}",
    r"D(p||q) = \int_{-\infty}^\infty p(x) \log \frac{p(x)}{q(x)} dx",
]


@pytest.mark.parametrize("formula", DIVERGENCES)
def test_a_divergence_is_a_mean_of_logarithms(tmp_path, formula):
    check_proved_by_a_law(row_of(tmp_path, "The divergence of Kullback and Leibler.", formula))
