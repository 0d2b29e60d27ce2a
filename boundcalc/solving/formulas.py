"""The closed formula of an answer, its branches, and which of them binds."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from boundcalc.algebra.conditions import AllOf, Condition, all_of, alternatives, relations
from boundcalc.algebra.display_forms import display_form
from boundcalc.algebra.elimination import solve_condition
from boundcalc.algebra.lambert import isolate_fully
from boundcalc.algebra.memory import Memory, recalled
from boundcalc.enclosures.decisions import PRECISIONS, Evaluator, RelationEvaluator, Truth
from boundcalc.enclosures.interval import Interval, exact_interval
from boundcalc.feasible.digits import last_digit
from boundcalc.language.expressions import Expression, Operation, Relation, Symbol
from boundcalc.language.functions import ceil, floor, maximum, minimum
from boundcalc.language.operators import Operator
from boundcalc.language.statements import Theorem
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.reduction import Reduction
from boundcalc.solving.answers import Branch

_MOST_ALIKE = 4  # solved conditions that are kept, of problems that differ in numbers alone


def closed_bound(reduction: Reduction, direction: Direction, value: Fraction) -> Expression | None:
    """Return the bound on the unknown as a formula in the given quantities, or None.

    For an integer unknown the value is the bound rounded to the feasible side.
    The formula is returned only if its enclosure at the given values agrees with the certified
    value: equal for an integer unknown, within two units of the 12th digit for a real one.
    """
    if reduction.remaining:
        return None
    for bound in _solved_bounds(reduction, direction):
        if _is_bound(reduction, bound, direction, value):
            tidied = display_form(bound)
            is_same = tidied == bound or _is_bound(reduction, tidied, direction, value)
            return tidied if is_same else bound
    return None


def _is_bound(
    reduction: Reduction, bound: Expression, direction: Direction, value: Fraction
) -> bool:
    expression = rounded(bound, direction) if _is_integer(reduction) else bound
    return _agrees(reduction, expression, value)


def _solved_bounds(reduction: Reduction, direction: Direction) -> Iterator[Expression]:
    """Yield what may be the bound: of the whole condition, then of its parts one by one.

    The second matters where the feasible values are no interval, or where only the relation that
    binds can be solved; a rounded value could agree with another relation by chance.
    """
    solved = _solved(reduction)
    if solved is None:
        if not (_is_integer(reduction) or isinstance(reduction.shown, Relation)):
            yield from _bounds_one_by_one(reduction, direction)
        return
    whole = _Bounds(reduction, direction).of(solved)
    if isinstance(whole, Expression):
        yield whole
    cases = alternatives(solved)
    for case in cases if cases is not None and len(cases) > 1 else ():
        bound = _Bounds(reduction, direction).of(all_of(case))
        if isinstance(bound, Expression):
            yield bound


def _solved(reduction: Reduction) -> Condition | None:
    """Return the condition with the unknown alone on the left, or None."""
    name = reduction.problem.unknown.name
    return recalled(
        _conditions(reduction.shown, name),
        reduction.box,
        lambda box: solve_condition(reduction.shown, name, box, isolate_fully),
    )


@lru_cache(maxsize=1024)
def _conditions(shown: Condition, name: str) -> Memory[Condition | None]:
    """Return how a condition was solved at the latest numbers."""
    return deque(maxlen=_MOST_ALIKE)


def _bounds_one_by_one(reduction: Reduction, direction: Direction) -> Iterator[Expression]:
    name = reduction.problem.unknown.name
    for relation in dict.fromkeys(relations(reduction.shown)):
        solved = isolate_fully(relation, name, reduction.box)
        bound = None if solved is None else _Bounds(reduction, direction).of(solved)
        if isinstance(bound, Expression):
            yield bound


def rounded(bound: Expression, direction: Direction) -> Expression:
    """Round a bound on an integer to the feasible side."""
    is_whole = isinstance(bound, Operation) and bound.operator in (Operator.CEIL, Operator.FLOOR)
    if is_whole:
        return bound
    return ceil(bound) if direction is Direction.LEAST else floor(bound)


class _Bounds:
    """Combines solved relations into one bound: the greatest of "all", the least of "any"."""

    def __init__(self, reduction: Reduction, direction: Direction) -> None:
        self.reduction = reduction
        self.is_least = direction is Direction.LEAST
        self.name = reduction.problem.unknown.name

    def of(self, condition: Condition) -> Expression | bool | None:
        """Return a bound; True for no bound, False for never, None for unknown."""
        if isinstance(condition, Relation):
            return self._of_relation(condition)
        found = [self.of(part) for part in condition.parts]
        is_all = isinstance(condition, AllOf)
        if None in found:
            return None
        if (not is_all) in [item for item in found if isinstance(item, bool)]:
            return not is_all
        bounds = list(dict.fromkeys(item for item in found if isinstance(item, Expression)))
        if not bounds:
            return is_all
        combine = maximum if is_all == self.is_least else minimum
        return bounds[0] if len(bounds) == 1 else combine(*_flattened(bounds, combine))

    def _of_relation(self, relation: Relation) -> Expression | bool | None:
        if isinstance(relation.left, Symbol) and relation.left.name == self.name:
            return relation.right if relation.sense.is_lower == self.is_least else True
        expanded = self.reduction.expand(relation)
        if not isinstance(expanded, Relation):
            return None
        truth = RelationEvaluator(expanded).at(self.reduction.problem.given).truth
        return {Truth.TRUE: True, Truth.FALSE: False}.get(truth)


def _flattened(bounds: list[Expression], combine: object) -> list[Expression]:
    operator = Operator.MAX if combine is maximum else Operator.MIN
    flat: list[Expression] = []
    for bound in bounds:
        is_same = isinstance(bound, Operation) and bound.operator is operator
        flat.extend(bound.operands if is_same else (bound,))
    return list(dict.fromkeys(flat))


def _is_integer(reduction: Reduction) -> bool:
    return reduction.problem.unknown.domain.integer


def _enclosure(theorem: Theorem, node: Expression, given: Mapping[str, Fraction]) -> Interval:
    return _enclosed(theorem.expand(node), tuple(given.items()))


@lru_cache(maxsize=64)
def _enclosed(node: Expression, given: tuple[tuple[str, Fraction], ...]) -> Interval:
    """Return an enclosure; one answer asks for the same ones several times."""
    return Evaluator(node).at(dict(given), 192)


def _agrees(reduction: Reduction, formula: Expression, value: Fraction) -> bool:
    theorem, given = reduction.problem.theorem, reduction.problem.given
    margin = Fraction(0) if _is_integer(reduction) else 2 * last_digit(value)
    low, high = exact_interval(value - margin), exact_interval(value + margin)
    for precision in PRECISIONS[1:]:
        found = Evaluator(theorem.expand(formula)).at(given, precision)
        if found.is_nowhere or found.lower > high.upper or found.upper < low.lower:
            return False
        if low.lower <= found.lower and found.upper <= high.upper:
            return True
    return False


# --- branches ----------------------------------------------------------------------------------


def branches_of(reduction: Reduction, bound: Expression) -> tuple[Branch, ...]:
    """Return the branches of a bound that is a maximum or minimum, the binding one marked."""
    theorem, given = reduction.problem.theorem, reduction.problem.given
    node = _opened(theorem, bound)
    if not isinstance(node, Operation) or node.operator not in (Operator.MAX, Operator.MIN):
        return ()
    chosen = _chosen(theorem, node, given)
    return tuple(
        Branch(
            label=display_form(operand),
            bound=_enclosure(theorem, operand, given),
            binds=operand is chosen,
        )
        for operand in node.operands
    )


def binding_path(
    theorem: Theorem, bound: Expression, given: Mapping[str, Fraction]
) -> tuple[Expression, ...]:
    """Return the branches that a bound takes, from the outermost inward."""
    path: list[Expression] = []
    node = _opened(theorem, bound)
    while isinstance(node, Operation) and node.operator in (
        Operator.MAX,
        Operator.MIN,
        Operator.CEIL,
        Operator.FLOOR,
    ):
        if node.operator in (Operator.CEIL, Operator.FLOOR):
            node = _opened(theorem, node.operands[0])
            continue
        chosen = _chosen(theorem, node, given)
        path.append(display_form(chosen))
        node = _opened(theorem, chosen)
    return tuple(path)


def _opened(theorem: Theorem, node: Expression) -> Expression:
    """Return the value of a defined symbol, else the node itself."""
    for item in theorem.definitions:
        if node == item.symbol:
            return item.value
    return node


def _chosen(theorem: Theorem, node: Operation, given: Mapping[str, Fraction]) -> Expression:
    def middle(operand: Expression) -> float:
        found = _enclosure(theorem, operand, given)
        return float((found.lower + found.upper) / 2)

    pick = max if node.operator is Operator.MAX else min
    return pick(node.operands, key=middle)
