"""Values of parameters at which finite laws are searched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import numpy as np

from boundcalc.checker.goals import Context, Range
from boundcalc.checker.probability.model import Quantity
from boundcalc.checker.probability.space import Space
from boundcalc.checker.probability.terms import free_names
from boundcalc.checker.terms import Claim, Term, names
from boundcalc.probability.finite_laws.values import Atoms, NotComputed, is_met

MOST_POINTS = 12
_TRIED = 120
_POOL = tuple(map(Fraction, ("1/2", "1", "2", "1/4", "3/4", "0", "3", "-1", "1/10", "4", "1/100")))
_COUNTS = tuple(map(Fraction, (2, 1, 3, 0, 4, -1, 5)))


@dataclass(frozen=True)
class Point:
    """Values of parameters; those that are solved for get theirs from a law.

    `solved` gives of a parameter the term that it is equal to.
    """

    values: Mapping[str, Fraction]
    solved: Mapping[str, Term]


def points(space: Space, kept: Mapping[str, Quantity], context: Context) -> Iterator[Point]:
    """Yield values of the parameters that satisfy what is assumed of them alone, in doubles."""
    solved = _solved(space, kept, context)
    parameters = {name: values for name, values in context.box.items() if name not in solved}
    own = [fact for fact in context.facts if names(fact[1]) <= parameters.keys()]
    random = Random(1)
    seen: set[tuple[Fraction, ...]] = set()
    pools = {name: _pool(values) for name, values in parameters.items()}
    for attempt in range(_TRIED):
        if len(seen) >= MOST_POINTS:
            return
        chosen = {
            name: pool[0] if attempt == 0 else random.choice(pool) for name, pool in pools.items()
        }
        key = tuple(chosen.values())
        if key in seen or not _is_possible(own, chosen):
            continue
        seen.add(key)
        yield Point(chosen, solved)
        if not pools:
            return


def _pool(values: Range) -> tuple[Fraction, ...]:
    listed = _COUNTS if values.integer else _POOL
    ends = [end for end in (values.low, values.high) if isinstance(end, Fraction)]
    near = [end + step for end in ends for step in (Fraction(1, 8), Fraction(-1, 8), 0, 1, -1)]
    if len(ends) == 2:
        near.insert(0, (ends[0] + ends[1]) / 2)
    found = tuple(dict.fromkeys(item for item in (*listed, *near) if values.contains(item)))
    return found or (Fraction(0),)


def _is_possible(facts: list[Claim], values: Mapping[str, Fraction]) -> bool:
    numbers = {name: float(value) for name, value in values.items()}
    atoms = Atoms({}, np.ones((1, 1)), numbers)
    try:
        return all(bool(np.all(is_met(kind, atoms.value(term)))) for kind, term in facts)
    except (NotComputed, KeyError, TypeError, ValueError, OverflowError):
        return False


def _solved(space: Space, kept: Mapping[str, Quantity], context: Context) -> dict[str, Term]:
    """Return the parameters that a fact sets equal to a term about expectations, with the term.

    They stand in nothing that is random, so that a law says which values they have.
    """
    inside = frozenset().union(
        *(free_names(item.term) for item in kept.values()),
        *(free_names(item.given) for item in kept.values() if item.given is not None),
    )
    found: dict[str, Term] = {}
    for kind, term in context.facts:
        if kind != "=" or term[0] != "add" or len(term) != 3 or term[2][0] != "negate":
            continue
        for one, other in ((term[1], term[2][1]), (term[2][1], term[1])):
            name = one[1] if one[0] == "symbol" else None
            if name is None or name in kept or name in found or name in inside | space.names():
                continue
            used = names(other)
            is_free = not used & found.keys() and name not in used and bool(used & kept.keys())
            if is_free and all(name not in names(value) for value in found.values()):
                found[name] = other
                break
    return found
