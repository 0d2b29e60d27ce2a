"""Ranking: every theorem that can answer a question, in groups of answers that are comparable.

Main definitions
----------------
`rank`: the answers, the best certified one first, and why the other theorems were refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from boundcalc.language.errors import (
    BoundError,
    DomainError,
    EndlessError,
    QuestionError,
)
from boundcalc.language.guarantees import ACCURACY_OF_ANSWERS
from boundcalc.language.numbers import read_rational
from boundcalc.language.statements import Role, Status, Theorem
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import pose
from boundcalc.problems.readings import implied, too_long
from boundcalc.questions.questions import check_value, find_symbol, plain_name
from boundcalc.ranking.ambiguity import other_meanings, two_meanings
from boundcalc.ranking.incomplete import OpenTheorem, open_cost, why_not_alone
from boundcalc.ranking.order import in_groups, without_outdone
from boundcalc.ranking.outright import outright
from boundcalc.ranking.unanswered import Failure, UnconstrainedError, why_nothing
from boundcalc.solving.answers import Answer, LeftAside, Ranking, Refusal
from boundcalc.solving.conclusions import unconstrained
from boundcalc.solving.solver import solve_theorem

if TYPE_CHECKING:
    from boundcalc.routes.search import Route


def rank(
    theorems: Iterable[Theorem],
    unknown: str,
    given: Mapping[str, Any],
    *,
    solve: Callable[[Route, str, Mapping[str, Any]], Answer] | None = None,
    is_published: bool = False,
    end: Direction | None = None,
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

    `solve` answers for routes; `solve_route` unless another one is given.
    `end` is the end of the unknown that is asked for; without it each theorem answers with the one
    that is worth more.

    Raises
    ------
    QuestionError
        If no theorem fits the question, or all that fit leave the unknown open, or a letter of it
        names two quantities.
    DomainError
        If a value is no number, or outside its domain for every theorem that fits.
    NoSolutionError
        If some theorem fits and none has a solution.
    """
    library = tuple(
        item for item in theorems if not is_published or item.status is not Status.SHARPENED
    )
    _check_names(library, unknown, given)
    answers: list[Answer] = []
    refused: list[Refusal] = []
    errors: list[BoundError] = []
    baseline_errors: list[BoundError] = []
    alone: list[OpenTheorem] = []
    allowed = allowances(library)
    for theorem in library:
        why = _mismatch(theorem, unknown, given, allowed)
        why = why or too_long(theorem, unknown, given) or None
        is_endless = False
        if why is None:
            try:
                costly = open_cost(theorem, unknown, _used(theorem, given))
                if costly or theorem.counted_by:
                    alone.append((theorem, costly))
                    refused.append(Refusal(theorem=theorem, why=why_not_alone(theorem, costly)))
                    continue
                answers.append(_solve_ignoring(theorem, unknown, given, end))
                continue
            except BoundError as error:
                why, is_endless = str(error), isinstance(error, EndlessError)
                if theorem.role is Role.THEOREM:
                    errors.append(error)
                elif theorem.role is Role.BASELINE:
                    baseline_errors.append(error)
        refused.append(Refusal(theorem=theorem, why=why, is_endless=is_endless))
    found, impassable, route_errors, costly_routes = _by_routes(library, unknown, given, solve, end)
    alone += costly_routes
    answers += found
    refused += impassable
    if not any(answer.theorem.role is Role.THEOREM for answer in answers):
        if end is not None and any(item.is_endless for item in refused):
            raise _endless(unknown, end)
        raise why_nothing(
            Failure(
                library=library,
                unknown=unknown,
                given=given,
                allowed=allowed,
                fitting=_fitting(library, unknown, given),
                errors=errors,
                baseline_errors=baseline_errors,
                route_errors=route_errors,
                alone=alone,
                baselines=without_outdone(answers)[0],
            )
        )
    bad = next((error for error in errors if isinstance(error, DomainError)), None)
    if bad is not None and all(map(_is_partial, answers)):
        raise bad  # of what uses all that is given
    answers, outdone = without_outdone(answers)
    ordered = in_groups(answers, (unknown, *given), allowed)
    unclear = two_meanings(ordered[0].theorem, alone, (unknown, *given))
    if unclear is not None:
        raise unclear
    return Ranking(
        unknown=unknown,
        given={name: str(value) for name, value in given.items()},
        answers=tuple(ordered),
        remarks=(
            *outright(_of_privacy(library), unknown, given, ordered[0]),
            *map(str, other_meanings(ordered[0].theorem, alone, (unknown, *given))),
        ),
        refused=(*refused, *outdone),
        left_aside=find_left_aside(library, unknown, given),
        end=end,
    )


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
    from boundcalc.routes.search import PRIVACY, find_routes

    yield from (route.theorem for route in find_routes(library, PRIVACY))


