"""Rules of logic and algebra: what is shown at once, and what follows from other claims."""

from boundcalc.checker.goals import (
    Context,
    Goal,
    defined,
    is_shown,
    is_zero,
    minus,
    opposite,
    rewritten,
    sides_of,
)
from boundcalc.checker.steps import ProofStep, fact_of, flag_of, new_name, renamed, term_of
from boundcalc.checker.terms import Claim, Rejected, Term, demand, number


def rule_enclose(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """The enclosure over the box has the sign claimed."""
    demand(is_shown(context, claim), f"no enclosure shows {claim[0]} 0")
    return []


def rule_identity(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """The term is zero by its normal form."""
    demand(claim[0] in (">=", "=") and is_zero(context, claim[1]), "not identically zero")
    return defined(context, claim[1])


def rule_exclude(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """A fact fails on the whole box, so that there is no point to check."""
    fact = fact_of(context, step.get("fact"))
    demand(fact[0] != "ok" and is_shown(context, opposite(fact)), "the fact may hold")
    return []


def rule_fact(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """The claim is a fact, up to normal form.

    A fact has a value, which is that of its normal form where what the form presumes holds.
    """
    kind, term = fact_of(context, step.get("fact"))
    is_implied = kind == claim[0] != "ok" or (kind, claim[0]) in _IMPLIED
    demand(is_implied, "the fact says something else")
    if term == claim[1]:
        return defined(context, term)
    demand(is_zero(context, minus(term, claim[1])), "the fact differs")
    return defined(context, claim[1], term)


_IMPLIED = {(">", ">="), (">", "!="), ("=", ">=")}


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
    demand(step.get("kind") in (">=", ">", "!=", "=", "ok"), "no such kind of claim")
    lemma: Claim = (step["kind"], term_of(context, step.get("term")))
    return [(context, lemma), (context.with_fact(lemma), claim)]


def rule_forget(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Claim it without some of the facts, at more points."""
    kept = [fact for index, fact in enumerate(context.facts) if index not in step["facts"]]
    demand(len(kept) < len(context.facts), "no facts are named")
    return [(Context(context.box, tuple(kept)), claim)]


def rule_cases(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """A maximum, minimum or absolute value is one of its operands, the first where they are equal.

    The term need not occur, so that the cases of max(u, v) tell which of u and v is the greater.
    """
    term = term_of(context, step.get("term"))
    demand(term[0] in ("max", "min", "abs"), "no cases of this term")
    is_size, sides = term[0] == "abs", -1 if term[0] == "min" else 1
    parts = (term[1], ("negate", term[1])) if is_size else tuple(dict.fromkeys(term[1:]))
    goals = defined(context, term)
    for place, chosen in enumerate(parts):
        facts: list[Claim] = [
            (">=" if place < at else ">", chosen if is_size else minus(*(chosen, other)[::sides]))
            for at, other in enumerate(parts)
            if at != place
        ]
        inner, new = rewritten(context, claim, {term: chosen})
        goals.append((inner.with_fact(*facts), new))
    return goals


def rule_parts(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """A product, quotient, power, root or sum of positive parts is positive; exp always is.

    A logarithm is positive where its argument is greater than 1, an arctangent has the sign of its
    argument, sin u is positive for 0 < u < pi, cos u for 0 < u + pi/2 < pi.
    """
    (kind, term), pi = claim, ("constant", "pi")
    demand(kind in (">=", ">"), "only for a sign")
    if term[0] in ("exp", "power", "sqrt"):
        is_free = term[0] == "exp" or (term[0] == "sqrt" and kind == ">=")
        return [*([] if is_free else [(context, (">", term[1]))]), *defined(context, term)]
    if term[0] in ("sin", "cos"):
        angle = ("add", term[1], number(0) if term[0] == "sin" else ("divide", pi, number(2)))
        return [(context, (kind, angle)), (context, (kind, minus(pi, angle)))]
    if term[0] == "ln":
        return [(context, (kind, minus(term[1], number(1))))]
    if term[0] == "divide":
        return [(context, (kind, term[1])), (context, (">", term[2]))]
    demand(term[0] in ("multiply", "add", "arctan"), "no parts to look at")
    return [(context, (kind, part)) for part in term[1:]]


def rule_floor(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """A floor (ceiling) is a new integer k with u - 1 < k <= u (u <= k < u + 1)."""
    term = term_of(context, step.get("term"))
    demand(term[0] in ("floor", "ceil"), "no floor or ceiling")
    name = new_name(step, context, claim)
    u, k = term[1], ("symbol", name)
    facts: list[Claim] = [(">=", minus(u, k)), (">", minus(k, minus(u, number(1))))]
    if term[0] == "ceil":
        facts = [(">=", minus(k, u)), (">", minus(("add", u, number(1)), k))]
    return [*defined(context, term), renamed((context, claim), term, name, *facts, integer=True)]


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
    pairs, is_strict = step.get("multipliers"), flag_of(step, "strict")
    demand(claim[0] in (">=", ">") and bool(pairs), "nothing to combine")
    goals: list[Goal] = []
    rest = claim[1]
    for place, (index, data) in enumerate(pairs):  # type: ignore[arg-type]
        (kind, term), factor = fact_of(context, index), term_of(context, data)
        is_first = is_strict and place == 0
        demand(kind in ((">",) if is_first else (">=", ">", "=")), "the fact has no such sign")
        goals.append((context, ("ok" if kind == "=" else ">" if is_first else ">=", factor)))
        rest = minus(rest, ("multiply", factor, term))
    left = ">=" if is_strict else claim[0]
    return [*goals, *defined(context, claim[1]), (context, (left, rest))]


def _sides(claim: Claim) -> tuple[Term, Term]:
    found = sides_of(claim[1]) if claim[0] in (">=", ">") else None
    if found is None:
        raise Rejected("the term is no difference of two sides")
    return found


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
