"""Looking at a goal in doubles: where it may fail, and which slopes seem to have a sign."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from functools import lru_cache

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Range, encloses
from boundcalc.checker.terms import Claim, Rejected, Term, enclose, names
from boundcalc.proving.counterexamples.margins import nearest_double
from boundcalc.proving.term_translation import bound_of, is_linear, term_program

FloatPoint = dict[str, float]
FAR = 1e6
FACTOR = 6  # draws for each point that is wanted, where there are facts
DOUBTS = 3  # points at which a sign is looked at with more digits


def ends(values: Range) -> tuple[float, float]:
    """Return ends in doubles of what is looked at of a range."""
    low = nearest_double(values.low) if isinstance(values.low, Fraction) else -FAR
    high = nearest_double(values.high) if isinstance(values.high, Fraction) else FAR
    if not isinstance(values.low, Fraction):
        low = min(low, high - FAR)
    if not isinstance(values.high, Fraction):
        high = max(high, low + FAR)
    return low, high


def float_points(context: Context, count: int) -> list[FloatPoint]:
    """Return points of a box, many of them near its ends, that seem to satisfy its facts.

    Bounds that negated facts give are followed where else no point is found: where there are some,
    more bounds would bring them to fewer places.
    """
    ranges = tuple(context.box.items())
    found = _draws(ranges, context.facts, False).first(count)
    if found or all(_without_negation(fact) == fact for _, fact in context.facts):
        return found
    return _draws(ranges, context.facts, True).first(count)


@lru_cache(maxsize=2000)
def _draws(
    box: tuple[tuple[str, Range], ...], facts: tuple[Claim, ...], is_negation_seen: bool
) -> _Draws:
    bounds = [_without_negation(fact) if is_negation_seen else fact for _, fact in facts]
    return _Draws(Context(dict(box), facts), bounds)


class _Draws:
    """Points of a box, drawn one after the other and kept, so that who asks for more draws on."""

    def __init__(self, context: Context, bounds: list[Term], seed: int = 7) -> None:
        self._generator = random.Random(seed)
        self._spans = {name: ends(values) for name, values in context.box.items()}
        self._tests = [(kind, term_program(term)) for kind, term in context.facts]
        self._limits = _limits(bounds)
        self._integers = [name for name, values in context.box.items() if values.integer]
        self._corners = _corners(context)
        self._drawn = 0
        self._found: list[tuple[int, FloatPoint]] = []  # each with the number of its draw

    def first(self, count: int) -> list[FloatPoint]:
        """Return the first points that seem to satisfy the facts, of a number of draws."""
        most = count * (FACTOR if self._tests else 1)
        while self._drawn < most and len(self._found) < count:
            point = self._draw()
            if all(_holds(kind, _run(program, point)) for kind, program in self._tests):
                self._found.append((self._drawn, point))
            self._drawn += 1
        return [point for number, point in self._found[:count] if number < most]

    def _draw(self) -> FloatPoint:
        if self._drawn < len(self._corners):
            point = self._corners[self._drawn]
        else:
            point = {
                name: _value(self._generator, low, high, self._drawn)
                for name, (low, high) in self._spans.items()
            }
        _repair(self._generator, point, self._limits, self._spans)
        for name in self._integers:
            point[name] = float(round(point[name]))
        return point


Limits = dict[str, list[tuple[bool, object]]]  # of a variable: whether from below, and the bound


def _limits(bounds: list[Term]) -> Limits:
    """Return the bounds on variables that terms give which are not negative."""
    found: Limits = {}
    for term in bounds:
        for name in sorted(names(term)):
            is_low = bound_of(term, name)
            if is_low is not None:
                bound = term_program(term[2][1] if is_low else term[1])
                found.setdefault(name, []).append((is_low, bound))
    return found


def _without_negation(term: Term) -> Term:
    """Return a difference for one that is negated, as in a fact that is the opposite of another."""
    while term[0] == "negate":
        inner = term[1]
        if inner[0] == "negate":
            term = inner[1]
        elif inner[0] == "add" and len(inner) == 3 and inner[2][0] == "negate":
            return ("add", inner[2][1], ("negate", inner[1]))
        else:
            return term
    return term


def _repair(
    generator: random.Random,
    point: FloatPoint,
    limits: Limits,
    spans: dict[str, tuple[float, float]],
) -> None:
    """Move variables between the bounds that the facts give."""
    for name, bounds in limits.items():
        low, high = spans[name]
        for is_low, program in bounds:
            value = _run(program, point)
            if value == value:
                low, high = (max(low, value), high) if is_low else (low, min(high, value))
        if low > high or low <= point[name] <= high:
            continue
        share = generator.choice((generator.random(), 0.5, 1e-3, 1 - 1e-3, 1e-6))
        if high - low < FAR / 2:
            point[name] = low + share * (high - low)
        elif low > -FAR / 2:
            point[name] = low + share * max(abs(low), 1.0)
        else:
            point[name] = high - share * max(abs(high), 1.0)


def _corners(context: Context) -> list[FloatPoint]:
    """Return the corners of the box that belong to it, a few of them."""
    corners: list[FloatPoint] = [{}]
    for name, values in context.box.items():
        closed = [
            nearest_double(end)
            for end, is_closed in (
                (values.low, values.low_closed),
                (values.high, values.high_closed and values.low != values.high),
            )
            if is_closed and isinstance(end, Fraction)
        ]
        if not closed:
            return []
        corners = [{**corner, name: end} for corner in corners for end in closed][:8]
    return corners


def _corners_that_hold(context: Context) -> list[FloatPoint]:
    """Return those corners that seem to satisfy the facts that are linear."""
    facts = [(kind, fact) for kind, fact in context.facts if is_linear(fact)]
    return [
        corner
        for corner in _corners(context)
        if all(_holds(kind, evaluate(fact, [corner])[0]) for kind, fact in facts)
    ]


def is_hopeless(context: Context, claim: Claim, count: int = 14) -> bool:
    """Return whether a claim clearly fails at some point that satisfies the facts."""
    kind, term = claim
    if kind == "ok":
        return False
    points = float_points(context, count)
    if not names(term) and not encloses(Context({}), ("ok", term), 64):
        return True
    values = evaluate(term, points)
    if kind == ">" and any(value == 0 for value in evaluate(term, _corners_that_hold(context))):
        return True
    if kind in (">=", ">"):
        pairs = zip(values, points, strict=True)
        doubtful = [point for value, point in pairs if _is_low(term, value, point)]
        return any(is_negative(term, point) for point in doubtful[:DOUBTS])
    if kind != "=":
        return False
    known = [(value, point) for value, point in zip(values, points, strict=True) if abs(value) > 0]
    known = [(value, point) for value, point in known if math.isfinite(value)]
    scale = max((abs(value) for value, _ in known), default=0.0)
    return any(_is_far(term, value, point, scale) for value, point in known)


def _is_far(term: Term, value: float, point: FloatPoint, scale: float) -> bool:
    """Return whether a value is not zero beyond rounding, in the term or its summands."""
    if abs(value) <= 1e-7 * (1 + scale):
        return False
    parts = [part for part in evaluate_parts(term, point) if math.isfinite(part)]
    return abs(value) > 1e-9 * max((abs(part) for part in parts), default=0.0)


def _is_low(term: Term, value: float, point: FloatPoint) -> bool:
    """Return whether a value is negative beyond rounding, in the term or in the facts."""
    if not math.isfinite(value) or value >= -1e-13:
        return False
    parts = [part for part in evaluate_parts(term, point) if math.isfinite(part)]
    return value < -1e-9 * max((abs(part) for part in parts), default=0.0)


def evaluate_parts(term: Term, point: FloatPoint) -> list[float]:
    """Return the values of the summands of a term at a point."""
    if term[0] == "negate":
        return evaluate_parts(term[1], point)
    if term[0] == "add":
        return [value for part in term[1:] for value in evaluate_parts(part, point)]
    if term[0] == "multiply" and any(part[0] in ("add", "negate") for part in term[1:]):
        values = [1.0]
        for part in term[1:]:
            values = [one * other for one in values for other in evaluate_parts(part, point)]
        return values[:200]
    return evaluate(term, [point])


def is_negative(term: Term, point: FloatPoint) -> bool:
    """Return whether an enclosure shows that a term is negative at a point."""
    box = {name: ia.Interval(Fraction(value), Fraction(value)) for name, value in point.items()}
    try:
        return enclose(term, box, 200).high < 0
    except (ia.Undefined, Rejected):
        return True


def _value(generator: random.Random, low: float, high: float, index: int) -> float:
    draw = generator.random()
    style = generator.getrandbits(2) if index else 0
    while style == 3:  # one of 0, 1 and 2, as randrange draws it in a third of the time
        style = generator.getrandbits(2)
    if style == 0:
        width = high - low
        if width >= FAR / 2:
            if low > -FAR / 2:
                return low + 10 ** (-3 + 9 * draw)
            return high - 10 ** (-3 + 9 * draw) if high < FAR / 2 else (draw - 0.5) * 20
        return low + width * draw
    reach = min(high - low, 1e3) * 10 ** (-6 * draw)
    return low + reach if style == 1 else high - reach


def _run(program: object, point: FloatPoint) -> float:
    try:
        return program.run(point)  # type: ignore[attr-defined, no-any-return]
    except (OverflowError, ValueError, ZeroDivisionError):
        return math.nan


def _holds(kind: str, value: float) -> bool:
    if kind == ">=":
        return value >= 0
    if kind == "=":
        return abs(value) < 1e-9
    return value > 0 if kind == ">" else kind != "!=" or value != 0


def evaluate(term: Term, points: list[FloatPoint]) -> list[float]:
    """Return the values of a term at points; nan where it is undefined."""
    program = term_program(term)
    return [_run(program, point) for point in points]


def seems(term: Term, points: list[FloatPoint], sign: int) -> bool:
    """Return whether a term times `sign` seems not to be negative at any of the points."""
    values = evaluate(term, points)
    known = [sign * value for value in values if not math.isnan(value)]
    scale = max((abs(value) for value in known if math.isfinite(value)), default=0.0)
    if not known or min(known) < -1e-9 * scale:
        return False
    signed: Term = term if sign > 0 else ("negate", term)
    doubtful = [point for value, point in zip(values, points, strict=True) if sign * value < 0]
    return not any(is_negative(signed, point) for point in doubtful[:DOUBTS])
