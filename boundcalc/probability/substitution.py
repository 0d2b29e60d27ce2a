"""Putting known values into equations: what two equations say together, for the search."""

from __future__ import annotations

from typing import Any

from boundcalc.checker.algebra import rule_combine
from boundcalc.checker.goals import Context
from boundcalc.checker.terms import Claim, Rejected, Term, integer_of, names, number, replace
from boundcalc.probability.expand import linear_in
from boundcalc.probability.search import plain_proof
from boundcalc.probability.writing import to_json

MOST = 8  # equations into which values are put
ONE = number(1)


def proof_by_values(
    context: Context, claim: Claim, unknown: frozenset[str], work: int, effort: int
) -> Any:
    """Return a proof after known values are put into the equations that hold others, or None.

    Parameters
    ----------
    context, claim : Context, tuple
        What is to be proved, and where.
    unknown : frozenset of str
        The names of expectations; a value is a term without them.
    work, effort : int
        Limits of the search after that.
    """
    cuts: list[dict[str, Any]] = []
    used: set[tuple[int, int]] = set()
    while len(cuts) < MOST:
        found = _next(context, unknown, used)
        if found is None:
            break
        lemma, proof = found
        cuts.append({"rule": "cut", "kind": "=", "term": to_json(lemma[1]), "children": [proof]})
        context = context.with_fact(lemma)
    proof = plain_proof((context, claim), work=work, effort=effort) if cuts else None
    if proof is None:
        return None
    for cut in reversed(cuts):
        proof = {**cut, "children": [*cut["children"], proof]}
    return proof


def _next(
    context: Context, unknown: frozenset[str], used: set[tuple[int, int]]
) -> tuple[Claim, Any] | None:
    """Return an equation with a value in it, with its proof."""
    for known, (kind, term) in enumerate(context.facts):
        if kind != "=" or term[0] != "add" or len(term) != 3 or term[2][0] != "negate":
            continue
        symbol, value = term[1], term[2][1]
        if symbol[0] != "symbol" or names(term) & unknown != {symbol[1]}:
            continue
        for place, (other, whole) in enumerate(context.facts):
            if other != "=" or place == known or (known, place) in used:
                continue
            used.add((known, place))
            if linear_in(whole, unknown) is not None:
                continue  # algebra sees to it
            slope = _slope(whole, symbol, value)
            if symbol[1] not in names(whole) or slope is None:
                continue
            lemma: Claim = ("=", replace(whole, {symbol: value}))
            proof = _proof(context, lemma, {place: ONE, known: ("negate", slope)})
            if proof is not None:
                return lemma, proof
    return None


def _slope(term: Term, symbol: Term, value: Term) -> Term | None:
    """Return d with term(value) - term(symbol) = d (value - symbol), for polynomials."""
    if symbol[1] not in names(term):
        return number(0)
    kind = term[0]
    if kind == "symbol":
        return ONE
    slopes = [_slope(part, symbol, value) for part in term[1:]]
    if slopes[0] is None or None in slopes:
        return None
    if kind == "add":
        return ("add", *slopes)
    if kind == "negate":
        return ("negate", slopes[0])
    if kind == "divide" and symbol[1] not in names(term[2]):
        return ("divide", slopes[0], term[2])
    if kind == "power" and integer_of(term[2]) == 2:
        return ("multiply", slopes[0], ("add", term[1], replace(term[1], {symbol: value})))
    if kind == "multiply" and sum(symbol[1] in names(part) for part in term[1:]) == 1:
        chosen = [
            slope if symbol[1] in names(part) else part
            for part, slope in zip(term[1:], slopes, strict=True)
        ]
        return ("multiply", *chosen)
    return None


def _proof(context: Context, lemma: Claim, factors: dict[int, Term]) -> Any:
    """Return the proof that an equation is a combination of others, or None."""
    sides = []
    for sign, goal in (
        (1, (">=", lemma[1])),
        (-1, (">=", ("negate", lemma[1]))),
    ):
        pairs = [
            [place, to_json(factor if sign > 0 else ("negate", factor))]
            for place, factor in factors.items()
        ]
        step: dict[str, Any] = {"rule": "combine", "multipliers": pairs}
        try:
            goals = rule_combine(step, context, goal)
        except Rejected:
            return None
        children = [plain_proof(item, work=30, effort=5000) for item in goals]
        if None in children:
            return None
        sides.append({**step, "children": children})
    return {"rule": "both", "children": sides}
