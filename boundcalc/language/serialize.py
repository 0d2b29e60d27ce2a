"""Expressions out of JSON: nested lists in prefix form, exact numbers as strings.

``["number", "27/50"]``, ``["constant", "e"]``, ``["symbol", "n"]``, ``["add", a, b]``,
``["sum", "i", lower, upper, body]``; a relation is ``["<=", left, right]``.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from boundcalc.language.errors import ExpressionError, written
from boundcalc.language.expressions import (
    Constant,
    Expression,
    Number,
    Operation,
    Relation,
    Sum,
    Symbol,
)
from boundcalc.language.operators import Operator, Sense

_OPERATORS = {operator.label: operator for operator in Operator}
_SENSES = {sense.value: sense for sense in Sense}


def expression_from_json(data: Any, symbols: Mapping[str, Symbol]) -> Expression:
    """Return the expression that `data` spells.

    Parameters
    ----------
    data : list
        What `expression_to_json` returned.
    symbols : mapping from name to Symbol
        The symbols that may occur; an index of summation needs no entry.

    Raises
    ------
    ExpressionError
        If `data` spells no expression, or names an unknown symbol.
    """
    if not isinstance(data, list) or not data or not isinstance(data[0], str):
        raise ExpressionError(f"expected a list that begins with a kind but got {written(data)}")
    kind, *rest = data
    if kind == "number" and len(rest) == 1 and isinstance(rest[0], str):
        return Number(Fraction(rest[0]))
    if kind == "constant" and len(rest) == 1:
        return Constant(rest[0])
    if kind == "symbol" and len(rest) == 1:
        if rest[0] not in symbols:
            raise ExpressionError(f"the symbol {rest[0]!r} is not declared")
        return symbols[rest[0]]
    if kind == "sum" and len(rest) == 4 and isinstance(rest[0], str):
        index = Symbol(rest[0])
        lower, upper = (expression_from_json(child, symbols) for child in rest[1:3])
        return Sum(index, lower, upper, expression_from_json(rest[3], {**symbols, rest[0]: index}))
    if kind in _OPERATORS:
        operands = tuple(expression_from_json(child, symbols) for child in rest)
        return Operation(_OPERATORS[kind], operands)
    raise ExpressionError(f"no kind of node is called {kind!r} with {len(rest)} entries")


def relation_from_json(data: Any, symbols: Mapping[str, Symbol]) -> Relation:
    """Return the relation that `data` spells; errors as in `expression_from_json`."""
    if not isinstance(data, list) or len(data) != 3 or data[0] not in _SENSES:
        raise ExpressionError(f"expected [sense, left, right] but got {written(data)}")
    left, right = (expression_from_json(side, symbols) for side in data[1:])
    return Relation(left, _SENSES[data[0]], right)
