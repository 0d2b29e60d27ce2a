"""Reports on documents: as JSON, and as a table of rows."""

from __future__ import annotations

from typing import Any

from boundcalc.language.numbers import decimal_text
from boundcalc.language.text import relation_text
from boundcalc.notes.check import Report
from boundcalc.notes.source import ReaderError
from boundcalc.notes.steps import CheckedRow
from boundcalc.notes.verdicts import RowKind


def report_json(report: Report) -> dict[str, Any]:
    """Return a report as one object; numbers that carry precision are strings."""
    return {
        "files": [document.name for document in report.documents],
        "rows": [row_json(row) for row in report.rows],
        "errors": [error_json(error) for error in report.errors],
        "summary": report.summary,
        "derivations": [
            {"file": document.name, "block": block, "verdict": kind.value}
            for document in report.documents
            for block, kind in document.blocks.items()
        ],
    }


def row_json(row: CheckedRow) -> dict[str, Any]:
    """Return a row as one object."""
    step, finding = row.step, row.finding
    point = finding.counterexample
    return {
        "file": step.file,
        "line": step.line,
        "block": step.block or None,
        "label": step.labels[0] if step.labels else None,
        "relation": relation_text(step.row.relation),
        "verdict": finding.kind.value,
        "expected": None if step.expected is None else step.expected.value,
        "reason": finding.reason,
        "counterexample": None
        if point is None
        else {name: str(value) for name, value in point.items()},
        "lhs": finding.left or None,
        "rhs": finding.right or None,
        "rests_on": list(finding.rests_on),
        "seconds": round(finding.seconds, 6),
    }


def error_json(error: ReaderError) -> dict[str, Any]:
    """Return an error as one object."""
    return {
        "file": error.file,
        "line": error.line,
        "column": error.column,
        "message": error.message,
    }


def report_text(report: Report) -> str:
    """Return a report as lines of text."""
    lines: list[str] = []
    for document in report.documents:
        lines.append(document.name)
        block = ""
        for row in document.rows:
            if row.step.block != block:
                block = row.step.block
                lines.append(f"  {block}: {document.blocks[block].value}")
            lines += row_lines(row)
        lines.append("")
    lines.append(summary_text(report))
    return "\n".join(lines)


def row_lines(row: CheckedRow) -> list[str]:
    """Return what is said of a row: its verdict, and below it what needs a look."""
    step, finding = row.step, row.finding
    labels = f"  [{', '.join(step.labels)}]" if step.labels else ""
    expected = "" if step.expected is None else f"  expected {step.expected.value}"
    if not row.is_as_expected:
        expected += " (DIFFERS)"
    lines = [
        f"  {step.line:>5}  {finding.kind.value:<8}  {relation_text(step.row.relation)}"
        f"{labels}{expected}"
    ]
    if finding.kind is not RowKind.PROVED:
        if finding.counterexample is not None:
            values = finding.counterexample.items()
            point = ", ".join(f"{name} = {decimal_text(value)}" for name, value in values)
            lines.append(f"{'':19}at {point}: {finding.left} and {finding.right}")
        lines.append(f"{'':19}{finding.reason}")
    return lines


def summary_text(report: Report) -> str:
    """Return how many rows have each verdict, and how many rest on something else."""
    counts = [f"{count} {kind}" for kind, count in report.summary.items() if count]
    resting = sum(bool(row.finding.rests_on) for row in report.rows)
    text = f"{len(report.rows)} rows: {', '.join(counts) or 'none'}"
    if resting:
        text += f"; {resting} rest on a citation or a sentence"
    if report.errors:
        text += f"; {len(report.errors)} errors"
    return text
