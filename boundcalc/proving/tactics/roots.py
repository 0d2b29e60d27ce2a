"""Tactics of roots: a bound stands in for a root, or a sum with one root is compared by squares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.checker.goals import minus
from boundcalc.checker.normal import Atom, Form
from boundcalc.checker.terms import Rejected, Term, children, names, number, replace
from boundcalc.proving.numeric_hints import seems
from boundcalc.proving.proof_state import Attempt, ProofState, factor_step
from boundcalc.proving.simplify import ONE, _atom_term, form_term, normalizer_for, product_term
from boundcalc.proving.tactics.calculus import LARGE, transcendental
from boundcalc.proving.tactics.rewrite import negated
from boundcalc.proving.term_translation import to_json

MANY = 4  # roots
ROOT = "\N{SQUARE ROOT}"  # the name of a root that is a variable for a while


@dataclass(frozen=True)
class Lemma:
    """What bounds a root, the difference as a product for squares, and its multiplier."""

    term: Term
    squares: Term
    multiplier: Term


def bounded(state: ProofState) -> Iterator[Attempt]:
    """Put bounds for roots in their places: sqrt(a b) >= b where a >= b, sqrt(a) >= sqrt(b)."""
    if state.ladder or not state.context.facts or state.size > LARGE // 2:
        return
    try:
        written = _factored(state)
        rest, lemmas = _lemmas(state, written)
    except Rejected:  # a sum uses the name of one of the variables for its index
        return
    if lemmas:
        plan = _steps(state, rest, lemmas)
        yield plan if written == state.term else Attempt(_same(written), 0.5, plans={-1: plan})


def _lemmas(state: ProofState, term: Term) -> tuple[Term, list[Lemma]]:
    """Return the term with bounds in the places of roots, and what they rest on."""
    roots, lemmas = sorted(_roots(term), key=str), list[Lemma]()
    for root in roots if len(roots) <= MANY else ():
        found = _bounded(state, term, root, roots)
        if found is not None:
            term, lemma = found
            lemmas.append(lemma)
    return term, lemmas


def _factored(state: ProofState) -> Term:
    """Return the term with products of two under its roots, where sums stand that are products."""
    changes: dict[Term, Term] = {}
    for root in _roots(state.term):
        parts = _factors(state, root[1]) if root[1][0] == "add" else []
        if len(parts) == 2:
            changes[root] = ("sqrt", ("multiply", *parts))
    return replace(state.term, changes) if changes else state.term


def _factors(state: ProofState, term: Term) -> list[Term]:
    """Return the factors of a sum, with the signs that they seem to have."""
    normalizer = normalizer_for(state.context)
    try:
        product = product_term(normalizer, normalizer.form(term))
    except (Rejected, RecursionError):
        return []
    parts = [part for part in product[1:] if names(part)] if product[0] == "multiply" else []
    return [part if seems(part, state.points, 1) else negated(part) for part in parts]


def _roots(term: Term) -> set[Term]:
    """Return the square roots of what has variables."""
    if term[0] == "sum":
        return set()
    found = set[Term]().union(*map(_roots, children(term)))
    return found | {term} if term[0] == "sqrt" and names(term) else found


def _bounded(
    state: ProofState, term: Term, root: Term, roots: list[Term]
) -> tuple[Term, Lemma] | None:
    """Return the term with a bound for a root, where it still seems not to be negative."""
    slope = state.memory.slope(replace(term, {root: ("symbol", ROOT)}), ROOT)
    if slope is None or ROOT in names(slope) or slope == number(0):
        return None
    sign = next((sign for sign in (1, -1) if seems(slope, state.points, sign)), 0)
    for bound, other in _bounds(root, roots) if sign else ():
        sides = (root, bound) if sign > 0 else (bound, root)
        difference, rest = minus(*sides), replace(term, {root: bound})
        if seems(difference, state.points, 1) and _seems_left(state, rest):
            apart = minus(other, bound) if sign > 0 else minus(bound, other)
            squares: Term = ("multiply", bound, apart)
            if bound[0] == "sqrt":
                squares = minus(*(side[1] for side in sides))
            multiplier: Term = slope if sign > 0 else ("negate", slope)
            return rest, Lemma(difference, squares, multiplier)
    return None


def _bounds(root: Term, roots: list[Term]) -> Iterator[tuple[Term, Term]]:
    """Yield factors of what is under a root, each with the rest, and other roots."""
    if root[1][0] == "multiply" and len(root[1]) == 3:
        _, first, second = root[1]
        yield first, second
        yield second, first
    yield from ((other, root) for other in roots if other != root)


def _seems_left(state: ProofState, rest: Term) -> bool:
    """Return whether what is left of a term seems not to be negative."""
    simple = state.simple(rest)
    return seems(rest if simple is None else simple.other, state.points, 1)


def _steps(state: ProofState, rest: Term, lemmas: list[Lemma]) -> Attempt:
    """Return the steps that prove the lemmas by squares, and combine them to the claim."""
    first = len(state.context.facts)
    pairs = [[first + place, to_json(lemma.multiplier)] for place, lemma in enumerate(lemmas)]
    simple = state.simple(rest)
    last = Attempt(_same(rest) if simple is None else factor_step(simple))
    plan = Attempt({"rule": "combine", "multipliers": pairs}, plans={-1: last})
    for lemma in reversed(lemmas):
        by_parts = {-1: Attempt({"rule": "parts"})} if lemma.squares[0] == "multiply" else {}
        by_squares = Attempt(
            {"rule": "square"}, plans={-1: Attempt(_same(lemma.squares), plans=by_parts)}
        )
        step = {"rule": "cut", "kind": ">=", "term": to_json(lemma.term)}
        plan = Attempt(step, 0.5, plans={0: by_squares, 1: plan})
    return plan


def _same(term: Term) -> dict[str, Any]:
    """Return the step that writes a term in another way."""
    return {"rule": "factor", "factor": to_json(ONE), "other": to_json(term)}


def surds(state: ProofState) -> Iterator[Attempt]:
    """Write A + B sqrt(u) as a difference of sides without and with the root, and square them."""
    if state.size > LARGE or transcendental(state.term):
        return
    try:
        top, bottom = normalizer_for(state.context).quotient(state.term)
    except (Rejected, RecursionError):
        return
    if len(bottom) > 1 or next(iter(bottom)) != (frozenset(), frozenset()):
        return
    for atom in _rooted(top):
        with_root: Form = {}
        without: Form = {}
        for (powers, exponents), value in top.items():
            is_odd = dict(powers).get(atom, Fraction(0)).denominator == 2
            (with_root if is_odd else without)[(powers, exponents)] = value
        if not without:
            continue
        first, second = form_term(with_root), form_term(without)
        for right, left in ((first, second), (second, first)):
            if seems(right, state.points, 1):
                other = minus(right, _negative(left))
                step = {"rule": "factor", "factor": to_json(ONE), "other": to_json(other)}
                yield Attempt(step, 0.5, 1, plans={-1: Attempt({"rule": "square"})})


def _negative(term: Term) -> Term:
    return term[1] if term[0] == "negate" else ("negate", term)


def _rooted(form: Form) -> list[Atom]:
    """Return the atoms with variables under square roots."""
    found = {
        atom: None
        for powers, _ in form
        for atom, power in powers
        if power.denominator == 2 and names(_atom_term(atom))
    }
    return sorted(found, key=str)
