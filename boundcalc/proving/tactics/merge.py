"""A tactic of substitution: where two variables meet in one expression only, it is a variable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as changed
from fractions import Fraction
from itertools import permutations
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, minus, sides_of
from boundcalc.checker.registry import ALL_RULES
from boundcalc.checker.terms import (
    Claim,
    Rejected,
    Term,
    children,
    enclose,
    names,
    number,
    replace,
)
from boundcalc.proving.numeric_hints import seems
from boundcalc.proving.proof_state import Attempt, ProofState, factor_step, term_size
from boundcalc.proving.simplify import form_term, normalizer_for
from boundcalc.proving.tactics.calculus import LARGE
from boundcalc.proving.term_translation import number_text, to_json

MANY = 12  # expressions that are tried, and variables
SMALL = 40  # nodes of one
FUNCTIONS = ("ln", "exp", "erfc", "sin", "cos", "arctan")


def merge(state: ProofState, *, is_assumed: bool = False) -> Iterator[Attempt]:
    """Make an expression a variable, if another variable then no longer occurs.

    With `is_assumed`, only an expression that an assumption bounds.
    """
    if not 1 < len(state.used) <= MANY or state.size > LARGE // 2:
        return
    box = state.context.box
    bounded = _bounded(state) if is_assumed else ()
    for part in _expressions(state.term):
        if is_assumed and part not in bounded:
            continue
        for name in sorted(names(part)):
            slope = state.memory.slope(part, name)
            if slope is None or name in names(slope) or box[name].integer:
                continue
            if not seems(slope, state.points, 1) or slope == number(0):
                continue
            if any(_is_function_of(state, part, name, other) for other in names(part) - {name}):
                yield _substituted(state, part, name, slope)
                return


def shifted(state: ProofState) -> Iterator[Attempt]:
    """Make a sum of two variables a variable, where they stand in functions as this sum only.

    One of the two is then left in a rational coefficient.
    """
    if not 1 < len(state.used) <= MANY or state.size > LARGE // 2:
        return
    inside = [part for part in _functions(state.term) if len(names(part)) > 1]
    shared = frozenset().union(*map(names, inside))
    plain = sorted(name for name in shared if not state.context.box[name].integer)
    for name, other in permutations(plain, 2):
        if all(_is_of_sum(state, part, name, other) for part in _functions(state.term)):
            total: Term = ("add", ("symbol", name), ("symbol", other))
            yield changed(_substituted(state, total, name, number(1)), share=0.7)
            return


def _functions(term: Term) -> list[Term]:
    """Return the arguments of functions within a term, and exponents with their bases."""
    if _is_function(term):
        return list(children(term))
    return [part for child in children(term) for part in _functions(child)]


def _is_of_sum(state: ProofState, part: Term, name: str, other: str) -> bool:
    first, second = state.memory.slope(part, name), state.memory.slope(part, other)
    if first is None or second is None:
        return False
    return first == second or state.looks_zero(minus(first, second))


def _bounded(state: ProofState) -> list[Term]:
    """Return the expressions that a fact compares with a number, at last differences of sides."""
    found: list[Term] = []
    for _, fact in state.context.facts:
        first, second = sides_of(fact) or (fact, fact)
        if not names(first) or not names(second):
            found += [side for side in (first, second) if len(names(side)) > 1]
        elif state.memory.is_last and first != second:
            found += [minus(first, second), minus(second, first)]
    return found


def _expressions(term: Term) -> list[Term]:
    """Return the expressions of several variables within a term, small ones first."""
    found: dict[Term, None] = {}
    stack = list(children(term))
    while stack:
        part = stack.pop()
        if len(names(part)) > 1:
            found[part] = None
            stack += children(part)
    linear = [part for part in found if part[0] in ("add", "multiply", "divide", "negate")]
    return sorted((part for part in linear if term_size(part) <= SMALL), key=term_size)[:MANY]


def _is_function_of(state: ProofState, part: Term, name: str, other: str) -> bool:
    """Return whether the term depends on two variables through an expression only."""
    inner = _innermost(state.term) if state.memory.is_last else []
    if inner and not names(_without(state.term)):
        # far out functions look constant, so what is looked at is their arguments
        found = [_crossed(state, term, part, name, other) for term in inner]
        simple = [None if term is None else state.simple(term) for term in found]
        return all(term is not None and term.other == number(0) for term in simple)
    first, second = state.slope(name), state.slope(other)
    if first is None or second is None or state.looks_zero(first) or state.looks_zero(second):
        return False
    crossed = _crossed(state, state.term, part, name, other)
    return crossed is not None and state.looks_zero(crossed)


def _crossed(state: ProofState, term: Term, part: Term, name: str, other: str) -> Term | None:
    """Return what vanishes where a term depends on two variables through a part only."""
    slope = state.memory.slope
    first, second, one, two = (slope(item, by) for item in (term, part) for by in (name, other))
    if first is None or second is None or one is None or two is None:
        return None
    return minus(("multiply", first, two), ("multiply", second, one))


def _innermost(term: Term) -> list[Term]:
    """Return the arguments of innermost functions within a term, and exponents with bases."""
    inner = [part for child in children(term) for part in _innermost(child)]
    if inner or not _is_function(term):
        return inner
    return [part for part in children(term) if names(part)]


def _without(term: Term) -> Term:
    """Return a term with 1 in place of its functions."""
    if _is_function(term):
        return number(1)
    if term[0] in ("number", "symbol", "constant", "sum"):
        return term
    return (term[0], *map(_without, term[1:]))


def _is_function(term: Term) -> bool:
    return term[0] in FUNCTIONS or (term[0] == "power" and bool(names(term[2])))


def _substituted(state: ProofState, part: Term, name: str, slope: Term) -> Attempt:
    """Return steps that bound the expression and make it a variable with a range."""
    rest = replace(part, {("symbol", name): number(0)})
    start = state.simple(("divide", ("negate", rest), slope))
    scale = state.simple(("divide", number(1), slope))
    a: Term = ("divide", ("negate", rest), slope)
    b: Term = ("divide", number(1), slope)
    if start is not None and scale is not None:
        a, b = (("multiply", item.factor, item.other) for item in (start, scale))
    new = state.memory.new_name("v")
    bounds = _bounds(state.context, part)
    context = state.context.with_fact(*bounds)
    step: dict[str, Any] = {"rule": "substitute", "variable": name, "form": "affine", "name": new}
    step |= {"a": to_json(a), "b": to_json(b)}
    try:
        inner, claim = ALL_RULES["substitute"](step, context, state.claim)[-1]
    except (Rejected, ia.Undefined):
        return Attempt(step, 0.5)
    plan = Attempt(step, 0.5, plans={-1: _ranged(ProofState(inner, claim, state.memory), new)})
    for kind, term in reversed(bounds):
        plan = Attempt({"rule": "cut", "kind": kind, "term": to_json(term)}, 0.5, plans={-1: plan})
    return plan


def _bounds(context: Context, part: Term) -> list[Claim]:
    """Return the finite ends of the enclosure of an expression, as claims."""
    try:
        found = enclose(part, context.intervals(), 64)
    except ia.Undefined:
        return []
    bounds: list[Claim] = []
    if isinstance(found.low, Fraction):
        bounds.append((">=", minus(part, number(found.low))))
    if isinstance(found.high, Fraction):
        bounds.append((">=", minus(number(found.high), part)))
    return bounds


def _ranged(state: ProofState, new: str) -> Attempt:
    """Return steps that shrink the range of a new variable, and simplify what is to be shown."""
    simple = state.simple(state.term)
    plan = Attempt({"rule": "both"}) if simple is None else Attempt(factor_step(simple))
    ends: dict[bool, Fraction] = {}
    for _, fact in state.context.facts:
        end = _end(state, fact, new)
        if end is not None:
            is_low, value = end
            known = ends.get(is_low, value)
            ends[is_low] = max(known, value) if is_low else min(known, value)
    if len(ends) == 2 and ends[True] > ends[False]:
        return plan
    for is_low, value in sorted(ends.items()):
        step = {"rule": "bound", "variable": new, "side": "low" if is_low else "high"}
        plan = Attempt({**step, "value": number_text(value), "closed": True}, plans={-1: plan})
    return plan


def _end(state: ProofState, fact: Term, new: str) -> tuple[bool, Fraction] | None:
    """Return a number that a fact bounds the new variable by, and whether from below."""
    try:
        form = normalizer_for(state.context).form(fact)
        steep = form.pop((frozenset([(("symbol", new), Fraction(1))]), frozenset()), Fraction(0))
        rest = form_term(form)
        if not steep or names(rest):
            return None
        end = enclose(("divide", ("negate", rest), number(steep)), {}, 64)
    except (ia.Undefined, Rejected, RecursionError):
        return None
    value = end.low if steep > 0 else end.high
    return (steep > 0, value) if isinstance(value, Fraction) else None
