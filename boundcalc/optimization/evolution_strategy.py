"""Climbing a ridge: an evolution strategy that learns in which directions a function improves.

Where two constraints meet, the best value of an unknown has a ridge, on which steps along single
coordinates find nothing better although a step along the ridge does.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

_TARGET = 2 / 11  # share of the steps that should succeed
_MEMORY = 1 / 12
_ENOUGH = 0.44
Matrix = list[list[float]]


def climb_ridge(
    best: Callable[[], Sequence[float]],
    attempt: Callable[[list[float]], bool],
    *,
    width: float = 0.05,
    precision: float = 1e-8,
) -> None:
    """Try steps from the best point until they are small, by the (1+1) strategy with covariance.

    Parameters
    ----------
    best : callable
        Returns the best point so far.
    attempt : callable
        Tries a point, keeps it if it is better, and returns whether it was.
    width : float
        The first length of a step.
    precision : float
        The length of a step at which the climb ends.
    """
    size = len(best())
    generator = random.Random(size)
    factor = _identity(size)
    covariance, path = _identity(size), [0.0] * size
    success = _TARGET
    for _ in range(400 * size):
        draw = [generator.gauss(0.0, 1.0) for _ in range(size)]
        move = [sum(map(float.__mul__, row, draw)) for row in factor]
        is_better = attempt([x + width * y for x, y in zip(best(), move, strict=True)])
        success += _MEMORY * (is_better - success)
        width *= math.exp((success - _TARGET) / (1 - _TARGET) / (1 + size / 2))
        if is_better:
            _learn(covariance, path, move, success)
            factor = _cholesky(covariance)
        if width < precision:
            break


def _learn(covariance: Matrix, path: list[float], move: list[float], success: float) -> None:
    size = len(path)
    fade, rate = 2 / (size + 2), 2 / (size**2 + 6)
    is_steady = success < _ENOUGH
    for place, value in enumerate(move):
        path[place] *= 1 - fade
        path[place] += math.sqrt(fade * (2 - fade)) * value * is_steady
    keep = 1 - rate if is_steady else 1 - rate * (1 - fade * (2 - fade))
    for i in range(size):
        for j in range(size):
            covariance[i][j] = keep * covariance[i][j] + rate * path[i] * path[j]


def _identity(size: int) -> Matrix:
    return [[float(i == j) for j in range(size)] for i in range(size)]


def _cholesky(matrix: Matrix) -> Matrix:
    size = len(matrix)
    factor = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = matrix[i][j] - sum(factor[i][k] * factor[j][k] for k in range(j))
            factor[i][j] = math.sqrt(max(rest, 1e-300)) if i == j else rest / factor[j][j]
    return factor
