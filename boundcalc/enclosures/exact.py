"""Exact values: what an expression over the rationals equals, where that is a rational we can see.

Ties are decided here: ``sqrt(12/768) <= 1/8`` holds with equality, which no enclosure can show.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from flint import ctx

from boundcalc.enclosures.interval import Interval, exact_interval, whole_number
from boundcalc.enclosures.interval_functions import INTERVALS
from boundcalc.evaluation.programs import compile_expression
from boundcalc.language.expressions import Expression, Number, Operation, Sum, Symbol
from boundcalc.language.operators import Operator

MAX_BITS = 20_000
_MOST_TERMS = 2000  # of a sum
_PRECISION = 192  # bits of the enclosures that tell which operand of a maximum is the greatest


def exact_value(node: Expression, values: Mapping[str, Fraction]) -> Fraction | None:
    """Return the value of `node` where it is a rational that elementary rules reach, else None.

    None says nothing: neither that the value is irrational nor that it is undefined.

    Examples
    --------
    >>> from boundcalc.language import Symbol, ln, maximum, sqrt
    >>> n = Symbol("n")
    >>> exact_value(sqrt(12 / n), {"n": Fraction(768)})
    Fraction(1, 8)
    >>> exact_value(maximum(n, ln(n)), {"n": Fraction(768)})  # an enclosure of ln(768) is far below
    Fraction(768, 1)
    """
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Symbol):
        return values.get(node.name)
    if isinstance(node, Sum):
        return _sum_of(node, values)
    if not isinstance(node, Operation):
        return None
    rule = _RULES.get(node.operator)
    operands = [exact_value(operand, values) for operand in node.operands]
    known = [operand for operand in operands if operand is not None]
    if rule is None:
        return None
    if len(known) < len(operands):
        return _despite_unknown(node, operands, values)
    result = rule(*known)
    return None if result is None or _bits(result) > MAX_BITS else result


def _despite_unknown(
    node: Operation, operands: Sequence[Fraction | None], values: Mapping[str, Fraction]
) -> Fraction | None:
    """Return the value of a node that enclosures of its other operands settle.

    A maximum does not depend on what is certainly smaller, nor a rounding on the last digits, nor
    a product with zero on the other factors, nor zero on what it is divided by.
    """
    with ctx.workprec(_PRECISION):
        if node.operator in (Operator.MULTIPLY, Operator.DIVIDE):
            return _zero_despite_unknown(node, operands, values)
        if node.operator in (Operator.FLOOR, Operator.CEIL):
            return _only_integer(_enclosed(node, values))
        known = [operand for operand in operands if operand is not None]
        if not known or node.operator not in (Operator.MAX, Operator.MIN):
            return None
        is_max = node.operator is Operator.MAX
        best = max(known) if is_max else min(known)
        for operand, exact in zip(node.operands, operands, strict=True):
            found = _enclosed(operand, values) if exact is None else None
            if exact is None and not (found and _is_beaten(found, best, is_max=is_max)):
                return None
        return best


def _zero_despite_unknown(
    node: Operation, operands: Sequence[Fraction | None], values: Mapping[str, Fraction]
) -> Fraction | None:
    """Return zero where a factor is zero and the whole is certainly defined."""
    zeros = operands[:1] if node.operator is Operator.DIVIDE else operands
    is_defined = 0 in zeros and _enclosed(node, values) is not None
    return Fraction(0) if is_defined else None


def _sum_of(node: Sum, values: Mapping[str, Fraction]) -> Fraction | None:
    """Return the value of a sum of few terms, each of which is seen."""
    first, last = exact_value(node.lower, values), exact_value(node.upper, values)
    if first is None or last is None or first.denominator != 1 or last.denominator != 1:
        return None
    if last - first >= _MOST_TERMS:
        return None
    total = Fraction(0)
    for index in range(int(first), int(last) + 1):
        term = exact_value(node.body, {**values, node.index.name: Fraction(index)})
        if term is None or _bits(total + term) > MAX_BITS:
            return None
        total += term
    return total


def _enclosed(node: Expression, values: Mapping[str, Fraction]) -> Interval | None:
    """Return an enclosure of a value, or None where it may be undefined."""
    program = compile_expression(node, INTERVALS)
    if not set(program.names) <= values.keys():
        return None
    found = program.run({name: exact_interval(values[name]) for name in program.names})
    return None if found.is_nowhere or not found.total else found


def _is_beaten(found: Interval, best: Fraction, *, is_max: bool) -> bool:
    end = exact_interval(best)
    return bool(found.upper < end.lower if is_max else found.lower > end.upper)


def _only_integer(found: Interval | None) -> Fraction | None:
    if found is None:
        return None
    first, last = whole_number(found.lower), whole_number(found.upper)
    return Fraction(first) if first is not None and first == last else None


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
    Operator.SIN: _only_at(0, 0),
    Operator.COS: _only_at(0, 1),
    Operator.TAN: _only_at(0, 0),
    Operator.ARCTAN: _only_at(0, 0),
    Operator.BINOMIAL: _binomial,
    Operator.FACTORIAL: _factorial,
}
