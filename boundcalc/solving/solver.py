"""Solving: which value of a quantity suffices, by which theorem, and what shows it.

Main definitions
----------------
`solve_theorem`: one theorem, one unknown.
`rank`: every theorem that can answer, the best first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from boundcalc.language.errors import (
    BoundError,
    DomainError,
    NoSolutionError,
    QuestionError,
    UndecidedError,
)
from boundcalc.language.numbers import decimal_text, read_rational
from boundcalc.language.statements import Role, Theorem
from boundcalc.solving.answers import Answer, Direction, Ranking, Refusal
from boundcalc.solving.choose import preferred_direction
from boundcalc.solving.evidence import (
    check_constraints,
    explain_empty,
    explain_fixed,
    neighbour_of,
    witness_texts,
)
from boundcalc.solving.formulas import binding_path, branches_of, closed_bound, rounded
from boundcalc.solving.questions import Question, check_value, find_symbol, plain_name, pose
from boundcalc.solving.reduction import Reduction, reduce_question
from boundcalc.solving.univariate import (
    Component,
    FeasibleSet,
    feasible_set,
    is_search_limit,
    search_ends,
)
from boundcalc.solving.witness import Witness, find_witness


def solve_theorem(theorem: Theorem, unknown: str, given: Mapping[str, Any]) -> Answer:
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

    Returns
    -------
    Answer
        `value` satisfies every constraint at the witness, proved in interval arithmetic; the
        neighbour beyond it is proved to fail, or `optimality` says that this is not known.

    Raises
    ------
    QuestionError, DomainError
        If the question is not well formed.
    NoSolutionError
        If no value works; the message names the constraint that cannot hold.
    UndecidedError
        If the search ended without a certified value.
    """
    question = pose(theorem, unknown, given)
    explain_fixed(question)
    reduction = reduce_question(question)
    witness = find_witness(reduction)
    feasible = feasible_set(
        reduction.condition,
        question.unknown.name,
        question.unknown.domain,
        {**question.given, **witness.chosen},
    )
    if not feasible.components:
        raise explain_empty(reduction, witness.chosen, is_complete=feasible.is_complete)
    component, direction = _best_component(question, feasible)
    value = component.lower if direction is Direction.LEAST else component.upper
    if is_search_limit(question.unknown.domain, value):
        raise _unbounded(question, direction)
    return _answer(question, reduction, witness, feasible, component, direction, value)


def _best_component(question: Question, feasible: FeasibleSet) -> tuple[Component, Direction]:
    """Return the interval and the end of it that answer the question."""
    first, last = search_ends(question.unknown.domain)
    lowest, highest = feasible.components[0], feasible.components[-1]
    reaches_bottom, reaches_top = lowest.lower == first, highest.upper == last
    direction = preferred_direction(question.theorem, question.unknown)
    if reaches_top and not reaches_bottom:
        direction = Direction.LEAST
    elif reaches_bottom and not reaches_top:
        direction = Direction.GREATEST
    return (lowest if direction is Direction.LEAST else highest), direction


def _unbounded(question: Question, direction: Direction) -> NoSolutionError:
    name, word = question.unknown.name, direction.value
    free = ", ".join(symbol.name for symbol in question.free)
    remedy = f"pin {free}" if free else "ask for another quantity"
    return NoSolutionError(
        f"solve: {question.theorem.id} sets no {word} {name}: values up to the end of its domain, "
        f"{question.unknown.domain}, work; {remedy}"
    )


def _answer(
    question: Question,
    reduction: Reduction,
    witness: Witness,
    feasible: FeasibleSet,
    component: Component,
    direction: Direction,
    value: Fraction,
) -> Answer:
    theorem = question.theorem
    point = witness.complete(reduction, value)
    checks = check_constraints(question, point)
    if not all(check.holds for check in checks):
        failed = next(check for check in checks if not check.holds)
        raise UndecidedError(
            f"solve: {theorem.id}: could not certify {failed.printed} at "
            f"{question.unknown.name} = {decimal_text(value)}; pin the free parameters"
        )
    neighbour, optimality = neighbour_of(
        reduction, witness, component, direction, value, is_complete=feasible.is_complete
    )
    bound = closed_bound(reduction, direction, value)
    formula = bound
    if bound is not None and question.unknown.domain.integer:
        formula = rounded(bound, direction)
    return Answer(
        theorem=theorem,
        route=(theorem.id,),
        unknown=question.unknown,
        given=question.given,
        value=value,
        direction=direction,
        formula=formula,
        witness=witness_texts(question, point),
        binding=_binding(theorem, question, neighbour.fails if neighbour else "", bound),
        branches=() if bound is None else branches_of(reduction, bound, direction),
        checks=checks,
        certified=not theorem.is_doubtful,
        neighbour=neighbour,
        optimality=optimality,
        feasible=_feasible_text(question, feasible),
        doubts=tuple(f"{remark.defect.value}: {remark.text}" for remark in theorem.remarks),
    )


