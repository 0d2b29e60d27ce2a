"""What a reader sees of a report on documents, in Python and in a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from boundcalc.cards.cards import Card, Cell, Section

if TYPE_CHECKING:  # reports show themselves by this card
    from boundcalc.notes.check import CheckedDocument, Report
    from boundcalc.notes.judging import CheckedRow


def report_card(report: Report) -> Card:
    """Return the verdict of each row, document by document, and the errors."""
    counts = [f"{count} {name}" for name, count in report.summary.items() if count]
    return Card(
        headline=", ".join(counts) or "no rows",
        sections=tuple(section for document in report.documents for section in _sections(document)),
    )


def _sections(document: CheckedDocument) -> Iterator[Section]:
    yield Section(
        title=Path(document.name).name,
        header=("line", "verdict", "relation", "reason"),
        rows=tuple(_row(row) for row in document.rows),
    )
    errors = tuple((error.summary,) for error in document.errors)
    yield Section(title="Errors", rows=errors, is_list=True)


def _row(row: CheckedRow) -> tuple[Cell, ...]:
    judgement = row.judgement
    words = [judgement.reason]
    if judgement.counterexample:
        point = ", ".join(f"{name} = {value}" for name, value in judgement.counterexample.items())
        words = [f"fails at {point}: {judgement.left} against {judgement.right}"]
    words += [f"(given {premise.text}, line {premise.line})" for premise in judgement.premises]
    words += [f"(says nothing: {judgement.says_nothing})"] if judgement.says_nothing else []
    if not row.is_as_expected and row.step.expected is not None:
        words.append(f"(expected {row.step.expected.value})")
    return (str(row.step.line), row.kind.value, row.step.row.relation, " ".join(words))
