r"""Jensen's inequality for terms that are not read, and what is no instance of it."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

TEXT = r"We take expectations. Let $\lambda > 0$ be a real number."
TRUE = [
    r"\mathbb{E}[e^{\lambda X}] \ge e^{\lambda \mathbb{E}[X]}",
    r"\log \mathbb{E}[e^X] \ge \mathbb{E}[X]",
    r"\mathbb{E}[\log Y] \le \log \mathbb{E}[Y]",
    r"\mathbb{E}[\sqrt{Y}] \le \sqrt{\mathbb{E}[Y]}",
    r"\mathbb{E}[2^X] \ge 2^{\mathbb{E}[X]}",
    r"\mathbb{E}[\max_i X_i] \le \frac{1}{\lambda} \log \mathbb{E}[e^{\lambda \max_i X_i}]",
    r"e^{\lambda \mathbb{E}[X \mid Z]} \le \mathbb{E}[e^{\lambda X} \mid Z]",
    r"\mathbb{E}[(X - Y)^2] \ge (\mathbb{E}[X] - \mathbb{E}[Y])^2",
]
FALSE = [
    r"\mathbb{E}[e^{\lambda X}] \le e^{\lambda \mathbb{E}[X]}",
    r"\mathbb{E}[\log Y] \ge \log \mathbb{E}[Y]",
    r"\mathbb{E}[e^{\lambda X}] \ge e^{\lambda \mathbb{E}[Y]}",
    r"\mathbb{E}[e^{\lambda X}] \ge e^{2 \lambda \mathbb{E}[X]}",
    r"\mathbb{E}[X^3] \ge \mathbb{E}[X]^3",
    r"\mathbb{E}[X^{1/2}] \ge \mathbb{E}[X]^{1/2}",
    r"\mathbb{E}[(1/2)^X] \le (1/2)^{\mathbb{E}[X]}",
    r"\mathbb{E}[e^{\lambda X} \mid Z] \ge e^{\lambda \mathbb{E}[X]}",
    r"\mathbb{E}[e^{\lambda X}] \ge e^{\lambda \mathbb{E}_Q[X]}",
    r"\mathbb{E}[X e^{X}] \ge \mathbb{E}[X] e^{\mathbb{E}[X]}",
]


@pytest.mark.few(1)
@pytest.mark.parametrize("formula", TRUE)
def test_the_mean_of_a_convex_function_is_at_least_that_of_the_mean(tmp_path, formula):
    check_proved_by_a_law(row_of(tmp_path, TEXT, formula))


@pytest.mark.few(2)
@pytest.mark.parametrize("formula", FALSE)
def test_nothing_else_is_said(tmp_path, formula):
    check_unknown(row_of(tmp_path, TEXT, formula))
