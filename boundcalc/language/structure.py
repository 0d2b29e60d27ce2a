"""How an expression is laid out: which operand needs parentheses, shared by all printers."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, TypeGuard

from boundcalc.language.operators import Kind, Operator

if TYPE_CHECKING:  # expressions print themselves by what stands here
    from boundcalc.language.expressions import (
        Constant,
        Expression,
        Number,
        Operation,
        Sum,
        Symbol,
    )


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


def is_number(node: Expression) -> TypeGuard[Number]:
    """Return whether a node is a number."""
    return node.kind is Kind.NUMBER


def is_constant(node: Expression) -> TypeGuard[Constant]:
    """Return whether a node is e or pi."""
    return node.kind is Kind.CONSTANT


def is_symbol(node: Expression) -> TypeGuard[Symbol]:
    """Return whether a node is a symbol."""
    return node.kind is Kind.SYMBOL


def is_sum(node: Expression) -> TypeGuard[Sum]:
    """Return whether a node is a sum over an index."""
    return node.kind is Kind.SUM


def is_application(node: Expression, *operators: Operator) -> TypeGuard[Operation]:
    """Return whether a node applies an operator, and one of these where some are named."""
    if node.kind is not Kind.OPERATION:
        return False
    applied: Operation = node  # type: ignore[assignment]
    return not operators or applied.operator in operators


def level(node: Expression) -> Level:
    """Return how tightly `node` binds in print."""
    if is_application(node):
        return _LEVELS.get(node.operator, Level.ATOM)
    return Level.SUM if is_sum(node) else Level.ATOM


def terms(node: Expression) -> list[tuple[bool, Expression]]:
    """Return the terms of a sum, each with whether it is subtracted."""
    operands = node.operands if is_application(node, Operator.ADD) else (node,)
    return [
        (True, operand.operands[0])
        if position and is_application(operand, Operator.NEGATE)
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
    while is_application(node, Operator.MULTIPLY, Operator.POWER, Operator.FACTORIAL):
        node = node.operands[0]
    return is_number(node)
