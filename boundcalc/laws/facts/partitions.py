r"""Expectations over an event and its complement: together they are the whole expectation.

Main definitions
----------------
`partition_facts`: what is known of the expectations with indicators in a relation.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from boundcalc.language.expressions import Relation
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.inequalities.indicators import indicated
from boundcalc.laws.terms import TermKind
from boundcalc.reader.names import canonical

PARTS = "an event and its complement are everything"


def partition_facts(terms: Terms) -> Iterator[Fact]:
    """Yield that two expectations with indicators are the one without them together."""
    means = terms.of(TermKind.EXPECTATION)
    parts = [
        (symbol, term, found)
        for symbol, term in means
        if (found := indicated(term.bodies[0].text)) is not None
    ]
    for (one, first, left), (two, second, right) in combinations(parts, 2):
        rests = [canonical(terms.tokens(it[0])[:-1]) for it in (left, right)]
        events = [terms.event(it[1]) for it in (left, right)]
        if rests[0] != rests[1] or events[0] is None or events[1] is None:
            continue
        (key, is_turned), (other, is_other) = events[0], events[1]
        if key != other or is_turned == is_other:
            continue
        for whole, term in means:
            heads = {(it.head, it.tail) for it in (first, second, term)}
            if len(heads) == 1 and canonical(terms.tokens(term.bodies[0].text)[:-1]) == rests[0]:
                yield Fact(Relation(whole, Sense.EQ, one + two), PARTS)
