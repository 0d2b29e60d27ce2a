"""The margins of a goal: by how much its conclusion holds at a point, in doubles and in balls.

The margin is the difference of the sides over the sum of their sizes: at least -1, at most 1, and
negative where the conclusion fails. It guides a search, and no verdict rests on it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from fractions import Fraction

from flint import arb, ctx

from boundcalc.enclosures.decisions import RelationEvaluator
from boundcalc.enclosures.exact import exact_value
from boundcalc.evaluation.doubles import float_program
from boundcalc.language.expressions import Expression, Relation, Sum
from boundcalc.language.operators import Sense
from boundcalc.proving.goals import Point, ProofGoal

FloatPoint = dict[str, float]
MOST_NODES = 3_000_000
BALL = 12  # nodes in doubles that take as long as one in balls
BITS = 256
NOISE_IN_BALLS = arb(2) ** -216
OUTSIDE = 1e30  # the margin, and more, of what does not satisfy the assumptions
SAME = 1e-12  # sides of an equation in doubles that are taken for equal


def float_margin(relation: Relation, *, is_absolute: bool = False) -> Callable[[FloatPoint], float]:
    """Return the margin of a relation in doubles; nan where a side is undefined.

    It may be asked for as the mere difference of the sides.
    An equation has minus the distance of its sides as its margin, and `!=` the distance.
    """
    left, right = float_program(relation.left), float_program(relation.right)
    sense = relation.sense
    is_upper = sense.is_upper

    def margin(point: FloatPoint) -> float:
        try:
            a, b = left.run(point), right.run(point)
        except (OverflowError, ValueError, ZeroDivisionError):
            return math.nan
        gap = _gap(a, b, 1.0 if is_absolute else abs(a) + abs(b))
        if sense in (Sense.EQ, Sense.NE):
            return -abs(gap) if sense is Sense.EQ else abs(gap)
        return gap if is_upper else -gap

    return margin


def _gap(a: float, b: float, size: float) -> float:
    """Return b - a over a size; nan where ln 0 may be a part, or both are infinite."""
    if min(a, b) == -math.inf or math.isinf(a + b):
        return math.nan if min(a, b) == -math.inf or a == b else math.copysign(1.0, b - a)
    return (b - a) / size if size else 0.0


def float_test(relation: Relation) -> Callable[[FloatPoint], bool]:
    """Return a test that a relation seems to hold, in doubles."""
    margin = float_margin(relation)
    least = -SAME if relation.sense is Sense.EQ else 0.0
    is_strict = relation.sense in (Sense.LT, Sense.GT, Sense.NE)

    def holds(point: FloatPoint) -> bool:
        value = margin(point)
        return value > 0 if is_strict else value >= least

    return holds


class Exhausted(Exception):  # noqa: N818 - a limit, not a mistake
    """The limit of looks or of time is reached."""


class GoalMargins:
    """The margins of a goal: its conclusion where the assumptions hold, above 1 elsewhere.

    Parameters
    ----------
    goal : ProofGoal
        What is looked at.
    deadline : float
        The time, by the clock of processor time, after which a look raises `Exhausted`.
    work : int
        How many nodes may be evaluated in doubles; in balls a node counts for more.
    """

    def __init__(self, goal: ProofGoal, deadline: float = math.inf, work: int = MOST_NODES) -> None:
        self.goal = goal
        self.deadline = deadline
        self.work = work
        self.size = goal_size(goal, with_sums=True)
        self.sides = RelationEvaluator(goal.conclusion)
        self._top = float_margin(goal.conclusion)
        self._difference = float_margin(goal.conclusion, is_absolute=True)
        self.tests = [float_test(relation) for relation in goal.assumptions]
        self._assumed = [float_margin(relation) for relation in goal.assumptions]

    def admits(self, point: FloatPoint) -> bool:
        """Return whether a point seems to satisfy the assumptions."""
        return all(holds(point) for holds in self.tests)

    def of_conclusion(self, point: FloatPoint | None) -> float:
        """Return the margin of the conclusion alone, in doubles."""
        self.spend(self.size)
        return math.nan if point is None else self._top(point)

    def spend(self, nodes: int) -> None:
        """Count work, and stop where there is none left."""
        self.work -= nodes
        is_late = self.deadline < math.inf and time.process_time() > self.deadline
        if self.work < 0 or is_late:
            raise Exhausted

    def in_doubles(self, point: FloatPoint, *, is_absolute: bool = False) -> float:
        """Return the margin of a point; high where it does not satisfy the assumptions.

        The mere difference leads to places where both sides vanish, the margin to others.
        """
        self.spend(self.size)
        if self.admits(point):
            value = self._difference(point) if is_absolute else self._top(point)
            return 1.0 if value != value else min(value, OUTSIDE)
        lacking = [margin(point) for margin in self._assumed]
        return OUTSIDE * (2.0 - min((value for value in lacking if value == value), default=-1.0))

    def in_balls(self, point: Point, bits: int = BITS) -> arb | None:
        """Return the margin of the conclusion from middles of enclosures; None where undefined."""
        self.spend(BALL * self.size)
        found = [side.at(point, bits) for side in (self.sides.left, self.sides.right)]
        if any(values.is_nowhere for values in found):
            return None
        sense = self.goal.conclusion.sense
        if sense.is_lower:
            found.reverse()
        with ctx.workprec(bits):  # which rounds even a change of sign
            left, right = ((values.lower + values.upper) / 2 for values in found)
            size = abs(left) + abs(right)
            if not size.is_finite():
                return None
            gap = (right - left) / size if size > 0 else arb(0)
            if sense in (Sense.EQ, Sense.NE):
                gap = -abs(gap) if sense is Sense.EQ else abs(gap)
            return gap.mid()

    def is_below(self, point: Point, bits: int = BITS) -> bool:
        """Return whether the margin of a point seems negative in balls."""
        margin = self.in_balls(point, bits)
        return margin is not None and bool(margin < -NOISE_IN_BALLS)


def goal_size(goal: ProofGoal, *, with_sums: bool = False) -> int:
    """Return the number of nodes of a goal; those of a sum, if wanted, once for each term."""
    sides = [
        side
        for relation in (goal.conclusion, *goal.assumptions)
        for side in (relation.left, relation.right)
    ]
    return sum(_summed_size(side) if with_sums else side.size for side in sides)


def _summed_size(node: Expression) -> int:
    """Return the number of nodes that are evaluated; an end that is no number counts as 100."""
    if not isinstance(node, Sum):
        return 1 + sum(_summed_size(child) for child in node.operands)
    lower, upper = (exact_value(end, {}) for end in (node.lower, node.upper))
    terms = 100 if lower is None or upper is None else max(1, round(upper - lower) + 1)
    return terms * (1 + _summed_size(node.body))


def has_sum(goal: ProofGoal) -> bool:
    """Return whether a side of the conclusion has a sum, which is evaluated term by term."""
    sides = (goal.conclusion.left, goal.conclusion.right)
    return any(isinstance(node, Sum) for side in sides for node in side.walk())


def nearest_double(value: Fraction | int) -> float:
    """Return the nearest double, and 1e300 for whatever is too large."""
    try:
        return float(value)
    except OverflowError:
        return 1e300 if value > 0 else -1e300


def as_floats(point: Point) -> FloatPoint | None:
    """Return the nearest doubles, or None where one is too large."""
    try:
        return {name: float(value) for name, value in point.items()}
    except OverflowError:
        return None
