"""Solving a route: the best value of one quantity, certified where it is found.

Free parameters are chosen by a search in doubles, as for a single theorem.
What it suggests is then certified at that value and its neighbours alone: the rest of the domain is
not looked at, because a route is long and there are many of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.enclosures.decisions import Truth
from boundcalc.enclosures.floats import FLOATS
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
from boundcalc.solving.guesses import Guesser, GuessOfOne
from boundcalc.solving.meaning import premise_sentences, vacuity
from boundcalc.solving.optimum import find_optimiser
from boundcalc.solving.questions import Question, pose
from boundcalc.solving.reduction import Reduction, reduce_question
from boundcalc.solving.routes.replay import failures
from boundcalc.solving.routes.search import Route, find_routes
from boundcalc.solving.solver import solve_theorem
from boundcalc.solving.univariate import (
    Boundary,
    Compiled,
    Component,
    is_search_limit,
    search_ends,
)
from boundcalc.solving.witness import (
    HOPELESS,
    Objective,
    Witness,
    best_point,
    rounded_witnesses,
)

_MARGINS = (0, 1e-11, 1e-9, 1e-7, 1e-5, 1e-3)
_LOOSEST = 1e-4  # a value this far beyond what the search promised is not reported


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
    for proposal in _proposals(reduction):
        component = _certified_near(reduction, proposal)
        if component is not None:
            return _answer(route, reduction, proposal.witness, component, proposal.direction)
    raise UndecidedError(
        f"{route.theorem.id}: the search found no {question.unknown.name} that works; "
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


@dataclass(frozen=True, slots=True)
class _Proposal:
    """Choices, and the logarithm of the unknown that doubles promise for them."""

    witness: Witness
    promised: float
    direction: Direction


def _proposals(reduction: Reduction) -> Iterator[_Proposal]:
    """Yield choices, the best first; a direct search is asked, too, where a descent gets lost."""
    optimiser = find_optimiser(reduction)
    optimum = None if optimiser is None else optimiser.best()
    if optimiser is None or optimum is None:
        yield from _direct_proposals(reduction)
        return
    direction, sign = optimum.direction, 1 if optimum.direction is Direction.LEAST else -1
    found = [
        _Proposal(Witness(chosen, direction), promised, direction)
        for chosen, promised in optimiser.rounded(optimum)
    ]
    if not optimum.is_sure:
        found += [item for item in _direct_proposals(reduction) if item.direction is direction]
        found.sort(key=lambda item: sign * item.promised)
    yield from found
    if optimum.is_sure:  # nothing of it was certified: an open end may be best, and out of reach
        yield from _direct_proposals(reduction)


def _direct_proposals(reduction: Reduction) -> Iterator[_Proposal]:
    point, direction = best_point(reduction)
    objective = Objective(reduction, direction)
    for witness in rounded_witnesses(reduction, point, direction):
        numbers = [float(witness.chosen[symbol.name]) for symbol in reduction.remaining]
        value = objective.value(numbers)
        if value > HOPELESS:
            promised = -value if direction is Direction.LEAST else value
            yield _Proposal(witness, promised, direction)


def _certified_near(reduction: Reduction, proposal: _Proposal) -> Component | None:
    """Return the best value near the one that doubles promise, and the one beyond it that fails."""
    witness, direction = proposal.witness, proposal.direction
    question = reduction.question
    domain, name = question.unknown.domain, question.unknown.name
    outward = -1 if direction is Direction.LEAST else 1
    guess = Fraction(math.exp(proposal.promised))
    fixed = {**question.given, **witness.chosen}
    condition = Compiled(reduction.condition, fixed)

    def works(value: Fraction) -> bool:
        return value in domain and condition.truth({**fixed, name: value}) is Truth.TRUE

    first, last = search_ends(domain)
    inside = next(
        (
            value
            for margin in _MARGINS
            for value in [_moved(guess, -outward * margin, is_integer=domain.integer)]
            if first <= value <= last and works(value)
        ),
        None,
    )
    if inside is None:
        return None
    outside = next(
        (
            value
            for margin in _MARGINS[1:]
            for value in [_moved(inside, outward * margin, is_integer=domain.integer, least=1)]
            if not works(value)
        ),
        None,
    )
    if outside is None:
        return None
    doubles = {key: FLOATS.number(value) for key, value in fixed.items()}
    guesser = GuessOfOne(Guesser(reduction.condition).bound(doubles), name)
    best, beyond = Boundary(works, guesser, domain.integer).find(inside, outside)
    is_least = direction is Direction.LEAST
    return Component(best, best, beyond if is_least else None, None if is_least else beyond)


def _moved(value: Fraction, share: float, *, is_integer: bool, least: int = 0) -> Fraction:
    """Return a value moved by a share of itself; an integer, by at least so much."""
    if not is_integer:
        return value * (1 + Fraction(share))
    if share > 0:
        return Fraction(max(math.floor(value * (1 + Fraction(share))), math.ceil(value) + least))
    lower = math.ceil(value * (1 + Fraction(share)))
    return Fraction(min(lower, math.floor(value) - least)) if least else Fraction(lower)


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
