"""Sums of powers of a variable and of its logarithm: their coefficients, term by term."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from boundcalc.algebra.polynomials import power_terms, sum_terms
from boundcalc.language.expressions import Expression, Operation, as_expression
from boundcalc.language.functions import ln
from boundcalc.language.operators import Operator

_ONE = as_expression(1)

Sign = Callable[[Expression], int]
LogTerms = dict[tuple[Fraction, int], Expression]
"""Coefficients of x^p (key (p, 0)) and of x^p ln x (key (p, 1))."""


def log_terms(node: Expression, name: str, sign: Sign) -> LogTerms | None:
    """Return the coefficients of x^p and x^p ln x, or None where it is no such sum.

    Parameters
    ----------
    node : Expression
        A sum of products.
    name : str
        The variable, which is positive.
    sign : callable
        Returns 1 for an expression that is certainly positive, -1 for a negative one, else 0.

    Examples
    --------
    >>> from boundcalc.language import POSITIVE, Symbol, Unit
    >>> x = Symbol("x", POSITIVE, Unit.NONE, "")
    >>> found = log_terms(3 * x + x * ln(x), "x", lambda node: 1)
    >>> {key: str(value) for key, value in found.items()}
    {(Fraction(1, 1), 0): '3', (Fraction(1, 1), 1): '1'}
    """
    plain = power_terms(node, name)
    if plain is not None:
        return {(power, 0): value for power, value in plain.items()}
    if not isinstance(node, Operation):
        return None
    operands = node.operands
    if node.operator is Operator.ADD:
        return sum_terms([log_terms(operand, name, sign) for operand in operands])
    if node.operator is Operator.NEGATE:
        return _scaled(log_terms(operands[0], name, sign), -_ONE)
    if node.operator is Operator.MULTIPLY:
        product: LogTerms | None = {(Fraction(0), 0): _ONE}
        for operand in operands:
            product = _product_of(product, log_terms(operand, name, sign))
        return product
    if node.operator is Operator.DIVIDE:
        inverse = power_terms(1 / operands[1], name)
        if inverse is None:
            return None
        by = {(power, 0): value for power, value in inverse.items()}
        return _product_of(log_terms(operands[0], name, sign), by)
    if node.operator is Operator.LN:
        return _log_of(operands[0], name, sign)
    if node.operator is Operator.LOG and name not in operands[0].names():
        return _scaled(_log_of(operands[1], name, sign), 1 / ln(operands[0]))
    return None


def _log_of(node: Expression, name: str, sign: Sign) -> LogTerms | None:
    """Return the terms of the natural logarithm of a positive expression."""
    terms = power_terms(node, name)
    if terms is not None and len(terms) == 1:
        ((power, coefficient),) = terms.items()
        if sign(coefficient) <= 0:
            return None
        found: LogTerms = {(Fraction(0), 1): as_expression(power)}
        if coefficient != _ONE:
            found[Fraction(0), 0] = ln(coefficient)
        return found
    if not isinstance(node, Operation):
        return None
    operands = node.operands
    if node.operator is Operator.EXP:
        return log_terms(operands[0], name, sign)
    if node.operator is Operator.MULTIPLY:
        return sum_terms([_log_of(operand, name, sign) for operand in operands])
    if node.operator is Operator.DIVIDE:
        return sum_terms(
            [_log_of(operands[0], name, sign), _scaled(_log_of(operands[1], name, sign), -_ONE)]
        )
    is_power = node.operator is Operator.POWER and name not in operands[0].names()
    if is_power and sign(operands[0]) > 0:
        return _scaled(log_terms(operands[1], name, sign), ln(operands[0]))
    return None


def _scaled(terms: LogTerms | None, factor: Expression) -> LogTerms | None:
    if terms is None:
        return None
    return {
        key: -value if factor == -_ONE else factor if value == _ONE else factor * value
        for key, value in terms.items()
    }


def _product_of(first: LogTerms | None, second: LogTerms | None) -> LogTerms | None:
    if first is None or second is None or len(first) * len(second) > 8:
        return None
    total: LogTerms = {}
    for (power, degree), value in first.items():
        for (other_power, other_degree), other in second.items():
            if degree + other_degree > 1:
                return None
            key = (power + other_power, degree + other_degree)
            product = other if value == _ONE else value if other == _ONE else value * other
            total[key] = total[key] + product if key in total else product
    return total
