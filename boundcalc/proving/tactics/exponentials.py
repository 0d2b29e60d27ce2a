"""Tactics of exponentials: two are compared by their logarithms, or replaced by their mean."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from boundcalc.checker.goals import minus, sides_of
from boundcalc.checker.normal import Form
from boundcalc.checker.terms import Term, names, number
from boundcalc.proving.numeric_hints import seems
from boundcalc.proving.proof_state import Attempt, ProofState, factor_step
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
    is_last = state.memory.is_last
    if not is_last and all(_is_bounded(state, name) for name in state.used):
        return  # it is cut into cells besides, and would be tried in each of them in vain
    simple, groups = _by_exponents(state)
    if len(groups) != 2 or not (any if is_last else all)(map(_varies, groups)):
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
            yield Attempt(factor_step(Factored(simple.factor, other)), 0.75, plans={-1: compared})
            return


def by_mean(state: ProofState) -> Iterator[Attempt]:
    """Prove a + b >= c for two exponentials from 4 a b >= c^2, whose logarithms are compared."""
    if state.kind != ">=" or state.size > LARGE:
        return
    simple, groups = _by_exponents(state)
    varying = [exponents for exponents in groups if _varies(exponents)]
    if len(varying) != 2:
        return
    a, b = (_side(state, groups.pop(exponents), 1) for exponents in varying)
    c = form_term({key: -value for group in groups.values() for key, value in group.items()})
    product: Term = ("multiply", number(4), a, b)
    square: Term = ("power", c, number(2))
    below = minus(product, square)
    if not all(seems(term, state.points, 1) for term in (a, b, c, below)):
        return
    rest = {"rule": "factor", "factor": to_json(ONE)}
    last = Attempt({**rest, "other": to_json(("power", minus(a, b), number(2)))})
    combine = {"rule": "combine", "multipliers": [[len(state.context.facts), to_json(ONE)]]}
    squared = Attempt({"rule": "square"}, plans={-1: Attempt(combine, plans={-1: last})})
    other = minus(("add", a, b), c)
    whole = Attempt(factor_step(Factored(simple.factor, other)), plans={-1: squared})
    cut = {"rule": "cut", "kind": ">=", "term": to_json(below)}
    yield Attempt(cut, 0.75, plans={0: Attempt({"rule": "logarithm"}), -1: whole})


def _by_exponents(state: ProofState) -> tuple[Factored, dict[object, Form]]:
    """Return the simplified term, and its monomials by exponentials; none beside functions."""
    simple = state.simple(state.term)
    simple = Factored(ONE, state.term) if simple is None else simple
    groups: dict[object, Form] = {}
    for (powers, exponents), value in state.memory.form(state.context, simple.other).items():
        if any(atom[0] in FUNCTIONS for atom, _ in powers):
            return simple, {}
        groups.setdefault(exponents, {})[(powers, exponents)] = value
    return simple, groups


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
