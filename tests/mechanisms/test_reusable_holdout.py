"""The reusable holdout without noise, its transcripts counted, and its bound in simulation."""

from fractions import Fraction
from itertools import product
from math import comb, exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import boundcalc
from boundcalc.language import DomainError
from boundcalc.mechanisms import ReusableHoldout
from boundcalc.mechanisms.thresholdout import BudgetError


def nodes_one_by_one(m: int, budget: int, cells: int) -> int:
    """Count the queries of the tree of answers by walking through it."""

    def below(asked: int, released: int) -> int:
        if asked == m or released == budget:
            return 0
        return 1 + below(asked + 1, released) + cells * below(asked + 1, released + 1)

    return below(0, 0)


@pytest.mark.parametrize(("m", "budget", "cells"), [*product((1, 2, 5, 9), (1, 2, 4), (1, 2, 7))])
def test_nodes_are_those_of_the_tree(m, budget, cells):
    if budget <= m:
        total = sum(comb(m, j + 1) * cells**j for j in range(budget))

        assert total == nodes_one_by_one(m, budget, cells)


def test_records_of_the_holdout_are_those_of_the_sum():
    holdout = boundcalc.theorem("counting/reusable-holdout")
    answer = holdout.solve(n=None, tau="0.1", beta="0.05", B=10, m=1000)
    nodes = sum(comb(1000, j + 1) * 7**j for j in range(10))

    assert answer.value_text == "60106"
    assert 60105 < 800 * log(40 * nodes) < 60106


@given(
    tau=st.fractions(Fraction(1, 50), Fraction(9, 10)),
    means=st.lists(st.tuples(*[st.floats(0, 1)] * 2), min_size=1, max_size=30),
)
def test_every_answer_is_within_three_quarters_of_the_accuracy_of_the_holdout(tau, means):
    training, holdout = (np.array(values) for values in zip(*means, strict=True))
    answers = ReusableHoldout(accuracy=tau, budget=3).answer(training, holdout)
    is_given = ~np.isnan(answers.values)

    errors = np.abs(answers.values - holdout)[is_given]
    assert (errors <= 0.75 * float(tau) + 1e-12).all()
    assert answers.is_released.sum() == 3 - answers.budget_left
    if answers.budget_left == 0:
        assert not is_given[np.flatnonzero(answers.is_released)[-1] + 1 :].any()
    else:
        assert is_given.all()


def test_an_analyst_who_follows_the_answers_stays_within_the_accuracy():
    """Fair coins, then a vote weighted by what the answers leaned to, whose expectation is 1/2.

    At these records the bound of the theorem on the chance to fail is below 1e-8.
    """
    rng = np.random.default_rng(5)
    tau, budget, m, n = 0.3, 2, 41, 4000
    assert 2 * sum(comb(m + 1, j + 1) * 3**j for j in range(budget)) * exp(-n * tau**2 / 8) < 1e-8
    training, holdout = rng.integers(0, 2, (40, m)), rng.integers(0, 2, (n, m))
    algorithm = ReusableHoldout(accuracy="0.3", budget=budget)
    answers = algorithm.answer(training.mean(axis=0), holdout.mean(axis=0)).values
    signs = np.where(answers > 0.5, 1, -1)
    votes = [((2 * data - 1) @ signs > 0).mean() for data in (training, holdout)]

    (last,) = algorithm.answer(*votes).values

    assert votes[0] > 0.5 + tau  # what the training set alone would say
    assert (np.abs(np.append(answers, last) - 0.5) <= tau).all()


def test_a_spent_budget_answers_no_more():
    algorithm = ReusableHoldout(accuracy="0.1", budget=1)
    algorithm.answer([0.1], [0.9])

    with pytest.raises(BudgetError, match="is used up"):
        algorithm.answer([0.1], [0.1])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"accuracy": 0, "budget": 1}, "it is in"),
        ({"accuracy": "0.1", "budget": 0}, "at least 1"),
        ({"accuracy": "0.1", "budget": 1.5}, "at least 1"),
    ],
)
def test_what_is_no_parameter_is_refused(options, words):
    with pytest.raises(DomainError, match=words):
        ReusableHoldout(**options)
