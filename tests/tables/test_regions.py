"""Regions: what a cell says holds at each of its points, and the cells cover the rectangle."""

from fractions import Fraction
from random import Random

import pytest

from boundcalc import DomainError, QuestionError
from boundcalc.enclosures.decisions import Truth
from boundcalc.feasible.shapes import Compiled
from boundcalc.language import Generalization, Source, Symbol, Theorem, exp, interval, sqrt
from boundcalc.library import find_theorem, load_library
from boundcalc.problems.problems import read_problem
from boundcalc.tables.regions import find_region

CASES = {
    "hypotheses and two bounds": (
        "lecture-18/thm-0.2",
        ("epsilon", ("0.001", "0.125")),
        ("delta", ("1e-12", "0.01")),
        {"n": 10**6, "tau": "0.6", "beta": "0.05"},
    ),
    "an integer side": (
        "adaptive-queries/thm-3.3",
        ("n", (10**5, 10**9)),
        ("tau", ("0.01", "0.5")),
        {"m": 1000, "B": 10, "beta": "0.05"},
    ),
    "cancellation in one quantity": (
        "max-information/thm-3.1",
        ("epsilon", ("0.0001", "0.5")),
        ("delta", ("1e-20", "0.001")),
        {"n": 1000, "t": 4, "delta_hat": "1e-7", "k": 100, "beta": "0.05"},
    ),
}


def region_of(name, depth=6):
    id, (x, x_ends), (y, y_ends), given = CASES[name]
    theorem = find_theorem(load_library(), id)
    return find_region(theorem, x, x_ends, y, y_ends, given, depth=depth)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", CASES)
def test_cells_partition_the_rectangle(name):
    region = region_of(name)
    covered = [
        (i, j) for c in region.cells for i in range(c.left, c.right) for j in range(c.low, c.high)
    ]

    assert len(covered) == len(set(covered)) == 64 * 64
    assert sum(region.share(truth) for truth in Truth) == pytest.approx(1)
    assert region.share(Truth.UNKNOWN) < 0.05
    assert 0 < region.share(Truth.TRUE) < 1


@pytest.mark.few(2)
@pytest.mark.parametrize("name", CASES)
def test_a_decided_cell_agrees_with_the_theorem_at_its_corners_and_inside(name):
    region, rng = region_of(name), Random(1)
    x, y = region.x.name, region.y.name
    question = read_problem(region.theorem, x, {**region.given, y: region.y_edges[0]})
    relations = [constraint.relation for constraint in question.constraints]
    for cell in rng.sample(region.cells, min(60, len(region.cells))):
        if cell.truth is Truth.UNKNOWN:
            continue
        left, right = region.x_edges[cell.left], region.x_edges[cell.right]
        low, high = region.y_edges[cell.low], region.y_edges[cell.high]
        inside = (
            left + (right - left) * Fraction(rng.randrange(1, 99), 100),
            low + (high - low) * Fraction(rng.randrange(1, 99), 100),
        )
        for at in [(left, low), (left, high), (right, low), (right, high), inside]:
            point = {**region.given, x: at[0], y: at[1]}
            truths = {Compiled(relation).truth(point) for relation in relations}
            if cell.truth is Truth.TRUE:
                assert truths == {Truth.TRUE}
            else:
                assert Truth.FALSE in truths


def free_theorem():
    """The bound exp(-t n) + t <= beta, for some t in (0, 1): the greatest room is inside."""
    n, t = Symbol("n", interval("[1, oo)")), Symbol("t", interval("(0, 1)"), is_chosen=True)
    x = Symbol("x", interval("(0, oo)"))
    return Theorem(
        id="test/free",
        title="A free parameter",
        parameters=[n, x, t],
        hypotheses=[t >= x / n, t <= sqrt(1 / n)],
        conclusion=Generalization(tau=x, beta=exp(-x)),
        source=Source(key="test", locator="1"),
    )


def test_it_holds_where_some_value_of_what_is_left_open_works():
    region = find_region(free_theorem(), "n", (1, 100), "x", ("0.1", 100), {"beta": 1}, depth=6)

    assert region.free == ("t",)
    for cell in region.cells:
        left, right = region.x_edges[cell.left], region.x_edges[cell.right]
        low, high = region.y_edges[cell.low], region.y_edges[cell.high]
        # x / n <= sqrt(1 / n), that is x^2 <= n; and x < n, because t < 1
        if cell.truth is Truth.TRUE:
            assert high**2 <= left
        elif cell.truth is Truth.FALSE:
            assert low**2 >= right or low >= right
    assert region.share(Truth.UNKNOWN) < 0.06


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"x": "nothing"}, QuestionError, "no quantity"),
        ({"x": "epsilon"}, QuestionError, "are one"),
        ({"x_ends": (100, 10)}, QuestionError, "from a smaller to a larger"),
        ({"x_ends": (0, 10)}, DomainError, "integers"),
        ({"x_ends": (100, "100.5")}, DomainError, "integers"),
        ({"y_ends": ("1e-200", "0.2")}, QuestionError, "1e-120"),
        ({"y_ends": ("0.1", "0.1000001")}, QuestionError, "too narrow"),
        ({"given": {"tau": "0.6"}}, QuestionError, "also needs"),
        ({"depth": 11}, QuestionError, "1 to 10"),
        ({"id": "max-information/thm-1.3.pure-privacy"}, QuestionError, "no quantity"),
    ],
)
def test_wrong_use_is_an_error(change, error, says):
    call = {
        "id": "lecture-18/thm-0.2",
        "x": "n",
        "x_ends": (100, 10**6),
        "y": "epsilon",
        "y_ends": ("0.01", "0.2"),
        "given": {"tau": "0.6", "beta": "0.05", "delta": "1e-9"},
        "depth": 4,
    } | change
    theorem = find_theorem(load_library(), call.pop("id"))

    with pytest.raises(error, match=says):
        find_region(theorem, **call)


def test_what_cannot_be_eliminated_must_be_given():
    theorem = find_theorem(load_library(), "max-information/thm-1.3.pure-privacy")
    sides = ("epsilon", ("0.001", 1), "alpha", ("0.001", "0.5"))

    with pytest.raises(QuestionError, match="needs a value of beta"):
        find_region(theorem, *sides, {"n": 100, "gamma": "0.01"}, depth=3)
    assert find_region(theorem, *sides, {"n": 100, "gamma": "0.01", "beta": "0.0005"}, depth=3)
