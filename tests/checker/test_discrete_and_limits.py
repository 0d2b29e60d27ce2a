"""Rules about integers and about infinity: what they accept, and what they must refuse."""

import random
from fractions import Fraction
from typing import Any

import mpmath as mp
import pytest

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.calculus import limit, rule_tail
from boundcalc.checker.discrete import rule_factorial, rule_induction, rule_name, rule_unfold
from boundcalc.checker.goals import Context, Range
from boundcalc.checker.terms import Rejected, Term, applied, number

N: Term = ("symbol", "n")
X: Term = ("symbol", "x")
Y: Term = ("symbol", "y")
NATURALS = Range(Fraction(1), ia.INF, True, False, True)
HALF_LINE = Range(Fraction(1), ia.INF, True, False)
DISCRETE = Context({"n": NATURALS})
REAL = Context({"x": HALF_LINE, "y": Range(Fraction(0), ia.INF, True, False)})
ONE = number(1)


def minus(first: Term, second: Term) -> Term:
    return ("add", first, ("negate", second))


def json(term: Term) -> list[Any]:
    return [term[0], *(json(part) if isinstance(part, tuple) else str(part) for part in term[1:])]


def test_induction_starts_at_the_least_integer_and_steps_by_one():
    first, step = rule_induction({"variable": "n"}, DISCRETE, (">=", N))
    assert first[1] == (">=", ONE)
    assert "n" not in first[0].box
    assert step[1] == (">=", ("add", N, ONE))
    assert step[0].facts == ((">=", N),)


def test_induction_needs_an_integer():
    with pytest.raises(Rejected):
        rule_induction({"variable": "x"}, REAL, (">=", X))


def test_induction_keeps_no_fact_about_its_variable_but_upper_bounds():
    bound, other = minus(number(5), N), minus(number(5), ("multiply", N, N))
    context = DISCRETE.with_fact((">=", bound), (">=", minus(N, number(1))), (">=", other))
    first, step = rule_induction({"variable": "n"}, context, (">=", N))
    assert first[0].facts == ()
    assert step[0].facts == ((">=", minus(number(5), ("add", N, number(1)))), (">=", N))


@pytest.mark.parametrize(
    ("term", "less"),
    [
        (("factorial", N), ("add", N, number(-2))),
        (("factorial", ("divide", N, number(2))), ("add", ("divide", N, number(2)), number(-1))),
        (("sum", "i", ONE, N, X), ("add", N, number(-2))),
    ],
)
def test_unfolding_refuses_what_is_not_the_integer_before(term: Term, less: Term):
    step = {"term": json(term), "less": json(less)}
    context = Context({"n": NATURALS, "x": HALF_LINE})
    with pytest.raises(Rejected):
        rule_unfold(step, context, (">", term))


def test_a_binomial_coefficient_is_a_polynomial_where_the_upper_entry_is_not_negative():
    term: Term = ("binomial", N, number(2))
    goals = rule_unfold({"term": json(term)}, DISCRETE, (">=", term))
    assert goals[0][1] == (">=", N)
    with pytest.raises(Rejected):
        rule_unfold({"term": json(("binomial", X, number(2)))}, REAL, (">=", X))


def test_only_parts_of_facts_are_named():
    with pytest.raises(Rejected):
        rule_name({"term": json(("ln", N)), "name": "s"}, DISCRETE, (">=", ("ln", N)))
    context = DISCRETE.with_fact((">=", ("ln", N)))
    ((inner, claim),) = rule_name({"term": json(("ln", N)), "name": "s"}, context, (">", ("ln", N)))
    assert claim == (">", ("symbol", "s"))
    assert inner.facts == ((">=", ("symbol", "s")),)


def test_the_bounds_of_a_factorial_are_asked_for_from_one_on():
    step = {"term": json(("factorial", N)), "name": "f"}
    goals = rule_factorial(step, DISCRETE, (">", ("factorial", N)))
    assert (">=", minus(N, ONE)) in [claim for _, claim in goals]
    with pytest.raises(Rejected):
        rule_factorial({"term": json(("factorial", X)), "name": "f"}, REAL, (">", X))


@pytest.mark.parametrize(
    ("term", "ends"),
    [
        (("divide", ONE, X), (0, 0)),
        (("erfc", X), (0, 0)),
        (("exp", ("negate", X)), (0, 0)),
        (applied("phi", X), (1, 1)),
        (("multiply", ("sin", X), ("divide", ONE, X)), (0, 0)),
        (("power", ("negate", X), number(3)), (-ia.INF, -ia.INF)),
        (("power", ("negate", X), number(2)), (ia.INF, ia.INF)),
        (("multiply", Y, ("exp", ("negate", X))), (0, 0)),
        (("power", ("divide", ONE, X), ("divide", ONE, number(2))), (0, 0)),
        (("ln", ("exp", ("negate", X))), (-ia.INF, -ia.INF)),
        (("sqrt", ("add", X, ("sin", X))), (ia.INF, ia.INF)),
        (("max", ("abs", ("negate", X)), Y), (ia.INF, ia.INF)),
    ],
)
def test_limits_at_infinity(term: Term, ends: tuple[ia.End, ia.End]):
    found = limit(term, "x", REAL.intervals())
    assert (found.low, found.high) == ends


