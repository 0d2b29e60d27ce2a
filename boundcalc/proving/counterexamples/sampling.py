"""Points of a domain: for counterexamples, for witnesses, and to see what is worth trying.

Points are drawn from a seeded generator, so that the same goal meets the same points.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction

from boundcalc.checker import Rejected, check_certificate
from boundcalc.enclosures.decisions import RelationEvaluator, Truth
from boundcalc.enclosures.exact import exact_value
from boundcalc.evaluation.doubles import float_program
from boundcalc.language.domains import Domain
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.proving.counterexamples.linear_systems import points_of_linear_systems
from boundcalc.proving.counterexamples.margins import (
    FloatPoint,
    float_test,
    has_sum,
    nearest_double,
)
from boundcalc.proving.counterexamples.quadrics import points_on_quadrics
from boundcalc.proving.goals import Point, ProofGoal

SEED = 20_160_817
FAR = 2.0**40
CLOSE = 1e-12
LONGEST_SUM = 200.0  # terms of a sum that is evaluated at samples
_TENTHS = [Fraction(p, q) for q in (1, 2, 3, 4, 10) for p in range(-3 * q, 5 * q + 1)]
SIMPLE = sorted(
    dict.fromkeys([*_TENTHS, Fraction(10)]),
    key=lambda value: (abs(value.numerator) + value.denominator, value < 0),
)
_PER_VARIABLE = {1: 60, 2: 12, 3: 6, 4: 4}
WHOLE, SHARED = 4, 4  # variables of which nearly all values are combined; values of more at once


PULLS, HALVINGS = 3000, 30


class Sampler:
    """Draws points of a goal's domain that satisfy its assumptions, in doubles."""

    def __init__(self, goal: ProofGoal, seed: int = SEED) -> None:
        self.goal = goal
        self.random = random.Random(seed)
        self.tests = [float_test(relation) for relation in goal.assumptions]
        self.most = LONGEST_SUM if has_sum(goal) else FAR
        self.bounds = [bound for bound in map(_bound, goal.assumptions) if bound is not None]
        self.domains = {symbol.name: symbol.domain for symbol in goal.variables}
        self.ends = {name: sampled_ends(domain) for name, domain in self.domains.items()}
        self.inside: FloatPoint | None = None
        self.pulls = PULLS

    def points(self, count: int) -> Iterator[FloatPoint]:
        """Yield up to `count` points that seem to satisfy the assumptions."""
        for corner in self._corners():
            if self.admits(corner) and max(corner.values(), default=0.0) <= self.most:
                yield corner
        for index in range(count):
            point = {name: self._value(name, index) for name in self.domains}
            for name, domain in self.domains.items():
                if domain.integer:
                    point[name] = min(point[name], self.most)
            for _ in range(2 if self.bounds else 0):
                self.repair(point)
            if not self.admits(point):
                point = self.pulled(point)
            if self.admits(point):
                self.inside = self.inside or point
                yield point

    def pulled(self, point: FloatPoint) -> FloatPoint:
        """Return where the way from a point that is admitted to one that is not leaves them.

        Nothing is moved where no such point is known, or an integer would have to move.
        """
        start = self._start() if self.tests and self.pulls > 0 else None
        if start is None or any(domain.integer for domain in self.domains.values()):
            return point
        self.pulls -= 1
        share, step = 0.0, 1.0
        for _ in range(HALVINGS):
            step /= 2
            if self.admits(_between(start, point, share + step)):
                share += step
        return _between(start, point, share)

    def _start(self) -> FloatPoint | None:
        if self.inside is None and self.pulls == PULLS:
            middle = {name: self.clipped(name, 0.0) for name in self.domains}
            self.inside = middle if self.admits(middle) else None
        return self.inside

    def admits(self, point: FloatPoint) -> bool:
        """Return whether a point seems to satisfy the assumptions."""
        return all(holds(point) for holds in self.tests)

    def repair(self, point: FloatPoint, *, closely: bool = False) -> None:
        """Move variables that an assumption bounds within their bound, closely or anywhere."""
        for name, sense, evaluate in self.bounds:
            limit, value = evaluate(point), point[name]
            if not math.isfinite(limit):
                continue
            if sense is Sense.EQ:
                value = limit
            elif sense.is_upper and value > limit:
                draw = self.random.random()
                share = self.random.choice((1.0, draw, 10 ** (-9 * draw)))
                value = limit * share if limit > 0 else limit - draw
                value = limit - CLOSE * abs(limit) if closely else value
            elif sense.is_lower and value < limit:
                draw = self.random.random()
                share = self.random.choice((1.0, 1 + draw, 10 ** (5 * draw)))
                value = limit * share if limit > 0 else limit + draw
                value = limit + CLOSE * abs(limit) if closely else value
            point[name] = self.clipped(name, value)

    def clipped(self, name: str, value: float) -> float:
        """Return the nearest value of the sampled range; an integer where it must be one."""
        low, high = self.ends[name]
        value = min(max(value, low), high)
        is_whole = self.domains[name].integer and abs(value) < 2**52
        return float(round(value)) if is_whole else value

    def _corners(self) -> Iterator[FloatPoint]:
        """Yield corners of the domain; of many variables, only the first few move."""
        moving = list(self.ends)[:6]
        for code in range(2 ** len(moving)):
            corner = {name: low for name, (low, _) in self.ends.items()}
            for place, name in enumerate(moving):
                corner[name] = self.ends[name][(code >> place) & 1]
            yield corner

    def _value(self, name: str, index: int) -> float:
        low, high = self.ends[name]
        draw = self.random.random()
        style = index % 4
        if low <= -FAR and high >= FAR:
            size = 10 ** (13 * draw - 1) if style == 3 else 10 ** (6 * draw - 5)
            value = math.copysign(size, self.random.random() - 0.5) if style else 10 * draw - 5
        elif self.domains[name].integer and style == 0:
            value = float(min(high, low + self.random.randint(0, 12)))
        elif style in (0, 1):
            value = low + (min(high, low + 20 if high >= FAR else high) - low) * draw
        elif style == 2:
            value = low + math.exp(math.log(1e-12) * draw) * min(high - low, 1e6)
        elif high >= FAR:
            value = low + 10 ** (12 * draw)
        else:
            value = high - math.exp(math.log(1e-12) * draw) * min(high - low, 1e6)
        return self.clipped(name, value)


