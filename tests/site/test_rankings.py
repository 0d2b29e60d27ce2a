"""The kept rankings: every number is certified again, and they are what the library finds now."""

import json
import re
from fractions import Fraction
from itertools import product

import pytest

from boundcalc.language.errors import QuestionError
from boundcalc.library import grid_files, load_library
from boundcalc.site.calculator import calculator_page, kept_tables
from boundcalc.site.ranking_section import SAFE_SIDES, limits_grid, ranking_grid, ranking_json
from boundcalc.site.rankings import KeptAnswer, RankingGrid, Way, grid_text, ranked, read_grid
from tests.rankings import (
    AXES,
    GRID,
    LIMITS,
    TABLES,
    UNKNOWN,
    is_certified,
    kept,
    limits_at,
    numbers,
    table,
)

WRITE_ANEW = "run `python -m tests.rankings --write` and read the difference"
SAMPLE = 97  # one of so many numbers; the slow test takes all
GAIN = Fraction(1, 1000)  # by which a search may have become better, or found another corner


@pytest.fixture(scope="module")
def grid():
    return kept()


def test_the_library_ships_the_grid_that_is_made_here(grid):
    assert GRID in grid_files()
    assert ranking_grid() == grid
    assert (grid.unknown, grid.axes) == (UNKNOWN, AXES)


def test_each_point_has_answers_of_theorems_and_baselines(grid):
    for place, given in enumerate(grid.points()):
        ids = {way.id for way in grid.ways if way.answers[place] is not None}
        assert "baselines/splitting" in ids, given
        assert any(id.startswith("route/") for id in ids), given


@pytest.mark.slow
def test_a_sample_of_the_numbers_is_certified_again(grid):
    for given, way, answer in list(numbers(grid))[::SAMPLE]:
        assert is_certified(UNKNOWN, given, way, answer), (given, way.id, answer)


@pytest.mark.slow
def test_every_number_is_certified_again(grid):
    for given, way, answer in numbers(grid):
        assert is_certified(UNKNOWN, given, way, answer), (given, way.id, answer)


def test_a_smaller_number_is_not_certified(grid):
    found = [item for item in numbers(grid) if item[1].id.startswith("route/")]
    for given, way, answer in found[:: 20 * SAMPLE]:
        smaller = KeptAnswer(str(int(int(answer.value) * 0.99)), answer.free)
        assert not is_certified(UNKNOWN, given, way, smaller)


def check_point(grid, place):
    given = list(grid.points())[place]
    now = ranked(load_library().theorems, UNKNOWN, given)
    found = {way.id: way.answers[place] for way in grid.ways if way.answers[place] is not None}
    assert set(now) == set(found), WRITE_ANEW
    for id, (_, answer) in now.items():
        assert abs(Fraction(found[id].value) / Fraction(answer.value) - 1) <= GAIN, WRITE_ANEW


def test_the_library_ranks_alike_now(grid):
    points = [tuple(given.values()) for given in grid.points()]
    check_point(grid, points.index(("0.1", "0.05", "1000")))


@pytest.mark.slow
def test_the_library_ranks_alike_at_many_points(grid):
    for place in range(0, sum(1 for _ in grid.points()), SAMPLE):
        check_point(grid, place)


@pytest.mark.slow
def test_more_is_needed_on_the_safe_side(grid):
    """A larger k, a smaller tau or a smaller beta asks for more, as far as the search is sharp."""
    values = {}
    for given, way, answer in numbers(grid):
        values[(way.id, *(Fraction(given[name]) for name in AXES))] = int(answer.value)
    for (id, tau, beta, k), size in values.items():
        for other in ((id, tau, beta, 10 * k), (id, tau / 2, beta, k), (id, tau, beta / 10, k)):
            assert values.get(other, size) >= size * (1 - GAIN), other


def limits_by_point():
    """Return the kept limits by point, in order, each by the id of its theorem."""
    limits = limits_grid()
    found = []
    for place, given in enumerate(limits.points()):
        cells = ((way.id, way.answers[place]) for way in limits.ways)
        found.append((given, {id: kept.value for id, kept in cells if kept is not None}))
    return found


