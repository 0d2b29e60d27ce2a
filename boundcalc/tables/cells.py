"""Single cells of a table, in ball arithmetic, where doubles cannot decide."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from functools import partial

from boundcalc.algebra.search_range import search_ends
from boundcalc.enclosures.decisions import Truth
from boundcalc.enclosures.interval_arrays import EXACT_BELOW
from boundcalc.feasible.digits import last_digit, round_digits
from boundcalc.feasible.shapes import Compiled
from boundcalc.optimization.choices import preferred_direction
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import Problem
from boundcalc.problems.reduction import Reduction
from boundcalc.solving.answers import Answer
from boundcalc.solving.solver import solve_problem
from boundcalc.tables.bounds import LEAST_SIZE, Bounds

CellAnswer = Callable[[Problem], Answer]
Values = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class CellValue:
    """The value of a cell, whether the next is proved to fail, and whether it is the least.

    `witness` are the free parameters at which it was certified, where any were left.
    """

    value: Fraction
    is_tight: bool
    is_least: bool
    witness: Values = field(default_factory=dict)


class CellSolver:
    """Solves single cells in ball arithmetic, near the value that doubles suggest."""

    def __init__(
        self,
        problem: Problem,
        reduction: Reduction,
        bounds: Bounds | None,
        answer: CellAnswer | None = None,
    ) -> None:
        self.problem = problem
        self.answer = answer or partial(solve_problem, has_formula=False)
        self.ray = None if bounds is None else bounds.ray
        self.condition = None if bounds is None else Compiled(reduction.condition)
        self.preferred = preferred_direction(problem.theorem, problem.unknown)

    def solve(self, given: Values, guess: float) -> CellValue:
        """Return the value of a cell.

        Raises
        ------
        NoSolutionError, UndecidedError
            As in `solve_problem`.
        """
        near = self._near(given, guess)
        if near is not None:
            return CellValue(near, True, self.ray is Direction.LEAST)
        answer = self.answer(self.problem.at(given))
        value = Fraction(answer.value)
        is_tight = self._is_end(value) or self._is_next(answer)
        return CellValue(value, is_tight, answer.direction is Direction.LEAST, answer.witness)

    def _is_next(self, answer: Answer) -> bool:
        """Whether the neighbour of an answer is the very next value, not just one nearby."""
        if answer.neighbour is None:
            return False
        value = Fraction(answer.value)
        gap = abs(Fraction(answer.neighbour.value) - value)
        return gap <= (1 if answer.is_integer else last_digit(value))

    def _is_end(self, value: Fraction) -> bool:
        return value in search_ends(self.problem.unknown.domain)

    def _near(self, given: Mapping[str, Fraction], guess: float) -> Fraction | None:
        """Return the end of a ray, if it is within two steps of the guess."""
        if self.condition is None or self.ray is None or not math.isfinite(guess):
            return None
        unknown = self.problem.unknown
        if not LEAST_SIZE < abs(guess) < EXACT_BELOW:
            return None
        is_least = self.ray is Direction.LEAST
        rounding = ROUND_CEILING if is_least else ROUND_FLOOR
        is_whole = unknown.domain.integer
        centre = Fraction(round(guess)) if is_whole else round_digits(Fraction(guess), rounding)
        step = (Fraction(1) if is_whole else last_digit(centre)) * (1 if is_least else -1)
        truths: dict[int, Truth] = {}
        for place in (0, 1, -1, 2, -2):
            for spot in (place, place - 1):
                if spot not in truths:
                    truths[spot] = self._truth(given, centre + spot * step)
            if truths[place] is Truth.TRUE and truths[place - 1] is Truth.FALSE:
                value = centre + place * step
                return None if self._is_end(value) else value
        return None

    def _truth(self, given: Mapping[str, Fraction], value: Fraction) -> Truth:
        unknown = self.problem.unknown
        assert self.condition is not None
        if value not in unknown.domain:
            return Truth.UNKNOWN
        return self.condition.truth({**given, unknown.name: value})
