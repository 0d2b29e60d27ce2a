"""Gaps in signed logarithms: as in `log_residuals.py`, where numbers are too small for doubles."""

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
from boundcalc.optimization.log_residuals import FAR_BELOW, GapFinder, Gaps


class LogGapFinder(GapFinder):
    """Relations between positive variables, compiled for their gaps in signed logarithms.

    Points and gaps are those of `GapFinder`; it is slower, and nothing vanishes.
    """

    def __init__(
        self, relations: Sequence[Relation], names: Sequence[str], given: Mapping[str, Fraction]
    ) -> None:
        super().__init__(relations, names, {})
        self.numbers = dict(given)
        program = compile_expressions(self.expressions, LOGARITHMS)
        self.logarithms: Bundle[Logarithm] = program.bound(_constants(given))
        self._sized: Bundle[Sized] | None = None

    def bound(self, values: Mapping[str, Fraction]) -> LogGapFinder:  # type: ignore[override]
        """Return the finder where symbols that were left out of the given ones have values."""
        found = copy(self)
        found.numbers = {**self.numbers, **values}
        found.logarithms = self.logarithms.bound(_constants(values))
        found._sized = None
        return found

    def at(self, logarithms: Vector) -> Gaps | None:
        """Return the gaps at a point, or None where a relation seems undefined or hopeless."""
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
        values, slopes = [], []
        for signs, is_strict in zip(self.signs, self.is_strict, strict=True):
            gap = _gap([(sign, next(found)) for sign in signs], size, is_strict=is_strict)
            if gap is None:
                return None
            values.append(gap[0])
            slopes.append(gap[1])
        return Gaps(np.array(values), np.array(slopes).reshape(len(values), size))

    def worst_over(self, logarithms: Mapping[str, Vector]) -> Vector:
        """Return the greatest gap at each of many points; an infinity where one is undefined."""
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
                gap = np.where(holds, -math.inf, above - below)
                worst = np.maximum(worst, np.where(np.isnan(gap), math.inf, gap))
        return worst


def _constants(values: Mapping[str, Fraction]) -> dict[str, Logarithm]:
    return {name: LOGARITHMS.number(value) for name, value in values.items()}


def _gap(
    terms: Sequence[tuple[float, Logarithm]], size: int, *, is_strict: bool
) -> tuple[float, Sequence[float]] | None:
    """Return the gap of a sum and its slopes; None where it is undefined or infinite."""
    if any(term[1] != term[1] for _, term in terms):
        return None
    above, up = joined([term for sign, term in terms if sign * term[0] > 0])
    below, down = joined([term for sign, term in terms if sign * term[0] < 0])
    nothing = [0.0] * size
    if above == -math.inf:
        return None if below == -math.inf and is_strict else (FAR_BELOW, nothing)
    gap = above - below
    if not math.isfinite(gap):
        return None
    slopes = [x - y for x, y in zip(up or nothing, down or nothing, strict=True)]
    return (gap, slopes) if all(map(math.isfinite, slopes)) else None
