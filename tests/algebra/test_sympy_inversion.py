from fractions import Fraction

import pytest

from boundcalc.algebra.sympy_inversion import invert_with_sympy
from boundcalc.language import Symbol, interval
from boundcalc.language.functions import erf, exp, ln
from tests.mp_evaluate import evaluate, mp

POSITIVE = interval("(0, oo)")
x, a = Symbol("x", POSITIVE), Symbol("a", POSITIVE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("relation", "point"),
    [
        (x * exp(x) <= a, {"a": Fraction(3), "x": Fraction("1.04990889496")}),
        (x - ln(x) >= a, {"a": Fraction(2), "x": Fraction("0.158594339563")}),
        (x**4 + x**2 >= a, {"a": Fraction(1), "x": Fraction("0.786151377757")}),
    ],
    ids=str,
)
def test_the_solution_with_the_known_value_is_chosen(relation, point) -> None:
    found = invert_with_sympy(relation, "x", point)
    assert found is not None
    assert found.names() == {"a"}
    assert mp.almosteq(evaluate(found, {"a": point["a"]}), float(point["x"]), 1e-10)


@pytest.mark.slow
def test_a_solution_with_another_value_is_not_returned() -> None:
    point = {"a": Fraction(2), "x": Fraction("3.14619322062")}  # on the branch that SymPy drops
    assert invert_with_sympy(x - ln(x) >= a, "x", point) is None


@pytest.mark.slow
def test_what_sympy_cannot_say_in_this_language_is_none() -> None:
    assert invert_with_sympy(erf(x) <= a, "x", {"a": Fraction(1, 2), "x": Fraction(1)}) is None


def test_time_is_limited() -> None:
    point = {"a": Fraction(3), "x": Fraction("1.04990889496")}
    assert invert_with_sympy(x * exp(x) <= a, "x", point, seconds=0.001) is None
