"""The values of one variable that satisfy a condition: intervals, gaps, open ends, integers."""

from fractions import Fraction

import pytest

from boundcalc.algebra.conditions import Condition, all_of, any_of
from boundcalc.algebra.search_range import DEEPEST, LARGEST, SMALLEST, is_search_limit
from boundcalc.enclosures.decisions import Truth
from boundcalc.enclosures.interval import hull
from boundcalc.feasible.components import FeasibleSet, Tight
from boundcalc.feasible.shapes import Compiled, Shape
from boundcalc.feasible.univariate import feasible_set, is_infeasible
from boundcalc.language import (
    INTEGER,
    NONNEGATIVE,
    NONNEGATIVE_INTEGER,
    POSITIVE,
    POSITIVE_INTEGER,
    REAL,
    Domain,
    Relation,
    Symbol,
    ceil,
    erf,
    exp,
    floor,
    interval,
    ln,
    maximum,
    minimum,
    sqrt,
)

X = Symbol("x")
Q = Fraction


def found(condition: Condition, domain: Domain) -> FeasibleSet:
    return feasible_set(condition, "x", domain, {})


@pytest.mark.parametrize(
    ("condition", "domain", "ends"),
    [
        (X * X <= 2, POSITIVE, [(SMALLEST, Q("1.41421356237"))]),
        (X**2 >= 2, REAL, [(-LARGEST, Q("-1.41421356238")), (Q("1.41421356238"), LARGEST)]),
        ((X - 1) * (X - 3) >= 0, NONNEGATIVE, [(Q(0), Q(1)), (Q(3), LARGEST)]),
        (X * (4 - X) >= 3, POSITIVE, [(Q(1), Q(3))]),
        (all_of([X >= Q(1, 3), X < Q(2)]), REAL, [(Q("0.333333333334"), Q("1.99999999999"))]),
        (any_of([X <= 1, X >= 7]), interval("[0, 9]"), [(Q(0), Q(1)), (Q(7), Q(9))]),
        (exp(X) <= 1, REAL, [(-LARGEST, Q(0))]),
        (X <= 0, NONNEGATIVE, [(Q(0), Q(0))]),
        (ln(X) <= -230, POSITIVE, [(SMALLEST, Q("1.2949981925E-100"))]),
        (X / (1 + X) <= Q(1, 2), POSITIVE, [(SMALLEST, Q(1))]),
        ((exp(X) - 1) / (exp(X) + 1) <= Q(1, 2), POSITIVE, [(SMALLEST, Q("1.09861228866"))]),
        (erf(X) >= Q(1, 2), POSITIVE, [(Q("0.476936276205"), LARGEST)]),
        (1 - 1 / X >= 1 - Q(1, 10**30), POSITIVE, [(Q(10) ** 30, LARGEST)]),
    ],
)
def test_real_sets(condition: Condition, domain: Domain, ends: list[tuple[Q, Q]]) -> None:
    """The ends of each interval are found to 12 digits, on the feasible side."""
    result = found(condition, domain)
    assert result.is_complete
    assert [(part.lower, part.upper) for part in result.components] == ends


@pytest.mark.parametrize(
    ("condition", "domain", "ends"),
    [
        (X >= ceil(X / 3) * 3, POSITIVE_INTEGER, None),
        (X * X <= 50, POSITIVE_INTEGER, [(1, 7)]),
        (X * X <= 50, INTEGER, [(-7, 7)]),
        ((X - 4) * (X - 9) > 0, POSITIVE_INTEGER, [(1, 3), (10, LARGEST)]),
        (X > 173, POSITIVE_INTEGER, [(174, LARGEST)]),
        (X >= 10**40 + 1, POSITIVE_INTEGER, [(10**40 + 1, LARGEST)]),
        (floor(X / 10) >= 2, interval("[0, 35]", integer=True), [(20, 35)]),
        (all_of([X > 3, X < 5]), POSITIVE_INTEGER, [(4, 4)]),
    ],
)
def test_integer_sets(
    condition: Condition, domain: Domain, ends: list[tuple[int, int]] | None
) -> None:
    """The ends of sets of integers are exact, and each feasible integer is inside."""
    result = found(condition, domain)
    if ends is not None:
        assert result.is_complete
        assert [(part.lower, part.upper) for part in result.components] == ends
    for part in result.components:
        assert part.lower.denominator == part.upper.denominator == 1


@pytest.mark.parametrize(
    ("condition", "domain"),
    [
        (exp(X) < 0, REAL),
        (X**2 + 1 <= 0, REAL),
        (ln(X) >= 300, interval("(0, 1)")),
        (all_of([X >= 3, X <= 2]), REAL),
        (all_of([X > 3, X < 4]), POSITIVE_INTEGER),
        (sqrt(X - 2) <= 5, interval("(0, 1)")),
        (minimum(X, 1) > maximum(X, 2), POSITIVE),
    ],
)
def test_empty_sets(condition: Condition, domain: Domain) -> None:
    """A condition that holds nowhere has no component, and that is certain."""
    result = found(condition, domain)
    assert result.is_complete
    assert result.components == ()
    assert is_infeasible(condition, "x", domain, {})


@pytest.mark.parametrize("domain", [NONNEGATIVE, interval("[0, 1e6]"), NONNEGATIVE_INTEGER])
def test_a_tight_place_is_looked_at_where_a_domain_begins_at_zero(domain: Domain) -> None:
    """Cells grow away from it, down to the least size that is searched."""
    tight = Tight(Fraction(1), Fraction(1, 2**10))
    assert is_infeasible(X * exp(-X) >= 1, "x", domain, {}, tight=tight)


