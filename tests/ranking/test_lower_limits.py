"""Limits from below beside an answer: which questions have them, and what they say."""

from fractions import Fraction

import pytest

import boundcalc
from boundcalc.cards.answer_cards import limits_text
from boundcalc.finite.lower_bounds.limits import limits_below
from boundcalc.finite.lower_bounds.vote_law import mean_overfit_at_least, overfit_variance_at_most
from boundcalc.language import GaussianNoise, Role
from boundcalc.questions.questions import read_question
from boundcalc.ranking.lower_limits import with_lower_limits
from boundcalc.solving.answers import LowerLimit, Ranking
from boundcalc_theorems import load_theorems
from tests.asking import limits_of

LIBRARY = load_theorems()
QUESTION = {"tau": "0.1", "beta": "0.05", "k": "1000"}


def test_the_limits_are_those_of_the_exact_laws_and_below_the_answer():
    found = limits_of(LIBRARY, "n", QUESTION)
    known = limits_below(1000, "0.1", "0.05")

    assert [item.value for item in found] == [known.noise, known.exact]
    assert isinstance(found[0].theorem.premises[0], GaussianNoise)
    assert all(item.theorem.role is Role.LOWER_BOUND for item in found)
    assert known.noise < 32164


@pytest.mark.parametrize(
    ("unknown", "given"),
    [
        ("beta", {"n": "1000", "tau": "0.1", "k": "1000"}),
        ("tau", {"n": "1000", "beta": "0.05", "k": "10"}),
        ("k", {"n": "10.5", "beta": "0.05", "tau": "0.1"}),
        ("n", {"tau": "0.1", "beta": "0.05"}),
        ("n", {**QUESTION, "sigma": "0.01"}),
        ("n", {**QUESTION, "m": "1000"}),
        ("n", {**QUESTION, "tau": "0.5"}),
        ("n", {**QUESTION, "k": "1"}),
        ("n", {**QUESTION, "k": "1e13"}),
    ],
)
def test_other_questions_have_none(unknown, given):
    assert limits_of(LIBRARY, unknown, given) == ()


@pytest.mark.slow
@pytest.mark.parametrize("n", [7200, 28000, 400_000])
def test_limits_of_queries_and_of_accuracy_are_those_of_records_turned_round(n):
    (queries,) = limits_of(LIBRARY, "k", {"n": n, "tau": "0.1", "beta": "0.05"})
    assert queries.relation == f"m >= {queries.value}"
    assert limits_below(int(0.97 * queries.value), "0.1", "0.05").noise < 1.01 * n
    assert limits_below(int(1.02 * queries.value), "0.1", "0.05").noise >= n

    (accuracy,) = limits_of(LIBRARY, "tau", {"n": n, "m": 1000, "beta": "0.05"})
    assert accuracy.relation.startswith("tau <= 0.")
    assert limits_below(1000, accuracy.value * Fraction(49, 50), "0.05").noise >= n
    assert limits_below(1000, accuracy.value * Fraction(21, 20), "0.05").noise < n


@pytest.mark.parametrize(
    ("unknown", "given"),
    [
        ("k", {"n": "1e300", "beta": "0.05", "tau": "0.1"}),
        ("k", {"n": "1e400", "beta": "0.05", "tau": "0.1"}),
        ("tau", {"n": "1e400", "beta": "0.05", "k": "1000"}),
    ],
)
def test_more_records_than_doubles_reach_have_no_limit(unknown, given):
    assert limits_of(LIBRARY, unknown, given) == ()


def test_without_the_records_there_are_no_limits():
    published = [item for item in LIBRARY if not item.id.startswith("limits/")]

    assert limits_of(published, "n", QUESTION) == ()


def test_the_card_and_the_json_say_what_is_limited():
    given = {"tau": "0.1", "beta": "0.05", "k": "100"}
    answer = boundcalc.theorem("baselines/splitting").solve(n=None, **given)
    ranking = Ranking(question=read_question("n", given, LIBRARY), answers=(answer,), refused=())
    ranking = with_lower_limits(ranking, LIBRARY)

    assert "for Gaussian noise of any one scale" in limits_text(ranking.limits_below)
    assert "no other algorithm is limited" in " ".join(str(ranking).split())
    (noise, exact) = ranking.to_dict()["limits_below"]
    assert (noise["theorem"], exact["theorem"]) == ("limits/gaussian-noise", "limits/exact-answers")
    assert 0 < int(noise["value"]) <= int(exact["value"])


def test_the_records_have_the_formulas_of_the_functions():
    given = {"n": 7000, "coins": 917, "sigma": "0.0147"}
    mean = boundcalc.theorem("limits/mean-of-the-overfit").solve(mean=None, **given)
    variance = boundcalc.theorem("limits/variance-of-the-overfit").solve(mean=None, **given)

    assert float(mean.value) == pytest.approx(
        float(mean_overfit_at_least(7000, 918, sigma="0.0147")), rel=1e-11
    )
    assert float(variance.value) == pytest.approx(
        float(overfit_variance_at_most(7000, 918, sigma="0.0147")), rel=1e-11
    )


def test_a_record_shows_that_noise_of_one_scale_fails():
    given = {"n": 7000, "coins": 917, "votes": 83, "sigma": "0.0147", "tau": "0.1"}
    answer = boundcalc.theorem("limits/gaussian-noise").solve(
        probability=None, depth="3.2", reach="0.99", **given
    )

    assert answer.certified
    assert answer.value > Fraction(1, 20)


def test_limits_are_told_in_the_letter_that_was_typed():
    limit = LowerLimit(theorem=load_theorems()[0], way="a way", value=8, quantity="m")

    assert limits_text([limit]).startswith(f"too many, against one analyst: {limit.relation} for a")
    assert limits_text([limit], "k").startswith("too many, against one analyst: k ")
