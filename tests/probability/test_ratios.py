"""Moments of a product of ratios, and the events that they bound: other rows are not proved."""

import pytest

from tests.probability.rows import is_proved

PRODUCT = r"""
declare n integer >= 1
declare a, \lambda, c positive
declare \nu, k nonnegative
random L_1, \ldots, L_n in [-a, a], drift e^{(1 + \lambda) L} \le e^{\lambda \nu}
random H in [0, 1]
random I integer in [0, 1]
random B in [0, c]
random S = \sum_{i=1}^n L_i
"""
MOMENT = r"\mathbb{E}[e^{(1 + \lambda) S}] \le e^{n \lambda \nu}"
TAIL = r"\mathbb{E}[e^S \cdot \mathbb{1}[S > k]] \le e^{-\lambda k} \mathbb{E}[e^{(1 + \lambda) S}]"
SPLIT = (
    r"\mathbb{E}[(H e^{S} + B) I] \le e^k \mathbb{E}[I] "
    r"+ \mathbb{E}[e^S \cdot \mathbb{1}[S > k]] + \mathbb{E}[B]"
)
PRIVATE = r"""
declare n, i integer >= 1
declare \varepsilon, m positive
declare \delta probability
random x_1, \ldots, x_n records, iid from P
random z copy of x
private A(x): (\varepsilon, \delta), r query in [0, m]
"""
RATIO = r"\Pr[r(x_i) > e^{\varepsilon}] \le e^{\varepsilon} \Pr[r(z) > e^{\varepsilon}] + \delta"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "row"), [(PRODUCT, MOMENT), (PRODUCT, TAIL), (PRODUCT, SPLIT), (PRIVATE, RATIO)]
)
def test_the_rows_are_proved(given, row):
    assert is_proved(given, row)


CHANGES = [
    (MOMENT, r"{(1 + \lambda) S}", r"{(2 + \lambda) S}"),
    (MOMENT, r"n \lambda \nu", r"(n - 1) \lambda \nu"),
    (MOMENT, r"n \lambda \nu", r"n \nu"),
    (MOMENT, r"\le", r"\ge"),
    (TAIL, r"e^{-\lambda k}", r"e^{-(1 + \lambda) k}"),
    (TAIL, "[S > k]", "[S > -k]"),
    (TAIL, r"{(1 + \lambda) S}", r"{\lambda S}"),
    (SPLIT, r"e^k \mathbb{E}[I]", r"e^{k - 1} \mathbb{E}[I]"),
    (SPLIT, r" + \mathbb{E}[B]", ""),
    (SPLIT, "[S > k]", "[S > k + 1]"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("row", "old", "new"), CHANGES)
def test_a_changed_row_is_not_proved(row, old, new):
    assert old in row
    assert not is_proved(PRODUCT, row.replace(old, new))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"(\varepsilon, \delta), r", r"(2 \varepsilon, \delta), r"),
        (r"(\varepsilon, \delta), r", r"(\varepsilon, 2 \delta), r"),
        ("random z copy of x", "random z records"),
        (r"(\varepsilon, \delta), r query", r"(\varepsilon, \sqrt{\delta}), r query"),
    ],
)
def test_a_ratio_is_not_bounded_under_other_declarations(old, new):
    assert old in PRIVATE
    assert not is_proved(PRIVATE.replace(old, new), RATIO)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"), [(r" + \delta", ""), (r"e^{\varepsilon} \Pr[r(z)", r"\Pr[r(z)")]
)
def test_a_ratio_is_not_bounded_better(old, new):
    assert old in RATIO
    assert not is_proved(PRIVATE, RATIO.replace(old, new))
