"""The truth of every relation of the suite, by 130-digit arithmetic that knows no prover.

A true relation must hold at many points of its domain, crowded where the two sides meet and at the
ends; a false one must fail at the point that it names. Sampling proves nothing, so a true entry is
also a known inequality, or one that follows from such in a line or two.
"""

import itertools
import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

from boundcalc.language import Expression, Operation, Relation, Sense, Symbol
from boundcalc.reader.declarations import read_where
from boundcalc.reader.formulas import read_expression
from boundcalc.reader.relations import read_relation
from boundcalc.reader.scope import Scope
from tests.mp_evaluate import evaluate, mp
from tests.proving.suite import relations

ENTRIES = relations()
IDS = [entry["id"] for entry in ENTRIES]
TRUE = [entry for entry in ENTRIES if entry["truth"]]
FALSE = [entry for entry in ENTRIES if not entry["truth"]]
# What was changed in a false one.
CHANGES = {
    "constant",
    "percent",
    "hair",
    "sliver",
    "exponent",
    "domain",
    "strict",
    "undefined",
    "one-point",
    "printed",
    "probe",
    "assume",
    "implication",
}

TOLERANCE = mp.mpf(10) ** -40
PLAIN = tuple(map(Fraction, ("0", "1", "-1", "1/2", "1/3", "2/3", "3/5", "4/5")))
Point = dict[str, Fraction]


class UndefinedError(ValueError):
    """A part of an expression has no real value."""


class Goal:
    """An entry of the suite, read."""

    def __init__(self, entry: Mapping[str, Any]) -> None:
        self.scope: Scope = read_where(entry["where"])
        self.symbols: tuple[Symbol, ...] = self.scope.symbols
        self.relation: Relation = read_relation(entry["relation"], self.scope)
        self.assumptions = [read_relation(text, self.scope) for text in entry.get("assume", [])]
        self.contacts = [self.point(point) for point in entry.get("contact", [])]

    def point(self, written: Mapping[str, str]) -> Point:
        point = {}
        for name, value in written.items():
            symbol = read_expression(name, self.scope)
            assert isinstance(symbol, Symbol)
            point[symbol.name] = Fraction(value)
        assert set(point) == {symbol.name for symbol in self.symbols}
        return point

    def admits(self, point: Point) -> bool:
        """Whether the point lies in the domain and satisfies the hypotheses."""
        inside = all(point[symbol.name] in symbol.domain for symbol in self.symbols)
        return inside and all(excess(relation, point) <= 0 for relation in self.assumptions)


def parts(node: Expression) -> Iterator[Expression]:
    """Every part of an expression, the whole last; the terms of a sum stay together."""
    if isinstance(node, Operation):
        for operand in node.operands:
            yield from parts(operand)
    yield node


def value(node: Expression, point: Point) -> Any:
    try:
        result = evaluate(node, point)
    except (ValueError, ZeroDivisionError) as error:
        raise UndefinedError(f"{node} at {point}") from error
    if not mp.isfinite(result):
        raise UndefinedError(f"{node} at {point}")
    return result


def check_defined(relation: Relation, point: Point) -> None:
    for part in itertools.chain(parts(relation.left), parts(relation.right)):
        value(part, point)


def excess(relation: Relation, point: Point, digits: int = 130) -> Any:
    """By how much the relation fails, relative to its sides; at most 0 where it holds."""
    with mp.workdps(digits):
        left, right = value(relation.left, point), value(relation.right, point)
        gap = (left - right) / max(1, abs(left), abs(right))
    if relation.sense in (Sense.GE, Sense.GT):
        gap = -gap
    if relation.sense is Sense.EQ:
        return 0 if abs(gap) < TOLERANCE else abs(gap)
    if relation.sense is Sense.NE:
        return 0 if gap != 0 else 1
    if relation.sense in (Sense.LT, Sense.GT) and gap >= 0 and abs(gap) < TOLERANCE:
        # Equal, or closer than these digits can tell.
        return 1 if gap == 0 and digits > 1000 else excess(relation, point, 10 * digits)
    if gap > TOLERANCE and digits < 1000:  # 1 - phi(35) is zero in few digits
        return excess(relation, point, 10 * digits)
    return gap


def choices(symbol: Symbol, rng: random.Random) -> list[Fraction]:
    """Points of a domain, crowded at its ends."""
    domain = symbol.domain
    lower, upper = domain.lower, domain.upper
    if domain.integer:
        start = domain.first_integer()
        first = -20 if start is None else start
        points = [first + k for k in (*range(9), *(rng.randrange(60) for _ in range(8)))]
        points += [10**k for k in (2, 3)]
        return [point for point in map(Fraction, points) if point in domain]
    tiny = [Fraction(1, 10**k) for k in (1, 2, 3, 5, 8)]
    random_parts = [Fraction(rng.randrange(1, 10**6), 10**6) for _ in range(16)]
    if lower is not None and upper is not None:
        width = upper - lower
        points = [lower, upper, (lower + upper) / 2]
        points += [lower + width * part for part in random_parts]
        points += [end for t in tiny for end in (lower + width * t, upper - width * t)]
    else:
        steps = [Fraction(0), *tiny, *random_parts, *(10 * part for part in random_parts[:6])]
        steps += [Fraction(k) for k in (1, 2, 3, 4, 10, 35, 100, 1000)]
        if lower is not None:
            points = [lower + step for step in steps]
        elif upper is not None:
            points = [upper - step for step in steps]
        else:
            points = [sign * step for step in steps for sign in (1, -1)]
    return [point for point in points if point in domain]


