"""Inversion by SymPy, for what the rules of this package cannot do; on request, because it is slow.

What SymPy finds is a guess: it is shown only if its enclosure agrees with a certified value.
It works in a process of its own, which is stopped when its time is over.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from boundcalc.algebra.sympy_bridge import from_sympy, sympy_symbol, to_sympy
from boundcalc.enclosures.decisions import Evaluator
from boundcalc.language.domains import Domain
from boundcalc.language.errors import ExpressionError
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.serialize import expression_from_json, relation_from_json
from boundcalc.language.structure import expression_to_json, relation_to_json

SECONDS = 20.0
PRECISION = 192
CLOSE = Fraction(1, 10**9)


def invert_with_sympy(
    relation: Relation,
    name: str,
    point: Mapping[str, Fraction],
    *,
    seconds: float = SECONDS,
) -> Expression | None:
    """Return a formula for a variable at which both sides are equal, or None.

    Parameters
    ----------
    relation : Relation
        Its sense is not looked at.
    name : str
        The variable.
    point : mapping from name to Fraction
        Values of all variables at which the sides are almost equal; of several solutions, the one
        that gives the value of `name` to nine digits is returned.
    seconds : float
        How long SymPy may take; importing it counts.

    Examples
    --------
    >>> from boundcalc.language import Symbol, exp, interval
    >>> x, a = (Symbol(name, interval("(0, oo)")) for name in "xa")
    >>> point = {"a": Fraction(3), "x": Fraction("1.04990889496")}
    >>> str(invert_with_sympy((x * exp(x) ).equals(a), "x", point))
    'lambert_w(0, a)'
    """
    given = {key: value for key, value in point.items() if key != name}
    for found in _solutions(relation, name, seconds):
        if found.names() <= given.keys() and _is_close(found, given, point[name]):
            return found
    return None


def _is_close(formula: Expression, given: Mapping[str, Fraction], value: Fraction) -> bool:
    try:
        values = Evaluator(formula).at(given, PRECISION)
    except ExpressionError:
        return False
    if values.is_nowhere or not (values.lower.is_finite() and values.upper.is_finite()):
        return False
    margin = abs(float(value)) * float(CLOSE)
    return abs(float(values.lower) - float(value)) <= margin >= float(values.upper - values.lower)


def _solutions(relation: Relation, name: str, seconds: float) -> list[Expression]:
    """Return what SymPy finds in time."""
    symbols = {symbol.name: symbol for symbol in relation.symbols()}
    question = {
        "relation": relation_to_json(relation),
        "name": name,
        "domains": {symbol.name: _ends(symbol.domain) for symbol in symbols.values()},
    }
    try:
        done = subprocess.run(
            [sys.executable, "-c", f"from {__name__} import answer; answer()"],
            input=json.dumps(question),
            capture_output=True,
            check=True,
            text=True,
            timeout=seconds,
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return []
    return [expression_from_json(found, symbols) for found in json.loads(done.stdout)]


def answer() -> None:
    """Read a question from standard input and write SymPy's solutions; see `_solutions`."""
    question = json.load(sys.stdin)
    symbols = {name: Symbol(name, _domain(ends)) for name, ends in question["domains"].items()}
    relation = relation_from_json(question["relation"], symbols)
    found = _solve(relation, symbols[question["name"]])
    json.dump([expression_to_json(solution) for solution in found], sys.stdout)


def _solve(relation: Relation, unknown: Symbol) -> list[Expression]:
    import sympy

    left, right = (to_sympy(side, evaluate=True) for side in (relation.left, relation.right))
    try:
        solutions = sympy.solve(left - right, sympy_symbol(unknown), check=False)
    except (NotImplementedError, ValueError, TypeError, AttributeError, RecursionError):
        return []
    found = []
    for solution in solutions:
        try:
            found.append(from_sympy(solution, relation.symbols()))
        except ExpressionError:  # complex branches, and functions that this language lacks
            continue
    return found


def _ends(domain: Domain) -> list[str | bool | None]:
    ends = [None if end is None else str(end) for end in (domain.lower, domain.upper)]
    return [*ends, domain.lower_closed, domain.upper_closed, domain.integer]


def _domain(ends: list[Any]) -> Domain:
    lower, upper = (None if end is None else Fraction(end) for end in ends[:2])
    return Domain(
        lower=lower,
        upper=upper,
        lower_closed=ends[2],
        upper_closed=ends[3],
        integer=ends[4],
    )
