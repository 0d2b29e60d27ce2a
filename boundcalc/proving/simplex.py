"""Linear programs in exact rationals: the simplex method, for a few dozen rows and columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flint import fmpq

from boundcalc.checker.terms import spend

MAX_PIVOTS = 300
ENTRIES = 64  # of a table that take as long to reduce as a step of arithmetic
Column = Mapping[int, fmpq]


def solve(columns: Sequence[Column], target: Column, gains: Sequence[int]) -> list[fmpq] | None:
    """Return x >= 0 with sum of x_j columns_j = target, of large gain; None if none was found.

    Parameters
    ----------
    columns, target : mapping from row to number
        Rows that do not occur are zero.
    gains : sequence of int
        What one unit of each x_j is worth; a gain without bound is ended early.
    """
    names = sorted({row for column in (*columns, target) for row in column})
    place = {name: index for index, name in enumerate(names)}
    height, width = len(names), len(columns)
    zero = fmpq(0)
    table = [[zero] * (width + 1) for _ in range(height)]
    for index, column in enumerate((*columns, target)):
        for name, value in column.items():
            table[place[name]][index] = value
    for row in table:
        if row[-1] < 0:
            row[:] = [-value for value in row]
    basis = [width + index for index in range(height)]  # artificial columns, not stored
    missing = [sum((row[index] for row in table), zero) for index in range(width + 1)]
    if not _maximize(table, basis, missing) or missing[-1] != 0:
        return None
    _leave_artificial(table, basis, missing, width)
    reward = [fmpq(gain) for gain in gains] + [zero]
    for row, basic in zip(table, basis, strict=True):
        if basic < width and reward[basic] != 0:
            factor = reward[basic]
            reward = [old - factor * value for old, value in zip(reward, row, strict=True)]
    _maximize(table, basis, reward)
    found = [zero] * width
    for row, basic in zip(table, basis, strict=True):
        if basic < width:
            found[basic] = row[-1]
    return found


def _maximize(table: list[list[fmpq]], basis: list[int], reward: list[fmpq]) -> bool:
    """Pivot until no column gains; return False where the number of pivots does not suffice."""
    width = len(reward) - 1
    for count in range(MAX_PIVOTS):
        gaining = [index for index in range(width) if reward[index] > 0]
        if not gaining:
            return True
        is_long = count > MAX_PIVOTS // 2  # then by the least index, which cannot cycle
        entering = gaining[0] if is_long else max(gaining, key=lambda index: reward[index])
        ratios = [
            (row[-1] / row[entering], basis[index], index)
            for index, row in enumerate(table)
            if row[entering] > 0
        ]
        if not ratios:
            return True
        _pivot(table, basis, reward, min(ratios)[2], entering)
    return False


def _leave_artificial(
    table: list[list[fmpq]], basis: list[int], reward: list[fmpq], width: int
) -> None:
    """Replace artificial columns, which are zero, in the basis."""
    for index, row in enumerate(table):
        if basis[index] >= width:
            entering = next((place for place in range(width) if row[place] != 0), None)
            if entering is not None:
                _pivot(table, basis, reward, index, entering)


def _pivot(
    table: list[list[fmpq]], basis: list[int], reward: list[fmpq], leaving: int, entering: int
) -> None:
    pivot = table[leaving][entering]
    spend(1 + len(reward) * sum(row[entering] != 0 for row in table) // ENTRIES)
    row = table[leaving]
    filled = [(place, value / pivot) for place, value in enumerate(row) if value != 0]
    for place, value in filled:
        row[place] = value
    for index, other in enumerate(table):
        if index != leaving and other[entering] != 0:
            _reduce(other, other[entering], filled)
    if reward[entering] != 0:
        _reduce(reward, reward[entering], filled)
    basis[leaving] = entering


def _reduce(row: list[fmpq], factor: fmpq, filled: list[tuple[int, fmpq]]) -> None:
    """Subtract a multiple of a row of which the entries that are not zero are given."""
    for place, other in filled:
        row[place] -= factor * other
