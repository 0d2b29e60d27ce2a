"""A document of one row, and what is said of the row."""

from pathlib import Path

from boundcalc.document_checker import check
from boundcalc.judgements import LAW, VerdictKind
from boundcalc.notes.judging import CheckedRow
from boundcalc.reports.rows import row_text


def row_of(folder: Path, text: str, formula: str) -> CheckedRow:
    """Return the row of a document that has a text and below it a formula."""
    file = folder / "notes.tex"
    file.write_text(f"{text}\n\\[ {formula} \\]\n")
    (row,) = check(file, jobs=1).rows
    return row


def check_proved_by_a_law(row: CheckedRow) -> None:
    """Check that it is proved, by a law among others, from premises that something satisfies."""
    assert row.kind is VerdictKind.PROVED, row_text(row)
    assert any(item.how == LAW for item in row.judgement.premises)
    assert not row.judgement.says_nothing


def check_unknown(row: CheckedRow) -> None:
    """Check that it is neither proved nor refuted."""
    assert row.kind is VerdictKind.UNKNOWN, row_text(row)
