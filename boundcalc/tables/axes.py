"""The given values of a table: exact, and as arrays of narrow enclosures.

Nothing imports this module at start-up, because it needs numpy.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boundcalc.enclosures.interval import Interval, hull
from boundcalc.enclosures.interval_arrays import Spread, double_ends
from boundcalc.language.errors import (
    QuestionError,
)
from boundcalc.language.expressions import Symbol
from boundcalc.language.statements import Theorem
from boundcalc.questions.names import complemented, named_quantities
from boundcalc.questions.questions import check_value, named_symbols

Index = tuple[int, ...]
MAX_TABLE = 50_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Axis:
    """The exact values of one given quantity: the distinct ones, and which cell has which."""

    symbol: Symbol
    distinct: tuple[Fraction, ...]
    places: NDArray[np.intp]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Axis):
            return NotImplemented
        return self.symbol == other.symbol and np.array_equal(self._cells(), other._cells())

    def __hash__(self) -> int:
        return hash((self.symbol, frozenset(self.distinct)))

    def _cells(self) -> NDArray[Any]:
        """Return the value in each cell, since equal values may be numbered in another order."""
        return np.array(self.distinct, dtype=object)[self.places]

    def at(self, index: Index, dimensions: int) -> Fraction:
        """Return the value in a cell of an array of so many dimensions."""
        missing = dimensions - self.places.ndim
        own = tuple(
            place if length > 1 else 0
            for place, length in zip(index[missing:], self.places.shape, strict=True)
        )
        return self.distinct[int(self.places[own])]

    def spread(self, places: NDArray[np.intp]) -> Spread:
        """Return the narrowest doubles around the values of some cells."""
        ends = [double_ends(value) for value in self.distinct]
        lower, upper = (np.array([end[side] for end in ends]) for side in (0, 1))
        return Spread(lower[places], upper[places], np.ones((), dtype=np.bool_))

    @property
    def range(self) -> Interval:
        """The hull of the values."""
        return hull(min(self.distinct), max(self.distinct))


def open_grid(**values: Any) -> dict[str, NDArray[Any]]:
    """Return the values of several quantities as the axes of their Cartesian product.

    Examples
    --------
    >>> {name: axis.shape for name, axis in open_grid(tau=["0.1", "0.2"], B=[10, 20, 30]).items()}
    {'tau': (2, 1), 'B': (1, 3)}
    """
    arrays = {name: _as_array(value).ravel() for name, value in values.items()}
    count = len(arrays)
    return {
        name: array.reshape([-1 if place == axis else 1 for axis in range(count)])
        for place, (name, array) in enumerate(arrays.items())
    }


def _as_array(raw: Any) -> NDArray[Any]:
    if isinstance(raw, np.ndarray):
        return raw
    try:
        array = np.array(raw, dtype=object)
    except ValueError:
        array = None
    if array is None or any(isinstance(value, list | tuple) for value in array.flat):
        raise QuestionError(
            f"table: rows of different lengths in {repr(raw)[:60]}; make them equally long"
        )
    return array


def read_axes(theorem: Theorem, given: Mapping[str, Any]) -> dict[str, Axis]:
    """Return the exact values of each given quantity; errors as in `solve_table`."""
    typed = named_quantities(given)
    return {
        symbol.name: _read_axis(symbol, given[typed[letter]], typed[letter])
        for symbol, letter in named_symbols(theorem, typed)
    }


def _read_axis(symbol: Symbol, raw: Any, name: str) -> Axis:
    array = _as_array(raw)
    if array.size == 0:
        raise QuestionError(f"table: {name} has no values; give at least one")
    if array.dtype.kind in "iuf":
        found, places = np.unique(array, return_inverse=True)
        is_double = array.dtype == np.float64 or array.dtype.kind != "f"
        elements: list[Any] = found.tolist() if is_double else [str(value) for value in found]
    else:
        order: dict[Any, int] = {}
        for value in array.flat:
            if not isinstance(value, Hashable):
                check_value(symbol, value, name)  # which refuses it: no number is like that
        spots = [order.setdefault((type(value), value), len(order)) for value in array.ravel()]
        elements = [value for _, value in order]
        places = np.array(spots)
    read = [complemented(name, _plain(element)) for element in elements]
    exact = [check_value(symbol, value, letter) for letter, value in read]
    return Axis(symbol=symbol, distinct=tuple(exact), places=places.reshape(array.shape))


def _plain(element: Any) -> Any:
    return element.item() if isinstance(element, np.generic) else element


def joint_shape(axes: Mapping[str, Axis]) -> tuple[int, ...]:
    """Return the shape to which the values broadcast.

    Raises
    ------
    QuestionError
        If they do not, or there would be more than `MAX_TABLE` cells.
    """
    shapes = {name: axis.places.shape for name, axis in axes.items()}
    try:
        shape = np.broadcast_shapes(*shapes.values())
    except ValueError:
        shown = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise QuestionError(
            f"table: the shapes do not broadcast ({shown}); reshape, or use open_grid"
        ) from None
    if math.prod(shape) > MAX_TABLE:
        raise QuestionError(
            f"table: {math.prod(shape)} cells are more than {MAX_TABLE}; split the table"
        )
    return shape
