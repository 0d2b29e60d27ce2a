"""Problems: what a question asks of one theorem, by the names of its own symbols.

Main definitions
----------------
`Problem`: an unknown, given values, parameters to be chosen, and the constraints.
`pose`, `read_problem`: the problem that a question is to a theorem, that is typed for one theorem.
`uncounted`: the parameters whose choice looks free, because one side of it is not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from boundcalc.language.errors import DomainError, QuestionError
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.guarantees import PopulationAccuracy
from boundcalc.language.interactions import Mechanism
from boundcalc.language.records import Record
from boundcalc.language.statements import Theorem
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.readings import Reading, interpret
from boundcalc.questions.names import named_quantities
from boundcalc.questions.questions import Given, Question, find_symbol, in_domain, read_question


@dataclass(frozen=True, slots=True)
class Constraint(Record):
    """A relation that an answer must satisfy.

    `printed` is what the theorem shows, `relation` the same with its definitions put in.
    """

    printed: Relation
    relation: Relation
    is_conclusion: bool


@dataclass(frozen=True, slots=True)
class Problem(Record):
    """What is asked of one theorem, by the names of its own symbols.

    `free` are the parameters that the answer may choose; `letter` is how the unknown was called,
    and `letters` are how given symbols were that have other names.
    `end` is the end of its values that is asked for, where it is not left to the theorem.
    """

    theorem: Theorem
    unknown: Symbol
    given: Mapping[str, Fraction]
    free: tuple[Symbol, ...]
    constraints: tuple[Constraint, ...]
    letter: str
    end: Direction | None = None
    letters: Mapping[str, str] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.theorem.id, self.unknown.name, self.letter))

    def at(self, values: Mapping[str, Fraction]) -> Problem:
        """Return the problem with other values, in their domains, of some given symbols."""
        return replace(self, given={**self.given, **values})


class OutsideError(DomainError):
    """A value lies outside the domain of its quantity in a theorem.

    `reading` is what the question means to the theorem, and `given` is the value.
    """

    def __init__(
        self, message: str = "", *, reading: Reading | None = None, given: Given | None = None
    ) -> None:
        super().__init__(message)
        self.reading = reading
        self.given = given


def read_problem(
    theorem: Theorem, unknown: str, given: Mapping[str, Any], end: Direction | None = None
) -> Problem:
    """Return the problem that is typed for one theorem; errors as in `read_question_to`, `pose`."""
    return pose(interpret(theorem, read_question_to(theorem, unknown, given, end)))


def read_question_to(
    theorem: Theorem, unknown: str, given: Mapping[str, Any], end: Direction | None = None
) -> Question:
    """Return the question that is typed for one theorem, which is to know all names.

    Raises
    ------
    QuestionError
        If a name is unknown to the theorem, given twice, or also asked for.
    DomainError
        If a value is no number.
    """
    for letter in (unknown, *named_quantities(given)):
        find_symbol(theorem, letter)
    return read_question(unknown, given, (theorem,), end)


def pose(reading: Reading) -> Problem:
    """Return the problem that a question is to a theorem, of the values that it uses.

    Raises
    ------
    QuestionError
        If two names mean one symbol, or one that is needed is missing.
    DomainError
        If a value lies outside the domain of its symbol.
    """
    theorem, question = reading.theorem, reading.question
    unknown = reading.unknown
    if unknown is None:
        unknown = find_symbol(theorem, question.letter)
    letters: dict[str, str] = {}
    values: dict[str, Fraction] = {}
    for symbol, item in reading.used:
        if symbol.name in letters:
            raise QuestionError(
                f"{symbol.name} is given twice, as {letters[symbol.name]} and as {item.letter}; "
                "leave one out"
            )
        letters[symbol.name] = item.letter
        try:
            values[symbol.name] = in_domain(symbol, item.value, item.letter)
        except DomainError as error:
            raise OutsideError(str(error), reading=reading, given=item) from None
    problem = problem_of(theorem, unknown, values, question.unknown)
    called = {name: letter for name, letter in letters.items() if letter != name}
    return replace(problem, end=question.end, letters=called)


def problem_of(
    theorem: Theorem, unknown: Symbol, given: Mapping[str, Fraction], letter: str = ""
) -> Problem:
    """Return the problem of finding a symbol of a theorem from values of others, in their domains.

    What the theorem concludes must be given or asked for, also where it is a parameter that the
    answer may choose elsewhere.

    Raises
    ------
    QuestionError
        If a symbol is missing, is also asked for, or does not depend on the others.
    """
    if unknown.name in given:
        raise QuestionError(f"{unknown.name} is asked for and also given; leave one of the two out")
    constraints = constraints_of(theorem)
    used = frozenset().union(*(item.relation.names() for item in constraints))
    open_symbols = [
        symbol
        for name, symbol in theorem.quantities.items()
        if name not in given and name != unknown.name
    ]
    concluded = theorem.conclusion.expressions().values()
    missing = [
        symbol
        for symbol in open_symbols
        if not symbol.is_chosen or (symbol in concluded and symbol.name in used)
    ]
    if missing:
        names = ", ".join(f"{symbol.name} ({symbol.meaning})" for symbol in missing)
        example = f"{missing[0].name}=..."
        raise QuestionError(f"also needs {names}; add {example}", subject=f"{theorem.id} ")
    if unknown.name not in used:
        raise QuestionError(
            f"nothing in {theorem.id} depends on {unknown.name}; every value of it works"
        )
    free = tuple(symbol for symbol in open_symbols if symbol.name in used)
    return Problem(theorem, unknown, given, free, constraints, letter or unknown.name)


def solvable_names(theorem: Theorem) -> tuple[str, ...]:
    """Return the names of the quantities that the theorem can be solved for."""
    used = frozenset().union(*(item.relation.names() for item in constraints_of(theorem)))
    return tuple(name for name in theorem.quantities if name in used)


def uncounted(theorem: Theorem, free: Iterable[Symbol]) -> tuple[Symbol, ...]:
    """Return the open parameters whose choice looks free because a theorem counts one side of it.

    They are parameters of the algorithm: what a premise asks of it, or how a theorem without
    premises describes it. A route from a mechanism to the accuracy of its answers counts both
    sides, since what noise spoils is a part of what it concludes.
    """
    is_from_noise = all(isinstance(item, Mechanism) for item in theorem.premises)
    if theorem.premises and is_from_noise and isinstance(theorem.conclusion, PopulationAccuracy):
        return ()
    asked = frozenset().union(*(item.symbols() for item in theorem.premises))
    return tuple(
        symbol for symbol in free if symbol.trades and (not theorem.premises or symbol in asked)
    )


@lru_cache(maxsize=1024)
def constraints_of(theorem: Theorem) -> tuple[Constraint, ...]:
    """Return the relations that make up a theorem, which are the same whatever is asked."""
    printed = [(relation, False) for relation in theorem.hypotheses]
    printed += [(target.relation, True) for target in theorem.targets]
    return tuple(
        Constraint(
            relation,
            Relation(theorem.expand(relation.left), relation.sense, theorem.expand(relation.right)),
            is_conclusion,
        )
        for relation, is_conclusion in printed
    )
