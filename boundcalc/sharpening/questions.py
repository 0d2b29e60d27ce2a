"""Questions for a sharp constant: a relation, its domain, and the symbol whose end is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from boundcalc.language.expressions import Expression, Number, Relation, Symbol, as_expression
from boundcalc.language.numbers import is_terminating
from boundcalc.language.operators import Operator, Sense
from boundcalc.language.records import Record
from boundcalc.language.structure import is_application, is_sum, is_symbol
from boundcalc.proving.goals import ProofGoal


@dataclass(frozen=True)
class SharpQuestion(Record):
    """A relation that holds on its whole domain for some values of the parameter.

    Parameters
    ----------
    relation : Relation
        An inequality in which the parameter occurs.
    parameter : Symbol
        With its domain, an interval of reals.
    variables : tuple of Symbol
        All other symbols, with their domains.
    assumptions : tuple of Relation
        Hypotheses over the variables alone.
    is_extremum : bool
        Whether the supremum or infimum of one side is asked for; the other side is the parameter.
    """

    relation: Relation
    parameter: Symbol
    variables: tuple[Symbol, ...] = ()
    assumptions: tuple[Relation, ...] = ()
    is_extremum: bool = False

    def at(self, value: Expression | Fraction) -> ProofGoal:
        """Return the goal that the relation holds everywhere with a value for the parameter."""
        relation = self.relation.substitute({self.parameter.name: written(value)})
        return ProofGoal(self.variables, self.assumptions, relation)

    @cached_property
    def domain_goal(self) -> ProofGoal:
        """A goal over the same domain that says nothing, for samplers."""
        zero = Number(Fraction(0))
        return ProofGoal(self.variables, self.assumptions, Relation(zero, Sense.LE, zero))

    @cached_property
    def gap(self) -> Expression:
        """What is not negative exactly where the relation holds, but for ties of strict ones."""
        one, other = self.relation.left, self.relation.right
        return other - one if self.relation.sense.is_upper else one - other

    @cached_property
    def is_linear(self) -> bool:
        """Whether the parameter occurs linearly, so that thresholds are quotients."""
        return degree(self.gap, self.parameter.name) <= 1

    def fresh(self, wanted: str) -> str:
        """Return a name that no symbol has."""
        taken = {self.parameter.name, *(symbol.name for symbol in self.variables)}
        while wanted in taken:
            wanted += "_1"
        return wanted


def degree(node: Expression, name: str) -> float:
    """Return the degree of a node in a symbol, where that is in plain sight, or infinity."""
    if name not in node.names():
        return 0
    if is_symbol(node):
        return 1
    if is_sum(node) or not is_application(
        node, Operator.ADD, Operator.MULTIPLY, Operator.NEGATE, Operator.DIVIDE
    ):
        return float("inf")
    degrees = [degree(child, name) for child in node.operands]
    if is_application(node, Operator.MULTIPLY):
        return sum(degrees)
    if is_application(node, Operator.DIVIDE):
        return degrees[0] if not degrees[1] else float("inf")
    return max(degrees)


def written(value: Expression | Fraction) -> Expression:
    """Return a rational as the number that it is, which is printed as a decimal where it is one."""
    if isinstance(value, Expression):
        return value
    if not is_terminating(value):
        return as_expression(value)
    return -Number(-value) if value < 0 else Number(value)


def replaced(relation: Relation, values: Mapping[str, Any]) -> Relation:
    """Return a relation with rationals or expressions in the place of symbols."""
    return relation.substitute({name: written(value) for name, value in values.items()})