@pytest.mark.parametrize(
    "condition",
    [
        (3 * X - 1) ** 2 <= Q(1, 10**40),
        abs(exp(X) - 2) <= Q(1, 10**30),
        any_of([abs(exp(X) - 2) <= Q(1, 10**30), X <= Q(1, 2)]),
    ],
)
def test_what_is_too_narrow_to_be_met_is_not_called_empty(condition: Condition) -> None:
    """A set that lies between two numbers of the usual digits is not found, and is not denied."""
    result = found(condition, POSITIVE)
    assert not result.is_complete
    assert not is_infeasible(condition, "x", POSITIVE, {})


@pytest.mark.parametrize(
    "condition",
    [X * exp(-X) >= Q(1, 5), (X - 1) * (X - 2) * (X - 5) <= 0, abs(X - 3) >= 1, X + 4 / X <= 5],
)
def test_ends_are_beside_infeasible_points(condition: Relation) -> None:
    """Every end works; the point recorded beside it fails and is one digit away."""
    truth = Compiled(condition).truth
    result = found(condition, interval("(0, 50]"))
    assert result.components
    for part in result.components:
        for inside, outside in ((part.lower, part.below), (part.upper, part.above)):
            if inside not in (DEEPEST, 50):
                assert truth({"x": inside}) is Truth.TRUE
                assert outside is not None
                assert truth({"x": outside}) is Truth.FALSE
                assert abs(inside - outside) <= abs(inside) / 10**11


def test_a_single_point_is_found_where_it_is_rational() -> None:
    """Two constraints that meet in a point leave that point."""
    result = found(all_of([X >= Q(1, 8), X <= Q(1, 8)]), POSITIVE)
    assert [(part.lower, part.upper) for part in result.components] == [(Q(1, 8), Q(1, 8))]


@pytest.mark.parametrize(
    ("condition", "domain"),
    [
        (X >= 1 - Q(1, 10**20), interval("(0, 1)")),
        (X > 1 - Q(1, 10**25), interval("[1/2, 1)")),
        (X <= 1 + Q(1, 10**20), interval("(1, 5)")),
        (X * X >= 49 - Q(1, 10**20), interval("(0, 7)")),
    ],
)
def test_ends_near_an_open_end_stay_inside(condition: Condition, domain: Domain) -> None:
    """An end that has more digits than are shown is not rounded out of the domain."""
    result = found(condition, domain)
    (part,) = result.components
    assert part.lower in domain
    assert part.upper in domain
    assert part.lower <= part.upper


def test_a_narrow_band_is_found() -> None:
    """A band narrower than the digits of an answer is not lost."""
    result = found(all_of([X >= 1 + Q(1, 10**15), X**2 <= 1 + Q(4, 10**15)]), POSITIVE)
    assert len(result.components) == 1
    (part,) = result.components
    assert 1 + Q(1, 10**15) <= part.lower <= part.upper <= 1 + Q(2, 10**15)


@pytest.mark.parametrize(
    ("domain", "value", "limit"),
    [
        (POSITIVE, SMALLEST, True),
        (POSITIVE, LARGEST, True),
        (POSITIVE, Q(1), False),
        (NONNEGATIVE, Q(0), False),
        (interval("(0, 1)"), 1 - Q(2, 10**40), True),
        (interval("(0, 1]"), Q(1), False),
        (POSITIVE_INTEGER, Q(1), False),
        (POSITIVE_INTEGER, LARGEST, True),
    ],
)
def test_the_end_of_the_search_is_no_answer(domain: Domain, value: Q, limit: bool) -> None:
    """A value where only the search ended is told apart from one that the domain ends with."""
    assert is_search_limit(domain, value) is limit


def test_the_givens_may_need_many_digits() -> None:
    """A condition on other symbols that cancels to 1e-40 is decided once, and exactly."""
    delta = Symbol("delta")
    condition = all_of([1 - exp(-delta) > 0, X >= 1 / (1 - exp(-delta))])
    result = feasible_set(condition, "x", POSITIVE, {"delta": Q(1, 10**40)})
    assert result.is_complete
    assert 1 <= result.components[0].lower / 10**40 <= 1 + Q(1, 10**11)


def test_what_a_box_leaves_open_decides_its_points_as_the_whole_condition_does():
    parts = [X <= 9, X * X >= 2, X * (4 - X) >= 3]
    whole = Compiled(all_of(parts))

    shape, rest = whole.shape_and_rest("x", {"x": hull(Q(3, 2), Q(5))})

    assert shape is Shape.UNKNOWN
    assert [part.condition for part in rest.parts] == parts[2:]
    for point in (Q(2), Q(3), Q(301, 100), Q(5)):
        assert rest.truth({"x": point}) is whole.truth({"x": point})


def test_what_is_monotone_in_a_box_need_not_be_asked_again():
    whole = Compiled(all_of([X >= 1, X * (4 - X) >= 3]))
    inward = (Shape.UP, Shape.NONE, Shape.ALL)

    _, rest = whole.shape_and_rest("x", {"x": hull(Q(0), Q(5))}, settled=inward)

    assert [part.condition for part in rest.parts] == [X * (4 - X) >= 3]


def test_a_ray_whose_far_end_overflows_is_not_called_empty() -> None:
    """At 1e120 two terms are infinite, and their difference is not known; it works at 1."""
    result = found(0 <= 5 * (exp(X) + 1) - exp(X) + 1, POSITIVE)
    assert result.components
    assert result.components[0].lower <= 1 <= result.components[-1].upper
