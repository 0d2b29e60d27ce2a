"""Between the checker's terms and the expressions of the language."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from boundcalc.checker.terms import Term, children, names
from boundcalc.evaluation.doubles import float_program
from boundcalc.evaluation.programs import Program
from boundcalc.language.expressions import (
    Constant,
    Expression,
    Operation,
    Sum,
    Symbol,
    as_expression,
)
from boundcalc.language.operators import Operator

_OPERATORS = {operator.label: operator for operator in Operator}


@lru_cache(maxsize=20_000)
def to_expression(term: Term) -> Expression:
    """Return a term as an expression; symbols lose their domains."""
    kind = term[0]
    if kind == "number":
        return as_expression(term[1])
    if kind == "constant":
        return Constant(term[1])
    if kind == "symbol":
        return Symbol(term[1])
    if kind == "sum":
        lower, upper, body = (to_expression(child) for child in term[2:])
        return Sum(Symbol(term[1]), lower, upper, body)
    return Operation(_OPERATORS[kind], tuple(to_expression(child) for child in term[1:]))


def to_json(term: Term) -> list[Any]:
    """Return a term as it stands in a certificate."""
    if term[0] == "number":
        return ["number", number_text(term[1])]
    if term[0] in ("constant", "symbol"):
        return list(term)
    if term[0] == "sum":
        return ["sum", term[1], *(to_json(child) for child in term[2:])]
    return [term[0], *(to_json(child) for child in term[1:])]


def number_text(value: Fraction | float) -> str:
    """Return a number as the checker reads it, or what it rejects, with the step that holds it."""
    try:
        return str(value)
    except ValueError:  # more digits than Python writes, and than a certificate may hold
        return "too long"


def term_program(term: Term) -> Program[float]:
    """Return a program for a term in doubles."""
    return float_program(to_expression(term))


def bound_of(term: Term, name: str) -> bool | None:
    """Return True for v - E (v is bounded below), False for E - v, None for any other term."""
    if term[0] != "add" or len(term) != 3 or term[2][0] != "negate":
        return None
    variable: Term = ("symbol", name)
    if term[1] == variable and name not in names(term[2][1]):
        return True
    return False if term[2][1] == variable and name not in names(term[1]) else None


def is_linear(term: Term) -> bool:
    """Return whether a term is a sum of variables and numbers, for which linear arithmetic is."""
    return term[0] in ("symbol", "number") or (
        term[0] in ("add", "negate") and all(map(is_linear, children(term)))
    )
