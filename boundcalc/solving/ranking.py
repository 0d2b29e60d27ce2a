"""Ranking: every theorem that can answer a question, in groups of answers that are comparable.

Main definitions
----------------
`rank`: the answers, the published ones first, and why the other theorems were refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from boundcalc.language.errors import (
    BoundError,
    DomainError,
    NoSolutionError,
    QuestionError,
    UndecidedError,
)
from boundcalc.language.numbers import read_rational
from boundcalc.language.statements import Role, Status, Theorem
from boundcalc.solving.answers import Answer, Direction, LeftAside, Ranking, Refusal
from boundcalc.solving.meaning import unconstrained
from boundcalc.solving.questions import check_value, find_symbol, plain_name, pose
from boundcalc.solving.solver import solve_theorem

if TYPE_CHECKING:
    from boundcalc.solving.routes.search import Route

_ORDER = (Role.THEOREM, Role.BASELINE, Role.FLOOR)


def rank(
    theorems: Iterable[Theorem],
    unknown: str,
    given: Mapping[str, Any],
    *,
    solve: Callable[[Route, str, Mapping[str, Any]], Answer] | None = None,
) -> Ranking:
    """Return the answers of all theorems that can answer, group by group.

    A theorem can answer if the unknown is among its quantities and it uses every given quantity;
    a baseline or a floor may ignore some, unless another one of its kind ignores fewer.
    A theorem that is wrong or incomplete as printed is left out if its correction is in the
    library, a lower bound or a construction because it sizes nothing, and a theorem of which every
    value works because a free parameter can be chosen to suit it.
    Routes, theorems in a row, answer where they use every given quantity and need no other.

    Answers are compared within a group: the same type of conclusion, over the same inputs, in the
    same direction.
    Groups in which a theorem says something come first, then in the order of the library.
    Within a group come, in this order,

    1. what says something before what is vacuous,
    2. theorems before baselines, and baselines before floors,
    3. what is certified before what is doubtful as printed,
    4. published statements, as printed or corrected, before those that are sharpened here,
    5. the better value.

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
    library = tuple(theorems)
    _check_names(library, unknown, given)
    answers: list[Answer] = []
    refused: list[Refusal] = []
    errors: list[BoundError] = []
    for theorem in library:
        why = _mismatch(theorem, unknown, given)
        if why is None:
            try:
                answers.append(_solve_ignoring(theorem, unknown, given))
                continue
            except BoundError as error:
                why = str(error)
                if theorem.role is Role.THEOREM:
                    errors.append(error)
        refused.append(Refusal(theorem=theorem, why=why))
    found, impassable, route_errors = _by_routes(library, unknown, given, solve)
    answers += found
    refused += impassable
    if not any(answer.theorem.role is Role.THEOREM for answer in answers):
        raise _nothing(unknown, given, errors, library, route_errors, answers)
    answers, outdone = _without_outdone(answers)
    return Ranking(
        unknown=unknown,
        given={name: str(value) for name, value in given.items()},
        answers=tuple(_in_groups(answers)),
        refused=(*refused, *outdone),
        left_aside=find_left_aside(library, unknown, given),
    )


def find_left_aside(
    library: tuple[Theorem, ...], unknown: str, given: Mapping[str, Any]
) -> tuple[LeftAside, ...]:
    """Return the routes that are not asked because they lack a quantity that is given."""
    from boundcalc.solving.routes.search import routes_left_aside

    names = {plain_name(name): name for name in given}
    return tuple(
        LeftAside(theorem=route.theorem, lacks=tuple(names[name] for name in lacks))
        for route, lacks in routes_left_aside(library, plain_name(unknown), names)
    )


def _by_routes(
    library: tuple[Theorem, ...],
    unknown: str,
    given: Mapping[str, Any],
    solve: Callable[[Route, str, Mapping[str, Any]], Answer] | None,
) -> tuple[list[Answer], list[Refusal], list[BoundError]]:
    """Return the answers of theorems in a row, the rows that give none, and why."""
    from boundcalc.solving.routes.search import fitting_routes

    answers, refused, errors = [], [], []
    names = [plain_name(name) for name in given]
    routes = fitting_routes(library, plain_name(unknown), names)
    if routes:  # and not before, because it imports numpy
        from boundcalc.solving.routes.solve import solve_route
    for route in routes:
        try:
            answers.append((solve or solve_route)(route, unknown, given))
        except QuestionError:  # what fits can only be asked twice or given twice
            raise
        except BoundError as error:
            errors.append(error)
            refused.append(Refusal(theorem=route.theorem, why=str(error)))
    return answers, refused, errors


# --- the order ---------------------------------------------------------------------------------


