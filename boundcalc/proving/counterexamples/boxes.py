"""Counterexamples that are boxes: what is shown of a solution in one that is not rational."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.proofs import read_box, read_goal
from boundcalc.checker.terms import enclose, read_term
from boundcalc.proving.goals import Point, ProofGoal

DIGITS = range(10, 0, -1)
BITS = 256


def is_box(point: Mapping[str, Any]) -> bool:
    """Return whether what a certificate calls a point is a box that has one."""
    return any(isinstance(entry, list) for entry in point.values())


def point_near(box: Mapping[str, Any]) -> Point:
    """Return a point in short decimals beside the solution that a box has."""
    near: dict[str, Fraction] = {}
    for name, entry in box.items():
        low, high = map(Fraction, [entry] * 2 if isinstance(entry, str) else entry[1:])
        near[name] = low if low == high else Fraction(_agreed(low, high) or f"{float(low):.1g}")
    return near


def sides_near(goal: ProofGoal, box: Mapping[str, Any]) -> tuple[str, str]:
    """Return both sides in the box, to the digits that all of its points have in common."""
    spelled = goal.to_json()
    values = read_box(read_goal(spelled)[0], box).intervals()
    sides = [enclose(read_term(side), values, BITS) for side in spelled["conclusion"][1:]]
    return _shown(sides[0]), _shown(sides[1])


def _shown(values: ia.Interval) -> str:
    low, high = values.low, values.high
    if not (isinstance(low, Fraction) and isinstance(high, Fraction)):
        return f"between {low} and {high}"
    text = _agreed(low, high)
    return text or f"between {float(low):.3g} and {float(high):.3g}"


def _agreed(low: Fraction, high: Fraction) -> str:
    """Return the decimals to which both ends are rounded alike; nothing without any."""
    texts = ((f"{float(low):.{count}g}", f"{float(high):.{count}g}") for count in DIGITS)
    return next((one for one, other in texts if one == other), "")
