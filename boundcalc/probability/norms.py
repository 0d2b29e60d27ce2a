"""The inequalities of Hoelder and Minkowski, between the means of powers that a row has."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

from boundcalc.checker.goals import minus
from boundcalc.checker.probability.norm_schemes import at_most
from boundcalc.checker.probability.terms import all_parts, is_random
from boundcalc.checker.terms import Claim, Rejected, Term, integer_of, number
from boundcalc.probability.goals import Expected
from boundcalc.probability.search import plain_proof, pointwise_proof

if TYPE_CHECKING:
    from boundcalc.probability.building import Builder

ONE = number(1)
MOST = 4  # means in a row


def by_norms(builder: Builder) -> None:
    """Add which means of powers bound the mean of a product, or of a power of a sum."""
    listed = [item for item in builder.goal.numbers if item.given is None]
    powers = [item.name for item in listed if _is_power(item.term)]
    if not 1 < len(listed) <= MOST:
        return
    for lower, higher in permutations(listed, 2):
        _power_means(builder, lower, higher)
    if not powers:
        return
    for name in powers:
        builder.positive(">=", {name: ONE})
    for item in listed:
        for first in powers:
            if item.name != first:
                _hoelder(builder, (first,), item.name)
        for pair in combinations(powers, 2):
            if item.name not in pair:
                _hoelder(builder, pair, item.name)
                if _is_power(item.term):
                    _minkowski(builder, pair, item.name)


def _power_means(builder: Builder, lower: Expected, higher: Expected) -> None:
    """Add that E h <= (E h^r)^(1/r), where h^r stands in the higher mean and r is above 1."""
    (base, low), (other, high) = (_as_power(item.term) for item in (lower, higher))
    if base != other or not is_random(base):
        return
    one, two = _rational(low), _rational(high)
    if one is None or two is None or not 0 < one < two:
        return
    ratio = number(two / one)
    try:
        power = builder.mean(("power", lower.term, ratio))
    except Rejected:
        return
    if builder.positive("=", {power: ONE, higher.name: number(-1)}):
        _hoelder(builder, (power,), lower.name)
        for name in (lower.name, higher.name):
            builder.positive(">=", {name: ONE})


def _as_power(term: Term) -> tuple[Term, Term]:
    """Return a base and an exponent whose power a term is; absolute values are as their bases."""
    base, exponent = term, ONE
    if term[0] == "power":
        base, exponent = term[1:]
    elif term[0] == "sqrt":
        base, exponent = term[1], number(Fraction(1, 2))
    return base[1] if base[0] == "abs" else base, exponent


def _rational(term: Term) -> Fraction | None:
    """Return the number that a term is, or a quotient of two, else None."""
    if term[0] == "divide":
        top, bottom = _rational(term[1]), _rational(term[2])
        return None if top is None or not bottom else top / bottom
    return Fraction(term[1]) if term[0] == "number" else None


def _is_power(term: Term) -> bool:
    return term[0] == "power" and not is_random(term[2])


def _hoelder(builder: Builder, factors: tuple[str, ...], mixed: str) -> None:
    bases, exponents = zip(*(_base(builder, name) for name in factors), strict=True)
    step: dict[str, Any] = {"scheme": "hoelder", "mixed": mixed, **_roles(builder, *factors)}
    product: Term = ("multiply", *bases) if len(bases) > 1 else bases[0]
    step["below"] = _pointwise(builder, at_most(product, builder.quantities[mixed].term))
    if step["below"] is None:
        return
    step["above_one"] = plain_proof((builder.context, (">", minus(exponents[0], ONE))))
    if len(exponents) > 1:
        both: Term = ("add", *(("divide", ONE, exponent) for exponent in exponents))
        step["conjugate"] = plain_proof((builder.context, ("=", minus(both, ONE))))
    if step["above_one"] is None or ("second" in step and step["conjugate"] is None):
        builder.refuse("hoelder", "the exponents are not shown to be conjugate and above 1")
        return
    mean: Term = ("abs", ("symbol", mixed))
    builder.add({**step, "absolute": mean in all_parts(builder.claim[1])})


def _minkowski(builder: Builder, summands: tuple[str, ...], whole: str) -> None:
    bases, exponents = zip(*(_base(builder, name) for name in (*summands, whole)), strict=True)
    f, g, h = bases
    if len(set(exponents)) > 1:
        return
    claims = (at_most(total, h) for total in (("add", f, g), minus(f, g)))
    plus, less = (_pointwise(builder, claim) for claim in claims)
    if plus is None and less is None:
        return
    above_one = plain_proof((builder.context, (">=", minus(exponents[0], ONE))))
    if above_one is None:
        builder.refuse("minkowski", "the exponent is not shown to be at least 1")
        return
    step = {"scheme": "minkowski", "minus": plus is None, "below": plus or less}
    builder.add({**step, **_roles(builder, *summands, whole), "above_one": above_one})


def _pointwise(builder: Builder, claim: Claim) -> Any:
    return pointwise_proof(builder.space, builder.context, claim)


def _base(builder: Builder, name: str) -> tuple[Term, Term]:
    _, base, exponent = builder.quantities[name].term
    return base[1] if base[0] == "abs" else base, exponent


def _roles(builder: Builder, *listed: str) -> dict[str, Any]:
    """Return which number is which, and why bases are not negative whose power does not show it."""
    step: dict[str, Any] = dict(zip(("first", "second", "whole"), listed, strict=False))
    signs = {}
    for role, name in step.items():
        _, base, exponent = builder.quantities[name].term
        whole = integer_of(exponent)
        if base[0] != "abs" and (whole is None or whole % 2):
            signs[role] = _pointwise(builder, (">=", base))
    return {**step, "signs": signs}
