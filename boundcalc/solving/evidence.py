"""Evidence: what shows that an answer holds, and that the next value fails."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from flint import ctx

from boundcalc.algebra.conditions import AllOf, AnyOf, Condition, split
from boundcalc.algebra.display_forms import display_relation
from boundcalc.algebra.search_range import search_ends
from boundcalc.enclosures.decisions import Decision, Evaluator, RelationEvaluator, Truth
from boundcalc.enclosures.interval import Interval, exact_interval, hull
from boundcalc.feasible.components import Component, Tight
from boundcalc.feasible.digits import last_digit, log2
from boundcalc.feasible.shapes import Compiled, Shape
from boundcalc.feasible.univariate import FINE_PRECISION, MAX_CELLS, is_infeasible
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.optimization.witnesses import Witness
from boundcalc.problems.outcomes import Beyond, Coverage, Direction, Unproved
from boundcalc.problems.problems import Constraint, Problem
from boundcalc.problems.reduction import Reduction
from boundcalc.solving.answers import Check, Failure, Neighbour, Optimality

Values = Mapping[str, Fraction]
_CLOSER = (11, 9)  # digits to which an answer may be proved best, where it takes no search
_DIGITS = (6, 4, 3)  # and where it does
_FEW_CELLS = 128  # in which failure right beside the answer is mostly shown
_MOST_CELLS = 64  # of a free parameter, over which monotonicity is shown


def decide(relation: Relation, point: Values) -> Decision:
    """Decide a relation at a point; a maximum is decided operand by operand, which settles ties."""
    decision = RelationEvaluator(relation).at(point)
    if decision.truth is not Truth.UNKNOWN:
        return decision
    return replace(decision, truth=Compiled(split(relation)).truth(point))


def check_constraints(problem: Problem, point: Values) -> tuple[Check, ...]:
    """Check every constraint at a point."""
    return tuple(
        check_of(constraint, decide(constraint.relation, point))
        for constraint in problem.constraints
    )


def check_of(constraint: Constraint, decision: Decision) -> Check:
    """Return what is shown of a constraint that was decided at a point."""
    return Check(
        printed=constraint.printed,
        holds=decision.truth is Truth.TRUE,
        is_conclusion=constraint.is_conclusion,
        left=decision.left,
        right=decision.right,
        is_tie=decision.is_tie,
    )


def defined_values(problem: Problem, point: Values) -> dict[str, Interval]:
    """Return enclosures of the quantities that the theorem sets, at a point."""
    found = {}
    for item in problem.theorem.definitions:
        value = problem.theorem.expand(item.value)
        if value.names() <= point.keys():
            found[item.symbol.name] = Evaluator(value).at(point, 192)
    return found


# --- the neighbour -----------------------------------------------------------------------------


def optimality_of(
    reduction: Reduction,
    witness: Witness,
    component: Component,
    direction: Direction,
    value: Fraction,
    *,
    is_complete: bool,
) -> Optimality:
    """Return what is proved of the values beyond the answer, the next one first.

    It is the next integer, or the next number of 12 digits; where that one is too close to a tie
    to be decided, the ones of 12 digits after it are tried.
    """
    problem = reduction.problem
    name = problem.unknown.name
    outward = -1 if direction is Direction.LEAST else 1
    known = component.below if direction is Direction.LEAST else component.above
    step = Fraction(1) if problem.unknown.domain.integer else last_digit(value)
    beyond = value + outward * step if known is None else known
    if beyond not in problem.unknown.domain:
        return Optimality(beyond=Beyond.END)
    if not reduction.remaining:
        for _ in range(1 if problem.unknown.domain.integer else 3):
            failure = _failure(reduction, {**problem.given, name: beyond})
            if failure is not None:
                proved = Beyond.ALL if is_complete else Beyond.NEIGHBOUR
                neighbour = Neighbour(value=beyond, failure=failure)
                return Optimality(beyond=proved, neighbour=neighbour)
            beyond += outward * step
        return Optimality(
            unproved=_why_not(reduction, {**problem.given, name: value + outward * step})
        )
    return _neighbour_over_free(reduction, witness, direction, value)


def _why_not(reduction: Reduction, beyond: Values) -> Unproved:
    """Return why nothing is proved beyond an answer: the next value is open, or works."""
    works = Compiled(reduction.condition).truth(beyond) is Truth.TRUE
    return Unproved.UNSEARCHED if works else Unproved.UNDECIDED


def _neighbour_over_free(
    reduction: Reduction, witness: Witness, direction: Direction, value: Fraction
) -> Optimality:
    """Prove that a value beyond the answer fails for every choice of one free parameter.

    Values beyond that one fail, too, where the condition is monotone in the unknown.
    """
    problem = reduction.problem
    names = tuple(symbol.name for symbol in reduction.remaining)
    unproved = Optimality(unproved=Unproved.CHOSEN, names=names)
    if len(reduction.remaining) != 1:
        return unproved
    (symbol,) = reduction.remaining
    outward = -1 if direction is Direction.LEAST else 1

    best = witness.chosen[symbol.name]

    def fails(gap: Fraction, most_cells: int) -> bool:
        beyond = value + outward * gap
        point = {**problem.given, problem.unknown.name: beyond}
        return beyond in problem.unknown.domain and is_infeasible(
            reduction.condition,
            symbol.name,
            symbol.domain,
            point,
            most_cells=most_cells,
            tight=_tight(best, gap / abs(value)) if value and best > 0 else None,
        )

    found = _nearest(problem, value, fails)
    if found is None:
        return unproved
    failure = Failure(names=names, is_covered=True)
    neighbour = Neighbour(value=value + outward * found, failure=failure)
    return _over_free(reduction, symbol, neighbour, direction, value)


def _tight(best: Fraction, gap: Fraction) -> Tight:
    """Return where cells must be small: near the best choice, by the root of a relative gap."""
    return Tight(best, Fraction(1, 2 ** max(1, math.ceil(-log2(gap) / 2))))


def _nearest(
    problem: Problem, value: Fraction, fails: Callable[[Fraction, int], bool]
) -> Fraction | None:
    """Return the least of some distances at which failure is proved; None if it is at none.

    The least is tried with few cells at first, which are enough where it is easy; then the largest,
    since those that take a longer search hardly succeed where it does not.
    """
    if not problem.unknown.domain.integer:
        for gap in _shares(value, _CLOSER):
            if fails(gap, 1):
                return gap
    gaps = _shares(value, _DIGITS)
    if problem.unknown.domain.integer:
        gaps = [Fraction(math.ceil(gap)) for gap in (*gaps, Fraction(1))]
    *closer, largest = sorted(set(gaps))
    if closer and fails(closer[0], _FEW_CELLS):
        return closer[0]
    if not fails(largest, MAX_CELLS):
        return None
    return next((gap for gap in closer if fails(gap, MAX_CELLS)), largest)


def _shares(value: Fraction, digits: Iterable[int]) -> list[Fraction]:
    return [abs(value) * Fraction(1, 10**count) for count in digits]


def _over_free(
    reduction: Reduction,
    symbol: Symbol,
    neighbour: Neighbour,
    direction: Direction,
    value: Fraction,
) -> Optimality:
    """Return which values fail, where one does whatever a free parameter is."""
    unknown = reduction.problem.unknown
    if _is_monotone(reduction, symbol, Fraction(neighbour.value), direction):
        is_next = unknown.domain.integer and abs(Fraction(neighbour.value) - value) <= 1
        beyond = Beyond.ALL if is_next else Beyond.MOST
    else:
        beyond = Beyond.NEIGHBOUR
    coverage = Coverage.ALL if _is_searched_whole(symbol) else Coverage.SEARCHED
    return Optimality(beyond=beyond, neighbour=neighbour, names=(symbol.name,), coverage=coverage)


def _is_searched_whole(symbol: Symbol) -> bool:
    """Whether the search for a free parameter goes over its domain, but for zero and its limit."""
    domain = symbol.domain
    first, last = search_ends(domain)
    return first in (domain.lower, domain.first_integer()) and last in (
        domain.upper,
        domain.last_integer(),
    )


def _is_monotone(
    reduction: Reduction, symbol: Symbol, beyond: Fraction, direction: Direction
) -> bool:
    """Whether what works beyond a value works at it, for each value of a free parameter.

    Cells of the parameter are cut until each relation is monotone in the unknown over each.
    """
    problem = reduction.problem
    first, last = search_ends(problem.unknown.domain)
    is_least = direction is Direction.LEAST
    inward = (Shape.UP if is_least else Shape.DOWN, Shape.NONE, Shape.ALL)
    with ctx.workprec(FINE_PRECISION):  # tells the open end of a domain from the end
        values = hull(first, beyond) if is_least else hull(beyond, last)
        box = {name: exact_interval(value) for name, value in problem.given.items()}
        box[problem.unknown.name] = values
        condition = Compiled(reduction.condition, problem.given)
        cells = deque([(search_ends(symbol.domain), condition)])
        for _ in range(_MOST_CELLS):
            if not cells:
                break
            (low, high), condition = cells.popleft()
            cell = {**box, symbol.name: hull(low, high)}
            shape, condition = condition.shape_and_rest(problem.unknown.name, cell, settled=inward)
            if shape in inward:
                continue
            middle = _middle(low, high)
            if not low < middle < high:
                return False
            cells += [((low, middle), condition), ((middle, high), condition)]
    return not cells


def _middle(low: Fraction, high: Fraction) -> Fraction:
    """Return a number between two, by their logarithms where they are far apart."""
    if low > 0 and high > 4 * low:
        return Fraction(2) ** round((log2(low) + log2(high)) / 2)
    return (low + high) / 2


def _failure(reduction: Reduction, point: Values) -> Failure | None:
    """Return what fails at a point, or None if nothing is proved to fail."""
    problem = reduction.problem
    if not problem.free:
        for constraint in problem.constraints:
            decision = decide(constraint.relation, point)
            if decision.truth is Truth.FALSE:
                return Failure(
                    relation=constraint.printed, left=decision.left, right=decision.right
                )
        return None
    if Compiled(reduction.condition).truth(point) is not Truth.FALSE:
        return None
    names = tuple(symbol.name for symbol in problem.free)
    failed = _first_failure(reduction.condition, reduction.shown, point)
    if failed is None:
        return Failure(names=names)
    shown, decision = failed
    return Failure(
        relation=display_relation(shown), left=decision.left, right=decision.right, names=names
    )


def _first_failure(
    condition: Condition, shown: Condition, point: Values
) -> tuple[Relation, Decision] | None:
    if isinstance(condition, Relation):
        decision = RelationEvaluator(condition).at(point)
        if decision.truth is Truth.FALSE and isinstance(shown, Relation):
            return shown, decision
        return None
    assert isinstance(shown, AllOf | AnyOf)
    for part, shown_part in zip(condition.parts, shown.parts, strict=False):
        failed = _first_failure(part, shown_part, point)
        if failed is not None:
            return failed
    return None
