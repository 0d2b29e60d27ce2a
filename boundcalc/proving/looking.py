"""Looking at a goal in doubles: where it may fail, and which slopes seem to have a sign."""

from __future__ import annotations

import math
import random
from fractions import Fraction

from boundcalc.checker.rules import Context, Range
from boundcalc.checker.terms import Term
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
    for index in range(count * (6 if tests else 1)):
        point = {name: _value(generator, low, high, index) for name, (low, high) in spans.items()}
        if all(_holds(kind, _run(program, point)) for kind, program in tests):
            found.append(point)
            if len(found) >= count:
                break
    return found


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
