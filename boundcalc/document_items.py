"""The rows of a document as tests of pytest.

A row passes if it is proved or cited, or has the verdict that the file records; it fails if it is
refuted or differs; an unknown row is reported as an expected failure, never as a pass. One more
test for each file says that all of it was read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boundcalc.derivations.documents import read_document
from boundcalc.derivations.rows import Derivations
from boundcalc.document_checker import Checker, default_cache
from boundcalc.judgements import VerdictKind
from boundcalc.library import load_library
from boundcalc.notes.check import CheckedDocument
from boundcalc.reports.rows import row_text
from boundcalc.situations.projects import preamble_of
from boundcalc.tex.files import read_file


class RowError(Exception):
    """A row, or a document, is not as it should be; the text says why."""


class NotesFile(pytest.File):
    """A document; it is checked as a whole when its first test runs."""

    checked: CheckedDocument | None = None
    read: Derivations | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for the document and one for each row."""
        yield DocumentItem.from_parent(self, name="document")
        self.read = read_document(read_file(self.path, preamble_of(self.path)))
        for number, step in enumerate(self.read.steps):
            names = [step.block, *step.labels[:1], f"line {step.line}"]
            name = " ".join(part for part in names if part)
            yield RowItem.from_parent(self, name=f"{name} ({number + 1})", number=number)

    def document(self) -> CheckedDocument:
        """Return the document with its verdicts."""
        if self.checked is None:
            assert self.read is not None
            checker = Checker(theorems=load_library().theorems, cache=default_cache())
            (self.checked,) = checker.check_read([self.read]).documents
        return self.checked


class _Item(pytest.Item):
    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """Return the text of a failed row, without a traceback."""
        if isinstance(excinfo.value, RowError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo, style))

    def file(self) -> NotesFile:
        """Return the document of the row."""
        found = self.getparent(NotesFile)
        assert found is not None
        return found


class DocumentItem(_Item):
    """Everything of a document was read."""

    def runtest(self) -> None:
        """Fail if something was not read, or if there is nothing to check."""
        document = self.file().document()
        if document.errors:
            raise RowError("\n".join(map(str, document.errors)))
        if not document.rows:
            raise RowError("nothing was checked; `boundcalc check` says what is missing")
        if document.derivations.unread:
            pytest.xfail(f"{len(document.derivations.unread)} rows or displays were not read")

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the document begins."""
        return self.path, 0, f"{self.path.name}: all of it is read"


class RowItem(_Item):
    """A row has the verdict that it should have."""

    def __init__(self, *, number: int, **rest: Any) -> None:
        super().__init__(**rest)
        self.number = number

    def runtest(self) -> None:
        """Fail if the row is refuted or not as expected; an unknown row is an expected failure."""
        row = self.file().document().rows[self.number]
        is_recorded = row.step.expected is not None
        if not row.is_as_expected or (row.kind is VerdictKind.REFUTED and not is_recorded):
            raise RowError(row_text(row))
        if row.kind is VerdictKind.UNKNOWN and not is_recorded:
            pytest.xfail(row_text(row))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the row stands."""
        document = self.file().checked
        line = 0 if document is None else document.rows[self.number].step.line - 1
        return self.path, line, f"{self.path.name}: {self.name}"
