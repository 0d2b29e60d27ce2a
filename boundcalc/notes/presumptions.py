"""What a row of a document that nobody prepared is proved with besides, each named in its verdict.

Laws of the terms in it that are not read; terms compared body by body; and that both of its sides
have a value, which no line says.

Main definitions
----------------
`attempts`: a step with these, case by case, and what they prove. `lawful_attempts`: those in which
laws replace terms, `lawful_step`: the step with these. `varied_attempts`: those in which variances
are expectations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from boundcalc.derivations.rows import Assumption, Step
from boundcalc.judgements import LAW, PRESUMED, Judgement, Premise
from boundcalc.language.domains import POSITIVE
from boundcalc.language.expressions import Expression, Number, Relation, Symbol, rebuild
from boundcalc.language.latex import relation_latex
from boundcalc.language.operators import Sense
from boundcalc.language.text import relation_text
from boundcalc.laws.entropies.informations import NOT_NEGATIVE, ZERO, information_laws_of
from boundcalc.laws.events import IMPLIED, joint_laws_of
from boundcalc.laws.inequalities.bounds_of_sums import TRIANGLE, bounds_of_sums
from boundcalc.laws.inequalities.extrema_of_sums import extremum_bounds
from boundcalc.laws.inequalities.indicators import indicator_bounds
from boundcalc.laws.inequalities.jensen import JENSEN, jensen_bounds
from boundcalc.laws.inequalities.norms import norm_bounds, norms_of_sums
from boundcalc.laws.inequalities.signs import sign_bounds
from boundcalc.laws.inequalities.tails import tail_bounds
from boundcalc.laws.inequalities.termwise import Claim, Comparison, comparisons, is_bound, is_of
from boundcalc.laws.inequalities.unions import UNION, union_bounds
from boundcalc.laws.instances import laws_of
from boundcalc.laws.laws import CLOSED, Law
from boundcalc.laws.moments import moment_laws_of
from boundcalc.laws.terms import is_term
from boundcalc.obligations.definedness import (
    conditions,
    of_cases,
    where_defined,
    where_positive,
)
from boundcalc.obligations.obligations import satisfiable
from boundcalc.prose.usage import guessed_domain, speaks_against
from boundcalc.situations.situations import Certainty, Domained, Origin

_BODY_BY_BODY = (
    comparisons, bounds_of_sums, indicator_bounds, tail_bounds, sign_bounds, extremum_bounds,
)  # fmt: skip
_VAGUE = re.compile(
    r"(?i)probab|w\.?\s?h?\.?p\.|\bevents?\b|condition|\bfix|\bsuppose|\bassume|\bif\b|\bwhen"
    r"|\bon the"
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """Cases of a step that together prove it, by laws of its terms.

    The terms are replaced by what the laws say that they are, in the row and in what it assumes.
    """

    step: Step
    cases: tuple[Step, ...]
    laws: tuple[Law, ...] = ()
    conditions: tuple[Relation, ...] = ()
    fact: Assumption | None = None  # that the cases before the last one prove
    defined: tuple[Premise, ...] = ()  # what was put in for names in terms

    def proved(self, judgements: Sequence[Judgement]) -> Judgement:
        """Return the proof of the step that the proofs of its cases make."""
        line = self.step.line
        needs = (item for law in self.laws for item in law.needs)
        needed = dict.fromkeys((*self.conditions, *needs))
        presumed = [premise_of(PRESUMED, item, line) for item in needed]
        found = of_cases(judgements, presumed)
        row = self.step.row.relation
        names = row.names().union(*(item.relation.names() for item in self.step.assumptions))
        premises = tuple(
            premise_of(LAW, law.relation, line, law.name)
            for law in self.laws
            if law.relation.names() & names
        )
        premises = tuple(dict.fromkeys((*self.defined, *premises)))
        if self.fact is not None:
            fact = premise_of(LAW, self.fact.relation, line, self.fact.law)
            premises = tuple(dict.fromkeys((*premises, fact)))
        has_facts = self.fact is not None or any(
            item.how == LAW for case in self.cases for item in case.assumptions
        )
        is_empty = (self.laws or has_facts) and row.left != row.right
        return replace(
            found,
            premises=(*found.premises, *premises),
            rests_on=(*found.rests_on, *map(str, premises)),
            says_nothing="" if is_empty else found.says_nothing,
        )


def attempts(step: Step, laws: tuple[Law, ...], lawful: Step) -> Iterator[Attempt]:
    """Yield ways to prove a step of a document that nobody prepared, the plainest first.

    The laws of its terms, and the step with these, are those of `lawful_step`.
    """
    yield from _in_forms(step, laws, lawful)
    yield from varied_attempts(step)
    yield from _compared(step, step, ())
    if laws and lawful.row.relation != step.row.relation:
        yield from _compared(step, lawful, laws)


def lawful_attempts(step: Step) -> Iterator[Attempt]:
    """Yield those ways to prove a step that bring its terms into other forms as a whole."""
    return _in_forms(step, *lawful_step(step))


def lawful_step(step: Step) -> tuple[tuple[Law, ...], Step]:
    """Return the laws of the terms of a step, and the step with what they say."""
    laws = _laws(step)
    lawful = by_laws(step, laws)
    given = tuple(item.relation for item in lawful.assumptions)
    told = {it.latex for item in step.equations for it in item.relation.symbols()}
    is_told = any(told & {it.latex for it in law.value.symbols()} for law in _closed(laws))
    if is_told or (
        any(law.needs for law in laws) and not satisfiable(given)
    ):  # nowhere has it a value
        laws = _laws(step, closes=False)
        return laws, by_laws(step, laws)
    return laws, lawful


def _in_forms(step: Step, laws: tuple[Law, ...], lawful: Step) -> Iterator[Attempt]:
    if laws and lawful.row.relation != step.row.relation:
        yield Attempt(step, (lawful,), laws)
    presumed, defined = where_defined(lawful)
    if defined:
        yield Attempt(step, defined, laws, presumed)
        needed, positive = where_positive(lawful)
        if positive:
            yield Attempt(step, positive, laws, needed)
    yield from _joint(step)
    yield from _united(step)
    yield from _convex(step)
    yield from _informed(step)


def _compared(step: Step, lawful: Step, laws: tuple[Law, ...]) -> Iterator[Attempt]:
    """Yield ways to prove a step by comparing two of its terms body by body."""
    if step.context is None:
        return
    row = lawful.row
    source = row.sign.source
    asked = (row.relation, lawful.scope, source, tentative_names(lawful), _vague(lawful))
    for item in chain.from_iterable(way(*asked) for way in _BODY_BY_BODY):
        fact = Assumption(relation=item.relation, place=row.sign, how=LAW, law=item.name)
        cases: list[Step] = []
        needed: list[Relation] = []
        for claim in item.claims:
            inner = _inner(lawful, item, claim)
            presumed, parts = where_defined(inner)
            cases += parts or (inner,)
            needed += presumed
        also = [replace(fact, relation=relation) for relation in item.also]
        given = (*lawful.assumptions, fact, *also)
        own = [] if item.relation == row.relation else [replace(lawful, assumptions=given)]
        yield Attempt(step, (*cases, *own), laws, tuple(dict.fromkeys(needed)), fact)
        for whole in own:
            presumed, parts = where_defined(whole)
            if parts:
                both = tuple(dict.fromkeys((*needed, *presumed)))
                yield Attempt(step, (*cases, *parts), laws, both, fact)


def _inner(step: Step, item: Comparison, claim: Claim) -> Step:
    """Return the step that a claim about two bodies is, with what is known in them."""
    domains = step.context.domains if step.context else {}
    kept = [given for given in step.assumptions if _holds_inside(given, item)]
    kept += [Assumption(relation=given, place=step.row.sign, how=PRESUMED) for given in claim.given]
    own = {name for name, held in domains.items() if is_of(held.name, item.bound)}
    left = {name: held for name, held in domains.items() if name not in own}
    context = None if step.context is None else replace(step.context, domains=left)
    return replace(
        step,
        row=replace(step.row, relation=claim.relation),
        assumptions=tuple(kept),
        scope=item.scope,
        context=context,
    )


def _holds_inside(given: Assumption, item: Comparison) -> bool:
    """Return whether an assumption holds of the bodies of two terms, whatever is bound in them."""
    relation = given.relation
    if any(is_bound(side, item.bound) for side in (relation.left, relation.right)):
        return False
    if not item.is_random:
        return True
    sides = (relation.left, relation.right)
    names = [side for side in sides if isinstance(side, Symbol)]
    is_value = any(isinstance(side, Symbol | Number) for side in sides if side not in names[:1])
    return relation.sense is Sense.EQ and bool(names) and not is_value


def _laws(step: Step, *, closes: bool = True) -> tuple[Law, ...]:
    """Return the laws of the terms of a step that are not read."""
    if step.context is None:
        return ()
    relations = [step.row.relation, *(item.relation for item in step.assumptions)]
    source, tentative = step.row.sign.source, tentative_names(step)
    return tuple(laws_of(relations, step.scope, source, tentative, closes=closes))


def _joint(step: Step) -> Iterator[Attempt]:
    """Yield the way to prove a step in which what is conditional is a quotient, if it has any."""
    if step.context is None:
        return
    row = step.row
    found = joint_laws_of([row.relation], step.scope, row.sign.source, tentative_names(step))
    laws, positive, facts = found
    if not laws and not facts:
        return
    known = {item.left: item for item in positive}
    quotients = substituted(step, {law.term: law.value for law in laws})
    needed = conditions(quotients.row.relation)
    presumed = tuple(known.get(item.left, item) for item in needed)
    given = [Assumption(relation=item, place=row.sign, how=PRESUMED) for item in presumed]
    given += [Assumption(relation=it, place=row.sign, how=LAW, law=IMPLIED) for it in facts]
    case = replace(quotients, assumptions=(*quotients.assumptions, *given))
    yield Attempt(step, (case,), tuple(laws), presumed)


def _united(step: Step) -> Iterator[Attempt]:
    """Yield ways to prove a step by the union bound or the triangle inequality of norms."""
    relation, source = step.row.relation, step.row.sign.source
    if step.context is None:
        return
    if facts := list(union_bounds(relation, source)):
        yield from _with_laws(step, (), facts, UNION)
    asked = (relation, step.scope, source, tentative_names(step))
    if facts := [*norm_bounds(*asked), *norms_of_sums(*asked)]:
        yield from _with_laws(step, (), facts, TRIANGLE)


def _convex(step: Step) -> Iterator[Attempt]:
    """Yield the way to prove a step by Jensen's inequality, and the laws of all that this names."""
    if step.context is None:
        return
    place = step.row.sign
    facts = jensen_bounds(step.row.relation, step.scope, place.source, tentative_names(step))
    known = [Assumption(relation=item, place=place, how=LAW, law=JENSEN) for item in facts]
    if not known:
        return
    wider = replace(step, assumptions=(*step.assumptions, *known))
    laws, lawful = lawful_step(wider)
    yield Attempt(step, (lawful,), laws)
    presumed, defined = where_defined(lawful)
    if defined:
        yield Attempt(step, defined, laws, presumed)


