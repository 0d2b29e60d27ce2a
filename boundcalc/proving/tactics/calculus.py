"""Tactics of calculus: monotonicity and concavity in one variable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.calculus import preserved
from boundcalc.checker.goals import minus, sides_of
from boundcalc.checker.terms import Term, children, names, number
from boundcalc.proving.numeric_hints import seems
from boundcalc.proving.proof_state import Attempt, ProofState, factor_step
from boundcalc.proving.term_translation import bound_of, number_text, to_json

LARGE = 300  # nodes of a term that is no longer differentiated
LADDER = 6


def monotone(state: ProofState, *, plain: bool) -> Iterator[Attempt]:
    """Move variables to an end, where the sign of the slope is plain (or only seems so)."""
    if state.size > LARGE:
        return
    for name, values in state.context.box.items():
        if name not in state.used or values.low == values.high or values.integer:
            continue
        slope = state.slope(name)
        if slope is None:
            continue
        for is_low in (True, False):
            sign = 1 if is_low else -1
            if seems(slope, state.points, sign) and state.is_plain(name, slope, sign) == plain:
                yield from _moves(state, name, is_low, plain=plain)


def to_bounds(state: ProofState) -> Iterator[Attempt]:
    """Move a variable in which the term is linear, with a number as slope, to a bound."""
    if state.size > LARGE or not state.context.facts:
        return
    for name in sorted(state.used):
        slope = None if state.context.box[name].integer else state.slope(name)
        if slope is None or names(slope):
            continue
        for is_low in (True, False):
            if seems(slope, state.points[:1], 1 if is_low else -1):
                yield from _moves(state, name, is_low, plain=True, only_facts=True)


def between_bounds(state: ProofState) -> Iterator[Attempt]:
    """Move a variable that facts with functions bound on both sides, as Stirling's do, to one."""
    bounded: dict[str, set[bool]] = {}
    for kind, fact in state.context.facts:
        sides = sides_of(fact)
        if kind in (">=", ">") and sides is not None and transcendental(fact):
            for name in (side[1] for side in sides if side[0] == "symbol"):
                is_low = bound_of(fact, name)
                bounded.setdefault(name, set()).update(() if is_low is None else (is_low,))
    for name, found in bounded.items():
        slope = state.slope(name) if name in state.used and len(found) == 2 else None
        for is_low in (True, False):
            if slope is not None and state.is_plain(name, slope, 1 if is_low else -1):
                for step in _moves(state, name, is_low, plain=True, only_facts=True):
                    yield replace(step, plans=_kept(state, name, is_low, step.step["end"]))


def _kept(state: ProofState, name: str, is_low: bool, index: int) -> dict[int, Attempt]:
    """Return the step that first gives the variable back the end that it loses on its way."""
    values, fact = state.context.box[name], state.context.facts[index][1]
    side, end = ("low", values.low) if is_low else ("high", values.high)
    if not isinstance(end, Fraction):
        return {}
    first, second = fact[1], fact[2][1]
    rest = minus(second, number(end)) if is_low else minus(number(end), first)
    place = preserved(state.context, name, is_low, index).index((">=", fact))
    written = Attempt({"rule": "factor", "factor": to_json(number(1)), "other": to_json(rest)})
    combine = {"rule": "combine", "multipliers": [[place, to_json(number(1))]]}
    step = {
        "rule": "bound",
        "variable": name,
        "side": side,
        "value": number_text(end),
        "closed": True,
    }
    return {-2: Attempt(step, plans={0: Attempt(combine, plans={-1: written})})}


def along_lines(state: ProofState) -> Iterator[Attempt]:
    """Move a variable in which a term with functions of others is linear to the bound of a fact."""
    if state.size > LARGE or not state.context.facts or not transcendental(state.term):
        return
    for name in sorted(state.used):
        slope = None if state.context.box[name].integer else state.slope(name)
        if slope is None or not names(slope) or name in names(slope):
            continue
        for is_low in (True, False):
            if seems(slope, state.points, 1 if is_low else -1):
                yield from _moves(state, name, is_low, plain=False, only_facts=True)


def eliminate(state: ProofState) -> Iterator[Attempt]:
    """Move variables where the slope seems to have a sign and has lost functions of the term."""
    written = state.simple(state.term)
    before = min(
        transcendental(state.term), LARGE if written is None else transcendental(written.other)
    )
    if not before or state.size > LARGE:
        return
    for name, values in state.context.box.items():
        slope = state.slope(name)
        if name not in state.used or values.low == values.high or values.integer or slope is None:
            continue
        for sign in (1, -1):
            simple = state.simple(slope if sign > 0 else ("negate", slope))
            if simple is None or transcendental(simple.other) >= before:
                break
            if seems(simple.other, state.points, 1):
                steep = Attempt(factor_step(simple))
                for step in _moves(state, name, sign > 0, plain=True):
                    yield replace(step, plans={-2: steep})


def transcendental(term: Term) -> int:
    """Return how many logarithms, exponentials and the like of variables a term has."""
    is_one = term[0] in ("ln", "exp", "erfc", "sin", "cos", "arctan") or (
        term[0] == "power" and bool(names(term[2]))
    )
    return int(is_one and bool(names(term))) + sum(map(transcendental, children(term)))


def tail(state: ProofState, *, plain: bool) -> Iterator[Attempt]:
    """Show that the term decreases to a limit at infinity that is not negative."""
    if state.size > LARGE:
        return
    for name, values in state.context.box.items():
        slope = state.slope(name)
        is_infinite = values.high == ia.INF and not values.integer
        if name not in state.used or not is_infinite or slope is None:
            continue
        if seems(slope, state.points, -1) and state.is_plain(name, slope, -1) == plain:
            yield Attempt({"rule": "tail", "variable": name}, 0.5, 0 if plain else 1)


def _moves(
    state: ProofState, name: str, is_low: bool, *, plain: bool, only_facts: bool = False
) -> Iterator[Attempt]:
    share, rung = (0.9, 0) if plain else (0.6, 1)
    values, is_strict = state.context.box[name], state.kind == ">"
    for index, (kind, term) in enumerate(state.context.facts):
        if bound_of(term, name) == is_low and kind in (">=", ">") and not _is_plain(term):
            step = {"rule": "monotone", "variable": name, "end": index}
            if kind == ">" and is_strict:
                yield Attempt({**step, "strict": True}, share, rung)
            yield Attempt(step, share, rung)
    if only_facts:
        return
    end = values.low if is_low else values.high
    step = {"rule": "monotone", "variable": name, "end": "low" if is_low else "high"}
    if isinstance(end, Fraction):
        is_closed = values.low_closed if is_low else values.high_closed
        if is_strict and not is_closed:
            yield Attempt({**step, "strict": True}, share, rung)
        yield Attempt(step, share, rung)


def _is_plain(term: Term) -> bool:
    """Return whether a bound is a number, which the range of the variable says as well."""
    return any(side[0] == "number" for side in sides_of(term) or ())


def concave(state: ProofState) -> Iterator[Attempt]:
    """Use concavity, where its sign is plain."""
    if state.size > LARGE:
        return
    for name, values in state.context.box.items():
        is_finite = isinstance(values.low, Fraction) and isinstance(values.high, Fraction)
        if name not in state.used or not is_finite or values.low == values.high or values.integer:
            continue
        slope = state.slope(name)
        bend = None if slope is None else state.memory.slope(slope, name)
        if bend is None or bend == number(0) or not seems(bend, state.points, -1):
            continue
        if state.is_plain(name, bend, -1):
            yield Attempt({"rule": "concave", "variable": name}, 0.45, 1)
