"""`boundcalc table`: every form, files, and wrong use."""

import csv
import json
from functools import cache

import pytest

from benchmarks.run import million_lines
from boundcalc.cli import main
from boundcalc.commands.table import make_sheet_of

QUESTION = ["n", "tau=0.1,0.2", "beta=0.05", "B=10", "m=1000"]


def run(capsys, *arguments):
    status = main(["table", *arguments])
    output = capsys.readouterr()
    return status, output.out, output.err


@cache
def sheet_found_once(unknown, arguments, ids, digits, is_published):
    return make_sheet_of(unknown, list(arguments), list(ids), digits, is_published=is_published)


@pytest.fixture
def remembered_sheets(monkeypatch):
    """A table that is asked for again has the cells found before: for tests of how it looks."""

    def make(unknown, arguments, ids, digits, *, is_published):
        return sheet_found_once(unknown, tuple(arguments), tuple(ids), digits, is_published)

    monkeypatch.setattr("boundcalc.commands.table.make_sheet_of", make)


def test_a_file_that_may_not_be_written_is_refused_before_anything_is_asked(capsys, monkeypatch):
    monkeypatch.setattr("os.access", lambda *_: False)
    monkeypatch.setattr("boundcalc.commands.table.make_sheet_of", lambda *_: pytest.fail("asked"))

    status, _, err = run(capsys, *QUESTION, "-o", "table.csv")

    assert status == 2
    assert "'table.csv' may not be written" in err


@pytest.mark.usefixtures("remembered_sheets")
@pytest.mark.parametrize("form", ["text", "latex", "markdown", "csv", "html", "json"])
def test_every_form_holds_the_certified_number(capsys, form):
    status, out, _ = run(capsys, *QUESTION, "--format", form)

    assert status == 0
    assert "17341106" in out
    assert "4335277" in out


@pytest.mark.usefixtures("remembered_sheets")
def test_json_is_one_object(capsys):
    _, out, _ = run(capsys, *QUESTION, "--format", "json")

    assert json.loads(out)["unknown"] == "n"


@pytest.mark.usefixtures("remembered_sheets")
def test_a_file_is_written_once_and_overwritten_only_by_force(capsys, tmp_path):
    path = tmp_path / "table.csv"
    call = [*QUESTION, "--format", "csv", "-o", str(path)]

    assert run(capsys, *call)[0] == 0
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [row["tau"] for row in rows] == ["0.1", "0.2"]
    assert "--force" in run(capsys, *call)[2]
    assert run(capsys, *call, "--force")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["n", "tau=0.1..0.5", "beta=0.05"], "needs a step"),
        (["n", "tau=1,2", "beta=0.05", "--theorem", "adaptive-queries/hoeffding"], "(0, 1)"),
        ([*QUESTION, "--format", "xml"], "--format is one of"),
        ([*QUESTION, "--digits", "99"], "from 1 to 12"),
        ([*QUESTION, "--theorem", "nobody/thm-1"], "nobody/thm-1"),
        (["n", "zeta=1,2"], "zeta"),
        (["n", "digits=3"], "no theorem has a quantity 'digits'"),
        (["n", "tau"], "name=value"),
        (["n", "tau=0.1", "tau=0.2"], "given twice"),
        ([*QUESTION, "-o", "no-such-folder/table.csv"], "does not exist"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(capsys, arguments, says):
    status, out, err = run(capsys, *arguments)

    assert status == 2
    assert not out
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5])
def test_csv_in_pieces_has_a_line_a_row_and_no_other(rows, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("boundcalc.sheets.forms.CHUNK", 2)
    taus = ",".join(f"0.{place}" for place in range(1, 1 + rows))
    question = [f"tau={taus}", "beta=0.05,0.1", "B=10", "m=1000", "--format", "csv"]
    question += ["--theorem", "adaptive-queries/thm-3.3"]
    file = tmp_path / "cells.csv"
    assert main(["table", "n", *question]) == 0
    assert main(["table", "n", *question, "-o", str(file)]) == 0

    printed = capsys.readouterr().out
    assert file.read_text(encoding="utf-8") == printed
    assert len(printed.splitlines()) == 1 + 2 * rows
    assert all(printed.splitlines())


@pytest.mark.slow
def test_the_benchmark_writes_a_million_lines(tmp_path):
    """Its range of B had become one of three values, and it ended without a row."""
    measured = million_lines(tmp_path)

    assert (measured.name, measured.unit) == ("1,000,000 cells to CSV", "s")
    with open(tmp_path / "cells.csv", encoding="utf-8") as lines:
        assert sum(1 for _ in lines) == 1_000_001
