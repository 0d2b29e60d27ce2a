"""Rules about ranges: cut one, shrink one, or write a variable in another way."""

from dataclasses import replace as changed
from fractions import Fraction

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Goal, Range, is_whole, minus, rewritten
from boundcalc.checker.steps import ProofStep, flag_of, new_name, term_of, variable_of
from boundcalc.checker.terms import Claim, Term, demand, names, number, read_rational

ONE = number(1)


def rule_split(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Cut a range in two; the point of the cut, perhaps an end, belongs to the lower part.

    With "upper", it belongs to the upper part.
    """
    name, values = variable_of(context, step)
    at, is_upper = read_rational(step.get("at")), flag_of(step, "upper")
    demand(values.low <= at <= values.high, "cut outside")
    lower = changed(values, high=at, high_closed=not is_upper)
    upper = changed(values, low=at, low_closed=is_upper)
    return [(context.with_range(name, part), claim) for part in (lower, upper)]


def rule_pin(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """A variable with one value is that number."""
    name, values = variable_of(context, step)
    span = values.interval
    demand(isinstance(span.low, Fraction) and span.low == span.high, "the range is no point")
    changes = {("symbol", name): number(span.low)}  # type: ignore[arg-type]
    inner, new = rewritten(context, claim, changes)
    return [(inner.without(name), new)]


def rule_bound(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Shrink a range to an end that the facts imply."""
    name, values = variable_of(context, step)
    end, is_closed = read_rational(step.get("value")), flag_of(step, "closed")
    demand(step.get("side") in ("low", "high"), "no such side")
    sides: tuple[Term, Term] = (number(end), ("symbol", name))
    if step["side"] == "high":
        smaller = changed(values, high=end, high_closed=is_closed)
    else:
        smaller, sides = changed(values, low=end, low_closed=is_closed), sides[::-1]
    demand(smaller.low <= smaller.high, "the range would be empty")
    inside: Goal = (context, (">=" if is_closed else ">", minus(*sides)))
    return [inside, (context.with_range(name, smaller), claim)]


def rule_relax(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Claim it for all reals between the integers of a range."""
    name, values = variable_of(context, step)
    span = values.interval
    ends = isinstance(span.low, Fraction), isinstance(span.high, Fraction)
    return [(context.with_range(name, Range(span.low, span.high, *ends)), claim)]


def rule_substitute(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Write a variable as a + b u, a - u, 1/u or u^2 with a new variable u.

    With "shift", an integer is a + u with an integer a, so that u is an integer.
    """
    name, values = variable_of(context, step)
    new, form = new_name(step, context, claim), step.get("form")
    u: Term = ("symbol", new)
    if form in ("reciprocal", "square"):
        is_positive = values.low > 0 or (values.low == 0 and not values.low_closed)
        demand(is_positive or (form == "square" and values.low == 0), "it may not be positive")
        goals: list[Goal] = []
        value: Term = ("divide", ONE, u) if form == "reciprocal" else ("power", u, number(2))
        span = Range(ia.ZERO, ia.INF, not is_positive, False)
        if form == "reciprocal":
            low, high = (ia.inverse_end(end, ia.INF) for end in (values.high, values.low))
            span = Range(low, high, values.high_closed and low > 0, values.low_closed)
    else:
        demand(form in ("affine", "mirror", "shift"), "no such substitution")
        a = term_of(context, step.get("a"))
        b = term_of(context, step.get("b")) if form == "affine" else ONE
        demand(name not in names(a) | names(b), "the variable stands in its own substitution")
        demand(form != "shift" or is_whole(context, a), "the shift is not known to be an integer")
        goals = [(context, ("ok", a)), (context, (">", b))]
        value = minus(a, u) if form == "mirror" else ("add", a, ("multiply", b, u))
        value = ("add", a, u) if form == "shift" else value
        span = Range(-ia.INF, ia.INF, False, False, form == "shift" and values.integer)
    changes = {("symbol", name): value}
    facts = [] if form == "reciprocal" else values.claims(value)
    inner, new_claim = rewritten(context, claim, changes)
    return [*goals, (inner.without(name).with_range(new, span).with_fact(*facts), new_claim)]
