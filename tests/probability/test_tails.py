"""Chebyshev's inequality and Chernoff's method in one row, with the best multiplier."""

import pytest

from tests.probability.rows import is_proved

NORMAL = "declare t, \\sigma positive\ndeclare \\mu real\nrandom X ~ normal(\\mu, \\sigma)"
FAMILY = "declare t positive\ndeclare n integer >= 1\n"
FAMILY += "random G_1, \\ldots, G_n real, with law normal(0, 1), iid"
LAPLACE = "declare t positive\ndeclare \\lambda in (0, 1)\nrandom L ~ laplace(1)"
DRIFT = "declare n integer >= 1\ndeclare t, c, \\lambda positive\n"
DRIFT += "random Z_1, \\ldots, Z_n in [-c, c], drift Z \\le 0"
MARTINGALE = DRIFT.replace("\\le 0", "= 0")
FREE = DRIFT.replace(", drift Z \\le 0", "")
TRUE = [
    (NORMAL, r"\Pr[X - \mu \ge t] \le e^{-\frac{t^2}{2 \sigma^2}}"),
    (NORMAL, r"\Pr[X - \mu \ge \sigma t] \le e^{-\frac{t^2}{2}}"),
    (NORMAL, r"\Pr[X - \mu \le -t] \le e^{-\frac{t^2}{2 \sigma^2}}"),
    (NORMAL, r"\Pr[|X - \mu| \ge t] \le \frac{\sigma^2}{t^2}"),
    (FAMILY, r"\Pr[\sum_{i=1}^n G_i \ge t] \le e^{-\frac{t^2}{2 n}}"),
    (FAMILY, r"\Pr[\sum_{i=1}^n G_i \ge n t] \le e^{-\frac{n t^2}{2}}"),
    (DRIFT, r"\Pr[\sum_{i=1}^n Z_i \ge t] \le e^{-\frac{t^2}{2 n c^2}}"),
    (DRIFT, r"\Pr[\sum_{i=1}^n Z_i \ge t] \le e^{\frac{n \lambda^2 c^2}{2} - \lambda t}"),
    (NORMAL, r"\Pr[|X - \mu| \ge t] \le 2 e^{-\frac{t^2}{2 \sigma^2}}"),
    (FAMILY, r"\Pr[|\sum_{i=1}^n G_i| \ge t] \le 2 e^{-\frac{t^2}{2 n}}"),
    (MARTINGALE, r"\Pr[|\sum_{i=1}^n Z_i| \ge t] \le 2 e^{-\frac{t^2}{2 n c^2}}"),
    (MARTINGALE, r"\Pr[\sum_{i=1}^n Z_i \le -t] \le e^{-\frac{t^2}{2 n c^2}}"),
    (DRIFT, r"\Pr[\sum_{i=1}^n Z_i \ge n c t] \le e^{-\frac{n t^2}{2}}"),
]
FALSE = [
    (NORMAL, r"\Pr[|X - \mu| \ge t] \le \frac{\sigma^2}{2 t^2}"),
    (NORMAL, r"\Pr[|X| \ge t] \le \frac{\sigma^2}{t^2}"),
    (NORMAL, r"\Pr[X - \mu \ge t] \le e^{-\frac{t^2}{\sigma^2}}"),
    (NORMAL, r"\Pr[X \ge t] \le e^{-\frac{t^2}{2 \sigma^2}}"),
    (
        NORMAL.replace("t, ", "").replace("mu real", "mu, t real"),
        r"\Pr[X - \mu \ge t] \le e^{-\frac{t^2}{2 \sigma^2}}",
    ),  # t may be negative
    (NORMAL, r"\Pr[X - \mu \le t] \le e^{-\frac{t^2}{2 \sigma^2}}"),
    (FAMILY.replace(", iid", ""), r"\Pr[\sum_{i=1}^n G_i \ge t] \le e^{-\frac{t^2}{2 n}}"),
    (FAMILY, r"\Pr[\sum_{i=1}^n G_i \ge t] \le e^{-\frac{t^2}{2}}"),
    (FAMILY.replace("(0, 1)", "(1, 1)"), r"\Pr[\sum_{i=1}^n G_i \ge t] \le e^{-\frac{t^2}{2 n}}"),
    (DRIFT, r"\Pr[\sum_{i=1}^n Z_i \ge t] \le e^{-\frac{t^2}{n c^2}}"),
    (DRIFT, r"\Pr[\sum_{i=1}^n Z_i \ge t] \le e^{-\frac{t^2}{2 c^2}}"),
    (DRIFT, r"\Pr[\sum_{i=1}^n Z_i \le -t] \le e^{-\frac{t^2}{2 n c^2}}"),  # a supermartingale
    (DRIFT, r"\Pr[|\sum_{i=1}^n Z_i| \ge t] \le 2 e^{-\frac{t^2}{2 n c^2}}"),
    (MARTINGALE, r"\Pr[|\sum_{i=1}^n Z_i| \ge t] \le e^{-\frac{t^2}{2 n c^2}}"),
    (NORMAL, r"\Pr[|X - \mu| \ge t] \le 2 e^{-\frac{t^2}{\sigma^2}}"),
    (FREE, r"\Pr[\sum_{i=1}^n Z_i \ge t] \le e^{-\frac{t^2}{2 n c^2}}"),
    (LAPLACE, r"\Pr[L \ge t] \le e^{-\frac{t^2}{2}}"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("given", "row"), TRUE)
def test_a_tail_with_the_best_exponent_is_proved(given, row):
    assert is_proved(given, row)


@pytest.mark.slow
@pytest.mark.parametrize(("given", "row"), FALSE)
def test_a_smaller_tail_or_one_without_its_condition_is_not_proved(given, row):
    assert not is_proved(given, row)


def test_the_tail_of_one_normal_value_is_proved():
    assert is_proved(*TRUE[0])
