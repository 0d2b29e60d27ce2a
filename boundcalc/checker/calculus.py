"""Rules of calculus: by the sign of a slope, or of its slope, a term is least at an end.

The end may be infinity, where a decreasing term is at least its limit.
"""

from dataclasses import replace as changed
from fractions import Fraction
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Goal, Range, defined, sides_of
from boundcalc.checker.steps import ProofStep, fact_of, flag_of, variable_of
from boundcalc.checker.terms import (
    Box,
    Claim,
    Term,
    demand,
    derivative,
    enclose,
    is_continuous,
    measure,
    names,
    number,
    obligations,
    presumptions,
    replace,
)

BITS = 64


def slope_of(term: Term, name: str) -> Term:
    """Return the derivative of a term in a variable, of a size within the limits."""
    slope = derivative(term, name)
    measure([slope])
    return slope


def rule_monotone(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """The slope in a variable has a sign, so the term is least at one end of it.

    The end is a finite end of the range, or a bound on the variable that a fact gives.
    With `strict`, the slope is strict and the end itself is not in the range, so that a term that
    is not negative at the end is positive.
    """
    name, values = variable_of(context, step)
    demand(claim[0] in (">=", ">"), "only for a sign")
    slope = slope_of(claim[1], name)
    towards, at_end, variable = step.get("end"), context.without(name), ("symbol", name)
    if towards in ("low", "high"):
        is_low, kept = towards == "low", None
        bound = values.low if is_low else values.high
        is_closed = values.low_closed if is_low else values.high_closed
        demand(isinstance(bound, Fraction), "the end is infinite")
        end = number(bound)  # type: ignore[arg-type]
    else:
        kept, found = towards, _bound_of(fact_of(context, towards), variable)
        demand(found is not None, "the fact is no bound")
        end, is_low, is_closed = found  # type: ignore[misc]
        beyond: dict[str, Any] = {"low": -ia.INF} if is_low else {"high": ia.INF}
        values = changed(values, **beyond)
        known = [] if presumptions(end) else obligations(end)  # for the fact has a value
        known = [*values.claims(end), *(claim for claim in known if claim[0] != "ok")]
        at_end = at_end.with_fact(*known)
    outer = Context(context.box, preserved(context, name, is_low, kept))
    closed = is_low or values.low_closed, not is_low or values.high_closed
    is_strict = flag_of(step, "strict")
    demand(not is_strict or (not is_closed and claim[0] == ">"), "the end belongs to the range")
    open_range = Range(values.low, values.high, False, False)
    shut = Range(values.low, values.high, *closed)
    sign: Term = slope if is_low else ("negate", slope)
    steep: Goal = (outer.with_range(name, open_range), (">" if is_strict else ">=", sign))
    least: Claim = (">=" if is_strict else claim[0], replace(claim[1], {variable: end}))
    return [*defined(outer.with_range(name, shut), claim[1]), steep, (at_end, least)]


def _bound_of(fact: Claim, variable: Term) -> tuple[Term, bool, bool] | None:
    """Return E from a fact E - v >= 0 or v - E >= 0, whether it bounds below, whether closed."""
    kind, sides = fact[0], sides_of(fact[1])
    if sides and kind in (">=", ">") and variable in sides:
        is_low = sides[0] == variable
        end = sides[is_low]
        return None if variable[1] in names(end) else (end, is_low, kind == ">=")
    return None


def preserved(context: Context, name: str, is_low: bool, kept: Any) -> tuple[Claim, ...]:
    """Return the facts that stay true while the variable moves towards its end."""
    facts: list[Claim] = []
    for index, fact in enumerate(context.facts):
        found = _bound_of(fact, ("symbol", name))
        if name not in names(fact[1]) or (found and found[1] != is_low):
            facts.append(fact)
        elif found and index == kept:
            facts.append((">=", fact[1]))  # the end itself is reached
    return tuple(facts)


def rule_concave(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """The term is concave in a variable, so it is least at one of the two ends."""
    name, values = variable_of(context, step)
    demand(claim[0] in (">=", ">"), "only for a sign")
    ends = [values.low, values.high]
    demand(all(isinstance(end, Fraction) for end in ends), "an end is infinite")
    outer = Context(context.box, context.without(name).facts)
    inside = outer.with_range(name, Range(values.low, values.high, False, False))
    shut = outer.with_range(name, Range(values.low, values.high, True, True))
    at_ends = [
        (context.without(name), (claim[0], replace(claim[1], {("symbol", name): number(end)})))  # type: ignore[arg-type]
        for end in ends
    ]
    slope = slope_of(claim[1], name)
    conditions = [*defined(shut, claim[1]), *defined(inside, slope)]
    return [*conditions, (inside, (">=", ("negate", slope_of(slope, name)))), *at_ends]


def rule_tail(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """The slope is not positive up to infinity, so the term is at least its limit there.

    For a strict claim the slope is negative, so that the term is greater than its limit.
    """
    name, values = variable_of(context, step)
    demand(claim[0] in (">=", ">"), "only for a sign")
    demand(values.high == ia.INF and not values.integer, "the range is not infinite")
    lowest = limit(claim[1], name, context.intervals()).low
    demand(lowest >= 0, "the limit may be negative")
    outer = Context(context.box, context.without(name).facts)
    slope = slope_of(claim[1], name)
    steep: Goal = (outer, (claim[0], ("negate", slope)))
    return [*defined(outer, claim[1]), steep]


def limit(term: Term, name: str, box: Box) -> ia.Interval:
    """Return an interval around every limit point of a term as a variable grows to infinity.

    The other variables are fixed, anywhere in the box.
    """
    demand(is_continuous(term), "no limit of what may jump")
    return enclose(term, {**box, name: ia.Interval(ia.INF, ia.INF)}, BITS)
