"""Witnesses: values of the free parameters at which an answer can be checked."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from itertools import product

from boundcalc.algebra.conditions import Condition, map_relations
from boundcalc.algebra.isolation import isolate
from boundcalc.algebra.search_range import search_ends
from boundcalc.evaluation.doubles import FLOATS
from boundcalc.feasible.components import Component
from boundcalc.feasible.float_conditions import Guesser
from boundcalc.feasible.univariate import feasible_set
from boundcalc.language.errors import UndecidedError
from boundcalc.language.expressions import Relation
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.optimization.choices import (
    LEAST_HOPE,
    as_values,
    inward,
    maximise,
    preferred_direction,
    short_number,
    wanted_direction,
)
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.reduction import Reduction

HOPELESS = -1e6
_FAR = 1e3
_SHARES = (0.0, 0.02, 0.05, 0.1, 0.2, 0.5, 0.8, 0.95, 0.99, 1.0)
_HALVINGS = 8  # of a step beyond the best value, which is then known to 1/256 of the step
_PLACES = 24
_GOLDEN = (math.sqrt(5) - 1) / 2
_SECTIONS = 30  # of the space between two places, for what works in a narrow band
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
            point[symbol.name] = short_number(ends, symbol, direction, is_inside=left > 0)
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


def find_witnesses(reduction: Reduction) -> Iterator[Witness]:
    """Yield good values for the free parameters that could not be eliminated, the best first.

    They are one point, rounded in different directions: rounding may leave the constraints.
    """
    if not reduction.remaining:
        yield Witness()
        return
    point, direction = best_point(reduction)
    yield from rounded_witnesses(reduction, point, direction)


def rounded_witnesses(
    reduction: Reduction, point: Sequence[float], direction: Direction
) -> Iterator[Witness]:
    """Yield a point of the remaining parameters in exact numbers, rounded in all directions.

    Doubles reach the open end of a domain, and so may rounding; the numbers stay inside.
    """
    symbols = reduction.remaining
    for roundings in product((ROUND_FLOOR, ROUND_CEILING), repeat=len(symbols)):
        values = as_values(point, symbols, roundings)
        chosen = {symbol.name: inward(values[symbol.name], symbol.domain) for symbol in symbols}
        yield Witness(chosen, direction)


def best_point(reduction: Reduction) -> tuple[Sequence[float], Direction]:
    """Return, in doubles, the parameters that make the unknown best, and the end that is best.

    It is the end that is asked for, or else the end that is worth more, unless some choice reaches
    the end of the domain there and none does at the other.
    """
    problem, symbols = reduction.problem, reduction.remaining
    preferred = wanted_direction(problem)
    objective = Objective(reduction, preferred)
    point = maximise(objective.value, symbols) or [1.0 for _ in symbols]
    if problem.end or objective.value(point) < objective.limit:
        return point, preferred
    opposite = Objective(reduction, preferred.opposite)
    other = maximise(opposite.value, symbols) or point
    if HOPELESS < opposite.value(other) < opposite.limit:
        return other, preferred.opposite
    return point, preferred


class Objective:
    """The best value of the unknown at given free parameters, in doubles; larger is better."""

    def __init__(self, reduction: Reduction, direction: Direction) -> None:
        problem = reduction.problem
        given = {name: FLOATS.number(value) for name, value in problem.given.items()}
        isolated = map_relations(reduction.condition, self._isolated(reduction))
        self.condition = Guesser(isolated).bound(given)
        self.names = [symbol.name for symbol in reduction.remaining]
        self.unknown = problem.unknown
        first, last = search_ends(problem.unknown.domain)
        self.low = math.log(max(float(first), 1e-100))
        self.high = math.log(min(float(last), 1e100))
        self.is_least = direction is Direction.LEAST

    @staticmethod
    def _isolated(reduction: Reduction) -> Callable[[Relation], Condition]:
        """Return what puts the unknown alone on a side, where that is possible."""
        name = reduction.problem.unknown.name

        def change(relation: Relation) -> Condition:
            isolated = isolate(relation, name, reduction.box)
            return relation if isolated is None else isolated

        return change

    @property
    def limit(self) -> float:
        """The value where the unknown reaches the end of its domain, or that of the search."""
        end = -self.low if self.is_least else self.high
        return end - 1e-9 * (1 + abs(end))

    def value(self, point: Sequence[float], beaten: float = -math.inf) -> float:
        """Return minus the logarithm of the least value that works, or that of the greatest.

        -inf where the value to beat, which one point has reached, is not beaten: the unknown that
        reached it does not work here.
        Where no value works, a value below `HOPELESS` that grows as the constraints come closer to
        being met.
        """
        chosen = dict(zip(self.names, point, strict=True))
        if beaten > LEAST_HOPE:
            return self._beyond(chosen, beaten)
        if beaten == LEAST_HOPE and not self._works_somewhere(chosen):
            return -math.inf
        span = self._span(self.condition, chosen)
        if span.shortfall > 0:
            return HOPELESS - span.shortfall
        end = self._checked_end(chosen, span)
        if end is None:
            return HOPELESS - 1
        return -end if self.is_least else end

    def _works_somewhere(self, chosen: Mapping[str, float]) -> bool:
        """Return whether one of a few values of the unknown, near and far, works."""
        width = self.high - self.low
        values = dict(chosen)
        for share in _SHARES:
            values[self.unknown.name] = math.exp(self.low + width * share)
            if self.condition(values):
                return True
        return False

    def _beyond(self, chosen: Mapping[str, float], beaten: float) -> float:
        """Return a value beyond the one to beat that steps find, or -inf."""
        sign = -1 if self.is_least else 1

        def shortfall(value: float) -> float:
            if value > self.limit:
                return 1.0
            values = {**chosen, self.unknown.name: math.exp(sign * value)}
            return 0.0 if self.condition(values) else 1.0

        step = 1e-12 * max(1.0, abs(beaten))
        if shortfall(beaten + step):
            return -math.inf
        reached = beaten + step
        while not shortfall(reached + 8 * step):
            reached, step = reached + 8 * step, 8 * step
        failed = reached + 8 * step
        for _ in range(_HALVINGS):
            middle = (reached + failed) / 2
            reached, failed = (reached, middle) if shortfall(middle) else (middle, failed)
        return reached

    def _checked_end(self, chosen: Mapping[str, float], span: _Span) -> float | None:
        """Return the best logarithm of a range, which may have gaps, that seems to work."""

        def shortfall(logarithm: float) -> float:
            values = {**chosen, self.unknown.name: math.exp(logarithm)}
            return 0.0 if self.condition(values) else 1.0

        best, worst = (span.low, span.high) if self.is_least else (span.high, span.low)
        for step in (0.0, 1e-12, 1e-9, *(i / _PLACES for i in range(1, _PLACES + 1))):
            place = best + (worst - best) * step
            if not shortfall(place):
                return place if step < 1e-6 else _edge(shortfall, place, best)
        return None

    def _span(self, condition: Guesser, chosen: Mapping[str, float]) -> _Span:
        """Return the range of logarithms of the unknown that seems to satisfy a condition."""
        if condition.is_bound_of(self.unknown.name):
            return self._bound_span(condition, chosen)
        if condition.sides is not None:
            if self.unknown.name not in condition.names:
                return _Span(condition.shortfall(chosen), self.low, self.high)
            return self._relation_span(condition.bound(chosen))
        spans = [self._span(part, chosen) for part in condition.parts]
        if condition.is_all:
            low = max((span.low for span in spans), default=self.low)
            high = min((span.high for span in spans), default=self.high)
            # squares, so that a little of a second failure is worth much less of the first
            shortfall = sum(span.shortfall**2 for span in spans) + max(low - high, 0.0) ** 2
            return _Span(shortfall, low, high)
        return max(spans, key=self._worth, default=_Span(math.inf, self.low, self.high))

    def _worth(self, span: _Span) -> tuple[float, float]:
        return -span.shortfall, -span.low if self.is_least else span.high

    def _relation_span(self, relation: Guesser) -> _Span:
        name = self.unknown.name

        def shortfall(logarithm: float) -> float:
            return relation.shortfall({name: math.exp(logarithm)})

        at_low, at_high = shortfall(self.low), shortfall(self.high)
        if not at_low and not at_high:
            return _Span(0.0, self.low, self.high)
        if not at_high:
            return _Span(0.0, _edge(shortfall, self.high, self.low), self.high)
        if not at_low:
            return _Span(0.0, self.low, _edge(shortfall, self.low, self.high))
        width = self.high - self.low
        places = [self.low + width * i / _PLACES for i in range(1, _PLACES)]
        inside = min(places, key=shortfall)
        if shortfall(inside):
            inside = _lowest(shortfall, inside, width / _PLACES)
        if shortfall(inside):
            return _Span(shortfall(inside), self.low, self.high)
        low, high = _edge(shortfall, inside, self.low), _edge(shortfall, inside, self.high)
        return _Span(0.0, low, high)

    def _bound_span(self, relation: Guesser, chosen: Mapping[str, float]) -> _Span:
        """Return the range that a bound on the unknown, which stands alone, leaves."""
        bound = relation.bound_of(chosen)
        if math.isnan(bound):
            return _Span(_FAR, self.low, self.high)
        end = math.log(bound) if bound > 0 else -math.inf
        low, high = (self.low, end) if relation.is_below else (end, self.high)
        excess = max(low - self.high, self.low - high, 0.0)
        return _Span(min(excess, _FAR), max(low, self.low), min(high, self.high))


@dataclass(frozen=True, slots=True)
class _Span:
    """A range of logarithms that works, or by how much no value does."""

    shortfall: float
    low: float
    high: float


def _lowest(shortfall: Callable[[float], float], near: float, radius: float) -> float:
    """Return a logarithm that works, or the best one that golden sections find around another."""
    low, high = near - radius, near + radius
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = shortfall(left), shortfall(right)
    for _ in range(_SECTIONS):
        if not (at_left and at_right):
            break
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = shortfall(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = shortfall(right)
    return left if at_left < at_right else right


def _edge(shortfall: Callable[[float], float], inside: float, outside: float) -> float:
    """Return the logarithm of the last value that works between two logarithms."""
    while abs(inside - outside) > 1e-13 * max(1.0, abs(inside)):
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            break
        if shortfall(middle):
            outside = middle
        else:
            inside = middle
    return inside
