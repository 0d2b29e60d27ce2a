"""Both sides of a relation at a point, as a reader wants to see them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from flint import arb, ctx, fmpq

from boundcalc.enclosures.decisions import PRECISIONS, Evaluator
from boundcalc.enclosures.exact import exact_value
from boundcalc.language.expressions import Expression
from boundcalc.proving.goals import ProofGoal

DIGITS = (15, 30, 60, 120, 480)


def side_texts(goal: ProofGoal, point: Mapping[str, Fraction]) -> tuple[str, str]:
    """Return both sides of the conclusion at a point, to 15 digits.

    Sides that differ, but agree in these digits, have more of them.
    A side whose enclosure is zero to 3072 bits, and is not seen to be zero, is "≈ 0".
    """
    left, right = goal.conclusion.left, goal.conclusion.right
    few = _text(left, point, DIGITS[0]), _text(right, point, DIGITS[0])
    exact = exact_value(left, point)
    if few[0] != few[1] or (exact is not None and exact == exact_value(right, point)):
        return few
    for digits in DIGITS[1:]:
        more = _text(left, point, digits), _text(right, point, digits)
        if more[0] != more[1]:
            return more
    return few


def _text(side: Expression, point: Mapping[str, Fraction], digits: int) -> str:
    """Return a side at a point to so many digits, or "undefined"."""
    exact = exact_value(side, point)
    evaluator = Evaluator(side)
    for precision in PRECISIONS:
        values = evaluator.at(point, precision)
        if values.is_nowhere or not values.total:
            return "undefined"
        with ctx.workprec(precision):
            number = values.lower.union(values.upper)
            if exact is not None:
                number = arb(fmpq(exact.numerator, exact.denominator))
            if number.is_zero() or number.rel_accuracy_bits() > 4 * digits:
                return str(number.str(digits, radius=False))
    return "≈ 0" if number.contains(0) else str(number.str(digits, radius=False))
