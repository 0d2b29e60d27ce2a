"""Descending: the best value of one variable under smooth constraints, from a start nearby.

Sequential quadratic programming: at each point the constraints are replaced by their slopes, and
the value by what curvature the constraints that press give it; the best step within a trust region
is taken where it makes the value better or the constraints truer.
Where as many constraints press as there are variables, steps converge like Newton's method for
equations; otherwise like Newton's method for the best value along them.
In doubles, so that nothing may rest on it: the caller certifies what comes of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from boundcalc.evaluation.double_arrays import Vector
from boundcalc.optimization.log_residuals import Residuals
from boundcalc.optimization.quadratic_programs import minimize_quadratic

_ROUND = 20  # steps with residuals in the same units
_AGAIN = 0.3  # radius of steps with other units
_STATIONARY = 1e-8  # stationarity error at which no other units are tried
_NOTHING = 1e-9  # change of the value that is none
_FLATTEST, _STEEPEST = 1e-3, 1e3  # slopes that make a unit
_SHIFT = 1e-6  # of a logarithm, for curvature from differences of slopes
_LEAST_CURVATURE = 1e-6
_SAME_END = 0.3  # logarithms between a point and an end to which it leads
_ENOUGH = 1e-14  # the gain at which a descent ends
_STILL = 1e-7  # a step that says that the point is at rest
_CLOSE, _CLOSED = 1e-5, 1e-11  # a last step, and the worst residual after it
_SHORTEST, _LONGEST = 1e-13, 10.0  # radius of steps
_STEPS = 50  # in which a wide range can be crossed
_LIGHTEST, _HEAVIEST = 1e-3, 1e4  # weight of the worst residual against the value
_UNKNOWN = 10.0  # the same before it is known what is active
_AT_END = 1e-9
_STRAIGHT = 0.5  # the greatest logarithm that is taken for a share of the number
_SHARE = 0.9  # of the way to where a strict relation fails, beyond which much is undefined
_TUBE = 0.03  # the worst residual up to which a step may leave the constraints
_MENDED = 0.5  # and the logarithm of the unknown that would close it


class Constraints(Protocol):
    """What a descent asks of constraints."""

    @property
    def is_strict(self) -> Sequence[bool]:
        """Which relations are strict."""

    def at(self, logarithms: Vector) -> Residuals | None:
        """Return the residuals at a point, or None where one is undefined."""


@dataclass(frozen=True, slots=True)
class LocalOptimum:
    """Where a descent ended, in logarithms, with the residuals there and their multipliers.

    `stationarity_error` is the largest slope of the Lagrangian there; large in a corner.
    """

    point: Vector
    residuals: Residuals
    multipliers: Vector
    stationarity_error: float


class Method(Protocol):
    """A local search: `minimize_locally`, or another one in its place."""

    def __call__(
        self,
        constraints: Constraints,
        cost: Vector,
        ends: tuple[Vector, Vector],
        start: Vector,
        *,
        radius: float = 1.0,
        multipliers: Vector | None = None,
        most: int = 120,
        known: Vector | None = None,
    ) -> LocalOptimum | None:
        """Return where a descent ends; see `minimize_locally`."""


def minimize_locally(
    constraints: Constraints,
    cost: Vector,
    ends: tuple[Vector, Vector],
    start: Vector,
    *,
    radius: float = 1.0,
    multipliers: Vector | None = None,
    most: int = 120,
    known: Vector | None = None,
) -> LocalOptimum | None:
    """Return where `cost` times the point is locally least under the constraints.

    Parameters
    ----------
    constraints : LogResiduals
        The constraints.
    cost : array
        What is to be small, as a linear function of the logarithms.
    ends : pair of arrays
        The least and the greatest logarithm of each variable.
    start : array
        Where to begin; constraints may fail there, but must be defined.
    radius : float
        The longest first step along each axis.
    multipliers : array or None
        The multipliers at a neighbouring optimum.
    most : int
        The number of steps after which it ends in any case.
    known : array or None
        Where another descent ended; one that comes close to it gives up.

    Returns
    -------
    LocalOptimum or None
        In doubles; its residuals tell whether constraints hold. None where the start is
        undefined, or where it gave up.
    """
    near = np.clip(start, *ends)
    residuals = constraints.at(near)
    if residuals is None:
        return None
    with np.errstate(all="ignore"):  # what is not finite is not taken
        local = LocalOptimum(near, residuals, np.zeros(len(residuals.values)), 0.0)
        for _ in range(0, most, _ROUND):
            before, local = (
                local,
                _iterate(constraints, cost, ends, local, radius, multipliers, known),
            )
            if known is not None and _is_close(local.point, known):
                return None
            is_there = local.stationarity_error < _STATIONARY and local.residuals.worst < _CLOSED
            if is_there or _is_still(cost, before, local):
                break
            radius, multipliers = min(radius, _AGAIN), local.multipliers
        return local


def _iterate(
    constraints: Constraints,
    cost: Vector,
    ends: tuple[Vector, Vector],
    start: LocalOptimum,
    radius: float,
    multipliers: Vector | None,
    known: Vector | None,
) -> LocalOptimum:
    """Return where a round of steps leads, each residual in units of its steepest slope.

    So a step that leaves a little of every residual is judged alike for all of them.
    """
    steepest = np.abs(start.residuals.slopes).max(axis=1, initial=0.0)
    scale = 1 / np.clip(steepest, _FLATTEST, _STEEPEST)
    scaled = _Scaled(constraints, scale)
    scaled_multipliers = None if multipliers is None else multipliers / scale
    iteration = _Iteration(
        scaled, cost, ends, radius, start.point, scaled.of(start.residuals), scaled_multipliers
    )
    iteration.run(_ROUND, known)
    residuals = Residuals(
        iteration.residuals.values / scale, iteration.residuals.slopes / scale[:, None]
    )
    return LocalOptimum(
        iteration.point, residuals, iteration.multipliers * scale, iteration.stationarity_error()
    )


def _is_still(cost: Vector, before: LocalOptimum, after: LocalOptimum) -> bool:
    """Return whether a round neither changed the value nor closed a residual."""
    change = abs(float(cost @ (after.point - before.point)))
    return change < _NOTHING and after.residuals.worst >= min(before.residuals.worst / 2, _CLOSED)


def _is_close(point: Vector, known: Vector) -> bool:
    return bool(np.abs(point - known).max() < _SAME_END)


class _Scaled:
    """Residuals in units of their own."""

    def __init__(self, constraints: Constraints, scale: Vector) -> None:
        self.constraints, self.scale, self.is_strict = constraints, scale, constraints.is_strict

    def at(self, point: Vector) -> Residuals | None:
        residuals = self.constraints.at(point)
        return None if residuals is None else self.of(residuals)

    def of(self, residuals: Residuals) -> Residuals:
        return Residuals(residuals.values * self.scale, residuals.slopes * self.scale[:, None])


@dataclass(frozen=True, slots=True)
class _Step:
    """A step, the worst residual that it promises to leave, multipliers, and what that weighs."""

    move: Vector
    left: float
    multipliers: Vector
    weight: float
    active: tuple[int, ...]

    @property
    def size(self) -> float:
        return float(np.abs(self.move).max())


def _rows(count: int, size: int) -> Vector:
    """Return the rows of a step's constraints, without the slopes of the residuals."""
    one = np.eye(size + 1)
    return np.vstack([np.hstack([np.zeros((count, size)), -np.ones((count, 1))]), one[:size], -one])


