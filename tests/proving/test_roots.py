"""A root is compared with the lesser factor under it, or with a lesser root."""

import pytest

from boundcalc.checker import check_certificate
from boundcalc.proving import prove_goal
from boundcalc.relation_prover import read_goal


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("relation", "where", "assumptions"),
    [
        (r"(\sqrt{x}-\sqrt{y})^2 \le |x-y|", "x, y nonnegative", []),
        (r"1-\sqrt{pq}-\sqrt{(1-p)(1-q)} \le |p-q|", "p, q in [0, 1]", []),
        (r"1-\sqrt{pq}-\sqrt{1-p-q+pq} \le p-q", "p, q in [0, 1]", [r"p \ge q"]),
        (r"\sqrt{pq} \le p", "p, q in [0, 1]", [r"p \ge q"]),
        (r"\sqrt{q-pq} \ge q", "p, q in [0, 1]", [r"p+q \le 1"]),
        (r"c\sqrt{a} \ge c\sqrt{b}", "a, b, c nonnegative", [r"a \ge b"]),
        (r"\sqrt{ab} > b", "a, b positive", ["a > b"]),
    ],
)
def test_a_bound_stands_in_for_a_root(relation, where, assumptions):
    goal = read_goal(relation, where=where, assume=assumptions)
    assert check_certificate(prove_goal(goal, work=100).certificate).kind == "proof"


@pytest.mark.parametrize(
    ("relation", "where", "assumptions"),
    [
        (r"(\sqrt{x}-\sqrt{y})^2 \le 0.99|x-y|", "x, y nonnegative", []),
        (r"1-\sqrt{pq}-\sqrt{(1-p)(1-q)} \le 0.99|p-q|", "p, q in [0, 1]", []),
        (r"\sqrt{pq} \ge p", "p, q in [0, 1]", [r"p \ge q"]),
        (r"\sqrt{ab} \le a", "a, b real", [r"ab \ge 0", r"a \ge b"]),  # a = -1, b = -2
        (r"\sqrt{ab} > b", "a, b nonnegative", ["a > b"]),
    ],
)
def test_what_is_false_is_not_proved(relation, where, assumptions):
    goal = read_goal(relation, where=where, assume=assumptions)
    assert not prove_goal(goal, work=60).is_proved


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (r"\sqrt2 + \sqrt3 = \sqrt{5 + 2\sqrt6}", "PROVED"),
        (r"1 + \sqrt2 = \sqrt{3 + 2\sqrt2}", "PROVED"),
        (r"\sqrt{4 - 2\sqrt3} \ge \sqrt3 - 1", "PROVED"),
        (r"\sqrt{2 + \sqrt3} = \frac{\sqrt6 + \sqrt2}{2}", "PROVED"),
        (r"\sqrt{4 - 2\sqrt3} = 1 - \sqrt3", "REFUTED"),
        (r"\sqrt2 + \sqrt3 = \sqrt{5 + 2\sqrt7}", "REFUTED"),
        (r"\sqrt2 + \sqrt3 \ge \sqrt{5 + 2\sqrt6} + 10^{-60}", "REFUTED"),
        (r"\sqrt{5 + 2\sqrt6} < \sqrt2 + \sqrt3", "UNKNOWN"),
    ],
)
def test_roots_of_numbers_with_roots_are_compared_by_squares(text, kind):
    assert prove_goal(read_goal(text)).kind.value == kind
