"""Problems: what a question asks of one theorem, its names and values checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from boundcalc.language.errors import QuestionError
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.guarantees import PopulationAccuracy
from boundcalc.language.interactions import Mechanism
from boundcalc.language.statements import Theorem
from boundcalc.problems.outcomes import Direction
from boundcalc.questions.questions import find_symbol, plain_name, read_values


@dataclass(frozen=True, slots=True)
class Constraint:
    """A relation that an answer must satisfy.

    `printed` is what the theorem shows, `relation` the same with its definitions put in.
    """

    printed: Relation
    relation: Relation
    is_conclusion: bool


@dataclass(frozen=True, slots=True)
class Problem:
    """What is asked of one theorem.

    `free` are the parameters that the answer may choose; `asked` is how the unknown was called.
    `end` is the end of its values that is asked for, where it is not left to the theorem.
    """

    theorem: Theorem
    unknown: Symbol
    given: Mapping[str, Fraction]
    free: tuple[Symbol, ...]
    constraints: tuple[Constraint, ...]
    asked: str = ""
    end: Direction | None = None


def pose(
    theorem: Theorem, unknown: str, given: Mapping[str, Any], *, end: Direction | None = None
) -> Problem:
    """Return the question, its names and values checked.

    What the theorem concludes must be given or asked for, also where it is a parameter that the
    answer may choose elsewhere.

    Raises
    ------
    QuestionError
        If a name is unknown to the theorem, given twice, missing, or also asked for.
    DomainError
        If a value is no number, or lies outside the domain of its symbol.
    """
    target = find_symbol(theorem, unknown)
    values = read_values(theorem, given)
    if target.name in values:
        raise QuestionError(f"{target.name} is asked for and also given; leave one of the two out")
    constraints = _constraints(theorem)
    used = frozenset().union(*(item.relation.names() for item in constraints))
    open_symbols = [
        symbol
        for name, symbol in theorem.quantities.items()
        if name not in values and name != target.name
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
        raise QuestionError(f"{theorem.id} also needs {names}; add {example}")
    if target.name not in used:
        raise QuestionError(
            f"nothing in {theorem.id} depends on {target.name}; every value of it works"
        )
    free = tuple(symbol for symbol in open_symbols if symbol.name in used)
    return Problem(theorem, target, values, free, constraints, plain_name(unknown), end)


def solvable_names(theorem: Theorem) -> tuple[str, ...]:
    """Return the names of the quantities that the theorem can be solved for."""
    used = frozenset().union(*(item.relation.names() for item in _constraints(theorem)))
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
def _constraints(theorem: Theorem) -> tuple[Constraint, ...]:
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
