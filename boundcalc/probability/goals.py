"""Goals about expectations: parameters, what is random, and which number is the mean of what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from boundcalc.checker.probability.terms import Event
from boundcalc.checker.terms import Term
from boundcalc.language.domains import PROBABILITY, REAL, Domain
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.structure import relation_to_json
from boundcalc.probability.records import RandomSpace, domain_json
from boundcalc.probability.writing import to_json


@dataclass(frozen=True, kw_only=True)
class Expected:
    """The number that a symbol stands for: the mean of a random term, given an event or not."""

    name: str
    term: Term
    given: Event | None = None

    @property
    def domain(self) -> Domain:
        """The range over which the symbol is declared."""
        return PROBABILITY if self.term[0] == "indicator" else REAL

    def to_json(self) -> list[Any]:
        """Return the number as it stands in a certificate."""
        entry: dict[str, Any] = {"mean": to_json(self.term)}
        if self.given is not None:
            entry["given"] = to_json(self.given)
        return [self.name, entry]


@dataclass(frozen=True, kw_only=True)
class ExpectationGoal:
    """For all parameters that satisfy the assumptions and all that is random as declared: a row.

    Parameters
    ----------
    parameters : tuple of Symbol
        Numbers that are not random, with their domains.
    space : RandomSpace
        What is random.
    numbers : tuple of Expected
        The expectations in the row and the assumptions; each may use those before it.
    assumptions : tuple of Relation
        What is assumed of parameters and expectations.
    conclusion : Relation
        The row.
    facts : frozenset of Relation
        Those of the assumptions that hold wherever the others do, such as earlier rows.
    """

    parameters: tuple[Symbol, ...]
    space: RandomSpace
    numbers: tuple[Expected, ...]
    assumptions: tuple[Relation, ...]
    conclusion: Relation
    facts: frozenset[Relation] = frozenset()

    def key(self) -> dict[str, Any]:
        """Return what a verdict about the goal depends on."""
        return {**self.to_json(), "facts": sorted(map(str, self.facts))}

    def to_json(self) -> dict[str, Any]:
        """Return the goal as it stands in a certificate."""
        return {
            **self.asked(),
            "variables": variables_json(self.parameters, self.numbers),
            "quantities": [number.to_json() for number in self.numbers],
        }

    def asked(self) -> dict[str, Any]:
        """Return what of the goal a certificate repeats word for word."""
        return {
            "assumptions": [relation_to_json(item) for item in self.assumptions],
            "conclusion": relation_to_json(self.conclusion),
            "space": self.space.to_json(),
        }


def variables_json(
    parameters: tuple[Symbol, ...], numbers: tuple[Expected, ...]
) -> Mapping[str, Any]:
    """Return the ranges of parameters and expectations as they stand in a certificate."""
    ranges = {symbol.name: domain_json(symbol.domain) for symbol in parameters}
    return {**ranges, **{number.name: domain_json(number.domain) for number in numbers}}
