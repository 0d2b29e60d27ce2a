"""Points at which all constraints of a theorem hold, in exact numbers of few digits.

At such a point, solving for any quantity from the others must find a solution.
"""

import math
import random
from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import cache
from typing import Any

from boundcalc.language import (
    Domain,
    Operation,
    Operator,
    Relation,
    Sense,
    Sum,
    Symbol,
    Theorem,
    Unit,
)
from boundcalc.language.quantities import Stronger
from boundcalc.language.statements import Target
from boundcalc_theorems import load_theorems
from tests.mp_evaluate import evaluate, mp

THEOREMS = {theorem.id: theorem for theorem in load_theorems()}
TRIES = 4000
_ALGEBRAIC = (
    Operator.ADD,
    Operator.MULTIPLY,
    Operator.NEGATE,
    Operator.DIVIDE,
    Operator.MAX,
    Operator.MIN,
)
SMALLEST = mp.mpf(10) ** -100
MOST_ZEROS = 500
DEEPEST = 20_000  # zeros of a value for which there are as many digits
SLACKS = (0.0, 0.0, 0.02, 0.5, 4.0)

Point = dict[str, Fraction]


def few_digits(value: Any, rounding: str = ROUND_HALF_EVEN, digits: int = 3) -> Fraction:
    """Return a number rounded to significant decimal digits."""
    exact = Decimal(mp.nstr(mp.mpf(value), 30))
    return Fraction(Context(prec=digits, rounding=rounding, Emin=-(10**6), Emax=10**6).plus(exact))


def draw_value(symbol: Symbol, rng: random.Random, powers: int = 4) -> Fraction:
    """Return a value of a symbol, its magnitude uniform over the usual ones or over many.

    An integer other than n has up to as many powers of ten.
    """
    domain = symbol.domain
    if domain.integer:
        least = domain.first_integer() or 0
        high = 9 if symbol.name == "n" else powers
        return Fraction(least - 1 + round(10 ** rng.uniform(0, high)))
    if domain.lower is None:
        return few_digits(rng.choice((-1, 0, 1)) * 10 ** rng.uniform(-3, 3))
    low, high = rng.choice(((-3.0, 2.0), (-3.0, 1.0), (-15.0, 2.0)))
    if symbol.unit is Unit.PROBABILITY:
        low = rng.choice((-2.0, -6.0, -40.0))
    if domain.upper is not None:
        high = min(high, float(mp.log10(float(domain.upper - domain.lower))))
    if domain.lower_closed and rng.random() < 0.1:
        return domain.lower
    value = domain.lower + few_digits(10 ** rng.uniform(low, high))
    return value if value in domain else draw_value(symbol, rng, powers)


def _near_bound(
    theorem: Theorem, target: Target, point: Mapping[str, Fraction], rng: random.Random
) -> Fraction:
    """Return a value that the theorem reaches: its bound, weakened by some slack and rounding."""
    bound = evaluate(theorem.expand(target.expression), point)
    if not (bound == 0 or SMALLEST < abs(bound) < 1 / SMALLEST):
        raise ValueError("beyond the magnitudes that are searched")
    is_smaller = target.stronger is Stronger.SMALLER
    weaker = bound + (1 if is_smaller else -1) * abs(bound) * rng.choice(SLACKS)
    return few_digits(weaker, ROUND_CEILING if is_smaller else ROUND_FLOOR)


def _within(domain: Domain, target: Target, value: Fraction) -> Fraction | None:
    """Return the value, or the closest one of the domain that asks for less."""
    if value in domain:
        return value
    end = domain.lower if target.stronger is Stronger.SMALLER else domain.upper
    if end is None:
        return None
    is_weaker = value < end if target.stronger is Stronger.SMALLER else value > end
    return end if is_weaker and end in domain else None


def _draw_point(theorem: Theorem, rng: random.Random) -> Point | None:
    powers = 3 if _has_sum(theorem) else 4  # mpmath adds term by term
    point = {symbol.name: draw_value(symbol, rng, powers) for symbol in theorem.parameters}
    if any(margin_at(theorem, relation, point) < 0 for relation in theorem.hypotheses):
        return None
    for target in theorem.targets:
        try:
            value = _near_bound(theorem, target, point, rng)
        except (ValueError, ArithmeticError):
            return None
        value = _within(target.symbol.domain, target, value)
        if value is None:
            return None
        point[target.symbol.name] = value
    return point if _is_safe(theorem, point) else None


