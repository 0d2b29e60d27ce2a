"""The optimum: values of the free parameters at which the unknown is best, and what it is there.

Descents from a few starts, in doubles; what they suggest is rounded and certified elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np

from boundcalc.algebra.conditions import all_of, alternatives, split
from boundcalc.evaluation.double_arrays import Vector
from boundcalc.evaluation.doubles import FLOATS
from boundcalc.language.errors import ExpressionError
from boundcalc.optimization.choices import LARGEST, SMALLEST, wanted_direction
from boundcalc.optimization.feasible_points import (
    FAILS,
    Feasibility,
    Stricter,
    find_feasible_points,
    joined,
)
from boundcalc.optimization.log_residuals import LogResiduals, Residuals
from boundcalc.optimization.search_box import (
    deep_ends,
    residuals_in_doubles,
    usual_ends,
)
from boundcalc.optimization.sequential_quadratic import (
    Constraints,
    LocalOptimum,
    Method,
    minimize_locally,
)
from boundcalc.optimization.signed_log_residuals import SignedLogResiduals
from boundcalc.optimization.starts import Start, find_starts, spread_points
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.reduction import Reduction

_LOOKS = 5  # starts that are looked at closely
_FEWER = 3  # of them, where descents over all parameters follow
_STARTS = 2  # descents
_MOST, _LOST = 120, 40  # steps, and those where a descent over all parameters follows
_WORSE = 0.7  # a start with a logarithm of the unknown so much worse is left out
_NEAR = 0.3  # radius of a descent that begins close to its end
_STATIONARY = 1e-6  # stationarity error of a point that is no corner
_LOST_ERROR = 0.1  # of a descent that ended where it went on falling
_HOLDS = 1e-9  # a residual that a descent may leave
_LEAST, _GREATEST = 1e-100, 1e100  # of the unknown
_CERTAIN = 30.0  # its logarithm up to which doubles tell one integer from the next
Ends = tuple[Vector, Vector]


@dataclass(frozen=True, slots=True)
class Optimum:
    """A locally best point in logarithms, the unknown last, with the residuals near it.

    `residuals` is None where elimination leaves a corner, and they are undefined at it.
    `everywhere` is where a descent over all free parameters ended, if that was better, with the
    number of its case; `others` are where descents ended over those that remain, the best first.
    `is_sure` tells that every descent came to an end, and
    `is_limit` that the unknown ends with its domain, or with what is searched.
    """

    point: Vector
    residuals: Residuals | None
    multipliers: Vector | None
    case: int
    direction: Direction
    is_limit: bool
    stationarity_error: float = math.inf
    is_sure: bool = True
    everywhere: tuple[int, LocalOptimum] | None = None
    others: tuple[Optimum, ...] = ()

    @property
    def value(self) -> float:
        """The logarithm of the unknown."""
        return float(self.point[-1])

    @property
    def place(self) -> Vector:
        """Where the descent ended that led to it."""
        return self.point if self.everywhere is None else self.everywhere[1].point

    @property
    def is_lost(self) -> bool:
        """Whether the descent ended where nothing is best, as where digits of doubles end."""
        return _LOST_ERROR < self.stationarity_error < math.inf

    @property
    def worth(self) -> float:
        """The greater, the better."""
        return -self.value if self.direction is Direction.LEAST else self.value


@dataclass(frozen=True, slots=True)
class Shortfall:
    """The least worst residual that was found: the constraints seem to hold nowhere.

    Descents agree on it, or neither they nor a look at very many points found one without.
    `place` is where it was found, in logarithms.
    """

    residual: float
    place: Vector | None = None


class Optimizer:
    """The search for the best unknown of a reduced question.

    Descents go over the parameters that could not be eliminated.
    The best one is improved over all free parameters, because what elimination leaves may have
    roots, and with them corners, that the theorem has not.
    """

    def __init__(
        self,
        reduction: Reduction,
        open_names: Collection[str] = (),
        *,
        is_deep: bool = False,
        is_split: bool = True,
        method: Method = minimize_locally,
    ) -> None:
        """Compile a question; symbols of `open_names` get their values by `at`.

        With `is_deep` it goes over numbers that are too small for doubles, too, and is slower;
        `is_split` is that of residuals, in doubles; `method` goes down from a start.
        """
        self.method = method
        problem = reduction.problem
        self.problem, self.symbols = problem, reduction.remaining
        unknown = problem.unknown
        self.names = (*(symbol.name for symbol in self.symbols), unknown.name)
        self.all_names = (*(symbol.name for symbol in problem.free), unknown.name)
        self.preferred = wanted_direction(problem)
        self._first_starts: dict[Direction, list[tuple[Start, int]]] = {}
        self._feasible: dict[Direction, Feasibility] = {}
        ends = deep_ends if is_deep else usual_ends
        self.box = {
            symbol.name: ends(symbol, float(SMALLEST), float(LARGEST)) for symbol in problem.free
        }
        self.box[unknown.name] = ends(unknown, _LEAST, _GREATEST)
        given = {name: value for name, value in problem.given.items() if name not in open_names}
        compiled = (
            SignedLogResiduals if is_deep else partial(residuals_in_doubles, is_split=is_split)
        )
        cases = alternatives(reduction.condition) or []
        self.cases = [compiled(case, self.names, given) for case in cases]
        self.full_cases: list[LogResiduals] = []
        if reduction.stages:
            full = all_of(split(constraint.relation) for constraint in problem.constraints)
            cases = alternatives(full) or []
            self.full_cases = [compiled(case, self.all_names, given) for case in cases]

    @property
    def ends(self) -> Ends:
        """The least and the greatest logarithms that are searched, the unknown last."""
        return self._ends_of(self.names)

    def at(self, values: Mapping[str, Fraction]) -> Optimizer:
        """Return the search where the open symbols have values."""
        doubles = {name: FLOATS.number(value) for name, value in values.items()}
        found = copy(self)
        found._first_starts, found._feasible = {}, {}
        found.cases = [constraints.bound(doubles) for constraints in self.cases]
        found.full_cases = [constraints.bound(doubles) for constraints in self.full_cases]
        return found

    def near(
        self, optimum: Optimum, before: Optimum | None = None, share: float = 0.0
    ) -> Optimum | None:
        """Return the optimum that is reached from that of a neighbouring question.

        The start is beyond it by a share of the way that led to it from the one before.
        None where the descent gets lost, or ends where a search from anew may do better.
        """
        direction, start = optimum.direction, optimum.place
        if before is not None and len(before.place) == len(start):
            start = start + share * (start - before.place)
        if optimum.everywhere is None:
            found = self.local_optimum_from(
                optimum.case, start, direction, optimum.multipliers, _NEAR
            )
        else:
            full_case, local = optimum.everywhere
            found = self._everywhere(optimum.case, full_case, start, direction, local.multipliers)
        if found is None or found.is_limit:
            return None
        most = max(_STATIONARY, 3 * optimum.stationarity_error)
        return found if found.stationarity_error <= most else None

    def best(self, *, is_long: bool = True) -> Optimum | Shortfall | None:
        """Return the best optimum found, or how far the constraints are from holding, or None.

        Many points are looked at for a start only if `is_long`.
        Its end of the unknown is the one that is asked for, or else the one that is worth more,
        unless the domain ends there and not at the other.
        """
        found = self.search(self.preferred, is_long=is_long)
        if self.problem.end or not isinstance(found, Optimum) or not found.is_limit:
            return found
        other = self.search(self.preferred.opposite, is_long=is_long)
        return other if isinstance(other, Optimum) and not other.is_limit else found

    def search(self, direction: Direction, *, is_long: bool = True) -> Optimum | Shortfall | None:
        """Return the best of the descents from some starts towards one end of the unknown."""
        found = self._starts(direction)
        if not (found and found[0][0].is_good):
            if direction not in self._feasible:
                self._feasible[direction] = self._feasibility(direction, found)
            feasibility = self._feasible[direction]
            if feasibility.shortfall is not None:
                return Shortfall(feasibility.shortfall, feasibility.place)
            found = self._from_inside(feasibility.inside)
            if not found and is_long:
                found = self._starts(direction, is_long=True)
            is_good = bool(found) and found[0][0].is_good
            least = feasibility.least or 0.0
            if is_long and not is_good and len(self.symbols) > 1 and least > FAILS:
                return Shortfall(least, feasibility.place)
        return self._below(found, direction)

    @property
    def goes_everywhere(self) -> bool:
        """Whether descents over all free parameters follow those over what elimination leaves."""
        is_whole = any(symbol.domain.integer for symbol in self.problem.free)
        return bool(self.full_cases) and not is_whole

    @property
    def has_good_start(self) -> bool:
        """Whether a first look finds a point at which the constraints seem to hold."""
        found = self._first_starts[self.preferred] = self._starts(self.preferred)
        return bool(found) and found[0][0].is_good

    def _starts(self, direction: Direction, *, is_long: bool = False) -> list[tuple[Start, int]]:
        """Return starts with the numbers of their cases, the good ones if there are some."""
        if not is_long and direction in self._first_starts:
            return self._first_starts[direction]
        is_least = direction is Direction.LEAST
        found = [
            (start, case)
            for case, constraints in enumerate(self.cases)
            for start in find_starts(
                constraints, self.ends, is_least=is_least, count=_LOOKS, is_long=is_long
            )
        ]
        found.sort(key=lambda item: item[0].score)
        if found and found[0][0].is_good:
            found = [item for item in found if item[0].is_good]
        return found

    def _feasibility(
        self, direction: Direction, starts: Sequence[tuple[Start, int]]
    ) -> Feasibility:
        """Return points where the constraints hold, or the shortfall if it is known.

        Where descents disagree, those over all parameters may not: elimination may leave poles.
        """
        most = _FEWER if self.full_cases else _LOOKS
        feasibility = joined(
            find_feasible_points(
                constraints, self.ends, [start.point for start, at in starts if at == case][:most]
            )
            for case, constraints in enumerate(self.cases)
        )
        if feasibility.is_known or not self.full_cases:
            return feasibility
        is_least, ends = direction is Direction.LEAST, self._ends_of(self.all_names)
        feasibility = joined(
            find_feasible_points(constraints, ends, [start.point for start in look])
            for constraints in self.full_cases
            for look in [find_starts(constraints, ends, is_least=is_least, count=_LOOKS)]
        )
        kept = [self.all_names.index(name) for name in self.names]
        place = None if feasibility.place is None else feasibility.place[kept]
        inside = tuple(point[kept] for point in feasibility.inside)
        return replace(feasibility, inside=inside, place=place)

    def _from_inside(self, points: Sequence[Vector]) -> list[tuple[Start, int]]:
        """Return starts at points, with the case whose constraints hold there."""
        found = []
        for point in points:
            residuals = [constraints.at(point) for constraints in self.cases]
            worst, case = min(
                ((math.inf if at is None else at.worst, case) for case, at in enumerate(residuals)),
                default=(math.inf, 0),
            )
            if worst < math.inf:
                found.append((Start(point, 0.0), case))
        return found

    def _below(self, found: Sequence[tuple[Start, int]], direction: Direction) -> Optimum | None:
        """Return the best of the descents from some starts."""
        reached: list[Optimum | None] = []
        for place, (start, case) in enumerate(found):
            is_behind = place >= _STARTS or start.score > found[0][0].score + _WORSE
            if is_behind and any(item and not item.is_limit for item in reached):
                break
            first = reached[0] if reached else None
            is_known = (
                first is not None and first.case == case and first.stationarity_error <= _STATIONARY
            )
            known = first.point if first is not None and is_known else None
            reached.append(self.local_optimum_from(case, start.point, direction, known=known))
        best = _best(reached)
        if self.full_cases and (best is None or best.stationarity_error > _STATIONARY):
            starts = [(case, start.point) for start, case in found[:_STARTS]]
            points = starts if best is None else [(best.case, best.point)]
            best = _best([best, *(self._improved(*at, direction) for at in points)])
        others = tuple(sorted(filter(None, reached), key=lambda item: -item.worth))
        return best and replace(best, is_sure=reached[:1] != [None], others=others)

    def whole(self, optimum: Optimum) -> Iterator[Optimum]:
        """Yield points near an optimum at which the unknown is one of the next integers.

        There its constraints hold with some room, if they can; where the other parameters that
        are best leave no room for an integer, others may.
        """
        if not self.problem.unknown.domain.integer or not abs(optimum.value) < _CERTAIN:
            return
        is_least, constraints = optimum.direction is Direction.LEAST, self.cases[optimum.case]
        number = (math.ceil if is_least else math.floor)(math.exp(optimum.value))
        for integer in (number, number + 1 if is_least else number - 1):
            low, high = self.ends
            if integer < 1 or not low[-1] <= math.log(integer) <= high[-1]:
                continue
            start = np.append(optimum.point[:-1], math.log(integer))
            low[-1] = high[-1] = start[-1]
            for point in find_feasible_points(constraints, (low, high), [start]).inside:
                yield self._optimum(
                    optimum.case, point, constraints.at(point), None, optimum.direction
                )

    def with_room(self, optimum: Optimum, margin: float) -> Optimum | None:
        """Return the optimum where constraints are to hold by a margin; None where there is none.

        Where several are tight, they may leave a single point, which no short number hits.
        """
        constraints, direction = self.cases[optimum.case], optimum.direction
        if any(symbol.domain.integer for symbol in self.symbols):
            return None
        start = Stricter(constraints, margin)
        local = self._local(start, optimum.point, direction, self.ends, optimum.multipliers, _NEAR)
        residuals = None if local is None else constraints.at(local.point)
        if local is None or residuals is None:
            return None
        return self._optimum(optimum.case, local.point, residuals, local.multipliers, direction)

    def local_optimum_from(
        self,
        case: int,
        start: Vector,
        direction: Direction,
        multipliers: Vector | None = None,
        radius: float = 1.0,
        known: Vector | None = None,
    ) -> Optimum | None:
        """Return the optimum below a start, its whole numbers whole, or None where none is.

        None as well where the descent comes near to a known one.
        """
        low, high = self._ends_of(self.names)
        constraints = self.cases[case]
        local = self._local(constraints, start, direction, (low, high), multipliers, radius, known)
        whole = [place for place, symbol in enumerate(self.symbols) if symbol.domain.integer]
        if local is None:
            return None
        if not whole:
            found = self._optimum(case, local.point, local.residuals, local.multipliers, direction)
            return replace(found, stationarity_error=local.stationarity_error)
        ways = []
        for roundings in product((math.floor, math.ceil), repeat=len(whole)):
            least, greatest, near = low.copy(), high.copy(), local.point.copy()
            for place, rounding in zip(whole, roundings, strict=True):
                number = math.log(max(1, rounding(math.exp(local.point[place]))))
                number = min(max(number, low[place]), high[place])
                near[place] = least[place] = greatest[place] = number
            ends = least, greatest
            fixed = self._local(constraints, near, direction, ends, local.multipliers, _NEAR)
            if fixed is not None:
                ways.append(self._optimum(case, fixed.point, fixed.residuals, None, direction))
        return _best(ways)

    def _improved(self, case: int, start: Vector, direction: Direction) -> Optimum | None:
        """Return what a descent over all free parameters finds, in those that remain."""
        lifted = self._lifted(start) if self.goes_everywhere else None
        if lifted is None:
            return None
        return self._everywhere(case, *lifted, direction)

    def _everywhere(
        self,
        case: int,
        full_case: int,
        start: Vector,
        direction: Direction,
        multipliers: Vector | None = None,
    ) -> Optimum | None:
        """Return the optimum below a start of all free parameters, in those that remain."""
        constraints, ends = self.full_cases[full_case], self._ends_of(self.all_names)
        local = self._local(constraints, start, direction, ends, multipliers, _NEAR)
        if local is None:
            return None
        values = dict(zip(self.all_names, local.point, strict=True))
        point = np.array([values[name] for name in self.names])
        found = self._optimum(case, point, self.cases[case].at(point), None, direction)
        return replace(
            found, stationarity_error=local.stationarity_error, everywhere=(full_case, local)
        )

    def _lifted(self, start: Vector) -> tuple[int, Vector] | None:
        """Return a start for all free parameters, after the number of its case."""
        known = dict(zip(self.names, start, strict=True))
        missing = [name for name in self.all_names if name not in known]
        points = spread_points(*self._ends_of(missing))
        grid = {name: np.array(value) for name, value in known.items()}
        grid.update({name: points[:, place] for place, name in enumerate(missing)})
        best: tuple[float, int, int] = (math.inf, 0, 0)
        for case, constraints in enumerate(self.full_cases):
            worst = np.broadcast_to(constraints.worst_over(grid), len(points))
            place = int(worst.argmin())
            best = min(best, (float(worst[place]), case, place))
        residual, case, place = best
        if residual == math.inf:
            return None
        known.update({name: float(grid[name][place]) for name in missing})
        return case, np.array([known[name] for name in self.all_names])

    def _ends_of(self, names: Sequence[str]) -> Ends:
        low, high = zip(*(self.box[name] for name in names), strict=True)
        return np.array(low), np.array(high)

    def _local(
        self,
        constraints: Constraints,
        start: Vector,
        direction: Direction,
        ends: Ends,
        multipliers: Vector | None,
        radius: float,
        known: Vector | None = None,
    ) -> LocalOptimum | None:
        cost = np.zeros(len(start))
        cost[-1] = 1.0 if direction is Direction.LEAST else -1.0
        most = _LOST if self.goes_everywhere and constraints in self.cases else _MOST
        local = self.method(
            constraints,
            cost,
            ends,
            start,
            radius=radius,
            multipliers=multipliers,
            most=most,
            known=known,
        )
        if local is not None and local.residuals.worst > _HOLDS:  # it left the constraints behind
            back = find_feasible_points(constraints, ends, [local.point]).inside
            local = self.method(constraints, cost, ends, back[0], radius=_NEAR) if back else None
        return None if local is None or local.residuals.worst > _HOLDS else local

    def _optimum(
        self,
        case: int,
        point: Vector,
        residuals: Residuals | None,
        multipliers: Vector | None,
        direction: Direction,
    ) -> Optimum:
        end = self.box[self.names[-1]][0 if direction is Direction.LEAST else 1]
        is_limit = abs(point[-1] - end) <= 1e-9 * (1 + abs(end))
        return Optimum(point, residuals, multipliers, case, direction, bool(is_limit))


def _best(found: Sequence[Optimum | None]) -> Optimum | None:
    real = (item for item in found if item is not None)
    return max(real, key=lambda item: item.worth, default=None)


def find_optimizer(
    reduction: Reduction,
    open_names: Collection[str] = (),
    *,
    is_deep: bool = False,
    is_split: bool = True,
    method: Method = minimize_locally,
) -> Optimizer | None:
    """Return the search for a reduced question, or None where a formula has no slopes."""
    try:
        return Optimizer(reduction, open_names, is_deep=is_deep, is_split=is_split, method=method)
    except (ExpressionError, OverflowError, ValueError):
        return None
