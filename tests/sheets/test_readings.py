"""Tables whose columns read a letter differently, or hold at every value of what is given."""

import pytest

import boundcalc
from boundcalc.cli import main
from boundcalc.figures.curves import caption, curves, draw
from boundcalc.sheets.booktabs import sheet_latex
from boundcalc.sheets.forms import sheet_json, sheet_text

BASIC = "dwork-roth/cor-3.15"


def assert_as_solved(sheet, unknown, **given):
    ids = [theorem.id for theorem in sheet.theorems]
    names = [axis.name for axis in sheet.axes]
    for point, cells in sheet.rows():
        best = boundcalc.solve(unknown, **given, **dict(zip(names, point, strict=True))).best
        column = ids.index(best.theorem.id)
        assert cells[column].text == best.value_text
        assert sheet.readings[column] == best.reading


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("unknown", "given", "varying"),
    [
        ("epsilon", {"epsilon_0": "0.1", "delta": "1e-6"}, {"m": [10, 100]}),
        ("m", {"epsilon": 1, "delta": "1e-6"}, {"epsilon_0": ["0.1", "0.01"]}),
        ("sigma", {"n": 1000, "delta": "1e-6"}, {"epsilon": [1, 2]}),
        ("epsilon", {"n": 1000, "delta": "1e-6"}, {"sigma": ["0.01", "0.1"]}),
    ],
)
def test_what_holds_at_every_value_needs_not_use_it(unknown, given, varying):
    """A column that lacks the failure probability of privacy was refused, and the table with it."""
    assert_as_solved(boundcalc.sheet(unknown, **given, **varying), unknown, **given)


def test_a_column_that_holds_at_every_value_says_so():
    sheet = boundcalc.sheet("epsilon", m=10, epsilon_0="0.1", delta=["1e-6", "1e-3"])
    column = [theorem.id for theorem in sheet.theorems].index(BASIC)

    assert [cells[column].text for _, cells in sheet.rows()] == ["1", "1"]
    assert f"({BASIC}), holds at every δ: Dwork" in sheet_text(sheet)
    assert sheet_json(sheet)["remarks"][column] == "holds at every delta"
    assert "Basic composition of pure privacy, holds at every" in sheet_latex(sheet)


def test_a_column_that_holds_at_every_value_stands_alone():
    sheet = boundcalc.sheet("epsilon", theorems=[BASIC], m=[10, 20], epsilon_0="0.1", delta="1e-6")

    assert [cells[0].text for _, cells in sheet.rows()] == ["1", "2"]
    assert "for ε₀ = 0.1 and δ = 0.000001" in sheet_text(sheet)


def test_a_quantity_that_is_not_used_and_matters_is_refused(capsys):
    assert main(["table", "eps", "k=10", "eps0=0.1,0.2", "n=10", "--theorem", BASIC]) == 2
    assert f"{BASIC} has no quantity 'n'" in capsys.readouterr().err


def test_a_table_and_a_figure_of_one_reading_name_it():
    pytest.importorskip("matplotlib")
    sheet = boundcalc.sheet("sigma", epsilon=[1, 2], delta="1e-6", n=1000)

    assert "with σ the standard deviation of normal noise" in sheet_text(sheet)
    assert "the standard deviation of normal noise" in caption(sheet)
    assert "standard deviation of normal noise" in draw(sheet, width=6.75).axes[0].get_ylabel()


@pytest.mark.slow
def test_columns_of_two_readings_are_named_by_them():
    given = {"tau": "0.1", "beta": "0.05", "k": 20}
    sheet = boundcalc.sheet("sigma", n=[10_000, 1_000_000], **given)
    text = " ".join(sheet_text(sheet).split())

    assert_as_solved(sheet, "sigma", **given)
    assert set(sheet.readings) == {
        "with sigma the scale of Laplace noise",
        "with sigma the standard deviation of normal noise",
    }
    for curve, reading, theorem in zip(curves(sheet), sheet.readings, sheet.theorems, strict=True):
        assert curve.name == f"{theorem.title}, {reading}"
        assert f"({theorem.id}), {reading.replace('sigma', 'σ')}: " in text
