"""Points at which facts hold and a claim fails, in doubles: what is not worth a search.

What is asked of numbers here rests on equations between expectations, which no drawn point
satisfies. A point is moved onto the facts, one after the other, until all of them hold.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Range
from boundcalc.checker.terms import Claim, Rejected, Term, enclose, names, number
from boundcalc.evaluation.programs import Program
from boundcalc.language.errors import ExpressionError
from boundcalc.proving.numeric_hints import FloatPoint, ends
from boundcalc.proving.term_translation import term_program

STARTS, SWEEPS = 6, 30
SEED = 11
CLEAR = Fraction(1, 10_000)  # by how much a claim is to fail
CLOSE = 1e-10  # of an equation, in doubles
STRICT = 1e-6  # of what is not zero, beside equations that are met nearly
SMALL_STEP = 1e-6
MOST_FACTS = 60


def is_doubtful(context: Context, claim: Claim) -> bool:
    """Return whether a point seems to satisfy the facts at which the claim clearly fails.

    Facts that share no names with the claim, directly or in steps, play no part, unless it is a
    claim about none. What is to be positive fails where it is zero, if no equation is moved onto:
    the point is near its solutions only.
    """
    kind, term = claim
    facts = _connected(context.facts, names(term))
    if kind not in (">=", ">", "=") or len(facts) > MOST_FACTS:
        return False
    near = Context(context.box, facts)
    try:
        if not names(term):
            return _fails(claim, {}) and has_point(near)
        fails = [_less(("negate", term)), *([_less(term)] if kind == "=" else ())]
        if kind == ">" and all(other != "=" for other, _ in facts):
            fails.append(("negate", term))
        points = (_point(near.with_fact((">=", item))) for item in fails)
        return any(_fails(claim, point) for point in points if point is not None)
    except ExpressionError:  # it cannot be evaluated
        return False


def _fails(claim: Claim, point: FloatPoint) -> bool:
    """Return whether an enclosure shows that a claim fails at a point; doubles end at 1e308."""
    kind, term = claim
    box = {name: ia.Interval(Fraction(value), Fraction(value)) for name, value in point.items()}
    try:
        found = enclose(term, box, 200)
    except (ia.Undefined, Rejected):
        return False
    if kind == "=":
        return found.excludes_zero()
    return found.high < 0 or (kind == ">" and found.high == 0)


def _connected(facts: tuple[Claim, ...], known: frozenset[str]) -> tuple[Claim, ...]:
    """Return the facts that share names with known ones, in steps; all where none are known."""
    if not known:
        return facts
    while True:
        kept = tuple(fact for fact in facts if names(fact[1]) & known)
        joined = known.union(*(names(fact[1]) for fact in kept))
        if joined == known:
            return kept
        known = joined


def _less(term: Term) -> Term:
    return ("add", term, number(-CLEAR))


def has_point(context: Context) -> bool:
    """Return whether a point was found that seems to satisfy all facts."""
    return _point(context) is not None


def _point(context: Context) -> FloatPoint | None:
    """Return a point that seems to satisfy all facts, or None."""
    used = frozenset[str]().union(*(names(term) for _, term in context.facts))
    box = {name: values for name, values in context.box.items() if name in used}
    tests = [_Test(kind, term_program(term), sorted(names(term))) for kind, term in context.facts]
    generator = random.Random(SEED)
    for _ in range(STARTS):
        point = _start(generator, box)
        if _settles(point, tests, box):
            return point
    return None


class _Test:
    """A fact in doubles."""

    def __init__(self, kind: str, program: Program[float], used: Sequence[str]) -> None:
        self.kind = kind
        self.program = program
        self.used = used

    def value(self, point: FloatPoint) -> float:
        try:
            return self.program.run(point)
        except (OverflowError, ValueError, ZeroDivisionError):
            return math.nan

    def holds(self, value: float) -> bool:
        if self.kind == "=":
            return abs(value) < CLOSE
        if self.kind == ">=":
            return value >= 0
        return (value if self.kind == ">" else abs(value)) > STRICT


def _start(generator: random.Random, box: dict[str, Range]) -> FloatPoint:
    point: FloatPoint = {}
    for name, values in box.items():
        low, high = ends(values)
        low, high = max(low, min(-4.0, high - 1)), min(high, max(4.0, low + 1))
        point[name] = _inside(low + (high - low) * generator.random(), values)
    return point


def _inside(value: float, values: Range) -> float:
    if values.integer:  # of which the ends are moved inward
        inner = values.interval
        values = Range(inner.low, inner.high, True, True, integer=True)
    low, high = ends(values)
    if not values.low_closed and value <= low:
        value = low + 1e-3 * min(1.0, high - low)
    if not values.high_closed and value >= high:
        value = high - 1e-3 * min(1.0, high - low)
    value = min(max(value, low), high)
    return float(round(value)) if values.integer else value


def _settles(point: FloatPoint, tests: list[_Test], box: dict[str, Range]) -> bool:
    """Return whether a point gets to where all facts hold, moved onto one after the other."""
    for sweep in range(SWEEPS):
        is_done = True
        for test in tests:
            value = test.value(point)
            if not math.isfinite(value):
                return False
            if test.holds(value):
                continue
            is_done = False
            if not _moved(point, test, value, box, sweep):
                return False
        if is_done:
            return True
    return False


def _moved(point: FloatPoint, test: _Test, value: float, box: dict[str, Range], sweep: int) -> bool:
    """Move a point along the slope of a fact, as far as that is to go; return whether it moved."""
    slopes: dict[str, float] = {}
    for name in test.used:
        own = point[name]
        step = 1.0 if box[name].integer else SMALL_STEP * max(1.0, abs(own))
        point[name] = own + step
        there = test.value(point)
        if there != there:
            point[name] = own - step
            step, there = -step, test.value(point)
        point[name] = own
        slopes[name] = (there - value) / step if there == there else 0.0
    size = sum(slope * slope for slope in slopes.values())
    if not (0 < size < math.inf and all(map(math.isfinite, slopes.values()))):
        return False
    target = 0.0 if test.kind == "=" else 0.1 / (1 + sweep)
    share = (target - value) / size
    before = dict(point)
    for name, slope in slopes.items():
        point[name] = _inside(point[name] + share * slope, box[name])
    return point != before
