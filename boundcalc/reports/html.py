"""Reports on documents as one page of HTML: no script, no network, no other file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from boundcalc.cards.cards import pretty
from boundcalc.judgements import VerdictKind
from boundcalc.language.latex import relation_latex
from boundcalc.notes.check import CheckedDocument, Report
from boundcalc.notes.judging import CheckedRow
from boundcalc.output.mathml import font_face, mathml, spaced
from boundcalc.reader.names import canonical
from boundcalc.reports.page import reading_texts, suspects
from boundcalc.reports.rows import (
    heading_text,
    number_text,
    qualification,
    scope_texts,
    summary_texts,
)
from boundcalc.tex.source import ReaderError
from boundcalc.tex.tokens import tokenize

GENERATOR = '<meta name="generator" content="boundcalc check">'
_SIGNS = {"PROVED": "✓", "CITED": "§", "TESTED": "≈", "UNKNOWN": "?", "REFUTED": "✗"}
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1c1c; --soft: #666; --line: #ddd;
  --PROVED: #18794e; --CITED: #0b68a8; --TESTED: #5746af; --UNKNOWN: #8a5300; --REFUTED: #c01c28; }
@media (prefers-color-scheme: dark) { :root { --paper: #15171a; --ink: #e8e8e8; --soft: #9aa0a6;
  --line: #33373d; --PROVED: #4cc38a; --CITED: #6cb6ff; --TESTED: #b1a9ff; --UNKNOWN: #f0b45b;
  --REFUTED: #ff8080; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; } h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
.row { border-top: 1px solid var(--line); }
.row > summary { display: grid; grid-template-columns: 3.2rem 1fr auto; gap: .6rem;
  padding: .5rem 0; align-items: center; cursor: pointer; list-style: none; }
.row > summary::-webkit-details-marker { display: none; }
.line { color: var(--soft); font-variant-numeric: tabular-nums; text-align: right; }
.math { overflow: auto hidden; padding: .3rem 0; }
.math math { display: inline math; math-style: normal; }
mfrac mfrac > *, :is(msup, msub, msubsup) > :not(:first-child) mfrac > *,
:is(msup, msub, msubsup) > mfrac:not(:first-child) > * { math-depth: 1; }
a { color: var(--CITED); }
.badge { font-size: .8rem; font-weight: 600; white-space: nowrap; }
summary > .badge::after { content: " ▸"; } [open] > summary > .badge::after { content: " ▾"; }
.detail { padding: 0 0 .8rem 3.8rem; color: var(--soft); font-size: .92rem; }
.detail p { margin: .3rem 0; } .detail strong { color: var(--ink); }
table { border-collapse: collapse; } td { padding: .1rem .8rem .1rem 0; vertical-align: top; }
pre { overflow-x: auto; white-space: pre-wrap; font-size: .85rem; }
.PROVED { color: var(--PROVED); } .CITED { color: var(--CITED); } .TESTED { color: var(--TESTED); }
.UNKNOWN { color: var(--UNKNOWN); } .REFUTED, .error { color: var(--REFUTED); }
@media (max-width: 34rem) { .row > summary { grid-template-columns: 2rem 1fr; }
  .badge { grid-column: 2; } .detail { padding-left: 2.6rem; } }
"""


def report_html(report: Report) -> str:
    """Return the page: the displays of each document, with verdicts, and reasons on demand."""
    names = ", ".join(document.name for document in report.documents)
    count = len(report.documents)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            GENERATOR,
            f"<title>{escape(names)}</title>",
            f"<style>{font_face()}{_STYLE}</style></head><body>",
            f"<h1>{escape(names) if count == 1 else f'{count} documents'}</h1>",
            *(f"<p>{escape(text)}</p>" for text in _summary(report)),
            *(
                line
                for document in report.documents
                for line in (*_heading(document, count), *_document(document))
            ),
            "</body></html>",
            "",
        ]
    )


def _summary(report: Report) -> list[str]:
    is_prepared = any(not document.derivations.is_open for document in report.documents)
    return summary_texts(report) if is_prepared or len(report.documents) > 1 else []


def _heading(document: CheckedDocument, count: int) -> list[str]:
    """Return the heading of one of several documents; a page of one is headed by its name."""
    return [f"<h2>{escape(document.name)}</h2>"] if count > 1 else []


