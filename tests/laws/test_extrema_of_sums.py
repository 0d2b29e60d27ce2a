r"""Sums beside the extremum of their terms, and what does not follow."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

LIST = r"Let $x_1, \ldots, x_n$ be real numbers."
RANDOM = r"Let $X_1, \ldots, X_n$ be random variables."
TRUE = [
    (LIST, r"\sum_{i=1}^n x_i \le n \max_i x_i"),
    (LIST, r"\frac1n \sum_{i=1}^n x_i \le \max_{1 \le i \le n} x_i"),
    (LIST, r"\min_i x_i \le \frac1n \sum_{i=1}^n x_i"),
    (LIST, r"\left|\frac1n \sum_{i=1}^n x_i\right| \le \max_{i \in [n]} |x_i|"),
    (LIST, r"\max_i x_i^2 \le \sum_{i=1}^n x_i^2"),
    (LIST, r"\max_i |x_i|^2 \le \sum_{i=1}^n x_i^2"),
    (LIST, r"\log\left(\sum_{i=1}^n e^{x_i}\right) \ge \max_i x_i"),
    (LIST, r"\log\left(\sum_{i=1}^n e^{x_i}\right) \le \max_i x_i + \log n"),
    (LIST, r"e^{\lambda \max_i x_i} \le \sum_{i=1}^n e^{\lambda x_i}"),
    (LIST, r"e^{c \min_i x_i} \le \sum_{i=1}^n e^{c x_i}"),
    (LIST, r"\sum_{i=1}^n x_i^2 \le \left(\max_i |x_i|\right) \sum_{i=1}^n |x_i|"),
    (r"Let $p(x) = q(x)^2$.", r"\max_{x \in S} |f(x)| \le \sum_{x \in S} |f(x)|"),
    (RANDOM, r"\mathbb{E}[e^{\lambda \max_i X_i}] \le \sum_{i=1}^n \mathbb{E}[e^{\lambda X_i}]"),
    (RANDOM, r"\mathbb{E}[\max_i |X_i|] \le \sum_{i=1}^n \mathbb{E}[|X_i|]"),
]
FALSE = [
    (LIST, r"\sum_{i=1}^n x_i \le \max_i x_i"),
    (LIST, r"\max_i x_i \le \sum_{i=1}^n x_i"),
    (LIST, r"\sum_{i=1}^n x_i \le n \min_i x_i"),
    (LIST, r"\sum_{i=1}^n x_i \ge n \max_i x_i"),
    (LIST, r"\sum_{i=0}^n x_i \le n \max_i x_i"),
    (LIST, r"\sum_{i=1}^m x_i \le m \max_i x_i"),
    (LIST, r"\sum_{i=1}^n x_i \le n \max_{1 \le i \le m} x_i"),
    (LIST, r"\sum_{i=1}^n x_i \le n \max_j x_i"),
    (r"Let $x_0, x_1, \ldots, x_n$ be given.", r"\max_i x_i^2 \le \sum_{i=1}^n x_i^2"),
    (rf"{LIST} Let $c$ be real.", r"\sum_{i=1}^n e^{c x_i} \le n e^{c \max_i x_i}"),
    (LIST, r"\sum_{i=1}^n e^{-\lambda x_i} \le n e^{-\lambda \max_i x_i}"),
    (LIST, r"\log\left(\sum_{i=1}^n e^{x_i}\right) \le \max_i x_i"),
    (LIST, r"\log\left(\sum_{i=1}^n e^{x_i}\right) \ge \max_i x_i + \log n"),
    (LIST, r"\sum_{i=1}^n x_i y_i \le \left(\max_i x_i\right) \sum_{i=1}^n y_i"),
    (r"Let $x_1, \ldots, x_n$ be matrices.", r"\sum_{i=1}^n x_i \le n \max_i x_i"),
    (r"We go on.", r"(\sup_{x \in S} |f(x)| - 1)^2 \le \sum_{x \in S} (|f(x)| - 1)^2"),
    (RANDOM, r"\mathbb{E}[\max_i X_i] \le \sum_{i=1}^n \mathbb{E}[X_i]"),
    (RANDOM, r"\mathbb{E}[\max_i |X_i|] \le \sum_{i=1}^n \mathbb{E}[|X_i| \mid Y]"),
    (RANDOM, r"\mathbb{E}[\max_i |X_i|] \le \sum_{i=1}^m \mathbb{E}[|X_i|]"),
    (RANDOM, r"\mathbb{E}[\max_i |X_i|] \le \max_i \mathbb{E}[|X_i|]"),
]


@pytest.mark.few(5)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_a_sum_and_the_extremum_of_its_terms(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(6)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_nothing_else_follows_of_an_extremum_and_a_sum(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))
