"""Goals: what is to be proved, in the language of theorems, and as the checker reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.language.domains import Domain
from boundcalc.language.errors import StatementError
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.records import Record
from boundcalc.language.structure import relation_to_json


@dataclass(frozen=True, slots=True)
class ProofGoal(Record):
    """For all values of the variables that satisfy the assumptions: the conclusion.

    Raises
    ------
    StatementError
        If a relation uses a symbol that is not among the variables.
    """

    variables: tuple[Symbol, ...]
    assumptions: tuple[Relation, ...]
    conclusion: Relation

    def __post_init__(self) -> None:
        known = {symbol.name for symbol in self.variables}
        if len(known) < len(self.variables):
            raise StatementError("a variable is declared twice")
        for relation in (*self.assumptions, self.conclusion):
            unknown = sorted(relation.names() - known)
            if unknown:
                raise StatementError(
                    f"{relation} uses {', '.join(unknown)} without a domain; declare it, such as "
                    f"'{unknown[0]} in (0, 1]'"
                )

    def to_json(self) -> dict[str, Any]:
        """Return the goal as it stands in a certificate."""
        return {
            "variables": {symbol.name: _domain_json(symbol.domain) for symbol in self.variables},
            "assumptions": [relation_to_json(relation) for relation in self.assumptions],
            "conclusion": relation_to_json(self.conclusion),
        }


def _end_text(end: Fraction | None) -> str | None:
    try:
        return None if end is None else str(end)
    except ValueError:
        raise StatementError(
            "a domain has an end of more digits than a certificate holds, which is at most 4000"
        ) from None


def _domain_json(domain: Domain) -> dict[str, Any]:
    return {
        "low": _end_text(domain.lower),
        "high": _end_text(domain.upper),
        "low_closed": domain.lower_closed,
        "high_closed": domain.upper_closed,
        "integer": domain.integer,
    }


def make_goal(
    conclusion: Relation,
    assumptions: Sequence[Relation] = (),
    domains: Mapping[str, Domain] | None = None,
) -> ProofGoal:
    """Return the goal about the symbols that occur, with their own domains or those given.

    Raises
    ------
    StatementError
        If two symbols of one name have different domains, and none is given; or if a term that is
        not read, such as a probability, stands for two terms, because what it speaks of differs.
    """
    symbols = _one_meaning((*assumptions, conclusion), frozenset(domains or ()))
    for name, domain in (domains or {}).items():
        symbols[name] = Symbol(name, domain)
    ordered = tuple(symbols[name] for name in sorted(symbols))
    return ProofGoal(ordered, tuple(assumptions), conclusion)


def _one_meaning(relations: Sequence[Relation], settled: frozenset[str]) -> dict[str, Symbol]:
    """Return the symbols of relations by name; each name has one meaning in all of them."""
    symbols = {}
    known: dict[str, Symbol] = {}
    for relation in relations:
        for symbol in relation.symbols():
            symbols[symbol.name] = symbol
            for part in _spoken_symbols(symbol):
                other = known.setdefault(part.name, part)
                if part.speaks_of != other.speaks_of:
                    raise StatementError(
                        f"{part.name} stands for two terms here, because a name in it is declared "
                        "between them; declare it before both, or choose another letter"
                    )
                if part != other and part.name not in settled:
                    raise StatementError(
                        f"two symbols are called {part.name}, with the domains {other.domain} and "
                        f"{part.domain}; rename one"
                    )
    return symbols


def _spoken_symbols(symbol: Symbol) -> Iterator[Symbol]:
    """Yield a symbol and, where it is a term that is not read, the symbols in it, in steps."""
    seen: set[int] = set()
    waiting: list[Symbol] = [symbol]
    while waiting:
        found = waiting.pop()
        if id(found) in seen:
            continue
        seen.add(id(found))
        yield found
        for _, meaning in found.speaks_of:
            if meaning is not None:
                waiting += meaning.symbols()


Point = Mapping[str, Fraction]
