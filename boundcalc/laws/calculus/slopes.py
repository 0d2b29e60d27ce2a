r"""Derivatives of terms that are read: of ``x \ln x`` it is ``\ln x + 1``.

A derivative is taken by the rules of sums, products, quotients and chains, of what is
differentiable wherever it is defined, but for ends of domains: there its formula has no value.

Main definitions
----------------
`slope`: the derivative of an expression by a name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from operator import add, mul

from boundcalc.language.expressions import E, Expression, Number, Operation, Symbol
from boundcalc.language.functions import cos, exp, ln, sin
from boundcalc.language.operators import Operator

_ZERO, _ONE = Number(Fraction(0)), Number(Fraction(1))
_OUTER: Mapping[Operator, Callable[[Expression], Expression]] = {
    Operator.EXP: exp,
    Operator.LN: lambda inner: 1 / inner,
    Operator.SQRT: lambda inner: 1 / (2 * Operation(Operator.SQRT, (inner,))),
    Operator.SIN: cos,
    Operator.COS: lambda inner: -sin(inner),
}


class NoSlopeError(ValueError):
    """What is no sum, product, quotient or power of what has a derivative."""


def slope(node: Expression, name: str) -> Expression:
    """Return the derivative of an expression by a name.

    Raises
    ------
    NoSlopeError
        If the expression has an operator by which it may have none.

    Examples
    --------
    >>> x = Symbol("x")
    >>> str(slope(x * ln(x), "x")), str(slope(exp(2 * x), "x"))
    ('ln(x) + 1 / x * x', 'exp(2 * x) * 2')
    """
    if name not in node.names():
        return _ZERO
    if isinstance(node, Symbol):
        return _ONE
    if not isinstance(node, Operation):
        raise NoSlopeError(f"{node} has no derivative that is known")
    operator, parts = node.operator, node.operands
    if operator is Operator.ADD:
        return _sum([slope(part, name) for part in parts])
    if operator is Operator.NEGATE:
        return -slope(parts[0], name)
    if operator is Operator.MULTIPLY:
        return _sum([_times(slope(one, name), *_but(parts, at)) for at, one in enumerate(parts)])
    if operator is Operator.DIVIDE:
        over, under = parts
        first = slope(over, name) / under if name in over.names() else _ZERO
        return _sum([first, -_times(over / under**2, slope(under, name))])
    if operator is Operator.POWER:
        return _of_power(parts[0], parts[1], name)
    outer = _OUTER.get(operator)
    if outer is None:
        raise NoSlopeError(f"{operator.label} is not differentiated")
    return _times(outer(parts[0]), slope(parts[0], name))


def _of_power(base: Expression, exponent: Expression, name: str) -> Expression:
    if name not in exponent.names():
        less = Number(exponent.value - 1) if isinstance(exponent, Number) else exponent - 1
        lower = _ONE if less == _ZERO else base if less == _ONE else base**less
        return _times(exponent, lower, slope(base, name))
    inner = slope(exponent, name)
    by_exponent = inner if base == E else _times(ln(base), inner)
    if name not in base.names():
        return _times(base**exponent, by_exponent)
    return base**exponent * _sum([by_exponent, _times(exponent / base, slope(base, name))])


def _but(parts: tuple[Expression, ...], at: int) -> tuple[Expression, ...]:
    return (*parts[:at], *parts[at + 1 :])


def _times(*factors: Expression) -> Expression:
    if _ZERO in factors:
        return _ZERO
    kept = [item for item in factors if item != _ONE]
    return reduce(mul, kept) if kept else _ONE


def _sum(parts: list[Expression]) -> Expression:
    kept = [item for item in parts if item not in (_ZERO, -_ZERO)]
    return reduce(add, kept) if kept else _ZERO
