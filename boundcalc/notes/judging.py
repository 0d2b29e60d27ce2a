"""Judging: the verdict of each row, from what is known of its obligations and for the reason given.

The reason adds facts: earlier rows, or what a theorem gives where its hypotheses hold.
Nothing is PROVED here that the prover has not proved from PROVED rows and assumptions alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from boundcalc.derivations.directives import ByDefinition, ByRule, Citation
from boundcalc.derivations.rows import Step
from boundcalc.judgements import Judgement, VerdictKind, weakest, without_law
from boundcalc.language.errors import StatementError
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.records import Record
from boundcalc.language.text import relation_text
from boundcalc.notes.calculus.derivatives import derived_attempts
from boundcalc.notes.calculus.shifts import shifted_attempts
from boundcalc.notes.claims import as_of_numbers, with_claims
from boundcalc.notes.definitions import applied_attempts, named_attempts, unfolded_attempts
from boundcalc.notes.earlier import as_cited, as_claimed, as_undecided, with_earlier
from boundcalc.notes.hints import Hints, planned_attempts, prose_of
from boundcalc.notes.near_misses import (
    as_opposite,
    is_tail_turned,
    mirrored_step,
    missed_premise,
    misses_by_a_number,
    near_miss,
    opposites,
    without_tail,
)
from boundcalc.notes.policy import apply_policy
from boundcalc.notes.premises import with_premises
from boundcalc.notes.presumptions import Attempt, lawful_attempts
from boundcalc.notes.report_json import row_json
from boundcalc.obligations.definedness import where_defined
from boundcalc.obligations.examining import Examine
from boundcalc.obligations.obligations import Obligation, described, point_text, satisfiable
from boundcalc.obligations.planning import (
    Plan,
    PlannedRow,
    UsedRow,
    UsedTheorem,
    planned_case,
    with_facts,
)
from boundcalc.obligations.theorem_reasons import Application, domain_relations

UNDEFINED = "undefined"  # the value of a side that has none
_DECLARED = {  # what a rule needs that other rules do not
    "group privacy": r"private M: (\varepsilon, \delta) on x, x' at distance k",
}


@dataclass(frozen=True, kw_only=True)
class CheckedRow(Record):
    """A row with its verdict."""

    step: Step
    judgement: Judgement

    def __hash__(self) -> int:
        return hash((self.step.file, self.step.line, self.kind, self.step.row.relation))

    def __str__(self) -> str:
        relation = relation_text(self.step.row.relation)
        return f"{self.kind.value} {self.step.file}:{self.step.line}: {relation:.120}"

    def to_dict(self) -> dict[str, Any]:
        """Return the row as an object of JSON, as `boundcalc check --json` prints it."""
        return row_json(self)

    @property
    def kind(self) -> VerdictKind:
        """The verdict."""
        return self.judgement.kind

    @property
    def finding(self) -> Judgement:
        """The judgement, by the name that it had in earlier versions."""
        return self.judgement

    @property
    def is_as_expected(self) -> bool:
        """Whether the verdict is the one that the document records, if it records one."""
        return self.step.expected in (None, self.judgement.kind)


@dataclass
class _Support:
    """What the reasons of a row bring: facts, what they rest on, and what is wrong with them."""

    facts: list[Relation] = field(default_factory=list)
    kinds: list[VerdictKind] = field(default_factory=list)
    rests_on: list[str] = field(default_factory=list)
    findings: list[Judgement] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    refuted: Judgement | None = None
    used: list[Judgement] = field(default_factory=list)  # of the rows from which it follows
    is_cited: bool = False
    is_definition: bool = False
    is_guessed: bool = False  # that it is one
    applications: list[Application] = field(default_factory=list)


def judge(plan: Plan, examine: Examine, hints: Hints | None = None) -> list[CheckedRow]:
    """Return all rows of a document with their verdicts.

    Parameters
    ----------
    plan : Plan
        What must be shown of each row.
    examine : callable
        Returns what is known of an obligation.
    hints : Hints, optional
        What was found of rows that are not proved when the document was judged before.
    """
    judge = _Judge(plan, examine, Hints() if hints is None else hints)
    return [judge.row(planned) for planned in plan.rows]


class _Judge:
    """Judges the rows of one document, in order: those before a row are its reasons."""

    def __init__(self, plan: Plan, examine: Examine, hints: Hints) -> None:
        self.steps = plan.derivations.steps
        self.examine = examine
        self.hints = hints
        self.prose = prose_of(self.steps)
        self.rows: list[CheckedRow] = []

    def row(self, planned: PlannedRow) -> CheckedRow:
        """Return a row with its verdict."""
        judgement = apply_policy(self.judgement(planned), planned.step)
        judgement = as_undecided(judgement, planned.step, self.before(), self.steps)
        is_open = judgement.kind is VerdictKind.UNKNOWN and planned.obligation is not None
        if is_open and planned.step.context and not planned.step.is_hypothesis:
            judgement = self.attempted(planned) or self.hinted(planned, judgement)
        if judgement.kind is VerdictKind.CITED:
            judgement = self.cited(planned, judgement)
        self.rows.append(CheckedRow(step=planned.step, judgement=judgement))
        return self.rows[-1]

    def hinted(self, planned: PlannedRow, judgement: Judgement) -> Judgement:
        """Return an open judgement with what may be missing, or from which rows the row follows."""
        hinted = self.hints.find(
            planned.step, judgement, self.prose, lambda found: self.missed(planned, found)
        )
        return self.followed(planned, hinted)

    def cited(self, planned: PlannedRow, judgement: Judgement) -> Judgement:
        """Return what is known of a row that is cited: a proof, or that it is turned round."""
        is_open = planned.obligation is not None and planned.step.context is not None
        if is_open and any(isinstance(reason, Citation) for reason in planned.reasons):
            proof = self.attempted(planned)
            if proof is not None and proof.kind is VerdictKind.PROVED:
                return proof
            missed = misses_by_a_number(planned.step, judgement)
            if missed is not None:
                return missed
        if self.is_turned(planned):
            return as_opposite(judgement)
        return without_tail(planned.step, judgement)

    def before(self) -> list[tuple[Step, Judgement]]:
        """Return the rows that are judged, with their verdicts."""
        return [(row.step, row.judgement) for row in self.rows]

    def attempted(self, planned: PlannedRow) -> Judgement | None:
        """Return a proof of a row by laws of its terms and by earlier rows, if there is one."""
        attempts = chain(self.ways(planned), self.by_earlier(planned), self.by_definitions(planned))
        return next(map(as_cited, self.proofs(attempts)), None)

    def proofs(self, attempts: Iterable[tuple[Attempt, list[PlannedRow]]]) -> Iterator[Judgement]:
        """Yield the proofs of a row that attempts lead to, each by all of its cases."""
        with suppress(StatementError):  # a name has two meanings in what an attempt brings together
            for attempt, cases in attempts:
                found: list[Judgement] = []
                for case in cases:
                    found.append(apply_policy(self.judgement(case), case.step))
                    if found[-1].kind is not VerdictKind.PROVED:
                        break
                else:
                    yield attempt.proved(found)

    def followed(self, planned: PlannedRow, judgement: Judgement) -> Judgement:
        """Return an open judgement that says so where a row follows from others that are open."""
        if judgement.kind is not VerdictKind.UNKNOWN or judgement.suspicion:
            return judgement
        proof = next(self.proofs(self.by_claims(planned)), None)
        return judgement if proof is None else as_claimed(judgement, proof)

    def ways(self, planned: PlannedRow) -> Iterable[tuple[Attempt, list[PlannedRow]]]:
        """Return the attempts to show a row by laws of its terms, from before if they are known."""
        return self.hints.ways(planned, planned_attempts)

    def missed(self, planned: PlannedRow, judgement: Judgement) -> Judgement:
        """Return the judgement of a row that is not proved, with the question that it raises."""
        for turned in opposites(planned.step, judgement):
            case = planned_case(planned, turned)
            if self._is_judged_proved(case) or self.attempted(case) is not None:
                return as_opposite(judgement)
        wider = with_earlier(planned.step, self.before()) or planned.step
        return (
            near_miss(planned.step, judgement)
            or missed_premise(wider, judgement)
            or self.where_it_says(planned, judgement)
        )

    def is_turned(self, planned: PlannedRow) -> bool:
        """Return whether the other direction of a row that names its reason is what follows."""
        turned = mirrored_step(planned.step)
        if turned is None or planned.obligation is None:
            return False
        case = planned_case(planned, replace(turned, reasons=()))
        is_proved = self._is_judged_proved(case) or self.attempted(case) is not None
        return is_proved or is_tail_turned(planned.step)

    def where_it_says(self, planned: PlannedRow, judgement: Judgement) -> Judgement:
        """Return what is known of a row where both sides have values, if it fails where not."""
        if UNDEFINED not in (judgement.left, judgement.right):
            return judgement
        _, cases = where_defined(planned.step)
        for step in cases:
            case = planned_case(planned, step)
            found = apply_policy(self.judgement(case), step)
            if found.suspicion and UNDEFINED not in (found.left, found.right):
                return found
        return judgement

    def _is_judged_proved(self, case: PlannedRow) -> bool:
        return apply_policy(self.judgement(case), case.step).kind is VerdictKind.PROVED

    def by_earlier(self, planned: PlannedRow) -> Iterator[tuple[Attempt, list[PlannedRow]]]:
        """Yield the attempts to show a row by what earlier rows define or cite."""
        wider = with_earlier(planned.step, self.before())
        if wider is not None:
            case = planned_case(planned, wider)
            yield Attempt(wider, (wider,)), [case]
            yield from planned_attempts(case)

    def by_definitions(self, planned: PlannedRow) -> Iterator[tuple[Attempt, list[PlannedRow]]]:
        """Yield the attempts to show a row with what names in its terms are defined as."""
        step, before = planned.step, self.before()
        ways = (named_attempts, applied_attempts, derived_attempts, unfolded_attempts)
        more = chain.from_iterable(way(step, before) for way in ways)
        for attempt in chain(more, shifted_attempts(step)):
            yield attempt, [planned_case(planned, case) for case in attempt.cases]

    def by_claims(self, planned: PlannedRow) -> Iterator[tuple[Attempt, list[PlannedRow]]]:
        """Yield the attempts to show a row by what earlier rows claim that are open."""
        wider = with_claims(planned.step, self.before())
        if wider is None:
            return
        yield Attempt(wider, (wider,)), [planned_case(planned, wider)]
        presumed, defined = where_defined(wider)
        attempts = [Attempt(wider, defined, (), presumed)] if defined else []
        for attempt in chain(attempts, lawful_attempts(wider)):
            yield attempt, [planned_case(planned, case) for case in attempt.cases]

    def judgement(self, planned: PlannedRow) -> Judgement:
        """Return what is known of a row."""
        if planned.obligation is None:
            return Judgement(kind=VerdictKind.UNKNOWN, reason=planned.hindrance)
        step = planned.step
        try:
            support = self.support(planned)
            if support.refuted is not None:
                return support.refuted
            obligation = with_facts(planned.obligation, step, tuple(support.facts))
            if planned.alone is not None and self._is_proved(planned.alone):
                obligation, support = planned.alone, _Support()
            judgement = self._verdict(step, obligation, support)
        except StatementError as error:  # a name has two meanings in what is given here
            return Judgement(kind=VerdictKind.UNKNOWN, reason=str(error))
        before = [(self.steps[number], self.rows[number].judgement) for number in step.antecedents]
        found = with_premises(judgement, step, before, support.used)
        return as_of_numbers(found, step, (other for other, _ in before))

    def _is_proved(self, obligation: Obligation) -> bool:
        return self.examine(obligation).kind is VerdictKind.PROVED

    # Reasons.

    def support(self, planned: PlannedRow) -> _Support:
        """Return what the reasons of a row bring."""
        support = _Support()
        for reason in planned.reasons:
            if isinstance(reason, Citation):
                support.is_cited = True
                support.rests_on.append(str(reason))
            elif isinstance(reason, ByDefinition):
                support.is_definition = True
                support.is_guessed = reason.is_guessed
            elif isinstance(reason, UsedRow):
                self.used_row(reason, planned.step, support)
            elif isinstance(reason, UsedTheorem):
                self.used_theorem(reason, planned.step, support)
        return support

    def used_row(self, reason: UsedRow, step: Step, support: _Support) -> None:
        """Add the fact of an earlier row, if it may be used."""
        used, label = self.rows[reason.number], reason.label
        if used.kind is VerdictKind.REFUTED:
            support.kinds.append(VerdictKind.UNKNOWN)
            support.notes.append(f"the row {label}, on which it rests, is refuted")
            return
        if used.kind is VerdictKind.UNKNOWN:
            support.notes.append(f"the row {label}, on which it rests, is unknown")
        facts = tuple(support.facts)
        for obligation in reason.conditions:
            judgement = self.examine(with_facts(obligation, step, facts))
            support.findings.append(judgement)
            if judgement.kind is not VerdictKind.PROVED:
                support.kinds.append(VerdictKind.UNKNOWN)
                said = described(obligation.conclusion, judgement)
                support.notes.append(f"the row {label} holds only under a condition: {said}")
                return
        if reason.assumes_more:
            support.kinds.append(VerdictKind.UNKNOWN)
            support.notes.append(f"the row {label} assumes more than this one")
            return
        support.facts.append(used.step.row.relation)
        support.used.append(used.judgement)
        support.kinds.append(used.kind)
        support.rests_on += [
            text for text in used.judgement.rests_on if text not in support.rests_on
        ]

    def used_theorem(self, reason: UsedTheorem, step: Step, support: _Support) -> None:
        """Add the facts of a theorem, with what is wrong with its use."""
        application = reason.application
        theorem = application.theorem
        support.applications.append(application)
        support.rests_on += [f"theorem {theorem.id} ({theorem.source})", *application.accepts]
        if theorem.is_doubtful:
            remark = next(item.text for item in theorem.remarks)
            support.kinds.append(VerdictKind.UNKNOWN)
            support.notes.append(f"{theorem.id} is doubtful as printed: {remark}")
        for name, value in application.integers:
            support.kinds.append(VerdictKind.UNKNOWN)
            support.notes.append(f"{theorem.id} needs an integer for {name}, and got {value}")
        facts = tuple(support.facts)
        for what, obligation in reason.obligations:
            judgement = self.examine(with_facts(obligation, step, facts))
            support.findings.append(judgement)
            if judgement.kind is VerdictKind.PROVED:
                continue
            relation = obligation.conclusion
            if judgement.kind is VerdictKind.REFUTED:
                said = f"{what} of {theorem.id} fails there: {relation_text(relation)}"
                support.refuted = replace(
                    judgement, reason=f"the theorem is used outside its hypotheses; {said}"
                )
                return
            text = f"{what} of {theorem.id}: {described(relation, judgement)}"
            support.kinds.append(VerdictKind.UNKNOWN)
            support.notes.append(f"{text}; {judgement.reason}")
        support.facts += reason.facts

    # The verdict.

    def _verdict(self, step: Step, obligation: Obligation, support: _Support) -> Judgement:
        relation, given = step.row.relation, obligation.assumptions
        found = self.examine(obligation)
        certificates = (
            *(item for judgement in support.findings for item in judgement.certificates),
            *found.certificates,
        )
        used = (text for item in support.used for text in item.definitions)
        found = replace(
            found,
            certificates=certificates,
            rests_on=tuple(support.rests_on),
            definitions=tuple(dict.fromkeys((*used, *found.definitions))),
        )
        if support.is_cited or support.applications:
            found = without_law(found)
        if step.is_hypothesis and found.kind is not VerdictKind.PROVED:
            return self._hypothesis(step, given, found)
        is_refuted = found.kind is VerdictKind.REFUTED
        if step.may_be_hypothesis and is_refuted and satisfiable((*given, relation)):
            return self._question(found)
        is_open = found.kind is not VerdictKind.PROVED
        if support.is_definition and is_open and self._defines(step, given, found):
            kind = VerdictKind.UNKNOWN if support.is_guessed else VerdictKind.CITED
            text = "it may define a quantity" if support.is_guessed else "it defines a quantity"
            return replace(found, kind=kind, reason=text, counterexample=None)
        if found.kind is VerdictKind.REFUTED:
            return found
        is_settled = step.context is not None and found.kind is VerdictKind.PROVED
        if support.is_cited and not support.applications and not is_settled:
            cited = "; ".join(support.rests_on)
            return self._settled(found, VerdictKind.CITED, f"cited: {cited}", support)
        if support.applications:
            return self._by_theorem(step, found, support)
        kind = weakest([found.kind, *support.kinds])
        rules = [reason.name for reason in step.reasons if isinstance(reason, ByRule)]
        reason = found.reason
        if rules and kind is VerdictKind.UNKNOWN and not step.random:
            way = _DECLARED.get(rules[0], "random X in [0, 1]")
            reason += f"; {rules[0]} needs what is random, as in '%! {way}'"
        return self._settled(found, kind, reason, support)

    def _settled(
        self, found: Judgement, kind: VerdictKind, reason: str, support: _Support
    ) -> Judgement:
        """Return the verdict of a row that is not refuted, with what is wrong with its reasons."""
        kind = weakest([kind, *support.kinds])
        text = "; ".join([*support.notes, reason] if reason else support.notes)
        if kind is VerdictKind.CITED and not (support.is_cited or support.applications):
            text = "follows from rows that are cited"
        is_open = kind is VerdictKind.UNKNOWN and found.kind is VerdictKind.UNKNOWN
        return replace(
            found,
            kind=kind,
            reason=text,
            counterexample=found.counterexample if is_open else None,
            left=found.left if is_open else "",
            right=found.right if is_open else "",
        )

    def _by_theorem(self, step: Step, found: Judgement, support: _Support) -> Judgement:
        ids = ", ".join(item.theorem.id for item in support.applications)
        if found.kind is VerdictKind.PROVED or not support.facts:
            if found.kind is VerdictKind.PROVED or step.atoms:
                return self._settled(found, VerdictKind.CITED, f"by theorem {ids}", support)
            names = ", ".join(
                bound.symbol.name for item in support.applications for bound in item.bounds
            )
            hint = f"; say what its {names} is, as in 'with {names} = ...'" if names else ""
            return self._settled(
                found, VerdictKind.UNKNOWN, f"{found.reason}; {ids} was not used{hint}", support
            )
        facts = ", ".join(map(relation_text, support.facts))
        return self._settled(
            found,
            VerdictKind.UNKNOWN,
            f"{ids} gives {facts}, from which the row was not proved: {found.reason}",
            support,
        )

    def _question(self, found: Judgement) -> Judgement:
        """Return the verdict of a row that may be a claim, or a hypothesis of the row below it."""
        return replace(
            found,
            kind=VerdictKind.UNKNOWN,
            reason=(
                "as a claim it fails there; if it is a hypothesis of the row below, say so by "
                "'%! expect: cited', or write both on one line"
            ),
        )

    def _defines(self, step: Step, given: tuple[Relation, ...], found: Judgement) -> bool:
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
        return bool(step.atoms) and found.kind is not VerdictKind.REFUTED

    def _hypothesis(self, step: Step, given: tuple[Relation, ...], found: Judgement) -> Judgement:
        """Return the verdict of a row that only stands before an implication."""
        relation = step.row.relation
        if found.kind is VerdictKind.REFUTED and not satisfiable((*given, relation)):
            reason = "as far as is seen it holds for nothing, and what follows says nothing"
            return replace(found, kind=VerdictKind.UNKNOWN, reason=reason, certificates=())
        at = f"; it fails at {point_text(found.counterexample)}" if found.counterexample else ""
        plain = replace(found, counterexample=None, left="", right="")
        by = "by its sentence" if step.context else f"as what stands before an implication{at}"
        if step.context is not None and step.context.situation.is_qualified:  # "x is largest if"
            return replace(plain, kind=VerdictKind.UNKNOWN, reason=f"assumed here, {by}")
        return replace(
            plain,
            kind=VerdictKind.CITED,
            reason=f"assumed here, {by}",
            rests_on=(f"the hypothesis {relation_text(relation)}",),
        )
