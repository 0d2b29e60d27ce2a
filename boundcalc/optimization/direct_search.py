"""A direct search: good free parameters by values alone, where a formula has no slopes.

Main definitions
----------------
`search_directly`: choices near the best point found, rounded in all directions.
`best_point`: that point, in doubles.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR
from itertools import product

from boundcalc.algebra.conditions import Condition, map_relations
from boundcalc.algebra.isolation import isolate
from boundcalc.algebra.search_range import search_ends
from boundcalc.evaluation.doubles import FLOATS
from boundcalc.feasible.float_conditions import Guesser
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.optimization.choices import (
    LARGEST,
    SMALLEST_OF_DIRECT,
    ChosenParameters,
    as_values,
    inward,
    wanted_direction,
)
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.reduction import Reduction

HOPELESS = -1e6
_COUNTS = {1: 48, 2: 16, 3: 8}  # places along each axis, by the number of axes
_USUAL_COUNTS = {2: 24, 3: 10}
_USUAL = (math.log(1e-5), math.log(100.0))  # where most parameters have their best values
LEAST_HOPE = -1e5  # the value to beat where any point at which something works will do
_FAR = 1e3
_SHARES = (0.0, 0.02, 0.05, 0.1, 0.2, 0.5, 0.8, 0.95, 0.99, 1.0)
_HALVINGS = 8  # of a step beyond the best value, which is then known to 1/256 of the step
_PLACES = 24
_GOLDEN = (math.sqrt(5) - 1) / 2
_SECTIONS = 30  # of the space between two places, for what works in a narrow band


def search_directly(reduction: Reduction) -> Iterator[ChosenParameters]:
    """Yield the best point found in exact numbers, rounded in all directions.

    Doubles reach the open end of a domain, and so may rounding; the numbers stay inside.
    """
    point, direction = best_point(reduction)
    objective, symbols = Objective(reduction, direction), reduction.remaining
    for roundings in product((ROUND_FLOOR, ROUND_CEILING), repeat=len(symbols)):
        values = as_values(point, symbols, roundings)
        chosen = {symbol.name: inward(values[symbol.name], symbol.domain) for symbol in symbols}
        value = objective.value([float(chosen[symbol.name]) for symbol in symbols])
        if value <= HOPELESS:  # it fails by little, perhaps by the last digits
            value = -objective.high if direction is Direction.LEAST else objective.low
        yield ChosenParameters(chosen, -value if direction is Direction.LEAST else value, direction)


def best_point(reduction: Reduction) -> tuple[Sequence[float], Direction]:
    """Return, in doubles, the parameters that make the unknown best, and the end that is best.

    It is the end that is asked for, or else the end that is worth more, unless some choice reaches
    the end of the domain there and none does at the other.
    """
    problem, symbols = reduction.problem, reduction.remaining
    preferred = wanted_direction(problem)
    objective = Objective(reduction, preferred)
    point = maximize(objective.value, symbols) or [1.0 for _ in symbols]
    if problem.end or objective.value(point) < objective.limit:
        return point, preferred
    opposite = Objective(reduction, preferred.opposite)
    other = maximize(opposite.value, symbols) or point
    if HOPELESS < opposite.value(other) < opposite.limit:
        return other, preferred.opposite
    return point, preferred


def maximize(
    objective: Callable[[Sequence[float], float], float],
    symbols: Sequence[Symbol],
    *,
    steps: int = 400,
) -> list[float] | None:
    """Return a good point of a function of a few positive variables, or None where it is -inf.

    The function is told the value to beat, and may return -inf where it does not.
    A grid of magnitudes, then the pattern search of Hooke and Jeeves on the logarithms.
    Nothing is guaranteed: the caller certifies what comes of it.
    """
    ranges = [_magnitudes(symbol) for symbol in symbols]
    best, best_value = _grids(objective, ranges)
    if best is None:
        return None

    def attempt(trial: list[float]) -> bool:
        nonlocal best, best_value
        inside = [min(max(x, low), high) for x, (low, high) in zip(trial, ranges, strict=True)]
        value = objective(_as_point(inside, symbols), best_value)
        is_better = value > best_value
        if is_better:
            best, best_value = inside, value
        return is_better

    step = [(high - low) / 24 for low, high in ranges]
    for _ in range(steps):
        start = best
        for place in range(len(symbols)):
            improved = any(
                attempt([x + sign * step[place] * (i == place) for i, x in enumerate(best)])
                for sign in (1, -1)
            )
            step[place] *= 1.5 if improved else 0.5
        if best is not start:
            attempt([2 * x - y for x, y in zip(best, start, strict=True)])
        elif max(step, default=0.0) < 1e-7:  # flat at its top: off by the square of this
            break
    return list(_as_point(best, symbols))


def _magnitudes(symbol: Symbol) -> tuple[float, float]:
    """Return the range of the natural logarithm that is searched."""
    first, last = search_ends(symbol.domain)
    low = math.log(max(float(first), float(SMALLEST_OF_DIRECT)))
    high = math.log(min(float(last), float(LARGEST)))
    return low, high


def _grids(
    objective: Callable[[Sequence[float], float], float], ranges: Sequence[tuple[float, float]]
) -> tuple[list[float] | None, float]:
    """Return the best point of a grid of the usual magnitudes and one of all, and its value.

    The usual ones come first: a value to beat makes the second grid fast.
    """
    usual = [(max(low, _USUAL[0]), min(high, _USUAL[1])) for low, high in ranges]
    near, value = None, -math.inf
    if len(ranges) > 1 and all(low < high for low, high in usual):
        near, value = _grid_search(objective, usual, _USUAL_COUNTS, LEAST_HOPE)
    far, far_value = _grid_search(objective, ranges, _COUNTS, max(value, LEAST_HOPE))
    if near is None and far is None:
        return _grid_search(objective, ranges, _COUNTS)
    return (near, value) if far is None else (far, far_value)


def _grid_search(
    objective: Callable[[Sequence[float], float], float],
    ranges: Sequence[tuple[float, float]],
    counts: Mapping[int, int],
    beaten: float = -math.inf,
) -> tuple[list[float] | None, float]:
    """Return the best point of a grid and its value, or None where none beats a value."""
    count = counts.get(len(ranges), 5)
    grids = [
        [low + (high - low) * (index + 0.5) / count for index in range(count)]
        for low, high in ranges
    ]
    best: list[float] | None = None
    best_value = beaten
    points: list[list[float]] = [[]]
    for grid in grids:
        points = [[*point, value] for point in points for value in grid]
    for point in points:
        value = objective([math.exp(coordinate) for coordinate in point], best_value)
        if value > best_value:
            best, best_value = point, value
    return best, best_value


def _as_point(logarithms: Sequence[float], symbols: Sequence[Symbol]) -> list[float]:
    return [
        float(max(1, round(math.exp(value)))) if symbol.domain.integer else math.exp(value)
        for value, symbol in zip(logarithms, symbols, strict=True)
    ]


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
