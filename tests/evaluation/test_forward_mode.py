"""Doubles with derivatives: slopes against 40 digits, and programs of several expressions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boundcalc.evaluation.double_arrays import VECTORS
from boundcalc.evaluation.doubles import FLOATS
from boundcalc.evaluation.forward_mode import DUALS, variable
from boundcalc.evaluation.programs import compile_expression, compile_expressions
from boundcalc.language import Symbol
from boundcalc.language.expressions import Operation, as_expression
from boundcalc.language.functions import (
    arctan,
    cos,
    erfc,
    exp,
    lambert_w,
    ln,
    log,
    maximum,
    phi,
    sin,
    sqrt,
    tan,
)  # fmt: skip
from boundcalc.language.operators import Operator
from tests.mp_evaluate import evaluate, mp

X, Y = Symbol("x"), Symbol("y")
FORMULAS = [
    X + Y + 3,
    X * Y * X,
    -X / Y,
    (X - Y) ** 3,
    X**Y,
    2**X,
    X ** as_expression("1/3"),
    sqrt(X * X + Y),
    exp(-X * Y),
    ln(X + Y),
    log(2, X),
    abs(X - 7),
    maximum(X, 2 * Y),
    erfc(X),
    sin(X * Y),
    cos(X - Y),
    tan(X),
    arctan(X / Y),
    phi(X - Y) - exp(X) * phi(-X - Y),
    Operation(Operator.ERF, (X / Y,)),
    lambert_w(0, X * Y),
    lambert_w(-1, -X / 1000),
    Operation(Operator.FLOOR, (X,)) * Y,
]
POINTS = [(0.7, 1.9), (3.25, 0.4)]


def slope(formula, values, name):
    with mp.workdps(40):
        point = {key: Fraction(value) for key, value in values.items()}
        h = Fraction(1, 10**12)
        up, down = (evaluate(formula, {**point, name: point[name] + move}) for move in (h, -h))
        return float((up - down) / (2 * mp.mpf(h.numerator) / h.denominator))


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("formula", FORMULAS, ids=str)
def test_slopes_are_those_of_40_digits(formula, point):
    values = dict(zip("xy", point, strict=True))
    duals = {name: variable(values[name], place, 2) for place, name in enumerate("xy")}
    found, gradient = compile_expression(formula, DUALS).run(duals)

    assert found == compile_expression(formula, FLOATS).run(values)
    for place, name in enumerate("xy"):
        expected = slope(formula, values, name)
        assert (gradient or [0.0, 0.0])[place] == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_zero_times_anything_and_the_root_of_nothing_have_no_slopes():
    formula = sqrt(as_expression(0) * X) + sqrt(exp(-(X**2)))
    value, gradient = compile_expression(formula, DUALS).run({"x": variable(60.0, 0, 1)})

    assert value == 0
    assert gradient is None or gradient == [0.0]


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
def test_arrays_are_doubles_cell_by_cell(formula):
    columns = {name: np.array(at) for name, at in zip("xy", zip(*POINTS, strict=True), strict=True)}
    found = compile_expression(formula, VECTORS).run(columns)
    program = compile_expression(formula, FLOATS)

    for place, point in enumerate(POINTS):
        expected = program.run(dict(zip("xy", point, strict=True)))
        assert found[place] == pytest.approx(expected, rel=1e-13)


@given(st.floats(0.1, 9), st.floats(0.1, 9))
def test_a_bundle_gives_what_its_expressions_give(x, y):
    values = {"x": x, "y": y}
    bundle = compile_expressions([*FORMULAS, X], FLOATS)
    expected = [compile_expression(formula, FLOATS).run(values) for formula in [*FORMULAS, X]]

    assert bundle.run(values) == expected
    assert bundle.bound({"x": x}).run({"y": y}) == expected
    assert bundle.bound(values).run({}) == expected
    assert math.isfinite(sum(expected))
