"""Identities between fractions whose denominators are sums."""

import copy
import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from boundcalc.checker.normal import Normalizer
from boundcalc.checker.terms import Term, number, obligations, read_term
from tests.checker.writing import AUTO, Json, accepted, num, proof, rejected, span, step

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


# --- identities of random fractions, and what they are after a change -----------------------------


def fraction(rng: random.Random, depth: int) -> Json:
    """Return a term of positive numbers and x, in sums, products and quotients."""
    if depth == 0:
        return rng.choice((["symbol", "x"], num(rng.randint(1, 5))))
    kind = rng.choice(("add", "multiply", "divide", "power"))
    first = fraction(rng, depth - 1)
    second = num(rng.choice((-2, -1, 2))) if kind == "power" else fraction(rng, depth - 1)
    return [kind, first, second]


def value(term: Json) -> Fraction:
    """Return the value at x = 3/2."""
    if term[0] == "symbol":
        return Fraction(3, 2)
    if term[0] == "number":
        return Fraction(term[1])
    first, second = map(value, term[1:])
    if term[0] == "power":
        return first ** int(second)
    results = {"add": first + second, "multiply": first * second, "divide": first / second}
    return results[str(term[0])]


def rearranged(term: Json, rng: random.Random, factor: Json) -> Json:
    """Return an equal term: operands swapped, quotients as products, or expanded by a factor."""
    if term[0] in ("symbol", "number"):
        return term
    kind, first, second = term[0], *(rearranged(part, rng, factor) for part in term[1:])
    if kind == "divide":
        expanded = ["divide", ["multiply", first, factor], ["multiply", factor, second]]
        return rng.choice((expanded, ["multiply", ["power", second, num(-1)], first]))
    return [kind, first, second] if kind == "power" else [kind, second, first]


def numbers_in(term: Json) -> Iterator[Json]:
    """Yield the numbers of a term that are no exponents."""
    if term[0] == "number":
        yield term
    elif term[0] != "symbol":
        for part in term[1:2] if term[0] == "power" else term[1:]:
            yield from numbers_in(part)


def identity(first: Json, second: Json) -> Json:
    terms = [read_term(["add", first, ["negate", second]])]
    count = len(obligations(terms[0]))
    steps = step("identity", *[AUTO] * count)
    return proof({"x": span("[1, 2]")}, ["=", first, second], steps, {"x": 1})


@pytest.mark.slow
@pytest.mark.parametrize("wrap", [None, "exp", "erfc"])
def test_random_fractions_are_equal_as_they_are_and_not_after_a_change(wrap: str | None):
    rng = random.Random(str(wrap))
    changed = 0
    while changed < 170:
        first = fraction(rng, 3)
        second = rearranged(first, rng, fraction(rng, 1))
        pair = [first, second] if wrap is None else [[wrap, first], [wrap, second]]
        if wrap is None:  # in arguments, fractions are not reduced by common sums
            accepted(identity(*pair))
        other = copy.deepcopy(second)
        places = list(numbers_in(other))
        if not places:
            continue
        place = rng.choice(places)
        place[1] = str(Fraction(place[1]) * Fraction(1001, 1000))
        if value(other) != value(first):
            rejected(identity(pair[0], other if wrap is None else [wrap, other]))
            changed += 1
