"""Solving: which value of a quantity suffices by one theorem, and what shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from boundcalc.algebra.conditions import map_relations
from boundcalc.algebra.search_range import deep_limit, is_search_limit, least_size, search_ends
from boundcalc.cards.typed_letters import errors_in_typed_letters
from boundcalc.enclosures.decisions import Truth
from boundcalc.feasible.components import Component, FeasibleSet
from boundcalc.feasible.shapes import Compiled
from boundcalc.feasible.univariate import MAX_CELLS, feasible_set
from boundcalc.language.errors import BoundError, UndecidedError
from boundcalc.language.expressions import Relation
from boundcalc.language.operators import Sense
from boundcalc.language.statements import Theorem
from boundcalc.optimization.best_choice import best_choice
from boundcalc.optimization.choices import ChosenParameters, is_end_of_search, wanted_direction
from boundcalc.optimization.witnesses import Witness
from boundcalc.problems.outcomes import Direction, Unproved
from boundcalc.problems.problems import Problem, read_problem, uncounted
from boundcalc.problems.reduction import Reduction, reduce_problem
from boundcalc.solving.answers import Answer, Optimality
from boundcalc.solving.certification import certified_near
from boundcalc.solving.evidence import (
    check_constraints,
    optimality_of,
)
from boundcalc.solving.formulas import closed_bound
from boundcalc.solving.making import certify, explanation, make_answer
from boundcalc.solving.refusals import explain_empty, explain_fixed, unbounded

FEW_CELLS = 150  # of a short search
_TINY = Fraction(1, 10**6)  # below it a privacy parameter is more than what is usual


def solve_theorem(
    theorem: Theorem, unknown: str, given: Mapping[str, Any], end: Direction | None = None
) -> Answer:
    """Return the best value of `unknown` for which the theorem gives what is asked.

    Parameters
    ----------
    theorem : Theorem
        The statement to invert.
    unknown : str
        A parameter of the theorem, or a quantity of its conclusion.
    given : mapping from name to number
        Exact values (int, Fraction, decimal string; a float is read by its shortest decimal) of
        the other quantities; a quantity that the analyst may choose can be left out.
    end : Direction or None
        Which end of the values that work is asked for; without it, the one that is worth more, or
        where nothing ends there the other.

    Raises
    ------
    QuestionError, DomainError
        If the question is not well formed; other errors as in `solve_problem`.
    """
    return solve_problem(read_problem(theorem, unknown, given, end))


def solve_problem(problem: Problem, *, has_formula: bool = True) -> Answer:
    """Return the best value of the unknown for which a theorem gives what is asked.

    Parameters
    ----------
    problem : Problem
        What is asked of the theorem.
    has_formula : bool
        Whether a closed formula is looked for; it explains the value, and never produces it.

    Returns
    -------
    Answer
        `value` satisfies every constraint at the witness, proved in interval arithmetic; the
        neighbour beyond it is proved to fail, or `optimality` says that this is not known.

    Raises
    ------
    QuestionError
        If every value works.
    NoSolutionError
        If no value works; the message names the constraint that cannot hold.
    UndecidedError
        If the search ended without a certified value.
    """
    with errors_in_typed_letters(problem):
        explain_fixed(problem)
        reduction = reduce_problem(problem)
        witness, feasible = _search(reduction)
        if not feasible.components:
            raise explain_empty(reduction, is_complete=feasible.is_complete)
        return _found(reduction, witness, feasible, has_formula=has_formula)


def answer_at_once(theorem: Theorem, unknown: str, given: Mapping[str, Any]) -> Answer | None:
    """Return the answer of `solve_theorem` where a short search finds it, and else None."""
    try:
        problem = read_problem(theorem, unknown, given)
        explain_fixed(problem)
        reduction = reduce_problem(problem)
        witness, feasible = _search(reduction, FEW_CELLS)
        is_same = feasible.is_complete and feasible.components  # as in a long search
        return _found(reduction, witness, feasible) if is_same else None
    except BoundError:
        return None


def _found(
    reduction: Reduction, witness: Witness, feasible: FeasibleSet, *, has_formula: bool = True
) -> Answer:
    """Return the answer that the feasible values of the unknown give."""
    problem = reduction.problem
    component, direction = _best_component(problem, feasible, witness.direction)
    value = component.lower if direction is Direction.LEAST else component.upper
    deepest = None if _is_at_end(reduction, witness) else deep_limit(problem.unknown.domain)
    if direction is Direction.LEAST and deepest is not None and 0 < value < deepest:
        value = deepest
    point = {**problem.given, **witness.chosen, problem.unknown.name: value}
    is_missed = value == 0 and _is_loose_zero(reduction, point, direction)
    if is_missed or (value != deepest and is_search_limit(problem.unknown.domain, value)):
        raise unbounded(problem, direction)
    bound = closed_bound(reduction, direction, value) if has_formula else None
    try:
        point = _least_demanding(problem, witness.complete(reduction, value))
    except UndecidedError as error:
        if value == deepest:  # what goes with it lies beyond what is searched
            raise unbounded(problem, direction) from error
        raise
    witness = replace(witness, chosen={name: point[name] for name in witness.chosen})
    return make_answer(
        problem,
        point,
        direction,
        checks=certify(problem, point),
        optimality=_ending(problem, point)
        or _optimality(reduction, witness, feasible, component, direction, value),
        explained=None if bound is None else explanation(reduction, bound, direction),
        feasible=feasible,
    )


def _search(reduction: Reduction, most_cells: int | None = None) -> tuple[Witness, FeasibleSet]:
    """Return the best witness with feasible values of the unknown; with none where none is found.

    With a limit of cells, sets that would take more count as not found.
    """
    problem = reduction.problem

    def feasible_at(chosen: Mapping[str, Fraction]) -> FeasibleSet:
        return feasible_set(
            reduction.condition,
            problem.unknown.name,
            problem.unknown.domain,
            {**problem.given, **chosen},
            most_cells=most_cells or MAX_CELLS,
        )

    if not reduction.remaining:
        return Witness(), feasible_at({})

    def certified(choice: ChosenParameters) -> tuple[Fraction, FeasibleSet | None] | None:
        component = certified_near(reduction, choice)
        return None if component is None else (component.lower, None)

    def evaluated(choice: ChosenParameters) -> tuple[Fraction, FeasibleSet | None] | None:
        feasible = feasible_at(choice.values)
        if not feasible.components:
            return None
        is_least = choice.direction is Direction.LEAST
        components = feasible.components
        return components[0].lower if is_least else components[-1].upper, feasible

    found = best_choice(reduction, certified, look=evaluated)
    if found is None:
        return Witness(), FeasibleSet((), is_complete=False)
    choice, known = found
    witness = Witness(choice.values, choice.direction)
    feasible = feasible_at(choice.values) if known is None else known
    if not feasible.components:
        component = certified_near(reduction, choice)
        components = () if component is None or most_cells else (component,)
        return witness, FeasibleSet(components, is_complete=False)
    if not feasible.is_complete:
        return witness, feasible
    return _with_zeros(reduction, witness, feasible)


def _with_zeros(
    reduction: Reduction, witness: Witness, feasible: FeasibleSet
) -> tuple[Witness, FeasibleSet]:
    """Return the witness with zeros for parameters that may be zero, where nothing is lost by it.

    The search goes over logarithms, which come near to zero and never reach it.
    """
    problem, unknown = reduction.problem, reduction.problem.unknown
    for symbol in reduction.remaining:
        if 0 not in symbol.domain:
            continue
        tried = Witness({**witness.chosen, symbol.name: Fraction(0)}, witness.direction)
        found = feasible_set(
            reduction.condition,
            unknown.name,
            unknown.domain,
            {**problem.given, **tried.chosen},
        )
        if found.is_complete and found.components and _is_no_worse(found, feasible):
            witness, feasible = tried, found
    return witness, feasible


def _is_no_worse(first: FeasibleSet, second: FeasibleSet) -> bool:
    """Return whether a set of feasible values reaches as far as another one at both ends."""
    return (
        first.components[0].lower <= second.components[0].lower
        and first.components[-1].upper >= second.components[-1].upper
    )


def _is_at_end(reduction: Reduction, witness: Witness) -> bool:
    """Return whether a parameter is at an end of the search, so that the unknown has none."""
    return any(
        is_end_of_search(symbol, witness.chosen[symbol.name]) for symbol in reduction.remaining
    )


def _best_component(
    problem: Problem, feasible: FeasibleSet, chosen: Direction | None
) -> tuple[Component, Direction]:
    """Return the interval and the end of it that answer the question."""
    first, last = search_ends(problem.unknown.domain)
    lowest, highest = feasible.components[0], feasible.components[-1]
    reaches_bottom, reaches_top = lowest.lower == first, highest.upper == last
    direction = wanted_direction(problem)
    if problem.end is not None:
        pass
    elif chosen is not None:
        direction = chosen
    elif reaches_top and not reaches_bottom:
        direction = Direction.LEAST
    elif reaches_bottom and not reaches_top:
        direction = Direction.GREATEST
    return (lowest if direction is Direction.LEAST else highest), direction


def _is_loose_zero(
    reduction: Reduction, point: Mapping[str, Fraction], direction: Direction
) -> bool:
    """Return whether zero satisfies every constraint strictly, so that a better value does, too."""
    domain = reduction.problem.unknown.domain
    outward = -1 if direction is Direction.LEAST else 1
    if domain.integer or outward * least_size(domain) not in domain:
        return False
    strict = {Sense.LE: Sense.LT, Sense.GE: Sense.GT}
    condition = map_relations(
        reduction.condition,
        lambda relation: Relation(
            relation.left, strict.get(relation.sense, relation.sense), relation.right
        ),
    )
    return Compiled(condition).truth(point) is Truth.TRUE


def _ending(problem: Problem, point: Mapping[str, Fraction]) -> Optimality | None:
    """Return that nothing is proved of better values where what was chosen ends a search."""
    ends = [item.name for item in problem.free if is_end_of_search(item, point[item.name])]
    if not ends:
        return None
    names = tuple(symbol.name for symbol in problem.free)
    return Optimality(unproved=Unproved.CHOSEN, names=names, ends=tuple(ends))


def _optimality(
    reduction: Reduction,
    witness: Witness,
    feasible: FeasibleSet,
    component: Component,
    direction: Direction,
    value: Fraction,
) -> Optimality:
    """Return what is proved of better values; none are looked for beyond the least size."""
    problem = reduction.problem
    if value == deep_limit(problem.unknown.domain):
        return Optimality(unproved=Unproved.UNSEARCHED)
    is_complete = feasible.is_complete
    return optimality_of(reduction, witness, component, direction, value, is_complete=is_complete)


def _least_demanding(problem: Problem, point: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return a point of the same answer that asks less of the algorithm, where there is one.

    A privacy parameter whose price a theorem does not count is the better the smaller it is, and a
    search drives it towards zero; of the powers of ten that give the answer, the largest is taken.
    """
    found = dict(point)
    for symbol in uncounted(problem.theorem, problem.free):
        if not 0 < found[symbol.name] < _TINY:
            continue
        size = _TINY
        while size > found[symbol.name]:
            tried = {**found, symbol.name: size}
            if all(check.holds for check in check_constraints(problem, tried)):
                found = tried
                break
            size = size / 10 if size > _TINY**5 else size**2
    return found
