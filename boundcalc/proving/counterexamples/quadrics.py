"""Rational points on curves of degree two that an assumption describes, such as x^2 + y^2 = 1.

A line through one rational point, in a rational direction, meets the curve in a second one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from boundcalc.enclosures.exact import exact_value
from boundcalc.language.expressions import Expression
from boundcalc.language.operators import Sense
from boundcalc.proving.goals import Point, ProofGoal

BASE = tuple(map(Fraction, ("0", "1", "-1", "2", "-2", "1/2", "-1/2", "3", "-3")))
MOST_BASES, MOST_STEPS = 400, 12  # points that are tried, and the greatest part of a direction
MOST_VARIABLES = 4
MOST_VAIN = 60  # directions in which no second point is found, beyond those in which one is


def points_on_quadrics(goal: ProofGoal) -> Iterator[Point]:
    """Yield rational points at which the one equation that is assumed holds.

    Nothing is yielded where there are more equations, or where the equation is of another degree.
    """
    equations = [relation for relation in goal.assumptions if relation.sense is Sense.EQ]
    names = sorted(equations[0].names()) if len(equations) == 1 else []
    if not 2 <= len(names) <= MOST_VARIABLES:
        return
    gap = equations[0].left - equations[0].right
    rest = {symbol.name: simple_value(goal, symbol.name) for symbol in goal.variables}
    base = next(
        (
            point
            for values in itertools.islice(itertools.product(BASE, repeat=len(names)), MOST_BASES)
            for point in [dict(zip(names, values, strict=True))]
            if exact_value(gap, point) == 0
        ),
        None,
    )
    if base is None:
        return
    yield {**rest, **base}
    vain = 0
    for way in _directions(len(names)):
        found = _second(gap, base, dict(zip(names, map(Fraction, way), strict=True)))
        vain += 1 if found is None else -1
        if found is not None:
            yield {**rest, **found}
        elif vain > MOST_VAIN:  # the equation is of another degree
            return


def _directions(count: int) -> Iterator[tuple[int, ...]]:
    """Yield directions, of two opposite ones only one, those with small parts first."""
    for size in range(1, MOST_STEPS + 1):
        for way in itertools.product(range(-size, size + 1), repeat=count):
            if max(map(abs, way)) == size and way > tuple(-part for part in way):
                yield way


def _second(gap: Expression, base: Point, way: Point) -> Point | None:
    """Return where a line through a zero of degree two meets the curve again, or None."""

    def at(step: int | Fraction) -> Fraction | None:
        return exact_value(gap, {name: base[name] + step * way[name] for name in base})

    before, after, twice = at(-1), at(1), at(2)
    if before is None or after is None or twice is None:
        return None
    square, slope = (after + before) / 2, (after - before) / 2
    if not square or not slope or twice != 4 * square + 2 * slope:
        return None
    found = {name: base[name] - slope / square * way[name] for name in base}
    return found if exact_value(gap, found) == 0 else None


def simple_value(goal: ProofGoal, name: str) -> Fraction:
    """Return a simple value of the domain of a variable."""
    domain = next(symbol.domain for symbol in goal.variables if symbol.name == name)
    ends = [end for end in (domain.lower, domain.upper) if end is not None]
    middle = sum(ends, Fraction(0)) / len(ends) if ends else Fraction(0)
    choices = (
        Fraction(0),
        Fraction(1),
        middle,
        *(end + 1 for end in ends),
        *(end - 1 for end in ends),
    )
    return next((value for value in choices if value in domain), middle)
