"""Signed logarithms with their first derivatives, for guessing only: no probability is too small.

A number is its sign and the logarithm of its size, so that e^(-5000) is no zero; its gradient is
that of the logarithm, one number for each variable, and None where it does not change.
Programs run over them as over any other numbers; `forward_mode.py` does so over doubles, faster.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from boundcalc.evaluation.doubles import FLOATS, LONGEST_SUM
from boundcalc.evaluation.forward_mode import Gradient, plus, scaled
from boundcalc.language.operators import Operator

Logarithm = tuple[int, float, Gradient | None]  # sign, logarithm of the size, gradient

_ZERO: Logarithm = (0, -math.inf, None)
_NOTHING: Logarithm = (1, math.nan, None)
_LOG_ROOT_PI = math.log(math.pi) / 2
_LARGEST = 709.0  # logarithm of a double
_ROUNDS = 8  # of Newton's method
_FAR_OUT = 25.0  # where the tail of the bell is its asymptotic series


def variable(logarithm: float, place: int, size: int) -> Logarithm:
    """Return a positive variable at its place among `size` of them, by its logarithm.

    Examples
    --------
    >>> variable(-5000.0, 0, 2)
    (1, -5000.0, [1.0, 0.0])
    """
    return 1, logarithm, [float(index == place) for index in range(size)]


def logarithm_of(value: Fraction) -> float:
    """Return the logarithm of a positive rational of any size."""
    near = value.numerator / value.denominator if value.denominator.bit_length() < 900 else 0.0
    if 1e-300 < near < 1e300:
        return math.log(near)
    return math.log(value.numerator) - math.log(value.denominator)


def _double(x: Logarithm) -> float:
    sign, size, _ = x
    return sign * math.exp(size) if size < _LARGEST else sign * math.inf


def _of(value: float, gradient: Gradient | None) -> Logarithm:
    """Return a double that changes by a gradient of its own, not of its logarithm."""
    if value != value:
        return _NOTHING
    if not value:
        return _ZERO
    sign = 1 if value > 0 else -1
    return sign, math.log(abs(value)), scaled(1 / value, gradient)


def joined(terms: Sequence[Logarithm]) -> tuple[float, Gradient | None]:
    """Return the logarithm of the sum of the sizes, and its gradient."""
    if not terms:
        return -math.inf, None
    if len(terms) == 1:
        return terms[0][1], terms[0][2]
    top = max(size for _, size, _ in terms)
    if not math.isfinite(top):
        return top, None
    shares = [math.exp(size - top) for _, size, _ in terms]
    rest = math.fsum([*shares, -1.0])  # without the greatest, so that 1 + x keeps the digits of x
    total = 1 + rest
    gradient: Gradient | None = None
    for share, (_, _, own) in zip(shares, terms, strict=True):
        gradient = plus(gradient, scaled(share / total, own))
    return top + math.log1p(rest), gradient


def _add(*terms: Logarithm) -> Logarithm:
    if any(size != size for _, size, _ in terms):
        return _NOTHING
    above, more = joined([term for term in terms if term[0] > 0])
    below, less = joined([term for term in terms if term[0] < 0])
    if above == below:
        return _ZERO if above == -math.inf else (0, -math.inf, None)
    sign, (first, one), (second, other) = (
        (1, (above, more), (below, less)) if above > below else (-1, (below, less), (above, more))
    )
    if second == -math.inf:
        return sign, first, one
    if first == math.inf:
        return sign, first, None
    left = -math.expm1(second - first)
    share = math.exp(second - first)
    gradient = plus(scaled(1 / left, one), scaled(-share / left, other))
    return sign, first + math.log(left), gradient


def _multiply(*factors: Logarithm) -> Logarithm:
    sign, size, gradient = 1, 0.0, None
    for other, more, slope in factors:
        if not other:
            return _ZERO
        sign, size, gradient = sign * other, size + more, plus(gradient, slope)
    return sign, size, gradient


def _divide(x: Logarithm, y: Logarithm) -> Logarithm:
    if not y[0]:
        return _NOTHING
    if not x[0]:
        return _ZERO
    return x[0] * y[0], x[1] - y[1], plus(x[2], scaled(-1.0, y[2]))


def _raised(base: Logarithm, exponent: int) -> Logarithm:
    sign, size, gradient = base
    if not exponent:
        return 1, 0.0, None
    if not sign:
        return _ZERO if exponent > 0 else _NOTHING
    return sign if exponent % 2 else 1, exponent * size, scaled(float(exponent), gradient)


def _power(x: Logarithm, y: Logarithm) -> Logarithm:
    sign, size, gradient = x
    exponent = _double(y)
    if sign < 0 or (not sign and exponent <= 0):
        return _NOTHING
    if not sign:
        return _ZERO
    slope = plus(scaled(exponent, gradient), scaled(exponent * size, y[2]))
    return 1, exponent * size, slope


def _sqrt(x: Logarithm) -> Logarithm:
    sign, size, gradient = x
    if sign < 0:
        return _NOTHING
    return (1, size / 2, scaled(0.5, gradient)) if sign else _ZERO


def _exp(x: Logarithm) -> Logarithm:
    value = _double(x)
    return 1, value, scaled(value, x[2]) if x[0] else None


def _ln(x: Logarithm) -> Logarithm:
    sign, size, gradient = x
    return _NOTHING if sign <= 0 else _of(size, gradient)


def _greater(x: Logarithm) -> tuple[int, float]:
    return x[0], x[0] * x[1] if x[0] else 0.0


def _flat(rounding: Callable[[float], int]) -> Callable[[Logarithm], Logarithm]:
    def step(x: Logarithm) -> Logarithm:
        value = _double(x)
        return _of(float(rounding(value)), None) if math.isfinite(value) else (x[0], x[1], None)

    return step


def _log_tail(x: float) -> float:
    """Return the logarithm of erfc."""
    if x < _FAR_OUT:
        return math.log(math.erfc(x))
    square = x * x
    return -square - math.log(x) - _LOG_ROOT_PI + math.log1p(-0.5 / square + 0.75 / square**2)


def _erfc(x: Logarithm) -> Logarithm:
    value = _double(x)
    if not math.isfinite(value):
        return _ZERO if value > 0 else _of(2.0, None)
    size = _log_tail(value)
    if x[2] is None or not x[0]:
        return 1, size, None
    slope = -2 * math.exp(min(-value * value - size - _LOG_ROOT_PI, _LARGEST - 9))
    return 1, size, scaled(slope * value, x[2])


def _erf(x: Logarithm) -> Logarithm:
    sign, size, gradient = x
    if size < -20:  # erf(x) is 2 x / sqrt(pi)
        return sign, size + math.log(2) - _LOG_ROOT_PI, gradient
    value = abs(_double(x))
    found = math.erf(value)
    slope = 2 * math.exp(-value * value - _LOG_ROOT_PI) if value < 26 else 0.0
    return sign, math.log(found), scaled(slope * value / found, gradient)


def _phi(x: Logarithm) -> Logarithm:
    sign, size, gradient = x
    found, size, slope = _erfc((-sign, size - math.log(2) / 2, gradient))
    return found, size - math.log(2), slope


def _by_double(operator: Operator, slope: Callable[[float], float]) -> Callable[..., Logarithm]:
    """Return a function whose argument matters as a double only; an odd one is x near zero."""
    function, is_odd = FLOATS.operators[operator], operator is not Operator.COS

    def apply(x: Logarithm) -> Logarithm:
        if is_odd and x[1] < -20:
            return x
        value = _double(x)
        if not math.isfinite(value) and operator is not Operator.ARCTAN:
            return _NOTHING
        return _of(function(value), scaled(slope(value) * value, x[2]) if x[0] else None)

    return apply


def _lambert_w(branch: Logarithm, x: Logarithm) -> Logarithm:
    sign, size, gradient = x
    if not sign:
        return _NOTHING if branch[0] else _ZERO
    if size < _LARGEST:
        found = FLOATS.operators[Operator.LAMBERT_W](_double(branch), _double(x))
    else:  # w + ln(w) is the logarithm of x
        found = size if sign > 0 and not branch[0] else math.nan
        for _ in range(_ROUNDS):
            found -= (found + math.log(found) - size) * found / (found + 1)
    if found != found or found == -1:
        return _NOTHING
    return _of(found, scaled(found / (1 + found), gradient))


class Logarithms:
    """Arithmetic of signed logarithms; an undefined value is nan."""

    operators: Mapping[Operator, Callable[..., Logarithm]] = {
        Operator.ADD: _add,
        Operator.MULTIPLY: _multiply,
        Operator.NEGATE: lambda x: (-x[0], x[1], x[2]),
        Operator.DIVIDE: _divide,
        Operator.POWER: _power,
        Operator.SQRT: _sqrt,
        Operator.EXP: _exp,
        Operator.LN: _ln,
        Operator.LOG: lambda base, x: _divide(_ln(x), _ln(base)),
        Operator.ABS: lambda x: (abs(x[0]), x[1], x[2]),
        Operator.MAX: lambda *operands: max(operands, key=_greater),
        Operator.MIN: lambda *operands: min(operands, key=_greater),
        Operator.FLOOR: _flat(math.floor),
        Operator.CEIL: _flat(math.ceil),
        Operator.ERF: _erf,
        Operator.ERFC: _erfc,
        Operator.PHI: _phi,
        Operator.SIN: _by_double(Operator.SIN, math.cos),
        Operator.COS: _by_double(Operator.COS, lambda x: -math.sin(x)),
        Operator.TAN: _by_double(Operator.TAN, lambda x: 1 + math.tan(x) ** 2),
        Operator.ARCTAN: _by_double(Operator.ARCTAN, lambda x: 1 / (1 + min(abs(x), 1e150) ** 2)),
        Operator.LAMBERT_W: _lambert_w,
    }

    def number(self, value: Fraction) -> Logarithm:
        """Return a rational of any size, which does not change."""
        if not value:
            return _ZERO
        return (1 if value > 0 else -1), logarithm_of(abs(value)), None

    def constant(self, name: str) -> Logarithm:
        """Return e or pi to double precision."""
        return 1, 1.0 if name == "e" else math.log(math.pi), None

    def integer_power(self, base: Logarithm, exponent: int) -> Logarithm:
        """Return the power, nan for a negative power of zero."""
        return _raised(base, exponent)

    def summation(
        self, lower: Logarithm, upper: Logarithm, body: Callable[[Logarithm], Logarithm]
    ) -> Logarithm:
        """Return the sum, nan where it is too long to guess from; its ends do not count."""
        first, last = _double(lower), _double(upper)
        if not (math.isfinite(first) and math.isfinite(last)) or last - first > LONGEST_SUM:
            return _NOTHING
        indices = range(math.ceil(first), math.floor(last) + 1)
        return _add(_ZERO, *(body(_of(float(index), None)) for index in indices))


LOGARITHMS = Logarithms()
