"""Elimination: the values of the rest for which some value of a free parameter works.

Each relation is solved for the parameter; some value works exactly where every lower bound is below
every upper bound.
Where a relation cannot be solved for the parameter, nothing is eliminated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from boundcalc.algebra.conditions import (
    Condition,
    all_of,
    alternatives,
    any_of,
    relations,
    solve_relations,
)
from boundcalc.algebra.isolation import Box, isolate
from boundcalc.algebra.memory import known
from boundcalc.enclosures.decisions import RelationEvaluator, Truth
from boundcalc.language.domains import Domain
from boundcalc.language.expressions import Relation, Symbol, as_expression
from boundcalc.language.operators import Sense

MAX_NODES = 400
MAX_GROWTH = 4


def domain_relations(symbol: Symbol, domain: Domain) -> list[Relation]:
    """Return the ends of a domain as relations."""
    found: list[Relation] = []
    if domain.lower is not None:
        lower = as_expression(domain.lower)
        found.append(symbol >= lower if domain.lower_closed else symbol > lower)
    if domain.upper is not None:
        upper = as_expression(domain.upper)
        found.append(symbol <= upper if domain.upper_closed else symbol < upper)
    return found


def solve_condition(
    condition: Condition,
    name: str,
    box: Box,
    isolator: Callable[[Relation, str, Box], Condition | None] = isolate,
) -> Condition | None:
    """Return the condition with `name` alone on the left wherever it occurs, or None."""
    return solve_relations(condition, lambda relation: isolator(relation, name, box))


def eliminate(condition: Condition, symbol: Symbol, box: Box) -> Condition | None:
    """Return the condition that some real value of `symbol` in its domain satisfies `condition`.

    Parameters
    ----------
    condition : Condition
        What must hold.
    symbol : Symbol
        The parameter to eliminate; a real one.
    box : mapping from name to Interval
        Enclosures of all variables.

    Returns
    -------
    Condition or None
        An equivalent condition without `symbol` for points of the box; None where a relation
        cannot be solved for it, or the result is too long to be worth its evaluation.
    """
    if symbol.domain.integer:
        return None
    solved = solve_condition(condition, symbol.name, box)
    cases = None if solved is None else alternatives(solved)
    if cases is None:
        return None
    ends = domain_relations(symbol, symbol.domain)
    found = any_of(
        case
        for case in (_eliminate_case([*case, *ends], symbol, box) for case in cases)
        if case is not None
    )
    return found if _size(found) <= max(MAX_NODES, MAX_GROWTH * _size(condition)) else None


def _size(condition: Condition) -> int:
    return sum(
        1
        for relation in relations(condition)
        for side in (relation.left, relation.right)
        for _ in side.walk()
    )


def _eliminate_case(case: list[Relation], symbol: Symbol, box: Box) -> Condition | None:
    uppers = [relation for relation in case if relation.left == symbol and relation.sense.is_upper]
    lowers = [
        relation for relation in case if relation.left == symbol and not relation.sense.is_upper
    ]
    rest = [relation for relation in case if relation.left != symbol]
    pairs = [_pair(lower, upper) for lower in lowers for upper in uppers]
    return _pruned([*rest, *pairs], box)


def _pair(lower: Relation, upper: Relation) -> Relation:
    is_strict = lower.sense.is_strict or upper.sense.is_strict
    return Relation(lower.right, Sense.LT if is_strict else Sense.LE, upper.right)


def _truth_over(relation: Relation, box: Box) -> Truth:
    return RelationEvaluator(relation).over(box)


def _pruned(parts: Iterable[Relation], box: Box) -> Condition | None:
    """Drop what holds over the whole box; None where a part holds nowhere in it."""
    kept: list[Condition] = []
    for part in dict.fromkeys(parts):
        truth = known(_truth_over, part, box)
        if truth is Truth.FALSE:
            return None
        if truth is Truth.UNKNOWN:
            kept.append(part)
    return all_of(kept)
