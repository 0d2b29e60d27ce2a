"""Decisions are never wrong: compared with 50 digits, with exact values, and at ties."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from boundcalc.enclosures.decisions import RelationEvaluator, Truth, compare
from boundcalc.enclosures.exact import exact_value
from boundcalc.enclosures.interval import Interval, exact_interval, hull
from boundcalc.enclosures.interval_functions import INTERVALS
from boundcalc.evaluation.doubles import FLOATS, float_program
from boundcalc.evaluation.programs import compile_expression
from boundcalc.language import (
    Expression,
    Operation,
    Operator,
    Relation,
    Sense,
    Symbol,
    exp,
    ln,
    maximum,
    sqrt,
    summation,
)
from tests.enclosures.boxes import ROUNDING, X, Y, boxes, formulas, rationals, repeatable, value_at
from tests.mp_evaluate import mp, number

INDEX = Symbol("i")
fixed = repeatable(100)
Box = tuple[Interval, list[Fraction]]
HOLDS = {
    Sense.LE: lambda x, y: x <= y,
    Sense.LT: lambda x, y: x < y,
    Sense.GE: lambda x, y: x >= y,
    Sense.GT: lambda x, y: x > y,
    Sense.EQ: lambda x, y: x == y,
    Sense.NE: lambda x, y: x != y,
}


@pytest.mark.slow
@fixed
@given(first=boxes(), second=boxes(), sense=st.sampled_from(Sense))
def test_comparisons_hold_for_every_pair_of_values(first: Box, second: Box, sense: Sense) -> None:
    """TRUE is said only where every pair satisfies the relation, FALSE only where none does."""
    truth = compare(first[0], sense, second[0])
    pairs = [(x, y) for x in first[1] for y in second[1]]
    found = {HOLDS[sense](x, y) for x, y in pairs}
    assert truth is not Truth.TRUE or found == {True}
    assert truth is not Truth.FALSE or found == {False}


@pytest.mark.parametrize("sense", list(Sense))
def test_a_side_without_a_value_makes_a_relation_false(sense: Sense) -> None:
    """A relation whose side is undefined everywhere is false, whatever its sense."""
    relation = Relation(ln(X), sense, Y)
    assert (
        RelationEvaluator(relation).at({"x": Fraction(-1), "y": Fraction(0)}).truth is Truth.FALSE
    )


@fixed
@example(left=1 / ln(X), right=X + 1, sense=Sense.LE, x=Fraction(0), y=Fraction(0))
@given(
    left=formulas(),
    right=formulas(),
    sense=st.sampled_from(Sense),
    x=rationals(300),
    y=rationals(300),
)
def test_decisions_agree_with_50_digits(
    left: Expression, right: Expression, sense: Sense, x: Fraction, y: Fraction
) -> None:
    """A relation that is decided at a point has the truth that 50 digits show."""
    values = {"x": x, "y": y}
    truth = RelationEvaluator(Relation(left, sense, right)).at(values).truth
    first, second = value_at(left, values), value_at(right, values)
    if first is None or second is None:
        assert truth is not Truth.TRUE
        return
    gap = abs(first - second)
    if gap > ROUNDING * (abs(first) + abs(second)):
        assert truth is not (Truth.FALSE if HOLDS[sense](first, second) else Truth.TRUE)


@pytest.mark.slow
@fixed
@given(left=formulas(), right=formulas(), sense=st.sampled_from(Sense), x=boxes(), y=boxes())
def test_decisions_over_boxes_hold_at_their_points(
    left: Expression, right: Expression, sense: Sense, x: Box, y: Box
) -> None:
    """A relation that is decided over a box has that truth at points of the box."""
    relation = RelationEvaluator(Relation(left, sense, right))
    truth = relation.over({"x": x[0], "y": y[0]})
    if truth is Truth.UNKNOWN:
        return
    for a, b in zip(x[1], y[1], strict=False):
        if max(abs(a), abs(b)) < 10**4:
            assert relation.at({"x": a, "y": b}).truth in (truth, Truth.UNKNOWN)


@pytest.mark.slow
@fixed
@given(node=formulas(), x=rationals(300), y=rationals(300))
def test_exact_values_are_enclosed_and_agree_with_50_digits(
    node: Expression, x: Fraction, y: Fraction
) -> None:
    """A value that is seen exactly equals the value at 50 digits."""
    values = {"x": x, "y": y}
    exact = exact_value(node, values)
    if exact is not None:
        value = value_at(node, values)
        assert value is not None
        assert abs(value - number(exact)) <= ROUNDING * (abs(value) + mp.mpf(10) ** -300)


@pytest.mark.parametrize(
    ("relation", "values"),
    [
        (sqrt(12 / X) <= Y, {"x": Fraction(768), "y": Fraction(1, 8)}),
        (2**X >= 8, {"x": Fraction(3)}),
        (X ** Fraction(3, 2) <= 27, {"x": Fraction(9)}),
        (exp(X) <= 1, {"x": Fraction(0)}),
        (Operation(Operator.LOG, (Y, X)) >= 5, {"x": Fraction(32), "y": Fraction(2)}),
        (abs(X) <= Fraction(1, 3), {"x": Fraction(-1, 3)}),
        ((X - Y) ** 3 <= -1, {"x": Fraction(1), "y": Fraction(2)}),
        ((1 - exp(X)) * ln(2) / exp(2) <= 0, {"x": Fraction(0)}),
        (
            summation(INDEX, 0, 4, maximum(0, 1 - exp(X - (3 - INDEX) * Y)) * exp(-INDEX)) <= 0,
            {"x": Fraction(3, 10), "y": Fraction(1, 10)},
        ),
    ],
)
def test_ties_of_rationals_are_decided(relation: Relation, values: dict[str, Fraction]) -> None:
    """Equal rational sides satisfy a weak relation and fail its strict form."""
    strict = Relation(relation.left, relation.sense.mirrored.negated, relation.right)
    assert RelationEvaluator(relation).at(values).truth is Truth.TRUE
    assert RelationEvaluator(strict).at(values).truth is Truth.FALSE


def test_a_tie_of_irrationals_is_unknown() -> None:
    """Equal sides that no rule shows to be equal are left undecided."""
    relation = exp(ln(X)) <= X
    assert RelationEvaluator(relation).at({"x": Fraction(3)}).truth is Truth.UNKNOWN


@pytest.mark.slow
@fixed
@given(node=formulas(), x=rationals(300), y=rationals(300))
def test_doubles_give_a_number_or_an_error_of_arithmetic(
    node: Expression, x: Fraction, y: Fraction
) -> None:
    """No formula gives a complex number or None, and none raises anything else."""
    try:
        guess = float_program(node).run({"x": FLOATS.number(x), "y": FLOATS.number(y)})
    except (OverflowError, ValueError, ZeroDivisionError):
        return
    assert type(guess) in (int, float)


def test_shared_subexpressions_are_evaluated_once() -> None:
    """A program has one step for each distinct operation, however often it is written."""
    shared = exp(X * Y)
    program = compile_expression(shared + shared**2 + maximum(shared, X * Y), INTERVALS)
    functions = [function for function, _ in program.steps]
    assert functions.count(INTERVALS.operators[Operator.EXP]) == 1
    assert functions.count(INTERVALS.operators[Operator.MULTIPLY]) == 1


@pytest.mark.slow
@fixed
@given(node=formulas(), x=rationals(300), y=rationals(300))
def test_binding_a_symbol_changes_no_enclosure(node: Expression, x: Fraction, y: Fraction) -> None:
    """A program with a value put in early encloses the same as one that is given it late."""
    program = compile_expression(node, INTERVALS)
    values = {"x": exact_interval(x), "y": exact_interval(y)}
    late = program.run(values)
    early = program.bound({"x": values["x"]}).run({"y": values["y"]})
    assert str((early.lower, early.upper, early.total)) == str((late.lower, late.upper, late.total))


def test_symbols_are_told_apart_from_the_index_of_a_sum() -> None:
    """A box of several symbols is read by name."""
    box = {"x": hull(Fraction(1), Fraction(2)), "y": hull(Fraction(3), Fraction(4))}
    assert RelationEvaluator(X < Y).over(box) is Truth.TRUE
    assert RelationEvaluator(Symbol("y") < Symbol("x")).over(box) is Truth.FALSE


@pytest.mark.parametrize(
    "node", [X * ln(X - 1), X / (exp(X) - 1), summation(INDEX, 0, 3, X / INDEX)]
)
def test_zero_times_what_may_be_undefined_is_not_seen(node: Expression) -> None:
    assert exact_value(node, {"x": Fraction(0)}) is None
