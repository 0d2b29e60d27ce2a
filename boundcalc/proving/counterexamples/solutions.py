"""Boxes in which assumptions that are equations have a solution, which need not be rational.

Newton's method in doubles finds where a solution may be; that there is one, the checker sees from
the signs of the equations at the faces of a small box around it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import ctx, fmpq, fmpq_mat

from boundcalc.checker import Rejected
from boundcalc.checker.goals import encloses, opposite
from boundcalc.checker.proofs import read_box, read_goal
from boundcalc.checker.witnesses import check_witness, crosses
from boundcalc.enclosures.decisions import Evaluator
from boundcalc.enclosures.interval import Interval
from boundcalc.evaluation.doubles import float_program
from boundcalc.language.domains import Domain
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.proving.counterexamples.margins import FloatPoint, as_floats, float_test
from boundcalc.proving.counterexamples.sampling import Sampler, exact_point, simple_points
from boundcalc.proving.goals import Point, ProofGoal

MOST_EQUATIONS = 4
SAMPLES, SIMPLE = 12, 24  # starts of Newton's method
STEPS = 20
REFUSED = 6  # boxes around what seems to be a solution
WAYS = 4  # of giving variables to equations
CLOSE = 1e-9  # of a residual, in doubles
REFINED, FINE, BITS = 12, 1e-45, 320  # steps to a finer solution
NARROW, WIDEST, WIDER = 2.0**-44, 2.0**-8, 16.0  # of an interval, relatively
TINY = 2.0**-20  # a value as wide as a smaller one
SHORT = 10**6  # denominators of what no equation decides
Witness = dict[str, Any]
Residual = Callable[[FloatPoint], float]


def solutions(goal: ProofGoal) -> Iterator[Witness]:
    """Yield witnesses that have an interval for each equation that they solve.

    The checker accepts them: some point of the box satisfies all assumptions.
    """
    refused = 0
    for equations in OwnEquations.ways(goal):
        for start in _starts(goal):
            found = equations.near(start)
            witness = None if found is None else equations.widened(found)
            if witness is not None:
                yield witness
            refused += found is not None and witness is None
            if refused == REFUSED:
                return


def failing(goal: ProofGoal, witnesses: Iterable[Witness]) -> Witness | None:
    """Return a witness in which the conclusion fails everywhere, or None."""
    context, claim = read_goal(goal.to_json())
    boxes = ((witness, read_box(context, witness)) for witness in witnesses)
    return next((found for found, box in boxes if encloses(box, opposite(claim), 64)), None)


class OwnEquations:
    """The equations of a goal, each with a variable of its own whose value it decides.

    Parameters
    ----------
    goal : ProofGoal
        What assumes them.
    own : dict from str to int
        The places of the equations among the assumptions, by the variables that they decide.
    """

    def __init__(self, goal: ProofGoal, own: dict[str, int]) -> None:
        self.goal, self.own = goal, own
        chosen = [goal.assumptions[index] for index in own.values()]
        self._residuals = [_residual(relation) for relation in chosen]
        self._exact = [Evaluator(relation.left - relation.right) for relation in chosen]
        self._others = [
            float_test(item)
            for place, item in enumerate(goal.assumptions)
            if place not in own.values()
        ]
        self._domains = {symbol.name: symbol.domain for symbol in goal.variables}
        self._context = read_goal(goal.to_json())[0]

    @classmethod
    def ways(cls, goal: ProofGoal) -> Iterator[OwnEquations]:
        """Yield the ways of giving the equations real variables that stand in them.

        One that is a side of its equation comes first, as the other side is its value.
        """
        chosen = [place for place, one in enumerate(goal.assumptions) if one.sense is Sense.EQ]
        if not 0 < len(chosen) <= MOST_EQUATIONS:
            return
        real = {symbol.name for symbol in goal.variables if not symbol.domain.integer}
        places = [_in_order(real, goal.assumptions[place]) for place in chosen]
        ways = (names for names in itertools.product(*places) if len(set(names)) == len(names))
        for names in itertools.islice(ways, WAYS):
            yield cls(goal, dict(zip(names, chosen, strict=True)))

    def points(self) -> Iterator[Point]:
        """Yield rational points close to solutions."""
        for start in _starts(self.goal):
            found = self.near(start)
            point = None if found is None else self._refined(found, _fractions(found))
            if point is not None:
                yield point

    def solved(self, point: Point) -> Point | None:
        """Return a point with the values that the equations give their own variables, closely."""
        start = as_floats(point)
        found = None if start is None else self.near(start)
        return None if found is None else self._refined(found, point)

    def box(self, point: Point) -> Witness | None:
        """Return a witness near a point that has intervals for the own variables, or None."""
        short = {name: value.limit_denominator(SHORT) for name, value in point.items()}
        start = as_floats(short)
        found = None if start is None else self.near(start)
        return None if found is None else self.widened(found)

    def near(self, start: FloatPoint) -> FloatPoint | None:
        """Return a point at which the equations seem to hold, and the other assumptions, too."""
        point, names = dict(start), list(self.own)
        for _ in range(STEPS):
            values = [residual(point) for residual in self._residuals]
            steps = _solved(self._slopes(point), values)
            if steps is None:
                return None
            for name, change in zip(names, steps, strict=True):
                point[name] = _moved(self._domains[name], point[name], change)
            scale = max(1.0, *(abs(point[name]) for name in names))
            if max(map(abs, steps)) < CLOSE * scale:
                break
        is_close = all(abs(residual(point)) < CLOSE * scale for residual in self._residuals)
        return point if is_close and all(test(point) for test in self._others) else None

    def _slopes(self, point: FloatPoint) -> list[float]:
        return [_slope(residual, point, name) for residual in self._residuals for name in self.own]

    def _refined(self, found: FloatPoint, wanted: Point) -> Point | None:
        """Return the solution near a point in doubles, with the wanted values of the others."""
        point = {**wanted, **{name: Fraction(found[name]) for name in self.own}}
        slopes = self._slopes(found)
        for _ in range(REFINED):
            values = [_middle(side.at(point, BITS)) for side in self._exact]
            steps = _solved(slopes, values)
            if steps is None:
                return None
            for name, change in zip(self.own, steps, strict=True):
                point[name] -= Fraction(change)
            if max(map(abs, steps)) < FINE * max(1.0, *(abs(found[name]) for name in self.own)):
                return point
        return None

    def widened(self, point: FloatPoint) -> Witness | None:
        """Return a box around a point that the checker accepts, wider where it has to be."""
        widths = dict.fromkeys(self.own, NARROW)
        while max(widths.values()) < WIDEST:
            witness = {name: _entry(name, value, self.own, widths) for name, value in point.items()}
            try:
                box = read_box(self._context, witness)
                facts = self._context.facts
                wider = [
                    name for name in self.own if not crosses(box, name, facts[self.own[name]][1])
                ]
                if not wider:
                    check_witness(self._context, witness)
                    return witness
            except Rejected:
                return None
            for name in wider:
                widths[name] *= WIDER
        return None


def _in_order(real: set[str], equation: Relation) -> list[str]:
    """Return the real variables of an equation, first what is one of its sides."""
    sides = [side.name for side in (equation.left, equation.right) if isinstance(side, Symbol)]
    return sorted(real & equation.names(), key=lambda name: (name not in sides, name))


def _entry(name: str, value: float, own: dict[str, int], widths: dict[str, float]) -> Any:
    exact = Fraction(value)
    if name not in own:
        return str(exact.limit_denominator(SHORT))
    width = Fraction(widths[name]) * Fraction(max(abs(value), TINY))
    return [own[name], str(exact - width), str(exact + width)]


def _fractions(point: FloatPoint) -> Point:
    return {name: Fraction(value) for name, value in point.items()}


def _middle(values: Interval) -> float:
    """Return a residual in doubles, nan without a value; near zero they keep their digits."""
    with ctx.workprec(BITS):
        return math.nan if values.is_nowhere else float(values.lower.union(values.upper).mid())


def _starts(goal: ProofGoal) -> Iterator[FloatPoint]:
    free = replace(goal, assumptions=())
    simple = (as_floats(point) for point in simple_points(free, SIMPLE))
    yield from (point for point in simple if point is not None)
    others = itertools.islice(Sampler(free).points(SAMPLES), 2 * SAMPLES)
    for sample in others:
        point = exact_point(free, sample, 1)
        start = None if point is None else as_floats(point)
        if start is not None:
            yield start


def _solved(slopes: list[float], values: list[float]) -> list[float] | None:
    """Return the solution of linear equations, or None where there is not exactly one."""
    if not all(map(math.isfinite, (*slopes, *values))):
        return None
    count = len(values)
    exact = [fmpq(*value.as_integer_ratio()) for value in (*slopes, *values)]
    try:
        found = fmpq_mat(count, count, exact[: count * count]).solve(
            fmpq_mat(count, 1, exact[count * count :])
        )
        return [int(value.p) / int(value.q) for value in found.entries()]
    except (ZeroDivisionError, OverflowError):
        return None


def _residual(relation: Relation) -> Residual:
    program = float_program(relation.left - relation.right)

    def residual(point: FloatPoint) -> float:
        try:
            return float(program.run(point))
        except (OverflowError, ValueError, ZeroDivisionError):
            return math.nan

    return residual


def _slope(residual: Residual, point: FloatPoint, name: str) -> float:
    width = 1e-6 * max(abs(point[name]), 1e-3)
    above, below = ({**point, name: point[name] + sign * width} for sign in (1, -1))
    return (residual(above) - residual(below)) / (2 * width)


def _moved(domain: Domain, value: float, change: float) -> float:
    """Return the value after a step of Newton's method, which stays inside of the domain."""
    target = value - change
    if domain.lower is not None and target <= domain.lower:
        target = (value + float(domain.lower)) / 2
    if domain.upper is not None and target >= domain.upper:
        target = (value + float(domain.upper)) / 2
    return target
