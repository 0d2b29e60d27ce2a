"""The rules of proof: each turns a goal into goals that together imply it.

A goal is a claim about a term at every point of a context: a box of ranges, and facts.
The claim says that the term is defined there, and what its sign is.
Facts hold and are defined at the points in question; that is what they are.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import replace as changed
from fractions import Fraction
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.normal import Normalizer
from boundcalc.checker.terms import (
    Claim,
    Rejected,
    Term,
    children,
    derivative,
    enclose,
    integer_of,
    measure,
    names,
    number,
    obligations,
    read_rational,
    read_term,
    replace,
)

KINDS = (">=", ">", "!=", "=", "ok")
MAX_BITS = 2000


@dataclass(frozen=True)
class Range:
    """The values of one variable: an interval of the reals, or of the integers."""

    low: ia.End
    high: ia.End
    low_closed: bool
    high_closed: bool
    integer: bool = False

    def interval(self) -> ia.Interval:
        """Return the smallest interval around the range."""
        low, high = self.low, self.high
        if self.integer:  # the ends move inward, and belong to the range then
            low = _whole(low, math.ceil, self.low_closed, 1)
            high = _whole(high, math.floor, self.high_closed, -1)
            return ia.Interval(low, high)
        is_open = (low == 0 and not self.low_closed) or (high == 0 and not self.high_closed)
        return ia.Interval(low, high, is_open)

    def contains(self, value: Fraction) -> bool:
        """Return whether a number belongs to the range."""
        above = value > self.low or (value == self.low and self.low_closed)
        below = value < self.high or (value == self.high and self.high_closed)
        return above and below and (not self.integer or value.denominator == 1)


def _whole(end: ia.End, rounded: Callable[[Any], int], closed: bool, inward: int) -> ia.End:
    if not isinstance(end, Fraction):
        return end
    whole = Fraction(rounded(end))
    return whole + inward if whole == end and not closed else whole


@dataclass(frozen=True)
class Context:
    """Where a goal is claimed: ranges of the variables, and facts."""

    box: Mapping[str, Range]
    facts: tuple[Claim, ...] = ()

    def intervals(self) -> dict[str, ia.Interval]:
        """Return the ranges as intervals."""
        return {name: values.interval() for name, values in self.box.items()}

    def with_range(self, name: str, values: Range) -> "Context":
        """Return the context with one range replaced."""
        return Context({**self.box, name: values}, self.facts)

    def with_fact(self, *facts: Claim) -> "Context":
        """Return the context with more facts."""
        return Context(self.box, (*self.facts, *facts))

    def without(self, name: str) -> "Context":
        """Return the context without a variable and the facts about it."""
        box = {key: values for key, values in self.box.items() if key != name}
        return Context(box, tuple(fact for fact in self.facts if name not in names(fact[1])))


Goal = tuple[Context, Claim]
Step = Mapping[str, Any]


def minus(first: Term, second: Term) -> Term:
    """Return the difference as a term."""
    return ("add", first, ("negate", second))


def encloses(context: Context, claim: Claim, bits: int) -> bool:
    """Return whether an enclosure over the box shows the claim."""
    try:
        values = enclose(claim[1], context.intervals(), bits)
    except ia.Undefined:
        return False
    return {
        ">=": values.low >= 0,
        ">": values.low > 0 or (values.low >= 0 and values.nonzero),
        "!=": values.excludes_zero(),
        "=": values.low == values.high == 0,
        "ok": True,
    }[claim[0]]


def is_zero(context: Context, term: Term) -> bool:
    """Return whether the term is zero at all points of the context at which it is defined."""
    return Normalizer(lambda part: is_positive(context, part)).is_zero(term)


def is_positive(context: Context, term: Term) -> bool:
    """Return whether a term is positive by a fact or by its enclosure."""
    return (">", term) in context.facts or encloses(context, (">", term), 64)


def _defined(context: Context, term: Term) -> list[Goal]:
    return [(context, claim) for claim in obligations(term)]


def _demand(condition: bool, what: str) -> None:
    if not condition:
        raise Rejected(what)


def _range(context: Context, step: Step) -> tuple[str, Range]:
    name = step.get("variable")
    _demand(isinstance(name, str) and name in context.box, f"no variable {name!r}")
    assert isinstance(name, str)
    return name, context.box[name]


def _fact(context: Context, index: Any) -> Claim:
    _demand(type(index) is int and 0 <= index < len(context.facts), f"no fact {index!r:.40}")
    return context.facts[index]


def _term(context: Context, data: Any) -> Term:
    """Read a term about the variables of the context, and no other symbol."""
    term = read_term(data)
    _demand(names(term) <= context.box.keys(), "a symbol has no range")
    return term


def _bits(step: Step) -> int:
    bits = step.get("bits", 64)
    _demand(type(bits) is int and 8 <= bits <= MAX_BITS, "bits out of range")
    return int(bits)


def _flag(step: Step, key: str) -> bool:
    flag = step.get(key, False)
    _demand(isinstance(flag, bool), f"{key} is neither true nor false")
    return bool(flag)


def _slope(term: Term, name: str) -> Term:
    slope = derivative(term, name)
    measure([slope])
    return slope


# --- leaves -------------------------------------------------------------------------------------


def rule_enclose(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """The enclosure over the box has the sign claimed."""
    _demand(encloses(context, claim, _bits(step)), f"the enclosure does not show {claim[0]} 0")
    return []


def rule_identity(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """The term is zero by its normal form."""
    _demand(claim[0] in (">=", "=") and is_zero(context, claim[1]), "not identically zero")
    return _defined(context, claim[1])


def rule_exclude(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """A fact fails on the whole box, so that there is no point to check."""
    kind, term = _fact(context, step.get("fact"))
    negative: Claim = (">" if kind in (">=", "=") else ">=", ("negate", term))
    opposite = [negative] if kind != "=" else [negative, (">", term)]
    _demand(kind in (">=", ">", "="), "only a sign can be excluded")
    bits = _bits(step)
    _demand(any(encloses(context, item, bits) for item in opposite), "the fact may hold")
    return []


def rule_fact(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """The claim is a fact, up to normal form."""
    kind, term = _fact(context, step.get("fact"))
    _demand((kind, claim[0]) in _IMPLIED, "the fact says something else")
    _demand(term == claim[1] or is_zero(context, minus(term, claim[1])), "the fact differs")
    return _defined(context, claim[1])


_IMPLIED = {
    (">=", ">="),
    (">", ">"),
    (">", ">="),
    (">", "!="),
    ("!=", "!="),
    ("=", "="),
    ("=", ">="),
}


# --- logic --------------------------------------------------------------------------------------


def rule_sign(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """Not zero, because positive or because negative."""
    _demand(claim[0] == "!=", "only for not zero")
    return [(context, (">", ("negate", claim[1]) if _flag(step, "negative") else claim[1]))]


def rule_both(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """Zero, because neither negative nor positive."""
    _demand(claim[0] == "=", "only for equality")
    return [(context, (">=", claim[1])), (context, (">=", ("negate", claim[1])))]


def rule_cut(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """Prove something else first, and use it."""
    _demand(step.get("kind") in KINDS, "no such kind of claim")
    lemma: Claim = (step["kind"], _term(context, step.get("term")))
    return [(context, lemma), (context.with_fact(lemma), claim)]


def rule_forget(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """Claim it without some of the facts, at more points."""
    dropped = step.get("facts")
    _demand(isinstance(dropped, list) and bool(dropped), "no facts are named")
    assert isinstance(dropped, list)
    unwanted = {index for index in dropped if _fact(context, index)}
    kept = tuple(fact for index, fact in enumerate(context.facts) if index not in unwanted)
    return [(Context(context.box, kept), claim)]


def rule_cases(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """A maximum, minimum or absolute value is one of its operands."""
    term = _term(context, step.get("term"))
    _demand(term[0] in ("max", "min", "abs"), "no cases of this term")
    goals = _defined(context, term)
    if term[0] == "abs":
        choices = [
            (term[1], [(">=", term[1])]),
            (("negate", term[1]), [(">=", ("negate", term[1]))]),
        ]
    else:
        choices = []
        for place, chosen in enumerate(term[1:]):
            others = [other for index, other in enumerate(term[1:]) if index != place]
            sides = [(chosen, other) if term[0] == "max" else (other, chosen) for other in others]
            choices.append((chosen, [(">=", minus(*side)) for side in sides]))
    for chosen, facts in choices:
        inner = _replaced(context, {term: chosen}).with_fact(*facts)
        goals.append((inner, (claim[0], replace(claim[1], {term: chosen}))))
    return goals


def rule_compare(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """One of two terms is the greater, or they are equal, which is the first case."""
    first, second = _term(context, step.get("first")), _term(context, step.get("second"))
    sides = ((">=", minus(first, second)), (">", minus(second, first)))
    choices = [(context.with_fact(side), claim) for side in sides]
    return [*_defined(context, first), *_defined(context, second), *choices]


def rule_parts(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """A product, quotient, power, root or sum of positive parts is positive; exp always is.

    A logarithm is positive where its argument is greater than 1.
    """
    kind, term = claim
    _demand(kind in (">=", ">"), "only for a sign")
    if term[0] in ("multiply", "add"):
        return [(context, (kind, part)) for part in term[1:]]
    if term[0] == "divide":
        return [(context, (kind, term[1])), (context, (">", term[2]))]
    if term[0] in ("power", "sqrt"):
        return [(context, (">", term[1])), *_defined(context, term)]
    if term[0] == "exp":
        return _defined(context, term)
    if term[0] == "ln":
        return [(context, (kind, minus(term[1], number(1))))]
    raise Rejected("no parts to look at")


def _replaced(context: Context, changes: Mapping[Term, Term]) -> Context:
    facts = tuple((kind, replace(term, changes)) for kind, term in context.facts)
    return Context(context.box, facts)


def rule_floor(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """A floor (ceiling) is a new integer k with u - 1 < k <= u (u <= k < u + 1)."""
    term, name = _term(context, step.get("term")), step.get("name")
    _demand(term[0] in ("floor", "ceil"), "no floor or ceiling")
    _demand(isinstance(name, str) and _is_new(context, claim, name), "the name is taken")
    u, k = term[1], ("symbol", name)
    facts: list[Claim] = [(">=", minus(u, k)), (">", minus(k, minus(u, number(1))))]
    if term[0] == "ceil":
        facts = [(">=", minus(k, u)), (">", minus(("add", u, number(1)), k))]
    inner = _replaced(context, {term: k}).with_fact(*facts)
    inner = inner.with_range(str(name), Range(-ia.INF, ia.INF, False, False, True))
    return [*_defined(context, term), (inner, (claim[0], replace(claim[1], {term: k})))]


def _is_new(context: Context, claim: Claim, name: str) -> bool:
    used = names(claim[1]).union(*(names(term) for _, term in context.facts))
    return name not in used and name not in context.box


# --- the box ------------------------------------------------------------------------------------


def rule_split(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """Cut a range in two; the point of the cut belongs to the lower part."""
    name, values = _range(context, step)
    at = read_rational(step.get("at"))
    _demand(
        values.low < at < values.high or (values.integer and values.contains(at)), "cut outside"
    )
    lower = changed(values, high=at, high_closed=True)
    upper = changed(values, low=at, low_closed=False)
    return [(context.with_range(name, part), claim) for part in (lower, upper)]


def rule_end(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """Treat a closed end of a range by itself; the rest of the range is open there."""
    name, values = _range(context, step)
    _demand(step.get("side") in ("low", "high"), "no such side")
    is_low = step["side"] == "low"
    end = values.low if is_low else values.high
    is_closed = values.low_closed if is_low else values.high_closed
    _demand(is_closed and isinstance(end, Fraction) and values.low < values.high, "no closed end")
    rest = changed(values, low_closed=False) if is_low else changed(values, high_closed=False)
    point = changed(values, low=end, high=end, low_closed=True, high_closed=True)
    return [(context.with_range(name, part), claim) for part in (point, rest)]


def rule_pin(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """A variable with one value is that number."""
    name, values = _range(context, step)
    span = values.interval()
    _demand(isinstance(span.low, Fraction) and span.low == span.high, "the range is no point")
    changes = {("symbol", name): number(span.low)}  # type: ignore[arg-type]
    facts = tuple((kind, replace(term, changes)) for kind, term in context.facts)
    box = {key: item for key, item in context.box.items() if key != name}
    return [(Context(box, facts), (claim[0], replace(claim[1], changes)))]


def rule_bound(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """Shrink a range to an end that the facts imply."""
    name, values = _range(context, step)
    end, closed = read_rational(step.get("value")), _flag(step, "closed")
    kind = ">=" if closed else ">"
    variable: Term = ("symbol", name)
    if step.get("side") == "high":
        goal = (context, (kind, minus(number(end), variable)))
        smaller = changed(values, high=end, high_closed=closed)
    else:
        _demand(step.get("side") == "low", "no such side")
        goal = (context, (kind, minus(variable, number(end))))
        smaller = changed(values, low=end, low_closed=closed)
    _demand(smaller.low <= smaller.high, "the range would be empty")
    return [goal, (context.with_range(name, smaller), claim)]


def rule_relax(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """Claim it for all reals between the integers of a range."""
    name, values = _range(context, step)
    span = values.interval()
    ends = isinstance(span.low, Fraction), isinstance(span.high, Fraction)
    return [(context.with_range(name, Range(span.low, span.high, *ends)), claim)]


def rule_substitute(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """Write a variable as a + b u, 1/u, exp(u) or u^2 with a new variable u.

    With "shift", an integer is a + u with an integer a, so that u is an integer.
    """
    name, values = _range(context, step)
    new = step.get("name")
    _demand(isinstance(new, str) and _is_new(context, claim, new), "the name is taken")
    u: Term = ("symbol", new)
    goals: list[Goal] = []
    form = step.get("form")
    if form in ("affine", "shift"):
        a, is_shift = _term(context, step.get("a")), form == "shift"
        b = number(1) if is_shift else _term(context, step.get("b"))
        _demand(name not in names(a) | names(b), "the variable stands in its own substitution")
        _demand(not is_shift or is_whole(context, a), "the shift is not known to be an integer")
        goals = [(context, ("ok", a)), (context, (">", b))]
        value: Term = ("add", a, u) if is_shift else ("add", a, ("multiply", b, u))
        span = Range(-ia.INF, ia.INF, False, False, is_shift and values.integer)
    else:
        _demand(values.low >= 0, "the variable may be negative")
        value, span = _inverse_range(str(form), u, values)
    changes = {("symbol", name): value}
    facts = tuple((kind, replace(term, changes)) for kind, term in context.facts)
    ends = _range_facts(value, values) if form in ("affine", "shift") else []
    box = {key: item for key, item in context.box.items() if key != name}
    inner = Context({**box, str(new): span}, (*facts, *ends))
    return [*goals, (inner, (claim[0], replace(claim[1], changes)))]


def _inverse_range(form: str, u: Term, values: Range) -> tuple[Term, Range]:
    """Return the substituted term and a range of u that reaches the whole range."""
    excludes_zero = values.low > 0 or not values.low_closed
    if form == "reciprocal":
        _demand(excludes_zero, "the variable may be zero")
        low = 1 / values.high if isinstance(values.high, Fraction) else ia.ZERO
        high = 1 / values.low if isinstance(values.low, Fraction) and values.low else ia.INF
        is_closed = values.high_closed and isinstance(values.high, Fraction)
        return ("divide", number(1), u), Range(
            low, high, is_closed, values.low_closed and high < ia.INF
        )
    if form == "exp":
        _demand(excludes_zero, "the variable may be zero")
        low_end = ia.ln_ends(values.low, 64)[0] if values.low > 0 else -ia.INF  # type: ignore[arg-type]
        high_end = ia.ln_ends(values.high, 64)[1] if isinstance(values.high, Fraction) else ia.INF
        return ("exp", u), Range(low_end, high_end, low_end > -ia.INF, high_end < ia.INF)
    _demand(form == "square", "no such substitution")
    low = ia.sqrt_ends(values.low, 64)[0] if isinstance(values.low, Fraction) else ia.ZERO
    high = ia.sqrt_ends(values.high, 64)[1] if isinstance(values.high, Fraction) else ia.INF
    is_open_zero = values.low == 0 and not values.low_closed
    return ("power", u, number(2)), Range(low, high, not is_open_zero, high < ia.INF)


def is_whole(context: Context, term: Term) -> bool:
    """Return whether a term has integer values: sums and products of integers."""
    if term[0] == "symbol":
        return term[1] in context.box and context.box[term[1]].integer
    if term[0] in ("add", "multiply", "negate"):
        return all(is_whole(context, child) for child in term[1:])
    return integer_of(term) is not None


def _range_facts(value: Term, values: Range) -> list[Claim]:
    facts: list[Claim] = []
    if isinstance(values.low, Fraction):
        facts.append((">=" if values.low_closed else ">", minus(value, number(values.low))))
    if isinstance(values.high, Fraction):
        facts.append((">=" if values.high_closed else ">", minus(number(values.high), value)))
    return facts


# --- algebra ------------------------------------------------------------------------------------


def rule_factor(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """The term is a positive factor times another term of the same sign."""
    factor, other = _term(context, step.get("factor")), _term(context, step.get("other"))
    _demand(claim[0] != "ok", "nothing to factor")
    product: Term = ("multiply", factor, other)
    _demand(is_zero(context, minus(claim[1], product)), "the product differs from the term")
    return [*_defined(context, claim[1]), (context, (">", factor)), (context, (claim[0], other))]


def rule_combine(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """The term is at least a combination of facts with multipliers that are not negative.

    With `strict`, the first fact is strict and its multiplier positive, so that for a strict claim
    the rest need not be positive.
    """
    pairs = step.get("multipliers")
    _demand(
        claim[0] in (">=", ">") and isinstance(pairs, list) and bool(pairs), "nothing to combine"
    )
    assert isinstance(pairs, list)
    goals: list[Goal] = []
    rest, is_strict = claim[1], _flag(step, "strict")
    for place, pair in enumerate(pairs):
        _demand(isinstance(pair, list) and len(pair) == 2, "a multiplier needs a fact")
        kind, term = _fact(context, pair[0])
        factor = _term(context, pair[1])
        _demand(kind in (">=", ">", "="), "the fact has no sign")
        is_first = is_strict and place == 0
        _demand(kind == ">" or not is_first, "the first fact is not strict")
        sign = ">" if is_first else ">="
        goals.append((context, ("ok" if kind == "=" else sign, factor)))
        rest = minus(rest, ("multiply", factor, term))
    left = ">=" if is_strict else claim[0]
    return [*goals, *_defined(context, claim[1]), (context, (left, rest))]


def _sides(claim: Claim) -> tuple[Term, Term]:
    kind, term = claim
    is_difference = term[0] == "add" and len(term) == 3 and term[2][0] == "negate"
    _demand(kind in (">=", ">") and is_difference, "the term is no difference of two sides")
    return term[1], term[2][1]


def rule_logarithm(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """Compare the logarithms of two positive sides."""
    right, left = _sides(claim)
    logs: Claim = (claim[0], minus(("ln", right), ("ln", left)))
    return [(context, (">", right)), (context, (">", left)), (context, logs)]


def rule_square(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """Compare the squares, where the greater side is not negative."""
    right, left = _sides(claim)
    squares = minus(("power", right, number(2)), ("power", left, number(2)))
    return [(context, (">=", right)), *_defined(context, left), (context, (claim[0], squares))]


# --- calculus -----------------------------------------------------------------------------------


def rule_monotone(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """The slope in a variable has a sign, so the term is least at one end of it.

    The end is a finite end of the range, or a bound on the variable that a fact gives.
    With `strict`, the slope is strict and the end itself is not in the range, so that a term that
    is not negative at the end is positive.
    """
    name, values = _range(context, step)
    _demand(claim[0] in (">=", ">"), "only for a sign")
    slope = _slope(claim[1], name)
    towards = step.get("end")
    variable: Term = ("symbol", name)
    if towards in ("low", "high"):
        is_low = towards == "low"
        end_value, is_closed = (
            (values.low, values.low_closed) if is_low else (values.high, values.high_closed)
        )
        _demand(isinstance(end_value, Fraction), "the end is infinite")
        end, kept = number(end_value), None  # type: ignore[arg-type]
        outer = Context(context.box, _preserved(context, name, is_low, None))
        open_range = Range(values.low, values.high, False, False)
        shut = changed(
            open_range,
            low_closed=is_low or values.low_closed,
            high_closed=not is_low or values.high_closed,
        )
        at_end = context.without(name)
    else:
        kept = towards
        end, is_low, is_closed = _bound_of(_fact(context, kept), variable)
        outer = Context(context.box, _preserved(context, name, is_low, kept))
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
    is_strict = _flag(step, "strict")
    _demand(not is_strict or (not is_closed and claim[0] == ">"), "the end belongs to the range")
    steep: Goal = (outer.with_range(name, open_range), (">" if is_strict else ">=", sign))
    least: Goal = (
        at_end,
        (">=" if is_strict else claim[0], replace(claim[1], {variable: end})),
    )
    return [*_defined(outer.with_range(name, shut), claim[1]), steep, least]


def _bound_of(fact: Claim, variable: Term) -> tuple[Term, bool, bool]:
    """Return E from a fact E - v >= 0 or v - E >= 0, whether it bounds below, whether closed."""
    kind, term = fact
    _demand(kind in (">=", ">") and term[0] == "add" and len(term) == 3, "the fact is no bound")
    if term[2] == ("negate", variable):
        end, is_low = term[1], False
    else:
        _demand(term[1] == variable and term[2][0] == "negate", "the fact is no bound")
        end, is_low = term[2][1], True
    _demand(variable[1] not in names(end), "the bound depends on the variable")
    return end, is_low, kind == ">="


def _preserved(context: Context, name: str, is_low: bool, kept: Any) -> tuple[Claim, ...]:
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


def rule_concave(step: Step, context: Context, claim: Claim) -> list[Goal]:
    """The term is concave in a variable, so it is least at one of the two ends."""
    name, values = _range(context, step)
    _demand(claim[0] in (">=", ">"), "only for a sign")
    ends = [values.low, values.high]
    _demand(all(isinstance(end, Fraction) for end in ends), "an end is infinite")
    outer = Context(context.box, context.without(name).facts)
    inside = outer.with_range(name, Range(values.low, values.high, False, False))
    shut = outer.with_range(name, Range(values.low, values.high, True, True))
    at_ends = [
        (context.without(name), (claim[0], replace(claim[1], {("symbol", name): number(end)})))  # type: ignore[arg-type]
        for end in ends
    ]
    slope = _slope(claim[1], name)
    defined = [*_defined(shut, claim[1]), *_defined(inside, slope)]
    return [*defined, (inside, (">=", ("negate", _slope(slope, name)))), *at_ends]


RULES: Mapping[str, Callable[[Step, Context, Claim], list[Goal]]] = {
    "enclose": rule_enclose,
    "identity": rule_identity,
    "exclude": rule_exclude,
    "fact": rule_fact,
    "sign": rule_sign,
    "both": rule_both,
    "cut": rule_cut,
    "forget": rule_forget,
    "cases": rule_cases,
    "compare": rule_compare,
    "parts": rule_parts,
    "floor": rule_floor,
    "split": rule_split,
    "end": rule_end,
    "pin": rule_pin,
    "bound": rule_bound,
    "relax": rule_relax,
    "substitute": rule_substitute,
    "factor": rule_factor,
    "combine": rule_combine,
    "logarithm": rule_logarithm,
    "square": rule_square,
    "monotone": rule_monotone,
    "concave": rule_concave,
}
