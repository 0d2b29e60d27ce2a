"""Functions of random values by a name: they are what they stand for, and nothing else."""

import pytest

from tests.probability.rows import findings, is_proved

GIVEN = """
declare n integer >= 2
declare a real
random X_1, \\ldots, X_n in [0, 1], iid
random S_n = n a + \\sum_{i=1}^n X_i
random Y_j = 1 - X_j
random D = X_1 - X_2
"""
TRUE = [
    r"\mathbb{E}[S_n] = n (a + \mathbb{E}[X_1])",
    r"\mathbb{E}[D] = 0",
    r"\Pr[S_n \ge n a] = 1",
    r"\mathbb{E}[Y_2] = 1 - \mathbb{E}[X_1]",
    r"\mathbb{E}[\sum_{k=1}^n Y_k] = n - n \mathbb{E}[X_1]",
]
FALSE = [
    r"\mathbb{E}[S_n] = n \mathbb{E}[X_1]",
    r"\mathbb{E}[D^2] = 0",
    r"\mathbb{E}[Y_1 X_1] = \mathbb{E}[Y_1] \mathbb{E}[X_1]",  # they depend on each other
    r"\mathbb{E}[\sum_{k=1}^n Y_k] = n \mathbb{E}[X_1]",
]


@pytest.mark.few(2)
@pytest.mark.parametrize("row", TRUE)
def test_a_row_about_a_named_function_is_proved(row):
    assert is_proved(GIVEN, row)


@pytest.mark.few(2)
@pytest.mark.parametrize("row", FALSE)
def test_a_wrong_row_about_a_named_function_is_not(row):
    assert not is_proved(GIVEN, row)


def test_an_index_of_a_definition_is_not_captured():
    """The sum over i in Y_j is not the one over i around it."""
    given = GIVEN + "random Z_j = \\sum_{i=1}^n X_i \\cdot X_j\n"
    (found,) = findings(given, r"\mathbb{E}[\sum_{i=1}^n Z_i] = n \mathbb{E}[Z_1]")
    assert found.kind.value == "UNKNOWN"
    assert "the name of one in its definition" in found.reason


def test_what_is_named_is_new():
    with pytest.raises(AssertionError, match="has a meaning already"):
        findings(GIVEN + "random D = X_1\n", r"\mathbb{E}[D] = 0")


@pytest.mark.parametrize("given", ["V in [0, 1], mean 2", "V nonnegative, mean -1"])
def test_a_mean_outside_of_the_values_is_refused(given):
    with pytest.raises(AssertionError, match="the mean lies outside of the values"):
        findings(f"random {given}", r"\mathbb{E}[V] = 2")


def test_hypotheses_that_contradict_each_other_are_named():
    given = "random V in [0, 1]\nassume \\mathbb{E}[V^2] \\ge 3/4\nassume \\mathbb{E}[V] \\le 1/2"
    (found,) = findings(given, r"\mathbb{E}[V^2] \ge 1/2")
    assert found.says_nothing == (
        "its hypotheses contradict each other: \\mathbb{E}[V^{2}] >= 3 / 4 is assumed, and "
        "\\mathbb{E}[V^{2}] < 3 / 4 holds"
    )


def test_a_mean_is_no_definition():
    assert is_proved("random X in [0, 1], mean 1/2", r"\mathbb{E}[X] = \frac{1}{2}")
