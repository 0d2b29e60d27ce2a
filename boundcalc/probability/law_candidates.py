"""Candidates of finite laws at a point: values, weights, functions of them, mechanisms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np

from boundcalc.checker.goals import Context
from boundcalc.checker.probability.finite_values import folded
from boundcalc.checker.probability.model import Quantity
from boundcalc.checker.probability.space import Algorithm, Block, Head, Source, Space
from boundcalc.checker.terms import Rejected, Term, number, replace
from boundcalc.probability.law_mechanisms import Mechanism, choose_atoms, mechanisms, run_atoms
from boundcalc.probability.law_members import members_of
from boundcalc.probability.law_points import Point
from boundcalc.probability.law_values import Array, Atoms, NotComputed

LAWS = 48  # of one batch
BATCHES = 8
MOST_ATOMS = 128
MOST_ATOMS_WITH_RUNS = 300
_USUAL = tuple(map(Fraction, (0, 1, 2, -1, -2, 3)))


@dataclass
class Slot:
    """An independent source: members with their joint values, and a row of weights for each law."""

    members: tuple[Source, ...]
    values: list[tuple[Fraction, ...]]
    weights: list[list[Fraction]]


@dataclass
class Batch:
    """Laws with the same values and different weights, at one point."""

    space: Space
    point: Point
    slots: list[Slot]
    rows: list[dict[Source, Fraction]]  # the values of all members at each combination of slots
    places: list[tuple[int, ...]]  # of each row, the place in each slot
    mechanisms: Mapping[str, Mechanism]
    atoms: Atoms = field(init=False)

    def __post_init__(self) -> None:
        listed = [np.array(slot.weights, dtype=float) for slot in self.slots]
        base = np.ones((LAWS, len(self.rows)))
        for slot, weights in enumerate(listed):
            base = base * weights[:, [place[slot] for place in self.places]]
        numbers: dict[str, Any] = {key: float(item) for key, item in self.point.values.items()}
        laws = self._laws(base)
        outcomes = run_atoms(self.rows, base, self.mechanisms)
        for name, algorithm in self.space.algorithms.items():
            if algorithm.choice is not None:
                law = laws[_law_of(self.space, algorithm)]
                outcomes = choose_atoms(name, algorithm, outcomes, law, numbers)
        if len(outcomes.rows) > MOST_ATOMS_WITH_RUNS:
            raise NotComputed
        values = {
            member: np.array([float(row[member]) for row in outcomes.rows])
            for member in self.rows[0]
        }
        self.base = base
        self.atoms = Atoms(values, outcomes.weights, numbers, outcomes.runs, laws)

    def _laws(self, base: Array) -> dict[str, dict[float, Array]]:
        """Return the chance of each value of each law's name, under each law."""
        found: dict[str, dict[float, Array]] = {}
        for block in (block for blocks in self.space.statements for block in blocks):
            if block.law is None or len(block.heads) > 1 or block.law in found:
                continue
            member = next(item for item in self.rows[0] if item[1] == block.heads[0])
            own: dict[float, Array] = {}
            for place, row in enumerate(self.rows):
                key = float(row[member])
                own[key] = own.get(key, np.zeros(LAWS)) + base[:, place]
            found[block.law] = own
        return found

    def solve(self, name: str) -> None:
        """Set the parameters that are equal to terms about expectations that are known now."""
        for symbol, term in self.point.solved.items():
            if symbol not in self.atoms.numbers:
                try:
                    value = np.asarray(self.atoms.value(term), dtype=float)
                except NotComputed:
                    continue
                self.atoms.numbers[symbol] = value[:, 0] if value.ndim == 2 else value

    # --- what is declared of several members

    def satisfies_declared(self) -> Array:
        """Return for each law whether units are independent, and laws equal, as declared."""
        good = np.ones(LAWS, dtype=bool)
        named: dict[str, list[list[Source]]] = {}
        for blocks in self.space.statements:
            units = [(block, unit) for block in blocks for unit in units_of(block, self.rows[0])]
            if len(units) > 1:
                good &= self._independent([unit for _, unit in units])
            for block, unit in units:
                if block.law is not None:
                    named.setdefault(block.law, []).append(unit)
        for alike in named.values():
            for unit in alike[1:]:
                good &= self._alike(alike[0], unit)
        for member in self.rows[0]:
            good &= self._has_law(member)
        return good

    def _marginal(self, unit: Sequence[Source]) -> dict[tuple[Fraction, ...], Array]:
        found: dict[tuple[Fraction, ...], Array] = {}
        for place, row in enumerate(self.rows):
            key = tuple(row[member] for member in unit)
            found[key] = found.get(key, np.zeros(LAWS)) + self.base[:, place]
        return found

    def _independent(self, units: list[list[Source]]) -> Array:
        marginals = [self._marginal(unit) for unit in units]
        joint = self._marginal([member for unit in units for member in unit])
        good = np.ones(LAWS, dtype=bool)
        for keys in product(*marginals):
            expected = np.ones(LAWS)
            for marginal, key in zip(marginals, keys, strict=True):
                expected = expected * marginal[key]
            flat = tuple(item for key in keys for item in key)
            good &= np.abs(joint.get(flat, np.zeros(LAWS)) - expected) < 1e-9
        return good

    def _alike(self, one: Sequence[Source], other: Sequence[Source]) -> Array:
        first, second = self._marginal(one), self._marginal(other)
        gaps = [
            np.abs(first.get(key, np.zeros(LAWS)) - second.get(key, np.zeros(LAWS)))
            for key in first.keys() | second.keys()
        ]
        found: Array = np.max(gaps, axis=0) < 1e-9
        return found

    def _has_law(self, member: Source) -> Array:
        declared = law_at(self.space.heads[member[1]], self.point)
        if declared is None:
            return np.ones(LAWS, dtype=bool)
        own = self._marginal([member])
        good = np.ones(LAWS, dtype=bool)
        for (value,), chance in own.items():
            good &= np.abs(chance - float(declared.get(value, Fraction(0)))) < 1e-9
        return good

    # --- as a certificate

    def exact(self, law: int, context: Context) -> dict[str, Any] | None:
        """Return a law as it stands in a certificate, or None where a value is not rational."""
        outcomes: dict[tuple[Fraction, ...], Fraction] = {}
        members = list(self.rows[0])
        for row, places in zip(self.rows, self.places, strict=True):
            chance = Fraction(1)
            for slot, place in zip(self.slots, places, strict=True):
                chance *= slot.weights[law][place]
            if chance > 0:
                key = tuple(row[member] for member in members)
                outcomes[key] = outcomes.get(key, Fraction(0)) + chance
        point = dict(self.point.values)
        for name in self.point.solved:
            value = _nearby(self.atoms.numbers.get(name), law)
            if value is None:
                return None
            point[name] = value
        if not all(context.box[name].contains(value) for name, value in point.items()):
            return None
        data: dict[str, Any] = {
            "point": {name: str(value) for name, value in point.items()},
            "members": [["random", m[1], *(["number", str(i[1])] for i in m[2:])] for m in members],
            "outcomes": [[str(p), list(map(str, key))] for key, p in outcomes.items()],
        }
        if self.mechanisms:
            data["mechanisms"] = {k: item.to_json() for k, item in self.mechanisms.items()}
        return data


