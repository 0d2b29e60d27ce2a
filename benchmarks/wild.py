r"""How much of documents that nobody prepared is read and decided.

    python -m benchmarks.wild FOLDER [--decide] [--reasons N] [--refuted]

A folder of ``.tex`` and ``.md`` files, as ``wild_documents.txt`` lists them by their addresses.
Two halves were drawn by lot: the addresses sorted, shuffled by ``random.Random(15)``, and dealt out
in turn; the reader was built on half a alone.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from pathlib import Path

from boundcalc.displays.displays import Reading, read_display
from boundcalc.reader.scope import Scope
from boundcalc.tex.documents import Display
from boundcalc.tex.files import read_file

PAGE = 3000  # characters


def main() -> None:
    """Print what is read of the documents of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--reasons", type=int, default=25)
    parser.add_argument("--show", default="", help="print unread rows whose reason has this word")
    parser.add_argument("--sides", action="store_true", help="why sides are opaque as a whole")
    args = parser.parse_args()
    files = sorted(file for file in args.folder.rglob("*") if file.suffix in (".tex", ".md"))
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    sides: Counter[str] = Counter()
    started = time.process_time()
    for file in files:
        one = _read(file, counts, reasons, sides, args.show)
        print(f"{one[0]:5} of {one[1]:5}  {file.name:.90}", file=sys.stderr)
    seconds = time.process_time() - started
    pages = max(1, counts["characters"] // PAGE)
    total = counts["read"] + counts["unread"]
    print(f"documents          {len(files)}")
    print(f"displays           {counts['displays']}")
    print(f"relations found    {total}, and {counts['others']} that are not between numbers")
    print(f"read               {counts['read']} ({_share(counts['read'], total)})")
    print(f"  both sides read  {counts['both']} ({_share(counts['both'], total)})")
    print(f"  one side opaque  {counts['one']}")
    print(f"  both opaque      {counts['none']}")
    print(f"not understood words beside {counts['hidden']}")
    print(f"errors of documents {counts['errors']}")
    print(f"seconds a page     {seconds / pages:.3f}")
    print("\nunread, by reason")
    for reason, count in reasons.most_common(args.reasons):
        print(f"{count:5}  {reason:.110}")
    if args.sides:
        print("\nsides that are one opaque value, by reason")
        for reason, count in sides.most_common(args.reasons):
            print(f"{count:5}  {reason:.110}")


def _share(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.1f} %"


def _read(
    file: Path, counts: Counter[str], reasons: Counter[str], sides: Counter[str], show: str
) -> tuple[int, int]:
    """Count what is read of one file; return how many relations were read and found."""
    document = read_file(file)
    counts["characters"] += sum(len(source.text) for source in document.sources)
    counts["errors"] += len(document.errors)
    for error in document.errors:
        reasons[f"document: {_general(error.message)}"] += 0
        if show and show in error.message:
            print(str(error))
    read = found = 0
    before: Reading | None = None
    for part in document.parts:
        if not isinstance(part, Display):
            continue
        counts["displays"] += 1
        reading = before = read_display(part.formula, Scope(), before=before)
        for row in reading.rows:
            counts["read"] += 1
            counts[("both", "one", "none")[min(2, len(row.opaque_sides))]] += 1
            counts["hidden"] += bool(row.hidden)
            sides.update(map(_general, row.opaque_sides))
            if show and any(show in reason for reason in row.opaque_sides):
                print(f"{file.name}:{row.sign.position.line}: {row.left.text} | {row.right.text}")
        for item in reading.unread:
            counts["unread"] += item.relations
            reasons[_general(item.reason)] += item.relations
            if show and show in item.reason:
                print(str(item.error))
        read += len(reading.rows)
        found += len(reading.rows) + sum(item.relations for item in reading.unread)
        counts["others"] += reading.others
    return read, found


def _general(message: str) -> str:
    """Return a message without what is particular to its place."""
    return re.sub(r"'[^']*'|\"[^\"]*\"|column \d+", "...", message)


if __name__ == "__main__":
    main()