def find_left_aside(
    library: tuple[Theorem, ...], unknown: str, given: Mapping[str, Any]
) -> tuple[LeftAside, ...]:
    """Return the routes that are not asked because they lack a quantity that is given."""
    from boundcalc.routes.search import routes_left_aside

    allowed = allowances(library)
    names = {plain_name(name): name for name in given if plain_name(name) not in allowed}
    return tuple(
        LeftAside(theorem=route.theorem, lacks=tuple(names[name] for name in lacks))
        for route, lacks in routes_left_aside(library, plain_name(unknown), names)
    )


def _by_routes(
    library: tuple[Theorem, ...],
    unknown: str,
    given: Mapping[str, Any],
    solve: Callable[[Route, str, Mapping[str, Any]], Answer] | None,
    end: Direction | None,
) -> tuple[list[Answer], list[Refusal], list[BoundError], list[OpenTheorem]]:
    """Return the answers of theorems in a row, the rows that give none, why, and at what cost."""
    from boundcalc.routes.search import fitting_routes

    answers, refused, errors, alone = [], [], [], []
    limits = tuple(name for name in given if plain_name(name) in allowances(library))
    asked = {name: value for name, value in given.items() if name not in limits}
    names = [plain_name(name) for name in asked]
    routes = [
        *fitting_routes(library, plain_name(unknown), names, map(plain_name, limits)),
        *_implying_routes(library, plain_name(unknown), given),
    ]
    if routes:  # and not before, because it imports numpy
        from boundcalc.routes.solve import solve_route
    for route in routes:
        theorem = route.theorem
        met = implied(theorem, given)
        spare = tuple(name for name in limits if plain_name(name) not in theorem.names)
        if spare and theorem.conclusion.compared_as != ACCURACY_OF_ANSWERS:
            continue  # privacy of one answer is less than that of all within the limit
        used = {name: value for name, value in given.items() if name not in (*met, *spare)}
        try:
            why = too_long(theorem, unknown, given)
            costly = () if why else open_cost(theorem, unknown, used)
            if why or costly:
                why = why or why_not_alone(theorem, costly)
                refused.append(Refusal(theorem=theorem, why=why))
                alone += [(theorem, costly)] if costly else []
                continue
            answer = (solve or partial(solve_route, end=end))(route, unknown, used)
            answers.append(replace(answer, ignored=spare, implied=met))
        except QuestionError:  # what fits can only be asked twice or given twice
            raise
        except BoundError as error:
            errors.append(error)
            is_endless = isinstance(error, EndlessError)
            refused.append(Refusal(theorem=theorem, why=str(error), is_endless=is_endless))
    return answers, refused, errors, alone


def _implying_routes(
    library: tuple[Theorem, ...], unknown: str, given: Mapping[str, Any]
) -> list[Route]:
    """Return the routes to privacy that hold at a given value without using it."""
    from boundcalc.routes.search import PRIVACY, answers_to, find_routes

    found = []
    for route in find_routes(library, PRIVACY):
        met = implied(route.theorem, given)
        rest = {plain_name(name) for name in given if name not in met}
        if met and answers_to(route.theorem, {unknown, *rest}):
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
        for name in (symbol.name, *symbol.aliases)
    )


