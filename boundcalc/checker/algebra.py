"""Rules of algebra: factors, combinations of facts, logarithms and squares of both sides."""

from collections.abc import Mapping

from boundcalc.checker.goals import (
    Context,
    Goal,
    defined,
    is_zero,
    minus,
)
from boundcalc.checker.steps import ProofStep, Rule, demand, fact_of, flag_of, term_of
from boundcalc.checker.terms import Claim, Term, number


def rule_factor(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """The term is a positive factor times another term of the same sign."""
    factor, other = term_of(context, step.get("factor")), term_of(context, step.get("other"))
    demand(claim[0] != "ok", "nothing to factor")
    product: Term = ("multiply", factor, other)
    demand(is_zero(context, minus(claim[1], product)), "the product differs from the term")
    conditions = defined(context, claim[1], product)
    return [*conditions, (context, (">", factor)), (context, (claim[0], other))]


def rule_combine(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """The term is at least a combination of facts with multipliers that are not negative.

    With `strict`, the first fact is strict and its multiplier positive, so that for a strict claim
    the rest need not be positive.
    """
    pairs = step.get("multipliers")
    demand(
        claim[0] in (">=", ">") and isinstance(pairs, list) and bool(pairs), "nothing to combine"
    )
    assert isinstance(pairs, list)
    goals: list[Goal] = []
    rest, is_strict = claim[1], flag_of(step, "strict")
    for place, pair in enumerate(pairs):
        demand(isinstance(pair, list) and len(pair) == 2, "a multiplier needs a fact")
        kind, term = fact_of(context, pair[0])
        factor = term_of(context, pair[1])
        demand(kind in (">=", ">", "="), "the fact has no sign")
        is_first = is_strict and place == 0
        demand(kind == ">" or not is_first, "the first fact is not strict")
        sign = ">" if is_first else ">="
        goals.append((context, ("ok" if kind == "=" else sign, factor)))
        rest = minus(rest, ("multiply", factor, term))
    left = ">=" if is_strict else claim[0]
    return [*goals, *defined(context, claim[1]), (context, (left, rest))]


def _sides(claim: Claim) -> tuple[Term, Term]:
    kind, term = claim
    is_difference = term[0] == "add" and len(term) == 3 and term[2][0] == "negate"
    demand(kind in (">=", ">") and is_difference, "the term is no difference of two sides")
    return term[1], term[2][1]


def rule_logarithm(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Compare the logarithms of two positive sides."""
    right, left = _sides(claim)
    logs: Claim = (claim[0], minus(("ln", right), ("ln", left)))
    return [(context, (">", right)), (context, (">", left)), (context, logs)]


def rule_square(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Compare the squares, where the greater side is not negative."""
    right, left = _sides(claim)
    squares = minus(("power", right, number(2)), ("power", left, number(2)))
    return [(context, (">=", right)), *defined(context, left), (context, (claim[0], squares))]


ALGEBRA_RULES: Mapping[str, Rule] = {
    "factor": rule_factor,
    "combine": rule_combine,
    "logarithm": rule_logarithm,
    "square": rule_square,
}
