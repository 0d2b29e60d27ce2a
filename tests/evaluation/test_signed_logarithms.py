"""Signed logarithms: the same numbers and slopes as doubles, and numbers that doubles lose."""

import math
from fractions import Fraction

import numpy as np
import pytest

from boundcalc.evaluation.forward_mode import DUALS
from boundcalc.evaluation.forward_mode import variable as dual_variable
from boundcalc.evaluation.programs import compile_expression
from boundcalc.evaluation.signed_logarithm_arrays import LOG_VECTORS, Sized
from boundcalc.evaluation.signed_logarithms import LOGARITHMS, variable
from boundcalc.language import Expression, exp, ln
from boundcalc.language.operators import Operator
from tests.evaluation.test_forward_mode import FORMULAS, POINTS, X, Y
from tests.mp_evaluate import evaluate, mp


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
@pytest.mark.parametrize("point", POINTS)
def test_numbers_and_slopes_are_those_of_doubles(
    formula: Expression, point: tuple[float, float]
) -> None:
    plain = compile_expression(formula, DUALS).run(
        {"x": dual_variable(point[0], 0, 2, point[0]), "y": dual_variable(point[1], 1, 2, point[1])}
    )
    sign, size, gradient = compile_expression(formula, LOGARITHMS).run(
        {"x": variable(math.log(point[0]), 0, 2), "y": variable(math.log(point[1]), 1, 2)}
    )
    with np.errstate(all="ignore"):
        sized = compile_expression(formula, LOG_VECTORS).run(
            {
                name: Sized(np.ones(1), np.log(np.array([value])))
                for name, value in zip("xy", point, strict=True)
            }
        )

    assert sign * math.exp(size) == pytest.approx(plain[0], rel=1e-12)
    assert sized.value[0] == pytest.approx(plain[0], rel=1e-12)
    expected = [0.0, 0.0] if plain[1] is None else [slope / plain[0] for slope in plain[1]]
    assert list(gradient or [0.0, 0.0]) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    ("formula", "at"),
    [
        (exp(-X) * Y, 5000),
        (exp(-X) + exp(-2 * X), 5000),
        (1 / (exp(X) - 1), 5000),
        (exp(exp(-X)) - 1, 700),
        (ln(1 + exp(-X)), 30),
    ],
    ids=str,
)
def test_numbers_that_are_too_small_for_doubles_are_kept(formula: Expression, at: int) -> None:
    _, size, _ = compile_expression(formula, LOGARITHMS).run(
        {"x": variable(math.log(at), 0, 2), "y": variable(0.0, 1, 2)}
    )
    with mp.workdps(4500):
        expected = float(mp.log(evaluate(formula, {"x": Fraction(at), "y": Fraction(1)})))

    assert size == pytest.approx(expected, rel=1e-12)


def test_a_tail_far_out_is_kept() -> None:
    _, size, _ = LOGARITHMS.operators[Operator.ERFC](variable(math.log(100), 0, 1))

    assert size == pytest.approx(float(mp.log(mp.erfc(100))), rel=1e-12)


def test_lambert_w_of_what_is_too_large_for_a_double():
    """W(e^5000) solves w + ln(w) = 5000, by either kind of logarithm."""
    exact = mp.findroot(lambda w: w + mp.log(w) - 5000, 4991)
    sign, size, gradient = LOGARITHMS.operators[Operator.LAMBERT_W](
        (0, -math.inf, None), variable(5000.0, 0, 1)
    )
    with np.errstate(all="ignore"):
        sized = LOG_VECTORS.operators[Operator.LAMBERT_W](
            LOG_VECTORS.number(Fraction(0)), Sized(np.ones(1), np.full(1, 5000.0))
        )

    assert sign == 1
    assert size == pytest.approx(float(mp.log(exact)), rel=1e-14)
    assert gradient == pytest.approx([float(1 / (1 + exact))], rel=1e-12)
    assert sized.size == pytest.approx([size], rel=1e-14)
