"""Rows that Hoeffding's inequality in both directions needs, and false neighbours of them."""

import pytest

from tests.probability.rows import findings, is_proved

SAMPLE = r"""declare n integer >= 1
declare t, \lambda positive
random X_1, \ldots, X_n in [0, 1], iid
let \mu = \mathbb{E}[X_1]"""
ABOVE = r"\Pr\left[\sum_{i=1}^n X_i \ge n(\mu + t)\right]"
BELOW = r"\Pr\left[\sum_{i=1}^n X_i \le n(\mu - t)\right]"
BOTH = r"\Pr\left[\left|\frac{1}{n} \sum_{i=1}^n X_i - \mu\right| \ge t\right]"
MOMENT_ABOVE = r"\mathbb{E}\left[e^{\lambda \sum_{i=1}^n X_i}\right]"
MOMENT = r"\mathbb{E}\left[e^{-\lambda \sum_{i=1}^n X_i}\right]"


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [
        rf"{ABOVE} \le e^{{-\lambda n (\mu + t)}} \, {MOMENT_ABOVE}",
        rf"{BELOW} \le e^{{\lambda n (\mu - t)}} \, {MOMENT}",
        rf"{BOTH} \le {ABOVE} + {BELOW}",
        rf"{MOMENT} = \mathbb{{E}}[e^{{-\lambda X_1}}]^n",
    ],
)
def test_a_tail_whose_end_is_an_expectation_is_bounded(row):
    assert is_proved(SAMPLE, row)


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [
        rf"{BELOW} \le e^{{\lambda n (\mu + t)}} \, {MOMENT} / 2",
        rf"{BELOW} \le e^{{\lambda n (\mu - 2t)}} \, {MOMENT}",
        rf"{BOTH} \le {ABOVE}",
        rf"{MOMENT} = \mathbb{{E}}[e^{{\lambda X_1}}]^n",
    ],
)
def test_a_false_neighbour_is_not_proved(row):
    (found,) = findings(SAMPLE, row)
    assert found.kind.value in ("UNKNOWN", "REFUTED")
