"""Questions whose answer a theorem gives outright: what it concludes with is a number.

Pure privacy, say, has delta = 0, so that no formula of such a theorem is solved for delta.

Main definitions
----------------
`outright`: the theorems that conclude all that is given with a number for the unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from boundcalc.cards.cards import short_number
from boundcalc.enclosures.exact import exact_value
from boundcalc.language.errors import BoundError
from boundcalc.language.numbers import decimal_text, read_rational
from boundcalc.language.quantities import Stronger
from boundcalc.language.statements import Role, Theorem
from boundcalc.questions.questions import plain_name
from boundcalc.solving.answers import Answer
from boundcalc.solving.solver import solve_theorem


def outright(
    theorems: Iterable[Theorem], unknown: str, given: Mapping[str, Any], best: Answer
) -> Iterator[str]:
    """Yield in sentences which theorems give a better value of the unknown as a number.

    Parameters
    ----------
    theorems : iterable of Theorem
        Single theorems, and theorems in a row as one.
    unknown : str
        What is asked for.
    given : mapping from name to number
        What is given, of which the theorem must conclude one and use all.
    best : Answer
        The first answer; the same kind of guarantee is looked at.
    """
    for theorem in theorems:
        if theorem.role is not Role.THEOREM or theorem.is_doubtful:
            continue
        if type(theorem.conclusion) is not type(best.theorem.conclusion):
            continue
        value = _number(theorem, unknown)
        if value is None or value == best.value:
            continue
        found = _within(theorem, given)
        if found is not None:
            reading = f" {found.reading}" if found.reading and found.reading != best.reading else ""
            yield (
                f"{plain_name(unknown)} = {decimal_text(value)}{reading} works, too: "
                f"{theorem.id} gives {found.letter} {_is(found.value)} there"
            )
            return


def _number(theorem: Theorem, unknown: str) -> Fraction | None:
    """Return the number that a theorem concludes with, where it knows no such quantity."""
    plain = plain_name(unknown)
    if plain in theorem.names:
        return None
    for quantity in theorem.conclusion.quantities():
        node = theorem.conclusion.expression(quantity.name)
        if quantity.letter == plain and not node.names():
            return exact_value(node, {})
    return None


def _within(theorem: Theorem, given: Mapping[str, Any]) -> Answer | None:
    """Return the best value of a given quantity that a theorem concludes, if it is good enough."""
    if any(plain_name(name) not in theorem.names for name in given):
        return None
    for quantity in theorem.conclusion.quantities():
        name = next((name for name in given if plain_name(name) == quantity.letter), None)
        if name is None:
            continue
        rest = {other: value for other, value in given.items() if other != name}
        try:
            answer = solve_theorem(theorem, name, rest, has_formula=False)
        except BoundError:
            continue
        asked = read_rational(given[name], name=name)
        is_least = quantity.stronger is Stronger.SMALLER
        if answer.certified and (answer.value <= asked if is_least else answer.value >= asked):
            return answer
    return None


def _is(value: Fraction | int) -> str:
    text = short_number(Fraction(value))
    return text if text.startswith("≈") else f"= {text}"
