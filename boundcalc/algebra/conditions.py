"""Conditions: relations joined by "all of" and "any of", split at maxima and minima."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from boundcalc.language.expressions import Expression, Operation, Relation
from boundcalc.language.operators import Operator, Sense


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every part must hold; holds where there are none."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one part must hold; fails where there are none."""

    parts: tuple[Condition, ...]


Condition = Relation | AllOf | AnyOf
ALWAYS = AllOf(())
NEVER = AnyOf(())


def all_of(parts: Iterable[Condition]) -> Condition:
    """Return the conjunction, flattened."""
    flat: list[Condition] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, AllOf) else (part,))
    return flat[0] if len(flat) == 1 else AllOf(tuple(flat))


def any_of(parts: Iterable[Condition]) -> Condition:
    """Return the disjunction, flattened."""
    flat: list[Condition] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, AnyOf) else (part,))
    return flat[0] if len(flat) == 1 else AnyOf(tuple(flat))


def relations(condition: Condition) -> Iterator[Relation]:
    """Yield the relations of a condition, left to right."""
    if isinstance(condition, Relation):
        yield condition
    else:
        for part in condition.parts:
            yield from relations(part)


def map_relations(condition: Condition, change: Callable[[Relation], Condition]) -> Condition:
    """Return the condition with every relation replaced."""
    if isinstance(condition, Relation):
        return change(condition)
    parts = [map_relations(part, change) for part in condition.parts]
    return all_of(parts) if isinstance(condition, AllOf) else any_of(parts)


def solve_relations(
    condition: Condition, solve: Callable[[Relation], Condition | None]
) -> Condition | None:
    """Return the condition with every relation solved, or None; after one that is not, none is."""
    failed = False

    def change(relation: Relation) -> Condition:
        nonlocal failed
        solved = None if failed else solve(relation)
        failed = failed or solved is None
        return relation if solved is None else solved

    solved = map_relations(condition, change)
    return None if failed else solved


def split(relation: Relation) -> Condition:
    """Return an equivalent condition in which no side is a maximum or a minimum.

    An equality becomes two inequalities.
    """
    left, sense, right = relation.left, relation.sense, relation.right
    if sense is Sense.EQ:
        return all_of([split(left <= right), split(left >= right)])
    if sense is Sense.NE:
        return any_of([split(left < right), split(left > right)])
    for side, other, direction in ((left, right, sense), (right, left, sense.mirrored)):
        operator = _extremum(side)
        if operator is not None:
            parts = [split(Relation(operand, direction, other)) for operand in side.operands]
            is_below = direction.is_upper
            return all_of(parts) if (operator is Operator.MAX) == is_below else any_of(parts)
    return relation


def alternatives(condition: Condition, limit: int = 64) -> list[list[Relation]] | None:
    """Return the condition as a list of conjunctions, or None where there are over `limit`."""
    if isinstance(condition, Relation):
        return [[condition]]
    expanded = [alternatives(part, limit) for part in condition.parts]
    if isinstance(condition, AnyOf):
        flat = [case for cases in expanded for case in cases or ()]
        return None if None in expanded or len(flat) > limit else flat
    product: list[list[Relation]] = [[]]
    for cases in expanded:
        if cases is None or len(product) * len(cases) > limit:
            return None
        product = [[*done, *case] for done in product for case in cases]
    return product


def _extremum(node: Expression) -> Operator | None:
    if isinstance(node, Operation) and node.operator in (Operator.MAX, Operator.MIN):
        return node.operator
    return None
