"""Tactics of calculus: monotonicity and concavity in one variable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.terms import Term, children, names, number
from boundcalc.proving.numeric_hints import seems
from boundcalc.proving.proof_state import Try, View, factor_step, sides_of
from boundcalc.proving.term_translation import bound_of

LARGE = 300  # nodes of a term that is no longer differentiated
LADDER = 6


def monotone(view: View, *, plain: bool) -> Iterator[Try]:
    """Move variables to an end, where the sign of the slope is plain (or only seems so)."""
    if view.size > LARGE:
        return
    for name, values in view.context.box.items():
        if name not in view.used or values.low == values.high or values.integer:
            continue
        slope = view.slope(name)
        if slope is None:
            continue
        for is_low in (True, False):
            sign = 1 if is_low else -1
            if seems(slope, view.points, sign) and view.is_plain(name, slope, sign) == plain:
                yield from _moves(view, name, is_low, plain=plain)


def to_bounds(view: View) -> Iterator[Try]:
    """Move a variable in which the term is linear, with a number as slope, to a bound."""
    if view.size > LARGE or not view.context.facts:
        return
    for name in sorted(view.used):
        slope = None if view.context.box[name].integer else view.slope(name)
        if slope is None or names(slope):
            continue
        for is_low in (True, False):
            if seems(slope, view.points[:1], 1 if is_low else -1):
                yield from _moves(view, name, is_low, plain=True, only_facts=True)


def eliminate(view: View) -> Iterator[Try]:
    """Move variables where the slope seems to have a sign and has lost functions of the term."""
    written = view.simple(view.term)
    before = min(
        transcendental(view.term), LARGE if written is None else transcendental(written.other)
    )
    if not before or view.size > LARGE:
        return
    for name, values in view.context.box.items():
        slope = view.slope(name)
        if name not in view.used or values.low == values.high or values.integer or slope is None:
            continue
        for sign in (1, -1):
            simple = view.simple(slope if sign > 0 else ("negate", slope))
            if simple is None or transcendental(simple.other) >= before:
                break
            if seems(simple.other, view.points, 1):
                steep = Try(factor_step(simple))
                for step in _moves(view, name, sign > 0, plain=True):
                    yield replace(step, plans={-2: steep})


def transcendental(term: Term) -> int:
    """Return how many logarithms, exponentials and the like of variables a term has."""
    is_one = term[0] in ("ln", "log", "exp", "erf", "erfc", "phi") or (
        term[0] == "power" and bool(names(term[2]))
    )
    return int(is_one and bool(names(term))) + sum(map(transcendental, children(term)))


def tail(view: View, *, plain: bool) -> Iterator[Try]:
    """Show that the term decreases to a limit at infinity that is not negative."""
    if view.size > LARGE:
        return
    for name, values in view.context.box.items():
        slope = view.slope(name)
        is_infinite = values.high == ia.INF and not values.integer
        if name not in view.used or not is_infinite or slope is None:
            continue
        if seems(slope, view.points, -1) and view.is_plain(name, slope, -1) == plain:
            yield Try({"rule": "tail", "variable": name}, 0.5, 0 if plain else 1)


def _moves(
    view: View, name: str, is_low: bool, *, plain: bool, only_facts: bool = False
) -> Iterator[Try]:
    share, rung = (0.9, 0) if plain else (0.6, 1)
    values, is_strict = view.context.box[name], view.kind == ">"
    for index, (kind, term) in enumerate(view.context.facts):
        if bound_of(term, name) == is_low and kind in (">=", ">") and not _is_plain(term):
            step = {"rule": "monotone", "variable": name, "end": index}
            if kind == ">" and is_strict:
                yield Try({**step, "strict": True}, share, rung)
            yield Try(step, share, rung)
    if only_facts:
        return
    end = values.low if is_low else values.high
    step = {"rule": "monotone", "variable": name, "end": "low" if is_low else "high"}
    if isinstance(end, Fraction):
        is_closed = values.low_closed if is_low else values.high_closed
        if is_strict and not is_closed:
            yield Try({**step, "strict": True}, share, rung)
        yield Try(step, share, rung)


def _is_plain(term: Term) -> bool:
    """Return whether a bound is a number, which the range of the variable says as well."""
    return any(side[0] == "number" for side in sides_of(term) or ())


def concave(view: View) -> Iterator[Try]:
    """Use concavity, where its sign is plain."""
    if view.size > LARGE:
        return
    for name, values in view.context.box.items():
        is_finite = isinstance(values.low, Fraction) and isinstance(values.high, Fraction)
        if name not in view.used or not is_finite or values.low == values.high or values.integer:
            continue
        slope = view.slope(name)
        bend = None if slope is None else view.memory.slope(slope, name)
        if bend is None or bend == number(0) or not seems(bend, view.points, -1):
            continue
        if view.is_plain(name, bend, -1):
            yield Try({"rule": "concave", "variable": name}, 0.45, 1)
