"""Levels from mutual information by the divergence of two coins, and noise straight to a level."""

import random
from fractions import Fraction

import pytest

import boundcalc
from boundcalc.routes.rechecking import failures
from boundcalc.routes.search import CORRECTION_AT_NOISE, find_routes
from boundcalc.routes.solve import solve_named
from boundcalc_theorems import load_theorems
from tests.mp_evaluate import evaluate, mp

LIBRARY = {theorem.id: theorem for theorem in load_theorems()}
RECORD = LIBRARY["max-information/thm-C.3.sharpened"]
CENTRED = "route/given-centred-Gaussian-noise.information-from-a-centre.divergence-of-two-coins"


def divergence(p, q):
    p, q = mp.mpf(p), mp.mpf(q)
    first = p * mp.log(p / q) if p else 0
    return first + ((1 - p) * mp.log((1 - p) / (1 - q)) if p < 1 else 0)


def test_no_joint_law_rejects_more_often_than_the_record_says():
    """Random laws of dataset and output, and at each output the event that rejects most."""
    rng, closest = random.Random(11), mp.mpf(0)
    for _ in range(400):
        rows, columns = rng.randint(2, 6), rng.randint(2, 5)
        weights = [
            [rng.randint(0, 9) ** rng.randint(1, 3) for _ in range(columns)] for _ in range(rows)
        ]
        total = sum(map(sum, weights))
        if not total:
            continue
        joint = [[Fraction(w, total) for w in row] for row in weights]
        first = [sum(row) for row in joint]
        second = [sum(row[y] for row in joint) for y in range(columns)]
        information = mp.fsum(
            _mp(p) * mp.log(_mp(p / (first[x] * second[y])))
            for x, row in enumerate(joint)
            for y, p in enumerate(row)
            if p
        )
        # The test of output y rejects on the datasets that y points to; its level is the greatest.
        gamma, rejected = Fraction(0), Fraction(0)
        for y in range(columns):
            size = rng.randint(0, rows - 1)
            order = sorted(range(rows), key=lambda x: -joint[x][y] / first[x] if first[x] else 0)
            gamma = max(gamma, sum(first[x] for x in order[:size]))
            rejected += sum(joint[x][y] for x in order[:size])
        if not 0 < gamma < rejected < 1:
            continue
        found = divergence(_mp(rejected), _mp(gamma))
        assert found <= information + mp.mpf(10) ** -30
        closest = max(closest, found / information)
    assert closest > mp.mpf("0.5")


def _mp(value):
    return mp.mpf(value.numerator) / value.denominator


@pytest.mark.parametrize("m", ["0.001", "0.05", "1"])
@pytest.mark.parametrize("alpha", ["0.05", "0.3"])
def test_the_level_is_where_the_divergence_is_the_information(m, alpha):
    answer = boundcalc.theorem(RECORD.id).solve(gamma=None, alpha=alpha, information=m)
    gamma = mp.mpf(answer.value_text)

    assert mp.almosteq(divergence(alpha, gamma), mp.mpf(m), mp.mpf(10) ** -9)
    assert divergence(alpha, gamma) >= mp.mpf(m)


@pytest.mark.parametrize("gamma", ["0.001", "0.02", "0.4"])
@pytest.mark.parametrize("m", ["0.0001", "0.01", "0.1"])
def test_it_is_never_weaker_than_the_bound_of_russo_and_zou(gamma, m):
    bits = mp.mpf(m) / mp.log(2)
    theorem = LIBRARY["max-information/thm-C.3.corrected"]
    older = evaluate(theorem.conclusion.expression("alpha"), {"gamma": gamma, "m": bits})
    if older < 1:
        assert divergence(older, gamma) >= mp.mpf(m)


# --- noise straight to a level -------------------------------------------------------------------


@pytest.mark.slow
def test_noise_of_a_size_gives_a_level_and_each_follows_from_the_others():
    given = {"alpha": "0.05", "n": 10_000, "k": 100, "sigma": "0.5"}
    found = boundcalc.solve("gamma", **given)
    centred = next(answer for answer in found.answers if answer.theorem.id == CENTRED)
    information = mp.mpf(100) / (8 * 10_000 * mp.mpf("0.25"))
    level = mp.mpf(centred.value_text)

    assert mp.almosteq(divergence("0.05", level), information, mp.mpf(10) ** -8)
    assert divergence("0.05", level) >= information
    assert any("normal noise" in sentence for sentence in centred.accepts)
    asked = {"alpha": "0.05", "n": "10000", "k": "100", "gamma": centred.value_text}
    back = solve_named(load_theorems(), CENTRED, "sigma", asked)
    assert back.direction.value == "least"
    assert abs(back.value / Fraction(1, 2) - 1) < Fraction(1, 10**6)


@pytest.mark.slow
def test_every_route_from_noise_to_a_level_is_checked_step_by_step():
    given = {"alpha": "0.05", "n": "10000", "k": "100", "sigma": "0.5"}
    answered = 0
    for route in find_routes(load_theorems(), CORRECTION_AT_NOISE):
        try:
            answer = solve_named(load_theorems(), route.theorem.id, "gamma", given)
        except boundcalc.NoSolutionError:
            continue
        point = {
            name: Fraction(text)
            for name, text in answer.witness.items()
            if name in {symbol.name for symbol in route.theorem.parameters}
        }
        point = {**answer.given, **point, "gamma": Fraction(answer.value)}
        assert list(failures(route, point)) == []
        answered += 1
    assert answered >= 6
