"""A second evaluation of expressions, at 50 digits, that shares no code with the enclosures."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import mpmath

from boundcalc.language import (
    Constant,
    Expression,
    Number,
    Operation,
    Operator,
    Relation,
    Sense,
    Sum,
    Symbol,
)

DIGITS = 50

mp = mpmath.mp.clone()
mp.dps = DIGITS + 10


def number(value: Any) -> Any:
    """Return an exact value, or an mpf as it is, as an mpf."""
    if isinstance(value, mpmath.mpf | type(mp.mpf(0))):
        return mp.mpf(value)
    exact = Fraction(str(value)) if isinstance(value, float) else Fraction(value)
    return mp.mpf(exact.numerator) / exact.denominator


def _logarithm(x: Any) -> Any:
    if x == 0:  # of which mpmath says -inf, and then 0 of its reciprocal
        raise ValueError("0 has no logarithm")
    return mp.ln(x)


def _floor(x: Any) -> Any:
    """Return the greatest integer below; 1 / (1/7) is 7, though it is a hair less in digits.

    Near zero nothing is lost to digits: -10^-60 is below it.
    """
    nearest = mp.nint(x)
    is_near = nearest != 0 and abs(x - nearest) < mp.mpf(10) ** (-mp.dps // 2)
    return nearest if is_near else mp.floor(x)


_OPERATIONS: dict[Operator, Callable[..., Any]] = {
    Operator.ADD: lambda *terms: mp.fsum(terms),
    Operator.MULTIPLY: lambda *factors: mp.fprod(factors),
    Operator.NEGATE: lambda x: -x,
    Operator.DIVIDE: lambda x, y: x / y,
    Operator.POWER: lambda x, y: x**y,
    Operator.SQRT: mp.sqrt,
    Operator.EXP: mp.exp,
    Operator.LN: _logarithm,
    Operator.LOG: lambda base, x: _logarithm(x) / _logarithm(base),
    Operator.ABS: abs,
    Operator.MAX: max,
    Operator.MIN: min,
    Operator.FLOOR: _floor,
    Operator.CEIL: mp.ceil,
    Operator.ERF: mp.erf,
    Operator.ERFC: mp.erfc,
    Operator.PHI: mp.ncdf,
    Operator.SIN: mp.sin,
    Operator.COS: mp.cos,
    Operator.TAN: mp.tan,
    Operator.ARCTAN: mp.atan,
    Operator.BINOMIAL: mp.binomial,
    Operator.FACTORIAL: mp.factorial,
    Operator.LAMBERT_W: lambda branch, x: mp.lambertw(x, int(branch)).real,
}
_SENSES: dict[Sense, Callable[[Any, Any], bool]] = {
    Sense.LE: lambda x, y: x <= y,
    Sense.LT: lambda x, y: x < y,
    Sense.GE: lambda x, y: x >= y,
    Sense.GT: lambda x, y: x > y,
    Sense.EQ: lambda x, y: mp.almosteq(x, y, rel_eps=mp.mpf(10) ** -DIGITS),
    Sense.NE: lambda x, y: x != y,
}


def evaluate(node: Expression, values: Mapping[str, Any]) -> Any:
    """Return the value of `node` as an mpf of at least 50 digits, barring cancellation.

    Parameters
    ----------
    node : Expression
        Any expression.
    values : mapping of str to int, Fraction, float, str or mpf
        A value for the name of every free symbol; floats and strings are read as exact decimals.

    Raises
    ------
    ValueError
        If the value is not real.
    """
    if isinstance(node, Number):
        return number(node.value)
    if isinstance(node, Constant):
        return +mp.e if node.name == "e" else +mp.pi
    if isinstance(node, Symbol):
        return number(values[node.name])
    if isinstance(node, Sum):
        lower, upper = (int(evaluate(end, values)) for end in (node.lower, node.upper))
        return mp.fsum(
            evaluate(node.body, {**values, node.index.name: index})
            for index in range(lower, upper + 1)
        )
    if isinstance(node, Operation):
        operands = [evaluate(operand, values) for operand in node.operands]
        result = _OPERATIONS[node.operator](*operands)
        if isinstance(result, type(mp.mpc(0))):
            raise ValueError(f"{node} is not real at {dict(values)}")
        return result
    raise TypeError(f"no value for {type(node).__name__}")


def holds(relation: Relation, values: Mapping[str, Any]) -> bool:
    """Return whether `relation` holds in 60-digit arithmetic, which proves nothing."""
    left, right = evaluate(relation.left, values), evaluate(relation.right, values)
    return bool(_SENSES[relation.sense](left, right))
