"""No verdict, report or page depends on how fast the machine is, or on what else it does."""

import inspect
from pathlib import Path

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.obligations.deciding import Decider
from boundcalc.proving import prove_goal
from boundcalc.proving.conjectures import decide
from boundcalc.relation_prover import prove
from boundcalc.reports.rows import report_text
from tests.clocks import be_busy

NOTES = r"""
%! declare \varepsilon in (0, 1/2]
%! declare x, y in [0, 1]
\[ e^{\varepsilon} \le 1 + \varepsilon + \varepsilon^2 . \]
\[ x y \le \frac{x^2 + y^2}{2} \le 1 . \]
\[ x + y \le 1 . \] %! expect: refuted
"""


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    be_busy(monkeypatch)


@pytest.mark.parametrize("call", [check, prove, decide, prove_goal, Decider])
def test_nobody_has_a_limit_of_time_without_asking_for_it(call: object) -> None:
    assert inspect.signature(call).parameters["seconds"].default is None  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_report_is_the_same_on_a_busy_machine(tmp_path: Path, busy: None) -> None:
    file = tmp_path / "notes.tex"
    file.write_text(NOTES)
    report = check(file, jobs=1)

    assert [row.kind for row in report.rows] == [
        VerdictKind.PROVED, VerdictKind.PROVED, VerdictKind.PROVED, VerdictKind.REFUTED
    ]  # fmt: skip


@pytest.mark.slow
def test_a_limit_of_time_is_for_those_who_ask(tmp_path: Path, busy: None) -> None:
    file = tmp_path / "notes.tex"
    file.write_text(NOTES)
    report = check(file, jobs=1, seconds=1.0, cache=tmp_path)

    assert VerdictKind.UNKNOWN in [row.kind for row in report.rows]
    assert "UNKNOWN" not in report_text(check(file, jobs=1, cache=tmp_path))
