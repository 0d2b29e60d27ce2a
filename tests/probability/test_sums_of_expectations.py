r"""Sums of expectations are expectations of sums: ``\sum_i \mathbb{E}[X_i]``, and neighbours."""

import pytest

from tests.probability.rows import findings

DECLARED = r"""declare n integer >= 2
declare a, t positive
random X_1, \ldots, X_n in [0, 1], independent
random X = \sum_{i=1}^n X_i
random Y_1, \ldots, Y_n in [0, 1], iid
random Z_1, \ldots, Z_n real"""
PROVED = [
    r"\mathbb{E}[X] = \sum_{i=1}^n \mathbb{E}[X_i]",
    r"\mathbb{E}[X] \ge \sum_{i=1}^n \mathbb{E}[X_i^2]",
    r"\frac{1}{n} \sum_{i=1}^n \mathbb{E}[X_i] \le 1",
    r"\sum_{i=1}^n \Pr[X_i \ge t] \le \frac{\mathbb{E}[X]}{t}",
    r"\sum_{i=1}^n \mathbb{E}[a Y_i] + t = a n \mathbb{E}[Y_1] + t",
    r"\Pr[Y_1 \ge t \cup Y_2 \ge t] \le \sum_{i=1}^2 \Pr[Y_i \ge t]",
    r"\mathbb{E}[X] \le n",
]
REFUTED = [
    r"\mathbb{E}[X] \le \sum_{i=1}^n \mathbb{E}[X_i^2]",
    r"\mathbb{E}[X^2] \le \sum_{i=1}^n \mathbb{E}[X_i^2]",
    r"\mathbb{E}[X] = \sum_{i=1}^{n-1} \mathbb{E}[X_i]",
    r"\mathbb{E}[X] = n \mathbb{E}[X_1]",
    r"\sum_{i=1}^n \Pr[X_i \ge t] \le \frac{\mathbb{E}[X]}{2 t}",
    r"\sum_{i=1}^n \mathbb{E}[Y_i Y_1] = n \mathbb{E}[Y_1]^2",
    r"\sum_{i=1}^n \mathbb{E}[Y_i] + 1 = n \mathbb{E}[Y_1] + n",
]
OPEN = [
    r"\mathbb{E}[\sum_{i=1}^n Z_i] = \sum_{i=1}^n \mathbb{E}[Z_i]",  # which need not exist
    r"\sum_{i=1}^n \mathbb{E}[Z_i - Z_i] = 0",
    r"\sum_{i=1}^n \mathbb{E}[\sum_{i=1}^n Y_i] = n \mathbb{E}[Y_1]",  # one letter, two indices
    r"\sum_{i=1}^n \mathbb{E}[X_i] \mathbb{E}[X_1] = \mathbb{E}[X]",
]


@pytest.mark.few(4)
@pytest.mark.parametrize("row", PROVED)
def test_the_expectation_of_a_sum_is_the_sum_of_the_expectations(row):
    (found,) = findings(DECLARED, row)
    assert found.kind.value == "PROVED"


@pytest.mark.parametrize("row", REFUTED)
def test_a_false_neighbour_fails_for_a_finite_law(row):
    (found,) = findings(DECLARED, row)
    assert found.kind.value == "REFUTED"


@pytest.mark.parametrize("row", OPEN)
def test_what_has_no_structure_or_no_value_is_not_proved(row):
    (found,) = findings(DECLARED, row)
    assert found.kind.value == "UNKNOWN"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (r"random X = X_1 + X_2", "has a meaning already"),
        (r"random Y = \sum_{i=1}^n Y_i + Y", "stands in its own definition"),
        (r"random n = \sum_{i=1}^n Y_i", "has a meaning already"),
    ],
)
def test_a_function_that_is_named_twice_or_by_itself_is_refused(line, said):
    with pytest.raises(AssertionError, match=said):
        findings(f"{DECLARED}\n{line}", r"\mathbb{E}[X] \le n")
