"""Limits: how much better than an answer any choice of the free parameters could be.

Main definitions
----------------
`with_optimality_bound`: an answer with a value beyond which nothing works, whatever the free
parameters are.
`with_optimality_bounds`: a ranking with such answers.

The parameters' box is covered by cells on each of which the constraints contradict each other, for
all values of the unknown beyond a share of the answer; then for a larger share, and so on, as far
as the work that is allowed goes.
Near the best choice no single constraint is violated.
There a sum of them is, with the multipliers of Karush, Kuhn and Tucker, since its slopes vanish at
the best choice: any nonnegative multipliers are valid, so that doubles may choose them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from fractions import Fraction
from itertools import combinations

import numpy as np

from boundcalc.algebra.conditions import alternatives
from boundcalc.algebra.interval_forms import by_powers, difference, shifted, sum_of, without_tanh
from boundcalc.algebra.search_range import SMALLEST, is_deep, search_ends
from boundcalc.enclosures.branch_and_bound import Axis, Cells, Goal, Goals, cover, whole
from boundcalc.enclosures.interval_arrays import Doubles, Spread, double_ends
from boundcalc.language.domains import Domain
from boundcalc.language.errors import ExpressionError
from boundcalc.language.expressions import (
    Expression,
    Relation,
    Symbol,
    as_expression,
    is_operation,
)
from boundcalc.language.numbers import decimal_text
from boundcalc.language.operators import Operator
from boundcalc.optimization.choices import LARGEST, preferred_direction
from boundcalc.optimization.quadratic_programs import least_squares
from boundcalc.problems.outcomes import Beyond, Coverage, Direction
from boundcalc.problems.problems import Problem
from boundcalc.problems.reduction import Reduction, reduce_problem
from boundcalc.solving.answers import Answer, Failure, Neighbour, Optimality, Ranking
from boundcalc.special_functions.gaussian_exchange import GAUSSIAN_EXCHANGE

LITTLE_WORK = 4_000  # cells: about half a second
MUCH_WORK = 40_000
_KNOWN = (GAUSSIAN_EXCHANGE,)
_NO_WORK, _HALVINGS = 2048, 6  # to see that a search is in vain: few cells at once are as slow
_HOPEFUL = 0.5  # of the first cells must fail: where less did, no cover of so few cells has ended
_MOST_CHOSEN = 10 * float(LARGEST)  # of a free parameter, with room for how it is rounded
_CELLS_OF_AXIS = 10  # along each axis: a cover of fewer says nothing
_MOST_AXES = 3  # over more, no cover that was ever begun has said anything
_FAR = (6, 3, 2, 1)  # powers of ten between the answer and the first values that are excluded
_GAPS = ("0.5", "0.2", "0.1", "0.05", "0.02", "0.01", "0.002", "1e-4")
_LAST_GAPS = ("1e-5", "1e-6")  # of what is no integer
_ACTIVE = 1e-3  # of its slopes: a constraint closer to a tie may take part in the sum
_DIGITS = Context(prec=12)  # of a limit that is no integer
_MOST_TERMS = 5
_MOST_CASES = 16
_ZERO = as_expression(0)
Range = Callable[[Domain], tuple[float, float]]


def with_optimality_bounds(ranking: Ranking, *, is_thorough: bool = False) -> Ranking:
    """Return a ranking whose best answer, or each if thorough, says how far it is from the best."""
    first, *others = ranking.answers
    if is_thorough:
        return replace(
            ranking, answers=tuple(with_optimality_bound(a, MUCH_WORK) for a in ranking.answers)
        )
    return replace(ranking, answers=(with_optimality_bound(first), *others))


def with_optimality_bound(answer: Answer, work: int = LITTLE_WORK) -> Answer:
    """Return an answer with what is proved about better values, if that is more than it says.

    Parameters
    ----------
    answer : Answer
        Of a theorem or a route; one that is proved to be the best is returned as it is.
    work : int
        The number of cells that may be looked at; it alone decides how close the limit comes, and
        nothing is tried with so many parameters that it cannot suffice.

    Returns
    -------
    Answer
        No value of the unknown beyond `limit` (smaller, where the answer is the least) satisfies
        the constraints for any choice of the free parameters; where very small or large ones could
        not be excluded, `optimality` says so.
    """
    is_known = answer.beyond in (Beyond.ALL, Beyond.MOST, Beyond.END)
    if is_known or not answer.certified or answer.value <= 0:
        return answer
    reduction = reduce_problem(answer.problem)
    axes = len(reduction.remaining)
    if axes > _MOST_AXES or _CELLS_OF_AXIS**axes > work:
        return answer
    for ends_of in (_whole_domain, _search_range):
        if ends_of is _search_range and not _is_searched(answer):
            return answer
        try:
            exclusion = _exclusion(reduction, answer, ends_of)
        except ExpressionError:  # a sum over a range
            return answer
        if exclusion is None:
            return answer
        failing = _last_that_fails(exclusion, answer, work, ends_of)
        if failing is not None:
            return _told(answer, reduction, failing, ends_of)
    return answer


def _is_searched(answer: Answer) -> bool:
    """Return whether an answer and its choices lie in the range that is said to be excluded."""
    sizes = (answer.value, *answer.witness.values())
    return all(SMALLEST <= abs(Fraction(size)) <= 1 / SMALLEST for size in sizes if size)


# --- what is proved ----------------------------------------------------------------------------


def _told(answer: Answer, reduction: Reduction, failing: Fraction, ends_of: Range) -> Answer:
    is_least = answer.direction is Direction.LEAST
    names = tuple(symbol.name for symbol in reduction.remaining)
    limit = failing
    if answer.is_integer:
        limit += 1 if is_least else -1
    is_best = limit == Fraction(answer.value)
    domain, end = answer.unknown.domain, 0 if is_least else 1
    neighbour = Neighbour(value=failing, failure=Failure(names=names, is_covered=True))
    optimality = Optimality(
        beyond=Beyond.ALL if is_best else Beyond.MOST,
        neighbour=neighbour if is_best else answer.neighbour,
        names=names,
        coverage=Coverage.ALL if ends_of is _whole_domain else Coverage.MIDDLE,
        is_unknown_cut=ends_of(domain)[end] != _whole_domain(domain)[end],
        limit=limit,
    )
    return replace(answer, optimality=optimality)


def is_vain(reduction: Reduction) -> bool:
    """Return whether a few cells prove that nothing works of what a search would look at.

    That is less than the whole domain, so that it tells only whether to search. Where the noise is
    free, one query can be as private as many: of their number only the least value is looked at.
    """
    cases, problem = alternatives(reduction.condition, _MOST_CASES), reduction.problem
    is_resource = preferred_direction(problem.theorem, problem.unknown) is Direction.GREATEST
    is_noise_free = any(symbol.trades for symbol in reduction.remaining)
    range_of_unknown = _least_value if is_resource and is_noise_free else _deep_range
    if cases is None:
        return False
    axes, distances = [], []
    for symbol in (*reduction.remaining, problem.unknown):
        ends_of = range_of_unknown if symbol is problem.unknown else _chosen_range
        axis, distance = _axis(symbol, _inner(symbol.domain), ends_of)
        if axis is None:
            return False
        axes.append(axis)
        distances.append((symbol, distance))
    work, box = _NO_WORK, whole(axes, _HALVINGS)
    try:
        for case in cases:
            goals = [_goal(relation, problem, distances) for relation in case]
            plain = Goals(goals, range(len(goals)), problem.given, _required(goals), _KNOWN)
            covered, work = cover(plain, axes, {}, box, work, hopeful=_HOPEFUL)
            if covered is None:
                return False
    except ExpressionError:  # a sum over a range
        return False
    return True


def _inner(domain: Domain) -> Fraction:
    """Return a number inside a domain, around which its cells are cut."""
    lower = domain.lower or Fraction(0)
    return lower + 1 if domain.upper is None else (lower + domain.upper) / 2


# --- what is excluded ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Exclusion:
    """What no point may satisfy: one of several sets of goals, over a box of parameters."""

    unknown: Symbol
    axes: tuple[Axis, ...]
    cases: tuple[Goals, ...]


def _exclusion(reduction: Reduction, answer: Answer, ends_of: Range) -> _Exclusion | None:
    cases = alternatives(reduction.condition, _MOST_CASES)
    if cases is None or not reduction.remaining or reduction.problem.unknown.domain.lower is None:
        return None
    point = {symbol.name: answer.witness[symbol.name] for symbol in reduction.remaining}
    axes, distances = [], []
    for symbol in reduction.remaining:
        axis, distance = _axis(symbol, point[symbol.name], ends_of)
        if axis is None:
            return None
        axes.append(axis)
        distances.append((symbol, distance))
    value = Fraction(answer.value)
    compiled = []
    for case in cases:
        goals = [_goal(relation, reduction.problem, distances) for relation in case]
        compiled.append(_compiled(goals, reduction.problem, axes, value))
    return _Exclusion(reduction.problem.unknown, tuple(axes), tuple(compiled))


def _axis(symbol: Symbol, value: Fraction, ends_of: Range) -> tuple[Axis | None, Symbol | None]:
    """Return the range of a parameter, or of its distance from an open end, as magnitudes."""
    end = symbol.domain.lower
    if end is None or end < 0:
        return None, None
    distance = None
    if end > 0 and not symbol.domain.lower_closed and not symbol.domain.integer:
        distance = Symbol(
            f"{symbol.name} beyond {decimal_text(end)}", domain=_moved(symbol.domain, end)
        )
        value -= end
    if value <= 0:
        return None, None
    measured = symbol if distance is None else distance
    return Axis(measured.name, *ends_of(measured.domain), float(value)), distance


def _moved(domain: Domain, end: Fraction) -> Domain:
    upper = None if domain.upper is None else domain.upper - end
    return replace(domain, lower=Fraction(0), upper=upper)


def _whole_domain(domain: Domain) -> tuple[float, float]:
    """Return doubles around all of a domain; its upper end may be infinite."""
    lower = domain.first_integer() if domain.integer else domain.lower
    upper = domain.last_integer() if domain.integer else domain.upper
    return (
        -math.inf if lower is None else double_ends(Fraction(lower))[0],
        math.inf if upper is None else double_ends(Fraction(upper))[1],
    )


def _search_range(domain: Domain) -> tuple[float, float]:
    """Return doubles around the part of a domain that a search looks at."""
    first, last = search_ends(domain)
    return double_ends(max(first, SMALLEST) if first > 0 else first)[0], double_ends(last)[1]


def _deep_range(domain: Domain) -> tuple[float, float]:
    """Return doubles around the part of a domain that any search looks at."""
    low, high = _search_range(domain)
    return (_whole_domain(domain)[0] if is_deep(domain) else low), high


def _least_value(domain: Domain) -> tuple[float, float]:
    """Return doubles around the least value of a domain, or around all of it if that is open."""
    low, high = _deep_range(domain)
    return (low, low) if domain.integer or domain.lower_closed else (low, high)


def _chosen_range(domain: Domain) -> tuple[float, float]:
    """Return doubles around the part of the domain of a free parameter that any search looks at.

    Far beyond it, constraints may tie to the last digit of doubles.
    """
    low, high = _deep_range(domain)
    return low, min(high, _MOST_CHOSEN)


def _goal(
    relation: Relation, problem: Problem, distances: Sequence[tuple[Symbol, Symbol | None]]
) -> Goal:
    """Return what must not be positive for a relation to hold."""
    lower, upper = relation.left, relation.right
    if not relation.sense.is_upper:
        lower, upper = upper, lower
    excess = -upper if lower == _ZERO else difference(lower, upper)
    for symbol, distance in distances:
        if distance is not None:
            excess = shifted(excess, symbol, as_expression(symbol.domain.lower), distance)
    excess = by_powers(without_tanh(excess), problem.unknown)
    return Goal(excess, relation.sense.is_strict)


def _required(goals: Sequence[Goal]) -> list[Expression]:
    """Return what some goal requires to be positive."""
    return [
        goal.expression.operands[0]
        for goal in goals
        if is_operation(goal.expression, Operator.NEGATE)
    ]


def _compiled(goals: list[Goal], problem: Problem, axes: Sequence[Axis], value: Fraction) -> Goals:
    """Return the goals of a case with the sum that contradicts them near the best choice."""
    positive = _required(goals)
    plain = Goals(goals, range(len(goals)), problem.given, positive, _KNOWN)
    multipliers = _multipliers(plain, axes, problem.unknown.name, float(value))
    if not multipliers:
        return plain
    if len(multipliers) == 1:
        (place,) = multipliers
        goals = [*goals[:place], *goals[place + 1 :], goals[place]]
    else:
        terms = [
            as_expression(size) * goals[place].expression for place, size in multipliers.items()
        ]
        goals = [*goals, Goal(sum_of(terms))]
    return Goals(goals, range(len(goals)), problem.given, positive, _KNOWN)


def _multipliers(
    goals: Goals, axes: Sequence[Axis], unknown: str, value: float
) -> Mapping[int, Fraction]:
    """Return weights of the constraints that are tight at the answer, whose slopes cancel."""
    places = {axis.name: axis.centre for axis in axes} | {unknown: value}
    box = {name: _around(at, at) for name, at in places.items()}
    with np.errstate(all="ignore"):
        found = goals.over(box)
    rows, tight = {}, []
    for place, goal in enumerate(found):
        slopes = [
            float(np.ravel(goal.slope[name].lower)[0]) * at if name in goal.slope else 0.0
            for name, at in places.items()
        ]
        rows[place] = np.array(slopes)
        size = np.abs(rows[place]).max()
        if np.isfinite(size) and abs(float(np.ravel(goal.values.lower)[0])) <= _ACTIVE * size:
            tight.append(place)
    best: tuple[float, Mapping[int, Fraction]] = (np.inf, {})
    for chosen in _subsets(tight[:_MOST_TERMS], len(axes) + 1):
        weights, rest = _weights(np.array([rows[place] for place in chosen]))
        if weights is not None and rest < 0.9 * best[0]:
            sizes = [Fraction(f"{weight:.9g}") for weight in weights]
            best = rest, dict(zip(chosen, sizes, strict=True))
    return best[1]


def _around(lower: float, upper: float) -> Spread:
    return Spread(np.array([lower]), np.array([upper]), np.ones(1, dtype=np.bool_))


def _subsets(places: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    for size in range(1, min(len(places), most) + 1):
        yield from combinations(places, size)


def _weights(rows: Doubles) -> tuple[Doubles | None, float]:
    """Return nonnegative weights of rows whose sum is shortest but for its last column, of size 1.

    The last column is the slope in the unknown; all that in the parameters is to cancel.
    """
    slopes, last = rows[:, :-1], np.abs(rows[:, -1])
    count = len(rows)
    system = np.zeros((count + 1, count + 1))
    with np.errstate(over="ignore"):
        system[:count, :count] = slopes @ slopes.T
    system[:count, count] = system[count, :count] = last
    goal = np.zeros(count + 1)
    goal[count] = 1.0
    weights = least_squares(system, goal)[:count]
    if not (weights > 0).all() or abs(last @ weights - 1) > 1e-3:
        return None, np.inf
    return weights, float(np.linalg.norm(weights @ slopes))


# --- the search --------------------------------------------------------------------------------


def _last_that_fails(
    exclusion: _Exclusion, answer: Answer, work: int, ends_of: Range
) -> Fraction | None:
    """Return the value next to the answer that fails with all beyond it, or None."""
    domain, is_least = exclusion.unknown.domain, answer.direction is Direction.LEAST
    known = ends_of(domain)[0 if is_least else 1]
    found: Fraction | None = None
    cells: list[Cells] = [whole(exclusion.axes) for _ in exclusion.cases]
    for value in _rungs(answer, *search_ends(domain)):
        if found == value:
            continue
        below, above = double_ends(value)
        low, high = (known, above) if is_least else (below, known)
        common = {exclusion.unknown.name: _around(low, high)}
        for place, goals in enumerate(exclusion.cases):
            covered, work = cover(goals, exclusion.axes, common, cells[place], work)
            if covered is None:
                return found
            cells[place] = covered
        known, found = (below if is_least else above), value
    return found


def _rungs(answer: Answer, first: Fraction, last: Fraction) -> Iterator[Fraction]:
    """Yield values ever closer to the answer, from the far end of its domain."""
    value, is_least = Fraction(answer.value), answer.direction is Direction.LEAST
    gaps = (*_GAPS, "0") if answer.is_integer else (*_GAPS, *_LAST_GAPS)
    factors = [Fraction(10) ** power for power in _FAR] + [1 / (1 - Fraction(gap)) for gap in gaps]
    for factor in factors:
        rung = value / factor if is_least else value * factor
        if answer.is_integer and is_least:
            rung = min(Fraction(math.floor(rung)), value - 1)
        elif answer.is_integer:
            rung = max(Fraction(math.ceil(rung)), value + 1)
        else:
            rung = _of_few_digits(rung)
        if first <= rung <= last:
            yield rung


def _of_few_digits(value: Fraction) -> Fraction:
    """Return a decimal near a value, at which the proof is carried out in its place."""
    return Fraction(_DIGITS.divide(Decimal(value.numerator), Decimal(value.denominator)))
