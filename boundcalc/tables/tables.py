"""Tables: one unknown over arrays of given values, every cell certified.

The question is solved once, for the whole range of the given values: isolation gives bounds on the
unknown that are equivalent to the theorem's constraints.
The bounds are evaluated in outward-rounded doubles (`boundcalc.enclosures.interval_arrays` says
what is trusted), and a cell is settled where they leave one value, all constraints certainly hold
there, and one certainly fails at the next value beyond.
The few cells that doubles cannot decide, and questions that cannot be isolated, go one by one to
ball arithmetic.

Nothing imports this module at start-up, because it needs numpy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boundcalc.cards.cards import Card, Shown
from boundcalc.cards.table_cards import table_card, table_json
from boundcalc.enclosures.interval_arrays import EXACT_BELOW, Mask, Spread
from boundcalc.language.errors import (
    ExpressionError,
    NoSolutionError,
    UndecidedError,
)
from boundcalc.language.expressions import Symbol
from boundcalc.language.numbers import read_rational
from boundcalc.language.statements import Theorem
from boundcalc.optimization.choices import preferred_direction
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import Problem, problem_of
from boundcalc.problems.reduction import reduce_problem
from boundcalc.questions.questions import find_symbol
from boundcalc.solving.answers import Answer
from boundcalc.solving.solver import solve_problem
from boundcalc.tables.axes import Axis, Index, joint_shape, read_axes
from boundcalc.tables.bounds import Block, Bounds, Found, relation_masks
from boundcalc.tables.cells import CellAnswer, CellSolver

_BLOCK = 1 << 17


@dataclass(frozen=True, kw_only=True)
class Table(Shown):
    """The best value of one unknown in every cell of a grid of given values.

    Parameters
    ----------
    theorem : Theorem
        What answers.
    unknown : Symbol
        What was asked for.
    axes : mapping from name to Axis
        The exact given values.
    values : masked array of shape `shape`
        Integers (int64) or doubles, each of which is read by its shortest decimal, of 12 digits;
        objects where an integer is larger, or a fraction is no such decimal; masked where there is
        no answer.
    certified : array of bool
        Where the value was proved to satisfy all constraints, and the theorem is not known to be
        false as printed.
    tight : array of bool
        Where the next value beyond was proved to fail, or is outside the domain.
    by_balls : array of bool
        Where doubles could not decide, and ball arithmetic did.
    is_least : array of bool
        Where the value is the least that suffices; elsewhere it is the greatest.
    witnesses : mapping from index to values
        Where parameters were chosen, those at which the value was certified.
    """

    theorem: Theorem
    unknown: Symbol
    axes: Mapping[str, Axis]
    values: np.ma.MaskedArray[Any, Any]
    certified: Mask
    tight: Mask
    by_balls: Mask
    is_least: Mask
    _codes: NDArray[np.int16] = field(repr=False)
    _reasons: tuple[str, ...] = field(repr=False)
    witnesses: Mapping[Index, Mapping[str, Fraction]] = field(default_factory=dict, repr=False)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape to which the given values broadcast."""
        return self._codes.shape

    @property
    def masked(self) -> Mask:
        """Where there is no answer."""
        return np.asarray(np.ma.getmaskarray(self.values))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return all(
            _is_same(getattr(self, item.name), getattr(other, item.name)) for item in fields(self)
        )

    def __hash__(self) -> int:
        return hash((self.theorem.id, self.unknown.name))

    def __repr__(self) -> str:
        cells = int(self._codes.size)
        sure = int(np.count_nonzero(self.certified))
        name = self.unknown.name
        return f"<Table {name} by {self.theorem.id}, {cells} cells, {sure} certified>"

    def card(self) -> Card:
        """Return the first cells, a row each."""
        return table_card(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the table as an object of JSON, cell by cell; numbers are texts."""
        return table_json(self)

    def given_at(self, index: Index) -> dict[str, Fraction]:
        """Return the exact given values of a cell."""
        return {name: axis.at(index, len(self.shape)) for name, axis in self.axes.items()}

    def exact_at(self, index: Index) -> Fraction | None:
        """Return the exact value of a cell, or None where it is masked."""
        value = self.values[index]
        return None if value is np.ma.masked else read_rational(value, name=self.unknown.name)

    def reason(self, index: Index) -> str:
        """Return why a cell is masked, or an empty text."""
        return self._reasons[int(self._codes[index])]

    def reasons(self) -> dict[str, int]:
        """Return the reasons why cells are masked, each with the number of its cells."""
        counts = np.bincount(self._codes.ravel(), minlength=len(self._reasons)).tolist()
        return {
            text: count for text, count in zip(self._reasons, counts, strict=True) if text and count
        }

    @property
    def direction(self) -> Direction:
        """The end that the values are; where they are not all alike, the one that is worth more."""
        ends = set(self.is_least[~self.masked].tolist())
        if len(ends) == 1:
            return Direction.LEAST if ends.pop() else Direction.GREATEST
        return preferred_direction(self.theorem, self.unknown)

    @property
    def are_ends(self) -> bool:
        """Whether every value is proved to be the end of those that suffice, and not just one."""
        return bool(self.tight[~self.masked].all())

    def with_end(self, end: Direction) -> Table:
        """Return the table without the values that are the other end, with the reason."""
        others = ~self.masked & (self.is_least != (end is Direction.LEAST))
        if not bool(others.any()):
            return self
        name = self.unknown.name
        reason = (
            f"{self.theorem.id} sets no {end.value} {name} of a size that is searched, "
            f"only a {end.opposite.value} one"
        )
        codes, values = self._codes.copy(), self.values.copy()
        codes[others] = len(self._reasons)
        values[others] = np.ma.masked
        for array in (codes, values):
            array.setflags(write=False)
        return replace(self, values=values, _codes=codes, _reasons=(*self._reasons, reason))

    def answer(self, index: Index) -> Answer:
        """Return the full answer of a cell, solved anew; errors as in `solve_problem`."""
        return solve_problem(problem_of(self.theorem, self.unknown, self.given_at(index)))


def _is_same(one: Any, other: Any) -> bool:
    """Return whether two fields are equal; arrays are where they have values in the same cells."""
    if not isinstance(one, np.ndarray):
        return bool(one == other)
    hidden = np.ma.getmaskarray(one)
    if not np.array_equal(hidden, np.ma.getmaskarray(other)):
        return False
    return np.array_equal(np.ma.getdata(one)[~hidden], np.ma.getdata(other)[~hidden])


def solve_table(
    theorem: Theorem,
    unknown: str,
    given: Mapping[str, Any],
    *,
    progress: Callable[[int], None] | None = None,
    answer: CellAnswer | None = None,
) -> Table:
    """Return the best value of `unknown` in every cell of the broadcast given values.

    Parameters
    ----------
    theorem : Theorem
        The statement to invert.
    unknown : str
        A parameter of the theorem, or a quantity of its conclusion.
    given : mapping from name to number, sequence or array
        Values of the other quantities, which broadcast as in numpy; each element as in
        `solve_theorem`, so that a float is read by its shortest decimal.
    progress : callable, optional
        Called with the number of cells that were decided since it was called last.
    answer : callable, optional
        What answers in a single cell, in the place of `solve_problem`: for a route,
        `boundcalc.routes.table_columns.route_answer`.

    Raises
    ------
    QuestionError
        If the question is not well formed, or the shapes do not broadcast.
    DomainError
        If an element is no number, or lies outside the domain of its symbol.

    Examples
    --------
    >>> from boundcalc_theorems import load_theorems
    >>> thresholdout = next(t for t in load_theorems() if t.id == "adaptive-queries/thm-3.3")
    >>> given = {"tau": [0.1, 0.2], "beta": "0.05", "B": 10, "m": 1000}
    >>> solve_table(thresholdout, "n", given).values.tolist()
    [17341106, 4335277]
    """
    axes = read_axes(theorem, given)
    shape = joint_shape(axes)
    first = {name: axis.distinct[0] for name, axis in axes.items()}
    problem = problem_of(theorem, find_symbol(theorem, unknown), first)
    return _TableSolver(problem, axes, shape, progress, answer).run()


# --- solving -----------------------------------------------------------------------------------


class _TableSolver:
    def __init__(
        self,
        problem: Problem,
        axes: Mapping[str, Axis],
        shape: tuple[int, ...],
        progress: Callable[[int], None] | None,
        answer: CellAnswer | None,
    ) -> None:
        self.problem = problem
        self.answer = answer
        self.progress = progress
        self.axes = axes
        self.shape = shape
        self.unknown = problem.unknown
        self.values = np.zeros(shape, dtype=np.float64)
        self.solved = np.zeros(shape, dtype=np.bool_)
        self.tight = np.zeros(shape, dtype=np.bool_)
        self.by_balls = np.zeros(shape, dtype=np.bool_)
        self.is_least = np.zeros(shape, dtype=np.bool_)
        self.codes = np.zeros(shape, dtype=np.int16)
        self.reasons: dict[str, int] = {"": 0}
        self.exact: dict[Index, Fraction] = {}
        self.witnesses: dict[Index, Mapping[str, Fraction]] = {}

    def run(self) -> Table:
        """Solve block by block, then what is left cell by cell."""
        ranges = {name: axis.range for name, axis in self.axes.items()}
        reduction = reduce_problem(self.problem, ranges)
        bounds = Bounds.of(reduction)
        solver = CellSolver(self.problem, reduction, bounds, self.answer)
        for block in self._blocks():
            found = self._found(bounds, block)
            self.values[block.place] = np.where(found.is_settled, found.values, 0)
            self.solved[block.place] = self.tight[block.place] = found.is_settled
            self.is_least[block.place] = found.is_least
            self._mark(block, found.is_unbounded & ~found.is_settled, self._unbounded_text())
            self._explain(block, found.is_impossible)
            rest = ~(found.is_settled | found.is_impossible | found.is_unbounded)
            self._tell(rest.size - int(np.count_nonzero(rest)))
            for offset in np.argwhere(rest).tolist():
                index = tuple(
                    start + (part.start or 0)
                    for start, part in zip(offset, block.place, strict=True)
                )
                self._solve_cell(solver, index, float(found.guesses[tuple(offset)]))
                self._tell(1)
        return self._table()

    def _tell(self, count: int) -> None:
        if self.progress is not None:
            self.progress(count)

    def _found(self, bounds: Bounds | None, block: Block) -> Found:
        if bounds is not None:
            try:
                return bounds.evaluate(block)
            except ExpressionError:  # an operator without a meaning over arrays
                pass
        nothing = np.zeros(block.shape, dtype=np.bool_)
        unknown = np.full(block.shape, np.nan)
        return Found(unknown, nothing, nothing, nothing, unknown, nothing)

    def _blocks(self) -> Iterator[Block]:
        """Cut the table along its longest axis."""
        spreads = {name: axis.spread(axis.places) for name, axis in self.axes.items()}
        if not self.shape:
            yield Block((), spreads, ())
            return
        cut = int(np.argmax(self.shape))
        length = self.shape[cut]
        rows = max(1, _BLOCK * length // math.prod(self.shape))
        for start in range(0, length, rows):
            stop = min(start + rows, length)
            place = tuple(
                slice(start, stop) if axis == cut else slice(0, size)
                for axis, size in enumerate(self.shape)
            )
            parts = {
                name: _slice(spread, len(self.shape), cut, slice(start, stop))
                for name, spread in spreads.items()
            }
            shape = tuple(
                stop - start if axis == cut else size for axis, size in enumerate(self.shape)
            )
            yield Block(place, parts, shape)

    # cells without an answer

    def _code(self, reason: str) -> int:
        return self.reasons.setdefault(reason, len(self.reasons))

    def _mark(self, block: Block, cells: Mask, reason: str) -> None:
        if bool(cells.any()):
            codes = self.codes[block.place]  # of a single cell, a number and no view
            self.codes[block.place] = np.where(cells, self._code(reason), codes)

    def _unbounded_text(self) -> str:
        return f"every {self.unknown.name} works, however extreme; ask for another quantity"

    def _explain(self, block: Block, impossible: Mask) -> None:
        """Say which constraint on given quantities fails, or that no value works."""
        if not bool(impossible.any()):
            return
        theorem, name = self.problem.theorem, self.unknown.name
        self._mark(block, impossible, f"no {name} satisfies all constraints of {theorem.id}")
        for constraint in reversed(self.problem.constraints):
            if constraint.relation.names() <= block.spreads.keys():
                _, fails = relation_masks(constraint.relation, block.spreads)
                self._mark(
                    block,
                    impossible & np.broadcast_to(fails, block.shape),
                    f"{theorem.id} needs {constraint.printed}, which fails",
                )

    # cells one by one

    def _solve_cell(self, solver: CellSolver, index: Index, guess: float) -> None:
        given = {name: axis.at(index, len(self.shape)) for name, axis in self.axes.items()}
        self.by_balls[index] = True
        try:
            found = solver.solve(given, guess)
        except (NoSolutionError, UndecidedError) as error:
            self.codes[index] = self._code(str(error))
            return
        self.solved[index] = True
        self.tight[index], self.is_least[index] = found.is_tight, found.is_least
        if found.witness:
            self.witnesses[index] = found.witness
        if self._is_double(found.value):
            self.values[index] = float(found.value)
        else:
            self.exact[index] = found.value

    def _is_double(self, value: Fraction) -> bool:
        """Whether a double stands for the value, as an integer or by its shortest decimal."""
        if self.unknown.domain.integer:
            return abs(value) < EXACT_BELOW
        return Fraction(repr(float(value))) == value

    def _table(self) -> Table:
        values: NDArray[Any] = self.values
        if self.unknown.domain.integer:
            values = values.astype(np.int64)
        if self.exact:
            values = values.astype(object)
            for index, value in self.exact.items():
                values[index] = int(value) if self.unknown.domain.integer else value
        masked = np.ma.MaskedArray(values, mask=self.codes != 0)
        certified = self.solved & (not self.problem.theorem.is_doubtful)
        for array in (masked, certified, self.tight, self.by_balls, self.is_least, self.codes):
            array.setflags(write=False)
        return Table(
            theorem=self.problem.theorem,
            unknown=self.unknown,
            axes=self.axes,
            values=masked,
            certified=certified,
            tight=self.tight,
            by_balls=self.by_balls,
            is_least=self.is_least,
            _codes=self.codes,
            _reasons=tuple(self.reasons),
            witnesses=self.witnesses,
        )


def _slice(spread: Spread, dimensions: int, axis: int, part: slice) -> Spread:
    """Cut the cells of a block out of an array that broadcasts to the table."""
    own = axis - (dimensions - spread.lower.ndim)
    if own < 0 or spread.lower.shape[own] == 1:
        return spread
    place = (slice(None),) * own + (part,)
    return Spread(spread.lower[place], spread.upper[place], spread.total)
