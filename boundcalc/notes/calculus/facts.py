"""Rows proved from facts: what is known of their terms by what the terms are.

Main definitions
----------------
`fact_attempts`: the ways to show a row with these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from boundcalc.derivations.rows import Assumption, Step
from boundcalc.judgements import LAW
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.known import facts_of
from boundcalc.laws.laws import Law
from boundcalc.notes.presumptions import Attempt, clear_from, substituted, tentative_names
from boundcalc.obligations.definedness import where_defined


def fact_attempts(step: Step, laws: tuple[Law, ...], lawful: Step) -> Iterator[Attempt]:
    """Yield the ways to prove a step from what is known of its terms by what they are.

    The laws of its terms, and the step with these, are those of `lawful_step`.
    """
    if step.context is None:
        return
    yield from _from_facts(step, step, ())
    if laws and lawful.row.relation != step.row.relation:
        yield from _from_facts(step, lawful, laws)


def _from_facts(step: Step, lawful: Step, laws: tuple[Law, ...]) -> Iterator[Attempt]:
    """Yield ways to prove a step from what is known of its terms by what they are."""
    row, whole = lawful.row, step.display.whole
    tentative = frozenset(tentative_names(lawful))
    place = (whole.source.text, whole.start, clear_from(step))
    terms = Terms(row.relation, lawful.scope, row.sign.source, tentative, *place)
    found = facts_of(terms)
    plain = [item for item in found if not item.claims]
    for more in ([], *([item] for item in found if item.claims)):
        if more or plain:
            yield from _by_facts(step, lawful, laws, [*plain, *more])


def _by_facts(
    step: Step, lawful: Step, laws: tuple[Law, ...], facts: Sequence[Fact]
) -> Iterator[Attempt]:
    """Yield ways to prove a step from facts: terms that are equal to others are replaced."""
    place = lawful.row.sign
    equal = {it.relation.left: it for it in facts if _is_value(it.relation)}
    inner = frozenset().union(*(it.relation.right.symbols() for it in equal.values()))
    equal = {term: it for term, it in equal.items() if term not in inner}
    others = [it for it in facts if it not in equal.values()]
    known = [Assumption(relation=it.relation, place=place, how=LAW, law=it.name) for it in others]
    own = replace(lawful, assumptions=(*lawful.assumptions, *known))
    own = substituted(own, {term: it.relation.right for term, it in equal.items()})
    claims = [replace(lawful, row=replace(lawful.row, relation=it)) for it in _claims(facts)]
    used = (*laws, *(Law(term, it.relation.right, it.name) for term, it in equal.items()))
    yield Attempt(step, (*claims, own), used)
    presumed, defined = where_defined(own)
    if defined:
        yield Attempt(step, (*claims, *defined), used, presumed)


def _is_value(relation: Relation) -> bool:
    return relation.sense is Sense.EQ and isinstance(relation.left, Symbol)


def _claims(facts: Iterable[Fact]) -> list[Relation]:
    return list(dict.fromkeys(claim for it in facts for claim in it.claims))
