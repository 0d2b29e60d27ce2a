r"""Which verdicts documents that nobody prepared get, without a directive.

    python -m benchmarks.wild_verdicts FOLDER [--show KIND] [--limit N] [--cache DIR] [--classes]
    python -m benchmarks.wild_verdicts FOLDER FOLDER ... --table

A row is decided if it is proved, refuted, or cited with a reason that the document names.
Definitions claim nothing, nor do equations for a name that stands nowhere before them, nor
hypotheses, nor a relation alone in its display that the sentence wants, as in "we want to show",
and what says nothing decides nothing: these are counted apart.

KIND is refuted, suspect, proved, cited or unknown: its rows are printed, for judging by hand.
With --classes, what stands in the rows that are claimed and not decided is counted; with --table
each folder is a line of a table in Markdown.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.wild import PAGE
from boundcalc.derivations.directives import ByDefinition
from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.notes.judging import CheckedRow
from boundcalc.prose.standing.standing import Standing
from boundcalc.reports.rows import row_text

_NO_CLAIMS = ("definitions", "names introduced", "hypotheses", "wishes")
_COLUMNS = ("read", "claims", "decided", "proved", "cited", "refuted", "suspect")


@dataclass
class Counts:
    """What was counted in a folder: rows of each kind, classes of open ones, seconds a page."""

    documents: int = 0
    rows: Counter[str] = field(default_factory=Counter)
    classes: Counter[str] = field(default_factory=Counter)
    pages: list[float] = field(default_factory=list)

    @property
    def found(self) -> int:
        """The relations that were found, read or not."""
        return max(1, self.rows["found"])

    @property
    def claims(self) -> int:
        """Those that claim something."""
        return max(1, self.found - sum(self.rows[kind] for kind in _NO_CLAIMS))

    @property
    def seconds(self) -> float:
        """Seconds of the processor a page, the median of the documents."""
        return sorted(self.pages)[len(self.pages) // 2] if self.pages else 0.0


def main() -> None:
    """Print how many rows of the documents of each folder have each verdict."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--show", default="")
    parser.add_argument("--limit", type=int, default=10_000)
    parser.add_argument("--cache", default=None)
    parser.add_argument("--classes", action="store_true")
    parser.add_argument("--table", action="store_true")
    args = parser.parse_args()
    if args.table:
        _print_heads()
    for folder in args.folders:
        counts = _counted(folder, args.cache, args.show, args.limit)
        if args.table:
            _print_line(folder.name, counts)
        else:
            _print_all(counts, with_classes=args.classes)


def _counted(folder: Path, cache: str | None, show: str, limit: int) -> Counts:
    counts = Counts()
    for file in sorted(file for file in folder.rglob("*") if file.suffix in (".tex", ".md")):
        before = _processor()
        (document,) = check(file, cache=cache).documents
        shown = 0
        beside = Counter(id(row.step.display) for row in document.rows)
        for row in document.rows:
            kinds = _kinds(row, is_alone=beside[id(row.step.display)] == 1)
            counts.rows.update(kinds)
            if "unknown" in kinds and not kinds & {*_NO_CLAIMS}:
                counts.classes[_class(row)] += 1
            if show in kinds and shown < limit:
                shown += 1
                print(f"{file.name}\n{row_text(row)}\n      {_source(row)}")
        counts.documents += 1
        counts.rows["found"] += len(document.rows) + document.derivations.relations_unread
        counts.rows["displays"] += document.derivations.displays
        seconds = _processor() - before
        length = max(1.0, len(file.read_text(errors="replace")) / PAGE)
        counts.pages.append(seconds / length)
        print(f"{seconds:7.1f} s  {len(document.rows):4} rows  {file.name:.80}", file=sys.stderr)
    return counts


def _print_all(counts: Counts, *, with_classes: bool) -> None:
    for kind, count in counts.rows.most_common():
        print(f"{kind:16} {count:6}  {100 * count / counts.found:.1f} %")
    share = 100 * counts.rows["decided"] / counts.claims
    print(f"{'claims':16} {counts.claims:6}, of which {share:.1f} % are decided")
    for name, count in counts.classes.most_common() if with_classes else ():
        print(f"{count:6}  {name}")
    most = max(counts.pages, default=0.0)
    print(f"processor seconds a page: median of documents {counts.seconds:.2f}, most {most:.2f}")


def _print_heads() -> None:
    heads = ("folder", "documents", "relations", *_COLUMNS, "seconds a page")
    print(f"| {' | '.join(heads)} |\n| --- |{' ---: |' * (len(heads) - 1)}")


def _print_line(name: str, counts: Counts) -> None:
    rows = counts.rows
    entries = [name, f"{counts.documents}", f"{counts.found:,}"]
    entries += [f"{100 * rows['read'] / counts.found:.1f} %", f"{counts.claims:,}"]
    entries += [f"{100 * rows['decided'] / counts.claims:.1f} %"]
    entries += [f"{rows[kind]}" for kind in ("proved", "cited", "refuted", "suspect")]
    print(f"| {' | '.join([*entries, f'{counts.seconds:.2f}'])} |", flush=True)


def _processor() -> float:
    """Return the seconds of the processor that this process and those it started have used."""
    return sum(os.times()[:4])


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
