"""Sets of feasible values: the intervals that they are made of, and what was proved beside them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from boundcalc.language.records import Record


@dataclass(frozen=True, slots=True)
class Component(Record):
    """A maximal interval of feasible values that the search found.

    `below` and `above` are points just outside that were proved infeasible; None where the
    interval ends with the domain, or where an undecided cell lies next to it.
    """

    lower: Fraction
    upper: Fraction
    below: Fraction | None
    above: Fraction | None


@dataclass(frozen=True, slots=True)
class FeasibleSet(Record):
    """All feasible values; `is_complete` tells whether every cell of the domain was decided."""

    components: tuple[Component, ...]
    is_complete: bool


@dataclass(frozen=True, slots=True)
class Tight:
    """A positive value at which a condition is closest to hold.

    `share` is that part of it within which cells are to be small.
    """

    value: Fraction
    share: Fraction

    def near(self) -> list[Fraction]:
        """Return numbers on both sides of the value, at distances that double."""
        found, share = [self.value], self.share
        while share < 1:
            found += [self.value * (1 - share), self.value * (1 + share)]
            share *= 2
        return found

    def far(self, first: Fraction, last: Fraction) -> list[Fraction]:
        """Return numbers on both sides of the value at greater factors, up to two positive ends."""
        found, factor = [], 2
        while self.value / factor > first or self.value * factor < last:
            found += [self.value / factor, self.value * factor]
            factor *= factor
        return found


def intersection(first: Component, second: Component) -> Component:
    """Return what two intervals have in common, with what was proved beside its ends."""
    lower, below = max(
        (first.lower, first.below), (second.lower, second.below), key=lambda pair: pair[0]
    )
    upper, above = min(
        (first.upper, first.above), (second.upper, second.above), key=lambda pair: pair[0]
    )
    return Component(lower, upper, below, above)
