"""Guesses: does a condition seem to hold?  In doubles, so that nothing may rest on them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cached_property

from boundcalc.algebra.conditions import AllOf, Condition
from boundcalc.evaluation.doubles import float_program
from boundcalc.evaluation.programs import Program
from boundcalc.language.expressions import Relation

_GOLDEN = (3 - math.sqrt(5)) / 2
_SECTIONS = 40
_FAR = 1e3
Doubles = Mapping[str, float]


class Guesser:
    """A condition compiled for doubles: the two sides of a relation, or parts.

    `names` are the symbols whose values it needs.
    """

    __slots__ = ("is_all", "is_below", "names", "parts", "sides")

    def __init__(self, condition: Condition) -> None:
        self.sides: tuple[Program[float], Program[float]] | None = None
        self.parts: tuple[Guesser, ...] = ()
        self.is_all = self.is_below = False
        self.names: frozenset[str]
        if isinstance(condition, Relation):
            self.sides = float_program(condition.left), float_program(condition.right)
            self.is_below = condition.sense.is_upper
            self.names = condition.names()
        else:
            self.is_all = isinstance(condition, AllOf)
            self.parts = tuple(Guesser(part) for part in condition.parts)
            self.names = frozenset().union(*(part.names for part in self.parts))

    def bound(self, values: Doubles) -> Guesser:
        """Return the guesser of the other symbols, where those of `values` have these values.

        What depends on them alone is evaluated once, now.
        """
        found = Guesser.__new__(Guesser)
        found.is_all, found.is_below, found.sides = self.is_all, self.is_below, None
        found.names = self.names - values.keys()
        found.parts = tuple(part.bound(values) for part in self.parts)
        if self.sides is not None:
            try:
                found.sides = self.sides[0].bound(values), self.sides[1].bound(values)
            except (OverflowError, ValueError, ZeroDivisionError):
                found.is_all = False  # "any of nothing", which never holds
        return found

    def __call__(self, values: Doubles) -> bool:
        """Return whether the condition seems to hold; not where it seems undefined."""
        if self.sides is not None:
            return self._holds(values)
        if not self.is_all:
            return any(part(values) for part in self.parts)
        for place, part in enumerate(self.parts):
            if not part(values):
                if place:  # what fails once is the first to fail again
                    self.parts = (part, *self.parts[:place], *self.parts[place + 1 :])
                return False
        return True

    def _holds(self, values: Doubles) -> bool:
        assert self.sides is not None
        try:
            left, right = self.sides[0].run(values), self.sides[1].run(values)
        except (OverflowError, ValueError, ZeroDivisionError):
            return False
        return left <= right if self.is_below else right <= left

    def excess(self, values: Doubles) -> float:
        """Return how far a condition is from being tight: below zero where it seems to hold.

        Of a relation it is the logarithm of the side that is to be smaller over the other one, or
        the difference of sides that have none; nan where one is undefined.
        """
        if self.sides is None:
            found = [part.excess(values) for part in self.parts]
            if not found or any(map(math.isnan, found)):
                return math.nan
            return max(found) if self.is_all else min(found)
        try:
            left, right = self.sides[0].run(values), self.sides[1].run(values)
        except (OverflowError, ValueError, ZeroDivisionError):
            return math.nan
        if not self.is_below:
            left, right = right, left
        if 0 < left < math.inf and 0 < right < math.inf and 0 < left / right < math.inf:
            return math.log(left / right)
        return left - right

    def is_bound_of(self, name: str) -> bool:
        """Return whether this is a relation with the variable `name` alone on its left."""
        if self.sides is None:
            return False
        left, right = self.sides
        return left.is_symbol(name) and name not in right.names

    def bound_of(self, values: Doubles) -> float:
        """Return the right side; nan where it seems undefined."""
        if self.sides is None:
            return math.nan
        try:
            return self.sides[1].run(values)
        except (OverflowError, ValueError, ZeroDivisionError):
            return math.nan

    def constants(self, name: str) -> Iterator[float]:
        """Yield the numbers that the variable `name`, alone on a side, is compared with."""
        for part in self.parts:
            yield from part.constants(name)
        if self.sides is None:
            return
        for side, other in (self.sides, self.sides[::-1]):
            if side.is_symbol(name) and not other.names:
                yield other.run({})

    def shortfall(self, values: Doubles) -> float:
        """Return how far a relation seems to be from holding, in its size; 0 where it holds."""
        if self.sides is None:
            return _FAR
        try:
            left, right = self.sides[0].run(values), self.sides[1].run(values)
        except (OverflowError, ValueError, ZeroDivisionError):
            return _FAR
        if not self.is_below:
            left, right = right, left
        if left <= right:
            return 0.0
        if not (math.isfinite(left) and math.isfinite(right)):
            return _FAR
        gap = math.log(left) - math.log(right) if right > 0 else left - right
        return min(max(gap, 1e-12), _FAR)


class GuessOfOne:
    """A condition on one variable in doubles, and where its truth is likely to change."""

    def __init__(self, guesser: Guesser, name: str) -> None:
        self.guesser = guesser
        self.name = name

    def __call__(self, value: float) -> bool:
        """Return whether the condition seems to hold."""
        return self.guesser({self.name: value})

    def excess(self, value: float) -> float:
        """Return how far a relation is from being tight, as of the guesser."""
        return self.guesser.excess({self.name: value})

    def least_excess(self, lower: float, upper: float) -> float:
        """Return where in a range the condition is nearest to hold, if it has one such place."""
        low, high = lower, upper
        for _ in range(_SECTIONS):
            left, right = low + _GOLDEN * (high - low), high - _GOLDEN * (high - low)
            if self.excess(left) <= self.excess(right):
                high = right
            else:
                low = left
        return (low + high) / 2

    @cached_property
    def likely(self) -> tuple[float, ...]:
        """Numbers that the variable is compared with."""
        return tuple(value for value in self.guesser.constants(self.name) if math.isfinite(value))
