"""Verdicts on rows about expectations, which need a certificate that the checker accepted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from boundcalc.checker import check_certificate
from boundcalc.language.errors import StatementError
from boundcalc.probability.goals import ExpectationGoal
from boundcalc.proving.verdicts import VerdictKind


@dataclass(frozen=True, kw_only=True)
class ExpectationVerdict:
    """The answer to a goal about expectations.

    Parameters
    ----------
    goal : ExpectationGoal
        What was asked.
    kind : VerdictKind
        PROVED or REFUTED with a certificate, or UNKNOWN.
    certificate : dict or None
        What the checker accepted; it is checked again when the verdict is made.
    rules : tuple of str
        The rules that were used, in words.
    reason : str
        The same in a phrase, or what was left.

    Raises
    ------
    boundcalc.checker.Rejected
        If the checker does not accept the certificate.
    StatementError
        If it is about another goal, or is missing.
    """

    goal: ExpectationGoal
    kind: VerdictKind
    certificate: Mapping[str, Any] | None = field(default=None, repr=False)
    rules: tuple[str, ...] = ()
    reason: str = ""

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
