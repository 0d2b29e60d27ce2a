"""Points of a domain: inside, the same each time, and at the ends where trouble is."""

from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boundcalc.enclosures.exact import exact_value
from boundcalc.proving.counterexamples import quadrics
from boundcalc.proving.counterexamples.linear_systems import points_of_linear_systems
from boundcalc.proving.counterexamples.margins import GoalMargins
from boundcalc.proving.counterexamples.quadrics import points_on_quadrics
from boundcalc.proving.counterexamples.sampling import (
    Sampler,
    exact_point,
    in_domain,
    satisfies,
    short_point,
    simple_points,
)
from boundcalc.relation_prover import prove, read_goal

GOALS = {
    "box": read_goal(r"x y \le 1", where="x in (0, 1]; y in [-2, 3)"),
    "line": read_goal(r"x^2 \ge 0", where="x real"),
    "integers": read_goal(r"n \ge k", where="n, k integer >= 0", assume=r"k \le n"),
    "defined": read_goal(r"y \ge 0", where="x in [0, 2]; y real", assume="y = x^2"),
    "curve": read_goal("x = 2", where="x in [0, 3]", assume="x^2 = 4"),
}


def test_many_variables_are_tried_with_equal_values_where_all_may_have_them():
    goal = read_goal(
        "a+b+c+d+f \\ge 0", where="a, b, c integer in [-1, 2]; d in [0, 5]; f in [1/2, 9]"
    )
    points = list(simple_points(goal, 10))

    assert dict.fromkeys("abcdf", 1) in points
    assert all(in_domain(goal, point) for point in points)


@pytest.mark.parametrize("name", GOALS)
def test_samples_are_in_the_domain_and_the_same_each_time(name):
    goal = GOALS[name]
    first, second = (list(Sampler(goal).points(60)) for _ in range(2))

    assert first == second
    for sample in first:
        point = exact_point(goal, sample, 15)
        assert point is None or in_domain(goal, point)


def test_a_line_is_sampled_near_zero_and_far_out_on_both_sides():
    values = [point["x"] for point in Sampler(GOALS["line"]).points(200)]

    assert any(0 < abs(value) < 1e-3 for value in values)
    assert min(values) < -1e6
    assert max(values) > 1e6


def test_samples_satisfy_the_assumptions():
    points = list(Sampler(GOALS["integers"]).points(100))

    assert len(points) > 50
    assert all(point["k"] <= point["n"] for point in points)


def test_what_an_equation_defines_is_set_exactly():
    sample = {"x": 1 / 3, "y": 0.2}
    point = exact_point(GOALS["defined"], sample, 5)

    assert point == {"x": Fraction(1, 3), "y": Fraction(1, 9)}
    assert satisfies(GOALS["defined"], point)


def test_simple_points_begin_at_the_ends_and_satisfy_equations_of_short_numbers():
    points = [point["x"] for point in simple_points(GOALS["curve"])]

    assert points[:3] == [0, 3, 1]
    assert any(satisfies(GOALS["curve"], {"x": value}) for value in points)


def test_simple_points_have_the_numbers_of_assumptions():
    goal = read_goal(
        "m \\le a", where="m nonnegative; a in (0, 1]", assume=["a <= 0.05", "0.04 <= m"]
    )
    points = list(simple_points(goal))

    assert {"m": Fraction(1, 25), "a": Fraction(1, 20)} in points


def test_simple_points_of_an_open_range_leave_out_its_end():
    points = list(islice(simple_points(GOALS["box"]), 100))

    assert points
    assert all(in_domain(GOALS["box"], point) for point in points)
    assert not any(point["x"] == 0 for point in points)


def test_a_short_point_is_near():
    value = Fraction(333_333_333, 10**9)
    short = short_point(GOALS["line"], {"x": value}, 3)

    assert short == {"x": Fraction(1, 3)}
    assert short_point(GOALS["line"], {"x": value}, 15) == {"x": value}


def test_a_height_is_negative_where_the_conclusion_fails():
    margins = GoalMargins(GOALS["box"])

    assert margins.in_doubles({"x": 1.0, "y": 2.0}) < 0 < margins.in_doubles({"x": 0.5, "y": 1.0})
    assert float(margins.in_balls({"x": Fraction(1), "y": Fraction(2)}, 64)) == pytest.approx(
        -1 / 3
    )


