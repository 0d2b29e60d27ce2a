"""What an answer rests on and says: guarantees with their values, and whether they say anything.

Main definitions
----------------
`Implication`: what is guaranteed at a point, and under which premises.
`implication_at`: that of a theorem.
`Vacuity`, `vacuity_at`: why an answer says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from string import Formatter

from boundcalc.algebra.search_range import search_ends
from boundcalc.cards.guarantee_words import implication_text, premise_text, vacuity_text
from boundcalc.enclosures.decisions import Evaluator, RelationEvaluator, Truth
from boundcalc.enclosures.exact import exact_value
from boundcalc.enclosures.interval import Interval, rational_end
from boundcalc.language.algorithms import Algorithm
from boundcalc.language.domains import Unit
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.guarantees import Guarantee
from boundcalc.language.numbers import MOST_CHARACTERS, decimal_text
from boundcalc.language.operators import Sense
from boundcalc.language.quantities import Quantity, Stronger
from boundcalc.language.records import Record
from boundcalc.language.statements import Ceiling, Theorem
from boundcalc.optimization.optimum import Optimum, find_optimizer
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import Problem
from boundcalc.problems.reduction import reduce_problem

Values = Mapping[str, Fraction]
_DIGITS = 12
_MUCH = 1000  # times as much is asked, where it is looked at whether a choice has a price


@dataclass(frozen=True, slots=True)
class GuaranteeAt(Record):
    """A guarantee at a point, with its quantities and others that its words name.

    A value that is no short decimal is rounded to the safe side: the one that asks for more in a
    premise, and that claims less in a conclusion. Where the point has none, it is the formula.
    """

    guarantee: Guarantee
    values: Mapping[str, Fraction | Expression]

    def __hash__(self) -> int:
        return hash(self.guarantee)

    def __str__(self) -> str:
        return premise_text(self)


@dataclass(frozen=True, slots=True)
class Implication(Record):
    """What a theorem says at a point: if the premises hold, then the conclusion does.

    A theorem without premises is about an `algorithm`; `settings` are what that is run with.
    """

    premises: tuple[GuaranteeAt, ...]
    conclusion: GuaranteeAt
    algorithm: Algorithm | None = None
    settings: Mapping[str, Fraction | Interval] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.premises, self.conclusion))

    def __str__(self) -> str:
        return implication_text(self)


@dataclass(frozen=True, slots=True)
class Vacuity(Record):
    """Why an answer says nothing: one of three reasons.

    `values` are quantities of the conclusion at which it says nothing, `ceiling` is what holds in
    any case, and `free` are parameters that suit every value of the `unknown`.
    """

    unknown: Symbol
    values: tuple[tuple[str, Fraction], ...] = ()
    ceiling: Ceiling | None = None
    free: tuple[Symbol, ...] = ()

    def __str__(self) -> str:
        return vacuity_text(self)


def implication_at(theorem: Theorem, point: Values, *, names_algorithm: bool = True) -> Implication:
    """Return what a theorem says at a point.

    Parameters
    ----------
    theorem : Theorem
        The record.
    point : mapping from name to Fraction
        Values of its quantities.
    names_algorithm : bool
        Whether a theorem without premises says which algorithm it is about.
    """
    known = _known(theorem, point)
    premises = tuple(
        GuaranteeAt(premise, {**known, **_demanded(theorem, premise, point)})
        for premise in theorem.premises
    )
    conclusion = GuaranteeAt(theorem.conclusion, {**known, **_claimed(theorem, point)})
    algorithm = theorem.algorithm
    if premises or not names_algorithm or algorithm is None or not algorithm.clause:
        return Implication(premises, conclusion)
    settings = _settings(theorem, algorithm, point, known)
    return Implication(premises, conclusion, algorithm, settings)


def _settings(
    theorem: Theorem, algorithm: Algorithm, point: Values, known: Values
) -> dict[str, Fraction | Interval]:
    """Return with what an algorithm is run, as far as the point has it."""
    found: dict[str, Fraction | Interval] = {}
    for name in filter(None, (name for _, name, _, _ in Formatter().parse(algorithm.clause))):
        node = theorem.definition_values.get(name, theorem.names.get(name))
        if name in known:
            found[name] = known[name]
        elif node is not None and theorem.expand(node).names() <= point.keys():
            found[name] = Evaluator(theorem.expand(node)).at(point, 192)
    return found


def _demanded(
    theorem: Theorem, premise: Guarantee, point: Values
) -> dict[str, Fraction | Expression]:
    """Return the values of a premise, by the names of its quantities."""
    return {
        item.name: _safe(theorem.expand(premise.expression(item.name)), item, point)
        for item in premise.quantities()
    }


def _claimed(theorem: Theorem, point: Values) -> dict[str, Fraction | Expression]:
    """Return the values of the conclusion, by the names of its quantities."""
    values: dict[str, Fraction | Expression] = {}
    names = {target.expression: target.symbol.name for target in theorem.targets}
    for item in theorem.conclusion.quantities():
        node = theorem.conclusion.expression(item.name)
        asked = names.get(node)
        if asked is not None and asked in point:  # it is at least as strong as asked
            node = theorem.quantities[asked]
        values[item.name] = _safe(theorem.expand(node), item, point, is_claimed=True)
    return values


def _known(theorem: Theorem, point: Values) -> dict[str, Fraction]:
    """Return the values that are short enough for a sentence, by the names that a user knows.

    What a guarantee counts holds for fewer, too, so that a long number of it is rounded down.
    """
    names = (*theorem.quantities, *(item.symbol.name for item in theorem.definitions))
    known = {}
    for name in names:
        symbol = theorem.quantities.get(name)
        if name not in point:
            continue
        if _is_short(point[name]):
            known[name] = point[name]
        elif symbol is not None and symbol.unit is Unit.QUERIES:
            context = Context(prec=_DIGITS, rounding=ROUND_FLOOR)
            known[name] = Fraction(context.create_decimal(int(point[name])))
    return known


def _safe(
    node: Expression, quantity: Quantity, point: Values, *, is_claimed: bool = False
) -> Fraction | Expression:
    """Return a value exactly where that is short, else rounded to the safe side."""
    if not node.names() <= point.keys():  # a quantity that no constraint of the answer holds
        return node
    exact = exact_value(node, point)
    if exact is not None and _is_short(exact):
        return exact
    is_down = (quantity.stronger is Stronger.SMALLER) is not is_claimed
    end = _end(node, point, is_lower=is_down) if exact is None else exact
    if end is None:
        return node
    rounded = Context(prec=_DIGITS, rounding=ROUND_FLOOR if is_down else ROUND_CEILING)
    return Fraction(rounded.divide(Decimal(end.numerator), Decimal(end.denominator)))


def _end(node: Expression, point: Values, *, is_lower: bool) -> Fraction | None:
    """Return an end of the enclosure of a value, or None where it has none."""
    found = Evaluator(node).at(point, 192)
    return rational_end(found.lower if is_lower else found.upper) if found.total else None


def _is_short(value: Fraction) -> bool:
    text = decimal_text(value)
    return len(text) <= MOST_CHARACTERS and "/" not in text


def vacuity_at(problem: Problem, point: Values, direction: Direction) -> Vacuity | None:
    """Return why an answer says nothing; None where it says something."""
    theorem, unknown = problem.theorem, problem.unknown
    empty = tuple(
        (name, value)
        for name, value, quantity in _concluded(theorem, point)
        if quantity.says_nothing(value)
    )
    if empty:
        return Vacuity(unknown, values=empty)
    for ceiling in theorem.ceilings:
        if _reaches(theorem, ceiling, point):
            return Vacuity(unknown, ceiling=ceiling)
    return unconstrained(problem, point[unknown.name], direction)


def _reaches(theorem: Theorem, ceiling: Ceiling, point: Values) -> bool:
    """Return whether a bound is certainly no better than what holds in any case."""
    bound = theorem.conclusion.expression(ceiling.quantity)
    asked = next((item.symbol.name for item in theorem.targets if item.expression == bound), None)
    if asked is not None and asked in point:
        bound = theorem.quantities[asked]
    relation = Relation(theorem.expand(bound), Sense.GE, theorem.expand(ceiling.value))
    return RelationEvaluator(relation).at(point).truth is Truth.TRUE


def unconstrained(problem: Problem, value: Fraction, direction: Direction) -> Vacuity | None:
    """Return why every value answers a question, if a parameter that is free has them do so."""
    first, last = search_ends(problem.unknown.domain)
    end = first if direction is Direction.LEAST else last
    if not problem.free or value != end or problem.end is not None:
        return None
    if problem.unknown.domain.integer and _has_price(problem):
        return None
    return Vacuity(problem.unknown, free=problem.free)


def _has_price(problem: Problem) -> bool:
    """Return whether the end no longer works where much more is asked, whatever is chosen.

    Then the end is the answer because little is asked, and not because a choice is free of charge.
    """
    asked = {target.symbol.name: target.stronger for target in problem.theorem.targets}
    for quantity in problem.theorem.conclusion.quantities():
        node = problem.theorem.conclusion.expression(quantity.name)
        if isinstance(node, Symbol):
            asked.setdefault(node.name, quantity.stronger)
    stricter = {
        name: value / _MUCH
        for name, value in problem.given.items()
        if asked.get(name) is Stronger.SMALLER
        and value / _MUCH in problem.theorem.quantities[name].domain
    }
    if not stricter:
        return False

    optimizer = find_optimizer(reduce_problem(problem.at(stricter)))
    try:
        optimum = None if optimizer is None else optimizer.best()
    except (ArithmeticError, ValueError):  # of doubles
        return False
    return isinstance(optimum, Optimum) and not optimum.is_limit


def _concluded(theorem: Theorem, point: Values) -> list[tuple[str, Fraction, Quantity]]:
    """Return the quantities of the conclusion, by the names that a user knows, with values."""
    asked = {target.expression: target.symbol.name for target in theorem.targets}
    found = []
    for quantity in theorem.conclusion.quantities():
        node = theorem.conclusion.expression(quantity.name)
        name = asked.get(node, node.name if isinstance(node, Symbol) else quantity.name)
        value = point.get(name) if name in point else exact_value(theorem.expand(node), point)
        if value is not None:
            found.append((name, value, quantity))
    return found
