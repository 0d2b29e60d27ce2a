"""Covers: nothing that holds anywhere is said to fail, and what fails by a margin is seen to."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boundcalc.enclosures.branch_and_bound import Axis, Cells, Goal, Goals, cover, whole
from boundcalc.enclosures.interval_arrays import Spread
from boundcalc.language import Symbol, as_expression, exp, ln, sqrt

fixed = settings(
    derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
X, Y, V = Symbol("x"), Symbol("y"), Symbol("v")
AXES = (Axis("x", 1e-120, 1e120, 1.0), Axis("y", 1e-120, 1e120, 1.0))


def reaches(value: float) -> dict[str, Spread]:
    """Return the range of v from 0 to a value."""
    return {"v": Spread(np.array([0.0]), np.array([value]), np.ones(1, dtype=np.bool_))}


def covered(goals: list[Goal], value: float, work: int = 3000, axes=AXES) -> Cells | None:
    compiled = Goals(goals, range(len(goals)), {})
    return cover(compiled, axes, reaches(value), whole(axes), work)[0]


def test_the_least_value_of_a_sum_is_approached_from_below():
    """By the inequality of the means x + y + 1 / (x y) is at least 3."""
    goals = [Goal(X + Y + 1 / (X * Y) - V)]

    assert covered(goals, 2.9) is not None
    assert covered(goals, 3 * (1 - 1e-6), 20_000) is not None
    assert covered(goals, 3.0) is None
    assert covered(goals, 3.1) is None


def test_several_constraints_fail_together_through_their_sum():
    """The least v with x <= v and 1/x <= v is 1, where neither fails alone."""
    first, second = X - V, 1 / X - V
    axes = (Axis("x", 1e-120, 1e120, 1.3),)

    assert covered([Goal(first), Goal(second)], 0.999, 200, axes) is not None
    assert covered([Goal(first), Goal(second), Goal(first + second)], 0.9999, 200, axes) is not None
    assert covered([Goal(first), Goal(second), Goal(first + second)], 1.0, 200, axes) is None


def test_a_strict_goal_fails_where_it_is_zero():
    axes = (Axis("x", 1.0, 2.0, 1.5),)

    assert covered([Goal(as_expression(0) * X, is_strict=True)], 1.0, 50, axes) is not None
    assert covered([Goal(as_expression(0) * X)], 1.0, 50, axes) is None


def test_what_is_undefined_fails_and_what_may_be_defined_does_not():
    axes = (Axis("x", 0.5, 2.0, 1.0),)

    assert covered([Goal(ln(X - 3))], 1.0, 50, axes) is None  # nothing is read off the undefined
    assert covered([Goal(sqrt(X - 1) + 1)], 1.0, 50, axes) is not None
    assert covered([Goal(sqrt(X - 1) - 1)], 1.0, 50, axes) is None


def test_what_a_goal_needs_positive_is_positive_in_the_others():
    """Where x - 1 > 0 its reciprocal is positive; without that nothing is known at x = 1."""
    inner = X - 1
    goals = [Goal(-inner, is_strict=True), Goal(1 / inner + 1)]
    axes = (Axis("x", 0.5, 2.0, 0.9),)

    assert covered(goals, 1.0, 30, axes) is None
    compiled = Goals(goals, (0, 1), {}, [inner])
    assert cover(compiled, axes, reaches(1.0), whole(axes), 30)[0] is not None
    hopeful = Goals([goals[0], Goal(1 / inner - 1)], (0, 1), {}, [inner])
    assert cover(hopeful, axes, reaches(1.0), whole(axes), 2000)[0] is None


@pytest.mark.slow
@fixed
@given(
    powers=st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=4),
    sizes=st.lists(st.integers(1, 50), min_size=4, max_size=4),
    place=st.tuples(st.floats(-3, 3), st.floats(-3, 3)),
    share=st.floats(1.0, 2.0),
)
def test_a_planted_point_is_never_covered(powers, sizes, place, share):
    """Whatever a sum of powers is at a point, no value at or above it fails everywhere."""
    point = {"x": Fraction(10 ** place[0]), "y": Fraction(10 ** place[1])}
    size, total = Fraction(0), as_expression(0)
    for (i, j), weight in zip(powers, sizes, strict=False):
        total += weight * X**i * Y**j
        size += weight * point["x"] ** i * point["y"] ** j
    value = float(size) * share * (1 + 1e-15)

    assert covered([Goal(total - V)], value, 500) is None


@pytest.mark.slow
@fixed
@given(
    scale=st.floats(0.1, 10),
    rate=st.floats(0.1, 3),
    place=st.floats(0.01, 20),
    share=st.floats(1, 2),
)
def test_a_planted_point_of_two_constraints_is_never_covered(scale, rate, place, share):
    first = as_expression(Fraction(scale)) * exp(-as_expression(Fraction(rate)) * X) - V
    second = X * as_expression(Fraction(1, 10)) - V
    value = max(scale * np.exp(-rate * place), place / 10) * share * (1 + 1e-12)
    both = first + as_expression("0.7") * second

    assert covered([Goal(first), Goal(second), Goal(both)], value, 500) is None


def test_the_cells_of_a_cover_fill_the_box():
    cells = covered([Goal(X + Y + 1 / (X * Y) - V)], 2.5)
    logs = np.log(cells.upper) - np.log(cells.lower)

    assert abs(np.prod(logs, axis=0).sum() / np.log(1e240) ** 2 - 1) < 1e-9


def test_the_work_is_limited():
    found, left = cover(Goals([Goal(X - V)], (0,), {}), AXES, reaches(1.0), whole(AXES), 10)

    assert found is None
    assert left >= 0


def test_where_few_of_the_first_cells_fail_no_others_are_looked_at():
    goals, box = Goals([Goal(X + Y + 1 / (X * Y) - V)], (0,), {}), whole(AXES, 4)
    assert cover(goals, AXES, reaches(2.5), box, 3000)[0] is not None

    assert cover(goals, AXES, reaches(2.5), box, 3000, hopeful=0.25)[0] is not None
    found, left = cover(goals, AXES, reaches(2.5), box, 3000, hopeful=0.95)
    assert (found, left) == (None, 3000 - box.count)


def test_a_cell_that_cannot_be_cut_ends_the_search():
    axes = (Axis("x", 1.0, 1.0, 1.0),)

    assert covered([Goal(X - V)], 2.0, 50, axes) is None


@pytest.mark.parametrize("end", [1e-120, 1.0])
def test_a_range_may_begin_anywhere(end):
    axes = (Axis("x", end, 1e120, 10.0),)

    cells = covered([Goal(X + 25 / X - V)], 9.9, 500, axes)
    assert (cells.lower.min(), cells.upper.max()) == (end, 1e120)
    assert sorted(cells.lower[0])[1:] == sorted(cells.upper[0])[:-1]  # without a gap
