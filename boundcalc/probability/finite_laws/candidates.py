"""Candidates of finite laws at a point: values, weights, functions of them, mechanisms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from boundcalc.checker.goals import Context
from boundcalc.checker.probability.finite_values import folded
from boundcalc.checker.probability.space import Algorithm, Block, Head, Pair, Source, Space
from boundcalc.checker.terms import Term, number, replace
from boundcalc.probability.finite_laws.mechanisms import Mechanism, choose_atoms, run_atoms
from boundcalc.probability.finite_laws.points import Point
from boundcalc.probability.finite_laws.values import Array, Atoms, NotComputed

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
    used: frozenset[str]  # the algorithms of whose outputs the row speaks
    atoms: Atoms = field(init=False)

    def __post_init__(self) -> None:
        listed = [np.array(slot.weights, dtype=float) for slot in self.slots]
        base = np.ones((LAWS, len(self.rows)))
        for slot, weights in enumerate(listed):
            base = base * weights[:, [place[slot] for place in self.places]]
        numbers: dict[str, Any] = {key: float(item) for key, item in self.point.values.items()}
        laws = self._laws(base)
        run = {name: item for name, item in self.mechanisms.items() if name in self.used}
        outcomes = run_atoms(self.rows, base, run)
        for name, algorithm in self.space.algorithms.items():
            if algorithm.choice is not None and name in self.used:
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
        for pair in self.space.pairs:
            good &= self._close(pair)
        return good

    def _close(self, pair: Pair) -> Array:
        """Return for each law whether two outputs are as close as those on neighbours."""
        growth = np.exp(_as_rows(self.atoms.value(pair.epsilon)))
        delta = _as_rows(self.atoms.value(pair.delta))
        first, second = (self._marginal([("random", name)]) for name in (pair.first, pair.second))
        good = np.ones(LAWS, dtype=bool)
        for one, other in ((first, second), (second, first)):
            excess = np.zeros(LAWS)
            for value, chance in one.items():
                excess += np.maximum(0, chance - growth * other.get(value, np.zeros(LAWS)))
            good &= excess <= delta + 1e-12
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


def _as_rows(value: Any) -> Array:
    """Return a number, or one for each law, as one for each law."""
    found = np.asarray(value, dtype=float)
    return np.broadcast_to(found[:, 0] if found.ndim == 2 else found, (LAWS,))


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
    if head.named is not None and head.named[0] == "dice":
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
