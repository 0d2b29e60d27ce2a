"""Reduction: from a question with free parameters to a condition on the unknown alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from boundcalc.algebra.conditions import Condition, all_of, map_relations, split
from boundcalc.algebra.elimination import eliminate
from boundcalc.algebra.memory import Memory, RememberingBox, recalled
from boundcalc.algebra.search_range import search_ends
from boundcalc.enclosures.decisions import Evaluator
from boundcalc.enclosures.interval import Interval, exact_interval, hull
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.statements import Theorem
from boundcalc.problems.problems import Problem

_MOST_ALIKE = 4  # reductions of one problem at other numbers that are kept


@dataclass(frozen=True)
class Reduction:
    """What is left of a question once free parameters are eliminated.

    `shown` is the condition on the unknown, the given quantities and `remaining`, with the
    theorem's definitions under their names where they depend on given quantities only.
    `stages` are the eliminated parameters, each with the condition that it was eliminated from.
    """

    problem: Problem
    shown: Condition
    stages: tuple[tuple[Symbol, Condition], ...]
    remaining: tuple[Symbol, ...]
    box: Mapping[str, Interval]

    @cached_property
    def condition(self) -> Condition:
        """The condition with all definitions put in."""
        return self.expand(self.shown)

    def expand(self, condition: Condition) -> Condition:
        """Put the theorem's definitions into a condition."""
        return _expanded(self.problem.theorem, condition)


@lru_cache(maxsize=4096)
def _expanded(theorem: Theorem, condition: Condition) -> Condition:
    return map_relations(
        condition,
        lambda relation: Relation(
            theorem.expand(relation.left), relation.sense, theorem.expand(relation.right)
        ),
    )


def reduce_problem(problem: Problem, ranges: Mapping[str, Interval] | None = None) -> Reduction:
    """Eliminate the free parameters that the relations can be solved for.

    With `ranges` of the given quantities the result holds for all values in them, not only for
    those of the question.
    """
    box = _box(problem, ranges)
    memory = _reductions(problem.theorem, problem.unknown.name, frozenset(problem.given))
    found = recalled(memory, box, lambda asked: _reduced(problem, asked))
    return replace(found, problem=problem, box=box)


@lru_cache(maxsize=1024)
def _reductions(theorem: Theorem, unknown: str, given: frozenset[str]) -> Memory[Reduction]:
    """Return the latest reductions of problems that differ in what is given in numbers alone."""
    return deque(maxlen=_MOST_ALIKE)


def _reduced(problem: Problem, box: RememberingBox) -> Reduction:
    varying = {problem.unknown.name, *(symbol.name for symbol in problem.free)}
    shown = all_of(
        split(_expanded_where(problem, constraint.printed, varying))
        for constraint in problem.constraints
    )
    stages: list[tuple[Symbol, Condition]] = []
    remaining: list[Symbol] = []
    for symbol in problem.free:
        eliminated = eliminate(shown, symbol, box)
        if eliminated is None:
            remaining.append(symbol)
        else:
            stages.append((symbol, shown))
            shown = eliminated
    return Reduction(problem, shown, tuple(stages), tuple(remaining), box)


def _box(problem: Problem, ranges: Mapping[str, Interval] | None) -> dict[str, Interval]:
    box = {name: exact_interval(value) for name, value in problem.given.items()}
    box.update(ranges or {})
    for symbol in (problem.unknown, *problem.free):
        box[symbol.name] = hull(*search_ends(symbol.domain))
    for item in problem.theorem.definitions:
        value = problem.theorem.expand(item.value)
        if value.names() <= box.keys():
            box[item.symbol.name] = Evaluator(value).over(box)
    return box


def _expanded_where(problem: Problem, relation: Relation, varying: set[str]) -> Relation:
    """Put in the definitions that depend on the unknown or on a free parameter."""

    def expand(expression: Expression) -> Expression:
        for item in reversed(tuple(problem.theorem.definitions)):
            if problem.theorem.expand(item.value).names() & varying:
                expression = expression.substitute({item.symbol.name: item.value})
        return expression

    return Relation(expand(relation.left), relation.sense, expand(relation.right))
