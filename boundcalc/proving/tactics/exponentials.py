"""Tactics of exponentials: two of them are compared by their logarithms."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from boundcalc.checker.goals import minus, sides_of
from boundcalc.checker.normal import Form
from boundcalc.checker.terms import Term, names
from boundcalc.proving.numeric_hints import seems
from boundcalc.proving.proof_state import Attempt, ProofState
from boundcalc.proving.simplify import ONE, Factored, form_term, normalizer_for, product_term
from boundcalc.proving.term_translation import to_json

LARGE = 120  # nodes of a term that is looked at
FUNCTIONS = ("ln", "erfc", "arctan")


def two(state: ProofState) -> Iterator[Attempt]:
    """Compare the logarithms of P e^u and Q e^v, where the term is their difference.

    P and Q are sums without logarithms that seem to be positive, so that none is left with a sum
    of exponentials in it.
    """
    if state.kind not in (">=", ">") or state.size > LARGE:
        return
    if all(_is_bounded(state, name) for name in state.used):
        return  # it is cut into cells besides, and would be tried in each of them in vain
    simple = state.simple(state.term)
    simple = Factored(ONE, state.term) if simple is None else simple
    groups: dict[object, Form] = {}
    for (powers, exponents), value in state.memory.form(state.context, simple.other).items():
        if any(atom[0] in FUNCTIONS for atom, _ in powers):
            return
        groups.setdefault(exponents, {})[(powers, exponents)] = value
    if len(groups) != 2 or not all(map(_varies, groups)):
        return
    parts = list(groups.values())
    for above, below in (parts, parts[::-1]):
        right = _side(state, above, 1)
        left = _side(state, below, -1)
        if all(seems(side, state.points, 1) for side in (right, left)):
            other = minus(right, left)
            compared = Attempt({"rule": "logarithm"})
            if sides_of(state.term) == (right, left):
                yield Attempt(compared.step, 0.75)
                return
            step = {"rule": "factor", "factor": to_json(simple.factor), "other": to_json(other)}
            yield Attempt(step, 0.75, plans={-1: compared})
            return


def _is_bounded(state: ProofState, name: str) -> bool:
    values = state.context.box[name]
    return isinstance(values.low, Fraction) and isinstance(values.high, Fraction)


def _varies(exponents: object) -> bool:
    return bool(names(form_term(dict(exponents))))  # type: ignore[call-overload]


def _side(state: ProofState, group: Form, sign: int) -> Term:
    """Return a sum of monomials with one exponential as a product of factors times it."""
    exponents = next(iter(group))[1]
    plain: Form = {(powers, frozenset()): sign * value for (powers, _), value in group.items()}
    found = product_term(normalizer_for(state.context), plain)
    if not exponents:
        return found
    exponential = form_term({(frozenset(), exponents): Fraction(1)})
    return exponential if found == ONE else ("multiply", found, exponential)
