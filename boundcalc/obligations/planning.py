"""Plans: what must be shown of each row of a document, before anything is decided.

A row is an obligation: what is assumed implies the relation. The reasons that it names add facts,
earlier rows or what a theorem gives, and obligations of their own: the conditions of those rows,
the domains and hypotheses of that theorem.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from boundcalc.derivations.directives import (
    ByDefinition,
    ByRule,
    ByTheorem,
    Citation,
    FromRows,
    Reason,
)
from boundcalc.derivations.rows import Derivations, Step, atoms_of
from boundcalc.language.errors import StatementError
from boundcalc.language.expressions import Expression, Relation, Symbol, rebuild
from boundcalc.language.statements import Theorem
from boundcalc.obligations.bracket_mistakes import NEVER, demand_meant, has_null_condition
from boundcalc.obligations.obligations import Obligation, follows_trivially, satisfiable
from boundcalc.obligations.random_rows import read_random_row
from boundcalc.obligations.theorem_reasons import Application, apply_theorem, matched
from boundcalc.tex.source import ReaderError


@dataclass(frozen=True, kw_only=True)
class UsedRow:
    """An earlier row as a reason.

    Parameters
    ----------
    label : str
        What it is called.
    number : int
        Which row of the document it is.
    conditions : tuple of Obligation
        On what it holds, beyond what the document assumes.
    assumes_more : bool
        Whether the document assumes something there that it does not assume here.
    """

    label: str
    number: int
    conditions: tuple[Obligation, ...]
    assumes_more: bool


@dataclass(frozen=True, kw_only=True)
class UsedTheorem:
    """A theorem as a reason: its domains and hypotheses, each with what it is, and its facts."""

    application: Application
    obligations: tuple[tuple[str, Obligation], ...]
    facts: tuple[Relation, ...]


PlannedReason = UsedRow | UsedTheorem | Citation | ByDefinition | ByRule


@dataclass(frozen=True, kw_only=True)
class PlannedRow:
    """What must be shown of a row.

    Parameters
    ----------
    step : Step
        The row.
    reasons : tuple of PlannedReason
        Why it holds, in the order of the document.
    obligation : Obligation or None
        The row itself, from what is given and the facts of all its reasons.
    alone : Obligation or None
        The row from what is given alone, where its reasons are for other rows of its line, too.
    hindrance : str
        Why nothing is asked of it; empty where there is an obligation.
    """

    step: Step
    reasons: tuple[PlannedReason, ...] = ()
    obligation: Obligation | None = None
    alone: Obligation | None = None
    hindrance: str = ""

    @property
    def obligations(self) -> Iterator[Obligation]:
        """All that is to be decided about it."""
        for reason in self.reasons:
            if isinstance(reason, UsedRow):
                yield from reason.conditions
            elif isinstance(reason, UsedTheorem):
                yield from (item for _, item in reason.obligations)
        yield from (item for item in (self.obligation, self.alone) if item is not None)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A document with what must be shown of its rows, and what is wrong with their reasons."""

    derivations: Derivations
    rows: tuple[PlannedRow, ...]
    errors: tuple[ReaderError, ...] = ()


def plan_documents(documents: Iterable[Derivations], theorems: Mapping[str, Theorem]) -> list[Plan]:
    """Return what must be shown of documents that are checked together.

    Parameters
    ----------
    documents : iterable of Derivations
        Their rows.
    theorems : mapping from str to Theorem
        The library, by id.
    """
    read = list(documents)
    uses = _uses_of(read)
    return [_Planner(item, theorems, uses).plan() for item in read]


