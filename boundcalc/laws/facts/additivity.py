r"""Additivity: the probability of a union of events that the text calls disjoint.

Main definitions
----------------
`additive_facts`: what is known of the unions of a relation.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import add

from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.said import are_disjoint
from boundcalc.laws.inequalities.unions import unions_of
from boundcalc.laws.terms import Term, TermKind
from boundcalc.reader.names import canonical
from boundcalc.tex.tokens import Kind, Token

DISJOINT = "additivity over events that the text calls disjoint"


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
