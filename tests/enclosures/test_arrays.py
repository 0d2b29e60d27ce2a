"""Arrays enclose: the value at 50 digits lies between the ends, for every operator."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from boundcalc.enclosures.interval_arrays import (
    Spread,
    compare_arrays,
    double_ends,
    evaluate_arrays,
    spread_of,
)
from boundcalc.language import Expression, ExpressionError, Sense, Symbol
from boundcalc.language.expressions import PI, E
from boundcalc.language.functions import (
    arctan,
    ceil,
    cos,
    erf,
    erfc,
    exp,
    factorial,
    floor,
    lambert_w,
    ln,
    log2,
    maximum,
    minimum,
    phi,
    sin,
    sqrt,
    summation,
    tan,
)
from tests.mp_evaluate import evaluate, mp

x, y = Symbol("x"), Symbol("y")
EXPRESSIONS: list[Expression] = [
    x + y,
    x - y,
    x * y,
    x / y,
    -x,
    1 / (x - y),
    x**2,
    x**3,
    x**-2,
    x**100,
    x ** Fraction(3, 2),
    x ** Fraction(-1, 4),
    x**y,
    sqrt(x),
    exp(x),
    exp(-x * y),
    ln(x),
    log2(y),
    abs(x - y),
    maximum(x, y, 1),
    minimum(x, y),
    floor(x),
    ceil(y / 3),
    erf(x),
    erfc(x),
    phi(-y),
    sin(x),
    cos(x * y),
    tan(y),
    arctan(x),
    lambert_w(0, x),
    E * x + PI,
    ln(1 + x) - ln(x),
    (x + y) * (x - y) - x**2,
]


def points(count: int) -> list[dict[str, Fraction]]:
    rng = random.Random(7)
    found = []
    for _ in range(count):
        values = [
            Fraction(rng.randrange(1, 10**6)) * Fraction(10) ** rng.randrange(-9, 0)
            for _ in range(2)
        ]
        found.append(dict(zip("xy", values, strict=True)))
    return [*found, {"x": Fraction(1), "y": Fraction(2)}, {"x": Fraction(4), "y": Fraction(1, 2)}]


def as_arrays(values: list[Fraction]) -> Spread:
    ends = [double_ends(value) for value in values]
    lower, upper = (np.array([end[side] for end in ends]) for side in (0, 1))
    return Spread(lower, upper, np.array(True))


@pytest.mark.few(14)
@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_the_value_lies_between_the_ends(expression: Expression) -> None:
    cases = points(60)
    spreads = {name: as_arrays([case[name] for case in cases]) for name in "xy"}
    found = evaluate_arrays(expression, spreads)
    lower, upper, total = np.broadcast_arrays(found.lower, found.upper, found.total)
    for place, case in enumerate(cases):
        try:
            value = evaluate(expression, case)
        except ZeroDivisionError:
            assert not total[place]
            continue
        assert mp.mpf(float(lower[place])) <= value, case
        assert math.isinf(upper[place]) or value <= mp.mpf(float(upper[place])), case


def test_exact_results_stay_exact() -> None:
    values = {"x": spread_of(Fraction(12)), "y": spread_of(Fraction(3))}
    for expression, expected in (
        (x * y, 36.0),
        (x / y, 4.0),
        (x / 8, 1.5),
        (sqrt(x * y), 6.0),
        (x ** Fraction(1, 2) * 0, 0.0),
        (x - y + 0.25, 9.25),
        (ceil(x / y) * 1000, 4000.0),
    ):
        found = evaluate_arrays(expression, values)
        assert found.lower == found.upper == expected, expression


@pytest.mark.parametrize(
    "expression",
    [ln(x), sqrt(x), 1 / x, x ** Fraction(1, 2), 1 / (x - x), ln(x - 1), lambert_w(-1, x)],
    ids=str,
)
def test_what_may_be_undefined_is_not_total_and_decides_nothing(expression: Expression) -> None:
    around_zero = Spread(np.array([-1.0, -0.5]), np.array([0.0, 1.0]), np.array(True))
    found = evaluate_arrays(expression, {"x": around_zero})
    assert not np.broadcast_to(found.total, (2,)).any()
    for sense in Sense:
        holds, fails = compare_arrays(found, sense, spread_of(Fraction(-(10**9))))
        assert not holds.any()
        assert not fails.any()


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (exp(x), 710),
        (exp(x), 10**300),
        (exp(-x), 800),
        (exp(-x), 10**300),
        (x * x, 10**300),
        (x + x, 10**308),
        (1 / x, Fraction(1, 10**310)),
        (x * x, Fraction(1, 10**200)),
        (factorial(x), 171),
    ],
    ids=str,
)
def test_overflow_and_underflow_still_enclose(expression: Expression, value) -> None:
    found = evaluate_arrays(expression, {"x": spread_of(Fraction(value))})
    exact = evaluate(expression, {"x": value}) if value != 10**300 or x * x == expression else None
    if exact is not None:
        assert mp.mpf(float(found.lower)) <= exact
        assert math.isinf(found.upper) or exact <= mp.mpf(float(found.upper))
    assert not math.isnan(found.lower)
    assert not math.isnan(found.upper)


def test_numpy_functions_are_right_to_the_margin_that_is_trusted() -> None:
    rng = np.random.default_rng(3)
    arguments = np.concatenate([rng.uniform(-700, 700, 400), rng.uniform(-1, 1, 400)])
    for value, found in zip(arguments.tolist(), np.exp(arguments).tolist(), strict=True):
        exact = mp.exp(mp.mpf(value))
        assert abs(mp.mpf(found) - exact) <= exact * mp.mpf(2) ** -50
    positive = np.concatenate([np.exp(rng.uniform(-600, 600, 400)), 1 + arguments[400:] * 1e-6])
    for value, found in zip(positive.tolist(), np.log(positive).tolist(), strict=True):
        exact = mp.log(mp.mpf(value))
        assert abs(mp.mpf(found) - exact) <= abs(exact) * mp.mpf(2) ** -50


def test_a_sum_is_refused() -> None:
    index = Symbol("i")
    with pytest.raises(ExpressionError, match="sum"):
        evaluate_arrays(summation(index, 1, 3, index * x), {"x": spread_of(Fraction(1))})
