"""Expressions as plain text, for cards, error messages and logs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from boundcalc.language.operators import Operator
from boundcalc.language.structure import Level, Printer

if TYPE_CHECKING:  # expressions print themselves in these forms
    from boundcalc.language.expressions import (
        Constant,
        Expression,
        Operation,
        Relation,
        Sum,
        Symbol,
    )


class _Text(Printer):
    forms: ClassVar = {
        Operator.NEGATE: ("-{}", (Level.PRODUCT,)),
        Operator.DIVIDE: ("{} / {}", (Level.PRODUCT, Level.POWER)),
        Operator.POWER: ("{}^{}", (Level.ATOM, Level.ATOM)),
        Operator.FACTORIAL: ("{}!", (Level.ATOM,)),
        Operator.LOG: ("log_{}({})", (Level.ATOM, Level.SUM)),
    }

    def name(self, node: Constant | Symbol) -> str:
        return node.name

    def summation(self, node: Sum) -> str:
        ends = f"{node.index.name}={self.printed(node.lower)}..{self.printed(node.upper)}"
        return f"sum({ends}, {self.printed(node.body)})"

    def product(self, node: Operation) -> str:
        first, *rest = node.operands
        factors = [self.wrapped(operand, Level.POWER) for operand in rest]
        return " * ".join([self.wrapped(first, Level.PRODUCT), *factors])

    def function(self, node: Operation, arguments: str) -> str:
        return f"{node.operator.label}({arguments})"

    def parentheses(self, node: Expression) -> str:
        return f"({self.printed(node)})"


_TEXT = _Text()


def expression_text(node: Expression) -> str:
    """Return `node` as one line of text, such as ``2 * B / (sigma * tau)``."""
    return _TEXT.printed(node)


def relation_text(relation: Relation) -> str:
    """Return `relation` as one line of text."""
    left, right = expression_text(relation.left), expression_text(relation.right)
    return f"{left} {relation.sense.value} {right}"


def listed(items: Sequence[str]) -> str:
    """Return items in a sentence.

    Examples
    --------
    >>> listed(["a", "b", "c"]), listed(["a"])
    ('a, b and c', 'a')
    """
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
