"""How many cells and points a search may look at: fewer where each takes sums of many terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from boundcalc.algebra.conditions import Condition, relations
from boundcalc.enclosures.decisions import Evaluator, Truth
from boundcalc.enclosures.interval import whole_number
from boundcalc.enclosures.sums import MAX_TERMS
from boundcalc.language.expressions import Sum

_USUAL = 64  # terms that a search with all of its cells may take
_MOVING = 512  # terms that are reckoned with where the unknown is an end of the sum
_MANY = 128  # terms, of which none depends on the unknown
_WORK = 20_000  # terms that all cells may take then
_FEWEST_OF_MANY = 30  # cells, from which on ends are moved out step by step
_FEWEST = 60  # cells, which tell magnitudes apart
_MOST_OPEN = 1  # points that long sums leave open, after which no more are tried


def cells_worth(condition: Condition, values: Mapping[str, Fraction], most_cells: int) -> int:
    """Return the number of cells after which none is cut any more.

    Parameters
    ----------
    condition : Condition
        What is searched.
    values : mapping from name to Fraction
        All variables but the unknown.
    most_cells : int
        That number where no sum is long.
    """
    terms = most_terms(condition, values)
    if terms <= _USUAL:
        return most_cells
    if terms > _MANY and terms != _MOVING:
        return min(most_cells, max(_FEWEST_OF_MANY, _WORK // terms))
    return min(most_cells, max(_FEWEST, most_cells * _USUAL // terms))


def is_long(condition: Condition, values: Mapping[str, Fraction]) -> bool:
    """Return whether a sum of many terms is part of the condition."""
    return most_terms(condition, values) > _MANY


def patiently(
    truth: Callable[[Fraction], Truth],
    condition: Condition,
    values: Mapping[str, Fraction],
    name: str,
) -> Callable[[Fraction], bool]:
    """Return which points of an unknown are feasible; none is after long sums left some open.

    No precision decides points near those either, and each may take a minute.
    """
    patience = _MOST_OPEN

    def is_feasible(point: Fraction) -> bool:
        nonlocal patience
        found = truth(point) if patience else Truth.UNKNOWN
        if found is Truth.UNKNOWN and patience:
            terms = most_terms(condition, {**values, name: point})
            patience -= _MANY < terms <= MAX_TERMS
        return found is Truth.TRUE

    return is_feasible


def most_terms(condition: Condition, values: Mapping[str, Fraction]) -> int:
    """Return the number of terms of the longest sum, 0 where there is none."""
    return max((_terms(node, values) for node in _sums(condition)), default=0)


def _sums(condition: Condition) -> Iterator[Sum]:
    for relation in relations(condition):
        for side in (relation.left, relation.right):
            yield from (node for node in side.walk() if isinstance(node, Sum))


def _terms(node: Sum, values: Mapping[str, Fraction]) -> int:
    if not (node.lower.names() | node.upper.names()) <= values.keys():
        return _MOVING
    ends = [Evaluator(end).at(values).lower for end in (node.lower, node.upper)]
    count = whole_number((ends[1] - ends[0]).ceil())
    return _MOVING if count is None else count + 1