def _informed(step: Step) -> Iterator[Attempt]:
    """Yield the ways to prove a step in which informations are sums of entropies."""
    row = step.row
    if step.context is None:
        return
    relations = [step.row.relation, *(item.relation for item in step.assumptions)]
    whole, source = step.display.whole, step.row.sign.source
    before = whole.source.text[clear_from(step) : whole.start]
    tentative = tentative_names(step)
    laws, facts, zeros = information_laws_of(relations, step.scope, source, tentative, before)
    if laws or facts or zeros:
        also = [Assumption(relation=it, place=row.sign, how=LAW, law=ZERO) for it in zeros]
        wider = replace(step, assumptions=(*step.assumptions, *also)) if zeros else step
        yield from _with_laws(wider, laws, facts)


def clear_from(step: Step) -> int:
    """Return from where on all that is said up to a row is understood, in its text."""
    whole, last = step.display.whole, step.context.situation.clear if step.context else None
    if last is None:
        return 0
    return min(last.start, whole.start) if last.source is whole.source else whole.start


def varied_attempts(step: Step) -> Iterator[Attempt]:
    """Yield the ways to prove a step in which variances are expectations.

    They show no mistake: what is missing where summands are independent looks like one.
    """
    if step.context is None:
        return
    relations = [step.row.relation, *(item.relation for item in step.assumptions)]
    laws = moment_laws_of(relations, step.scope, step.row.sign.source, tentative_names(step))
    if laws:
        yield from _with_laws(step, laws)


