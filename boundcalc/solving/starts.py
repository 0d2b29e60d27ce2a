"""Starts: where descents begin, from a look at many points at once.

Points of a low-discrepancy sequence, most of them among the usual magnitudes, each with many values
of the unknown. In doubles, so that nothing may rest on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from boundcalc.enclosures.vectors import Vector
from boundcalc.solving.gaps import GapFinder

_COUNTS = {0: 1, 1: 64, 2: 160}
_MOST = 320
_USUAL = (math.log(1e-6), math.log(30.0))  # where most parameters have their best values
_USUAL_SHARE = 0.75
_FINE = (-16.0, 36.0, 0.8)  # logarithms of the unknown: first, last, step; coarser beyond
_APART = 1.5
Ends = tuple[Vector, Vector]
Places = NDArray[np.intp]


def find_starts(
    finder: GapFinder, ends: Ends, *, is_least: bool, count: int
) -> tuple[list[Vector], bool]:
    """Return up to `count` points in logarithms, and whether they satisfy the constraints.

    The most promising come first.

    Parameters
    ----------
    finder : GapFinder
        The constraints; the unknown is its last variable.
    ends : pair of arrays
        The least and the greatest logarithm of each variable.
    is_least : bool
        Whether a small unknown is good.
    count : int
        How many.
    """
    low, high = ends
    size = len(low) - 1
    points = spread_points(low[:size], high[:size])
    values = _values(float(low[size]), float(high[size]))
    if not is_least:
        values = values[::-1]
    grid = {name: points[:, place : place + 1] for place, name in enumerate(finder.names[:size])}
    grid[finder.names[size]] = values[None, :]
    worst = np.broadcast_to(finder.worst_over(grid), (len(points), len(values)))
    good = worst <= 0
    if good.any():
        rows = np.flatnonzero(good.any(axis=1))
        first = good[rows].argmax(axis=1)
        scores = first - _progress(worst, rows, first)
    else:
        rows = np.flatnonzero(np.isfinite(worst).any(axis=1))
        first = worst[rows].argmin(axis=1)
        scores = worst[rows, first]
    found: list[Vector] = []
    for place in np.argsort(scores, kind="stable"):
        start = np.append(points[rows[place]], values[first[place]])
        if all(np.abs(start - other)[:size].max(initial=0.0) > _APART for other in found):
            found.append(start)
        if len(found) == count:
            break
    return found, bool(good.any())


def _progress(worst: Vector, rows: Places, first: Places) -> Vector:
    """Return how far towards the next better value the constraints seem to hold, from 0 to 1."""
    before = worst[rows, np.maximum(first - 1, 0)]
    here = np.maximum(worst[rows, first], -50.0)
    with np.errstate(all="ignore"):
        share = here / (here - before)
    return np.where((first == 0) | ~np.isfinite(share), 0.0, share)


def spread_points(low: Vector, high: Vector) -> Vector:
    """Return points that fill a box of logarithms, denser among the usual magnitudes."""
    size = len(low)
    count = _COUNTS.get(size, _MOST)
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


def _values(low: float, high: float) -> Vector:
    return np.array(sorted({low, high, *_between(low, high)}))


def _between(low: float, high: float) -> Iterator[float]:
    first, last, step = _FINE
    fine = [first + step * index for index in range(int((last - first) / step) + 1)]
    coarse = [sign * 1.35**power for power in range(8, 19) for sign in (-1, 1)]
    for value in (*fine, *coarse, -0.05, -0.2, -0.005):
        if low < value < high and (value in fine or not first <= value <= last or value < 0):
            yield value
