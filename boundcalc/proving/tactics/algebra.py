"""Tactics of algebra: factors, logarithms, squares, and multiples of facts."""

from __future__ import annotations

from collections.abc import Iterator

from boundcalc.checker.goals import minus, sides_of
from boundcalc.checker.terms import Term, children, names, number, replace
from boundcalc.proving.numeric_hints import evaluate, seems
from boundcalc.proving.proof_state import (
    Attempt,
    ProofState,
    bounds_something,
    factor_step,
    term_size,
)
from boundcalc.proving.simplify import ONE, Factored, exponentials, factors, multiple_of
from boundcalc.proving.tactics.calculus import LADDER, LARGE, transcendental
from boundcalc.proving.tactics.ranges import shrink_to
from boundcalc.proving.term_translation import bound_of, to_json

SHORT = 6  # nodes of a term that need not be shorter


def product(first: Term, second: Term) -> Term:
    """Return a product; without a factor of 1."""
    if ONE in (first, second):
        return second if first == ONE else first
    return ("multiply", first, second)


def simplify(state: ProofState) -> Iterator[Attempt]:
    """Divide by common positive factors, and write the rest as a sum of monomials."""
    simple = state.simple(state.term)
    if simple is not None and simple.other != state.term and not _is_same(state, simple):
        yield Attempt(factor_step(simple), 0.9)


def _is_same(state: ProofState, simple: Factored) -> bool:
    """Return whether a factor is as hard to show positive as the term."""
    return not names(simple.other) and term_size(simple.factor) > 2 * state.size // 3


def shorten(state: ProofState) -> Iterator[Attempt]:
    """Simplify what becomes much shorter."""
    if SHORT < state.size <= LARGE:
        simple = state.simple(state.term)
        if simple is None or _is_same(state, simple):
            return
        is_free = names(simple.other) < state.used
        if 4 * term_size(simple.other) <= 3 * state.size or is_free:
            yield Attempt(factor_step(simple), 0.95)


def factorize(state: ProofState) -> Iterator[Attempt]:
    """Write the term as a product of factors that seem to have a sign, and look at each."""
    if state.size > LARGE:
        return
    parts: list[Term] = []
    for factor, count in factors(state.context, state.term):
        if count % 2 == 0:
            parts.append(("power", factor, number(count)))
            continue
        for part in (factor, ("negate", factor)):
            if seems(part, state.points, 1):
                parts.append(part if count == 1 else ("power", part, number(count)))
                break
        else:
            return
    if parts:
        other: Term = ("multiply", ONE, *parts)
        step = {"rule": "factor", "factor": to_json(ONE), "other": to_json(other)}
        yield Attempt(step, 0.8, plans={-1: Attempt({"rule": "parts"})})


def divide(state: ProofState) -> Iterator[Attempt]:
    """Divide by another of the exponentials, so that a slope loses a term."""
    if not 0 < state.ladder < LADDER:
        return
    count = exponentials(state.context, state.term)
    for choice in range(1, min(count, 3)):
        simple = state.simple(state.term, choice)
        if simple is not None and simple.other != state.term and simple.factor != ONE:
            yield Attempt(factor_step(simple), 0.4, 2)


def logarithm(state: ProofState) -> Iterator[Attempt]:
    """Compare logarithms of two products, where that leaves fewer exponentials."""
    sides = sides_of(state.term)
    if sides is None or not _exponential_count(state.term) or state.ladder:
        return
    if any(_has_sum(side) or side[0] == "ln" for side in sides):
        return
    if not all(seems(side, state.points, 1) for side in sides):
        return
    logs = minus(("ln", sides[0]), ("ln", sides[1]))
    compared = state.simple(logs)
    before, after = _exponential_count(state.term), logs if compared is None else compared.other
    if _exponential_count(after) < before:
        yield Attempt({"rule": "logarithm"}, 0.6)


def roots(state: ProofState) -> Iterator[Attempt]:
    """Compare the squares of two sides, one of which is a product with a root."""
    sides = sides_of(state.term)
    if state.ladder:
        return
    if not names(state.term):
        yield from _surds(state)
    elif sides and any(_has_root(side) and not _has_sum(side) for side in sides):
        yield Attempt({"rule": "square"}, 0.4)


def _surds(state: ProofState) -> Iterator[Attempt]:
    """Compare the squares of a root and a number that equal each other, as no enclosure tells."""
    is_turned = state.term[0] == "negate"
    sides = sides_of(state.term[1] if is_turned else state.term)
    if sides is None or all(side[0] != "sqrt" for side in sides):
        return
    square = Attempt({"rule": "square"}, 0.4)
    if is_turned:
        other = to_json(minus(*reversed(sides)))
        square = Attempt(
            {"rule": "factor", "factor": to_json(ONE), "other": other}, plans={-1: square}
        )
    yield square


