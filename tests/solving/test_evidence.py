"""What an answer or a refusal says of its constraints, in sentences and numbers."""

import pytest

import boundcalc

THRESHOLDOUT = "adaptive-queries/thm-3.3"


def solve(id, **quantities):
    return boundcalc.theorem(id).solve(**quantities)


def test_a_refusal_says_what_is_needed_at_the_best_value_of_the_unknown():
    with pytest.raises(boundcalc.NoSolutionError) as error:
        solve(THRESHOLDOUT, tau=None, n=10, beta=0.05, B=10, m=1000)

    assert "n >= 173412 is needed even at the best tau" in str(error.value)


@pytest.mark.parametrize(
    ("unknown", "given"),
    [("n", {"n": 3}), ("n", {"tau": "x"}), ("zeta", {}), ("n", {"B": 2000}), ("n", {"m": None})],
)
def test_messages_begin_with_what_is_wrong_and_not_with_a_command(unknown, given):
    question = {"tau": 0.1, "beta": 0.05, "B": 10, "m": 1000, **given}
    with pytest.raises(boundcalc.BoundError) as error:
        boundcalc.solve(unknown, **{name: at for name, at in question.items() if at is not None})

    assert not str(error.value).startswith("solve")


def test_slack_is_a_number_beyond_the_range_of_doubles():
    answer = solve(THRESHOLDOUT, n=None, tau="1e-200", beta=0.05, B=10, m="1e300")

    assert [check for check in answer.checks if check.slack in ("nan", "inf")] == []


def test_the_domain_binds_only_where_the_answer_is_its_end():
    answer = solve("lecture-18/thm-0.2.free", n=None, tau=0.1, beta=0.05)
    assert answer.neighbour is None
    assert "not proved optimal" in answer.optimality
    assert answer.binding == "not known"

    end = solve("adaptive-queries/lem-2.2", n=None, k=10)
    assert end.binding == "the domain of n"
