"""Rational points at which several linear equations that are assumed hold, by elimination."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat

from boundcalc.enclosures.exact import exact_value
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.proving.counterexamples.quadrics import simple_value
from boundcalc.proving.goals import Point, ProofGoal

MOST_VARIABLES = 20
VALUES = tuple(map(Fraction, ("0", "1", "-1", "1/2", "2", "-2", "3", "5", "10")))
PROBES = (3, 7)  # places at which an equation is as it would be, were it linear


def points_of_linear_systems(goal: ProofGoal) -> Iterator[Point]:
    """Yield rational points at which all linear equations among the assumptions hold.

    Nothing is yielded where each gives a variable of its own, as y = 2 x does, or none is linear.
    """
    names = [symbol.name for symbol in goal.variables]
    equations = [relation for relation in goal.assumptions if relation.sense is Sense.EQ]
    is_solved = all(_gives_variable(relation) for relation in equations)
    if is_solved or not 1 < len(names) <= MOST_VARIABLES:
        return
    rows = [row for relation in equations if (row := _row(relation, names)) is not None]
    solved = eliminated(rows, len(names))
    if not solved:
        return
    free = [place for place in range(len(names)) if place not in solved]
    choices = [
        dict.fromkeys(
            [
                simple_value(goal, names[place]),
                *(value for value in VALUES if value in goal.variables[place].domain),
            ]
        )
        for place in free
    ]
    for chosen in itertools.product(*choices):
        values = dict(zip(free, chosen, strict=True))
        for place, row in solved.items():
            values[place] = row[-1] - sum((row[at] * values[at] for at in free), Fraction(0))
        yield {name: values[place] for place, name in enumerate(names)}


def _gives_variable(relation: Relation) -> bool:
    return any(
        isinstance(side.left, Symbol) and side.left.name not in side.right.names()
        for side in (relation, relation.mirrored)
    )


def _row(relation: Relation, names: Sequence[str]) -> list[Fraction] | None:
    """Return the coefficients of a linear equation and what they make, or None for another."""
    gap = relation.left - relation.right
    origin = dict.fromkeys(names, Fraction(0))

    def at(point: Mapping[str, Fraction]) -> Fraction | None:
        return exact_value(gap, {**origin, **point})

    start = at({})
    if start is None:
        return None
    row: list[Fraction] = []
    for name in names:
        value = at({name: Fraction(1)}) if name in gap.names() else start
        if value is None:
            return None
        row.append(value - start)
    for probe in PROBES:
        point = {name: Fraction(probe**place + place) for place, name in enumerate(names, 1)}
        expected = start + sum(
            (part * point[name] for part, name in zip(row, names, strict=True)), Fraction(0)
        )
        if at(point) != expected:
            return None
    return [*row, -start]


def eliminated(rows: Sequence[Sequence[Fraction]], count: int) -> dict[int, list[Fraction]]:
    """Return the rows by the places that they give, or nothing where they contradict."""
    if not rows:
        return {}
    entries = [fmpq(value.numerator, value.denominator) for row in rows for value in row]
    reduced, rank = fmpq_mat(len(rows), count + 1, entries).rref()
    solved: dict[int, list[Fraction]] = {}
    for number in range(rank):
        row = [
            Fraction(int(reduced[number, at].p), int(reduced[number, at].q))
            for at in range(count + 1)
        ]
        place = next(at for at, value in enumerate(row) if value)
        if place == count:
            return {}
        solved[place] = row
    return solved
