"""Bounds on the unknown of a table, evaluated in outward-rounded doubles over blocks of cells.

A cell is settled where the bounds leave one value, all constraints certainly hold there, and one
certainly fails at the next value beyond.

Nothing imports this module at start-up, because it needs numpy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from functools import reduce

import numpy as np

from boundcalc.algebra.conditions import AllOf, Condition, alternatives
from boundcalc.algebra.elimination import solve_condition
from boundcalc.algebra.lambert import isolate_fully
from boundcalc.algebra.search_range import SMALLEST, search_ends
from boundcalc.enclosures.interval_arrays import (
    EXACT_BELOW,
    Doubles,
    Mask,
    Spread,
    compare_arrays,
    evaluate_arrays,
)
from boundcalc.feasible.digits import round_digits
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.optimization.choices import preferred_direction
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.reduction import Reduction

LEAST_SIZE = 20 * float(SMALLEST)  # below it, a single answer stops at the limits of its search


@dataclass(frozen=True, slots=True)
class Block:
    """Some cells: where they lie in the table, and the values of the given quantities."""

    place: tuple[slice, ...]
    spreads: Mapping[str, Spread]
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What doubles say of the cells of a block."""

    values: Doubles
    is_settled: Mask
    is_impossible: Mask
    is_unbounded: Mask
    guesses: Doubles
    is_least: Mask


def relation_masks(relation: Relation, values: Mapping[str, Spread]) -> tuple[Mask, Mask]:
    """Return where a relation certainly holds, and where it certainly fails."""
    left, right = (evaluate_arrays(side, values) for side in (relation.left, relation.right))
    return compare_arrays(left, relation.sense, right)


def _masks(condition: Condition, values: Mapping[str, Spread]) -> tuple[Mask, Mask]:
    """Return where a condition certainly holds, and where it certainly fails."""
    if isinstance(condition, Relation):
        return relation_masks(condition, values)
    is_all = isinstance(condition, AllOf)
    holds, fails = np.array(is_all), np.array(not is_all)
    for part in condition.parts:
        part_holds, part_fails = _masks(part, values)
        holds = holds & part_holds if is_all else holds | part_holds
        fails = fails | part_fails if is_all else fails & part_fails
    return holds, fails


@dataclass(frozen=True, slots=True)
class _Case:
    """One conjunction: bounds on the unknown, and relations without it."""

    lower: tuple[tuple[Sense, Expression], ...]
    upper: tuple[tuple[Sense, Expression], ...]
    fixed: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class _Ends:
    """The least and greatest value of one case, each between two doubles."""

    lower: tuple[Doubles, Doubles]
    upper: tuple[Doubles, Doubles]
    exists: Mask
    is_empty: Mask


