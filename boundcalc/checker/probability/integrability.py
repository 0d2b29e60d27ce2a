"""Whether a random term has an expectation for certain: bounds by powers, and by exponentials.

A term without bounds is compared with the moments that are declared of the random values in it, an
exponential with those of a named law: that of a normal value always has one, that of a Laplace or
an exponential value where its factor is below the rate.
"""

from fractions import Fraction

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, encloses, is_zero, minus
from boundcalc.checker.probability.pointwise import Observations
from boundcalc.checker.probability.space import Head, Source, Space
from boundcalc.checker.probability.terms import OBSERVED, affine, free_names, is_random, parts
from boundcalc.checker.terms import Rejected, Term, enclose, integer_of, names, number

BOUNDED = 0
EXPONENTIAL = 2  # counts as a square, so that an exponential of it is refused
_ONE = number(1)


def check_integrable(
    space: Space, context: Context, term: Term, bound: frozenset[str] = frozenset()
) -> None:
    """Reject a term whose expectation need not exist.

    A finite sum has one if each summand has, and so has a product with a number.
    """
    kind = term[0]
    random = [part for part in parts(term) if is_random(part)]
    is_linear = kind in ("add", "negate") or (kind == "multiply" and len(random) == 1)
    if is_linear or (kind == "divide" and random == [term[1]]):
        for part in random:
            check_integrable(space, context, part, bound)
    elif kind == "sum":
        check_integrable(space, context, term[4], bound | {term[1]})
    elif not _is_below_rate(space, context, term, bound):
        _check_moments(space, context, term)


def _check_moments(space: Space, context: Context, term: Term) -> None:
    found = degree(space, context, term)
    for source in space.sources(term):
        head = _open_head(space, source)
        if head is not None and found > head.moments:
            raise Rejected(f"the expectation need not exist: {source[1]} has too few moments")


def _open_head(space: Space, source: Source) -> Head | None:
    """Return what is declared of a random value, if it is a number without bounds."""
    head = space.heads.get(source[1]) if source[0] == "random" else None
    return head if head is not None and head.values is not None and not head.is_bounded else None


def degree(space: Space, context: Context, term: Term) -> int:
    """Return d, if the term is at most a constant times 1 + |X|^d + ..., or reject.

    The sum is over the unbounded random values in it. Where d is at most the number of moments
    that each of them has, the expectation exists as a number. A divisor may be random that keeps a
    distance from zero at all outcomes. A factor that has all moments, whatever depends on what,
    counts as a square: by the inequality of Hoelder one moment more of the others suffices.
    """
    kind = term[0]
    if not is_random(term) or kind == "indicator":
        return BOUNDED
    if kind in OBSERVED:
        if space.head_of(term).is_bounded:
            return BOUNDED
        if kind == "random":
            return 1
        raise Rejected("the expectation need not exist: these values have no bounds")
    if kind == "power" and term[1][0] == "power" and not is_random(("add", term[1][2], term[2])):
        (_, base, inner), outer = term[1:]  # |u^a|^b is |u|^(a b)
        total: Term = ("multiply", inner, outer)
        is_one = is_zero(context, minus(total, _ONE))
        return degree(space, context, base if is_one else ("power", base, total))
    found = [degree(space, context, part) for part in parts(term)]
    if kind in ("sin", "cos", "arctan", "erfc"):
        return BOUNDED
    if kind in ("add", "max", "min", "negate", "abs", "sum", "sqrt", "greatest"):
        return max(found)
    if kind == "multiply":
        return sum(found)
    if kind == "power":
        if not is_random(term[1]) and found[1] == BOUNDED:
            return BOUNDED
        return found[0] * _exponent(space, context, term)
    if kind == "divide" and (not is_random(term[2]) or _is_apart(space, context, term[2])):
        return found[0]
    if kind == "ln" and _is_apart(space, context, term[1]):  # defined, so that |ln u| <= c + u
        return found[0]
    if kind in ("exp", "product") and max(found) == BOUNDED:
        return BOUNDED
    if (kind == "product" or (kind == "exp" and found[0] == 1)) and _are_normal(space, term):
        return max(EXPONENTIAL, *found)
    raise Rejected(f"the expectation need not exist: {kind} of random values is not bounded")


def _exponent(space: Space, context: Context, term: Term) -> int:
    """Return a whole number that is at least a positive exponent, and at least 1 if not whole."""
    exponent = integer_of(term[2])
    if exponent is not None and exponent >= 0:
        return exponent
    if not is_random(term[2]) and encloses(context, (">", term[2]), 64):
        most = enclose(term[2], context.intervals(), 64).high
        if most < ia.INF:
            return max(1, -int(-most // 1))
        if degree(space, context, term[1]) == BOUNDED:
            return 1
    raise Rejected("the expectation need not exist: power of random values is not bounded")


def _are_normal(space: Space, term: Term) -> bool:
    """Return whether all random values without bounds in a term have a normal law.

    Then e^(c |X|) has all moments, and so have a product of finitely many, and one with powers.
    """
    heads = [_open_head(space, source) for source in space.sources(term)]
    laws = [head.named for head in heads if head is not None]
    return all(law is not None and law[0] == "normal" for law in laws)


# --- exponentials of Laplace and exponential values


def _is_below_rate(space: Space, context: Context, term: Term, bound: frozenset[str]) -> bool:
    """Return whether a term is e^(a X + c), where X has a law of which a is below the rate.

    That is |a| b < 1 for laplace(b), and a < r for exponential(r).
    """
    found = affine(term[1]) if term[0] == "exp" else None
    if found is None or free_names(found[1]) & bound:
        return False
    source, factor, _ = found
    head = _open_head(space, source)
    if head is None or head.named is None:
        return False
    law, (size, *_) = head.named
    if law == "exponential":
        return _is_positive(context, minus(size, factor))
    if law != "laplace":
        return False
    whole = ("abs", factor)
    above, below, both = (
        any(
            _is_positive(context, gap)
            for gap in (minus(_ONE, ("multiply", part, size)), minus(("divide", _ONE, size), part))
        )
        for part in (factor, ("negate", factor), whole)
    )
    return both or (above and below)


def _is_positive(context: Context, term: Term) -> bool:
    """Return whether a number is positive, by its enclosure, a fact, or an open end of a range."""
    if encloses(context, (">", term), 64):
        return True
    known = [fact for kind, fact in context.facts if kind == ">"]
    for name in names(term):
        values, variable = context.box[name], ("symbol", name)
        if isinstance(values.high, Fraction) and not values.high_closed:
            known.append(minus(number(values.high), variable))
        if isinstance(values.low, Fraction) and not values.low_closed:
            known.append(minus(variable, number(values.low)))
    return any(fact == term or is_zero(context, minus(fact, term)) for fact in known)


# --- enclosures


def _is_apart(space: Space, context: Context, term: Term) -> bool:
    """Return whether an enclosure of a random term, over all parameters, has zero outside."""
    values = _enclosed(space, context, term)
    return values is not None and (values.low > 0 or values.high < 0)


def _enclosed(space: Space, context: Context, term: Term) -> ia.Interval | None:
    observations = Observations(space, context)
    try:
        plain = observations.plain(term, None)
        return enclose(plain, observations.context.intervals(), 64)
    except (Rejected, KeyError, ia.Undefined):
        return None
