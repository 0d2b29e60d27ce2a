"""Verdicts on rows about expectations, which need a certificate that the checker accepted."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from boundcalc.checker import check_certificate
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.errors import StatementError
from boundcalc.probability.goals import ExpectationGoal


@dataclass(frozen=True, kw_only=True)
class ExpectationVerdict:
    """The answer to a goal about expectations.

    Parameters
    ----------
    goal : ExpectationGoal
        What was asked.
    judgement : Judgement
        What is known of it: PROVED or REFUTED with a certificate, which is checked again when the
        verdict is made, or UNKNOWN; its definitions are the rules that were used.

    Raises
    ------
    boundcalc.checker.Rejected
        If the checker does not accept the certificate.
    StatementError
        If it is about another goal, or is missing.
    """

    goal: ExpectationGoal
    judgement: Judgement

    def __post_init__(self) -> None:
        if self.kind is VerdictKind.UNKNOWN:
            return
        if self.certificate is None:
            raise StatementError(f"a verdict {self.kind.value} needs a certificate")
        asked = self.goal.to_json()
        shown = self.certificate
        is_same = all(shown.get(key) == value for key, value in self.goal.asked().items())
        for name, entry in asked["quantities"]:
            is_same = is_same and [name, entry] in list(shown["quantities"])
        for name, values in asked["variables"].items():
            is_same = is_same and shown["variables"].get(name) == values
        if not is_same:
            raise StatementError("the certificate is about another goal")
        wanted = "proof" if self.kind is VerdictKind.PROVED else "refutation"
        if check_certificate(shown).kind != wanted:
            raise StatementError(f"the certificate is no {wanted}")

    def timed(self, seconds: float) -> ExpectationVerdict:
        """Return the verdict with what the search for it took, without a check of it again."""
        found = copy(self)
        object.__setattr__(found, "judgement", replace(self.judgement, seconds=seconds))
        return found

    @property
    def kind(self) -> VerdictKind:
        """PROVED, REFUTED or UNKNOWN."""
        return self.judgement.kind

    @property
    def certificate(self) -> Mapping[str, Any] | None:
        """What the checker accepted."""
        return self.judgement.certificate

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that were used, in words."""
        return self.judgement.definitions

    @property
    def reason(self) -> str:
        """The same in a phrase, or what was left."""
        return self.judgement.reason
