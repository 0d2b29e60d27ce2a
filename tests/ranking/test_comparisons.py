"""Comparisons over a range: the best way at each value, and where it changes."""

import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

import boundcalc
from boundcalc import waiting
from boundcalc.cli import main
from boundcalc.language import Role
from boundcalc.problems.outcomes import Unproved
from boundcalc.ranking.comparison import (
    Entry,
    Place,
    _best,
    _between,
    _crossovers,
    _told_apart,
)
from boundcalc.routes.search import find_routes
from boundcalc.solving.answers import Optimality
from boundcalc_theorems import load_theorems
from tests.asking import answers_at, compare, solve_route

LIBRARY = load_theorems()
# Without the ways that are best at every number of queries.
OTHERS = tuple(
    theorem
    for theorem in LIBRARY
    if not theorem.id.startswith("centred/") and theorem.link != "two-sided posterior stability"
)
MANY = ["compare", "n", "tau=0.1", "beta=0.05", "k=3,4,30,31"]
GIVEN = {"tau": Fraction(1, 10), "beta": Fraction(1, 20)}


def entry(id, value, *, role=Role.THEOREM, is_sharpened=False):
    return Entry(id, id, (id,), Fraction(value), True, role, is_sharpened)


def test_a_crossover_is_where_the_best_entry_changes_and_nowhere_else():
    def at(k):
        entries = [entry("linear", k), entry("root", 10 * int(float(k) ** 0.5) + 1)]
        return Place(k, tuple(sorted(entries, key=lambda item: item.value)))

    (found,) = _between(at(Fraction(1)), at(Fraction(1000)), at, _best, is_integer=True)

    assert found.first == found.last + 1
    assert (found.before.id, found.after.id) == ("linear", "root")
    assert at(found.last).best.id == "linear"
    assert at(found.first).best.id == "root"


def test_three_ways_have_two_crossovers():
    def at(k):
        values = {"a": k, "b": 20 + k / 2, "c": Fraction(60)}
        found = [entry(id, value) for id, value in values.items()]
        return Place(k, tuple(sorted(found, key=lambda item: item.value)))

    found = _between(at(Fraction(0)), at(Fraction(100)), at, _best, is_integer=True)

    assert [(item.before.id, item.after.id, item.first) for item in found] == [
        ("a", "b", 41),
        ("b", "c", 81),
    ]


def test_a_way_that_is_the_best_at_a_crossover_alone_is_found():
    """It is at none of the values that were asked for, so that nothing else leads to it."""

    def at(k, ids=("a", "b", "c")):
        values = {"a": k, "b": 20 + k / 2, "c": Fraction(60)}
        found = [entry(id, value) for id, value in values.items() if id in ids]
        return Place(k, tuple(sorted(found, key=lambda item: item.value)))

    found = _crossovers((at(Fraction(0)), at(Fraction(100))), at, _best, {})

    assert [(item.before.id, item.after.id, item.first) for item in found] == [
        ("a", "b", 41),
        ("b", "c", 81),
    ]


def test_between_two_values_only_what_leads_somewhere_is_asked():
    asked = []

    def at(k, ids=("a", "b", "c")):
        asked.append(ids)
        values = {"a": k, "b": 20 + k / 2, "c": Fraction(500)}
        found = [entry(id, value) for id, value in values.items() if id in ids]
        return Place(k, tuple(sorted(found, key=lambda item: item.value)))

    ends = (at(Fraction(0)), at(Fraction(100)))
    asked.clear()
    (found,) = _crossovers(ends, at, _best, {})

    assert found.first == 41
    assert set(asked[:-2]) == {("a", "b")}
    assert asked[-2:] == [("a", "b", "c")] * 2  # on both sides of a crossover all are


