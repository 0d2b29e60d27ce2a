"""Limits from below beside an answer: up to which n some way of answering is certified to fail.

Main definitions
----------------
`lower_limits`: the limits for a question about n, at accuracy tau of all m answers.
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
from typing import Any

from boundcalc.language.errors import BoundError
from boundcalc.language.interactions import AnswersFail, ExactAnswers, GaussianNoise
from boundcalc.language.numbers import read_rational
from boundcalc.language.statements import Theorem
from boundcalc.solving.answers import LowerLimit, Ranking
from boundcalc.solving.questions import plain_name

_ASKED = {"tau", "beta", "m"}
_HALF = Fraction(1, 2)
_WAYS = (
    (GaussianNoise, "noise", "Gaussian noise of any one scale"),
    (ExactAnswers, "exact", "exact answers"),
)


def lower_limits(
    theorems: Iterable[Theorem], unknown: str, given: Mapping[str, Any]
) -> tuple[LowerLimit, ...]:
    """Return the limits that the library has for a question; none where it is another question.

    Parameters
    ----------
    theorems : iterable of Theorem
        The library; a limit is given where it has a theorem that concludes `AnswersFail` from the
        premise of that way of answering.
    unknown : str
        What is asked for; a limit is given for n alone.
    given : mapping
        Values by name; limits are given where they are tau, beta and m (or k), and nothing else.
    """
    names = {_name(name): value for name, value in given.items()}
    if plain_name(unknown) != "n" or set(names) != _ASKED or len(given) != len(_ASKED):
        return ()
    records = [
        (what, way, theorem)
        for kind, what, way in _WAYS
        for theorem in theorems
        if isinstance(theorem.conclusion, AnswersFail)
        and any(isinstance(premise, kind) for premise in theorem.premises)
    ]
    try:
        tau, beta, m = (read_rational(names[name], name=name) for name in ("tau", "beta", "m"))
    except BoundError:
        return ()
    return _limits(records, tau, beta, m)


def with_lower_limits(ranking: Ranking, theorems: Iterable[Theorem]) -> Ranking:
    """Return a ranking with the limits from below for its question.

    What the best answer does not use of the question leaves it as it is.
    """
    spare = ranking.best.ignored
    given = {name: value for name, value in ranking.given.items() if name not in spare}
    found = lower_limits(theorems, ranking.unknown, given)
    return replace(ranking, limits_below=found) if found else ranking


def limits_over(
    theorems: Iterable[Theorem],
    unknown: str,
    given: Mapping[str, Any],
    axis: str,
    values: Iterable[Any],
) -> tuple[tuple[LowerLimit, ...], ...]:
    """Return the limits at each value of one quantity; nothing where there are none at any."""
    library = tuple(theorems)
    found = tuple(lower_limits(library, unknown, {**given, axis: value}) for value in values)
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


def _name(name: str) -> str:
    plain = plain_name(name)
    return "m" if plain == "k" else plain


def _limits(
    records: list[tuple[str, str, Theorem]], tau: Fraction, beta: Fraction, m: Fraction
) -> tuple[LowerLimit, ...]:
    from boundcalc.finite.limits_below import MOST_QUERIES, limits_below

    is_whole = m.denominator == 1 and 2 <= m <= MOST_QUERIES
    if not records or not is_whole or not (0 < tau < _HALF and 0 < beta < 1):
        return ()
    found = limits_below(int(m), tau, beta)
    values = {"noise": found.noise, "exact": found.exact}
    return tuple(
        LowerLimit(theorem=theorem, way=way, value=values[what])
        for what, way, theorem in records
        if values[what] > 0
    )
