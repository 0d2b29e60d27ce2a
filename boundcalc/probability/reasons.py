"""Why a row about expectations was not proved: the rules in words, and what kept them from it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from boundcalc.checker.goals import Goal
from boundcalc.checker.proofs import check_proof
from boundcalc.checker.terms import Claim, Rejected, Term, names, number
from boundcalc.language.expressions import Symbol
from boundcalc.language.serialize import expression_from_json
from boundcalc.language.text import expression_text
from boundcalc.probability.writing import to_json

if TYPE_CHECKING:
    from boundcalc.probability.building import Builder

RULES = {
    "positive": "linearity and monotonicity of the expectation",
    "product": "independence",
    "exchange": "equal laws",
    "sum": "linearity over an index",
    "power": "independence over an index",
    "induction": "induction over the factors of a product",
    "exponential": "the exponential of a sum",
    "selection": "selection of one summand",
    "greatest": "a maximum is at most a sum",
    "reached": "a maximum is below a number where all are",
    "privacy": "privacy",
    "group": "group privacy",
    "swap": "exchange of two records with one law",
    "fresh": "expectation over an independent record",
    "conditional": "the definition of a conditional probability",
    "law": "the law of a random value",
    "tail": "the chances of a named law",
    "moment": "the moments of a named law",
    "variance": "the variance of a sum of independent values",
    "hoelder": "H\u00f6lder's inequality",
    "minkowski": "Minkowski's inequality",
    "slice": "equal laws of runs on datasets with equal laws",
    "drift": "means given the members before",
    "choice": "the accuracy of the exponential mechanism",
}
IMPOSSIBLE = (
    "its condition is not shown to have a chance above zero; assume that, as in "
    r"`assume \Pr[X \ge t] > 0`"
)
_TOLD = (
    "conditional",
    "choice",
    "drift",
    "privacy",
    "group",
    "swap",
    "fresh",
    "slice",
    "power",
    "variance",
    "reached",
    "greatest",
    "hoelder",
    "minkowski",
    "moment",
)
_BOUND = "a bound that it needs is not shown"


def unproved_reason(builder: Builder) -> str:
    """Return what was tried, and the independence or the side condition that was missing."""
    rules = ", ".join(builder.rules)
    used = f"it was not proved by {rules}" if rules else "no rule applies"
    is_asked = not {"conditional", "hoelder", "minkowski"} & dict(builder.refusals).keys()
    missing = (is_asked and _missing_independence(builder)) or _nearest_refusal(builder)
    return f"{used}; {missing}" if missing else used


def _missing_independence(builder: Builder) -> str:
    """Return which random values of a product are not declared independent, if any."""
    for quantity in builder.quantities.values():
        sources = builder.space.sources(quantity.term)
        found = sorted({source[1] for source in sources if source[0] == "random"})
        listed = {
            name for blocks in builder.space.statements for block in blocks for name in block.heads
        }
        open_names = [name for name in found if name not in listed]
        if len(found) > 1 and open_names:
            return f"the independence of {' and '.join(found)} is not declared"
    return ""


def _nearest_refusal(builder: Builder) -> str:
    """Return the last side condition that failed, of the first rule of the list that has one."""
    last = dict(builder.refusals)
    return next(
        (f"{RULES[name]} does not apply: {last[name]}" for name in _TOLD if name in last), ""
    )


def check_given_proof(parameters: Collection[str], goal: Goal, proof: Any, depth: int) -> int:
    """Check a proof as the checker does; where there is none, say which claim it is to show.

    Raises
    ------
    Rejected
        If it is missing or no proof of the claim.
    """
    if proof is None:
        raise Rejected(_open_claim(goal[1], parameters))
    return check_proof(goal, proof, depth)


def _open_claim(claim: Claim, parameters: Collection[str]) -> str:
    kind, term = claim
    free = names(term)
    if not free <= set(parameters):
        return _BOUND
    is_difference = term[0] == "add" and len(term) == 3 and term[2][0] == "negate"
    sides: tuple[Term, Term] = (term[1], term[2][1]) if is_difference else (term, number(0))
    symbols = {name: Symbol(name) for name in free}
    left, right = (expression_text(expression_from_json(to_json(side), symbols)) for side in sides)
    return f"{left} {kind} {right} is not shown"


def refusal(error: Exception) -> str:
    """Return what an error of the checker says of the side condition that failed."""
    return str(error) if isinstance(error, Rejected) else _BOUND
