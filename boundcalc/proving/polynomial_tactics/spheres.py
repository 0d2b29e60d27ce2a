"""A tactic of spheres and balls: with S = c or S <= c for a form S, a bound becomes a form.

Where S = c, a part of the term may be multiplied by powers of S/c until all parts have the same
degree: T - T (S/c)^q = T (c - S)/c (1 + S/c + ... + (S/c)^(q-1)) is a multiple of the fact.
Where S <= c only, that is so of a positive constant T.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from boundcalc.checker.goals import encloses, minus, sides_of
from boundcalc.checker.terms import names
from boundcalc.proving.polynomial_tactics.gram import times
from boundcalc.proving.polynomial_tactics.squares import TWO, Forms
from boundcalc.proving.polynomials import Exponents, Powers
from boundcalc.proving.proof_state import Attempt, ProofState
from boundcalc.proving.simplify import ONE
from boundcalc.proving.term_translation import to_json

MOST_VARIABLES, MOST_DEGREE = 6, 12
SHARE = 0.4


def on_spheres(state: ProofState) -> Iterator[Attempt]:
    """Leave a form in place of a polynomial, or of the difference of the squares of both sides."""
    if state.kind != ">=" or state.ladder or not state.context.facts:
        return
    found = _homogeneous(state)
    sides = sides_of(state.term)
    if found is None and sides is not None and names(sides[1]) and not names(sides[0]):
        right, left = sides
        squares = minus(("power", right, TWO), ("power", left, TWO))
        shown = _homogeneous(replace(state, claim=(state.kind, squares)))
        if shown is not None and encloses(state.context, (">", right), 64):
            found = Attempt({"rule": "square"}, plans={-1: shown})
    if found is not None:
        yield replace(found, share=SHARE)


def _homogeneous(state: ProofState) -> Attempt | None:
    """Return the steps to a form, all parts of which have the degree of the term."""
    found = Forms.of(state, MOST_VARIABLES)
    if found is None or any(unit != 1 for unit in found.ring.units):
        return None
    degree = max(map(sum, found.target))
    if len(set(map(sum, found.target))) == 1 or degree > MOST_DEGREE:
        return None
    zero = (0,) * len(found.terms)
    for index, fact, is_zero in found.facts:
        sign = -1 if is_zero and fact.get(zero, Fraction(0)) < 0 else 1
        form = {row: -sign * value for row, value in fact.items() if row != zero}
        limit = sign * fact.get(zero, Fraction(0))
        if limit <= 0 or len(set(map(sum, form))) != 1:
            continue
        scaled = {row: value / limit for row, value in form.items()}
        size = sum(next(iter(form)))
        if any((degree - sum(row)) % size for row in found.target):
            continue
        lower = {row: value for row, value in found.target.items() if sum(row) < degree}
        if not is_zero and (any(map(any, lower)) or min(lower.values()) < 0):
            continue
        multiplier: dict[Exponents, Fraction] = {}
        rest = {row: value for row, value in found.target.items() if sum(row) == degree}
        for row, value in lower.items():
            part: Powers = {row: value}
            for _ in range((degree - sum(row)) // size):
                _add(multiplier, part, sign / limit)
                part = times(part, scaled)
            _add(rest, part, Fraction(1))
        return _steps(found, index, multiplier, rest)
    return None


def _add(total: dict[Exponents, Fraction], more: Powers, scale: Fraction) -> None:
    for row, value in more.items():
        total[row] = total.get(row, Fraction(0)) + scale * value
        if not total[row]:
            del total[row]


def _steps(found: Forms, index: int, multiplier: Powers, rest: Powers) -> Attempt:
    step = {"rule": "combine", "multipliers": [[index, to_json(found.written(multiplier))]]}
    form = {"rule": "factor", "factor": to_json(ONE), "other": to_json(found.written(rest))}
    alone = Attempt({"rule": "forget", "facts": [place for place, _, _ in found.facts]})
    return Attempt(step, plans={-1: Attempt(form, plans={-1: alone})})
