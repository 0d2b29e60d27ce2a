"""What a row of a document that nobody prepared is proved with besides, each named in its verdict.

Laws of the terms in it that are not read; and that both of its sides have a value, which no line
says.

Main definitions
----------------
`attempts`: a step with these, case by case, and what they prove.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from boundcalc.derivations.rows import Step
from boundcalc.judgements import LAW, PRESUMED, Judgement, Premise
from boundcalc.language.expressions import Expression, Relation
from boundcalc.language.latex import relation_latex
from boundcalc.language.text import relation_text
from boundcalc.laws.laws import Law, laws_of
from boundcalc.notes.definedness import of_cases, where_defined
from boundcalc.prose.situations import Certainty


@dataclass(frozen=True, slots=True)
class Attempt:
    """Cases of a step that together prove it, by laws of its terms.

    The terms are replaced by what the laws say that they are, in the row and in what it assumes.
    """

    step: Step
    cases: tuple[Step, ...]
    laws: tuple[Law, ...] = ()
    conditions: tuple[Relation, ...] = ()

    def proved(self, judgements: Sequence[Judgement]) -> Judgement:
        """Return the proof of the step that the proofs of its cases make."""
        line = self.step.line
        presumed = [premise_of(PRESUMED, item, line) for item in self.conditions]
        found = of_cases(judgements, presumed)
        row = self.step.row.relation
        names = row.names().union(*(item.relation.names() for item in self.step.assumptions))
        premises = tuple(
            premise_of(LAW, law.relation, line, law.name)
            for law in self.laws
            if law.relation.names() & names
        )
        is_empty = self.laws and row.left != row.right
        return replace(
            found,
            premises=(*found.premises, *premises),
            rests_on=(*found.rests_on, *map(str, premises)),
            says_nothing="" if is_empty else found.says_nothing,
        )


def attempts(step: Step) -> Iterator[Attempt]:
    """Yield ways to prove a step of a document that nobody prepared, the plainest first."""
    laws = _laws(step)
    values = {law.term.name: law.value for law in laws}
    lawful = _substituted(step, values) if laws else step
    if laws and lawful.row.relation != step.row.relation:
        yield Attempt(step, (lawful,), laws)
    conditions, defined = where_defined(lawful)
    if defined:
        yield Attempt(step, defined, laws, conditions)


def _laws(step: Step) -> tuple[Law, ...]:
    """Return the laws of the terms of a step that are not read."""
    if step.context is None:
        return ()
    tentative = [
        item.name
        for item in step.context.domains.values()
        if item.origin.certainty is Certainty.GUESSED
    ]
    relations = [step.row.relation, *(item.relation for item in step.assumptions)]
    return tuple(laws_of(relations, step.scope, step.row.sign.source, tentative))


def _substituted(step: Step, values: Mapping[str, Expression]) -> Step:
    row = replace(step.row, relation=step.row.relation.substitute(values))
    assumptions = tuple(
        replace(item, relation=item.relation.substitute(values)) for item in step.assumptions
    )
    return replace(step, row=row, assumptions=assumptions)


def premise_of(how: str, relation: Relation, line: int, law: str = "") -> Premise:
    """Return a relation as a premise of a judgement."""
    text, latex = relation_text(relation), relation_latex(relation)
    return Premise(how=how, text=text, latex=latex, line=line, law=law)