def _exponential_count(term: Term) -> int:
    is_one = term[0] == "exp" or (term[0] == "power" and bool(names(term[2])))
    return int(is_one and bool(names(term))) + sum(map(_exponential_count, children(term)))


def _has_sum(term: Term) -> bool:
    """Return whether a term is a sum, or a product or quotient with a sum."""
    if term[0] in ("multiply", "divide"):
        return any(_has_sum(part) for part in children(term))
    return term[0] == "add" and bool(names(term))


def _has_root(term: Term) -> bool:
    if term[0] in ("multiply", "divide"):
        return any(_has_root(part) for part in children(term))
    return term[0] == "sqrt" and bool(names(term))


def multiples(state: ProofState) -> Iterator[Attempt]:
    """See whether the term is a multiple of a fact."""
    for index, (kind, fact) in enumerate(state.context.facts):
        if kind not in (">=", ">", "=") or not names(fact) & state.used:
            continue
        quotient = multiple_of(state.context, state.term, fact)
        if quotient is None or term_size(quotient) > LARGE:
            continue
        simple = state.simple(quotient)
        factor = quotient if simple is None else product(simple.factor, simple.other)
        if state.kind == ">":
            step = {"rule": "factor", "factor": to_json(factor), "other": to_json(fact)}
            yield Attempt(step, 0.85)
            continue
        step = {"rule": "combine", "multipliers": [[index, to_json(factor)]]}
        yield Attempt(step, 0.85, plans={-1: Attempt({"rule": "identity"})})


def divisors(state: ProofState) -> Iterator[Attempt]:
    """See whether a fact is the term times something, as x^2 = 4 is about (x - 2) (x + 2)."""
    for index, (kind, fact) in enumerate(state.context.facts):
        is_strict = state.kind == ">"
        if kind not in (("=", ">=", ">") if not is_strict else (">",)) or fact == state.term:
            continue
        if not names(fact) & state.used or term_size(fact) > LARGE:
            continue
        quotient = multiple_of(state.context, fact, state.term)
        if quotient is None or not names(quotient) or term_size(quotient) > LARGE:
            continue
        pair = [index, to_json(("divide", ONE, quotient))]
        step = {"rule": "combine", "multipliers": [pair], "strict": is_strict}
        yield Attempt(step, 0.7, plans={-1: Attempt({"rule": "identity"})})


def subtract_facts(state: ProofState) -> Iterator[Attempt]:
    """Subtract a multiple of a fact that makes a variable cancel."""
    if state.ladder > 2:
        return
    for index, (kind, fact) in enumerate(state.context.facts):
        if kind not in (">=", ">", "=") or not names(fact) & state.used:
            continue
        is_bound = kind != "=" and bounds_something(fact)
        for factor in _multipliers(state, fact):
            if is_bound and (state.ladder or names(factor)):
                continue
            step = {"rule": "combine", "multipliers": [[index, to_json(factor)]]}
            yield Attempt(step, 0.4, 2)


def eliminate(state: ProofState) -> Iterator[Attempt]:
    """Subtract a multiple of a fact, so that a variable cancels that is linear in both."""
    if state.ladder or state.size > LARGE:
        return
    for index, (kind, fact) in enumerate(state.context.facts):
        if kind not in (">=", ">") or term_size(fact) > LARGE // 2 or bounds_something(fact):
            continue
        for name in sorted(names(fact) & state.used):
            slopes = state.slope(name), state.memory.slope(fact, name)
            if None in slopes or not _may_cancel(state, slopes):
                continue
            ratio = state.simple(("divide", *slopes))
            if ratio is None or name in names(ratio.factor) or name in names(ratio.other):
                continue
            factor = product(ratio.factor, ratio.other)
            if seems(factor, state.points, 1):
                yield Attempt({"rule": "combine", "multipliers": [[index, to_json(factor)]]}, 0.5)


def _may_cancel(state: ProofState, slopes: tuple[Term | None, ...]) -> bool:
    """Return whether slopes vary; beside functions it suffices that one of them does."""
    varying = [slope is not None and bool(names(slope)) for slope in slopes]
    is_one_enough = state.memory.is_last or transcendental(state.term)
    return any(varying) if is_one_enough else all(varying)


