"""Two values with one law, exchanged: neither is greater than the other more often than not."""

import pytest

from tests.probability.rows import findings, is_proved

DECLARED = r"""declare n integer >= 2
declare t positive
random X_1, \ldots, X_n in [0, 1], iid
random Y real, independent of X
"""


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "row",
    [
        r"\Pr[X_1 > X_2] \le \frac{1}{2}",
        r"\Pr[X_1 \ge X_2] \ge \frac{1}{2}",
        r"\Pr[X_1 > X_2 + t] \le \frac{1}{2}",
    ],
)
def test_neither_of_two_values_is_the_greater_one_more_often(row):
    assert is_proved(DECLARED, row)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "row",
    [
        r"\Pr[X_1 > X_2] \ge \frac{1}{2}",
        r"\Pr[X_1 \ge X_2] \le \frac{1}{2}",
        r"\Pr[X_1 > Y] \le \frac{1}{2}",
        r"\Pr[X_1 > 1 - X_2] \le \frac{1}{2}",
        r"\Pr[X_1 > X_2 - t] \le \frac{1}{2}",
        r"\Pr[|X_1 - X_2| \ge t] = 2 \Pr[X_1 + X_2 \ge t]",
    ],
)
def test_where_they_differ_it_is_refuted(row):
    (found,) = findings(DECLARED, row)
    assert found.kind.value == "REFUTED"


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [
        r"\Pr[X_1 > X_2] < \frac{1}{2}",
        r"\Pr[X_1 > X_2] \le \frac{1}{3}",
        r"\Pr[|X_1 - X_2| \ge t] = \Pr[X_1 - X_2 \ge t]",
    ],
)
def test_what_needs_more_is_not_proved(row):
    assert not is_proved(DECLARED, row)
