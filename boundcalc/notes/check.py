"""Checking documents: rows with verdicts, errors, and what they amount to together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from boundcalc.cards.cards import Card, Shown
from boundcalc.derivations.documents import read_document
from boundcalc.derivations.rows import Derivations
from boundcalc.judgements import VerdictKind, weakest
from boundcalc.language.records import Record
from boundcalc.language.statements import Theorem
from boundcalc.notes.hints import Hints
from boundcalc.notes.judging import CheckedRow, judge
from boundcalc.notes.report_cards import report_card
from boundcalc.notes.report_json import report_json
from boundcalc.obligations.examining import Examine
from boundcalc.obligations.planning import Plan, plan_documents
from boundcalc.tex.files import Document
from boundcalc.tex.source import ReaderError


@dataclass(frozen=True, kw_only=True)
class CheckedDocument(Record):
    """A document with the verdicts of its rows, and the errors that were met.

    A document without directives has no errors: what of it is not read costs itself, and is in
    `unread` of its derivations.
    """

    name: str
    rows: tuple[CheckedRow, ...]
    errors: tuple[ReaderError, ...]
    derivations: Derivations

    def __hash__(self) -> int:
        return hash((self.name, self.rows))

    def __str__(self) -> str:
        return f"{self.name}: {len(self.rows)} rows, {len(self.errors)} errors"

    def to_dict(self) -> dict[str, Any]:
        """Return the object of JSON of a report on this document alone."""
        return Report(documents=(self,)).to_dict()

    @property
    def blocks(self) -> Mapping[str, VerdictKind]:
        """The verdict of each derivation, which is that of its weakest row."""
        kinds: dict[str, list[VerdictKind]] = {}
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

    def to_dict(self) -> dict[str, Any]:
        """Return the report as an object of JSON, as `boundcalc check --json` prints it."""
        return report_json(self)

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
        return {kind.value: found[kind] for kind in VerdictKind}

    @property
    def has_failed(self) -> bool:
        """Whether a row is refuted, or its verdict differs from the one recorded."""
        return any(
            not row.is_as_expected
            or (row.kind is VerdictKind.REFUTED and row.step.expected is None)
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
            row.kind is VerdictKind.UNKNOWN and row.step.expected is not VerdictKind.UNKNOWN
            for row in self.rows
        )


def check_document(
    document: Document, theorems: Mapping[str, Theorem], examine: Examine
) -> CheckedDocument:
    """Return the verdicts of the rows of a document; each obligation is decided when it is met."""
    (plan,) = plan_documents([read_document(document)], theorems)
    return judge_document(plan, examine)


def judge_document(plan: Plan, examine: Examine, hints: Hints | None = None) -> CheckedDocument:
    """Return a document with the verdicts of its rows, from what is known of its obligations."""
    derivations = plan.derivations
    errors = (*derivations.errors, *plan.errors)
    return CheckedDocument(
        name=derivations.name,
        rows=tuple(judge(plan, examine, hints)),
        errors=tuple(sorted(errors, key=lambda error: (error.file, error.offset))),
        derivations=derivations,
    )
