"""A private query generalizes, in one row: no independent record is declared, and none is named."""

import pytest

from boundcalc.probability import Block, RandomSpace, RandomValue, Statement
from tests.probability.rows import findings, is_proved

DECLARED = r"""declare n integer >= 2
declare \varepsilon positive
declare \delta probability
random x_1, \ldots, x_n records, iid from P
private \mathcal{A}(x): (\varepsilon, \delta), q query in [0, 1]
"""
ONE = r"\mathbb{E}[q(x_1)] \le e^\varepsilon \mathbb{E}[q(P)] + \delta"
BACK = r"\mathbb{E}[q(P)] \le e^\varepsilon \mathbb{E}[q(x_2)] + \delta"
SIZE = r"|\mathbb{E}[q(x_1)] - \mathbb{E}[q(P)]| \le e^\varepsilon - 1 + \delta"
GAP = r"|\mathbb{E}[q(x_1) - q(P)]| \le e^\varepsilon - 1 + \delta"
MEAN = r"\mathbb{E}[\frac{1}{n} \sum_{i=1}^n q(x_i)] \le e^\varepsilon \mathbb{E}[q(P)] + \delta"
MEAN_GAP = r"\mathbb{E}[\frac{1}{n} \sum_{i=1}^n q(x_i) - q(P)] \le e^\varepsilon - 1 + \delta"
BELOW = r"\mathbb{E}[q(P) - \frac{1}{n} \sum_{i=1}^n q(x_i)] \le e^\varepsilon - 1 + \delta"
ROWS = {
    "one": ONE,
    "back": BACK,
    "size": SIZE,
    "gap": GAP,
    "mean": MEAN,
    "mean gap": MEAN_GAP,
    "below": BELOW,
}


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_private_query_generalizes(row):
    assert is_proved(DECLARED, row)


CHANGES = [
    (r"\delta", r"\frac{\delta}{2}"),
    (r"e^\varepsilon", r"e^{\varepsilon/2}"),
    (r"q(P)", r"q(P)^2"),
    (r"\le", "="),
    (r"\frac{1}{n}", r"\frac{1}{n-1}"),
    (r"i=1}^n", r"i=1}^{n+1}"),
    (r"|\mathbb{E}[q(x_1) - q(P)]|", r"\mathbb{E}[|q(x_1) - q(P)|]"),
    (r"\frac{1}{n} \sum_{i=1}^n q(x_i)", r"\sum_{i=1}^n q(x_i)"),
]
CHANGED = [(name, old, new) for name, row in ROWS.items() for old, new in CHANGES if old in row]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "old", "new"), CHANGED)
def test_a_changed_bound_is_not_proved(name, old, new):
    assert not is_proved(DECLARED, ROWS[name].replace(old, new))


@pytest.mark.slow
@pytest.mark.parametrize("row", [ONE, MEAN, GAP], ids=["one", "mean", "gap"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("query in [0, 1]", "query in [0, 2]"),
        ("query in [0, 1]", "query in [-1, 1]"),
        (r"(\varepsilon, \delta)", r"(2\varepsilon, \delta)"),
        (r"(\varepsilon, \delta)", r"(\varepsilon, 2\delta)"),
    ],
)
def test_with_less_privacy_or_wider_queries_it_is_not_proved(row, old, new):
    assert not is_proved(DECLARED.replace(old, new), row)


@pytest.mark.slow
def test_two_records_are_not_exchanged_for_one_price():
    both = r"\mathbb{E}[q(x_1) q(x_2)] \le e^\varepsilon \mathbb{E}[q(P)^2] + \delta"

    assert not is_proved(DECLARED, both)


@pytest.mark.slow
def test_the_record_that_is_added_is_in_no_counterexample():
    (found,) = findings(DECLARED, r"\mathbb{E}[q(x_1)] \le e^\varepsilon \mathbb{E}[q(P)]")

    assert found.kind.value == "REFUTED"
    assert "fresh" not in found.reason
    assert found.reason.startswith("It fails for a fair coin x_1 with values 0 and 1;")


def test_no_record_is_added_where_none_is_given_to_an_algorithm_or_one_is_declared():
    family = Block(names=("x",), is_each=True, law="P")
    values = (RandomValue(name="x", domain=None, arity=1),)
    space = RandomSpace(values=values, statements=(Statement(blocks=(family,)),))

    assert space.with_fresh_records() == space
