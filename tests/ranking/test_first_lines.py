"""Would a person who takes only the first line be misled? Random questions, and what leads."""

from fractions import Fraction

import pytest

from boundcalc.language import BoundError, Role
from boundcalc.language.guarantees import ACCURACY_OF_ANSWERS
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import uncounted
from boundcalc.questions.names import plain_name
from boundcalc.ranking.ranking import allowances
from boundcalc_theorems import load_theorems
from tests.asking import rank
from tests.solving.asking import questions

LIBRARY = load_theorems()


def check_first_line(unknown, given):
    """Check what leads; return whether there is an answer."""
    try:
        ranking = rank(LIBRARY, unknown, given)
    except BoundError as error:
        message = str(error)
        ranking = None
    if ranking is None:
        assert message
        assert "\n" not in message
        return False
    best = ranking.best
    allowed = allowances(LIBRARY)
    assert best.guarantee
    assert "{" not in str(best.guarantee)
    assert best.certified or not any(answer.certified for answer in ranking.answers)
    assert not best.vacuous or all(
        answer.vacuous or answer.theorem.role is Role.FLOOR for answer in ranking.answers
    )
    assert best.theorem.role in (Role.THEOREM, Role.BASELINE)
    assert {plain_name(name) for name in best.ignored} <= allowed
    if best.ignored:
        assert best.theorem.conclusion.compared_as == ACCURACY_OF_ANSWERS
    assert not uncounted(best.theorem, open_symbols(best, unknown))
    check_groups(ranking, allowed)
    return True


def open_symbols(answer, unknown):
    return [
        symbol
        for name, symbol in answer.theorem.quantities.items()
        if name not in answer.given and name != answer.unknown.name
    ]


def check_groups(ranking, allowed):
    """Check that no answer that could lead is better than the one that leads its group."""
    for group in ranking.groups:
        first = group[0]
        sign = 1 if first.direction is Direction.LEAST else -1
        rivals = [
            answer
            for answer in group
            if answer.certified
            and not answer.vacuous
            and answer.theorem.role in (Role.THEOREM, Role.BASELINE)
            and {plain_name(name) for name in answer.ignored} <= allowed
        ]
        if rivals:
            best = min(sign * Fraction(answer.value) for answer in rivals)
            assert sign * Fraction(first.value) == best


@pytest.mark.few(2, without="m-given12")
@pytest.mark.parametrize(("unknown", "given"), list(questions(25, seed=5)))
def test_the_first_line_misleads_nobody(unknown, given):
    check_first_line(unknown, given)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_no_first_line_of_many_misleads(seed):
    answered = sum(check_first_line(*question) for question in questions(20, 1000 + seed))

    assert answered >= 7  # enough that the checks have something to look at
