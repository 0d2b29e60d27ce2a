"""Small convex quadratic programs, by the dual method of Goldfarb and Idnani (1983).

It starts from the least value under the constraints that are guessed to be active, or under none,
and takes in one violated constraint after another; those whose multiplier becomes zero are let go.
In doubles, so that nothing may rest on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
_TOLERANCE = 1e-13
_DEPENDENT = 1e-11
_MOST_STEPS = 100


@dataclass(frozen=True, slots=True)
class Minimum:
    """The point where a quadratic is least, the multiplier of each constraint, and the active."""

    point: Vector
    multipliers: Vector
    active: tuple[int, ...] = ()


def minimize_quadratic(
    inverse: Vector, slope: Vector, rows: Vector, bounds: Vector, guess: Sequence[int] = ()
) -> Minimum | None:
    """Return where x H x / 2 + c x is least under A x <= b, or None where nothing satisfies that.

    Parameters
    ----------
    inverse : array
        The inverse of H, positive definite.
    slope : array
        c.
    rows, bounds : array
        A and b.
    guess : sequence of int
        The constraints that may be active; a good guess saves time.

    Examples
    --------
    >>> found = minimize_quadratic(np.eye(2), np.array([-2.0, 0.0]), np.eye(2), np.ones(2))
    >>> found.point.tolist(), found.multipliers.tolist()
    ([1.0, 0.0], [1.0, 0.0])
    """
    point: Vector = -inverse @ slope
    if not len(bounds):
        return Minimum(point, np.zeros(0))
    sizes = np.sqrt((rows * rows).sum(axis=1)) + 1e-300
    point, held, weights = _from_guess(inverse, point, rows, bounds, guess)
    for _ in range(_MOST_STEPS):
        excess = (rows @ point - bounds) / sizes
        if held:
            excess[held] = 0.0
        worst = int(excess.argmax())
        if excess[worst] <= _TOLERANCE * (1 + float(np.abs(point).max())):
            multipliers = np.zeros(len(bounds))
            multipliers[held] = weights
            return Minimum(point, multipliers, tuple(held))
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
    if len(right) == 1 and matrix[0, 0]:
        return np.asarray(right / matrix[0, 0], dtype=np.float64)
    try:
        return np.asarray(np.linalg.solve(matrix, right), dtype=np.float64)
    except np.linalg.LinAlgError:
        return least_squares(matrix, right)


def _from_guess(
    inverse: Vector, free: Vector, rows: Vector, bounds: Vector, guess: Sequence[int]
) -> tuple[Vector, list[int], list[float]]:
    """Return the least point where guessed constraints are met, those of no multiplier left out."""
    held = list(guess)
    while held:
        active = rows[held]
        shared = active @ inverse
        try:
            weights = np.linalg.solve(shared @ active.T, active @ free - bounds[held])
        except np.linalg.LinAlgError:
            break
        positive = weights > 0
        if positive.all():
            point = free - weights @ shared
            errors = np.abs(active @ point - bounds[held])
            if errors.max() > _DEPENDENT * (1 + np.abs(point).max()):
                break
            return point, held, weights.tolist()
        held = [place for place, keeps in zip(held, positive, strict=True) if keeps]
    return free, [], []


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
