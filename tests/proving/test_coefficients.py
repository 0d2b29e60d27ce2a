"""Polynomials proved by the signs of their coefficients, in one variable and in several."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boundcalc
from boundcalc.checker import check_certificate
from boundcalc.proving.polynomial_tactics.coefficients import _moved

SUM_OF_24 = "+".join(f"x^{{{power}}}" for power in range(24, 1, -1)) + "+x+1"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (rf"{SUM_OF_24} > 0", "x real"),
        (rf"{SUM_OF_24} > 0", "x in (-3, 5/7)"),
        (r"x^{15} (1-x)^{15} \le 2^{-30}", "x in [0, 1]"),
        (r"x^{40} + 39 \ge 40 x", "x real"),
        (r"a(a-b)(a-c)+b(b-a)(b-c)+c(c-a)(c-b) \ge 0", "a, b, c nonnegative"),
        (r"(a+b+c)^3 \ge 27 a b c", "a, b, c nonnegative"),
    ],
)
def test_coefficients_show_the_sign(relation, where):
    verdict = boundcalc.prove(relation, where=where)

    assert check_certificate(verdict.certificate).kind == "proof"


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (rf"{SUM_OF_24} > \frac{{3}}{{4}}", "x real"),
        (r"x^{15} (1-x)^{15} < 2^{-30}", "x in [0, 1]"),
        (r"x^{40} + 39 > 40 x", "x real"),
        (r"a(a-b)(a-c)+b(b-a)(b-c)+c(c-a)(c-b) \ge 0", "a, b, c real"),
        (r"(a+b+c)^3 > 27 a b c", "a, b, c nonnegative"),
    ],
)
def test_a_neighbour_that_fails_is_refuted(relation, where):
    assert boundcalc.prove(relation, where=where).kind.value == "REFUTED"


rows = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2))
values = st.fractions(min_value=-5, max_value=5, max_denominator=9)


@pytest.mark.slow
@given(st.dictionaries(rows, values, min_size=1, max_size=5), st.tuples(values, values, values))
def test_the_greater_variable_is_the_other_and_a_rest(polynomial, point):
    x, y, z = point

    def value(powers, *at):
        return sum(
            (c * at[0] ** row[0] * at[1] ** row[1] * at[2] ** row[2] for row, c in powers.items()),
            Fraction(0),
        )

    assert value(_moved(polynomial, 0, 1), x, y, z) == value(polynomial, x + y, y, z)
