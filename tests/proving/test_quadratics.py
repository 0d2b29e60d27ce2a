"""Quadratic relations from quadratic hypotheses: a multiple of each, and squares for the rest."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boundcalc
from boundcalc.checker import check_certificate
from boundcalc.proving.polynomial_tactics.quadratics import _squares

BALL = r"x_1^2+x_2^2+x_3^2+x_4^2 \le 1"
DISCS = [r"a^2+b^2 \le 1", r"c^2+d^2 \le 1"]


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("relation", "where", "assume"),
    [
        (r"x_1+x_2+x_3+x_4 \le 2", "x_1, x_2, x_3, x_4 real", [BALL]),
        ("x_1+x_2+x_3+x_4 < 2", "x_1, x_2, x_3, x_4 real", [BALL.replace(r"\le", "<")]),
        (r"a c+b d \le 1", "a, b, c, d real", DISCS),
        (r"(s+c)^2 \le 2", "s, c real", ["s^2+c^2 = 1"]),
        (r"x+y \le \sqrt{2}", "x, y real", [r"x^2+y^2 \le 1"]),
        (r"x-y \ge -\sqrt{2}", "x, y real", [r"x^2+y^2 \le 1"]),
        (r"x+2y \le 2.7320508076", "x, y real", [r"(x-1)^2+2y^2 \le 1"]),
        (r"x^8+y^8 \ge \frac{1}{8}", "x, y real", ["x^2+y^2 = 1"]),
        (r"x^4+y^4 \ge \frac{1}{8}", "x, y real", ["x+y = 1"]),
        (r"a+b \le \frac{3}{2}c", "a, b real; c nonnegative", [r"a^2+b^2 \le c^2"]),
        (r"xy \le \ln\frac{5}{3}", "x, y real", [r"x^2+y^2 \le 1"]),
        (r"xy+2y^2 < \pi-\frac{9}{10}", "x, y real", [r"x^2+y^2 \le 1"]),
    ],
)
def test_multiples_of_hypotheses_and_squares(relation, where, assume):
    verdict = boundcalc.prove(relation, where=where, assume=assume)

    assert check_certificate(verdict.certificate).kind == "proof"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("relation", "where", "assume"),
    [
        ("x_1+x_2+x_3+x_4 < 2", "x_1, x_2, x_3, x_4 real", [BALL]),
        (r"a c+b d \le \frac{9}{10}", "a, b, c, d real", DISCS),
        (r"(s+c)^2 \le \frac{19}{10}", "s, c real", ["s^2+c^2 = 1"]),
        (r"x^8+y^8 \ge 0.13", "x, y real", ["x^2+y^2 = 1"]),
        (r"x+2y \le 2.7", "x, y real", [r"(x-1)^2+2y^2 \le 1"]),
        (r"a+b \le \frac{3}{2}c", "a, b, c real", [r"a^2+b^2 \le c^2"]),
        (r"xy \le \ln\frac{8}{5}", "x, y real", [r"x^2+y^2 \le 1"]),
    ],
)
def test_what_fails_is_not_proved(relation, where, assume):
    assert not boundcalc.prove(relation, where=where, assume=assume, seconds=1).is_proved


values = st.integers(-3, 3).map(Fraction)


@given(st.lists(st.lists(values, min_size=3, max_size=3), min_size=3, max_size=3))
def test_squares_add_up_to_the_form_or_it_is_negative_somewhere(rows):
    symmetric = [[rows[i][j] + rows[j][i] for j in range(3)] for i in range(3)]
    gram = [[sum(row[i] * row[j] for row in rows) for j in range(3)] for i in range(3)]

    for matrix in (symmetric, gram):
        found = _squares(matrix)
        if found is not None:
            again = [
                [sum((p * u[i] * u[j] for p, u in found), Fraction(0)) for j in range(3)]
                for i in range(3)
            ]
            assert again == matrix
            assert all(pivot > 0 for pivot, _ in found)
    assert _squares(gram) is not None