def sampled_ends(domain: Domain) -> tuple[float, float]:
    """Return ends of the sampled range, which keep a distance from open ends."""
    if domain.integer:
        first, last = domain.first_integer(), domain.last_integer()
        return (
            -FAR if first is None else nearest_double(first),
            FAR if last is None else nearest_double(last),
        )
    low = -FAR if domain.lower is None else nearest_double(domain.lower)
    high = FAR if domain.upper is None else nearest_double(domain.upper)
    width = max(min(high - low, 1.0), 1e-9)
    if domain.lower is not None and not domain.lower_closed:
        low += width * 1e-9
    if domain.upper is not None and not domain.upper_closed:
        high -= width * 1e-9
    return low, high


def _between(one: FloatPoint, other: FloatPoint, share: float) -> FloatPoint:
    return {name: value + share * (other[name] - value) for name, value in one.items()}


Bound = tuple[str, Sense, Callable[[FloatPoint], float]]


def _bound(relation: Relation) -> Bound | None:
    """Return the variable that a relation bounds, in which sense, and the bound."""
    for side in (relation, relation.mirrored):
        left, right = side.left, side.right
        if isinstance(left, Symbol) and left.name not in right.names():
            program = float_program(right)

            def evaluate(point: FloatPoint, program: object = program) -> float:
                try:
                    return program.run(point)  # type: ignore[attr-defined, no-any-return]
                except (OverflowError, ValueError, ZeroDivisionError):
                    return math.nan

            return left.name, side.sense, evaluate
    return None


# --- exact points --------------------------------------------------------------------------------


def simple_points(goal: ProofGoal, count: int = 150) -> Iterator[Point]:
    """Yield ends of ranges and small fractions, where undefined points and ties tend to be."""
    choices: list[list[Fraction]] = []
    for symbol in goal.variables:
        domain = symbol.domain
        ends = [end for end in (domain.lower, domain.upper) if end is not None]
        ends += _assumed_ends(goal, symbol.name)
        inside = [value for value in dict.fromkeys([*ends, *SIMPLE]) if value in domain]
        choices.append(inside[: _PER_VARIABLE.get(len(goal.variables), 3)])
    given = itertools.chain(points_of_linear_systems(goal), points_on_quadrics(goal))
    for point in itertools.islice(given, count):
        if in_domain(goal, point):
            yield point
    names = [symbol.name for symbol in goal.variables]
    several = itertools.islice(itertools.product(*choices), count)
    equal: list[tuple[Fraction, ...]] = []
    if len(names) > WHOLE:  # then these are points near a corner, and means meet in the middle
        domains = [symbol.domain for symbol in goal.variables]
        root = 1 + math.isqrt(len(names) - 1)
        on_sphere, on_simplex = Fraction(1, root), Fraction(1, len(names))  # where these are met
        shared = dict.fromkeys([*SIMPLE[:SHARED], on_sphere, -on_sphere, on_simplex, *SIMPLE])
        inside = [value for value in shared if all(value in domain for domain in domains)]
        equal = [(value,) * len(names) for value in inside[: SHARED + 3]]
    for values in itertools.chain(several, equal):
        point = completed(goal, dict(zip(names, values, strict=True)))
        if in_domain(goal, point):
            yield point