def _with_laws(
    step: Step, laws: Sequence[Law], facts: Sequence[Relation] = (), name: str = NOT_NEGATIVE
) -> Iterator[Attempt]:
    """Yield the ways to prove a step by laws of its terms and facts about them."""
    place = step.row.sign
    known = [Assumption(relation=item, place=place, how=LAW, law=name) for item in facts]
    case = substituted(step, {law.term: law.value for law in laws})
    case = replace(case, assumptions=(*case.assumptions, *known))
    yield Attempt(step, (case,), tuple(laws))
    presumed, defined = where_defined(case)
    if defined:
        yield Attempt(step, defined, tuple(laws), presumed)


def _vague(step: Step) -> list[str]:
    """Return the names of which what is known may not hold of what is random."""
    stated = step.context.situation.domains if step.context else {}
    return [
        name
        for name in step.scope.names
        if name not in stated or _VAGUE.search(stated[name].origin.words)
    ]


def tentative_names(step: Step) -> list[str]:
    """Return the names of a step whose domains are guessed."""
    items = step.context.domains.values() if step.context else ()
    return [item.name for item in items if item.origin.certainty is Certainty.GUESSED]


def substituted(step: Step, values: Mapping[Expression, Expression]) -> Step:
    """Return a step with values for terms, in the row and in what it assumes."""
    row = replace(step.row, relation=_replaced(step.row.relation, values))
    assumptions = tuple(
        replace(item, relation=_replaced(item.relation, values)) for item in step.assumptions
    )
    return replace(step, row=row, assumptions=assumptions)


