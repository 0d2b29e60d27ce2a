"""Starts: where descents begin, from a look at many points at once.

Points of a low-discrepancy sequence, most of them among the usual magnitudes, each with many values
of the unknown. In doubles, so that nothing may rest on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from boundcalc.evaluation.double_arrays import Vector
from boundcalc.optimization.log_residuals import LogResiduals

_COUNTS = {0: 1, 1: 128, 2: 1024}
_MOST = 3072
_MORE = 16384  # in a long look
_USUAL = (math.log(1e-7), math.log(1e3))  # where most parameters have their best values
_USUAL_SHARE = 0.75
_FINE = (-16.0, 36.0, 2.0)  # logarithms of the unknown: first, last, step; coarser beyond
_FINER = (-16.0, 36.0, 0.5)  # in a long look: what works may be a short interval
_BELOW_ONE = (-0.005, -0.05, -0.2, -0.5, -1.0, -1.5, -2.5, -3.0)
_APART = 1.5
_WIDTHS = (1.2, 0.6, 0.3)  # of the looks around a start
_NEAR = 48
_BLOCK = 1 << 14  # points with a value each that are looked at at once: what a cache holds
_FAILS = 1e6  # the score of a point at which no value of the unknown works, and more
Ends = tuple[Vector, Vector]


@dataclass(frozen=True, slots=True)
class Start:
    """A point in logarithms, the unknown last; the smaller the score, the more promising."""

    point: Vector
    score: float

    @property
    def is_good(self) -> bool:
        """Whether the constraints seem to hold at it."""
        return self.score < _FAILS


def find_starts(
    constraints: LogResiduals, ends: Ends, *, is_least: bool, count: int, is_long: bool = False
) -> list[Start]:
    """Return up to `count` starts, the most promising first.

    Parameters
    ----------
    constraints : LogResiduals
        The constraints; the unknown is its last variable.
    ends : pair of arrays
        The least and the greatest logarithm of each variable.
    is_least : bool
        Whether a small unknown is good.
    count : int
        How many.
    is_long : bool
        Whether to look at many more points.
    """
    low, high = ends
    size = len(low) - 1
    steps = _FINER if is_long else _FINE
    values = _values(float(low[size]), float(high[size]), *steps)
    values = values if is_least else values[::-1]
    points = spread_points(low[:size], high[:size], _MORE if is_long and size > 1 else 0)
    found = _rated(constraints, points, values, is_least=is_least, count=count)
    if size and found and found[0].is_good:
        found = _improved(constraints, ends, found, is_least=is_least)
    return sorted(found, key=lambda start: start.score)


def _improved(
    constraints: LogResiduals, ends: Ends, starts: list[Start], *, is_least: bool
) -> list[Start]:
    """Return the best of each start and of looks around it, each closer than the one before."""
    (low, high), size = ends, len(ends[0]) - 1
    cube = 2 * spread_points(np.zeros(size), np.ones(size), _NEAR) - 1
    sign = 1.0 if is_least else -1.0
    for width in _WIDTHS:
        centres = np.array([start.point for start in starts])
        points = np.clip(centres[:, None, :-1] + width * cube, low[:-1], high[:-1])
        values = centres[:, -1:] + sign * width * np.linspace(-3.0, 0.5, 15)
        values = np.clip(values, low[-1], high[-1])
        scores, reached = _scores(constraints, points, values, is_least=is_least)
        best = scores.argmin(axis=1)
        near = [
            Start(np.append(points[row, place], reached[row, place]), float(scores[row, place]))
            for row, place in enumerate(best)
        ]
        starts = [
            min(start, other, key=lambda item: item.score)
            for start, other in zip(starts, near, strict=True)
        ]
    return starts


def _rated(
    constraints: LogResiduals, points: Vector, values: Vector, *, is_least: bool, count: int
) -> list[Start]:
    """Return the most promising points that are apart, each with the first value that works."""
    found = _scores(constraints, points[None], values[None], is_least=is_least)
    scores, reached = (each[0] for each in found)
    left = np.argsort(scores, kind="stable")
    left = left[np.isfinite(scores[left])]
    starts: list[Start] = []
    while len(left) and len(starts) < count:
        row = left[0]
        starts.append(Start(np.append(points[row], reached[row]), float(scores[row])))
        left = left[np.abs(points[left] - points[row]).max(axis=1, initial=0.0) > _APART]
    return starts


def _scores(
    constraints: LogResiduals, points: Vector, values: Vector, *, is_least: bool
) -> tuple[Vector, Vector]:
    """Return the score of each point, and the first of the values that works there.

    Points come in rows, and each row has its own values of the unknown, the best first.
    A score that cannot be told is infinite.
    """
    step = max(1, _BLOCK // values.size)
    blocks = [points[:, at : at + step] for at in range(0, points.shape[1], step)]
    worst = np.concatenate([_worst(constraints, block, values) for block in blocks], axis=1)
    works = worst <= 0
    is_good = works.any(axis=2)
    first = np.where(is_good, works.argmax(axis=2), worst.argmin(axis=2))
    before = np.maximum(first - 1, 0)
    residual = np.take_along_axis(worst, first[..., None], axis=2)[..., 0]
    there = np.take_along_axis(worst, before[..., None], axis=2)[..., 0]
    here = np.maximum(residual, -50.0)
    with np.errstate(all="ignore"):
        share = here / (here - there)
    share = np.where((first > 0) & np.isfinite(share), share, 0.0)
    at, near = np.take_along_axis(values, first, axis=1), np.take_along_axis(values, before, axis=1)
    between = at + share * (near - at)
    scores = np.where(is_good, between if is_least else -between, _FAILS + residual)
    return np.where(np.isfinite(scores), scores, math.inf), at


def _worst(constraints: LogResiduals, points: Vector, values: Vector) -> Vector:
    """Return the greatest residual at each point with each value of its row."""
    names = constraints.names
    grid = {name: points[..., place, None] for place, name in enumerate(names[:-1])}
    grid[names[-1]] = values[:, None, :]
    shape = (*points.shape[:2], values.shape[1])
    return np.broadcast_to(constraints.worst_over(grid), shape)


def spread_points(low: Vector, high: Vector, count: int = 0) -> Vector:
    """Return points that fill a box of logarithms, denser among the usual magnitudes."""
    size = len(low)
    count = count or _COUNTS.get(size, _MOST)
    if not size:
        return np.zeros((count, 0))  # nothing is left to choose
    root = 2.0
    for _ in range(50):
        root = (1 + root) ** (1 / (size + 1))
    steps = np.array([root ** -(place + 1) for place in range(size)])
    shares = (0.5 + np.outer(np.arange(1, count + 1), steps)) % 1.0
    return np.column_stack([_spread(shares[:, i], low[i], high[i]) for i in range(size)]).reshape(
        count, size
    )


def _spread(shares: Vector, low: float, high: float) -> Vector:
    first, last = max(low, _USUAL[0]), min(high, _USUAL[1])
    if first >= last:
        return low + shares * (high - low)
    below, above = first - low, high - last
    tails = 1 - _USUAL_SHARE if below + above > 0 else 0.0
    left = tails * below / (below + above) if tails else 0.0
    return np.interp(
        shares, [0.0, left, left + 1 - tails + 1e-12, 1.0 + 2e-12], [low, first, last, high]
    )


def _values(low: float, high: float, first: float, last: float, step: float) -> Vector:
    return np.array(sorted({low, high, *_between(low, high, first, last, step)}))


def _between(low: float, high: float, first: float, last: float, step: float) -> Iterator[float]:
    fine = [first + step * index for index in range(int((last - first) / step) + 1)]
    coarse = [sign * 1.35**power for power in range(8, 34) for sign in (-1, 1)]
    yield from (value for value in (*fine, *_BELOW_ONE) if low < value < high)
    yield from (value for value in coarse if low < value < high and not first <= value <= last)
