"""Points of a domain: for counterexamples, for witnesses, and to see what is worth trying.

Points are drawn from a seeded generator, so that the same goal meets the same points.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction

from boundcalc.enclosures.decisions import RelationEvaluator, Truth
from boundcalc.enclosures.floats import float_program
from boundcalc.language.domains import Domain
from boundcalc.language.expressions import Relation, Sense, Symbol
from boundcalc.proving.goals import Point, ProofGoal

SEED = 20_160_817
FAR = 2.0**40
LONGEST_SUM = 200.0  # terms of a sum that is evaluated at samples


class Sampler:
    """Draws points of a goal's domain that satisfy its assumptions, in doubles."""

    def __init__(self, goal: ProofGoal, seed: int = SEED) -> None:
        self.goal = goal
        self.random = random.Random(seed)
        self.assumptions = [_float_relation(relation) for relation in goal.assumptions]
        sides = (goal.conclusion.left, goal.conclusion.right)
        self.most = LONGEST_SUM if any("sum" in str(side) for side in sides) else FAR
        self.bounds = [_bound(relation) for relation in goal.assumptions]

    def points(self, count: int) -> Iterator[dict[str, float]]:
        """Yield up to `count` points that seem to satisfy the assumptions."""
        for corner in self._corners():
            if self._is_inside(corner) and max(corner.values(), default=0.0) <= self.most:
                yield corner
        for index in range(count):
            point = {
                symbol.name: self._value(symbol.domain, index) for symbol in self.goal.variables
            }
            for symbol in self.goal.variables:
                if symbol.domain.integer:
                    point[symbol.name] = min(point[symbol.name], self.most)
            for _ in range(2):
                self._repair(point)
            if self._is_inside(point):
                yield point

    def _is_inside(self, point: dict[str, float]) -> bool:
        return all(holds(point) for holds in self.assumptions)

    def _repair(self, point: dict[str, float]) -> None:
        """Move a variable that an assumption bounds below (above) its bound."""
        for bound in self.bounds:
            if bound is None:
                continue
            name, is_upper, evaluate = bound
            limit = evaluate(point)
            if not math.isfinite(limit):
                continue
            if is_upper and point[name] > limit:
                share = self.random.choice(
                    (1.0, self.random.random(), 10 ** -self.random.uniform(0, 9))
                )
                point[name] = limit * share if limit > 0 else limit - self.random.random()
            elif not is_upper and point[name] < limit:
                share = self.random.choice(
                    (1.0, 1 + self.random.random(), 10 ** self.random.uniform(0, 5))
                )
                point[name] = limit * share if limit > 0 else limit + self.random.random()
            point[name] = self._clipped(name, point[name])

    def _clipped(self, name: str, value: float) -> float:
        domain = next(symbol.domain for symbol in self.goal.variables if symbol.name == name)
        low, high = _ends(domain)
        value = min(max(value, low), high)
        return float(round(value)) if domain.integer and abs(value) < 2**52 else value

    def _corners(self) -> Iterator[dict[str, float]]:
        """Yield corners of the domain; of many variables, only the first few move."""
        ends = {symbol.name: _ends(symbol.domain) for symbol in self.goal.variables}
        moving = list(ends)[:6]
        for code in range(2 ** len(moving)):
            corner = {name: low for name, (low, _) in ends.items()}
            for place, name in enumerate(moving):
                corner[name] = ends[name][(code >> place) & 1]
            yield corner

    def _value(self, domain: Domain, index: int) -> float:
        low, high = _ends(domain)
        draw = self.random.random()
        style = index % 4
        if domain.integer and style == 0:
            return float(min(high, low + self.random.randint(0, 12)))
        if style in (0, 1):
            value = low + (min(high, low + 20 if high >= FAR else high) - low) * draw
        elif style == 2:
            value = low + math.exp(math.log(1e-12) * draw) * min(high - low, 1e6)
        else:
            value = high - math.exp(math.log(1e-12) * draw) * min(high - low, 1e6)
            if high >= FAR:
                value = low + 10 ** (12 * draw)
        value = min(max(value, low), high)
        return float(round(value)) if domain.integer and abs(value) < 2**52 else value


