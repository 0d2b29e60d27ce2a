"""Goals as certificates spell them, proofs of goals, and points at which relations hold or fail."""

from collections.abc import Mapping
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Goal, Range, is_shown, is_zero, minus, opposite
from boundcalc.checker.registry import ALL_RULES
from boundcalc.checker.terms import (
    Claim,
    Term,
    demand,
    measure,
    names,
    number,
    obligations,
    presumptions,
    read_rational,
    read_term,
    replace,
)

MAX_NESTING = 180
_RANGE_KEYS = {"low", "high", "low_closed", "high_closed", "integer"}
_SENSES = {"<=": (">=", False), "<": (">", False), ">=": (">=", True), ">": (">", True)}


def read_goal(data: Mapping[str, Any]) -> Goal:
    """Return the context and the claim that a certificate is about."""
    box = {name: read_range(values) for name, values in data["variables"].items()}
    facts = tuple(read_claim(relation) for relation in data["assumptions"])
    claim = read_claim(data["conclusion"])
    used = names(claim[1]).union(*(names(term) for _, term in facts))
    demand(used <= box.keys(), "a symbol has no range")
    return Context(box, facts), claim


def read_range(data: Mapping[str, Any]) -> Range:
    """Return a range: ends, null where there is none, and flags."""
    low: ia.End = -ia.INF if data["low"] is None else read_rational(data["low"])
    high: ia.End = ia.INF if data["high"] is None else read_rational(data["high"])
    flags = data["low_closed"], data["high_closed"], data.get("integer", False)
    is_proper = all(isinstance(flag, bool) for flag in flags) and data.keys() <= _RANGE_KEYS
    demand(is_proper, "a range has ends, and flags that are true or false")
    return Range(low, high, flags[0] and low > -ia.INF, flags[1] and high < ia.INF, flags[2])


def read_claim(relation: Any) -> Claim:
    """Return a relation as a claim about the difference of its sides."""
    sense, left, right = relation
    first, second = read_term(left), read_term(right)
    if sense in ("=", "!="):
        return (sense, minus(first, second))
    kind, is_swapped = _SENSES[sense]
    return (kind, minus(first, second) if is_swapped else minus(second, first))


def check_proof(goal: Goal, step: Any, depth: int) -> int:
    """Check one step and its children; return their number."""
    demand(depth <= MAX_NESTING, "the proof nests too deep")
    context, claim = goal
    measure(term for _, term in (claim, *context.facts))
    step = {"rule": "enclose"} if step == "auto" else step
    name = step["rule"]
    demand(name in ALL_RULES, f"no rule {name!r:.40} in this version of the checker")
    goals = ALL_RULES[name](step, context, claim)
    children = step.get("children", ())
    counts = len(goals), len(children)
    demand(counts[0] == counts[1], f"{name} leaves {counts[0]} goals but has {counts[1]} proofs")
    pairs = zip(goals, children, strict=True)
    return 1 + sum(check_proof(child, proof, depth + 1) for child, proof in pairs)


# --- points -------------------------------------------------------------------------------------


def read_point(context: Context, data: Mapping[str, Any]) -> Context:
    """Return the context in which each variable has one value of its range."""
    are_numbers = all(isinstance(entry, str) for entry in data.values())
    demand(are_numbers, "a point gives each variable a number")
    return read_box(context, data)


def read_box(context: Context, data: Mapping[str, Any]) -> Context:
    """Return values within the ranges of all variables, numbers or intervals, without facts.

    An interval has its ends behind the index of a fact.
    """
    demand(data.keys() == context.box.keys(), "a point or a box does not give every variable")
    box: dict[str, Range] = {}
    for name, entry in data.items():
        values, texts = context.box[name], [entry] * 2 if isinstance(entry, str) else entry[1:]
        low, high = map(read_rational, texts)
        is_inside = values.contains(low) and values.contains(high)
        demand(is_inside, f"{name:.40} is outside its range")
        is_proper = isinstance(entry, str) or (low < high and not values.integer)
        demand(is_proper, f"{name:.40} has no interval")
        box[name] = Range(low, high, True, True)
    return Context(box)


def holds(where: Context, claim: Claim) -> bool:
    """Return whether a claim certainly holds at a point, or at all points of a box."""
    if is_shown(where, claim, 2000):
        return True
    kind, term = claim
    is_defined = all(is_shown(where, item, 768) for item in obligations(term))
    return kind in (">=", "=") and is_defined and is_zero(where, at_point(where, term))


def at_point(where: Context, term: Term) -> Term:
    """Return a term with a number for each symbol that has one value."""
    values = {name: item.low for name, item in where.box.items() if item.low == item.high}
    return replace(term, {("symbol", name): number(value) for name, value in values.items()})  # type: ignore[arg-type]


def fails(point: Context, claim: Claim) -> bool:
    """Return whether a claim certainly fails there, or its term is certainly undefined.

    Of (-1)^(2n), an obligation that it has a value without says nothing.
    """
    doubtful = presumptions(claim[1])
    needed = [item for item in obligations(claim[1]) if item[0] != "ok" and item not in doubtful]
    return any(fails(point, item) for item in needed) or holds(point, opposite(claim))


def check_failure(goal: Goal, data: Mapping[str, Any]) -> None:
    """Reject a point at which the claim does not fail for certain; of a box, each point of it."""
    context, (kind, term) = goal
    where = read_box(context, data)
    is_false = fails(where, (kind, at_point(where, term)))
    demand(is_false, "the conclusion does not fail at the point for certain")
