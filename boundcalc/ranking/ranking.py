"""Ranking: every theorem that can answer a question, in groups of answers that are comparable.

Main definitions
----------------
`rank`: the answers, the best certified one first, and why the other theorems were refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from boundcalc.cards.cards import short_number
from boundcalc.language.errors import (
    BoundError,
    DomainError,
    NoSolutionError,
    QuestionError,
    UndecidedError,
)
from boundcalc.language.expressions import Symbol
from boundcalc.language.guarantees import ACCURACY_OF_ANSWERS
from boundcalc.language.numbers import read_rational
from boundcalc.language.statements import Role, Status, Theorem
from boundcalc.questions.outcomes import Beyond, Direction
from boundcalc.questions.questions import check_value, find_symbol, plain_name, pose
from boundcalc.questions.readings import borrowed, implied, too_long
from boundcalc.ranking.incomplete import lacking, open_cost, why_not_alone
from boundcalc.solving.answers import Answer, LeftAside, Ranking, Refusal
from boundcalc.solving.conclusions import unconstrained
from boundcalc.solving.solver import solve_theorem

if TYPE_CHECKING:
    from boundcalc.routes.search import Route

Alone = list[tuple[Theorem, tuple[Symbol, ...]]]  # what answers at no cost: its open parameters
_ORDER = (Role.THEOREM, Role.BASELINE, Role.FLOOR)


def rank(
    theorems: Iterable[Theorem],
    unknown: str,
    given: Mapping[str, Any],
    *,
    solve: Callable[[Route, str, Mapping[str, Any]], Answer] | None = None,
    is_published: bool = False,
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
    question as the notation does; then in the order of the library, and where only the algorithm
    reads a letter differently, as the size of its noise, what is proved to be best before what is
    not, and then the one that asks for most, so that the first answer is on the safe side.
    Within a group come, in this order,

    1. what says something before what is vacuous,
    2. what answers the question before baselines that ignore a part of it, and floors last,
    3. what is certified before what is doubtful as printed,
    4. the better value,
    5. at the same value, theorems before baselines, and published statements before sharper ones.

    `solve` answers for routes; `solve_route` unless another one is given.

    Raises
    ------
    QuestionError
        If no theorem fits the question, or all that fit leave the unknown open.
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
    alone: Alone = []
    allowed = allowances(library)
    for theorem in library:
        why = _mismatch(theorem, unknown, given, allowed)
        why = why or too_long(theorem, unknown, given) or None
        if why is None:
            try:
                costly = open_cost(theorem, unknown, _used(theorem, given))
                if costly or theorem.counted_by:
                    alone.append((theorem, costly))
                    refused.append(Refusal(theorem=theorem, why=why_not_alone(theorem, costly)))
                    continue
                answers.append(_solve_ignoring(theorem, unknown, given))
                continue
            except BoundError as error:
                why = str(error)
                if theorem.role is Role.THEOREM:
                    errors.append(error)
        refused.append(Refusal(theorem=theorem, why=why))
    found, impassable, route_errors, costly_routes = _by_routes(library, unknown, given, solve)
    alone += costly_routes
    answers += found
    refused += impassable
    if not any(answer.theorem.role is Role.THEOREM for answer in answers):
        if alone and given and not route_errors:
            raise lacking(library, alone, unknown, given)
        raise _nothing(unknown, given, errors, library, route_errors, answers)
    bad = next((error for error in errors if isinstance(error, DomainError)), None)
    if bad is not None and all(answer.vacuous or answer.ignored for answer in answers):
        raise bad  # of what uses all that is given
    answers, outdone = _without_outdone(answers)
    return Ranking(
        unknown=unknown,
        given={name: str(value) for name, value in given.items()},
        answers=tuple(_in_groups(answers, (unknown, *given), allowed)),
        refused=(*refused, *outdone),
        left_aside=find_left_aside(library, unknown, given),
    )


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
) -> tuple[list[Answer], list[Refusal], list[BoundError], Alone]:
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
            answer = (solve or solve_route)(route, unknown, used)
            answers.append(replace(answer, ignored=spare, implied=met))
        except QuestionError:  # what fits can only be asked twice or given twice
            raise
        except BoundError as error:
            errors.append(error)
            refused.append(Refusal(theorem=theorem, why=str(error)))
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


def _in_groups(
    answers: list[Answer], names: tuple[str, ...], allowed: frozenset[str]
) -> list[Answer]:
    groups: dict[object, list[Answer]] = {}
    for answer in answers:
        groups.setdefault(answer.kind, []).append(answer)
    ordered = [
        sorted(group, key=lambda answer: _place(answer, allowed)) for group in groups.values()
    ]
    families = list(dict.fromkeys(_family(group[0]) for group in ordered))

    def place_of_group(group: list[Answer]) -> tuple[bool, int, int, int, int, Fraction]:
        first = _place(group[0], allowed)
        family = families.index(_family(group[0]))
        letters = len(borrowed(group[0].theorem, names))
        return (*first[:2], letters, family, _openness(group[0]), -first[3])

    ordered.sort(key=place_of_group)
    return [answer for group in ordered for answer in group]


def _openness(answer: Answer) -> int:
    """Return how much is open of whether better values work: 0, 1 or 2 for none, some and all."""
    if answer.neighbour is None:
        return 2
    return 0 if answer.beyond is Beyond.ALL else 1


def _family(answer: Answer) -> tuple[str, str, Direction]:
    """Return the kind of an answer, however its algorithm reads a letter of the question."""
    conclusion = answer.theorem.conclusion
    return conclusion.compared_as, conclusion.scope, answer.direction


def _place(answer: Answer, allowed: frozenset[str]) -> tuple[bool, int, bool, Fraction, int, bool]:
    sign = 1 if answer.direction is Direction.LEAST else -1
    role = _ORDER.index(answer.theorem.role)
    is_full = {plain_name(name) for name in answer.ignored} <= allowed
    return (
        bool(answer.vacuous),
        0 if answer.theorem.role is Role.BASELINE and is_full else role,
        not answer.certified,
        sign * Fraction(answer.value),
        role,
        answer.theorem.status is Status.SHARPENED,
    )


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


def _without_outdone(answers: list[Answer]) -> tuple[list[Answer], list[Refusal]]:
    """Leave out a baseline or floor that ignores more of the question than another one."""
    kept, outdone = [], []
    for answer in answers:
        if answer.theorem.role is Role.THEOREM:
            kept.append(answer)
            continue
        better = [
            other.theorem.id
            for other in answers
            if other.theorem.role is answer.theorem.role
            and set(other.ignored) < set(answer.ignored)
        ]
        if better:
            names = ", ".join(answer.ignored)
            why = f"it does not use {names}; {better[0]} uses more of the question"
            outdone.append(Refusal(theorem=answer.theorem, why=why))
        else:
            kept.append(answer)
    return kept, outdone


# --- what fits ---------------------------------------------------------------------------------


def _names_of(theorem: Theorem) -> set[str]:
    return set(theorem.names)


def _check_names(library: tuple[Theorem, ...], unknown: str, given: Mapping[str, Any]) -> None:
    known = set().union(*(_names_of(theorem) for theorem in library))
    known |= {item.symbol.name for theorem in library for item in theorem.definitions}
    for name in (unknown, *given):
        if plain_name(name) not in known:
            raise QuestionError(
                f"no theorem has a quantity {name!r:.60}; see 'boundcalc list' for those that exist"
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


def _solve_ignoring(theorem: Theorem, unknown: str, given: Mapping[str, Any]) -> Answer:
    used = _used(theorem, given)
    answer = solve_theorem(theorem, unknown, used)
    if answer.neighbour is None:
        why = unconstrained(pose(theorem, unknown, used), Fraction(answer.value), answer.direction)
        if why:
            raise _UnconstrainedError(f"{theorem.id} leaves {unknown} open: {why}")
    met = implied(theorem, given)
    ignored = tuple(name for name in given if name not in used and name not in met)
    return replace(answer, ignored=ignored, implied=met) if ignored or met else answer


class _UnconstrainedError(QuestionError):
    """A question that every value answers."""


def _nothing(
    unknown: str,
    given: Mapping[str, Any],
    errors: list[BoundError],
    library: tuple[Theorem, ...],
    route_errors: list[BoundError],
    baselines: list[Answer],
) -> BoundError:
    """Return the error that helps most: a bad value, no solution, what is open, what is missing."""
    fitting = [
        theorem
        for theorem in library
        if theorem.role is Role.THEOREM
        and _mismatch(theorem, unknown, given, allowances(library)) is None
    ]
    if fitting and not given:
        return _incomplete(unknown, given, fitting)
    kinds = (DomainError, NoSolutionError, UndecidedError, _UnconstrainedError)
    for kind in kinds:
        found = [error for error in errors if isinstance(error, kind)]
        if found:
            return _nearest(found)
    if route_errors:
        return _impassable(unknown, given, library, route_errors, baselines)
    from boundcalc.routes.unanswered import almost_fitting, why_no_route

    if fitting:
        return _incomplete(unknown, given, fitting + almost_fitting(library, unknown, given))
    allowed = allowances(library)
    names = [plain_name(name) for name in given if plain_name(name) not in allowed]
    why = why_no_route(library, plain_name(unknown), names)
    reason = f": {why}" if why is not None else ""
    close = [theorem for theorem in library if plain_name(unknown) in _names_of(theorem)]
    hint = ""
    if close:
        best = min(close, key=lambda theorem: sum(name not in _names_of(theorem) for name in given))
        hint = f"; the closest, {best.id}, uses {', '.join(best.quantities)}"
    together = ", ".join(given) or "nothing"
    return QuestionError(f"no theorem relates {unknown} to all of {together}{reason}{hint}")


def _nearest(errors: Sequence[BoundError]) -> BoundError:
    """Return the error of the theorem that lacks least, or the first where none says how much."""
    lacking = [
        (error.shortfall, error)
        for error in errors
        if isinstance(error, NoSolutionError) and error.shortfall is not None
    ]
    return min(lacking, key=lambda pair: pair[0])[1] if lacking else errors[0]


def _impassable(
    unknown: str,
    given: Mapping[str, Any],
    library: tuple[Theorem, ...],
    errors: list[BoundError],
    baselines: list[Answer],
) -> BoundError:
    """Return the error of routes that fit and give nothing: a bad value, or choices in conflict."""
    from boundcalc.routes.unanswered import conflict

    bad = next((error for error in errors if isinstance(error, DomainError)), None)
    known = bad or conflict(library, unknown, given)
    if known is not None or len(errors) == 1:
        return known or errors[0]

    values = ", ".join(
        f"{unknown} about {short_number(Fraction(answer.value)).removeprefix('≈ ')} by "
        f"{answer.theorem.id} ({answer.theorem.role.value})"
        for answer in _without_outdone(baselines)[0]
    )
    without = f"; to compare with, {values}" if values else ""
    return UndecidedError(
        f"none of {len(errors)} routes was found to give {unknown}; weaken what is asked, or pin "
        f"more{without}"
    )


def _incomplete(unknown: str, given: Mapping[str, Any], fitting: list[Theorem]) -> QuestionError:
    """Return the error that says what to add: what most theorems that fit ask for."""
    asked = {plain_name(name) for name in (unknown, *given)}
    needs: dict[tuple[str, ...], list[str]] = {}
    for theorem in fitting:
        missing = tuple(
            symbol.name
            for symbol in theorem.quantities.values()
            if not symbol.is_chosen and not asked & {symbol.name, *symbol.aliases}
        )
        if missing:
            needs.setdefault(missing, []).append(theorem.id)
    common = sorted(needs.items(), key=lambda item: (-len(item[1]), len(item[0])))[:3]
    ways = " or ".join(f"{', '.join(names)} ({ids[0]})" for names, ids in common)
    return QuestionError(
        f"too little is given to ask for {unknown}; add {ways or 'the quantities of a theorem'}"
    )
