"""Comparisons where ways read a letter differently: each value has the answer of `solve` there."""

from fractions import Fraction

import pytest

import boundcalc
from boundcalc.cli import main
from boundcalc.figures.curves import comparison_caption
from boundcalc.language import Role
from boundcalc.ranking import comparison
from boundcalc.ranking.comparison import Entry, Place, _best, _between, _told_apart
from boundcalc.routes.solve import solve_by

LAPLACE = "with sigma the scale of Laplace noise"
NORMAL = "with sigma the standard deviation of normal noise"


def assert_as_solved(found, **given):
    for place in found.places:
        best = boundcalc.solve(found.unknown, **given, **{found.axis: str(place.at)}).best
        assert (place.best.id, place.best.value) == (best.theorem.id, Fraction(best.value))
        assert place.reading == best.reading


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("unknown", "given", "varying"),
    [
        ("eps", {"delta": "1e-6", "n": 1000}, {"sigma": ["0.001", "0.01", "0.1"]}),
        ("sigma", {"delta": "1e-6", "n": 1000}, {"eps": ["0.1", 1, 10]}),
        ("n", {"delta": "1e-6", "sigma": "0.01"}, {"eps": ["0.1", 1, 10]}),
    ],
)
def test_privacy_of_noise_is_compared_with_the_reading_that_solve_takes(unknown, given, varying):
    """The best ways of a series lost their place to Laplace noise, which uses no delta."""
    assert_as_solved(boundcalc.compare(unknown, **given, **varying), **given)


def test_a_card_says_how_a_letter_is_read_and_what_the_other_reading_gives(capsys):
    assert main(["compare", "n", "eps=0.1..10", "delta=1e-6", "sigma=0.01"]) == 0
    card = " ".join(capsys.readouterr().out.split())

    assert "exact exchange; with σ the standard deviation of normal noise" in card
    assert "with σ the scale of Laplace noise, the best n: 1000, 100, 10" in card


@pytest.mark.slow
def test_no_crossover_is_between_two_readings():
    """It was sought, and found, where the reading changed."""
    given = {"tau": "0.1", "beta": "0.05", "k": 100}
    found = boundcalc.compare("n", **given, sigma=["0.01", "0.02"])

    assert [place.reading for place in found.places] == [LAPLACE, NORMAL]
    assert found.crossovers == found.published_crossovers == ()
    assert_as_solved(found, **given)
    normal = found.places[1].best.id
    assert {entry.id: entry.value for entry in found.places[0].entries}[normal] == 9515
    card = " ".join(str(found.card()).split())
    assert "at σ = 0.01 with σ the scale of Laplace noise; at σ = 0.02 with σ the standard" in card
    assert "which reading is the better one is not told" in card


def entry(id, value, reading):
    return Entry(id, id, (id,), Fraction(value), True, Role.THEOREM, False, reading=reading)


def test_between_two_values_only_ways_of_their_reading_compete():
    def at(k, reading=NORMAL):
        values = {("a", NORMAL): k, ("b", NORMAL): 50, ("c", LAPLACE): 1}
        found = [entry(id, value, read) for (id, read), value in values.items()]
        return Place(k, tuple(sorted(found, key=lambda item: item.value)), reading=reading)

    (found,) = _between(at(Fraction(1)), at(Fraction(100)), at, _best, is_integer=True)

    assert (found.before.id, found.after.id, found.last) == ("a", "b", 50)


def test_a_way_of_another_reading_does_not_hide_the_best_one():
    first = Place(Fraction(1), (entry("a", Fraction(1, 2), NORMAL),), reading=NORMAL)
    second = Place(Fraction(2), (entry("b", Fraction(1, 3), LAPLACE),), reading=LAPLACE)

    assert [place.best.id for place in _told_apart((first, second))] == ["a", "b"]


def test_a_figure_says_how_a_letter_is_read():
    found = boundcalc.compare("eps", sigma=["0.01", "0.1"], delta="1e-6", n=1000)
    caption = comparison_caption(found)

    assert "the standard deviation of normal noise" in caption
    assert "the scale of Laplace noise" not in caption


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [[10_000, 1_000_000], [20_000, 40_000]])
def test_no_row_is_empty_where_the_reading_changes_with_the_records(sizes):
    given = {"tau": "0.1", "beta": "0.05", "k": 20}
    found = boundcalc.compare("sigma", **given, n=sizes)

    assert_as_solved(found, **given)


@pytest.mark.slow
def test_a_value_outside_of_its_domain_is_said_and_the_rest_is_kept(capsys):
    assert main(["compare", "n", "tau=0.1", "beta=0.05", "k=0,2,3"]) == 0
    card = " ".join(capsys.readouterr().out.split())

    assert "at k = 0: k (number of queries) must lie in the integers ≥ 1" in card
    assert "up to k = 2 way (1), there with n = 440; from k = 3 way (2)" in card


@pytest.mark.slow
def test_no_way_is_asked_twice_at_one_value_between_two_others(monkeypatch):
    """The best ways and the best published ones are sought at the same values."""
    asked = []

    def counted(way, question, **options):
        asked.append((way, question.texts["k"]))
        return solve_by(way, question, **options)

    monkeypatch.setattr(comparison, "solve_by", counted)
    found = boundcalc.compare("n", tau="0.1", beta="0.05", k=[2, 10])

    assert found.crossovers
    assert found.published_crossovers
    assert len(asked) == len({(str(way), at) for way, at in asked})
