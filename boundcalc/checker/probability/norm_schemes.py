"""Schemes for means of powers: the inequalities of Hoelder and Minkowski."""

from boundcalc.checker.goals import Context, minus
from boundcalc.checker.probability.model import Model, symbol
from boundcalc.checker.probability.schemes import Derive, Step
from boundcalc.checker.probability.terms import is_random
from boundcalc.checker.terms import Claim, Term, demand, integer_of, number

ONE = number(1)


def by_hoelder(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """|E h| <= (E |f|^p)^(1/p) (E |g|^q)^(1/q), where |h| <= |f g|, 1/p + 1/q = 1 and p > 1.

    Without "second", g is 1; without "absolute", it is E h <= .... By Young's inequality
    |a b| <= |a|^p / p + |b|^q / q for f and g divided by these roots; where one of them is zero,
    f g is zero almost surely. Nothing need be independent.
    """
    f, p = _power(model, context, step, "first", depth)
    product, bound = f, _norm(step["first"], p)
    if "second" in step:
        g, q = _power(model, context, step, "second", depth)
        product, bound = ("multiply", f, g), ("multiply", bound, _norm(step["second"], q))
        both: Term = ("add", ("divide", ONE, p), ("divide", ONE, q))
        model.claim((context, ("=", minus(both, ONE))), step["conjugate"], depth)
    model.pointwise(context, at_most(product, model.term(step["mixed"])), step["below"], depth)
    model.claim((context, (">", minus(p, ONE))), step["above_one"], depth)
    mean = symbol(step["mixed"])
    return (">=", minus(bound, ("abs", mean) if step["absolute"] is True else mean))


def by_minkowski(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """(E |h|^p)^(1/p) <= (E |f|^p)^(1/p) + (E |g|^p)^(1/p), where |h| <= |f + g|, p >= 1.

    Or |h| <= |f - g|, with "minus". The norm of L^p obeys the triangle inequality, whatever
    depends on what.
    """
    keys = ("first", "second", "whole")
    (f, p), *others = (_power(model, context, step, key, depth) for key in keys)
    (g, second), (h, third) = others
    demand(p == second == third, "the powers are not the same")
    total: Term = minus(f, g) if step["minus"] is True else ("add", f, g)
    model.pointwise(context, at_most(total, h), step["below"], depth)
    model.claim((context, (">=", minus(p, ONE))), step["above_one"], depth)
    first, second, whole = (_norm(step[key], p) for key in keys)
    return (">=", minus(("add", first, second), whole))


def at_most(greater: Term, term: Term) -> Claim:
    """Return the claim that the absolute value of one term is at most that of another one."""
    inner = term[1] if term[0] == "abs" else term
    return (">=", minus(("abs", greater), ("abs", inner)))


def _power(model: Model, context: Context, step: Step, key: str, depth: int) -> tuple[Term, Term]:
    """Return f and p, where a number is E |f|^p: f is not negative, or p is even, or |f| stands."""
    term = model.term(step[key])
    demand(term[0] == "power" and not is_random(term[2]), "it is no mean of a power")
    _, base, exponent = term
    if base[0] == "abs":
        return base[1], exponent
    whole = integer_of(exponent)
    if whole is None or whole % 2:
        model.pointwise(context, (">=", base), step["signs"][key], depth)
    return base, exponent


def _norm(name: str, p: Term) -> Term:
    return ("sqrt", symbol(name)) if p == number(2) else ("power", symbol(name), ("divide", ONE, p))
