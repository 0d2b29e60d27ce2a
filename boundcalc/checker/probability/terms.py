"""Random terms: what a number is an expectation of, as nested tuples read from JSON.

A random term is a term of the checker that may also hold

- ``("random", head, *indices)``: a random value, with an index for each place of a family,
- ``("run", algorithm, component, replaced)``: a part of what an algorithm returns on its family,
  or on the family with one record replaced: ``((index, ...), random value)``, else None; with an
  index at the end where there is a run for each first index of the family,
- ``("fixed", name)``: a function that is not random,
- ``("apply", function, *arguments)``: its value, or that of a random function,
- ``("average", law, function)``: the mean of a function over a fresh value of a law,
- ``("indicator", event)``: 1 where the event happens, else 0,
- ``("sum", index, lower, upper, body)`` and ``("product", index, lower, upper, body)``,
- ``("greatest", index, lower, upper, body)``: the greatest of zero and the values of the body.

Numbers that are not random (parameters, other expectations) are symbols.
An event is a relation, as a claim about a random term, or ``("and", ...)``, ``("or", ...)``,
``("not", event)``.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from boundcalc.checker.goals import minus
from boundcalc.checker.terms import (
    ARITY,
    LEAVES,
    MAX_DEPTH,
    Rejected,
    Term,
    applied,
    number,
    read_term,
)

BINDERS = ("sum", "product", "greatest")
OBSERVED = ("random", "run", "apply", "average")
JUNCTORS = ("and", "or", "not")
_RELATIONS = {"<=": (">=", False), "<": (">", False), ">=": (">=", True), ">": (">", True)}
_RELATIONS |= {"=": ("=", True), "!=": ("!=", True)}
Event = tuple[Any, ...]


def read_random(data: Any, depth: int = 0) -> Term:
    """Return the random term that JSON spells, or reject; e^u is read as exp(u)."""
    if not isinstance(data, list) or not data or depth > MAX_DEPTH:
        raise Rejected(f"no random term: {data!r:.80}")
    kind, *rest = data
    if kind in LEAVES:
        return read_term(data)
    if kind == "random" and rest and isinstance(rest[0], str):
        return ("random", rest[0], *map(_read_index, rest[1:]))
    if kind == "fixed" and len(rest) == 1 and isinstance(rest[0], str):
        return ("fixed", rest[0])
    if kind == "apply" and len(rest) > 1:
        return ("apply", *(read_random(part, depth + 1) for part in rest))
    if kind == "average" and len(rest) == 2 and isinstance(rest[0], str):
        return ("average", rest[0], read_random(rest[1], depth + 1))
    if kind == "run" and len(rest) in (3, 4) and all(isinstance(name, str) for name in rest[:2]):
        return ("run", rest[0], rest[1], _read_replaced(rest[2]), *map(_read_index, rest[3:]))
    if kind == "indicator" and len(rest) == 1:
        return ("indicator", read_event(rest[0], depth + 1))
    if kind in BINDERS and len(rest) == 4 and isinstance(rest[0], str):
        ends = (read_term(rest[1]), read_term(rest[2]))
        return (kind, rest[0], *ends, read_random(rest[3], depth + 1))
    if kind in ARITY and rest and ARITY[kind] in (None, len(rest)):
        return applied(kind, *(read_random(child, depth + 1) for child in rest))
    raise Rejected(f"no kind of random term: {kind!r:.40} with {len(rest)} entries")


def _read_index(data: Any) -> Term:
    index = read_term(data)
    if index[0] not in ("number", "symbol"):
        raise Rejected("an index is a number or a symbol")
    return index


def _read_replaced(data: Any) -> tuple[tuple[Term, ...], Term] | None:
    if data is None:
        return None
    place, value = data
    record = read_random(value)
    if record[0] != "random" or not isinstance(place, list):
        raise Rejected("a record is replaced by a random value, at a place with indices")
    return tuple(map(_read_index, place)), record


def read_event(data: Any, depth: int = 0) -> Event:
    """Return the event that JSON spells, or reject."""
    if not isinstance(data, list) or not data or depth > MAX_DEPTH:
        raise Rejected(f"no event: {data!r:.80}")
    kind, *rest = data
    if kind in _RELATIONS and len(rest) == 2:
        left, right = (read_random(side, depth + 1) for side in rest)
        sense, is_left_greater = _RELATIONS[kind]
        return (sense, minus(left, right) if is_left_greater else minus(right, left))
    if kind in JUNCTORS and (kind != "not" or len(rest) == 1):
        return (kind, *(read_event(part, depth + 1) for part in rest))
    raise Rejected(f"no kind of event: {kind!r:.40}")


def parts(term: Term) -> tuple[Any, ...]:
    """Return what a random term or an event is made of, one level down, indices included."""
    kind = term[0]
    if kind in (*LEAVES, "fixed"):
        return ()
    if kind in ("random", "average"):
        return term[2:]
    if kind == "run":
        return term[4:] if term[3] is None else (*term[3][0], term[3][1])
    return term[2:] if kind in BINDERS else term[1:]


def rebuilt(term: Term, new: Iterator[Any]) -> Term:
    """Return a random term or an event with other parts, in the order of `parts`."""
    kind = term[0]
    if kind in (*LEAVES, "fixed"):
        return term
    if kind == "run":
        found = tuple(new)
        if term[3] is None:
            return (*term[:4], *found)
        return (*term[:3], (found[:-1], found[-1]))
    if kind in ("random", "average", *BINDERS):
        return (*term[:2], *new)
    return (kind, *new)


def free_names(term: Term) -> frozenset[str]:
    """Return the free symbols of a random term or an event."""
    if term[0] == "symbol":
        return frozenset((term[1],))
    found = [free_names(part) for part in parts(term)]
    if term[0] in BINDERS:
        return found[0] | found[1] | (found[2] - {term[1]})
    return frozenset().union(*found)


def all_parts(term: Any) -> Iterator[Any]:
    """Yield a random term or an event, and all that it is made of."""
    yield term
    for part in parts(term):
        yield from all_parts(part)


def nameless(term: Any, bound: tuple[str, ...] = ()) -> Any:
    """Return what terms that differ in the names of bound indices alone have in common."""
    kind = term[0]
    if kind == "symbol" and term[1] in bound:
        return ("bound", bound.index(term[1]))  # how many binders stand between: no term is so
    if kind not in BINDERS:
        return rebuilt(term, (nameless(part, bound) for part in parts(term)))
    *ends, body = parts(term)
    return (kind, *(nameless(end, bound) for end in ends), nameless(body, (term[1], *bound)))


def is_random(term: Any) -> bool:
    """Return whether anything random, or a function, stands in a term."""
    return term[0] in (*OBSERVED, "indicator", "fixed") or any(map(is_random, parts(term)))


def all_bound(term: Any) -> frozenset[str]:
    """Return the names that sums and products in a random term bind."""
    return frozenset(part[1] for part in all_parts(term) if part[0] in BINDERS)


def affine(term: Term) -> tuple[Term, Term, Term] | None:
    """Return X, a and c where a term is a X + c, with one random value X and numbers, or None."""
    kind = term[0]
    if kind == "random":
        return term, number(1), number(0)
    places = [place for place, part in enumerate(term) if place and is_random(part)]
    if kind not in ("add", "negate", "multiply", "divide") or len(places) != 1:
        return None
    (place,) = places
    found = None if kind == "divide" and place == 2 else affine(term[place])
    if found is None:
        return None
    source, factor, constant = found
    if kind == "add":
        return source, factor, _rebuilt(term, place, constant, number(0))
    inner = constant if constant == number(0) else _rebuilt(term, place, constant, number(1))
    return source, _rebuilt(term, place, factor, number(1)), inner


def _rebuilt(term: Term, place: int, part: Term, neutral: Term) -> Term:
    """Return a term with another part at a place, which is left out where it changes nothing."""
    if term[0] in ("add", "multiply") and part == neutral:
        rest = (*term[1:place], *term[place + 1 :])
        return rest[0] if len(rest) == 1 else (term[0], *rest)
    return (*term[:place], part, *term[place + 1 :])


def changed(term: Any, change: Callable[[Any], Any]) -> Any:
    """Return a random term or an event with what `change` gives, unless that is None."""
    new = change(term)
    return rebuilt(term, (changed(part, change) for part in parts(term))) if new is None else new


def put(term: Term, changes: Mapping[Term, Term]) -> Any:
    """Return a random term with random values replaced, all at once.

    What is under a sum must not hold a random value with the index that the sum binds; callers see
    to it, since `sources` shows such values with an unknown index.
    """
    return changed(term, changes.get)
