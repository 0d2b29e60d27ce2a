"""Judgements: what is known of a claim, how that was found, where it fails, and on what it rests.

One record serves relations, rows of documents, and statements that are tested on instances.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import Any

from boundcalc.language.expressions import Relation


class VerdictKind(Enum):
    """What is known of a claim."""

    PROVED = "PROVED"
    REFUTED = "REFUTED"
    CITED = "CITED"
    TESTED = "TESTED"
    UNKNOWN = "UNKNOWN"


_WEAKEST_FIRST = (
    VerdictKind.REFUTED,
    VerdictKind.UNKNOWN,
    VerdictKind.TESTED,
    VerdictKind.CITED,
    VerdictKind.PROVED,
)


def weakest(kinds: Iterable[VerdictKind]) -> VerdictKind:
    """Return the weakest of several verdicts; of none, PROVED.

    Examples
    --------
    >>> weakest([VerdictKind.PROVED, VerdictKind.CITED]).value
    'CITED'
    """
    return min(kinds, key=_WEAKEST_FIRST.index, default=VerdictKind.PROVED)


GUESSED = "guessed"  # of a premise
PRESUMED = "presumed"  # of a premise: that both sides have a value
EARLIER = "earlier"  # of a premise: a row before it that is cited
CLAIMED = "claimed"  # of a premise: a row before it that is open
LAW = "law"  # of a premise: an instance of a law of terms that are not read


@dataclass(frozen=True, kw_only=True, slots=True)
class Premise:
    """What a judgement is given by a document.

    Parameters
    ----------
    how : str
        "assumed", "set" by an abbreviation, "implied" where it stands before an implication, or
        "guessed" where no line states the domain of a symbol, "presumed" where a side would have no
        value without it, "law" where it is an instance of a law of terms that are not read,
        "earlier" where it is a row before it that is cited, "claimed" where that one is open.
    text, latex : str
        The relation.
    line : int
        Where it stands.
    """

    how: str
    text: str
    latex: str
    line: int
    law: str = ""

    def __str__(self) -> str:
        if self.how == PRESUMED:
            return f"that both sides have a value: {self.text}"
        if self.how == EARLIER:
            return f"the row of line {self.line}, which is cited: {self.text}"
        if self.how == CLAIMED:
            return f"the row of line {self.line}, which is not decided: {self.text}"
        if self.how == LAW:
            return f"{self.law}: {self.text}"
        if self.how == GUESSED:
            return f"the guessed domain {self.text} (line {self.line})"
        return f"the premise {self.text} (line {self.line})"


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """What is known of a claim.

    Parameters
    ----------
    kind : VerdictKind
        PROVED and REFUTED of a relation rest on certificates that the checker accepted.
    reason : str
        How it was found, or what was left, in sentences.
    counterexample : mapping or None
        Exact rationals by name, where the claim is refuted, or where it needs an argument.
    left, right : str
        Both sides there, to 15 digits, or "undefined".
    rests_on : tuple of str
        Citations, sentences that a reader must accept, and premises of the document.
    definitions : tuple of str
        Declarations of what is random, and axioms of probability, that a proof uses.
    premises : tuple of Premise
        What the document assumes, sets, or says before an implication, and the judgement needs.
    says_nothing : str
        Why the claim says nothing although it is proved; empty if it says something.
    question : str
        What a counterexample asks the author that refutes nothing yet; empty without one.
    suspicion : int
        How likely that is an error, from 0 to 100.
    used : tuple of Relation
        Equations of the document by which a symbol was replaced by its value.
    certificates : tuple of mapping
        What the checker accepted.
    seconds : float
        Time of the search, in seconds of the processor.
    """

    kind: VerdictKind
    reason: str = ""
    counterexample: Mapping[str, Fraction] | None = None
    left: str = ""
    right: str = ""
    rests_on: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()
    premises: tuple[Premise, ...] = ()
    says_nothing: str = ""
    question: str = ""
    suspicion: int = 0
    used: tuple[Relation, ...] = ()
    certificates: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)
    seconds: float = field(default=0.0, compare=False)

    @property
    def certificate(self) -> Mapping[str, Any] | None:
        """The first certificate, which is about the claim itself; None without one."""
        return self.certificates[0] if self.certificates else None


def without_law(found: Judgement) -> Judgement:
    """Return a judgement that no finite law refutes, for what is cited may say more of it."""
    if not any(item["kind"] == "finite law" for item in found.certificates):
        return found
    return replace(
        found,
        kind=VerdictKind.UNKNOWN,
        reason="what is declared does not imply it",
        counterexample=None,
        left="",
        right="",
        certificates=(),
    )
