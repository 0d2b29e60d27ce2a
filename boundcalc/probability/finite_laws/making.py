"""Making candidates of finite laws: slots for what is independent, functions of it for the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from boundcalc.checker.goals import Context
from boundcalc.checker.probability.finite_runs import used_algorithms
from boundcalc.checker.probability.model import Quantity
from boundcalc.checker.probability.space import Block, Head, Source, Space
from boundcalc.checker.terms import Rejected, Term, number
from boundcalc.probability.finite_laws.candidates import (
    LAWS,
    Batch,
    Slot,
    exact_value,
    law_at,
    units_of,
)
from boundcalc.probability.finite_laws.fitting import fitted
from boundcalc.probability.finite_laws.mechanisms import mechanisms
from boundcalc.probability.finite_laws.members import members_of
from boundcalc.probability.finite_laws.points import Point
from boundcalc.probability.finite_laws.values import NotComputed

BATCHES = 8
MOST_ATOMS = 128
_MOST_VALUES = 12
_USUAL = tuple(map(Fraction, (0, 1, 2, -1, -2, 3)))
Joint = tuple[Fraction, ...]


def batches(
    space: Space,
    kept: Mapping[str, Quantity],
    point: Point,
    constants: frozenset[Fraction],
    context: Context,
) -> Iterator[Batch]:
    """Yield batches of candidates at a point, the plainest first."""
    try:
        members = members_of(space, kept, point.values)
        grids = {name: _grid(space.heads[name], point, constants) for name in space.heads}
    except (NotComputed, Rejected, ArithmeticError):
        return
    if not all(grids.values()):
        return
    maker = _Maker(space, kept, point, context, members, grids)
    rounds = 1 if point.values else 3  # where there is one point only
    for attempt in range(rounds * BATCHES):
        made = maker.batch(attempt)
        if made is not None:
            yield made


def _grid(head: Head, point: Point, constants: frozenset[Fraction]) -> list[Fraction]:
    """Return values of a head, its ends first."""
    declared = law_at(head, point)
    if declared is not None:
        return [value for value, chance in declared.items() if chance > 0]
    if head.values is None:
        return [Fraction(0), Fraction(1)]
    values: dict[Term, Term] = {("symbol", k): number(v) for k, v in point.values.items()}
    low, high = (None if end is None else exact_value(end, values) for end in (head.low, head.high))
    ends = [
        end for end in (low, high, head.values.low, head.values.high) if isinstance(end, Fraction)
    ]
    listed: list[Any] = [*ends]
    if len(ends) == 2:
        middle = (ends[0] + ends[1]) / 2
        listed += [middle, (ends[0] + middle) / 2, (ends[1] + middle) / 2]
    listed += [*_USUAL, *sorted(constants), *point.values.values()]
    listed += [value / 2 for value in (*constants, *point.values.values())]
    return [
        value
        for value in dict.fromkeys(listed)
        if head.values.contains(value)
        and (low is None or value >= low)
        and (high is None or value <= high)
    ]


@dataclass
class _Maker:
    """Makes batches at a point."""

    space: Space
    kept: Mapping[str, Quantity]
    point: Point
    context: Context
    members: tuple[Source, ...]
    grids: Mapping[str, list[Fraction]]

    def __post_init__(self) -> None:
        self.random = Random(7)
        self.used = used_algorithms(self.space, self.kept.values())
        self.attempt = 0

    def batch(self, attempt: int) -> Batch | None:
        """Return the batch of an attempt, or None where it would be too large."""
        self.attempt = attempt
        slots = self._slots()
        slots += self._own_slots(_not_in(self.members, slots))
        rest = _not_in(self.members, slots)
        if rest and not slots and attempt % 2:
            slots, rest = [self._joint_slot(rest)], []
        elif rest:
            slots.append(self._hidden(is_alone=not slots))
        count = 1
        for slot in slots:
            count *= len(slot.values)
        if count > MOST_ATOMS:
            return None
        places = list(product(*(range(len(slot.values)) for slot in slots)))
        rows: list[dict[Source, Fraction]] = []
        for place in places:
            row: dict[Source, Fraction] = {}
            for slot, at in zip(slots, place, strict=True):
                row |= dict(zip(slot.members, slot.values[at], strict=True))
            rows.append(row)
        self._derive(rest, rows)
        rows = [{member: row[member] for member in self.members} for row in rows]
        try:
            chosen = mechanisms(self.space, rows, self.point, self.random, attempt)
            return Batch(self.space, self.point, slots, rows, places, chosen, self.used)
        except (NotComputed, KeyError, StopIteration):
            return None

    def _slots(self) -> list[Slot]:
        """Return a slot for each unit of the statement that has the most of them."""
        best: list[tuple[Block, list[Source]]] = []
        listed = dict.fromkeys(self.members)
        for blocks in self.space.statements:
            units = [(block, unit) for block in blocks for unit in units_of(block, listed)]
            if len(units) > len(best):
                best = units
        alike: dict[str, tuple[list[Joint], list[list[Fraction]]]] = {}
        slots = []
        for block, unit in best:
            made = alike.get(block.law) if block.law is not None else None
            if made is None:
                same = [other for own, other in best if own.law == block.law is not None] or [unit]
                made = self._marginal(unit, same, len(best))
                if block.law is not None:
                    alike[block.law] = made
            slots.append(Slot(tuple(unit), *made))
        return slots

    def _own_slots(self, rest: list[Source]) -> list[Slot]:
        """Return slots for the values that have a law of their own, some of them equal."""
        found: dict[str, Slot] = {}
        slots = []
        for member in rest:
            declared = law_at(self.space.heads[member[1]], self.point)
            if declared is None:
                continue
            key = repr(sorted(declared.items()))
            if key in found and self.random.random() < 0.6:
                old = found[key]
                old.members = (*old.members, member)
                old.values = [(*value, value[0]) for value in old.values]
                continue
            slots.append(Slot((member,), *self._marginal([member], [[member]], len(rest))))
            found[key] = slots[-1]
        return slots

    def _marginal(
        self, unit: Sequence[Source], same: Sequence[Sequence[Source]], units: int
    ) -> tuple[list[Joint], list[list[Fraction]]]:
        """Return joint values of a unit, and weights for each law."""
        random, head = self.random, unit[0][1]
        declared = law_at(self.space.heads[head], self.point) if len(unit) == 1 else None
        if declared is not None:
            kept = {value: chance for value, chance in declared.items() if chance > 0}
            singles: list[Joint] = [(value,) for value in kept]
            return singles, [list(kept.values())] * LAWS
        if self.attempt % 2:
            fit = self._fitted(unit, same, 3 if units > 1 else 5)
            if fit is not None:
                return fit
        most = 2 if units > 3 else 3 if units > 1 else 4
        most = min(most, 2 + self.attempt // 2)
        values: list[Joint]
        if len(unit) == 1:
            grid = self.grids[head]
            chosen = grid[:most] if self.attempt == 0 else random.sample(grid, min(most, len(grid)))
            values = [(value,) for value in sorted(chosen)]
        else:
            values = self._joint(unit, most)
        return values, _weights(len(values), random)

    def _joint(self, unit: Sequence[Source], most: int) -> list[Joint]:
        drawn = (
            tuple(self.random.choice(self.grids[member[1]][:_MOST_VALUES]) for member in unit)
            for _ in range(most)
        )
        return list(dict.fromkeys(drawn))

    def _fitted(
        self, unit: Sequence[Source], same: Sequence[Sequence[Source]], most: int
    ) -> tuple[list[Joint], list[list[Fraction]]] | None:
        """Return values and weights at which what is assumed of single units holds."""
        values: list[Joint]
        if len(unit) == 1:
            values = [(value,) for value in self.grids[unit[0][1]][:_MOST_VALUES]]
        else:
            values = self._joint(unit, 2 * _MOST_VALUES)
        facts = self.context.facts
        found = fitted(facts, self.kept, self.point, same, values, self.random)
        for weights in found:
            used = [place for place, weight in enumerate(weights) if weight]
            if len(used) <= most:
                inside = [row for row in found if not any(row[k] for k in _others(row, used))]
                rows = [[row[place] for place in used] for row in inside]
                return [values[place] for place in used], (rows * LAWS)[:LAWS]
        return None

    def _joint_slot(self, rest: Sequence[Source]) -> Slot:
        """Return one slot for values of which nothing is declared together."""
        fit = self._fitted(rest, [rest], 12)
        if fit is None:
            values = self._joint(rest, 2 + self.attempt)
            fit = values, _weights(len(values), self.random)
        return Slot(tuple(rest), *fit)

    def _hidden(self, *, is_alone: bool) -> Slot:
        """Return a slot that no member shows: what is left is a function of it and the others."""
        count = 2 + self.attempt % 4 if is_alone else 1 + self.attempt % 2
        return Slot((), [()] * count, _weights(count, self.random))

    def _derive(self, rest: Sequence[Source], rows: list[dict[Source, Fraction]]) -> None:
        """Give every row the values of members that are functions of the others."""
        random = self.random
        for member in rest:
            grid = self.grids[member[1]]
            known = list(rows[0])
            kind = random.choice(("copy", "mirror", "any", "few", "equal")) if known else "any"
            if self.attempt == 0:
                kind = "copy" if known else "few"
            same = [item for item in known if item[2:] == member[2:] and item[1] != member[1]]
            source = random.choice(same or known) if known else None
            ends = (max(grid), min(grid))
            for row in rows:
                if kind == "copy" and source is not None and row[source] in grid:
                    row[member] = row[source]
                elif kind == "mirror" and source is not None and sum(ends) - row[source] in grid:
                    row[member] = sum(ends) - row[source]
                elif kind == "equal" and len(known) > 1:
                    row[member] = grid[0] if row[known[0]] == row[known[1]] else grid[-1]
                else:
                    row[member] = random.choice(grid[:2] if kind == "few" else grid)


def _others(row: Sequence[Fraction], used: Sequence[int]) -> list[int]:
    return [place for place in range(len(row)) if place not in used]


def _not_in(members: Sequence[Source], slots: Sequence[Slot]) -> list[Source]:
    covered = {member for slot in slots for member in slot.members}
    return [member for member in members if member not in covered]


def _weights(count: int, random: Random) -> list[list[Fraction]]:
    found = [[Fraction(1, count)] * count]
    while len(found) < LAWS:
        counts = [random.choice((0, 1, 1, 2, 3)) for _ in range(count)]
        total = sum(counts)
        if total:
            found.append([Fraction(item, total) for item in counts])
    return found
