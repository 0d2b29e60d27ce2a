"""The search for counterexamples: samples, walks downhill, and exact points.

Every point that is returned was accepted by the checker.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Any

from boundcalc.checker import Rejected, check_certificate
from boundcalc.enclosures.decisions import Truth
from boundcalc.language.operators import Sense
from boundcalc.proving.counterexamples.local_search import around, far_out, settle, walk
from boundcalc.proving.counterexamples.margins import (
    BALL,
    Exhausted,
    FloatPoint,
    GoalMargins,
    as_floats,
    has_sum,
)
from boundcalc.proving.counterexamples.sampling import (
    Sampler,
    exact_point,
    in_domain,
    satisfies,
    short_point,
    simple_points,
    truth_of_assumptions,
)
from boundcalc.proving.counterexamples.stationary import stationary_point
from boundcalc.proving.goals import Point, ProofGoal

BRIEF, LONG, LONG_WITH_SUM = 24, 1500, 100  # samples
NOISE = 1e-14  # of a margin in doubles
STARTS, SETTLED, TIES = 8, 5, 8
DOUBTS = 10  # points at which normal forms are asked whether they satisfy the assumptions
TIE = 1e-3  # a margin that may be that of a point of contact
DIGITS = (1, 2, 3, 5, 8, 12, 15)


class Refuter:
    """The search for a counterexample to one goal: briefly at first, at length when that fails.

    Parameters
    ----------
    goal : ProofGoal
        What may be false.
    deadline : float
        The time, by the clock of processor time, at which the search ends.
    """

    def __init__(self, goal: ProofGoal, deadline: float = math.inf) -> None:
        self.goal = goal
        self.margins = GoalMargins(goal, deadline)
        self.is_strict = goal.conclusion.sense in (Sense.LT, Sense.GT, Sense.NE)

    def stop(self) -> None:
        """End the search at its next step; another thread may ask for it."""
        self.margins.deadline = -math.inf

    def brief(self) -> Point | None:
        """Return a counterexample that is in plain sight, or None."""
        samples = Sampler(self.goal).points(BRIEF)
        flat = (point for point in stationary_point(self.goal) if in_domain(self.goal, point))
        return self._first(itertools.chain(self._suspects(), self._near(samples), flat))

    def thorough(self) -> Point | None:
        """Return a counterexample after a search at length, or None."""
        return self._first(self._candidates())

    def _first(self, points: Iterator[Point]) -> Point | None:
        """Return the first point that is a counterexample, in shorter numbers.

        Where balls do not tell whether a point satisfies the assumptions, normal forms do, which
        take long; where they did so in vain a few times, such points come last.
        """
        doubted, later = 0, list[Point]()
        try:
            for point in points:
                self.margins.spend(1)
                if not self._fails_conclusion(point):
                    continue
                truth = truth_of_assumptions(self.goal, point)
                if truth is Truth.UNKNOWN and doubted >= DOUBTS:
                    later.append(point)
                    continue
                doubted += truth is Truth.UNKNOWN
                if truth is not Truth.FALSE and _is_accepted(self.goal, point):
                    return self._shortened(point)
            for point in later:
                if _is_accepted(self.goal, point):
                    return self._shortened(point)
        except Exhausted:
            return None
        return None

    def fails(self, point: Point) -> bool:
        """Return whether the conclusion certainly fails at a point of the domain."""
        is_failing = self._fails_conclusion(point) and satisfies(self.goal, point)
        return is_failing and _is_accepted(self.goal, point)

    def _fails_conclusion(self, point: Point) -> bool:
        self.margins.spend(BALL * self.margins.size)
        decision = self.margins.sides.at(point)
        if decision.truth is Truth.TRUE:
            return False
        if decision.truth is Truth.UNKNOWN and not self.is_strict:
            is_total = decision.left.total and decision.right.total
            if is_total:
                return False
        return True

    def _shortened(self, point: Point) -> Point:
        """Return a counterexample in shorter numbers near another, where there is one."""
        for digits in DIGITS:
            short = short_point(self.goal, point, digits)
            if short is not None and (short == point or self.fails(short)):
                return short
        return point

    # --- where to look

    def _suspects(self) -> Iterator[Point]:
        """Yield simple points at which doubles see no clear success."""
        limit = NOISE if self.is_strict else -NOISE
        for point in simple_points(self.goal):
            margin = self.margins.of_conclusion(as_floats(point))
            if not margin > limit:
                yield point

    def _near(self, samples: Iterator[FloatPoint]) -> Iterator[Point]:
        for sample in samples:
            if self.margins.of_conclusion(sample) < -NOISE:
                yield from self._rounded(sample)

    def _rounded(self, sample: FloatPoint) -> Iterator[Point]:
        for digits in DIGITS:
            point = exact_point(self.goal, sample, digits)
            if point is not None:
                yield point

    def _candidates(self) -> Iterator[Point]:
        yield from self._undefined()
        sampler = Sampler(self.goal)
        count = LONG_WITH_SUM if has_sum(self.goal) else LONG
        limit = NOISE if self.is_strict else -NOISE
        lowest: list[tuple[float, int, Point]] = []
        for order, start in enumerate(self._starts(list(sampler.points(count)))):
            end = walk(self.margins, sampler, start, order)
            for sample in (start, end):
                if self.margins.in_doubles(sample) < limit:
                    yield from self._rounded(sample)
            exact = exact_point(self.goal, end, 15)
            if exact is not None:
                lowest.append((self.margins.in_doubles(end), order, exact))
        if not has_sum(self.goal) and self.goal.conclusion.sense is not Sense.NE:
            lowest.sort(key=lambda item: item[:2])
            yield from self._in_balls([point for _, _, point in lowest[:SETTLED]])

    def _in_balls(self, lowest: list[Point]) -> Iterator[Point]:
        """Yield points at which balls show a failure that doubles do not."""
        ties = self._ties()
        for point in ties:
            if self.margins.is_below(point):
                yield point
            yield from around(self.margins, point)
        for point in [*itertools.islice(simple_points(self.goal), 3), *ties[:3], *lowest[:2]]:
            yield from far_out(self.margins, point)
        for point in lowest:
            yield settle(self.margins, point)

    def _undefined(self) -> Iterator[Point]:
        """Yield simple points at which a side has no value in doubles."""
        for point in simple_points(self.goal, 400):
            margin = self.margins.of_conclusion(as_floats(point))
            if not margin >= -NOISE:
                yield point

    def _starts(self, samples: list[FloatPoint]) -> list[FloatPoint]:
        """Return the most suspicious samples, in relative and in absolute terms."""
        scored = [(self.margins.in_doubles(sample), place) for place, sample in enumerate(samples)]
        scored = sorted(item for item in scored if item[0] <= 1)
        flat = sorted(
            (self.margins.in_doubles(samples[place], is_absolute=True), place)
            for _, place in scored
        )
        chosen = [place for _, place in scored[: STARTS // 2]]
        clear = [place for margin, place in scored if margin > 1e-6][: STARTS // 4]
        near = [place for margin, place in sorted(flat) if margin > 1e-6][: STARTS // 4]
        return [samples[place] for place in dict.fromkeys([*chosen, *clear, *near])]

    def _ties(self) -> list[Point]:
        """Return simple points at which the sides are close: points of contact are among them."""
        found: list[tuple[float, int, Point]] = []
        for order, point in enumerate(simple_points(self.goal, 300)):
            values = as_floats(point)
            if values is None:
                continue
            margin = self.margins.in_doubles(values)
            if abs(margin) < TIE:
                found.append((round(abs(margin), 9), order, point))
        found.sort(key=lambda item: item[:2])
        return [point for _, _, point in found[:TIES]]


def find_counterexample(goal: ProofGoal) -> Point | None:
    """Return a point at which the conclusion certainly fails, or None."""
    refuter = Refuter(goal)
    return refuter.brief() or refuter.thorough()


def refutation(goal: ProofGoal, point: Mapping[str, Any]) -> dict[str, Any]:
    """Return the certificate of a counterexample, a point or a box that has one."""
    return {
        "version": 1,
        "kind": "refutation",
        **goal.to_json(),
        "point": {
            name: value if isinstance(value, list) else str(value) for name, value in point.items()
        },
    }


def _is_accepted(goal: ProofGoal, point: Point) -> bool:
    try:
        return check_certificate(refutation(goal, point)).kind == "refutation"
    except Rejected:
        return False
