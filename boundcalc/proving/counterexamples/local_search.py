"""Walks downhill in the margins of a goal: in doubles from samples, in balls from what they find.

A violation by 1e-13 is invisible in doubles; balls of 256 bits show it, once they are near.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from boundcalc.language.domains import Domain
from boundcalc.proving.counterexamples.margins import NOISE_IN_BALLS, FloatPoint, GoalMargins
from boundcalc.proving.counterexamples.sampling import SEED, Sampler, in_domain
from boundcalc.proving.goals import Point

STEPS = 300  # of a walk in doubles
HALVINGS = 90  # of the step of a walk in balls
NEAREST = 20  # the power of ten: how near a tie is looked at
FAR_POWERS = (*range(1, 16), 20, 30, 50, 100, 300, 1000)  # how far out, and how near an end
MOST_DIRECTIONS = 14


def walk(margins: GoalMargins, sampler: Sampler, start: FloatPoint, order: int = 0) -> FloatPoint:
    """Return a lower point, reached by random steps that grow where they help and shrink else.

    Every other walk goes by the mere difference of the sides.
    """
    generator = random.Random(SEED + order)
    is_absolute = order % 2 == 1
    best, margin = dict(start), margins.in_doubles(start, is_absolute=is_absolute)
    scale = 0.3
    for _ in range(STEPS):
        trial = dict(best)
        for name, (low, high) in sampler.ends.items():
            if generator.random() < 0.7:
                value = best[name]
                unit = generator.choice((abs(value), min(value - low, high - value), 1e-9))
                moved = value + scale * generator.gauss(0, 1) * (unit + 1e-12)
                if sampler.domains[name].integer and generator.random() < 0.3:
                    moved = value + generator.choice((-1, 1))
                trial[name] = sampler.clipped(name, moved)
        sampler.repair(trial, closely=True)
        trial = trial if sampler.admits(trial) else sampler.pulled(trial)
        found = margins.in_doubles(trial, is_absolute=is_absolute)
        if found < margin:
            best, margin, scale = trial, found, min(scale * 1.5, 3.0)
        else:
            scale = max(scale * 0.95, 1e-10)
    return best


def directions(margins: GoalMargins) -> list[dict[str, int]]:
    """Return the axes of the real variables, both ways, and then diagonals."""
    names = [symbol.name for symbol in margins.goal.variables if not symbol.domain.integer]
    axes = [{name: sign} for name in names for sign in (1, -1)]
    pairs = (
        {first: one, second: other}
        for first, second in itertools.combinations(names, 2)
        for one, other in itertools.product((1, -1), repeat=2)
    )
    return [*axes, *itertools.islice(pairs, max(0, MOST_DIRECTIONS - len(axes)))]


def around(margins: GoalMargins, centre: Point) -> Iterator[Point]:
    """Yield points at distances from 1/10 to 1e-20 of a point, where balls show a negative margin.

    Ties are surrounded by margins that vanish with the distance, in which doubles see nothing.
    """
    apart = 1 if len(margins.goal.variables) <= 2 else 2
    for direction in directions(margins):
        for power in range(1, NEAREST + 1, apart):
            step = Fraction(1, 10**power)
            point = _moved(centre, direction, step)
            if in_domain(margins.goal, point) and margins.is_below(point):
                yield point


def far_out(margins: GoalMargins, centre: Point) -> Iterator[Point]:
    """Yield points far out and close to the ends along each axis, where balls show a failure."""
    for symbol in margins.goal.variables:
        for value in _extremes(symbol.domain):
            point = {**centre, symbol.name: value}
            if in_domain(margins.goal, point) and margins.is_below(point):
                yield point


def _extremes(domain: Domain) -> Iterator[Fraction]:
    """Yield powers of ten towards the infinite ends, and ever smaller distances from others."""
    for power in FAR_POWERS:
        large, small = Fraction(10) ** power, Fraction(1, 10**power)
        yield large if domain.upper is None else domain.upper - small
        yield -large if domain.lower is None else domain.lower + small


def settle(margins: GoalMargins, start: Point) -> Point:
    """Return the end of a walk in balls along axes and diagonals, by steps that halve.

    It ends as soon as the margin is negative.
    """
    current, margin = start, margins.in_balls(start)
    if margin is None:
        return start
    ways = directions(margins)
    step = Fraction(1, 2**6)
    for _ in range(HALVINGS):
        if margin < -NOISE_IN_BALLS:
            break
        lower = _step_down(margins, current, margin, ways, step)
        if lower is None:
            step /= 2
        else:
            current, margin = lower
    return current


def _step_down(
    margins: GoalMargins, current: Point, margin: arb, ways: list[dict[str, int]], step: Fraction
) -> tuple[Point, arb] | None:
    for way in ways:
        trial = _moved(current, way, step)
        if not in_domain(margins.goal, trial):
            continue
        found = margins.in_balls(trial)
        if found is not None and found < margin:
            return trial, found
    return None


def _moved(point: Point, direction: dict[str, int], step: Fraction) -> Point:
    """Move by a step, relative to a coordinate that is not small, in dyadic rationals."""
    moved = dict(point)
    for name, sign in direction.items():
        size = max(abs(point[name]), Fraction(1, 2**20))
        unit = Fraction(2) ** (round(math.log2(size)) if size < 10**300 else 0)
        moved[name] = point[name] + sign * step * unit
    return moved
