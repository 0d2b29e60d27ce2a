"""The search for counterexamples: samples, descent, and exact points that the checker accepts."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from boundcalc.checker import Rejected, check_certificate
from boundcalc.enclosures.decisions import Evaluator, RelationEvaluator, Truth
from boundcalc.language.expressions import Relation, Sense
from boundcalc.proving.goals import Point, ProofGoal
from boundcalc.proving.sampling import SEED, Sampler, exact_point, margin_program, satisfies

FloatPoint = dict[str, float]
_SIMPLE = [Fraction(p, q) for q in (1, 2, 3, 4, 10) for p in range(-3 * q, 5 * q + 1)]


def find_counterexample(goal: ProofGoal, samples: int) -> Point | None:
    """Return a point at which the conclusion certainly fails, or None."""
    evaluator = RelationEvaluator(goal.conclusion)

    def fails(point: Point | None) -> bool:
        return (
            point is not None
            and evaluator.at(point).truth is Truth.FALSE
            and satisfies(goal, point)
            and _is_accepted(goal, point)
        )

    for point in _simple_points(goal):
        if fails(point):
            return point
    margin = margin_program(goal.conclusion)
    ranked = _ranked(goal, margin, samples)
    for start in ranked[:6]:
        for candidate in (start, _descend(goal, margin, start)):
            for digits in (1, 2, 3, 5, 8, 12, 15):
                near = exact_point(goal, candidate, digits)
                if fails(near):
                    return near
    for start in ranked[:2]:
        for point in _polished(goal, _descend(goal, margin, start)):
            if fails(point):
                return point
    return None


def refutation(goal: ProofGoal, point: Point) -> dict[str, Any]:
    """Return the certificate of a counterexample."""
    return {
        "version": 1,
        "kind": "refutation",
        **goal.to_json(),
        "point": {name: str(value) for name, value in point.items()},
    }


def _is_accepted(goal: ProofGoal, point: Point) -> bool:
    try:
        return check_certificate(refutation(goal, point)).kind == "refutation"
    except Rejected:
        return False


def _simple_points(goal: ProofGoal) -> Iterator[Point]:
    """Yield ends of ranges and small fractions, where undefined points and ties tend to be."""
    choices: list[list[Fraction]] = []
    for symbol in goal.variables:
        domain = symbol.domain
        ends = [end for end in (domain.lower, domain.upper) if end is not None]
        simple = dict.fromkeys([*ends, *_SIMPLE])
        choices.append([value for value in simple if value in domain][: _per_variable(goal)])
    for values in itertools.islice(itertools.product(*choices), 150):
        yield dict(zip((symbol.name for symbol in goal.variables), values, strict=True))


def _per_variable(goal: ProofGoal) -> int:
    return {1: 60, 2: 12, 3: 5}.get(len(goal.variables), 3)


def _ranked(
    goal: ProofGoal, margin: Callable[[FloatPoint], float], samples: int
) -> list[FloatPoint]:
    """Return sampled points, the most suspicious first."""
    scored: list[tuple[float, int, FloatPoint]] = []
    for order, point in enumerate(Sampler(goal).points(samples)):
        value = _relative(goal.conclusion, margin, point)
        if not math.isnan(value):
            scored.append((value, order, point))
    scored.sort(key=lambda item: item[:2])
    return [point for _, _, point in scored[:12]]


def _relative(
    relation: Relation, margin: Callable[[FloatPoint], float], point: FloatPoint
) -> float:
    value = margin(point)
    if relation.sense is Sense.NE:
        return abs(value)
    return value


def _descend(
    goal: ProofGoal, margin: Callable[[FloatPoint], float], start: FloatPoint
) -> FloatPoint:
    """Walk downhill by random steps that shrink."""
    generator = random.Random(SEED)
    sampler = Sampler(goal)
    best, best_value = dict(start), margin(start)
    scale = 0.3
    for _ in range(240):
        trial = dict(best)
        for name in trial:
            if generator.random() < 0.7:
                trial[name] = sampler._clipped(
                    name, trial[name] + scale * generator.gauss(0, 1) * (abs(trial[name]) + 1e-9)
                )
        value = margin(trial)
        if sampler._is_inside(trial) and value < best_value:
            best, best_value = trial, value
        else:
            scale = max(scale * 0.96, 1e-9)
    return best


def _polished(goal: ProofGoal, start: FloatPoint) -> Iterator[Point]:
    """Yield points on the way to a minimum of the margin, found in 192 bits."""
    relation = goal.conclusion
    if relation.sense in (Sense.EQ, Sense.NE):
        return
    is_upper = relation.sense in (Sense.LE, Sense.LT)
    gap = relation.right - relation.left if is_upper else relation.left - relation.right
    evaluator = Evaluator(gap)
    point = exact_point(goal, start, 15)
    if point is None:
        return

    def height(values: Mapping[str, Fraction]) -> Any:
        found = evaluator.at(values, 192)
        return (found.lower + found.upper) / 2

    current = dict(point)
    for symbol in goal.variables:
        if symbol.domain.integer:
            continue
        radius = (abs(current[symbol.name]) + Fraction(1, 10**6)) / 2**10
        for _ in range(60):
            for sign in (1, -1):
                trial = {**current, symbol.name: current[symbol.name] + sign * radius}
                if trial[symbol.name] in symbol.domain and height(trial) < height(current):
                    current = trial
                    break
            else:
                radius /= 2
        yield dict(current)