def test_crossovers_of_real_quantities_have_few_digits():
    def at(x, ids=()):
        found = [entry("a", 3 * x), entry("b", 1)]
        return Place(x, tuple(sorted(found, key=lambda item: item.value)))

    ends = (at(Fraction(1, 1000)), at(Fraction(9, 10)))
    (found,) = _crossovers(ends, at, _best, {})

    assert found.last <= Fraction(1, 3) < found.first
    for end in (found.last, found.first):
        assert end * 10**9 % 1 == 0


@pytest.mark.slow
def test_a_range_by_factors_holds_its_end(capsys):
    assert main(["compare", "n", "tau=0.1", "beta=0.05", "k=1..30", "--json"]) == 0

    values = [place["k"] for place in json.loads(capsys.readouterr().out)["places"]]
    assert values == ["1", "10", "30"]


def test_a_floor_is_never_the_best():
    place = Place(Fraction(1), (entry("a", 5), entry("floor", 1, role=Role.FLOOR)))

    assert place.best.id == "a"


def test_the_published_best_is_kept_apart():
    place = Place(Fraction(1), (entry("ours", 3, is_sharpened=True), entry("theirs", 5)))

    assert place.best.id == "ours"
    assert place.best_published.id == "theirs"


@pytest.mark.slow
def test_values_of_a_comparison_are_those_of_the_ranking():
    found = {
        item.id: item.value for item in answers_at(LIBRARY, "n", GIVEN, "k", Fraction(20)).entries
    }
    ranking = boundcalc.solve("n", tau="0.1", beta="0.05", k=20)

    assert found == {answer.theorem.id: answer.value for answer in ranking.groups[0]}


@pytest.mark.slow
def test_rounding_is_overtaken_by_noise_where_an_executor_maps():
    with ThreadPoolExecutor(1) as executor:
        found = compare(OTHERS, "n", GIVEN, "k", [Fraction(200), Fraction(400)], run=executor.map)

    (crossover,) = found.crossovers
    assert (crossover.last, crossover.first) == (298, 299)
    assert (crossover.before.value, crossover.after.value) == (71757, 71933)
    ids = (crossover.before.id, crossover.after.id)
    before = answers_at(OTHERS, "n", GIVEN, "k", crossover.last, ids=ids)
    after = answers_at(OTHERS, "n", GIVEN, "k", crossover.first, ids=ids)
    assert before.best.id == crossover.before.id
    assert after.best.id == crossover.after.id


@pytest.mark.slow
def test_limits_from_below_are_found_where_the_answers_are(monkeypatch):
    def limits(theorems, question, values):
        return [("a limit",) for _ in values]

    def run(function, runs):
        with monkeypatch.context() as alone:
            alone.setattr("boundcalc.ranking.comparison.limits_over", limits)
            return [function(values) for values in runs]

    sizes = [Fraction(1), Fraction(2)]
    found = compare(LIBRARY, "gamma", {"alpha": Fraction(1, 20)}, "m", sizes, run=run)

    assert found.limits_below == (("a limit",), ("a limit",))


