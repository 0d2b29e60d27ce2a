"""The page of tested statements: every verdict, and every refutation with its instance.

Run ``python -m tests.tested_page`` in the root of the repository to write it anew, which takes a
minute or two, and read the difference.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from boundcalc.finite.testing import run
from boundcalc.output.tested import reports_markdown
from boundcalc.tested import is_confirmed, load_statements

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "tested.md"
WRITE_ANEW = "run `python -m tests.tested_page` and read the difference"
INTRODUCTION = """\
# Tested statements

What exact finite instances say of the theorems that speak of distributions.
REFUTED rests on the instance that is shown, in rationals; TESTED says that no instance violates the
statement, and how close the worst one comes, and is no proof.
`boundcalc tested ID` prints one of them with its worst instance, and `boundcalc tightness ID` the
bound beside the exact value.

"""


def page_text() -> str:
    """Return the page, from all instances of all statements."""
    reports = [run(statement) for statement in load_statements()]
    confirmed = frozenset(report.statement.theorem.id for report in reports if is_confirmed(report))
    return INTRODUCTION + reports_markdown(reports, confirmed)


def verdicts(page: str) -> Iterator[tuple[str, str]]:
    """Yield the ids of a page with their verdicts."""
    return (
        (found[1], found[2])
        for found in re.finditer(r"^\| `(\S+)` \| (\w+) \|", page, re.MULTILINE)
    )


def main() -> int:
    PAGE.write_text(page_text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