def test_a_tail_needs_a_limit_that_is_not_negative_and_a_range_without_end():
    falling = minus(("divide", ONE, X), number(Fraction(1, 100)))
    with pytest.raises(Rejected):
        rule_tail({"variable": "x"}, REAL, (">=", falling))
    with pytest.raises(Rejected):
        rule_tail({"variable": "n"}, DISCRETE, (">=", ("divide", ONE, N)))
    goals = rule_tail({"variable": "x"}, REAL, (">", ("divide", ONE, X)))
    assert goals[-1][1][0] == ">"


@pytest.mark.parametrize(
    "term",
    [
        ("divide", ONE, ("divide", ONE, X)),
        ("divide", ONE, ("negate", ("exp", ("negate", X)))),
        ("divide", ONE, ("sin", ("negate", ("exp", ("negate", X))))),
        ("divide", ONE, ("max", ("exp", ("negate", X)), ("abs", Y))),
        ("add", X, ("negate", X)),
        ("add", Y, ("negate", ("multiply", X, ("add", Y, X)))),
        ("multiply", X, ("exp", ("negate", X))),
        ("multiply", ("exp", ("negate", X)), X),
        ("multiply", X, Y),
        ("multiply", ("sin", X), X),
        ("power", X, ("divide", ONE, X)),
        ("power", ("exp", X), ("divide", ONE, X)),
        ("power", ("add", ONE, ("divide", ONE, X)), X),
        ("power", ("exp", ("negate", X)), ("divide", ONE, X)),
        ("floor", ("add", ONE, ("negate", ("divide", ONE, X)))),
        ("ceil", ("exp", ("negate", X))),
        ("sum", "i", ONE, X, ("symbol", "i")),
    ],
)
def test_what_may_be_anything_at_infinity_has_no_limit(term: Term):
    with pytest.raises((Rejected, ia.Undefined)):
        limit(term, "x", REAL.intervals())


# --- limits, against values far out --------------------------------------------------------------

FAR = mp.mpf(10) ** 200
AT_POINTS = {
    "add": lambda a, b: a + b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "max": max,
    "negate": lambda a: -a,
    "abs": abs,
    "exp": mp.exp,
    "ln": mp.log,
    "sqrt": mp.sqrt,
    "sin": mp.sin,
    "arctan": mp.atan,
}


def any_term(chance: random.Random, depth: int) -> Term:
    """Return a term in which logarithms and exponentials are not nested too deep."""
    if depth == 0 or chance.random() < 0.15:
        return chance.choice((X, X, Y, ONE, number(-2), number(Fraction(1, 3))))
    kinds = list(AT_POINTS) if depth == 2 else ["add", "multiply", "divide", "negate", "max", "abs"]
    kind = chance.choice(kinds)
    count = 2 if kind in ("add", "multiply", "divide", "max") else 1
    return (kind, *(any_term(chance, depth - 1) for _ in range(count)))


def far_out(term: Term, y: Fraction) -> Any:
    """Return the value of a term at a large x."""
    if term[0] == "number":
        return mp.mpf(term[1].numerator) / term[1].denominator
    if term[0] == "symbol":
        return FAR if term == X else mp.mpf(y.numerator) / y.denominator
    return AT_POINTS[term[0]](*(far_out(part, y) for part in term[1:]))


@pytest.mark.slow
def test_values_far_out_are_near_the_limits():
    """Of 6,000 terms more than 2,000 have limits; of each, values at three y are near them."""
    chance, known = random.Random(17), 0
    for _ in range(6_000):
        term = any_term(chance, 4)
        try:
            found = limit(term, "x", REAL.intervals())
            with mp.workprec(120):
                values = [far_out(term, Fraction(y)) for y in ("0", "1/2", "2")]
        except (Rejected, ia.Undefined, ZeroDivisionError, TypeError):
            continue
        if all(isinstance(value, mp.mpf) for value in values):
            known += 1
            low, high = (float(end) for end in (found.low, found.high))
            near = min(low, 2.0) - 0.3, max(high, -2.0) + 0.3
            assert all(near[0] <= value <= near[1] for value in values), (term, found)
    assert known > 2000
