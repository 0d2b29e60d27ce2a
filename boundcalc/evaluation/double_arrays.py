"""Doubles by the array, for guessing only: a formula at many points at once.

No error is bounded here; `arrays.py` bounds it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boundcalc.evaluation.doubles import FLOATS
from boundcalc.language.operators import Operator

Vector = NDArray[np.float64]


def _each(operator: Operator, count: int = 1) -> Callable[..., Vector]:
    """Return a function of doubles, applied cell by cell."""
    function = np.frompyfunc(FLOATS.operators[operator], count, 1)

    def step(*operands: Vector) -> Vector:
        return np.asarray(function(*operands), dtype=np.float64)

    return step


_erfc = _each(Operator.ERFC)


def _phi(x: Vector) -> Vector:
    return 0.5 * _erfc(-x / math.sqrt(2.0))


def _folded(function: Callable[[Vector, Vector], Vector]) -> Callable[..., Vector]:
    return lambda *operands: reduce(function, operands)


class Vectors:
    """Arithmetic of arrays of doubles; an undefined value is nan.

    To be used where numpy is told to ignore floating-point errors.
    """

    operators: Mapping[Operator, Callable[..., Vector]] = {
        Operator.ADD: _folded(np.add),
        Operator.MULTIPLY: _folded(np.multiply),
        Operator.NEGATE: np.negative,
        Operator.DIVIDE: np.divide,
        Operator.POWER: np.power,
        Operator.SQRT: np.sqrt,
        Operator.EXP: np.exp,
        Operator.LN: np.log,
        Operator.LOG: lambda base, x: np.log(x) / np.log(base),
        Operator.ABS: np.abs,
        Operator.MAX: _folded(np.maximum),
        Operator.MIN: _folded(np.minimum),
        Operator.FLOOR: np.floor,
        Operator.CEIL: np.ceil,
        Operator.ERF: _each(Operator.ERF),
        Operator.ERFC: _erfc,
        Operator.PHI: _phi,
        Operator.SIN: np.sin,
        Operator.COS: np.cos,
        Operator.TAN: np.tan,
        Operator.ARCTAN: np.arctan,
        Operator.BINOMIAL: _each(Operator.BINOMIAL, 2),
        Operator.FACTORIAL: _each(Operator.FACTORIAL),
        Operator.LAMBERT_W: _each(Operator.LAMBERT_W, 2),
    }

    def number(self, value: Fraction) -> Vector:
        """Return the nearest double, or an infinity."""
        return np.array(FLOATS.number(value))

    def constant(self, name: str) -> Vector:
        """Return e or pi to double precision."""
        return np.array(FLOATS.constant(name))

    def integer_power(self, base: Vector, exponent: int) -> Vector:
        """Return the power, an infinity on overflow or for a negative power of zero."""
        found: Any = np.power(base, float(exponent))
        return np.asarray(found, dtype=np.float64)

    def summation(self, lower: Vector, upper: Vector, body: Callable[[Vector], Vector]) -> Vector:
        """Return nan: ends that differ from cell to cell are not followed."""
        return np.array(math.nan)


VECTORS = Vectors()