def _law_of(space: Space, algorithm: Algorithm) -> str:
    """Return the name of the law of the records of an algorithm."""
    blocks = space.statements[algorithm.statement]
    return next(block.law or "" for block in blocks if algorithm.input in block.heads)


def _nearby(values: Any, law: int) -> Fraction | None:
    """Return the fraction with a small denominator that a number is near to, or None."""
    if values is None:
        return None
    value = float(np.broadcast_to(values, (LAWS,))[law])
    if not np.isfinite(value):
        return None
    found = Fraction(value).limit_denominator(100_000)
    return found if abs(float(found) - value) < 1e-9 else None


def units_of(block: Block, members: Mapping[Source, Any]) -> list[list[Source]]:
    """Return the units of a block among members."""
    listed = [member for member in members if member[1] in block.heads]
    if not block.is_each:
        return [listed]
    indices = dict.fromkeys(member[2:] for member in listed)
    return [[("random", head, *index) for head in block.heads] for index in indices]


def law_at(head: Head, point: Point) -> dict[Fraction, Fraction] | None:
    """Return the finite law that is declared, at a point; None where none is."""
    values: dict[Term, Term] = {("symbol", k): number(v) for k, v in point.values.items()}
    found: dict[Fraction, Fraction] = {}
    if head.is_uniform:
        most = exact_value(head.high, values)
        return {Fraction(k): 1 / most for k in range(1, int(most) + 1)}
    for pair in head.law:
        value, chance = (exact_value(term, values) for term in pair)
        found[value] = found.get(value, Fraction(0)) + chance
    return found or None


