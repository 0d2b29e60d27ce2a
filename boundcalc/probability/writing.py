"""Random terms between the forms: expressions of the language, tuples of the checker, JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boundcalc.checker.goals import minus
from boundcalc.checker.probability.terms import BINDERS, Event
from boundcalc.checker.terms import Term, applied, read_term
from boundcalc.language.expressions import Expression, Operation, Relation, Sum, Symbol
from boundcalc.language.operators import Sense
from boundcalc.language.structure import expression_to_json

_SENSES = {
    Sense.LE: (">=", False),
    Sense.LT: (">", False),
    Sense.GE: (">=", True),
    Sense.GT: (">", True),
    Sense.EQ: ("=", True),
    Sense.NE: ("!=", True),
}


def random_term(node: Expression, values: Mapping[str, Term]) -> Term:
    """Return an expression as a random term, the symbols in `values` as what they stand for."""
    if isinstance(node, Symbol):
        return values.get(node.name, ("symbol", node.name))
    if isinstance(node, Sum):
        lower, upper, body = (random_term(part, values) for part in node.operands)
        return ("sum", node.index.name, lower, upper, body)
    if isinstance(node, Operation):
        return applied(node.operator.label, *(random_term(part, values) for part in node.operands))
    return read_term(expression_to_json(node))


def event_of(relation: Relation, values: Mapping[str, Term]) -> Event:
    """Return a relation between random values as an event."""
    left, right = (random_term(side, values) for side in (relation.left, relation.right))
    kind, is_left_greater = _SENSES[relation.sense]
    return (kind, minus(left, right) if is_left_greater else minus(right, left))


def to_json(term: Any) -> list[Any]:
    """Return a random term or an event as it stands in a certificate."""
    kind = term[0]
    if kind == "number":
        return ["number", str(term[1])]
    if kind in ("constant", "symbol", "fixed"):
        return list(term)
    if kind in (">=", ">", "=", "!="):  # a claim about a difference
        _, left, right = term[1]
        return [kind, to_json(left), to_json(right[1])]
    if kind == "run":
        replaced = term[3]
        shown = None
        if replaced is not None:
            shown = [[to_json(index) for index in replaced[0]], to_json(replaced[1])]
        return [kind, term[1], term[2], shown, *map(to_json, term[4:])]
    if kind in ("random", "average", *BINDERS):
        return [kind, term[1], *(to_json(part) for part in term[2:])]
    return [kind, *(to_json(part) for part in term[1:])]
