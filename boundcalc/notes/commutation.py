"""Rows that hold if factors may change places, which matrices and operators may not."""

from __future__ import annotations

from collections.abc import Collection

from boundcalc.language.expressions import Expression, Relation, rebuild
from boundcalc.language.operators import Operator, Sense
from boundcalc.language.structure import is_application


def only_commutes(relation: Relation, doubtful: Collection[str]) -> bool:
    """Return whether an equation says only that factors commute, of which some are doubtful.

    Parameters
    ----------
    relation : Relation
        What a row says.
    doubtful : collection of str
        The names of symbols of which no text says that they are numbers.
    """
    if relation.sense is not Sense.EQ:
        return False
    sides = relation.left, relation.right
    kept = [_ordered(side, doubtful, moves=False) for side in sides]
    moved = [_ordered(side, doubtful, moves=True) for side in sides]
    return kept[0] != kept[1] and moved[0] == moved[1]


def _ordered(node: Expression, doubtful: Collection[str], *, moves: bool) -> Expression:
    """Return a node whose terms and factors stand in one order, doubtful factors if they move."""
    node = rebuild(node, tuple(_ordered(item, doubtful, moves=moves) for item in node.operands))
    if is_application(node, Operator.ADD):
        return rebuild(node, tuple(sorted(node.operands, key=repr)))
    if not is_application(node, Operator.MULTIPLY):
        return node
    fixed = [item for item in node.operands if not moves and item.names() & {*doubtful}]
    free = [item for item in node.operands if moves or not item.names() & {*doubtful}]
    return rebuild(node, (*sorted(free, key=repr), *fixed))
