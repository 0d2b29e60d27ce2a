"""The values of one variable that satisfy a condition, as intervals with certified ends.

The domain is cut into cells until on each cell every relation holds everywhere, nowhere, or is
monotone in the variable; then the feasible part of the cell is an interval whose ends bisection
finds, and nothing is assumed about the rest of the domain.

Real variables are searched as far as `algebra/search_range.py` says, and to within 1e-40 of an open
end other than zero; ends are found to 12 significant digits, on the feasible side.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import ctx

from boundcalc.algebra.conditions import ALWAYS, NEVER, Condition, map_relations
from boundcalc.algebra.rearrangement import rearranged
from boundcalc.algebra.search_range import DEEP_PRECISION, SMALLEST, least_size, search_ends
from boundcalc.enclosures.decisions import RelationEvaluator, Truth
from boundcalc.enclosures.interval import Interval, exact_interval, hull
from boundcalc.feasible.bisection import Boundary
from boundcalc.feasible.components import Component, FeasibleSet, Tight, intersection
from boundcalc.feasible.digits import DIGITS, log2
from boundcalc.feasible.effort import cells_worth, is_long, patiently
from boundcalc.feasible.float_conditions import GuessOfOne
from boundcalc.feasible.log_convexity import find_valley
from boundcalc.feasible.shapes import Compiled, Effort, Shape, part_shapes
from boundcalc.language.domains import Domain
from boundcalc.language.expressions import Relation

FINE_DIGITS = 36
MAX_CELLS = 600
_DEEP_CELLS = 24  # of the part of a domain below 1e-120
_EVEN_STEPS = 200  # by factors of four, when an end is moved out
_MOST_POINTS = 100  # of undecided cells, where no cell was found feasible
_MOST_NEAR = 5  # of these, where doubles see that the condition nearly holds
_PRECISION = 128  # of cells: what cancels loses few of its digits
_RAYS = (Shape.UP, Shape.DOWN)
FINE_PRECISION = 512
_WIDE = Fraction(5, 4)  # the ratio of the ends of a cell that is wide for it
_NARROW = 40  # bits in which the ends of a cell agree that may need it
_TINY = Fraction(1, 2**40)  # the size of a cell that may
Values = Mapping[str, Fraction]


# --- the search --------------------------------------------------------------------------------


def feasible_set(
    condition: Condition,
    name: str,
    domain: Domain,
    values: Values,
    *,
    most_cells: int = MAX_CELLS,
) -> FeasibleSet:
    """Return the values of `name` in `domain` at which `condition` holds.

    Parameters
    ----------
    condition : Condition
        Its only symbols are `name` and those of `values`.
    name : str
        The variable.
    domain : Domain
        Its domain; an integer domain gives integer ends.
    values : mapping from name to Fraction
        The other variables.
    most_cells : int
        The number of cells after which none is cut any more, and the set is not complete.
    """
    return _Search(condition, name, domain, values).run(most_cells)


def is_infeasible(
    condition: Condition,
    name: str,
    domain: Domain,
    values: Values,
    *,
    most_cells: int = MAX_CELLS,
    tight: Tight | None = None,
) -> bool:
    """Return whether the condition is proved to fail at every value that is searched.

    The parameters are those of `feasible_set`, and where it is closest to hold, if that is known.
    One value that works, or may work, ends the search.
    """
    return _Search(condition, name, domain, values).is_empty(most_cells, tight)


def _settled(condition: Condition, name: str, values: Values) -> Condition:
    """Replace the relations without the variable by their truth, where it can be decided."""

    def settle(relation: Relation) -> Condition:
        if name in relation.names():
            return relation
        truth = RelationEvaluator(relation).at(values).truth
        if truth is Truth.UNKNOWN:
            return relation
        return ALWAYS if truth is Truth.TRUE else NEVER

    return map_relations(condition, settle)


@dataclass(frozen=True, slots=True)
class _Cell:
    lower: Fraction
    upper: Fraction

    def __contains__(self, value: Fraction) -> bool:
        return self.lower <= value <= self.upper


def _near(cell: _Cell, shape: Shape) -> Fraction:
    """Return the end of a cell that works if any of its values does."""
    return cell.lower if shape is Shape.DOWN else cell.upper


class _Search:
    def __init__(self, condition: Condition, name: str, domain: Domain, values: Values) -> None:
        self.settled = _settled(condition, name, values)
        self.source = map_relations(self.settled, lambda relation: rearranged(relation, name))
        self.condition = Compiled(self.source, values)
        self.name = name
        self.is_integer = domain.integer
        self.values = dict(values)
        with ctx.workprec(_PRECISION):
            self.box = {key: exact_interval(value) for key, value in values.items()}
        self.first, self.last = search_ends(domain)
        self.smallest = least_size(domain)

    def run(self, most_cells: int) -> FeasibleSet:
        most_cells = cells_worth(self.source, self.values, most_cells)
        found: list[Component] = []
        undecided: list[_Cell] = []
        cells = deque([(_Cell(self.first, self.last), self.condition)])
        left = {False: most_cells, True: min(_DEEP_CELLS, most_cells)}
        while cells:
            cell, rest = cells.popleft()
            is_deep = self._is_deep(cell)
            left[is_deep] -= 1
            shape, rest = self._shape(cell, rest)
            if self._is_checked(shape) and self._truth(_near(cell, shape)) is Truth.UNKNOWN:
                shape = Shape.UNKNOWN  # where terms overflow at the end that decides
            if shape is Shape.UNKNOWN and self._is_whole(cell):
                halves = self._halves()
                if halves is not None:
                    return FeasibleSet(tuple(self._polished(self._merged(halves))), True)
            if shape is Shape.UNKNOWN and left[is_deep] > 0 and self._can_split(cell):
                cells.extend((part, rest) for part in self._split(cell))
            elif shape is Shape.UNKNOWN:
                undecided.append(cell)
            else:
                found.extend(self._within(cell, shape))
        if not found and not all(map(self._is_narrow, undecided)):
            found.extend(self._among(self._likely(undecided)))
        components = self._merged(self._polished(self._merged(found)))
        is_complete = all(self._is_skippable(cell, components) for cell in undecided)
        return FeasibleSet(tuple(components), is_complete)

    def is_empty(self, most_cells: int, tight: Tight | None) -> bool:
        """Return whether no value is feasible, with no cell left aside, however narrow.

        Cells are cut depth first, so that one that stays undecided is met soon; the whole is cut at
        once into small cells where the condition is tight.
        """
        most_cells = cells_worth(self.source, self.values, most_cells)
        cells = [(_Cell(self.first, self.last), self.condition)]
        left = {False: most_cells, True: min(_DEEP_CELLS, most_cells)}
        while cells and min(left.values()) > 0:
            cell, rest = cells.pop()
            left[self._is_deep(cell)] -= 1
            shape, rest = self._shape(cell, rest)
            if shape is Shape.UNKNOWN and self._is_whole(cell):
                halves = self._halves(None if tight is None else tight.value)
                if halves is not None:
                    return not halves
                if tight is not None and self.first >= 0:
                    cells = [(part, rest) for part in self._around(tight)]
                    continue
            elif shape is Shape.UNKNOWN and tight is not None and tight.value in cell:
                cuts, tight = tight.near(), None
                cells += [(part, rest) for part in self._cut(cell, cuts)]
                continue
            if shape in (Shape.UNKNOWN, Shape.BAND):
                if not self._can_split(cell):
                    return False
                cells.extend((part, rest) for part in self._split(cell))
            elif shape is not Shape.NONE and self._truth(_near(cell, shape)) is not Truth.FALSE:
                return False
        return not cells

    def _halves(self, near: Fraction | None = None) -> list[Component] | None:
        """Return what is feasible on both sides of the lowest point of a convex relation."""
        if self.is_integer or not isinstance(self.settled, Relation):
            return None
        valley = find_valley(self.settled, self.name, self.first, self.last, self.values, near)
        if valley is None or valley.inside is None:
            return None if valley is None else []
        rising = self._within(_Cell(self.first, valley.inside), Shape.UP)
        return [*rising, *self._within(_Cell(valley.inside, self.last), Shape.DOWN)]

    def _among(self, points: Iterable[Fraction]) -> Iterator[Component]:
        """Yield the first of some points that is feasible, where no cell was found to be."""
        for point in points:
            if self._is_feasible(point):
                yield Component(point, point, None, None)
                break

    def _likely(self, undecided: Sequence[_Cell]) -> Iterator[Fraction]:
        """Yield points that may be feasible although no cell is: ends of parts, ends of cells.

        Where one part of a conjunction is a ray, and another too wild to be decided over a cell,
        the end of the ray may be all that works.
        """
        whole = _Cell(self.first, self.last)
        if self.condition.is_all:
            with ctx.workprec(_PRECISION):
                box = {**self.box, self.name: hull(whole.lower, whole.upper)}
                shapes = part_shapes(self.condition, self.name, box)
            for part, shape in shapes:
                if shape in (Shape.UP, Shape.DOWN):
                    for ray in self._part_ray(whole, part, shape, DIGITS):
                        yield ray.lower if shape is Shape.UP else ray.upper
        step = max(1, len(undecided) // _MOST_POINTS)
        if self.is_integer:
            yield self.first
        for cell in sorted(undecided, key=lambda cell: cell.lower)[::step]:
            yield cell.upper
        for cell in sorted(undecided, key=self._excess)[:_MOST_NEAR]:
            point = Fraction(self._guess.least_excess(float(cell.lower), float(cell.upper)))
            yield Fraction(round(point)) if self.is_integer else point

    def _excess(self, cell: _Cell) -> float:
        """Return how far the condition is from holding in the middle of a cell, in doubles."""
        excess = self._guess.excess(float(self._middle(cell.lower, cell.upper)))
        return math.inf if math.isnan(excess) else excess

    # cells

    def _is_checked(self, shape: Shape) -> bool:
        """Whether an end decides what a cell is, as where a long sum has too many terms."""
        return shape in _RAYS or (shape is Shape.ALL and self.is_integer and self.is_long)

    def _shape(self, cell: _Cell, rest: Compiled) -> tuple[Shape, Compiled]:
        """Return the shape of the condition in a cell, and what of it is not certain to hold there.

        The second argument is what is not certain in a larger cell.
        """
        if cell.lower == cell.upper:
            truth = self._truth(cell.lower)
            shape = {Truth.TRUE: Shape.ALL, Truth.FALSE: Shape.NONE}.get(truth, Shape.UNKNOWN)
            return shape, rest
        effort = self._effort(cell)
        with ctx.workprec(_PRECISION):
            box = {**self.box, self.name: hull(cell.lower, cell.upper)}
            shape, rest = rest.shape_and_rest(self.name, box, effort=effort)
        if shape is not Shape.UNKNOWN or not self._needs_digits(cell):
            return shape, rest
        with ctx.workprec(FINE_PRECISION):
            box = {**self.fine_box, self.name: hull(cell.lower, cell.upper)}
            shape, rest = rest.shape_and_rest(self.name, box, effort=effort)
        if shape is not Shape.UNKNOWN or not self._is_deep(cell):
            return shape, rest
        with ctx.workprec(DEEP_PRECISION):
            return rest.shape_and_rest(self.name, self._exact_box(cell))

    def _effort(self, cell: _Cell) -> Effort:
        """Return what a cell is worth: over a wide one the slopes of a long sum say nothing."""
        if self._is_whole(cell):
            return Effort.NORMAL_FORMS
        is_wide = cell.upper > _WIDE * cell.lower
        return Effort.TRENDS if is_wide and self.is_long else Effort.SLOPES

    @cached_property
    def is_long(self) -> bool:
        """Whether a sum of many terms is part of the condition."""
        return is_long(self.source, self.values)

    def _is_deep(self, cell: _Cell) -> bool:
        """Whether a cell lies below the sizes that most quantities have."""
        return cell.upper <= SMALLEST and cell.lower >= 0 and self.smallest < SMALLEST

    def _exact_box(self, cell: _Cell) -> dict[str, Interval]:
        """Return all variables at the precision in force."""
        box = {key: exact_interval(value) for key, value in self.values.items()}
        return {**box, self.name: hull(cell.lower, cell.upper)}

    def _is_whole(self, cell: _Cell) -> bool:
        return cell.lower == self.first and cell.upper == self.last

    def _needs_digits(self, cell: _Cell) -> bool:
        """Whether rounding may hide what holds: in a narrow cell, near zero, or in the givens."""
        size = max(abs(cell.lower), abs(cell.upper))
        is_narrow = cell.upper - cell.lower <= size / 2**_NARROW
        return self._is_whole(cell) or size < _TINY or is_narrow

    @cached_property
    def fine(self) -> Compiled:
        """The condition compiled at a precision that resolves the ends of the search."""
        return Compiled(self.source, self.values)

    @cached_property
    def fine_box(self) -> dict[str, Interval]:
        """The other variables at that precision."""
        return {key: exact_interval(value) for key, value in self.values.items()}

    def _can_split(self, cell: _Cell) -> bool:
        if self.is_integer:
            return cell.upper > cell.lower
        width = cell.upper - cell.lower
        return width > abs(cell.upper) / 2**60 and width > self.smallest

    def _is_skippable(self, cell: _Cell, components: Iterable[Component]) -> bool:
        """Whether an undecided cell is no more than a part of the end of a component."""
        return self._is_narrow(cell) and any(
            component.lower <= cell.upper and cell.lower <= component.upper
            for component in components
        )

    def _is_narrow(self, cell: _Cell) -> bool:
        """Whether a cell is narrower than the digits of an answer."""
        return not self.is_integer and cell.upper - cell.lower <= abs(cell.upper) / 2**56

    def _split(self, cell: _Cell) -> list[_Cell]:
        middle = self._middle(cell.lower, cell.upper)
        if self.is_integer:
            return [_Cell(cell.lower, middle), _Cell(middle + 1, cell.upper)]
        return [_Cell(cell.lower, middle), _Cell(middle, cell.upper)]

    def _around(self, tight: Tight) -> list[_Cell]:
        """Return the whole in cells, of which the last is where the condition is tight."""
        least = Fraction(1) if self.is_integer else self.smallest  # where the whole begins at zero
        cuts = tight.far(self.first or least, self.last)
        if self.smallest < SMALLEST:
            cuts.append(SMALLEST)
        return sorted(
            self._cut(_Cell(self.first, self.last), cuts), key=lambda cell: tight.value in cell
        )

    def _cut(self, cell: _Cell, cuts: Iterable[Fraction]) -> list[_Cell]:
        """Return a cell in parts that end at some numbers."""
        whole = (Fraction(math.floor(cut)) for cut in cuts) if self.is_integer else cuts
        ends = sorted({cut for cut in whole if cell.lower <= cut < cell.upper})
        step = 1 if self.is_integer else 0
        lowers = [cell.lower, *(end + step for end in ends)]
        return [_Cell(*pair) for pair in zip(lowers, [*ends, cell.upper], strict=True)]

    def _middle(self, lower: Fraction, upper: Fraction) -> Fraction:
        if lower < 0 < upper:
            return Fraction(0)
        if upper <= 0:
            return -self._middle(-upper, -lower) - (1 if self.is_integer else 0)
        if self.smallest < SMALLEST and lower < SMALLEST < upper:
            return SMALLEST
        middle = (lower + upper) / 2
        if upper > 4 * max(lower, self.smallest):
            exponent = (log2(max(lower, self.smallest)) + log2(upper)) / 2
            middle = Fraction(2) ** round(exponent)
        if not lower < middle < upper:
            middle = (lower + upper) / 2
        return Fraction(math.floor(middle)) if self.is_integer else middle

    # points

    def _truth(self, point: Fraction) -> Truth:
        return self.condition.truth({**self.values, self.name: point})

    def _is_feasible(self, point: Fraction) -> bool:
        return self._truth(point) is Truth.TRUE

    def _within(self, cell: _Cell, shape: Shape) -> list[Component]:
        if shape is Shape.NONE:
            return []
        if shape is Shape.ALL:
            return [Component(cell.lower, cell.upper, None, None)]
        if shape is Shape.BAND:
            return self._band(cell)
        return self._ray_within(cell, self._is_feasible, self._guess, shape is Shape.UP)

    @cached_property
    def _guess(self) -> GuessOfOne:
        return GuessOfOne(self.condition.guesser, self.name)

    def _ray_within(
        self,
        cell: _Cell,
        is_feasible: Callable[[Fraction], bool],
        guess: GuessOfOne,
        is_up: bool,
        digits: int = DIGITS,
    ) -> list[Component]:
        near, far = (cell.upper, cell.lower) if is_up else (cell.lower, cell.upper)
        if not is_feasible(near):
            return []
        if is_feasible(far):
            return [Component(cell.lower, cell.upper, None, None)]
        boundary = Boundary(is_feasible, guess, self.is_integer, digits, self.smallest)
        inside, outside = boundary.find(near, far)
        if is_up:
            return [Component(inside, cell.upper, outside, None)]
        return [Component(cell.lower, inside, None, outside)]

    def _band(self, cell: _Cell) -> list[Component]:
        """Intersect the rays of the parts of a conjunction."""
        for digits in (DIGITS, FINE_DIGITS):
            component = self._band_to(cell, digits)
            if component is not None and component.lower <= component.upper:
                return [component] if self._is_feasible(component.lower) else []
        return []

    def _band_to(self, cell: _Cell, digits: int) -> Component | None:
        component = Component(cell.lower, cell.upper, None, None)
        for part, shape in self._rays(cell):
            found = self._part_ray(cell, part, shape, digits)
            if not found:
                return None
            component = intersection(component, found[0])
        return component

    def _part_ray(self, cell: _Cell, part: Compiled, shape: Shape, digits: int) -> list[Component]:
        """Return the feasible values of a part of the condition that is a ray in a cell."""
        return self._ray_within(
            cell,
            lambda point: part.truth({**self.values, self.name: point}) is Truth.TRUE,
            GuessOfOne(part.guesser, self.name),
            shape is Shape.UP,
            digits,
        )

    def _rays(self, cell: _Cell) -> list[tuple[Compiled, Shape]]:
        """Return the parts of a conjunction that is a band, with the ray that each one is."""
        with ctx.workprec(_PRECISION):
            box = {**self.box, self.name: hull(cell.lower, cell.upper)}
            rays = part_shapes(self.condition, self.name, box)
        if any(shape is Shape.UNKNOWN for _, shape in rays):
            with ctx.workprec(FINE_PRECISION):
                box = {**self.fine_box, self.name: hull(cell.lower, cell.upper)}
                effort = Effort.NORMAL_FORMS if self._is_whole(cell) else Effort.SLOPES
                rays = part_shapes(self.fine, self.name, box, effort=effort)
        if self._is_deep(cell) and any(shape is Shape.UNKNOWN for _, shape in rays):
            with ctx.workprec(DEEP_PRECISION):
                deep = Compiled(self.source, self.values)
                rays = part_shapes(deep, self.name, self._exact_box(cell))
        return rays

    def _polished(self, components: list[Component]) -> list[Component]:
        """Move ends that lie next to an undecided cell out to where the condition fails."""
        lowers = [component.lower for component in components]
        uppers = [component.upper for component in components]
        return [
            self._extended(component, before, after)
            for component, before, after in zip(
                components, [self.first, *uppers], [*lowers[1:], self.last], strict=False
            )
        ]

    def _extended(self, component: Component, before: Fraction, after: Fraction) -> Component:
        lower, below = component.lower, component.below
        upper, above = component.upper, component.above
        if below is None and lower != self.first:
            lower, below = self._outward(lower, before)
        if above is None and upper != self.last:
            upper, above = self._outward(upper, after)
        return Component(lower, upper, below, above)

    def _outward(self, inside: Fraction, limit: Fraction) -> tuple[Fraction, Fraction | None]:
        """Return the end that steps towards a limit find, and an infeasible point beside it."""
        is_feasible = patiently(self._truth, self.source, self.values, self.name)
        boundary = Boundary(is_feasible, self._guess, self.is_integer, smallest=self.smallest)
        step = Fraction(1) if self.is_integer else max(abs(inside) / 2**50, self.smallest)
        factor, count = 4, 0
        while step < abs(limit - inside):
            point = inside + step if limit > inside else inside - step
            if not is_feasible(point):
                end, beside = boundary.find(inside, point)
                is_open = self.is_long and beside and self._truth(beside) is not Truth.FALSE
                return end, None if is_open else beside
            inside, step, count = point, factor * step, count + 1
            if count > _EVEN_STEPS:  # sizes far below 1e-100 are left in ever longer strides
                factor *= factor
        return (limit, None) if is_feasible(limit) else boundary.find(inside, limit)

    def _merged(self, found: list[Component]) -> list[Component]:
        merged: list[Component] = []
        gap = 1 if self.is_integer else 0
        for component in sorted(found, key=lambda component: component.lower):
            if merged and component.lower <= merged[-1].upper + gap:
                last = merged.pop()
                component = Component(last.lower, component.upper, last.below, component.above)
            merged.append(component)
        return merged
