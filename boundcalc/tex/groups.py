r"""Groups of TeX that are open, and how much of a text may be broken before it is no document.

Main definitions
----------------
`Groups`: what is open at a place of a text, and the macros that end with it.
`Damage`: how much opens or closes nothing; beyond a limit the text is refused.
`DocumentError`: a file is not a document that can be read.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from boundcalc.language.errors import BoundError
from boundcalc.tex.macros import Definition
from boundcalc.tex.source import SourceText

MAX_DEPTH = 1000  # TeX has 255, and what stands in listings may look like groups
MAX_BROKEN = 10_000  # so that a broken text costs no more than a text


class DocumentError(BoundError):
    """A file is not a document that can be read."""


@dataclass
class Group:
    """A group of TeX that is open: what closes it, and the macros that end with it."""

    closer: str
    is_argument: bool = False
    definitions: list[Definition] = field(default_factory=list)


@dataclass
class Damage:
    """How many places of a text open, close, show or define nothing."""

    source: SourceText
    count: int = 0

    def add(self, place: int) -> None:
        """Count one more such place.

        Raises
        ------
        DocumentError
            If there are more than a document may have.
        """
        self.count += 1
        if self.count > MAX_BROKEN:
            raise self.error(
                place,
                f"more than {MAX_BROKEN} faults, such as braces that close nothing and displays "
                "without a formula",
            )

    def error(self, place: int, found: str) -> DocumentError:
        """Return that a text is no document, for what was found up to a place."""
        line = self.source.position(place).line
        return DocumentError(
            f"{self.source.name!r:.80} is no document: it has {found}, up to line {line}"
        )


class Groups:
    """The groups that are open at a place of a text, the innermost last."""

    def __init__(self, damage: Damage) -> None:
        self.damage = damage
        self.opened: list[Group] = []
        self.awaited: Counter[str] = Counter()  # how many groups wait for what closes them
        self.arguments = 0  # how many of the groups are arguments

    def open(self, closer: str, place: int, *, is_argument: bool = False) -> None:
        """Open a group.

        Raises
        ------
        DocumentError
            If groups stand in each other more deeply than in any document.
        """
        if len(self.opened) >= MAX_DEPTH:
            raise self.damage.error(place, f"groups within groups, more than {MAX_DEPTH} deep")
        self.opened.append(Group(closer, is_argument))
        self.awaited[closer] += 1
        self.arguments += is_argument

    def close(self, closer: str, place: int) -> None:
        """Close the innermost group that waits for this, and those in it; their macros end."""
        if not self.awaited[closer]:
            self.damage.add(place)
            return
        while True:
            group = self.opened.pop()
            self.awaited[group.closer] -= 1
            self.arguments -= group.is_argument
            self.damage.source.macros.close(group.definitions, place)
            if group.closer == closer:
                return