@cache
def _has_sum(theorem: Theorem) -> bool:
    sides = (side for relation in constraints(theorem) for side in (relation.left, relation.right))
    return any(isinstance(node, Sum) for side in sides for node in theorem.expand(side).walk())


def constraints(theorem: Theorem) -> tuple[Relation, ...]:
    """Return the relations that an answer must satisfy, as the theorem shows them."""
    return (*theorem.hypotheses, *(target.relation for target in theorem.targets))


def margin_at(theorem: Theorem, relation: Relation, point: Mapping[str, object]) -> Any:
    """Return by how much a relation holds at 120 digits or more, relative to its larger side.

    Sides that agree to 25 digits are compared at 1000 digits, and tie where they agree to 900.
    An undefined side fails. Where a value is small there are as many more digits, which cancel in
    terms such as exp(x) - 1.
    """
    expanded = relation.substitute(theorem.definition_values)
    with mp.workdps(max(120, mp.dps) + _zeros(point)):
        excess = _excess(expanded, point)
    if abs(excess) < mp.mpf(10) ** -25:
        with mp.workdps(1000):
            excess = _excess(expanded, point)
            if abs(excess) < mp.mpf(10) ** -900:
                return -mp.inf if expanded.sense.is_strict else mp.mpf(0)
    return excess


def _zeros(point: Mapping[str, object]) -> int:
    """Return the number of zeros between the point and the digits of a small value.

    Chances are smaller yet, by thousands of zeros, and nothing cancels with them.
    """
    zeros = [_zeros_of(value) for value in point.values() if value]
    return max((count for count in zeros if count <= MOST_ZEROS), default=0)


def _zeros_of(value: Any) -> int:
    if isinstance(value, Fraction):
        bits = value.denominator.bit_length() - abs(value.numerator).bit_length()
        return max(0, math.ceil(bits * math.log10(2)))
    return max(0, -int(mp.floor(mp.log10(abs(mp.mpf(value))))))


def _excess(relation: Relation, point: Mapping[str, object]) -> Any:
    try:
        left, right = evaluate(relation.left, point), evaluate(relation.right, point)
    except (ValueError, ZeroDivisionError, OverflowError):
        return -mp.inf
    if relation.sense in (Sense.GE, Sense.GT):
        left, right = right, left
    return (right - left) / (max(abs(left), abs(right)) or 1)


def holds_at(theorem: Theorem, point: Mapping[str, object]) -> bool:
    """Return whether all constraints of a theorem hold at a point, ties decided.

    There are as many digits as the smallest value needs, since -ln(1 - x) is zero to fewer.
    """
    deepest = max((_zeros_of(value) for value in point.values() if value), default=0)
    is_deep = MOST_ZEROS < deepest <= DEEPEST
    with mp.workdps(120 + deepest if is_deep else mp.dps):
        return all(margin_at(theorem, relation, point) >= 0 for relation in constraints(theorem))


def _is_safe(theorem: Theorem, point: Mapping[str, object]) -> bool:
    """Return whether all constraints hold, and none is nearer to a tie than digits can show."""
    for relation in constraints(theorem):
        margin = margin_at(theorem, relation, point)
        is_algebraic = _is_algebraic(relation.substitute(theorem.definition_values))
        if margin < 0 or (margin < mp.mpf(10) ** -30 and not is_algebraic):
            return False
    return True


def _is_algebraic(relation: Relation) -> bool:
    nodes = (*relation.left.walk(), *relation.right.walk())
    return all(node.operator in _ALGEBRAIC for node in nodes if isinstance(node, Operation))


@cache
def feasible_points(theorem_id: str, count: int, seed: int | str = 0) -> tuple[Point, ...]:
    """Return up to `count` points at which all constraints of a theorem hold."""
    rng = random.Random(f"{theorem_id} {seed}")
    found: list[Point] = []
    for _ in range(TRIES):
        point = _draw_point(THEOREMS[theorem_id], rng)
        if point is not None:
            found.append(point)
            if len(found) == count:
                break
    return tuple(found)


def solvable_names(theorem: Theorem) -> tuple[str, ...]:
    """Return the quantities of a theorem that some constraint depends on."""
    used: set[str] = set()
    for relation in constraints(theorem):
        used |= relation.substitute(theorem.definition_values).names()
    return tuple(name for name in theorem.quantities if name in used)
