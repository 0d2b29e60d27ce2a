"""Sheets: tables of answers as they are shown, one column a theorem, one row a point of a grid.

A sheet holds tables of `boundcalc.tables.tables`, which are certified cell by cell, and what a
reader needs beside the numbers: which way they are rounded, and why a cell is empty.

Nothing imports this module at start-up, because it needs numpy.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boundcalc.cards.typed_letters import note_in_typed_letters
from boundcalc.enclosures.decisions import Truth
from boundcalc.feasible.digits import round_digits
from boundcalc.feasible.shapes import Compiled
from boundcalc.language.errors import QuestionError
from boundcalc.language.expressions import Symbol
from boundcalc.language.numbers import exact_or_scientific, read_rational
from boundcalc.language.records import Record
from boundcalc.language.statements import Theorem
from boundcalc.optimization.choices import preferred_direction
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import problem_of
from boundcalc.problems.readings import letter_reading
from boundcalc.problems.reduction import reduce_problem
from boundcalc.routes.search import Route
from boundcalc.routes.table_columns import route_suffices, suffices_elsewhere
from boundcalc.sheets.booktabs import sheet_latex
from boundcalc.sheets.forms import EMPTY, sheet_html, sheet_json, sheet_text
from boundcalc.tables.axes import Index
from boundcalc.tables.tables import Table


@dataclass(frozen=True, slots=True)
class SheetCell(Record):
    """The text of a cell, and the letter of the note that explains it (or nothing)."""

    text: str
    mark: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True)
class Sheet(Record):
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
    routes : mapping from id to Route
        Those of which a theorem of the tables is composed: each of their theorems is checked again
        at a rounded value.
    letters : mapping from name to letter
        Quantities that were typed as other letters, such as k for m, in which they are shown to
        readers; CSV and JSON have the names.
    implied : mapping from id to names
        The quantities that a theorem does not use, because it holds at every value of them here.
    """

    unknown: Symbol
    axes: Mapping[Symbol, tuple[Fraction, ...]]
    fixed: Mapping[Symbol, Fraction]
    tables: tuple[Table, ...]
    places: tuple[tuple[int | None, ...], ...]
    digits: int | None = None
    routes: Mapping[str, Route] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    implied: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.unknown.name, self.tables))

    @property
    def theorems(self) -> tuple[Theorem, ...]:
        """The theorems, in the order of the columns."""
        return tuple(table.theorem for table in self.tables)

    @property
    def readings(self) -> tuple[str, ...]:
        """For each column, what a letter is, where that is for its algorithm to say; or nothing."""
        names = {symbol.name for symbol in (self.unknown, *self.axes, *self.fixed)}
        return tuple(letter_reading(theorem, names) for theorem in self.theorems)

    def shown(self, symbol: Symbol) -> Symbol:
        """Return a quantity as a reader sees it: by the letter that was typed."""
        letter = self.letters.get(symbol.name)
        return symbol if letter is None else replace(symbol, name=letter, latex="")

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
        return (common_end(self.tables),) * len(self.tables)

    @property
    def are_ends(self) -> bool:
        """Whether every value was proved to be the least, or the greatest, that suffices."""
        return all(table.are_ends for table in self.tables)

    @property
    def notes(self) -> Mapping[str, str]:
        """Letters, and why the cells that they mark have no number or a doubtful one."""
        return {
            mark: note_in_typed_letters(reason, self.letters)
            for reason, mark in self._marks.items()
        }

    @cached_property
    def _marks(self) -> dict[str, str]:
        """The letters of the notes, by what the tables say."""
        reasons = dict.fromkeys(
            reason for table in self.tables for reason in (*table.reasons(), *_doubts(table))
        )
        return {reason: _letter(place) for place, reason in enumerate(reasons)}

    def rows(self) -> Iterator[tuple[tuple[str, ...], tuple[SheetCell, ...]]]:
        """Yield, for each point of the grid, its coordinates and the cells of the theorems."""
        columns = [_Column(self, number, self._marks) for number in range(len(self.tables))]
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
        return sheet_text(self)

    def __repr__(self) -> str:
        axes = ", ".join(
            f"{len(values)} {self.shown(axis).name}" for axis, values in self.axes.items()
        )
        return (
            f"<Sheet of {self.shown(self.unknown).name} by {len(self.tables)} theorems over {axes}>"
        )

    def _repr_html_(self) -> str:
        return sheet_html(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the sheet as an object of JSON, as `boundcalc table --json` prints it."""
        return sheet_json(self)

    def _repr_latex_(self) -> str:
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
            self.shown(symbol).name: pandas.Series(points.ravel())
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
        self._rounder = (
            _Rounder(table, sheet.routes.get(table.theorem.id)) if self.digits is not None else None
        )

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

    def __init__(self, table: Table, route: Route | None) -> None:
        self.table = table
        self.route = route
        is_least = table.direction is Direction.LEAST
        self.rounding = ROUND_CEILING if is_least else ROUND_FLOOR
        first = table.given_at((0,) * len(table.shape))
        self.problem = problem_of(table.theorem, table.unknown, first)
        reduction = reduce_problem(self.problem)
        self.condition = None if reduction.remaining else Compiled(reduction.condition)

    def rounded(self, index: Index, value: Fraction, digits: int) -> Fraction:
        """Return the rounded value, or the value itself where that is not proved to suffice."""
        shorter = round_digits(value, self.rounding, digits)
        if shorter == value or shorter not in self.table.unknown.domain:
            return value
        given = self.table.given_at(index)
        point = {**given, self.table.unknown.name: shorter}
        if index in self.table.witnesses:
            point |= self.table.witnesses[index]
            is_proved = route_suffices(self.route, self.problem.at(given), point) or (
                self.route is not None
                and suffices_elsewhere(self.route, self.problem.at(given), shorter)
            )
        else:
            is_proved = self.condition is not None and self.condition.truth(point) is Truth.TRUE
        return shorter if is_proved else value


def common_end(tables: Sequence[Table]) -> Direction:
    """Return the end that all tables with an answer show, or else the one that is worth more."""
    answered = [table for table in tables if not bool(table.masked.all())]
    ends = {table.direction for table in answered}
    if len(ends) == 1:
        return ends.pop()
    return preferred_direction(tables[0].theorem, tables[0].unknown)


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
