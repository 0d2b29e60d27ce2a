"""What rows that are not proved may have meant, kept while a document is edited.

Whether a row misses an equation by a little takes the laws of its terms many times, and is a
question and no verdict. It is found again only for rows of which something has changed that it
depends on: the row and what is known of it, or the text around the displays.

Main definitions
----------------
`Hints`: what was found so far. `prose_of`: the text around the displays of rows. `ways_of`: in
which ways a row may be shown by laws. `planned_attempts`: these, with what each has to show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain

from boundcalc.derivations.rows import Step
from boundcalc.displays.factors import calls_e, calls_pi
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.notes.calculus.facts import fact_attempts
from boundcalc.notes.calculus.signs import signed_attempts
from boundcalc.notes.presumptions import Attempt, attempts, lawful_step
from boundcalc.obligations.deciding import Ways
from boundcalc.obligations.examining import Examine
from boundcalc.obligations.planning import PlannedRow, planned_case
from boundcalc.tex.source import SourceText

MOST = 10_000
PlannedAttempt = tuple[Attempt, list[PlannedRow]]
PlannedAttempts = list[PlannedAttempt]


class Hints:
    """The judgements of rows with the questions that they raise, by all that these depend on."""

    def __init__(self) -> None:
        self.found: dict[object, Judgement] = {}
        self.planned: dict[int, tuple[PlannedRow, PlannedAttempts]] = {}

    def ways(
        self, planned: PlannedRow, plan: Callable[[PlannedRow], Iterable[PlannedAttempt]]
    ) -> PlannedAttempts:
        """Return the attempts to show a row, which are planned before its document is judged."""
        known = self.planned.get(id(planned))
        if known is None or known[0] is not planned:
            known = self.planned[id(planned)] = (planned, list(plan(planned)))
        return known[1]

    def find(
        self, step: Step, judgement: Judgement, prose: str, miss: Callable[[Judgement], Judgement]
    ) -> Judgement:
        """Return what `miss` returns for a judgement of a row, from before where it was asked."""
        plain = replace(judgement, seconds=0.0)
        key = (*_known(step), repr(plain), prose)
        if key not in self.found:
            if len(self.found) >= MOST:
                self.found.clear()
            self.found[key] = miss(plain)
        return replace(self.found[key], seconds=judgement.seconds)


def prose_of(steps: Iterable[Step]) -> str:
    """Return the text around the displays of rows, and what the whole text says of letters."""
    places: dict[int, tuple[SourceText, set[tuple[int, int]]]] = {}
    for step in steps:
        whole = step.display.whole
        _, ends = places.setdefault(id(whole.source), (whole.source, set()))
        ends.add((whole.start, whole.stop))
    pieces: list[str] = []
    for source, ends in places.values():
        letters = sorted(source.transposed)
        pieces.append(f"{letters} {source.has_matrices} {source.has_both_epsilons}")
        pieces.append(f"{calls_e(source.text)} {calls_pi(source.text)}")
        at = 0
        for start, stop in sorted(ends):
            pieces.append(source.text[at:start])
            at = max(at, stop)
        pieces.append(source.text[at:])
    return "\n".join(pieces)


def _known(step: Step) -> tuple[object, ...]:
    """Return what a row says, and what is known of it, without where it stands."""
    row, context = step.row, step.context
    domains = context.domains.values() if context else ()
    situation = context.situation if context else None
    return (
        row.relation,
        row.conditions,
        row.left.text,
        row.right.text,
        row.hidden,
        tuple(row.opaque_sides),
        tuple((item.relation, item.how) for item in step.assumptions),
        tuple((item.name, item.domain, item.sure, item.origin.certainty) for item in domains),
        tuple(map(repr, step.reasons)),
        repr(step.random),
        (situation.standing, situation.is_loose, situation.log_base) if situation else None,
    )


def ways_of(planned: PlannedRow, examine: Examine, hints: Hints | None = None) -> Ways:
    """Return in which ways a row may be shown by laws of its terms, if it is not shown without."""
    step = planned.step
    if planned.obligation is None or step.context is None or step.is_hypothesis:
        return ()
    if examine(planned.obligation).kind is VerdictKind.PROVED:
        return ()
    return tuple(
        tuple(case.obligation for case in cases if case.obligation is not None)
        for _, cases in (hints or Hints()).ways(planned, planned_attempts)
    )


def planned_attempts(planned: PlannedRow) -> Iterator[tuple[Attempt, list[PlannedRow]]]:
    """Yield the attempts to show a row in another way, with what each has to show."""
    step = planned.step
    laws, lawful = lawful_step(step)
    known = attempts(step, laws, lawful), fact_attempts(step, laws, lawful), signed_attempts(step)
    for attempt in chain.from_iterable(known):
        yield attempt, [planned_case(planned, case) for case in attempt.cases]
