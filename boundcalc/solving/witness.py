"""Witnesses: values of the free parameters at which an answer can be checked."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from itertools import product

from boundcalc.enclosures.floats import FLOATS
from boundcalc.language.errors import UndecidedError
from boundcalc.solving.answers import Direction
from boundcalc.solving.choose import (
    as_values,
    maximise,
    preferred_direction,
    short_number,
)
from boundcalc.solving.guesses import Guesser
from boundcalc.solving.reduction import Reduction
from boundcalc.solving.univariate import feasible_set, search_ends

HOPELESS = -1e6


@dataclass(frozen=True, slots=True)
class Witness:
    """The parameters that a numeric search chose; the eliminated ones follow from the answer."""

    chosen: Mapping[str, Fraction] = field(default_factory=dict)

    def complete(self, reduction: Reduction, value: Fraction) -> dict[str, Fraction]:
        """Return values of all quantities at an answer, the eliminated parameters included."""
        question = reduction.question
        point = {**question.given, **self.chosen, question.unknown.name: value}
        for left, (symbol, shown) in reversed(list(enumerate(reduction.stages))):
            found = feasible_set(reduction.expand(shown), symbol.name, symbol.domain, point)
            if not found.components:
                raise UndecidedError(
                    f"{question.theorem.id}: no certified value of {symbol.name} was found "
                    f"at {question.unknown.name} = {float(value):.12g}; pin {symbol.name}"
                )
            direction = preferred_direction(question.theorem, symbol)
            ends = found.components[0 if direction is Direction.LEAST else -1]
            # An end would leave a single value, perhaps no decimal, to a later parameter.
            point[symbol.name] = short_number(ends, symbol, direction, is_inside=left > 0)
        return point


def find_witnesses(reduction: Reduction) -> Iterator[Witness]:
    """Yield good values for the free parameters that could not be eliminated, the best first.

    They are one point, rounded in different directions: rounding may leave the constraints.
    """
    symbols = reduction.remaining
    if not symbols:
        yield Witness()
        return
    point = maximise(_Objective(reduction).value, symbols) or [1.0 for _ in symbols]
    for roundings in product((ROUND_FLOOR, ROUND_CEILING), repeat=len(symbols)):
        yield Witness(as_values(point, symbols, roundings))


class _Objective:
    """The best value of the unknown at given free parameters, in doubles; larger is better."""

    def __init__(self, reduction: Reduction) -> None:
        question = reduction.question
        given = {name: FLOATS.number(value) for name, value in question.given.items()}
        self.condition = Guesser(reduction.condition).bound(given)
        self.names = [symbol.name for symbol in reduction.remaining]
        self.unknown = question.unknown
        first, last = search_ends(question.unknown.domain)
        self.low = math.log(max(float(first), 1e-100))
        self.high = math.log(min(float(last), 1e100))
        self.preferred = preferred_direction(question.theorem, question.unknown)

    def value(self, point: Sequence[float]) -> float:
        """Return minus the logarithm of the least value that works, or that of the greatest.

        Which of the two follows from the end of the domain that works; where none does, a value
        below `HOPELESS` that grows as the constraints come closer to being met.
        """
        chosen = dict(zip(self.names, point, strict=True))
        span = self._span(self.condition.bound(chosen))
        if span.shortfall > 0:
            return HOPELESS - span.shortfall
        reaches_bottom, reaches_top = span.low <= self.low, span.high >= self.high
        is_least = self.preferred is Direction.LEAST
        if reaches_bottom != reaches_top:
            is_least = reaches_top
        return -span.low if is_least else span.high

    def _span(self, condition: Guesser) -> _Span:
        """Return the range of logarithms of the unknown that seems to satisfy a condition."""
        if condition.sides is not None:
            return self._relation_span(condition)
        spans = [self._span(part) for part in condition.parts]
        if condition.is_all:
            low = max((span.low for span in spans), default=self.low)
            high = min((span.high for span in spans), default=self.high)
            shortfall = sum(span.shortfall for span in spans) + max(low - high, 0.0)
            return _Span(shortfall, low, high)
        return max(spans, key=self._worth, default=_Span(math.inf, self.low, self.high))

    def _worth(self, span: _Span) -> tuple[float, float]:
        is_least = self.preferred is Direction.LEAST
        return -span.shortfall, -span.low if is_least else span.high

    def _relation_span(self, relation: Guesser) -> _Span:
        name = self.unknown.name

        def shortfall(logarithm: float) -> float:
            return relation.shortfall({name: math.exp(logarithm)})

        at_low, at_high = shortfall(self.low), shortfall(self.high)
        if not at_low and not at_high:
            return _Span(0.0, self.low, self.high)
        if name not in relation.names:
            return _Span(at_low, self.low, self.high)
        if not at_high:
            return _Span(0.0, _edge(shortfall, self.high, self.low), self.high)
        if not at_low:
            return _Span(0.0, self.low, _edge(shortfall, self.low, self.high))
        count = 48
        places = [self.low + (self.high - self.low) * i / count for i in range(1, count)]
        inside = min(places, key=shortfall)
        if shortfall(inside):
            return _Span(shortfall(inside), self.low, self.high)
        low, high = _edge(shortfall, inside, self.low), _edge(shortfall, inside, self.high)
        return _Span(0.0, low, high)


@dataclass(frozen=True, slots=True)
class _Span:
    """A range of logarithms that works, or by how much no value does."""

    shortfall: float
    low: float
    high: float


def _edge(shortfall: Callable[[float], float], inside: float, outside: float) -> float:
    """Return the logarithm of the last value that works between two logarithms."""
    for _ in range(80):
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            break
        if shortfall(middle):
            outside = middle
        else:
            inside = middle
    return inside