class _Iteration:
    """A point on its way, with what is known there.

    `bend` is the inverse of the curvature of the constraints that press, made positive definite;
    what that took is added as a penalty for leaving those constraints, and `pull` says how it pulls
    to where they are met, for each residual.
    """

    def __init__(
        self,
        constraints: _Scaled,
        cost: Vector,
        ends: tuple[Vector, Vector],
        radius: float,
        point: Vector,
        residuals: Residuals,
        multipliers: Vector | None,
    ) -> None:
        self.constraints, self.cost, self.ends, self.radius = constraints, cost, ends, radius
        self.longest = max(_LONGEST, float((ends[1] - ends[0]).max()) / _STEPS)
        self.is_strict = np.array(constraints.is_strict, dtype=bool)
        self.point, self.residuals = point, residuals
        self.active: tuple[int, ...] = ()
        self.rows = _rows(*residuals.slopes.shape)
        self.multipliers = np.zeros(len(residuals.values)) if multipliers is None else multipliers
        self.bend, self.pull = self._bend_there()

    def run(self, most: int, known: Vector | None) -> None:
        """Go on until nothing is gained, for at most so many steps, or until near a known end."""
        for _ in range(most):
            if known is not None and _is_close(self.point, known):
                break
            step = self._step(self.point, self.residuals)
            if step is None or self.radius < _SHORTEST:
                break
            gain = self._gain(step, self.point + step.move, step.left)
            if gain > _ENOUGH * (1 + abs(float(self.cost @ self.point))):
                if self._is_over_after(step, gain):
                    break
            elif step.size < _STILL or not self.multipliers.any():
                self.multipliers = step.multipliers
                break
            else:  # the multipliers are those of other constraints than are active here
                self.multipliers = np.zeros(len(self.multipliers))
                self.bend, self.pull = self._bend_there()

    def stationarity_error(self) -> float:
        """Return the largest slope of the Lagrangian, but for what the ends hold back."""
        slope = self.cost + self.multipliers @ self.residuals.slopes
        low, high = self.ends
        slope = np.where(self.point <= low + _AT_END, np.minimum(slope, 0.0), slope)
        slope = np.where(self.point >= high - _AT_END, np.maximum(slope, 0.0), slope)
        return float(np.abs(slope).max())

    def _gain(self, step: _Step, point: Vector, worst: float) -> float:
        """Return what a point has over this one: the value, and the worst residual, weighted."""
        value = float(self.cost @ (self.point - point))
        return value + step.weight * (max(self.residuals.worst, 0.0) - max(worst, 0.0))

    def _is_over_after(self, step: _Step, gain: float) -> bool:
        """Take a step, or shorten the next one; return whether the iteration is at its end."""
        was_flat = not self.multipliers.any()
        if step.multipliers.any():
            self.multipliers = step.multipliers
        taken = self._taken(step, gain)
        self.active = step.active
        if taken is None:
            self.radius = step.size / 4
            if was_flat and self.multipliers.any():
                self.bend, self.pull = self._bend_there()
            return False
        real = self._gain(step, taken[0], taken[1].worst)
        if real > 0.7 * gain and step.size > 0.7 * self.radius:
            self.radius = min(3 * self.radius, self.longest)
        elif real < 0.2 * gain:
            self.radius = step.size / 2
        self.point, self.residuals = taken
        is_quick = step.size < min(_CLOSE, self.radius / 2) and real > 0.5 * gain
        if is_quick and self.residuals.worst <= _CLOSED:
            return True  # the next step is of the size of this one's square
        self.bend, self.pull = self._bend_there()
        return False

    def _taken(self, step: _Step, gain: float) -> tuple[Vector, Residuals] | None:
        """Return where a step leads if that is better, or where it leads with a second one."""
        target = self._moved(self.point, step.move)
        reached = self.constraints.at(target)
        if reached is None:
            return None
        real = self._gain(step, target, reached.worst)
        first = (target, reached) if real >= 0.05 * gain and self._is_near(reached) else None
        if (first and real >= 0.5 * gain) or reached.worst <= max(self.residuals.worst, 1e-12):
            return first
        # From beyond a bend the way back is known better than from before it.
        back = self._step(target, reached)
        if back is None:
            return first
        target = self._moved(target, back.move)
        reached = self.constraints.at(target)
        if reached is None or not self._is_near(reached):
            return first
        least = max(0.05 * gain, real if first else 0.0)
        return (target, reached) if self._gain(step, target, reached.worst) >= least else first

    def _moved(self, point: Vector, move: Vector) -> Vector:
        """Return where a step leads: along a line for parameters, so that their sums stay exact."""
        step = move.copy()
        is_short = np.abs(move) < _STRAIGHT
        is_short[-1] = False
        step[is_short] = np.log1p(move[is_short])
        moved: Vector = np.clip(point + step, *self.ends)
        return moved

    def _is_near(self, residuals: Residuals) -> bool:
        """Return whether constraints fail no more than here, or little, also in what mends them."""
        if residuals.worst <= self.residuals.worst:
            return True
        failing = residuals.values > 0
        pulls = np.abs(residuals.slopes[failing] @ self.cost)
        limits = np.where(pulls > _AT_END, np.minimum(_TUBE, _MENDED * pulls), _TUBE)
        return bool((residuals.values[failing] <= limits).all())

    def _step(self, point: Vector, residuals: Residuals) -> _Step | None:
        """Return the best step by slopes and curvature, within the radius.

        One more variable is the worst residual that is left; it is made as heavy as it takes.
        """
        size, count = residuals.slopes.shape[1], len(residuals.values)
        low, high = self.ends
        share = np.where(self.is_strict & (residuals.values < 0), _SHARE, 1.0)
        rows = self.rows
        rows[:count, :size] = residuals.slopes
        bounds = np.concatenate(
            [
                -residuals.values * share,
                np.minimum(high - point, self.radius),
                np.minimum(point - low, self.radius),
                [0.0],
            ]
        )
        inverse = np.zeros((size + 1, size + 1))
        inverse[:size, :size] = self.bend
        slope = np.append(self.cost + self.pull @ residuals.values, 0.0)
        known = 3 * float(self.multipliers.sum())
        weight = min(max(known, _LIGHTEST), _HEAVIEST) if known else _UNKNOWN
        found: _Step | None = None
        active = self.active
        while weight <= _HEAVIEST:
            inverse[size, size], slope[size] = 1 / weight, weight
            least = minimize_quadratic(inverse, slope, rows, bounds, active)
            if least is None:
                break
            active = least.active
            left = max(float(least.point[size]), 0.0)
            if found is None or left < 0.9 * found.left:
                found = _Step(least.point[:size], left, least.multipliers[:count], weight, active)
            if found.left <= 1e-12:
                break
            weight *= 10
        return found

    def _bend_there(self) -> tuple[Vector, Vector]:
        """Return the inverse of the curvature, and the pull, at the point."""
        size, count = len(self.point), len(self.multipliers)
        flat = np.eye(size) / _LEAST_CURVATURE, np.zeros((size, count))
        if not self.multipliers.any():
            return flat
        here = self.multipliers @ self.residuals.slopes
        found = np.zeros((size, size))
        for place in range(size):
            shift = _SHIFT if self.point[place] + _SHIFT < self.ends[1][place] else -_SHIFT
            moved = self.point.copy()
            moved[place] += shift
            near = self.constraints.at(moved)
            if near is None:
                return flat
            found[place] = (self.multipliers @ near.slopes - here) / shift
        found = (found + found.T) / 2
        active_slopes = np.where((self.multipliers > 0)[:, None], self.residuals.slopes, 0.0)
        squares = (active_slopes * active_slopes).sum(axis=1) + 1e-300
        pull = 10 * np.abs(found).max() * active_slopes.T / squares
        bent = found + pull @ active_slopes
        if not np.isfinite(bent).all():
            return flat
        values, vectors = np.linalg.eigh(bent)
        return (vectors / np.maximum(values, _LEAST_CURVATURE)) @ vectors.T, pull
