"""Shapes: how the values of a variable at which a condition holds lie within a box."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from copy import copy
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar

from flint import ctx

from boundcalc.algebra.conditions import AllOf, AnyOf, Condition
from boundcalc.enclosures.decisions import RelationEvaluator, Truth, compare, interval_program
from boundcalc.enclosures.interval import Interval, exact_interval
from boundcalc.enclosures.interval_functions import INTERVALS
from boundcalc.enclosures.slope_rules import Sloped
from boundcalc.evaluation.doubles import FLOATS
from boundcalc.evaluation.programs import Program
from boundcalc.feasible.float_conditions import Guesser
from boundcalc.language.expressions import Expression, Relation
from boundcalc.language.operators import Operator, Sense
from boundcalc.monotonicity.signs import derivative
from boundcalc.monotonicity.slopes import FLAT, STEADY, Steep, slope_program
from boundcalc.monotonicity.trends import Moving, Trend, trend_program

T = TypeVar("T")
Values = Mapping[str, Fraction]


class Shape(Enum):
    """How the feasible points lie within a cell."""

    ALL = "all"
    NONE = "none"
    UP = "up"  # with a point, every larger one
    DOWN = "down"  # with a point, every smaller one
    BAND = "band"  # an interval
    UNKNOWN = "unknown"


class Effort(Enum):
    """How much work it is worth to find the shape of a relation."""

    TRENDS = 0  # its values over the box, and the trends of both sides
    SLOPES = 1  # as well the slope of their difference
    NORMAL_FORMS = 2  # and what is left of the slope where terms cancel


class _OverBoxes(Generic[T]):
    """A program that runs over boxes in which some symbols always have the same values.

    From the second box on, what depends on these alone is not evaluated again.
    """

    def __init__(self, program: Program[T], fixed: Values, still: Callable[[Interval], T]) -> None:
        self.program = program
        self.fixed = fixed
        self.still = still
        self._runs = 0

    def run(self, name: str, moving: T, box: Mapping[str, Interval]) -> T:
        """Return the value over a box, in which `name` has the value `moving`."""
        self._runs += 1
        if self._runs == 2 and self.fixed:
            known = (key for key in self.program.names if key in self.fixed and key != name)
            self.program = self.program.bound(
                {key: self.still(exact_interval(self.fixed[key])) for key in known}
            )
        return self.program.run(
            {key: moving if key == name else self.still(box[key]) for key in self.program.names}
        )


def _still(values: Interval) -> Moving:
    return Moving(values, Trend.CONSTANT)


def _flat(values: Interval) -> Steep:
    return Sloped(values, FLAT)


def _same(values: Interval) -> Interval:
    return values


class _Programs:
    """The programs of a relation at the precision in force when they are made."""

    def __init__(self, atom: Atom) -> None:
        self.atom = atom
        self.precision = ctx.prec
        self.sides = tuple(
            _OverBoxes(trend_program(side, self.precision), atom.fixed, _still)
            for side in (atom.relation.left, atom.relation.right)
        )

    @cached_property
    def slope(self) -> _OverBoxes[Steep]:
        """The slope of what must not be positive."""
        return _OverBoxes(slope_program(self.atom.excess, self.precision), self.atom.fixed, _flat)

    @cached_property
    def middle(self) -> _OverBoxes[Interval]:
        """The value of what must not be positive."""
        return _OverBoxes(
            interval_program(self.atom.excess, self.precision), self.atom.fixed, _same
        )


class Atom:
    """A relation compiled for points, boxes and trends; in all, `fixed` has the same values."""

    def __init__(self, relation: Relation, fixed: Values) -> None:
        self.relation = relation
        self.fixed = fixed
        self.evaluator = RelationEvaluator(relation, fixed)
        self._programs: dict[tuple[str, int], _Programs] = {}

    @cached_property
    def excess(self) -> Expression:
        """What must not be positive for the relation to hold, but for ties."""
        relation = self.relation
        is_below = relation.sense.is_upper
        return relation.left - relation.right if is_below else relation.right - relation.left

    def _programs_of(self, name: str) -> _Programs:
        """Return the programs at the precision in force."""
        key = (name, ctx.prec)
        found = self._programs.get(key)
        if found is None:
            found = self._programs[key] = _Programs(self)
        return found

    def shape(
        self, name: str, box: Mapping[str, Interval], *, effort: Effort = Effort.SLOPES
    ) -> Shape:
        """Return how the feasible values of `name` lie within the box.

        What each relation is worth says `effort`.
        """
        programs = self._programs_of(name)
        moving = Moving(box[name], Trend.INCREASING)
        left, right = (side.run(name, moving, box) for side in programs.sides)
        truth = compare(left.values, self.relation.sense, right.values)
        if truth is not Truth.UNKNOWN:
            return Shape.ALL if truth is Truth.TRUE else Shape.NONE
        if not (left.values.total and right.values.total):
            return Shape.UNKNOWN
        ray = _ray(left.trend, self.relation.sense, right.trend)
        if ray is not Shape.UNKNOWN:
            return ray
        return self._sloped_shape(name, box, effort=effort)

    def _sloped_shape(self, name: str, box: Mapping[str, Interval], *, effort: Effort) -> Shape:
        """Return the shape that the slope of the difference of both sides shows."""
        relation = self.relation
        if relation.sense in (Sense.EQ, Sense.NE) or effort is Effort.TRENDS:
            return Shape.UNKNOWN
        if effort is Effort.NORMAL_FORMS:
            normal = derivative(self.excess, name)
            sign = None if normal is None else normal.sign_over(box)
            if sign is not None:
                return Shape.UP if sign < 0 else Shape.DOWN
        slope = self._programs_of(name).slope.run(name, Sloped(box[name], STEADY), box).slope
        if slope.lower >= 0:
            return Shape.DOWN
        if slope.upper <= 0:
            return Shape.UP
        return self._centred_shape(name, box, slope)

    def _centred_shape(self, name: str, box: Mapping[str, Interval], slope: Interval) -> Shape:
        """Decide by the value in the middle and the slope, where the relation is not near a tie."""
        ends = box[name]
        middle = (ends.lower + ends.upper) / 2
        if not (middle.is_finite() and slope.lower.is_finite() and slope.upper.is_finite()):
            return Shape.UNKNOWN
        centre = Interval(middle.mid(), middle.mid())
        value = self._programs_of(name).middle.run(name, centre, box)
        change = INTERVALS.operators[Operator.MULTIPLY](
            slope,
            Interval((ends.lower - centre.upper).lower(), (ends.upper - centre.lower).upper()),
        )
        reached = INTERVALS.operators[Operator.ADD](value, change)
        sense = Sense.LT if self.relation.sense.is_strict else Sense.LE
        truth = compare(reached, sense, exact_interval(0))
        return {Truth.TRUE: Shape.ALL, Truth.FALSE: Shape.NONE}.get(truth, Shape.UNKNOWN)


def _ray(left: Trend, sense: Sense, right: Trend) -> Shape:
    if sense.is_lower:
        left, right = right, left
    falling, rising = (Trend.CONSTANT, Trend.DECREASING), (Trend.CONSTANT, Trend.INCREASING)
    if sense in (Sense.EQ, Sense.NE):
        return Shape.UNKNOWN
    if left in falling and right in rising:
        return Shape.UP
    return Shape.DOWN if left in rising and right in falling else Shape.UNKNOWN


class Compiled:
    """A condition whose relations are compiled; the symbols of `fixed` have these values."""

    def __init__(self, condition: Condition, fixed: Values | None = None) -> None:
        self.condition = condition
        self.fixed = fixed or {}
        self.atom = Atom(condition, self.fixed) if isinstance(condition, Relation) else None
        self.is_all = isinstance(condition, AllOf)
        parts = condition.parts if isinstance(condition, AllOf | AnyOf) else ()
        self.parts = [Compiled(part, fixed) for part in parts]

    def truth(self, values: Values) -> Truth:
        """Decide the condition at a point."""
        if self.atom is not None:
            return self.atom.evaluator.at(values).truth
        decisive, neutral = (Truth.FALSE, Truth.TRUE) if self.is_all else (Truth.TRUE, Truth.FALSE)
        found = neutral
        for part in self.parts:
            truth = part.truth(values)
            if truth is decisive:
                return decisive
            if truth is Truth.UNKNOWN:
                found = truth
        return found

    @cached_property
    def guesser(self) -> Guesser:
        """The condition in doubles."""
        return Guesser(self.condition).bound(
            {name: FLOATS.number(value) for name, value in self.fixed.items()}
        )

    def shape(
        self, name: str, box: Mapping[str, Interval], *, effort: Effort = Effort.SLOPES
    ) -> Shape:
        """Return how the feasible values of `name` lie within the box, as of an `Atom`."""
        if self.atom is not None:
            return self.atom.shape(name, box, effort=effort)
        return self.shape_and_rest(name, box, effort=effort)[0]

    def shape_and_rest(
        self,
        name: str,
        box: Mapping[str, Interval],
        *,
        effort: Effort = Effort.SLOPES,
        settled: Collection[Shape] = (Shape.ALL,),
    ) -> tuple[Shape, Compiled]:
        """Return the shape, and the condition without the parts that have a settled shape there.

        What holds everywhere in a box, or is monotone, does so in every cell of it; so the cells
        need only be asked for the rest.
        """
        if self.atom is not None:
            return self.atom.shape(name, box, effort=effort), self
        decisive = Shape.NONE if self.is_all else Shape.ALL
        shapes, parts = set(), []
        for part in self.parts:
            shape = part.shape(name, box, effort=effort)
            if shape is decisive:
                return shape, self
            shapes.add(shape)
            if shape not in settled:
                parts.append(part)
        if not self.is_all:
            return _any_shape(shapes), self
        rest = copy(self)
        rest.parts = parts
        return _joint_shape(shapes), rest


def _joint_shape(shapes: set[Shape]) -> Shape:
    if Shape.NONE in shapes:
        return Shape.NONE
    rest = shapes - {Shape.ALL}
    if not rest:
        return Shape.ALL
    if Shape.UNKNOWN in rest:
        return Shape.UNKNOWN
    return rest.pop() if len(rest) == 1 else Shape.BAND


def _any_shape(shapes: set[Shape]) -> Shape:
    if Shape.ALL in shapes:
        return Shape.ALL
    rest = shapes - {Shape.NONE}
    if not rest:
        return Shape.NONE
    is_ray = len(rest) == 1 and not rest & {Shape.BAND, Shape.UNKNOWN}
    return rest.pop() if is_ray else Shape.UNKNOWN


def part_shapes(
    condition: Compiled, name: str, box: Mapping[str, Interval], *, effort: Effort = Effort.SLOPES
) -> list[tuple[Compiled, Shape]]:
    """Return the parts that do not hold everywhere, with their shapes."""
    shapes = [(part, part.shape(name, box, effort=effort)) for part in condition.parts]
    return [(part, shape) for part, shape in shapes if shape is not Shape.ALL]
