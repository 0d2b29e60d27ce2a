"""Routes as columns of tables: the values of single questions, by series."""

from fractions import Fraction

import pytest

import boundcalc
from boundcalc.language.errors import QuestionError
from boundcalc.library import load_library
from boundcalc.routes import table_columns as route_table
from boundcalc.routes.solve import solve_named
from boundcalc.sheets.forms import rounding_note

STABLE = "route/Gaussian-noise.exact-exchange.posterior-stability"
ROUNDING = "route/rounded-answers.description-length"
GAUSSIAN = "route/Gaussian-noise.mutual-information-of-Gaussian-privacy.squared-error"


def values(*ids, **given):
    """Return the values of each row, by its coordinates."""
    sheet = boundcalc.sheet("n", theorems=ids, beta="0.05", **given)
    return {place: [cell.text for cell in cells] for place, cells in sheet.rows()}


@pytest.mark.slow
@pytest.mark.parametrize("names", [("tau", "k"), ("k", "tau")])
def test_cells_are_as_good_as_answers_to_single_questions(names):
    grid = {"tau": ["0.1", "0.2"], "k": [100, 150, 200]}
    found = values(STABLE, ROUNDING, **{name: grid[name] for name in names})

    assert len(found) == 6
    for place, (stable, rounding) in found.items():
        given = dict(zip(names, place, strict=True))
        answers = {
            id: solve_named(load_library().theorems, id, "n", {"beta": "0.05", **given}).value
            for id in (STABLE, ROUNDING)
        }
        assert abs(Fraction(stable) / answers[STABLE] - 1) < Fraction(1, 10**4)
        assert int(rounding) == answers[ROUNDING]


def test_a_series_is_made_once_for_all_cells_that_differ_in_one_quantity(monkeypatch):
    made = []
    original = route_table.series_solver

    def counted(axis, numbers):
        made.append((axis, len(numbers)))
        return original(axis, numbers)

    monkeypatch.setattr(route_table, "series_solver", counted)
    values(ROUNDING, k=[100, 200, 300], tau=["0.1", "0.2"])

    assert made == [("m", 3), ("m", 3)]


def test_a_table_says_least_only_where_every_value_was_proved_to_be():
    def sheet(*ids):
        return boundcalc.sheet("n", theorems=ids, tau="0.1", beta="0.05", k=[10, 20])

    searched, proved = sheet(ROUNDING, "baselines/splitting"), sheet("baselines/splitting")
    assert str(searched).startswith("Values of n that suffice, for τ = 0.1")
    assert r"\caption{Values of $n$ that suffice for each $k$" in searched._repr_latex_()
    assert "Not all are proved to be the least" in str(searched)
    assert str(proved).startswith("Least n, for τ = 0.1")
    assert "Not all" not in str(proved)
    assert "<strong>Least n</strong>" in proved.tables[0]._repr_html_()
    assert "Values of n that suffice" in searched.tables[0]._repr_html_()


@pytest.mark.slow
def test_digits_of_a_route_are_shortened_to_the_safe_side_and_certified():
    given = {"n": 10**5, "beta": "0.05", "k": [100, 1000]}
    for theorem in (ROUNDING, GAUSSIAN):
        whole = boundcalc.sheet("tau", theorems=[theorem], **given)
        short = boundcalc.sheet("tau", theorems=[theorem], digits=3, **given)
        for (_, (long,)), (_, (cell,)), k in zip(
            whole.rows(), short.rows(), given["k"], strict=True
        ):
            assert len(cell.text.lstrip("0.")) <= 3
            assert Fraction(long.text) <= Fraction(cell.text)
            least = boundcalc.solve("n", theorem=theorem, tau=cell.text, beta="0.05", k=k).best
            assert least.value <= 10**5


def test_digits_of_noise_are_shortened_with_other_free_parameters():
    """With those that were chosen for the longer value, a smaller scale fails."""
    route = "route/given-Laplace-noise.basic-composition.pure-privacy-generalizes"
    given = {"n": "1e6", "tau": "0.1", "beta": "0.05"}
    whole, short = (
        boundcalc.sheet("sigma", theorems=[route], **given, k=[10, 30], digits=digits)
        for digits in (None, 3)
    )
    pairs = [
        (a[0].text, b[0].text) for (_, a), (_, b) in zip(whole.rows(), short.rows(), strict=True)
    ]
    assert all(Fraction(cell) <= Fraction(long) for long, cell in pairs)
    assert all(len(cell.lstrip("0.")) <= 3 for _, cell in pairs)
    for k, (_, cell) in zip((10, 30), pairs, strict=True):
        asked = {"n": "1e6", "beta": "0.05", "k": k, "sigma": cell}
        assert boundcalc.solve("tau", theorem=route, **asked).best.value <= Fraction("0.1")


def test_a_rounded_value_that_a_theorem_of_the_route_refuses_is_not_shown(monkeypatch):
    monkeypatch.setattr(route_table, "failures", lambda *_: iter(["a joint"]))
    sheet = boundcalc.sheet("tau", theorems=[ROUNDING], n="1e5", beta="0.05", k=100, digits=3)
    ((_, (cell,)),) = sheet.rows()
    assert len(cell.text.lstrip("0.")) > 3


def test_digits_that_could_not_be_shortened_are_owned_up_to(monkeypatch):
    def note(*ids):
        sheet = boundcalc.sheet("tau", theorems=ids, n="1e5", beta="0.05", k=[100, 200], digits=3)
        return rounding_note(sheet)

    with monkeypatch.context() as patch:
        for check in ("route_suffices", "suffices_elsewhere"):
            patch.setattr(f"boundcalc.sheets.sheet.{check}", lambda *_: False)
        assert "to 3 significant digits, or to 12 where so few were not proved" in note(ROUNDING)
    assert "to 3 significant digits; each" in note(ROUNDING)
    assert "to 3 significant digits; each" in note("baselines/splitting")


def test_one_cell_is_one_question():
    assert values(ROUNDING, tau=["0.1"], k=[1000]) == {(): ["240803"]}


def test_a_cell_without_an_answer_says_why():
    sheet = boundcalc.sheet(
        "n", theorems=[STABLE], tau=["0.1", "0.2"], beta="0.05", k=10, z="0.001"
    )
    (note, *_) = sheet.notes.values()

    assert [cells[0].text for _, cells in sheet.rows()] == ["–", "–"]
    assert note


def test_an_unknown_route_is_named():
    with pytest.raises(QuestionError, match="no theorem is called 'route/none'"):
        values("route/none", tau=["0.1"], k=[10])
