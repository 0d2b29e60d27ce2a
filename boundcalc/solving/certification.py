"""Certification: the value near what doubles promise that ball arithmetic admits."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from boundcalc.algebra.search_range import deep_limit, least_size, search_ends
from boundcalc.enclosures.decisions import Truth
from boundcalc.evaluation.doubles import FLOATS
from boundcalc.feasible.bisection import Boundary
from boundcalc.feasible.components import Component
from boundcalc.feasible.digits import exponential
from boundcalc.feasible.float_conditions import Guesser, GuessOfOne
from boundcalc.feasible.shapes import Compiled
from boundcalc.language.domains import Domain
from boundcalc.optimization.choices import ChosenParameters
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.reduction import Reduction

_MARGINS = (0, 1e-11, 1e-9, 1e-7, 1e-5, 1e-3)
_WIDE_MARGINS = (0.01, 0.1, 0.5)  # of a value that is better than was promised


def certified_near(reduction: Reduction, choice: ChosenParameters) -> Component | None:
    """Return the best value near the one that a choice promises, and the one beyond that fails.

    The values are those of the unknown with the parameters of the choice; None where none near the
    promise is certain to work.
    """
    problem, direction = reduction.problem, choice.direction
    domain, name = problem.unknown.domain, problem.unknown.name
    outward = -1 if direction is Direction.LEAST else 1
    guess = exponential(choice.promised)
    fixed = {**problem.given, **choice.values}
    condition = Compiled(reduction.condition, fixed)

    def works(value: Fraction) -> bool:
        return value in domain and condition.truth({**fixed, name: value}) is Truth.TRUE

    first, last = search_ends(domain)
    nearby = (value for value in _inward(guess, -outward, domain) if first <= value <= last)
    inside = next((value for value in nearby if works(value)), None)
    if inside is None:
        return None
    outside = next((at for at in _outward(inside, outward, domain) if not works(at)), None)
    if outside is None:
        end = deep_limit(domain)
        is_end = end is not None and outward < 0 and inside <= end and works(end)
        return Component(end, end, None, None) if end is not None and is_end else None
    doubles = {key: FLOATS.number(value) for key, value in fixed.items()}
    guesser = GuessOfOne(Guesser(reduction.condition).bound(doubles), name)
    boundary = Boundary(works, guesser, domain.integer, smallest=least_size(domain))
    best, beyond = boundary.find(inside, outside, last if outward < 0 else first)
    is_least = direction is Direction.LEAST
    return Component(best, best, beyond if is_least else None, None if is_least else beyond)


def _inward(value: Fraction, sign: int, domain: Domain) -> Iterator[Fraction]:
    """Yield values at and beyond one, further and further on the side of a sign."""
    for margin in _MARGINS:
        moved = value * (1 + sign * Fraction(margin))
        yield _whole(moved, sign) if domain.integer else moved
    if domain.integer:
        yield _whole(value, sign) + sign


def _outward(value: Fraction, sign: int, domain: Domain) -> Iterator[Fraction]:
    """Yield values beyond one, further and further on the side of a sign."""
    for margin in (*_MARGINS[1:], *_WIDE_MARGINS):
        moved = value * (1 + sign * Fraction(margin))
        if domain.integer:
            moved = sign * max(sign * _whole(moved, -sign), sign * value + 1)
        yield moved


def _whole(value: Fraction, sign: int) -> Fraction:
    return Fraction(math.ceil(value) if sign > 0 else math.floor(value))