# --- what fits ---------------------------------------------------------------------------------


def _fitting(library: tuple[Theorem, ...], unknown: str, given: Mapping[str, Any]) -> list[Theorem]:
    return [
        theorem
        for theorem in library
        if theorem.role is Role.THEOREM
        and _mismatch(theorem, unknown, given, allowances(library)) is None
    ]


def _names_of(theorem: Theorem) -> set[str]:
    return set(theorem.names)


def _check_names(library: tuple[Theorem, ...], unknown: str, given: Mapping[str, Any]) -> None:
    known = set().union(*(_names_of(theorem) for theorem in library))
    known |= {item.symbol.name for theorem in library for item in theorem.definitions}
    for name in (unknown, *given):
        if plain_name(name) not in known:
            near = get_close_matches(plain_name(name).lower(), sorted(known), 1)
            meant = f"; did you mean {near[0]}?" if near else ""
            raise QuestionError(
                f"no theorem has a quantity {name!r:.60}{meant}; see 'boundcalc list' for those "
                "that exist"
            )
    _check_numbers(library, (unknown, *given), given)
    limits = [name for name in given if plain_name(name) in allowances(library)]
    for name in limits:  # also where nothing uses it
        owner = next(theorem for theorem in library if plain_name(name) in _names_of(theorem))
        check_value(find_symbol(owner, name), given[name], name)
    if plain_name(unknown) in {plain_name(name) for name in given}:
        raise QuestionError(f"{unknown} is asked for and also given; leave one of the two out")


def _check_numbers(
    library: tuple[Theorem, ...], names: tuple[str, ...], given: Mapping[str, Any]
) -> None:
    """Raise a DomainError for a value that is no number, with the domain most likely meant."""
    for name, value in given.items():
        try:
            read_rational(value, name=name)
        except DomainError:
            known = [item for item in library if plain_name(name) in _names_of(item)]
            if not known:
                raise
            fit = max(known, key=lambda item: sum(plain_name(n) in _names_of(item) for n in names))
            check_value(find_symbol(fit, name), value, name)


def _mismatch(
    theorem: Theorem, unknown: str, given: Mapping[str, Any], allowed: frozenset[str]
) -> str | None:
    """Return why a theorem does not fit the question, or None."""
    names = _names_of(theorem)
    if theorem.conclusion.compared_as != ACCURACY_OF_ANSWERS:
        allowed = frozenset()  # one query is less than all that are within the limit
    if plain_name(unknown) not in names:
        return f"it has no {unknown}"
    met = implied(theorem, given)
    unused = sorted(
        name
        for name in given
        if plain_name(name) not in names and plain_name(name) not in allowed and name not in met
    )
    if unused and theorem.role not in (Role.BASELINE, Role.FLOOR):
        return f"it does not use {', '.join(unused)}"
    if theorem.is_doubtful and theorem.superseded_by is not None:
        return f"what is printed is wrong or incomplete; see {theorem.superseded_by}"
    if theorem.role is Role.LOWER_BOUND:
        return f"it is a lower bound or a construction; ask for it by --theorem {theorem.id}"
    return None


def _used(theorem: Theorem, given: Mapping[str, Any]) -> dict[str, Any]:
    names = _names_of(theorem)
    return {name: value for name, value in given.items() if plain_name(name) in names}


def _solve_ignoring(
    theorem: Theorem, unknown: str, given: Mapping[str, Any], end: Direction | None
) -> Answer:
    used = _used(theorem, given)
    answer = solve_theorem(theorem, unknown, used, end=end)
    if answer.neighbour is None and end is None:
        why = unconstrained(pose(theorem, unknown, used), Fraction(answer.value), answer.direction)
        if why:
            raise UnconstrainedError(f"{theorem.id} leaves {unknown} open: {why}")
    met = implied(theorem, given)
    ignored = tuple(name for name in given if name not in used and name not in met)
    return replace(answer, ignored=ignored, implied=met) if ignored or met else answer
