"""Verdicts of the prover: PROVED and REFUTED need a certificate that the checker accepts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.checker import check_certificate
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.errors import StatementError
from boundcalc.language.latex import relation_latex, symbol_latex
from boundcalc.language.numbers import decimal_text
from boundcalc.language.records import Record
from boundcalc.language.text import relation_text
from boundcalc.proving.counterexamples.boxes import is_box
from boundcalc.proving.goals import ProofGoal
from boundcalc.proving.portable import portable


@dataclass(frozen=True, kw_only=True)
class Verdict(Record):
    """The answer to a goal.

    Parameters
    ----------
    goal : ProofGoal
        What was asked.
    judgement : Judgement
        What is known of it: PROVED, REFUTED or UNKNOWN. Its first certificate is about the goal,
        and is checked again when the verdict is made.
    steps : int
        Steps of the certificate, or goals that were looked at.

    Raises
    ------
    boundcalc.checker.Rejected
        If the checker does not accept the certificate.
    StatementError
        If the certificate is about another goal, or the verdict needs one and has none.
    """

    goal: ProofGoal
    judgement: Judgement
    steps: int = 0

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
    def kind(self) -> VerdictKind:
        """PROVED, REFUTED or UNKNOWN."""
        return self.judgement.kind

    @property
    def certificate(self) -> Mapping[str, Any] | None:
        """What the checker accepted."""
        return self.judgement.certificate

    @property
    def counterexample(self) -> Mapping[str, Fraction] | None:
        """A point of the domain, in exact rationals, at which the conclusion fails.

        Where `is_near`, it is only near one that need not be rational, in a box of the certificate.
        """
        return self.judgement.counterexample

    @property
    def is_near(self) -> bool:
        """Whether the conclusion fails near `counterexample`, at a solution of the assumptions."""
        return self.is_refuted and is_box((self.certificate or {}).get("point", {}))

    @property
    def left(self) -> str:
        """The left side at the counterexample to 15 digits, or "undefined"."""
        return self.judgement.left

    @property
    def right(self) -> str:
        """The right side there."""
        return self.judgement.right

    @property
    def method(self) -> str:
        """A paragraph: how it was proved or refuted, or what was left."""
        return self.judgement.reason

    @property
    def seconds(self) -> float:
        """Time taken."""
        return self.judgement.seconds

    @property
    def is_proved(self) -> bool:
        """Whether the relation holds on the whole domain."""
        return self.kind is VerdictKind.PROVED

    @property
    def is_refuted(self) -> bool:
        """Whether a counterexample was found."""
        return self.kind is VerdictKind.REFUTED

    def __hash__(self) -> int:
        return hash((self.kind, self.goal))

    def __repr__(self) -> str:
        return f"<Verdict {self.kind.value}: {self.goal.conclusion}>"

    def __str__(self) -> str:
        lines = [f"{self.kind.value}: {self.goal.conclusion}"]
        if self.counterexample is not None:
            values = self.counterexample.items()
            point = ", ".join(f"{name} = {decimal_text(value)}" for name, value in values)
            where = "near" if self.is_near else "at"
            lines.append(f"{where} {point}: left side {self.left}, right side {self.right}")
        if self.method:
            lines.append(self.method)
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as an object of JSON; numbers that carry precision are strings."""
        goal, point = self.goal, self.counterexample
        return {
            "relation": relation_text(goal.conclusion),
            "latex": relation_latex(goal.conclusion),
            "where": {symbol.name: str(symbol.domain) for symbol in goal.variables},
            "assume": [relation_text(relation) for relation in goal.assumptions],
            "verdict": self.kind.value,
            "counterexample": None
            if point is None
            else {name: str(value) for name, value in point.items()},
            "is_near": self.is_near,
            "lhs": self.left or None,
            "rhs": self.right or None,
            "method": self.method,
            "boxes": self.steps,
            "seconds": round(self.seconds, 6),
            "certificate": None if self.certificate is None else portable(self.certificate),
        }

    def _repr_latex_(self) -> str:
        shown = rf"\text{{{self.kind.value}: }} {relation_latex(self.goal.conclusion)}"
        if self.counterexample is not None:
            values = self.counterexample.items()
            point = ", ".join(f"{symbol_latex(name)} = {value}" for name, value in values)
            shown += rf"\quad\text{{fails {'near' if self.is_near else 'at'} }} {point}"
        return f"${shown}$"
