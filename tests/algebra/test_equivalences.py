"""Isolation, elimination, rearrangement and sums of powers: what they return is equivalent."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from boundcalc.algebra.conditions import all_of, alternatives, relations, split
from boundcalc.algebra.elimination import eliminate
from boundcalc.algebra.isolation import isolate
from boundcalc.algebra.polynomials import power_terms
from boundcalc.algebra.rearrangement import rearranged
from boundcalc.enclosures.decisions import Truth
from boundcalc.enclosures.interval import hull
from boundcalc.feasible.shapes import Compiled
from boundcalc.language import (
    POSITIVE,
    Domain,
    Expression,
    Operation,
    Operator,
    Relation,
    Sense,
    Symbol,
    as_expression,
    exp,
    interval,
    ln,
    sqrt,
)
from tests.enclosures.boxes import value_at
from tests.mp_evaluate import mp

X, Y, Z = Symbol("x", POSITIVE), Symbol("y", POSITIVE), Symbol("z", interval("(0, 1)"))
BOX = {
    "x": hull(Fraction(1, 10**30), Fraction(10**30)),
    "y": hull(Fraction(1, 10**30), Fraction(10**30)),
    "z": hull(Fraction(1, 10**30), 1 - Fraction(1, 10**30)),
}
SENSES = (Sense.LE, Sense.LT, Sense.GE, Sense.GT)
fixed = settings(
    derandomize=True,
    deadline=None,
    max_examples=120,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
VALUES = st.sampled_from(
    [Fraction(text) for text in ("1e-9", "0.003", "0.04", "0.2", "1/3", "0.5", "0.8", "0.999")]
)
POSITIVES = st.one_of(
    VALUES, st.sampled_from([Fraction(1), Fraction(7, 3), Fraction(40), Fraction(10**6)])
)


@st.composite
def sides(draw: st.DrawFn, symbols: tuple[Symbol, ...], depth: int = 3) -> Expression:
    """Draw one side of a relation as the field writes them, over positive symbols."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        if draw(st.booleans()):
            return draw(st.sampled_from(symbols))
        return as_expression(draw(st.sampled_from(["1", "2", "8", "0.5", "0.05", "12"])))
    first = draw(sides(symbols, depth - 1))
    second = draw(sides(symbols, depth - 1))
    kind = draw(st.integers(0, 13))
    shapes = (
        lambda: first + second,
        lambda: first - second,
        lambda: first * second,
        lambda: first / second,
        lambda: first**2,
        lambda: first ** as_expression("1.5"),
        lambda: sqrt(first),
        lambda: exp(first),
        lambda: exp(-first),
        lambda: ln(first),
        lambda: Operation(Operator.LOG, (as_expression(2), first)),
        lambda: Operation(Operator.MAX, (first, second)),
        lambda: Operation(Operator.MIN, (first, second)),
        lambda: Operation(Operator.CEIL, (first,)),
    )
    return shapes[kind]()


def one_of(symbol: Symbol) -> st.SearchStrategy[Relation]:
    """Draw a relation in which one symbol occurs once."""
    return st.builds(
        lambda left, sense, right: Relation(left, sense, right),
        sides((symbol, Y, Z)),
        st.sampled_from(SENSES),
        sides((Y, Z), depth=2),
    )


def near_tie(relation: Relation, values: Mapping[str, Fraction]) -> bool:
    """Return whether the sides are too close for the truth of another form to be the same."""
    left, right = value_at(relation.left, values), value_at(relation.right, values)
    if left is None or right is None:
        return False
    return bool(abs(left - right) <= mp.mpf(10) ** -30 * (abs(left) + abs(right)))


@pytest.mark.slow
@fixed
@given(relation=one_of(X), x=POSITIVES, y=POSITIVES, z=VALUES)
def test_an_isolated_relation_holds_where_the_relation_does(
    relation: Relation, x: Fraction, y: Fraction, z: Fraction
) -> None:
    """What isolation returns is true exactly where the relation is, with x alone on the left."""
    solved = isolate(relation, "x", BOX)
    assume(solved is not None)
    assert solved is not None
    for part in relations(solved):
        assert "x" not in part.right.names()
        assert part.left == X or "x" not in part.left.names()
    values = {"x": x, "y": y, "z": z}
    before, after = Compiled(relation).truth(values), Compiled(solved).truth(values)
    if Truth.UNKNOWN not in (before, after) and not near_tie(relation, values):
        assert before is after, f"{relation} became {solved} at {values}"


@pytest.mark.parametrize(
    ("relation", "shown"),
    [
        (Y * X + 3 <= 4, "x <= (4 - 3) / y"),
        (exp(-X) <= Z, "x >= -ln(z)"),
        (12 / X**2 < Y, None),
        (Y * X**2 + 3 * X - 1 <= 0, None),
        (X + 1 / X >= Y, None),
        (sqrt(X) - X <= Y, None),
    ],
)
@pytest.mark.parametrize("x", [Fraction(1, 1000), Fraction(1, 3), Fraction(1), Fraction(30)])
@pytest.mark.parametrize("y", [Fraction(1, 7), Fraction(2), Fraction(50)])
def test_known_shapes_are_isolated(
    relation: Relation, shown: str | None, x: Fraction, y: Fraction
) -> None:
    """Linear, exponential and quadratic relations are solved, and mean the same."""
    solved = isolate(relation, "x", BOX)
    assert solved is not None
    values = {"x": x, "y": y, "z": Fraction(2, 7)}
    if not near_tie(relation, values):
        assert Compiled(solved).truth(values) is Compiled(relation).truth(values)
    if shown is not None:
        assert str(solved) == shown


