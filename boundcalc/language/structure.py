"""How an expression is laid out: as nested lists, and the walk and parentheses of all printers."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, TypeGuard

from boundcalc.language.numbers import decimal_text
from boundcalc.language.operators import Kind, Operator

if TYPE_CHECKING:  # expressions print themselves by what stands here
    from boundcalc.language.expressions import (
        Constant,
        Expression,
        Number,
        Operation,
        Relation,
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
    if is_symbol(node) and node.name.startswith(_BIG):
        return Level.POWER
    return Level.SUM if is_sum(node) else Level.ATOM


_BIG = (r"\sum", r"\prod", r"\int", r"\sup", r"\inf", r"\max", r"\min", r"\lim", r"\left.")


def expression_to_json(node: Expression) -> list[Any]:
    """Return `node` as nested lists of strings."""
    if is_number(node):
        return ["number", str(node.value)]
    if is_constant(node):
        return ["constant", node.name]
    if is_symbol(node):
        return ["symbol", node.name]
    if is_sum(node):
        return ["sum", node.index.name, *map(expression_to_json, node.operands)]
    if is_application(node):
        return [node.operator.label, *map(expression_to_json, node.operands)]
    raise TypeError(f"no JSON for {type(node).__name__}")


def relation_to_json(relation: Relation) -> list[Any]:
    """Return `relation` as nested lists of strings."""
    left, right = expression_to_json(relation.left), expression_to_json(relation.right)
    return [relation.sense.value, left, right]


def terms(node: Expression) -> list[tuple[bool, Expression]]:
    """Return the terms of a sum, each with whether it is subtracted."""
    operands = node.operands if is_application(node, Operator.ADD) else (node,)
    return [
        (True, operand.operands[0])
        if position and is_application(operand, Operator.NEGATE)
        else (False, operand)
        for position, operand in enumerate(operands)
    ]


def begins_with_digit(node: Expression) -> bool:
    """Return whether the printed form of `node` begins with a digit."""
    while is_application(node, Operator.MULTIPLY, Operator.POWER, Operator.FACTORIAL):
        node = node.operands[0]
    return is_number(node)


Form = tuple[str, tuple[Level, ...]]  # a pattern, and how tightly each operand of it must bind


class Printer:
    """Walks an expression once and prints each node; what it looks like is said by a subclass.

    `forms` has what an operator looks like that is no sum, product or function.
    """

    forms: ClassVar[Mapping[Operator, Form]]

    def printed(self, node: Expression) -> str:
        """Return a node in print."""
        if is_number(node):
            return decimal_text(node.value)
        if is_constant(node) or is_symbol(node):
            return self.name(node)
        if is_sum(node):
            return self.summation(node)
        if is_application(node):
            return self.application(node)
        raise TypeError(f"no printed form for {type(node).__name__}")

    def application(self, node: Operation) -> str:
        """Return an operator with its operands."""
        if node.operator is Operator.ADD:
            return self._terms(node)
        if node.operator is Operator.MULTIPLY:
            return self.product(node)
        if node.operator not in self.forms:
            return self.function(node, ", ".join(map(self.printed, node.operands)))
        pattern, levels = self.forms[node.operator]
        return pattern.format(*map(self.wrapped, node.operands, levels))

    def _terms(self, node: Operation) -> str:
        parts: list[str] = []
        for is_subtracted, term in terms(node):
            joint = (" - " if is_subtracted else " + ") if parts else ""
            parts.append(joint + self.wrapped(term, Level.PRODUCT if parts else Level.SIGN))
        return "".join(parts)

    def wrapped(self, node: Expression, least: Level) -> str:
        """Return a node, in parentheses if it binds less tightly than asked."""
        is_bare = least is Level.SUM or level(node) >= least
        return self.printed(node) if is_bare else self.parentheses(node)

    def name(self, node: Constant | Symbol) -> str:
        """Return the name of a constant or a symbol."""
        raise NotImplementedError

    def summation(self, node: Sum) -> str:
        """Return a sum over an index."""
        raise NotImplementedError

    def product(self, node: Operation) -> str:
        """Return a product."""
        raise NotImplementedError

    def function(self, node: Operation, arguments: str) -> str:
        """Return an operator that is written as a function of its operands."""
        raise NotImplementedError

    def parentheses(self, node: Expression) -> str:
        """Return a node in parentheses."""
        raise NotImplementedError
