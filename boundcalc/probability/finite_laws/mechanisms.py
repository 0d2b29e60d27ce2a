"""Mechanisms for finite laws: randomized response about one record, as loud as is allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, exp
from random import Random
from typing import Any

import numpy as np

from boundcalc.checker.probability.finite_values import Table
from boundcalc.checker.probability.space import Algorithm, Head, Source, Space
from boundcalc.checker.terms import Term
from boundcalc.probability.finite_laws.points import Point
from boundcalc.probability.finite_laws.values import Array, Atoms, NotComputed

_FINE = 64  # the denominator of the chance of a lie
Answer = dict[str, Fraction | Table]


@dataclass(frozen=True)
class Mechanism:
    """Of each record at one place, what is returned with which chance; records by what names them.

    `inputs` are the records of each run, by the index of the run.
    """

    inputs: Mapping[tuple[Term, ...], tuple[Source, ...]]
    records: tuple[Fraction, ...]
    place: int
    answers: Mapping[Fraction, tuple[tuple[Fraction, Answer], ...]]

    def to_json(self) -> list[Any]:
        """Return the mechanism as it stands in a certificate."""
        size = len(next(iter(self.inputs.values())))
        return [
            [
                [str(record) for record in data],
                [
                    [str(chance), _shown(answer)]
                    for chance, answer in self.answers[data[self.place]]
                ],
            ]
            for data in product(self.records, repeat=size)
        ]


def _shown(answer: Answer) -> dict[str, Any]:
    return {
        name: {str(key): str(value) for key, value in item.items()}
        if isinstance(item, Mapping)
        else str(item)
        for name, item in answer.items()
    }


def mechanisms(
    space: Space,
    rows: Sequence[Mapping[Source, Fraction]],
    point: Point,
    random: Random,
    attempt: int,
) -> dict[str, Mechanism]:
    """Return a mechanism for each algorithm, on the records that occur."""
    found = {}
    for name, algorithm in space.algorithms.items():
        if algorithm.choice is not None:
            continue
        inputs: dict[tuple[Term, ...], list[Source]] = {}
        for member in sorted(member for member in rows[0] if member[1] == algorithm.input):
            inputs.setdefault(member[2 : 2 + algorithm.is_each], []).append(member)
        alike = _alike(space, algorithm.input)
        records = {row[member] for row in rows for member in row if member[1] in alike}
        place = 0 if attempt < 3 else random.randrange(len(next(iter(inputs.values()))))
        kept = {index: tuple(members) for index, members in inputs.items()}
        ordered = tuple(sorted(records))
        if len(ordered) ** len(next(iter(kept.values()))) > 64:
            raise NotComputed
        answers = _answers(space, name, algorithm, ordered, point, random, attempt)
        found[name] = Mechanism(kept, ordered, place, answers)
    return found


def _alike(space: Space, family: str) -> set[str]:
    """Return the heads that have the law of a family, which may stand for its records."""
    laws = {b.law for blocks in space.statements for b in blocks if b.heads == (family,)}
    heads = {b.heads for blocks in space.statements for b in blocks if b.law in laws}
    return {name for names in heads for name in names} | {family}


def _answers(
    space: Space,
    name: str,
    algorithm: Algorithm,
    records: tuple[Fraction, ...],
    point: Point,
    random: Random,
    attempt: int,
) -> dict[Fraction, tuple[tuple[Fraction, Answer], ...]]:
    """Return a constant answer, or one of two, of which the right one is more likely."""
    atoms = Atoms({}, np.ones((1, 1)), {key: float(item) for key, item in point.values.items()})
    epsilon, delta = (float(atoms.value(term)) for term in (algorithm.epsilon, algorithm.delta))
    lie = Fraction(ceil(_FINE * max(0.0, (1 - delta) / (1 + exp(min(epsilon, 50))))), _FINE)
    lie = min(lie, Fraction(1, 2))
    components = {
        key.removeprefix(f"{name}.").removesuffix("()"): (head, key.endswith("()"))
        for key, head in space.functions.items()
        if key.startswith(f"{name}.")
    }
    both: list[Answer] = [{}, {}]
    for component, (head, is_table) in components.items():
        values = _values(head, atoms)
        for bit in (0, 1):
            if is_table:
                style = attempt % 3
                ends = (values[0], values[-1])
                both[bit][component] = {
                    record: ends[_picked(style, place, bit, records)]
                    for place, record in enumerate(records)
                }
            else:
                both[bit][component] = values[bit % len(values)]
    if attempt % 3 == 2 or lie == Fraction(1, 2):
        return dict.fromkeys(records, ((Fraction(1), both[0]),))
    return {
        record: (
            (1 - lie, both[min(place, 1)]),
            *([(lie, both[1 - min(place, 1)])] if lie else []),
        )
        for place, record in enumerate(records)
    }


def _picked(style: int, place: int, bit: int, records: tuple[Fraction, ...]) -> int:
    """Return which end a query takes at a record: the right one where it is the one reported."""
    is_own = min(place, 1) == bit
    return int(is_own) if style != 1 else int(not is_own)


def _values(head: Head, atoms: Atoms) -> list[Fraction]:
    """Return the ends of a range, or of bounds that are whole numbers."""
    assert head.values is not None
    ends: list[Any] = [head.values.low, head.values.high]
    for place, bound in enumerate((head.low, head.high)):
        if bound is not None:
            ends[place] = Fraction(float(atoms.value(bound))).limit_denominator(1000)
    kept = [end for end in ends if isinstance(end, Fraction) and head.values.contains(end)]
    return list(dict.fromkeys(kept)) or [Fraction(0)]


@dataclass
class Outcomes:
    """Outcomes with the outputs of runs, and laws as rows of weights."""

    rows: list[Mapping[Source, Fraction]]
    weights: Array
    runs: dict[Term, list[Any]]


def run_atoms(
    rows: Sequence[Mapping[Source, Fraction]], base: Array, given: Mapping[str, Mechanism]
) -> Outcomes:
    """Return outcomes with all outputs of runs, their weights, and the outputs of each run."""
    keys = [(name, index) for name, item in given.items() for index in item.inputs]
    found: list[Mapping[Source, Fraction]] = []
    places: list[int] = []
    factors: list[float] = []
    outputs: list[tuple[Answer, ...]] = []
    for place, row in enumerate(rows):
        choices = [
            given[name].answers[row[given[name].inputs[index][given[name].place]]]
            for name, index in keys
        ]
        for chosen in product(*choices):
            found.append(row)
            places.append(place)
            factors.append(float(np.prod([float(chance) for chance, _ in chosen])))
            outputs.append(tuple(answer for _, answer in chosen))
    runs: dict[Term, list[Any]] = {}
    for at, (name, index) in enumerate(keys):
        for component in outputs[0][at]:
            runs[("run", name, component, None, *index)] = [
                answers[at][component] for answers in outputs
            ]
    return Outcomes(found, base[:, places] * np.array(factors), runs)


def choose_atoms(
    name: str, algorithm: Algorithm, outcomes: Outcomes, law: Mapping[float, Array], numbers: Any
) -> Outcomes:
    """Return outcomes with what the exponential mechanism chooses among the queries of runs."""
    choice = algorithm.choice
    assert choice is not None
    atoms = Atoms({}, np.ones((1, 1)), dict(numbers))
    count, records = (round(atoms.value(term)) for term in (choice.count, choice.records))
    half = float(atoms.value(choice.epsilon)) * records / 2
    candidates: list[tuple[int, list[Table], Array]] = []
    for place in range(1, count + 1):
        index = ("number", Fraction(place))
        tables = outcomes.runs[("run", choice.runs, choice.component, None, index)]
        members = [
            ("random", algorithm.input, index, ("number", Fraction(j)))
            for j in range(1, records + 1)
        ]
        sample = [
            float(sum(table[row[member]] for member in members)) / records
            for table, row in zip(tables, outcomes.rows, strict=True)
        ]
        mean = sum(
            chance[:, None] * np.array([float(table[value]) for table in tables])
            for value, chance in law.items()
        )
        score = np.array(sample) - mean
        complements: list[Table] = [
            {key: 1 - value for key, value in table.items()} for table in tables
        ]
        candidates += [(place, tables, score), (place, complements, -score)]
    grown = [np.exp(half * score) for _, _, score in candidates]
    total = sum(grown)
    runs: dict[Term, list[Any]] = {key: old * len(candidates) for key, old in outcomes.runs.items()}
    runs[("run", name, choice.index, None)] = [
        Fraction(place) for place, _, _ in candidates for _ in outcomes.rows
    ]
    runs[("run", name, choice.query, None)] = [
        table for _, tables, _ in candidates for table in tables
    ]
    weights = np.concatenate([outcomes.weights * item / total for item in grown], axis=1)
    return Outcomes(outcomes.rows * len(candidates), weights, runs)


def _complement(table: Table) -> Table:
    return {key: 1 - value for key, value in table.items()}