def test_a_point_outside_of_the_assumptions_is_higher_than_any_inside():
    margins = GoalMargins(GOALS["integers"])

    assert margins.in_doubles({"n": 2.0, "k": 3.0}) > 1


@pytest.mark.parametrize(
    ("equation", "least"),
    [("x^2+y^2 = 1", 40), ("x y = 2", 40), ("x^2-3 x y+y = 1", 40), ("x^2+y^2 = 3", 0)],
)
def test_rational_points_of_a_curve_of_degree_two_are_on_it(equation, least):
    goal = read_goal(r"x \le 9", where="x, y, z real", assume=equation)
    points = list(islice(points_on_quadrics(goal), 60))

    assert len({tuple(point.items()) for point in points}) >= least
    assert bool(points) == bool(least)  # 3 is no sum of two rational squares
    assert all(point.keys() == {"x", "y", "z"} and satisfies(goal, point) for point in points)


@pytest.mark.parametrize("equation", ["x^3+y^3 = 1", "e^x = y", "x^2 = y^2 \\cdot x y"])
def test_a_curve_of_another_degree_has_no_such_points_but_its_own(equation):
    goal = read_goal(r"x \le 9", where="x, y real", assume=equation)

    assert all(satisfies(goal, point) for point in islice(points_on_quadrics(goal), 30))


def test_an_equation_of_another_degree_ends_the_search_for_such_points(monkeypatch):
    asked = []

    def counted(expression, point):
        asked.append(point)
        return exact_value(expression, point)

    monkeypatch.setattr(quadrics, "exact_value", counted)
    goal = read_goal(r"x \le 9", where="x, y, z, w real", assume="x = y z^3 + w^4")

    assert all(satisfies(goal, point) for point in points_on_quadrics(goal))
    assert len(asked) < 1000  # of more than 150,000 directions


PAIRS = ["a+b = 3", "b+c = 4", "a+c = 5"]


def test_three_linear_equations_give_the_one_point_at_which_they_hold():
    goal = read_goal("a \\le 9", where="a, b, c real", assume=PAIRS)

    assert list(points_of_linear_systems(goal)) == [{"a": 2, "b": 1, "c": 3}]


@pytest.mark.parametrize(
    ("equations", "is_met"),
    [
        (["a+b = 3", "2a-c = b"], True),
        (["a+b = 3", "a b = 2"], True),  # of which the first is linear
        (["a+b = 3", "2a+2b = 7"], False),
        (["a = 3", "b = 2a"], False),  # which give values already
        (["a b = 2"], False),
    ],
)
def test_points_of_linear_equations_are_on_them(equations, is_met):
    goal = read_goal("a \\le 9", where="a, b, c real", assume=equations)
    points = list(islice(points_of_linear_systems(goal), 60))
    linear = read_goal("a \\le 9", where="a, b, c real", assume=equations[:1])

    assert bool(points) == is_met
    assert all(satisfies(linear, point) for point in points)


@pytest.mark.parametrize(("total", "kind"), [("6", "PROVED"), ("7", "REFUTED")])
def test_a_consequence_of_linear_equations_is_decided(total, kind):
    assert prove(f"a+b+c = {total}", where="a, b, c real", assume=PAIRS).kind.name == kind


def test_samples_are_pulled_into_a_small_ball():
    ball = "+".join(f"x_{place}^2" for place in range(1, 6))
    names = ", ".join(f"x_{place}" for place in range(1, 6))
    sampler = Sampler(read_goal("x_1 = 0", where=f"{names} real", assume=rf"{ball} \le 1"))
    points = list(sampler.points(40))

    assert len(points) >= 30
    assert all(sampler.admits(point) for point in points)


@given(
    st.floats(1e-14, 1e14).flatmap(lambda size: st.sampled_from([size, -size])),
    st.sampled_from([1, 2, 3, 5, 8, 12, 15]),
)
def test_short_rationals_are_the_first_that_suffice(value, digits):
    (symbol,) = GOALS["line"].variables
    exact = Fraction(value)
    powers = (2**k for k in range(exact.denominator.bit_length() - 1))
    candidates = (exact.limit_denominator(limit) for limit in powers)
    near = abs(exact) / 10**digits
    expected = next((item for item in candidates if abs(item - exact) <= near), exact)

    assert short_point(GOALS["line"], {symbol.name: exact}, digits) == {symbol.name: expected}
