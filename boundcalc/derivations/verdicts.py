"""Verdicts of rows: what is known of each displayed relation, and what it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any

from boundcalc.language.expressions import Relation


class RowKind(Enum):
    """What is known of a row."""

    PROVED = "PROVED"
    REFUTED = "REFUTED"
    CITED = "CITED"
    TESTED = "TESTED"
    UNKNOWN = "UNKNOWN"


_WEAKEST_FIRST = (
    RowKind.REFUTED,
    RowKind.UNKNOWN,
    RowKind.TESTED,
    RowKind.CITED,
    RowKind.PROVED,
)


def weakest(kinds: Iterable[RowKind]) -> RowKind:
    """Return the weakest of several verdicts; of none, PROVED.

    Examples
    --------
    >>> weakest([RowKind.PROVED, RowKind.CITED]).value
    'CITED'
    """
    return min(kinds, key=_WEAKEST_FIRST.index, default=RowKind.PROVED)


GUESSED = "guessed"  # of a premise


@dataclass(frozen=True, kw_only=True, slots=True)
class Premise:
    """What a verdict is given by the document.

    Parameters
    ----------
    how : str
        "assumed", "set" by an abbreviation, "implied" where it stands before an implication, or
        "guessed" where no line states the domain of a symbol.
    text, latex : str
        The relation.
    line : int
        Where it stands.
    """

    how: str
    text: str
    latex: str
    line: int

    def __str__(self) -> str:
        if self.how == GUESSED:
            return f"the guessed domain {self.text} (line {self.line})"
        return f"the premise {self.text} (line {self.line})"


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a counterexample may miss what the author means; 100 is enough to drop it."""

    text: str
    weight: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """A verdict with its reasons.

    Parameters
    ----------
    kind : RowKind
        PROVED and REFUTED rest on certificates that the checker accepted.
    reason : str
        How it was found, or what was left, in sentences.
    counterexample : mapping or None
        Exact rationals by name, where the row is refuted, or where it needs an argument.
    left, right : str
        Both sides there, to 15 digits.
    rests_on : tuple of str
        Citations, sentences that a reader must accept, and premises of the document.
    definitions : tuple of str
        Declarations of what is random, and axioms of probability, that a proof uses.
    premises : tuple of Premise
        What the document assumes, sets, or says before an implication, and the verdict needs.
    says_nothing : str
        Why the row says nothing although it is proved; empty if it says something.
    question : str
        What a counterexample asks the author that refutes nothing yet; empty without one.
    suspicion : int
        How likely that is an error, from 0 to 100.
    used : tuple of Relation
        Equations of the document by which a symbol was replaced by its value.
    certificates : tuple of mapping
        What the checker accepted.
    seconds : float
        Time taken.
    """

    kind: RowKind
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
