r"""Bounds of binomial coefficients, and where they are not known."""

from math import comb, e, factorial

import pytest

from boundcalc.judgements import VerdictKind
from tests.laws.single_rows import check_proved_by_a_law, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

WHOLE = r"Let $n \ge k \ge 1$ be integers."
TRUE = [
    (WHOLE, r"\binom{n}{k} \le \left(\frac{ne}{k}\right)^k"),
    (WHOLE, r"\left(\frac{n}{k}\right)^k \le \binom{n}{k}"),
    (WHOLE, r"\binom{n}{k} \le \frac{n^k}{k!}"),
    (WHOLE, r"\binom{n}{k} \le 2^n"),
    (WHOLE, r"\binom{n}{k} \le n^k"),
    (r"Let $m \ge d \ge 1$ be integers.", r"\sum_{i=0}^d \binom{m}{i} \le (\frac{em}{d})^d"),
]
FALSE = [
    (WHOLE, r"\binom{n}{k} \le \left(\frac{n}{k}\right)^k"),
    (WHOLE, r"\binom{n}{k} \ge \left(\frac{en}{k}\right)^k"),
    (WHOLE, r"\binom{n}{k} \le \left(\frac{2n}{k}\right)^k"),
    (r"Let $n \ge k$ be real numbers, $k \ge 1$.", r"\binom{n}{k} \le (\frac{en}{k})^k"),
    (r"Let $m, d \ge 1$ be integers.", r"\sum_{i=0}^d \binom{m}{i} \le (\frac{em}{d})^d"),
    (r"Let $m \ge d \ge 1$ be integers.", r"\sum_{i=0}^{2d} \binom{m}{i} \le (\frac{em}{d})^d"),
    (r"Let $m \ge d \ge 1$ be integers.", r"\sum_{i=0}^d \binom{m+1}{i} \le (\frac{em}{d})^d"),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_a_binomial_coefficient_is_bounded(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(1)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_another_bound_is_not_known(tmp_path, text, formula) -> None:
    assert row_of(tmp_path, text, formula).kind is not VerdictKind.PROVED


def test_the_bounds_hold_of_small_numbers() -> None:
    for n in range(1, 40):
        for k in range(1, n + 1):
            assert (n / k) ** k <= comb(n, k) <= min((e * n / k) ** k, n**k / factorial(k), 2**n)
            assert sum(comb(n, i) for i in range(k + 1)) <= (e * n / k) ** k
