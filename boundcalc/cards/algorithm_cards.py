"""The algorithm of an answer, with the answer's numbers in the call that runs it.

Main definitions
----------------
`call_of`: the lines of Python that run the algorithm at an answer.
`algorithm_sections`: its steps and its call, for a card.
`released`: what it tells of the records, in words.
`algorithm_json`: what a script sees of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from string import Formatter
from typing import TYPE_CHECKING, Any

from boundcalc.cards.cards import Code, Section
from boundcalc.enclosures.decisions import Evaluator
from boundcalc.enclosures.exact import exact_value
from boundcalc.language.algorithms import Algorithm
from boundcalc.language.expressions import Expression
from boundcalc.language.interactions import Mechanism
from boundcalc.language.statements import Theorem

if TYPE_CHECKING:
    from boundcalc.solving.answers import Answer


def steps_section(theorem: Theorem) -> Section:
    """Return what the algorithm of a theorem does, step by step; empty where it names none."""
    algorithm = theorem.algorithm
    steps = () if algorithm is None else tuple((step,) for step in algorithm.steps)
    return Section(title="Algorithm", rows=steps, is_list=True)


def algorithm_sections(answer: Answer) -> Iterator[Section]:
    """Yield the steps of the algorithm of an answer, and the call that runs it."""
    yield steps_section(answer.theorem)
    yield run_section(answer)


def run_section(answer: Answer) -> Section:
    """Return the call that runs the algorithm of an answer; empty where it names none."""
    return Section(title="Run it", rows=tuple((Code(line),) for line in call_of(answer)))


def released(answer: Answer) -> str:
    """Return what the algorithm of an answer tells of the records, where that is not every answer.

    Empty where no algorithm is named, or it answers every query from the records.
    """
    algorithm = answer.theorem.algorithm
    if algorithm is None or not algorithm.releases:
        return ""
    names = [name for _, name, _, _ in Formatter().parse(algorithm.releases) if name]
    values = {name: _value(answer, name) or name for name in names}
    return algorithm.releases.format(**values)


def call_of(answer: Answer) -> tuple[str, ...]:
    """Return lines of Python that run the algorithm of an answer, none where it names none.

    Values are the doubles next to those of the answer.
    """
    algorithm = answer.theorem.algorithm
    if algorithm is None:
        return ()
    found = {name: _value(answer, name) for name in algorithm.fields}
    return algorithm.code({name: text for name, text in found.items() if text})


def algorithm_json(
    algorithm: Algorithm | None, call: tuple[str, ...] = ()
) -> dict[str, Any] | None:
    """Return an algorithm as an object, with the call that runs it."""
    if algorithm is None:
        return None
    found: dict[str, Any] = {"name": algorithm.name, "steps": list(algorithm.steps)}
    return {**found, "call": list(call)} if call else found


def _value(answer: Answer, name: str) -> str:
    """Return the value of a quantity of the algorithm, or an empty text where it is open."""
    theorem = answer.theorem
    point = {**answer.witness, **answer.given, answer.unknown.name: Fraction(answer.value)}
    for premise in theorem.premises:
        if isinstance(premise, Mechanism) and name in premise.expressions():
            return _number(theorem.expand(premise.expression(name)), point)
    for known in (theorem.names, theorem.definition_values):
        if name in known:
            node = known[name]
            return _number(theorem.expand(node), point)
    return ""


def _number(node: Expression, point: dict[str, Fraction]) -> str:
    if not node.names() <= point.keys():
        return ""
    exact = exact_value(node, point)
    if exact is not None:
        return str(exact) if exact.denominator == 1 else repr(float(exact))
    found = Evaluator(node).at(point, 128)
    return repr(float((found.lower + found.upper) / 2))
