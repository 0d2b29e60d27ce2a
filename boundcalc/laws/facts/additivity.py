r"""Additivity: the probability of a union of events that the text calls disjoint.

``\Pr[X \in S]`` is ``\sum_{y \in S} \Pr[X = y]``, where the text speaks of discrete values,
and the section of no densities.

Main definitions
----------------
`additive_facts`: what is known of the unions of a relation. `value_facts`: of sets of values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from operator import add

from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.said import are_disjoint, squeezed
from boundcalc.laws.inequalities.unions import unions_of
from boundcalc.laws.terms import Term, TermKind, read_term
from boundcalc.reader.names import canonical
from boundcalc.tex.tokens import Kind, Token

DISJOINT = "additivity over events that the text calls disjoint"
VALUES = "additivity over the values of a discrete random variable"
_IN = re.compile(
    r"(?P<what>.+)\\in(?P<set>(?:\\math(?:cal|bb|scr)\{[A-Z]\}|\\[A-Z](?![a-zA-Z])|[A-Z])'?)"
)
_OVER = re.compile(r"\\sum(?:\\limits)?_\{(?P<letter>[a-z])\\in(?P<set>[^{}]+(?:\{[A-Z]\})?'?)\}")
_HEADING = re.compile(r"\\(?:chapter|section|subsection)\*?\s*\{|^[ \t]*#{1,4}[ \t]", re.M)
_CONTINUOUS = re.compile(
    r"(?i)\bcontinuous|densit|gaussian|\bnormal(?:ly)?\b|\blaplace\b|uncountabl|lebesgue"
    r"|\\mathcal\s*\{?\s*N|\\(?:mathrm|text|operatorname|mathsf)\{(?:Exp|Lap|Unif|N|Beta|Gamma)"
    r"|\breal[ -]valued|\breal random|\buniform(?:ly)?\s+(?:\w+\s+){0,2}on\s+\$\s*[\[(]|\binterval"
)
_DISCRETE = re.compile(
    r"(?i)\bdiscrete\b|\bmass functions?\b|\bpmf\b|\b(?:finite|countable)\s+(?:\w+\s+)?"
    r"(?:range|set|domain|alphabet|space|outputs?|support|universe|case)\b"
)


def additive_facts(terms: Terms) -> Iterator[Fact]:
    """Yield what the probabilities of unions of disjoint events are."""
    for symbol, total, event in unions_of(terms.relation, terms.source):
        if are_disjoint((event,), terms.before):
            yield Fact(Relation(symbol, Sense.EQ, total), DISJOINT)
    for symbol, term in terms.of(TermKind.PROBABILITY):
        events = _united(terms, term)
        parts = [_chance(terms, term, event) for event in events]
        known = [it for it in parts if it is not None]
        if len(events) > 1 and len(known) == len(events) and are_disjoint(events, terms.before):
            united: Expression = reduce(add, known)
            yield Fact(Relation(symbol, Sense.EQ, united), DISJOINT)


def value_facts(terms: Terms) -> Iterator[Fact]:
    """Yield that the probability of a set is the sum of those of its elements."""
    start = max((it.end() for it in _HEADING.finditer(terms.before)), default=0)
    sums = terms.of(TermKind.SUM)
    is_discrete = _DISCRETE.search(terms.before) is not None
    if not sums or not is_discrete or _CONTINUOUS.search(terms.before[start:]) is not None:
        return
    for symbol, term in terms.of(TermKind.PROBABILITY):
        event = _IN.fullmatch(squeezed(term.bodies[0].text))
        if event is None:
            continue
        for total, over in sums:
            found = _OVER.fullmatch(squeezed(over.head))
            body = re.sub(r"^\s*\((.*)\)\s*$", r"\1", over.bodies[0].text, flags=re.DOTALL)
            inner = read_term(Symbol(body, latex=body), terms.source)
            if found is None or inner is None or inner.kind is not TermKind.PROBABILITY:
                continue
            is_alike = (inner.head, inner.tail) == (term.head, term.tail)
            letter, what = found["letter"], event["what"]
            is_point = squeezed(inner.bodies[0].text) in (f"{what}={letter}", f"{letter}={what}")
            is_free = re.search(rf"(?<![A-Za-z\\]){letter}(?![A-Za-z])", what + term.tail) is None
            if is_alike and is_point and is_free and found["set"] == event["set"]:
                yield Fact(Relation(symbol, Sense.EQ, total), VALUES)


def _united(terms: Terms, term: Term) -> tuple[str, ...]:
    """Return the events that are united, each one name; none where one is another."""
    pieces: list[list[Token]] = [[]]
    for token in terms.tokens(term.bodies[0].text)[:-1]:
        if token.key == r"\cup":
            pieces.append([])
        else:
            pieces[-1].append(token)
    is_plain = all(it and it[0].kind is Kind.NAME and it[0].key.isupper() for it in pieces)
    is_short = all(len(it) == 1 or it[1].kind is Kind.SUB for it in pieces)
    names = tuple(canonical(it) for it in pieces) if is_plain and is_short else ()
    return names if len(set(names)) == len(names) else ()


def _chance(terms: Terms, whole: Term, event: str) -> Symbol | None:
    """Return the probability of an event as the relation has it."""
    for symbol, term in terms.of(TermKind.PROBABILITY):
        is_alike = (term.head, term.tail) == (whole.head, whole.tail)
        if is_alike and canonical(terms.tokens(term.bodies[0].text)[:-1]) == event:
            return symbol
    return None
