"""Tables: one unknown over arrays of given values, every cell certified.

The question is solved once, for the whole range of the given values: isolation gives bounds on the
unknown that are equivalent to the theorem's constraints.
The bounds are evaluated in outward-rounded doubles (`boundcalc.enclosures.arrays` says what is
trusted), and a cell is settled where they leave one value, all constraints certainly hold there,
and one certainly fails at the next value beyond.
The few cells that doubles cannot decide, and questions that cannot be isolated, go one by one to
ball arithmetic.

Nothing imports this module at start-up, because it needs numpy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boundcalc.enclosures.arrays import (
    EXACT_BELOW,
    Doubles,
    Mask,
    Spread,
    compare_arrays,
    double_ends,
    evaluate_arrays,
)
from boundcalc.enclosures.decisions import Truth
from boundcalc.enclosures.intervals import Interval, hull
from boundcalc.language.errors import (
    ExpressionError,
    NoSolutionError,
    QuestionError,
    UndecidedError,
)
from boundcalc.language.expressions import Expression, Relation, Sense, Symbol
from boundcalc.language.numbers import read_rational
from boundcalc.language.statements import Theorem
from boundcalc.solving.answers import Answer, Direction
from boundcalc.solving.choose import preferred_direction
from boundcalc.solving.conditions import AllOf, Condition, alternatives
from boundcalc.solving.eliminate import solve_condition
from boundcalc.solving.lambert import isolate_fully
from boundcalc.solving.questions import Question, check_value, find_symbol, pose
from boundcalc.solving.reduction import Reduction, reduce_question
from boundcalc.solving.solver import solve_theorem
from boundcalc.solving.univariate import (
    SMALLEST,
    Compiled,
    last_digit,
    round_digits,
    search_ends,
)

Index = tuple[int, ...]
MAX_TABLE = 50_000_000
_BLOCK = 1 << 17
_SMALLEST = 20 * float(SMALLEST)  # below it, a single answer stops at the limits of its search
_LOWER = (Sense.GE, Sense.GT)
_UPPER = (Sense.LE, Sense.LT)


@dataclass(frozen=True, kw_only=True)
class Table:
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

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape to which the given values broadcast."""
        return self._codes.shape

    @property
    def masked(self) -> Mask:
        """Where there is no answer."""
        return np.asarray(np.ma.getmaskarray(self.values))

    def __repr__(self) -> str:
        cells = int(self._codes.size)
        sure = int(np.count_nonzero(self.certified))
        name = self.unknown.name
        return f"<Table {name} by {self.theorem.id}, {cells} cells, {sure} certified>"

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
        """Return the full answer of a cell, solved anew; errors as in `solve_theorem`."""
        return solve_theorem(self.theorem, self.unknown.name, self.given_at(index))


@dataclass(frozen=True, kw_only=True, slots=True)
class Axis:
    """The exact values of one given quantity: the distinct ones, and which cell has which."""

    symbol: Symbol
    distinct: tuple[Fraction, ...]
    places: NDArray[np.intp]

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


