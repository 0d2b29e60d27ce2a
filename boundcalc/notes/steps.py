"""The step checker: what is known of each row, under what is assumed and for the reason given.

A row is an obligation: what is assumed implies the relation.
The reason adds facts: earlier rows, or what a theorem gives where its hypotheses hold.
Nothing is PROVED here that the prover has not proved from PROVED rows and assumptions alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from boundcalc.derivations.directives import ByDefinition, ByRule, ByTheorem, Citation, FromRows
from boundcalc.derivations.rows import Derivations, Step, atoms_of
from boundcalc.derivations.verdicts import Finding, RowKind, weakest
from boundcalc.language.errors import StatementError
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.statements import Theorem
from boundcalc.language.text import relation_text
from boundcalc.notes.calculus import Calculus, by_calculus
from boundcalc.notes.obligations import (
    Decide,
    Obligation,
    described,
    examine,
    follows_trivially,
    point_text,
    satisfiable,
)
from boundcalc.notes.policy import temper, wider_symbols
from boundcalc.notes.premises import own_up
from boundcalc.notes.theorem_reasons import (
    Application,
    apply_theorem,
    domain_relations,
    matched,
)
from boundcalc.tex.source import ReaderError


@dataclass(frozen=True, kw_only=True)
class CheckedRow:
    """A row with its verdict."""

    step: Step
    finding: Finding

    @property
    def kind(self) -> RowKind:
        """The verdict."""
        return self.finding.kind

    @property
    def is_as_expected(self) -> bool:
        """Whether the verdict is the one that the document records, if it records one."""
        return self.step.expected in (None, self.finding.kind)


@dataclass
class _Support:
    """What the reasons of a row bring: facts, what they rest on, and what is wrong with them."""

    facts: list[Relation] = field(default_factory=list)
    kinds: list[RowKind] = field(default_factory=list)
    rests_on: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    refuted: Finding | None = None
    used: list[Finding] = field(default_factory=list)  # of the rows from which it follows
    is_cited: bool = False
    is_definition: bool = False
    is_guessed: bool = False  # that it is one
    is_theorem: bool = False
    applications: list[Application] = field(default_factory=list)


class StepChecker:
    """Checks the steps of one document, in order.

    Parameters
    ----------
    derivations : Derivations
        The steps; errors that are found are added to it.
    theorems : mapping from str to Theorem
        The library, by id.
    decide : callable
        Returns the verdict of the prover about a goal.
    uses : mapping from str to set of str
        The theorems that each derivation uses, of all documents that are checked together.
    calculus : callable, optional
        Returns what is known of a row about expectations that algebra does not prove.
    """

    def __init__(
        self,
        derivations: Derivations,
        theorems: Mapping[str, Theorem],
        decide: Decide,
        uses: Mapping[str, frozenset[str]],
        calculus: Calculus | None = by_calculus,
    ) -> None:
        self.uses = uses
        self.calculus = calculus
        self.derivations = derivations
        self.theorems = theorems
        self.decide = decide
        self.rows: list[CheckedRow] = []
        self.labels: dict[tuple[str, str], list[int]] = {}
        self.consistent: dict[tuple[Relation, ...], bool] = {}

    def run(self) -> list[CheckedRow]:
        """Return all rows with their verdicts."""
        for number, step in enumerate(self.derivations.steps):
            start = time.monotonic()
            finding = temper(self.check(step), step)
            finding = replace(finding, seconds=time.monotonic() - start)
            self.rows.append(CheckedRow(step=step, finding=finding))
            self._name(number, step)
        return self.rows

    def _name(self, number: int, step: Step) -> None:
        for label in step.labels:
            numbers = self.labels.setdefault((step.block, label), [])
            if numbers and self._line_of(numbers[-1]) != self._line_of(number):
                self._error(f"the label {label} is used twice", step)
            numbers.append(number)

    def _line_of(self, number: int) -> tuple[str, int]:
        step = self.derivations.steps[number]
        return step.file, step.row.right.end_position.line

    def _error(self, message: str, step: Step) -> None:
        place = step.row.sign
        self.derivations.errors.append(ReaderError(message, place, place.start))

    def check(self, step: Step) -> Finding:
        """Return the verdict of one row."""
        try:
            return self._checked(step)
        except StatementError as error:  # a name has two meanings in what is given here
            return Finding(kind=RowKind.UNKNOWN, reason=str(error))

    def _checked(self, step: Step) -> Finding:
        if not self._is_consistent(step):
            return Finding(
                kind=RowKind.UNKNOWN,
                reason="not decided whether anything satisfies what the document assumes",
            )
        given = self._given(step)
        support = _Support()
        try:
            for reason in step.reasons:
                if isinstance(reason, Citation):
                    support.is_cited = True
                    support.rests_on.append(str(reason))
                elif isinstance(reason, ByDefinition):
                    support.is_definition = True
                    support.is_guessed = reason.is_guessed
                elif isinstance(reason, FromRows):
                    self._rows(reason, step, given, support)
                elif isinstance(reason, ByTheorem):
                    self._theorem(reason, step, given, support)
        except ReaderError as error:
            self.derivations.errors.append(error)
            return Finding(kind=RowKind.UNKNOWN, reason=error.message)
        if support.refuted is not None:
            return support.refuted
        before = [
            (self.derivations.steps[number], self.rows[number].finding)
            for number in step.antecedents
        ]
        return own_up(self._verdict(step, given, support), step, before, support.used)

    # What is assumed.

    def _is_consistent(self, step: Step) -> bool:
        if step.context is not None:  # a proof has a witness, and a refutation a point
            return True
        relations = tuple(item.relation for item in step.assumptions)
        known = self.consistent.get(relations)
        if known is None:
            known = self.consistent[relations] = not relations or satisfiable(relations)
            if not known and step.context is None:
                place = step.assumptions[-1].place
                self.derivations.errors.append(
                    ReaderError(
                        "no point satisfies all that is assumed up to here, or none was found; "
                        "drop an assumption or widen a domain",
                        place,
                        place.start,
                    )
                )
        return known

    def _given(self, step: Step) -> tuple[Relation, ...]:
        """Return what is assumed in a row: by the document, its conditions, what implies it."""
        antecedents = [self.derivations.steps[number].row for number in step.antecedents]
        return (
            *(item.relation for item in step.assumptions),
            *step.row.conditions,
            *(relation for row in antecedents for relation in (row.relation, *row.conditions)),
        )

    def _examine(
        self,
        conclusion: Relation,
        given: tuple[Relation, ...],
        step: Step,
        facts: tuple[Relation, ...] = (),
    ) -> Finding:
        atoms = atoms_of((conclusion, *given, *facts), step.scope)
        obligation = Obligation(
            conclusion=conclusion,
            assumptions=given,
            facts=facts,
            atoms=atoms,
            is_structured=bool(step.random),
        )
        found = examine(obligation, self.decide)
        if self.calculus is None:
            return found
        return self.calculus(found, conclusion, (*given, *facts), step.scope, step.random)

    # Reasons.

    def _rows(
        self, reason: FromRows, step: Step, given: tuple[Relation, ...], support: _Support
    ) -> None:
        for label, place in reason.labels:
            numbers = self.labels.get((step.block, label))
            if numbers is None:
                later = any(
                    label in other.labels and other.block == step.block
                    for other in self.derivations.steps[len(self.rows) :]
                )
                what = "comes later or is this row itself" if later else "does not exist here"
                raise ReaderError(f"the row {label} {what}", place, place.start)
            for number in numbers:
                self._row(label, number, step, given, support)

    def _row(
        self,
        label: str,
        number: int,
        step: Step,
        given: tuple[Relation, ...],
        support: _Support,
    ) -> None:
        used = self.rows[number]
        if used.kind is RowKind.REFUTED:
            support.kinds.append(RowKind.UNKNOWN)
            support.notes.append(f"the row {label}, on which it rests, is refuted")
            return
        if used.kind is RowKind.UNKNOWN:
            support.notes.append(f"the row {label}, on which it rests, is unknown")
        base = [item.relation for item in step.assumptions]
        for relation in self._given(used.step)[len(used.step.assumptions) :]:
            if follows_trivially(relation, given):
                continue
            finding = self._examine(relation, given, step)
            support.findings.append(finding)
            if finding.kind is not RowKind.PROVED:
                support.kinds.append(RowKind.UNKNOWN)
                support.notes.append(
                    f"the row {label} holds only under a condition: {described(relation, finding)}"
                )
                return
        missing = [item.relation for item in used.step.assumptions if item.relation not in base]
        if missing:
            support.kinds.append(RowKind.UNKNOWN)
            support.notes.append(f"the row {label} assumes more than this one")
            return
        support.facts.append(used.step.row.relation)
        support.used.append(used.finding)
        support.kinds.append(used.kind)
        support.rests_on += [text for text in used.finding.rests_on if text not in support.rests_on]

    def _theorem(
        self, reason: ByTheorem, step: Step, given: tuple[Relation, ...], support: _Support
    ) -> None:
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
        support.is_theorem = True
        support.applications.append(application)
        support.rests_on += [f"theorem {theorem.id} ({theorem.source})", *application.accepts]
        if theorem.is_doubtful:
            remark = next(item.text for item in theorem.remarks)
            support.kinds.append(RowKind.UNKNOWN)
            support.notes.append(f"{theorem.id} is doubtful as printed: {remark}")
        for name, value in application.integers:
            support.kinds.append(RowKind.UNKNOWN)
            support.notes.append(f"{theorem.id} needs an integer for {name}, and got {value}")
        for what, relation in application.obligations:
            finding = self._examine(relation, given, step, tuple(support.facts))
            support.findings.append(finding)
            if finding.kind is RowKind.PROVED:
                continue
            if finding.kind is RowKind.REFUTED:
                said = f"{what} of {theorem.id} fails there: {relation_text(relation)}"
                support.refuted = replace(
                    finding, reason=f"the theorem is used outside its hypotheses; {said}"
                )
                return
            text = f"{what} of {theorem.id}: {described(relation, finding)}"
            support.kinds.append(RowKind.UNKNOWN)
            support.notes.append(f"{text}; {finding.reason}")
        support.facts += application.facts
        if not application.facts:
            support.facts += matched(application, step.row.relation, step.atoms)

    # The verdict.

    def _verdict(self, step: Step, given: tuple[Relation, ...], support: _Support) -> Finding:
        relation = step.row.relation
        found = self._examine(relation, given, step, tuple(support.facts))
        if found.kind is RowKind.PROVED and (wider := wider_symbols(step)):
            found = self._examined_again(found, relation, given, step, wider)
        certificates = (
            *(item for finding in support.findings for item in finding.certificates),
            *found.certificates,
        )
        used = (text for item in support.used for text in item.definitions)
        found = replace(
            found,
            certificates=certificates,
            rests_on=tuple(support.rests_on),
            definitions=tuple(dict.fromkeys((*used, *found.definitions))),
        )
        if step.is_hypothesis and found.kind is not RowKind.PROVED:
            return self._hypothesis(step, given, found)
        is_refuted = found.kind is RowKind.REFUTED
        if step.may_be_hypothesis and is_refuted and satisfiable((*given, relation)):
            return self._question(found)
        is_open = found.kind is not RowKind.PROVED
        if support.is_definition and is_open and self._defines(step, given, found):
            kind = RowKind.UNKNOWN if support.is_guessed else RowKind.CITED
            text = "it may define a quantity" if support.is_guessed else "it defines a quantity"
            return replace(found, kind=kind, reason=text, counterexample=None)
        if found.kind is RowKind.REFUTED:
            return found
        is_settled = step.context is not None and found.kind is RowKind.PROVED
        if support.is_cited and not support.is_theorem and not is_settled:
            cited = "; ".join(support.rests_on)
            return self._settled(found, RowKind.CITED, f"cited: {cited}", support)
        if support.is_theorem:
            return self._by_theorem(step, found, support)
        kind = weakest([found.kind, *support.kinds])
        rules = [reason.name for reason in step.reasons if isinstance(reason, ByRule)]
        reason = found.reason
        if rules and kind is RowKind.UNKNOWN and not step.random:
            reason += f"; {rules[0]} needs what is random, as in '%! random X in [0, 1]'"
        return self._settled(found, kind, reason, support)

    def _examined_again(
        self,
        found: Finding,
        relation: Relation,
        given: tuple[Relation, ...],
        step: Step,
        wider: Mapping[str, Symbol],
    ) -> Finding:
        """Return a proof that rests on no more of a guessed domain than is certain."""
        again = self._examine(
            relation.substitute(wider), tuple(item.substitute(wider) for item in given), step
        )
        if again.kind is RowKind.PROVED:
            return again
        names = ", ".join(sorted(wider))
        return replace(
            found,
            kind=RowKind.UNKNOWN,
            reason=f"proved only with the domains that are usual for the letters {names}",
            certificates=(),
        )

    def _settled(self, found: Finding, kind: RowKind, reason: str, support: _Support) -> Finding:
        """Return the verdict of a row that is not refuted, with what is wrong with its reasons."""
        kind = weakest([kind, *support.kinds])
        text = "; ".join([*support.notes, reason] if reason else support.notes)
        if kind is RowKind.CITED and not (support.is_cited or support.is_theorem):
            text = "follows from rows that are cited"
        is_open = kind is RowKind.UNKNOWN and found.kind is RowKind.UNKNOWN
        return replace(
            found,
            kind=kind,
            reason=text,
            counterexample=found.counterexample if is_open else None,
            left=found.left if is_open else "",
            right=found.right if is_open else "",
        )

    def _by_theorem(self, step: Step, found: Finding, support: _Support) -> Finding:
        ids = ", ".join(item.theorem.id for item in support.applications)
        if found.kind is RowKind.PROVED or not support.facts:
            if found.kind is RowKind.PROVED or step.atoms:
                return self._settled(found, RowKind.CITED, f"by theorem {ids}", support)
            names = ", ".join(
                bound.symbol.name for item in support.applications for bound in item.bounds
            )
            hint = f"; say what its {names} is, as in 'with {names} = ...'" if names else ""
            return self._settled(
                found, RowKind.UNKNOWN, f"{found.reason}; {ids} was not used{hint}", support
            )
        facts = ", ".join(map(relation_text, support.facts))
        return self._settled(
            found,
            RowKind.UNKNOWN,
            f"{ids} gives {facts}, from which the row was not proved: {found.reason}",
            support,
        )

    def _question(self, found: Finding) -> Finding:
        """Return the verdict of a row that may be a claim, or a hypothesis of the row below it."""
        return replace(
            found,
            kind=RowKind.UNKNOWN,
            reason=(
                "as a claim it fails there; if it is a hypothesis of the row below, say so by "
                "'%! expect: cited', or write both on one line"
            ),
        )

    def _defines(self, step: Step, given: tuple[Relation, ...], found: Finding) -> bool:
        """Return whether a row says what a symbol is, within its domain, or speaks of opaque ones.

        The value must lie in the domain of the symbol at some point at least; and what is said of
        opaque ones must not fail for all values of them.
        """
        relation = step.row.relation
        for side in (relation, relation.mirrored):
            symbol, value = side.left, side.right
            if isinstance(symbol, Symbol) and symbol.name not in value.names():
                named = {symbol.name: value}
                inside = domain_relations(value, symbol.domain)
                return satisfiable((*(item.substitute(named) for item in given), *inside))
        return bool(step.atoms) and found.kind is not RowKind.REFUTED

    def _hypothesis(self, step: Step, given: tuple[Relation, ...], found: Finding) -> Finding:
        """Return the verdict of a row that only stands before an implication."""
        relation = step.row.relation
        if found.kind is RowKind.REFUTED and not satisfiable((*given, relation)):
            return found
        at = f"; it fails at {point_text(found.counterexample)}" if found.counterexample else ""
        plain = replace(found, counterexample=None, left="", right="")
        if step.context is not None:  # which names no reason, and claims nothing
            return replace(plain, kind=RowKind.UNKNOWN, reason="assumed here, by its sentence")
        return replace(
            plain,
            kind=RowKind.CITED,
            reason=f"assumed here, as what stands before an implication{at}",
            rests_on=(f"the hypothesis {relation_text(relation)}",),
        )


def uses_of(documents: Iterable[Derivations]) -> dict[str, frozenset[str]]:
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
