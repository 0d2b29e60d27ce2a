"""Chebyshev's inequality and Chernoff's method in one row, where the moments are known.

Chernoff's method: the chance of {u >= c} is at most the mean of e^(t (u - c)).
The row says which t is best: that at which its bound, e^h with a monomial h in c, has the slope of
e^(-t c), which is t = -2 h / c where h is a square of c; or t stands in the bound itself.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from boundcalc.checker.goals import minus
from boundcalc.checker.probability.terms import is_random
from boundcalc.checker.terms import Claim, Rejected, Term, integer_of, names, number, replace
from boundcalc.probability.expand import linear_in, times
from boundcalc.probability.substitution import combined_proof, proof_by_elimination
from boundcalc.probability.writing import to_json
from boundcalc.proving.polynomial_tactics.coefficients import raised

if TYPE_CHECKING:
    from boundcalc.probability.building import Builder

ONE = number(1)
EFFORT = 150_000  # steps of arithmetic for what is left of Chernoff's method
Monomial = tuple[Fraction, dict[Term, int]]


def proof_by_tails(builder: Builder) -> Any:
    """Return a proof from bounds on chances by means of squares and of exponentials, or None.

    What the row says of a chance it may say of the mean of the exponential as well.
    """
    before = len(builder.instances)
    images = _by_tails(builder)
    if len(builder.instances) == before:
        return None
    found = (_proof_by_image(builder, builder.claim, *pair) for pair in images)
    proof = builder.proof() or next((proof for proof in found if proof), None)
    return proof or _proof_by_sides(builder)


def _proof_by_sides(builder: Builder) -> Any:
    """Return a proof where the bound 2 e^h on the chance of |u| >= c has e^h for each side."""
    for item in builder.goal.numbers:
        parts = linear_in(builder.claim[1], frozenset({item.name}))
        bound = None if parts is None or item.given is not None else parts.get("")
        gap = item.term[1][1] if item.term[0] == "indicator" else item.term
        is_modulus = gap[0] == "add" and len(gap) == 3 and gap[1][0] == "abs"
        if bound is None or not is_modulus or bound[0] != "multiply" or bound[1] != number(2):
            continue
        half, value, level = bound[2], gap[1][1], gap[2]
        factor = _best(half[1], level) if len(bound) == 3 and half[0] == "exp" else None
        if factor is None or builder.claim[0] != ">=" or is_random(level):
            continue
        sides: list[tuple[str, str | None]] = []
        for signed in (value, ("negate", value)):
            own: Term = ("add", signed, level)
            side = builder.mean(("indicator", (item.term[1][0], own)))
            sides.append((side, _add(builder, side, own, factor)))
        builder.positive(">=", {item.name: number(-1), **{side: ONE for side, _ in sides}})
        return _both_sides(builder, item.name, half, sides)
    return None


def _both_sides(
    builder: Builder, name: str, half: Term, sides: list[tuple[str, str | None]]
) -> Any:
    """Return the proof that first bounds the chances of both sides, or None."""
    start, cuts = len(builder.context.facts), []
    for side, image in sides:
        lemma: Claim = (">=", minus(half, ("symbol", side)))
        proof = None if image is None else _proof_by_image(builder, lemma, side, image)
        if proof is None:
            return None
        cuts.append(({"rule": "cut", "kind": ">=", "term": to_json(lemma[1])}, proof))
        builder.context = builder.context.with_fact(lemma)
    places = [place for place, (_, fact) in enumerate(builder.context.facts) if name in names(fact)]
    found = (
        combined_proof(builder.context, builder.claim, {place: ONE, start: ONE, start + 1: ONE})
        for place in places
    )
    proof = next((item for item in found if item), None)
    for cut, own in reversed(cuts):
        proof = proof and {**cut, "children": [own, proof]}
    return proof


def _proof_by_image(builder: Builder, claim: Claim, name: str, image: str) -> Any:
    """Return a proof where a mean has the bound that a claim has for a chance below it, or None."""
    kind, term = claim
    parts = linear_in(term, frozenset({name}))
    if parts is None or parts.get(name) not in (number(-1), ("negate", ONE)):
        return None
    lemma = (kind, replace(term, {("symbol", name): ("symbol", image)}))
    bound: Claim = (">=", minus(("symbol", image), ("symbol", name)))
    facts, unknown = builder.context.facts, frozenset(builder.quantities)
    proof = proof_by_elimination(builder.context, lemma, unknown, is_whole=False, effort=EFFORT)
    if proof is None or bound not in facts:
        return None
    factors = {facts.index(bound): ONE, len(facts): ONE}
    rest = combined_proof(builder.context.with_fact(lemma), claim, factors)
    cut = {"rule": "cut", "kind": kind, "term": to_json(lemma[1])}
    return None if rest is None else {**cut, "children": [proof, rest]}


def _by_tails(builder: Builder) -> list[tuple[str, str]]:
    """Add that chances are at most means; return those of exponentials, each with its chance."""
    found = []
    for item in builder.goal.numbers:
        if item.given is None and item.term[0] == "indicator" and item.term[1][0] in (">=", ">"):
            gap = item.term[1][1]
            if gap[0] == "add" and len(gap) == 3 and gap[1][0] == "abs" and gap[2][0] == "negate":
                _add_square(builder, item.name, gap[1][1], gap[2][1])
            for factor in _factors(builder, item.name, gap):
                image = _add(builder, item.name, gap, factor)
                found += [] if image is None else [(item.name, image)]
    return found


def _add_square(builder: Builder, name: str, value: Term, level: Term) -> None:
    """Add Chebyshev's inequality, c^2 Pr[|u| >= c] <= E u^2."""
    if is_random(level):
        return
    try:
        square = builder.mean(("power", value, number(2)))
    except Rejected:
        return
    if builder.positive(">=", {square: ONE, name: ("negate", ("power", level, number(2)))}):
        builder.base(square)