@pytest.mark.slow
def test_a_dask_cluster_runs_a_comparison(capsys):
    distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        code = main([*MANY, "--json", "--dask", address])
    there = json.loads(capsys.readouterr().out)

    assert code == 0
    assert len(there["places"]) == 4
    assert main([*MANY, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == there


@pytest.mark.slow
def test_the_command_prints_json(capsys):
    assert main(["compare", "n", "tau=0.1", "beta=0.05", "k=3,4", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)

    assert [place["k"] for place in data["places"]] == ["3", "4"]
    assert data["places"][0]["answers"][0]["theorem"] == "route/rounded-answers.description-length"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tau=0.1", "beta=0.05", "k=10"], "exactly one quantity varies"),
        (["tau=0.1,0.2", "beta=0.05", "k=10,20"], "exactly one quantity varies"),
        (["tau=0.1", "beta=0.05", "k=0,1", "--workers", "0"], "--workers"),
        (["tau=2,3", "beta=0.05", "k=10"], "must lie in"),
        (["tau=0.1", "beta=0.05", "k=10..1e400"], "k: values up to 1e120 are compared"),
        (["tau=0.1", "beta=0.05", "k=10..1e5..7"], "at most 1000 values of k are compared"),
    ],
)
def test_wrong_comparisons_are_explained(arguments, message, capsys):
    assert main(["compare", "n", *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.slow
def test_a_comparison_counts_its_values_on_stderr(capsys, monkeypatch):
    monkeypatch.delenv(waiting.QUIET, raising=False)
    monkeypatch.setattr(waiting, "SHORTEST_WAIT", 0.01)
    assert main(["compare", "n", "tau=0.1", "beta=0.05", "k=3,30", "--json"]) == 0
    said = capsys.readouterr()

    assert "0 of 2 values are compared, after " in said.err
    assert len(json.loads(said.out)["places"]) == 2


def test_a_comparison_leaves_open_what_better_values_do(monkeypatch):
    monkeypatch.setattr("boundcalc.routes.solve.optimality_of", None)
    (route,) = (
        r
        for r in find_routes(load_theorems())
        if r.theorem.id.endswith("basic-composition.Bassily-et-al")
    )
    given = {"tau": "0.1", "beta": "0.05", "k": 1000}

    answer = solve_route(route, "n", given, is_brief=True)

    assert answer.value == 23768371
    assert answer.optimality == Optimality(unproved=Unproved.SERIES)


@pytest.mark.slow
def test_routes_that_lack_a_pinned_quantity_are_counted_and_listed(capsys):
    question = ["compare", "n", "tau=0.3", "beta=0.05", "k=10,20", "epsilon=0.05"]
    assert main([*question, "--json"]) == 0
    aside = json.loads(capsys.readouterr().out)["left_aside"]
    assert main(question) == 0

    card = " ".join(capsys.readouterr().out.split())
    assert f"{len(aside)} routes lack ε and were left aside; leave out ε to ask them, too" in card
    assert {"route/rounded-answers.description-length"} < {item["theorem"] for item in aside}


@pytest.mark.slow
def test_what_leaves_the_search_for_being_too_good_is_not_called_overtaken(capsys):
    """Rounded answers are best from n = 24577 on, and leave the search at some 1.3e6 records."""
    assert (
        main(["compare", "beta", "tau=0.1", "k=100", "n=24576,24577,100000,2000000", "--json"]) == 0
    )
    found = json.loads(capsys.readouterr().out)
    rounded = "route/rounded-answers.description-length"

    assert [(item["last"], item["first"]) for item in found["crossovers"]] == [("24576", "24577")]
    assert found["crossovers"][0]["after"]["theorem"] == rounded
    assert found["places"][-1]["beyond"] == [rounded]
    assert not any("beyond" in place for place in found["places"][:-1])


@pytest.mark.slow
def test_ways_are_compared_over_a_budget_that_some_of_them_do_not_use():
    """Theorems in a row know no B; they ended with a traceback."""
    found = boundcalc.compare("n", tau="0.1", beta="0.05", m=1000, B=[10, 20])

    for place in found.places:
        best = boundcalc.solve("n", tau="0.1", beta="0.05", m=1000, B=int(place.at)).best
        assert (place.best.id, place.best.value) == (best.theorem.id, best.value)


def test_a_way_that_ends_while_others_grow_as_powers_is_not_called_too_good():
    """More noise is allowed by one way with more queries, until its hypotheses fail."""
    ways = {1: {"ends": 2, "leads": 300, "grows": 1}, 10: {"leads": 200, "grows": 10}}
    places = tuple(
        Place(
            Fraction(at),
            tuple(
                Entry(id, id, (id,), Fraction(value, 10**4), False, Role.THEOREM, False)
                for id, value in sorted(found.items(), key=lambda item: -item[1])
            ),
        )
        for at, found in ways.items()
    )

    assert [place.best.id for place in _told_apart(places)] == ["leads", "leads"]
