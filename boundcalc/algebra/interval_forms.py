"""Sharpening: the same expression in a form over which intervals are narrow.

An interval of x / x is wide, since it knows nothing of x being the same twice.
Each rule is an identity wherever the expression is defined.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from operator import add

from boundcalc.algebra.polynomials import power_terms
from boundcalc.language.expressions import (
    Expression,
    Number,
    Operation,
    Symbol,
    as_expression,
    is_operation,
    rebuild,
)
from boundcalc.language.functions import ln
from boundcalc.language.operators import Operator

_ONE = as_expression(1)


def by_powers(node: Expression, variable: Symbol) -> Expression:
    """Return an expression with each part that is a sum of powers of a positive variable as one.

    A part in which the variable occurs once is left as it is.

    Examples
    --------
    >>> n, a, b = Symbol("n"), Symbol("a"), Symbol("b")
    >>> str(by_powers((a * n + b) / n, n))
    'a + b * n^(-1)'
    """
    name = variable.name
    if sum(part == variable for part in node.walk()) <= 1:
        return node
    terms = power_terms(node, name)
    if terms is None:
        return rebuild(node, tuple(by_powers(part, variable) for part in node.operands))
    return sum_of(
        coefficient if power == 0 else coefficient * variable ** as_expression(power)
        for power, coefficient in terms.items()
    )


def shifted(node: Expression, variable: Symbol, end: Expression, distance: Symbol) -> Expression:
    """Return an expression with a variable replaced by a fixed end plus a distance.

    Differences from the end, absolute and relative, become the distance, without cancellation.

    Examples
    --------
    >>> x, y = Symbol("x"), Symbol("y")
    >>> str(shifted((x - 1) ** 2 + (1 - 1 / x), x, as_expression(1), y))
    'y^2 + y / (1 + y)'
    """
    moved = end + distance
    if node == variable:
        return moved
    if node == variable - end:
        return distance
    if node == 1 - end / variable:
        return distance / moved
    if variable.name not in node.names():
        return node
    return rebuild(node, tuple(shifted(part, variable, end, distance) for part in node.operands))


def without_tanh(node: Expression) -> Expression:
    """Return an expression with each (a - 1) / (a + 1) as 1 - 2 / (a + 1).

    Examples
    --------
    >>> from boundcalc.language.functions import exp
    >>> x = Symbol("x")
    >>> str(without_tanh((exp(x) - 1) / (exp(x) + 1)))
    '1 - 2 / (exp(x) + 1)'
    """
    if not node.operands:
        return node
    node = rebuild(node, tuple(without_tanh(part) for part in node.operands))
    if not isinstance(node, Operation) or node.operator is not Operator.DIVIDE:
        return node
    top, bottom = node.operands
    if (
        not is_operation(bottom, Operator.ADD)
        or len(bottom.operands) != 2
        or bottom.operands[1] != _ONE
    ):
        return node
    grown = bottom.operands[0]
    factors = list(top.operands) if is_operation(top, Operator.MULTIPLY) else [top]
    if grown - 1 not in factors:
        return node
    factors[factors.index(grown - 1)] = 1 - 2 / bottom
    return factors[0] if len(factors) == 1 else Operation(Operator.MULTIPLY, tuple(factors))


def difference(lower: Expression, upper: Expression) -> Expression:
    """Return what is positive where the relation lower <= upper fails, or undefined there.

    That is the difference of the sides, or that of their logarithms where the lower side is a
    positive product with an exponential.

    Examples
    --------
    >>> from boundcalc.language.functions import exp
    >>> x, y = Symbol("x"), Symbol("y")
    >>> str(difference(2 / exp(x), y)), str(difference(x, y))
    ('ln(2) - x - ln(y)', 'x - y')
    """
    logarithm = _logarithm_of_product(lower)
    return lower - upper if logarithm is None else logarithm - ln(upper)


def _logarithm_of_product(node: Expression) -> Expression | None:
    """Return the logarithm of a product with an exponential, if its factors are positive."""
    if not any(is_operation(part, Operator.EXP) for part in node.operands):
        return None
    factors = node.operands
    if is_operation(node, Operator.MULTIPLY):
        signs = [1] * len(factors)
    elif is_operation(node, Operator.DIVIDE):
        signs = [1, -1]
    else:
        return None
    terms = []
    for factor, sign in zip(factors, signs, strict=True):
        if not is_operation(factor, Operator.EXP) and not _is_positive(factor):
            return None
        term = factor.operands[0] if is_operation(factor, Operator.EXP) else ln(factor)
        terms.append(term if sign > 0 else -term)
    return sum_of(terms)


def _is_positive(node: Expression) -> bool:
    if isinstance(node, Number):
        return node.value > 0
    if not isinstance(node, Symbol) or node.domain.lower is None:
        return False
    return node.domain.lower >= 0 and Fraction(0) not in node.domain


def sum_of(terms: Iterable[Expression]) -> Expression:
    """Return the sum of one expression or more."""
    return reduce(add, terms)