@dataclass(frozen=True, slots=True)
class Bounds:
    """A condition solved for the unknown, as alternatives; and the condition as it was."""

    reduction: Reduction
    cases: tuple[_Case, ...]
    condition: Condition

    @classmethod
    def of(cls, reduction: Reduction) -> Bounds | None:
        """Return the bounds of a reduced question, or None where it cannot be solved for."""
        name = reduction.problem.unknown.name
        if reduction.remaining:
            return None
        solved = solve_condition(reduction.shown, name, reduction.box, isolate_fully)
        cases = None if solved is None else alternatives(reduction.expand(solved))
        if cases is None:
            return None
        sorted_cases = [_sorted_case(case, name) for case in cases]
        found = tuple(case for case in sorted_cases if case is not None)
        if len(found) < len(cases):
            return None
        return cls(reduction, found, reduction.condition)

    @property
    def unknown(self) -> Symbol:
        """The unknown."""
        return self.reduction.problem.unknown

    @property
    def ray(self) -> Direction | None:
        """The end that every feasible set has, whatever the given values: a ray from there."""
        if not any(case.upper for case in self.cases):
            return Direction.LEAST
        return None if any(case.lower for case in self.cases) else Direction.GREATEST

    @property
    def span(self) -> tuple[float, float]:
        """The ends of what is searched; an infinity where the domain has no end."""
        domain = self.unknown.domain
        first, last = search_ends(domain)
        return (
            -math.inf if domain.lower is None else float(first),
            math.inf if domain.upper is None else float(last),
        )

    def evaluate(self, block: Block) -> Found:
        """Return what is certain of the cells of a block."""
        ends = [self._ends(case, block.spreads) for case in self.cases]
        return _Joint(self, ends, block).found()

    def _ends(self, case: _Case, values: Mapping[str, Spread]) -> _Ends:
        start, stop = map(np.array, self.span)
        lower, upper = (start, start), (stop, stop)
        exists, is_empty = np.array(True), np.array(False)
        for sense, bound in case.lower:
            low, high, total = self._end(sense, bound, values)
            lower = (np.maximum(lower[0], low), np.maximum(lower[1], high))
            exists = exists & total
        for sense, bound in case.upper:
            low, high, total = self._end(sense, bound, values)
            upper = (np.minimum(upper[0], low), np.minimum(upper[1], high))
            exists = exists & total
        for relation in case.fixed:
            holds, fails = relation_masks(relation, values)
            exists, is_empty = exists & holds, is_empty | fails
        return _Ends(
            lower,
            upper,
            exists & (lower[1] <= upper[0]),
            is_empty | (lower[0] > upper[1]),
        )

    def _end(
        self, sense: Sense, bound: Expression, values: Mapping[str, Spread]
    ) -> tuple[Doubles, Doubles, Mask]:
        """Return the extreme value that one bound allows, between two doubles."""
        spread = evaluate_arrays(bound, values)
        rounding = _whole_rounding(sense) if self.unknown.domain.integer else _digits(sense)
        return rounding(spread.lower), rounding(spread.upper), spread.total


def _sorted_case(case: Sequence[Relation], name: str) -> _Case | None:
    lower, upper, fixed = [], [], []
    for relation in case:
        if not (isinstance(relation.left, Symbol) and relation.left.name == name):
            fixed.append(relation)
        elif relation.sense.is_lower:
            lower.append((relation.sense, relation.right))
        elif relation.sense.is_upper:
            upper.append((relation.sense, relation.right))
        else:
            return None
    return _Case(tuple(lower), tuple(upper), tuple(fixed))


def _whole_rounding(sense: Sense) -> Callable[[Doubles], Doubles]:
    """Return the function from a bound to the extreme integer that it allows."""
    if sense.is_lower:
        return np.ceil if sense is Sense.GE else lambda bound: np.floor(bound) + 1
    return np.floor if sense is Sense.LE else lambda bound: np.ceil(bound) - 1


def _digits(sense: Sense) -> Callable[[Doubles], Doubles]:
    """Return the function from a bound to the extreme number of 12 digits that it allows."""
    rounding = ROUND_CEILING if sense.is_lower else ROUND_FLOOR

    def one(bound: float) -> float:
        if not math.isfinite(bound) or bound == 0:
            return bound
        return float(round_digits(Fraction(bound), rounding))

    def apply(bounds: Doubles) -> Doubles:
        flat = [one(bound) for bound in bounds.ravel().tolist()]
        return np.array(flat, dtype=np.float64).reshape(bounds.shape)

    return apply


