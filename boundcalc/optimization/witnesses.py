"""Witnesses: values of the free parameters at which an answer can be checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from boundcalc.algebra.conditions import Condition, relations
from boundcalc.enclosures.decisions import Truth
from boundcalc.feasible.components import Component
from boundcalc.feasible.shapes import Compiled
from boundcalc.feasible.univariate import feasible_set
from boundcalc.language.errors import UndecidedError
from boundcalc.language.expressions import Symbol
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.optimization.choices import preferred_direction, short_value
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.reduction import Reduction

_LITTLE = Fraction(1, 10**6)
_LARGEST_DENOMINATOR = 10**5  # of a fraction that is told from its first 12 digits


@dataclass(frozen=True, slots=True)
class Witness:
    """The parameters that a numeric search chose; the eliminated ones follow from the answer.

    `direction` is the end of the unknown that they were chosen for, if they were.
    """

    chosen: Mapping[str, Fraction] = field(default_factory=dict)
    direction: Direction | None = None

    def complete(self, reduction: Reduction, value: Fraction) -> dict[str, Fraction]:
        """Return values of all quantities at an answer, the eliminated parameters included."""
        problem = reduction.problem
        point = {**problem.given, **self.chosen, problem.unknown.name: value}
        for left, (symbol, shown) in reversed(list(enumerate(reduction.stages))):
            condition = reduction.expand(shown)
            found = feasible_set(condition, symbol.name, symbol.domain, point)
            if not found.components:
                single = _single_value(condition, symbol, point)
                if single is not None:
                    point[symbol.name] = single
                    continue
                raise UndecidedError(
                    f"{problem.theorem.id}: no certified value of {symbol.name} was found "
                    f"at {problem.unknown.name} = {exact_or_scientific(value)}; pin {symbol.name}"
                )
            direction = preferred_direction(problem.theorem, symbol)
            ends = found.components[0 if direction is Direction.LEAST else -1]
            if _is_of_rounding(reduction, left, point, ends):
                point[symbol.name] = Fraction(0)
                continue
            # An end would leave a single value, perhaps no decimal, to a later parameter.
            point[symbol.name] = short_value(ends, symbol, direction, is_inside=left > 0)
        return point


def _single_value(
    condition: Condition, symbol: Symbol, point: Mapping[str, Fraction]
) -> Fraction | None:
    """Return the one value at which a condition holds, if it is a fraction of small numbers.

    Where two relations meet in a point, as 6 epsilon <= 1/50 and epsilon >= 1/300 do, it is the end
    of what each of them leaves, and perhaps no decimal.
    """
    compiled = Compiled(condition, point)
    for relation in relations(condition):
        found = feasible_set(relation, symbol.name, symbol.domain, point)
        for end in (end for item in found.components for end in (item.lower, item.upper)):
            value = end.limit_denominator(_LARGEST_DENOMINATOR)
            is_inside = value in symbol.domain
            if is_inside and compiled.truth({**point, symbol.name: value}) is Truth.TRUE:
                return value
    return None


def _is_of_rounding(
    reduction: Reduction, stage: int, point: Mapping[str, Fraction], found: Component
) -> bool:
    """Whether a parameter that may be zero has room because the answer is rounded, and no other.

    Then the room grows many times over where the answer gives way by a share of a billionth.
    """
    symbol, shown = reduction.stages[stage]
    unknown = reduction.problem.unknown
    if found.lower != 0 or not 0 < found.upper < _LITTLE or unknown.domain.integer:
        return False
    for sign in (1, -1):
        near = point[unknown.name] * (1 + sign * _LITTLE / 1000)
        if near in unknown.domain:
            wider = feasible_set(
                reduction.expand(shown), symbol.name, symbol.domain, {**point, unknown.name: near}
            )
            if wider.components and wider.components[-1].upper > 100 * found.upper:
                return True
    return False