def _open_document(document: CheckedDocument) -> Iterator[str]:
    """Yield the formulas of a document that nobody prepared, in their order, unread ones too."""
    yield from map(_error, document.errors)
    yield from (f"<p>{escape(text)}</p>" for text in reading_texts(document))
    doubtful = suspects(document.rows)
    if doubtful:
        links = ", ".join(f'<a href="#row-{_anchor(row)}">{row.step.line}</a>' for row in doubtful)
        yield f"<p>Suspect, the likeliest first: line {links}</p>"
    shown = [(row.step.file, row.step.line, _row(row)) for row in document.rows]
    shown += [(item.file, item.line, _unread(item)) for item in document.derivations.unread]
    files = list(dict.fromkeys(file for file, _, _ in shown))
    yield from (
        text for _, _, text in sorted(shown, key=lambda item: (files.index(item[0]), item[1]))
    )


def _unread(error: ReaderError) -> str:
    return (
        f'<details class="row"><summary><span class="line">{error.line}</span>'
        f'<span class="math"><code>{escape(error.source_line.strip())}</code></span>'
        '<span class="badge line">unread</span></summary>'
        f'<div class="detail"><p>{escape(error.message)}</p></div></details>'
    )


def _document(document: CheckedDocument) -> Iterator[str]:
    if document.derivations.is_open:
        yield from _open_document(document)
        return
    yield from map(_error, document.errors)
    block = None
    for row in document.rows:
        if row.step.block != block:
            block = row.step.block
            kind = document.blocks[block].value
            title = escape(heading_text(document, block))
            yield f'<h3>{title} <span class="badge {kind}">{_SIGNS[kind]} {kind}</span></h3>'
        yield _row(row)


def _error(error: ReaderError) -> str:
    return f'<p class="error">{escape(error.summary)}</p><pre>{escape(error.source_line)}</pre>'


def _row(row: CheckedRow) -> str:
    kind = row.kind.value
    qualified = f" {qualification(row)}" if qualification(row) else ""
    is_shown = not row.is_as_expected or (row.step.context is not None and kind == "REFUTED")
    is_open = " open" if is_shown else ""
    if row.judgement.suspicion:
        qualified = " suspect"
    latex = spaced(_own_latex(row) or relation_latex(row.step.row.relation))
    return (
        f'<details class="row" id="row-{_anchor(row)}"{is_open}><summary>'
        f'<span class="line">{row.step.line}</span>'
        f'<span class="math">{mathml(latex, is_display=True)}'
        f'</span><span class="badge {kind}">{_SIGNS[kind]} {kind}{qualified}</span></summary>'
        f'<div class="detail">{"".join(_details(row))}</div></details>'
    )


def _anchor(row: CheckedRow) -> str:
    """Return a name of a row that is the same whenever the page is made."""
    place = row.step.row.sign
    return f"{place.position.line}-{place.position.column}"


def _own_latex(row: CheckedRow) -> str:
    """Return the formula of a row as its author writes it, with macros expanded, or nothing."""
    if row.step.context is None:
        return ""
    parts = (row.step.row.left, row.step.row.sign, row.step.row.right)
    try:
        return " ".join(canonical(tokenize(part)[:-1]) for part in parts)
    except ReaderError:
        return ""


def _details(row: CheckedRow) -> Iterator[str]:
    step, judgement = row.step, row.judgement
    if judgement.says_nothing:
        yield f"<p><strong>Says nothing: {escape(judgement.says_nothing)}.</strong></p>"
    for text in scope_texts(row):
        yield f"<p>{escape(text[0].upper() + text[1:])}</p>"
    if step.expected is not None:
        word = "as expected" if row.is_as_expected else f"but {step.expected.value} is expected"
        yield f"<p><strong>{escape(word)}</strong></p>"
    if step.labels:
        yield f"<p>label: {escape(', '.join(step.labels))}</p>"
    if judgement.question:
        yield f"<p><strong>{escape(judgement.question)}</strong></p>"
    if judgement.reason:
        yield f"<p>{escape(judgement.reason)}</p>"
    if judgement.counterexample is not None:
        values = [
            (pretty(name), number_text(value)) for name, value in judgement.counterexample.items()
        ]
        sides = [("left side", judgement.left), ("right side", judgement.right)]
        verb = "It fails at" if judgement.kind is VerdictKind.REFUTED else "Not shown at"
        cells = "".join(
            f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>"
            for name, value in (*values, *sides)
        )
        yield f"<p><strong>{verb}</strong></p><table>{cells}</table>"
    if judgement.rests_on or judgement.definitions:
        texts = (*judgement.rests_on, *judgement.definitions)
        items = "".join(f"<li>{escape(text)}</li>" for text in texts)
        yield f"<p>It rests on</p><ul>{items}</ul>"
    left, right = step.row.left, step.row.right
    source = _COMMENT.sub("", left.source.text[left.start : right.stop])
    yield f"<pre>{escape(' '.join(source.split()))}</pre>"
