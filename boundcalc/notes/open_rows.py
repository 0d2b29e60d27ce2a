"""The rows of a display that nobody prepared: what can be read of it, and what cannot."""

from __future__ import annotations

from boundcalc.notes.declarations import read_where
from boundcalc.notes.relations import RelationRow, read_relations
from boundcalc.notes.scope import Scope
from boundcalc.notes.source import Fragment, ReaderError

MOST_SYMBOLS = 80


def open_rows(
    formula: Fragment, scope: Scope
) -> tuple[list[RelationRow], list[ReaderError], list[str]]:
    """Return the rows, why the others are unread, and the names that nothing declares."""
    guessed: list[str] = []
    for _ in range(MOST_SYMBOLS):
        try:
            return read_relations(formula, scope), [], guessed
        except ReaderError as error:
            if not error.undeclared or error.undeclared in guessed:
                return [], [error], guessed
            try:
                scope = read_where(f"{error.undeclared} real", scope)
            except ReaderError:
                return [], [error], guessed
            guessed.append(error.undeclared)
    return [], [], guessed
