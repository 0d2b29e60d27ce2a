"""What a ledger promises, against exact laws: every dataset, every path of answers."""

import random
from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest

from boundcalc.holdout.guarantee import THEOREM, Guarantee, Standing, can_follow, review
from boundcalc.holdout.ledger import Entry, Ledger, State, spent_above
from boundcalc.holdout.releases import Kind, Outcome, Plan, Request, Word, released, share
from boundcalc.language import QuestionError
from boundcalc_theorems import load_theorems
from tests.mp_evaluate import mp

LEDGER = next(theorem for theorem in load_theorems() if theorem.id == THEOREM)
COINS = 3  # of a record: each query weighs them, and its mean depends on three counts alone


def plan_of(**values):
    standard = {
        "n": 2000,
        "tau": Fraction(1, 10),
        "beta": Fraction(1, 20),
        "m": 50,
        "telling": 5,
        "cells": 20,
        "threshold": Fraction(1, 20),
    }
    return Plan(**{**standard, **values})


# --- an analyst against every dataset ------------------------------------------------------------


def laws(n):
    """Yield the counts of heads of three fair coins over n records, with their chances."""
    one = [Fraction(comb(n, c), 2**n) for c in range(n + 1)]
    for counts in product(range(n + 1), repeat=COINS):
        chance = Fraction(1)
        for c in counts:
            chance *= one[c]
        yield counts, chance


def voting(history):
    """Ask each coin, then whether it is on the winning side of what was answered."""
    if len(history) < COINS:
        return tuple(int(j == len(history)) for j in range(COINS))
    signs = []
    for _, outcome in history[:COINS]:
        is_high = (
            outcome.value > Fraction(1, 2) if outcome.word is Word.VALUE else outcome.word
        ) in (True, Word.PASSES)
        signs.append(1 if is_high else -1)
    return tuple(signs)


def mean_of(weights, shares):
    """The mean of 1/2 + sum of w (x - 1/2) / sum of |w|, which has values in [0, 1]."""
    total = sum(abs(w) for w in weights)
    centred = sum(w * (x - Fraction(1, 2)) for w, x in zip(weights, shares, strict=True))
    return Fraction(1, 2) + centred / total


def chance_to_fail(plan, ask):
    """The chance that some mean on the path is farther off than what was spent allows."""
    failed = Fraction(0)
    for counts, chance in laws(plan.n):
        shares = [Fraction(c, plan.n) for c in counts]
        state, history = State(), []
        for _ in range(plan.m):
            weights, request = ask(history)
            mean = mean_of(weights, shares)
            weight = mp.mpf(1)
            for found, times in state.shares.items():
                weight *= (mp.mpf(found.numerator) / found.denominator) ** times
            off = mp.mpf((mean - Fraction(1, 2)).numerator) / (mean - Fraction(1, 2)).denominator
            allowed = mp.sqrt(
                mp.log(2 * plan.m / (plan.beta.numerator * weight) * plan.beta.denominator)
                / (2 * plan.n)
            )
            if abs(off) > allowed:
                failed += chance
                break
            entry = Entry(request, released(plan, request, mean, state.best))
            history.append((request, entry.outcome))
            state = state.after(plan, entry)
    return failed


def asking(kinds):
    def ask(history):
        kind = kinds[len(history) % len(kinds)]
        level = None
        if kind is Kind.GATE:
            level = Fraction(1, 2)
        if kind is Kind.COMPARE:
            level = Fraction(1, 4)
        return voting(history), Request(kind=kind, level=level)

    return ask


@pytest.mark.slow
@pytest.mark.parametrize("beta", [Fraction(99, 100), Fraction(1, 2), Fraction(1, 10)])
@pytest.mark.parametrize(
    "kinds",
    [
        (Kind.SCORE,),
        (Kind.GATE,),
        (Kind.COMPARE,),
        (Kind.BEST,),
        (Kind.GATE, Kind.GATE, Kind.GATE, Kind.SCORE),
    ],
    ids=lambda kinds: "-".join(kind.value for kind in kinds),
)
def test_all_means_are_within_what_was_spent_on_every_dataset(kinds, beta):
    plan = plan_of(n=11, beta=beta, tau=Fraction(9, 10), m=COINS + 1, telling=2, cells=2)

    assert chance_to_fail(plan, asking(kinds)) <= beta


