"""Witnesses: values of the free parameters at which an answer can be checked."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from boundcalc.language.errors import UndecidedError
from boundcalc.solving.answers import Direction
from boundcalc.solving.choose import (
    as_values,
    maximise,
    preferred_direction,
    short_number,
)
from boundcalc.solving.reduction import Reduction
from boundcalc.solving.univariate import Compiled, feasible_set, search_ends


@dataclass(frozen=True, slots=True)
class Witness:
    """The parameters that a numeric search chose; the eliminated ones follow from the answer."""

    chosen: Mapping[str, Fraction] = field(default_factory=dict)

    def complete(self, reduction: Reduction, value: Fraction) -> dict[str, Fraction]:
        """Return values of all quantities at an answer, the eliminated parameters included."""
        question = reduction.question
        point = {**question.given, **self.chosen, question.unknown.name: value}
        for symbol, shown in reversed(reduction.stages):
            found = feasible_set(reduction.expand(shown), symbol.name, symbol.domain, point)
            if not found.components:
                raise UndecidedError(
                    f"solve: {question.theorem.id}: no certified value of {symbol.name} was found "
                    f"at {question.unknown.name} = {float(value):.12g}; pin {symbol.name}"
                )
            direction = preferred_direction(question.theorem, symbol)
            ends = found.components[0 if direction is Direction.LEAST else -1]
            point[symbol.name] = short_number(ends, symbol, direction)
        return point


def find_witness(reduction: Reduction) -> Witness:
    """Return good values for the free parameters that could not be eliminated."""
    if not reduction.remaining:
        return Witness()
    point = maximise(_Objective(reduction).value, reduction.remaining)
    if point is None:
        return Witness(as_values([1.0 for _ in reduction.remaining], reduction.remaining))
    return Witness(as_values(point, reduction.remaining))


class _Objective:
    """The best value of the unknown at given free parameters, in doubles; larger is better."""

    def __init__(self, reduction: Reduction) -> None:
        question = reduction.question
        self.condition = Compiled(reduction.condition)
        self.names = [symbol.name for symbol in reduction.remaining]
        self.unknown = question.unknown
        self.given = {name: float(value) for name, value in question.given.items()}
        first, last = search_ends(question.unknown.domain)
        self.low, self.high = max(float(first), 1e-100), min(float(last), 1e100)
        self.preferred = preferred_direction(question.theorem, question.unknown)

    def value(self, point: Sequence[float]) -> float:
        """Return minus the logarithm of the least value that works, or the logarithm of the greatest.

        Which of the two follows from the end of the domain that works; -inf where none does.
        """
        values = {**self.given, **dict(zip(self.names, point, strict=True))}

        def works(unknown: float) -> bool:
            return self.condition.guess({**values, self.unknown.name: unknown})

        low, high = works(self.low), works(self.high)
        if low and high:
            return -math.log(self.low) if self.preferred is Direction.LEAST else math.log(self.high)
        if high:
            return -_edge(works, math.log(self.high), math.log(self.low))
        if low:
            return _edge(works, math.log(self.low), math.log(self.high))
        return -math.inf


def _edge(works: object, inside: float, outside: float) -> float:
    """Return the logarithm of the last value that works between two logarithms."""
    assert callable(works)
    for _ in range(80):
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            break
        if works(math.exp(middle)):
            inside = middle
        else:
            outside = middle
    return inside
