"""Terms: expressions as the checker sees them, nested tuples read from JSON.

``("number", q)``, ``("constant", "e" or "pi")``, ``("symbol", name)``,
``("sum", index, lower, upper, body)``, and ``(operator, *operands)``.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.functions import FUNCTIONS, exp_ends, pi_ends, power

Term = tuple[Any, ...]
Box = Mapping[str, ia.Interval]
_UNARY: Mapping[str, Callable[[ia.Interval, int], ia.Interval]] = {
    **FUNCTIONS,
    "abs": ia.absolute,
    **{function.__name__: function for function in (ia.negate, ia.floor, ia.ceil, ia.factorial)},
}
_FOLDED: Mapping[str, Callable[[ia.Interval, ia.Interval, int], ia.Interval]] = {
    "max": ia.maximum,
    "min": ia.minimum,
    **{function.__name__: function for function in (ia.add, ia.multiply, ia.divide, ia.binomial)},
}
_DERIVED = {"tan": 1, "erf": 1, "phi": 1, "log": 2}  # what is written as other functions when read
ARITY: Mapping[str, int | None] = {
    **dict.fromkeys(("add", "multiply", "max", "min")),
    **dict.fromkeys(("divide", "power", "binomial"), 2),
    **dict.fromkeys(_UNARY, 1),
    **_DERIVED,
}
MAX_DEPTH = 300  # of a term that is read; of one that a rule makes, twice that
MAX_NODES = 4000  # of the terms of one goal
MAX_WORK = 500_000  # of one certificate: nodes of goals, nodes enclosed, products of monomials
MAX_SUMMANDS = 2000

LEAVES = ("number", "constant", "symbol")
CONTINUOUS = frozenset({*LEAVES, *ARITY} - {"floor", "ceil", "factorial", "binomial"})


class Rejected(Exception):  # noqa: N818 - a verdict on the certificate, not a mistake
    """The certificate does not show what it claims."""


def demand(condition: bool, what: str) -> None:
    """Reject for the reason given, unless a condition holds."""
    if not condition:
        raise Rejected(what)


# --- limits: no certificate keeps the checker busy for long ---------------------------------------

_work_left: ContextVar[list[int] | None] = ContextVar("work_left", default=None)


@contextmanager
def limited_work(left: list[int] | None = None) -> Iterator[None]:
    """Reject within this block once the limit of work is reached.

    The work that is left is counted down in a list of one number, which the caller may keep.
    """
    token = _work_left.set([MAX_WORK] if left is None else left)
    try:
        yield
    finally:
        _work_left.reset(token)


def spend(work: int) -> None:
    """Count work, where it is limited."""
    left = _work_left.get()
    if left is not None:
        left[0] -= work
        if left[0] < 0:
            raise Rejected("the certificate takes too much work")


def measure(terms: Iterable["Term"]) -> None:
    """Reject terms that are too large or too deep together, and count their nodes as work."""
    stack = [(term, 0) for term in terms]
    count = 0
    while stack:
        term, depth = stack.pop()
        count += 1
        if count > MAX_NODES or depth > 2 * MAX_DEPTH:
            raise Rejected("a goal is too large")
        stack += [(child, depth + 1) for child in children(term)]
    spend(count)


# --- reading and rewriting -----------------------------------------------------------------------

_RATIONAL = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")


def read_rational(text: Any) -> Fraction:
    """Return the number that "p" or "p/q" spells in decimal digits, or reject."""
    is_rational = isinstance(text, str) and _RATIONAL.fullmatch(text) and text[-2:] != "/0"
    demand(bool(is_rational), f"no rational number: {text!r:.60}")
    return Fraction(text)


def read_term(data: Any, depth: int = 0) -> Term:
    """Return the term that JSON spells, or reject; what `applied` says is written otherwise."""
    if not isinstance(data, list) or not data or depth > MAX_DEPTH:
        raise Rejected(f"no term: {data!r:.80}")
    kind, *rest = data
    if kind == "number" and len(rest) == 1:
        return ("number", read_rational(rest[0]))
    if kind == "constant" and rest in (["e"], ["pi"]):
        return ("constant", rest[0])
    if kind == "symbol" and len(rest) == 1 and isinstance(rest[0], str):
        return ("symbol", rest[0])
    if kind == "sum" and len(rest) == 4 and isinstance(rest[0], str):
        return ("sum", rest[0], *(read_term(child, depth + 1) for child in rest[1:]))
    if kind in ARITY and rest and ARITY[kind] in (None, len(rest)):
        return applied(kind, *(read_term(child, depth + 1) for child in rest))
    raise Rejected(f"no kind of term: {kind!r:.40} with {len(rest)} entries")


def applied(kind: str, *parts: Term) -> Term:
    """Return an operator applied; e^u is exp(u), and tan, erf, phi, log are sums and quotients."""
    if kind == "power" and parts[0] == ("constant", "e"):
        return ("exp", parts[1])
    if kind == "tan":
        return ("divide", ("sin", *parts), ("cos", *parts))
    if kind == "log":
        return ("divide", ("ln", parts[1]), ("ln", parts[0]))
    if kind == "erf":
        return ("add", number(1), ("negate", ("erfc", *parts)))
    if kind == "phi":
        return ("divide", ("erfc", ("negate", ("divide", *parts, ("sqrt", number(2))))), number(2))
    return (kind, *parts)


def number(value: int | Fraction) -> Term:
    """Return a number as a term."""
    return ("number", value if type(value) is Fraction else Fraction(value))


def children(term: Term) -> tuple[Term, ...]:
    """Return the direct subterms."""
    if term[0] in LEAVES:
        return ()
    return term[2:] if term[0] == "sum" else term[1:]


def names(term: Term) -> frozenset[str]:
    """Return the free symbols."""
    if term[0] == "symbol":
        return frozenset(term[1:])
    if term[0] == "sum":
        return names(term[2]) | names(term[3]) | (names(term[4]) - {term[1]})
    return frozenset().union(*map(names, children(term)))


def is_continuous(term: Term) -> bool:
    """Return whether a term has operations only that are continuous wherever they are defined."""
    return term[0] in CONTINUOUS and all(map(is_continuous, children(term)))


def replace(term: Term, changes: Mapping[Term, Term]) -> Term:
    """Return the term with subterms replaced, all at once; a sum must bind none of the symbols."""
    if term in changes:
        return changes[term]
    if term[0] in LEAVES:
        return term
    if term[0] == "sum":
        bound = names(("symbol", term[1]))
        met = any(bound & (names(old) | names(new)) for old, new in changes.items())
        demand(not met, "a replacement would meet the index of a sum")
        return ("sum", term[1], *(replace(child, changes) for child in term[2:]))
    return (term[0], *(replace(child, changes) for child in term[1:]))


# --- enclosure ----------------------------------------------------------------------------------

DEAR = 20  # sums and products of few bits that take as long as one of those below
_COSTLY = ("erfc", "factorial", "binomial")


def integer_of(term: Term) -> int | None:
    """Return the integer that a term is written as, or None."""
    if term[0] == "number" and term[1].denominator == 1:
        return int(term[1])
    if term[0] == "negate":
        inner = integer_of(term[1])
        return None if inner is None else -inner
    return None


def enclose(term: Term, box: Box, bits: int) -> ia.Interval:
    """Return an interval with all values of the term over the box; Undefined if one is missing."""
    kind = term[0]
    precision = 1 + bits // 256
    spend(precision * (DEAR * precision if kind in _COSTLY else 1))
    if kind == "number":
        return ia.rounded(term[1], term[1], bits, term[1] != 0)
    if kind == "constant":
        low, high = pi_ends(bits) if term[1] == "pi" else exp_ends(ia.ONE, bits)
        return ia.Interval(low, high)
    if kind == "symbol":
        if term[1] not in box:
            raise Rejected(f"the symbol {term[1]!r} has no range")
        return box[term[1]]
    if kind == "sum":
        return enclose(written_out(term, box, bits), box, bits)
    if kind == "power":
        exponent = integer_of(term[2])
        base = enclose(term[1], box, bits)
        if exponent is None:
            known = enclose(term[2], box, bits)
            is_small = -ia.LARGEST_POWER <= known.low == known.high <= ia.LARGEST_POWER
            is_usual = base.excludes_zero() and not base.is_infinite()
            if not is_small or known.low % 1 or not is_usual:
                return power(base, known, bits)
            exponent = int(known.low)
        return ia.integer_power(base, exponent, bits)
    values = [enclose(child, box, bits) for child in term[1:]]
    if kind in _UNARY:
        return _UNARY[kind](values[0], bits)
    result = values[0]
    for value in values[1:]:
        result = _FOLDED[kind](result, value, bits)
    return result


def written_out(term: Term, box: Box, bits: int) -> Term:
    """Return a sum between integers that are known as the sum of its terms."""
    ends = [enclose(child, box, bits) for child in term[2:4]]
    if any(end.low != end.high or end.low not in (round(end.low),) for end in ends):
        raise ia.Undefined("a sum needs known integer ends")
    first, last = (int(end.low) for end in ends)
    if last - first >= MAX_SUMMANDS:
        raise ia.Undefined("a sum has too many terms")
    index: Term = ("symbol", term[1])
    items = (replace(term[4], {index: number(at)}) for at in range(first, last + 1))
    return ("add", number(0), number(0), *items)


# --- obligations and derivatives ----------------------------------------------------------------

Claim = tuple[str, Term]  # t >= 0, t > 0, t != 0, t = 0; "ok": t is enclosed, so it is defined


def obligations(term: Term) -> list[Claim]:
    """Return claims, inner ones first, under which the term is defined."""
    inner = children(term) if term[0] != "sum" else ()
    found = [claim for child in inner for claim in obligations(child)]
    own = _OBLIGATIONS[term[0]](*term[1:]) if term[0] in _OBLIGATIONS else ()
    enclosed: list[Claim] = [("ok", term)] if term[0] in ("sum", "factorial", "binomial") else []
    return list(dict.fromkeys([*found, *own, *enclosed]))


def _power_obligations(base: Term, exponent: Term) -> list[Claim]:
    whole = integer_of(exponent)
    if whole is not None:
        return [("!=", base)] if whole < 0 else []
    is_positive = not names(exponent) and enclose(exponent, {}, 64).low > 0
    return [(">=" if is_positive else ">", base)]


_OBLIGATIONS: Mapping[str, Callable[..., list[Claim]]] = {
    "divide": lambda top, bottom: [("!=", bottom)],
    "ln": lambda u: [(">", u)],
    "sqrt": lambda u: [(">=", u)],
    "power": _power_obligations,
}


def presumptions(term: Term) -> list[Claim]:
    """Return those obligations without which the term may have a value all the same.

    x^n has one at a negative x where n is an integer, and not only where x is positive.
    """
    inner = children(term) if term[0] != "sum" else ()
    found = [claim for child in inner for claim in presumptions(child)]
    if term[0] == "power" and integer_of(term[2]) is None and not _is_no_integer(term[2]):
        found += _power_obligations(term[1], term[2])
    return list(dict.fromkeys(found))


def _is_no_integer(exponent: Term) -> bool:
    if names(exponent):
        return False
    values = enclose(exponent, {}, 64)
    return bool(math.ceil(values.low) > values.high)


def _product(*factors: Term) -> Term:
    return number(0) if number(0) in factors else _joined("multiply", number(1), factors)


def _sum(*terms: Term) -> Term:
    return _joined("add", number(0), terms)


def _joined(kind: str, neutral: Term, parts: Iterable[Term]) -> Term:
    kept = [part for part in parts if part != neutral]
    return neutral if not kept else kept[0] if len(kept) == 1 else (kind, *kept)


def _minus(term: Term) -> Term:
    return term if term == number(0) else ("negate", term)


def _over(top: Term, bottom: Term) -> Term:
    return top if top == number(0) or bottom == number(1) else ("divide", top, bottom)


def derivative(term: Term, name: str) -> Term:
    """Return the derivative; defined points of it are points of differentiability of the term."""
    kind = term[0]
    if name not in names(term):
        return number(0)
    if kind == "symbol":
        return number(1)
    is_known = kind in (*_SLOPES, "add", "negate", "multiply", "divide", "power")
    demand(is_known, f"{kind} is not differentiated")
    parts, inner = term[1:], [derivative(child, name) for child in term[1:]]
    if kind in _SLOPES:
        return _product(_SLOPES[kind](term[1]), inner[0])
    if kind == "add":
        return _sum(*inner)
    if kind == "negate":
        return _minus(inner[0])
    if kind == "multiply":
        places = enumerate(inner)
        return _sum(*(_product(*parts[:at], slope, *parts[at + 1 :]) for at, slope in places))
    first, second = parts
    if kind == "divide":
        other = _over(_product(first, inner[1]), ("power", second, number(2)))
        return _sum(_over(inner[0], second), _minus(other))
    if inner[1] != number(0):
        by_base = _over(_product(second, inner[0]), first)
        return _product(term, _sum(_product(inner[1], ("ln", first)), by_base))
    whole = integer_of(second)
    if whole == 1:
        return inner[0]
    less = ("add", second, number(-1)) if whole is None else number(whole - 1)
    return _product(second, ("power", first, less), inner[0])


_AT_ZERO: Term = ("divide", number(-2), ("sqrt", ("constant", "pi")))  # the slope of erfc
_SLOPES: Mapping[str, Callable[[Term], Term]] = {
    "exp": lambda u: ("exp", u),
    "ln": lambda u: ("divide", number(1), u),
    "sqrt": lambda u: ("divide", number(1), ("multiply", number(2), ("sqrt", u))),
    "sin": lambda u: ("cos", u),
    "cos": lambda u: ("negate", ("sin", u)),
    "arctan": lambda u: ("divide", number(1), ("add", number(1), ("power", u, number(2)))),
    "erfc": lambda u: ("multiply", _AT_ZERO, ("exp", ("negate", ("power", u, number(2))))),
}
