"""Schemes for values with a named law: what an event about one value has as its chance, moments.

The laws are laplace(b), exponential(r), normal(mu, sigma) with the standard deviation sigma,
uniform(a, b) between two numbers, binomial(n, p), and dice(m), each integer from 1 to m with
one chance. Each formula is an integral of the density, or a finite sum; the conditions are that the
parameters are those of a law, and where the end lies.
"""

from collections.abc import Callable, Mapping

from boundcalc.checker.goals import Context, is_whole, minus
from boundcalc.checker.probability.model import Model, symbol
from boundcalc.checker.probability.schemes import Derive, Step
from boundcalc.checker.probability.space import Head, Source, Space
from boundcalc.checker.probability.terms import affine, is_random
from boundcalc.checker.terms import Claim, Term, applied, demand, integer_of, number

Case = tuple[list[Claim], Term]  # under which conditions, which value
ZERO, ONE, TWO = number(0), number(1), number(2)


def by_tail(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """Pr[X >= c], Pr[X <= c], Pr[|X| >= c] and Pr[X = c] of a value with a named law, as a formula.

    Where c is random and independent of X, what holds given c is integrated (Fubini): E[1[X >= c]]
    is the mean of the formula, of which the conditions hold at all outcomes. This is not for X = c.

    With laplace(b): e^(-c/b) / 2 for c >= 0, 1 - e^(c/b) / 2 below zero, e^(-c/b) of |X| >= c; with
    exponential(r): e^(-r c) for c >= 0; with normal(mu, sigma): phi((mu - c) / sigma); with
    uniform(a, b): (b - c) / (b - a) for c from a to b; a single value has no chance. With
    binomial(n, p), of one value k from 0 to n: (n over k) p^k (1 - p)^(n - k), and also for p from
    0 to 1 where n >= 1: (1 - p)^n of none, p^n of all. With dice(m): 1/m of one from 1 to m.
    """
    case, term = step["case"], model.term(step["term"])
    cases = tail_cases(context, model.space, term)
    demand(type(case) is int and 0 <= case < len(cases), "no chance is known of this event")
    _, value, level = _sides(model.space, term)  # type: ignore[misc]
    if is_random(level):
        own, other = map(model.space.sources, (value, level))
        model.space.demand_apart(context, own, other, step["statement"])
    return _shown(model, context, step, cases[case], depth)


def by_moment(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """E X^k of a value with a named law, for k from 1 to 4, E |X| of laplace(b), E e^(a X + c).

    laplace(b): 0, 2 b^2, 0, 24 b^4, and b of |X|; exponential(r): k! / r^k; normal(mu, sigma): mu,
    mu^2 + sigma^2, mu^3 + 3 mu sigma^2, mu^4 + 6 mu^2 sigma^2 + 3 sigma^4; uniform(a, b): the sum
    of a^i b^(k - i) for i from 0 to k over k + 1; binomial(n, p): n p, n p (1 - p) + (n p)^2.

    E e^(a X) with laplace(b): 1 / (1 - a^2 b^2) for |a| b < 1; exponential(r): r / (r - a) for
    a < r; normal(mu, sigma): e^(a mu + a^2 sigma^2 / 2); uniform(l, h): (e^(a h) - e^(a l)) /
    (a (h - l)) for a > 0 or a < 0; binomial(n, p): (1 - p + p e^a)^n.
    """
    found = moment_case(context, model.space, model.term(step["term"]))
    demand(found is not None, "this moment is not known")
    assert found is not None
    return _shown(model, context, step, found, depth)


def _shown(model: Model, context: Context, step: Step, case: Case, depth: int) -> Claim:
    claims, value = case
    proofs = step["proofs"]
    demand(isinstance(proofs, list) and len(proofs) == len(claims), "a condition has one proof")
    for claim, proof in zip(claims, proofs, strict=True):
        model.pointwise(context, claim, proof, depth)
    if is_random(value):
        demand(model.term(step["value"]) == value, "another formula")
        value = symbol(step["value"])
    return ("=", minus(symbol(step["term"]), value))


def tail_cases(context: Context, space: Space, term: Term) -> list[Case]:
    """Return the formulas for the chance of an event about one value, each with its conditions."""
    found = _sides(space, term)
    if found is None:
        return []
    side, value, level = found
    source = value[1] if value[0] == "abs" else value
    law, terms = space.heads[source[1]].named  # type: ignore[misc]
    if term[1][0] == "=":
        is_known = source == value and not is_random(level)
        return _of_one_value(context, law, terms, level) if is_known else []
    if source != value:
        return _of_absolute(side, law, terms, level)
    return _TAILS[law](side, terms, level) if law in _TAILS else []


def _sides(space: Space, term: Term) -> tuple[str, Term, Term] | None:
    """Return where a value with a named law lies in an event, it, and with what it is compared."""
    if term[0] != "indicator" or term[1][0] not in (">=", ">", "="):
        return None
    gap = term[1][1]
    if gap[0] != "add" or len(gap) != 3 or gap[2][0] != "negate":
        return None
    first, second = gap[1], gap[2][1]
    for side, value, level in (("above", first, second), ("below", second, first)):
        if _head(space, value[1] if value[0] == "abs" else value) is not None:
            return side, value, level
    return None


def moment_case(context: Context, space: Space, term: Term) -> Case | None:
    """Return the formula for a moment, with its conditions, or None."""
    inner, order = term, 1
    if term[0] == "exp":
        return _exponential_case(context, space, term[1])
    if term[0] == "power":
        inner, order = term[1], integer_of(term[2]) or 0
    is_absolute = inner[0] == "abs" and order == 1
    head = _head(space, inner[1] if is_absolute else inner)
    if head is None or not 1 <= order <= 4:
        return None
    law, terms = head.named  # type: ignore[misc]
    if is_absolute or law == "dice":
        return (_valid(law, terms), terms[0]) if law == "laplace" else None
    if law == "binomial":
        if order > 2 or not is_whole(context, terms[0]):
            return None
        mean = _times(*terms)
        second = _plus(_times(mean, minus(ONE, terms[1])), _power(mean, 2))
        return _valid(law, terms), mean if order == 1 else second
    return _valid(law, terms), _MOMENTS[law](order, *terms)


def _exponential_case(context: Context, space: Space, exponent: Term) -> Case | None:
    """Return the mean of e^(a X + c), with its conditions, or None."""
    found = affine(exponent)
    head = None if found is None else _head(space, found[0])
    if head is None:
        return None
    law, terms = head.named  # type: ignore[misc]
    _, factor, constant = found  # type: ignore[misc]
    case = _GENERATING[law](context, factor, *terms) if law in _GENERATING else None
    if case is None:
        return None
    claims, value = case
    is_pure = constant == ZERO
    return [*_valid(law, terms), *claims], value if is_pure else _times(("exp", constant), value)


def _head(space: Space, source: Source) -> Head | None:
    head = space.heads.get(source[1]) if source[0] == "random" else None
    return head if head is not None and head.named is not None else None


def _valid(law: str, terms: tuple[Term, ...]) -> list[Claim]:
    """Return what must hold of the parameters of a law."""
    if law == "uniform":
        return [(">", minus(terms[1], terms[0]))]
    if law == "binomial":
        return [(">=", terms[0]), (">=", terms[1]), (">=", minus(ONE, terms[1]))]
    return [(">", terms[-1])]


def _plus(*terms: Term) -> Term:
    return ("add", *terms)


def _times(*terms: Term) -> Term:
    return ("multiply", *terms)


def _power(term: Term, exponent: int) -> Term:
    return ("power", term, number(exponent))


def _over(first: Term, second: Term) -> Term:
    return ("divide", first, second)


# --- chances --------------------------------------------------------------------------------------


def _of_one_value(context: Context, law: str, terms: tuple[Term, ...], level: Term) -> list[Case]:
    if law not in ("binomial", "dice"):
        return [(_valid(law, terms), ZERO)]
    n, p = terms[0], terms[-1]
    if not is_whole(context, level) or not is_whole(context, n):
        return []
    if law == "dice":
        return [([(">=", minus(level, ONE)), (">=", minus(n, level))], _over(ONE, n))]
    ends = [(ZERO, minus(ONE, p)), (n, p)]
    valid: list[Claim] = [*_valid(law, terms), (">=", minus(n, ONE))]
    cases = [([*valid, ("=", minus(level, end))], ("power", base, n)) for end, base in ends]
    claims: list[Claim] = [(">", p), (">", minus(ONE, p)), (">=", level), (">=", minus(n, level))]
    rest: Term = ("power", minus(ONE, p), minus(n, level))
    return [*cases, (claims, _times(("binomial", n, level), ("power", p, level), rest))]


def _of_absolute(side: str, law: str, terms: tuple[Term, ...], level: Term) -> list[Case]:
    if law != "laplace":
        return []
    decay = ("exp", ("negate", _over(level, terms[0])))
    claims = [*_valid(law, terms), (">=", level)]
    return [(claims, decay if side == "above" else minus(ONE, decay))]


def _of_laplace(side: str, terms: tuple[Term, ...], level: Term) -> list[Case]:
    (b,) = terms
    valid = _valid("laplace", terms)
    near, far = (">=", ("negate", level)), (">=", level)
    if side == "below":  # as likely as above the opposite level
        level, near, far = ("negate", level), far, near
    decay = ("exp", ("negate", _over(level, b)))
    grown = ("exp", _over(level, b))
    return [
        ([*valid, far], _over(decay, TWO)),
        ([*valid, near], minus(ONE, _over(grown, TWO))),
    ]


def _of_exponential(side: str, terms: tuple[Term, ...], level: Term) -> list[Case]:
    (rate,) = terms
    claims = [*_valid("exponential", terms), (">=", level)]
    decay = ("exp", ("negate", _times(rate, level)))
    return [(claims, minus(ONE, decay) if side == "below" else decay)]


def _of_normal(side: str, terms: tuple[Term, ...], level: Term) -> list[Case]:
    mean, deviation = terms
    gap = minus(level, mean) if side == "below" else minus(mean, level)
    return [(_valid("normal", terms), applied("phi", _over(gap, deviation)))]


def _of_uniform(side: str, terms: tuple[Term, ...], level: Term) -> list[Case]:
    low, high = terms
    claims = [*_valid("uniform", terms), (">=", minus(level, low)), (">=", minus(high, level))]
    part = minus(level, low) if side == "below" else minus(high, level)
    return [(claims, _over(part, minus(high, low)))]


_TAILS: Mapping[str, Callable[[str, tuple[Term, ...], Term], list[Case]]] = {
    "laplace": _of_laplace,
    "exponential": _of_exponential,
    "normal": _of_normal,
    "uniform": _of_uniform,
}


# --- moments --------------------------------------------------------------------------------------


def _normal_moment(order: int, mean: Term, deviation: Term) -> Term:
    """Return E X^k = mu E X^(k-1) + (k - 1) sigma^2 E X^(k-2), by integration by parts."""
    if order < 2:
        return mean if order else ONE
    first, second = (_normal_moment(order - k, mean, deviation) for k in (1, 2))
    rest = _times(number(order - 1), _power(deviation, 2), second)
    return _plus(_times(mean, first), rest)


def _uniform_moment(order: int, low: Term, high: Term) -> Term:
    parts = [_times(_power(low, i), _power(high, order - i)) for i in range(1, order)]
    return _over(_plus(_power(high, order), *parts, _power(low, order)), number(order + 1))


_MOMENTS: Mapping[str, Callable[..., Term]] = {
    "laplace": lambda order, b: _times(number((1, 0, 2, 0, 24)[order]), _power(b, order)),
    "exponential": lambda order, r: _over(number((1, 1, 2, 6, 24)[order]), _power(r, order)),
    "normal": _normal_moment,
    "uniform": _uniform_moment,
}


# --- exponential moments: conditions beside those of the law, and the mean of e^(a X) -------------


def _of_laplace_exponent(context: Context, a: Term, b: Term) -> Case:
    ends = [(">", minus(ONE, _times(sign, b))) for sign in (a, ("negate", a))]
    return ends, _over(ONE, minus(ONE, _times(_power(a, 2), _power(b, 2))))


def _of_exponential_exponent(context: Context, a: Term, rate: Term) -> Case:
    return [(">", minus(rate, a))], _over(rate, minus(rate, a))


def _of_normal_exponent(context: Context, a: Term, mean: Term, deviation: Term) -> Case:
    square = _over(_times(_power(a, 2), _power(deviation, 2)), TWO)
    return [], ("exp", _plus(_times(a, mean), square))


def _of_uniform_exponent(context: Context, a: Term, low: Term, high: Term) -> Case:
    ends = (("exp", _times(a, high)), ("exp", _times(a, low)))
    return [("!=", a)], _over(minus(*ends), _times(a, minus(high, low)))


def _of_binomial_exponent(context: Context, a: Term, n: Term, p: Term) -> Case | None:
    if not is_whole(context, n):
        return None
    return [], ("power", _plus(minus(ONE, p), _times(p, ("exp", a))), n)


_GENERATING: Mapping[str, Callable[..., Case | None]] = {
    "laplace": _of_laplace_exponent,
    "exponential": _of_exponential_exponent,
    "normal": _of_normal_exponent,
    "uniform": _of_uniform_exponent,
    "binomial": _of_binomial_exponent,
}
