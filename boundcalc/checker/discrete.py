"""Rules about integers: induction, and sums, factorials and binomial coefficients written out."""

import math
from fractions import Fraction

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.calculus import BITS, preserved
from boundcalc.checker.goals import (
    Context,
    Goal,
    Range,
    defined,
    is_whole,
    is_zero,
    minus,
    rewritten,
)
from boundcalc.checker.steps import ProofStep, new_name, renamed, term_of, variable_of
from boundcalc.checker.terms import (
    Claim,
    Term,
    children,
    demand,
    integer_of,
    number,
    replace,
    written_out,
)

MAX_WRITTEN_OUT = 60
ONE = number(1)


def rule_induction(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """The claim holds at the least integer of a range, and at n + 1 if it holds at n.

    The other variables are fixed.  Of the facts that mention n, upper bounds on it are used: they
    hold at n if they hold at n + 1.
    """
    name, values = variable_of(context, step)
    span = values.interval
    demand(values.integer and isinstance(span.low, Fraction), "no least integer")
    variable: Term = ("symbol", name)
    outer = Context(context.box, preserved(context, name, True, None))
    high = span.high - 1 if isinstance(span.high, Fraction) else span.high
    demand(span.low <= high, "the range has one integer only")
    before = Range(span.low, high, True, isinstance(high, Fraction), True)
    first = replace(claim[1], {variable: number(span.low)})  # type: ignore[arg-type]
    inner, more = rewritten(outer, claim, {variable: ("add", variable, ONE)})
    inner = inner.with_range(name, before).with_fact(claim)
    return [(outer.without(name), (claim[0], first)), (inner, more)]


def rule_whole(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """An integer that is greater than -1 is not negative."""
    demand(claim[0] == ">=" and is_whole(context, claim[1]), "not known to be an integer")
    return [(context, (">", ("add", claim[1], ONE)))]


def rule_unfold(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Replace a sum, a factorial or a binomial coefficient by an equal term.

    A factorial may be written with an equal argument, or as a multiple of the one before.
    """
    term = term_of(context, step.get("term"))
    equal, conditions = unfolded(step, context, term)
    inner = rewritten(context, claim, {term: equal})
    return [*((context, condition) for condition in conditions), inner]


def unfolded(step: ProofStep, context: Context, term: Term) -> tuple[Term, list[Claim]]:
    """Return an equal term, and the conditions under which it is equal."""
    if term[0] == "binomial":
        return _unfolded_binomial(context, term[1], term[2])
    demand(term[0] in ("sum", "factorial"), "nothing to unfold")
    if term[0] == "sum" and None not in (integer_of(term[2]), integer_of(term[3])):
        return written_out(term, {}, BITS), []
    less = term_of(context, step.get("less"))
    upper = term[3] if term[0] == "sum" else term[1]
    demand(is_whole(context, upper) and is_whole(context, less), "not known to be an integer")
    if term[0] == "factorial" and is_zero(context, minus(upper, less)):
        return ("factorial", less), []
    demand(is_zero(context, minus(minus(upper, less), ONE)), "not the integer before")
    if term[0] == "factorial":
        return ("multiply", upper, ("factorial", less)), [(">=", less)]
    demand(is_whole(context, term[2]), "not known to be an integer")
    final = replace(term[4], {("symbol", term[1]): upper})
    return ("add", ("sum", term[1], term[2], less, term[4]), final), [(">=", minus(upper, term[2]))]


def _unfolded_binomial(context: Context, n: Term, k: Term) -> tuple[Term, list[Claim]]:
    """C(n, k) is n (n-1) ... (n-k+1) / k! for a number k, and n! / (k! (n-k)!) for k <= n."""
    demand(is_whole(context, n) and is_whole(context, k), "not known to be integers")
    count = integer_of(k)
    if count is not None and 0 <= count <= MAX_WRITTEN_OUT:
        factors = [minus(n, number(item)) for item in range(count)]
        return ("divide", ("multiply", ONE, ONE, *factors), number(math.factorial(count))), [
            (">=", n)
        ]
    rest = minus(n, k)
    bottom: Term = ("multiply", ("factorial", k), ("factorial", rest))
    return ("divide", ("factorial", n), bottom), [(">=", k), (">=", rest)]


def rule_name(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Claim it for every real in place of a term.

    The term is part of a fact, so that it is defined; a sum's own index cannot escape, because
    parts of a sum are not named.  The factorial of an integer is positive.
    """
    term = term_of(context, step.get("term"))
    demand(any(_is_part(term, fact) for _, fact in context.facts), "not part of a fact")
    name, is_positive = new_name(step, context, claim), term[0] == "factorial"
    demand(not is_positive or is_whole(context, term[1]), "a factorial of no integer")
    return [renamed((context, claim), term, name, low=ia.ZERO if is_positive else -ia.INF)]


def _is_part(part: Term, term: Term) -> bool:
    if part == term:
        return True
    is_closed = term[0] in ("sum", "factorial", "binomial")
    return not is_closed and any(_is_part(part, child) for child in children(term))


def rule_factorial(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """The factorial of n >= 1 is a new positive real f between the bounds of Robbins (1955).

    sqrt(2 pi n) (n/e)^n e^(1/(12n+1)) < n! < sqrt(2 pi n) (n/e)^n e^(1/(12n)).
    """
    term = term_of(context, step.get("term"))
    demand(term[0] == "factorial" and is_whole(context, term[1]), "no factorial of an integer")
    n, name = term[1], new_name(step, context, claim)
    new: Term = ("symbol", name)
    root: Term = ("sqrt", ("multiply", number(2), ("constant", "pi"), n))
    power: Term = ("power", ("divide", n, ("constant", "e")), n)
    twelve: Term = ("multiply", number(12), n)
    lower: Term = ("multiply", root, power, ("exp", ("divide", ONE, ("add", twelve, ONE))))
    upper: Term = ("multiply", root, power, ("exp", ("divide", ONE, twelve)))
    bounds: list[Claim] = [(">", minus(new, lower)), (">", minus(upper, new))]
    inner = renamed((context, claim), term, name, *bounds, low=ia.ZERO)
    return [*defined(context, n), (context, (">=", minus(n, ONE))), inner]
