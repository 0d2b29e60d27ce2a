r"""Sums that are listed by their first and last members, ``X_1 + \dots + X_n``."""

import pytest

from boundcalc.judgements import VerdictKind
from boundcalc.reports.rows import row_text
from tests.laws.single_rows import check_proved_by_a_law, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")


@pytest.mark.parametrize(
    "formula",
    [
        r"x_1 + x_2 + \dots + x_n = \sum_{i=1}^n x_i",
        r"\frac{1}{n} (x_1 + \dots + x_n) = \frac{x_1 + x_2 + \cdots + x_n}{n}",
        r"\mathbb{E}[X_1 + X_2 + \dots + X_n] = \mathbb{E}[X_1] + \dots + \mathbb{E}[X_n]",
        r"2x_1 + 2x_2 + \dots + 2x_n = 2 (x_1 + \dots + x_n)",
        r"f(x_1) + \dots + f(x_{n-1}) = \sum_{i=1}^{n-1} f(x_i)",
        r"1 + 2 + \dots + n = \frac{n(n+1)}{2}",
        r"a + x_1 + \dots + x_n - b = a + \sum_{i=1}^n x_i - b",
        r"x_0 + x_1 + \dots + x_n = \sum_{i=0}^n x_i",
    ],
)
def test_a_listed_sum_is_the_sum_over_its_index(tmp_path, formula):
    check_proved_by_a_law(row_of(tmp_path, r"We list $x_1, \dots, x_n$ with $n \ge 1$.", formula))


@pytest.mark.few(14)
@pytest.mark.parametrize(
    "formula",
    [
        r"x_1 + x_3 + \dots + x_n = \sum_{i=1}^n x_i",
        r"x_1 + x_2 + \dots + x_n = \sum_{i=1}^{n+1} x_i",
        r"x_1 + x_2 + \dots + x_n = \sum_{i=0}^n x_i",
        r"x_1 + x_2 + \dots + y_n = \sum_{i=1}^n x_i",
        r"x_1 - x_2 + \dots + x_n = \sum_{i=1}^n x_i",
        r"-x_1 + \dots + x_n = \sum_{i=1}^n x_i",
        r"a - x_1 + \dots + x_n = a - \sum_{i=1}^n x_i",
        r"a - x_1 + \dots + x_n = a + \sum_{i=1}^n x_i",
        r"1 + \dots + n = \frac{n(n+1)}{2}",
        r"1 + 3 + \dots + n = \frac{n(n+1)}{2}",
        r"1 + 2 + 4 + \dots + n = \frac{n(n+1)}{2}",
        r"x_1^1 + x_2^2 + \dots + x_n^n = \sum_{i=1}^n x_i",
        r"x_1 y_1 + \dots + x_n y_m = \sum_{i=1}^n x_i y_i",
        r"2x_1 + \dots + x_n = 2 \sum_{i=1}^n x_i",
        r"c_1 (x_1 + \dots + c_n x_n) = \sum_{i=1}^n c_i x_i",
        r"(x_1 + \dots + x_n)^2 = \sum_{i=1}^n x_i^2",
        r"x_1 \cdot x_1 + \dots + x_n = \sum_{i=1}^n x_i^2",
        r"x_{11} + \dots + x_{1n} = \sum_{i=1}^n x_i",
        r"\mathbb{E}[X_1 + \dots + X_n] = n \mathbb{E}[X_1]",
        r"x_1 + \dots + x_n + \dots = \sum_{i=1}^n x_i",
        r"x_1 + \dots + x_n / n = \frac{1}{n} \sum_{i=1}^n x_i",
        r"O(x_1) + \dots + O(x_n) = \sum_{i=1}^n O(x_i)",
        r"x_1 + \dots + x_1 = n x_1",
        r"i x_1 + \dots + i x_n = \sum_{i=1}^n i x_i",
        r"a_1 + a_1 a_2 + \dots + a_1 a_n = \sum_{i=1}^n a_i",
        r"\frac{1}{1} + \frac{1}{2} + \dots + \frac{1}{n} = \sum_{i=1}^n i",
        r"1 + 2 + \dots + n^2 = \sum_{i=1}^n i",
        r"x_{1,1} + \dots + x_{n,m} = \sum_{i=1}^n x_{i,i}",
        r"\sum_{i=1}^n (x_1 + \dots + x_i) = n \sum_{i=1}^n x_i",
        r"\sum_{j=1}^n i x_j = \sum_{i=1}^n i x_i",
    ],
)
def test_what_is_listed_in_another_way_is_not_that_sum(tmp_path, formula):
    row = row_of(tmp_path, r"We list $x_1, \dots, x_n$ with $n \ge 1$.", formula)
    assert row.kind is not VerdictKind.PROVED, row_text(row)


def test_a_random_number_of_members_is_not_put_out_of_an_expectation(tmp_path):
    text = r"The number $n$ of arrivals is random, a Poisson variable."
    formula = r"\mathbb{E}[X_1 + \dots + X_n] = \mathbb{E}[X_1] + \dots + \mathbb{E}[X_n]"
    row = row_of(tmp_path, text, formula)
    assert row.kind is not VerdictKind.PROVED, row_text(row)