def _multipliers(state: ProofState, fact: Term) -> Iterator[Term]:
    for name in sorted(names(fact) & state.used):
        top, bottom = state.slope(name), state.memory.slope(fact, name)
        if top is None or bottom is None or bottom == number(0) or top == number(0):
            continue
        if not names(bottom) or not names(top):
            ratio: Term = ("divide", top, bottom)
            simple = state.simple(ratio)
            yield ratio if simple is None else product(simple.factor, simple.other)


def isolate(state: ProofState) -> Iterator[Attempt]:
    """Derive from a fact that is linear in a variable a bound on it, towards which to move it."""
    known = {state.reduced(fact) for _, fact in state.context.facts if bounds_something(fact)}
    useless: list[Attempt] = []
    for kind, fact in state.context.facts:
        if kind not in (">=", ">") or term_size(fact) > LARGE // 4:
            continue
        for name in sorted(names(fact)):
            if bound_of(fact, name) is not None:
                continue
            lemma = _isolated(state, kind, fact, name)
            if lemma is None or state.reduced(lemma) in known:
                continue
            if len(names(lemma)) < 2 and _is_number(lemma):
                yield from shrink_to(state, name, kind, lemma)
                continue
            step = Attempt({"rule": "cut", "kind": kind, "term": to_json(lemma)}, 0.6)
            if _is_wanted(state, name, lemma):
                yield step
            elif not bounds_something(fact):
                useless.append(step)
    yield from useless


def _is_number(lemma: Term) -> bool:
    sides = sides_of(lemma)
    return sides is None or any(side[0] == "number" for side in sides)


def _is_wanted(state: ProofState, name: str, lemma: Term) -> bool:
    """Return whether the term falls towards the bound that a lemma gives."""
    slope = state.slope(name) if name in state.used else None
    is_low = bound_of(lemma, name)
    return slope is not None and seems(slope, state.points, 1 if is_low else -1)


def _isolated(state: ProofState, kind: str, fact: Term, name: str) -> Term | None:
    simple = state.simple(fact)
    if simple is None or name not in names(simple.other):
        return None
    slope = state.memory.slope(simple.other, name)
    reduced = None if slope is None else state.simple(slope)
    if slope is None or reduced is None or name in names(reduced.other):
        return None
    if name in names(reduced.factor):
        return None
    rest = replace(simple.other, {("symbol", name): number(0)})
    variable: Term = ("symbol", name)
    for sign in (1, -1):
        if seems(slope, state.points, sign):
            end = state.simple(("divide", ("negate", rest), slope))
            if end is None:
                return None
            bound = product(end.factor, end.other)
            return minus(variable, bound) if sign > 0 else minus(bound, variable)
    return None


def complete_square(state: ProofState) -> Iterator[Attempt]:
    """Complete the square in a variable: A v^2 + B v + C = A (v + B/2A)^2 + C - B^2/4A."""
    if state.kind != ">=" or state.size > LARGE // 4:
        return
    for name in sorted(state.used):
        slope = state.slope(name)
        bend = None if slope is None else state.memory.slope(slope, name)
        if slope is None or bend is None or bend == number(0) or _varies(state, bend, name):
            continue
        curvature = state.simple(bend)
        if curvature is None or name in names(curvature.other) or name in names(curvature.factor):
            continue
        yield _square_step(state, name, slope, bend)


def _varies(state: ProofState, term: Term, name: str) -> bool:
    """Return whether a term clearly changes with a variable alone."""
    for point in state.points[:2]:
        values = evaluate(term, [point, {**point, name: point[name] / 2 + 0.25}])
        if abs(values[0] - values[1]) > 1e-3 * max(map(abs, values)):
            return True
    return False


def _square_step(state: ProofState, name: str, slope: Term, bend: Term) -> Attempt:
    variable: Term = ("symbol", name)
    at_zero = {variable: number(0)}
    linear, rest = replace(slope, at_zero), replace(state.term, at_zero)
    shifted: Term = ("add", variable, ("divide", linear, bend))
    half: Term = ("divide", bend, number(2))
    square: Term = ("multiply", half, ("power", shifted, number(2)))
    twice: Term = ("multiply", number(2), bend)
    remainder = minus(rest, ("divide", ("power", linear, number(2)), twice))
    written = {"rule": "factor", "factor": to_json(ONE), "other": to_json(square)}
    pair = [[len(state.context.facts), to_json(ONE)]]
    by_parts = Attempt(written, plans={-1: Attempt({"rule": "parts"})})
    combine = Attempt({"rule": "combine", "multipliers": pair}, plans={-1: by_parts})
    step = {"rule": "cut", "kind": ">=", "term": to_json(remainder)}
    return Attempt(step, 0.4, plans={-1: combine})
