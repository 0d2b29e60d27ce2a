"""A relation in one variable whose sides have room between them is proved at a glance."""

import pytest

from boundcalc.checker import check_certificate
from boundcalc.proving import prove_goal
from boundcalc.relation_prover import read_goal

A_GLANCE = 8  # goals that are looked at


def verdict(relation, where):
    return prove_goal(read_goal(relation, where=where), work=A_GLANCE)


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (r"|e^x-(1+x+\frac{x^2}{2}+\frac{x^3}{6})| \le \frac{1}{300}", "x in [-1/2, 1/2]"),
        (r"|\ln(1+x)-\frac{2x}{2+x}| \le \frac{1}{37}", "x in [0, 1]"),
        (r"e^{2x} \le 1 + 2x + 4x^2", "x in [0, 1/2]"),
        (r"e^{2x} < 1 + 2x + 4x^2", "x in (0, 1/2]"),
        (r"\max\{x, 1-x\} \ge 0.499", "x in [0, 1]"),
        (r"x(1-x) \le 0.2501", "x in [0, 1]"),
        (r"\sqrt{x} + \sqrt{1-x} \le \sqrt{2}", "x in [1/4, 1/2]"),
    ],
)
def test_proved_at_a_glance(relation, where):
    assert check_certificate(verdict(relation, where).certificate).kind == "proof"


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (r"|e^x-(1+x+\frac{x^2}{2}+\frac{x^3}{6})| \le \frac{1}{347}", "x in [-1/2, 1/2]"),
        (r"e^{2x} < 1 + 2x + 4x^2", "x in [0, 1/2]"),
        (r"\max\{x, 1-x\} > 1/2", "x in [0, 1]"),
        (r"x(1-x) \le 0.2499999", "x in [0, 1]"),
    ],
)
def test_what_is_false_is_not_proved(relation, where):
    assert not verdict(relation, where).is_proved
