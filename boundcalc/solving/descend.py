"""Descending: the best value of one variable under smooth constraints, from a start nearby.

Sequential quadratic programming: at each point the constraints are replaced by their slopes, and
the value by what curvature the constraints that press give it; the best step within a trust region
is taken where it makes the value better or the constraints truer.
Where as many constraints press as there are variables, steps converge like Newton's method for
equations; otherwise like Newton's method for the best value along them.
In doubles, so that nothing may rest on it: the caller certifies what comes of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from boundcalc.enclosures.vectors import Vector
from boundcalc.solving.gaps import GapFinder, Gaps
from boundcalc.solving.quadratic import minimise_quadratic

_SHIFT = 1e-6  # of a logarithm, for curvature from differences of slopes
_LEAST_CURVATURE = 1e-6
_ENOUGH = 1e-14  # the gain at which a descent ends
_HEAVIEST = 1e4
_AT_END = 1e-9
_CLOSE = 1e-5
_CLOSED = 1e-11  # a gap
_SHORTEST = 1e-13  # radius of a step
_STRAIGHT = 0.5  # the greatest logarithm that is taken for a share of the number
_SHARE = 0.9  # of the way to where a strict relation fails, beyond which much is undefined
_TUBE = 0.03  # the worst gap up to which a step may leave the constraints
_MENDED = 0.5  # and the logarithm of the unknown that would close it


@dataclass(frozen=True, slots=True)
class Foot:
    """Where a descent ended, in logarithms, with the gaps there and the pressure of each row.

    `unrest` is by how much the pressures fail to hold the point there; large in a corner.
    """

    point: Vector
    gaps: Gaps
    pressures: Vector
    unrest: float


def descend(
    finder: GapFinder,
    cost: Vector,
    ends: tuple[Vector, Vector],
    start: Vector,
    *,
    radius: float = 1.0,
    pressures: Vector | None = None,
    most: int = 80,
) -> Foot | None:
    """Return where `cost` times the point is locally least under the constraints.

    Parameters
    ----------
    finder : GapFinder
        The constraints.
    cost : array
        What is to be small, as a linear function of the logarithms.
    ends : pair of arrays
        The least and the greatest logarithm of each variable.
    start : array
        Where to begin; constraints may fail there, but must be defined.
    radius : float
        The longest first step along each axis.
    pressures : array or None
        The pressures at a neighbouring optimum.
    """
    walk = _Walk(finder, cost, ends, radius)
    return walk.run(np.clip(start, *ends), pressures, most)


Curvature = tuple[Vector, Vector]


class _Walk:
    def __init__(
        self, finder: GapFinder, cost: Vector, ends: tuple[Vector, Vector], radius: float
    ) -> None:
        self.finder, self.cost, self.ends, self.radius = finder, cost, ends, radius
        self.is_strict = np.array(finder.is_strict, dtype=bool)
        self.weight = 10.0  # of the worst gap against the value

    def run(self, point: Vector, pressures: Vector | None, most: int) -> Foot | None:
        gaps = self.finder.at(point)
        if gaps is None:
            return None
        count = len(self.finder.signs)
        pressures = np.zeros(count) if pressures is None else pressures
        curvature = self._curvature(point, gaps, pressures)
        for _ in range(most):
            known = 3 * float(pressures.sum())
            self.weight = min(max(known, 1e-3), _HEAVIEST) if known else 10.0
            found = self._step(point, gaps, curvature)
            if found is None or self.radius < _SHORTEST:
                break
            move, left, pressed = found
            size = float(np.abs(move).max())
            gain = self._merit(point, gaps.worst) - self._merit(point + move, left)
            if gain <= _ENOUGH * (1 + abs(float(self.cost @ point))):
                if size < 1e-7 or not pressures.any():
                    pressures = pressed
                    break
                pressures = np.zeros(count)  # of other constraints than those that press here
                curvature = self._curvature(point, gaps, pressures)
                continue
            was_flat = not pressures.any()
            pressures = pressed if pressed.any() else pressures
            taken = self._taken(point, gaps, move, left, curvature)
            if taken is None:
                self.radius = size / 4
                if was_flat and pressures.any():
                    curvature = self._curvature(point, gaps, pressures)
                continue
            target, reached = taken
            real = self._merit(point, gaps.worst) - self._merit(target, reached.worst)
            if real > 0.7 * gain and size > 0.7 * self.radius:
                self.radius = min(3 * self.radius, 10.0)
            elif real < 0.2 * gain:
                self.radius = size / 2
            point, gaps = target, reached
            is_quick = size < min(_CLOSE, self.radius / 2) and real > 0.5 * gain
            if is_quick and gaps.worst <= _CLOSED:
                break  # the next step is of the size of this one's square
            curvature = self._curvature(point, gaps, pressures)
        return Foot(point, gaps, pressures, self._unrest(point, gaps, pressures))

    def _unrest(self, point: Vector, gaps: Gaps, pressures: Vector) -> float:
        pull = self.cost + pressures @ gaps.slopes
        low, high = self.ends
        at_low, at_high = point <= low + _AT_END, point >= high - _AT_END
        pull = np.where(
            at_low, np.minimum(pull, 0.0), np.where(at_high, np.maximum(pull, 0.0), pull)
        )
        return float(np.abs(pull).max())

    def _merit(self, point: Vector, worst: float) -> float:
        return float(self.cost @ point) + self.weight * max(worst, 0.0)

    def _taken(
        self, point: Vector, gaps: Gaps, move: Vector, left: float, curvature: Curvature
    ) -> tuple[Vector, Gaps] | None:
        """Return where a step leads if that is better, or the two steps do."""
        here = self._merit(point, gaps.worst)
        gain = here - self._merit(point + move, left)
        target = self._moved(point, move)
        reached = self.finder.at(target)
        if reached is None:
            return None
        real = here - self._merit(target, reached.worst)
        is_near = reached.worst <= gaps.worst or self._is_near(reached)
        first = (target, reached) if real >= 0.05 * gain and is_near else None
        if (first and real >= 0.5 * gain) or reached.worst <= max(gaps.worst, 1e-12):
            return first
        # From beyond a bend the way back is known better than from before it.
        found = self._step(target, reached, curvature)
        if found is None:
            return first
        target = self._moved(target, found[0])
        reached = self.finder.at(target)
        if reached is None or not (reached.worst <= gaps.worst or self._is_near(reached)):
            return first
        if here - self._merit(target, reached.worst) < max(0.05 * gain, real if first else 0.0):
            return first
        return target, reached

    def _moved(self, point: Vector, move: Vector) -> Vector:
        """Return where a step leads: along a line for parameters, so that their sums stay exact."""
        step = move.copy()
        is_short = np.abs(move) < _STRAIGHT
        is_short[-1] = False
        step[is_short] = np.log1p(move[is_short])
        moved: Vector = np.clip(point + step, *self.ends)
        return moved

    def _is_near(self, gaps: Gaps) -> bool:
        """Return whether constraints fail by little, in gaps and in what would mend them."""
        failing = gaps.values > 0
        pulls = np.abs(gaps.slopes[failing] @ self.cost)
        limits = np.where(pulls > 1e-9, np.minimum(_TUBE, _MENDED * pulls), _TUBE)
        return bool((gaps.values[failing] <= limits).all())

    def _step(
        self, point: Vector, gaps: Gaps, curvature: Curvature
    ) -> tuple[Vector, float, Vector] | None:
        """Return the best step, the worst gap that it promises to leave, and the pressures.

        One more variable is the worst gap that is left; it is made as heavy as it takes.
        """
        size, count = gaps.slopes.shape[1], len(gaps.values)
        low, high = self.ends
        one = np.eye(size + 1)
        rows = np.vstack([np.hstack([gaps.slopes, -np.ones((count, 1))]), one[:size], -one])
        bounds = np.concatenate(
            [
                -gaps.values * np.where(self.is_strict & (gaps.values < 0), _SHARE, 1.0),
                np.minimum(high - point, self.radius),
                np.minimum(point - low, self.radius),
                [0.0],
            ]
        )
        hessian = np.zeros((size + 1, size + 1))
        hessian[:size, :size], pull = curvature
        found, weight = None, self.weight
        while weight <= _HEAVIEST:
            hessian[size, size] = weight
            slope = np.append(self.cost + pull @ gaps.values, weight)
            trial = minimise_quadratic(hessian, slope, rows, bounds)
            if trial is None:
                break
            if found is None or trial.point[size] < 0.9 * found.point[size]:
                found, self.weight = trial, weight
            if found.point[size] <= 1e-12:
                break
            weight *= 10
        if found is None:
            return None
        left = float(found.point[size])
        return found.point[:size], max(left, 0.0), found.multipliers[:count]

    def _curvature(self, point: Vector, gaps: Gaps, pressures: Vector) -> Curvature:
        """Return the curvature of the constraints that press, made positive definite.

        What it takes for that is added as a penalty for leaving those constraints; the second
        array says how it pulls towards where they are met, for each gap.
        """
        size, count = len(point), len(pressures)
        none = np.zeros((size, count))
        if not pressures.any():
            return _LEAST_CURVATURE * np.eye(size), none
        here = pressures @ gaps.slopes
        found = np.zeros((size, size))
        for place in range(size):
            shift = _SHIFT if point[place] + _SHIFT < self.ends[1][place] else -_SHIFT
            moved = point.copy()
            moved[place] += shift
            near = self.finder.at(moved)
            if near is None:
                return _LEAST_CURVATURE * np.eye(size), none
            found[place] = (pressures @ near.slopes - here) / shift
        found = (found + found.T) / 2
        pressing = np.where((pressures > 0)[:, None], gaps.slopes, 0.0)
        if not np.isfinite(found).all():
            return _LEAST_CURVATURE * np.eye(size), none
        squares = (pressing * pressing).sum(axis=1) + 1e-300
        pull = 10 * np.abs(found).max() * pressing.T / squares
        values, vectors = np.linalg.eigh(found + pull @ pressing)
        return (vectors * np.maximum(values, _LEAST_CURVATURE)) @ vectors.T, pull
