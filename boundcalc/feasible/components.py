"""Sets of feasible values: the intervals that they are made of, and what was proved beside them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Component:
    """A maximal interval of feasible values that the search found.

    `below` and `above` are points just outside that were proved infeasible; None where the
    interval ends with the domain, or where an undecided cell lies next to it.
    """

    lower: Fraction
    upper: Fraction
    below: Fraction | None
    above: Fraction | None


@dataclass(frozen=True, slots=True)
class FeasibleSet:
    """All feasible values; `is_complete` tells whether every cell of the domain was decided."""

    components: tuple[Component, ...]
    is_complete: bool


def intersection(first: Component, second: Component) -> Component:
    """Return what two intervals have in common, with what was proved beside its ends."""
    lower, below = max(
        (first.lower, first.below), (second.lower, second.below), key=lambda pair: pair[0]
    )
    upper, above = min(
        (first.upper, first.above), (second.upper, second.above), key=lambda pair: pair[0]
    )
    return Component(lower, upper, below, above)
