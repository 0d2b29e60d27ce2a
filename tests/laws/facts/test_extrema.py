r"""Extrema and what they go over, and what does not follow of them."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

PRIOR = r"Let $\pi$ be a prior distribution on $\Theta$, and let $g_0 \in \mathcal{K}$."
RISK = r"\int_\Theta R(t, g) \pi(dt)"
TRUE = [
    (PRIOR, r"\inf_{g \in \mathcal{K}} F(g) \le F(g_0)"),
    (PRIOR, r"\sup_{g \in \mathcal{K}} F(g) \ge F(g_0)"),
    (PRIOR, r"\sup_{g \in \mathcal{K}} (F(g) - h) \ge F(g_0) - h"),
    (r"For all $g \in \mathcal{K}$,", r"\inf_{g \in \mathcal{K}} F(g) \le F(g)"),
    (PRIOR, rf"\sup_{{t \in \Theta}} R(t, g) \ge {RISK}"),
    (PRIOR, rf"\inf_{{t \in \Theta}} R(t, g) \le {RISK}"),
    ("Random.", r"E[\max_i X_i] \ge \max_i E[X_i]"),
    ("Random.", r"E[\inf_{i \in I} X_i] \le \inf_{i \in I} E[X_i]"),
    ("We go on.", r"\max_{1 \le k \le n} |x_k - y_k| \le \sqrt{\sum_{i=1}^n (x_i - y_i)^2}"),
]
FALSE = [
    (PRIOR, r"\inf_{g \in \mathcal{K}} F(g) \ge F(g_0)"),
    (PRIOR, r"\inf_{g \in \mathcal{K}} F(g) \le F(h)"),
    (PRIOR, r"\inf_{g \in \mathcal{H}} F(g) \le F(g_0)"),
    (PRIOR, r"\inf_{g \in \mathcal{K}} F(g) \le G(g_0)"),
    (PRIOR, r"\inf_{g \in \mathcal{K}} F(g, h) \le F(h, g_0)"),
    (r"Let $g_0$ be not in $g_0 \notin \mathcal{K}$.", r"\inf_{g \in \mathcal{K}} F(g) \le F(g_0)"),
    (r"We do not have $g_0 \in \mathcal{K}$.", r"\inf_{g \in \mathcal{K}} F(g) \le F(g_0)"),
    (r"Let $i \in I$.", r"\sup_{a \in I} \sum_{i=1}^n f(a, i) \ge \sum_{i=1}^n f(i, i)"),
    (PRIOR, rf"\sup_{{t \in \Theta}} R(t, g) \le {RISK}"),
    (PRIOR, rf"\sup_{{t \in T}} R(t, g) \ge {RISK}"),
    (PRIOR, rf"\sup_{{t \in \Theta}} R(t, h) \ge {RISK}"),
    (PRIOR, rf"\sup_{{s \in \Theta}} R(t, g) \ge {RISK}"),
    (r"Let $\pi$ be a measure on $\Theta$.", rf"\sup_{{t \in \Theta}} R(t, g) \ge {RISK}"),
    (r"Let $\pi$ be an improper prior.", rf"\sup_{{t \in \Theta}} R(t, g) \ge {RISK}"),
    (r"Let $\mu$ be a distribution.", rf"\sup_{{t \in \Theta}} R(t, g) \ge {RISK}"),
    ("Random.", r"E[\max_i X_i] \le \max_i E[X_i]"),
    ("Random.", r"E[\max_i X_i] \ge \max_j E[X_i]"),
    ("Random.", r"E[\max_i X_i \mid Y] \ge \max_i E[X_i]"),
    ("We go on.", r"\max_{1 \le k \le m} |x_k - y_k| \le \sqrt{\sum_{i=1}^n (x_i - y_i)^2}"),
    ("We go on.", r"\max_{1 \le k \le n} |x_k| \ge \sqrt{\sum_{i=1}^n x_i^2}"),
    ("We go on.", r"\max_{1 \le k \le n} |x_k| \le \sqrt{\sum_{i=1}^n x_i y_i}"),
]


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_an_extremum_bounds_what_it_goes_over(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(6)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_nothing_else_follows_of_an_extremum(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))


def test_a_set_of_parameters_is_no_order(tmp_path) -> None:
    formula = r"\sup_{t \in \Theta} R(t) = \sup_{t \in \Theta} R(t) + 0"
    row = row_of(tmp_path, "We go on.", formula)
    assert "of line" not in str(row.step.row.relation)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "order", [r"\Theta(n)", r"\tilde{O}_d(n)", r"\widetilde{\Theta}(n)", r"\Omega_{\epsilon}(n)"]
)
def test_an_order_has_no_one_value(tmp_path, order) -> None:
    formula = rf"\sum_{{i=1}}^n ({order} - {order}) = 0"
    check_unknown(row_of(tmp_path, "We go on.", formula))
    check_unknown(row_of(tmp_path, "We go on.", rf"R - {order} = R - {order} + 0"))
