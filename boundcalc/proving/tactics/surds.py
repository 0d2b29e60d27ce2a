"""A tactic of roots: a sum with one square root is compared by squares."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from boundcalc.checker.goals import minus
from boundcalc.checker.normal import Atom, Form
from boundcalc.checker.terms import Rejected, Term, names
from boundcalc.proving.numeric_hints import seems
from boundcalc.proving.proof_state import Attempt, ProofState
from boundcalc.proving.simplify import ONE, _atom_term, form_term, normalizer_for
from boundcalc.proving.tactics.calculus import LARGE, transcendental
from boundcalc.proving.term_translation import to_json


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
