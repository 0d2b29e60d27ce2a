"""The derivations of the library keep their verdicts."""

import json
import subprocess
import sys

import pytest

from boundcalc.derivations.rows import Step
from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.language.operators import Sense
from boundcalc.library import note_files
from boundcalc.notes.check import CheckedDocument, Report
from boundcalc.proving import ProofGoal, make_goal
from tests.ledger import ERRATA, LEDGER, ROOT, checked, errata_text, ledger
from tests.proving.test_soundness import TOLERANCE, gap, samples

FAST = "counting.md"  # one of the derivations that are soonest checked
WRITE_ANEW = "run `python -m tests.ledger --write` and read the difference"


@pytest.fixture(scope="module")
def report() -> Report:
    # A process without threads decides two rows at a time; what it finds is checked again here.
    subprocess.run([sys.executable, "-m", "tests.ledger"], cwd=ROOT, check=True, timeout=3600)
    return checked()


@pytest.mark.slow
def test_the_rows_of_one_source_keep_their_verdicts() -> None:
    path = next(path for path in note_files() if path.name == FAST)
    found = ledger(check(path, jobs=1))

    assert found == {FAST: json.loads(LEDGER.read_text(encoding="utf-8"))[FAST]}, WRITE_ANEW


@pytest.mark.slow
def test_everything_is_read_and_is_as_expected(report: Report) -> None:
    assert [error.summary for error in report.errors] == []
    wrong = [f"{row.step.file}:{row.step.line}" for row in report.rows if not row.is_as_expected]
    assert wrong == []
    assert not report.has_failed


@pytest.mark.slow
def test_no_row_loses_its_verdict(report: Report) -> None:
    recorded = json.loads(LEDGER.read_text(encoding="utf-8"))
    found = ledger(report)

    for name, blocks in recorded.items():
        for block, rows in blocks.items():
            assert found[name][block] == rows, f"{block}: {WRITE_ANEW}"
    assert found == recorded, WRITE_ANEW


@pytest.mark.slow
def test_the_page_of_errata_is_current(report: Report) -> None:
    assert ERRATA.read_text(encoding="utf-8") == errata_text(report), WRITE_ANEW


def stated_goal(document: CheckedDocument, step: Step) -> ProofGoal:
    """Return what a row says under all that is assumed, without the facts of other rows."""
    implying = [document.derivations.steps[number].row for number in step.antecedents]
    given = [item.relation for item in step.assumptions] + [*step.row.conditions]
    given += [relation for row in implying for relation in (row.relation, *row.conditions)]
    return make_goal(step.row.relation, given)


@pytest.mark.slow
def test_proved_rows_hold_at_points_of_their_domains(report: Report) -> None:
    for document in report.documents:
        for row in document.rows:
            # What follows from definitions holds of laws, and not of any values of expectations.
            if row.kind is not VerdictKind.PROVED or row.judgement.definitions:
                continue
            goal = stated_goal(document, row.step)
            for point in samples(goal, 5, str(goal.conclusion)):
                # A strict relation may hold by less than any tolerance, so only failures count.
                difference = gap(goal.conclusion, point)
                is_equation = goal.conclusion.sense is Sense.EQ
                assert -difference < TOLERANCE, f"{row.step.file}:{row.step.line}: {point}"
                assert not is_equation or difference < TOLERANCE, f"{row.step.line}: {point}"
