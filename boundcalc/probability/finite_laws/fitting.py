"""Weights that satisfy what is assumed of one unit: linear programs in exact rationals."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

import numpy as np
from flint import fmpq

from boundcalc.checker.probability.model import Quantity
from boundcalc.checker.probability.space import Source
from boundcalc.checker.terms import Claim, names
from boundcalc.probability.expand import linear_in
from boundcalc.probability.finite_laws.points import Point
from boundcalc.probability.finite_laws.values import Atoms, NotComputed
from boundcalc.proving.simplex import solve

_FINE = 10**6
_CORNERS = 6


def fitted(
    facts: Sequence[Claim],
    kept: Mapping[str, Quantity],
    point: Point,
    units: Sequence[Sequence[Source]],
    values: Sequence[tuple[Fraction, ...]],
    random: Random,
) -> list[list[Fraction]]:
    """Return weights of values at which the facts about single units hold; none if none was found.

    Parameters
    ----------
    facts, kept, point
        What is assumed, the expectations, and the parameters.
    units : sequence of units
        The members of each unit with the law.
    values : sequence of tuple
        What the members of a unit may be together.
    random : Random
        Which corners are taken.
    """
    numbers = {name: float(value) for name, value in point.values.items()}
    numbers |= _fixed(facts, kept, numbers)
    means = _means(kept, units, values, numbers)
    rows = [row for row in (_row(fact, kept, means, numbers) for fact in facts) if row is not None]
    if not rows:
        return []
    count = len(values)
    columns = [{-1: fmpq(1)} for _ in range(count)]
    for place, (_, multipliers, _) in enumerate(rows):
        for column, value in zip(columns, multipliers, strict=True):
            column[place] = _rational(value)
    slacks = [{place: fmpq(-1)} for place, (kind, _, _) in enumerate(rows) if kind != "="]
    target = {-1: fmpq(1), **{place: _rational(-c) for place, (_, _, c) in enumerate(rows)}}
    corners: list[list[Fraction]] = []
    for _ in range(_CORNERS):
        gains = [random.randint(-3, 3) for _ in range(count)] + [0] * len(slacks)
        found = solve([*columns, *slacks], target, gains)
        if found is None:
            return []
        corners.append([Fraction(int(x.p), int(x.q)) for x in found[:count]])
    halves = [
        [(a + b) / 2 for a, b in zip(one, other, strict=True)]
        for one, other in itertools.pairwise(corners)
    ]
    return [*halves, *corners]


def _rational(value: float) -> fmpq:
    found = Fraction(value).limit_denominator(_FINE)
    return fmpq(found.numerator, found.denominator)


def _fixed(
    facts: Sequence[Claim], kept: Mapping[str, Quantity], numbers: Mapping[str, float]
) -> dict[str, float]:
    """Return the expectations that a fact sets equal to a number."""
    atoms = Atoms({}, np.ones((1, 1)), dict(numbers))
    found = {}
    for kind, term in facts:
        own = names(term) & kept.keys()
        parts = linear_in(term, own) if kind == "=" and len(own) == 1 else None
        if parts is not None:
            (name,) = own
            try:
                slope, rest = (float(atoms.value(parts.get(key, _ZERO))) for key in (name, ""))
            except (NotComputed, TypeError):
                continue
            if slope:
                found[name] = -rest / slope
    return found


_ZERO = ("number", Fraction(0))


def _means(
    kept: Mapping[str, Quantity],
    units: Sequence[Sequence[Source]],
    values: Sequence[tuple[Fraction, ...]],
    numbers: Mapping[str, float],
) -> dict[str, np.ndarray]:
    """Return for each expectation that is one of a single unit its term at each value."""
    columns = np.array([[float(item) for item in value] for value in values]).T
    found: dict[str, np.ndarray] = {}
    for name, item in kept.items():
        for unit in units if item.given is None else ():
            arrays = dict(zip(unit, columns, strict=True))
            atoms = Atoms(arrays, np.ones((1, len(values))), dict(numbers))
            try:
                value = np.asarray(atoms.value(item.term), dtype=float)
                found[name] = np.broadcast_to(value, (len(values),))
                break
            except (NotComputed, KeyError, TypeError, ValueError):
                continue
    return found


def _row(
    fact: Claim,
    kept: Mapping[str, Quantity],
    means: Mapping[str, np.ndarray],
    numbers: Mapping[str, float],
) -> tuple[str, list[float], float] | None:
    """Return a fact as one about weights: multipliers and a constant, at least or equal to zero."""
    kind, term = fact
    own = names(term) & kept.keys()
    if not own or not own <= means.keys() or kind == "!=":
        return None
    parts = linear_in(term, own)
    if parts is None:
        return None
    atoms = Atoms({}, np.ones((1, 1)), dict(numbers))
    try:
        rest = float(atoms.value(parts.get("", _ZERO)))
        total = sum(float(atoms.value(parts[name])) * means[name] for name in own)
    except (NotComputed, TypeError):
        return None
    return kind, [float(value) for value in np.asarray(total)], rest
