"""How an expression is laid out: which operand needs parentheses, shared by all printers."""

from collections.abc import Callable
from enum import IntEnum

from boundcalc.language.expressions import Expression, Number, Operation, Sum, is_operation
from boundcalc.language.operators import Operator


class Level(IntEnum):
    """How tightly a node binds in print."""

    SUM = 1
    SIGN = 2
    PRODUCT = 3
    POWER = 4
    ATOM = 5


_LEVELS = {
    Operator.ADD: Level.SUM,
    Operator.NEGATE: Level.SIGN,
    Operator.MULTIPLY: Level.PRODUCT,
    Operator.DIVIDE: Level.PRODUCT,
    Operator.POWER: Level.POWER,
    Operator.FACTORIAL: Level.POWER,
}


def level(node: Expression) -> Level:
    """Return how tightly `node` binds in print."""
    if isinstance(node, Operation):
        return _LEVELS.get(node.operator, Level.ATOM)
    return Level.SUM if isinstance(node, Sum) else Level.ATOM


def terms(node: Expression) -> list[tuple[bool, Expression]]:
    """Return the terms of a sum, each with whether it is subtracted."""
    operands = node.operands if is_operation(node, Operator.ADD) else (node,)
    return [
        (True, operand.operands[0])
        if position and is_operation(operand, Operator.NEGATE)
        else (False, operand)
        for position, operand in enumerate(operands)
    ]


def joined_terms(node: Expression, wrapped: Callable[[Expression, Level], str]) -> str:
    """Return a sum with its signs; `wrapped` prints a term, in parentheses below a level."""
    parts: list[str] = []
    for is_subtracted, term in terms(node):
        joint = (" - " if is_subtracted else " + ") if parts else ""
        parts.append(joint + wrapped(term, Level.PRODUCT if parts else Level.SIGN))
    return "".join(parts)


def begins_with_digit(node: Expression) -> bool:
    """Return whether the printed form of `node` begins with a digit."""
    while isinstance(node, Operation) and node.operator in (
        Operator.MULTIPLY,
        Operator.POWER,
        Operator.FACTORIAL,
    ):
        node = node.operands[0]
    return isinstance(node, Number)
