"""Every theorem of the library, solved for every one of its quantities, judged at 50 digits."""

import random
import re
from fractions import Fraction

import pytest

from boundcalc.algebra.search_range import deep_limit
from boundcalc.cards.answer_words import feasible_text, optimality_text
from boundcalc.language import Domain, NoSolutionError, Theorem
from boundcalc.problems.outcomes import Beyond, Direction
from boundcalc.solving.answers import Answer
from boundcalc.solving.solver import solve_theorem
from tests.mp_evaluate import evaluate, mp, number
from tests.solving.points import THEOREMS, Point, feasible_points, holds_at, solvable_names

# Sums with as many terms as the unknown: a search takes minutes, and may end undecided.
LONG = {("murtagh-vadhan/optimal", "m"), ("murtagh-vadhan/optimal.approximate", "m")}
# Where exponentials leave the doubles the answer works, and nothing is said of what is beyond it.
NOT_ALWAYS_BEST = {
    ("murtagh-vadhan/optimal", "epsilon_0"),
    ("murtagh-vadhan/optimal.approximate", "epsilon_0"),
}
QUANTITIES = [
    pytest.param(theorem, name, id=f"{theorem.id}-{name}")
    for theorem in THEOREMS.values()
    for name in solvable_names(theorem)
    if (theorem.id, name) not in LONG
]
HALF_AN_HOUR = "murtagh-vadhan/optimal.approximate"  # for one of its quantities
# Of each theorem one quantity, another one for the next theorem; so counted, beginning with the
# third, no answer is so small that its judgement takes ten thousand digits.
ONE_EACH = [
    pytest.param(
        theorem,
        names[(place + 2) % len(names)],
        id=theorem.id,
        marks=[pytest.mark.sweep] if theorem.id == HALF_AN_HOUR else [],
    )
    for place, theorem in enumerate(THEOREMS.values())
    if (names := solvable_names(theorem))
]
FEW, MANY = 3, 8
RELATIVE = Fraction(1, 10**11)


@pytest.mark.few(33, without="murtagh-vadhan")
@pytest.mark.parametrize("theorem", THEOREMS.values(), ids=lambda theorem: theorem.id)
def test_some_point_satisfies_all_constraints(theorem: Theorem) -> None:
    """No theorem of the library is empty: its constraints hold together at some point."""
    assert len(feasible_points(theorem.id, FEW)) == FEW


@pytest.mark.few(300, without="murtagh-vadhan")
@pytest.mark.parametrize(("theorem", "unknown"), ONE_EACH)
def test_each_theorem_gives_a_right_answer(theorem: Theorem, unknown: str) -> None:
    """The answer works, the value beyond it fails, and no value that works is better."""
    check_question(theorem, unknown, feasible_points(theorem.id, FEW)[0])


def test_a_value_is_found_where_every_cell_stays_undecided() -> None:
    """Doubles see where it nearly holds; from there the interval is found and certified."""
    given = {"n": 1517, "epsilon_prime": "1.79", "mu": "1.17", "datasets": 2, "beta": "0.961"}
    answer = solve_theorem(
        THEOREMS["lecture-18/thm-0.2.gaussian"], "epsilon", {**given, "tau": "0.769"}
    )
    assert all(check.holds for check in answer.checks)
    (found,) = answer.feasible.components
    assert answer.value == found.lower < found.upper


@pytest.mark.slow
@pytest.mark.parametrize(("theorem", "unknown"), QUANTITIES)
def test_answer_is_right(theorem: Theorem, unknown: str) -> None:
    """The same for every quantity, at a few points."""
    for point in feasible_points(theorem.id, FEW):
        check_question(theorem, unknown, point)


@pytest.mark.sweep
@pytest.mark.parametrize(("theorem", "unknown"), QUANTITIES)
def test_answer_is_right_at_many_points(theorem: Theorem, unknown: str) -> None:
    """The same at many more points."""
    for point in feasible_points(theorem.id, MANY, seed=1):
        check_question(theorem, unknown, point)


