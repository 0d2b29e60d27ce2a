"""Products of moduli are bounded by products of what is in them."""

import pytest

from boundcalc.checker import check_certificate
from boundcalc.proving import prove_goal
from boundcalc.relation_prover import read_goal


def verdict(relation, where):
    return prove_goal(read_goal(relation, where=where))


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (r"|x y-1| \le |x||y-1|+|x-1|", "x, y real"),
        (r"|x y+u v| \le |x||y|+|u||v|", "x, y, u, v real"),
        pytest.param(r"|x y-a b| \le |x||y-b|+|b||x-a|", "a, b, x, y real", marks=pytest.mark.slow),
    ],
)
def test_sums_of_products_of_moduli_are_bounds(relation, where):
    assert check_certificate(verdict(relation, where).certificate).kind == "proof"


def test_with_another_factor_it_is_refuted():
    assert verdict(r"|x y-1| \le |y||y-1|+|x-1|", "x, y real").kind.value == "REFUTED"
