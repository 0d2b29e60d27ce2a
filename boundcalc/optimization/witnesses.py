"""Witnesses: values of the free parameters at which an answer can be checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from boundcalc.feasible.components import Component
from boundcalc.feasible.univariate import feasible_set
from boundcalc.language.errors import UndecidedError
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.optimization.choices import preferred_direction, short_value
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.reduction import Reduction

_LITTLE = Fraction(1, 10**6)


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
            found = feasible_set(reduction.expand(shown), symbol.name, symbol.domain, point)
            if not found.components:
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