class _Planner:
    """Plans the rows of one document, in order."""

    def __init__(
        self,
        derivations: Derivations,
        theorems: Mapping[str, Theorem],
        uses: Mapping[str, frozenset[str]],
    ) -> None:
        self.derivations = derivations
        self.theorems = theorems
        self.uses = uses
        self.errors: list[ReaderError] = []
        self.labels: dict[tuple[str, str], list[int]] = {}
        self.consistent: dict[tuple[Relation, ...], bool] = {}

    def plan(self) -> Plan:
        rows: list[PlannedRow] = []
        for number, step in enumerate(self.derivations.steps):
            rows.append(self.row(number, step))
            self.name(number, step)
        return Plan(derivations=self.derivations, rows=tuple(rows), errors=tuple(self.errors))

    def name(self, number: int, step: Step) -> None:
        for label in step.labels:
            numbers = self.labels.setdefault((step.block, label), [])
            is_twice = bool(numbers) and self.line_of(numbers[-1]) != self.line_of(number)
            if is_twice and not self.derivations.is_open:
                place = step.row.sign
                message = f"the label {label} is used twice"
                self.errors.append(ReaderError(message, place, place.start))
            numbers.append(number)

    def line_of(self, number: int) -> tuple[str, int]:
        step = self.derivations.steps[number]
        return step.file, step.row.right.end_position.line

    def row(self, number: int, step: Step) -> PlannedRow:
        """Return what must be shown of one row."""
        try:
            if not self.is_consistent(step):
                hindrance = "not decided whether anything satisfies what the document assumes"
                return PlannedRow(step=step, hindrance=hindrance)
            given = self.given(step)
            reasons: list[PlannedReason] = []
            facts: list[Relation] = []
            for reason in step.reasons:
                for item in self.reason(reason, number, step, given, tuple(facts)):
                    reasons.append(item)
                    facts += self.facts_of(item)
            relation = step.row.relation
            obligation = _obligation(relation, given, step, tuple(facts), is_row=True)
            if not self.derivations.is_open:
                demand_meant(step, obligation.random)
            elif has_null_condition(obligation.random):
                return PlannedRow(step=step, hindrance=NEVER)
            alone = _obligation(relation, given, step, is_row=True) if step.shares_reasons else None
        except ReaderError as error:
            self.errors.append(error)
            return PlannedRow(step=step, hindrance=error.message)
        except StatementError as error:  # a name has two meanings in what is given here
            return PlannedRow(step=step, hindrance=str(error))
        return PlannedRow(step=step, reasons=tuple(reasons), obligation=obligation, alone=alone)

    # What is assumed.

    def is_consistent(self, step: Step) -> bool:
        if step.context is not None:  # a proof has a witness, and a refutation a point
            return True
        relations = tuple(item.relation for item in step.assumptions)
        known = self.consistent.get(relations)
        if known is None:
            known = self.consistent[relations] = not relations or satisfiable(relations)
            if not known:
                place = step.assumptions[-1].place
                self.errors.append(
                    ReaderError(
                        "no point satisfies all that is assumed up to here, or none was found; "
                        "drop an assumption or widen a domain",
                        place,
                        place.start,
                    )
                )
        return known

    def given(self, step: Step) -> tuple[Relation, ...]:
        """Return what is assumed in a row: by the document, its conditions, what implies it."""
        antecedents = [self.derivations.steps[number].row for number in step.antecedents]
        return (
            *(item.relation for item in step.assumptions),
            *step.row.conditions,
            *(relation for row in antecedents for relation in (row.relation, *row.conditions)),
        )

    # Reasons.

    def reason(
        self,
        reason: Reason,
        number: int,
        step: Step,
        given: tuple[Relation, ...],
        facts: tuple[Relation, ...],
    ) -> Iterator[PlannedReason]:
        if isinstance(reason, FromRows):
            yield from self.used_rows(reason, number, step, given, facts)
        elif isinstance(reason, ByTheorem):
            yield self.used_theorem(reason, step, given, facts)
        elif isinstance(reason, Citation | ByDefinition | ByRule):
            yield reason

    def facts_of(self, item: PlannedReason) -> tuple[Relation, ...]:
        """Return what a reason adds to what is given, if all that it asks for is shown."""
        if isinstance(item, UsedRow) and not item.assumes_more:
            return (self.derivations.steps[item.number].row.relation,)
        return item.facts if isinstance(item, UsedTheorem) else ()

    def used_rows(
        self,
        reason: FromRows,
        number: int,
        step: Step,
        given: tuple[Relation, ...],
        facts: tuple[Relation, ...],
    ) -> Iterator[UsedRow]:
        for label, place in reason.labels:
            found = self.labels.get((step.block, label))
            if found is None:
                later = any(
                    label in other.labels and other.block == step.block
                    for other in self.derivations.steps[number:]
                )
                what = "comes later or is this row itself" if later else "does not exist here"
                raise ReaderError(f"the row {label} {what}", place, place.start)
            for earlier in found:
                used = self.used_row(label, earlier, step, given, facts)
                facts += self.facts_of(used)  # a condition may follow from the rows named before
                yield used

    def used_row(
        self,
        label: str,
        number: int,
        step: Step,
        given: tuple[Relation, ...],
        facts: tuple[Relation, ...],
    ) -> UsedRow:
        used = self.derivations.steps[number]
        base = [item.relation for item in step.assumptions]
        conditions = self.given(used)[len(used.assumptions) :]
        return UsedRow(
            label=label,
            number=number,
            conditions=tuple(
                _obligation(item, given, step, facts)
                for item in conditions
                if not follows_trivially(item, given)
            ),
            assumes_more=any(item.relation not in base for item in used.assumptions),
        )

    def used_theorem(
        self,
        reason: ByTheorem,
        step: Step,
        given: tuple[Relation, ...],
        facts: tuple[Relation, ...],
    ) -> UsedTheorem:
        theorem = self.theorems.get(reason.id)
        if theorem is None:
            raise ReaderError(
                f"no theorem is called {reason.id:.60}; `boundcalc list` shows all of them",
                reason.place,
                reason.place.start,
            )
        if _reaches(self.uses, reason.id, step.block):
            raise ReaderError(
                f"circular: the derivation {reason.id} rests on this one, {step.block}",
                reason.place,
                reason.place.start,
            )
        application = apply_theorem(reason, theorem, step.scope)
        gives = application.facts or tuple(matched(application, step.row.relation, step.atoms))
        return UsedTheorem(
            application=application,
            obligations=tuple(
                (what, _obligation(relation, given, step, facts))
                for what, relation in application.obligations
            ),
            facts=gives,
        )


