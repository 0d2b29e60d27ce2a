"""Solving a route: the best value of one quantity, certified where it is found.

Free parameters are chosen by a search in doubles, as for a single theorem.
What it suggests is then certified at that value and its neighbours alone: the rest of the domain is
not looked at, because a route is long and there are many of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from boundcalc.algebra.search_range import deep_limit, is_search_limit
from boundcalc.cards.typed_letters import errors_in_typed_letters
from boundcalc.feasible.components import Component
from boundcalc.language.errors import BoundError, DomainError, QuestionError
from boundcalc.language.statements import Theorem
from boundcalc.optimization.best_choice import best_choice
from boundcalc.optimization.choices import ChosenParameters
from boundcalc.optimization.witnesses import Witness
from boundcalc.problems.outcomes import Direction, Unproved
from boundcalc.problems.problems import OutsideError, Problem, pose, read_problem, uncounted
from boundcalc.problems.readings import interpret
from boundcalc.problems.reduction import Reduction, reduce_problem
from boundcalc.questions.questions import Question
from boundcalc.routes.optimality_bounds import is_vain
from boundcalc.routes.rechecking import failures
from boundcalc.routes.search import Route, all_routes
from boundcalc.solving.answers import Answer, Optimality
from boundcalc.solving.certification import certified_near
from boundcalc.solving.evidence import (
    optimality_of,
)
from boundcalc.solving.making import certify, make_answer
from boundcalc.solving.refusals import explain_fixed, not_found, unbounded
from boundcalc.solving.solver import solve_problem


def solve_route(route: Route, problem: Problem, *, is_brief: bool = False) -> Answer:
    """Return the best value of the unknown that the search finds for a route, certified.

    Parameters
    ----------
    route : Route
        Theorems in a row.
    problem : Problem
        What is asked of the composed theorem.
    is_brief : bool
        Whether to leave it open what better values do, which can take longer than the search.

    Returns
    -------
    Answer
        `value` satisfies every constraint at the witness, proved in interval arithmetic, and each
        theorem of the route was checked again by itself; `optimality` says what is known of better
        values.

    Raises
    ------
    QuestionError, NoSolutionError, UndecidedError
        As for one theorem.
    """
    if route.goal.is_short:
        return _as_one_theorem(route, problem)
    with errors_in_typed_letters(problem):
        explain_fixed(problem)
        reduction = reduce_problem(problem)
        try:
            found = best_certified(reduction)
        except (ArithmeticError, np.linalg.LinAlgError):  # of doubles; nothing is left to certify
            found = None
        if found is None:
            raise not_found(problem)
        choice, component = found
        witness = Witness(choice.values, choice.direction)
        return _answer(route, reduction, witness, component, choice.direction, is_brief=is_brief)


def best_certified(reduction: Reduction) -> tuple[ChosenParameters, Component] | None:
    """Return the best choice that is certified, with the value it gives and the one beyond."""

    def certified(choice: ChosenParameters) -> tuple[Fraction, Component] | None:
        component = certified_near(reduction, choice)
        return None if component is None else (component.lower, component)

    return best_choice(reduction, certified, is_vain)


def solve_named(
    theorems: tuple[Theorem, ...],
    id: str,
    unknown: str,
    given: Mapping[str, Any],
    *,
    end: Direction | None = None,
) -> Answer:
    """Return the answer of the theorem or the route that has an id; errors as for both.

    Raises
    ------
    QuestionError
        If the library has neither.
    """
    way = find_way(theorems, id)
    try:
        if isinstance(way, Route):
            return solve_route(way, read_problem(way.theorem, unknown, given, end))
        return solve_problem(read_problem(way, unknown, given, end))
    except DomainError as error:
        raise with_way_out(theorems, error) from None


def with_way_out(theorems: tuple[Theorem, ...], error: DomainError) -> DomainError:
    """Return an error that says to leave a value out where an answer without it chooses one."""
    if not isinstance(error, OutsideError) or error.reading is None or error.given is None:
        return error
    theorem, given = error.reading.theorem, error.given
    symbol, question = theorem.names[given.name], error.reading.question.without(given.name)
    try:
        problem = pose(interpret(theorem, question))
        if symbol not in problem.free or uncounted(theorem, problem.free) or theorem.counted_by:
            return error
        answer = solve_by(find_way(theorems, theorem.id), question)
    except BoundError:
        return error
    if answer.vacuous or symbol.name not in answer.witness:
        return error
    return DomainError(f"{error}; leave {given.letter} out to have it chosen")


def solve_by(way: Theorem | Route, question: Question, *, is_brief: bool = False) -> Answer:
    """Return the answer of a theorem or a route to a question, from the values that it uses."""
    if isinstance(way, Route):
        problem = pose(interpret(way.theorem, question))
        return solve_route(way, problem, is_brief=is_brief)
    return solve_problem(pose(interpret(way, question)))


def find_way(theorems: tuple[Theorem, ...], id: str) -> Theorem | Route:
    """Return the theorem or the route of a library that has an id.

    Raises
    ------
    QuestionError
        If the library has neither.
    """
    for route in all_routes(theorems):
        if route.theorem.id == id:
            return route
    for theorem in theorems:
        if theorem.id == id:
            return theorem
    raise QuestionError(
        f"no theorem and no route is called {id!r:.100}; `boundcalc list` shows theorems, and "
        "`boundcalc solve` the routes of a question"
    )


def _as_one_theorem(route: Route, problem: Problem) -> Answer:
    """Return the answer of a route of few parameters, over the whole domain of the unknown."""
    answer = solve_problem(problem)
    certify(problem, answer.point, failures(route, answer.point))
    return replace(answer, route=route.ids)


def _answer(
    route: Route,
    reduction: Reduction,
    witness: Witness,
    component: Component,
    direction: Direction,
    *,
    is_brief: bool,
) -> Answer:
    problem, value = reduction.problem, component.lower
    is_end = value == deep_limit(problem.unknown.domain) and direction is Direction.LEAST
    if is_search_limit(problem.unknown.domain, value) and not is_end:
        raise unbounded(problem, direction)
    point = witness.complete(reduction, value)
    checks = certify(problem, point, failures(route, point))
    if is_end or is_brief:
        optimality = Optimality(unproved=Unproved.UNSEARCHED if is_end else Unproved.SERIES)
    else:
        optimality = optimality_of(
            reduction, witness, component, direction, value, is_complete=False
        )
    return make_answer(
        problem, point, direction, checks=checks, optimality=optimality, route=route.ids
    )
