"""Limits from below beside an answer: where some way of answering is certified to fail.

Main definitions
----------------
`lower_limits`: the limits for a question about n, tau or m, at accuracy tau of all m answers.
`with_lower_limits`: a ranking with them.
`limits_over`: the same at each value of one quantity.
`way_of`: which way of answering a theorem limits.

Conventions
-----------
A limit is about answers that are made as the premise of its theorem says, and about nothing else:
another algorithm may do with fewer records.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from boundcalc.finite.lower_bounds.inverted import accuracy_that_fails, queries_that_fail
from boundcalc.finite.lower_bounds.limits import MOST_QUERIES, limits_below
from boundcalc.language.errors import NoSolutionError, UnansweredError
from boundcalc.language.interactions import AnswersFail, ExactAnswers, GaussianNoise
from boundcalc.language.statements import Theorem
from boundcalc.questions.questions import Question
from boundcalc.solving.answers import LowerLimit, Ranking

_ASKED = {"n", "tau", "beta", "m"}
_QUERIES = {"k": "m"}  # another name of their number
_HALF = Fraction(1, 2)
_WAYS = (
    (GaussianNoise, "noise", "Gaussian noise of any one scale"),
    (ExactAnswers, "exact", "exact answers"),
)


def lower_limits(theorems: Iterable[Theorem], question: Question) -> tuple[LowerLimit, ...]:
    """Return the limits that the library has for a question; none where it is another question.

    Parameters
    ----------
    theorems : iterable of Theorem
        The library; a limit is given where it has a theorem that concludes `AnswersFail` from the
        premise of that way of answering.
    question : Question
        Limits are given for n, tau and m (or k), for the latter two of Gaussian noise alone, where
        the others of these and beta are given, and nothing else.
    """
    asked, *names = (_QUERIES.get(name, name) for name in question.names)
    if asked == "beta" or {asked, *names} != _ASKED or len(names) != len(_ASKED) - 1:
        return ()
    values = dict(zip(names, (item.value for item in question.given), strict=True))
    records = [
        (what, way, theorem)
        for kind, what, way in _WAYS
        for theorem in theorems
        if isinstance(theorem.conclusion, AnswersFail)
        and any(isinstance(premise, kind) for premise in theorem.premises)
    ]
    if not records or not _are_possible(values):
        return ()
    found = _found(asked, values)
    return tuple(
        LowerLimit(theorem=theorem, way=way, value=found[what], quantity=asked)
        for what, way, theorem in records
        if found.get(what)
    )


def with_lower_limits(ranking: Ranking, theorems: Iterable[Theorem]) -> Ranking:
    """Return a ranking with the limits from below for its question.

    What the best answer does not use of the question leaves it as it is.
    """
    spare = [item.name for item in ranking.question.given if item.letter in ranking.best.ignored]
    found = lower_limits(theorems, ranking.question.without(*spare))
    return replace(ranking, limits_below=found) if found else ranking


def with_limit_told(
    error: UnansweredError, theorems: Iterable[Theorem], question: Question
) -> UnansweredError:
    """Return the error of a question for a scale of noise, with the limit that forbids every scale.

    Other errors, and those of more records than the limit, are returned as they are.
    """
    records = next((item.value for item in question.given if item.name == "n"), None)
    if question.unknown != "sigma" or records is None:
        return error
    for limit in lower_limits(theorems, question.asking("n")):
        is_noise = any(isinstance(item, GaussianNoise) for item in limit.theorem.premises)
        if is_noise and records <= limit.value:
            return NoSolutionError(
                f"{error}; up to n = {limit.value} {limit.way} is certified to fail against one "
                "analyst"
            )
    return error


def limits_over(
    theorems: Iterable[Theorem], question: Question, values: Iterable[Fraction]
) -> tuple[tuple[LowerLimit, ...], ...]:
    """Return the limits on n at each value of one quantity; nothing where there are none at any."""
    if question.unknown != "n" or question.varying is None:
        return ()
    library, axis = tuple(theorems), question.varying.name
    found = tuple(lower_limits(library, question.at(axis, value)) for value in values)
    return found if any(found) else ()


def way_of(theorem: Theorem) -> str:
    """Return the way of answering that a theorem limits, in words; empty where it limits none."""
    if not isinstance(theorem.conclusion, AnswersFail):
        return ""
    return next(
        (
            way
            for kind, _, way in _WAYS
            if any(isinstance(premise, kind) for premise in theorem.premises)
        ),
        "",
    )


def _are_possible(values: Mapping[str, Fraction]) -> bool:
    """Return whether values are such that the functions know limits."""
    counts = {"n": (1, None), "m": (2, MOST_QUERIES)}
    ends = {"tau": _HALF, "beta": Fraction(1)}
    for name, value in values.items():
        if name in ends and not 0 < value < ends[name]:
            return False
        least, most = counts.get(name, (None, None))
        if least is not None and (value.denominator != 1 or value < least):
            return False
        if most is not None and value > most:
            return False
    return True


def _found(asked: str, values: Mapping[str, Fraction]) -> dict[str, int | Fraction]:
    """Return, for each way of answering, the value of what is asked at which it fails."""
    if asked == "n":
        limits = limits_below(int(values["m"]), values["tau"], values["beta"])
        return {"noise": limits.noise, "exact": limits.exact}

    n, beta = int(values["n"]), values["beta"]
    if asked == "m":
        return {"noise": queries_that_fail(n, values["tau"], beta)}
    return {"noise": accuracy_that_fails(n, int(values["m"]), beta)}