@pytest.mark.slow
def test_the_limits_from_below_are_kept_at_the_points_of_the_grid(grid):
    assert LIMITS in grid_files()
    assert limits_grid().axes == grid.axes
    for given, limits in limits_by_point()[::SAMPLE]:
        assert limits == limits_at(given)


@pytest.mark.slow
def test_every_limit_is_that_of_the_functions():
    for given, limits in limits_by_point()[::5]:
        assert limits == limits_at(given)


def test_no_kept_answer_of_gaussian_noise_is_below_its_limit(grid):
    premises = {way["id"]: way["premise"] for way in ranking_json(grid)["ways"]}
    found = limits_by_point()
    for place, (given, limits) in enumerate(found):
        for way in grid.ways:
            answer = way.answers[place]
            if answer is not None and premises.get(way.id) == "GaussianNoise":
                assert int(answer.value) > int(limits["limits/gaussian-noise"]), given


def test_the_page_has_limits_with_their_words(grid):
    noise, exact = ranking_json(grid, limits_grid())["limits"]

    assert noise["way"] == "Gaussian noise of any one scale"
    assert noise["premise"] == "GaussianNoise"
    assert exact["way"] == "exact answers"
    assert ranking_json(grid)["limits"] == []
    assert len(noise["values"]) == sum(1 for _ in grid.points())


def test_a_grid_is_read_as_it_is_written():
    grid = RankingGrid(
        "n",
        {"tau": ("0.1", "0.2"), "k": ("1", "10", "100")},
        (Way("a", ("z",), (KeptAnswer("5", ("1e-30",)), None, *[KeptAnswer("7", ("2",))] * 4)),),
    )

    assert read_grid(grid_text(grid)) == grid
    assert len(grid_text(grid).splitlines()) == 6


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"unknown":"n","axes":{},"ways":[{}]}'])
def test_what_is_no_grid_is_refused(text):
    with pytest.raises(QuestionError, match="cannot be read"):
        read_grid(text)


def test_a_grid_with_too_few_answers_is_refused():
    text = '{"unknown":"n","axes":{"k":["1"]},"ways":[{"id":"a","names":[],"series":[]}]}'
    with pytest.raises(QuestionError, match="a: 0 answers for a grid of 1 points"):
        read_grid(text)


def test_the_page_holds_the_numbers_of_the_grid(site, grid):
    found = re.search(r'id="rankings">(.*?)</script>', site["index.html"], re.DOTALL)
    shown = json.loads(found[1])

    assert shown == json.loads(json.dumps(ranking_json(grid, limits_grid())))
    assert shown["axes"] == {name: list(values) for name, values in AXES.items()}
    assert set(shown["safe"]) == set(SAFE_SIDES) == set(AXES)
    values = {way["id"]: way["values"] for way in shown["ways"]}
    for way in grid.ways:
        assert values[way.id] == [item and item.value for item in way.answers]


def test_the_tables_of_the_calculator_have_the_stops_that_are_made_here():
    tables = kept_tables()

    assert {key: (grid.unknown, grid.axes) for key, grid in tables.items()} == TABLES


@pytest.mark.slow
@pytest.mark.parametrize("key", TABLES)
def test_the_ends_of_a_table_are_what_the_library_finds_now(key):
    grid = kept_tables()[key]
    unknown, axes = TABLES[key]
    ends = {name: (values[0], values[-1]) for name, values in axes.items()}
    now = {
        way.id: dict(zip(product(*ends.values()), way.answers, strict=True))
        for way in table(unknown, ends).ways
    }
    kept_ways = {
        way.id: dict(zip(product(*axes.values()), way.answers, strict=True)) for way in grid.ways
    }

    assert set(now) == set(kept_ways)
    for id, cells in now.items():
        assert {point: kept_ways[id][point] for point in cells} == cells


def test_a_page_without_a_server_says_why_it_computes_nothing():
    still, live = (calculator_page(kept_tables(), is_live=is_live) for is_live in (False, True))

    assert "build for browsers weighs" in still
    assert 'id="ask"' not in still
    assert "build for browsers weighs" not in live
    assert 'id="ask"' in live
