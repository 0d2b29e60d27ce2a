"""Audits of sample sizes: enough by some theorem, too few for some way of answering, or neither.

No theorem says of every algorithm how many records it needs, so that a size between the best
certified answer and the limits from below is left open.

Main definitions
----------------
`audit_any`: the judgement on a size, or by a theorem that is attained.
`SizeAudit`: what comes of the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.cards.audit_cards import size_audit_card
from boundcalc.cards.audit_json import size_audit_json
from boundcalc.cards.cards import Card, Shown
from boundcalc.language.errors import BoundError
from boundcalc.language.statements import Theorem
from boundcalc.problems.outcomes import Direction, Finding
from boundcalc.questions.questions import Given, Question, check_names, in_domain
from boundcalc.ranking.audits import RECORDS, Audit, audit
from boundcalc.ranking.lower_limits import with_lower_limits
from boundcalc.ranking.ranking import rank
from boundcalc.routes.solve import find_way, solve_by
from boundcalc.solving.answers import Answer, LowerLimit, Ranking

_SIZE, _ACCURACY = RECORDS.name, "tau"


@dataclass(frozen=True, kw_only=True, slots=True)
class SizeAudit(Shown):
    """A judgement on a number of records.

    It holds where a theorem gives the accuracy at that size, and `accuracy` is what it gives; it
    fails where every way of answering that a limit from below is about fails with it, and no other
    algorithm is limited.
    """

    size: int
    ranking: Ranking
    accuracy: Answer | None
    finding: Finding

    @property
    def given(self) -> Mapping[str, str]:
        """The values that were given with the size, as they were typed."""
        return self.ranking.given

    @property
    def best(self) -> Answer:
        """The best certified size."""
        return self.ranking.best

    @property
    def failing(self) -> tuple[LowerLimit, ...]:
        """The limits at or above the size."""
        return tuple(item for item in self.ranking.limits_below if self.size <= item.value)

    def __repr__(self) -> str:
        return f"<SizeAudit of n = {self.size}: {self.finding.value}>"

    def card(self) -> Card:
        """Return what a reader sees of the audit."""
        return size_audit_card(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the audit as an object of JSON, as `boundcalc audit --json` prints it."""
        return size_audit_json(self)


def audit_any(theorems: Iterable[Theorem], claimed: tuple[Given, ...]) -> Audit | SizeAudit:
    """Return the audit of a size with an accuracy, or that of `audit`.

    Raises
    ------
    QuestionError, DomainError, NoSolutionError, UndecidedError
        As `audit`, and where no theorem answers the question about the size.
    """
    library = tuple(theorems)
    values = {item.name: item for item in claimed}
    if len(library) > 1 and {_SIZE, _ACCURACY} <= values.keys():
        return _size_audit(library, values)
    return audit(library, claimed)


def _size_audit(library: tuple[Theorem, ...], claimed: Mapping[str, Given]) -> SizeAudit:
    typed = claimed[_SIZE]
    size = int(in_domain(RECORDS, typed.value, typed.letter))
    rest = tuple(item for item in claimed.values() if item.name != _SIZE)
    question = Question(_SIZE, rest, _SIZE)
    check_names(question.letters, library)
    ranking = with_lower_limits(rank(library, question), library)
    accuracy = _accuracy(library, ranking, size)
    failing = [item for item in ranking.limits_below if size <= item.value]
    if accuracy is not None:
        finding = Finding.HOLDS
    elif failing and len(failing) == len(ranking.limits_below):
        finding = Finding.FAILS
    else:
        finding = Finding.UNKNOWN
    return SizeAudit(size=size, ranking=ranking, accuracy=accuracy, finding=finding)


def _accuracy(library: tuple[Theorem, ...], ranking: Ranking, size: int) -> Answer | None:
    """Return the accuracy that the best theorem gives at a size, if it is what is asked.

    More records than a theorem needs are not taken to suffice: it is asked again at the size.
    """
    best = ranking.best
    if not best.certified or best.vacuous or best.direction is not Direction.LEAST:
        return None
    if size < best.value:
        return None
    question = ranking.question.asking(_ACCURACY).at(_SIZE, size)
    try:
        found = solve_by(find_way(library, best.theorem.id), question)
    except BoundError:
        return None
    tau = best.given.get(_ACCURACY)
    is_enough = tau is not None and found.certified and Fraction(found.value) <= tau
    return found if is_enough else None
