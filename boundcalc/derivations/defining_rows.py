"""Rows that define or introduce what stands on their left, as the sentence around them says.

Main definitions
----------------
`defines`: whether a row is said to define it. `introduces`: whether it is only said to name it.
`is_of_itself`: whether an equation has the name on its left on its right, too.
"""

from __future__ import annotations

from boundcalc.language.expressions import Operation, Relation, Symbol
from boundcalc.language.operators import Operator, Sense
from boundcalc.prose.standing.standing import Standing
from boundcalc.reader.relations import RelationRow
from boundcalc.situations.situations import Situation

_ARITHMETIC = (Operator.ADD, Operator.NEGATE, Operator.MULTIPLY, Operator.DIVIDE, Operator.POWER)


def defines(row: RelationRow, situation: Situation, *, is_first: bool) -> bool:
    """Return whether a row is said to define what stands on its left."""
    if row.relation.sense is not Sense.EQ:
        return False
    is_said = is_first and situation.standing is Standing.DEFINITION
    is_again = is_of_itself(row.relation)
    is_by_sign = row.is_definition and not is_again
    return is_by_sign or (is_said and not (is_again or _is_equation(row.relation)))


def introduces(row: RelationRow, situation: Situation) -> bool:
    """Return whether the first row of a chain is said to introduce what stands on its left.

    A new value of a name, as in "set ``w = w - g``", is one that nothing can rest on, too.
    """
    is_plain = situation.standing in (Standing.CLAIM, Standing.GOAL) and not situation.is_loose
    is_introduced = situation.is_introduced and is_plain
    is_set = situation.standing is Standing.DEFINITION and is_of_itself(row.relation)
    return row.relation.sense is Sense.EQ and (is_introduced or is_set)


def is_of_itself(relation: Relation) -> bool:
    """Return whether an equation has the name on its left on its right, too."""
    left = relation.left
    is_again = isinstance(left, Symbol) and left.name in relation.right.names()
    return is_again and relation.sense is Sense.EQ


def _is_equation(relation: Relation) -> bool:
    """Return whether an equality asks for a name, as ``x^2 = 2x - 1``, and can define nothing."""
    left = relation.left
    is_name = isinstance(left, Symbol)
    is_sum = isinstance(left, Operation) and left.operator in _ARITHMETIC
    return (is_name or is_sum) and left.names() <= relation.right.names()
