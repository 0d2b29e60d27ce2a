"""Means of two values, of which one has a finite law and is independent of the other."""

import pytest

from tests.probability.rows import is_proved

P = "declare p probability\n"
COINS = P + "random X, Y in [0, 1], with law bernoulli(p), iid"
MIXED = P + "random X in [0, 1], with law bernoulli(p)\nrandom Y in [0, 1], independent of X"
MEAN = "declare n integer >= 1\n" + P
MEAN += "random X_1, \\ldots, X_n in [0, 1], with law bernoulli(p), iid\n"
MEAN += r"random S = \frac{1}{n} \sum_{i=1}^n X_i"
LOOSE = P + "random X, Y in [0, 1], with law bernoulli(p)"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "row"),
    [
        (COINS, r"\Pr[X + Y = 1] = 2 p (1 - p)"),
        (COINS, r"\Pr[X = 1, Y = 0] = p (1 - p)"),
        (COINS, r"\Pr[X \ge Y] = 1 - p (1 - p)"),
        (COINS, r"\Pr[X \ne Y] = 2 p (1 - p)"),
        (COINS, r"\mathbb{E}[|X - Y|] = 2 p (1 - p)"),
        (COINS, r"\mathrm{Var}[X + Y] = 2 p (1 - p)"),
        (MIXED, r"\mathbb{E}[e^{X Y}] = p \mathbb{E}[e^Y] + 1 - p"),
    ],
)
def test_what_is_made_of_a_coin_and_of_an_independent_value_has_its_mean(given, row):
    assert is_proved(given, row)


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [
        r"\mathrm{Var}[S] = \frac{p (1 - p)}{n}",
        r"\mathrm{Var}[S] \le \frac{1}{4 n}",
        r"\mathbb{E}[(S - p)^2] \le \frac{1}{4 n}",
    ],
)
def test_the_variance_of_a_mean_of_coins_is_proved(row):
    assert is_proved(MEAN, row)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "row"),
    [
        (MEAN, r"\mathrm{Var}[S] \le \frac{1}{5 n}"),
        (MEAN.replace(", iid", ""), r"\mathrm{Var}[S] \le \frac{1}{4 n}"),
    ],
)
def test_a_smaller_variance_or_that_of_dependent_coins_is_not_proved(given, row):
    assert not is_proved(given, row)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "row"),
    [
        (LOOSE, r"\Pr[X + Y = 1] = 2 p (1 - p)"),
        (LOOSE, r"\Pr[X = 1, Y = 0] = p (1 - p)"),
        (COINS, r"\Pr[X + Y = 1] = p (1 - p)"),
        (COINS, r"\Pr[X + Y \ge 1] = 2 p (1 - p)"),
        (MIXED.replace(", independent of X", ""), r"\mathbb{E}[X e^Y] = p \mathbb{E}[e^Y]"),
    ],
)
def test_a_wrong_mean_or_one_of_dependent_values_is_not_proved(given, row):
    assert not is_proved(given, row)


def test_the_chance_of_one_head_of_two_coins_is_proved():
    assert is_proved(COINS, r"\Pr[X + Y = 1] = 2 p (1 - p)")
