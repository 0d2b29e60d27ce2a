"""What an answer or a refusal says of its constraints, in sentences and numbers."""

import pytest

import boundcalc
from boundcalc.cards.answer_words import binding_text, slack_text
from boundcalc.problems.outcomes import Unproved

THRESHOLDOUT = "adaptive-queries/thm-3.3"


def solve(id, **quantities):
    return boundcalc.theorem(id).solve(**quantities)


def test_a_refusal_says_what_is_needed_at_the_best_value_of_the_unknown():
    with pytest.raises(boundcalc.NoSolutionError) as error:
        solve(THRESHOLDOUT, tau=None, n=10, beta=0.05, B=10, m=1000)

    assert "n >= 173412 is needed even at the best tau" in str(error.value)


@pytest.mark.slow
def test_an_end_that_is_given_and_fails_is_not_called_enough():
    with pytest.raises(boundcalc.NoSolutionError) as error:
        solve("adaptive-queries/hoeffding", n=None, tau=0.1, beta=0)

    assert "beta > 0 is needed even at the best n" in str(error.value)


@pytest.mark.parametrize(
    ("unknown", "given"),
    [("n", {"n": 3}), ("n", {"tau": "x"}), ("zeta", {}), ("n", {"beta": 2})],
)
def test_messages_begin_with_what_is_wrong_and_not_with_a_command(unknown, given):
    with pytest.raises(boundcalc.BoundError) as error:
        boundcalc.solve(unknown, **{"tau": 0.1, "beta": 0.05, "B": 10, "m": 1000, **given})

    assert not str(error.value).startswith("solve")


def test_slack_is_a_number_beyond_the_range_of_doubles():
    answer = solve(
        "adaptive-queries/thm-2.4", n=None, tau=0.01, beta=0.5, epsilon=0.001, delta="1e-490"
    )

    (slack,) = [
        slack_text(check) for check in answer.checks if "delta" in check.printed.left.names()
    ]
    assert slack == "1"


def test_what_is_beyond_the_numbers_searched_is_said():
    with pytest.raises(boundcalc.UndecidedError, match=r"n >= 1\.06776e407 is needed; others were"):
        solve(THRESHOLDOUT, n=None, tau="1e-200", beta=0.05, B=10, m="1e300")


def test_the_domain_binds_only_where_the_answer_is_its_end():
    answer = solve("lecture-18/thm-0.2.free", n=None, tau=0.1, beta=0.05)
    assert answer.neighbour is None
    assert answer.optimality.unproved is Unproved.CHOSEN
    assert binding_text(answer) == "not known"

    end = solve("adaptive-queries/lem-2.2", n=None, k=10)
    assert binding_text(end) == "the domain of n"


def test_an_answer_below_what_is_searched_is_not_called_zero():
    with pytest.raises(boundcalc.NoSolutionError, match="lies beyond, or there is none"):
        solve("max-information/cor-C.2.sharpened", gamma=None, alpha=0.05, m="1e9")


def test_a_correction_that_allows_nothing_is_zero():
    answer = solve("max-information/thm-1.3", gamma=None, alpha=0.05, k=1, beta=0.1)

    assert answer.value == 0
