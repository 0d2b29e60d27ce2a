"""Regions: where in the plane of two quantities a theorem gives what is asked, cell by cell.

A cell holds, fails or stays undecided as a whole: its two sides are intervals, and every relation
is enclosed over them. Nothing is concluded from points between which something else could happen,
except where the relation is monotone in a quantity, so that an edge of the cell decides it.
Cells that stay undecided are cut in four, up to a limit; what is left of them is the band along
the boundary.

Main definitions
----------------
`Region`: the cells of a rectangle.
`find_region`: the region of a theorem.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import ctx

from boundcalc.algebra.search_range import search_ends
from boundcalc.enclosures.decisions import Truth
from boundcalc.enclosures.interval import Interval, exact_interval, hull
from boundcalc.feasible.shapes import Atom, Compiled, Shape
from boundcalc.language.errors import QuestionError
from boundcalc.language.expressions import Symbol
from boundcalc.language.numbers import decimal_text
from boundcalc.language.statements import Theorem
from boundcalc.problems.problems import read_problem
from boundcalc.problems.reduction import reduce_problem
from boundcalc.questions.questions import check_value, find_symbol

DEPTH = 8  # how often a side is halved: 256 cells along each side
MOST_DEPTH = 10
DIGITS = 6  # of the sides of cells
DECADE = 10  # the ratio of the ends from which an axis is cut into equal factors
PRECISION = 64
CUTS = 7  # how often a side of the smallest cells is halved, for a relation that has only one

WORDS = {Truth.TRUE: "holds", Truth.FALSE: "fails", Truth.UNKNOWN: "undecided"}

Ends = tuple[Any, Any]
_Box = Mapping[str, Interval]


@dataclass(frozen=True, slots=True)
class Cell:
    """A rectangle by the numbers of the edges of its sides, and whether the theorem holds there."""

    left: int
    right: int
    low: int
    high: int
    truth: Truth


@dataclass(frozen=True, kw_only=True, slots=True)
class Region:
    """Where in a rectangle a theorem gives what is asked.

    Parameters
    ----------
    theorem : Theorem
        What was asked.
    x, y : Symbol
        The two quantities; one of the integers is taken for real, which decides all the more.
    given : mapping from name to Fraction
        The exact values of the others.
    free : tuple of str
        The quantities that were left open: it holds if some value of them works.
    x_edges, y_edges : tuple of Fraction
        The exact places at which the sides are cut, in rising order.
    cells : tuple of Cell
        A partition of the rectangle. TRUE: the theorem gives what is asked at every point of the
        cell; FALSE: at none; UNKNOWN: that was not decided.
    """

    theorem: Theorem
    x: Symbol
    y: Symbol
    given: Mapping[str, Fraction]
    free: tuple[str, ...]
    x_edges: tuple[Fraction, ...]
    y_edges: tuple[Fraction, ...]
    cells: tuple[Cell, ...]

    def __repr__(self) -> str:
        shares = ", ".join(
            f"{100 * self.share(truth):.1f} % {word}" for truth, word in WORDS.items()
        )
        return f"<Region of {self.theorem.id} in {self.x} and {self.y}: {shares}>"

    def share(self, truth: Truth) -> float:
        """Return the part of the picture, from 0 to 1, whose cells have a truth."""
        whole = (len(self.x_edges) - 1) * (len(self.y_edges) - 1)
        found = (c for c in self.cells if c.truth is truth)
        return sum((c.right - c.left) * (c.high - c.low) for c in found) / whole


def find_region(
    theorem: Theorem,
    x: str,
    x_ends: Ends,
    y: str,
    y_ends: Ends,
    given: Mapping[str, Any],
    *,
    depth: int = DEPTH,
) -> Region:
    """Return where in a rectangle a theorem gives what is asked.

    Parameters
    ----------
    theorem : Theorem
        The record; as it is printed, also where it is doubtful.
    x, y : str
        The names of two of its quantities, asked ones included.
    x_ends, y_ends : pair of numbers
        The least and the greatest value of each, in its domain.
    given : mapping from name to number
        All others that the theorem does not leave open.
    depth : int
        How often a side is halved at most, from 1 to 10.

    Raises
    ------
    QuestionError
        If a name is unknown, missing or given twice, if the ends are not in order, or if a
        quantity that is left open cannot be eliminated.
    DomainError
        If a value lies outside the domain of its symbol.

    Examples
    --------
    >>> from boundcalc_theorems import load_theorems
    >>> transfer = next(t for t in load_theorems() if t.id == "lecture-18/thm-0.2")
    >>> given = {"tau": "0.6", "beta": "0.05", "delta": "1e-9"}
    >>> region = find_region(transfer, "n", (100, 10**6), "epsilon", ("0.01", "0.2"), given)
    >>> [round(region.share(truth), 2) for truth in Truth]
    [0.31, 0.69, 0.01]
    """
    if not 1 <= depth <= MOST_DEPTH:
        raise QuestionError(f"the depth of a region is 1 to {MOST_DEPTH}, but got {depth}")
    first, second = find_symbol(theorem, x), find_symbol(theorem, y)
    if first == second:
        raise QuestionError(f"a region has two quantities, but {x} and {y} are one")
    (left, right), (low, high) = _ends(first, x, x_ends), _ends(second, y, y_ends)
    read_problem(theorem, y, {**given, x: left})  # y must matter, too
    problem = read_problem(theorem, x, {**given, y: low})
    values = {name: value for name, value in problem.given.items() if name != second.name}
    reduction = reduce_problem(problem, {second.name: hull(low, high)})
    if reduction.remaining:
        names = " and ".join(symbol.name for symbol in reduction.remaining)
        raise QuestionError(f"{theorem.id}: the region needs a value of {names}; give one")
    plane = _Plane(
        Compiled(reduction.condition),
        {name: exact_interval(value) for name, value in values.items()},
        (first.name, second.name),
        (_edges(left, right, 2**depth), _edges(low, high, 2**depth)),
    )
    with ctx.workprec(PRECISION):
        cells = plane.cells()
    return Region(
        theorem=theorem,
        x=first,
        y=second,
        given=values,
        free=tuple(symbol.name for symbol in problem.free),
        x_edges=plane.edges[0],
        y_edges=plane.edges[1],
        cells=cells,
    )


def _ends(symbol: Symbol, name: str, ends: Ends) -> tuple[Fraction, Fraction]:
    low, high = (check_value(symbol, end, name) for end in ends)
    if low >= high:
        raise QuestionError(
            f"{name}: a side goes from a smaller to a larger value, but got "
            f"{decimal_text(low)}..{decimal_text(high)}"
        )
    first, last = search_ends(symbol.domain)
    if low < first or high > last:
        raise QuestionError(
            f"{name}: sizes between 1e-120 and 1e120 are decided, but got "
            f"{decimal_text(low if low < first else high)[:40]}"
        )
    return low, high


def _edges(low: Fraction, high: Fraction, count: int) -> tuple[Fraction, ...]:
    """Return the ends and the places between them: equal factors, or equal steps; short decimals.

    Raises
    ------
    QuestionError
        If the ends are so near that short decimals do not tell the places apart.
    """
    if low > 0 and high / low >= DECADE:
        start, end = math.log(low), math.log(high)
        inner = [math.exp(start + (end - start) * place / count) for place in range(1, count)]
    else:
        inner = [float(low + (high - low) * place / count) for place in range(1, count)]
    edges = (low, *(Fraction(f"{value:.{DIGITS - 1}e}") for value in inner), high)
    if any(edge >= after for edge, after in pairwise(edges)):
        raise QuestionError(
            f"{decimal_text(low)}..{decimal_text(high)} is too narrow for a region; widen it"
        )
    return edges


_Index = tuple[int, int, int, int]


class _Plane:
    """A condition on two quantities, over the cells of a rectangle."""

    def __init__(
        self,
        condition: Compiled,
        given: _Box,
        names: tuple[str, str],
        edges: tuple[tuple[Fraction, ...], tuple[Fraction, ...]],
    ) -> None:
        self.condition, self.given, self.names, self.edges = condition, given, names, edges
        self._known: dict[tuple[int, tuple[int, ...]], Truth] = {}

    def cells(self) -> tuple[Cell, ...]:
        """Return the decided cells, each as large as it was decided, and the undecided rest."""
        found: list[Cell] = []
        waiting = [(0, len(self.edges[0]) - 1, 0, len(self.edges[1]) - 1)]
        while waiting:
            index = left, right, low, high = waiting.pop()
            truth = self._truth(self.condition, index)
            if truth is Truth.UNKNOWN and right - left > 1:
                middle, centre = (left + right) // 2, (low + high) // 2
                waiting += [
                    (*side, *height)
                    for side in ((left, middle), (middle, right))
                    for height in ((low, centre), (centre, high))
                ]
            else:
                found.append(Cell(*index, truth))
        return tuple(sorted(found, key=lambda cell: (cell.left, cell.low)))

    def _truth(self, condition: Compiled, index: _Index) -> Truth:
        if condition.atom is not None:
            return self._atom_truth(condition.atom, index)
        is_all = condition.is_all
        decisive, neutral = (Truth.FALSE, Truth.TRUE) if is_all else (Truth.TRUE, Truth.FALSE)
        found = neutral
        for part in condition.parts:
            truth = self._truth(part, index)
            if truth is decisive:
                return decisive
            if truth is Truth.UNKNOWN:
                found = truth
        return found

    def _atom_truth(self, atom: Atom, index: _Index) -> Truth:
        """Decide a relation over a cell; one that has but one of the quantities, once a column."""
        sides = [index[:2], index[2:]]
        varying = [place for place in (0, 1) if self.names[place] in atom.relation.names()]
        key = (id(atom), tuple(end for place in varying for end in (place, *sides[place])))
        if key not in self._known:
            box = {
                **self.given,
                **{
                    name: hull(edges[first], edges[last])
                    for name, edges, (first, last) in zip(
                        self.names, self.edges, sides, strict=True
                    )
                },
            }
            truth = _over(atom, box, [self.names[place] for place in varying])
            if truth is Truth.UNKNOWN and len(varying) == 1 and index[1] - index[0] == 1:
                truth = _piecewise(atom, box, self.names[varying[0]], CUTS)
            self._known[key] = truth
        return self._known[key]


def _over(atom: Atom, box: _Box, names: Sequence[str]) -> Truth:
    """Decide a relation over a box; where it is monotone in a quantity, at the two edges."""
    if not names:
        return atom.evaluator.over(box, PRECISION)
    for name in names:
        shape = atom.shape(name, box)
        if shape in (Shape.ALL, Shape.NONE):
            return Truth.TRUE if shape is Shape.ALL else Truth.FALSE
        if shape in (Shape.UP, Shape.DOWN):
            ends = [Interval(end, end) for end in (box[name].lower, box[name].upper)]
            worst, best = ends if shape is Shape.UP else reversed(ends)
            others = [other for other in names if other != name]
            if _over(atom, {**box, name: worst}, others) is Truth.TRUE:
                return Truth.TRUE
            is_false = _over(atom, {**box, name: best}, others) is Truth.FALSE
            return Truth.FALSE if is_false else Truth.UNKNOWN
    return Truth.UNKNOWN


def _piecewise(atom: Atom, box: _Box, name: str, cuts: int) -> Truth:
    """Decide a relation that varies with one quantity, piece by piece of its side."""
    middle = ((box[name].lower + box[name].upper) / 2).mid()
    found = None
    for piece in (Interval(box[name].lower, middle), Interval(middle, box[name].upper)):
        part = {**box, name: piece}
        truth = _over(atom, part, [name])
        if truth is Truth.UNKNOWN and cuts > 1:
            truth = _piecewise(atom, part, name, cuts - 1)
        if truth is Truth.UNKNOWN or found not in (None, truth):
            return Truth.UNKNOWN
        found = truth
    return found or Truth.UNKNOWN
