"""Exact finite laws for the calculus, and expectations under them, by code of their own.

A world gives every random value: `heads` by name and indices, `coins` of an algorithm, functions as
tables. Expectations are sums over worlds; nothing of the checker is used but its tuples.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

ONE = Fraction(1)


@dataclass(frozen=True)
class World:
    """One outcome: its chance, the random values by head and indices, the coins."""

    chance: Fraction
    values: Mapping[tuple, object]
    coins: object = None


@dataclass(frozen=True)
class Setting:
    """Worlds, numbers by name, and what algorithms, functions and laws are."""

    worlds: tuple[World, ...]
    numbers: Mapping[str, Fraction]
    runs: object = None  # (component or (component, index), dataset, coins) -> value
    functions: object = None  # (function, argument) -> number
    laws: Mapping[str, Mapping[object, Fraction]] | None = None
    family: str = ""  # the input of the algorithm

    def mean(self, term) -> Fraction:
        """The expectation of a random term."""
        return sum(
            (world.chance * self.value(term, world, {}) for world in self.worlds), Fraction(0)
        )

    def given(self, term, event) -> Fraction | None:
        """The conditional expectation, or None where the event has no chance."""
        chance = self.mean(("indicator", event))
        return self.mean(("multiply", term, ("indicator", event))) / chance if chance else None

    def value(self, term, world: World, bound: Mapping[str, Fraction]):
        """The value of a term in a world."""
        kind, rest = term[0], term[1:]
        if kind == "number":
            return Fraction(rest[0])
        if kind == "symbol":
            return bound[rest[0]] if rest[0] in bound else self.numbers[rest[0]]
        if kind == "random":
            return world.values[(rest[0], *(self.value(i, world, bound) for i in rest[1:]))]
        if kind == "indicator":
            return Fraction(int(self.happens(rest[0], world, bound)))
        if kind in ("sum", "product", "greatest"):
            return self._over(term, world, bound)
        if kind == "run":
            return self._run(term, world, bound)
        if kind == "fixed":
            return rest[0]
        if kind == "apply":
            function, argument = (self.value(part, world, bound) for part in rest)
            return self.functions(function, argument)
        if kind == "average":
            function = self.value(rest[1], world, bound)
            law = self.laws[rest[0]]
            return sum((p * self.functions(function, x) for x, p in law.items()), Fraction(0))
        parts = [self.value(part, world, bound) for part in rest]
        return _OPERATIONS[kind](parts)

    def _over(self, term, world, bound):
        kind, index, low, high, body = term
        first, last = (int(self.value(end, world, bound)) for end in (low, high))
        total = Fraction(int(kind == "product"))
        for place in range(first, last + 1):
            item = self.value(body, world, {**bound, index: Fraction(place)})
            total = {"sum": total + item, "product": total * item, "greatest": max(total, item)}[
                kind
            ]
        return total

    def _run(self, term, world, bound):
        _, _, component, replaced, *at = term
        data = {key: value for key, value in world.values.items() if key[0] == self.family}
        if replaced is not None:
            place = tuple(self.value(i, world, bound) for i in replaced[0])
            data[(self.family, *place)] = self.value(replaced[1], world, bound)
        if at:  # one run for each first index, named with it
            place = self.value(at[0], world, bound)
            data = {key: value for key, value in data.items() if key[1] == place}
            component = (component, place)
        return self.runs(component, tuple(sorted(data.items())), world.coins)

    def happens(self, event, world, bound) -> bool:
        """Whether an event happens in a world."""
        kind = event[0]
        if kind == "and":
            return all(self.happens(part, world, bound) for part in event[1:])
        if kind == "or":
            return any(self.happens(part, world, bound) for part in event[1:])
        if kind == "not":
            return not self.happens(event[1], world, bound)
        value = self.value(event[1], world, bound)
        return {">=": value >= 0, ">": value > 0, "=": value == 0, "!=": value != 0}[kind]


def _whole(value):
    assert value.denominator == 1
    return int(value)


def _power(parts):
    return parts[0] ** int(parts[1])


_OPERATIONS = {
    "add": lambda parts: sum(parts, Fraction(0)),
    "multiply": lambda parts: _product(parts),
    "negate": lambda parts: -parts[0],
    "divide": lambda parts: parts[0] / parts[1],
    "power": _power,
    "exp": lambda parts: Fraction(2) ** _whole(2 * parts[0]),  # 4^u, a law of exponents as e^u
    "abs": lambda parts: abs(parts[0]),
    "max": max,
    "min": min,
}


def _product(parts):
    total = ONE
    for part in parts:
        total *= part
    return total


def random_law(random: Random, values: list) -> dict[object, Fraction]:
    """A law on some values, with small weights, some of them zero."""
    weights = [random.choice((0, 1, 1, 2, 3)) for _ in values]
    if not sum(weights):
        weights[0] = 1
    return {
        value: Fraction(weight, sum(weights))
        for value, weight in zip(values, weights, strict=True)
        if weight
    }


def joined(laws: Mapping[tuple, Mapping[object, Fraction]]) -> Iterator[World]:
    """The worlds in which random values are independent, with the laws given."""
    for items in product(*(law.items() for law in laws.values())):
        chance = _product([p for _, p in items])
        yield World(chance, dict(zip(laws, (value for value, _ in items), strict=True)))


def dependent(random: Random, keys: list[tuple], values: list) -> tuple[World, ...]:
    """Worlds with any joint law."""
    law = random_law(random, list(product(values, repeat=len(keys))))
    return tuple(World(p, dict(zip(keys, item, strict=True))) for item, p in law.items())