def near(goal: Goal, contact: Point) -> Iterator[Point]:
    """Yield a point of contact and its neighbours in each coordinate and in all of them."""
    yield contact
    integers = {symbol.name for symbol in goal.symbols if symbol.domain.integer}
    for k in (1, 2, 4, 7, 10):
        for sign in (1, -1):
            step = {name: sign * (Fraction(1) if name in integers else Fraction(1, 10**k))
                    for name in contact}  # fmt: skip
            for name in contact:
                yield {**contact, name: contact[name] + step[name]}
            yield {name: contact[name] + step[name] for name in contact}


def samples(goal: Goal, count: int) -> Iterator[Point]:
    """Yield points that the goal admits: near its contacts first, then over its whole domain."""
    rng = random.Random(len(goal.symbols))
    for contact in goal.contacts:
        yield from (point for point in near(goal, contact) if goal.admits(point))
    axes = {symbol.name: choices(symbol, rng) for symbol in goal.symbols}
    if len(axes) == 1:
        ((name, points),) = axes.items()
        yield from (point for x in points[:count] if goal.admits(point := {name: x}))
        return
    if any(assumption.sense is Sense.EQ for assumption in goal.assumptions):
        plain = (
            dict(zip(axes, values, strict=True))
            for values in itertools.product(PLAIN, repeat=len(axes))
        )
        yield from (point for point in itertools.islice(plain, 60 * count) if goal.admits(point))
    found = 0
    for _ in range(60 * count):
        drawn = {name: rng.choice(points) for name, points in axes.items()}
        for point in (drawn, {name: value / 16 for name, value in drawn.items()}):
            if goal.admits(point):
                yield point
                found += 1
                break
        if found == count:
            return


# No three rational angles add up to pi, and these equations have irrational solutions alone.
NOWHERE_RATIONAL = frozenset(
    {
        "triangle-sines",
        "root-three-by-equation",
        "root-three-cubed",
        "cube-root-squared",
        "exponential-equation",
    }
)


def check_holds(entry: Mapping[str, Any], count: int) -> None:
    goal = Goal(entry)
    for contact in goal.contacts:
        assert goal.admits(contact)
        if goal.relation.sense is not Sense.NE:
            assert abs(excess(Relation(goal.relation.left, Sense.LE, goal.relation.right),
                              contact)) < TOLERANCE  # fmt: skip
    tried = 0
    for point in samples(goal, count):
        if r"\Phi" in entry["relation"] and max(map(abs, point.values())) > 70:
            continue  # no digits are left of 1 - phi(x)
        if tried < 12:
            check_defined(goal.relation, point)
        assert excess(goal.relation, point) <= TOLERANCE, f"fails at {point}"
        tried += 1
    if entry["id"] in NOWHERE_RATIONAL:
        return
    is_curve = any(assumption.sense is Sense.EQ for assumption in goal.assumptions)
    assert tried >= (1 if is_curve else 10), "too few points to say anything"


@pytest.mark.few(16)
@pytest.mark.parametrize("entry", TRUE, ids=lambda entry: entry["id"])
def test_true_relation_holds_wherever_it_is_sampled(entry: dict[str, Any]) -> None:
    check_holds(entry, count=40)


@pytest.mark.sweep
@pytest.mark.parametrize("entry", TRUE, ids=lambda entry: entry["id"])
def test_true_relation_holds_at_many_more_points(entry: dict[str, Any]) -> None:
    check_holds(entry, count=1000)


@pytest.mark.few(40)
@pytest.mark.parametrize("entry", FALSE, ids=lambda entry: entry["id"])
def test_false_relation_fails_at_the_point_it_names(entry: dict[str, Any]) -> None:
    goal = Goal(entry)
    point = goal.point(entry["violation"])
    assert goal.admits(point)
    if "undefined" in entry["tags"]:
        with pytest.raises(UndefinedError):
            check_defined(goal.relation, point)
    else:
        check_defined(goal.relation, point)
        assert excess(goal.relation, point) > (
            0 if goal.relation.sense in (Sense.LT, Sense.GT, Sense.NE) else TOLERANCE
        )


def test_the_suite_is_large_and_its_entries_are_distinct() -> None:
    assert len(TRUE) >= 150
    assert len(FALSE) >= 70
    assert len(IDS) == len(set(IDS))
    goals = [(e["relation"], e["where"], tuple(e.get("assume", ()))) for e in ENTRIES]
    assert len(goals) == len(set(goals))


def test_every_false_relation_says_what_it_neighbours_and_what_was_changed() -> None:
    true_ids = {entry["id"] for entry in TRUE}
    for entry in FALSE:
        assert entry["neighbour_of"] in true_ids, entry["id"]
        assert set(entry["tags"]) & CHANGES, entry["id"]


def test_true_relations_name_no_violation_and_every_entry_has_a_source() -> None:
    for entry in ENTRIES:
        assert entry["source"], entry["id"]
        assert ("violation" in entry) != entry["truth"], entry["id"]
