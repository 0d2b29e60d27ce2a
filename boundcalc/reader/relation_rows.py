"""The rows of a display as records, and what is known of the line that is being read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from boundcalc.language.expressions import Expression, Relation
from boundcalc.reader.remarks import is_label_text
from boundcalc.tex import vocabulary
from boundcalc.tex.source import Fragment
from boundcalc.tex.tokens import Kind, Token

_LABELS = ("a", "b", "c", "i")


@dataclass(frozen=True, kw_only=True, slots=True)
class RelationRow:
    r"""One relation of a display, with its place in the text.

    Parameters
    ----------
    relation : Relation
        What is claimed.
    left, sign, right : Fragment
        Where its parts stand; `right` ends the row.
    chain : int
        The number of its chain within the display, from 0: rows of one chain share neighbours.
    is_implied : bool
        Whether ``\Rightarrow`` or ``\implies`` stands before it.
    conditions : tuple of Relation
        What ``\text{if } ...`` or ``\text{for } ...`` at the end of its line adds.
    abbreviations : tuple of str
        The abbreviations that were read in it, and are replaced by their values.
    label, tag, note : str
        The content of ``\label``, of ``\tag``, and of any other text at the end of the line.
    is_definition : bool
        Whether its sign or the words before it say that it defines its left side.
    guessed : tuple of str
        The names that were read as real numbers, though nothing declares them.
    opaque_sides : tuple of str
        Why a side is one opaque value as a whole, for each such side.
    hidden : tuple of str
        Words about the row that were not understood, and may restrict it; it holds if the relation
        does, and is not refuted where the relation fails.
    """

    relation: Relation
    left: Fragment
    sign: Fragment
    right: Fragment
    chain: int
    is_implied: bool = False
    conditions: tuple[Relation, ...] = ()
    abbreviations: tuple[str, ...] = ()
    label: str = ""
    tag: str = ""
    note: str = ""
    is_definition: bool = False
    guessed: tuple[str, ...] = ()
    opaque_sides: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


@dataclass
class Line:
    """What is known of the line that is being read."""

    first: int  # index of its first row
    notes: dict[str, str] = field(default_factory=dict)
    apart: list[tuple[int, Token]] = field(default_factory=list)  # rows after a wide space


class Side(NamedTuple):
    """One side of a relation: what it is, where it stands, the abbreviations in it."""

    node: Expression
    place: Fragment
    abbreviations: tuple[str, ...]


def is_harmless_label(tokens: list[Token]) -> bool:
    """Return whether what stands over a relation is a label or a reason, and leaves its meaning."""
    inner = tokens
    if len(tokens) > 2 and tokens[0].key == "(" and tokens[-1].key == ")":
        inner = tokens[1:-1]
    return bool(inner) and all(
        token.kind in (Kind.DIGIT, Kind.DOT, Kind.PRIME)
        or token.key in ("*", r"\ast", r"\star", r"\dagger", *_LABELS)
        or (inner is not tokens and token.kind is Kind.NAME and len(token.key) == 1)
        or token.key in vocabulary.REFERENCES
        or (token.text and is_label_text(token.text))
        for token in inner
    )
