"""Making sheets: a theorem or route a column, solved at every point of a grid."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from boundcalc.language.errors import QuestionError
from boundcalc.language.expressions import Symbol
from boundcalc.language.statements import Role, Theorem
from boundcalc.problems.readings import is_implied
from boundcalc.questions.questions import find_symbol
from boundcalc.routes.search import Route
from boundcalc.routes.table_columns import route_answer
from boundcalc.sheets.sheet import Sheet, common_end
from boundcalc.tables.axes import open_grid
from boundcalc.tables.tables import solve_table

Progress = Callable[[int, int], None]


def read_ids(ids: object) -> tuple[str, ...]:
    """Return ids of theorems as they are given; a QuestionError where they are no list of texts.

    One text is one id.
    """
    if isinstance(ids, str):
        return (ids,)
    if isinstance(ids, Iterable):
        return tuple(ids)
    raise QuestionError(f"theorems are a list of ids, but got {type(ids).__name__}")


def make_sheet(
    theorems: Iterable[Theorem],
    unknown: str,
    grid: Mapping[str, Sequence[Fraction]],
    *,
    digits: int | None = None,
    routes: Iterable[Route] = (),
    progress: Progress | None = None,
) -> Sheet:
    """Return the best values of `unknown` by some theorems at every point of a grid.

    Parameters
    ----------
    theorems : iterable of Theorem
        The columns. Each must know the unknown; it ignores what it does not use, if it is a
        baseline or a floor, or holds at every value of it in the grid.
    unknown : str
        What is asked for, such as ``"n"``.
    grid : mapping from name to sequence of Fraction
        The values of the other quantities; a quantity with one value is fixed.
    digits : int or None
        As in `Sheet`.
    routes : iterable of Route
        Those of which a column may be the composed theorem.
    progress : callable, optional
        Called with the number of cells that are decided, and the number of all.

    Raises
    ------
    QuestionError
        If there is no theorem, a name is unknown, or a quantity is missing.
    DomainError
        If a value lies outside the domain of its symbol.

    Examples
    --------
    >>> from boundcalc.questions.grids import read_grid
    >>> from boundcalc_theorems import load_theorems
    >>> thresholdout = next(t for t in load_theorems() if t.id == "adaptive-queries/thm-3.3")
    >>> grid = read_grid({"tau": ["0.1", "0.2"], "beta": ["0.05"], "B": [10], "m": [1000]})
    >>> [cells[0].text for _, cells in make_sheet([thresholdout], "n", grid).rows()]
    ['17341106', '4335277']
    """
    chosen = tuple(theorems)
    if not chosen:
        raise QuestionError("a table needs at least one theorem; 'boundcalc list' shows them")
    exact = {name: tuple(values) for name, values in grid.items()}
    symbols = {name: _symbol(chosen, name) for name in exact}
    varying = [name for name, values in exact.items() if len(values) > 1]
    grids = [
        {
            name: values
            for name, values in exact.items()
            if _uses(theorem, symbols[name], name) and not _holds_at(theorem, name, values)
        }
        for theorem in chosen
    ]
    tell = _counter(grids, progress)
    known = {route.theorem.id: route for route in routes}
    tables, places = [], []
    for theorem, used in zip(chosen, grids, strict=True):
        answer = None
        if theorem.id in known:
            own = {find_symbol(theorem, name).name: values for name, values in used.items()}
            answer = route_answer(known[theorem.id], own)
        grid_of_it = open_grid(**used)
        tables.append(solve_table(theorem, unknown, grid_of_it, progress=tell, answer=answer))
        places.append(tuple(varying.index(name) if name in varying else None for name in used))
    end = common_end(tables)
    typed = {symbol.name: name for name, symbol in symbols.items()}
    typed[tables[0].unknown.name] = unknown
    return Sheet(
        unknown=tables[0].unknown,
        axes={symbols[name]: exact[name] for name in varying},
        fixed={symbols[name]: values[0] for name, values in exact.items() if len(values) == 1},
        tables=tuple(table.with_end(end) for table in tables),
        places=tuple(places),
        digits=digits,
        routes={item.id: known[item.id] for item in chosen if item.id in known},
        implied={
            theorem.id: tuple(name for name in exact if _holds_at(theorem, name, exact[name]))
            for theorem in chosen
        },
        letters={
            name: letter for name, letter in typed.items() if letter != name and len(letter) == 1
        },
    )


def _counter(
    grids: Sequence[Mapping[str, Sequence[Any]]], progress: Progress | None
) -> Callable[[int], None] | None:
    """Return what adds up the cells that are decided, in all columns."""
    if progress is None:
        return None
    total = sum(math.prod(map(len, grid.values())) for grid in grids)
    done = 0

    def add(count: int) -> None:
        nonlocal done
        done += count
        progress(done, total)

    return add


def _uses(theorem: Theorem, symbol: Symbol, name: str) -> bool:
    """Return whether a column has a quantity; only what limits the question may be left out."""
    known = {alias for item in theorem.quantities.values() for alias in item.typed_names}
    may_ignore = symbol.is_allowance or theorem.role in (Role.BASELINE, Role.FLOOR)
    return name in known or not may_ignore


def _holds_at(theorem: Theorem, name: str, values: Iterable[Fraction]) -> bool:
    """Return whether a column that does not use a quantity holds at all values of it."""
    return name not in theorem.names and all(is_implied(theorem, name, value) for value in values)


def _symbol(theorems: Sequence[Theorem], name: str) -> Symbol:
    """Return the quantity of some column, or that of a guarantee which holds at every value."""
    failure: QuestionError | None = None
    for theorem in theorems:
        try:
            return find_symbol(theorem, name)
        except QuestionError as error:
            failure = failure or error
    for quantity in (item for theorem in theorems for item in theorem.conclusion.quantities()):
        if quantity.letter == name:
            return Symbol(name, quantity.domain, quantity.unit, quantity.meaning)
    assert failure is not None
    raise failure
