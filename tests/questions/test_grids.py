"""Lists and ranges as they are typed."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boundcalc import BoundError
from boundcalc.questions.grids import read_question_over, read_values

steps = st.fractions(min_value="0.001", max_value=10, max_denominator=1000)
numbers = st.fractions(min_value=-50, max_value=50, max_denominator=1000)


@given(numbers, steps, st.integers(0, 40))
def test_a_range_counts_its_steps_exactly_and_holds_its_end(first, step, count):
    last = first + count * step

    values = read_values("x", f"{first}..{last}..{step}")

    assert values == tuple(first + place * step for place in range(count + 1))


@given(numbers, steps, st.integers(0, 40), st.fractions(min_value="0.01", max_value="0.99"))
def test_a_range_stops_before_an_end_that_no_step_meets(first, step, count, part):
    values = read_values("x", f"{first}..{first + (count + part) * step}..{step}")

    assert values[-1] == first + count * step


def test_lists_and_ranges_mix_and_a_repeated_value_counts_once():
    assert read_values("k", "1..3, 2, 10..1e3..*10") == (1, 2, 3, 10, 100, 1000)
    assert read_values("k", "10..1e3*10, 5") == (10, 100, 1000, 5)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1..10", range(1, 11)),
        ("-3..3", range(-3, 4)),
        ("90..100", range(90, 101)),
        ("1..20", range(1, 21)),
        ("1..21", (1, 10, 21)),
        ("10..1000", (10, 100, 1000)),
        ("10..2000", (10, 100, 1000, 2000)),
        ("10..1000..10", range(10, 1001, 10)),
        ("1..10.5", (1, 10, Fraction(21, 2))),
        ("1..25.5", (1, 10, Fraction(51, 2))),
        ("0.1..0.1", (Fraction(1, 10),)),
        ("-2..-2", (-2,)),
        ("0.001..0.5", (Fraction(1, 1000), Fraction(1, 100), Fraction(1, 10), Fraction(1, 2))),
    ],
)
def test_a_range_without_a_step_means_one_thing(text, values):
    """Few whole numbers are counted; what is longer goes by factors of 10, and holds its end."""
    assert read_values("k", text) == tuple(values)


@given(numbers, numbers)
def test_a_range_without_a_step_holds_both_ends_or_offers_a_step(one, other):
    first, last = sorted((one, other))
    try:
        values = read_values("x", f"{first}..{last}")
    except BoundError as error:
        offered = str(error).rpartition("such as ")[2]
        assert read_values("x", offered)[0] == first < read_values("x", offered)[1] <= last
    else:
        assert (values[0], values[-1]) == (first, last)


def test_percent_is_a_hundredth():
    assert read_values("x", "5%, 10 %, 0.1..20%..10%") == (
        Fraction(1, 20),
        Fraction(1, 10),
        Fraction(1, 5),
    )


def test_values_are_exact():
    assert read_values("tau", "0.1, 1/3, 1e-6") == (
        Fraction(1, 10),
        Fraction(1, 3),
        Fraction(1, 10**6),
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0.1..0.5", "needs a step, such as"),
        ("1..1.5", r"needs a step, such as 1\.\.1\.5\.\.0\.05"),
        ("1..2.5", "needs a step, such as"),
        ("0..0.5", r"needs a step, such as 0\.\.0\.5\.\.0\.05"),
        ("0.5..3", "needs a step, such as"),
        ("100..200", "needs a step"),
        ("0..1e6", "needs a step"),
        pytest.param("1..1e900..*1.01", "holds more than 10000 values", marks=pytest.mark.slow),
        ("5..1", "is empty"),
        ("1..2..0", "must be positive"),
        ("1..2..-1", "must be positive"),
        ("0..10..*2", "needs a positive first value"),
        ("1..10..*1", "a factor above 1"),
        ("1..2..3..4", "first..last..step"),
        ("0..1..1e-9", "more than 1000000"),
        ("1,,2", "expected a number"),
        ("1..", "a range is first..last or"),
        ("1..2..", "a range is first..last or"),
        ("..", "a range is first..last or"),
        ("10...20", "a range is first..last or"),
        ("1..2%%", "expected a number"),
        ("", "expected a number"),
        ("one", "expected a number"),
    ],
)
def test_what_is_no_grid_is_an_error_that_says_why(text, says):
    with pytest.raises(BoundError, match=says):
        read_values("x", text)


@pytest.mark.parametrize("text", ["0..1000000007", "0..1e6", "0.1..0.5", "500..900", "-3..1e5"])
def test_the_steps_that_an_error_offers_can_be_read(text: str) -> None:
    with pytest.raises(BoundError) as caught:
        read_values("m", text)
    offered = [word for word in str(caught.value).split() if word.startswith(f"{text}..")]

    assert offered
    for item in offered:
        values = read_values("m", item)
        assert len(values) > 1
        if "0." not in text and "*" not in item:
            assert all(value.denominator == 1 for value in values)


def test_too_many_values_to_compare_are_refused_before_any_is_read():
    with pytest.raises(BoundError, match="at most 1000 values of k are compared, but got 2000"):
        read_question_over("n", {"tau": ["0.1"], "k": ["no number"] * 2000}, ())
