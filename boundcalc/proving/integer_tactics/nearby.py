"""Tactics about integers near to each other, as floors of shifted numbers are, or apart."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product

from flint import fmpq

from boundcalc.checker.goals import is_whole, minus
from boundcalc.checker.normal import UNIT, Form, Monomial
from boundcalc.checker.terms import Term, names, number
from boundcalc.proving.proof_state import Attempt, ProofState
from boundcalc.proving.simplex import Column, solve
from boundcalc.proving.simplify import form_term
from boundcalc.proving.tactics import ranges
from boundcalc.proving.term_translation import number_text, to_json

MANY = 6  # integers
NEAR = 3  # values of a difference, at most, of which each is looked at
MOST = 12  # monomials of a fact
MULTIPLES = (1, 2, -1, 3, -2, -3)


def near(state: ProofState) -> Iterator[Attempt]:
    """Write an integer as another one, or a sum of two, and one of a few, where facts say so."""
    found = ranges.integers_of(state)
    open_ended = [name for name in found if not _is_small(state, name)]
    if not 2 <= len(open_ended) <= MANY:
        return
    known = _facts(state)
    for name, base in _pairs(open_ended):
        if name not in names(base):
            gap = minus(("symbol", name), base)
            low = _least(state, known, gap)
            high = None if low is None else _least(state, known, ("negate", gap))
            if low is None or high is None or not 0 <= -high - low < NEAR:
                continue
            new = state.memory.new_name("j")
            step = {"rule": "substitute", "variable": name, "form": "shift", "name": new}
            bound = {"rule": "bound", "variable": new, "closed": True}
            whole = Attempt({"rule": "whole"})
            above = Attempt(
                {**bound, "side": "high", "value": number_text(-high)}, plans={0: whole}
            )
            plans = {0: whole, 1: above}
            below = Attempt({**bound, "side": "low", "value": number_text(low)}, plans=plans)
            yield Attempt({**step, "a": to_json(base)}, 0.6, plans={-1: below})
            return


def _is_small(state: ProofState, name: str) -> bool:
    span = state.context.box[name].interval
    is_finite = isinstance(span.low, Fraction) and isinstance(span.high, Fraction)
    return is_finite and span.high - span.low <= ranges.FEW


def _pairs(found: list[str]) -> Iterator[tuple[str, Term]]:
    """Yield integers, each with a multiple of another or with a sum of two."""
    for name, other in permutations(reversed(found), 2):
        for count in MULTIPLES:
            symbol: Term = ("symbol", other)
            yield name, symbol if count == 1 else ("multiply", number(count), symbol)
    for name, pair in product(reversed(found), combinations(found, 2)):
        yield name, ("add", *(("symbol", other) for other in pair))


def _facts(state: ProofState) -> list[Form]:
    """Return what is not negative by a fact, or by the end of a range."""
    terms = []
    for kind, fact in state.context.facts:
        if kind in (">=", ">", "="):
            terms += [fact] if kind != "=" else [fact, ("negate", fact)]
    for name, values in state.context.box.items():
        terms += [term for _, term in values.claims(("symbol", name))]
    forms = (state.memory.form(state.context, term) for term in terms)
    return [form for form in forms if 0 < len(form) <= MOST]


def _least(state: ProofState, known: list[Form], term: Term) -> int | None:
    """Return the least integer that a term may be, as far as sums of facts say so."""
    rows: dict[Monomial, int] = {}
    columns = [_column(rows, form) for form in known]
    target = _column(rows, state.memory.form(state.context, term))
    unit = rows.setdefault(UNIT, len(rows))
    columns += [{unit: fmpq(1)}, {unit: fmpq(-1)}]
    found = solve(columns, target, [0] * len(known) + [1, -1])
    if found is None:
        return None
    least = found[-2] - found[-1]
    return math.ceil(Fraction(int(least.p), int(least.q)))


def _column(rows: dict[Monomial, int], form: Form) -> Column:
    return {
        rows.setdefault(monomial, len(rows)): fmpq(value.numerator, value.denominator)
        for monomial, value in form.items()
    }


def apart(state: ProofState) -> Iterator[Attempt]:
    """Write an integer that another one is not as that one and what is not zero."""
    yield from ranges.unequal(state)
    for index, (kind, fact) in enumerate(state.context.facts):
        if kind != "!=" or not is_whole(state.context, fact) or len(names(fact)) < 2:
            continue
        form = state.memory.form(state.context, fact)
        for name in sorted(names(fact)):
            key: Monomial = (frozenset([(("symbol", name), Fraction(1))]), frozenset())
            value = form.get(key, Fraction(0))
            rest = {other: -value * part for other, part in form.items() if other != key}
            base = form_term(rest) if rest else number(0)
            if abs(value) != 1 or name in names(base) or not is_whole(state.context, base):
                continue
            new = state.memory.new_name("j")
            step = {"rule": "substitute", "variable": name, "form": "shift", "name": new}
            nonzero = ("symbol", new) if value > 0 else ("negate", ("symbol", new))
            cut = {"rule": "cut", "kind": "!=", "term": to_json(nonzero)}
            by_fact, drop = ({"rule": "fact", "fact": index}, {"rule": "forget", "facts": [index]})
            plan = Attempt(cut, plans={0: Attempt(by_fact), 1: Attempt(drop)})
            yield Attempt({**step, "a": to_json(base)}, 0.6, plans={-1: plan})
            return
