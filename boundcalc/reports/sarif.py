"""Reports on documents as SARIF 2.1.0, which editors and code hosts show beside the lines."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from boundcalc.judgements import VerdictKind
from boundcalc.language.text import relation_text
from boundcalc.notes.check import Report
from boundcalc.notes.judging import CheckedRow
from boundcalc.reports.rows import detail_texts
from boundcalc.tex.source import ReaderError

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
RULES = {
    "refuted": "The relation fails at a point of its domain.",
    "unexpected": "The verdict differs from the one that the document records.",
    "suspect": "The relation fails at a point, if the domain is what it was taken for.",
    "unknown": "The relation was neither proved nor refuted.",
    "unread": "The row could not be read.",
    "error": "The document could not be read here.",
}


def report_sarif(report: Report) -> dict[str, Any]:
    """Return a report as one SARIF log; rows that are proved or cited are left out."""
    results = [result for row in report.rows if (result := _row(row)) is not None]
    results += [_error("error", "error", error) for error in report.errors]
    results += [
        _error("unread", "note", error)
        for document in report.documents
        for error in document.derivations.unread
    ]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "boundcalc", "rules": _rules(RULES)}},
                "columnKind": "unicodeCodePoints",
                "results": results,
            }
        ],
    }


def _rules(names: Iterable[str]) -> list[dict[str, Any]]:
    return [{"id": name, "shortDescription": {"text": RULES[name]}} for name in names]


def _row(row: CheckedRow) -> dict[str, Any] | None:
    """Return what is said of a row, or None where it is fine."""
    judgement = row.judgement
    if not row.is_as_expected:
        rule, level = "unexpected", "error"
    elif row.step.expected is not None or row.kind not in (
        VerdictKind.REFUTED,
        VerdictKind.UNKNOWN,
    ):
        return None
    elif row.kind is VerdictKind.REFUTED:
        rule, level = "refuted", "error"
    else:
        rule, level = ("suspect", "warning") if judgement.suspicion else ("unknown", "note")
    start, stop = row.step.row.left, row.step.row.right
    first, last = start.position, stop.source.position(stop.stop)
    text = "\n".join([relation_text(row.step.row.relation), *detail_texts(row)])
    region = {
        "startLine": first.line,
        "startColumn": first.column,
        "endLine": last.line,
        "endColumn": last.column,
    }
    if (last.line, last.column) < (first.line, first.column):
        region = {"startLine": row.step.line}
    return _result(rule, level, text, row.step.file, region)


def _error(rule: str, level: str, error: ReaderError) -> dict[str, Any]:
    region = {"startLine": error.line, "startColumn": error.column}
    return _result(rule, level, error.message, error.file, region)


def _result(rule: str, level: str, text: str, file: str, region: dict[str, int]) -> dict[str, Any]:
    place = {"artifactLocation": {"uri": Path(file).as_posix()}, "region": region}
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
    }
