"""Questions without an end: no parameter works, or every one does; each is said where proved."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction

from boundcalc.language.domains import Domain
from boundcalc.language.errors import (
    DomainError,
    NoSolutionError,
    UnansweredError,
    UndecidedError,
)
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.functions import exp, ln, sqrt
from boundcalc.language.numbers import decimal_text
from boundcalc.language.operators import Sense
from boundcalc.proving.counterexamples.sampling import simple_points
from boundcalc.proving.goals import Point, ProofGoal
from boundcalc.proving.prove import find_witness, prove_goal
from boundcalc.sharpening.approaches import Approach
from boundcalc.sharpening.closed_forms import closed_forms
from boundcalc.sharpening.questions import SharpQuestion, replaced, written
from boundcalc.sharpening.search import LONG, Candidate

FEW = 20  # points at which every parameter may fail
ORDERS = (4, 3, 2, 1)  # of a pole that is looked for
WORK, EFFORT = 600, 40_000  # of one of many proofs, of which one suffices
HIGH, SPARE = 10**12, 3  # a threshold beside a pole; its last digits, in which the point is wrong
_END = {1: "unbounded above", -1: "unbounded below"}
Value = Fraction | Expression


def no_value(question: SharpQuestion, sign: int, found: Candidate) -> NoSolutionError | None:
    """Return the error that no parameter works, or None where that is not proved.

    Without a way to where the thresholds grow, a pole is looked for beside the point: the walk to
    it has come as near to the pole as the threshold is high.
    """
    if found.approach is not None:
        return _shown(question, sign, found.approach, found.approach.centre)
    if found.value < HIGH:
        return None
    for centre, name, way in itertools.product(_poles(found), found.point, (-1, 1)):
        approach = Approach.straight(found.point, {name: way}, is_far=False)
        shown = _shown(question, sign, approach, centre)
        if shown is not None:
            return shown
    return None


def _poles(found: Candidate) -> list[dict[str, Value]]:
    """Return the points near a candidate that have a closed form.

    At a pole of order k the distance to it is about the k-th root of one over the threshold. Where
    the candidate itself has a threshold, there is none.
    """
    poles: list[dict[str, Value]] = []
    known = len(str(math.floor(found.value)))
    for order in ORDERS:
        centre: dict[str, Value] = {}
        for name, value in found.point.items():
            is_short, digits = value.denominator < LONG, known // order - SPARE
            form = value if is_short else next(closed_forms(value, digits), None)
            if form is not None:
                centre[name] = form
        is_whole = centre.keys() == found.point.keys()
        if is_whole and centre not in poles and written_point(centre) != written_point(found.point):
            poles.append(centre)
    return poles


def written_point(point: Mapping[str, Value]) -> dict[str, Expression]:
    """Return the coordinates of a point as expressions."""
    return {name: written(value) for name, value in point.items()}


def _shown(
    question: SharpQuestion, sign: int, approach: Approach, centre: Mapping[str, Value]
) -> NoSolutionError | None:
    """Return the error that no parameter works on a way, where it is proved."""
    for goal, where in _growing(question, sign, approach, centre):
        if _is_proved(goal):
            if question.is_extremum:
                return NoSolutionError(f"it is {_END[sign]}, which is proved: at {where}")
            return NoSolutionError(
                f"no value of {question.parameter.name} works, which is proved: at {where} it "
                "fails for ever more of them"
            )
    return None


def _growing(
    question: SharpQuestion, sign: int, approach: Approach, centre: Mapping[str, Value]
) -> Iterator[tuple[ProofGoal, str]]:
    """Yield goals that say that the relation fails at a point for a parameter that grows."""
    if question.assumptions or len(approach.moves) != 1:
        return
    ((name, move),) = approach.moves.items()
    domain = next(one.domain for one in question.variables if one.name == name)
    for start in (1, 10, 1000):
        size = Symbol(
            question.fresh("t"),
            Domain(lower=Fraction(start), lower_closed=True, integer=domain.integer),
        )
        lengths: list[Expression] = [size] if approach.is_far else [1 / size, exp(-size)]
        if approach.is_far and not domain.integer:
            lengths.append(exp(size))
        for size_moved in lengths:
            signed = size_moved if move.factor > 0 else -size_moved
            place: Expression = signed
            if not approach.is_far and centre[name] != 0:
                place = written(centre[name]) + signed
            if not _is_inside(size, place, domain):
                continue
            for growth in (size / 10, sqrt(size) / 10, ln(size) / 10):
                parameter = growth if sign > 0 else -growth
                values = {**centre, name: place, question.parameter.name: parameter}
                conclusion = replaced(question.relation, values).negated
                where = f"{name} = {place} for {size.name} >= {start}"
                yield ProofGoal((size,), (), conclusion), where


def _is_inside(size: Symbol, place: Expression, domain: Domain) -> bool:
    """Return whether a place is proved to lie in a domain."""
    ends = (
        (domain.lower, Sense.GE if domain.lower_closed else Sense.GT),
        (domain.upper, Sense.LE if domain.upper_closed else Sense.LT),
    )
    return all(
        end is None or _is_proved(ProofGoal((size,), (), Relation(place, sense, written(end))))
        for end, sense in ends
    )


def explained(question: SharpQuestion, *places: Point) -> UnansweredError | DomainError:
    """Return why there is no end: all parameters work, or none does, or neither is proved."""
    name = question.parameter.name
    variables = (*question.variables, question.parameter)
    goal = ProofGoal(variables, question.assumptions, question.relation)
    try:
        verdict = prove_goal(goal)
    except DomainError as error:
        return error
    if verdict.is_proved:
        return NoSolutionError(f"every value of {name} in its domain works, which is proved")
    if question.is_extremum and "undefined" in (verdict.left, verdict.right):
        found = verdict.counterexample or {}
        where = ", ".join(f"{k} = {decimal_text(v)}" for k, v in found.items() if k != name)
        return NoSolutionError(f"it has no value at {where}; take that out of the domain")
    for point in (*places, *_places(question)):
        failing = ProofGoal((question.parameter,), (), replaced(question.relation, point).negated)
        if _is_proved(failing):
            where = ", ".join(f"{key} = {decimal_text(value)}" for key, value in point.items())
            return NoSolutionError(
                f"no value of {name} works, which is proved: it fails at {where} for all of them"
            )
    return UndecidedError(
        f"no point was found that says which values of {name} work; widen a domain"
    )


def _places(question: SharpQuestion) -> Iterator[Point]:
    witness = find_witness(question.domain_goal)
    if witness is not None:
        yield witness
    yield from list(simple_points(question.domain_goal, FEW))


def _is_proved(goal: ProofGoal) -> bool:
    try:
        return prove_goal(goal, work=WORK, effort=EFFORT).is_proved
    except DomainError:
        return False
