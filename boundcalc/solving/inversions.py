"""Inversions: a theorem solved for each of its quantities, as formulas in all the others.

What holds for the values of an answer alone is not used: signs come from the domains of the
symbols, so that a formula is one for all values at which its conditions hold.

Main definitions
----------------
`Inversion`: one quantity alone on the left of relations.
`inversions`: those of a theorem.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from boundcalc.algebra.conditions import Condition, alternatives, map_relations
from boundcalc.algebra.display_forms import display_form
from boundcalc.algebra.elimination import solve_condition
from boundcalc.algebra.lambert import isolate_fully
from boundcalc.algebra.search_range import SMALLEST, search_ends
from boundcalc.enclosures.decisions import Evaluator, RelationEvaluator, Truth
from boundcalc.enclosures.interval import Interval, hull
from boundcalc.language.domains import Domain
from boundcalc.language.expressions import (
    Expression,
    Operation,
    Relation,
    Symbol,
    as_expression,
    rebuild,
)
from boundcalc.language.latex import expression_latex, relation_latex
from boundcalc.language.operators import Operator
from boundcalc.language.statements import Theorem
from boundcalc.problems.problems import problem_of, solvable_names
from boundcalc.problems.reduction import Reduction, reduce_problem
from boundcalc.questions.questions import example_value

MOST_CASES = 3
MOST_NODES = 160  # of all relations together


@dataclass(frozen=True, slots=True)
class Case:
    """Bounds on the quantity, which suffice where the conditions on the others hold."""

    bounds: tuple[Relation, ...]
    conditions: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class Inversion:
    """The values of one quantity that suffice, for all values of the others.

    Where all quantities are in their domains and none of the others is zero, a value suffices if
    and only if all relations of one of the cases hold. Without cases there is no closed form that
    the rules of this package find.
    """

    unknown: Symbol
    cases: tuple[Case, ...]

    def _repr_latex_(self) -> str:
        if not self.cases:
            return rf"${expression_latex(self.unknown)}:\ \text{{no closed form}}$"
        lines = []
        for case in self.cases:
            bounds, where = (
                r",\ ".join(map(relation_latex, part)) for part in (case.bounds, case.conditions)
            )
            lines.append(bounds + (rf"\quad\text{{where }} {where}" if where else ""))
        return "$" + r"\quad\text{or}\quad ".join(lines) + "$"


def inversions(theorem: Theorem) -> tuple[Inversion, ...]:
    """Return a theorem solved for each quantity that its relations contain.

    Examples
    --------
    >>> from boundcalc_theorems import load_theorems
    >>> hoeffding = next(t for t in load_theorems() if t.id == "adaptive-queries/hoeffding")
    >>> for found in inversions(hoeffding):
    ...     print([str(bound) for bound in found.cases[0].bounds])
    ['n >= ln(2 / beta) / (2 * tau^2)']
    ['tau >= sqrt(ln(2 / beta) / (2 * n))']
    ['beta >= 2 * exp(-2 * tau^2 * n)']
    """
    return tuple(_inversion(theorem, name) for name in solvable_names(theorem))


def _inversion(theorem: Theorem, name: str) -> Inversion:
    symbol = theorem.quantities[name]
    reduction = _reduction(theorem, name)
    solved = _solved(reduction, name)
    found = None if solved is None else alternatives(solved)
    if found is None:
        return Inversion(symbol, ())
    kept = [_without_certain(case, reduction.box) for case in found]
    cases = [case for case in kept if case is not None]
    if not _is_defined_at_ends(theorem, name, cases):
        return Inversion(symbol, ())
    if len(cases) > MOST_CASES or sum(map(_size, cases)) > MOST_NODES:
        return Inversion(symbol, ())
    return Inversion(symbol, tuple(_case(case, name) for case in cases))


def _reduction(theorem: Theorem, name: str) -> Reduction:
    """Pose the question with all other quantities given, and let each range over its domain."""
    others = [symbol for other, symbol in theorem.quantities.items() if other != name]
    examples = {item.name: example_value(item.domain) for item in others}
    problem = problem_of(theorem, theorem.quantities[name], examples)
    return reduce_problem(problem, {item.name: _range(item.domain) for item in others})


def _range(domain: Domain) -> Interval:
    """Return the domain without the value zero at its end, where fractions have no value."""
    low, high = search_ends(domain)
    return hull(SMALLEST if low == 0 else low, high)


def _solved(reduction: Reduction, name: str) -> Condition | None:
    solved = solve_condition(reduction.shown, name, reduction.box, isolate_fully)
    if solved is None:
        return None
    return map_relations(
        solved, lambda item: Relation(_shown(item.left), item.sense, _shown(item.right))
    )


def _shown(node: Expression) -> Expression:
    return display_form(_without_logarithms(node))


def _without_logarithms(node: Expression) -> Expression:
    """Return an expression in which exp(ln(x) - ln(y)) is x / y, which are defined alike."""
    if not isinstance(node, Operation):
        return node
    inner = rebuild(node, tuple(_without_logarithms(operand) for operand in node.operands))
    if not isinstance(inner, Operation) or inner.operator is not Operator.EXP:
        return inner
    (exponent,) = inner.operands
    is_sum = isinstance(exponent, Operation) and exponent.operator is Operator.ADD
    product = as_expression(1)
    for term in exponent.operands if is_sum else (exponent,):
        is_below = isinstance(term, Operation) and term.operator is Operator.NEGATE
        logarithm = term.operands[0] if is_below else term
        if not (isinstance(logarithm, Operation) and logarithm.operator is Operator.LN):
            return inner
        factor = logarithm.operands[0]
        product = product / factor if is_below else product * factor
    return product


def _is_defined_at_ends(theorem: Theorem, name: str, cases: Iterable[Iterable[Relation]]) -> bool:
    """Return whether all sides are defined where a whole number is least, as one may be there.

    What is divided by a logarithm says nothing where the logarithm is zero, and the theorem does.
    """
    point = {item.name: example_value(item.domain) for item in theorem.quantities.values()}
    sides = [side for case in cases for item in case for side in (item.left, item.right)]
    return all(
        Evaluator(theorem.expand(side)).at({**point, item.name: Fraction(first)}).total
        for item in theorem.quantities.values()
        if item.name != name and (first := item.domain.first_integer()) is not None
        if item.domain.integer
        for side in sides
        if item.name in theorem.expand(side).names()
    )


def _without_certain(
    case: Iterable[Relation], box: Mapping[str, Interval]
) -> list[Relation] | None:
    """Return a case without the relations that hold for all values; None if one fails for all."""
    truths = {relation: RelationEvaluator(relation).over(box) for relation in case}
    if Truth.FALSE in truths.values():
        return None
    return [relation for relation, truth in truths.items() if truth is not Truth.TRUE]


def _case(case: Iterable[Relation], name: str) -> Case:
    found = tuple(dict.fromkeys(case))
    return Case(
        bounds=tuple(item for item in found if name in item.names()),
        conditions=tuple(item for item in found if name not in item.names()),
    )


def _size(case: Iterable[Relation]) -> int:
    return sum(1 for item in case for side in (item.left, item.right) for _ in side.walk())
