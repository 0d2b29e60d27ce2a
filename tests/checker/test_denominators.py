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


def over(*parts: Term) -> Term:
    return ("divide", number(1), ("add", *parts))


def test_a_sum_of_many_fractions_is_what_they_telescope_to():
    places = range(1, 16)
    fractions = [("multiply", over(X, number(n)), over(X, number(n + 1))) for n in places]
    ends: Term = ("add", over(X, number(1)), ("negate", over(X, number(16))))
    assert is_zero(("add", *fractions, ("negate", ends)))
    assert not is_zero(("add", *fractions[1:], ("negate", ends)))


@pytest.mark.parametrize("kind", ["exp", "sqrt", "sin", "erfc"])
def test_arguments_are_brought_over_one_denominator(kind: str):
    apart: Term = ("add", over(X, number(1)), over(X, number(2)))
    top: Term = ("add", X, X, number(3))
    bottom: Term = ("add", ("power", X, number(2)), ("multiply", number(3), X), number(2))
    assert is_zero(("add", (kind, apart), ("negate", (kind, ("divide", top, bottom)))))
    assert not is_zero(("add", (kind, apart), ("negate", (kind, ("divide", NEXT, bottom)))))


def test_a_fraction_that_cancels_in_an_argument_is_a_number():
    apart: Term = ("add", over(X, number(1)), ("divide", X, NEXT))
    assert is_zero(("ln", apart))
    assert not is_zero(("ln", ("add", apart, number(1))))
    assert not is_zero(("ln", ("add", apart, over(X, number(1)))))
