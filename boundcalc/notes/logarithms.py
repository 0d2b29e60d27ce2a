r"""Whether nothing says to which base a logarithm is, and whether a text has another than e."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from boundcalc.enclosures.decisions import RelationEvaluator, Truth
from boundcalc.language.expressions import Expression, Number, Operation, Relation, rebuild
from boundcalc.language.operators import Operator

_BINARY = re.compile(
    r"(?i)(?<![A-Za-z])log(?:arithm)?s?\b[^.\n=]{0,60}?\bbase[-~\s]*(?:of\s+)?\$?(?:2|two|10)\b"
    r"|\bbase[-~\s]*\$?(?:2|two|10)\$?\s+log|\b(?:binary|decimal) logarithm"
)
_BARE = re.compile(r"\\log(?![A-Za-z])(?!\s*_)")
_SAID = re.compile(r"^[^\n]*%!\s*log\b", re.MULTILINE)


def has_bare_logarithm(formula: str, text: str) -> bool:
    r"""Return whether a logarithm stands in a formula, and no directive says its base.

    Examples
    --------
    >>> has_bare_logarithm(r"\log x", ""), has_bare_logarithm(r"\log_2 x", "")
    (True, False)
    """
    return _BARE.search(formula) is not None and _SAID.search(text) is None


def may_be_binary(text: str) -> bool:
    r"""Return whether a text speaks of another base than e.

    Examples
    --------
    >>> may_be_binary("All logarithms are to the base $2$."), may_be_binary("We take the log.")
    (True, False)
    """
    return _BINARY.search(text) is not None


def may_hold_to_base_two(relation: Relation, point: Mapping[str, Fraction] | None) -> bool:
    """Return whether a relation is not false at a point, if its logarithms are to base two."""
    left, right = _to_base_two(relation.left), _to_base_two(relation.right)
    values = point or {}
    if relation.names() - values.keys() or (left, right) == (relation.left, relation.right):
        return False
    binary = Relation(left, relation.sense, right)
    return RelationEvaluator(binary).at(values).truth is not Truth.FALSE


def _to_base_two(node: Expression) -> Expression:
    node = rebuild(node, tuple(map(_to_base_two, node.operands)))
    if isinstance(node, Operation) and node.operator is Operator.LN:
        return Operation(Operator.LOG, (Number(Fraction(2)), *node.operands))
    return node
