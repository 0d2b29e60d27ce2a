"""Jensen's inequality and that of Cauchy and Schwarz: what tangents and squares have in the mean.

Main definitions
----------------
`by_tangents`: a convex function of a mean is at most the mean of the function.
`by_moments`: the square of a mean is at most the mean of the square.
`proof_by_products`: the square of the mean of a product is at most the product of the mean squares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boundcalc.checker import Rejected
from boundcalc.checker.goals import Context, Goal, minus
from boundcalc.checker.logic import rule_factor
from boundcalc.checker.ranges import rule_bound, rule_pin, rule_split
from boundcalc.checker.terms import Claim, Term, children, derivative, names, number
from boundcalc.probability.expand import linear_in
from boundcalc.probability.search import near_proof
from boundcalc.probability.writing import to_json

if TYPE_CHECKING:
    from boundcalc.probability.building import Builder

TWO = number(2)


def by_tangents(builder: Builder) -> None:
    """Add that a convex function of a mean is below its tangent's mean, a concave one above."""
    for name, item in list(builder.quantities.items()):
        if item.given is not None:
            continue
        for outer in _functions_of(builder.claim[1], name):
            _tangent(builder, name, outer)


def _tangent(builder: Builder, name: str, outer: Term) -> None:
    variable: Term = ("symbol", name)
    inner = builder.quantities[name].term
    try:
        slope = derivative(outer, name)
        image = builder.mean(_composed(outer, variable, inner))
        builder.base(image)
    except Rejected:
        return
    constant: Term = ("add", ("negate", outer), ("multiply", slope, variable))
    for sign in (1, -1):
        parts = {image: number(sign), name: ("negate", slope), "": constant}
        if sign < 0:
            parts = {image: number(-1), name: slope, "": ("negate", constant)}
        if builder.positive(">=", parts):
            return


def _composed(outer: Term, variable: Term, inner: Term) -> Term:
    if outer == variable:
        return inner
    if outer[0] in ("number", "constant", "symbol"):
        return outer
    return (outer[0], *(_composed(part, variable, inner) for part in outer[1:]))


def _functions_of(term: Term, name: str) -> list[Term]:
    """Return the largest parts of a term that are no linear function of one expectation."""
    if name not in names(term) or term[0] in ("symbol", "sum"):
        return []
    if term[0] in ("exp", "power", "ln", "sqrt", "divide") and _depends_once(term, name):
        return [term]
    return [found for part in children(term) for found in _functions_of(part, name)]


def _depends_once(term: Term, name: str) -> bool:
    return linear_in(term, frozenset({name})) is None and name in names(term)


def by_moments(builder: Builder) -> None:
    """Add that the square of a mean is at most the mean of a square, or of what is no smaller."""
    plain = [item for item in builder.goal.numbers if item.given is None]
    for square in plain:
        is_square = square.term[0] == "power" and square.term[2] == TWO
        for item in plain:
            if item is square or not (is_square or item.term == ("sqrt", square.term)):
                continue
            mean: Term = ("symbol", item.name)
            multiple: Term = ("multiply", number(-2), mean)
            parts = {square.name: number(1), item.name: multiple, "": ("power", mean, TWO)}
            builder.positive(">=", parts)


def proof_by_products(builder: Builder) -> Any:
    """Return a proof by the inequality of Cauchy and Schwarz for means of products, or None."""
    cuts = []
    for item in builder.goal.numbers:
        if item.given is None:
            builder.base(item.name)
    for name, quantity in list(builder.quantities.items()):
        product = quantity.term[1] if quantity.term[0] == "abs" else quantity.term
        if quantity.given is not None or product[0] != "multiply" or len(product) != 3:
            continue
        try:
            squares = tuple(builder.mean(("power", part, TWO)) for part in product[1:])
        except Rejected:
            continue
        first, second = (("symbol", square) for square in squares)
        lemma: Claim = (
            ">=",
            minus(("multiply", first, second), ("power", ("symbol", name), TWO)),
        )
        _add_squares(builder, name, squares)
        proof = _at_zero_or_above(builder.context, lemma, squares)
        if proof is not None:
            cuts.append(({"rule": "cut", "kind": ">=", "term": to_json(lemma[1])}, lemma, proof))
    context = builder.context
    for _, lemma, _ in cuts:
        context = context.with_fact(lemma)
    found = near_proof((context, builder.claim)) if cuts else None
    for cut, _, proof in reversed(cuts):
        found = found and {**cut, "children": [proof, found]}
    return found


def _add_squares(builder: Builder, mixed: str, squares: tuple[str, ...]) -> None:
    """Add that squares of multiples of the factors, added, are not negative in the mean.

    The multipliers are the numbers themselves, for where these are positive, and 1 for where not.
    """
    one, two = (("symbol", square) for square in squares)
    product: Term = ("symbol", mixed)
    for a, b in ((two, product), (product, one)):
        builder.positive(
            ">=",
            {
                squares[0]: ("power", a, TWO),
                mixed: ("multiply", number(-2), a, b),
                squares[1]: ("power", b, TWO),
            },
        )
    for sign in (2, -2):
        builder.positive(">=", {squares[0]: number(1), mixed: number(sign), squares[1]: number(1)})
    for square in squares:
        builder.positive(">=", {square: number(1)})


def _at_zero_or_above(context: Context, claim: Claim, listed: tuple[str, ...]) -> Any:
    """Return a proof where each name is zero, and where it is positive and may be multiplied with.

    None where that each is not negative, or one of the cases, is not proved.
    """
    if not listed:
        return near_proof((context, claim))
    name, *rest = listed
    variable: Term = ("symbol", name)
    bound = {"rule": "bound", "variable": name, "side": "low", "value": "0", "closed": True}
    split = {"rule": "split", "variable": name, "at": "0"}
    pin = {"rule": "pin", "variable": name}
    factor = {
        "rule": "factor",
        "factor": to_json(("divide", number(1), variable)),
        "other": to_json(("multiply", variable, claim[1])),
    }
    try:
        sign, inside = rule_bound(bound, context, claim)
        zero, positive = rule_split(split, *inside)
        (pinned,) = rule_pin(pin, *zero)
        multiplied = _all_proved(rule_factor(factor, *positive))
    except Rejected:
        return None
    shown, at_zero = near_proof(sign), _at_zero_or_above(*pinned, tuple(rest))
    if shown is None or at_zero is None or multiplied is None:
        return None
    cases = [{**pin, "children": [at_zero]}, {**factor, "children": multiplied}]
    return {**bound, "children": [shown, {**split, "children": cases}]}


def _all_proved(goals: list[Goal]) -> list[Any] | None:
    found = [near_proof(goal) for goal in goals]
    return None if None in found else found
