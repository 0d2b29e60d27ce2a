"""Rearrangement: an equal form in which the variable occurs less often, for tight enclosures.

A quotient of two sums that move together, such as (e^x - 1)/(e^x + 1), says nothing over a wide
range of x; 1 - 2/(e^x + 1) does.
The same holds for e^(6x) - 2 e^(3x) + 1 and (e^(3x) - 1)^2.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from boundcalc.algebra.polynomials import Terms, power_terms
from boundcalc.enclosures.exact import exact_value
from boundcalc.language.expressions import (
    Expression,
    Operation,
    Relation,
    Sum,
    Symbol,
    as_expression,
    rebuild,
)
from boundcalc.language.functions import exp
from boundcalc.language.operators import Operator

_ALGEBRAIC = (Operator.ADD, Operator.MULTIPLY, Operator.NEGATE, Operator.DIVIDE)
_PLACE = Symbol("(kernel)")


@lru_cache(maxsize=8192)
def rearranged(relation: Relation, name: str) -> Relation:
    """Return an equivalent relation whose sides are rearranged for the variable `name`."""
    return Relation(
        _rearranged(relation.left, name), relation.sense, _rearranged(relation.right, name)
    )


def _rearranged(node: Expression, name: str) -> Expression:
    if not isinstance(node, Operation) or name not in node.names():
        return node
    whole = rebuild(node, tuple(_rearranged(operand, name) for operand in node.operands))
    assert isinstance(whole, Operation)
    if node.operator is Operator.ADD:
        return _completed_square(whole, name)
    return _proper_fraction(whole, name) if node.operator is Operator.DIVIDE else whole


def _completed_square(node: Operation, name: str) -> Expression:
    """Return a u^2 + b u + c as a (u + b/(2a))^2 + (c - b^2/(4a))."""
    kernel = _kernel([node], name)
    terms = None if kernel is None else _terms(node, kernel, name)
    if kernel is None or terms is None or set(terms) - {0} != {1, 2}:
        return node
    a, b = (exact_value(terms[power], {}) for power in (Fraction(2), Fraction(1)))
    if not a or not b:
        return node
    square = as_expression(a) * (kernel.core + as_expression(b / (2 * a))) ** 2
    rest = terms.get(Fraction(0), as_expression(0))
    return square + (rest - as_expression(b**2 / (4 * a)))


def _proper_fraction(node: Operation, name: str) -> Expression:
    """Return (a u + b)/(c u + d) as a/c + (b - a d/c)/(c u + d)."""
    top, bottom = node.operands
    kernel = _kernel([top, bottom], name)
    if kernel is None:
        return node
    upper, lower = _terms(top, kernel, name), _terms(bottom, kernel, name)
    if upper is None or lower is None or set(lower) != {0, 1} or not set(upper) <= {0, 1}:
        return node
    leading = exact_value(lower[Fraction(1)], {})
    slope = upper.get(Fraction(1))
    if not leading or slope is None:
        return node
    whole = slope / as_expression(leading)
    rest = upper.get(Fraction(0), as_expression(0)) - whole * lower[Fraction(0)]
    return whole + rest / bottom


class _Kernel:
    """A subexpression u such that the variable occurs in powers of u only."""

    def __init__(self, core: Expression, powers: Mapping[Expression, Expression]) -> None:
        self.core = core
        self.powers = powers


def _kernel(nodes: list[Expression], name: str) -> _Kernel | None:
    found: dict[Expression, None] = {}
    for node in nodes:
        _collect(node, name, found)
    atoms = list(found)
    if len(atoms) == 1:
        (atom,) = atoms
        return _Kernel(atom, {atom: _PLACE})
    scaled = [_scaled_exponent(atom) for atom in atoms]
    parts = [part for part in scaled if part is not None]
    if len(parts) < max(len(atoms), 2) or any(part[1] != parts[0][1] for part in parts):
        return None
    if min(part[0] for part in parts) <= 0:
        return None
    unit = parts[0][0]
    for factor, _ in parts[1:]:
        unit = _common_divisor(unit, factor)
    core = exp(parts[0][1] if unit == 1 else as_expression(unit) * parts[0][1])
    powers = {
        atom: _PLACE ** as_expression(factor / unit) if factor != unit else _PLACE
        for atom, (factor, _) in zip(atoms, parts, strict=True)
    }
    return _Kernel(core, powers)


def _collect(node: Expression, name: str, found: dict[Expression, None]) -> None:
    if name not in node.names():
        return
    is_power = (
        isinstance(node, Operation)
        and node.operator is Operator.POWER
        and exact_value(node.operands[1], {}) is not None
    )
    if isinstance(node, Operation) and (node.operator in _ALGEBRAIC or is_power):
        for operand in node.operands:
            _collect(operand, name, found)
    else:
        found[node] = None


def _scaled_exponent(node: Expression) -> tuple[Fraction, Expression] | None:
    """Return c and y for exp(c y), or None for anything else."""
    if not isinstance(node, Operation) or node.operator is not Operator.EXP:
        return None
    exponent, sign = node.operands[0], Fraction(1)
    if isinstance(exponent, Operation) and exponent.operator is Operator.NEGATE:
        exponent, sign = exponent.operands[0], Fraction(-1)
    if isinstance(exponent, Operation) and exponent.operator is Operator.MULTIPLY:
        factor = exact_value(exponent.operands[0], {})
        if factor and len(exponent.operands) == 2:
            return sign * factor, exponent.operands[1]
    return sign, exponent


def _common_divisor(first: Fraction, second: Fraction) -> Fraction:
    denominator = math.lcm(first.denominator, second.denominator)
    return Fraction(math.gcd(int(first * denominator), int(second * denominator)), denominator)


def _terms(node: Expression, kernel: _Kernel, name: str) -> Terms | None:
    """Return the coefficients by power of the kernel, all free of the variable."""
    terms = power_terms(_replaced(node, kernel.powers), _PLACE.name)
    if terms is None or any(name in value.names() for value in terms.values()):
        return None
    return terms


def _replaced(node: Expression, values: Mapping[Expression, Expression]) -> Expression:
    if node in values:
        return values[node]
    if not isinstance(node, Operation) or isinstance(node, Sum):
        return node
    return rebuild(node, tuple(_replaced(operand, values) for operand in node.operands))
