r"""Norms of sums and of expectations, and what does not follow."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

VECTORS = r"Let $x_1, \ldots, x_n$ be vectors in $\mathbb{R}^d$."
RANDOM = r"Let $X$ be a random vector."
TRUE = [
    (VECTORS, r"\left\| \sum_{i=1}^n x_i \right\| \le \sum_{i=1}^n \|x_i\|"),
    (VECTORS, r"\left\| \frac1n \sum_{i=1}^n x_i \right\| \le \frac1n \sum_{i=1}^n \|x_i\|"),
    (VECTORS, r"\left\| \sum_{i=1}^n (x_i - y_i) \right\|_2 \le \sum_{i=1}^n \|x_i - y_i\|_2"),
    (RANDOM, r"\|\mathbb{E}[X]\| \le \mathbb{E}[\|X\|]"),
    (RANDOM, r"\|\mathbb{E}[X - Y]\|^2 \le \mathbb{E}[\|X - Y\|^2]"),
]
FALSE = [
    (VECTORS, r"\left\| \sum_{i=1}^n x_i \right\| \ge \sum_{i=1}^n \|x_i\|"),
    (VECTORS, r"\left\| \sum_{i=1}^n x_i \right\| \le \frac1n \sum_{i=1}^n \|x_i\|"),
    (VECTORS, r"\left\| \sum_{i=1}^n x_i \right\| \le \sum_{i=1}^m \|x_i\|"),
    (VECTORS, r"\left\| \sum_{i=1}^n x_i \right\| \le \sum_{i=1}^n \|y_i\|"),
    (VECTORS, r"\left\| \sum_{i=1}^n x_i \right\|_1 \le \sum_{i=1}^n \|x_i\|_2"),
    (VECTORS, r"\left\| \sum_{i=1}^n x_i \right\|^2 \le \sum_{i=1}^n \|x_i\|^2"),
    (VECTORS, r"\left\| \sum_{i=1}^n x_i \right\|_{1/2} \le \sum_{i=1}^n \|x_i\|_{1/2}"),
    (r"Let $0 < p < 1$.", r"\left\| \sum_{i=1}^n x_i \right\|_p \le \sum_{i=1}^n \|x_i\|_p"),
    (r"Let $p = 1/2$.", r"\left\| \sum_{i=1}^n x_i \right\|_p \le \sum_{i=1}^n \|x_i\|_p"),
    (r"Let $\|\cdot\|$ be a quasinorm.", r"\| \sum_{i=1}^n x_i \| \le \sum_{i=1}^n \|x_i\|"),
    (RANDOM, r"\mathbb{E}[\|X\|] \le \|\mathbb{E}[X]\|"),
    (RANDOM, r"\|\mathbb{E}[X]\| \le \mathbb{E}[\|X\| \mid Y]"),
    (RANDOM, r"\|\mathbb{E}_S[X]\| \le \mathbb{E}_T[\|X\|]"),
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_the_norm_of_a_sum_is_at_most_the_sum_of_the_norms(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_nothing_else_follows_of_norms_of_sums(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))
