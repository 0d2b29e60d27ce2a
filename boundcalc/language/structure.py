"""How an expression is laid out: which operand needs parentheses, shared by all printers."""

from enum import IntEnum

from boundcalc.language.expressions import Expression, Number, Operation, Operator, Sum


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
    operands = node.operands if _is(node, Operator.ADD) else (node,)
    return [
        (True, operand.operands[0])
        if position and _is(operand, Operator.NEGATE)
        else (False, operand)
        for position, operand in enumerate(operands)
    ]


def begins_with_digit(node: Expression) -> bool:
    """Return whether the printed form of `node` begins with a digit."""
    while isinstance(node, Operation) and node.operator in (
        Operator.MULTIPLY,
        Operator.POWER,
        Operator.FACTORIAL,
    ):
        node = node.operands[0]
    return isinstance(node, Number)


def _is(node: Expression, operator: Operator) -> bool:
    return isinstance(node, Operation) and node.operator is operator
