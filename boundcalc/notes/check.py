"""Checking documents: rows with verdicts, errors, and what they amount to together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from boundcalc.cards.cards import Card, Shown
from boundcalc.derivations.annotated import is_annotated
from boundcalc.derivations.derivations import read_derivations
from boundcalc.derivations.open_documents import read_open
from boundcalc.derivations.rows import Derivations
from boundcalc.derivations.verdicts import RowKind, weakest
from boundcalc.language.statements import Theorem
from boundcalc.notes.obligations import Decide, Goals
from boundcalc.notes.report_cards import report_card
from boundcalc.notes.steps import CheckedRow, StepChecker, uses_of
from boundcalc.proving.verdicts import Verdict, VerdictKind
from boundcalc.tex.documents import Directive
from boundcalc.tex.files import Document
from boundcalc.tex.source import ReaderError


@dataclass(frozen=True, kw_only=True)
class CheckedDocument:
    """A document with the verdicts of its rows, and the errors that were met.

    A document without directives has no errors: what of it is not read costs itself, and is in
    `unread` of its derivations.
    """

    name: str
    rows: tuple[CheckedRow, ...]
    errors: tuple[ReaderError, ...]
    derivations: Derivations

    @property
    def blocks(self) -> Mapping[str, RowKind]:
        """The verdict of each derivation, which is that of its weakest row."""
        kinds: dict[str, list[RowKind]] = {}
        for row in self.rows:
            kinds.setdefault(row.step.block, []).append(row.kind)
        return {block: weakest(found) for block, found in kinds.items()}


@dataclass(frozen=True, kw_only=True)
class Report(Shown):
    """Several documents, checked together."""

    documents: tuple[CheckedDocument, ...]

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {name}" for name, count in self.summary.items() if count)
        return f"<Report on {len(self.documents)} documents: {counts or 'no rows'}>"

    def card(self) -> Card:
        """Return the verdict of each row, document by document, and the errors."""
        return report_card(self)

    @property
    def rows(self) -> list[CheckedRow]:
        """All rows, in order."""
        return [row for document in self.documents for row in document.rows]

    @property
    def errors(self) -> list[ReaderError]:
        """All errors, in order."""
        return [error for document in self.documents for error in document.errors]

    @property
    def summary(self) -> dict[str, int]:
        """How many rows have each verdict."""
        found = Counter(row.kind for row in self.rows)
        return {kind.value: found[kind] for kind in RowKind}

    @property
    def has_failed(self) -> bool:
        """Whether a row is refuted, or its verdict differs from the one recorded."""
        return any(
            not row.is_as_expected or (row.kind is RowKind.REFUTED and row.step.expected is None)
            for row in self.rows
        )

    @property
    def is_unreadable(self) -> bool:
        """Whether a document has formulas that were looked for, and none could be read."""
        return any(
            document.derivations.is_open and document.derivations.unread and not document.rows
            for document in self.documents
        )

    @property
    def has_unknown(self) -> bool:
        """Whether a row is unknown and is not expected to be."""
        return any(
            row.kind is RowKind.UNKNOWN and row.step.expected is not RowKind.UNKNOWN
            for row in self.rows
        )


def read_document(document: Document) -> Derivations:
    """Return the steps of a document: by its directives, or by its prose where it has none."""
    return read_open(document) if is_open(document) else read_derivations(document)


def is_open(document: Document) -> bool:
    """Return whether nobody prepared a document: it has no directives, or was annotated."""
    if any(is_annotated(source) for source in document.sources):
        return True
    return not any(isinstance(part, Directive) for part in document.parts)


def goals_of(documents: Iterable[Derivations], theorems: Mapping[str, Theorem]) -> list[Goals]:
    """Return the goals that checking documents will ask about, as far as they can be foreseen."""
    goals: list[Goals] = []

    def note(asked: Goals) -> Verdict:
        goals.append(asked)
        return Verdict(goal=asked[-1], kind=VerdictKind.UNKNOWN)

    read = list(documents)
    uses = uses_of(read)
    for derivations in read:
        copy = replace(derivations, errors=list(derivations.errors))
        StepChecker(copy, theorems, note, uses, calculus=None).run()
    return goals


def check_document(
    document: Document, theorems: Mapping[str, Theorem], decide: Decide
) -> CheckedDocument:
    """Return the verdicts of the rows of a document."""
    return check_documents([document], theorems, decide).documents[0]


def check_documents(
    documents: Iterable[Document], theorems: Mapping[str, Theorem], decide: Decide
) -> Report:
    """Return the verdicts of the rows of several documents."""
    return check_read([read_document(document) for document in documents], theorems, decide)


def check_read(
    documents: Iterable[Derivations], theorems: Mapping[str, Theorem], decide: Decide
) -> Report:
    """Return the verdicts of the rows of documents whose steps were read."""
    read = list(documents)
    uses = uses_of(read)
    return Report(documents=tuple(_checked(item, theorems, decide, uses) for item in read))


def _checked(
    derivations: Derivations,
    theorems: Mapping[str, Theorem],
    decide: Decide,
    uses: Mapping[str, frozenset[str]],
) -> CheckedDocument:
    rows = StepChecker(derivations, theorems, decide, uses).run()
    errors = derivations.errors
    return CheckedDocument(
        name=derivations.name,
        rows=tuple(rows),
        errors=tuple(sorted(errors, key=lambda error: (error.file, error.offset))),
        derivations=derivations,
    )
