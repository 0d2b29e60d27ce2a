r"""Expectations with indicators, and what does not follow of them."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

TEXT = r"Let $X$ be a random variable, and $\alpha > 0$, $c > 0$."
TRUE = [
    r"E[e^{\alpha X} \cdot 1_{\{X > 0\}}] \le E[e^{\alpha X}]",
    r"E[X 1_{\{X > 0\}}] + E[X 1_{\{X \le 0\}}] = E[X]",
    r"E[|X| \mathbf{1}_{X > u}] \le E[X^2 + 1]",
    r"c \cdot E[e^{\alpha X} 1_{\lbrace X > 0 \rbrace}] \le c \cdot E[e^{\alpha X}]",
    r"E[X 1_{\{X > t\}} \mid Y] + E[X 1_{\{t \ge X\}} \mid Y] = E[X \mid Y]",
]
FALSE = [
    r"E[X 1_{\{X > 0\}}] \le E[X]",
    r"E[e^{\alpha X} 1_{\{X > 0\}}] \ge E[e^{\alpha X}]",
    r"E[X 1_{\{X > 0\}}] + E[X 1_{\{X < 0\}}] = E[X]",
    r"E[X 1_{\{X > 0\}}] + E[Y 1_{\{X \le 0\}}] = E[X]",
    r"E[X 1_{\{X > 0\}}] + E[X 1_{\{Y \le 0\}}] = E[X]",
    r"E[X 1_{\{X > 0\}} \mid Y] + E[X 1_{\{X \le 0\}}] = E[X]",
    r"E[e^{\alpha X} 1_{\{X > 0\}} \mid Y] \le E[e^{\alpha X}]",
    r"E[|X| 1_{\{X > 0\}}] \le E[X^2]",
    r"E[|X| - 1_{\{X > 0\}}] \le E[|X| - 1]",
    r"E[|X| + 1_{\{X > 0\}}] \le E[|X|]",
    r"E[X 1_{n}] \le E[X^2 + 1]",
]


@pytest.mark.few(2)
@pytest.mark.parametrize("formula", TRUE)
def test_an_indicator_is_at_most_one(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, TEXT, formula))


@pytest.mark.few(2)
@pytest.mark.parametrize("formula", FALSE)
def test_it_bounds_nothing_else(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, TEXT, formula))
