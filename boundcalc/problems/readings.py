"""Readings: what a question means to a theorem, whose letters may be other quantities.

Main definitions
----------------
`interpret`: which symbols of a theorem the letters of a question are, once and for all.
`letter_reading`: what a letter is to a theorem whose algorithm says it.
`is_implied`: whether a theorem that does not use a given value holds at it all the same.
`borrowed`: the letters that a theorem reads otherwise than the notation does.
`too_long`: why a theorem is left out because a sum in it has too many terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from boundcalc.enclosures.exact import exact_value
from boundcalc.language.expressions import Expression, Sum, Symbol
from boundcalc.language.quantities import Quantity, Stronger
from boundcalc.language.statements import Theorem
from boundcalc.questions.questions import Given, Question

LONGEST_SUM = 150  # terms, where the unknown is inside of them
LONGEST_SUM_OF_TARGET = 1000  # where the sum is evaluated for a bound that is asked for


@dataclass(frozen=True, slots=True)
class Reading:
    """What a question means to a theorem.

    `unknown` is the symbol that is asked for, None where the theorem has none of that name;
    `symbols` are those of the given values that it uses, by their names in the question;
    `implied` are the given values that its conclusion meets with a number of its own, and `unused`
    the others that it does not use.
    """

    theorem: Theorem
    question: Question
    unknown: Symbol | None
    symbols: Mapping[str, Symbol]
    implied: tuple[Given, ...]
    unused: tuple[Given, ...]

    @property
    def used(self) -> tuple[tuple[Symbol, Given], ...]:
        """The given values that the theorem uses, each with its symbol."""
        symbols = self.symbols
        return tuple(
            (symbols[item.name], item) for item in self.question.given if item.name in symbols
        )


def interpret(theorem: Theorem, question: Question) -> Reading:
    """Return what a question means to a theorem."""
    names = theorem.names
    rest = [item for item in question.given if item.name not in names]
    implied = [item for item in rest if is_implied(theorem, item.name, item.value)]
    return Reading(
        theorem=theorem,
        question=question,
        unknown=names.get(question.unknown),
        symbols={item.name: names[item.name] for item in question.given if item.name in names},
        implied=tuple(implied),
        unused=tuple(item for item in rest if item not in implied),
    )


def borrowed(theorem: Theorem, names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of a question that mean something else in the notation."""
    return tuple(name for name in names if name in theorem.borrowed_names)


def letter_reading(theorem: Theorem, names: Iterable[str]) -> str:
    """Return what a letter of a question is, where that is for the algorithm to say."""
    algorithm = theorem.algorithm
    if algorithm is None or algorithm.letter not in names:
        return ""
    return f"with {algorithm.letter} the {algorithm.meaning}"


def is_implied(theorem: Theorem, name: str, value: Fraction) -> bool:
    """Whether the conclusion meets a value that the theorem does not use with a number of its own.

    A conclusion without failure, say, holds at every failure probability that is allowed.
    """
    quantity, found = _concluded_number(theorem, name)
    if quantity is None or found is None or value not in quantity.domain:
        return False
    return found <= value if quantity.stronger is Stronger.SMALLER else found >= value


@lru_cache(maxsize=4096)  # a comparison asks at each of its values
def _concluded_number(theorem: Theorem, name: str) -> tuple[Quantity | None, Fraction | None]:
    """Return the quantity of a conclusion with that letter, if it is a number, and the number."""
    for quantity in theorem.conclusion.quantities():
        node = theorem.conclusion.expression(quantity.name)
        if name == quantity.letter and not node.names():
            return quantity, exact_value(node, {})
    return None, None


def too_long(reading: Reading) -> str:
    """Return why a theorem is not asked: a sum in it is too long for the search; else nothing."""
    theorem, asked = reading.theorem, reading.unknown
    values = {symbol.name: item.value for symbol, item in reading.used}
    concluded = theorem.conclusion.expressions().values()
    is_target = asked in concluded or asked in [target.symbol for target in theorem.targets]
    most = LONGEST_SUM_OF_TARGET if is_target else LONGEST_SUM
    for node in theorem.conclusion.expressions().values():
        for found in _sums(theorem.expand(node)):
            first, last = exact_value(found.lower, values), exact_value(found.upper, values)
            if first is not None and last is not None and last - first > most:
                return (
                    f"its sum has {last - first + 1} terms, which takes long to solve for "
                    f"{reading.question.letter}; ask for it by --theorem {theorem.id}"
                )
    return ""


def _sums(node: Expression) -> Iterator[Sum]:
    if isinstance(node, Sum):
        yield node
    for operand in node.operands:
        yield from _sums(operand)