def check_question(theorem: Theorem, unknown: str, point: Point) -> None:
    """Solve for one quantity of a point at which everything holds, and judge what comes back."""
    given = {name: value for name, value in point.items() if name != unknown}
    refusal = ""
    try:
        answer = solve_theorem(theorem, unknown, given)
    except NoSolutionError as error:
        refusal = str(error)
    if refusal:
        end = re.search(r"sets no (least|greatest)", refusal)
        assert end is not None, f"{refusal}, but {unknown} = {point[unknown]} works at {given}"
        check_unbounded(theorem, unknown, point, Direction(end[1]))
        return
    try:
        check_answer(theorem, unknown, point, answer)
    except AssertionError as error:
        raise AssertionError(f"{error}; {answer}, {feasible_text(answer)}, given {given}") from None


def check_answer(theorem: Theorem, unknown: str, point: Point, answer: Answer) -> None:
    """Judge one answer by an evaluation that shares nothing with the solver."""
    domain, value = theorem.quantities[unknown].domain, answer.value
    least = answer.direction is Direction.LEAST

    def works(candidate: Fraction) -> bool:
        with mp.workdps(_digits(candidate)):
            return candidate in domain and holds_at(theorem, {**point, unknown: candidate})

    def is_better(candidate: Fraction) -> bool:
        return candidate < value if least else candidate > value

    assert works(value), "the value fails"
    # What is better is too small to be searched, or its binomials are too large to be enclosed.
    is_end = value == deep_limit(domain) or value == 2**63 - 1
    if answer.beyond is Beyond.NOTHING and (is_end or (theorem.id, unknown) in NOT_ALWAYS_BEST):
        return
    rounding = 0 if answer.is_integer else abs(value) * RELATIVE
    own = point[unknown] + (rounding if least else -rounding)
    assert not is_better(own), f"{own} works and is better"
    step = Fraction(1) if answer.is_integer else max(rounding, Fraction(1, 10**119))
    beyond = value - step if least else value + step
    assert not works(beyond), f"the next value, {beyond}, works"
    for candidate in values_beyond(value, domain, least):
        assert not (is_better(candidate) and works(candidate)), f"{candidate} works and is better"
    assert all(check.holds for check in answer.checks), "a check does not hold"
    check_neighbour(theorem, unknown, point, answer)
    if answer.formula is not None:
        with mp.workdps(150):
            formula = evaluate(theorem.expand(answer.formula), point)
            assert abs(formula - number(value)) <= number(rounding), f"the formula gives {formula}"


def _digits(candidate: Fraction) -> int:
    """Return digits enough for terms that cancel to the square of a small candidate."""
    bits = candidate.denominator.bit_length() - abs(candidate.numerator).bit_length()
    return max(mp.dps, 60 + bits * 61 // 100)  # twice the digits, of which a bit is 0.30103


def check_neighbour(theorem: Theorem, unknown: str, point: Point, answer: Answer) -> None:
    """The neighbour is beyond the value and fails, and is left out only at the domain's end."""
    if answer.neighbour is None:
        assert answer.beyond is Beyond.END, optimality_text(answer)
        return
    neighbour = answer.neighbour.value
    assert (neighbour < answer.value) == (answer.direction is Direction.LEAST)
    assert not answer.is_integer or abs(neighbour - answer.value) == 1, "it is not the next integer"
    assert not holds_at(theorem, {**point, unknown: neighbour}), "the neighbour works"


def values_beyond(value: Fraction, domain: Domain, least: bool) -> list[Fraction]:
    """Return values on the better side of an answer, near and far."""
    rng = random.Random(5)
    ratios = [Fraction(rng.randint(1, 999), 1000) for _ in range(4)]
    ratios += [Fraction(1, 10**power) for power in (1, 2, 4, 8, 16, 40, 90)]
    shrinks = least == (value > 0)
    found = [value * ratio if shrinks else value / ratio for ratio in ratios]
    end = domain.lower if least else domain.upper
    if end is not None:
        found += [end + (value - end) * ratio for ratio in ratios]
    return [Fraction(int(item)) if domain.integer else item for item in found]


def check_unbounded(theorem: Theorem, unknown: str, point: Point, direction: Direction) -> None:
    """Where an unknown has no bound, all values that are close to the end of its domain work."""
    domain, own = theorem.quantities[unknown].domain, point[unknown]
    least = direction is Direction.LEAST
    for candidate in values_beyond(own, domain, least)[-2:]:
        is_outward = candidate < own if least else candidate > own
        if is_outward and candidate in domain and 10**-110 < abs(candidate) < 10**110:
            works = holds_at(theorem, {**point, unknown: candidate})
            assert works, f"{unknown} is said to have no bound, but {candidate} fails at {point}"
