"""Readings: what the letters of a question mean to a theorem, where they may mean several things.

Main definitions
----------------
`borrowed`: the letters that a theorem reads otherwise than the notation does.
`implied`: the given quantities that its conclusion holds at without using them.
`too_long`: why a theorem is left out because a sum in it has too many terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from boundcalc.enclosures.exact import exact_value
from boundcalc.language.errors import DomainError
from boundcalc.language.expressions import Expression, Sum
from boundcalc.language.numbers import read_rational
from boundcalc.language.quantities import Stronger
from boundcalc.language.statements import Theorem
from boundcalc.questions.questions import plain_name

LONGEST_SUM = 150  # terms, where the unknown is inside of them
LONGEST_SUM_OF_TARGET = 1000  # where the sum is evaluated for a bound that is asked for


def borrowed(theorem: Theorem, names: Iterable[str]) -> tuple[str, ...]:
    """Return the letters of a question that mean something else in the notation."""
    return tuple(name for name in names if plain_name(name) in theorem.borrowed_names)


def implied(theorem: Theorem, given: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the given quantities that the conclusion meets with a number of its own.

    A conclusion without failure, say, holds at every failure probability that is allowed.
    """
    return tuple(name for name in given if _is_implied(theorem, name, given[name]))


def _is_implied(theorem: Theorem, name: str, value: Any) -> bool:
    plain = plain_name(name)
    if plain in theorem.names:
        return False
    for quantity in theorem.conclusion.quantities():
        node = theorem.conclusion.expression(quantity.name)
        if plain != quantity.letter or node.names():
            continue
        try:
            asked, found = read_rational(value, name=name), exact_value(node, {})
        except DomainError:
            return False
        if found is None or asked not in quantity.domain:
            return False
        return found <= asked if quantity.stronger is Stronger.SMALLER else found >= asked
    return False


def too_long(theorem: Theorem, unknown: str, given: Mapping[str, Any]) -> str:
    """Return why a theorem is not asked: a sum in it is too long for the search; else nothing."""
    values: dict[str, Fraction] = {}
    for name, value in given.items():
        symbol = theorem.names.get(plain_name(name))
        if symbol is not None:
            try:
                values[symbol.name] = read_rational(value, name=name)
            except DomainError:
                return ""
    asked = theorem.names.get(plain_name(unknown))
    concluded = theorem.conclusion.expressions().values()
    is_target = asked in concluded or asked in [target.symbol for target in theorem.targets]
    most = LONGEST_SUM_OF_TARGET if is_target else LONGEST_SUM
    for node in theorem.conclusion.expressions().values():
        for found in _sums(theorem.expand(node)):
            first, last = exact_value(found.lower, values), exact_value(found.upper, values)
            if first is not None and last is not None and last - first > most:
                return (
                    f"its sum has {last - first + 1} terms, which takes long to solve for "
                    f"{unknown}; ask for it by --theorem {theorem.id}"
                )
    return ""


def _sums(node: Expression) -> Iterator[Sum]:
    if isinstance(node, Sum):
        yield node
    for operand in node.operands:
        yield from _sums(operand)
