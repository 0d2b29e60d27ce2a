"""The derivations of the library keep their verdicts."""

import json
import subprocess
import sys

import pytest

from boundcalc.notes.check import Report
from tests.ledger import ERRATA, LEDGER, ROOT, checked, errata_text, ledger

WRITE_ANEW = "run `python -m tests.ledger --write` and read the difference"


@pytest.fixture(scope="module")
def report() -> Report:
    # A process without threads decides two rows at a time; what it finds is checked again here.
    subprocess.run([sys.executable, "-m", "tests.ledger"], cwd=ROOT, check=True, timeout=900)
    return checked()


def test_everything_is_read_and_is_as_expected(report: Report) -> None:
    assert [error.summary for error in report.errors] == []
    wrong = [f"{row.step.file}:{row.step.line}" for row in report.rows if not row.is_as_expected]
    assert wrong == []
    assert not report.has_failed


def test_no_row_loses_its_verdict(report: Report) -> None:
    recorded = json.loads(LEDGER.read_text(encoding="utf-8"))
    found = ledger(report)

    for name, blocks in recorded.items():
        for block, rows in blocks.items():
            assert found[name][block] == rows, f"{block}: {WRITE_ANEW}"
    assert found == recorded, WRITE_ANEW


def test_the_page_of_errata_is_current(report: Report) -> None:
    assert ERRATA.read_text(encoding="utf-8") == errata_text(report), WRITE_ANEW
