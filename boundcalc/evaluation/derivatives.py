"""Derivatives of smooth functions, the same in every arithmetic of values with slopes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

from boundcalc.evaluation.programs import Arithmetic
from boundcalc.language.operators import Operator

T = TypeVar("T")

# These jump, or have a derivative of which nothing is said.
ERRATIC = (Operator.FLOOR, Operator.CEIL, Operator.BINOMIAL, Operator.FACTORIAL)


def normal_density(arithmetic: Arithmetic[T], x: T) -> T:
    """Return exp(-x^2 / 2) / sqrt(2 pi), rounded as the arithmetic rounds."""
    return _bell(arithmetic, x, 2, Fraction(1, 2))


def _bell(arithmetic: Arithmetic[T], x: T, width: int, height: Fraction) -> T:
    """Return sqrt(height / pi) exp(-x^2 / width)."""
    operators, number = arithmetic.operators, arithmetic.number
    divide = operators[Operator.DIVIDE]
    share = divide(arithmetic.integer_power(x, 2), number(Fraction(width)))
    top = operators[Operator.SQRT](divide(number(height), arithmetic.constant("pi")))
    return operators[Operator.MULTIPLY](
        top, operators[Operator.EXP](operators[Operator.NEGATE](share))
    )


def derivatives(
    arithmetic: Arithmetic[T], reciprocal: Callable[[T], T]
) -> Mapping[Operator, Callable[[T, T], T]]:
    """Return the derivatives of the smooth functions of one operand.

    Parameters
    ----------
    arithmetic : Arithmetic
        The kind of number; its rounding is that of the derivatives.
    reciprocal : callable
        Returns 1 / x; only its values at x > 0 count, where sqrt and ln have a derivative.

    Returns
    -------
    Mapping
        For each function the derivative, given the operand and the value of the function there.

    Examples
    --------
    >>> from boundcalc.evaluation.doubles import FLOATS
    >>> derivatives(FLOATS, lambda x: 1 / x)[Operator.SQRT](4.0, 2.0)
    0.25
    """
    multiply, add = (arithmetic.operators[item] for item in (Operator.MULTIPLY, Operator.ADD))
    sin, cos = (arithmetic.operators[item] for item in (Operator.SIN, Operator.COS))
    negate = arithmetic.operators[Operator.NEGATE]

    def slope_of_erf(x: T, y: T) -> T:
        return _bell(arithmetic, x, 1, Fraction(4))

    def above_square(x: T) -> T:
        return add(arithmetic.number(Fraction(1)), arithmetic.integer_power(x, 2))

    return {
        Operator.SQRT: lambda x, y: reciprocal(multiply(arithmetic.number(Fraction(2)), y)),
        Operator.EXP: lambda x, y: y,
        Operator.LN: lambda x, y: reciprocal(x),
        Operator.ERF: slope_of_erf,
        Operator.ERFC: lambda x, y: negate(slope_of_erf(x, y)),
        Operator.PHI: lambda x, y: normal_density(arithmetic, x),
        Operator.SIN: lambda x, y: cos(x),
        Operator.COS: lambda x, y: negate(sin(x)),
        Operator.ARCTAN: lambda x, y: reciprocal(above_square(x)),
    }
