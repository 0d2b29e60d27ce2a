"""Verdicts of the prover: PROVED and REFUTED need a certificate that the checker accepts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any

from boundcalc.checker import check_certificate
from boundcalc.language.errors import StatementError
from boundcalc.language.latex import relation_latex, symbol_latex
from boundcalc.language.numbers import decimal_text
from boundcalc.proving.goals import ProofGoal


class VerdictKind(Enum):
    """What is known of a relation on its domain."""

    PROVED = "PROVED"
    REFUTED = "REFUTED"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The answer to a goal.

    Parameters
    ----------
    goal : ProofGoal
        What was asked.
    kind : VerdictKind
        PROVED, REFUTED or UNKNOWN.
    certificate : dict or None
        What the checker accepted; it is checked again when the verdict is made.
    counterexample : mapping or None
        A point of the domain, in exact rationals, at which the conclusion fails.
    left, right : str
        Both sides at the counterexample to 15 digits, or "undefined".
    method : str
        A paragraph: how it was proved or refuted, or what was left.
    steps : int
        Steps of the certificate, or goals that were looked at.
    seconds : float
        Time taken.

    Raises
    ------
    boundcalc.checker.Rejected
        If the checker does not accept the certificate.
    StatementError
        If the certificate is about another goal, or the verdict needs one and has none.
    """

    goal: ProofGoal
    kind: VerdictKind
    certificate: Mapping[str, Any] | None = field(default=None, repr=False)
    counterexample: Mapping[str, Fraction] | None = None
    left: str = ""
    right: str = ""
    method: str = ""
    steps: int = 0
    seconds: float = field(default=0.0, compare=False)

    def __post_init__(self) -> None:
        if self.kind is VerdictKind.UNKNOWN:
            return
        if self.certificate is None:
            raise StatementError(f"a verdict {self.kind.value} needs a certificate")
        wanted = "proof" if self.kind is VerdictKind.PROVED else "refutation"
        asked = self.goal.to_json()
        if any(self.certificate.get(key) != value for key, value in asked.items()):
            raise StatementError("the certificate is about another goal")
        if check_certificate(self.certificate).kind != wanted:
            raise StatementError(f"the certificate is no {wanted}")

    @property
    def is_proved(self) -> bool:
        """Whether the relation holds on the whole domain."""
        return self.kind is VerdictKind.PROVED

    @property
    def is_refuted(self) -> bool:
        """Whether a counterexample was found."""
        return self.kind is VerdictKind.REFUTED

    def __str__(self) -> str:
        lines = [f"{self.kind.value}: {self.goal.conclusion}"]
        if self.counterexample is not None:
            values = self.counterexample.items()
            point = ", ".join(f"{name} = {decimal_text(value)}" for name, value in values)
            lines.append(f"at {point}: left side {self.left}, right side {self.right}")
        if self.method:
            lines.append(self.method)
        return "\n".join(lines)

    def _repr_latex_(self) -> str:
        shown = rf"\text{{{self.kind.value}: }} {relation_latex(self.goal.conclusion)}"
        if self.counterexample is not None:
            values = self.counterexample.items()
            point = ", ".join(f"{symbol_latex(name)} = {value}" for name, value in values)
            shown += rf"\quad\text{{fails at }} {point}"
        return f"${shown}$"
