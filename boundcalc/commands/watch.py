"""``boundcalc check --watch``: the verdicts that change when a file is saved."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from boundcalc.console import print_text
from boundcalc.document_checker import Checker
from boundcalc.language.errors import BoundError
from boundcalc.library import load_library
from boundcalc.notes.check import Report
from boundcalc.notes.judging import CheckedRow
from boundcalc.reports.rows import row_text

PAUSE = 0.2  # seconds between two looks at the files

Stamp = tuple[tuple[str, int, int], ...]


def watch(
    files: list[str],
    *,
    seconds: float | None,
    jobs: int,
    cache: str | Path | None,
    stamps: Iterator[Stamp] | None = None,
    is_strict: bool = False,
) -> int:
    """Check files, and again whenever one changes; print the rows whose verdict is new.

    Parameters
    ----------
    files : list of str
        What is checked.
    seconds, jobs, cache, is_strict
        As for a single check.
    stamps : iterator, optional
        When the files were changed last, again and again; it looks at them without end by default.

    Raises
    ------
    BoundError
        If the files cannot be checked at the first look.
    """
    checker = Checker(
        theorems=load_library().theorems,
        seconds=seconds,
        jobs=jobs,
        cache=cache,
        is_strict=is_strict,
    )
    before: Report | None = None
    last: Stamp | None = None
    for stamp in _looks(files) if stamps is None else stamps:
        if stamp == last:
            continue
        last = stamp
        try:
            report = checker.check(files)
        except BoundError as error:
            if before is None:  # a wrong name is told at once, and not waited for
                raise
            print_text(str(error))
            continue
        print_text("\n".join(changes(before, report)))
        before = report
    return 0


def _looks(files: Iterable[str]) -> Iterator[Stamp]:
    names = list(files)
    while True:
        folders = {os.path.dirname(os.path.abspath(name)) for name in names}
        beside = [path for folder in folders for path in Path(folder).glob("*.tex")]
        found = []
        for name in [*names, *map(str, beside)]:
            try:
                status = os.stat(name)
            except OSError:
                continue
            found.append((name, status.st_mtime_ns, status.st_size))
        yield tuple(sorted(found))
        time.sleep(PAUSE)


def changes(before: Report | None, report: Report) -> list[str]:
    """Return the rows that are new or have a new verdict, and the count of all."""
    known = Counter() if before is None else Counter(map(_key, before.rows))
    lines: list[str] = []
    for row in report.rows:
        if known[_key(row)]:
            known[_key(row)] -= 1
        elif before is not None or row.kind.value == "REFUTED" or row.judgement.suspicion:
            lines.append(row_text(row))
    lines += [error.summary for error in report.errors]
    counts = ", ".join(f"{count} {kind}" for kind, count in report.summary.items() if count)
    return [*lines, f"{len(report.rows)} rows: {counts or 'nothing to check'}"]


def _key(row: CheckedRow) -> tuple[str, str, str]:
    return (row.step.file, str(row.step.row.relation), row.kind.value)
