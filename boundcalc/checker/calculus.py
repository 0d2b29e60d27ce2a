"""Rules of calculus: by the sign of a slope, or of its slope, a term is least at an end."""

from dataclasses import replace as changed
from fractions import Fraction
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Goal, Range, defined, minus
from boundcalc.checker.steps import ProofStep, demand, fact_of, flag_of, variable_of
from boundcalc.checker.terms import (
    Claim,
    Rejected,
    Term,
    children,
    derivative,
    integer_of,
    measure,
    names,
    number,
    obligations,
    replace,
)


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
    towards = step.get("end")
    variable: Term = ("symbol", name)
    if towards in ("low", "high"):
        is_low = towards == "low"
        end_value, is_closed = (
            (values.low, values.low_closed) if is_low else (values.high, values.high_closed)
        )
        demand(isinstance(end_value, Fraction), "the end is infinite")
        end, kept = number(end_value), None  # type: ignore[arg-type]
        outer = Context(context.box, preserved(context, name, is_low, None))
        open_range = Range(values.low, values.high, False, False)
        shut = changed(
            open_range,
            low_closed=is_low or values.low_closed,
            high_closed=not is_low or values.high_closed,
        )
        at_end = context.without(name)
    else:
        kept = towards
        end, is_low, is_closed = _bound_of(fact_of(context, kept), variable)
        outer = Context(context.box, preserved(context, name, is_low, kept))
        low, high = (-ia.INF, values.high) if is_low else (values.low, ia.INF)
        open_range = Range(low, high, False, False)
        shut = changed(
            open_range,
            low_closed=not is_low and values.low_closed,
            high_closed=is_low and values.high_closed,
        )
        at_end = context.without(name).with_fact(*_between(end, values, is_low))
        at_end = at_end.with_fact(*_defined_facts(end))
    sign: Term = slope if is_low else ("negate", slope)
    is_strict = flag_of(step, "strict")
    demand(not is_strict or (not is_closed and claim[0] == ">"), "the end belongs to the range")
    steep: Goal = (outer.with_range(name, open_range), (">" if is_strict else ">=", sign))
    least: Goal = (
        at_end,
        (">=" if is_strict else claim[0], replace(claim[1], {variable: end})),
    )
    return [*defined(outer.with_range(name, shut), claim[1]), steep, least]


def _bound_of(fact: Claim, variable: Term) -> tuple[Term, bool, bool]:
    """Return E from a fact E - v >= 0 or v - E >= 0, whether it bounds below, whether closed."""
    kind, term = fact
    demand(kind in (">=", ">") and term[0] == "add" and len(term) == 3, "the fact is no bound")
    if term[2] == ("negate", variable):
        end, is_low = term[1], False
    else:
        demand(term[1] == variable and term[2][0] == "negate", "the fact is no bound")
        end, is_low = term[2][1], True
    demand(variable[1] not in names(end), "the bound depends on the variable")
    return end, is_low, kind == ">="


def preserved(context: Context, name: str, is_low: bool, kept: Any) -> tuple[Claim, ...]:
    """Return the facts that stay true while the variable moves towards its end."""
    variable: Term = ("symbol", name)
    facts: list[Claim] = []
    for index, fact in enumerate(context.facts):
        if name not in names(fact[1]):
            facts.append(fact)
            continue
        try:
            _, bounds_below, _ = _bound_of(fact, variable)
        except Rejected:
            continue
        if index == kept:
            facts.append((">=", fact[1]))  # the end itself is reached
        elif bounds_below != is_low:
            facts.append(fact)
    return tuple(facts)


def _between(end: Term, values: Range, is_low: bool) -> list[Claim]:
    """Return that the bound lies beyond the other end of the range."""
    if is_low and isinstance(values.high, Fraction):
        return [(">=" if values.high_closed else ">", minus(number(values.high), end))]
    if not is_low and isinstance(values.low, Fraction):
        return [(">=" if values.low_closed else ">", minus(end, number(values.low)))]
    return []


def _defined_facts(end: Term) -> list[Claim]:
    """Return what holds because a fact about the bound does; nothing if x^n could have x < 0."""
    if _has_free_exponent(end):
        return []
    return [claim for claim in obligations(end) if claim[0] != "ok"]


def _has_free_exponent(term: Term) -> bool:
    is_free = term[0] == "power" and integer_of(term[2]) is None
    return is_free or any(_has_free_exponent(child) for child in children(term))


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
