"""Boxes in which assumptions that are equations have a solution, which need not be rational.

Newton's method in doubles finds where a solution may be; that there is one, the checker sees from
the signs of the equations at the faces of a small box around it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from boundcalc.checker import Rejected
from boundcalc.checker.goals import encloses, opposite
from boundcalc.checker.proofs import read_box, read_goal
from boundcalc.checker.witnesses import check_witness, crosses
from boundcalc.evaluation.doubles import float_program
from boundcalc.language.domains import Domain
from boundcalc.language.expressions import Relation
from boundcalc.language.operators import Sense
from boundcalc.proving.counterexamples.margins import FloatPoint, as_floats, float_test
from boundcalc.proving.counterexamples.sampling import Sampler, exact_point, simple_points
from boundcalc.proving.goals import ProofGoal

MOST_EQUATIONS = 4
SAMPLES, SIMPLE = 12, 24  # starts of Newton's method
STEPS = 20
REFUSED = 6  # boxes around what seems to be a solution
WAYS = 4  # of giving variables to equations
CLOSE = 1e-9  # of a residual, in doubles
NARROW, WIDEST, WIDER = 2.0**-44, 2.0**-8, 16.0  # of an interval, relatively
TINY = 2.0**-20  # a value as wide as a smaller one
SHORT = 10**6  # denominators of what no equation decides
Witness = dict[str, Any]
Residual = Callable[[FloatPoint], float]


def solutions(goal: ProofGoal) -> Iterator[Witness]:
    """Yield witnesses that have an interval for each equation that they solve.

    The checker accepts them: some point of the box satisfies all assumptions.
    """
    equations = [
        (index, relation)
        for index, relation in enumerate(goal.assumptions)
        if relation.sense is Sense.EQ
    ]
    if not 0 < len(equations) <= MOST_EQUATIONS:
        return
    refused = 0
    for chosen in _owners(goal, [relation for _, relation in equations]):
        own = {name: index for name, (index, _) in zip(chosen, equations, strict=True)}
        for start in _starts(goal):
            found = _newton(goal, own, start)
            witness = None if found is None else _widened(goal, own, found)
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


def _owners(goal: ProofGoal, equations: Sequence[Relation]) -> Iterator[tuple[str, ...]]:
    """Yield a real variable for each equation, which stands in it, in all distinct ways."""
    real = {symbol.name for symbol in goal.variables if not symbol.domain.integer}
    places = [sorted(real & relation.names()) for relation in equations]
    ways = (names for names in itertools.product(*places) if len(set(names)) == len(names))
    yield from itertools.islice(ways, WAYS)


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


def _newton(goal: ProofGoal, own: dict[str, int], start: FloatPoint) -> FloatPoint | None:
    """Return a point at which the equations seem to hold, and the other assumptions, too."""
    point, names = dict(start), list(own)
    residuals = [_residual(goal.assumptions[index]) for index in own.values()]
    domains = {symbol.name: symbol.domain for symbol in goal.variables}
    for _ in range(STEPS):
        values = [residual(point) for residual in residuals]
        slopes = [_slope(residual, point, name) for residual in residuals for name in names]
        steps = _solved(slopes, values)
        if steps is None:
            return None
        for name, change in zip(names, steps, strict=True):
            point[name] = _moved(domains[name], point[name], change)
        scale = max(1.0, *(abs(point[name]) for name in names))
        if max(map(abs, steps)) < CLOSE * scale:
            break
    is_close = all(abs(residual(point)) < CLOSE * scale for residual in residuals)
    others = [item for place, item in enumerate(goal.assumptions) if place not in own.values()]
    return point if is_close and all(float_test(item)(point) for item in others) else None


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


def _widened(goal: ProofGoal, own: dict[str, int], point: FloatPoint) -> Witness | None:
    """Return a box around a point that the checker accepts, wider where an equation needs it."""
    context = read_goal(goal.to_json())[0]
    widths = dict.fromkeys(own, NARROW)
    while max(widths.values()) < WIDEST:
        witness = {name: _entry(name, value, own, widths) for name, value in point.items()}
        try:
            box = read_box(context, witness)
            wider = [name for name in own if not crosses(box, name, context.facts[own[name]][1])]
            if not wider:
                check_witness(context, witness)
                return witness
        except Rejected:
            return None
        for name in wider:
            widths[name] *= WIDER
    return None


def _entry(name: str, value: float, own: dict[str, int], widths: dict[str, float]) -> Any:
    exact = Fraction(value)
    if name not in own:
        return str(exact.limit_denominator(SHORT))
    width = Fraction(widths[name]) * Fraction(max(abs(value), TINY))
    return [own[name], str(exact - width), str(exact + width)]
