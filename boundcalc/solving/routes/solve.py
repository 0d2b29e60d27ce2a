"""Solving a route: the best value of one quantity, certified where it is found.

Free parameters are chosen by a search in doubles, as for a single theorem.
What it suggests is then certified at that value and its neighbours alone: the rest of the domain is
not looked at, because a route is long and there are many of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from boundcalc.language.errors import NoSolutionError, QuestionError, UndecidedError
from boundcalc.language.numbers import decimal_text
from boundcalc.language.statements import Status, Theorem
from boundcalc.solving.answers import SHARPENED, Answer, Direction
from boundcalc.solving.evidence import (
    check_constraints,
    explain_fixed,
    neighbour_of,
    witness_texts,
)
from boundcalc.solving.meaning import premise_sentences, vacuity
from boundcalc.solving.questions import Question, pose
from boundcalc.solving.reach import is_search_limit
from boundcalc.solving.reduction import Reduction, reduce_question
from boundcalc.solving.routes.certify import best_certified
from boundcalc.solving.routes.replay import failures
from boundcalc.solving.routes.search import Route, find_routes
from boundcalc.solving.solver import solve_theorem
from boundcalc.solving.univariate import Component
from boundcalc.solving.witness import (
    Witness,
)


def solve_route(route: Route, unknown: str, given: Mapping[str, Any]) -> Answer:
    """Return the best value of `unknown` that the search finds for a route, certified.

    Parameters
    ----------
    route : Route
        Theorems in a row.
    unknown : str
        A parameter of the composed theorem, or a quantity of its conclusion.
    given : mapping from name to number
        Exact values of other quantities; the rest is chosen.

    Returns
    -------
    Answer
        `value` satisfies every constraint at the witness, proved in interval arithmetic, and each
        theorem of the route was checked again by itself; `optimality` says what is known of better
        values.

    Raises
    ------
    QuestionError, DomainError, NoSolutionError, UndecidedError
        As for one theorem.
    """
    question = pose(route.theorem, unknown, given)
    explain_fixed(question)
    reduction = reduce_question(question)
    try:
        found = best_certified(reduction)
    except (ArithmeticError, np.linalg.LinAlgError):  # of doubles, which leave nothing to certify
        found = None
    if found is None:
        raise nothing_found(question)
    choice, component = found
    witness = Witness(choice.values, choice.direction)
    return _answer(route, reduction, witness, component, choice.direction)


def nothing_found(question: Question) -> UndecidedError:
    """Return the error of a route for which the search found no value."""
    return UndecidedError(
        f"{question.theorem.id}: the search found no {question.unknown.name} that works; "
        "weaken what is asked, or pin more"
    )


def solve_named(
    theorems: tuple[Theorem, ...], id: str, unknown: str, given: Mapping[str, Any]
) -> Answer:
    """Return the answer of the theorem or the route that has an id; errors as for both.

    Raises
    ------
    QuestionError
        If the library has neither.
    """
    for route in find_routes(theorems):
        if route.theorem.id == id:
            return solve_route(route, unknown, given)
    for theorem in theorems:
        if theorem.id == id:
            return solve_theorem(theorem, unknown, given)
    raise QuestionError(
        f"no theorem and no route is called {id!r:.100}; `boundcalc list` shows theorems, and "
        "`boundcalc solve` the routes of a question"
    )


def _answer(
    route: Route,
    reduction: Reduction,
    witness: Witness,
    component: Component,
    direction: Direction,
) -> Answer:
    question, theorem = reduction.question, route.theorem
    value = component.lower
    if is_search_limit(question.unknown.domain, value):
        raise NoSolutionError(
            f"{theorem.id} sets no {direction.value} {question.unknown.name} of a size that is "
            "searched; ask for another quantity"
        )
    point = witness.complete(reduction, value)
    checks = check_constraints(question, point)
    doubt = next((str(check.printed) for check in checks if not check.holds), None)
    doubt = doubt or next(failures(route, point), None)
    if doubt is not None:
        raise UndecidedError(
            f"{theorem.id}: could not certify {doubt} at {question.unknown.name} = "
            f"{decimal_text(value)}; pin the free parameters"
        )
    neighbour, optimality = neighbour_of(
        reduction, witness, component, direction, value, is_complete=False
    )
    doubts = tuple(f"{remark.defect.value}: {remark.text}" for remark in theorem.remarks)
    return Answer(
        theorem=theorem,
        route=route.ids,
        unknown=question.unknown,
        given=question.given,
        value=value,
        direction=direction,
        formula=None,
        witness=witness_texts(question, point),
        binding=neighbour.fails if neighbour else "not known",
        branches=(),
        checks=checks,
        certified=True,
        neighbour=neighbour,
        optimality=optimality,
        feasible=f"{question.unknown.name} = {decimal_text(value)}; others were not searched",
        doubts=(SHARPENED, *doubts) if _is_sharpened(question) else doubts,
        premises=premise_sentences(theorem, point),
        vacuous=vacuity(question, point, direction),
    )


def _is_sharpened(question: Question) -> bool:
    return question.theorem.status is Status.SHARPENED
