"""Bits and nats in an expression: inferred through sums and products, and never mixed silently."""

from fractions import Fraction

from boundcalc.language.domains import Unit
from boundcalc.language.errors import StatementError
from boundcalc.language.expressions import E, Expression, Number, Operation, Symbol
from boundcalc.language.operators import Operator

_INFORMATION = (Unit.BITS, Unit.NATS)
_SAME_AS_OPERANDS = (Operator.ADD, Operator.MAX, Operator.MIN, Operator.NEGATE, Operator.ABS)


def unit_of(node: Expression) -> Unit:
    """Return BITS or NATS where the expression carries one of them, else NONE.

    A logarithm of a ratio is a pure number and carries no unit; the factors ``log_2(e)`` and
    ``ln(2)`` convert nats to bits and bits to nats.

    Raises
    ------
    StatementError
        If bits and nats are added, or compared within a maximum or minimum.
    """
    if isinstance(node, Symbol):
        return node.unit if node.unit in _INFORMATION else Unit.NONE
    if not isinstance(node, Operation):
        return Unit.NONE
    if node.operator in _SAME_AS_OPERANDS:
        return _common_unit(node)
    if node.operator is Operator.MULTIPLY:
        return _product_unit(node.operands)
    if node.operator is Operator.DIVIDE and unit_of(node.operands[1]) is Unit.NONE:
        return unit_of(node.operands[0])
    return Unit.NONE


def _common_unit(node: Operation) -> Unit:
    found = {unit_of(operand) for operand in node.operands} - {Unit.NONE}
    if len(found) > 1:
        raise StatementError(
            f"{node} mixes bits and nats; convert one of them with log2(e) or ln(2)"
        )
    return found.pop() if found else Unit.NONE


def _product_unit(factors: tuple[Expression, ...]) -> Unit:
    units = [unit for unit in map(unit_of, factors) if unit is not Unit.NONE]
    if len(units) != 1:
        return Unit.NONE
    if units[0] is Unit.NATS and any(_is_log2_e(factor) for factor in factors):
        return Unit.BITS
    if units[0] is Unit.BITS and any(_is_ln_2(factor) for factor in factors):
        return Unit.NATS
    return units[0]


def _is_log2_e(node: Expression) -> bool:
    return (
        isinstance(node, Operation)
        and node.operator is Operator.LOG
        and node.operands == (Number(Fraction(2)), E)
    )


def _is_ln_2(node: Expression) -> bool:
    return (
        isinstance(node, Operation)
        and node.operator is Operator.LN
        and node.operands == (Number(Fraction(2)),)
    )
