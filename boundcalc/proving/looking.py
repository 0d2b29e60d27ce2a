"""Looking at a goal in doubles: where it may fail, and which slopes seem to have a sign."""

from __future__ import annotations

import math
import random
from fractions import Fraction

from boundcalc.checker.rules import Context, Range
from boundcalc.checker.terms import Claim, Term
from boundcalc.proving.terms import term_program

FloatPoint = dict[str, float]
FAR = 1e6


def ends(values: Range) -> tuple[float, float]:
    """Return ends in doubles of what is looked at of a range."""
    low = float(values.low) if isinstance(values.low, Fraction) else -FAR
    high = float(values.high) if isinstance(values.high, Fraction) else FAR
    if not isinstance(values.low, Fraction):
        low = min(low, high - FAR)
    if not isinstance(values.high, Fraction):
        high = max(high, low + FAR)
    return low, high


def look_at(context: Context, count: int, seed: int = 7) -> list[FloatPoint]:
    """Return points of a box, many of them near its ends, that seem to satisfy its facts."""
    generator = random.Random(seed)
    spans = {name: ends(values) for name, values in context.box.items()}
    tests = [(kind, term_program(term)) for kind, term in context.facts]
    found: list[FloatPoint] = []
    corners = _corners(context)
    for index in range(count * (6 if tests else 1)):
        if index < len(corners):
            point = corners[index]
        else:
            point = {
                name: _value(generator, low, high, index) for name, (low, high) in spans.items()
            }
        if all(_holds(kind, _run(program, point)) for kind, program in tests):
            found.append(point)
            if len(found) >= count:
                break
    return found


def _corners(context: Context) -> list[FloatPoint]:
    """Return the corners of the box that belong to it, a few of them."""
    corners: list[FloatPoint] = [{}]
    for name, values in context.box.items():
        closed = [
            float(end)
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


def is_hopeless(context: Context, claim: Claim, count: int = 14) -> bool:
    """Return whether a claim clearly fails at some point that satisfies the facts."""
    kind, term = claim
    if kind == "ok":
        return False
    points = look_at(context, count)
    values = evaluate(term, points)
    known = [value for value in values if value == value]
    scale = max((abs(value) for value in known if math.isfinite(value)), default=0.0)
    limit = -1e-9 * max(scale, 1e-290)
    if kind == ">" and any(value == 0 for value in evaluate(term, _corners(context))):
        return True
    if kind in (">=", ">"):
        return any(value < min(limit, -1e-13) for value in known)
    if kind == "=":
        return any(abs(value) > 1e-7 * (1 + scale) for value in known)
    return False


def _value(generator: random.Random, low: float, high: float, index: int) -> float:
    draw = generator.random()
    style = generator.randrange(3) if index else 0
    if style == 0:
        width = high - low
        if width >= FAR / 2:
            return low + 10 ** (-3 + 9 * draw) if low > -FAR / 2 else (draw - 0.5) * 20
        return low + width * draw
    reach = min(high - low, 1e3) * 10 ** (-6 * draw)
    return low + reach if style == 1 else high - reach


def _run(program: object, point: FloatPoint) -> float:
    try:
        return program.run(point)  # type: ignore[attr-defined, no-any-return]
    except (OverflowError, ValueError, ZeroDivisionError):
        return math.nan


def _holds(kind: str, value: float) -> bool:
    return {">=": value >= 0, ">": value > 0, "!=": value != 0, "=": abs(value) < 1e-9}.get(
        kind, True
    )


def evaluate(term: Term, points: list[FloatPoint]) -> list[float]:
    """Return the values of a term at points; nan where it is undefined."""
    program = term_program(term)
    return [_run(program, point) for point in points]


def seems(term: Term, points: list[FloatPoint], sign: int) -> bool:
    """Return whether a term times `sign` is not clearly negative at any of the points."""
    values = [value for value in evaluate(term, points) if not math.isnan(value)]
    scale = max((abs(value) for value in values if math.isfinite(value)), default=0.0)
    return bool(values) and all(sign * value >= -1e-9 * scale for value in values)
