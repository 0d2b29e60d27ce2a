"""The triangle inequality for sums and expectations, and that of Cauchy and Schwarz."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

TEXT = r"We speak of expectations. Let $n \ge 1$ be an integer."
TRUE = [
    r"\left| \sum_{i=1}^n a_i \right| \le \sum_{i=1}^n |a_i|",
    r"\left| \sum_x f(x) (p(x) - q(x)) \right| \le \sum_x |f(x)| |p(x) - q(x)|",
    r"\sum_x |f(x)| \ge |\sum_x f(x)|",
    r"|\mathbb{E}[X]| \le \mathbb{E}[|X|]",
    r"\frac{1}{n} |\sum_{i=1}^n a_i| \le \frac{1}{n} \sum_{i=1}^n |a_i|",
    r"\sum_{i=1}^n a_i b_i \le \sqrt{\sum_{i=1}^n a_i^2} \sqrt{\sum_{i=1}^n b_i^2}",
    r"\left(\sum_{i=1}^n a_i b_i\right)^2"
    r" \le \left(\sum_{i=1}^n a_i^2\right) \left(\sum_{i=1}^n b_i^2\right)",
    r"\left(\sum_{i=1}^n a_i\right)^2 \le n \sum_{i=1}^n a_i^2",
    r"\sum_{i=1}^n |a_i| \le \sqrt{n} \sqrt{\sum_{i=1}^n a_i^2}",
    r"\mathbb{E}[X]^2 \le \mathbb{E}[X^2]",
    r"|\mathbb{E}[u v]| \le \sqrt{\mathbb{E}[u^2] \mathbb{E}[v^2]}",
]
FALSE = [
    r"\left| \sum_{i=1}^n a_i \right| \le \sum_{i=1}^n a_i",
    r"\left| \sum_{i=1}^n a_i \right| \ge \sum_{i=1}^n |a_i|",
    r"\left| \sum_{i=1}^n a_i \right| \le \sum_{i=1}^m |a_i|",
    r"\left| \sum_{i=1}^n a_i \right| \le \sum_{i=1}^n |b_i|",
    r"|\mathbb{E}[X]| \le \mathbb{E}[|Y|]",
    r"\sum_{i=1}^n a_i b_i \le \sqrt{\sum_{i=1}^n a_i} \sqrt{\sum_{i=1}^n b_i^2}",
    r"\sum_{i=1}^n a_i b_i \le \sqrt{\sum_{i=1}^n a_i^2} \sqrt{\sum_{i=2}^n b_i^2}",
    r"\sum_{i=1}^n a_i b_i \ge \sqrt{\sum_{i=1}^n a_i^2} \sqrt{\sum_{i=1}^n b_i^2}",
    r"\left(\sum_{i=1}^n a_i\right)^2 \le \sum_{i=1}^n a_i^2",
    r"\left(\sum_{i=0}^n a_i\right)^2 \le n \sum_{i=0}^n a_i^2",
    r"\left(\sum_{i=1}^n a_i\right)^2 \le m \sum_{i=1}^n a_i^2",
    r"\left(\sum_{i=1}^n a_i\right)^2 \le n \sum_{i=1}^n a_i^4",
    r"\mathbb{E}[X^2] \le \mathbb{E}[X]^2",
    r"\mathbb{E}[XY] \le \mathbb{E}[X^2] \mathbb{E}[Y^2]",
]


@pytest.mark.few(3)
@pytest.mark.parametrize("formula", TRUE)
def test_a_bound_of_a_sum_is_proved(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, TEXT, formula))


@pytest.mark.few(3)
@pytest.mark.parametrize("formula", FALSE)
def test_another_bound_is_not(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, TEXT, formula))


SUPREMA = [
    r"|\sup_{a \in A} u(a) - \sup_{a \in A} v(a)| \le \sup_{a \in A} |u(a) - v(a)|",
    r"\max_i x_i - \max_i y_i \le \max_i |x_i - y_i|",
    r"|\inf_x f(x) - \inf_x g(x)| \le \sup_x |f(x) - g(x)|",
    r"\sup_a |u(a)| - \sup_a |v(a)| \le \sup_a |u(a) - v(a)|",
]
NO_SUPREMA = [
    r"|\sup_{a \in A} u(a) - \sup_{a \in A} v(a)| \ge \sup_{a \in A} |u(a) - v(a)|",
    r"|\sup_{a \in A} u(a) - \sup_{a \in B} v(a)| \le \sup_{a \in A} |u(a) - v(a)|",
    r"|\sup_{a \in A} u(a) - \sup_{a \in A} v(a)| \le \sup_{a \in B} |u(a) - v(a)|",
    r"|\sup_{a \in A} u(a) - \sup_{a \in A} v(a)| \le \inf_{a \in A} |u(a) - v(a)|",
    r"|\sup_{a \in A} u(a) - \inf_{a \in A} v(a)| \le \sup_{a \in A} |u(a) - v(a)|",
    r"|\sup_{a \in A} u(a) + \sup_{a \in A} v(a)| \le \sup_{a \in A} |u(a) + v(a)|",
    r"|\sup_a u(a) - \sup_a v(a)| \le \sup_a (u(a) - v(a))",
]


@pytest.mark.few(2)
@pytest.mark.parametrize("formula", SUPREMA)
def test_extrema_differ_by_at_most_the_greatest_difference(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, "We go on.", formula))


@pytest.mark.few(3)
@pytest.mark.parametrize("formula", NO_SUPREMA)
def test_they_may_differ_by_more_than_anything_else(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, "We go on.", formula))
