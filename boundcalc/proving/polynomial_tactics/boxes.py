"""A tactic for polynomials on boxes: coefficients of Bernstein in several variables.

They enclose the values on a box, exactly at its corners; the box is cut until none is negative.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, prod
from typing import Any

import numpy as np

from boundcalc.checker.goals import Context, Range, encloses, minus
from boundcalc.checker.terms import Claim, Term, number, spend
from boundcalc.proving.polynomial_tactics.coefficients import Powers, polynomial_of, raised
from boundcalc.proving.proof_state import Attempt, ProofState, term_size
from boundcalc.proving.simplify import ONE
from boundcalc.proving.term_translation import number_text, to_json

MOST_VARIABLES = 8
MOST_COEFFICIENTS = 1300
MOST_NODES = 3500  # of a term in which a part of the box is shown
MOST_PARTS = 400  # of the box
MOST_WRITTEN = 60_000  # coefficients of all parts
BITS = 64
DEPTH = 24  # cuts one inside the other
ENTRIES = 64  # that take as long to add as a step of arithmetic
Ends = tuple[tuple[Fraction, Fraction], ...]


def on_boxes(state: ProofState) -> Iterator[Attempt]:
    """Cut a box until the coefficients of a polynomial show on each part that it is not negative.

    A polynomial that is to be positive is shown to exceed a number there.
    """
    symbols = sorted(state.used)
    if state.kind not in (">=", ">") or not 2 <= len(symbols) <= MOST_VARIABLES or state.ladder:
        return
    ranges = [state.context.box[name] for name in symbols]
    ends = tuple(
        (values.low, values.high)
        for values in ranges
        if isinstance(values.low, Fraction) and isinstance(values.high, Fraction)
    )
    if len(ends) < len(ranges) or any(values.integer for values in ranges):
        return
    key = (state.claim, ends)
    polynomial = None if key in state.memory.in_vain_on_boxes else polynomial_of(state, symbols)
    if polynomial is None:
        return
    found = _Cutter(tuple(symbols), state.claim).plan(polynomial, ends)
    if found is None:
        state.memory.in_vain_on_boxes.add(key)
    else:
        yield found


@dataclass(frozen=True)
class _Part:
    """A part of a box, with the coefficients of the polynomial on it, in units of a number."""

    ends: Ends
    values: Any  # an array of integers, with an axis for each variable
    unit: Fraction

    def halves(self, axis: int) -> tuple[_Part, _Part, Fraction]:
        """Return both halves in one variable and where they meet, by de Casteljau."""
        low, high = self.ends[axis]
        middle, degree = (low + high) / 2, self.values.shape[axis] - 1
        row = list(np.moveaxis(self.values, axis, 0))
        below, above = [row[0] << degree], [row[-1] << degree]
        for level in range(1, degree + 1):
            row = [first + second for first, second in pairwise(row)]
            below.append(row[0] << (degree - level))
            above.append(row[-1] << (degree - level))
        unit = self.unit / 2**degree
        parts = (((low, middle), below), ((middle, high), above[::-1]))
        first, second = (
            _Part(
                (*self.ends[:axis], half, *self.ends[axis + 1 :]),
                np.moveaxis(np.array(rows, dtype=object), 0, axis),
                unit,
            )
            for half, rows in parts
        )
        return first, second, middle

    def context(self, symbols: tuple[str, ...]) -> Context:
        """Return the part as a box of ranges."""
        ranges = (Range(low, high, True, True) for low, high in self.ends)
        return Context(dict(zip(symbols, ranges, strict=True)))

    def widest(self) -> int:
        """Return the variable along which the coefficients differ most."""
        axes = range(len(self.ends))
        gaps = [int(abs(np.diff(self.values, axis=axis)).max(initial=0)) for axis in axes]
        return max(axes, key=gaps.__getitem__)

    def is_negative(self) -> bool:
        """Return whether the polynomial is negative at a corner, where its coefficient says so."""
        return bool(self.values[np.ix_(*((0, -1) for _ in self.ends))].min() < 0)


@dataclass
class _Cutter:
    """Cuts a box until the coefficients show the sign on each part."""

    symbols: tuple[str, ...]
    claim: Claim
    count: int = 0

    @property
    def is_strict(self) -> bool:
        """Return whether the polynomial is to be positive."""
        return self.claim[0] == ">"

    def plan(self, polynomial: Powers, ends: Ends) -> Attempt | None:
        """Return the steps for the whole box, or None."""
        shape = tuple(max(column) + 1 for column in zip(*polynomial, strict=True))
        if prod(shape) > MOST_COEFFICIENTS:
            return None
        return self.parts(_part(polynomial, shape, ends), 0)

    def parts(self, part: _Part, depth: int) -> Attempt | None:
        """Return the steps on a part of the box, or None."""
        self.count += 1
        size = part.values.size
        spend(1 + size * max(part.values.shape) // ENTRIES)
        if encloses(part.context(self.symbols), self.claim, BITS):
            return Attempt({"rule": "enclose"})
        least = part.values.min()
        if least > 0 or (least == 0 and not self.is_strict):
            shown = self._shown(part, least)
            step = {"rule": "factor", "factor": to_json(ONE), "other": to_json(shown)}
            return Attempt(step) if term_size(shown) <= MOST_NODES else None
        most = min(MOST_PARTS, MOST_WRITTEN // size)
        if depth == DEPTH or self.count > most or part.is_negative():
            return None
        axis = part.widest()
        below, above, middle = part.halves(axis)
        plans = {}
        for place, half in enumerate((below, above)):
            found = self.parts(half, depth + 1)
            if found is None:
                return None
            plans[place] = found
        step = {"rule": "split", "variable": self.symbols[axis], "at": number_text(middle)}
        return Attempt(step, plans=plans)

    def _shown(self, part: _Part, least: int) -> Term:
        """Return the polynomial as a sum of what encloses as not negative, or as positive."""
        margin = least // 2 if self.is_strict and least > 1 else 0
        if self.is_strict and not margin:
            part, margin = _Part(part.ends, part.values * 2, part.unit / 2), least
        shown = self._written(part.values - margin, part.ends, self.symbols, part.unit)
        return ("add", number(part.unit * margin), shown) if self.is_strict else shown

    def _written(self, values: Any, ends: Ends, symbols: tuple[str, ...], unit: Fraction) -> Term:
        """Return the sum of the coefficients times powers of distances, one variable at a time."""
        if not symbols:
            return number(int(values) * unit)
        degree, (low, high), variable = len(values) - 1, ends[0], ("symbol", symbols[0])
        rising, falling = minus(variable, number(low)), minus(number(high), variable)
        scale = unit / (high - low) ** degree
        parts: list[Term] = []
        for power, rest in enumerate(values):
            if np.any(rest):
                inner = self._written(rest, ends[1:], symbols[1:], scale * comb(degree, power))
                bases = ((rising, power), (falling, degree - power))
                factors = [raised(base, count) for base, count in bases if count]
                parts.append(("multiply", inner, *factors) if factors else inner)
        return parts[0] if len(parts) == 1 else ("add", number(0), number(0), *parts)


def _part(polynomial: Powers, shape: tuple[int, ...], ends: Ends) -> _Part:
    """Return a box with the coefficients of a polynomial on it."""
    values = np.full(shape, Fraction(0), dtype=object)
    for row, value in polynomial.items():
        values[row] = value
    for axis, (count, (low, high)) in enumerate(zip(shape, ends, strict=True)):
        matrix = np.array(
            [
                [_coefficient(count - 1, place, power, low, high) for power in range(count)]
                for place in range(count)
            ],
            dtype=object,
        )
        values = np.moveaxis(np.tensordot(matrix, values, axes=(1, axis)), 0, axis)
    scale = int(np.lcm.reduce([value.denominator for value in values.flat], dtype=object))
    whole = np.array([int(value * scale) for value in values.flat], dtype=object)
    return _Part(ends, whole.reshape(shape), Fraction(1, scale))


def _coefficient(degree: int, place: int, power: int, low: Fraction, high: Fraction) -> Fraction:
    """Return a coefficient of x^power: its polar form at `place` high ends, low ones else."""
    total = sum(
        (
            comb(place, count)
            * comb(degree - place, power - count)
            * high**count
            * low ** (power - count)
            for count in range(max(0, power - degree + place), min(place, power) + 1)
        ),
        Fraction(0),
    )
    return total / comb(degree, power)
