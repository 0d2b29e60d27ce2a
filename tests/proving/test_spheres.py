"""Bounds on spheres and balls become forms, which hold wherever they hold on the sphere."""

import pytest

from boundcalc.checker import check_certificate
from boundcalc.proving import prove_goal
from boundcalc.relation_prover import read_goal


def verdict(relation, assume, where="x, y, z real"):
    return prove_goal(read_goal(relation, where=where, assume=[assume]), work=300)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("relation", "assume"),
    [
        (r"x^2y^2z^2 \le \frac{1}{27}", "x^2+y^2+z^2 = 1"),
        (r"x^2y^2z^2 \le \frac{8}{27}", r"x^2+y^2+z^2 \le 2"),
        (r"xyz \le 0.1925", r"x^2+y^2+z^2 \le 1"),
        (r"x^2y^2+y^2z^2+z^2x^2 \le \frac{1}{3}", "1 = x^2+y^2+z^2"),
        (r"x^4+y^4+z^4 \ge \frac{1}{3}", "x^2+y^2+z^2 = 1"),
    ],
)
def test_bounds_on_spheres_and_balls_are_proved(relation, assume):
    assert check_certificate(verdict(relation, assume).certificate).kind == "proof"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("relation", "assume"),
    [
        (r"x^2y^2z^2 \le \frac{1}{28}", r"x^2+y^2+z^2 \le 1"),
        (r"xyz \le 0.1924", r"x^2+y^2+z^2 \le 1"),
        (r"x^4+y^4+z^4 \ge \frac{1}{3}", r"x^2+y^2+z^2 \le 1"),
    ],
)
def test_what_fails_on_them_is_not_proved(relation, assume):
    assert not verdict(relation, assume).is_proved
