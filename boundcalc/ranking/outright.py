"""Questions whose answer a theorem gives outright: what it concludes with is a number.

Pure privacy, say, has delta = 0, so that no formula of such a theorem is solved for delta.

Main definitions
----------------
`outright`: the theorems that conclude all that is given with a number for the unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from boundcalc.enclosures.exact import exact_value
from boundcalc.language.errors import BoundError
from boundcalc.language.quantities import Stronger
from boundcalc.language.statements import Role, Theorem
from boundcalc.problems.problems import pose
from boundcalc.problems.readings import interpret
from boundcalc.questions.questions import Question
from boundcalc.solving.answers import Answer, Outright
from boundcalc.solving.solver import solve_problem


def outright(theorems: Iterable[Theorem], question: Question, best: Answer) -> Iterator[Outright]:
    """Yield which theorem gives a better value of the unknown as a number.

    Parameters
    ----------
    theorems : iterable of Theorem
        Single theorems, and theorems in a row as one.
    question : Question
        What is asked; the theorem must conclude one of the given values, and use all.
    best : Answer
        The first answer; the same kind of guarantee is looked at.
    """
    for theorem in theorems:
        if theorem.role is not Role.THEOREM or theorem.is_doubtful:
            continue
        if type(theorem.conclusion) is not type(best.theorem.conclusion):
            continue
        value = _number(theorem, question.unknown)
        if value is None or value == best.value:
            continue
        found = _within(theorem, question)
        if found is not None:
            yield Outright(question.unknown, value, found, best.reading)
            return


def _number(theorem: Theorem, unknown: str) -> Fraction | None:
    """Return the number that a theorem concludes with, where it knows no such quantity."""
    if unknown in theorem.names:
        return None
    for quantity in theorem.conclusion.quantities():
        node = theorem.conclusion.expression(quantity.name)
        if quantity.letter == unknown and not node.names():
            return exact_value(node, {})
    return None


def _within(theorem: Theorem, question: Question) -> Answer | None:
    """Return the best value of a given quantity that a theorem concludes, if it is good enough."""
    if any(item.name not in theorem.names for item in question.given):
        return None
    for quantity in theorem.conclusion.quantities():
        given = next((item for item in question.given if item.name == quantity.letter), None)
        if given is None:
            continue
        reading = interpret(theorem, question.asking(given.name))
        try:
            answer = solve_problem(pose(reading), has_formula=False)
        except BoundError:
            continue
        asked = given.value
        is_least = quantity.stronger is Stronger.SMALLER
        if answer.certified and (answer.value <= asked if is_least else answer.value >= asked):
            return answer
    return None
