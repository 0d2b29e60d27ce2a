"""A rule about ranges that run to infinity: a decreasing term is at least its limit.

The limit is enclosed by an arithmetic of its own, because in the arithmetic of ranges an infinite
end is never attained, while here it is.
"""

from fractions import Fraction

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.calculus import slope_of
from boundcalc.checker.functions import FUNCTIONS
from boundcalc.checker.goals import Context, Goal, defined
from boundcalc.checker.steps import ProofStep, demand, variable_of
from boundcalc.checker.terms import (
    Box,
    Claim,
    Rejected,
    Term,
    enclose,
    integer_of,
    occurs,
)

Ends = tuple[ia.End, ia.End]
BITS = 64
ANY: Ends = (-ia.INF, ia.INF)


def rule_tail(step: ProofStep, context: Context, claim: Claim) -> list[Goal]:
    """The slope is not positive up to infinity, so the term is at least its limit there.

    For a strict claim the slope is negative, so that the term is greater than its limit.
    """
    name, values = variable_of(context, step)
    demand(claim[0] in (">=", ">"), "only for a sign")
    demand(values.high == ia.INF and not values.integer, "the range is not infinite")
    lowest = limit(claim[1], name, context.intervals())[0]
    demand(lowest >= 0, "the limit may be negative")
    outer = Context(context.box, context.without(name).facts)
    slope = slope_of(claim[1], name)
    steep: Goal = (outer, (claim[0], ("negate", slope)))
    return [*defined(outer, claim[1]), steep]


def limit(term: Term, name: str, box: Box) -> Ends:
    """Return ends around every limit point of a term as a variable grows to infinity.

    The other variables are fixed, anywhere in the box; limit points are extended reals.
    Each operation is continuous in the extended reals where it is applied, or returns `ANY`.
    """
    if not occurs(name, term):
        found = enclose(term, box, BITS)
        return found.low, found.high
    kind = term[0]
    if kind == "symbol":
        return ia.INF, ia.INF
    if kind == "sum":
        raise Rejected("no limit of a sum")
    if kind == "power":
        return _power(term, name, box)
    parts = [limit(child, name, box) for child in term[1:]]
    if kind in ("add", "multiply"):
        total = parts[0]
        for part in parts[1:]:
            total = _add(total, part) if kind == "add" else _multiply(total, part)
        return total
    if kind == "negate":
        return -parts[0][1], -parts[0][0]
    if kind == "divide":
        return _multiply(parts[0], _inverse(parts[1]))
    if kind in FUNCTIONS:
        return _function(kind, parts[0])
    raise Rejected(f"no limit of {kind}")


def _add(x: Ends, y: Ends) -> Ends:
    low = -ia.INF if -ia.INF in (x[0], y[0]) else _sum(x[0], y[0])
    high = ia.INF if ia.INF in (x[1], y[1]) else _sum(x[1], y[1])
    return low, high


def _sum(a: ia.End, b: ia.End) -> ia.End:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a + b
    return b if isinstance(a, Fraction) else a


def _multiply(x: Ends, y: Ends) -> Ends:
    for one, other in ((x, y), (y, x)):
        if one[0] <= 0 <= one[1] and not all(isinstance(end, Fraction) for end in other):
            return ANY
    products = [_product(a, b) for a in x for b in y]
    return min(products), max(products)


def _product(a: ia.End, b: ia.End) -> ia.End:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a * b
    return ia.INF if (a > 0) == (b > 0) else -ia.INF  # neither is zero


def _inverse(x: Ends) -> Ends:
    if x[0] <= 0 <= x[1]:
        raise Rejected("the denominator may tend to zero")
    low, high = (1 / end if isinstance(end, Fraction) else ia.ZERO for end in (x[1], x[0]))
    return low, high


def _power(term: Term, name: str, box: Box) -> Ends:
    exponent = integer_of(term[2])
    base = limit(term[1], name, box)
    if exponent is None:
        return _function("exp", _multiply(limit(term[2], name, box), _function("ln", base)))
    if exponent < 0:
        return _inverse(_power(("power", term[1], ("number", Fraction(-exponent))), name, box))
    found = ia.integer_power(ia.Interval(*base), exponent, BITS)
    return found.low, found.high


def _function(kind: str, x: Ends) -> Ends:
    """Return the limits of a function, whose argument is at least `lowest` where it is defined."""
    lowest, at_lowest, at_infinity = _AT_ENDS.get(kind, (-ia.INF, None, None))
    low, high = (max(end, lowest) for end in x)
    if high == lowest and at_lowest is not None:
        return at_lowest, at_lowest
    if low == ia.INF and at_infinity is not None:
        return at_infinity, at_infinity
    found = FUNCTIONS[kind](ia.Interval(low, high, kind == "ln"), BITS)
    return found.low, found.high


_AT_ENDS: dict[str, tuple[ia.End, ia.End, ia.End]] = {  # the least argument, and the limits
    "exp": (-ia.INF, ia.ZERO, ia.INF),
    "ln": (ia.ZERO, -ia.INF, ia.INF),
    "sqrt": (ia.ZERO, ia.ZERO, ia.INF),
    "erfc": (-ia.INF, Fraction(2), ia.ZERO),
}
