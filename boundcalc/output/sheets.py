"""Sheets: tables of answers as they are shown, one column a theorem, one row a point of a grid.

A sheet holds tables of `boundcalc.tables.tables`, which are certified cell by cell, and what a
reader needs beside the numbers: which way they are rounded, and why a cell is empty.

Nothing imports this module at start-up, because it needs numpy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boundcalc.enclosures.decisions import Truth
from boundcalc.feasible.digits import round_digits
from boundcalc.feasible.shapes import Compiled
from boundcalc.language.errors import BoundError, NoSolutionError, QuestionError, UndecidedError
from boundcalc.language.expressions import Symbol
from boundcalc.language.numbers import exact_or_scientific, read_rational
from boundcalc.language.statements import Role, Theorem
from boundcalc.optimization.choices import preferred_direction
from boundcalc.questions.outcomes import Direction
from boundcalc.questions.questions import find_symbol, plain_name, pose
from boundcalc.questions.reduction import reduce_question
from boundcalc.ranking.ranking import rank
from boundcalc.routes.search import Route
from boundcalc.routes.table_columns import route_answer
from boundcalc.solving.answers import Answer
from boundcalc.tables.axes import Index, open_grid
from boundcalc.tables.tables import Table, solve_table

EMPTY = "–"
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class SheetCell:
    """The text of a cell, and the letter of the note that explains it (or nothing)."""

    text: str
    mark: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The best values of one unknown over a grid, by one or more theorems.

    Parameters
    ----------
    unknown : Symbol
        What was asked for.
    axes : mapping from Symbol to values
        The quantities that vary, the first varying slowest.
    fixed : mapping from Symbol to value
        The quantities that do not.
    tables : sequence of Table
        One for each theorem; each knows the quantities that its theorem uses.
    places : sequence of tuples
        For each table, which axis of the sheet each of its own axes is; None for a fixed one.
    digits : int or None
        The significant digits to which fractions are rounded to the safe side; None leaves them
        as they were certified, with 12. A rounded value is shown only where it was proved to
        satisfy every constraint; whole numbers are never rounded.
    """

    unknown: Symbol
    axes: Mapping[Symbol, tuple[Fraction, ...]]
    fixed: Mapping[Symbol, Fraction]
    tables: tuple[Table, ...]
    places: tuple[tuple[int | None, ...], ...]
    digits: int | None = None

    @property
    def theorems(self) -> tuple[Theorem, ...]:
        """The theorems, in the order of the columns."""
        return tuple(table.theorem for table in self.tables)

    @property
    def size(self) -> int:
        """The number of answers that the sheet has room for."""
        cells = len(self.tables)
        for values in self.axes.values():
            cells *= len(values)
        return cells

    @property
    def directions(self) -> tuple[Direction, ...]:
        """Which end of the feasible values each column shows: the same in all of them."""
        return (_common_end(self.tables),) * len(self.tables)

    @property
    def are_ends(self) -> bool:
        """Whether every value was proved to be the least, or the greatest, that suffices."""
        return all(table.are_ends for table in self.tables)

    @property
    def notes(self) -> Mapping[str, str]:
        """Letters, and why the cells that they mark have no number or a doubtful one."""
        reasons = dict.fromkeys(
            reason for table in self.tables for reason in (*table.reasons(), *_doubts(table))
        )
        return {_letter(place): reason for place, reason in enumerate(reasons)}

    def rows(self) -> Iterator[tuple[tuple[str, ...], tuple[SheetCell, ...]]]:
        """Yield, for each point of the grid, its coordinates and the cells of the theorems."""
        marks = {reason: letter for letter, reason in self.notes.items()}
        columns = [_Column(self, number, marks) for number in range(len(self.tables))]
        texts = [[exact_or_scientific(value) for value in values] for values in self.axes.values()]
        places = product(*(range(len(column)) for column in texts))
        for coordinates, place in zip(product(*texts), places, strict=True):
            yield coordinates, tuple(column.cell(place) for column in columns)

    def plain_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield coordinates and values as texts without marks, fast: an empty cell is empty."""
        texts = [[exact_or_scientific(value) for value in values] for values in self.axes.values()]
        columns = [_texts(self, number) for number in range(len(self.tables))]
        for coordinates, *values in zip(product(*texts), *columns, strict=True):
            yield (*coordinates, *values)

    def __str__(self) -> str:
        from boundcalc.output.sheet_forms import sheet_text

        return sheet_text(self)

    def _repr_html_(self) -> str:
        from boundcalc.output.sheet_forms import sheet_html

        return sheet_html(self)

    def _repr_latex_(self) -> str:
        from boundcalc.output.booktabs import sheet_latex

        return sheet_latex(self)

    def to_frame(self) -> Any:
        """Return a pandas DataFrame: one column a quantity that varies, one a theorem.

        Whole numbers are of dtype Int64 (coordinates int64) where they fit, and Python's own
        where they do not; fractions are doubles of the decimal shown, rounded to `digits`, and
        exact fractions where no double is near; an empty cell is missing.

        Raises
        ------
        QuestionError
            If pandas is not installed.
        """
        try:
            pandas: Any = import_module("pandas")
        except ImportError:
            raise QuestionError(
                "to_frame: pandas is not installed; 'pip install pandas', or write CSV"
            ) from None
        axes = [_numbers(axis, symbol.domain.integer) for symbol, axis in self.axes.items()]
        data: dict[str, Any] = {
            symbol.name: pandas.Series(points.ravel())
            for symbol, points in zip(self.axes, np.meshgrid(*axes, indexing="ij"), strict=True)
        }
        for number, table in enumerate(self.tables):
            if self.digits is not None and not self.unknown.domain.integer:
                texts = [Fraction(text) if text else None for text in _texts(self, number)]
                data[table.theorem.id] = pandas.Series(_numbers(texts, False))
                continue
            values = np.ma.asarray(_spread(self, number)).ravel()
            column = pandas.Series(values.filled(0)).mask(np.ma.getmaskarray(values), pandas.NA)
            whole = values.dtype.kind == "i"
            data[table.theorem.id] = column.astype("Int64" if whole else column.dtype)
        return pandas.DataFrame(data)


class _Column:
    """The cells of one theorem, in the grid of the sheet."""

    def __init__(self, sheet: Sheet, number: int, marks: Mapping[str, str]) -> None:
        table = self.table = sheet.tables[number]
        self.marks = marks
        self.doubt = marks.get(next(iter(_doubts(table)), ""), "")
        self.digits = None if sheet.unknown.domain.integer else sheet.digits
        self._axes = sheet.places[number]
        self._rounder = _Rounder(table) if self.digits is not None else None

    def cell(self, place: Index) -> SheetCell:
        """Return the cell at a place of the sheet."""
        index = tuple(0 if axis is None else place[axis] for axis in self._axes)
        value = self.table.exact_at(index)
        if value is None:
            return SheetCell(EMPTY, self.marks.get(self.table.reason(index), ""))
        if self._rounder is not None and self.digits is not None:
            value = self._rounder.rounded(index, value, self.digits)
        return SheetCell(exact_or_scientific(value), self.doubt)


class _Rounder:
    """Rounds values to fewer digits, and keeps only what is proved to satisfy the constraints."""

    def __init__(self, table: Table) -> None:
        self.table = table
        is_least = table.direction is Direction.LEAST
        self.rounding = ROUND_CEILING if is_least else ROUND_FLOOR
        first = table.given_at((0,) * len(table.shape))
        reduction = reduce_question(pose(table.theorem, table.unknown.name, first))
        self.condition = None if reduction.remaining else Compiled(reduction.condition)

    def rounded(self, index: Index, value: Fraction, digits: int) -> Fraction:
        """Return the rounded value, or the value itself where that is not proved to suffice."""
        shorter = round_digits(value, self.rounding, digits)
        if shorter == value or self.condition is None or shorter not in self.table.unknown.domain:
            return value
        given = {**self.table.given_at(index), self.table.unknown.name: shorter}
        return shorter if self.condition.truth(given) is Truth.TRUE else value


def make_sheet(
    theorems: Iterable[Theorem],
    unknown: str,
    grid: Mapping[str, Sequence[Any]],
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
        baseline or a floor.
    unknown : str
        What is asked for, such as ``"n"``.
    grid : mapping from name to sequence of numbers
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
    >>> from theorems import load_theorems
    >>> thresholdout = next(t for t in load_theorems() if t.id == "adaptive-queries/thm-3.3")
    >>> grid = {"tau": ["0.1", "0.2"], "beta": ["0.05"], "B": [10], "m": [1000]}
    >>> [cells[0].text for _, cells in make_sheet([thresholdout], "n", grid).rows()]
    ['17341106', '4335277']
    """
    chosen = tuple(theorems)
    if not chosen:
        raise QuestionError("a table needs at least one theorem; 'boundcalc list' shows them")
    named = {plain_name(name): tuple(values) for name, values in grid.items()}
    exact = {
        name: tuple(read_rational(value, name=name) for value in values)
        for name, values in named.items()
    }
    symbols = {name: _symbol(chosen, name) for name in exact}
    varying = [name for name, values in exact.items() if len(values) > 1]
    grids = [
        {name: values for name, values in exact.items() if _uses(theorem, name)}
        for theorem in chosen
    ]
    tell = _counter(grids, progress)
    known = {route.theorem.id: route for route in routes}
    tables, places = [], []
    for theorem, used in zip(chosen, grids, strict=True):
        answer = None
        if theorem.id in known:
            own = {find_symbol(theorem, name).name: values for name, values in used.items()}
            answer = route_answer(known[theorem.id], unknown, own)
        grid_of_it = open_grid(**used)
        tables.append(solve_table(theorem, unknown, grid_of_it, progress=tell, answer=answer))
        places.append(tuple(varying.index(name) if name in varying else None for name in used))
    end = _common_end(tables)
    return Sheet(
        unknown=tables[0].unknown,
        axes={symbols[name]: exact[name] for name in varying},
        fixed={symbols[name]: values[0] for name, values in exact.items() if len(values) == 1},
        tables=tuple(table.with_end(end) for table in tables),
        places=tuple(places),
        digits=digits,
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


def _common_end(tables: Sequence[Table]) -> Direction:
    """Return the end that all tables with an answer show, or else the one that is worth more."""
    answered = [table for table in tables if not bool(table.masked.all())]
    ends = {table.direction for table in answered}
    if len(ends) == 1:
        return ends.pop()
    return preferred_direction(tables[0].theorem, tables[0].unknown)


def comparable_theorems(
    library: Iterable[Theorem], unknown: str, grid: Mapping[str, Sequence[Any]]
) -> tuple[Theorem, ...]:
    """Return the theorems whose answers are comparable with the best one, at some point of a grid.

    They are those of the first group of the ranking at the first point, or else at the last one,
    at which there is an answer; errors as in `boundcalc.ranking.ranking.rank`.
    Routes are not among them: each takes seconds to solve, and there are many.

    Raises
    ------
    QuestionError
        Also if no theorem answers by itself, and routes may.
    """
    theorems = tuple(library)
    failure: BoundError | None = None
    left_out: list[Route] = []

    def leave_out(route: Route, unknown: str, given: Mapping[str, Any]) -> Answer:
        left_out.append(route)
        raise UndecidedError(f"{route.theorem.id} is a column only by its id")

    for end in (0, -1):
        point = {name: values[end] for name, values in grid.items()}
        try:
            ranking = rank(theorems, unknown, point, solve=leave_out)
        except UndecidedError:
            if not left_out:
                raise
            raise QuestionError(
                f"no single theorem answers for {unknown} from {', '.join(grid)}, but theorems in "
                "a row may; name one or more with --theorem, such as --theorem "
                f"{left_out[0].theorem.id} ('boundcalc solve' shows the others)"
            ) from None
        except NoSolutionError as error:
            failure = failure or error
            continue
        return tuple(answer.theorem for answer in ranking.groups[0])
    assert failure is not None
    raise failure


def _uses(theorem: Theorem, name: str) -> bool:
    known = {alias for item in theorem.quantities.values() for alias in (item.name, *item.aliases)}
    return name in known or theorem.role not in (Role.BASELINE, Role.FLOOR)


def _symbol(theorems: Iterable[Theorem], name: str) -> Symbol:
    failure: QuestionError | None = None
    for theorem in theorems:
        try:
            return find_symbol(theorem, name)
        except QuestionError as error:
            failure = failure or error
    assert failure is not None
    raise failure


def _spread(sheet: Sheet, number: int) -> Any:
    """Return the values of a table in the shape of the sheet."""
    lengths = [len(values) for values in sheet.axes.values()]
    own = sheet.places[number]  # in rising order, as the quantities were given
    shape = [length if axis in own else 1 for axis, length in enumerate(lengths)]
    values = sheet.tables[number].values.reshape(shape)
    mask = np.broadcast_to(np.ma.getmaskarray(values), lengths)
    return np.ma.masked_array(np.broadcast_to(np.ma.getdata(values), lengths), mask=mask)


def _texts(sheet: Sheet, number: int) -> Iterator[str]:
    if sheet.digits is not None and not sheet.unknown.domain.integer:
        column = _Column(sheet, number, {})
        lengths = [range(len(values)) for values in sheet.axes.values()]
        for place in product(*lengths):
            text = column.cell(place).text
            yield "" if text == EMPTY else text
        return
    values = _spread(sheet, number)
    is_whole = values.dtype.kind == "i"
    flat, mask = np.ma.getdata(values).ravel(), np.ma.getmaskarray(values).ravel()
    for value, is_empty in zip(flat.tolist(), mask.tolist(), strict=True):
        if is_empty:
            yield ""
        else:
            yield str(value) if is_whole else exact_or_scientific(_exact(value))


def _numbers(values: Sequence[Fraction | None], is_whole: bool) -> NDArray[Any]:
    """Return numbers as int64 or as doubles where all fit, or else as objects; None as nan."""
    if is_whole:
        whole = [int(value) for value in values if value is not None]
        fits = all(-(2**63) <= value < 2**63 for value in whole)
        return np.array(whole, dtype=np.int64 if fits else object)
    try:
        doubles = [math.nan if value is None else float(value) for value in values]
    except OverflowError:
        doubles = []
    lost = any(value and not double for value, double in zip(values, doubles, strict=False))
    if lost or len(doubles) < len(values):
        return np.array([math.nan if value is None else value for value in values], dtype=object)
    return np.array(doubles, dtype=np.float64)


def _exact(value: Any) -> Fraction:
    return read_rational(value, name="value")


def _doubts(table: Table) -> tuple[str, ...]:
    if not table.theorem.is_doubtful:
        return ()
    return (f"{table.theorem.id} is doubtful as printed; 'boundcalc show' says why",)


def _letter(place: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return letters[place % 26] * (place // 26 + 1)
