"""Choosing: the numbers for free parameters, from exact intervals or by a direct search."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction

from boundcalc.algebra.search_range import search_ends
from boundcalc.feasible.components import Component
from boundcalc.feasible.digits import last_digit, round_digits
from boundcalc.language.domains import Domain
from boundcalc.language.expressions import Symbol
from boundcalc.language.quantities import Stronger
from boundcalc.language.statements import Theorem
from boundcalc.optimization.evolution_strategy import climb_ridge
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import Problem

_COUNTS = {1: 48, 2: 16, 3: 8}  # places along each axis, by the number of axes
_USUAL_COUNTS = {2: 24, 3: 10}
_USUAL = (math.log(1e-5), math.log(100.0))  # where most parameters have their best values
_SMALLEST, _LARGEST = Fraction(1, 10**40), Fraction(10**12)  # that are searched
_NEAR_END = Fraction(1, 100)
LEAST_HOPE = -1e5  # the value to beat where any point at which something works will do
_WIDTHS = (0.05, 0.2, 0.05, 0.2)  # of the first step of each climb
_SHORT_DIGITS = (3, 6, 9, 12, 18, 30)


def preferred_direction(theorem: Theorem, symbol: Symbol) -> Direction:
    """Return the end of an interval of feasible values that is worth more.

    The strong end of a quantity of the conclusion, the weak end of a quantity of a premise, the
    greatest of what limits a question or is a number of queries, and the least of everything else.
    """
    for target in theorem.targets:
        if target.symbol == symbol:
            return _strong_end(target.stronger)
    for guarantee, is_premise in (
        (theorem.conclusion, False),
        *((premise, True) for premise in theorem.premises),
    ):
        for quantity in guarantee.quantities():
            if guarantee.expression(quantity.name) == symbol:
                strong = _strong_end(quantity.stronger)
                return strong.opposite if is_premise else strong
    is_resource = symbol.unit.value == "queries" or symbol.is_allowance
    return Direction.GREATEST if is_resource else Direction.LEAST


def wanted_direction(problem: Problem) -> Direction:
    """Return the end of the unknown that is asked for, or else the one that is worth more."""
    return problem.end or preferred_direction(problem.theorem, problem.unknown)


def _strong_end(stronger: Stronger) -> Direction:
    return Direction.LEAST if stronger is Stronger.SMALLER else Direction.GREATEST


def short_number(
    component: Component, symbol: Symbol, direction: Direction, *, is_inside: bool = False
) -> Fraction:
    """Return a number of few digits in an interval, near the end that is preferred.

    With `is_inside` it is not that end itself, if the interval has room for others.
    """
    first, last = search_ends(symbol.domain)
    ends = [component.upper, component.lower]
    if direction is Direction.LEAST:
        ends.reverse()
    limits = {end for end in (first, last) if end not in symbol.domain or abs(end) > 10**100}
    end = next((end for end in ends if end not in limits and abs(end) > Fraction(1, 10**100)), None)
    if end is None:
        return Fraction(1) if component.lower <= 1 <= component.upper else component.upper
    if symbol.domain.integer:
        return end
    rounding = ROUND_FLOOR if end == component.upper else ROUND_CEILING
    for digits in _SHORT_DIGITS:
        candidate = round_digits(end, rounding, digits)
        if is_inside and candidate == end:
            inward = -1 if end == component.upper else 1
            candidate += inward * last_digit(end, digits)
        if component.lower <= candidate <= component.upper:
            return candidate
    return end


def maximise(
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
    if len(symbols) > 1:
        for width in _WIDTHS:
            before = best_value
            climb_ridge(lambda: best, attempt, width=width)
            if best_value <= before + 1e-9 * abs(before):
                break
    return list(_as_point(best, symbols))


def _magnitudes(symbol: Symbol) -> tuple[float, float]:
    """Return the range of the natural logarithm that is searched."""
    first, last = search_ends(symbol.domain)
    low = math.log(max(float(first), float(_SMALLEST)))
    high = math.log(min(float(last), float(_LARGEST)))
    return low, high


def is_end_of_search(symbol: Symbol, value: Fraction) -> bool:
    """Return whether a value is the last that is searched, though the domain goes on.

    Examples
    --------
    >>> from boundcalc.language.domains import POSITIVE
    >>> x = Symbol("x", POSITIVE)
    >>> is_end_of_search(x, Fraction(10**12)), is_end_of_search(x, Fraction(1))
    (True, False)
    """
    return any(
        abs(value / end - 1) < _NEAR_END and value * way in symbol.domain
        for end, way in ((_SMALLEST, Fraction(1, 2)), (_LARGEST, Fraction(2)))
    )


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


def as_values(
    point: Sequence[float | Fraction],
    symbols: Sequence[Symbol],
    roundings: Sequence[str],
    digits: int = 9,
) -> Mapping[str, Fraction]:
    """Return a point in exact numbers of few digits, each coordinate rounded in its own way.

    Near an open end of its domain a coordinate may be rounded to that end; see `inward`.
    """
    return {
        symbol.name: (
            Fraction(round(value))
            if symbol.domain.integer
            else round_digits(Fraction(value), rounding, digits)
        )
        for value, symbol, rounding in zip(point, symbols, roundings, strict=True)
    }


def inward(value: Fraction, domain: Domain, digits: int = 9) -> Fraction:
    """Return the value, or where it is beyond an end of the domain, a number just inside.

    Examples
    --------
    >>> from boundcalc.language.domains import OPEN_PROBABILITY
    >>> inward(Fraction(1), OPEN_PROBABILITY, 3), inward(Fraction(1, 2), OPEN_PROBABILITY)
    (Fraction(999, 1000), Fraction(1, 2))
    """
    first, last = search_ends(domain)
    if value in domain or domain.integer:
        return min(max(value, first), last)
    step = min(Fraction(1, 10**digits), (last - first) / 10)
    if domain.lower is not None and value <= domain.lower:
        return domain.lower if domain.lower_closed else domain.lower + step
    assert domain.upper is not None
    return domain.upper if domain.upper_closed else domain.upper - step