def _add(builder: Builder, name: str, gap: Term, factor: Term) -> str | None:
    """Add Chernoff's bound by the mean of an exponential; return the name of the mean."""
    try:
        image = builder.mean(("exp", times(factor, gap)))
    except Rejected as error:
        builder.refuse("moment", str(error))
        return None
    if not builder.positive(">=", {image: ONE, name: number(-1)}):
        return None
    builder.base(image)
    return image


def _factors(builder: Builder, name: str, gap: Term) -> list[Term]:
    """Return by what the gap may be multiplied."""
    parts = linear_in(builder.claim[1], frozenset({name}))
    bound = None if parts is None else parts.get("")
    if bound is None or gap[0] != "add" or bound[0] != "exp":
        return []
    constants = [part for part in gap[1:] if not is_random(part)]
    best = _best(bound[1], constants[0]) if len(constants) == 1 else None
    if best is not None:
        return [best]
    free = names(bound).difference(*map(names, constants)) - builder.quantities.keys()
    return [("symbol", name) for name in sorted(free)]


def _best(exponent: Term, constant: Term) -> Term | None:
    """Return -2 h / c, where both are products of powers, and c is what is subtracted."""
    upper, lower = _monomial(exponent), _monomial(constant)
    if upper is None or lower is None or not lower[0]:
        return None
    powers = {base: upper[1].get(base, 0) - lower[1].get(base, 0) for base in upper[1] | lower[1]}
    factor = 2 * upper[0] / lower[0]  # c is subtracted, so that lower is -c
    above = [raised(base, exponent) for base, exponent in powers.items() if exponent > 0]
    below = [raised(base, -exponent) for base, exponent in powers.items() if exponent < 0]
    top = times(number(factor.numerator), *above)
    bottom = times(number(factor.denominator), *below)
    return top if bottom == ONE else ("divide", top, bottom)


def _monomial(term: Term) -> Monomial | None:
    """Return a number and whole powers of symbols of which a term is the product, or None."""
    kind = term[0]
    if kind == "number":
        return Fraction(term[1]), {}
    if kind == "symbol":
        return Fraction(1), {term: 1}
    found = [_monomial(part) for part in term[1:]] if kind in ("multiply", "divide") else []
    if kind in ("multiply", "divide") and None not in found:
        signs = [1] * len(found) if kind == "multiply" else [1, -1]
        return _product([item for item in found if item is not None], signs)
    inner = _monomial(term[1]) if kind in ("negate", "power") else None
    if inner is None:
        return None
    if kind == "negate":
        return -inner[0], inner[1]
    exponent = integer_of(term[2])
    return None if exponent is None or exponent < 1 else _product([inner], [exponent])


def _product(items: list[Monomial], exponents: list[int]) -> Monomial | None:
    factor, powers = Fraction(1), dict[Term, int]()
    for (own, bases), exponent in zip(items, exponents, strict=True):
        if not own and exponent < 0:
            return None
        factor *= own**exponent
        for base, power in bases.items():
            powers[base] = powers.get(base, 0) + power * exponent
    return factor, powers
