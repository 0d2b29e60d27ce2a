"""Moduli are bounded by what is known of them, also where it is turned around."""

import pytest

from boundcalc.checker import check_certificate
from boundcalc.proving import prove_goal
from boundcalc.relation_prover import prove, read_goal


def verdict(relation, where):
    return prove_goal(read_goal(relation, where=where))


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        pytest.param(r"|x y-1| \le |x||y-1|+|x-1|", "x, y real", marks=pytest.mark.slow),
        (r"|x y+u v| \le |x||y|+|u||v|", "x, y, u, v real"),
        pytest.param(r"|x y-a b| \le |x||y-b|+|b||x-a|", "a, b, x, y real", marks=pytest.mark.slow),
    ],
)
def test_sums_of_products_of_moduli_are_bounds(relation, where):
    assert check_certificate(verdict(relation, where).certificate).kind == "proof"


def test_with_another_factor_it_is_refuted():
    assert verdict(r"|x y-1| \le |y||y-1|+|x-1|", "x, y real").kind.value == "REFUTED"


@pytest.mark.slow
@pytest.mark.parametrize(("bounded", "kind"), [("d", "proof"), ("c", "refutation")])
def test_a_difference_of_products_is_bounded_by_two_differences(bounded, kind):
    relation = r"|ab-cd| \le M|a-c|+M|b-d|"
    goal = read_goal(
        relation, where="a, b, c, d, M real", assume=[r"|a| \le M", rf"|{bounded}| \le M"]
    )

    assert check_certificate(prove_goal(goal).certificate).kind == kind


CHAIN = r"|d-c|+|c-b|+|b-a| \le 2ke+d"  # d is the end of the chain, too


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "assume",
    [
        (r"|d-c| \le k e", r"|c-b| \le k e", r"|a-b| \le d"),
        (r"|d-c| \le d", r"|b-c| \le k e", r"|a-b| \le k e"),
    ],
)
def test_a_chain_of_distances_is_bounded_by_facts_that_name_them_turned_around(assume):
    found = prove(CHAIN, where="a, b, c, d, k, e real", assume=assume)

    assert found.is_proved
    assert found.steps < 100


def test_without_one_of_its_facts_a_chain_of_distances_is_refuted():
    assume = (r"|d-c| \le k e", r"|a-b| \le d")

    found = prove(CHAIN, where="a, b, c, d, k, e real", assume=assume)

    assert found.kind.value == "REFUTED"


@pytest.mark.slow
def test_roots_of_numbers_are_no_farther_apart_than_the_root_of_their_distance():
    found = prove(r"|\sqrt{x}-\sqrt{y}| \le \sqrt{|x-y|}", where="x, y nonnegative")

    assert found.is_proved
    assert found.steps < 200
