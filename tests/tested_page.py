"""The page of tested statements, and the record of them that the library ships.

Run ``python -m tests.tested_page`` in the root of the repository to write both anew, which takes a
minute or two, and read the difference.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from boundcalc.finite.records import record_data
from boundcalc.finite.testing import TestReport, on_grid, run
from boundcalc.output.tested import record_of, reports_markdown
from boundcalc.tested import is_confirmed, load_statements

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "tested.md"
RECORD = ROOT / "boundcalc_theorems" / "tested" / "record.json"
WRITE_ANEW = "run `python -m tests.tested_page` and read the difference"
INTRODUCTION = """\
# Tested statements

What exact finite instances say of the theorems that speak of distributions.
REFUTED rests on the instance that is shown, in rationals; TESTED says that no instance violates the
statement, and how close the worst one comes, and is no proof.
`boundcalc tested ID` prints one of them with its worst instance, and `boundcalc tightness ID` the
bound beside the exact value.

"""


def found_reports() -> list[TestReport]:
    """Return what all instances say of all statements."""
    return [run(statement) for statement in load_statements()]


def record_text(reports: Iterable[TestReport]) -> str:
    """Return what is kept of the reports, a line for each."""
    records = [record_of(report, on_grid(report.statement)) for report in reports]
    lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in record_data(records))
    return f"[\n{lines}\n]\n"


def page_text(reports: Sequence[TestReport]) -> str:
    """Return the page of these reports."""
    confirmed = frozenset(report.statement.theorem.id for report in reports if is_confirmed(report))
    return INTRODUCTION + reports_markdown(reports, confirmed)


def verdicts(page: str) -> Iterator[tuple[str, str]]:
    """Yield the ids of a page with their verdicts."""
    return (
        (found[1], found[2])
        for found in re.finditer(r"^\| `(\S+)` \| (\w+) \|", page, re.MULTILINE)
    )


def main() -> int:
    reports = found_reports()
    PAGE.write_text(page_text(reports), encoding="utf-8")
    RECORD.write_text(record_text(reports), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
