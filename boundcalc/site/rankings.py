"""Rankings that were certified beforehand: every way to an answer at each point of a grid.

A library keeps such a grid as a file in its folder ``grids``, with the free parameters of each
answer, so that each number can be checked again without a search.

Main definitions
----------------
`RankingGrid`: the points of a grid, and the answers of each way there.
`ranked`: the answers of all ways at one point, as a grid keeps them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from boundcalc.language.errors import QuestionError
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.language.statements import Theorem
from boundcalc.problems.problems import Problem
from boundcalc.questions.questions import read_question
from boundcalc.ranking.ranking import rank
from boundcalc.routes.search import Route
from boundcalc.solving.answers import Answer

RouteSolver = Callable[[Route, Problem], Answer]


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """A certified value as an exact decimal, and the free parameters that it was certified with."""

    value: str
    free: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """A theorem or a route, the names of its free parameters, and its answers point by point.

    An answer is None where the way has none that says anything.
    """

    id: str
    names: tuple[str, ...]
    answers: tuple[KeptAnswer | None, ...]


@dataclass(frozen=True, slots=True)
class RankingGrid:
    """The answers of several ways over the product of some axes, the last axis fastest."""

    unknown: str
    axes: Mapping[str, tuple[str, ...]]
    ways: tuple[Way, ...]

    def points(self) -> Iterator[dict[str, str]]:
        """Yield the given values of each point."""
        for values in product(*self.axes.values()):
            yield dict(zip(self.axes, values, strict=True))


def ranked(
    theorems: tuple[Theorem, ...],
    unknown: str,
    given: Mapping[str, str],
    *,
    solve: RouteSolver | None = None,
) -> dict[str, tuple[tuple[str, ...], KeptAnswer]]:
    """Return, by id, the names of the free parameters and the answer of each way, the best first.

    What is not certified, and what says nothing, is left out. `solve` is as in
    `boundcalc.ranking.ranking.rank`.

    Raises
    ------
    QuestionError, DomainError, NoSolutionError
        As `boundcalc.solve`.
    """
    found = {}
    question = read_question(unknown, given, theorems)
    for answer in rank(theorems, question, solve=solve).groups[0]:
        if answer.certified and not answer.vacuous:
            texts = tuple(map(exact_or_scientific, answer.witness.values()))
            found[answer.theorem.id] = (tuple(answer.witness), KeptAnswer(answer.value_text, texts))
    return found


def grid_text(grid: RankingGrid) -> str:
    """Return a grid as JSON, a line for each series along its last axis."""
    length = len(tuple(grid.axes.values())[-1])
    head = {"unknown": grid.unknown, "axes": grid.axes}
    ways = [_way_text(way, length) for way in grid.ways]
    return json.dumps(head)[:-1] + ', "ways": [\n' + ",\n".join(ways) + "\n]}\n"


def _way_text(way: Way, length: int) -> str:
    cells = [None if item is None else " ".join((item.value, *item.free)) for item in way.answers]
    series = [json.dumps(cells[at : at + length]) for at in range(0, len(cells), length)]
    head = json.dumps({"id": way.id, "names": way.names})
    return head[:-1] + ', "series": [\n' + ",\n".join(series) + "\n]}"


def read_grid(text: str) -> RankingGrid:
    """Return the grid that `grid_text` wrote.

    Raises
    ------
    QuestionError
        If it is no such text.
    """
    try:
        data = json.loads(text)
        ways = tuple(_way(item) for item in data["ways"])
        axes = {name: tuple(values) for name, values in data["axes"].items()}
        grid = RankingGrid(data["unknown"], axes, ways)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise QuestionError(f"the grid of answers cannot be read ({error})") from error
    size = sum(1 for _ in grid.points())
    for way in ways:
        if len(way.answers) != size:
            raise QuestionError(f"{way.id}: {len(way.answers)} answers for a grid of {size} points")
    return grid


def _way(item: Mapping[str, Sequence[str]]) -> Way:
    cells = [cell for series in item["series"] for cell in series]
    return Way(str(item["id"]), tuple(item["names"]), tuple(map(_kept, cells)))


def _kept(cell: str | None) -> KeptAnswer | None:
    if cell is None:
        return None
    value, *free = cell.split()
    return KeptAnswer(value, tuple(free))
