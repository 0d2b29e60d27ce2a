"""A tactic of equations among the facts: a power that one of them gives is divided out."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from boundcalc.checker.terms import Term, number
from boundcalc.proving.polynomial_tactics.squares import Forms
from boundcalc.proving.polynomials import Exponents, Powers
from boundcalc.proving.proof_state import Attempt, ProofState
from boundcalc.proving.simplify import ONE, form_term
from boundcalc.proving.term_translation import to_json

MOST_VARIABLES = 8
SHARE = 0.3


def divided(state: ProofState, *, is_linear: bool = False) -> Iterator[Attempt]:
    """Leave the remainder of the term by an equation, in a variable of which it gives a power.

    It is tried without the equation first, which bounds what is left, but makes it larger. Linear
    equations are for later: other tactics put them in where that is simple, and where a function is
    in one.
    """
    facts = state.context.facts
    if state.kind not in (">=", ">") or all(kind != "=" for kind, _ in facts):
        return
    found = Forms.of(state, MOST_VARIABLES)
    if found is None or any(unit != 1 for unit in found.ring.units):
        return
    for index, fact, is_zero in found.facts:
        for place in range(len(found.terms)) if is_zero else ():
            if is_linear != (max(row[place] for row in fact) == 1):
                continue
            if is_linear and not _is_of_symbols(found, fact):
                continue
            quotient, rest = _divided(found.target, fact, place)
            if quotient:
                rests = {"rule": "factor", "factor": to_json(ONE), "other": _written(found, rest)}
                multiplier = [index, _written(found, quotient)]
                step = {"rule": "combine", "multipliers": [multiplier]}
                alone = Attempt({"rule": "forget", "facts": [index]})
                for plans in ({-1: alone}, {}):
                    yield Attempt(step, SHARE, plans={-1: Attempt(rests, plans=plans)})


def _is_of_symbols(found: Forms, fact: Powers) -> bool:
    used = (term for row in fact for term, power in zip(found.terms, row, strict=True) if power)
    return all(term[0] == "symbol" for term in used)


def _divided(target: Powers, fact: Powers, place: int) -> tuple[Powers, Powers]:
    """Return quotient and remainder in a variable; no quotient where no power stands alone."""
    degree = max(row[place] for row in fact)
    leading = [row for row in fact if row[place] == degree]
    if not degree or len(leading) != 1 or sum(leading[0]) != degree:
        return {}, target
    quotient: dict[Exponents, Fraction] = {}
    rest = dict(target)
    while high := [row for row in rest if row[place] >= degree]:
        row = max(high, key=lambda row: row[place])
        value = rest[row] / fact[leading[0]]
        shift = tuple(power - degree * (at == place) for at, power in enumerate(row))
        quotient[shift] = quotient.get(shift, Fraction(0)) + value
        for other, part in fact.items():
            moved = tuple(map(int.__add__, other, shift))
            rest[moved] = rest.get(moved, Fraction(0)) - value * part
            if not rest[moved]:
                del rest[moved]
    return quotient, rest


def _written(found: Forms, powers: Powers) -> list[object]:
    terms: list[Term] = [
        form_term({found.ring.monomial(row): value}) for row, value in powers.items()
    ]
    return to_json(("add", number(0), number(0), *terms) if len(terms) != 1 else terms[0])