def test_the_promise_is_not_empty():
    """With one evaluation it is Hoeffding's inequality, which a coin nearly meets."""
    plan = plan_of(n=1, beta=Fraction(99, 100), tau=Fraction(9, 10), m=1, telling=1)
    exact = Guarantee(LEDGER, plan).tolerance(Fraction(0))

    assert Fraction(1, 2) < exact < Fraction(3, 5)


def test_without_what_was_spent_the_promise_would_be_false():
    """Gates on fair coins, then who is on the winning side of the vote that they weigh."""
    n, coins = 2000, 200
    plan = plan_of(n=n, m=coins + 1, telling=coins // 2, tau=Fraction(1, 2))
    guarantee = Guarantee(LEDGER, plan)
    rng = np.random.default_rng(3)
    records = rng.integers(0, 2, (n, coins))
    request, state = Request(kind=Kind.GATE, level=Fraction(1, 2)), State()
    signs = []
    for coin in range(coins):
        mean = Fraction(int(records[:, coin].sum()), n)
        outcome = released(plan, request, mean, None)
        signs.append(1 if outcome.word is Word.PASSES else -1)
        state = state.after(plan, Entry(request, outcome))
    votes = (2 * records - 1) @ np.array(signs)
    overfit = Fraction(int((votes > 0).sum() * 2 + (votes == 0).sum()), 2 * n) - Fraction(1, 2)

    assert overfit > guarantee.tolerance(Fraction(0)) * Fraction(3, 2)
    assert overfit < guarantee.tolerance(spent_above(state.shares))


# --- shares --------------------------------------------------------------------------------------


def outcomes(plan, request, best):
    values = [Fraction(2 * cell + 1, 2 * plan.cells) for cell in range(plan.cells)]
    every = [Outcome(word) for word in Word if word is not Word.VALUE]
    every += [Outcome(Word.VALUE, value) for value in values]
    for outcome in every:
        with suppress(QuestionError):
            yield outcome, share(plan, request, outcome, best)


@pytest.mark.parametrize("telling", [1, 3, 7])
@pytest.mark.parametrize("cells", [5, 6, 40])
@pytest.mark.parametrize("kind", Kind)
def test_shares_of_all_outcomes_sum_to_at_most_one(kind, cells, telling):
    plan = plan_of(m=7, telling=telling, cells=cells, tau=Fraction(1, 4))
    level = Fraction(1, 2) if kind in (Kind.COMPARE, Kind.GATE) else None
    bests = [None, *(Fraction(2 * c + 1, 2 * cells) for c in (0, cells // 2, cells - 1))]
    for best in bests if kind is Kind.BEST else [None]:
        found = dict(outcomes(plan, Request(kind=kind, level=level), best))

        assert sum(found.values()) <= 1
        assert all(value > 0 for value in found.values())
        for numerator in range(101):  # whatever the mean is, its outcome has a share
            request = Request(kind=kind, level=level)
            assert released(plan, request, Fraction(numerator, 100), best) in found


@pytest.mark.parametrize("kind", Kind)
def test_what_is_released_is_as_near_as_the_plan_says(kind):
    plan = plan_of(cells=7, tau=Fraction(1, 5), threshold=Fraction(1, 9))
    rng = random.Random(5)
    for _ in range(300):
        mean, level = Fraction(rng.randint(0, 97), 97), Fraction(rng.randint(0, 30), 30)
        best = Fraction(2 * rng.randint(0, 6) + 1, 14)
        needs_level = kind in (Kind.COMPARE, Kind.GATE)
        request = Request(kind=kind, level=level if needs_level else None)
        outcome = released(plan, request, mean, best if kind is Kind.BEST else None)
        if outcome.word is Word.VALUE:
            assert abs(outcome.value - mean) <= plan.rounding
        elif outcome.word is Word.AGREES:
            assert abs(level - mean) <= plan.threshold
        elif outcome.word is Word.NO_BETTER:
            assert mean <= best + plan.rounding
        else:
            assert (mean >= level) == (outcome.word is Word.PASSES)


# --- numbers -------------------------------------------------------------------------------------


def test_what_was_spent_is_rounded_up():
    shares = {Fraction(1, 7): 5, Fraction(13, 17): 200, Fraction(1, 10**9): 1}
    exact = 5 * mp.log(7) + 200 * mp.log(mp.mpf(17) / 13) + mp.log(10**9)
    found = spent_above(shares)

    assert exact <= mp.mpf(found.numerator) / found.denominator <= exact + mp.mpf("1.1e-12")
    assert spent_above({}) == 0


@pytest.mark.parametrize("spent", [Fraction(0), Fraction(7, 3), Fraction(150)])
def test_tolerances_are_those_of_the_formula_rounded_up(spent):
    plan = plan_of()
    found = Guarantee(LEDGER, plan).tolerance(spent)
    nats = mp.log(2 * plan.m / mp.mpf("0.05")) + mp.mpf(spent.numerator) / spent.denominator
    exact = mp.sqrt(nats / (2 * plan.n))

    assert exact <= mp.mpf(found.numerator) / found.denominator <= exact + mp.mpf("1e-6")


def made(plan, count, kind=Kind.SCORE, mean=Fraction(1, 3)):
    ledger = Ledger(plan)
    for _ in range(count):
        request = Request(kind=kind, level=Fraction(1, 2) if kind is Kind.GATE else None)
        entry = Entry(request, released(plan, request, mean, ledger.state.best))
        ledger = ledger.with_entry(entry)
    return ledger


def test_what_is_left_at_worst_is_exactly_what_can_still_be_made():
    plan = plan_of(n=3000)
    fresh = review(Ledger(plan), LEDGER)
    left = next(item.at_worst for item in fresh.left if item.kind is Kind.SCORE)

    assert 0 < left < plan.m
    assert can_follow(made(plan, left - 1), LEDGER, Kind.SCORE)
    assert not can_follow(made(plan, left), LEDGER, Kind.SCORE)
    assert review(made(plan, left), LEDGER).standing is Standing.HOLDS  # a gate is left


def test_the_number_of_evaluations_is_a_limit_of_its_own():
    plan = plan_of(n=10**6, m=3, telling=1)
    full = made(plan, 3)

    assert not can_follow(full, LEDGER, Kind.GATE)
    assert review(full, LEDGER).standing is Standing.SPENT
    with pytest.raises(Exception, match="m = 3"):
        made(plan, 4)


def test_an_evaluation_that_is_not_covered_fails_the_ledger():
    plan = plan_of(n=3000)
    left = next(item for item in review(Ledger(plan), LEDGER).left if item.kind is Kind.SCORE)

    assert review(made(plan, left.at_worst + 1), LEDGER).standing is Standing.FAILS


def test_a_ledger_of_scores_costs_what_rounded_answers_cost():
    """The weights of r cells at each of m levels are those of a description of m log r."""
    plan = plan_of(n=10**6, m=6, cells=32)
    ledger = made(plan, 5)

    assert spent_above(ledger.state.shares) >= Fraction("17.328679513998632")  # 5 ln 32
    assert spent_above(ledger.state.shares) <= Fraction("17.328679513999733")


def test_the_reusable_holdout_costs_nearly_the_same_in_a_ledger():
    """Ten releases among a thousand comparisons, at its threshold and its cells."""
    tau, beta, m, telling = Fraction(1, 10), Fraction(1, 20), 1000, 10
    values = {"tau": tau, "beta": beta, "m": m, "telling": telling, "cells": 7}
    last = {Fraction(10, 1001) / 7: 9, 1 - Fraction(10, 1001): 990}

    def covered(n):
        plan = Plan(n=n, threshold=3 * tau / 4, **values)
        return Guarantee(LEDGER, plan).is_covered(State(last), Kind.COMPARE)

    assert covered(64_000)
    assert not covered(60_106)
