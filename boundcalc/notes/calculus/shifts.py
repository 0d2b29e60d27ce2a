"""Rows with sums that differ by single terms at their ends, or by a shift of their index.

Main definitions
----------------
`shifted_attempts`: the ways to show a row with one sum put in as another one and single terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from boundcalc.derivations.rows import Step
from boundcalc.language.expressions import Relation
from boundcalc.laws.calculus.shifts import SPLIT, shifted_sums
from boundcalc.laws.instances import symbols_of
from boundcalc.laws.laws import Law
from boundcalc.notes.presumptions import Attempt, lawful_step, substituted, tentative_names
from boundcalc.obligations.definedness import where_defined
from boundcalc.situations.situations import Certainty, Domained, Origin

_SUM = r"\sum"


def shifted_attempts(step: Step) -> Iterator[Attempt]:
    """Yield the ways to prove a step with a sum put in as another one and single terms."""
    if step.context is None or sum(_SUM in it.latex for it in step.row.relation.symbols()) < 1:
        return
    laws, lawful = lawful_step(step)
    yield from _shifted(step, step, ())
    if laws and lawful.row.relation != step.row.relation:
        yield from _shifted(step, lawful, laws)


def _shifted(step: Step, case: Step, laws: tuple[Law, ...]) -> Iterator[Attempt]:
    source, tentative = case.row.sign.source, frozenset(tentative_names(case))
    relations = [case.row.relation, *(item.relation for item in case.assumptions)]
    found = shifted_sums(symbols_of(relations), case.scope, source, tentative)
    for item in found:
        law = Law(item.term, item.value, SPLIT)
        own = substituted(case, {law.term: law.value})
        known = _with_domains(own, item.needed)
        claims = [replace(known, row=replace(own.row, relation=it)) for it in item.needed]
        yield Attempt(step, (own, *claims), (*laws, law))
        presumed, defined = where_defined(own)
        if defined:
            yield Attempt(step, (*defined, *claims), (*laws, law), presumed)


def _with_domains(step: Step, needed: Iterable[Relation]) -> Step:
    """Return a step that knows of the letters at the ends of its sums from where their domains are.

    In the row they stand in terms that are not read.
    """
    context = step.context
    if context is None:
        return step
    domains = dict(context.domains)
    for symbol in {it for relation in needed for it in relation.symbols()}:
        latex = symbol.latex or symbol.name
        guessed = Origin(step.line, "the end of a sum", Certainty.GUESSED)
        item = context.situation.domains.get(latex, Domained(latex, symbol.domain, guessed))
        domains.setdefault(symbol.name, item)
    return replace(step, context=replace(context, domains=domains))
