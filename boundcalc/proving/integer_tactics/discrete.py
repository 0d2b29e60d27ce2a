"""Tactics about integers: induction, and sums, factorials and binomial coefficients."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Range, minus, sides_of
from boundcalc.checker.normal import UNIT
from boundcalc.checker.terms import Term, children, names, number, replace
from boundcalc.proving.numeric_hints import FloatPoint, evaluate
from boundcalc.proving.proof_state import Attempt, ProofState, term_size
from boundcalc.proving.simplify import form_term
from boundcalc.proving.term_translation import bound_of, number_text, to_json

KINDS = ("sum", "factorial", "binomial")
ONE = number(1)
FEW, MANY = 4, 3  # integers at which induction is looked at, and variables


def discrete(state: ProofState) -> list[Term]:
    """Return the sums, factorials and binomial coefficients with variables, outermost first.

    Those of the facts count where the claim has some, and none with the index of a sum around.
    """
    if next(_parts(state.term), None) is None:
        return []
    terms = [state.term, *(fact for _, fact in state.context.facts)]
    known = state.context.box.keys()
    found = (part for term in terms for part in _parts(term))
    return list(dict.fromkeys(part for part in found if names(part) <= known))


def _parts(term: Term) -> Iterator[Term]:
    if term[0] in KINDS and names(term):
        yield term
        return
    for child in children(term):
        yield from _parts(child)


def write_out(state: ProofState, found: list[Term]) -> Iterator[Attempt]:
    """Write out what stands in the goal, and name what stands in the facts."""
    signs = [place for place, (_, fact) in enumerate(state.context.facts) if fact[0] == "factorial"]
    if signs:  # each step says again that a factorial is positive
        yield Attempt({"rule": "forget", "facts": signs})
        return
    binomial = next((term for term in found if term[0] == "binomial"), None)
    if binomial is not None and all(term[0] != "sum" for term in found):
        yield Attempt({"rule": "unfold", "term": to_json(binomial)})
        return
    hypotheses = [part for _, fact in state.context.facts for part in _parts(fact)]
    for term in found:
        less = next((part for part in hypotheses if _follows(part, term)), None)
        if less is not None:
            yield Attempt({"rule": "unfold", "term": to_json(term), "less": to_json(less[3])})
            return
    step = _leveled(state, found)
    if step is not None:
        yield Attempt(step)
        return
    for term in found:
        if term in hypotheses and term[0] != "binomial":
            name = state.memory.new_name(term[0][0])
            yield Attempt({"rule": "name", "term": to_json(term), "name": name})
            return
    if sum(term[0] != "sum" for term in found) > 1 and not hypotheses:
        yield from induct(state, found, 0.4, is_sure=True)
    for term in found:
        steps = list(_replacements(state, term))
        yield from steps
        if steps:
            return
    for term in found:
        if term[0] == "sum" and state.kind != "=" and not hypotheses:
            yield from _geometric(state, term)
    yield from induct(state, found, 0.9)


def _geometric(state: ProofState, term: Term) -> Iterator[Attempt]:
    """Show first what a sum is whose summands have a constant ratio."""
    index: Term = ("symbol", term[1])
    inner = state.context.with_range(term[1], Range(Fraction(0), ia.INF, False, False))
    following = replace(term[4], {index: ("add", index, ONE)})
    ratio = state.memory.simple(inner, ("divide", following, term[4]))
    if ratio is None or term[1] in names(ratio.factor) | names(ratio.other):
        return
    if term[1] in state.context.box or (ratio.factor, ratio.other) == (ONE, ONE):
        return
    r: Term = ratio.factor if ratio.other == ONE else ("multiply", ratio.factor, ratio.other)
    count: Term = ("add", minus(term[3], term[2]), ONE)
    quotient: Term = ("divide", minus(("power", r, count), ONE), minus(r, ONE))
    closed = ("multiply", replace(term[4], {index: term[2]}), quotient)
    step = {"rule": "cut", "kind": "=", "term": to_json(minus(term, closed))}
    yield Attempt(step, 0.6)


def _leveled(state: ProofState, found: list[Term]) -> dict[str, Any] | None:
    """Write one of two factorials whose arguments differ by an integer as the smaller one."""
    arguments = [term[1] for term in found if term[0] == "factorial"]
    for greater in arguments:
        for smaller in arguments:
            gap = _difference(state, greater, smaller)
            if gap is None or gap < 0 or (gap == 0 and _rank(greater) <= _rank(smaller)):
                continue
            less = smaller if gap <= 1 else _number_before(state, greater)
            term: Term = ("factorial", greater)
            return {"rule": "unfold", "term": to_json(term), "less": to_json(less)}
    return None


def _number_before(state: ProofState, term: Term) -> Term:
    return form_term(state.memory.form(state.context, minus(term, ONE)))


def _rank(term: Term) -> tuple[int, str]:
    return term_size(term), str(term)


def _difference(state: ProofState, greater: Term, smaller: Term) -> int | None:
    form = state.memory.form(state.context, minus(greater, smaller))
    value = form.get(UNIT, Fraction(0))
    return int(value) if form.keys() <= {UNIT} and value.denominator == 1 else None


def _replacements(state: ProofState, term: Term) -> Iterator[Attempt]:
    if term[0] == "binomial":
        yield Attempt({"rule": "unfold", "term": to_json(term)})
    elif term[0] == "factorial":
        name = state.memory.new_name("f")
        yield Attempt({"rule": "factorial", "term": to_json(term), "name": name}, 0.5)
        yield from least(state, term)
    elif not names(term[2]) | names(term[3]):
        less = _number_before(state, term[3])  # a number, whatever the end is written as
        yield Attempt({"rule": "unfold", "term": to_json(term), "less": to_json(less)})


def least(state: ProofState, term: Term) -> Iterator[Attempt]:
    """Split off the least integer, at which the bounds of a factorial may be too weak."""
    for name in sorted(names(term)):
        span = state.context.box[name].interval
        if isinstance(span.low, Fraction) and span.low < 12:
            yield Attempt({"rule": "split", "variable": name, "at": number_text(span.low)})


def _follows(part: Term, term: Term) -> bool:
    """Return whether a term is a sum with one more summand than another."""
    if part[0] != "sum" or term[0] != "sum" or len(str(part)) >= len(str(term)):
        return False
    return (part[1], part[2], part[4]) == (term[1], term[2], term[4])


def induct(
    state: ProofState, found: list[Term], share: float, *, is_sure: bool = False
) -> Iterator[Attempt]:
    """Use induction on a variable in a factorial, or in the upper end of a sum.

    With `is_sure`, only where its step seems to hold.
    """
    relevant = {name for term in found for name in names(term[3] if term[0] == "sum" else term)}
    promising = [name for name in sorted(relevant) if _seems_inductive(state, name)]
    for name in promising if is_sure else sorted(relevant):
        values = state.context.box.get(name)
        if values is None:  # the index of a sum around
            continue
        span = values.interval
        if not values.integer or not isinstance(span.low, Fraction) or span.low == span.high:
            continue
        bound = _least_of(state, name)
        if bound is None:
            yield Attempt({"rule": "induction", "variable": name}, share)
        else:
            yield from _shifted(state, name, bound, share)


def _seems_inductive(state: ProofState, name: str) -> bool:
    """Return whether the greater side seems to grow at least as the other, by quotients or gaps."""
    sides, box = sides_of(state.term), state.context.box
    whole = [other for other, values in box.items() if values.integer and values.low > -ia.INF]
    if sides is None or name not in whole or len(whole) > MANY:
        return True
    points: list[FloatPoint] = []
    for offsets in product(range(FEW), repeat=len(whole)):
        point = dict(state.points[len(points) % len(state.points)]) if state.points else {}
        for other, offset in zip(whole, offsets, strict=True):
            point[other] = float(box[other].interval.low + offset)
        points.append(point)
    for _, fact in state.context.facts:
        points = [point for point in points if evaluate(fact, [point])[0] >= 0]
    following = [{**point, name: point[name] + 1} for point in points]
    quotients, gaps = True, True
    columns = [evaluate(side, at) for side in sides for at in (points, following)]
    for right, next_right, left, next_left in zip(*columns, strict=True):
        if not all(map(math.isfinite, (right, next_right, left, next_left))):
            continue
        rounding = 1e-9 * (abs(next_right) + abs(next_left))
        gaps = gaps and next_right - right >= next_left - left - rounding
        scaled = next_left * right - next_right * left
        is_between = 0 < left and 0 < right
        quotients = quotients and is_between and scaled <= rounding * (abs(right) + abs(left))
    return quotients or (gaps and any(part[0] == "sum" for part in _parts(state.term)))


def _least_of(state: ProofState, name: str) -> Term | None:
    """Return an integer variable below which a variable does not go, by a fact."""
    for kind, fact in state.context.facts:
        end: Term | None = fact[2][1] if bound_of(fact, name) and kind == ">=" else None
        if end is not None and end[0] == "symbol" and state.context.box[end[1]].integer:
            return end
    return None


def _shifted(state: ProofState, name: str, bound: Term, share: float) -> Iterator[Attempt]:
    """Substitute bound + j for a variable, and use induction on j from 0."""
    new = state.memory.new_name("j")
    step = {"rule": "substitute", "variable": name, "form": "shift", "name": new}
    facts = state.context.facts
    index = next(
        place for place, (_, fact) in enumerate(facts) if fact == minus(("symbol", name), bound)
    )
    combine = {"rule": "combine", "multipliers": [[index, to_json(ONE)]]}
    proof = Attempt(combine, plans={-1: Attempt({"rule": "identity"})})
    least = {"rule": "bound", "variable": new, "side": "low", "value": "0", "closed": True}
    induction = Attempt({"rule": "induction", "variable": new})
    shrunk = Attempt(least, plans={0: proof, 1: induction})
    yield Attempt({**step, "a": to_json(bound)}, share, plans={-1: shrunk})
