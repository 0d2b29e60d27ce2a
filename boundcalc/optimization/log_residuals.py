"""Residuals: how far relations are from holding on a scale of logarithms, with their slopes.

A relation is brought to one side as a sum of terms, which is to be at most zero.
Its residual is the logarithm of what its positive terms come to over what its negative ones do:
zero where the sides are equal, below where the relation holds, and free of units.
A fraction of a sum is split, as a rule, which keeps the signs of terms and so their logarithms.
Where its terms nearly cancel, as moments of one law do, they hide what else is in the relation, and
it is better kept whole.
In doubles, so that nothing may rest on it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from boundcalc.evaluation.double_arrays import VECTORS, Vector
from boundcalc.evaluation.forward_mode import DUALS, Dual, variable
from boundcalc.evaluation.programs import Bundle, compile_expressions
from boundcalc.language.expressions import Expression, Operation, Relation, as_expression
from boundcalc.language.operators import Operator

FAR_BELOW = -1e6
T = TypeVar("T")
# Of terms with signs, for so many variables, of a strict relation or not: the residual, its slopes.
Residual = Callable[[Sequence[tuple[float, T]], int, bool], tuple[float, Sequence[float]] | None]
_NEGLIGIBLE = 1e-250


@dataclass(frozen=True, slots=True)
class Residuals:
    """The residual of each relation at a point, and its slopes by each variable's logarithm.

    A residual that is minus infinity is a large number without slopes.
    """

    values: Vector
    slopes: Vector

    @property
    def worst(self) -> float:
        """The greatest residual; at most zero where all relations seem to hold."""
        return max(self.values.tolist(), default=-math.inf)


class LogResiduals:
    """Relations between positive variables, compiled for their residuals.

    Parameters
    ----------
    relations : sequence of Relation
        Inequalities.
    names : sequence of str
        The variables; points are their logarithms, in this order.
    given : mapping from name to float
        The other symbols, but for those that are `bound` later.
    is_split : bool
        Whether fractions of sums count as several terms.

    Raises
    ------
    ExpressionError
        If an operator has no derivative here.
    """

    def __init__(
        self,
        relations: Sequence[Relation],
        names: Sequence[str],
        given: Mapping[str, float],
        *,
        is_split: bool = True,
    ) -> None:
        self.names = tuple(names)
        sums = [list(_terms(relation, is_split=is_split)) for relation in relations]
        self.signs = [[sign for sign, _ in terms] for terms in sums]
        self.is_strict = [relation.sense.is_strict for relation in relations]
        self.expressions = [node for terms in sums for _, node in terms]
        self.given = dict(given)
        self.program = compile_expressions(self.expressions, DUALS).bound(_constants(given))
        self._vectors: Bundle[Vector] | None = None

    def bound(self, values: Mapping[str, float]) -> LogResiduals:
        """Return the constraints where symbols that were left out of the given ones have values."""
        found = copy(self)
        found.given = {**self.given, **values}
        found.program = self.program.bound(_constants(values))
        found._vectors = None
        return found

    def at(self, logarithms: Vector) -> Residuals | None:
        """Return the residuals at a point, or None where a relation seems undefined or hopeless."""
        size = len(self.names)
        try:
            duals: dict[str, Dual] = {}
            for place, name in enumerate(self.names):
                number = math.exp(float(logarithms[place]))
                duals[name] = variable(number, place, size, number)
            found = iter(self.program.run(duals))
        except (OverflowError, ValueError, ZeroDivisionError):
            return None
        return self.gathered(found, _residual)

    def gathered(self, terms: Iterator[T], residual: Residual[T]) -> Residuals | None:
        """Return the residuals of the relations from those of their terms; None as of `at`."""
        values, slopes = [], []
        for signs, is_strict in zip(self.signs, self.is_strict, strict=True):
            signed = [(sign, next(terms)) for sign in signs]
            found = residual(signed, len(self.names), is_strict)
            if found is None:
                return None
            values.append(found[0])
            slopes.append(found[1])
        return Residuals(np.array(values), np.array(slopes).reshape(len(values), len(self.names)))

    def worst_over(self, logarithms: Mapping[str, Vector]) -> Vector:
        """Return the greatest residual at each of many points, an infinity where undefined."""
        with np.errstate(all="ignore"):
            if self._vectors is None:
                known = {name: np.array(value) for name, value in self.given.items()}
                self._vectors = compile_expressions(self.expressions, VECTORS).bound(known)
            points = {name: np.exp(at) for name, at in logarithms.items()}
            found = iter(self._vectors.run(points))
            worst = np.array(0.0)
            for signs, is_strict in zip(self.signs, self.is_strict, strict=True):
                terms = [(sign, next(found)) for sign in signs]
                worst = np.maximum(worst, _ratio(terms, is_strict=is_strict))
            return np.asarray(np.log(worst))


def _ratio(terms: Sequence[tuple[float, Vector]], *, is_strict: bool) -> Vector:
    """Return what the positive terms of sums come to over what the negative ones do.

    It is zero where the sum cannot fail, and infinite where it is undefined.
    """
    above = below = np.array(0.0)
    for sign, term in terms:
        if float(term.min(initial=math.inf)) >= 0:  # nearly all terms: for the sake of time
            above, below = (above + term, below) if sign > 0 else (above, below + term)
        else:
            above = above + np.maximum(sign * term, 0.0)
            below = below - np.minimum(sign * term, 0.0)
    ratio: Vector = np.asarray(above / below)
    if math.isnan(float(ratio.max(initial=0.0))):
        is_nothing = (above == 0) & (below == 0) & (not is_strict)
        ratio = np.where(np.isnan(ratio), np.where(is_nothing, 0.0, math.inf), ratio)
    return ratio


def _constants(values: Mapping[str, float]) -> dict[str, Dual]:
    return {name: (value, None) for name, value in values.items()}


def _residual(
    terms: Sequence[tuple[float, Dual]], size: int, is_strict: bool
) -> tuple[float, Sequence[float]] | None:
    """Return the residual of a sum and its slopes; None where it is undefined or infinite."""
    above = below = 0.0
    for sign, (value, _) in terms:
        signed = sign * value
        if signed > 0:
            above += signed
        elif signed <= 0:
            below -= signed
        else:
            return None
    if above == below == 0 and is_strict:
        return None
    if above <= _NEGLIGIBLE * below:
        return FAR_BELOW, [0.0] * size
    if below <= _NEGLIGIBLE * above:
        return None
    slopes = [0.0] * size
    for sign, (value, gradient) in terms:
        if gradient is not None:
            share = sign / above if sign * value > 0 else sign / below
            for place, slope in enumerate(gradient):
                slopes[place] += share * slope
    if not all(map(math.isfinite, slopes)):
        return None
    return math.log(above) - math.log(below), slopes


def _terms(relation: Relation, *, is_split: bool) -> Iterator[tuple[float, Expression]]:
    """Yield the terms of a sum, with signs, that the relation says to be at most zero."""
    sign = 1.0 if relation.sense.is_upper else -1.0
    yield from _summands(relation.left, sign, is_split=is_split)
    yield from _summands(relation.right, -sign, is_split=is_split)


def _summands(
    node: Expression, sign: float, *, is_split: bool
) -> Iterator[tuple[float, Expression]]:
    if node == as_expression(0):
        return
    if isinstance(node, Operation):
        if node.operator is Operator.ADD:
            for operand in node.operands:
                yield from _summands(operand, sign, is_split=is_split)
            return
        if node.operator is Operator.NEGATE:
            yield from _summands(node.operands[0], -sign, is_split=is_split)
            return
        if node.operator is Operator.DIVIDE and is_split:
            top, bottom = node.operands
            for side, part in _summands(top, sign, is_split=is_split):
                yield side, part / bottom
            return
    yield sign, node
