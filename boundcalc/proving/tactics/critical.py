"""Tactics of critical points: where the slope vanishes, the term may be least."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from boundcalc.checker.goals import Context, Range, encloses
from boundcalc.checker.terms import Term, names, obligations
from boundcalc.proving.closed_form_roots import closed_form_roots
from boundcalc.proving.numeric_hints import evaluate, seems
from boundcalc.proving.proof_state import Attempt, ProofState, order_step, term_size
from boundcalc.proving.tactics.calculus import LARGE
from boundcalc.proving.tactics.ranges import end_step

MANY = 12  # variables
LONG = 60  # nodes of a critical point that is no longer substituted


def critical(state: ProofState) -> Iterator[Attempt]:
    """Compare a variable with a zero of the slope, and move it there from both sides."""
    if state.size > LARGE or len(state.used) > MANY:
        return
    for name, values in state.context.box.items():
        if name not in state.used or values.low == values.high or values.integer:
            continue
        slope = state.slope(name)
        if slope is None or not _changes_sign(slope, state):
            continue
        simple = state.simple(slope)
        for zero in closed_form_roots(
            state.context, slope if simple is None else simple.other, name
        ):
            written = state.simple(zero)
            if written is not None:
                product: Term = ("multiply", written.factor, written.other)
                zero = min(zero, product, key=term_size)
            if term_size(zero) > LONG:
                continue
            if _is_turn(state, slope, name, zero, 1):
                yield _with_ends(state, zero, _compared(state, name, zero))
            elif _is_bounded(values) and _is_turn(state, slope, name, zero, -1):
                yield _with_ends(state, zero, _parted(name, zero))


def _is_bounded(values: Range) -> bool:
    return isinstance(values.low, Fraction) and isinstance(values.high, Fraction)


def _changes_sign(slope: Term, state: ProofState) -> bool:
    values = [value for value in evaluate(slope, state.points) if not math.isnan(value)]
    return any(value > 0 for value in values) and any(value < 0 for value in values)


def _is_turn(state: ProofState, slope: Term, name: str, zero: Term, sign: int) -> bool:
    """Return whether the slope times a sign seems negative below and positive above the zero."""
    if not names(zero) <= state.context.box.keys() or not _seems_defined(state, zero):
        return False
    gaps = evaluate(("add", ("symbol", name), ("negate", zero)), state.points)
    pairs = list(zip(gaps, evaluate(slope, state.points), strict=True))
    known = [(gap, value) for gap, value in pairs if math.isfinite(gap) and not math.isnan(value)]
    scale = max((abs(value) for _, value in known if math.isfinite(value)), default=0.0)
    return len(known) > 3 and all(
        (sign * value > 0) == (gap > 0) for gap, value in known if abs(value) > 1e-9 * scale
    )


def _seems_defined(state: ProofState, zero: Term) -> bool:
    """Return whether denominators in a zero seem to have a sign."""
    bottoms = [part for kind, part in obligations(zero) if kind == "!="]
    return all(any(seems(part, state.points, sign) for sign in (1, -1)) for part in bottoms)


def _with_ends(state: ProofState, zero: Term, rest: Attempt) -> Attempt:
    """Treat closed ends at which the zero is undefined by themselves, then the rest."""
    for name in sorted(names(zero)):
        values = state.context.box[name]
        for side, end in (("low", values.low), ("high", values.high)):
            is_closed = values.low_closed if side == "low" else values.high_closed
            if not is_closed or values.low == values.high:
                continue
            there = state.context.with_range(name, Range(end, end, True, True))
            if not is_defined(there, zero):
                place = 1 if side == "low" else 0
                step = end_step(values, name, side)
                rest = Attempt(step, rest.share, rest.rung, plans={place: rest})
    return rest


def is_defined(context: Context, term: Term) -> bool:
    """Return whether no obligation of a term fails over all of a box."""
    for kind, part in obligations(term):
        opposite = {">": ">=", ">=": ">", "!=": "="}.get(kind)
        negative: Term = ("negate", part)
        if opposite is not None and encloses(context, (opposite, negative), 64):
            return False
    return True


def _compared(state: ProofState, name: str, zero: Term) -> Attempt:
    step = order_step(("symbol", name), zero)
    there = Attempt({"rule": "monotone", "variable": name, "end": len(state.context.facts)}, 0.9)
    return Attempt(step, 0.6, 1, plans={-1: there, -2: there})


def _parted(name: str, zero: Term) -> Attempt:
    """Return the step that moves the variable away from a zero, at which the term is greatest."""
    step = order_step(("symbol", name), zero)
    up, down = (
        Attempt({"rule": "monotone", "variable": name, "end": end}, 0.9) for end in ("high", "low")
    )
    return Attempt(step, 0.5, 1, plans={-2: up, -1: down})
