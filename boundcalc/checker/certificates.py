"""Certificates: read one, and accept or reject it.

A proof certificate says: for all values of the variables in their ranges that satisfy the
assumptions, the conclusion is defined and holds.
It carries a point that satisfies the assumptions, so that nothing is proved of an empty domain.
A refutation certificate carries a point of the domain, satisfying the assumptions, at which the
conclusion fails.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Goal, Range, encloses, is_zero, minus
from boundcalc.checker.registry import ALL_RULES
from boundcalc.checker.steps import MAX_BITS
from boundcalc.checker.terms import (
    LEAVES,
    Claim,
    Rejected,
    Term,
    enclose,
    limited_work,
    measure,
    names,
    number,
    obligations,
    read_rational,
    read_term,
    replace,
)

MAX_NESTING = 180
AUTOMATIC_BITS = (64, 192)
_GOAL_KEYS = {"variables", "assumptions", "conclusion"}
_KEYS = {"version", "kind", "witness", "proof", "point"} | _GOAL_KEYS
_RANGE_KEYS = {"low", "high", "low_closed", "high_closed", "integer"}
_SENSES = {"<=": (">=", False), "<": (">", False), ">=": (">=", True), ">": (">", True)}


@dataclass(frozen=True)
class Accepted:
    """What an accepted certificate shows: "proof" or "refutation", and the number of steps."""

    kind: str
    steps: int


def check_certificate(certificate: Any) -> Accepted:
    """Accept a certificate, or raise `Rejected` with the reason.

    Parameters
    ----------
    certificate : dict
        Parsed JSON with "version" 1, "kind", "variables", "assumptions", "conclusion", and
        "proof" with "witness", or "point".

    Examples
    --------
    >>> one, x = ["number", "1"], ["symbol", "x"]
    >>> line = {"low": "0", "high": "1", "low_closed": True, "high_closed": True}
    >>> check_certificate({
    ...     "version": 1, "kind": "proof", "variables": {"x": line}, "assumptions": [],
    ...     "conclusion": ["<=", x, one], "witness": {"x": "0"}, "proof": {"rule": "enclose"},
    ... })
    Accepted(kind='proof', steps=1)
    """
    try:
        with limited_work():
            return _check(certificate)
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise Rejected(f"malformed certificate: {error!r:.200}") from error
    except (RecursionError, MemoryError) as error:
        raise Rejected("the certificate is too deep or too large") from error
    except ia.Undefined as error:
        raise Rejected(str(error)) from error


def _check(certificate: Any) -> Accepted:
    if type(certificate["version"]) is not int or certificate["version"] != 1:
        raise Rejected("no certificate of version 1")
    if not certificate.keys() <= _KEYS:
        raise Rejected(f"unknown entries {sorted(certificate.keys() - _KEYS)!r:.80}")
    goal = read_goal(certificate)
    if certificate["kind"] == "refutation":
        _check_refutation(goal, certificate["point"])
        return Accepted("refutation", 1)
    if certificate["kind"] != "proof":
        raise Rejected("a certificate is a proof or a refutation")
    _check_point(goal[0], _point(goal[0], certificate["witness"]))
    return Accepted("proof", _check_proof(goal, certificate["proof"], 0))


def read_goal(data: Mapping[str, Any]) -> Goal:
    """Return the context and the claim that a certificate is about."""
    box = {name: _read_range(values) for name, values in data["variables"].items()}
    facts = tuple(read_claim(relation) for relation in data["assumptions"])
    claim = read_claim(data["conclusion"])
    used = names(claim[1]).union(*(names(term) for _, term in facts))
    if not used <= box.keys():
        raise Rejected("a symbol has no range")
    return Context(box, facts), claim


def _read_range(data: Mapping[str, Any]) -> Range:
    low: ia.End = -ia.INF if data["low"] is None else read_rational(data["low"])
    high: ia.End = ia.INF if data["high"] is None else read_rational(data["high"])
    flags = data["low_closed"], data["high_closed"], data.get("integer", False)
    if not all(isinstance(flag, bool) for flag in flags) or not data.keys() <= _RANGE_KEYS:
        raise Rejected("a range has ends, and flags that are true or false")
    low_closed, high_closed = (
        flags[0] and data["low"] is not None,
        flags[1] and data["high"] is not None,
    )
    return Range(low, high, low_closed, high_closed, flags[2])


def read_claim(relation: Any) -> Claim:
    """Return a relation as a claim about the difference of its sides."""
    sense, left, right = relation
    first, second = read_term(left), read_term(right)
    if sense in ("=", "!="):
        return (sense, minus(first, second))
    kind, is_swapped = _SENSES[sense]
    return (kind, minus(first, second) if is_swapped else minus(second, first))


def _check_proof(goal: Goal, step: Any, depth: int) -> int:
    """Check one step and its children; return their number."""
    if depth > MAX_NESTING:
        raise Rejected("the proof nests too deep")
    context, claim = goal
    measure(term for _, term in (claim, *context.facts))
    if step == "auto":
        if any(encloses(context, claim, bits) for bits in AUTOMATIC_BITS):
            return 1
        raise Rejected(f"no enclosure shows {claim[0]} 0")
    name = step["rule"]
    if name not in ALL_RULES:
        raise Rejected(f"no rule {name!r:.40}")
    goals = ALL_RULES[name](step, context, claim)
    children = step.get("children", ())
    if len(children) != len(goals):
        raise Rejected(f"{name} leaves {len(goals)} goals but has {len(children)} proofs")
    pairs = zip(goals, children, strict=True)
    return 1 + sum(_check_proof(child, proof, depth + 1) for child, proof in pairs)


# --- points -------------------------------------------------------------------------------------


def _point(context: Context, data: Mapping[str, str]) -> Context:
    """Return the context in which each variable has one value of its range."""
    if data.keys() != context.box.keys():
        raise Rejected("the point does not give every variable")
    box: dict[str, Range] = {}
    for name, text in data.items():
        value = read_rational(text)
        if not context.box[name].contains(value):
            raise Rejected(f"{name} = {text:.60} is outside its range")
        box[name] = Range(value, value, True, True)
    return Context(box)


def _holds(point: Context, claim: Claim) -> bool:
    """Return whether a claim certainly holds at a point."""
    for bits in (64, 256, MAX_BITS):
        if encloses(point, claim, bits):
            return True
    kind, term = claim
    is_defined = all(encloses(point, item, 256) for item in obligations(term))
    return kind in (">=", "=") and is_defined and is_zero(point, _at(point, term))


def _at(point: Context, term: Term) -> Term:
    values: dict[Term, Term] = {}
    for name, item in point.box.items():
        assert isinstance(item.low, Fraction)
        values[("symbol", name)] = number(item.low)
    return replace(term, values)


def _settled(point: Context, term: Term) -> Term:
    """Return a term with its exponents as numbers, so that (-1)^(2n) is not called undefined.

    An exponent that is not known as a number must be no integer for certain, or the base positive.
    """
    if term[0] in LEAVES or term[0] == "sum":
        return term
    parts = [_settled(point, child) for child in term[1:]]
    if term[0] == "power" and parts[1][0] != "number":
        values = enclose(parts[1], point.intervals(), MAX_BITS)
        if isinstance(values.low, Fraction) and values.low == values.high:
            parts[1] = number(values.low)
        elif math.ceil(values.low) <= values.high and not encloses(point, (">", parts[0]), 256):
            raise Rejected("an exponent may be an integer, and its base is not positive")
    return (term[0], *parts)


def _fails(point: Context, claim: Claim) -> bool:
    """Return whether a claim certainly fails at a point, or its term is certainly undefined."""
    kind, term = claim
    if any(_fails(point, item) for item in obligations(term) if item[0] != "ok"):
        return True
    if kind == ">=":
        return _holds(point, (">", ("negate", term)))
    if kind == ">":
        return _holds(point, (">=", ("negate", term)))
    return _holds(point, ("!=" if kind == "=" else "=", term))


def _check_point(context: Context, point: Context) -> None:
    for fact in context.facts:
        if not _holds(point, fact):
            raise Rejected("the point does not satisfy the assumptions for certain")


def _check_refutation(goal: Goal, data: Mapping[str, str]) -> None:
    context, claim = goal
    point = _point(context, data)
    _check_point(context, point)
    if not _fails(point, (claim[0], _settled(point, _at(point, claim[1])))):
        raise Rejected("the conclusion does not fail at the point for certain")