def _assumed_ends(goal: ProofGoal, name: str) -> list[Fraction]:
    """Return the numbers with which an assumption compares a variable."""
    sides = [side for relation in goal.assumptions for side in (relation, relation.mirrored)]
    values = [
        exact_value(side.right, {})
        for side in sides
        if isinstance(side.left, Symbol) and side.left.name == name
    ]
    return [value for value in values if value is not None]


def completed(goal: ProofGoal, point: Point) -> Point:
    """Return the point with what an assumption such as y = x^2 defines, where that is rational."""
    values = dict(point)
    for relation in goal.assumptions:
        if relation.sense is not Sense.EQ:
            continue
        for side in (relation, relation.mirrored):
            name = _defined_name(side.left, side.right)
            value = exact_value(side.right, values) if name else None
            if name and value is not None:
                values[name] = value
                break
    return values


def _defined_name(left: Expression, right: Expression) -> str | None:
    is_defined = isinstance(left, Symbol) and left.name not in right.names()
    return left.name if is_defined and isinstance(left, Symbol) else None


def exact_point(goal: ProofGoal, point: FloatPoint, digits: int) -> Point | None:
    """Return a point of the domain in short rationals near `point`, or None."""
    if not all(math.isfinite(value) for value in point.values()):
        return None
    return short_point(goal, {name: Fraction(value) for name, value in point.items()}, digits)


def short_point(goal: ProofGoal, point: Point, digits: int) -> Point | None:
    """Return a point of the domain in short rationals near an exact one, or None."""
    exact: dict[str, Fraction] = {}
    for symbol in goal.variables:
        value = point[symbol.name]
        exact[symbol.name] = (
            Fraction(round(value)) if symbol.domain.integer else _short(value, digits)
        )
    exact = dict(completed(goal, exact))
    return exact if in_domain(goal, exact) else None


def in_domain(goal: ProofGoal, point: Point) -> bool:
    """Return whether every value of a point belongs to the domain of its variable."""
    return all(point[symbol.name] in symbol.domain for symbol in goal.variables)


def _short(value: Fraction, digits: int) -> Fraction:
    """Return a rational with a small denominator within 10^-digits of `value`, relatively.

    It is what `Fraction.limit_denominator` says of the first power of two that suffices; here the
    continued fraction goes on from one power to the next, in integers.
    """
    top, bottom = value.numerator, value.denominator
    (p, q), (p_next, q_next), (n, d) = (0, 1), (1, 0), (top, bottom)
    limit = 1
    while top and limit < bottom:
        while q + n // d * q_next <= limit:
            a = n // d
            (p, q), (p_next, q_next) = (p_next, q_next), (p + a * p_next, q + a * q_next)
            n, d = d, n - a * d
        k = (limit - q) // q_next
        between = (p + k * p_next, q + k * q_next)
        gap, other = (abs(one * bottom - top * two) for one, two in ((p_next, q_next), between))
        is_between = gap * between[1] > other * q_next
        near, below, gap = (*between, other) if is_between else (p_next, q_next, gap)
        if gap * 10**digits <= abs(top) * below:
            return Fraction(near, below)
        limit *= 2
    return value


def satisfies(goal: ProofGoal, point: Point) -> bool:
    """Return whether a point certainly satisfies the assumptions."""
    truth = truth_of_assumptions(goal, point)
    return truth is Truth.TRUE or (truth is Truth.UNKNOWN and is_witness(goal, point))


def truth_of_assumptions(goal: ProofGoal, point: Point) -> Truth:
    """Return whether a point satisfies the assumptions, as far as balls tell."""
    found = Truth.TRUE
    for relation in goal.assumptions:
        truth = RelationEvaluator(relation).at(point).truth
        if truth is Truth.FALSE:
            return truth
        found = truth if truth is Truth.UNKNOWN else found
    return found


def is_witness(goal: ProofGoal, point: Point) -> bool:
    """Return whether the checker accepts a point for the assumptions: it knows normal forms."""
    certificate = {
        **goal.to_json(),
        "version": 1,
        "kind": "proof",
        "conclusion": ["=", ["number", "0"], ["number", "0"]],
        "witness": {name: str(value) for name, value in point.items()},
        "proof": "auto",
    }
    try:
        return check_certificate(certificate).kind == "proof"
    except Rejected:
        return False
