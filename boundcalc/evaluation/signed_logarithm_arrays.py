"""Signed logarithms by the array, for guessing only: a formula at many points, however small.

A number is an array of signs and one of the logarithms of sizes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from boundcalc.evaluation.double_arrays import VECTORS, Vector
from boundcalc.evaluation.signed_logarithms import logarithm_of
from boundcalc.language.operators import Operator

_LARGEST = 709.0
_ROUNDS = 8  # of Newton's method
_FAR_OUT = 25.0
_LOG_ROOT_PI = math.log(math.pi) / 2


@dataclass(frozen=True, slots=True)
class Sized:
    """Signs, and the logarithms of the sizes; nan where undefined."""

    sign: Vector
    size: Vector

    @property
    def value(self) -> Vector:
        """The numbers in doubles; zero or an infinity where they are too small or too large."""
        found: Vector = np.where(self.sign == 0, 0.0, self.sign * np.exp(self.size))
        return np.where(np.isnan(self.size), math.nan, found)


def _undefined(where: NDArray[np.bool_], found: Sized) -> Sized:
    return Sized(found.sign, np.where(where, math.nan, found.size))


def _of(value: Vector) -> Sized:
    return Sized(np.sign(np.nan_to_num(value)), np.log(np.abs(value)))


def _add_two(x: Sized, y: Sized) -> Sized:
    is_first = x.size >= y.size
    sign = np.where(is_first, x.sign, y.sign)
    top, low = np.maximum(x.size, y.size), np.minimum(x.size, y.size)
    change = np.where(np.isneginf(low), -math.inf, low - top)
    is_same = x.sign * y.sign >= 0
    size = top + np.where(is_same, np.log1p(np.exp(change)), np.log(-np.expm1(change)))
    size = np.where(np.isinf(top), top, size)
    gone = np.isneginf(size)
    return Sized(np.where(gone, 0.0, sign), size)


def _negate(x: Sized) -> Sized:
    return Sized(-x.sign, x.size)


def _multiply_two(x: Sized, y: Sized) -> Sized:
    sign = x.sign * y.sign
    defined = np.isnan(x.size) | np.isnan(y.size)
    return _undefined(defined, Sized(sign, np.where(sign == 0, -math.inf, x.size + y.size)))


def _divide(x: Sized, y: Sized) -> Sized:
    return _undefined(y.sign == 0, _multiply_two(x, Sized(y.sign, -y.size)))


def _power(x: Sized, y: Sized) -> Sized:
    size = y.value * x.size
    return _undefined((x.sign < 0) | ((x.sign == 0) & (y.sign <= 0)), Sized(np.abs(x.sign), size))


def _sqrt(x: Sized) -> Sized:
    return _undefined(x.sign < 0, Sized(x.sign, x.size / 2))


def _exp(x: Sized) -> Sized:
    value = x.value
    return Sized(np.ones_like(value), value)


def _ln(x: Sized) -> Sized:
    return _undefined(x.sign <= 0, _of(x.size))


def _key(x: Sized) -> Vector:
    """Return numbers in the order of the signed ones."""
    found: Vector = x.sign * (np.clip(x.size, -1e9, 1e9) + 2e9)
    return found


def _extremum(is_max: bool) -> Callable[..., Sized]:
    def choose(x: Sized, y: Sized) -> Sized:
        first = (_key(x) >= _key(y)) == is_max
        return Sized(np.where(first, x.sign, y.sign), np.where(first, x.size, y.size))

    return lambda *operands: reduce(choose, operands)


def _rounded(rounding: Callable[[Vector], Vector]) -> Callable[[Sized], Sized]:
    def step(x: Sized) -> Sized:
        found = _of(rounding(x.value))
        is_large = x.size > 36
        return Sized(np.where(is_large, x.sign, found.sign), np.where(is_large, x.size, found.size))

    return step


def _erfc(x: Sized) -> Sized:
    value = x.value
    with np.errstate(all="ignore"):
        near = np.log(VECTORS.operators[Operator.ERFC](np.nan_to_num(value)))
        far = -value * value - np.log(np.abs(value)) - _LOG_ROOT_PI
    size = np.where(value < _FAR_OUT, near, far)
    return Sized(np.ones_like(value), np.where(np.isnan(value), math.nan, size))


def _erf(x: Sized) -> Sized:
    found = VECTORS.operators[Operator.ERF](np.nan_to_num(np.abs(x.value)))
    size = np.where(x.size < -20, x.size + math.log(2) - _LOG_ROOT_PI, np.log(found))
    return Sized(x.sign, size)


def _phi(x: Sized) -> Sized:
    found = _erfc(Sized(-x.sign, x.size - math.log(2) / 2))
    return Sized(found.sign, found.size - math.log(2))


def _by_double(operator: Operator) -> Callable[[Sized], Sized]:
    """Return a function whose argument matters as a double only; an odd one is x near zero."""

    def apply(x: Sized) -> Sized:
        found = _of(VECTORS.operators[operator](x.value))
        if operator is Operator.COS:
            return found
        is_small = x.size < -20
        return Sized(np.where(is_small, x.sign, found.sign), np.where(is_small, x.size, found.size))

    return apply


def _lambert_w(branch: Sized, x: Sized) -> Sized:
    near = VECTORS.operators[Operator.LAMBERT_W](branch.value, x.value)
    far = np.maximum(x.size, 1.0)  # w + ln(w) is the logarithm of x
    for _ in range(_ROUNDS):
        far = far - (far + np.log(far) - x.size) * far / (far + 1)
    is_far = (x.size >= _LARGEST) & (x.sign > 0) & (branch.sign == 0)
    return _of(np.where(is_far, far, near))


class LogVectors:
    """Arithmetic of arrays of signed logarithms, where numpy is told to ignore errors."""

    operators: Mapping[Operator, Callable[..., Sized]] = {
        Operator.ADD: lambda *operands: reduce(_add_two, operands),
        Operator.MULTIPLY: lambda *operands: reduce(_multiply_two, operands),
        Operator.NEGATE: _negate,
        Operator.DIVIDE: _divide,
        Operator.POWER: _power,
        Operator.SQRT: _sqrt,
        Operator.EXP: _exp,
        Operator.LN: _ln,
        Operator.LOG: lambda base, x: _divide(_ln(x), _ln(base)),
        Operator.ABS: lambda x: Sized(np.abs(x.sign), x.size),
        Operator.MAX: _extremum(True),
        Operator.MIN: _extremum(False),
        Operator.FLOOR: _rounded(np.floor),
        Operator.CEIL: _rounded(np.ceil),
        Operator.ERF: _erf,
        Operator.ERFC: _erfc,
        Operator.PHI: _phi,
        **{
            operator: _by_double(operator)
            for operator in (Operator.SIN, Operator.COS, Operator.TAN, Operator.ARCTAN)
        },
        Operator.LAMBERT_W: _lambert_w,
    }

    def number(self, value: Fraction) -> Sized:
        """Return a rational of any size."""
        size = logarithm_of(abs(value)) if value else -math.inf
        return Sized(np.array(float((value > 0) - (value < 0))), np.array(size))

    def constant(self, name: str) -> Sized:
        """Return e or pi to double precision."""
        return Sized(np.array(1.0), np.array(1.0 if name == "e" else math.log(math.pi)))

    def integer_power(self, base: Sized, exponent: int) -> Sized:
        """Return the power, nan for a negative power of zero."""
        sign = base.sign**exponent if exponent >= 0 else base.sign ** (-exponent)
        size = exponent * base.size if exponent else np.zeros_like(base.size)
        return _undefined((base.sign == 0) & (exponent < 0), Sized(sign, size))

    def summation(self, lower: Sized, upper: Sized, body: Callable[[Sized], Sized]) -> Sized:
        """Return nan: ends that differ from cell to cell are not followed."""
        return Sized(np.array(1.0), np.array(math.nan))


LOG_VECTORS = LogVectors()
