"""Questions for the least and the greatest value, and both ends of what suffices side by side."""

from fractions import Fraction

import pytest

import boundcalc
from boundcalc.cards.answer_cards import ranking_card
from boundcalc.cli import main
from boundcalc.language import NoSolutionError, UndecidedError
from boundcalc.problems.outcomes import Direction
from boundcalc.questions.questions import read_question
from boundcalc.ranking.lower_limits import with_limit_told
from boundcalc.routes.solve import solve_named
from boundcalc_theorems import load_theorems

NOISE = {"tau": "0.1", "beta": "0.05", "m": "1000", "n": "40000"}
MONITOR = "lecture-18/thm-0.2"  # at 0.1 and 0.05 from n = 239659 on, with 12/n <= epsilon^2


@pytest.mark.slow
def test_at_both_ends_of_the_noise_the_accuracy_is_met_and_beyond_them_not():
    natural = boundcalc.solve("sigma", **NOISE)
    best, other = natural.best, natural.other_end
    assert (best.direction, other.direction) == (Direction.GREATEST, Direction.LEAST)
    assert (best.certified, other.certified) == (True, True)
    assert 0 < other.value < best.value
    given = {name: value for name, value in NOISE.items() if name != "tau"}
    for value, factor in ((best.value, Fraction(1001, 1000)), (other.value, Fraction(999, 1000))):
        for share, is_met in ((1 / factor, True), (factor, False)):
            asked = {**given, "sigma": value * share}
            tau = solve_named(load_theorems(), best.theorem.id, "tau", asked).value
            assert (tau <= Fraction(NOISE["tau"])) == is_met


def test_the_other_end_of_the_first_answer_stands_on_its_card():
    found = boundcalc.solve("epsilon", end="least", tau="0.1", beta="0.05", n="1e6")
    best, other = found.best, found.other_end
    assert (best.direction, other.direction) == (Direction.LEAST, Direction.GREATEST)
    assert best.theorem.id == other.theorem.id == MONITOR
    told = " ".join(ranking_card(found).lead)
    assert f"epsilon = {other.value_text} suffices, too, the greatest by this theorem" in told
    assert found.to_dict()["other_end"]["direction"] == "greatest"


def test_both_ends_of_a_privacy_parameter_are_least_and_greatest_with_neighbours_that_fail():
    given = {"tau": "0.1", "beta": "0.05", "n": "1e6"}
    theorem = boundcalc.theorem(MONITOR).record
    ends = {}
    for end in Direction:
        answer = solve_named((theorem,), MONITOR, "epsilon", given, end=end)
        assert answer.direction is end
        assert answer.neighbour is not None
        ends[end] = answer.value
    assert ends[Direction.LEAST] < ends[Direction.GREATEST] < 1 / 60 + 1e-9
    # exp(-epsilon^2 n/8) <= beta binds below
    assert abs(float(ends[Direction.LEAST]) - (8 * 2.995732273553991 / 1e6) ** 0.5) < 1e-9


def test_where_values_go_on_no_end_is_made_up(capsys):
    assert main(["solve", "n", "tau=0.1", "beta=0.05", "--greatest"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "there is no greatest n: larger values suffice, too" in error


def test_theorems_by_which_smaller_values_suffice_are_named(capsys):
    assert main(["solve", "epsilon", "tau=0.1", "beta=0.05", "n=1e6", "--least"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "smaller values suffice by" in told
    assert "sets no least ε" in told


def test_both_options_together_are_refused(capsys):
    assert main(["solve", "n", "tau=0.1", "beta=0.05", "k=10", "--least", "--greatest"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_end_of_another_name_is_refused():
    with pytest.raises(boundcalc.QuestionError, match="end must be 'least', 'greatest' or None"):
        boundcalc.solve("n", end="most", tau=0.1, beta=0.05, k=10)


@pytest.mark.slow
def test_the_number_of_records_has_one_end_that_is_told():
    assert boundcalc.solve("n", tau=0.1, beta=0.05, k=10).other_end is None


@pytest.mark.slow
def test_each_way_says_what_it_releases_and_guarantees():
    found = boundcalc.solve("n", tau=0.1, beta=0.05, B=10, m=1000)
    rows = next(item for item in ranking_card(found).sections if item.title == "Released").rows
    told = dict(rows)
    assert told["32164"].startswith("every answer: if each answer is the sample mean")
    assert "10 times at most" in told["60106"]
    assert "until 10 of them have come from the holdout set" in told["60106"]
    assert "a noisy value of the holdout set, 10 times at most" in told["17341106"]


@pytest.mark.slow
def test_where_every_scale_is_certified_to_fail_the_error_says_so():
    theorems = load_theorems()
    nothing = UndecidedError("no route was found")
    for records, is_told in ((990, True), (991, False)):
        given = {"tau": 0.1, "beta": 0.05, "n": records, "k": 100}
        told = with_limit_told(nothing, theorems, read_question("sigma", given, theorems))
        limit = "up to n = 990 Gaussian noise of any one scale is certified to fail"
        assert (limit in str(told)) == is_told
        assert isinstance(told, NoSolutionError) == is_told


def test_a_single_theorem_is_asked_for_either_end():
    given = {"tau": 0.1, "beta": 0.05, "n": 10**6}
    theorem = boundcalc.theorem(MONITOR)
    least = theorem.solve(epsilon=None, end="least", **given)
    assert least.direction is Direction.LEAST
    assert theorem.solve(epsilon=None, **given).direction is Direction.GREATEST