def _in_groups(answers: list[Answer]) -> list[Answer]:
    groups: dict[object, list[Answer]] = {}
    for answer in answers:
        groups.setdefault(answer.kind, []).append(answer)
    ordered = [sorted(group, key=_place) for group in groups.values()]
    ordered.sort(key=lambda group: _place(group[0])[:2])
    return [answer for group in ordered for answer in group]


def _place(answer: Answer) -> tuple[bool, int, bool, bool, Fraction]:
    sign = 1 if answer.direction is Direction.LEAST else -1
    theorem = answer.theorem
    return (
        bool(answer.vacuous),
        _ORDER.index(theorem.role),
        not answer.certified,
        theorem.status is Status.SHARPENED,
        sign * Fraction(answer.value),
    )


def _without_outdone(answers: list[Answer]) -> tuple[list[Answer], list[Refusal]]:
    """Leave out a baseline that ignores more of the question than another one of its kind."""
    kept, outdone = [], []
    for answer in answers:
        better = [
            other.theorem.id
            for other in answers
            if (other.kind, other.theorem.role) == (answer.kind, answer.theorem.role)
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
    names = set(theorem.quantities)
    for symbol in theorem.quantities.values():
        names.update(symbol.aliases)
    return names


def _check_names(library: tuple[Theorem, ...], unknown: str, given: Mapping[str, Any]) -> None:
    known = set().union(*(_names_of(theorem) for theorem in library))
    known |= {item.symbol.name for theorem in library for item in theorem.definitions}
    for name in (unknown, *given):
        if plain_name(name) not in known:
            raise QuestionError(
                f"no theorem has a quantity {name!r:.60}; see 'boundcalc list' for those that exist"
            )
    _check_numbers(library, (unknown, *given), given)
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


def _mismatch(theorem: Theorem, unknown: str, given: Mapping[str, Any]) -> str | None:
    """Return why a theorem does not fit the question, or None."""
    names = _names_of(theorem)
    if plain_name(unknown) not in names:
        return f"it has no {unknown}"
    unused = sorted(name for name in given if plain_name(name) not in names)
    if unused and theorem.role not in (Role.BASELINE, Role.FLOOR):
        return f"it does not use {', '.join(unused)}"
    if theorem.is_doubtful and theorem.superseded_by is not None:
        return f"what is printed is wrong or incomplete; see {theorem.superseded_by}"
    if theorem.role is Role.LOWER_BOUND:
        return f"it is a lower bound or a construction; ask for it by --theorem {theorem.id}"
    return None


def _solve_ignoring(theorem: Theorem, unknown: str, given: Mapping[str, Any]) -> Answer:
    names = _names_of(theorem)
    used = {name: value for name, value in given.items() if plain_name(name) in names}
    answer = solve_theorem(theorem, unknown, used)
    if answer.neighbour is None:
        why = unconstrained(pose(theorem, unknown, used), Fraction(answer.value), answer.direction)
        if why:
            raise _UnconstrainedError(f"{theorem.id} leaves {unknown} open: {why}")
    ignored = tuple(name for name in given if name not in used)
    return replace(answer, ignored=ignored) if ignored else answer


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
        if theorem.role is Role.THEOREM and _mismatch(theorem, unknown, given) is None
    ]
    if fitting and not given:
        return _incomplete(unknown, given, fitting)
    kinds = (DomainError, NoSolutionError, UndecidedError, _UnconstrainedError)
    for kind in kinds:
        for error in errors:
            if isinstance(error, kind):
                return error
    if route_errors:
        return _impassable(unknown, given, library, route_errors, baselines)
    if fitting:
        return _incomplete(unknown, given, fitting)
    from boundcalc.solving.routes.missing import why_no_route

    why = why_no_route(library, plain_name(unknown), [plain_name(name) for name in given])
    reason = f": {why}" if why is not None else ""
    close = [theorem for theorem in library if plain_name(unknown) in _names_of(theorem)]
    hint = ""
    if close:
        best = min(close, key=lambda theorem: sum(name not in _names_of(theorem) for name in given))
        hint = f"; the closest, {best.id}, uses {', '.join(best.quantities)}"
    together = ", ".join(given) or "nothing"
    return QuestionError(f"no theorem relates {unknown} to all of {together}{reason}{hint}")


def _impassable(
    unknown: str,
    given: Mapping[str, Any],
    library: tuple[Theorem, ...],
    errors: list[BoundError],
    baselines: list[Answer],
) -> BoundError:
    """Return the error of routes that fit and give nothing: a bad value, or choices in conflict."""
    from boundcalc.solving.routes.missing import conflict

    bad = next((error for error in errors if isinstance(error, DomainError)), None)
    known = bad or conflict(library, unknown, given)
    if known is not None or len(errors) == 1:
        return known or errors[0]
    from boundcalc.solving.cards import short_number

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
