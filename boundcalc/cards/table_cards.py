"""What a reader sees of a table in a notebook: its first cells, a row each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from boundcalc.cards.cards import Card, Code, Section
from boundcalc.language.numbers import exact_or_scientific, exact_text
from boundcalc.problems.outcomes import Direction

if TYPE_CHECKING:
    from boundcalc.tables.axes import Index
    from boundcalc.tables.tables import Table

MOST_ROWS = 40


def headline(unknown: str, directions: Sequence[Direction], *, are_ends: bool) -> str:
    """Return what a table shows; least and greatest are said only where they were proved.

    Examples
    --------
    >>> headline("n", [Direction.LEAST], are_ends=True)
    'Least n'
    >>> headline("n", [Direction.LEAST], are_ends=False)
    'Values of n that suffice'
    """
    if not are_ends:
        return f"Values of {unknown} that suffice"
    ends = {direction.value.capitalize() for direction in directions}
    return f"{ends.pop() if len(ends) == 1 else 'Best'} {unknown}"


def table_card(table: Table) -> Card:
    """Return the cells of a table with their given values, the last axis fastest.

    Of more than 40 cells, the first 40.
    """
    varying = [name for name, axis in table.axes.items() if len(axis.distinct) > 1]
    fixed = [
        f"{name} = {exact_or_scientific(axis.distinct[0])}"
        for name, axis in table.axes.items()
        if name not in varying
    ]
    size = int(np.prod(table.shape))
    rows = tuple(
        _row(table, index, varying) for index in islice(np.ndindex(table.shape), MOST_ROWS)
    )
    rest = (f"the first {MOST_ROWS} of {size} cells",) if size > MOST_ROWS else ()
    given = (f"for {', '.join(fixed)}",) if fixed else ()
    return Card(
        headline=headline(table.unknown.name, [table.direction], are_ends=table.are_ends),
        lead=(*given, *rest),
        sections=(
            Section(title="Theorem", rows=((Code(table.theorem.id), table.theorem.title),)),
            Section(title="Cells", header=(*varying, table.unknown.name), rows=rows),
        ),
    )


def _row(table: Table, index: Index, varying: list[str]) -> tuple[str, ...]:
    given, value = table.given_at(index), table.exact_at(index)
    shown = table.reason(index) if value is None else exact_or_scientific(value)
    return (*(exact_or_scientific(given[name]) for name in varying), shown)


def table_json(table: Table) -> dict[str, Any]:
    """Return a table as one object, a cell for each index; what has no value says why."""
    return {
        "unknown": table.unknown.name,
        "theorem": table.theorem.id,
        "shape": list(table.shape),
        "cells": [_cell_json(table, index) for index in np.ndindex(table.shape)],
    }


def _cell_json(table: Table, index: Index) -> dict[str, Any]:
    value = table.exact_at(index)
    return {
        "given": {name: exact_text(at) for name, at in table.given_at(index).items()},
        "value": None if value is None else exact_text(value),
        "direction": "least" if table.is_least[index] else "greatest",
        "certified": bool(table.certified[index]),
        "why": table.reason(index) or None,
    }
