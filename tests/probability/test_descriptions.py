"""What few outcomes can tell of the data: a product of chances that is nonlinear in the law."""

import pytest

from tests.probability.rows import is_proved

APART = r"""
declare N integer >= 1
declare \beta in (0, 1)
random Y, Y' integer in [1, N], iid
random V_1, \ldots, V_N in [0, 1], independent of Y'
"""
TOGETHER = APART.replace(", independent of Y'", "")
JOINT = r"\mathbb{E}[\sum_{j=1}^N \mathbb{1}[Y = j] V_j]"
PRODUCT = r"\mathbb{E}[\sum_{j=1}^N \mathbb{1}[Y' = j] V_j]"
ROW = rf"{JOINT} \le \frac{{N}}{{\beta}} {PRODUCT} + \beta"
CHOICE = r"""
declare N integer >= 1
declare c real
random V_1, \ldots, V_N in [0, 1], iid, mean c
random Y integer in [1, N]
"""
OUTPUT = r"""
random A, A' integer in [0, 1], iid
random E integer in [0, 1], independent of A'
"""
UNIFORM = r"""
declare N integer >= 1
declare w real
random L real
random X, X' ~ uniform(N), iid
"""
DIAGONAL = r"\mathbb{E}[\sum_{k=1}^N \mathbb{1}[X = k] \cdot \mathbb{1}[X' = k]] = \frac{1}{N}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("declared", "row"),
    [
        (APART, ROW),
        (OUTPUT, r"\Pr[E = 1, A' = 1] = \Pr[E = 1] \Pr[A = 1]"),
        (UNIFORM, DIAGONAL),
    ],
)
def test_an_outcome_that_tells_little_is_nearly_independent(declared, row):
    assert is_proved(declared, row)


@pytest.mark.few(2, without="declared")
@pytest.mark.parametrize(
    ("declared", "row"),
    [
        (TOGETHER, ROW),  # the copy may depend on what it is compared with
        (APART.replace(", iid", ""), ROW),  # the copy has another law
        (APART.replace("in [0, 1], ind", "in [0, 2], ind"), ROW),
        (APART.replace(r"\beta in (0, 1)", r"\beta in (-1, 0)"), ROW),
        (APART, ROW.replace(r"\frac{N}{\beta}", r"\frac{N}{8 \beta}")),
        (APART, ROW.replace(r"\frac{N}{\beta}", r"\frac{1}{\beta}")),
        (APART, ROW.replace(r"+ \beta", "")),
        (APART, rf"{JOINT} = {PRODUCT}"),
        (APART, rf"{JOINT} \le N {PRODUCT}"),
        # the output depends on the data that it is compared with
        (OUTPUT, r"\Pr[E = 1, A = 1] = \Pr[E = 1] \Pr[A = 1]"),
        (OUTPUT.replace(", independent of A'", ""), r"\Pr[E = 1, A' = 1] = \Pr[E = 1] \Pr[A = 1]"),
        (UNIFORM.replace(", iid", ""), DIAGONAL),
        # the index is chosen from the data, and is treated as fixed
        (CHOICE, r"\mathbb{E}[\sum_{j=1}^N \mathbb{1}[Y = j] V_j] = c"),
        (CHOICE, r"\mathbb{E}[\sum_{j=1}^N \mathbb{1}[Y = j] V_j] \le c"),
    ],
)
def test_what_is_false_is_not_proved(declared, row):
    assert not is_proved(declared, row)


def test_the_choice_of_an_index_without_the_data_is_fair():
    apart = CHOICE.replace("Y integer in [1, N]", "Y integer in [1, N], independent of V")
    assert is_proved(apart, r"\mathbb{E}[V_1 \mathbb{1}[Y = 1]] = c \Pr[Y = 1]")
