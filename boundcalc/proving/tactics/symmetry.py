"""A tactic of symmetry: where a term is the same on both sides of a point, one side suffices."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Range, encloses, is_zero, minus
from boundcalc.checker.terms import Term, names, number, replace
from boundcalc.proving.proof_state import Attempt, ProofState
from boundcalc.proving.simplify import ONE
from boundcalc.proving.tactics.calculus import LARGE, transcendental
from boundcalc.proving.term_translation import number_text, to_json


def halves(state: ProofState) -> Iterator[Attempt]:
    """Cut a range in the middle, and reflect one half, which is then the other one."""
    if state.ladder or len(state.used) != 1 or state.size > LARGE:
        return
    (name,) = state.used
    values = state.context.box[name]
    centre = _centre(values)
    if centre is None or not transcendental(state.term):
        return
    mirror = minus(number(2 * centre), ("symbol", name))
    if not _is_even(state, state.term, name, mirror):
        return
    is_bounded = isinstance(values.high, Fraction)
    # The lower half of an interval is nearer to zero; only the upper half of the line has a tail.
    low, high = (values.low, centre) if is_bounded else (centre, values.high)
    is_closed = values.low_closed or not is_bounded
    half = Range(low, high, is_closed, is_bounded)
    there = state.context.with_range(name, half)
    for kind, fact in state.context.facts:
        is_implied = name not in names(fact) or encloses(there, (kind, fact), 64)
        if not is_implied and not _is_even(state, fact, name, mirror):
            return
    plan = _mirrored(state, name, mirror, half)
    step = {"rule": "split", "variable": name, "at": number_text(centre)}
    if is_bounded:
        yield Attempt(step, plans={-1: plan})
    else:
        yield Attempt(step, plans={0: plan, -1: Attempt(_bound(name, "low", centre, closed=True))})


def _centre(values: Range) -> Fraction | None:
    """Return the middle of a range that is the same on both sides of it, or None."""
    if values.integer or values.low_closed != values.high_closed or values.low == values.high:
        return None
    if isinstance(values.low, Fraction) and isinstance(values.high, Fraction):
        return (values.low + values.high) / 2
    return Fraction(0) if (values.low, values.high) == (-ia.INF, ia.INF) else None


def _is_even(state: ProofState, term: Term, name: str, mirror: Term) -> bool:
    return state.looks_zero(minus(replace(term, {("symbol", name): mirror}), term))


def _mirrored(state: ProofState, name: str, mirror: Term, half: Range) -> Attempt:
    """Return the steps from the other half to this one, in the same words, so that it is known."""
    facts, new = state.context.facts, state.memory.new_name("m")
    touched = [place for place, (_, fact) in enumerate(facts) if name in names(fact)]
    sides = ("high", half.high, half.high_closed), ("low", half.low, half.low_closed)
    ends = [(side, end, closed) for side, end, closed in sides if isinstance(end, Fraction)]
    reflected = replace(state.term, {("symbol", name): mirror})
    factor = {"rule": "factor", "factor": to_json(ONE), "other": to_json(state.term)}
    is_known = is_zero(state.context.with_range(name, half), minus(reflected, state.term))
    unused = [*touched, *range(len(facts), len(facts) + len(ends))]
    plan = Attempt(
        {"rule": "forget", "facts": unused}, plans={-1: Attempt(factor)} if is_known else {}
    )
    for place in reversed(touched):
        kind, fact = facts[place]
        step = {"rule": "cut", "kind": kind, "term": to_json(fact)}
        same = {0: _as_fact(place)} if _is_even(state, fact, name, mirror) else {}
        plan = Attempt(step, plans={**same, -1: plan})
    for place, (side, end, closed) in enumerate(ends, len(facts)):
        plan = Attempt(_bound(name, side, end, closed=closed), plans={0: _as_fact(place), -1: plan})
    shift = {"rule": "substitute", "variable": new, "form": "shift", "name": name}
    plan = Attempt({**shift, "a": to_json(number(0))}, plans={-1: plan})
    step = {"rule": "substitute", "variable": name, "form": "mirror", "name": new}
    return Attempt({**step, "a": to_json(mirror[1])}, plans={-1: plan})


def _as_fact(place: int) -> Attempt:
    return Attempt({"rule": "fact", "fact": place})


def _bound(name: str, side: str, end: Fraction, *, closed: bool) -> dict[str, Any]:
    step: dict[str, Any] = {"rule": "bound", "variable": name, "side": side, "closed": closed}
    return {**step, "value": number_text(end)}
