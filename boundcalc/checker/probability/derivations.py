"""Certificates of the calculus: derivations from definitions, and finite laws that refute.

A derivation says: for all values of the parameters that satisfy the assumptions, and all random
values as declared, the relation between the numbers holds. It lists instances of schemes, each of
which gives a fact, and a proof of the relation from them. It carries a point that satisfies the
assumptions; only with a finite law that satisfies them it claims that they do not contradict what
is declared.
"""

from collections.abc import Mapping
from typing import Any

from boundcalc.checker.goals import Context
from boundcalc.checker.probability import (
    group_schemes,
    law_schemes,
    norm_schemes,
    private_schemes,
    schemes,
)
from boundcalc.checker.probability.finite import (
    LAW_KEYS,
    check_finite_law,
    check_satisfying_law,
)
from boundcalc.checker.probability.model import Model, read_quantities
from boundcalc.checker.probability.schemes import Scheme, Step
from boundcalc.checker.probability.space import read_space
from boundcalc.checker.proofs import MAX_NESTING, check_proof, read_goal
from boundcalc.checker.terms import Claim, demand
from boundcalc.checker.witnesses import check_witness

PROBABILITY_KINDS = ("derivation", "finite law")
SCHEMES: Mapping[str, Scheme] = {
    "positive": schemes.by_positive,
    "product": schemes.by_product,
    "exchange": schemes.by_exchange,
    "sum": schemes.by_sum,
    "power": schemes.by_power,
    "induction": schemes.by_induction,
    "exponential": schemes.by_exponential,
    "selection": schemes.by_selection,
    "greatest": schemes.by_greatest,
    "reached": schemes.by_reached,
    "conditional": schemes.by_conditional,
    "law": schemes.by_law,
    "tail": law_schemes.by_tail,
    "moment": law_schemes.by_moment,
    "variance": schemes.by_variance,
    "hoelder": norm_schemes.by_hoelder,
    "minkowski": norm_schemes.by_minkowski,
    "slice": private_schemes.by_slice,
    "privacy": private_schemes.by_privacy,
    "group": group_schemes.by_group,
    "swap": private_schemes.by_swap,
    "fresh": private_schemes.by_fresh,
    "drift": private_schemes.by_drift,
    "choice": private_schemes.by_choice,
}
_COMMON = {"version", "kind", "variables", "assumptions", "conclusion", "space", "quantities"}
_KEYS = {"derivation": {"witness", "derivation", "law"}, "finite law": LAW_KEYS}


def check_probability(certificate: Mapping[str, Any]) -> tuple[str, int]:
    """Return what a certificate of the calculus shows and its number of steps, or reject."""
    kind = certificate["kind"]
    demand(certificate.keys() <= _COMMON | _KEYS[kind], "unknown entries in its certificate")
    context, claim = read_goal(certificate)
    space = read_space(certificate["space"])
    listed = {name for name, _ in certificate["quantities"]}
    parameters = context.box.keys() - listed
    demand(space.names() <= parameters, "what is random is declared with what is no parameter")
    quantities = read_quantities(certificate["quantities"], context, space)
    model = Model(space, quantities, check_proof)
    if kind == "finite law":
        check_finite_law(model, (context, claim), certificate)
        return "refutation", 1
    check_witness(context, certificate["witness"])
    if "law" in certificate:
        check_satisfying_law(model, context, certificate["law"])
    derive(model, context, claim, certificate["derivation"], 0)
    return "proof", model.steps


def derive(model: Model, context: Context, claim: Claim, data: Any, depth: int) -> None:
    """Check a derivation of a claim: facts from instances, and a proof from them, or reject."""
    demand(depth <= MAX_NESTING, "the derivation nests too deep")
    demand(data.keys() == {"instances", "proof"}, "a derivation has instances and a proof")
    for step in data["instances"]:
        fact = apply_scheme(model, context, step, depth)
        model.steps += 1
        context = context.with_fact(fact)
    model.claim((context, claim), data["proof"], depth)


def apply_scheme(model: Model, context: Context, step: Step, depth: int) -> Claim:
    """Return the fact that an instance of a scheme gives, or reject."""
    name = step["scheme"]
    demand(name in SCHEMES, f"no scheme {name!r:.40}")
    return SCHEMES[name](model, context, step, derive, depth)
