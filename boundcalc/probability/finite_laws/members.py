"""Which members of families stand in a row at a point: sums written out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from boundcalc.checker.probability.finite_runs import used_algorithms
from boundcalc.checker.probability.model import Quantity
from boundcalc.checker.probability.space import Choice, Source, Space
from boundcalc.checker.probability.terms import BINDERS, parts
from boundcalc.checker.terms import Term
from boundcalc.probability.finite_laws.values import Atoms, NotComputed

MOST_MEMBERS = 8
_FIRST: Term = ("number", Fraction(1))


def members_of(
    space: Space, kept: Mapping[str, Quantity], values: Mapping[str, Fraction]
) -> tuple[Source, ...]:
    """Return the members of what is random that a row speaks of, and one at least of everything.

    Raises
    ------
    NotComputed
        If there are too many, or an index is not known.
    """
    numbers: dict[str, Any] = {name: float(value) for name, value in values.items()}
    reader = _Reader(space, Atoms({}, np.ones((1, 1)), numbers))
    found: dict[Source, None] = {}
    for item in kept.values():
        for part in (item.term, item.given):
            if part is not None:
                found.update(dict.fromkeys(reader.members(part)))
    for name, head in space.heads.items():
        if not any(member[1] == name for member in found):
            found[("random", name, *([_FIRST] * head.arity))] = None
    for blocks in space.statements:
        for block in blocks:
            if block.is_each and len(block.heads) > 1:
                for member in [item for item in found if item[1] in block.heads]:
                    found.update(dict.fromkeys(("random", h, *member[2:]) for h in block.heads))
    used = used_algorithms(space, kept.values())
    for name, algorithm in space.algorithms.items():
        if algorithm.choice is not None and name in used:
            for index in reader.candidates(algorithm.choice):
                found[("random", algorithm.input, *index)] = None
    for algorithm in space.algorithms.values():
        _complete(found, algorithm.input)
    if len(found) > MOST_MEMBERS:
        raise NotComputed
    return tuple(found)


def _complete(found: dict[Source, None], family: str) -> None:
    """Add members so that all first indices have the same second ones."""
    listed = [member[2:] for member in found if member[1] == family]
    for index in {index[:1] for index in listed}:
        for rest in {index[1:] for index in listed}:
            found[("random", family, *index, *rest)] = None


class _Reader:
    """Reads members from random terms, with the indices of sums at hand."""

    def __init__(self, space: Space, atoms: Atoms) -> None:
        self.space = space
        self.atoms = atoms

    def members(self, term: Any) -> Iterator[Source]:
        """Yield the members of a random term or an event."""
        kind = term[0]
        if kind == "random":
            yield ("random", term[1], *map(self._index, term[2:]))
        elif kind == "run":
            algorithm = self.space.algorithms[term[1]]
            arity = self.space.heads[algorithm.input].arity
            own = tuple(map(self._index, term[4:]))
            yield ("random", algorithm.input, *own, *([_FIRST] * (arity - len(own))))
        elif kind in BINDERS:
            yield from self._over_index(term)
            return
        for part in parts(term):
            yield from self.members(part)

    def candidates(self, choice: Choice) -> Iterator[tuple[Term, Term]]:
        """Yield the indices of the records on which a choice among queries depends."""
        ends = (self._index(choice.count), self._index(choice.records))
        for places in product(*(range(1, int(end[1]) + 1) for end in ends)):
            first, second = places
            yield ("number", Fraction(first)), ("number", Fraction(second))

    def _index(self, index: Term) -> Term:
        value = self.atoms.value(index)
        if isinstance(value, np.ndarray) or value != round(value):
            raise NotComputed
        return ("number", Fraction(round(value)))

    def _over_index(self, term: Term) -> Iterator[Source]:
        numbers, index = self.atoms.numbers, term[1]
        hidden = numbers.get(index)
        for place in self.atoms.span(term):
            numbers[index] = float(place)
            yield from self.members(term[4])
        numbers.pop(index, None)
        if hidden is not None:
            numbers[index] = hidden
