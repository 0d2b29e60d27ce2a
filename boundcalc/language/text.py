"""Expressions as plain text, for cards, error messages and logs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boundcalc.language.numbers import decimal_text
from boundcalc.language.operators import Operator
from boundcalc.language.structure import (
    Level,
    is_application,
    is_constant,
    is_number,
    is_sum,
    is_symbol,
    joined_terms,
    level,
)

if TYPE_CHECKING:  # expressions print themselves in these forms
    from boundcalc.language.expressions import Expression, Operation, Relation


def expression_text(node: Expression) -> str:
    """Return `node` as one line of text, such as ``2 * B / (sigma * tau)``."""
    if is_number(node):
        return decimal_text(node.value)
    if is_constant(node) or is_symbol(node):
        return node.name
    if is_sum(node):
        ends = f"{node.index.name}={expression_text(node.lower)}..{expression_text(node.upper)}"
        return f"sum({ends}, {expression_text(node.body)})"
    if is_application(node):
        return _operation_text(node)
    raise TypeError(f"no text for {type(node).__name__}")


def relation_text(relation: Relation) -> str:
    """Return `relation` as one line of text."""
    left, right = expression_text(relation.left), expression_text(relation.right)
    return f"{left} {relation.sense.value} {right}"


def _operation_text(node: Operation) -> str:
    operator, operands = node.operator, node.operands
    if operator is Operator.ADD:
        return joined_terms(node, _wrapped)
    if operator is Operator.NEGATE:
        return f"-{_wrapped(operands[0], Level.PRODUCT)}"
    if operator is Operator.MULTIPLY:
        first = _wrapped(operands[0], Level.PRODUCT)
        return " * ".join([first, *(_wrapped(operand, Level.POWER) for operand in operands[1:])])
    if operator is Operator.DIVIDE:
        return f"{_wrapped(operands[0], Level.PRODUCT)} / {_wrapped(operands[1], Level.POWER)}"
    if operator is Operator.POWER:
        return f"{_wrapped(operands[0], Level.ATOM)}^{_wrapped(operands[1], Level.ATOM)}"
    if operator is Operator.FACTORIAL:
        return f"{_wrapped(operands[0], Level.ATOM)}!"
    if operator is Operator.LOG:
        return f"log_{_wrapped(operands[0], Level.ATOM)}({expression_text(operands[1])})"
    inner = ", ".join(expression_text(operand) for operand in operands)
    return f"{operator.label}({inner})"


def _wrapped(node: Expression, least: Level) -> str:
    text = expression_text(node)
    return text if level(node) >= least else f"({text})"


def listed(items: Sequence[str]) -> str:
    """Return items in a sentence.

    Examples
    --------
    >>> listed(["a", "b", "c"]), listed(["a"])
    ('a, b and c', 'a')
    """
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