def _ends(domain: Domain) -> tuple[float, float]:
    """Return ends of the sampled range, which keep a distance from open ends."""
    if domain.integer:
        first, last = domain.first_integer(), domain.last_integer()
        return (-FAR if first is None else float(first), FAR if last is None else float(last))
    low = -FAR if domain.lower is None else float(domain.lower)
    high = FAR if domain.upper is None else float(domain.upper)
    width = max(min(high - low, 1.0), 1e-9)
    if domain.lower is not None and not domain.lower_closed:
        low += width * 1e-9
    if domain.upper is not None and not domain.upper_closed:
        high -= width * 1e-9
    return low, high


def _float_relation(relation: Relation) -> Callable[[dict[str, float]], bool]:
    left, right = float_program(relation.left), float_program(relation.right)

    def holds(point: dict[str, float]) -> bool:
        try:
            a, b = left.run(point), right.run(point)
        except (OverflowError, ValueError, ZeroDivisionError):
            return False
        return {
            Sense.LE: a <= b,
            Sense.LT: a < b,
            Sense.GE: a >= b,
            Sense.GT: a > b,
            Sense.EQ: a == b,
            Sense.NE: a != b,
        }[relation.sense]

    return holds


def _bound(relation: Relation) -> tuple[str, bool, Callable[[dict[str, float]], float]] | None:
    """Return the variable that a relation bounds, whether from above, and the bound."""
    for side in (relation, relation.mirrored):
        left, right = side.left, side.right
        if isinstance(left, Symbol) and left.name not in right.names():
            program = float_program(right)

            def evaluate(point: dict[str, float], program: object = program) -> float:
                try:
                    return program.run(point)  # type: ignore[attr-defined, no-any-return]
                except (OverflowError, ValueError, ZeroDivisionError):
                    return math.nan

            return left.name, side.sense in (Sense.LE, Sense.LT, Sense.EQ), evaluate
    return None


def margin_program(relation: Relation) -> Callable[[dict[str, float]], float]:
    """Return a function that is positive where an inequality holds, in doubles."""
    left, right = float_program(relation.left), float_program(relation.right)
    is_upper = relation.sense in (Sense.LE, Sense.LT)

    def margin(point: dict[str, float]) -> float:
        try:
            a, b = left.run(point), right.run(point)
        except (OverflowError, ValueError, ZeroDivisionError):
            return math.nan
        if relation.sense is Sense.EQ:
            return -abs(a - b)
        return b - a if is_upper else a - b

    return margin


def exact_point(goal: ProofGoal, point: dict[str, float], digits: int) -> Point | None:
    """Return a point of the domain in short rationals near `point`, or None."""
    exact: dict[str, Fraction] = {}
    for symbol in goal.variables:
        value = point[symbol.name]
        if not math.isfinite(value):
            return None
        number = Fraction(round(value)) if symbol.domain.integer else _short(value, digits)
        if number not in symbol.domain:
            return None
        exact[symbol.name] = number
    return exact


def _short(value: float, digits: int) -> Fraction:
    """Return a rational with a small denominator within 10^-digits of `value`, relatively."""
    exact = Fraction(value)
    if exact == 0:
        return exact
    tolerance = abs(exact) / 10**digits
    limit = 1
    while limit < 10**18:
        candidate = exact.limit_denominator(limit)
        if abs(candidate - exact) <= tolerance:
            return candidate
        limit *= 2
    return exact


def satisfies(goal: ProofGoal, point: Point) -> bool:
    """Return whether a point certainly satisfies the assumptions."""
    return all(
        RelationEvaluator(relation).at(point).truth is Truth.TRUE for relation in goal.assumptions
    )
