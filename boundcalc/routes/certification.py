"""Certification: choices that doubles suggest, and the values that ball arithmetic admits.

Main definitions
----------------
`best_certified`: the best choice that is certified, and the value of the unknown that it gives.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from boundcalc.algebra.search_range import deep_limit, is_deep, least_size, search_ends
from boundcalc.enclosures.decisions import Truth
from boundcalc.evaluation.doubles import FLOATS
from boundcalc.feasible.bisection import Boundary
from boundcalc.feasible.components import Component
from boundcalc.feasible.digits import exponential
from boundcalc.feasible.float_conditions import Guesser, GuessOfOne
from boundcalc.feasible.shapes import Compiled
from boundcalc.language.domains import Domain
from boundcalc.optimization.optimum import Optimiser, Optimum, Shortfall, find_optimiser
from boundcalc.optimization.rounding import Choice, round_optimum
from boundcalc.optimization.witnesses import HOPELESS, Objective, best_point, rounded_witnesses
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.reduction import Reduction
from boundcalc.routes.optimality_bounds import is_impossible

_MARGINS = (0, 1e-11, 1e-9, 1e-7, 1e-5, 1e-3)
_WIDE_MARGINS = (0.01, 0.1, 0.5)  # of a value that is better than was promised
_MARGINS_OF_DOUBLES = (1e-10, 1e-8, 1e-6)  # of a gap, where the usual one is not enough
_KEPT = 1e-11  # a share of the promised value by which a certified one may be worse
_ENOUGH = 8  # choices that are certified where none keeps its promise


def best_certified(reduction: Reduction) -> tuple[Choice, Component] | None:
    """Return the first choice that keeps its promise, or else the best that can be certified."""
    choices, is_direct = _choices(reduction)
    found = _first_kept(reduction, choices)
    if found is None and not is_direct:  # what seemed best is not: by terms that cancel, or
        found = _first_kept(reduction, _choices_of_whole_fractions(reduction))
    if found is None and not is_direct:  # by an open end that is best, and out of reach
        found = _first_kept(reduction, _direct_choices(reduction))
    return found


def _first_kept(reduction: Reduction, choices: Iterable[Choice]) -> tuple[Choice, Component] | None:
    best: tuple[Choice, Component] | None = None
    certified = 0
    for choice in choices:
        component = certified_near(reduction, choice)
        if component is None:
            continue
        certified += 1
        if best is None or _worth(choice, component) > _worth(*best):
            best = choice, component
        if _is_kept(reduction, choice, component) or certified == _ENOUGH:
            break
    return best


def _worth(choice: Choice, component: Component) -> Fraction:
    return -component.lower if choice.direction is Direction.LEAST else component.lower


def _is_kept(reduction: Reduction, choice: Choice, component: Component) -> bool:
    promised = exponential(choice.promised)
    sign = 1 if choice.direction is Direction.LEAST else -1
    loss = sign * (component.lower - promised)
    is_integer = reduction.problem.unknown.domain.integer
    return loss <= max(1 if is_integer else 0, _KEPT * promised)


def _choices(reduction: Reduction) -> tuple[Iterable[Choice], bool]:
    """Return choices, the best first, and whether a direct search was asked.

    It is where a descent gets lost; not where it is proved that no point works, or where descents
    agree on that.
    """
    optimiser = find_optimiser(reduction)
    if optimiser is not None and not optimiser.has_good_start and is_impossible(reduction):
        return [], True
    optimum = None if optimiser is None else optimiser.best()
    if optimiser is not None and _may_vanish(reduction, optimiser, optimum):
        deep = find_optimiser(reduction, is_deep=True)
        deeper = None if deep is None else deep.best()
        is_found = isinstance(optimum, Optimum) and not optimum.is_limit
        if deep is not None and isinstance(deeper, Optimum) and not (is_found and deeper.is_limit):
            optimiser, optimum = deep, deeper
    if isinstance(optimum, Shortfall):
        return [], True
    if optimiser is None or optimum is None:
        return list(_direct_choices(reduction)), True
    found = round_optimum(optimiser, optimum)
    if not optimum.is_sure:
        others = _direct_choices(reduction)
        found += [item for item in others if item.direction is optimum.direction]
        found.sort(key=lambda item: -item.worth)
    return _with_whole(optimiser, optimum, found), not optimum.is_sure


def _choices_of_whole_fractions(reduction: Reduction) -> Iterator[Choice]:
    """Yield choices of a search that keeps fractions of sums whole.

    Terms that are large and cancel make constraints seem to hold where they are far from it.
    """
    optimiser = find_optimiser(reduction, is_split=False)
    optimum = None if optimiser is None else optimiser.best()
    if optimiser is not None and isinstance(optimum, Optimum):
        yield from _with_whole(optimiser, optimum, round_optimum(optimiser, optimum))


def _may_vanish(
    reduction: Reduction, optimiser: Optimiser, optimum: Optimum | Shortfall | None
) -> bool:
    """Return whether the best values may be too small for doubles, where they may be at all."""
    problem = reduction.problem
    if not any(is_deep(symbol.domain) for symbol in (problem.unknown, *problem.free)):
        return False
    if not isinstance(optimum, Optimum) or optimum.is_limit:
        return True
    return bool((optimum.point[:-1] <= optimiser.ends[0][:-1] + 1).any())


def _with_whole(optimiser: Optimiser, optimum: Optimum, choices: list[Choice]) -> Iterator[Choice]:
    """Yield choices, and second, where the unknown is an integer, what suits the next integers.

    Last come choices by wider margins, for constraints of which doubles keep few digits.
    """
    yield from choices[:1]
    for whole in optimiser.whole(optimum):
        for choice in round_optimum(optimiser, whole)[:1]:
            yield replace(choice, promised=whole.value)
    yield from choices[1:]
    for margin in _MARGINS_OF_DOUBLES if optimum.gaps else ():
        yield from round_optimum(optimiser, optimum, margin)[:1]


def _direct_choices(reduction: Reduction) -> Iterator[Choice]:
    point, direction = best_point(reduction)
    objective = Objective(reduction, direction)
    for witness in rounded_witnesses(reduction, point, direction):
        numbers = [float(witness.chosen[symbol.name]) for symbol in reduction.remaining]
        value = objective.value(numbers)
        if value > HOPELESS:
            promised = -value if direction is Direction.LEAST else value
            yield Choice(witness.chosen, promised, direction)


def certified_near(reduction: Reduction, choice: Choice) -> Component | None:
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