def exact_value(term: Any, values: Mapping[Term, Term]) -> Fraction:
    """Return a term about parameters as a number.

    Raises
    ------
    NotComputed
        If it is not rational, or no number is known for a symbol in it.
    """

    def fold(part: Term) -> Term:
        if part[0] in ("number", "constant", "symbol", "sum"):
            return part
        return folded(part[0], [fold(child) for child in part[1:]], part)

    found = fold(replace(term, values))
    if found[0] != "number":
        raise NotComputed
    return Fraction(found[1])


# --- making them ----------------------------------------------------------------------------------


def batches(
    space: Space, kept: Mapping[str, Quantity], point: Point, constants: frozenset[Fraction]
) -> Iterator[Batch]:
    """Yield batches of candidates at a point, the plainest first."""
    random = Random(7)
    try:
        members = members_of(space, kept, point.values)
        grids = {name: _grid(space.heads[name], point, constants) for name in space.heads}
    except (NotComputed, Rejected, ArithmeticError):
        return
    if not all(grids.values()):
        return
    for attempt in range(BATCHES):
        made = _batch(space, point, members, grids, random, attempt)
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
    ends = [end for end in (low, high, head.values.low, head.values.high) if _is_exact(end)]
    listed: list[Any] = [*ends]
    if len(ends) == 2:
        middle = (ends[0] + ends[1]) / 2  # type: ignore[operator]
        listed += [middle, (ends[0] + middle) / 2, (ends[1] + middle) / 2]  # type: ignore[operator]
    listed += [*_USUAL, *sorted(constants), *point.values.values()]
    listed += [value / 2 for value in (*constants, *point.values.values())]
    return [
        value
        for value in dict.fromkeys(listed)
        if head.values.contains(value)
        and (low is None or value >= low)
        and (high is None or value <= high)
    ]


def _is_exact(end: Any) -> bool:
    return isinstance(end, Fraction)


def _batch(
    space: Space,
    point: Point,
    members: tuple[Source, ...],
    grids: Mapping[str, list[Fraction]],
    random: Random,
    attempt: int,
) -> Batch | None:
    slots = _slots(space, point, members, grids, random, attempt)
    covered = {member for slot in slots for member in slot.members}
    rest = [member for member in members if member not in covered]
    slots += _own_slots(space, point, rest, grids, random)
    covered = {member for slot in slots for member in slot.members}
    rest = [member for member in members if member not in covered]
    if rest:
        slots.append(_hidden(random, attempt, is_alone=not slots))
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
    _derive(rest, rows, grids, random, attempt)
    rows = [{member: row[member] for member in members} for row in rows]
    try:
        chosen = mechanisms(space, rows, point, random, attempt)
        return Batch(space, point, slots, rows, places, chosen)
    except (NotComputed, KeyError, StopIteration):
        return None


