"""How many cells a search may look at: fewer where each of them takes sums of many terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from boundcalc.algebra.conditions import Condition, relations
from boundcalc.enclosures.decisions import Evaluator
from boundcalc.enclosures.interval import whole_number
from boundcalc.language.expressions import Sum

_USUAL = 64  # terms that a search with all of its cells may take
_MOVING = 512  # terms that are reckoned with where the unknown is an end of the sum
_MANY = 128  # terms, of which none depends on the unknown
_WORK = 20_000  # terms that all cells may take then
_FEWEST_OF_MANY = 30  # cells, from which on ends are moved out step by step
_FEWEST = 60  # cells, which tell magnitudes apart


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
