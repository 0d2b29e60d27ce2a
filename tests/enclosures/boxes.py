"""Intervals, points in them, and expressions of the field, for the property tests."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from boundcalc.enclosures.interval import Interval, hull
from boundcalc.language import Expression, Operation, Operator, Symbol, as_expression
from tests.mp_evaluate import evaluate, mp, number

SPECIAL = [Fraction(0), Fraction(1), Fraction(-1), Fraction(1, 2), Fraction(2), Fraction(-3)]
HUGE, TINY = Fraction(10**60), Fraction(1, 10**60)
ROUNDING = mp.mpf(10) ** -40


def repeatable(examples: int) -> settings:
    """Return settings that draw the same examples each time, and may reject many."""
    return settings(
        derandomize=True,
        deadline=None,
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


@st.composite
def rationals(draw: st.DrawFn, largest: int = 10**6) -> Fraction:
    """Draw a small rational, a special one, or one of an extreme magnitude."""
    if draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from([*SPECIAL, HUGE, -HUGE, TINY, -TINY]))
    top = draw(st.integers(-largest, largest))
    return Fraction(top, draw(st.sampled_from([1, 3, 7, 10**3, 10**7])))


@st.composite
def boxes(draw: st.DrawFn) -> tuple[Interval, list[Fraction]]:
    """Draw an interval, perhaps with infinite ends, and points in it, the finite ends included."""
    first, second = draw(rationals()), draw(rationals())
    low, high = min(first, second), max(first, second)
    parts = [Fraction(draw(st.integers(0, 64)), 64) for _ in range(3)]
    points = [low, high, *(low + (high - low) * part for part in parts)]
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return hull(low, None), [*points, high + HUGE]
    if kind == 1:
        return hull(None, high), [*points, low - HUGE]
    if kind <= 4:
        return hull(low, low), [low]
    return hull(low, high), points


def value_at(node: Expression, values: Mapping[str, Fraction]) -> Any:
    """Return the value at 50 digits, or None where it is undefined."""
    try:
        value = evaluate(node, values)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return value if mp.isfinite(value) else None


def encloses(interval: Interval, value: Any) -> bool:
    """Return whether a value at 50 digits lies in an interval, up to the rounding of the value."""
    margin = ROUNDING * (abs(value) + mp.mpf(10) ** -1000)
    return end_value(interval.lower) <= value + margin and value - margin <= end_value(
        interval.upper
    )


def end_value(end: Any) -> Any:
    """Return an end of an interval as an mpf, an infinity included."""
    if not end.is_finite():
        return mp.inf if end > 0 else -mp.inf
    mantissa, exponent = end.mid().man_exp()
    return number(int(mantissa)) * mp.mpf(2) ** int(exponent)


X, Y = Symbol("x"), Symbol("y")


@st.composite
def formulas(draw: st.DrawFn, depth: int = 3) -> Expression:
    """Draw an expression in x and y of the shapes that occur in the field."""
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        leaf = draw(st.integers(0, 2))
        if leaf:
            return (X, Y)[leaf - 1]
        return as_expression(draw(st.sampled_from(["1", "2", "0.5", "3", "12", "0.01"])))
    first, second = draw(formulas(depth - 1)), draw(formulas(depth - 1))
    return draw(
        st.sampled_from(
            [
                lambda: first + second,
                lambda: first - second,
                lambda: first * second,
                lambda: first / second,
                lambda: first**2,
                lambda: Operation(Operator.SQRT, (first,)),
                lambda: Operation(Operator.EXP, (first,)),
                lambda: Operation(Operator.LN, (first,)),
                lambda: Operation(Operator.MAX, (first, second)),
                lambda: Operation(Operator.MIN, (first, second)),
                lambda: Operation(Operator.ABS, (first,)),
                lambda: Operation(Operator.ERF, (first,)),
                lambda: Operation(Operator.CEIL, (first,)),
                lambda: first ** as_expression("1.5"),
            ]
        )
    )()