@pytest.mark.slow
@fixed
@given(
    first=one_of(X),
    second=one_of(X),
    y=POSITIVES,
    z=VALUES,
    domain=st.sampled_from(["(0, oo)", "(0, 1)", "(0, 1/2]"]),
)
def test_elimination_keeps_the_points_where_some_value_works(
    first: Relation, second: Relation, y: Fraction, z: Fraction, domain: str
) -> None:
    """Where a sampled value of x works, the eliminated condition holds at the other values."""
    symbol = Symbol("x", interval(domain))
    condition = all_of([split(part.substitute({"x": symbol})) for part in (first, second)])
    box = {**BOX, "x": hull(Fraction(1, 10**30), symbol.domain.upper or Fraction(10**30))}
    eliminated = eliminate(condition, symbol, box)
    assume(eliminated is not None)
    assert eliminated is not None
    assert "x" not in {name for part in relations(eliminated) for name in part.names()}
    values = {"y": y, "z": z}
    truth = Compiled(eliminated).truth(values)
    candidates = [Fraction(k, 40) for k in range(1, 41)] + [Fraction(k) for k in range(2, 40, 3)]
    works = [
        x
        for x in candidates
        if x in symbol.domain and Compiled(condition).truth({**values, "x": x}) is Truth.TRUE
    ]
    assert not works or truth is not Truth.FALSE, f"x = {works[0]} works, {eliminated} fails"


@fixed
@given(relation=one_of(X), x=POSITIVES, y=POSITIVES, z=VALUES)
def test_alternatives_are_equivalent(
    relation: Relation, x: Fraction, y: Fraction, z: Fraction
) -> None:
    """A condition holds where all relations of one of its alternatives hold."""
    values = {"x": x, "y": y, "z": z}
    cases = alternatives(split(relation))
    assert cases is not None
    truths = [[Compiled(part).truth(values) for part in case] for case in cases]
    whole = Compiled(relation).truth(values)
    if any(all(truth is Truth.TRUE for truth in case) for case in truths):
        assert whole is not Truth.FALSE
    if all(any(truth is Truth.FALSE for truth in case) for case in truths):
        assert whole is not Truth.TRUE


@pytest.mark.slow
@fixed
@given(node=sides((X, Y)), x=POSITIVES, y=POSITIVES)
def test_sums_of_powers_add_up_to_the_expression(
    node: Expression, x: Fraction, y: Fraction
) -> None:
    """The coefficients times the powers of x add up to the value of the expression."""
    terms = power_terms(node, "x")
    assume(terms is not None)
    assert terms is not None
    values = {"x": x, "y": y}
    whole = value_at(node, values)
    parts = [
        value_at(coefficient * X ** as_expression(power), values)
        for power, coefficient in terms.items()
    ]
    assert all("x" not in coefficient.names() for coefficient in terms.values())
    if whole is not None and None not in parts and abs(whole) < mp.mpf(10) ** 200:
        size = max(abs(part) for part in parts)
        assert abs(mp.fsum(parts) - whole) <= mp.mpf(10) ** -40 * (size + abs(whole))


@pytest.mark.parametrize(
    "node",
    [
        (exp(X) - 1 + 2 * Y) / (exp(X) + 1),
        (X - 1) / (3 * X + Y),
        exp(6 * X) - 2 * exp(3 * X) + 1,
        5 * X**2 - 3 * X + Y,
        (sqrt(X) + 1) / (sqrt(X) - 3),
        1 / (1 - exp(-X)) + exp(2 * X) + 4 * exp(X),
    ],
)
@pytest.mark.parametrize("x", [Fraction(1, 1000), Fraction(1, 3), Fraction(7)])
def test_rearranged_expressions_are_equal(node: Expression, x: Fraction) -> None:
    """A rearranged side has the value of the original."""
    found = rearranged(node <= Y, "x").left
    values = {"x": x, "y": Fraction(3, 7)}
    before, after = value_at(node, values), value_at(found, values)
    assert abs(before - after) <= mp.mpf(10) ** -45 * (1 + abs(before))


def test_rearrangement_leaves_one_occurrence() -> None:
    """A quotient of sums that move together, and a square, have the variable once."""
    for node in ((exp(X) - 1) / (exp(X) + 1), exp(2 * X) - 2 * exp(X) + 1):
        found = rearranged(node <= Y, "x").left
        assert sum(part == X for part in found.walk()) == 1


def test_a_condition_that_cannot_be_solved_is_not_eliminated() -> None:
    """Elimination declines where the parameter cannot be isolated, and for integers."""
    assert eliminate(ln(X) * sqrt(X) + X <= Y, X, BOX) is None
    whole = Symbol("x", Domain(lower=Fraction(1), lower_closed=True, integer=True))
    assert eliminate(whole <= Y, whole, BOX) is None
