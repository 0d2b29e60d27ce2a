"""Choices: exact numbers for free parameters, from intervals and from points in doubles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction

from boundcalc.algebra.search_range import least_size, search_ends
from boundcalc.feasible.components import Component
from boundcalc.feasible.digits import last_digit, round_digits
from boundcalc.language.domains import Domain
from boundcalc.language.expressions import Symbol
from boundcalc.language.quantities import Stronger
from boundcalc.language.statements import Theorem
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import Problem

SMALLEST, LARGEST = Fraction(1, 10**100), Fraction(10**12)  # of free parameters, in doubles
SMALLEST_OF_DIRECT = Fraction(1, 10**40)  # of them in a direct search
_NEAR_END = Fraction(1, 100)
_SHORT_DIGITS = (3, 6, 9, 12, 18, 30)


@dataclass(frozen=True, slots=True)
class ChosenParameters:
    """Exact values of parameters, and the logarithm of the unknown that is promised for them."""

    values: Mapping[str, Fraction]
    promised: float
    direction: Direction

    @property
    def worth(self) -> float:
        """The greater, the better."""
        return -self.promised if self.direction is Direction.LEAST else self.promised


def preferred_direction(theorem: Theorem, symbol: Symbol) -> Direction:
    """Return the end of an interval of feasible values that is worth more.

    The strong end of a quantity of the conclusion, the weak end of a quantity of a premise, the
    greatest of what limits a question or is a number of queries, and the least of everything else.
    """
    for target in theorem.targets:
        if target.symbol == symbol:
            return _strong_end(target.stronger)
    for guarantee, is_premise in (
        (theorem.conclusion, False),
        *((premise, True) for premise in theorem.premises),
    ):
        for quantity in guarantee.quantities():
            if guarantee.expression(quantity.name) == symbol:
                strong = _strong_end(quantity.stronger)
                return strong.opposite if is_premise else strong
    is_resource = symbol.unit.value == "queries" or symbol.is_allowance
    return Direction.GREATEST if is_resource else Direction.LEAST


def wanted_direction(problem: Problem) -> Direction:
    """Return the end of the unknown that is asked for, or else the one that is worth more."""
    return problem.end or preferred_direction(problem.theorem, problem.unknown)


def _strong_end(stronger: Stronger) -> Direction:
    return Direction.LEAST if stronger is Stronger.SMALLER else Direction.GREATEST


def short_value(
    component: Component, symbol: Symbol, direction: Direction, *, is_inside: bool = False
) -> Fraction:
    """Return a number of few digits in an interval, near the end that is preferred.

    With `is_inside` it is not that end itself, if the interval has room for others.
    """
    first, last = search_ends(symbol.domain)
    ends = [component.upper, component.lower]
    if direction is Direction.LEAST:
        ends.reverse()
    limits = {end for end in (first, last) if end not in symbol.domain or abs(end) > 10**100}
    end = next((end for end in ends if end not in limits and abs(end) > Fraction(1, 10**100)), None)
    if end is None:
        return Fraction(1) if component.lower <= 1 <= component.upper else component.upper
    if symbol.domain.integer:
        return end
    rounding = ROUND_FLOOR if end == component.upper else ROUND_CEILING
    for digits in _SHORT_DIGITS:
        candidate = round_digits(end, rounding, digits)
        if is_inside and candidate == end:
            inward = -1 if end == component.upper else 1
            candidate += inward * last_digit(end, digits)
        if component.lower <= candidate <= component.upper:
            return candidate
    return end


def is_end_of_search(symbol: Symbol, value: Fraction) -> bool:
    """Return whether a value is the last that is searched, though the domain goes on.

    Examples
    --------
    >>> from boundcalc.language.domains import POSITIVE
    >>> x = Symbol("x", POSITIVE)
    >>> is_end_of_search(x, Fraction(10**12)), is_end_of_search(x, Fraction(1))
    (True, False)
    """
    smallest = least_size(symbol.domain)
    return any(
        abs(value / end - 1) < _NEAR_END and value * way in symbol.domain
        for end, way in (
            *((end, Fraction(1, 2)) for end in (SMALLEST_OF_DIRECT, SMALLEST, smallest)),
            (LARGEST, Fraction(2)),
        )
    )


def as_values(
    point: Sequence[float | Fraction],
    symbols: Sequence[Symbol],
    roundings: Sequence[str],
    digits: int = 9,
) -> Mapping[str, Fraction]:
    """Return a point in exact numbers of few digits, each coordinate rounded in its own way.

    Near an open end of its domain a coordinate may be rounded to that end; see `inward`.
    """
    return {
        symbol.name: (
            Fraction(round(value))
            if symbol.domain.integer
            else round_digits(Fraction(value), rounding, digits)
        )
        for value, symbol, rounding in zip(point, symbols, roundings, strict=True)
    }


def inward(value: Fraction, domain: Domain, digits: int = 9) -> Fraction:
    """Return the value, or where it is beyond an end of the domain, a number just inside.

    Examples
    --------
    >>> from boundcalc.language.domains import OPEN_PROBABILITY
    >>> inward(Fraction(1), OPEN_PROBABILITY, 3), inward(Fraction(1, 2), OPEN_PROBABILITY)
    (Fraction(999, 1000), Fraction(1, 2))
    """
    first, last = search_ends(domain)
    if value in domain or domain.integer:
        return min(max(value, first), last)
    step = min(Fraction(1, 10**digits), (last - first) / 10)
    if domain.lower is not None and value <= domain.lower:
        return domain.lower if domain.lower_closed else domain.lower + step
    assert domain.upper is not None
    return domain.upper if domain.upper_closed else domain.upper - step