def _slots(
    space: Space,
    point: Point,
    members: tuple[Source, ...],
    grids: Mapping[str, list[Fraction]],
    random: Random,
    attempt: int,
) -> list[Slot]:
    """Return a slot for each unit of the statement that has the most of them."""
    best: list[tuple[Block, list[Source]]] = []
    for blocks in space.statements:
        units = [
            (block, unit) for block in blocks for unit in units_of(block, dict.fromkeys(members))
        ]
        if len(units) > len(best):
            best = units
    alike: dict[str, tuple[list[tuple[Fraction, ...]], list[list[Fraction]]]] = {}
    slots = []
    for block, unit in best:
        made = alike.get(block.law) if block.law is not None else None
        if made is None:
            made = _marginal(space, point, unit, grids, random, attempt, len(best))
            if block.law is not None:
                alike[block.law] = made
        slots.append(Slot(tuple(unit), *made))
    return slots


def _own_slots(
    space: Space,
    point: Point,
    rest: list[Source],
    grids: Mapping[str, list[Fraction]],
    random: Random,
) -> list[Slot]:
    """Return slots for the values that have a law of their own; one of each law, at times more."""
    found: dict[str, Slot] = {}
    slots = []
    for member in rest:
        declared = law_at(space.heads[member[1]], point)
        if declared is None:
            continue
        key = repr(sorted(declared.items()))
        if key in found and random.random() < 0.6:
            old = found[key]
            old.members = (*old.members, member)
            old.values = [(*value, value[0]) for value in old.values]
            continue
        made = _marginal(space, point, [member], grids, random, 0, len(rest))
        slots.append(Slot((member,), *made))
        found[key] = slots[-1]
    return slots


def _marginal(
    space: Space,
    point: Point,
    unit: Sequence[Source],
    grids: Mapping[str, list[Fraction]],
    random: Random,
    attempt: int,
    units: int,
) -> tuple[list[tuple[Fraction, ...]], list[list[Fraction]]]:
    """Return joint values of a unit, and weights for each law."""
    if len(unit) == 1:
        declared = law_at(space.heads[unit[0][1]], point)
        if declared is not None:
            kept = {value: chance for value, chance in declared.items() if chance > 0}
            singles: list[tuple[Fraction, ...]] = [(value,) for value in kept]
            return singles, [list(kept.values())] * LAWS
    most = 2 if units > 3 else 3 if units > 1 else 4
    most = min(most, 2 + attempt // 2)
    if len(unit) == 1:
        grid = grids[unit[0][1]]
        chosen = grid[:most] if attempt == 0 else random.sample(grid, min(most, len(grid)))
        values: list[tuple[Fraction, ...]] = [(value,) for value in sorted(chosen)]
    else:
        values = list(
            dict.fromkeys(
                tuple(random.choice(grids[member[1]][:4]) for member in unit) for _ in range(most)
            )
        )
    return values, _weights(len(values), random)


def _weights(count: int, random: Random) -> list[list[Fraction]]:
    found = [[Fraction(1, count)] * count]
    while len(found) < LAWS:
        counts = [random.choice((0, 1, 1, 2, 3)) for _ in range(count)]
        total = sum(counts)
        if total:
            found.append([Fraction(item, total) for item in counts])
    return found


def _hidden(random: Random, attempt: int, *, is_alone: bool) -> Slot:
    """Return a slot that no member shows: what is left is a function of it and of the others."""
    count = 2 + attempt % 4 if is_alone else 1 + attempt % 2
    return Slot((), [()] * count, _weights(count, random))


def _derive(
    rest: list[Source],
    rows: list[dict[Source, Fraction]],
    grids: Mapping[str, list[Fraction]],
    random: Random,
    attempt: int,
) -> None:
    """Give every row the values of members that are functions of the others."""
    for member in rest:
        grid = grids[member[1]]
        known = list(rows[0])
        kind = random.choice(("copy", "mirror", "any", "few", "equal")) if known else "any"
        if attempt == 0:
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
