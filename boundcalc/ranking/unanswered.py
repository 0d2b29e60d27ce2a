"""Questions that nothing answers: the one error that helps most.

Main definitions
----------------
`Failure`: what was tried, and how each attempt ended.
`why_nothing`: the error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from boundcalc.cards.numbers import shown_number
from boundcalc.language.errors import (
    BoundError,
    DomainError,
    NoSolutionError,
    QuestionError,
    UnansweredError,
    UndecidedError,
)
from boundcalc.language.statements import Theorem
from boundcalc.questions.names import LETTERS_ELSEWHERE
from boundcalc.questions.questions import Question
from boundcalc.ranking.incomplete import (
    Alone,
    lacking,
    missing_count,
    with_example,
    with_notation,
)
from boundcalc.routes.solve import with_way_out
from boundcalc.routes.unanswered import almost_fitting, conflict, why_no_route
from boundcalc.solving.answers import Answer


class UnconstrainedError(QuestionError):
    """A question that every value answers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Failure:
    """A question without an answer.

    `fitting` are the theorems that use all that is given, but for what is `allowed` to be unused;
    `errors`, `baseline_errors` and `route_errors` say why they, the baselines and theorems in a row
    gave none; `alone` would answer at no cost; `baselines` are the answers of what is no theorem.
    """

    library: tuple[Theorem, ...]
    question: Question
    allowed: frozenset[str]
    fitting: Sequence[Theorem]
    errors: Sequence[BoundError]
    baseline_errors: Sequence[BoundError]
    route_errors: Sequence[BoundError]
    alone: Alone
    baselines: Sequence[Answer]


def why_nothing(failure: Failure) -> BoundError:
    """Return the error that helps most: a bad value, what is missing, no solution, what is open.

    Where something is missing, the error ends with a command that is complete.
    """
    question, library = failure.question, failure.library
    if failure.fitting and not question.given:
        return with_example(_incomplete(question, failure.fitting), library, question)
    is_open = failure.alone and question.given and not failure.route_errors
    if is_open:
        found = missing_count(library, failure.alone, question)
        if isinstance(found, QuestionError):
            return with_example(found, library, question)
        if found is not None:
            return found
    telling = _telling(failure)
    if telling is not None:
        return telling
    if is_open:
        found = with_notation(lacking(library, failure.alone, question), question)
        return with_example(found, library, question)
    if failure.route_errors:
        return _impassable(failure)

    almost = almost_fitting(library, question.names)
    if failure.fitting or almost:
        missing = _incomplete(question, [*failure.fitting, *almost])
        return with_example(with_notation(missing, question), library, question)
    return with_notation(_unrelated(failure), question)


def _telling(failure: Failure) -> BoundError | None:
    """Return the error of a theorem that has all it needs, and finds nothing."""
    bad = [error for error in failure.errors if isinstance(error, DomainError)]
    if bad:
        return with_way_out(failure.library, bad[0])
    unanswered = [error for error in failure.errors if isinstance(error, UnansweredError)]
    if unanswered:
        return _nearest([*unanswered, *_unanswered_baselines(failure)])
    return next((error for error in failure.errors if isinstance(error, UnconstrainedError)), None)


def _unanswered_baselines(failure: Failure) -> list[UnansweredError]:
    return [error for error in failure.baseline_errors if isinstance(error, NoSolutionError)]


def _nearest(errors: Sequence[UnansweredError]) -> UnansweredError:
    """Return the error that says most about the question.

    A theorem that applies, and of which no value works, says more than one whose own limits are not
    met; of several the one that lacks least is told, where that is known.
    """
    searched = [error for error in errors if error.is_searched]
    for group in (searched, errors):
        known = [(error.shortfall, error) for error in group if error.shortfall is not None]
        if known:
            return min(known, key=lambda pair: pair[0])[1]
        if group:
            break
    certain = [error for error in errors if isinstance(error, NoSolutionError)]
    return (searched[-1:] or certain or list(errors))[0]


def _impassable(failure: Failure) -> BoundError:
    """Return the error of routes that fit and give nothing: a bad value, or choices in conflict."""
    errors = failure.route_errors
    bad = next((error for error in errors if isinstance(error, DomainError)), None)
    if bad is not None:
        return with_way_out(failure.library, bad)
    known = conflict(failure.library, failure.question)
    if known is not None or len(errors) == 1:
        return known or errors[0]
    unknown = failure.question.letter
    none = f"none of {len(errors)} routes was found to give {unknown}"
    values = ", ".join(
        f"{unknown} about {shown_number(Fraction(answer.value)).digits} by "
        f"{answer.theorem.id} ({answer.theorem.role.value})"
        for answer in failure.baselines
    )
    without = f"; to compare with, {values}" if values else ""
    limits = _unanswered_baselines(failure)
    if limits:
        return UndecidedError(f"{none}; the plainest way fails, too: {_nearest(limits)}{without}")
    return UndecidedError(f"{none}; weaken what is asked, or pin more{without}")


def _unrelated(failure: Failure) -> QuestionError:
    """Return the error of a question whose names no theorem has together."""
    library, question = failure.library, failure.question
    unknown, *names = question.names
    why = why_no_route(library, unknown, [name for name in names if name not in failure.allowed])
    reason = f": {why}" if why is not None else ""
    close = [theorem for theorem in library if unknown in theorem.names]
    hint = ""
    if close:
        best = min(close, key=lambda theorem: sum(name not in theorem.names for name in names))
        typed = {
            best.names[name].name: letter
            for name, letter in zip(question.names, question.letters, strict=True)
            if name in best.names
        }
        uses = ", ".join(typed.get(name, name) for name in best.quantities)
        hint = f"; the closest, {best.id}, uses {uses}"
    together = ", ".join(question.letters[1:]) or "nothing"
    elsewhere = "".join(
        f"; {LETTERS_ELSEWHERE[n]}" for n in question.names if n in LETTERS_ELSEWHERE
    )
    return QuestionError(
        f"no theorem relates {question.letter} to all of {together}{reason}{elsewhere or hint}"
    )


def _incomplete(question: Question, fitting: Sequence[Theorem]) -> QuestionError:
    """Return the error that says what to add: what most theorems that fit ask for."""
    asked = set(question.names)
    needs: dict[tuple[str, ...], list[str]] = {}
    for theorem in fitting:
        concluded = theorem.conclusion.expressions().values()
        missing = tuple(
            symbol.name
            for symbol in theorem.quantities.values()
            if not (symbol.is_chosen and symbol not in concluded)
            and not asked.intersection(symbol.typed_names)
        )
        if missing:
            needs.setdefault(missing, []).append(theorem.id)
    common = sorted(needs.items(), key=lambda item: (-len(item[1]), len(item[0])))[:3]
    ways = " or ".join(f"{', '.join(names)} ({ids[0]})" for names, ids in common)
    return QuestionError(
        f"too little is given to ask for {question.letter}; "
        f"add {ways or 'the quantities of a theorem'}"
    )
