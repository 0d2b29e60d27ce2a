r"""Which verdicts documents that nobody prepared get, without a directive.

    python -m benchmarks.wild_verdicts FOLDER [--show KIND] [--limit N] [--cache DIR] [--classes]

A row is decided if it is proved, refuted, or cited with a reason that the document names.
Definitions claim nothing, nor do equations for a name that stands nowhere before them, nor
hypotheses, nor a relation alone in its chain that the sentence wants, as in "we want to show",
and what says nothing decides nothing: these are counted apart.

KIND is refuted, suspect, proved, cited or unknown: its rows are printed, for judging by hand.
With --classes, what stands in the rows that are claimed and not decided is counted.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections import Counter
from pathlib import Path

from benchmarks.wild import PAGE
from boundcalc.derivations.directives import ByDefinition
from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.notes.judging import CheckedRow
from boundcalc.prose.standing.standing import Standing
from boundcalc.reports.rows import row_text

_NO_CLAIMS = ("definitions", "names introduced", "hypotheses", "wishes")


def main() -> None:
    """Print how many rows of the documents of a folder have each verdict."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", default="")
    parser.add_argument("--limit", type=int, default=10_000)
    parser.add_argument("--cache", default=None)
    parser.add_argument("--classes", action="store_true")
    args = parser.parse_args()
    files = sorted(file for file in args.folder.rglob("*") if file.suffix in (".tex", ".md"))
    counts: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    pages: list[float] = []
    for file in files:
        started, before = time.monotonic(), _processor()
        report = check(file, cache=args.cache)
        (document,) = report.documents
        shown = 0
        beside = Counter(map(_chain, document.rows))
        for row in document.rows:
            kinds = _kinds(row, is_alone=beside[_chain(row)] == 1)
            counts.update(kinds)
            if "unknown" in kinds and not kinds & {*_NO_CLAIMS}:
                classes[_class(row)] += 1
            if args.show in kinds and shown < args.limit:
                shown += 1
                print(f"{file.name}\n{row_text(row)}\n      {_source(row)}")
        counts["found"] += len(document.rows) + document.derivations.relations_unread
        counts["displays"] += document.derivations.displays
        seconds = time.monotonic() - started
        length = max(1.0, len(file.read_text(errors="replace")) / PAGE)
        pages.append((_processor() - before) / length)
        print(f"{seconds:7.1f} s  {len(document.rows):4} rows  {file.name:.80}", file=sys.stderr)
    found = max(1, counts["found"])
    for kind, count in counts.most_common():
        print(f"{kind:16} {count:6}  {100 * count / found:.1f} %")
    claims = found - sum(counts[kind] for kind in _NO_CLAIMS)
    share = 100 * counts["decided"] / max(1, claims)
    print(f"{'claims':16} {claims:6}, of which {share:.1f} % are decided")
    for name, count in classes.most_common() if args.classes else ():
        print(f"{count:6}  {name}")
    if pages:
        middle = sorted(pages)[len(pages) // 2]
        print(f"processor seconds a page: median of documents {middle:.2f}, most {max(pages):.2f}")


def _processor() -> float:
    """Return the seconds of the processor that this process and those it started have used."""
    return sum(os.times()[:4])


def _chain(row: CheckedRow) -> tuple[int, int]:
    return id(row.step.display), row.step.row.chain


def _kinds(row: CheckedRow, *, is_alone: bool) -> set[str]:
    kinds = {row.kind.value.lower(), "read"}
    defines = [reason for reason in row.step.reasons if isinstance(reason, ByDefinition)]
    if row.kind is VerdictKind.CITED and defines:
        return {"definitions", "read"}
    if row.kind is VerdictKind.UNKNOWN and defines:
        return {"names introduced", "read", "unknown"}
    if row.kind is not VerdictKind.PROVED and row.step.is_hypothesis:
        return {"hypotheses", "read", "unknown"}
    is_wish = row.step.context and row.step.context.situation.standing is Standing.WISH
    if row.kind is VerdictKind.UNKNOWN and is_wish and is_alone:
        return {"wishes", "read", "unknown"}
    if row.judgement.suspicion > 0:
        kinds.add("suspect")
    if row.judgement.says_nothing:
        kinds.add("saying nothing")
    elif row.kind in (VerdictKind.PROVED, VerdictKind.REFUTED, VerdictKind.CITED):
        kinds.add("decided")
    return kinds


_CLASSES = (
    ("an order", r"\\(?:tilde|Theta|Omega)|\bO\s*(?:\\left)?\(|\bo\("),
    ("an expectation", r"\\mathbb\s*\{?E|\\Exp|\\E\b|\\mathbf\s*\{?E"),
    ("a probability", r"\\Pr|\\mathbb\s*\{?P|\bP\s*(?:\\left)?[(\[]|\\P\b"),
    ("an integral", r"\\int"),
    ("a sum", r"\\sum"),
    ("an extremum", r"\\(?:max|min|sup|inf)(?![a-z])"),
    ("a norm", r"\\norm|\\\||\\Vert|\|\|"),
)


def _class(row: CheckedRow) -> str:
    """Return what stands in a row that is not decided, the hardest first."""
    sides = len(row.step.row.opaque_sides)
    if sides:
        return "both sides are no arithmetic" if sides > 1 else "a side is no arithmetic"
    text = _source(row)
    found = (name for name, pattern in _CLASSES if re.search(pattern, text))
    return next(found, "values of functions and algebra")


def _source(row: CheckedRow) -> str:
    left, right = row.step.row.left, row.step.row.right
    return " ".join(left.source.text[left.start : right.stop].split())[:300]


if __name__ == "__main__":
    main()
