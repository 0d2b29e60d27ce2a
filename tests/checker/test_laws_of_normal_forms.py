"""Every law of the normal forms, on negative, zero and undefined arguments.

Terms are made at random, and those of one normal form are compared: where their obligations hold,
their values are the same.
What is presumed of a term with a value is all that its obligations say besides.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

import pytest

from boundcalc.checker import Rejected
from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Range, is_zero, minus
from boundcalc.checker.terms import Term, applied, names, number, obligations, presumptions
from tests.checker.exact import Unclear, Undefined, agree, truth, value_of

X, Y, N = ("symbol", "x"), ("symbol", "y"), ("symbol", "n")
PI: Term = ("constant", "pi")
BOXES = {
    "reals": Context({
        "x": Range(-ia.INF, ia.INF, False, False), "y": Range(-ia.INF, ia.INF, False, False),
        "n": Range(-ia.INF, ia.INF, False, False, True)}),
    "one is positive": Context({
        "x": Range(-ia.INF, ia.INF, False, False), "y": Range(ia.ZERO, ia.INF, False, False),
        "n": Range(ia.ONE, ia.INF, True, False, True)}),
    "a fact says so": Context({
        "x": Range(-ia.INF, ia.INF, False, False), "y": Range(-ia.INF, ia.INF, False, False),
        "n": Range(ia.ZERO, ia.INF, True, False, True)}, ((">", ("add", X, Y)), (">", X))),
}  # fmt: skip
VALUES = [Fraction(text) for text in ("-3", "-2", "-1", "-1/2", "0", "1/3", "1", "2", "5/2", "4")]


def at_random(rng: random.Random, depth: int) -> Term:
    """Return a small term with powers, roots and logarithms in it."""
    if depth == 0 or rng.random() < 0.15:
        return rng.choice([X, X, Y, N, *map(number, (-2, -1, 0, 1, 2, 3, Fraction(1, 2)))])
    kind = rng.choice(
        ["add", "multiply", "multiply", "divide", "negate", "power", "power", "power", "sqrt",
         "exp", "ln", "abs", "max", "log", "factorial", "sin", "cos", "tan", "arctan"]
    )  # fmt: skip
    size = {"add": 2, "multiply": 2, "divide": 2, "power": 2, "max": 2, "log": 2}.get(kind, 1)
    return applied(kind, *(at_random(rng, depth - 1) for _ in range(size)))


def even(base: Term) -> Term:
    return ("power", base, ("multiply", number(2), N))


def of_angles(a: Term, b: Term) -> list[tuple[Term, Term]]:
    """Return two sides of laws of angles, of which some hold for some angles only."""
    (sin_a, cos_a), (sin_b, cos_b) = ((("sin", angle), ("cos", angle)) for angle in (a, b))
    one, two, tangent = number(1), number(2), applied("tan", a)
    square: Term = ("power", a, two)
    return [
        (("sin", ("add", a, b)), ("add", ("multiply", sin_a, cos_b), ("multiply", cos_a, sin_b))),
        (("cos", ("multiply", two, a)), minus(one, ("multiply", two, ("power", sin_a, two)))),
        (("sin", ("add", a, PI)), ("negate", sin_a)),
        (("cos", minus(a, ("divide", PI, two))), sin_a),
        (("sin", ("multiply", PI, a)), number(0)),
        (("cos", ("multiply", PI, ("divide", a, number(3)))), number(Fraction(1, 2))),
        (("sqrt", minus(one, ("power", sin_a, two))), cos_a),
        (("sqrt", ("power", cos_a, two)), cos_a),
        (("ln", ("multiply", sin_a, sin_b)), ("add", ("ln", sin_a), ("ln", sin_b))),
        (("power", ("power", cos_a, two), ("divide", b, two)), ("power", cos_a, b)),
        (("add", one, ("power", tangent, two)), ("divide", one, ("power", cos_a, two))),
        (("sin", ("arctan", a)), ("divide", a, ("sqrt", ("add", one, square)))),
        (("cos", ("multiply", two, ("arctan", a))),
         ("divide", minus(one, square), ("add", one, square))),
        (applied("tan", ("arctan", a)), a),
        (("arctan", tangent), a),
        (("sin", minus(("arctan", a), ("arctan", b))), ("sin", ("arctan", minus(a, b)))),
        (("exp", ("ln", ("cos", a))), ("cos", ("negate", a))),
    ]  # fmt: skip


def by_a_law(rng: random.Random) -> tuple[Term, Term]:
    """Return two sides of a law of powers and logarithms, of which many hold for x > 0 only."""
    a, b, c = (at_random(rng, rng.choice((0, 0, 1, 2))) for _ in range(3))
    half = number(Fraction(1, 2))
    two_n: Term = ("multiply", number(2), N)
    laws: list[tuple[Term, Term]] = [
        (("power", ("power", a, b), c), ("power", a, ("multiply", b, c))),
        (("power", even(a), ("divide", number(1), two_n)), a),
        (("exp", ("divide", ("ln", even(a)), two_n)), a),
        (("sqrt", ("power", a, number(2))), a),
        (("sqrt", ("power", a, ("add", b, b))), ("power", a, b)),
        (("sqrt", ("multiply", a, b)), ("multiply", ("sqrt", a), ("sqrt", b))),
        (("sqrt", ("divide", a, b)), ("divide", ("sqrt", a), ("sqrt", b))),
        (("power", ("multiply", a, b), c), ("multiply", ("power", a, c), ("power", b, c))),
        (("multiply", ("power", a, b), ("power", a, c)), ("power", a, ("add", b, c))),
        (("divide", ("power", a, b), ("power", a, c)), ("power", a, minus(b, c))),
        (("ln", ("multiply", a, b)), ("add", ("ln", a), ("ln", b))),
        (("ln", ("divide", a, b)), minus(("ln", a), ("ln", b))),
        (("ln", ("power", a, b)), ("multiply", b, ("ln", a))),
        (("ln", even(a)), ("multiply", two_n, ("ln", a))),
        (("exp", ("ln", a)), a),
        (("ln", ("exp", a)), a),
        (("exp", ("multiply", b, ("ln", a))), ("power", a, b)),
        (("power", a, ("divide", number(4), number(2))), ("multiply", a, a)),
        (("power", a, half), ("sqrt", a)),
        (("divide", ("multiply", a, b), a), b),
        (("divide", a, a), number(1)),
        (("power", a, number(0)), number(1)),
        (("power", a, minus(b, b)), number(1)),
        (("multiply", ("power", a, number(-1)), a), number(1)),
        (applied("log", a, ("power", a, b)), b),
        (("power", a, applied("log", a, b)), b),
        *of_angles(a, b),
        (("abs", a), a),
        (("sqrt", even(a)), ("power", a, N)),
        (("factorial", ("power", even(a), ("divide", number(1), two_n))), ("factorial", a)),
        (("max", ("sqrt", ("power", a, number(2))), b), ("max", a, b)),
        (("divide", number(1), ("divide", a, b)), ("divide", b, a)),
        (minus(("power", ("add", a, b), number(2)), ("multiply", ("add", a, b), a)),
         ("multiply", ("add", a, b), b)),
    ]  # fmt: skip
    return rng.choice(laws)


def points(rng: random.Random, context: Context, count: int) -> Iterator[dict[str, Fraction]]:
    """Yield points of a context, with zero, negative and integer values among them."""
    for _ in range(count):
        point = {name: rng.choice(VALUES) for name in context.box}
        inside = all(context.box[name].contains(value) for name, value in point.items())
        if inside and all(truth(fact, point) for fact in context.facts):
            yield point


def all_hold(claims: list[tuple[str, Term]], point: dict[str, Fraction]) -> bool | None:
    """Return whether all claims hold at a point; None where the digits do not tell."""
    found = [truth(claim, point) for claim in claims]
    return False if False in found else None if None in found else True


def compared(seed: int, count: int) -> tuple[int, int, int]:
    """Compare random pairs; return how many are of one normal form, and at how many points."""
    rng = random.Random(seed)
    same = looked = presumed = 0
    for _ in range(count):
        first, second = by_a_law(rng)
        context = rng.choice(list(BOXES.values()))
        try:
            is_same = is_zero(context, minus(first, second))
            needs = obligations(minus(first, second))
            apart = [(item, presumptions(item), obligations(item)) for item in (first, second)]
        except (Rejected, ia.Undefined, OverflowError):
            continue
        same += is_same
        for point in points(rng, context, 25):
            if is_same and all_hold(needs, point):
                with suppress(Unclear):
                    sides = value_of(first, point), value_of(second, point)
                    assert agree(*sides), (first, second, point)
                    looked += 1
            for term, claims, owed in apart:
                if truth(("ok", term), point) and all_hold(claims, point):
                    assert all_hold(owed, point) is not False, (term, point)
                    presumed += 1
    return same, looked, presumed


@pytest.mark.slow
def test_terms_of_one_normal_form_have_one_value_where_their_obligations_hold() -> None:
    same, looked, presumed = compared(seed=1, count=600)

    assert same > 60
    assert looked > 300
    assert presumed > 3000


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_terms_of_one_normal_form_have_one_value(seed: int) -> None:
    compared(seed, count=6000)


@pytest.mark.slow
def test_the_laws_see_what_is_presumed() -> None:
    """Without the claims on bases, terms of one normal form differ: the laws are strong enough."""
    rng = random.Random(3)
    differs = 0
    for _ in range(600):
        first, second = by_a_law(rng)
        context = BOXES["reals"]
        try:
            if not is_zero(context, minus(first, second)):
                continue
        except (Rejected, ia.Undefined, OverflowError):
            continue
        for point in points(rng, context, 25):
            try:
                differs += not agree(value_of(first, point), value_of(second, point))
            except (Undefined, Unclear):
                continue

    assert differs > 20
    assert names(even(X)) == {"x", "n"}
