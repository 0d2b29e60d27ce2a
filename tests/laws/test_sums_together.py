"""Several sums over one range, expectations or suprema, compared term by term as one."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

TEXT = "Let $X$ and $Y$ be random variables."
TRUE = [
    r"\sum_x |p(x) - r(x)| \le \sum_x |p(x) - q(x)| + \sum_x |q(x) - r(x)|",
    r"\frac{1}{2} \sum_x |p(x) - r(x)|"
    r" \le \frac{1}{2} \sum_x |p(x) - q(x)| + \frac{1}{2} \sum_x |q(x) - r(x)|",
    r"\sum_x |p(x) - q(x)| \ge \sum_x p(x) - \sum_x q(x)",
    r"\sum_{i=1}^n (a_i + b_i)^2 \le 2 \sum_{i=1}^n a_i^2 + 2 \sum_{i=1}^n b_i^2",
    r"\mathbb{E}|X + Y| \le \mathbb{E}|X| + \mathbb{E}|Y|",
    r"\mathbb{E}|X - Y| \ge \mathbb{E}|X| - \mathbb{E}|Y|",
    r"\sup_x (f(x) + g(x)) \le \sup_x f(x) + \sup_x g(x)",
    r"\sup_x |f(x) - g(x)| \ge \sup_x |f(x)| - \sup_x |g(x)|",
    r"\inf_x f(x) + \inf_x g(x) \le \inf_x (f(x) + g(x))",
    r"\max_i (2 a_i + b_i) \le 2 \max_i a_i + \max_i b_i",
]
FALSE = [
    r"\sum_{i=1}^n |a_i - c_i| \le \sum_{i=1}^n |a_i - b_i| + \sum_{i=1}^m |b_i - c_i|",
    r"\sum_{i=1}^n |a_i - c_i| \le \sum_{i=1}^n |a_i - b_i| - \sum_{i=1}^n |b_i - c_i|",
    r"\sum_{i=1}^n |a_i - c_i| \le \frac{1}{2} \sum_{i=1}^n |a_i - b_i| + \sum_{i=1}^n |b_i - c_i|",
    r"\sum_{i=1}^n (a_i + b_i)^2 \le \sum_{i=1}^n a_i^2 + \sum_{i=1}^n b_i^2",
    r"\sum_{x \in S} |p(x) - r(x)| \le \sum_{x \in S} |p(x) - q(x)| + \sum_{x \in T} |q(x) - r(x)|",
    r"\sum_x |p(x) - r(x)| \le \sum_x |p(x) - q(x)| + \sum_y |q(x) - r(x)|",
    r"\mathbb{E}|X + Y| \ge \mathbb{E}|X| + \mathbb{E}|Y|",
    r"\sup_x f(x) + \sup_x g(x) \le \sup_x (f(x) + g(x))",
    r"\sup_x f(x) + \sup_x g(x) = \sup_x (f(x) + g(x))",
    r"\inf_x (f(x) + g(x)) \le \inf_x f(x) + \inf_x g(x)",
    r"\sup_x (f(x) - g(x)) \le \sup_x f(x) - \sup_x g(x)",
    r"\sup_x (f(x) + g(x)) \le \sup_x f(x) + \sup_y g(x)",
    r"\sup_x (f(x) + g(x)) \le \sup_x f(x) + \inf_x g(x)",
    r"\mathbb{E}|X + Y|^2 \le \mathbb{E}|X|^2 + \mathbb{E}|Y|^2",
]


@pytest.mark.few(5)
@pytest.mark.parametrize("formula", TRUE)
def test_sums_over_one_range_are_compared_together(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, TEXT, formula))


@pytest.mark.few(2)
@pytest.mark.parametrize("formula", FALSE)
def test_other_sums_are_not(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, TEXT, formula))
