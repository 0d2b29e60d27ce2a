"""Reaching: a point at which constraints hold, or by how much they fail where they fail least.

Descents of the worst residual, from a few starts. In doubles, so that nothing may rest on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from boundcalc.evaluation.double_arrays import Vector
from boundcalc.optimization.log_residuals import Residuals
from boundcalc.optimization.sequential_quadratic import Constraints, LocalOptimum, minimize_locally

_ROOM = -0.01  # the worst residual at which a descent ends, so that what follows has room
_MOST, _FEW = 200, 20  # steps, and those of a second descent
_REST = 1e-4  # stationarity error of an end
_AGAIN = 1e-3  # its radius
_SAME = 1e-3  # between the heights of two ends
_HOLDS, FAILS = 1e-9, 1e-6  # a worst residual that may be an error of doubles, and one that is none
_INSIDE = 2  # points that are looked for
Ends = tuple[Vector, Vector]


@dataclass(frozen=True, slots=True)
class Feasibility:
    """Points at which all constraints seem to hold; and where none was found, the shortfall.

    The shortfall is the worst residual where it is least, if descents agree on it; None otherwise.
    `least` is the least one that was found, whether or not they agree, and `place` where.
    """

    inside: tuple[Vector, ...] = ()
    shortfall: float | None = None
    least: float | None = None
    place: Vector | None = None

    @property
    def is_known(self) -> bool:
        """Whether it is either of the two."""
        return bool(self.inside) or self.shortfall is not None


def find_feasible_points(
    constraints: Constraints, ends: Ends, starts: Iterable[Vector]
) -> Feasibility:
    """Return where constraints hold, or by how much they fail at best.

    Parameters
    ----------
    constraints : Constraints
        The constraints.
    ends : pair of arrays
        The least and the greatest logarithm of each variable.
    starts : iterable of arrays
        Where to begin; constraints must be defined there. Not all are needed as a rule.

    Examples
    --------
    >>> from boundcalc.language import POSITIVE, Symbol
    >>> from boundcalc.optimization.log_residuals import LogResiduals
    >>> x = Symbol("x", POSITIVE)
    >>> ends = np.array([-9.0]), np.array([9.0])
    >>> constraints = LogResiduals([x <= 2, x >= 3], ["x"], {})
    >>> found = find_feasible_points(constraints, ends, np.log([[1.0], [9.0]]))
    >>> found.inside, round(found.shortfall, 6)  # half the logarithm of 3 / 2
    ((), 0.202733)
    """
    inside: list[Vector] = []
    rests: list[tuple[float, float]] = []
    places: list[Vector] = []
    for start in starts:
        local = _least_shortfall(constraints, ends, start)
        if local is None:
            continue
        height = float(local.point[-1])
        if height <= _HOLDS:
            inside.append(local.point[:-1])
            if len(inside) == _INSIDE:
                break
            continue
        rests.append((height, local.stationarity_error))
        places.append(local.point[:-1])
        if not inside and _is_agreed(rests):
            lowest = rests.index(min(rests))
            return Feasibility((), rests[lowest][0], rests[lowest][0], places[lowest])
    if not rests:
        return Feasibility(tuple(inside))
    lowest = rests.index(min(rests))
    return Feasibility(tuple(inside), None, rests[lowest][0], places[lowest])


def _is_agreed(rests: list[tuple[float, float]]) -> bool:
    """Return whether a descent rests where another one ended, too, and none below it."""
    least = min(height for height, _ in rests)
    lowest = [stationarity_error for height, stationarity_error in rests if height <= least + _SAME]
    return least > FAILS and len(lowest) > 1 and min(lowest) <= _REST


def _least_shortfall(constraints: Constraints, ends: Ends, start: Vector) -> LocalOptimum | None:
    """Return where the worst residual, which is one more variable, is locally least."""
    low, high = ends
    near = np.clip(start, low, high)
    residuals = constraints.at(near)
    if residuals is None:
        return None
    top = max(residuals.worst, _ROOM)
    slackened, cost = _Slackened(constraints), np.append(np.zeros(len(near)), 1.0)
    ends = np.append(low, _ROOM), np.append(high, top + 1)
    local = minimize_locally(slackened, cost, ends, np.append(near, top), most=_MOST)
    if local is None or local.stationarity_error <= _REST:
        return local
    # The last step may have been held by multipliers that are not those of the end.
    again = minimize_locally(slackened, cost, ends, local.point, radius=_AGAIN, most=_FEW)
    return local if again is None or again.stationarity_error > local.stationarity_error else again


class _Slackened:
    """Constraints that may all fail by one more variable."""

    def __init__(self, constraints: Constraints) -> None:
        self.constraints = constraints
        self.is_strict = constraints.is_strict

    def at(self, logarithms: Vector) -> Residuals | None:
        residuals = self.constraints.at(logarithms[:-1])
        if residuals is None:
            return None
        column = -np.ones((len(residuals.values), 1))
        return Residuals(residuals.values - logarithms[-1], np.hstack([residuals.slopes, column]))


def joined(found: Iterable[Feasibility]) -> Feasibility:
    """Return what is known of alternatives, of which one is enough."""
    found = list(found)
    inside = tuple(point for feasibility in found for point in feasibility.inside)
    shortfalls = [
        feasibility.shortfall for feasibility in found if feasibility.shortfall is not None
    ]
    is_short = bool(found) and len(shortfalls) == len(found)
    rests = [(at.least, at.place) for at in found if at.least is not None]
    least, place = min(rests, key=lambda rest: rest[0], default=(None, None))
    return Feasibility(inside, min(shortfalls) if is_short else None, least, place)


class Stricter:
    """Constraints that are to hold by a margin."""

    def __init__(self, constraints: Constraints, margin: float) -> None:
        self.constraints, self.margin, self.is_strict = constraints, margin, constraints.is_strict

    def at(self, logarithms: Vector) -> Residuals | None:
        """Return the residuals at a point, each greater by the margin."""
        residuals = self.constraints.at(logarithms)
        return (
            None
            if residuals is None
            else Residuals(residuals.values + self.margin, residuals.slopes)
        )