class _Joint:
    """The union of the cases in the cells of one block."""

    def __init__(self, bounds: Bounds, ends: Sequence[_Ends], block: Block) -> None:
        self.bounds = bounds
        self.ends = ends
        self.block = block
        self.first, self.last = bounds.span

    def found(self) -> Found:
        shape = self.block.shape
        is_least, is_greatest = self._directions()
        least, greatest = self._least(), self._greatest()
        low = np.where(is_least, least[0], np.where(is_greatest, greatest[0], -np.inf))
        high = np.where(is_least, least[1], np.where(is_greatest, greatest[1], np.inf))
        low, high = (np.broadcast_to(end, shape) for end in (low, high))
        exists = self._any([end.exists for end in self.ends])
        is_empty = np.array(True)
        for end in self.ends:
            is_empty = is_empty & end.is_empty
        is_one = (low == high) & exists
        is_unbounded = is_one & ~np.isfinite(low)
        is_open_end = ((low == self.first) & self._is_open(self.first)) | (
            (low == self.last) & self._is_open(self.last)
        )
        is_small = (low != 0) & (np.abs(low) < LEAST_SIZE)
        is_large = np.abs(low) >= EXACT_BELOW
        candidate = is_one & np.isfinite(low) & ~is_small & ~is_large & ~is_open_end
        values = np.where(candidate, low, 1.0)
        proved = self._certified(values, np.broadcast_to(is_least, shape))
        guesses = np.where(np.isfinite(high), high, low)
        return Found(
            values,
            candidate & proved,
            np.broadcast_to(is_empty, shape),
            np.broadcast_to(is_unbounded, shape),
            guesses,
            np.broadcast_to(is_least, shape),
        )

    def _is_open(self, end: float) -> bool:
        """Whether a finite end of the search is not the end of the domain."""
        domain = self.bounds.unknown.domain
        if domain.integer or not math.isfinite(end):
            return False
        is_closed = domain.lower_closed if end == self.first else domain.upper_closed
        return not is_closed

    @staticmethod
    def _any(masks: Sequence[Mask]) -> Mask:
        return reduce(np.logical_or, masks, np.array(False))

    def _least(self) -> tuple[Doubles, Doubles]:
        low = high = np.array(np.inf)
        for end in self.ends:
            low = np.minimum(low, np.where(end.is_empty, np.inf, end.lower[0]))
            high = np.minimum(high, np.where(end.exists, end.lower[1], np.inf))
        return low, high

    def _greatest(self) -> tuple[Doubles, Doubles]:
        low = high = np.array(-np.inf)
        for end in self.ends:
            low = np.maximum(low, np.where(end.exists, end.upper[0], -np.inf))
            high = np.maximum(high, np.where(end.is_empty, -np.inf, end.upper[1]))
        return low, high

    def _directions(self) -> tuple[Mask, Mask]:
        """Return where the answer is certainly the least, and where certainly the greatest."""
        top = self._any([end.exists & (end.upper[0] >= self.last) for end in self.ends])
        bottom = self._any([end.exists & (end.lower[1] <= self.first) for end in self.ends])
        no_top, no_bottom = np.array(True), np.array(True)
        for end in self.ends:
            no_top = no_top & (end.is_empty | (end.upper[1] < self.last))
            no_bottom = no_bottom & (end.is_empty | (end.lower[0] > self.first))
        problem = self.bounds.reduction.problem
        alike = (top & bottom) | (no_top & no_bottom)
        if preferred_direction(problem.theorem, problem.unknown) is Direction.LEAST:
            return (top & no_bottom) | alike | (top & ~bottom & ~no_bottom), bottom & no_top
        return top & no_bottom, (bottom & no_top) | alike

    def _certified(self, values: Doubles, is_least: Mask) -> Mask:
        """Return where all constraints hold at the values, and one fails at the next beyond."""
        domain = self.bounds.unknown.domain
        outward = np.where(is_least, -1.0, 1.0)
        if domain.integer:
            here, beyond = _point(values), _point(values + outward)
        else:
            here, beyond = _around(values), _around_next(values, outward)
        holds, _ = _masks(self.bounds.condition, self._with(here))
        _, fails = _masks(self.bounds.condition, self._with(beyond))
        at_end = np.where(is_least, values <= self.first, values >= self.last)
        return np.broadcast_to(holds & (fails | at_end), self.block.shape)

    def _with(self, unknown: Spread) -> dict[str, Spread]:
        return {**self.block.spreads, self.bounds.unknown.name: unknown}


def _point(values: Doubles) -> Spread:
    return Spread(values, values, np.array(True))


def _around(values: Doubles) -> Spread:
    """Enclose the decimals that doubles stand for."""
    return Spread(np.nextafter(values, -np.inf), np.nextafter(values, np.inf), np.array(True))


def _around_next(values: Doubles, outward: Doubles) -> Spread:
    """Enclose the next numbers of 12 digits."""
    size = np.where(values == 0, 1.0, np.abs(values))
    unit = 10.0 ** (np.floor(np.log10(size)) - 11)
    beyond = values + outward * unit
    slack = np.abs(beyond) * 2.0**-50
    return Spread(beyond - slack, beyond + slack, np.array(True))
