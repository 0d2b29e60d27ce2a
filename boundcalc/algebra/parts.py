"""Parts of a relation outside of which a variable does not occur, taken out and put back."""

from __future__ import annotations

from functools import lru_cache

from boundcalc.algebra.conditions import Condition, map_relations
from boundcalc.language.domains import REAL
from boundcalc.language.expressions import Expression, Operation, Relation, Sum, Symbol, rebuild
from boundcalc.language.operators import Operator


def put_back(condition: Condition, place: Symbol, node: Expression) -> Condition:
    """Put a part back where it stands alone on the left."""

    def change(relation: Relation) -> Condition:
        is_place = relation.left == place
        return Relation(node, relation.sense, relation.right) if is_place else relation

    return map_relations(condition, change)


@lru_cache(maxsize=4096)
def parts_around(left: Expression, right: Expression, name: str) -> tuple[Expression, ...]:
    """Return the subexpressions outside of which the variable does not occur, largest first."""
    sides = (left, right)
    found: dict[Expression, None] = {}
    for side in sides:
        for node in side.walk():
            if isinstance(node, Operation) and name in node.names() and node not in sides:
                found[node] = None
    place = Symbol("(part)", REAL)
    return tuple(
        node
        for node in found
        if not any(name in with_replaced(side, node, place).names() for side in sides)
        and not (isinstance(node, Operation) and node.operator is Operator.NEGATE)
    )


def with_replaced(node: Expression, part: Expression, by: Expression) -> Expression:
    """Return an expression with another in the place of a part."""
    if node == part:
        return by
    if not isinstance(node, Operation) or isinstance(node, Sum) or node.size <= part.size:
        return node
    return rebuild(node, tuple(with_replaced(operand, part, by) for operand in node.operands))
