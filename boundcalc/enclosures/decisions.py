"""Is a relation true at a point, or over a box?  Yes, no, or unknown; never a guess."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache

from flint import ctx

from boundcalc.enclosures.exact import exact_value
from boundcalc.enclosures.interval import Interval, exact_interval
from boundcalc.enclosures.interval_functions import INTERVALS
from boundcalc.evaluation.programs import Program, compile_expression
from boundcalc.language.expressions import Expression, Relation
from boundcalc.language.operators import Sense

PRECISIONS = (64, 192, 768, 3072)
_LONG, _LONGEST = 1500, 40_000  # bits of a denominator


class Truth(Enum):
    """What is known of a relation on a set: it holds everywhere, nowhere, or neither is certain."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"


@lru_cache(maxsize=8192)
def interval_program(expression: Expression, precision: int) -> Program[Interval]:
    """Return the program of an expression, its constants enclosed at a precision in bits.

    The precision of the Arb context must be the same while it is called.
    """
    return compile_expression(expression, INTERVALS)


class Evaluator:
    """An expression to evaluate at points and over boxes; its programs are kept between calls.

    At points the symbols of `fixed` always have these values; what depends on them alone is
    evaluated once.
    """

    def __init__(self, expression: Expression, fixed: Mapping[str, Fraction] | None = None) -> None:
        self.expression = expression
        self.fixed = fixed
        self._bound: dict[int, Program[Interval]] = {}

    def at(self, values: Mapping[str, Fraction], precision: int = 64) -> Interval:
        """Return an enclosure of the value at a rational point, at a precision in bits."""
        with ctx.workprec(precision):
            program = self._program(precision)
            return program.run({name: exact_interval(values[name]) for name in program.names})

    def _program(self, precision: int) -> Program[Interval]:
        if not self.fixed:
            return interval_program(self.expression, precision)
        found = self._bound.get(precision)
        if found is None:
            program = interval_program(self.expression, precision)
            found = self._bound[precision] = program.bound(
                {
                    name: exact_interval(self.fixed[name])
                    for name in program.names
                    if name in self.fixed
                }
            )
        return found

    def over(self, box: Mapping[str, Interval], precision: int = 64) -> Interval:
        """Return an enclosure of the values over a box."""
        with ctx.workprec(precision):
            return interval_program(self.expression, precision).run(box)


@dataclass(frozen=True, slots=True)
class Decision:
    """The truth of a relation, with the enclosures of both sides that show it.

    `is_tie` is set where both sides were found to be the same rational.
    """

    truth: Truth
    left: Interval
    right: Interval
    is_tie: bool = False


class RelationEvaluator:
    """A relation compiled for evaluation at points and over boxes."""

    def __init__(self, relation: Relation, fixed: Mapping[str, Fraction] | None = None) -> None:
        self.relation = relation
        self.left = Evaluator(relation.left, fixed)
        self.right = Evaluator(relation.right, fixed)

    def at(self, values: Mapping[str, Fraction]) -> Decision:
        """Decide the relation at a rational point.

        A side that is undefined makes the relation false.
        The precision is raised to 3072 bits, and further for very small numbers; sides that no
        precision separates are compared exactly where both are rationals in plain sight, and are
        UNKNOWN otherwise.
        """
        for precision in _precisions(values):
            left, right = self.left.at(values, precision), self.right.at(values, precision)
            truth = compare(left, self.relation.sense, right)
            if truth is not Truth.UNKNOWN:
                return Decision(truth, left, right)
            if precision == PRECISIONS[0]:
                exact = self._exact_sides(values)
                if exact is not None:
                    holds = _holds(exact[0], self.relation.sense, exact[1])
                    truth = Truth.TRUE if holds else Truth.FALSE
                    return Decision(truth, left, right, is_tie=exact[0] == exact[1])
        return Decision(Truth.UNKNOWN, left, right)

    def over(self, box: Mapping[str, Interval], precision: int = 64) -> Truth:
        """Decide the relation over all points of a box."""
        left, right = self.left.over(box, precision), self.right.over(box, precision)
        return compare(left, self.relation.sense, right)

    def _exact_sides(self, values: Mapping[str, Fraction]) -> tuple[Fraction, Fraction] | None:
        left = exact_value(self.relation.left, values)
        right = exact_value(self.relation.right, values)
        return None if left is None or right is None else (left, right)


def _precisions(values: Mapping[str, Fraction]) -> tuple[int, ...]:
    """Return the precisions that are tried, the last one enough to tell 1 - x from 1."""
    bits = max([value.denominator.bit_length() for value in values.values()], default=0)
    return PRECISIONS if bits < _LONG else (*PRECISIONS, min(bits, _LONGEST) + PRECISIONS[-1])


def compare(left: Interval, sense: Sense, right: Interval) -> Truth:
    """Return whether the relation holds for all, or for none, of the values of two intervals.

    The two intervals are taken to vary independently; a relation is true only where both sides
    are defined everywhere, and false where one side has no value.
    """
    if left.lower > left.upper or right.lower > right.upper:  # a side that is nowhere
        return Truth.FALSE
    if sense.is_lower:
        left, sense, right = right, sense.mirrored, left
    if sense is Sense.NE:
        equal = compare(left, Sense.EQ, right)
        is_total = left.total and right.total
        flipped = {Truth.TRUE: Truth.FALSE, Truth.FALSE: Truth.TRUE if is_total else Truth.UNKNOWN}
        return flipped.get(equal, Truth.UNKNOWN)
    is_total = left.total and right.total
    if sense is Sense.EQ:
        if left.upper < right.lower or right.upper < left.lower:
            return Truth.FALSE
        is_point = bool(left.lower == left.upper == right.lower == right.upper)
        return Truth.TRUE if is_point and is_total else Truth.UNKNOWN
    if sense is Sense.LE:
        if left.lower > right.upper:
            return Truth.FALSE
        return Truth.TRUE if is_total and left.upper <= right.lower else Truth.UNKNOWN
    if left.lower >= right.upper:
        return Truth.FALSE
    return Truth.TRUE if is_total and left.upper < right.lower else Truth.UNKNOWN


def _holds(left: Fraction, sense: Sense, right: Fraction) -> bool:
    return {
        Sense.LE: left <= right,
        Sense.LT: left < right,
        Sense.GE: left >= right,
        Sense.GT: left > right,
        Sense.EQ: left == right,
        Sense.NE: left != right,
    }[sense]