def _binding(theorem: Theorem, question: Question, fails: str, bound: Any) -> str:
    head = fails.split(" fails", 1)[0] if fails else f"the domain of {question.unknown.name}"
    path = [] if bound is None else binding_path(theorem, bound, question.given)
    return f"{head}, through {' and then '.join(path)}" if path and fails else head


def _feasible_text(question: Question, feasible: FeasibleSet) -> str:
    first, last = search_ends(question.unknown.domain)
    parts = []
    for component in feasible.components:
        low = "..." if component.lower == first else decimal_text(component.lower)
        high = "..." if component.upper == last else decimal_text(component.upper)
        parts.append(f"[{low}, {high}]")
    text = " and ".join(parts)
    if len(parts) > 1:
        text = f"not an interval: {text}"
    return text if feasible.is_complete else f"{text}; some of the domain could not be decided"


# --- all theorems ------------------------------------------------------------------------------


def rank(theorems: Iterable[Theorem], unknown: str, given: Mapping[str, Any]) -> Ranking:
    """Return the answers of all theorems that can answer, the best first, then the baselines.

    A theorem can answer if the unknown is among its quantities and it uses every given quantity;
    a baseline may ignore some.
    A theorem that is false as printed is left out if its correction is in the library.

    Raises
    ------
    QuestionError
        If no theorem fits the question.
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
    if not any(answer.theorem.role is Role.THEOREM for answer in answers):
        raise _nothing(unknown, given, errors, library)
    answers.sort(key=_rank_key)
    return Ranking(
        unknown=unknown,
        given={name: str(value) for name, value in given.items()},
        answers=tuple(answers),
        refused=tuple(refused),
    )


def _rank_key(answer: Answer) -> tuple[bool, bool, bool, Fraction]:
    sign = 1 if answer.direction is Direction.LEAST else -1
    is_floor = answer.theorem.role is Role.FLOOR
    return answer.is_baseline, is_floor, not answer.certified, sign * answer.value


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
                f"solve: no theorem has a quantity {name!r:.60}; see 'boundcalc list' for those "
                "that exist"
            )
    _check_numbers(library, (unknown, *given), given)
    if plain_name(unknown) in {plain_name(name) for name in given}:
        raise QuestionError(
            f"solve: {unknown} is asked for and also given; leave one of the two out"
        )


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
    if unused and theorem.role is Role.THEOREM:
        return f"it does not use {', '.join(unused)}"
    if theorem.is_doubtful and theorem.superseded_by is not None:
        return f"what is printed is wrong or incomplete; see {theorem.superseded_by}"
    return None


def _solve_ignoring(theorem: Theorem, unknown: str, given: Mapping[str, Any]) -> Answer:
    names = _names_of(theorem)
    used = {name: value for name, value in given.items() if plain_name(name) in names}
    answer = solve_theorem(theorem, unknown, used)
    ignored = tuple(name for name in given if name not in used)
    return _with_ignored(answer, ignored) if ignored else answer


def _with_ignored(answer: Answer, ignored: tuple[str, ...]) -> Answer:
    from dataclasses import replace

    return replace(answer, ignored=ignored)


def _nothing(
    unknown: str, given: Mapping[str, Any], errors: list[BoundError], library: tuple[Theorem, ...]
) -> BoundError:
    """Return the error that helps most: a bad value, then no solution, then what is missing."""
    for kind in (DomainError, NoSolutionError, UndecidedError, QuestionError):
        for error in errors:
            if isinstance(error, kind):
                return error
    close = [theorem for theorem in library if plain_name(unknown) in _names_of(theorem)]
    hint = ""
    if close:
        best = min(close, key=lambda theorem: sum(name not in _names_of(theorem) for name in given))
        hint = f"; the closest, {best.id}, uses {', '.join(best.quantities)}"
    return QuestionError(
        f"solve: no theorem relates {unknown} to all of {', '.join(given) or 'nothing'}{hint}"
    )
