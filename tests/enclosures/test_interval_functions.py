"""Intervals enclose: every operator, over random boxes, against values at 50 digits."""

import math
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpz
from hypothesis import given
from hypothesis import strategies as st

from boundcalc.enclosures.decisions import Evaluator
from boundcalc.enclosures.interval import Interval, exact_interval, hull
from boundcalc.enclosures.interval_functions import INTERVALS
from boundcalc.language import (
    Expression,
    Operation,
    Operator,
    Symbol,
    as_expression,
    exp,
    summation,
)
from tests.enclosures.boxes import X, Y, boxes, encloses, formulas, rationals, repeatable, value_at
from tests.strategies import UNARY

BINARY = [
    Operator.ADD,
    Operator.MULTIPLY,
    Operator.DIVIDE,
    Operator.POWER,
    Operator.MAX,
    Operator.MIN,
    Operator.LOG,
]
fixed = repeatable(40)
Box = tuple[Interval, list[Fraction]]
LARGEST_EXPONENT = 10**6


def check_enclosure(interval: Interval, node: Expression, values: dict[str, Fraction]) -> None:
    value = value_at(node, values)
    if value is None:
        assert not interval.total, f"{node} is undefined at {values} but {interval} is total"
    else:
        assert encloses(interval, value), f"{node} is {value} at {values}, outside {interval}"


@pytest.mark.few(3)
@pytest.mark.parametrize("operator", UNARY)
@fixed
@given(box=boxes())
def test_functions_of_one_variable_are_enclosed(operator: Operator, box: Box) -> None:
    """The value at each point lies in the image, which is partial where it has to be."""
    interval, points = box
    image = INTERVALS.operators[operator](interval)
    for point in points:
        if operator is Operator.EXP and abs(point) > LARGEST_EXPONENT:
            continue
        check_enclosure(image, Operation(operator, (X,)), {"x": point})


@pytest.mark.few(4)
@pytest.mark.parametrize("operator", BINARY)
@fixed
@given(first=boxes(), second=boxes())
def test_functions_of_two_variables_are_enclosed(
    operator: Operator, first: Box, second: Box
) -> None:
    """The value at each pair of points lies in the image, which is partial where it has to."""
    image = INTERVALS.operators[operator](first[0], second[0])
    for x, y in zip(first[1] * 5, second[1] * 5, strict=False):
        if operator is Operator.POWER and abs(y) > LARGEST_EXPONENT:
            continue
        if operator is Operator.LOG and not (x > 0 and y > 0):
            assert not image.total
            continue
        check_enclosure(image, Operation(operator, (X, Y)), {"x": x, "y": y})


@pytest.mark.few(4)
@pytest.mark.parametrize("exponent", [-7, -2, -1, 0, 1, 2, 3, 8])
@fixed
@given(box=boxes())
def test_integer_powers_are_enclosed(exponent: int, box: Box) -> None:
    """An integer power is enclosed on both sides of zero."""
    interval, points = box
    image = INTERVALS.integer_power(interval, exponent)
    for point in points:
        check_enclosure(image, X ** as_expression(exponent), {"x": point})


@fixed
@given(top=st.integers(10**7, 10**15), bottom=st.integers(0, 60), is_large=st.booleans())
def test_binomials_with_few_factors_are_enclosed_at_any_size(
    top: int, bottom: int, is_large: bool
) -> None:
    """Which of both ends the lower index is near makes no difference."""
    lower = top - bottom if is_large else bottom
    image = INTERVALS.operators[Operator.BINOMIAL](exact_interval(top), exact_interval(lower))

    exact = fmpz(math.comb(top, bottom))
    assert image.lower <= exact <= image.upper
    assert image.upper - image.lower <= exact * arb("1e-9")


@fixed
@given(top=st.integers(0, 400), bottom=st.integers(0, 400))
def test_factorials_and_binomials_are_enclosed(top: int, bottom: int) -> None:
    """Factorials and binomial coefficients of integers are enclosed."""
    n, k = exact_interval(top), exact_interval(bottom)
    values = {"x": Fraction(top), "y": Fraction(bottom)}
    check_enclosure(
        INTERVALS.operators[Operator.FACTORIAL](n), Operation(Operator.FACTORIAL, (X,)), values
    )
    check_enclosure(
        INTERVALS.operators[Operator.BINOMIAL](n, k), Operation(Operator.BINOMIAL, (X, Y)), values
    )


