"""The functions of the field, spelled as in a formula: ``exp(x)``, ``ln(x)``, ``maximum(x, y)``."""

from typing import Any

from boundcalc.language.expressions import Expression, Operation, Sum, Symbol, as_expression
from boundcalc.language.operators import Operator


def _apply(operator: Operator, *operands: Any) -> Expression:
    return Operation(operator, tuple(as_expression(operand) for operand in operands))


def exp(exponent: Any) -> Expression:
    """Return the exponential of a real."""
    return _apply(Operator.EXP, exponent)


def ln(argument: Any) -> Expression:
    """Return the natural logarithm of a positive real (nats)."""
    return _apply(Operator.LN, argument)


def log(base: Any, argument: Any) -> Expression:
    """Return the logarithm of a positive real to a positive base other than 1."""
    return _apply(Operator.LOG, base, argument)


def log2(argument: Any) -> Expression:
    """Return the logarithm to base 2 of a positive real (bits)."""
    return log(2, argument)


def sqrt(argument: Any) -> Expression:
    """Return the square root of a nonnegative real."""
    return _apply(Operator.SQRT, argument)


def maximum(*operands: Any) -> Expression:
    """Return the greatest of the operands."""
    return _apply(Operator.MAX, *operands)


def minimum(*operands: Any) -> Expression:
    """Return the least of the operands."""
    return _apply(Operator.MIN, *operands)


def floor(argument: Any) -> Expression:
    """Return the greatest integer at most the argument."""
    return _apply(Operator.FLOOR, argument)


def ceil(argument: Any) -> Expression:
    """Return the least integer at least the argument."""
    return _apply(Operator.CEIL, argument)


def erf(argument: Any) -> Expression:
    """Return the error function, 2/sqrt(pi) times the integral of exp(-t^2) from 0."""
    return _apply(Operator.ERF, argument)


def erfc(argument: Any) -> Expression:
    """Return one minus the error function."""
    return _apply(Operator.ERFC, argument)


def phi(argument: Any) -> Expression:
    """Return the distribution function of the standard normal law."""
    return _apply(Operator.PHI, argument)


def sin(argument: Any) -> Expression:
    """Return the sine of an angle in radians."""
    return _apply(Operator.SIN, argument)


def cos(argument: Any) -> Expression:
    """Return the cosine of an angle in radians."""
    return _apply(Operator.COS, argument)


def tan(argument: Any) -> Expression:
    """Return the tangent of an angle in radians whose cosine is not zero."""
    return _apply(Operator.TAN, argument)


def arctan(argument: Any) -> Expression:
    """Return the angle between -pi/2 and pi/2, in radians, whose tangent is the argument."""
    return _apply(Operator.ARCTAN, argument)


def binomial(n: Any, k: Any) -> Expression:
    """Return the number of k-element subsets of an n-element set; integers n >= 0 and k >= 0."""
    return _apply(Operator.BINOMIAL, n, k)


def factorial(n: Any) -> Expression:
    """Return the factorial of an integer n >= 0."""
    return _apply(Operator.FACTORIAL, n)


def lambert_w(branch: int, argument: Any) -> Expression:
    """Return the real branch 0 or -1 of the solution w of w exp(w) = argument."""
    return _apply(Operator.LAMBERT_W, branch, argument)


def summation(index: Symbol, lower: Any, upper: Any, body: Any) -> Expression:
    """Return the sum of `body` for the integer `index` from `lower` to `upper`."""
    return Sum(index, as_expression(lower), as_expression(upper), as_expression(body))
