"""The grid of rankings that the calculator page shows: made, and checked number by number.

Run ``python -m tests.rankings --write`` in the root of the repository to ask the library anew at
every point (some minutes), or with ``--missing`` for the points that are not kept yet.
``python -m tests.rankings`` checks all kept numbers without a search.
``python -m tests.rankings --limits`` writes the limits from below, which stand beside them, and
``python -m tests.rankings --tables`` the tables of the calculator page.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from boundcalc.calculator import sheet
from boundcalc.language.numbers import read_rational
from boundcalc.language.statements import Theorem
from boundcalc.library import load_library
from boundcalc.problems.problems import read_problem
from boundcalc.questions.grids import read_grid as read_axes
from boundcalc.questions.names import plain_name
from boundcalc.routes.rechecking import failures
from boundcalc.routes.search import Route, find_routes
from boundcalc.routes.series import series_solver
from boundcalc.sheets.columns import comparable_theorems
from boundcalc.sheets.forms import EMPTY
from boundcalc.site.rankings import KeptAnswer, RankingGrid, Way, grid_text, ranked, read_grid
from boundcalc.solving.evidence import check_constraints
from boundcalc.solving.solver import solve_theorem
from tests.asking import limits_of

GRID = Path(__file__).resolve().parent.parent / "theorems" / "grids" / "answers.json"
LIMITS = GRID.with_name("limits.json")
UNKNOWN = "n"
FIRST = ("1", "1.5", "2", "3", "5", "7")
AXES = {
    "tau": ("0.01", "0.02", "0.05", "0.1", "0.2", "0.3"),
    "beta": ("0.001", "0.01", "0.05", "0.1"),
    "k": (*(f"{int(Fraction(first) * 10**p)}" for p in range(1, 6) for first in FIRST), "1000000"),
}
_TAU = ("0.01", "0.02", "0.03", "0.05", "0.07", "0.1", "0.15", "0.2", "0.3", "0.4")
_BETA = ("0.2", "0.1", "0.05", "0.02", "0.01", "0.001", "0.0001", "0.000001")
_COUNT = ("10", "30", "100", "300", "1000", "3000", "10000", "100000", "1000000")
_BUDGET = ("1", "2", "5", "10", "20", "50", "100")
_RECORDS = tuple(str(10**power) for power in range(3, 10))
# Accuracy has no closed formula: each stop costs a search.
_FEW_BETA, _FEW_BUDGETS = ("0.1", "0.05", "0.01", "0.001"), ("1", "5", "10", "50")
_FEW_COUNTS = ("10", "100", "1000", "10000", "1000000")
# Each stop adds a term for each answer released, of which there may be as many as queries.
_SHORT_COUNTS = ("10", "30", "100", "300", "1000")
# The questions of the calculator page, by key: what is asked for, and where its sliders stop.
TABLES: dict[str, tuple[str, dict[str, tuple[str, ...]]]] = {
    "records": ("n", {"tau": _TAU, "beta": _BETA, "B": _BUDGET, "m": _COUNT}),
    "accuracy": (
        "tau",
        {"n": _RECORDS, "beta": _FEW_BETA, "B": _FEW_BUDGETS, "m": _FEW_COUNTS},
    ),
    "budget": ("B", {"n": _RECORDS, "tau": _TAU, "beta": _FEW_BETA, "m": _SHORT_COUNTS}),
}
Found = dict[str, tuple[tuple[str, ...], KeptAnswer]]


# --- checking ----------------------------------------------------------------------------------


def kept() -> RankingGrid:
    return read_grid(GRID.read_text(encoding="utf-8"))


def numbers(grid: RankingGrid) -> Iterator[tuple[dict[str, str], Way, KeptAnswer]]:
    """Yield every kept number with its point and its way."""
    for place, given in enumerate(grid.points()):
        for way in grid.ways:
            answer = way.answers[place]
            if answer is not None:
                yield given, way, answer


def is_certified(unknown: str, given: dict[str, str], way: Way, answer: KeptAnswer) -> bool:
    """Whether the library certifies a kept number: of a route, at its parameters, step by step."""
    library = load_library().theorems
    value = read_rational(answer.value)
    routes = {route.theorem.id: route for route in find_routes(library)}
    if way.id in routes:
        chosen = dict(zip(way.names, map(read_rational, answer.free), strict=True))
        return _holds(routes[way.id], unknown, given, {**chosen, unknown: value})
    theorem = next(item for item in library if item.id == way.id)
    used = {name: text for name, text in given.items() if name in _names(theorem)}
    return Fraction(solve_theorem(theorem, unknown, used).value) == value


def _holds(route: Route, unknown: str, given: dict[str, str], point: dict[str, Fraction]) -> bool:
    question = read_problem(route.theorem, unknown, given)
    everything = {**question.given, **point}
    in_domains = all(
        everything[symbol.name] in symbol.domain for symbol in route.theorem.parameters
    )
    checks = check_constraints(question, everything)
    return (
        in_domains and all(check.holds for check in checks) and not any(failures(route, everything))
    )


def _names(theorem: Theorem) -> set[str]:
    symbols = theorem.quantities.values()
    return {plain_name(name) for symbol in symbols for name in (symbol.name, *symbol.aliases)}


# --- making ------------------------------------------------------------------------------------


def _points(axes: dict[str, tuple[str, ...]]) -> list[tuple[str, ...]]:
    return list(product(*axes.values()))


def _known(grid: RankingGrid) -> dict[tuple[str, ...], Found]:
    """Return what is kept for each point."""
    known: dict[tuple[str, ...], Found] = {tuple(given.values()): {} for given in grid.points()}
    for given, way, answer in numbers(grid):
        known[tuple(given.values())][way.id] = (way.names, answer)
    return known


def _grid(known: dict[tuple[str, ...], Found]) -> RankingGrid:
    """Return the grid of the points that are known, those of `AXES` that are not left empty."""
    names = {id: found[0] for ways in known.values() for id, found in ways.items()}
    points = _points(AXES)
    ways = []
    for id, free in sorted(names.items()):
        cells = [known.get(point, {}).get(id) for point in points]
        ways.append(Way(id, free, tuple(None if cell is None else cell[1] for cell in cells)))
    return RankingGrid(UNKNOWN, AXES, tuple(ways))


def make(known: dict[tuple[str, ...], Found]) -> None:
    """Ask for every series that is not known as a whole, and keep what was found after each."""
    library = load_library().theorems
    *outer, axis = AXES
    counts = [Fraction(value) for value in AXES[axis]]
    heads = list(product(*(AXES[name] for name in outer)))
    missing = [head for head in heads if not all(known.get((*head, value)) for value in AXES[axis])]
    for count, head in enumerate(missing, 1):
        start = time.monotonic()
        given = dict(zip(outer, head, strict=True))
        solve = series_solver(axis, counts)
        for value in AXES[axis]:
            asked = {**given, axis: value}
            known[*head, value] = ranked(library, UNKNOWN, asked, solve=solve)
        _write(known)
        spent = time.monotonic() - start
        print(f"{count} of {len(missing)} series, {spent:.0f} s", file=sys.stderr, flush=True)
    _write(known)


def limits_at(given: dict[str, str]) -> dict[str, str]:
    """Return up to which n each way of answering fails at one point, by the id of the theorem."""
    found = limits_of(load_library().theorems, UNKNOWN, given)
    return {item.theorem.id: str(item.value) for item in found}


def make_limits() -> None:
    points = [dict(zip(AXES, point, strict=True)) for point in _points(AXES)]
    found = [limits_at(given) for given in points]
    ids = sorted({id for limits in found for id in limits}, reverse=True)
    ways = tuple(
        Way(id, (), tuple(KeptAnswer(limits[id]) if id in limits else None for limits in found))
        for id in ids
    )
    LIMITS.write_text(grid_text(RankingGrid("limits_below", AXES, ways)), encoding="utf-8")


def table(unknown: str, axes: dict[str, tuple[str, ...]]) -> RankingGrid:
    """Return the certified answers of single theorems to a question at all points of its sliders.

    Those of routes are in the rankings.
    """
    given: dict[str, Any] = dict(axes)
    library = load_library().theorems
    asked = comparable_theorems(library, unknown, read_axes(axes, library))
    found = sheet(
        unknown, digits=6, theorems=[item.id for item in asked if item in library], **given
    )
    columns = zip(*(cells for _, cells in found.rows()), strict=True)
    ways = (
        Way(theorem.id, (), tuple(_kept_cell(cell.text) for cell in column))
        for theorem, column in zip(found.theorems, columns, strict=True)
    )
    return RankingGrid(unknown, axes, tuple(ways))


def _kept_cell(text: str) -> KeptAnswer | None:
    return None if text == EMPTY else KeptAnswer(text)


def make_tables() -> None:
    for key, question in TABLES.items():
        GRID.with_name(f"{key}.json").write_text(grid_text(table(*question)), encoding="utf-8")


def _write(known: dict[tuple[str, ...], Found]) -> None:
    GRID.parent.mkdir(exist_ok=True)
    GRID.write_text(grid_text(_grid(known)), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="ask at every point")
    parser.add_argument("--missing", action="store_true", help="ask where nothing is kept")
    parser.add_argument("--limits", action="store_true", help="write the limits from below")
    parser.add_argument("--tables", action="store_true", help="write the calculator's tables")
    options = parser.parse_args()
    if options.limits or options.tables:
        (make_limits if options.limits else make_tables)()
        return 0
    if options.write or options.missing:
        make(_known(kept()) if options.missing and GRID.is_file() else {})
    wrong = count = 0
    for given, way, answer in numbers(kept()):
        count += 1
        if not is_certified(UNKNOWN, given, way, answer):
            wrong += 1
            print(f"not certified: {given}, {way.id}, {UNKNOWN} = {answer.value}")
    print(f"{count} numbers, {count - wrong} of them certified")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
