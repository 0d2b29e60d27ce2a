"""What a point shows to be no consequence is doubted, and what follows never is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from boundcalc.checker.arithmetic import INF
from boundcalc.checker.goals import Context, Range
from boundcalc.checker.terms import Claim, Term, number
from boundcalc.probability.doubtful import is_doubtful

A, B, C, N = (("symbol", name) for name in "abcn")
REAL = Range(-INF, INF, False, False)
UNIT = Range(Fraction(0), Fraction(1), True, True)
NATURAL = Range(Fraction(0), INF, False, False, integer=True)
BOX = {"a": REAL, "b": UNIT, "c": UNIT, "n": NATURAL}
NEVER: Claim = (">", number(0))


def less(first: Term, second: Term) -> Term:
    return ("add", first, ("negate", second))


ONE_THIRD: Term = ("divide", number(1), number(3))
TWICE: Claim = ("=", less(A, ("multiply", number(2), B)))  # a = 2b
SUM: Claim = ("=", less(C, ("add", A, B)))  # c = a + b
SQUARE: Claim = ("=", less(A, ("multiply", B, C)))  # a = bc


@pytest.mark.parametrize(
    ("facts", "claim"),
    [
        ([TWICE], (">=", less(number(1), A))),
        ([TWICE, SUM], (">=", less(number(Fraction(1, 4)), B))),
        ([TWICE, SUM], ("=", less(A, C))),
        ([SQUARE], (">=", less(A, B))),
        ([SQUARE, TWICE], ("=", less(C, number(2)))),
        ([], (">", B)),
        ([(">=", less(A, N)), (">=", less(number(3), A))], NEVER),
        ([TWICE, SUM, (">", less(C, number(Fraction(1, 2))))], NEVER),
        ([("!=", less(B, C)), ("=", less(A, C))], NEVER),
    ],
)
def test_what_fails_at_a_point_is_doubted(facts: list[Claim], claim: Claim) -> None:
    assert is_doubtful(Context(BOX, tuple(facts)), claim)


@pytest.mark.parametrize(
    ("facts", "claim"),
    [
        ([TWICE], (">=", A)),
        ([TWICE, SUM], (">=", less(number(Fraction(1, 3)), B))),
        ([TWICE, SUM], ("=", less(C, ("multiply", number(3), B)))),
        ([SQUARE], (">=", less(B, A))),
        ([TWICE, (">", B)], (">", A)),
        ([(">=", less(number(-5000), A))], (">", ("exp", A))),  # zero in doubles
        ([], (">=", less(N, number(1)))),  # an integer above zero
        ([(">", A), (">=", ("negate", A))], NEVER),
        ([("!=", less(A, B)), ("=", less(A, B))], NEVER),
        ([(">", less(A, C)), ("=", less(A, ("multiply", B, C)))], NEVER),
        ([(">=", less(A, N)), (">", less(number(1), A))], NEVER),
        ([TWICE, SUM, (">", less(B, number(Fraction(1, 3))))], NEVER),
        ([("=", less(C, ("add", B, number(1)))), (">", B)], NEVER),
        ([], ("=", less(("add", ONE_THIRD, less(number(1), ONE_THIRD)), number(1)))),
        ([], ("=", less(("ln", number(4)), ("multiply", number(2), ("ln", number(2)))))),
    ],
)
def test_what_follows_is_not_doubted(facts: list[Claim], claim: Claim) -> None:
    assert not is_doubtful(Context(BOX, tuple(facts)), claim)
