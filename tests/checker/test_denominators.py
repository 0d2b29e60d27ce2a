"""Identities between fractions whose denominators are sums."""

import pytest

from boundcalc.checker.normal import Normalizer
from boundcalc.checker.terms import Term, number

X: Term = ("symbol", "x")
NEXT: Term = ("add", X, number(1))
INVERSE: Term = ("ln", ("exp", ("divide", number(1), NEXT)))  # the inverse of a sum, as an atom


def is_zero(term: Term) -> bool:
    return Normalizer(lambda part: True).is_zero(term)


@pytest.mark.parametrize(
    ("factor", "value", "expected"),
    [(NEXT, number(1), True), (X, number(1), False), (NEXT, number(2), False)],
)
def test_denominators_are_multiplied_out(factor: Term, value: Term, expected: bool):
    product: Term = ("multiply", factor, INVERSE)
    assert is_zero(("add", product, ("negate", value))) is expected
