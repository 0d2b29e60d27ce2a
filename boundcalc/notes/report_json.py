"""Reports on documents as JSON: the contract for scripts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from boundcalc.judgements import VerdictKind
from boundcalc.language.text import relation_text
from boundcalc.notes.guide import guide
from boundcalc.notes.premises import symbols_of
from boundcalc.tex.source import ReaderError

if TYPE_CHECKING:  # reports show themselves in this form
    from boundcalc.notes.check import Report
    from boundcalc.notes.judging import CheckedRow


def report_json(report: Report) -> dict[str, Any]:
    """Return a report as one object; numbers that carry precision are strings."""
    return {
        "files": [document.name for document in report.documents],
        "rows": [row_json(row) for row in report.rows],
        "errors": [error_json(error) for error in report.errors],
        "unread": [
            error_json(error)
            for document in report.documents
            for error in document.derivations.unread
        ],
        "displays": sum(document.derivations.displays for document in report.documents),
        "summary": report.summary,
        "given_premises": len(given_premises(report.rows)),
        "say_nothing": len(saying_nothing(report.rows)),
        "derivations": [
            {"file": document.name, "block": block, "verdict": kind.value}
            for document in report.documents
            for block, kind in document.blocks.items()
        ],
        "guides": {
            document.name: {"declare": list(found.directives)}
            for document in report.documents
            if (found := guide(document)).is_needed
        },
    }


def row_json(row: CheckedRow) -> dict[str, Any]:
    """Return a row as one object."""
    step, judgement = row.step, row.judgement
    point = judgement.counterexample
    return {
        "file": step.file,
        "line": step.line,
        "block": step.block or None,
        "label": step.labels[0] if step.labels else None,
        "relation": relation_text(step.row.relation),
        "verdict": judgement.kind.value,
        "expected": None if step.expected is None else step.expected.value,
        "reason": judgement.reason,
        "counterexample": None
        if point is None
        else {name: str(value) for name, value in point.items()},
        "lhs": judgement.left or None,
        "rhs": judgement.right or None,
        "rests_on": [*judgement.rests_on, *judgement.definitions],
        "domains": {
            name: str(symbol.domain)
            for name, symbol in symbols_of(step, judgement.premises).items()
        },
        "conditions": [relation_text(condition) for condition in step.row.conditions],
        "premises": [
            {"how": item.how, "relation": item.text, "line": item.line}
            for item in judgement.premises
        ],
        "says_nothing": judgement.says_nothing or None,
        "question": judgement.question or None,
        "suspicion": judgement.suspicion,
        "inferred": inferred_json(row),
        "seconds": round(judgement.seconds, 6),
    }


def inferred_json(row: CheckedRow) -> list[dict[str, Any]]:
    """Return what was taken from the prose for a row, or guessed, with lines and words."""
    context = row.step.context
    if context is None:
        return []
    found: list[dict[str, Any]] = [
        {
            "name": name,
            "domain": None if item.domain is None else str(item.domain),
            "line": item.origin.line,
            "how": item.origin.certainty.value,
            "words": item.origin.words,
            **({"file": item.origin.file} if item.origin.file else {}),
        }
        for name, item in context.domains.items()
    ]
    found += [
        {
            "relation": relation_text(item.relation),
            "line": item.line,
            "how": item.origin.certainty.value,
            "words": item.origin.words,
        }
        for item in row.step.assumptions
        if item.origin is not None
    ]
    return found


def error_json(error: ReaderError) -> dict[str, Any]:
    """Return an error as one object."""
    return {
        "file": error.file,
        "line": error.line,
        "column": error.column,
        "message": error.message,
    }


def given_premises(rows: Iterable[CheckedRow]) -> list[CheckedRow]:
    """Return the rows that are proved given premises, and not from their domains alone."""
    return [row for row in rows if row.kind is VerdictKind.PROVED and row.judgement.premises]


def saying_nothing(rows: Iterable[CheckedRow]) -> list[CheckedRow]:
    """Return the rows that are proved and say nothing."""
    return [row for row in rows if row.judgement.says_nothing]
