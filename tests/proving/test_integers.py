"""Relations between integers on both sides of zero, which fail for the reals between them."""

import pytest

from boundcalc.checker import check_certificate
from boundcalc.judgements import VerdictKind
from boundcalc.proving import prove_goal
from boundcalc.relation_prover import read_goal


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (r"n^2 \ge n", "n integer"),
        (r"n^2 + n \ge 0", "n integer"),
        (r"n^2 \ge 5n-6", "n integer"),
        (r"2^n \ge n+1", "n integer"),
        pytest.param(r"n^2 m^2 \ge n m", "n, m integer", marks=pytest.mark.slow),
    ],
)
def test_what_holds_for_integers_alone_is_proved(relation, where):
    verdict = prove_goal(read_goal(relation, where=where))

    assert check_certificate(verdict.certificate).kind == "proof"


@pytest.mark.parametrize(
    ("relation", "where"),
    [(r"n^2 \ge n", "n real"), (r"n^2 > n", "n integer"), (r"n^2 \ge 5n-5", "n integer")],
)
def test_a_false_neighbour_is_refuted(relation, where):
    verdict = prove_goal(read_goal(relation, where=where))

    assert check_certificate(verdict.certificate).kind == "refutation"


@pytest.mark.parametrize(
    ("relation", "where", "kind"),
    [
        (r"(a b)^n \le a^n", "a >= 0; b in [0, 1]; n integer >= 1", "proof"),
        (r"(a b c)^n \le (a c)^n", "a, c >= 0; b in [0, 1]; n integer >= 1", "proof"),
        (r"(a b)^n \le a^n", "a >= 0; b in [0, 2]; n integer >= 1", "refutation"),
    ],
)
def test_a_factor_of_a_base_may_be_zero(relation, where, kind):
    verdict = prove_goal(read_goal(relation, where=where))

    assert check_certificate(verdict.certificate).kind == kind


@pytest.mark.parametrize(
    ("relation", "kind"), [(r"(-1)^n \le 1", "UNKNOWN"), (r"(-1)^n \le 0", "REFUTED")]
)
def test_a_negative_base_with_a_symbol_above_is_told(relation, kind):
    verdict = prove_goal(read_goal(relation, where="n integer >= 0"))

    assert verdict.kind.name == kind
    assert ("the base of (-1)^n is negative" in verdict.judgement.reason) == (kind == "UNKNOWN")


@pytest.mark.slow
def test_no_factorial_is_split_at_the_index_of_the_sum_around_it():
    relation = r"\sum_{k=1}^{n} \frac{(n-1)!}{(k-1)!(n-k)!} = 2^{n-1}"

    assert prove_goal(read_goal(relation, where="n integer >= 1")).kind is not VerdictKind.REFUTED
