"""Which theorems and routes are the columns of a table, where none are named."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from boundcalc.language.errors import BoundError, NoSolutionError, UndecidedError
from boundcalc.language.statements import Status, Theorem
from boundcalc.questions.questions import read_question
from boundcalc.ranking.ranking import rank
from boundcalc.routes.series import series_solver
from boundcalc.solving.answers import Answer, Ranking

MOST_RANKED = 24  # points of a grid at which all ways are asked, each for some seconds


def comparable_theorems(
    library: Iterable[Theorem], unknown: str, grid: Mapping[str, Sequence[Fraction]]
) -> tuple[Theorem, ...]:
    """Return the theorems whose answers are comparable with the best one, at some point of a grid.

    They are the single theorems of the first group of the ranking at the first point, and whatever
    is the best, or the best published route, at any point; in a grid of more than `MOST_RANKED`
    points, at so many spread over it, its corners among them.

    Raises
    ------
    BoundError
        If no point has an answer, as `boundcalc.ranking.ranking.rank` at the first one.
    """
    failure: BoundError | None = None
    routes: dict[str, Theorem] = {}
    single: dict[str, Theorem] = {}
    for ranking in _rankings(tuple(library), unknown, grid):
        if isinstance(ranking, BoundError):
            failure = failure or ranking
            continue
        group = ranking.groups[0]
        routes |= {answer.theorem.id: answer.theorem for answer in _best_routes(group)}
        alone = [answer.theorem for answer in group if len(answer.route) == 1]
        leads = [theorem for theorem in alone if theorem is group[0].theorem]
        single |= {theorem.id: theorem for theorem in (leads if single else alone)}
    if not routes and not single:
        assert failure is not None
        raise failure
    return (*routes.values(), *single.values())


def _rankings(
    library: tuple[Theorem, ...], unknown: str, grid: Mapping[str, Sequence[Fraction]]
) -> Iterator[Ranking | BoundError]:
    """Yield what is answered at points of a grid; along its longest axis, as a series."""
    points = {name: sorted(values) for name, values in _spread(grid).items()}
    axis = max(points, key=lambda name: len(points[name]), default="")
    rest = [name for name in points if name != axis]
    for place in product(*(points[name] for name in rest)):
        along = points.get(axis, [Fraction(0)])
        solve = series_solver(axis, along) if len(along) > 1 else None
        for value in along:
            given = {**dict(zip(rest, place, strict=True)), axis: value}
            question = read_question(unknown, {name: given[name] for name in grid}, library)
            try:
                yield rank(library, question, solve=solve)
            except (NoSolutionError, UndecidedError) as error:
                yield error


def _spread(grid: Mapping[str, Sequence[Fraction]]) -> dict[str, list[Fraction]]:
    """Return a grid of at most `MOST_RANKED` points, or of its corners where these are more."""
    counts = {name: len(values) for name, values in grid.items()}
    while math.prod(counts.values()) > MOST_RANKED and max(counts.values()) > 2:
        longest = max(counts, key=lambda name: counts[name])
        counts[longest] = min(counts[longest] - 1, MOST_RANKED)
    return {name: _some(values, counts[name]) for name, values in grid.items()}


def _some(values: Sequence[Fraction], count: int) -> list[Fraction]:
    """Return so many of the values, evenly spread by place, both ends among them."""
    if count == 1:
        return [values[0]]
    last = len(values) - 1
    return [values[place * last // (count - 1)] for place in range(count)]


def _best_routes(group: Sequence[Answer]) -> Iterator[Answer]:
    """Yield the best route of a group, and the best published one."""
    routes = [answer for answer in group if len(answer.route) > 1 and answer.certified]
    published = [answer for answer in routes if answer.theorem.status is not Status.SHARPENED]
    yield from routes[:1]
    yield from published[:1]
