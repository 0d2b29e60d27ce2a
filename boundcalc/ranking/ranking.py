"""Ranking: every theorem that can answer a question, in groups of answers that are comparable.

Main definitions
----------------
`rank`: the answers, the best certified one first, and why the other theorems were refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from boundcalc.language.errors import (
    BoundError,
    DomainError,
    EndlessError,
    QuestionError,
)
from boundcalc.language.guarantees import ACCURACY_OF_ANSWERS
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.language.statements import Role, Status, Theorem
from boundcalc.limits import results
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import Problem, pose, uncounted
from boundcalc.problems.readings import Reading, interpret, too_long
from boundcalc.questions.questions import Question, in_domain
from boundcalc.ranking.ambiguity import left_unused, other_meanings, two_meanings
from boundcalc.ranking.incomplete import OpenTheorem, why_not_alone
from boundcalc.ranking.order import in_groups, rivals, without_dominated
from boundcalc.ranking.outright import outright
from boundcalc.ranking.unanswered import Failure, UnconstrainedError, why_nothing
from boundcalc.routes.search import (
    PRIVACY,
    answers_to,
    find_routes,
    fitting_routes,
    routes_left_aside,
)
from boundcalc.routes.solve import find_way, solve_by, solve_route, with_way_out
from boundcalc.solving.answers import Answer, LeftAside, Ranking, Refusal
from boundcalc.solving.conclusions import unconstrained
from boundcalc.solving.solver import solve_problem

if TYPE_CHECKING:
    from boundcalc.language.expressions import Symbol
    from boundcalc.routes.search import Route

MOST_SEARCHED = Fraction(10) ** 300  # of what is given to theorems in a row


def rank(
    theorems: Iterable[Theorem],
    question: Question,
    *,
    solve: Callable[[Route, Problem], Answer] | None = None,
    is_published: bool = False,
    jobs: int = 1,
) -> Ranking:
    """Return the answers of all theorems that can answer, group by group.

    A theorem can answer if the unknown is among its quantities and it uses every given quantity;
    what only limits the question, as a budget does, may be left unused, because what holds without
    it says at least as much, and the answer names it.
    A baseline or a floor may ignore more, unless another one ignores fewer.
    A theorem that is wrong or incomplete as printed is left out if its correction is in the
    library, a lower bound or a construction because it sizes nothing, a theorem of which every
    value works because a free parameter can be chosen to suit it, and one that leaves a parameter
    of the algorithm open without counting what its choice costs.
    Routes, theorems in a row, answer where they use what is given and need nothing else.
    With `is_published`, what is sharpened here is left out, as are routes through it.

    Answers are compared within a group: the same type of conclusion, over the same inputs, in the
    same direction.
    Groups in which a theorem says something come first; then those that read each letter of the
    question as the notation does; then those that use all that is given, before those that hold at
    every value of a part of it, unless these have the best value; then in the order of the library.
    Where only the algorithm reads a letter differently, as the size of its noise, what is proved
    to be best comes before what is not, and then the one that asks for most, so that the first
    answer is on the safe side.
    Within a group come, in this order,

    1. what says something before what is vacuous,
    2. what answers the question before baselines that ignore a part of it, and floors last,
    3. what is certified before what is doubtful as printed,
    4. the better value,
    5. at the same value, the plainer: baselines before theorems, and published statements before
       sharper ones.

    `solve` answers for routes; `solve_route` unless another one is given. Where the order of two
    readings hangs on what it leaves open, the best of each is answered anew, by `solve_route`.
    With two `jobs`, a second process answers for a part of them.
    Where the question asks for no end of the unknown, each theorem answers with the one that is
    worth more.

    Raises
    ------
    QuestionError
        If no theorem fits the question, or all that fit leave the unknown open, or a letter of it
        names two quantities.
    DomainError
        If a value is outside its domain for every theorem that fits.
    NoSolutionError
        If some theorem fits and none has a solution.
    """
    library = tuple(
        item for item in theorems if not is_published or item.status is not Status.SHARPENED
    )
    allowed = allowances(library)
    _check_limits(library, question, allowed)
    answers: list[Answer] = []
    refused: list[Refusal] = []
    errors: list[BoundError] = []
    baseline_errors: list[BoundError] = []
    alone: list[OpenTheorem] = []
    for theorem in library:
        reading = interpret(theorem, question)
        why = _mismatch(reading, allowed) or too_long(reading) or None
        predicate, is_endless = "", False
        if why is None:
            try:
                problem = pose(reading)
                costly = uncounted(theorem, problem.free)
                if costly or theorem.counted_by:
                    alone.append((theorem, costly))
                    refused.append(Refusal(theorem=theorem, why=why_not_alone(theorem, costly)))
                    continue
                answers.append(_constrained(solve_problem(problem), reading))
                continue
            except BoundError as error:
                why, predicate = str(error), error.predicate
                is_endless = isinstance(error, EndlessError)
                if theorem.role is Role.THEOREM:
                    errors.append(error)
                elif theorem.role is Role.BASELINE:
                    baseline_errors.append(error)
        refused.append(
            Refusal(theorem=theorem, why=why, predicate=predicate, is_endless=is_endless)
        )
    found, impassable, route_errors, costly_routes = _by_routes(
        library, question, allowed, solve, jobs
    )
    alone += costly_routes
    answers += found
    refused += impassable
    if not any(answer.theorem.role is Role.THEOREM for answer in answers):
        if question.end is not None and any(item.is_endless for item in refused):
            raise _endless(question.letter, question.end)
        raise why_nothing(
            Failure(
                library=library,
                question=question,
                allowed=allowed,
                fitting=_fitting(library, question, allowed),
                errors=errors,
                baseline_errors=baseline_errors,
                route_errors=route_errors,
                alone=alone,
                baselines=without_dominated(answers)[0],
            )
        )
    bad = next((error for error in errors if isinstance(error, DomainError)), None)
    if bad is not None and all(map(_is_partial, answers)):
        raise with_way_out(library, bad)  # of what uses all that is given
    answers, dominated = without_dominated(answers)
    ordered = in_groups(answers, question, allowed)
    if solve is not None:
        ordered = in_groups(_in_full(ordered, library, question), question, allowed)
    unclear = two_meanings(ordered[0].theorem, alone, question) or left_unused(
        ordered[0], library, question
    )
    if unclear is not None:
        raise unclear
    return Ranking(
        question=question,
        answers=tuple(ordered),
        remarks=(
            *outright(_of_privacy(library), question, ordered[0]),
            *other_meanings(ordered[0].theorem, alone, question),
        ),
        refused=(*refused, *dominated),
        left_aside=find_left_aside(library, question),
    )


def _in_full(
    ordered: list[Answer], library: tuple[Theorem, ...], question: Question
) -> list[Answer]:
    """Return answers with those in full that decide which reading of a letter leads."""
    leads = [answer.theorem.id for answer in rivals(ordered, question)]
    if len(leads) < 2:
        return ordered
    found = []
    for answer in ordered:
        if len(answer.route) > 1 and answer.neighbour is None and answer.theorem.id in leads:
            way = find_way(library, answer.theorem.id)
            try:
                full = solve_by(way, question)
            except BoundError:
                full = answer
            answer = replace(full, ignored=answer.ignored, implied=answer.implied)
        found.append(answer)
    return found


def _endless(unknown: str, end: Direction) -> EndlessError:
    """Return the error of a question for an end where values go on without one."""
    further = "smaller" if end is Direction.LEAST else "larger"
    return EndlessError(
        f"there is no {end.value} {unknown}: {further} values suffice, too, as far as they are "
        f"searched; ask for the {end.opposite.value} one"
    )


def _is_partial(answer: Answer) -> bool:
    """Whether an answer says nothing, or does not use all that is given."""
    return bool(answer.vacuous or answer.ignored or answer.implied)


def _of_privacy(library: tuple[Theorem, ...]) -> Iterator[Theorem]:
    """Yield single theorems, then theorems in a row that conclude privacy."""
    yield from library

    yield from (route.theorem for route in find_routes(library, PRIVACY))


def find_left_aside(library: tuple[Theorem, ...], question: Question) -> tuple[LeftAside, ...]:
    """Return the routes that are not asked because they lack a quantity that is given."""
    allowed = allowances(library)
    letters = {item.name: item.letter for item in question.given if item.name not in allowed}
    return tuple(
        LeftAside(theorem=route.theorem, lacks=tuple(letters[name] for name in lacks))
        for route, lacks in routes_left_aside(library, question.unknown, letters)
    )


def _by_routes(
    library: tuple[Theorem, ...],
    question: Question,
    allowed: frozenset[str],
    solve: Callable[[Route, Problem], Answer] | None,
    jobs: int,
) -> tuple[list[Answer], list[Refusal], list[BoundError], list[OpenTheorem]]:
    """Return the answers of theorems in a row, the rows that give none, why, and at what cost."""
    _, *names = question.names
    limits = [name for name in names if name in allowed]
    asked = [name for name in names if name not in allowed]
    routes = [
        *fitting_routes(library, question.unknown, asked, limits),
        *_implying_routes(library, question),
    ]
    if not routes:
        return [], [], [], []
    ask = solve or _route_solver()
    readings = [interpret(route.theorem, question) for route in routes]
    calls = [
        partial(_tried, route, reading, ask)
        for route, reading in zip(routes, readings, strict=True)
        # Privacy of one answer is less than that of all within a limit.
        if not reading.unused or route.theorem.conclusion.compared_as == ACCURACY_OF_ANSWERS
    ]
    answers, refused, errors, alone = [], [], [], []
    for call, found in zip(calls, results(calls, jobs=jobs), strict=True):
        theorem = call.args[0].theorem
        if isinstance(found, Answer):
            answers.append(found)
            continue
        predicate, is_endless = "", False
        if isinstance(found, BoundError):
            errors.append(found)
            predicate = found.predicate
            is_endless = isinstance(found, EndlessError)
        elif found.costly:
            alone.append((theorem, found.costly))
        refused.append(
            Refusal(theorem=theorem, why=str(found), predicate=predicate, is_endless=is_endless)
        )
    return answers, refused, errors, alone


def _route_solver() -> Callable[[Route, Problem], Answer]:
    return solve_route


@dataclass(frozen=True, slots=True)
class _Unasked:
    """Why a route is not asked, and the parameters whose choice it does not count."""

    why: str
    costly: tuple[Symbol, ...]

    def __str__(self) -> str:
        return self.why


def _tried(
    route: Route, reading: Reading, solve: Callable[[Route, Problem], Answer]
) -> Answer | _Unasked | BoundError:
    """Return the answer of a route, or why there is none; what fits no route at all is raised."""
    try:
        if not route.goal.is_short:
            _check_size(reading)
        why = too_long(reading)
        problem = None if why else pose(reading)
        costly = () if problem is None else uncounted(route.theorem, problem.free)
        if problem is None or costly:
            return _Unasked(why or why_not_alone(route.theorem, costly), costly)
        return _with_unused(solve(route, problem), reading)
    except QuestionError:  # what fits can only be asked twice or given twice
        raise
    except BoundError as error:
        return error


def _check_size(reading: Reading) -> None:
    """Raise a DomainError for a value that is too large for the doubles of a search."""
    for _, item in reading.used:
        if item.value > MOST_SEARCHED:
            raise DomainError(
                f"{item.letter}: theorems in a row are searched for values up to "
                f"{exact_or_scientific(MOST_SEARCHED)}, but got "
                f"{exact_or_scientific(item.value):.60}; give a smaller one"
            )


def _implying_routes(library: tuple[Theorem, ...], question: Question) -> list[Route]:
    """Return the routes to privacy that hold at a given value without using it."""
    found = []
    for route in find_routes(library, PRIVACY):
        implied = {item.name for item in interpret(route.theorem, question).implied}
        if implied and answers_to(route.theorem, {*question.names} - implied):
            found.append(route)
    return found


# --- the order ---------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def allowances(library: tuple[Theorem, ...]) -> frozenset[str]:
    """Return the names of quantities that only limit a question, so that less may be used."""
    return frozenset(
        name
        for theorem in library
        for symbol in theorem.quantities.values()
        if symbol.is_allowance
        for name in symbol.typed_names
    )


# --- what fits ---------------------------------------------------------------------------------


def _fitting(
    library: tuple[Theorem, ...], question: Question, allowed: frozenset[str]
) -> list[Theorem]:
    return [
        theorem
        for theorem in library
        if theorem.role is Role.THEOREM and _mismatch(interpret(theorem, question), allowed) is None
    ]


def _check_limits(
    library: tuple[Theorem, ...], question: Question, allowed: frozenset[str]
) -> None:
    """Raise a DomainError for a limit outside of its domain, also where nothing uses it."""
    for item in question.given:
        if item.name in allowed:
            owner = next(theorem for theorem in library if item.name in theorem.names)
            in_domain(owner.names[item.name], item.value, item.letter)


def _mismatch(reading: Reading, allowed: frozenset[str]) -> str | None:
    """Return why a theorem does not fit the question, or None."""
    theorem = reading.theorem
    if theorem.conclusion.compared_as != ACCURACY_OF_ANSWERS:
        allowed = frozenset()  # one query is less than all that are within the limit
    if reading.unknown is None:
        return f"it has no {reading.question.letter}"
    unused = sorted(item.letter for item in reading.unused if item.name not in allowed)
    if unused and theorem.role not in (Role.BASELINE, Role.FLOOR):
        return f"it does not use {', '.join(unused)}"
    if theorem.is_doubtful and theorem.superseded_by is not None:
        return f"what is printed is wrong or incomplete; see {theorem.superseded_by}"
    if theorem.role is Role.LOWER_BOUND:
        return f"it is a lower bound or a construction; ask for it by --theorem {theorem.id}"
    return None


def _constrained(answer: Answer, reading: Reading) -> Answer:
    """Return an answer with what it does not use; an UnconstrainedError if every value works."""
    if answer.neighbour is None and answer.problem.end is None:
        why = unconstrained(answer.problem, Fraction(answer.value), answer.direction)
        if why is not None:
            letter = reading.question.letter
            raise UnconstrainedError(
                f"leaves {letter} open: {why}", subject=f"{answer.theorem.id} "
            )
    return _with_unused(answer, reading)


def _with_unused(answer: Answer, reading: Reading) -> Answer:
    """Return an answer that names the given values which it does not use."""
    return replace(
        answer,
        ignored=tuple(item.letter for item in reading.unused),
        implied=tuple(item.letter for item in reading.implied),
    )
