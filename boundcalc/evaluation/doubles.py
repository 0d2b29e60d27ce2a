"""Doubles, for guessing only: a search may start from them, and no verdict rests on them."""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

from boundcalc.evaluation.programs import Program, compile_expression
from boundcalc.language.expressions import Expression, Sum
from boundcalc.language.operators import Operator

_LARGEST_TOP = 1030.0  # whose binomial coefficients are doubles
_SQRT2 = math.sqrt(2.0)
LONGEST_SUM = 2000  # terms


def _divide(x: float, y: float) -> float:
    return x / y if y else math.nan


def _power(x: float, y: float) -> float:
    try:
        return math.pow(x, y)
    except OverflowError:
        return math.inf
    except ValueError:
        return math.nan


def _exp(x: float) -> float:
    return math.exp(x) if x < 709 else math.inf


def _ln(x: float) -> float:
    return math.log(x) if x > 0 else (-math.inf if x == 0 else math.nan)


def _log(base: float, x: float) -> float:
    return _divide(_ln(x), _ln(base))


def _sqrt(x: float) -> float:
    return math.sqrt(x) if x >= 0 else math.nan


def _rounded(function: Callable[[float], int]) -> Callable[[float], float]:
    return lambda x: float(function(x)) if math.isfinite(x) else x


def _phi(x: float) -> float:
    return 0.5 * math.erfc(-x / _SQRT2)


def _wave(function: Callable[[float], float]) -> Callable[[float], float]:
    return lambda x: function(x) if math.isfinite(x) else math.nan


def _gamma(x: float) -> float:
    try:
        return math.gamma(x)
    except OverflowError:
        return math.inf
    except ValueError:
        return math.nan


@lru_cache(maxsize=4096)
def _choices(n: float, k: float) -> float:
    return float(math.comb(int(n), int(k)))


def _binomial(n: float, k: float) -> float:
    if n.is_integer() and k.is_integer() and 0 <= k <= n < _LARGEST_TOP:
        return _choices(n, k)
    return _divide(_gamma(n + 1), _gamma(k + 1) * _gamma(n - k + 1))


def _extremum(function: Callable[..., float]) -> Callable[..., float]:
    return lambda *values: math.nan if any(v != v for v in values) else function(values)


def _product(first: float, second: float = 1.0, *others: float) -> float:
    product = first * second
    for value in others:
        product *= value
    return product


def _sum(first: float, second: float = 0.0, *others: float) -> float:
    total = first + second
    for value in others:
        total += value
    return total


def _lambert_w(branch: float, x: float) -> float:
    if x < -math.exp(-1) or (branch and x >= 0):
        return math.nan
    if branch:
        w = math.log(-x) - math.log(-math.log(-x)) if x > -0.25 else -2.0
    else:
        w = math.log1p(x) if x < 3 else math.log(x) - math.log(math.log(x))
    for _ in range(60):
        grown = math.exp(w)
        step = (w * grown - x) / (grown * (w + 1) or 1e-300)
        w -= step
        if abs(step) <= 1e-16 * abs(w):
            break
    return w


class Floats:
    """Arithmetic of doubles; an undefined value is nan, and so is a sum of more terms."""

    def __init__(self, longest: int = LONGEST_SUM) -> None:
        self.longest = longest

    operators: Mapping[Operator, Callable[..., float]] = {
        Operator.ADD: _sum,
        Operator.MULTIPLY: _product,
        Operator.NEGATE: lambda x: -x,
        Operator.DIVIDE: _divide,
        Operator.POWER: _power,
        Operator.SQRT: _sqrt,
        Operator.EXP: _exp,
        Operator.LN: _ln,
        Operator.LOG: _log,
        Operator.ABS: abs,
        Operator.MAX: _extremum(max),
        Operator.MIN: _extremum(min),
        Operator.FLOOR: _rounded(math.floor),
        Operator.CEIL: _rounded(math.ceil),
        Operator.ERF: math.erf,
        Operator.ERFC: math.erfc,
        Operator.PHI: _phi,
        Operator.SIN: _wave(math.sin),
        Operator.COS: _wave(math.cos),
        Operator.TAN: _wave(math.tan),
        Operator.ARCTAN: math.atan,
        Operator.BINOMIAL: _binomial,
        Operator.FACTORIAL: lambda n: _gamma(n + 1),
        Operator.LAMBERT_W: _lambert_w,
    }

    def number(self, value: Fraction) -> float:
        """Return the nearest double, or an infinity."""
        try:
            return float(value)
        except OverflowError:
            return math.inf

    def constant(self, name: str) -> float:
        """Return e or pi to double precision."""
        return math.e if name == "e" else math.pi

    def integer_power(self, base: float, exponent: int) -> float:
        """Return the power, an infinity on overflow, nan for a negative power of zero."""
        return _power(base, float(exponent))

    def summation(self, lower: float, upper: float, body: Callable[[float], float]) -> float:
        """Return the sum, nan where it is too long to guess from."""
        if not (math.isfinite(lower) and math.isfinite(upper)) or upper - lower > self.longest:
            return math.nan
        return math.fsum(body(float(i)) for i in range(math.ceil(lower), math.floor(upper) + 1))


FLOATS = Floats()


@lru_cache(maxsize=8192)
def float_program(expression: Expression) -> Program[float]:
    """Return the program of an expression in doubles; sums of sums have as few terms in all."""
    depth = _sum_depth(expression)
    floats = FLOATS if depth < 2 else Floats(math.floor(LONGEST_SUM ** (1 / depth)))
    return compile_expression(expression, floats)


@lru_cache(maxsize=8192)
def _sum_depth(expression: Expression) -> int:
    """Return how many sums stand inside each other."""
    inner = max(map(_sum_depth, expression.operands), default=0)
    return inner + isinstance(expression, Sum)
