"""Ways on which a point nears the edge of a domain, or infinity."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from boundcalc.language.expressions import Expression, Symbol
from boundcalc.proving.goals import Point

POWERS = ((1, 1), (1, 2), (2, 1))  # in which one coordinate vanishes and another grows
NEAREST = Fraction(1, 50)  # a relative distance at which a short factor is taken instead
LARGEST = 10  # denominator of a factor


Size = TypeVar("Size", Fraction, Expression)


@dataclass(frozen=True, slots=True)
class Move:
    """How a coordinate depends on a small size: by a factor and a power of it, which is not zero.

    It leads to infinity where the power is negative.
    """

    factor: Fraction
    power: int

    def length(self, size: Size) -> Size:
        """Return the distance from the centre, or from zero, without the sign of the factor."""
        factor, times = abs(self.factor), abs(self.power)
        raised = size if times == 1 else size**times
        if self.power < 0:
            return factor / raised
        return raised if factor == 1 else factor * raised


@dataclass(frozen=True, slots=True)
class Approach:
    """A way to a point or to infinity, on which the coordinates in `moves` move with a size."""

    centre: Point
    moves: Mapping[str, Move]

    @classmethod
    def straight(cls, centre: Point, way: Mapping[str, int], *, is_far: bool) -> Approach:
        """Return the way on which coordinates differ by plus or minus the size, or its inverse."""
        power = -1 if is_far else 1
        return cls(centre, {name: Move(Fraction(sign), power) for name, sign in way.items()})

    @property
    def is_far(self) -> bool:
        """Whether it leads to infinity."""
        return any(move.power < 0 for move in self.moves.values())

    def at(self, size: Fraction) -> Point:
        """Return the point whose distance, or the inverse of it, is of a size."""
        moved = dict(self.centre)
        for name, move in self.moves.items():
            shift = move.length(size) * (1 if move.factor > 0 else -1)
            moved[name] = shift if move.power < 0 else self.centre[name] + shift
        return moved


def curved(variables: tuple[Symbol, ...], near: Point) -> Iterator[Approach]:
    """Yield ways on which one coordinate nears an end or zero while another grows, by powers.

    The factors are 1, and those with which the way leads past a point.
    """
    reals = [symbol for symbol in variables if not symbol.domain.integer]
    for small, large in itertools.permutations(reals, 2):
        ends = [
            end for end in (small.domain.lower, small.domain.upper, Fraction(0)) if end is not None
        ]
        signs = [
            sign
            for sign, end in ((1, large.domain.upper), (-1, large.domain.lower))
            if end is None and near[large.name] * sign >= 0
        ]
        for end, sign, powers in itertools.product(dict.fromkeys(ends), signs, POWERS):
            apart = near[small.name] - end
            for factor in _factors(abs(apart), abs(near[large.name]), powers):
                moves = {
                    small.name: Move(Fraction(1 if apart >= 0 else -1), powers[0]),
                    large.name: Move(sign * factor, -powers[1]),
                }
                yield Approach({**near, small.name: end}, moves)


def _factors(apart: Fraction, height: Fraction, powers: tuple[int, int]) -> list[Fraction]:
    """Return 1, and a short factor f such that the coordinates are t^p and about f / t^q."""
    value = float(apart) ** (powers[1] / powers[0]) * float(height)
    factor = Fraction(value).limit_denominator(LARGEST) if 0 < value < 1e6 else Fraction(0)
    is_close = factor > 0 and abs(float(factor) - value) <= float(NEAREST) * value
    return list(dict.fromkeys([Fraction(1), *([factor] if is_close else [])]))
