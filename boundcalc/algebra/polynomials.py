"""Sums of powers: the coefficients of a polynomial in a power of a variable."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import TypeVar

from boundcalc.enclosures.exact import exact_value
from boundcalc.language.expressions import Expression, Operation, Symbol, as_expression
from boundcalc.language.functions import sqrt
from boundcalc.language.operators import Operator

Key = TypeVar("Key", bound=Hashable)
Terms = dict[Fraction, Expression]
MAX_TERMS = 12


def power_terms(node: Expression, name: str) -> Terms | None:
    """Return the coefficients by power of the variable, which is taken to be nonnegative.

    Powers are rationals, coefficients are free of the variable; None where the expression is no
    such sum.

    Examples
    --------
    >>> from boundcalc.language import Symbol
    >>> x, a = Symbol("x"), Symbol("a")
    >>> {str(power): str(value) for power, value in power_terms(a * x**2 + 3 * x, "x").items()}
    {'2': 'a', '1': '3'}
    """
    if name not in node.names():
        return {Fraction(0): node}
    if isinstance(node, Symbol):
        return {Fraction(1): as_expression(1)}
    if not isinstance(node, Operation):
        return None
    return _operation_terms(node, name)


def _operation_terms(node: Operation, name: str) -> Terms | None:
    operands = node.operands
    if node.operator is Operator.ADD:
        return sum_terms(power_terms(operand, name) for operand in operands)
    if node.operator is Operator.NEGATE:
        return _negated(power_terms(operands[0], name))
    if node.operator is Operator.MULTIPLY:
        product: Terms | None = {Fraction(0): as_expression(1)}
        for operand in operands:
            if product is not None:
                product = _product_terms(product, power_terms(operand, name))
        return product
    if node.operator is Operator.DIVIDE:
        bottom = _monomial_power(operands[1], Fraction(-1), name)
        return None if bottom is None else _product_terms(power_terms(operands[0], name), bottom)
    if node.operator is Operator.SQRT:
        return _monomial_power(operands[0], Fraction(1, 2), name)
    if node.operator is Operator.POWER:
        exponent = exact_value(operands[1], {})
        return None if exponent is None else _monomial_power(operands[0], exponent, name)
    return None


def _monomial_power(base: Expression, exponent: Fraction, name: str) -> Terms | None:
    terms = power_terms(base, name)
    if terms is None:
        return None
    if len(terms) != 1:
        if exponent.denominator != 1 or not 0 < exponent <= 4:
            return None
        product: Terms | None = terms
        for _ in range(int(exponent) - 1):
            product = _product_terms(product, terms)
        return product
    ((power, coefficient),) = terms.items()
    return {power * exponent: _power(coefficient, exponent)}


def _power(value: Expression, exponent: Fraction) -> Expression:
    if value == as_expression(1) or exponent == 1:
        return value
    if exponent == -1:
        return 1 / value
    return sqrt(value) if exponent == Fraction(1, 2) else value ** as_expression(exponent)


def sum_terms(parts: Iterable[dict[Key, Expression] | None]) -> dict[Key, Expression] | None:
    """Return the sum of sums that are given by their coefficients, if all are known."""
    total: dict[Key, Expression] = {}
    for part in parts:
        if part is None:
            return None
        for key, value in part.items():
            total[key] = total[key] + value if key in total else value
    return total


def _negated(terms: Terms | None) -> Terms | None:
    if terms is None:
        return None
    return {power: -value for power, value in terms.items()}


def _product_terms(first: Terms | None, second: Terms | None) -> Terms | None:
    if first is None or second is None or len(first) * len(second) > MAX_TERMS:
        return None
    total: Terms = {}
    for power, value in first.items():
        for other_power, other in second.items():
            product = _product(value, other)
            place = power + other_power
            total[place] = total[place] + product if place in total else product
    return total


def _product(first: Expression, second: Expression) -> Expression:
    one = as_expression(1)
    if first == one:
        return second
    return first if second == one else first * second
