"""What was read of a display that nobody prepared, as records."""

from __future__ import annotations

from dataclasses import dataclass

from boundcalc.reader.relation_rows import RelationRow, Side
from boundcalc.tex.source import Fragment, ReaderError


@dataclass(frozen=True, kw_only=True, slots=True)
class UnreadRow:
    """A place of a display that is not read: where, why, and how many relations stand in it."""

    place: Fragment
    error: ReaderError
    relations: int = 1

    @property
    def reason(self) -> str:
        """Why it is not read."""
        return self.error.message


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    r"""The rows of a display that were read, and what was not.

    `others` counts relations that are not between numbers, such as ``x \in S``; `last` is the side
    from which another display may go on.
    """

    rows: tuple[RelationRow, ...] = ()
    unread: tuple[UnreadRow, ...] = ()
    others: int = 0
    last: Side | None = None
