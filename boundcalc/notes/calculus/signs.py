"""Rows proved with the signs of names that a text defines as sizes: these are at least 0.

Main definitions
----------------
`signed_attempts`: the ways to show a row with these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain

from boundcalc.derivations.rows import Step
from boundcalc.judgements import LAW
from boundcalc.language.domains import NONNEGATIVE, REAL
from boundcalc.language.expressions import Expression, Number, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Terms
from boundcalc.laws.private.sensitivities import sensitivities, sensitivity_signs
from boundcalc.laws.private.weights import weight_signs
from boundcalc.notes.calculus.facts import fact_attempts
from boundcalc.notes.presumptions import (
    Attempt,
    attempts,
    clear_from,
    lawful_step,
    premise_of,
    substituted,
    tentative_names,
)
from boundcalc.obligations.definedness import where_defined


def signed_attempts(step: Step) -> Iterator[Attempt]:
    """Yield the ways to prove a step in which a name that is a size by its definition has a sign.

    Names whose domains a text states have that domain anyway.
    """
    if step.context is None or not sensitivities(step.row.sign.source.document):
        return
    lawful = lawful_step(step)[1]
    row, whole = lawful.row, step.display.whole
    tentative = frozenset(tentative_names(step))
    place = (whole.source.text, whole.start, clear_from(step))
    terms = Terms(row.relation, step.scope, row.sign.source, tentative, *place)
    found = [*sensitivity_signs(terms), *weight_signs(terms)]
    left = (it.relation.left for it in found)
    sizes = [it for it in left if isinstance(it, Symbol) and it.domain == REAL]
    if not sizes:
        return
    values: dict[Expression, Expression] = {}
    values.update((name, replace(name, domain=NONNEGATIVE)) for name in sizes)
    premises = tuple(premise_of(LAW, it.relation, step.line, it.name) for it in found)
    names = frozenset(name.name for name in sizes)
    own = substituted(step, values)
    laws, lawful = lawful_step(own)
    presumed, defined = where_defined(own)
    plain = Attempt(own, defined, (), presumed) if defined else Attempt(own, (own,))
    ways = chain([plain], attempts(own, laws, lawful), fact_attempts(own, laws, lawful))
    for way in ways:
        cases = tuple(substituted(case, values) for case in way.cases if not _is_void(case, names))
        yield replace(way, step=step, cases=cases, defined=(*premises, *way.defined))


def _is_void(case: Step, names: frozenset[str]) -> bool:
    """Return whether a case assumes that a size is negative."""
    return any(
        isinstance(it.relation.left, Symbol)
        and it.relation.left.name in names
        and it.relation.sense is Sense.LT
        and it.relation.right == Number(Fraction(0))
        for it in case.assumptions
    )
