"""Small convex quadratic programs, by the dual method of Goldfarb and Idnani (1983).

It starts from the least value without constraints, and takes in one violated constraint after
another; those that stop to press are let go. In doubles, so that nothing may rest on it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
_TOLERANCE = 1e-13
_DEPENDENT = 1e-11
_MOST_STEPS = 100


@dataclass(frozen=True, slots=True)
class Minimum:
    """The point where a quadratic is least, and the multiplier of each constraint."""

    point: Vector
    multipliers: Vector


def minimise_quadratic(
    hessian: Vector, slope: Vector, rows: Vector, bounds: Vector
) -> Minimum | None:
    """Return where x H x / 2 + c x is least under A x <= b, or None where nothing satisfies that.

    Parameters
    ----------
    hessian : array
        H, positive definite.
    slope : array
        c.
    rows, bounds : array
        A and b.

    Examples
    --------
    >>> found = minimise_quadratic(np.eye(2), np.array([-2.0, 0.0]), np.eye(2), np.ones(2))
    >>> found.point.tolist(), found.multipliers.tolist()
    ([1.0, 0.0], [1.0, 0.0])
    """
    try:
        inverse: Vector = np.asarray(np.linalg.inv(hessian), dtype=np.float64)
    except np.linalg.LinAlgError:
        return None
    point: Vector = -inverse @ slope
    sizes = np.sqrt((rows * rows).sum(axis=1)) + 1e-300
    held: list[int] = []
    weights: list[float] = []
    for _ in range(_MOST_STEPS):
        excess = (rows @ point - bounds) / sizes
        excess[held] = 0.0
        worst = int(excess.argmax()) if len(excess) else 0
        if not len(excess) or excess[worst] <= _TOLERANCE * (1 + float(np.abs(point).max())):
            multipliers = np.zeros(len(bounds))
            multipliers[held] = weights
            return Minimum(point, multipliers)
        found = _take_in(inverse, point, rows, bounds, worst, held, weights)
        if found is None:
            return None
        point = found
    return None


def least_squares(matrix: Vector, right: Vector) -> Vector:
    """Return the shortest x at which |A x - b| is least, by doubles; nan where A is not finite.

    The decomposition of LAPACK may run for ever on an infinity.

    Examples
    --------
    >>> least_squares(np.array([[2.0], [0.0]]), np.array([1.0, 1.0])).tolist()
    [0.5]
    >>> least_squares(np.array([[np.inf]]), np.array([1.0])).tolist()
    [nan]
    """
    if not np.isfinite(matrix).all():
        return np.full(matrix.shape[1], np.nan)
    return np.asarray(np.linalg.lstsq(matrix, right, rcond=None)[0], dtype=np.float64)


def _solved(matrix: Vector, right: Vector) -> Vector:
    try:
        return np.asarray(np.linalg.solve(matrix, right), dtype=np.float64)
    except np.linalg.LinAlgError:
        return least_squares(matrix, right)


def _take_in(
    inverse: Vector,
    point: Vector,
    rows: Vector,
    bounds: Vector,
    place: int,
    held: list[int],
    weights: list[float],
) -> Vector | None:
    """Move until a constraint is met, and let go what is in the way; None where it cannot be."""
    normal = rows[place]
    towards = inverse @ normal
    weight = 0.0
    while True:
        move, relief = towards, np.zeros(0)
        if held:
            active = rows[held]
            shared = active @ inverse
            relief = _solved(shared @ active.T, shared @ normal)
            move = towards - shared.T @ relief
        slope = float(normal @ move)
        is_free = slope > _DEPENDENT * float(normal @ towards)
        full = float(normal @ point - bounds[place]) / slope if is_free else np.inf
        blocking = [
            (max(weights[index], 0.0) / ease, index)
            for index, ease in enumerate(relief)
            if ease > _DEPENDENT
        ]
        length, leaving = min(blocking, default=(np.inf, -1))
        step = min(full, length)
        if step == np.inf:
            return None
        if is_free:
            point = point - step * move
        weights[:] = [old - step * ease for old, ease in zip(weights, relief, strict=True)]
        weight += step
        if full <= length:
            held.append(place)
            weights.append(weight)
            return point
        del held[leaving], weights[leaving]
