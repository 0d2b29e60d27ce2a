"""Exact values: what an expression over the rationals equals, where that is a rational we can see.

Ties are decided here: ``sqrt(12/768) <= 1/8`` holds with equality, which no enclosure can show.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction

from boundcalc.language.expressions import Expression, Number, Operation, Operator, Sum, Symbol

MAX_BITS = 20_000


def exact_value(node: Expression, values: Mapping[str, Fraction]) -> Fraction | None:
    """Return the value of `node` where it is a rational that elementary rules reach, else None.

    None says nothing: neither that the value is irrational nor that it is undefined.

    Examples
    --------
    >>> from boundcalc.language import Symbol, sqrt
    >>> exact_value(sqrt(12 / Symbol("n")), {"n": Fraction(768)})
    Fraction(1, 8)
    """
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Symbol):
        return values.get(node.name)
    if not isinstance(node, Operation) or isinstance(node, Sum):
        return None
    rule = _RULES.get(node.operator)
    operands = [exact_value(operand, values) for operand in node.operands]
    known = [operand for operand in operands if operand is not None]
    if rule is None or len(known) < len(operands):
        return None
    result = rule(*known)
    return None if result is None or _bits(result) > MAX_BITS else result


def _bits(value: Fraction) -> int:
    return value.numerator.bit_length() + value.denominator.bit_length()


def _product(*values: Fraction) -> Fraction:
    return math.prod(values, start=Fraction(1))


def _divide(x: Fraction, y: Fraction) -> Fraction | None:
    return x / y if y else None


def _power(base: Fraction, exponent: Fraction) -> Fraction | None:
    if exponent.denominator == 1:
        return _integer_power(base, int(exponent))
    if exponent.denominator == 2 and base >= 0:
        root = _sqrt(base)
        return None if root is None else _integer_power(root, exponent.numerator)
    return Fraction(1) if base == 1 else None


def _integer_power(base: Fraction, exponent: int) -> Fraction | None:
    if (base == 0 and exponent < 0) or _bits(base) * abs(exponent) > MAX_BITS:
        return None
    return Fraction(base**exponent)


def _sqrt(value: Fraction) -> Fraction | None:
    if value < 0:
        return None
    top, bottom = math.isqrt(value.numerator), math.isqrt(value.denominator)
    is_square = top * top == value.numerator and bottom * bottom == value.denominator
    return Fraction(top, bottom) if is_square else None


def _only_at(point: int, value: int) -> Callable[[Fraction], Fraction | None]:
    return lambda x: Fraction(value) if x == point else None


def _log(base: Fraction, x: Fraction) -> Fraction | None:
    if x == 1:
        return Fraction(0)
    if base <= 1 or x <= 0 or base.denominator != 1:
        return None
    guess = round(math.log(x) / math.log(base)) if _bits(x) < 1000 else 0
    return Fraction(guess) if _integer_power(base, guess) == x else None


def _factorial(n: Fraction) -> Fraction | None:
    return Fraction(math.factorial(int(n))) if n.denominator == 1 and 0 <= n <= 500 else None


def _binomial(n: Fraction, k: Fraction) -> Fraction | None:
    if n.denominator != 1 or k.denominator != 1 or not (0 <= k and 0 <= n <= 5000):
        return None
    return Fraction(math.comb(int(n), int(k)))


_RULES: Mapping[Operator, Callable[..., Fraction | None]] = {
    Operator.ADD: lambda *values: sum(values, start=Fraction(0)),
    Operator.MULTIPLY: _product,
    Operator.NEGATE: lambda x: -x,
    Operator.DIVIDE: _divide,
    Operator.POWER: _power,
    Operator.SQRT: _sqrt,
    Operator.EXP: _only_at(0, 1),
    Operator.LN: _only_at(1, 0),
    Operator.LOG: _log,
    Operator.ABS: abs,
    Operator.MAX: lambda *values: max(values),
    Operator.MIN: lambda *values: min(values),
    Operator.FLOOR: lambda x: Fraction(math.floor(x)),
    Operator.CEIL: lambda x: Fraction(math.ceil(x)),
    Operator.ERF: _only_at(0, 0),
    Operator.ERFC: _only_at(0, 1),
    Operator.PHI: lambda x: Fraction(1, 2) if x == 0 else None,
    Operator.BINOMIAL: _binomial,
    Operator.FACTORIAL: _factorial,
}
