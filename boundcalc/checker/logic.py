"""Rules of logic: what is shown at once, and what follows from other claims."""

from collections.abc import Mapping

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import (
    Context,
    Goal,
    Range,
    defined,
    encloses,
    is_zero,
    minus,
    replaced,
)
from boundcalc.checker.steps import (
    ProofStep,
    Rule,
    bits_of,
    demand,
    fact_of,
    flag_of,
    new_name,
    term_of,
)
from boundcalc.checker.terms import Claim, Rejected, Term, number, replace


def rule_enclose(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """The enclosure over the box has the sign claimed."""
    demand(encloses(context, claim, bits_of(step)), f"the enclosure does not show {claim[0]} 0")
    return []


def rule_identity(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """The term is zero by its normal form."""
    demand(claim[0] in (">=", "=") and is_zero(context, claim[1]), "not identically zero")
    return defined(context, claim[1])


def rule_exclude(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """A fact fails on the whole box, so that there is no point to check."""
    kind, term = fact_of(context, step.get("fact"))
    negative: Claim = (">" if kind in (">=", "=") else ">=", ("negate", term))
    opposite = {"=": [negative, (">", term)], "!=": [("=", term)]}.get(kind, [negative])
    demand(kind != "ok", "what is said to be defined may hold")
    bits = bits_of(step)
    demand(any(encloses(context, item, bits) for item in opposite), "the fact may hold")
    return []


def rule_fact(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """The claim is a fact, up to normal form.

    A fact has a value, which is that of its normal form where what the form presumes holds.
    """
    kind, term = fact_of(context, step.get("fact"))
    demand((kind, claim[0]) in _IMPLIED, "the fact says something else")
    if term == claim[1]:
        return defined(context, term)
    demand(is_zero(context, minus(term, claim[1])), "the fact differs")
    return defined(context, claim[1], term)


_KINDS = (">=", ">", "!=", "=", "ok")
_IMPLIED = {
    (">=", ">="),
    (">", ">"),
    (">", ">="),
    (">", "!="),
    ("!=", "!="),
    ("=", "="),
    ("=", ">="),
}


def rule_sign(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Not zero, because positive or because negative."""
    demand(claim[0] == "!=", "only for not zero")
    return [(context, (">", ("negate", claim[1]) if flag_of(step, "negative") else claim[1]))]


def rule_both(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Zero, because neither negative nor positive."""
    demand(claim[0] == "=", "only for equality")
    return [(context, (">=", claim[1])), (context, (">=", ("negate", claim[1])))]


def rule_turn(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """An angle between -pi and 2 pi has the sign of its sine; below pi, it is 0 where that is."""
    demand(claim[0] in (">=", ">", "="), "only for a sign")
    pi: Term = ("constant", "pi")
    high: Term = pi if claim[0] == "=" else ("multiply", number(2), pi)
    within = [(context, (">", ("add", pi, claim[1]))), (context, (">", minus(high, claim[1])))]
    return [*within, (context, (claim[0], ("sin", claim[1])))]


def rule_cut(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Prove something else first, and use it."""
    demand(step.get("kind") in _KINDS, "no such kind of claim")
    lemma: Claim = (step["kind"], term_of(context, step.get("term")))
    return [(context, lemma), (context.with_fact(lemma), claim)]


def rule_forget(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Claim it without some of the facts, at more points."""
    dropped = step.get("facts")
    demand(isinstance(dropped, list) and bool(dropped), "no facts are named")
    assert isinstance(dropped, list)
    unwanted = {index for index in dropped if fact_of(context, index)}
    kept = tuple(fact for index, fact in enumerate(context.facts) if index not in unwanted)
    return [(Context(context.box, kept), claim)]


def rule_cases(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """A maximum, minimum or absolute value is one of its operands."""
    term = term_of(context, step.get("term"))
    demand(term[0] in ("max", "min", "abs"), "no cases of this term")
    goals = defined(context, term)
    if term[0] == "abs":
        choices = [
            (term[1], [(">=", term[1])]),
            (("negate", term[1]), [(">=", ("negate", term[1]))]),
        ]
    else:
        choices = []
        for place, chosen in enumerate(term[1:]):
            others = [other for index, other in enumerate(term[1:]) if index != place]
            sides = [(chosen, other) if term[0] == "max" else (other, chosen) for other in others]
            choices.append((chosen, [(">=", minus(*side)) for side in sides]))
    for chosen, facts in choices:
        inner = replaced(context, {term: chosen}).with_fact(*facts)
        goals.append((inner, (claim[0], replace(claim[1], {term: chosen}))))
    return goals


def rule_compare(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """One of two terms is the greater, or they are equal, which is the first case."""
    first, second = term_of(context, step.get("first")), term_of(context, step.get("second"))
    sides = ((">=", minus(first, second)), (">", minus(second, first)))
    choices = [(context.with_fact(side), claim) for side in sides]
    return [*defined(context, first), *defined(context, second), *choices]


def rule_parts(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """A product, quotient, power, root or sum of positive parts is positive; exp always is.

    A logarithm is positive where its argument is greater than 1, an arctangent has the sign of its
    argument, sin u is positive for 0 < u < pi, cos u for 0 < u + pi/2 < pi.
    """
    kind, term = claim
    demand(kind in (">=", ">"), "only for a sign")
    if term[0] in ("multiply", "add"):
        return [(context, (kind, part)) for part in term[1:]]
    if term[0] == "divide":
        return [(context, (kind, term[1])), (context, (">", term[2]))]
    if term[0] == "sqrt" and kind == ">=":
        return defined(context, term)
    if term[0] in ("power", "sqrt"):
        return [(context, (">", term[1])), *defined(context, term)]
    if term[0] == "exp":
        return defined(context, term)
    if term[0] == "ln":
        return [(context, (kind, minus(term[1], number(1))))]
    if term[0] == "arctan":
        return [(context, (kind, term[1]))]
    if term[0] in ("sin", "cos"):
        pi: Term = ("constant", "pi")
        shift: Term = number(0) if term[0] == "sin" else ("divide", pi, number(2))
        angle: Term = ("add", term[1], shift)
        return [(context, (kind, angle)), (context, (kind, minus(pi, angle)))]
    raise Rejected("no parts to look at")


def rule_floor(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """A floor (ceiling) is a new integer k with u - 1 < k <= u (u <= k < u + 1)."""
    term = term_of(context, step.get("term"))
    demand(term[0] in ("floor", "ceil"), "no floor or ceiling")
    name = new_name(step, context, claim)
    u, k = term[1], ("symbol", name)
    facts: list[Claim] = [(">=", minus(u, k)), (">", minus(k, minus(u, number(1))))]
    if term[0] == "ceil":
        facts = [(">=", minus(k, u)), (">", minus(("add", u, number(1)), k))]
    inner = replaced(context, {term: k}).with_fact(*facts)
    inner = inner.with_range(name, Range(-ia.INF, ia.INF, False, False, True))
    return [*defined(context, term), (inner, (claim[0], replace(claim[1], {term: k})))]


LOGIC_RULES: Mapping[str, Rule] = {
    "enclose": rule_enclose,
    "identity": rule_identity,
    "exclude": rule_exclude,
    "fact": rule_fact,
    "sign": rule_sign,
    "both": rule_both,
    "turn": rule_turn,
    "cut": rule_cut,
    "forget": rule_forget,
    "cases": rule_cases,
    "compare": rule_compare,
    "parts": rule_parts,
    "floor": rule_floor,
}