@fixed
@given(low=st.integers(0, 60), width=st.integers(0, 40))
def test_factorials_are_enclosed_over_ranges(low: int, width: int) -> None:
    """A range of integers has its factorials enclosed."""
    image = INTERVALS.operators[Operator.FACTORIAL](hull(Fraction(low), Fraction(low + width)))
    for n in (low, low + width // 2, low + width):
        check_enclosure(image, Operation(Operator.FACTORIAL, (X,)), {"x": Fraction(n)})


@pytest.mark.slow
@pytest.mark.parametrize("branch", [0, -1])
@fixed
@given(box=boxes())
def test_the_lambert_function_is_enclosed(branch: int, box: Box) -> None:
    """Both real branches are enclosed where they are defined."""
    image = INTERVALS.operators[Operator.LAMBERT_W](exact_interval(branch), box[0])
    node = Operation(Operator.LAMBERT_W, (as_expression(branch), X))
    for point in box[1]:
        is_defined = point >= 0 if branch == 0 else Fraction(-36, 100) <= point < 0
        if is_defined and abs(point) > Fraction(1, 10**30):
            value = value_at(node, {"x": point})
            assert encloses(image, value)


@fixed
@given(x=rationals(), last=st.integers(-2, 30))
def test_sums_are_enclosed(x: Fraction, last: int) -> None:
    """A sum over integers is enclosed, and is zero where there are none."""
    index = Symbol("i")
    node = summation(index, 0, Symbol("y"), X / (index + 1))
    values = {"x": x, "y": Fraction(last)}
    check_enclosure(Evaluator(node).at(values), node, values)


@pytest.mark.slow
@fixed
@given(node=formulas(), x=boxes(), y=boxes())
def test_formulas_are_enclosed_over_boxes(node: Expression, x: Box, y: Box) -> None:
    """A formula of the field is enclosed over a box, at every point of it."""
    image = Evaluator(node).over({"x": x[0], "y": y[0]})
    for a, b in zip(x[1], y[1], strict=False):
        if max(abs(a), abs(b)) < 10**4:
            value = value_at(node, {"x": a, "y": b})
            if value is not None and abs(value) < 10**20:
                assert encloses(image, value), f"{node} at {a}, {b}: {value} is not in {image}"


@fixed
@given(node=formulas(), x=rationals(1000), y=rationals(1000))
def test_more_bits_give_narrower_enclosures(node: Expression, x: Fraction, y: Fraction) -> None:
    """At more bits the enclosure at a point still meets the first one."""
    first, second = (Evaluator(node).at({"x": x, "y": y}, bits) for bits in (64, 512))
    if not (first.is_nowhere or second.is_nowhere):
        assert not second.lower > first.upper
        assert not second.upper < first.lower


def test_an_empty_interval_has_an_empty_image() -> None:
    """What is undefined at every point has no value after it either."""
    nowhere = INTERVALS.operators[Operator.LN](exact_interval(-1))
    assert nowhere.is_nowhere
    for operator in (*UNARY, Operator.LAMBERT_W, Operator.FACTORIAL):
        operands = (exact_interval(0), nowhere) if operator is Operator.LAMBERT_W else (nowhere,)
        assert INTERVALS.operators[operator](*operands).is_nowhere, operator
    for operator in BINARY:
        for operands in ((nowhere, exact_interval(2)), (exact_interval(2), nowhere)):
            assert INTERVALS.operators[operator](*operands).is_nowhere, operator


@pytest.mark.parametrize(
    ("operator", "low", "high"),
    [
        (Operator.ERF, -1, 1),
        (Operator.PHI, 0, 1),
        (Operator.ERFC, 0, 2),
        (Operator.SIN, -1, 1),
        (Operator.COS, -1, 1),
        (Operator.ARCTAN, -2, 2),
    ],
)
@pytest.mark.parametrize("point", [-(10**40), -50, 50, 10**40])
def test_bounded_functions_keep_to_their_bounds(
    operator: Operator, low: int, high: int, point: int
) -> None:
    """Rounding takes no value beyond the bounds of the error function and its kin."""
    with ctx.workprec(64):
        image = INTERVALS.operators[operator](exact_interval(point))
    assert image.lower >= low
    assert image.upper <= high


@pytest.mark.parametrize(
    "formula",
    [
        "exp(exp(x))",
        "2^exp(exp(x))",
        "x^exp(x)",
        "(-x)^exp(x)",
        "x^(x^x)",
        "factorial(x)",
        "floor(exp(exp(x)))",
        "erfc(x)",
    ],
)
@pytest.mark.parametrize("point", [10**15, 10**40, 10**300])
def test_numbers_beyond_all_memory_are_enclosed_at_once(formula: str, point: int) -> None:
    """No digit of e^(e^(10^15)) is written out."""
    x = Symbol("x")
    node = {
        "exp(exp(x))": exp(exp(x)),
        "2^exp(exp(x))": 2 ** exp(exp(x)),
        "x^exp(x)": x ** exp(x),
        "(-x)^exp(x)": (-x) ** exp(x),
        "x^(x^x)": x ** (x**x),
        "factorial(x)": Operation(Operator.FACTORIAL, (x,)),
        "floor(exp(exp(x)))": Operation(Operator.FLOOR, (exp(exp(x)),)),
        "erfc(x)": Operation(Operator.ERFC, (x,)),
    }[formula]
    found = Evaluator(node).at({"x": Fraction(point)}, 256)
    assert found.upper.is_finite() or not found.upper < found.lower