def by_laws(step: Step, laws: Sequence[Law]) -> Step:
    """Return a step with what laws say that its terms are, and with what these need."""
    if not laws:
        return step
    step, laws = _with_new_letters(step, laws)
    needs = dict.fromkeys(item for law in laws for item in law.needs)
    given = [Assumption(relation=item, place=step.row.sign, how=PRESUMED) for item in needs]
    found = substituted(step, {law.term: law.value for law in laws})
    return replace(found, assumptions=(*found.assumptions, *given))


def _with_new_letters(step: Step, laws: Sequence[Law]) -> tuple[Step, Sequence[Law]]:
    """Return a step and laws in which letters have domains that stood in terms alone before.

    These are sums and integrals that have values now.
    """
    context = step.context
    if context is None:
        return step, laws
    own = step.row.relation.names().union(*(item.relation.names() for item in step.assumptions))
    new: dict[Expression, Expression] = {}
    domains = dict(context.domains)
    for symbol in dict.fromkeys(each for law in _closed(laws) for each in law.value.symbols()):
        if symbol.name in own | domains.keys() or is_term(symbol):
            continue
        latex = symbol.latex or symbol.name
        known = context.situation.domains.get(latex)
        is_bounded = speaks_against(latex, POSITIVE, step.row.sign.source.document)
        if known is None and not is_bounded:
            domain, why, sure = guessed_domain(latex, ())
            origin = Origin(step.line, why, Certainty.GUESSED)
            known = Domained(latex, domain, origin, sure=sure)
        if known is not None and known.domain is not None:
            new[symbol] = replace(symbol, domain=known.domain)
            domains[symbol.name] = known
    if not new:
        return step, laws
    changed = [
        replace(
            law,
            value=_with_values(law.value, new),
            needs=tuple(_replaced(item, new) for item in law.needs),
        )
        for law in laws
    ]
    return replace(step, context=replace(context, domains=domains)), changed


def _closed(laws: Sequence[Law]) -> list[Law]:
    """Return the laws that give sums and integrals of explicit terms their values."""
    return [law for law in laws if not CLOSED.isdisjoint(law.name.split(", "))]


def _replaced(relation: Relation, values: Mapping[Expression, Expression]) -> Relation:
    left, right = (_with_values(side, values) for side in (relation.left, relation.right))
    return Relation(left, relation.sense, right)


def _with_values(node: Expression, values: Mapping[Expression, Expression]) -> Expression:
    if node in values:
        return values[node]
    return rebuild(node, tuple(_with_values(item, values) for item in node.operands))


def premise_of(how: str, relation: Relation, line: int, law: str = "") -> Premise:
    """Return a relation as a premise of a judgement."""
    text, latex = relation_text(relation), relation_latex(relation)
    return Premise(how=how, text=text, latex=latex, line=line, law=law)
