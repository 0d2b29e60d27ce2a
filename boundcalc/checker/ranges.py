"""Rules about ranges: cut one, shrink one, or write a variable in another way."""

from dataclasses import replace as changed
from fractions import Fraction

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.functions import ln_ends, sqrt_ends
from boundcalc.checker.goals import Context, Goal, Range, is_whole, minus, replaced
from boundcalc.checker.steps import ProofStep, demand, flag_of, new_name, term_of, variable_of
from boundcalc.checker.terms import Claim, Term, names, number, read_rational, replace


def rule_split(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Cut a range in two; the point of the cut belongs to the lower part."""
    name, values = variable_of(context, step)
    at = read_rational(step.get("at"))
    demand(values.low < at < values.high or (values.integer and values.contains(at)), "cut outside")
    lower = changed(values, high=at, high_closed=True)
    upper = changed(values, low=at, low_closed=False)
    return [(context.with_range(name, part), claim) for part in (lower, upper)]


def rule_end(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Treat a closed end of a range by itself; the rest of the range is open there."""
    name, values = variable_of(context, step)
    demand(step.get("side") in ("low", "high"), "no such side")
    is_low = step["side"] == "low"
    end = values.low if is_low else values.high
    is_closed = values.low_closed if is_low else values.high_closed
    demand(is_closed and isinstance(end, Fraction) and values.low < values.high, "no closed end")
    rest = changed(values, low_closed=False) if is_low else changed(values, high_closed=False)
    point = changed(values, low=end, high=end, low_closed=True, high_closed=True)
    return [(context.with_range(name, part), claim) for part in (point, rest)]


def rule_pin(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """A variable with one value is that number."""
    name, values = variable_of(context, step)
    span = values.interval()
    demand(isinstance(span.low, Fraction) and span.low == span.high, "the range is no point")
    changes = {("symbol", name): number(span.low)}  # type: ignore[arg-type]
    return [(replaced(context, changes).without(name), (claim[0], replace(claim[1], changes)))]


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
    span = values.interval()
    ends = isinstance(span.low, Fraction), isinstance(span.high, Fraction)
    return [(context.with_range(name, Range(span.low, span.high, *ends)), claim)]


def rule_substitute(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """Write a variable as a + b u, a - u, 1/u, exp(u) or u^2 with a new variable u.

    With "shift", an integer is a + u with an integer a, so that u is an integer.
    """
    name, values = variable_of(context, step)
    new = new_name(step, context, claim)
    u: Term = ("symbol", new)
    goals: list[Goal] = []
    form = step.get("form")
    is_linear = form in ("affine", "mirror", "shift")
    if is_linear:
        a, is_shift = term_of(context, step.get("a")), form == "shift"
        b = term_of(context, step.get("b")) if form == "affine" else number(1)
        demand(name not in names(a) | names(b), "the variable stands in its own substitution")
        demand(not is_shift or is_whole(context, a), "the shift is not known to be an integer")
        goals = [(context, ("ok", a)), (context, (">", b))]
        value: Term = ("add", a, u) if is_shift else ("add", a, ("multiply", b, u))
        value = minus(a, u) if form == "mirror" else value
        span = Range(-ia.INF, ia.INF, False, False, is_shift and values.integer)
    else:
        demand(values.low >= 0, "the variable may be negative")
        value, span = _inverse_range(str(form), u, values)
    changes = {("symbol", name): value}
    ends = _range_facts(value, values) if is_linear else []
    inner = replaced(context, changes).without(name).with_range(new, span).with_fact(*ends)
    return [*goals, (inner, (claim[0], replace(claim[1], changes)))]


def _inverse_range(form: str, u: Term, values: Range) -> tuple[Term, Range]:
    """Return the substituted term and a range of u that reaches the whole range."""
    excludes_zero = values.low > 0 or not values.low_closed
    if form == "reciprocal":
        demand(excludes_zero, "the variable may be zero")
        low = 1 / values.high if isinstance(values.high, Fraction) else ia.ZERO
        high = 1 / values.low if isinstance(values.low, Fraction) and values.low else ia.INF
        is_closed = values.high_closed and isinstance(values.high, Fraction)
        return ("divide", number(1), u), Range(
            low, high, is_closed, values.low_closed and high < ia.INF
        )
    if form == "exp":
        demand(excludes_zero, "the variable may be zero")
        low_end = ln_ends(values.low, 64)[0] if values.low > 0 else -ia.INF  # type: ignore[arg-type]
        high_end = ln_ends(values.high, 64)[1] if isinstance(values.high, Fraction) else ia.INF
        return ("exp", u), Range(low_end, high_end, low_end > -ia.INF, high_end < ia.INF)
    demand(form == "square", "no such substitution")
    low = sqrt_ends(values.low, 64)[0] if isinstance(values.low, Fraction) else ia.ZERO
    high = sqrt_ends(values.high, 64)[1] if isinstance(values.high, Fraction) else ia.INF
    is_open_zero = values.low == 0 and not values.low_closed
    return ("power", u, number(2)), Range(low, high, not is_open_zero, high < ia.INF)


def _range_facts(value: Term, values: Range) -> list[Claim]:
    facts: list[Claim] = []
    if isinstance(values.low, Fraction):
        facts.append((">=" if values.low_closed else ">", minus(value, number(values.low))))
    if isinstance(values.high, Fraction):
        facts.append((">=" if values.high_closed else ">", minus(number(values.high), value)))
    return facts
