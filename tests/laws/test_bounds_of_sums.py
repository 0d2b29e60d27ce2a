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


@pytest.mark.few(5)
@pytest.mark.parametrize("formula", TRUE)
def test_a_bound_of_a_sum_is_proved(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, TEXT, formula))


@pytest.mark.few(5)
@pytest.mark.parametrize("formula", FALSE)
def test_another_bound_is_not(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, TEXT, formula))
