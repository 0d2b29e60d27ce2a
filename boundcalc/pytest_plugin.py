r"""Lecture notes as tests: ``pytest notes.tex`` collects each row of a derivation.

A file of LaTeX or Markdown is collected where it holds ``%! begin``, is named on the command line,
or is one of the documents of a ``boundcalc.toml`` above it. A row passes if it is proved or cited,
or has the verdict that the file records; it fails if it is refuted or differs; an unknown row is
reported as an expected failure, never as a pass. One more test for each file says that all of it
was read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from boundcalc.derivations.rows import Derivations
    from boundcalc.notes.check import CheckedDocument

SUFFIXES = (".md", ".tex")
MARK = b"%! begin"
MAX_BYTES = 4 << 20
LISTED = pytest.StashKey[dict[Path, frozenset[Path]]]()  # documents of projects, by folder


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> NotesFile | None:
    """Collect a file that holds derivations, or is named on the command line."""
    if file_path.suffix.lower() not in SUFFIXES:
        return None
    is_named = parent.session.isinitpath(file_path)
    if not is_named and not _has_derivations(file_path) and not _is_listed(file_path, parent):
        return None
    collected: NotesFile = NotesFile.from_parent(parent, path=file_path)
    return collected


def _has_derivations(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return MARK in file.read(MAX_BYTES)
    except OSError:
        return False


def _is_listed(path: Path, parent: pytest.Collector) -> bool:
    """Return whether a file is one of the documents of its project."""
    from boundcalc.language.errors import BoundError
    from boundcalc.prose.projects import find_project

    known = parent.config.stash.setdefault(LISTED, {})
    folder = path.parent.resolve()
    if folder not in known:
        try:
            project = find_project(folder)
            files = () if project is None else project.files()
        except BoundError as error:
            raise pytest.UsageError(str(error)) from error
        known[folder] = frozenset(Path(name).resolve() for name in files)
    return path.resolve() in known[folder]


class RowError(Exception):
    """A row, or a document, is not as it should be; the text says why."""


class NotesFile(pytest.File):
    """A document; it is checked as a whole when its first test runs."""

    checked: CheckedDocument | None = None
    read: Derivations | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for the document and one for each row."""
        from boundcalc.derivations.documents import read_document
        from boundcalc.prose.projects import preamble_of
        from boundcalc.tex.files import read_file

        yield DocumentItem.from_parent(self, name="document")
        self.read = read_document(read_file(self.path, preamble_of(self.path)))
        for number, step in enumerate(self.read.steps):
            names = [step.block, *step.labels[:1], f"line {step.line}"]
            name = " ".join(part for part in names if part)
            yield RowItem.from_parent(self, name=f"{name} ({number + 1})", number=number)

    def document(self) -> CheckedDocument:
        """Return the document with its verdicts."""
        if self.checked is None:
            from boundcalc.document_checker import Checker, default_cache
            from boundcalc.library import load_library

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
        from boundcalc.judgements import VerdictKind
        from boundcalc.reports.rows import row_text

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
