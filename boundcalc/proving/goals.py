"""Goals: what is to be proved, in the language of theorems, and as the checker reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.language.domains import Domain
from boundcalc.language.errors import StatementError
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.serialise import relation_to_json


@dataclass(frozen=True, slots=True)
class ProofGoal:
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


def _domain_json(domain: Domain) -> dict[str, Any]:
    return {
        "low": None if domain.lower is None else str(domain.lower),
        "high": None if domain.upper is None else str(domain.upper),
        "low_closed": domain.lower_closed,
        "high_closed": domain.upper_closed,
        "integer": domain.integer,
    }


def make_goal(
    conclusion: Relation,
    assumptions: Sequence[Relation] = (),
    domains: Mapping[str, Domain] | None = None,
) -> ProofGoal:
    """Return the goal about the symbols that occur, with their own domains or those given."""
    symbols = {
        symbol.name: symbol
        for relation in (*assumptions, conclusion)
        for symbol in relation.symbols()
    }
    for name, domain in (domains or {}).items():
        symbols[name] = Symbol(name, domain)
    ordered = tuple(symbols[name] for name in sorted(symbols))
    return ProofGoal(ordered, tuple(assumptions), conclusion)


Point = Mapping[str, Fraction]
