"""Tactics about integers: induction, and sums, factorials and binomial coefficients."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from boundcalc.checker.terms import Term, children, names, number
from boundcalc.proving.terms import to_json
from boundcalc.proving.view import Try, View

KINDS = ("sum", "factorial", "binomial")
ONE = number(1)


def discrete(view: View) -> list[Term]:
    """Return the sums, factorials and binomial coefficients with variables, outermost first."""
    terms = [view.term, *(fact for _, fact in view.context.facts)]
    return list(dict.fromkeys(found for term in terms for found in _parts(term)))


def _parts(term: Term) -> Iterator[Term]:
    if term[0] in KINDS and names(term):
        yield term
        return
    for child in children(term):
        yield from _parts(child)


def write_out(view: View, found: list[Term]) -> Iterator[Try]:
    """Write out what stands in the goal, and name what stands in the facts."""
    hypotheses = [part for _, fact in view.context.facts for part in _parts(fact)]
    for term in found:
        less = next((part for part in hypotheses if _follows(part, term)), None)
        if less is not None:
            before = less[3] if less[0] == "sum" else less[1]
            yield Try({"rule": "unfold", "term": to_json(term), "less": to_json(before)})
            return
    for term in found:
        if term in hypotheses and term[0] == "sum":
            name = view.memory.new_name("s")
            yield Try({"rule": "name", "term": to_json(term), "name": name})
            return
    for term in found:
        steps = list(_replacements(view, term))
        yield from steps
        if steps:
            return
    yield from induct(view, found)


def _replacements(view: View, term: Term) -> Iterator[Try]:
    if term[0] == "binomial":
        yield Try({"rule": "unfold", "term": to_json(term)})
    elif term[0] == "factorial":
        name = view.memory.new_name("f")
        yield Try({"rule": "factorial", "term": to_json(term), "name": name})
        yield from least(view, term)
    elif not names(term[2]) | names(term[3]):
        yield Try({"rule": "unfold", "term": to_json(term)})


def least(view: View, term: Term) -> Iterator[Try]:
    """Split off the least integer, at which the bounds of a factorial may be too weak."""
    for name in sorted(names(term)):
        span = view.context.box[name].interval()
        if isinstance(span.low, Fraction) and span.low < 12:
            yield Try({"rule": "split", "variable": name, "at": str(span.low)})


def _follows(part: Term, term: Term) -> bool:
    """Return whether a term is a sum (factorial) with one more summand (factor) than another."""
    if part[0] != term[0] or part[0] == "binomial" or len(str(part)) >= len(str(term)):
        return False
    return part[0] != "sum" or (part[1], part[2], part[4]) == (term[1], term[2], term[4])


def induct(view: View, found: list[Term]) -> Iterator[Try]:
    """Use induction on a variable in the upper end of a sum."""
    for term in found:
        if term[0] != "sum":
            continue
        for name in sorted(names(term[3])):
            values = view.context.box[name]
            span: Any = values.interval()
            if values.integer and isinstance(span.low, Fraction):
                yield Try({"rule": "induction", "variable": name}, 0.9)
