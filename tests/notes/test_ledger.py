"""The derivations of the library keep their verdicts."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from boundcalc.commands.errata import errata as errata_command
from boundcalc.derivations.rows import Step
from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.language.operators import Sense
from boundcalc.library import note_files
from boundcalc.notes.check import CheckedDocument, Report
from boundcalc.proving import ProofGoal, make_goal
from tests.ledger import ERRATA, LEDGER, cost_text, errata_text, ledger
from tests.proving.test_soundness import TOLERANCE, gap, samples

FAST = "counting.md"  # one of the derivations that are soonest checked
WRITE_ANEW = "run `python -m tests.ledger --write` and read the difference"


@pytest.mark.slow
def test_the_rows_of_one_source_keep_their_verdicts() -> None:
    path = next(path for path in note_files() if path.name == FAST)
    found = ledger(check(path, jobs=1))

    assert found == {FAST: json.loads(LEDGER.read_text(encoding="utf-8"))[FAST]}, WRITE_ANEW


@pytest.mark.slow
def test_the_ledger_and_the_errata_are_the_same_on_a_busy_machine(cold_library: Path) -> None:
    """Also from a cold cache: no verdict depends on a clock."""
    for page in (LEDGER, ERRATA):
        found = (cold_library / page.name).read_text(encoding="utf-8")
        assert found == page.read_text(encoding="utf-8"), WRITE_ANEW


@pytest.mark.slow
def test_the_command_prints_the_errata(
    cold_library: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boundcalc.commands.errata.default_cache", lambda: cold_library)
    errata_command()

    page, _, seal = ERRATA.read_text(encoding="utf-8").rpartition("<!--")
    assert capsys.readouterr().out.rstrip() == page.rstrip()
    assert seal.count("\n") == 1


@pytest.mark.slow
def test_everything_is_read_and_is_as_expected(library_report: Report) -> None:
    assert [error.summary for error in library_report.errors] == []
    wrong = [row for row in library_report.rows if not row.is_as_expected]
    assert [f"{row.step.file}:{row.step.line}" for row in wrong] == []
    assert not library_report.has_failed


@pytest.mark.slow
def test_no_row_loses_its_verdict(library_report: Report) -> None:
    recorded = json.loads(LEDGER.read_text(encoding="utf-8"))
    found = ledger(library_report)

    for name, blocks in recorded.items():
        for block, rows in blocks.items():
            assert found[name][block] == rows, f"{block}: {WRITE_ANEW}"
    assert found == recorded, WRITE_ANEW


@pytest.mark.slow
def test_the_page_of_errata_is_current(library_report: Report) -> None:
    assert ERRATA.read_text(encoding="utf-8") == errata_text(library_report), WRITE_ANEW


def stated_goal(document: CheckedDocument, step: Step) -> ProofGoal:
    """Return what a row says under all that is assumed, without the facts of other rows."""
    implying = [document.derivations.steps[number].row for number in step.antecedents]
    given = [item.relation for item in step.assumptions] + [*step.row.conditions]
    given += [relation for row in implying for relation in (row.relation, *row.conditions)]
    return make_goal(step.row.relation, given)


@pytest.mark.slow
def test_proved_rows_hold_at_points_of_their_domains(library_report: Report) -> None:
    for document in library_report.documents:
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


def test_the_cost_of_a_row_is_said_by_its_median() -> None:
    rows = [SimpleNamespace(judgement=SimpleNamespace(seconds=s)) for s in (0.01, 0.02, 2.4)]
    report = SimpleNamespace(documents=[SimpleNamespace(rows=rows)])

    assert cost_text(report) == "3 rows, 20 ms of the processor in the median, 2 s in all"
