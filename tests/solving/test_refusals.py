"""What is called impossible is impossible, and what is tiny is found."""

from fractions import Fraction

import pytest

import boundcalc
from boundcalc.cards.answer_words import optimality_text
from boundcalc.problems.outcomes import Beyond
from boundcalc.problems.problems import read_problem
from boundcalc.problems.reduction import reduce_problem
from boundcalc.solving.refusals import explain_empty
from tests.mp_evaluate import mp, number


def solve(id, unknown, **given):
    return boundcalc.theorem(id).solve(**{unknown: None}, **given)


def test_a_free_parameter_far_below_the_usual_sizes_is_found():
    answer = solve("adaptive-queries/thm-2.4", "n", tau="0.06", beta="0.05")

    assert answer.value == 67669  # 48 ln(8 / beta) / tau^2, rounded up
    assert Fraction(answer.witness["delta"]) < Fraction(1, 10**120)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "name"), [("lecture-18/thm-0.2.free", "epsilon"), ("lecture-18/thm-0.2.gaussian", "mu")]
)
def test_privacy_whose_price_is_not_counted_is_no_stronger_than_the_answer_needs(id, name):
    answer = solve(id, "n", tau="0.1", beta="0.05")
    pinned = solve(id, "n", tau="0.1", beta="0.05", **{name: answer.witness[name]})

    assert Fraction(answer.witness[name]) >= Fraction(1, 10**12)
    assert answer.value == pinned.value
    assert all(check.holds for check in answer.checks)


@pytest.mark.parametrize(
    ("id", "given", "expected"),
    [
        ("max-information/thm-C.3.corrected", {"alpha": "0.05", "m": 1}, "1.936295957e-121"),
        ("max-information/cor-C.2", {"alpha": "0.05", "m": 10}, "3.0457470815e-129"),
    ],
)
def test_an_answer_far_below_the_usual_sizes_is_found(id, given, expected):
    answer = solve(id, "gamma", **given)

    assert abs(number(answer.value) / mp.mpf(expected) - 1) < 1e-9
    assert answer.neighbour is not None


def test_a_failure_probability_is_found_down_to_ten_thousand_digits():
    answer = solve("adaptive-queries/hoeffding", "beta", n=1000000, tau="0.1")

    assert abs(number(answer.value) / (2 * mp.exp(-20000)) - 1) < 1e-9


def test_more_records_never_lose_an_answer_that_is_too_good():
    answer = solve("dwork-et-al-2015/thm-9", "beta", n=5600881, tau="0.1", bits=232)

    assert answer.value == Fraction(1, 10**10049)
    assert all(check.holds for check in answer.checks)
    assert answer.beyond is Beyond.NOTHING
    assert answer.neighbour is None


def test_what_lies_beyond_the_search_is_not_called_impossible():
    with pytest.raises(boundcalc.UndecidedError, match="others were not searched"):
        solve("adaptive-queries/thm-3.3", "n", tau="1e-200", beta=0.05, B=10, m="1e300")


def test_what_was_not_found_is_not_called_impossible():
    theorem = boundcalc.theorem("adaptive-queries/hoeffding").record
    reduction = reduce_problem(read_problem(theorem, "n", {"tau": "0.1", "beta": "0.05"}))
    error = explain_empty(reduction, is_complete=False)

    assert isinstance(error, boundcalc.UndecidedError)
    assert "does not show that there is none" in str(error)


def test_what_is_impossible_is_said_to_be():
    with pytest.raises(boundcalc.NoSolutionError, match="is needed even at the best tau;"):
        solve("adaptive-queries/thm-3.3", "tau", n=10, beta=0.05, B=10, m=1000)


@pytest.mark.slow
def test_a_route_whose_best_answer_is_tiny_is_not_lost():
    """More records give a smaller failure probability, however small it is already."""
    few, more = (boundcalc.solve("beta", n=n, tau="0.1", k=100).best for n in (50000, 500000))

    assert few.value < Fraction(1, 10**150)
    assert 0 < more.value < few.value**5
    assert all(check.holds for check in more.checks)


@pytest.mark.slow
def test_more_is_not_claimed_than_the_neighbour_that_was_refuted():
    """Where feasibility is not shown to be monotone, only the values that were looked at fail."""
    answers = boundcalc.solve("n", tau="0.1", beta="0.05", k=100).answers
    known = {answer.theorem.id: (answer.beyond, optimality_text(answer)) for answer in answers}

    beyond, text = known["route/rounded-answers.description-length"]
    assert beyond is Beyond.ALL
    assert text.startswith("no smaller n works")
    for beyond, text in known.values():
        assert ("no smaller n works" in text) == (beyond in (Beyond.ALL, Beyond.MOST))


@pytest.mark.slow
def test_an_answer_at_the_end_of_its_domain_counts_where_little_is_asked():
    answers = boundcalc.solve("n", tau="0.9", beta="0.9", k=1).answers

    (rounded,) = [item for item in answers if item.theorem.id.endswith("description-length")]
    assert rounded.value == 1
    assert not rounded.vacuous


def test_the_theorem_that_lacks_least_says_what_is_missing() -> None:
    """Where several theorems refuse, their shortfalls are compared, and the least is told."""
    given = {"n": 10_000, "tau": "0.1", "beta": "0.05", "m": 10_000}
    with pytest.raises(boundcalc.NoSolutionError, match=r"n >= 10320 is needed") as caught:
        boundcalc.solve("B", **given)
    given = {"B": 1, "tau": "0.1", "beta": "0.05", "m": 10_000}
    assert solve("counting/reusable-holdout", "n", **given).value == 10_320
    assert Fraction(10_319, 10_000) < caught.value.shortfall <= Fraction(10_320, 10_000)
