"""Leaderboards and updated hypotheses: their transcripts counted, and what they release."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import boundcalc
from boundcalc.language import DomainError, QuestionError
from boundcalc.mechanisms import Gate, HypothesisUpdates, Ladder, RunningBest
from boundcalc.ranking.ranking import allowances
from boundcalc_theorems import load_theorems

MEANS = st.lists(st.floats(0, 1), min_size=1, max_size=40)


def nodes_of_a_leaderboard(submissions: int, steps: int) -> int:
    """Count the queries of the tree of scores that rise through so many steps, by walking it."""

    @cache
    def below(asked: int, left: int) -> int:
        if asked == submissions:
            return 0
        return 1 + sum(below(asked + 1, rest) for rest in range(left + 1))

    return below(0, steps)


@pytest.mark.parametrize("submissions", [1, 2, 3, 7])
@pytest.mark.parametrize("steps", [1, 2, 5, 9])
def test_nodes_of_a_leaderboard_are_those_of_the_tree(submissions, steps):
    total = sum(comb(submissions, j + 1) * comb(steps, j) for j in range(steps + 1))

    assert total == comb(submissions + steps, steps + 1)
    assert total == nodes_of_a_leaderboard(submissions, steps)


def released_scores(algorithm_of, values, length):
    """Return all sequences of scores that means from a fine grid lead to."""
    found = {()}
    for _ in range(length):
        found = {
            (*seen, score)
            for seen in found
            for value in values
            for score in [run(algorithm_of(), seen, value)]
        }
    return found


def run(algorithm, seen, value):
    algorithm.submit(list(seen))  # a mean that is a score leads to that score
    return float(algorithm.submit([value])[0])


@pytest.mark.parametrize(("length", "cells"), [(1, 3), (2, 3), (3, 3), (2, 5)])
def test_the_rounded_best_has_as_many_transcripts_as_counted(length, cells):
    grid = np.linspace(0, 1, 10 * cells + 1)
    found = [
        released_scores(lambda: RunningBest(cells=cells), grid, asked) for asked in range(length)
    ]

    # A transcript of i scores leads to the query after it.
    assert sum(map(len, found)) == comb(length + cells - 1, cells)


@pytest.mark.parametrize(("submissions", "size"), [(2, 5), (10, 4), (10**4, 17), (10**8, 40)])
def test_the_logarithm_of_the_record_is_a_little_above_that_of_the_nodes(submissions, size):
    theorem = boundcalc.theorem("counting/running-best")
    tau, beta = Fraction(1, 2 * size) + Fraction(1, 20), "0.05"
    found = theorem.solve(n=None, tau=tau, beta=beta, submissions=submissions, cells=size)
    exact = (log(comb(submissions + size - 1, size)) + log(40)) * 200

    assert exact <= int(found.value) <= exact + 200 / 12 + 1


@pytest.mark.parametrize(
    ("record", "chosen", "value"),
    [("counting/running-best", "cells", "12722"), ("counting/ladder", "rungs", "23635")],
)
def test_records_of_a_leaderboard(record, chosen, value):
    theorem = boundcalc.theorem(record)
    size = {"cells": 17, "rungs": 31}[chosen]
    given_values = {"tau": "0.1", "beta": "0.05", "submissions": 10**4, chosen: size}

    assert theorem.solve(n=None, **given_values).value_text == value


@given(means=MEANS, rungs=st.integers(2, 30))
def test_the_ladder_shows_the_best_mean_within_a_rung(means, rungs):
    best = np.maximum.accumulate(means)
    scores = Ladder(rungs=rungs).submit(means)

    assert (scores - best <= 0.5 / rungs + 1e-12).all()
    assert (best - scores <= 1 / rungs + 1e-12).all()
    assert (np.diff(scores) >= 0).all()
    assert np.allclose(scores * rungs, np.rint(scores * rungs))


@given(means=MEANS, cells=st.integers(2, 30))
def test_the_rounded_best_is_within_half_a_cell(means, cells):
    scores = RunningBest(cells=cells).submit(means)

    assert (np.abs(scores - np.maximum.accumulate(means)) <= 0.5 / cells + 1e-12).all()
    assert (np.diff(scores) >= 0).all()


def test_a_leaderboard_remembers_its_score():
    means = [0.2, 0.61, 0.3, 0.83, 0.5]
    for algorithm_of in (lambda: Ladder(rungs=9), lambda: RunningBest(cells=9)):
        algorithm = algorithm_of()
        one_by_one = [float(algorithm.submit(mean)[0]) for mean in means]

        assert one_by_one == algorithm_of().submit(means).tolist()


@given(
    records=st.lists(st.integers(0, 7), min_size=1, max_size=50),
    queries=st.lists(st.lists(st.floats(0, 1), min_size=8, max_size=8), min_size=1, max_size=25),
    updates=st.integers(2, 60),
)
def test_answers_of_a_hypothesis_are_within_the_threshold_and_updates_are_few(
    records, queries, updates
):
    algorithm = HypothesisUpdates(records, universe=8, updates=updates)
    sample = np.bincount(records, minlength=8) / len(records)

    for query in queries:
        answer, mean = algorithm.answer(query), float(sample @ query)
        assert abs(answer - mean) <= algorithm.threshold + 1e-9
        assert algorithm.updates_made <= updates


def test_each_update_lowers_the_relative_entropy_by_twice_the_squared_threshold():
    rng = np.random.default_rng(3)
    records = rng.integers(0, 3, 60)  # of 8 values, so that the uniform law is far off
    algorithm = HypothesisUpdates(records, universe=8, updates=40)
    sample = np.bincount(records, minlength=8)[:3] / 60
    entropies = [log(8) + float(sample @ np.log(sample))]

    while len(entropies) < 6:
        before = algorithm.updates_made
        algorithm.answer(rng.integers(0, 2, 8))
        if algorithm.updates_made > before:
            law = algorithm.hypothesis[:3]
            entropies.append(float(sample @ np.log(sample / law)))

    assert (-np.diff(entropies) >= 2 * algorithm.threshold**2 - 1e-9).all()


def test_an_analyst_who_climbs_the_leaderboard_stays_within_the_accuracy():
    """Random coins as submissions, then the majority of those that raised the score.

    The expectation of each is 1/2; exact answers would let the majority climb far beyond.
    """
    rng = np.random.default_rng(8)
    tau, submissions, cells = 0.2, 60, 8
    theorem = boundcalc.theorem("counting/running-best")
    n = int(theorem.solve(n=None, tau="0.2", beta="0.001", submissions=61, cells=cells).value)
    coins = rng.integers(0, 2, (n, submissions))
    algorithm = RunningBest(cells=cells)
    scores = np.append(1 / (2 * cells), algorithm.submit(coins.mean(axis=0)))
    risen = np.flatnonzero(np.diff(scores) > 0)
    vote = coins[:, risen].mean(axis=1) > 0.5

    last = float(algorithm.submit(vote.mean())[0])

    assert abs(last - 0.5) <= tau
    assert (np.abs(scores[1:] - 0.5) <= tau).all()


def test_an_analyst_of_a_hypothesis_stays_within_the_accuracy():
    rng = np.random.default_rng(9)
    theorem = boundcalc.theorem("counting/hypothesis-updates")
    values = {"tau": "0.3", "beta": "0.001", "m": 101, "record_values": 16, "updates": 50}
    n = int(theorem.solve(n=None, **values).value)
    records = rng.integers(0, 16, n)
    algorithm = HypothesisUpdates(records, universe=16, updates=50)
    queries = rng.integers(0, 2, (100, 16))
    answers = np.array([algorithm.answer(query) for query in queries])
    signs = np.where(answers > queries.mean(axis=1), 1, -1)

    vote = ((signs @ (queries - 0.5)) > 0).astype(float)

    assert abs(algorithm.answer(vote) - vote.mean()) <= 0.3
    assert (np.abs(answers - queries.mean(axis=1)) <= 0.3).all()


def test_bounds_on_the_nodes_of_a_hypothesis_are_above_the_sum():
    for m, updates, cells in ((5, 4, 1), (40, 7, 3), (1000, 30, 10)):
        total = sum(comb(m, j + 1) * cells**j for j in range(updates + 1))
        bound = (updates + 1) * (1 + log(m * cells / (updates + 1))) - log(cells)

        assert log(total) <= bound <= log(total) + log(updates + 1) + 3


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ({"alpha": "0.05", "bits": 3}, Fraction(1, 160)),
        ({"alpha": "0.05", "tests": 10}, Fraction(1, 200)),
    ],
)
def test_levels_by_counting(question, first):
    ranking = boundcalc.solve("gamma", **question)

    assert Fraction(ranking.best.value) == first


def test_p_values_by_counting_need_to_know_what_was_released():
    with pytest.raises(QuestionError, match=r"add information=.*, or m=.*, or tests="):
        boundcalc.solve("gamma", alpha="0.05")


@pytest.mark.parametrize("record", ["counting/ladder", "counting/running-best"])
def test_a_leaderboard_answers_no_question_about_answers(record):
    assert not {"m", "k", "B"} & set(boundcalc.theorem(record).record.names)


def test_what_holds_for_any_record_holds_for_those_of_a_universe():
    library = load_theorems()

    assert {"record_values", "B"} <= allowances(library)
    assert not {"m", "n", "submissions", "tests"} & allowances(library)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Ladder(rungs=1), "rungs"),
        (lambda: RunningBest(cells=1.5), "cells"),
        (lambda: RunningBest(cells=4).submit([1.2]), "means"),
        (lambda: HypothesisUpdates([0, 9], universe=4, updates=3), "from 0 to 3"),
        (lambda: HypothesisUpdates([], universe=4, updates=3), "at least one"),
        (lambda: HypothesisUpdates([0], universe=1, updates=3), "universe"),
        (lambda: HypothesisUpdates([0], universe=2, updates=3).answer([0, 2]), "query"),
    ],
)
def test_what_is_out_of_range_is_refused(make, words):
    with pytest.raises(DomainError, match=words):
        make()


@pytest.mark.parametrize("accepted", [1, 2, 3])
def test_a_gate_has_no_more_transcripts_than_are_counted(accepted):
    """Every sequence of means is decided, at once and one by one alike."""
    length, seen = 6, set()
    for means in product([0.2, 0.8], repeat=length):
        gate = Gate(score="0.6", accepted=accepted)
        one_by_one = tuple(bool(gate.decide(mean)[0]) for mean in means)
        assert one_by_one == tuple(Gate(score="0.6", accepted=accepted).decide(means))
        seen.add(one_by_one)

    assert len(seen) == sum(comb(length, j) for j in range(accepted + 1))


@pytest.mark.parametrize(("score", "accepted"), [("1.2", 1), ("0.5", 0), ("0.5", 1.5)])
def test_a_gate_that_cannot_be_is_refused(score, accepted):
    with pytest.raises(boundcalc.DomainError):
        Gate(score=score, accepted=accepted)
