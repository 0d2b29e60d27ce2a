"""Where a polynomial of degree two has no slope: a failure in a tiny ball is found there alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from boundcalc.enclosures.exact import exact_value
from boundcalc.proving.counterexamples.linear_systems import eliminated
from boundcalc.proving.goals import Point, ProofGoal

MOST_VARIABLES = 6
ONE = Fraction(1)


def stationary_point(goal: ProofGoal) -> Iterator[Point]:
    """Yield the rational point at which the difference of the sides has no slope, if it is one.

    The difference is taken for a polynomial of degree two, by its values at a few points; of
    another one, the point is where it would be.
    """
    gap = goal.conclusion.left - goal.conclusion.right
    names = sorted(gap.names())
    if not 0 < len(names) <= MOST_VARIABLES or any(item.domain.integer for item in goal.variables):
        return
    origin = {symbol.name: Fraction(0) for symbol in goal.variables}
    places = [
        {},
        *({name: sign} for name in names for sign in (ONE, -ONE)),
        *({one: ONE, other: ONE} for one, other in itertools.combinations(names, 2)),
    ]
    found: dict[frozenset[tuple[str, Fraction]], Fraction] = {}
    for place in places:
        value = exact_value(gap, {**origin, **place})
        if value is None:
            return
        found[frozenset(place.items())] = value
    start = found[frozenset()]

    def at(**place: Fraction) -> Fraction:
        return found[frozenset(place.items())] - start

    rows = []
    for one in names:
        more, less = at(**{one: ONE}), at(**{one: -ONE})
        mixed = [
            more + less
            if one == other
            else at(**{one: ONE, other: ONE}) - more - at(**{other: ONE})
            for other in names
        ]
        rows.append([*mixed, (less - more) / 2])
    solved = eliminated(rows, len(names))
    if solved:  # what no row gives is zero
        yield {**origin, **{names[place]: row[-1] for place, row in solved.items()}}