def _obligation(
    conclusion: Relation,
    given: tuple[Relation, ...],
    step: Step,
    facts: tuple[Relation, ...] = (),
    *,
    is_row: bool = False,
) -> Obligation:
    """Return an obligation of a row; `is_row` says that it is the row itself."""
    wider = wider_symbols(step) if is_row else {}
    return Obligation(
        conclusion=conclusion,
        assumptions=given,
        facts=facts,
        atoms=atoms_of((conclusion, *given, *facts), step.scope),
        random=read_random_row(conclusion, given, step.scope, step.random, facts),
        wider=_widened(conclusion, given, step, wider) if wider else None,
    )


def planned_case(planned: PlannedRow, case: Step) -> PlannedRow:
    """Return what must be shown of a case of a row, in which more is assumed, or less is opaque."""
    given = (*(item.relation for item in case.assumptions), *case.row.conditions)
    try:
        obligation = _obligation(case.row.relation, given, case, is_row=True)
    except StatementError as error:
        return PlannedRow(step=case, hindrance=str(error))
    return replace(planned, step=case, obligation=obligation)


def with_facts(obligation: Obligation, step: Step, facts: tuple[Relation, ...]) -> Obligation:
    """Return an obligation of a row with the facts that its reasons turned out to give."""
    if facts == obligation.facts:
        return obligation
    is_row = obligation.wider is not None
    return _obligation(obligation.conclusion, obligation.assumptions, step, facts, is_row=is_row)


def _widened(
    conclusion: Relation, given: tuple[Relation, ...], step: Step, wider: Mapping[str, Symbol]
) -> Obligation:
    """Return what remains of an obligation where no more of a domain is used than is certain."""
    known: dict[Expression, Expression] = {}
    first, *others = (
        Relation(_wide(item.left, wider, known), item.sense, _wide(item.right, wider, known))
        for item in (conclusion, *given)
    )
    return _obligation(first, tuple(others), step)


def _wide(
    node: Expression, wider: Mapping[str, Symbol], known: dict[Expression, Expression]
) -> Expression:
    """Return a node with wider domains, in the terms that are not read as well."""
    if isinstance(node, Symbol) and node.name in wider:
        return wider[node.name]
    if node in known:
        return known[node]
    if isinstance(node, Symbol) and node.speaks_of:
        inside = tuple(
            (latex, None if meaning is None else _wide(meaning, wider, known))
            for latex, meaning in node.speaks_of
        )
        known[node] = node if inside == node.speaks_of else replace(node, speaks_of=inside)
    else:
        operands = tuple(_wide(item, wider, known) for item in node.operands)
        known[node] = rebuild(node, operands)
    return known[node]


def wider_symbols(step: Step) -> dict[str, Symbol]:
    """Return the symbols of a row whose domain is guessed from their letter, with what is certain.

    Most authors mean an integer by n; that it is positive is all that a proof may use of that.
    """
    items = step.context.domains if step.context else {}
    own = step.row.relation.names().union(*(item.relation.names() for item in step.assumptions))
    return {
        name: Symbol(name, item.sure, latex=item.name)
        for name, item in items.items()
        if name in own and item.sure is not None and item.sure != item.domain
    }


def _uses_of(documents: Iterable[Derivations]) -> dict[str, frozenset[str]]:
    """Return the ids of the theorems that each derivation uses."""
    result: dict[str, frozenset[str]] = {}
    for document in documents:
        for step in document.steps:
            ids = {reason.id for reason in step.reasons if isinstance(reason, ByTheorem)}
            if ids and step.block:
                result[step.block] = result.get(step.block, frozenset()) | ids
    return result


def _reaches(uses: Mapping[str, frozenset[str]], start: str, target: str) -> bool:
    """Return whether the derivation `start` is `target`, or uses it, directly or in steps."""
    seen: set[str] = set()
    waiting = [start] if target else []
    while waiting:
        block = waiting.pop()
        if block == target:
            return True
        if block not in seen:
            seen.add(block)
            waiting += uses.get(block, frozenset())
    return False
