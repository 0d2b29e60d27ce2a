"""Residuals as in `log_residuals.py`, in signed logarithms: for numbers too small for doubles."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from copy import copy
from fractions import Fraction

import numpy as np

from boundcalc.evaluation.double_arrays import Vector
from boundcalc.evaluation.programs import Bundle, compile_expressions
from boundcalc.evaluation.signed_logarithm_arrays import LOG_VECTORS, Sized
from boundcalc.evaluation.signed_logarithms import LOGARITHMS, Logarithm, joined, variable
from boundcalc.language.expressions import Relation
from boundcalc.optimization.log_residuals import FAR_BELOW, LogResiduals, Residuals


class SignedLogResiduals(LogResiduals):
    """Relations between positive variables, compiled for their residuals in signed logarithms.

    Points and residuals are those of `LogResiduals`; it is slower, and nothing vanishes.
    """

    def __init__(
        self, relations: Sequence[Relation], names: Sequence[str], given: Mapping[str, Fraction]
    ) -> None:
        super().__init__(relations, names, {})
        self.numbers = dict(given)
        program = compile_expressions(self.expressions, LOGARITHMS)
        self.logarithms: Bundle[Logarithm] = program.bound(_constants(given))
        self._sized: Bundle[Sized] | None = None

    def bound(self, values: Mapping[str, Fraction]) -> SignedLogResiduals:  # type: ignore[override]
        """Return the constraints where symbols that were left out of the given ones have values."""
        found = copy(self)
        found.numbers = {**self.numbers, **values}
        found.logarithms = self.logarithms.bound(_constants(values))
        found._sized = None
        return found

    def at(self, logarithms: Vector) -> Residuals | None:
        """Return the residuals at a point, or None where a relation seems undefined or hopeless."""
        size = len(self.names)
        try:
            found = iter(
                self.logarithms.run(
                    {
                        name: variable(float(logarithms[place]), place, size)
                        for place, name in enumerate(self.names)
                    }
                )
            )
        except (OverflowError, ValueError, ZeroDivisionError):
            return None
        return self.gathered(found, _residual)

    def worst_over(self, logarithms: Mapping[str, Vector]) -> Vector:
        """Return the greatest residual at each of many points, an infinity where undefined."""
        with np.errstate(all="ignore"):
            if self._sized is None:
                known = {name: LOG_VECTORS.number(value) for name, value in self.numbers.items()}
                self._sized = compile_expressions(self.expressions, LOG_VECTORS).bound(known)
            points = {name: Sized(np.ones_like(at), at) for name, at in logarithms.items()}
            found = iter(self._sized.run(points))
            worst = np.array(-math.inf)
            for signs, is_strict in zip(self.signs, self.is_strict, strict=True):
                above = below = np.array(-math.inf)
                for sign in signs:
                    term = next(found)
                    way = sign * term.sign
                    above = np.logaddexp(above, np.where(way > 0, term.size, -math.inf))
                    below = np.logaddexp(below, np.where(way < 0, term.size, -math.inf))
                    above = np.where(np.isnan(term.size), math.nan, above)
                nothing = np.isneginf(above)
                holds = nothing & (~np.isneginf(below) if is_strict else True)
                residual = np.where(holds, -math.inf, above - below)
                worst = np.maximum(worst, np.where(np.isnan(residual), math.inf, residual))
        return worst


def _constants(values: Mapping[str, Fraction]) -> dict[str, Logarithm]:
    return {name: LOGARITHMS.number(value) for name, value in values.items()}


def _residual(
    terms: Sequence[tuple[float, Logarithm]], size: int, is_strict: bool
) -> tuple[float, Sequence[float]] | None:
    """Return the residual of a sum and its slopes; None where it is undefined or infinite."""
    if any(term[1] != term[1] for _, term in terms):
        return None
    above, up = joined([term for sign, term in terms if sign * term[0] > 0])
    below, down = joined([term for sign, term in terms if sign * term[0] < 0])
    nothing = [0.0] * size
    if above == -math.inf:
        return None if below == -math.inf and is_strict else (FAR_BELOW, nothing)
    residual = above - below
    if not math.isfinite(residual):
        return None
    slopes = [x - y for x, y in zip(up or nothing, down or nothing, strict=True)]
    return (residual, slopes) if all(map(math.isfinite, slopes)) else None