def solve_table(theorem: Theorem, unknown: str, given: Mapping[str, Any]) -> Table:
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

    Raises
    ------
    QuestionError
        If the question is not well formed, or the shapes do not broadcast.
    DomainError
        If an element is no number, or lies outside the domain of its symbol.

    Examples
    --------
    >>> from theorems import load_theorems
    >>> thresholdout = next(t for t in load_theorems() if t.id == "adaptive-queries/thm-3.3")
    >>> given = {"tau": [0.1, 0.2], "beta": "0.05", "B": 10, "m": 1000}
    >>> solve_table(thresholdout, "n", given).values.tolist()
    [17341106, 4335277]
    """
    axes = _read_axes(theorem, given)
    shape = _joint_shape(axes)
    first = {name: axis.distinct[0] for name, axis in axes.items()}
    question = pose(theorem, unknown, first)
    return _TableSolver(question, axes, shape).run()


# --- reading -----------------------------------------------------------------------------------


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


def _read_axes(theorem: Theorem, given: Mapping[str, Any]) -> dict[str, Axis]:
    axes: dict[str, Axis] = {}
    for name, raw in given.items():
        symbol = find_symbol(theorem, name)
        if symbol.name in axes:
            raise QuestionError(f"{symbol.name} is given twice (as {name}); leave one out")
        axes[symbol.name] = _read_axis(symbol, raw, name)
    return axes


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
        spots = [order.setdefault((type(value), value), len(order)) for value in array.ravel()]
        elements = [value for _, value in order]
        places = np.array(spots)
    exact = [check_value(symbol, _plain(element), name) for element in elements]
    return Axis(symbol=symbol, distinct=tuple(exact), places=places.reshape(array.shape))


def _plain(element: Any) -> Any:
    return element.item() if isinstance(element, np.generic) else element


def _joint_shape(axes: Mapping[str, Axis]) -> tuple[int, ...]:
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


# --- solving -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Block:
    """Some cells: where they lie in the table, and the values of the given quantities."""

    place: tuple[slice, ...]
    spreads: Mapping[str, Spread]
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """What doubles say of the cells of a block."""

    values: Doubles
    is_settled: Mask
    is_impossible: Mask
    is_unbounded: Mask
    guesses: Doubles
    is_least: Mask


class _TableSolver:
    def __init__(self, question: Question, axes: Mapping[str, Axis], shape: tuple[int, ...]):
        self.question = question
        self.axes = axes
        self.shape = shape
        self.unknown = question.unknown
        self.values = np.zeros(shape, dtype=np.float64)
        self.solved = np.zeros(shape, dtype=np.bool_)
        self.tight = np.zeros(shape, dtype=np.bool_)
        self.by_balls = np.zeros(shape, dtype=np.bool_)
        self.is_least = np.zeros(shape, dtype=np.bool_)
        self.codes = np.zeros(shape, dtype=np.int16)
        self.reasons: dict[str, int] = {"": 0}
        self.exact: dict[Index, Fraction] = {}

    def run(self) -> Table:
        """Solve block by block, then what is left cell by cell."""
        ranges = {name: axis.range for name, axis in self.axes.items()}
        reduction = reduce_question(self.question, ranges)
        bounds = _Bounds.of(reduction)
        settle = _Settler(self.question, reduction, bounds)
        for block in self._blocks():
            found = self._found(bounds, block)
            self.values[block.place] = np.where(found.is_settled, found.values, 0)
            self.solved[block.place] = self.tight[block.place] = found.is_settled
            self.is_least[block.place] = found.is_least
            self._mark(block, found.is_unbounded & ~found.is_settled, self._unbounded_text())
            self._explain(block, found.is_impossible)
            rest = ~(found.is_settled | found.is_impossible | found.is_unbounded)
            for offset in np.argwhere(rest).tolist():
                index = tuple(
                    start + (part.start or 0)
                    for start, part in zip(offset, block.place, strict=True)
                )
                self._solve_cell(settle, index, float(found.guesses[tuple(offset)]))
        return self._table()

    def _found(self, bounds: _Bounds | None, block: _Block) -> _Found:
        if bounds is not None:
            try:
                return bounds.evaluate(block)
            except ExpressionError:  # an operator without a meaning over arrays
                pass
        nothing = np.zeros(block.shape, dtype=np.bool_)
        unknown = np.full(block.shape, np.nan)
        return _Found(unknown, nothing, nothing, nothing, unknown, nothing)

    def _blocks(self) -> Iterator[_Block]:
        """Cut the table along its longest axis."""
        spreads = {name: axis.spread(axis.places) for name, axis in self.axes.items()}
        if not self.shape:
            yield _Block((), spreads, ())
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
            yield _Block(place, parts, shape)

    # cells without an answer

    def _code(self, reason: str) -> int:
        return self.reasons.setdefault(reason, len(self.reasons))

    def _mark(self, block: _Block, cells: Mask, reason: str) -> None:
        if bool(cells.any()):
            self.codes[block.place][cells] = self._code(reason)

    def _unbounded_text(self) -> str:
        return f"every {self.unknown.name} works, however extreme; ask for another quantity"

    def _explain(self, block: _Block, impossible: Mask) -> None:
        """Say which constraint on given quantities fails, or that no value works."""
        if not bool(impossible.any()):
            return
        theorem, name = self.question.theorem, self.unknown.name
        self._mark(block, impossible, f"no {name} satisfies all constraints of {theorem.id}")
        for constraint in reversed(self.question.constraints):
            if constraint.relation.names() <= block.spreads.keys():
                _, fails = _relation_masks(constraint.relation, block.spreads)
                self._mark(
                    block,
                    impossible & np.broadcast_to(fails, block.shape),
                    f"{theorem.id} needs {constraint.printed}, which fails",
                )

    # cells one by one

    def _solve_cell(self, settle: _Settler, index: Index, guess: float) -> None:
        given = {name: axis.at(index, len(self.shape)) for name, axis in self.axes.items()}
        self.by_balls[index] = True
        try:
            value, is_tight, is_least = settle.solve(given, guess)
        except (NoSolutionError, UndecidedError) as error:
            self.codes[index] = self._code(str(error))
            return
        self.solved[index], self.tight[index], self.is_least[index] = True, is_tight, is_least
        if self._is_double(value):
            self.values[index] = float(value)
        else:
            self.exact[index] = value

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
        certified = self.solved & (not self.question.theorem.is_doubtful)
        for array in (masked, certified, self.tight, self.by_balls, self.is_least, self.codes):
            array.setflags(write=False)
        return Table(
            theorem=self.question.theorem,
            unknown=self.unknown,
            axes=self.axes,
            values=masked,
            certified=certified,
            tight=self.tight,
            by_balls=self.by_balls,
            is_least=self.is_least,
            _codes=self.codes,
            _reasons=tuple(self.reasons),
        )


def _slice(spread: Spread, dimensions: int, axis: int, part: slice) -> Spread:
    """Cut the cells of a block out of an array that broadcasts to the table."""
    own = axis - (dimensions - spread.lower.ndim)
    if own < 0 or spread.lower.shape[own] == 1:
        return spread
    place = (slice(None),) * own + (part,)
    return Spread(spread.lower[place], spread.upper[place], spread.total)


# --- conditions over arrays --------------------------------------------------------------------


def _relation_masks(relation: Relation, values: Mapping[str, Spread]) -> tuple[Mask, Mask]:
    left, right = (evaluate_arrays(side, values) for side in (relation.left, relation.right))
    return compare_arrays(left, relation.sense, right)


def _masks(condition: Condition, values: Mapping[str, Spread]) -> tuple[Mask, Mask]:
    """Return where a condition certainly holds, and where it certainly fails."""
    if isinstance(condition, Relation):
        return _relation_masks(condition, values)
    is_all = isinstance(condition, AllOf)
    holds, fails = np.array(is_all), np.array(not is_all)
    for part in condition.parts:
        part_holds, part_fails = _masks(part, values)
        holds = holds & part_holds if is_all else holds | part_holds
        fails = fails | part_fails if is_all else fails & part_fails
    return holds, fails


@dataclass(frozen=True, slots=True)
class _Case:
    """One conjunction: bounds on the unknown, and relations without it."""

    lower: tuple[tuple[Sense, Expression], ...]
    upper: tuple[tuple[Sense, Expression], ...]
    fixed: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class _Reach:
    """The least and greatest value of one case, each between two doubles."""

    lower: tuple[Doubles, Doubles]
    upper: tuple[Doubles, Doubles]
    exists: Mask
    is_empty: Mask


@dataclass(frozen=True, slots=True)
class _Bounds:
    """A condition solved for the unknown, as alternatives; and the condition as it was."""

    reduction: Reduction
    cases: tuple[_Case, ...]
    condition: Condition

    @classmethod
    def of(cls, reduction: Reduction) -> _Bounds | None:
        """Return the bounds of a reduced question, or None where it cannot be solved for."""
        name = reduction.question.unknown.name
        if reduction.remaining:
            return None
        solved = solve_condition(reduction.shown, name, reduction.box, isolate_fully)
        cases = None if solved is None else alternatives(reduction.expand(solved))
        if cases is None:
            return None
        sorted_cases = [_sorted_case(case, name) for case in cases]
        found = tuple(case for case in sorted_cases if case is not None)
        if len(found) < len(cases):
            return None
        return cls(reduction, found, reduction.condition)

    @property
    def unknown(self) -> Symbol:
        """The unknown."""
        return self.reduction.question.unknown

    @property
    def ray(self) -> Direction | None:
        """The end that every feasible set has, whatever the given values: a ray from there."""
        if not any(case.upper for case in self.cases):
            return Direction.LEAST
        return None if any(case.lower for case in self.cases) else Direction.GREATEST

    def evaluate(self, block: _Block) -> _Found:
        """Return what is certain of the cells of a block."""
        reaches = [self._reach(case, block.spreads) for case in self.cases]
        return _Joint(self, reaches, block).found()

    def _reach(self, case: _Case, values: Mapping[str, Spread]) -> _Reach:
        domain = self.unknown.domain
        first, last = search_ends(domain)
        start = -math.inf if domain.lower is None else float(first)
        stop = math.inf if domain.upper is None else float(last)
        lower = (np.array(start), np.array(start))
        upper = (np.array(stop), np.array(stop))
        exists, is_empty = np.array(True), np.array(False)
        for sense, bound in case.lower:
            low, high, total = self._end(sense, bound, values)
            lower = (np.maximum(lower[0], low), np.maximum(lower[1], high))
            exists = exists & total
        for sense, bound in case.upper:
            low, high, total = self._end(sense, bound, values)
            upper = (np.minimum(upper[0], low), np.minimum(upper[1], high))
            exists = exists & total
        for relation in case.fixed:
            holds, fails = _relation_masks(relation, values)
            exists, is_empty = exists & holds, is_empty | fails
        return _Reach(
            lower,
            upper,
            exists & (lower[1] <= upper[0]),
            is_empty | (lower[0] > upper[1]),
        )

    def _end(
        self, sense: Sense, bound: Expression, values: Mapping[str, Spread]
    ) -> tuple[Doubles, Doubles, Mask]:
        """Return the extreme value that one bound allows, between two doubles."""
        spread = evaluate_arrays(bound, values)
        rounding = _whole_rounding(sense) if self.unknown.domain.integer else _digits(sense)
        return rounding(spread.lower), rounding(spread.upper), spread.total


def _sorted_case(case: Sequence[Relation], name: str) -> _Case | None:
    lower, upper, fixed = [], [], []
    for relation in case:
        if not (isinstance(relation.left, Symbol) and relation.left.name == name):
            fixed.append(relation)
        elif relation.sense in _LOWER:
            lower.append((relation.sense, relation.right))
        elif relation.sense in _UPPER:
            upper.append((relation.sense, relation.right))
        else:
            return None
    return _Case(tuple(lower), tuple(upper), tuple(fixed))


def _whole_rounding(sense: Sense) -> Callable[[Doubles], Doubles]:
    """Return the function from a bound to the extreme integer that it allows."""
    if sense in _LOWER:
        return np.ceil if sense is Sense.GE else lambda bound: np.floor(bound) + 1
    return np.floor if sense is Sense.LE else lambda bound: np.ceil(bound) - 1


def _digits(sense: Sense) -> Callable[[Doubles], Doubles]:
    """Return the function from a bound to the extreme number of 12 digits that it allows."""
    rounding = ROUND_CEILING if sense in _LOWER else ROUND_FLOOR

    def one(bound: float) -> float:
        if not math.isfinite(bound) or bound == 0:
            return bound
        return float(round_digits(Fraction(bound), rounding))

    def apply(bounds: Doubles) -> Doubles:
        flat = [one(bound) for bound in bounds.ravel().tolist()]
        return np.array(flat, dtype=np.float64).reshape(bounds.shape)

    return apply


class _Joint:
    """The union of the cases in the cells of one block."""

    def __init__(self, bounds: _Bounds, reaches: Sequence[_Reach], block: _Block) -> None:
        self.bounds = bounds
        self.reaches = reaches
        self.block = block
        domain = bounds.unknown.domain
        first, last = search_ends(domain)
        self.first = -math.inf if domain.lower is None else float(first)
        self.last = math.inf if domain.upper is None else float(last)

    def found(self) -> _Found:
        shape = self.block.shape
        is_least, is_greatest = self._directions()
        least, greatest = self._least(), self._greatest()
        low = np.where(is_least, least[0], np.where(is_greatest, greatest[0], -np.inf))
        high = np.where(is_least, least[1], np.where(is_greatest, greatest[1], np.inf))
        low, high = (np.broadcast_to(end, shape) for end in (low, high))
        exists = self._any([reach.exists for reach in self.reaches])
        is_empty = np.array(True)
        for reach in self.reaches:
            is_empty = is_empty & reach.is_empty
        is_one = (low == high) & exists
        is_unbounded = is_one & ~np.isfinite(low)
        is_open_end = ((low == self.first) & self._is_open(self.first)) | (
            (low == self.last) & self._is_open(self.last)
        )
        is_small = (low != 0) & (np.abs(low) < _SMALLEST)
        is_large = np.abs(low) >= EXACT_BELOW
        candidate = is_one & np.isfinite(low) & ~is_small & ~is_large & ~is_open_end
        values = np.where(candidate, low, 1.0)
        proved = self._certified(values, np.broadcast_to(is_least, shape))
        guesses = np.where(np.isfinite(high), high, low)
        return _Found(
            values,
            candidate & proved,
            np.broadcast_to(is_empty, shape),
            np.broadcast_to(is_unbounded, shape),
            guesses,
            np.broadcast_to(is_least, shape),
        )

    def _is_open(self, end: float) -> bool:
        """Whether a finite end of the search is not the end of the domain."""
        domain = self.bounds.unknown.domain
        if domain.integer or not math.isfinite(end):
            return False
        is_closed = domain.lower_closed if end == self.first else domain.upper_closed
        return not is_closed

    @staticmethod
    def _any(masks: Sequence[Mask]) -> Mask:
        return reduce(np.logical_or, masks, np.array(False))

    def _least(self) -> tuple[Doubles, Doubles]:
        low = high = np.array(np.inf)
        for reach in self.reaches:
            low = np.minimum(low, np.where(reach.is_empty, np.inf, reach.lower[0]))
            high = np.minimum(high, np.where(reach.exists, reach.lower[1], np.inf))
        return low, high

    def _greatest(self) -> tuple[Doubles, Doubles]:
        low = high = np.array(-np.inf)
        for reach in self.reaches:
            low = np.maximum(low, np.where(reach.exists, reach.upper[0], -np.inf))
            high = np.maximum(high, np.where(reach.is_empty, -np.inf, reach.upper[1]))
        return low, high

    def _directions(self) -> tuple[Mask, Mask]:
        """Return where the answer is certainly the least, and where certainly the greatest."""
        top = self._any([reach.exists & (reach.upper[0] >= self.last) for reach in self.reaches])
        bottom = self._any(
            [reach.exists & (reach.lower[1] <= self.first) for reach in self.reaches]
        )
        no_top, no_bottom = np.array(True), np.array(True)
        for reach in self.reaches:
            no_top = no_top & (reach.is_empty | (reach.upper[1] < self.last))
            no_bottom = no_bottom & (reach.is_empty | (reach.lower[0] > self.first))
        question = self.bounds.reduction.question
        alike = (top & bottom) | (no_top & no_bottom)
        if preferred_direction(question.theorem, question.unknown) is Direction.LEAST:
            return (top & no_bottom) | alike | (top & ~bottom & ~no_bottom), bottom & no_top
        return top & no_bottom, (bottom & no_top) | alike

    def _certified(self, values: Doubles, is_least: Mask) -> Mask:
        """Return where all constraints hold at the values, and one fails at the next beyond."""
        domain = self.bounds.unknown.domain
        outward = np.where(is_least, -1.0, 1.0)
        if domain.integer:
            here, beyond = _point(values), _point(values + outward)
        else:
            here, beyond = _around(values), _around_next(values, outward)
        holds, _ = _masks(self.bounds.condition, self._with(here))
        _, fails = _masks(self.bounds.condition, self._with(beyond))
        at_end = np.where(is_least, values <= self.first, values >= self.last)
        return np.broadcast_to(holds & (fails | at_end), self.block.shape)

    def _with(self, unknown: Spread) -> dict[str, Spread]:
        return {**self.block.spreads, self.bounds.unknown.name: unknown}


def _point(values: Doubles) -> Spread:
    return Spread(values, values, np.array(True))


def _around(values: Doubles) -> Spread:
    """Enclose the decimals that doubles stand for."""
    return Spread(np.nextafter(values, -np.inf), np.nextafter(values, np.inf), np.array(True))


def _around_next(values: Doubles, outward: Doubles) -> Spread:
    """Enclose the next numbers of 12 digits."""
    size = np.where(values == 0, 1.0, np.abs(values))
    unit = 10.0 ** (np.floor(np.log10(size)) - 11)
    beyond = values + outward * unit
    slack = np.abs(beyond) * 2.0**-50
    return Spread(beyond - slack, beyond + slack, np.array(True))


# --- one cell ----------------------------------------------------------------------------------


class _Settler:
    """Solves single cells in ball arithmetic, near the value that doubles suggest."""

    def __init__(self, question: Question, reduction: Reduction, bounds: _Bounds | None) -> None:
        self.question = question
        self.ray = None if bounds is None else bounds.ray
        self.condition = None if bounds is None else Compiled(reduction.condition)
        self.preferred = preferred_direction(question.theorem, question.unknown)

    def solve(self, given: Mapping[str, Fraction], guess: float) -> tuple[Fraction, bool, bool]:
        """Return the value of a cell, whether the next is proved to fail, and if it is the least.

        Raises
        ------
        NoSolutionError, UndecidedError
            As in `solve_theorem`.
        """
        near = self._near(given, guess)
        if near is not None:
            return near, True, self.ray is Direction.LEAST
        answer = solve_theorem(self.question.theorem, self.question.unknown.name, given)
        value = Fraction(answer.value)
        is_tight = self._is_end(value) or self._is_next(answer)
        return value, is_tight, answer.direction is Direction.LEAST

    def _is_next(self, answer: Answer) -> bool:
        """Whether the neighbour of an answer is the very next value, not just one nearby."""
        if answer.neighbour is None:
            return False
        value = Fraction(answer.value)
        gap = abs(Fraction(answer.neighbour.value) - value)
        return gap <= (1 if answer.is_integer else last_digit(value))

    def _is_end(self, value: Fraction) -> bool:
        return value in search_ends(self.question.unknown.domain)

    def _near(self, given: Mapping[str, Fraction], guess: float) -> Fraction | None:
        """Return the end of a ray, if it is within two steps of the guess."""
        if self.condition is None or self.ray is None or not math.isfinite(guess):
            return None
        unknown = self.question.unknown
        if not _SMALLEST < abs(guess) < EXACT_BELOW:
            return None
        is_least = self.ray is Direction.LEAST
        rounding = ROUND_CEILING if is_least else ROUND_FLOOR
        is_whole = unknown.domain.integer
        center = Fraction(round(guess)) if is_whole else round_digits(Fraction(guess), rounding)
        step = (Fraction(1) if is_whole else last_digit(center)) * (1 if is_least else -1)
        truths: dict[int, Truth] = {}
        for place in (0, 1, -1, 2, -2):
            for spot in (place, place - 1):
                if spot not in truths:
                    truths[spot] = self._truth(given, center + spot * step)
            if truths[place] is Truth.TRUE and truths[place - 1] is Truth.FALSE:
                value = center + place * step
                return None if self._is_end(value) else value
        return None

    def _truth(self, given: Mapping[str, Fraction], value: Fraction) -> Truth:
        unknown = self.question.unknown
        assert self.condition is not None
        if value not in unknown.domain:
            return Truth.UNKNOWN
        return self.condition.truth({**given, unknown.name: value})
