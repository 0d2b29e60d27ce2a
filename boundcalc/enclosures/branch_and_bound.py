"""Branch and bound: a box cut into cells until each is seen to fail, at all its points at once.

Main definitions
----------------
`Goals`: expressions that cannot all be at most zero at a point of a cell that fails.
`cover`: the cells, or None where the work that was allowed did not suffice.

A cell fails where one of the expressions is positive over it.
That is read off its interval, or off a corner and the slopes: f(x) is f(c) plus the slopes times
x - c, and with c in the corner that the slopes point away from, all these terms are nonnegative.
Where an expression is undefined at a point it counts as failing there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

import numpy as np

from boundcalc.enclosures.gradients import GRADIENTS, Graded, moving, steady
from boundcalc.enclosures.interval_arrays import ARRAYS, Doubles, Mask, Spread, spread_of
from boundcalc.enclosures.slope_rules import Sloped
from boundcalc.evaluation.programs import compile_expressions
from boundcalc.language.expressions import Expression, Symbol, is_operation, rebuild
from boundcalc.language.operators import Operator

_BATCH = 512
_LEAST_SHARE = 1 / 16  # of the widest side, of one that may be cut
_add = ARRAYS.operators[Operator.ADD]
_negate = ARRAYS.operators[Operator.NEGATE]
_multiply = ARRAYS.operators[Operator.MULTIPLY]


@dataclass(frozen=True, slots=True)
class Axis:
    """A variable with its positive range; it is cut most finely around `centre`, by magnitude."""

    name: str
    lower: float
    upper: float
    centre: float


@dataclass(frozen=True, slots=True)
class Goal:
    """An expression that fails where it is positive, or where it is not negative if strict."""

    expression: Expression
    is_strict: bool = False


@dataclass(frozen=True, slots=True)
class KnownFunction:
    """A function whose values over cells are known better than intervals of its formula are.

    Parameters
    ----------
    arguments : callable
        The arguments where an expression is written as the function of them, else None.
    values, graded : callable
        Its values, and its values with their slopes, from those of the arguments.
    """

    arguments: Callable[[Expression], tuple[Expression, ...] | None]
    values: Callable[..., Spread]
    graded: Callable[..., Graded]


class Goals:
    """Goals compiled to run over arrays of cells; the `sharp` ones are read off slopes as well.

    Parameters
    ----------
    goals : sequence of Goal
        What must hold; the slopes of the last one guide the cuts.
    sharp : sequence of int
        The places of those that are worth their slopes.
    given : mapping from name to Fraction
        Exact values of the variables that are fixed.
    positive : sequence of Expression
        Expressions that some goal requires to be positive: they are taken to be so in the others.
    known : sequence of KnownFunction
        Functions that are enclosed as one wherever an expression is written as one of them.

    Raises
    ------
    ExpressionError
        If an expression contains a sum over a range.
    """

    def __init__(
        self,
        goals: Sequence[Goal],
        sharp: Sequence[int],
        given: Mapping[str, Fraction],
        positive: Sequence[Expression] = (),
        known: Sequence[KnownFunction] = (),
    ) -> None:
        cuts = _Cuts(frozenset(positive), known)
        expressions = [cuts.of_goal(goal.expression) for goal in goals]
        self.strict = [goal.is_strict for goal in goals]
        self.sharp = list(sharp)
        self._given = {name: spread_of(value) for name, value in given.items()}
        self._parts = [(part, compile_expressions(part.inner, GRADIENTS)) for part in cuts.parts]
        self._all = compile_expressions(expressions, GRADIENTS)
        self._part_values = [(part, compile_expressions(part.inner, ARRAYS)) for part in cuts.parts]
        self._values = {place: compile_expressions([expressions[place]], ARRAYS) for place in sharp}

    def over(self, box: Mapping[str, Spread]) -> Sequence[Graded]:
        """Return the values and slopes of all goals over cells."""
        values = {name: steady(value) for name, value in self._given.items()}
        values |= {name: moving(name, value) for name, value in box.items()}
        for part, program in self._parts:
            inner = program.run(values)
            values[part.name] = (
                part.function.graded(*inner) if part.function else _clipped(inner[0])
            )
        return self._all.run(values)

    def at(self, place: int, box: Mapping[str, Spread]) -> Spread:
        """Return the values of one sharp goal at points, marked where they are of no use."""
        values = {**self._given, **box}
        is_useful: Mask = np.ones((), dtype=np.bool_)
        for part, program in self._part_values:
            inner = program.run(values)
            values[part.name] = part.function.values(*inner) if part.function else inner[0]
            if part.function is None:
                is_useful = is_useful & (inner[0].lower >= 0)
        found = self._values[place].run(values)[0]
        return Spread(found.lower, found.upper, found.total & is_useful)


@dataclass(frozen=True, slots=True)
class _Part:
    """A variable for a known function of expressions, or for an expression that is positive."""

    name: str
    inner: tuple[Expression, ...]
    function: KnownFunction | None


class _Cuts:
    """Expressions with variables in the place of known functions and of what is positive."""

    def __init__(self, positive: frozenset[Expression], known: Sequence[KnownFunction]) -> None:
        self.positive = positive
        self.known = known
        self.parts: list[_Part] = []
        self._done: dict[Expression, Expression] = {}

    def of_goal(self, node: Expression) -> Expression:
        """Return the expression of a goal; what it requires to be positive is left as it is."""
        if is_operation(node, Operator.NEGATE) and node.operands[0] in self.positive:
            return -self._of_operands(node.operands[0])
        return self._of(node)

    def _of(self, node: Expression) -> Expression:
        if node not in self._done:
            self._done[node] = self._cut(node)
        return self._done[node]

    def _cut(self, node: Expression) -> Expression:
        for function in self.known:
            arguments = function.arguments(node)
            if arguments is not None:
                return self._variable(tuple(self._of(part) for part in arguments), function)
        found = self._of_operands(node)
        is_cut = node in self.positive and bool(found.operands)
        return self._variable((found,), None) if is_cut else found

    def _of_operands(self, node: Expression) -> Expression:
        return rebuild(node, tuple(self._of(part) for part in node.operands))

    def _variable(self, inner: tuple[Expression, ...], function: KnownFunction | None) -> Symbol:
        part = _Part(f"part {len(self.parts)}", inner, function)
        self.parts.append(part)
        return Symbol(part.name)


def _clipped(x: Graded) -> Graded:
    """Return an expression where it is not negative."""
    values = x.values
    is_partly = values.upper >= 0
    lower = np.where(is_partly, np.maximum(values.lower, 0.0), values.lower)
    return Sloped(Spread(lower, values.upper, values.total), x.slope)


@dataclass(frozen=True, slots=True)
class Cells:
    """Boxes side by side: the ends of each variable, one row for each, one column for a box."""

    lower: Doubles
    upper: Doubles

    @property
    def count(self) -> int:
        """The number of boxes."""
        return int(self.lower.shape[1])

    def where(self, mask: Mask) -> Cells:
        """Return some of the boxes."""
        return Cells(self.lower[:, mask], self.upper[:, mask])


def whole(axes: Sequence[Axis], halvings: int = 0) -> Cells:
    """Return the box of all axes, halved along its widest side some times as far as it goes."""
    lower, upper = [[axis.lower] for axis in axes], [[axis.upper] for axis in axes]
    cells = Cells(np.array(lower, dtype=np.float64), np.array(upper, dtype=np.float64))
    for _ in range(halvings):
        with np.errstate(all="ignore"):
            halves = _cut(axes, cells, np.full(cells.lower.shape, np.inf))
        if halves is None:
            break
        cells = halves
    return cells


def joined(parts: Sequence[Cells]) -> Cells:
    """Return all boxes of several."""
    return Cells(
        np.concatenate([part.lower for part in parts], axis=1),
        np.concatenate([part.upper for part in parts], axis=1),
    )


def cover(
    goals: Goals,
    axes: Sequence[Axis],
    common: Mapping[str, Spread],
    cells: Cells,
    work: int,
    *,
    hopeful: float = 0.0,
) -> tuple[Cells | None, int]:
    """Return cells, cut from those that are given, each of which fails; and the work left.

    Parameters
    ----------
    goals : Goals
        What must hold.
    axes : sequence of Axis
        The variables of the cells, in the order of their rows.
    common : mapping from name to Spread
        The ranges of other variables, the same for all cells.
    cells : Cells
        Where to begin.
    work : int
        The number of cells that may be looked at.
    hopeful : float
        The share of the first cells that must fail for the others to be looked at.

    Returns
    -------
    Cells or None, int
        None where a cell was left, or could not be cut.
    """
    waiting, failing = [cells], []
    while waiting:
        batch = waiting.pop()
        if batch.count > _BATCH:
            rest = np.arange(batch.count) >= _BATCH
            waiting.append(batch.where(rest))
            batch = batch.where(~rest)
        work -= batch.count
        with np.errstate(all="ignore"):
            fails, widths = _judge(goals, axes, common, batch)
            failing.append(batch.where(fails))
            if fails.all():
                continue
            halves = _cut(axes, batch.where(~fails), widths[:, ~fails])
        if halves is None or work < halves.count or fails.mean() < hopeful:
            return None, work
        hopeful = 0.0
        waiting.append(halves)
    return joined(failing), work


def _judge(
    goals: Goals, axes: Sequence[Axis], common: Mapping[str, Spread], cells: Cells
) -> tuple[Mask, Doubles]:
    """Return which cells fail, and by how much the last goal moves along each axis."""
    box = {axis.name: _spread(cells.lower[row], cells.upper[row]) for row, axis in enumerate(axes)}
    box |= {
        name: _spread(*(np.full(cells.count, end) for end in (values.lower, values.upper)))
        for name, values in common.items()
    }
    found = goals.over(box)
    fails = reduce(
        np.logical_or, map(_is_positive, found, goals.strict), np.zeros(cells.count, bool)
    )
    for place in goals.sharp:
        if not fails.all():
            lower = _below(goals, place, found[place], axes, box)
            fails = fails | _is_positive_end(lower, is_strict=goals.strict[place])
    return fails, _moves(found[goals.sharp[-1] if goals.sharp else -1], axes, cells)


def _spread(lower: Doubles, upper: Doubles) -> Spread:
    return Spread(lower, upper, np.ones((), dtype=np.bool_))


def _is_positive(found: Graded, is_strict: bool) -> Mask:
    return _is_positive_end(found.values.lower, is_strict=is_strict)


def _is_positive_end(lower: Doubles, *, is_strict: bool) -> Mask:
    is_positive: Mask = lower >= 0 if is_strict else lower > 0
    return is_positive


def _below(
    goals: Goals,
    place: int,
    found: Graded,
    axes: Sequence[Axis],
    box: Mapping[str, Spread],
) -> Doubles:
    """Return lower bounds of a goal in each cell from its value at one point and its slopes."""
    centres = {axis.name: axis.centre for axis in axes}
    point, terms = {}, []
    for name, values in box.items():
        slope = found.slope.get(name)
        if slope is None:
            point[name] = values
            continue
        corner = _best_point(values, slope, centres.get(name, 1.0))
        point[name] = _spread(corner, corner)
        terms.append(_multiply(slope, _add(values, _negate(point[name]))))
    at_point = goals.at(place, point)
    whole_sum = _add(at_point, *terms)
    return np.where(at_point.total, whole_sum.lower, -np.inf)


def _best_point(values: Spread, slope: Spread, centre: float) -> Doubles:
    """Return where in each range a value, with slopes of this kind, bounds the others best.

    A finite end where the slopes have a sign; else the place from which both ends look equally low.
    """
    low, high = values.lower, values.upper
    middle = _middle(low, high, centre)
    share = slope.upper / (slope.upper - slope.lower)
    inside = high + (low - high) * share
    is_known = np.isfinite(share) & (low <= inside) & (inside <= high)
    inside = np.where(is_known, inside, middle)
    best = np.where(slope.lower >= 0, low, np.where(slope.upper <= 0, high, inside))
    return np.where(np.isfinite(best), best, middle)


def _compact(ends: Doubles, centre: float) -> Doubles:
    """Return magnitudes, from that of the centre, as numbers from -1 to 1."""
    distance = np.log(ends / centre)
    return np.where(np.isinf(distance), np.sign(distance), distance / (1 + np.abs(distance)))


def _middle(lower: Doubles, upper: Doubles, centre: float) -> Doubles:
    """Return the number half way between two compactified magnitudes, or that between the ends."""
    half = (_compact(lower, centre) + _compact(upper, centre)) / 2
    middle = centre * np.exp(half / (1 - np.abs(half)))
    is_inside = (lower < middle) & (middle < upper)
    return np.where(is_inside, middle, lower + (upper - lower) / 2)


def _moves(found: Graded, axes: Sequence[Axis], cells: Cells) -> Doubles:
    """Return about how far an expression moves along each axis within each cell.

    Slopes are taken to be those of a power, which are steepest at one end.
    """
    rows = []
    for row, axis in enumerate(axes):
        slope, lower = found.slope.get(axis.name), cells.lower[row]
        steepest = 0.0 if slope is None else np.maximum(np.abs(slope.lower), np.abs(slope.upper))
        rows.append(steepest * lower * np.log(cells.upper[row] / lower))
    return np.array(rows)


def _cut(axes: Sequence[Axis], cells: Cells, moves: Doubles) -> Cells | None:
    """Return the halves of all cells, or None where one is too narrow to be cut."""
    sides = list(zip(axes, cells.lower, cells.upper, strict=True))
    middles = np.array([_middle(low, high, axis.centre) for axis, low, high in sides])
    widths = np.array(
        [_compact(high, axis.centre) - _compact(low, axis.centre) for axis, low, high in sides]
    )
    can_be_cut = (cells.lower < middles) & (middles < cells.upper)
    if not can_be_cut.any(axis=0).all():
        return None
    widths = np.where(can_be_cut, widths, -1.0)
    is_eligible = can_be_cut & (widths >= widths.max(axis=0) * _LEAST_SHARE)
    moves = np.where(is_eligible, np.where(np.isfinite(moves), moves, np.inf), -1.0)
    is_known = np.isfinite(moves).all(axis=0)
    side = np.where(is_known, moves.argmax(axis=0), widths.argmax(axis=0))
    places = np.arange(cells.count)
    upper, lower = cells.upper.copy(), cells.lower.copy()
    upper[side, places] = lower[side, places] = middles[side, places]
    return joined([Cells(cells.lower, upper), Cells(lower, cells.upper)])
