"""The page of limits from below: its numbers are those of the library and of its grids."""

from fractions import Fraction

import pytest

from benchmarks.limits import BEGIN, DOCUMENT, END, HEAD, QUERIES, TARGETS, _limits, put
from boundcalc.site.ranking_section import ranking_grid
from boundcalc_theorems import load_theorems
from tests.asking import limits_of

WRITE_ANEW = "run `python -m benchmarks.limits --write` and read the difference"
GAIN = Fraction(1, 1000)  # by which a search may find another corner


def table():
    """Return the rows of the page, as texts."""
    text = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    assert text.startswith(HEAD)
    lines = text.removeprefix(HEAD).splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| 0")]
    return [[cell.replace(",", "") for cell in row] for row in rows]


def test_the_page_has_all_points():
    points = [(tau, beta, str(k)) for tau, beta in TARGETS for k in QUERIES]

    assert [tuple(row[:3]) for row in table()] == points


@pytest.mark.parametrize("number", [2, 8, 31])
def test_limits_are_those_of_the_library(number):
    tau, beta, k, *_, limit, _ = table()[number]
    found = limits_of(load_theorems(), "n", {"tau": tau, "beta": beta, "k": k})

    assert int(limit) == found[0].value, WRITE_ANEW


def test_limits_over_queries_are_those_at_each():
    library, given = load_theorems(), {"tau": "0.1", "beta": "0.05"}

    assert list(_limits(library, given, [1000])) == [limits_of(library, "n", {**given, "k": 1000})]


def test_answers_are_the_best_of_the_grid():
    grid = ranking_grid()
    places = {tuple(given.values()): place for place, given in enumerate(grid.points())}
    compared = 0
    for row in table():
        place = places.get(tuple(row[:3]))
        if place is None:
            continue
        values = [
            int(way.answers[place].value)
            for way in grid.ways
            if way.answers[place] is not None and way.id != "baselines/non-adaptive"
        ]
        assert abs(Fraction(row[3]) / min(values) - 1) <= GAIN, WRITE_ANEW
        compared += 1

    assert compared == 4 * 6


def test_factors_relate_answers_to_limits():
    for row in table():
        if not row[8].endswith("*"):
            assert f"{int(row[3]) / int(row[7]):.2f}" == row[8]
        assert int(row[7]) < int(row[3]) <= int(row[5])


def test_a_document_without_a_place_is_refused():
    assert put("new\n", f"a\n{BEGIN}old\n{END}b\n") == f"a\n{BEGIN}new\n{END}b\n"
    with pytest.raises(SystemExit, match="no place"):
        put("new\n", "a\n")
