"""Rules about integers and about infinity: what they accept, and what they must refuse."""

from fractions import Fraction
from typing import Any

import pytest

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.calculus import limit, rule_tail
from boundcalc.checker.discrete import rule_factorial, rule_induction, rule_name, rule_unfold
from boundcalc.checker.goals import Context, Range
from boundcalc.checker.terms import Rejected, Term, applied, number

N: Term = ("symbol", "n")
X: Term = ("symbol", "x")
NATURALS = Range(Fraction(1), ia.INF, True, False, True)
HALF_LINE = Range(Fraction(1), ia.INF, True, False)
DISCRETE = Context({"n": NATURALS})
REAL = Context({"x": HALF_LINE})
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
        (("add", X, ("negate", X)), (-ia.INF, ia.INF)),
        (("multiply", X, ("exp", ("negate", X))), (-ia.INF, ia.INF)),
        (applied("phi", X), (1, 1)),
        (("multiply", ("sin", X), ("divide", ONE, X)), (0, 0)),
        (("power", ("negate", X), number(3)), (-ia.INF, -ia.INF)),
        (("power", ("negate", X), number(2)), (ia.INF, ia.INF)),
    ],
)
def test_limits_at_infinity(term: Term, ends: tuple[ia.End, ia.End]):
    assert limit(term, "x", REAL.intervals()) == ends


def test_a_tail_needs_a_limit_that_is_not_negative_and_a_range_without_end():
    falling = minus(("divide", ONE, X), number(Fraction(1, 100)))
    with pytest.raises(Rejected):
        rule_tail({"variable": "x"}, REAL, (">=", falling))
    with pytest.raises(Rejected):
        rule_tail({"variable": "n"}, DISCRETE, (">=", ("divide", ONE, N)))
    goals = rule_tail({"variable": "x"}, REAL, (">", ("divide", ONE, X)))
    assert goals[-1][1][0] == ">"


def test_a_denominator_that_may_tend_to_zero_has_no_limit():
    with pytest.raises(Rejected):
        limit(("divide", ONE, ("divide", ONE, X)), "x", REAL.intervals())
