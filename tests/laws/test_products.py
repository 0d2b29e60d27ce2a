"""Products over an index: what leaves them, and what they are not."""

import pytest

from boundcalc.judgements import VerdictKind
from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

TEXT = r"Let $a, b > 0$, let $n \ge 1$ be an integer, and let $x_i, y_i$ be real."
TRUE = [
    r"\prod_{i=1}^n a x_i = a^n \prod_{i=1}^n x_i",
    r"\prod_{i=1}^n \frac{1}{2} e^{x_i} = 2^{-n} e^{\sum_{i=1}^n x_i}",
    r"\prod_{i=0}^n a e^{x_i} = a^{n+1} e^{\sum_{i=0}^n x_i}",
    r"\frac{\prod_i \frac{1}{2b} e^{-|x_i|/b}}{\prod_i \frac{1}{2b} e^{-|y_i|/b}}"
    r" = \prod_i e^{(|y_i| - |x_i|)/b}",
    r"\prod_{i=1}^n \exp\left(\frac{|x_i - y_i|}{b}\right)"
    r" = \exp\left(\frac{1}{b} \sum_{i=1}^n |x_i - y_i|\right)",
]
FALSE = [
    r"\prod_{i=1}^n a x_i = a \prod_{i=1}^n x_i",
    r"\prod_{i=0}^n a x_i = a^n \prod_{i=0}^n x_i",
    r"\prod_{i=1}^n 2 e^{x_i} = 2 e^{\sum_{i=1}^n x_i}",
    r"\prod_{i=1}^n a_i x_i = a_i^n \prod_{i=1}^n x_i",
    r"\prod_{i=1}^n (-1) x_i = - \prod_{i=1}^n x_i",
    r"\prod_{i=1}^n (a + x_i) = a^n + \prod_{i=1}^n x_i",
    r"\prod_{i=1}^\infty a x_i = a \prod_{i=1}^\infty x_i",
    r"\sum_{i=1}^n |x_i - y_i| = \sum_{i=1}^n |x_i| - \sum_{i=1}^n |y_i|",
    r"\exp\left(\sum_{i=1}^n |x_i - y_i|\right) = \exp\left(\sum_{i=1}^n |x_i|\right) - |y_i|",
]


@pytest.mark.parametrize("formula", TRUE)
def test_what_does_not_vary_leaves_a_product(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, TEXT, formula))


def test_a_difference_in_bars_ends_no_sum(tmp_path) -> None:
    formula = r"e^{\sum_i |x_i - y_i| + b} = e^b e^{\sum_i |x_i - y_i|}"
    assert row_of(tmp_path, TEXT, formula).kind is VerdictKind.PROVED


@pytest.mark.few(2)
@pytest.mark.parametrize("formula", FALSE)
def test_another_product_is_none(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, TEXT, formula))
