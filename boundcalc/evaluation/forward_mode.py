"""Doubles with their first derivatives, which say how a value changes; for guessing only.

A dual is a double and its gradient, one number for each variable; None is a gradient of zeros.
Programs run over duals as over any other numbers, which is differentiation in forward mode.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from boundcalc.evaluation.doubles import FLOATS, LONGEST_SUM
from boundcalc.language.operators import Operator

Gradient = Sequence[float]
Dual = tuple[float, Gradient | None]

_VALUE = FLOATS.operators
_ROOT_PI = math.sqrt(math.pi)


def variable(value: float, place: int, size: int, slope: float = 1.0) -> Dual:
    """Return a variable at its place among `size` of them, which changes with that slope.

    Examples
    --------
    >>> variable(2.0, 0, 2)
    (2.0, [1.0, 0.0])
    """
    return value, [slope * (index == place) for index in range(size)]


def scaled(slope: float, gradient: Gradient | None) -> Gradient | None:
    """Return a multiple of a gradient."""
    return None if gradient is None else [slope * x for x in gradient]


def plus(first: Gradient | None, second: Gradient | None) -> Gradient | None:
    """Return the sum of two gradients."""
    if first is None or second is None:
        return second if first is None else first
    return [x + y for x, y in zip(first, second, strict=True)]


def _add(*terms: Dual) -> Dual:
    total, gradient = terms[0]
    for value, other in terms[1:]:
        total += value
        gradient = plus(gradient, other)
    return total, gradient


def _multiply(*factors: Dual) -> Dual:
    total, gradient = factors[0]
    for value, other in factors[1:]:
        if (not total and gradient is None) or (not value and other is None):
            gradient = None  # zero times anything
        elif gradient is None:
            gradient = None if other is None else [total * y for y in other]
        elif other is None:
            gradient = [value * x for x in gradient]
        else:
            gradient = [value * x + total * y for x, y in zip(gradient, other, strict=True)]
        total *= value
    return total, gradient


def _divide(x: Dual, y: Dual) -> Dual:
    (top, above), (bottom, below) = x, y
    if not bottom:
        return math.nan, None
    if not top and above is None:
        return 0.0, None
    value = top / bottom
    return value, plus(scaled(1 / bottom, above), scaled(-value / bottom, below))


def _power(x: Dual, y: Dual) -> Dual:
    (base, below), (exponent, above) = x, y
    value = _VALUE[Operator.POWER](base, exponent)
    first = None if below is None else scaled(exponent * value / (base or math.nan), below)
    second = None if above is None else scaled(value * _VALUE[Operator.LN](base), above)
    return value, plus(first, second)


def _of_one(operator: Operator, slope: Callable[[float, float], float]) -> Callable[[Dual], Dual]:
    """Return a function of one argument; its slope is taken at the argument and the value."""
    function = _VALUE[operator]

    def step(x: Dual) -> Dual:
        argument, gradient = x
        value = function(argument)
        if gradient is None:
            return value, None
        rate = slope(argument, value)
        return value, [rate * entry for entry in gradient]

    return step


def _sqrt(x: Dual) -> Dual:
    value, gradient = x
    root = _VALUE[Operator.SQRT](value)
    if gradient is None or not (root or any(gradient)):
        return root, None  # also where the argument has vanished with its slopes
    return root, scaled(0.5 / root if root else math.nan, gradient)


def _bell(x: float) -> float:
    return math.exp(-x * x) if abs(x) < 30 else 0.0


def _log(base: Dual, x: Dual) -> Dual:
    return _divide(_LN(x), _LN(base))


def _extremum(choose: Callable[..., Dual]) -> Callable[..., Dual]:
    return lambda *operands: choose(operands, key=_first)


def _first(x: Dual) -> float:
    return x[0]


def _flat(operator: Operator) -> Callable[[Dual], Dual]:
    function = _VALUE[operator]
    return lambda x: (function(x[0]), None)


def _lambert_w(branch: Dual, x: Dual) -> Dual:
    argument, gradient = x
    value = _VALUE[Operator.LAMBERT_W](branch[0], argument)
    if gradient is None:
        return value, None
    return value, scaled(1 / (argument + math.exp(value) or math.nan), gradient)


_LN = _of_one(Operator.LN, lambda x, y: 1 / x if x else math.nan)


class Duals:
    """Arithmetic of duals; an undefined value is nan."""

    operators: Mapping[Operator, Callable[..., Dual]] = {
        Operator.ADD: _add,
        Operator.MULTIPLY: _multiply,
        Operator.NEGATE: lambda x: (-x[0], scaled(-1.0, x[1])),
        Operator.DIVIDE: _divide,
        Operator.POWER: _power,
        Operator.SQRT: _sqrt,
        Operator.EXP: _of_one(Operator.EXP, lambda x, y: y),
        Operator.LN: _LN,
        Operator.LOG: _log,
        Operator.ABS: _of_one(Operator.ABS, lambda x, y: math.copysign(1.0, x)),
        Operator.MAX: _extremum(max),
        Operator.MIN: _extremum(min),
        Operator.FLOOR: _flat(Operator.FLOOR),
        Operator.CEIL: _flat(Operator.CEIL),
        Operator.ERF: _of_one(Operator.ERF, lambda x, y: 2 / _ROOT_PI * _bell(x)),
        Operator.ERFC: _of_one(Operator.ERFC, lambda x, y: -2 / _ROOT_PI * _bell(x)),
        Operator.PHI: _of_one(
            Operator.PHI, lambda x, y: _bell(x / math.sqrt(2)) / math.sqrt(2) / _ROOT_PI
        ),
        Operator.SIN: _of_one(Operator.SIN, lambda x, y: _VALUE[Operator.COS](x)),
        Operator.COS: _of_one(Operator.COS, lambda x, y: -_VALUE[Operator.SIN](x)),
        Operator.TAN: _of_one(Operator.TAN, lambda x, y: 1 + y * y),
        Operator.ARCTAN: _of_one(Operator.ARCTAN, lambda x, y: 1 / (1 + x * x)),
        Operator.LAMBERT_W: _lambert_w,
    }

    def number(self, value: Fraction) -> Dual:
        """Return the nearest double, or an infinity, which does not change."""
        return FLOATS.number(value), None

    def constant(self, name: str) -> Dual:
        """Return e or pi to double precision."""
        return FLOATS.constant(name), None

    def integer_power(self, base: Dual, exponent: int) -> Dual:
        """Return the power, an infinity on overflow, nan for a negative power of zero."""
        value, gradient = base
        if gradient is None:
            return FLOATS.integer_power(value, exponent), None
        slope = exponent * FLOATS.integer_power(value, exponent - 1) if exponent else 0.0
        return FLOATS.integer_power(value, exponent), scaled(slope, gradient)

    def summation(self, lower: Dual, upper: Dual, body: Callable[[Dual], Dual]) -> Dual:
        """Return the sum, nan where it is too long to guess from; its ends do not count."""
        (first, _), (last, _) = lower, upper
        if not (math.isfinite(first) and math.isfinite(last)) or last - first > LONGEST_SUM:
            return math.nan, None
        indices = range(math.ceil(first), math.floor(last) + 1)
        return _add((0.0, None), *(body((float(index), None)) for index in indices))


DUALS = Duals()
