"""The search for the point that decides a sharp constant among the solutions of equations.

Solutions need not be rational: some variables belong to equations, whose values Newton's method
finds where the others are given.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from boundcalc.proving.counterexamples.sampling import in_domain
from boundcalc.proving.counterexamples.solutions import OwnEquations
from boundcalc.proving.goals import Point
from boundcalc.sharpening.questions import SharpQuestion
from boundcalc.sharpening.search import MOST_DIGITS, Candidate
from boundcalc.sharpening.thresholds import Thresholds

WAYS = 2  # of giving variables to equations
POINTS, STARTS = 16, 3
HALVINGS = 50
MOST_LOOKS = 1500
DIGITS = 25  # of a constant at the end of a walk


class CurveSearch:
    """Looks for the supremum of the thresholds at solutions of the assumed equations."""

    def __init__(self, question: SharpQuestion, sign: int, equations: OwnEquations) -> None:
        self.goal = question.domain_goal
        self.equations = equations
        self.thresholds = Thresholds(question, sign)
        self.looks = MOST_LOOKS
        self.free = [symbol for symbol in self.goal.variables if symbol.name not in equations.own]

    def best(self) -> Candidate | None:
        """Return the end of the highest walk along the solutions, or None without any."""
        points = list(itertools.islice(self.equations.points(), POINTS))
        values = [(self.thresholds.at(point), point) for point in points]
        scored = [(value, point) for value, point in values if value is not None]
        scored.sort(key=lambda item: -item[0])
        walks = [self._climbed(point, value) for value, point in scored[:STARTS]]
        return max(walks, key=lambda one: one.value, default=None)

    def _climbed(self, point: Point, height: Fraction) -> Candidate:
        step, ways = Fraction(1, 4), list(self._ways())
        while ways and step > Fraction(1, 2**HALVINGS) and self.looks > 0:
            for way in ways:
                self.looks -= 1
                trial = self._moved(point, way, step)
                found = None if trial is None else self.thresholds.at(trial)
                if trial is not None and found is not None and found > height:
                    point, height, step = trial, found, min(2 * step, Fraction(1))
                    break
            else:
                step /= 2
        return Candidate(height, point, DIGITS if ways else MOST_DIGITS)

    def _ways(self) -> Iterator[dict[str, int]]:
        names = [symbol.name for symbol in self.free if not symbol.domain.integer]
        for name, sign in itertools.product(names, (1, -1)):
            yield {name: sign}

    def _moved(self, point: Point, way: dict[str, int], step: Fraction) -> Point | None:
        moved = dict(point)
        for name, sign in way.items():
            size = max(abs(point[name]), Fraction(1, 8))
            bits = size.numerator.bit_length() - size.denominator.bit_length()
            moved[name] += sign * step * Fraction(2) ** bits
        return self.equations.solved(moved) if in_domain(self.goal, moved) else None


def best_on_curves(question: SharpQuestion, sign: int) -> Candidate | None:
    """Return the greatest threshold at solutions of equations that was found, with a box."""
    found: list[Candidate] = []
    for equations in itertools.islice(OwnEquations.ways(question.domain_goal), WAYS):
        best = CurveSearch(question, sign, equations).best()
        box = None if best is None else equations.box(best.point)
        if best is not None and box is not None:
            found.append(replace(best, box=box))
    return max(found, key=lambda one: one.value, default=None)
