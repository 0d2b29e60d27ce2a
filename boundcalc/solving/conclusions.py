"""What an answer rests on and says: its premises with their values, and whether it is vacuous.

Main definitions
----------------
`premise_sentences`: a sentence for each guarantee that the algorithm must have.
`guarantee_sentence`: what is concluded, with the values.
`vacuity`: why an answer says nothing, or an empty text.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from boundcalc.algebra.search_range import search_ends
from boundcalc.enclosures.decisions import Evaluator, RelationEvaluator, Truth
from boundcalc.enclosures.exact import exact_value
from boundcalc.enclosures.interval import decimal_enclosure
from boundcalc.language.domains import Unit
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.guarantees import Guarantee, Inputs, MaxInformation
from boundcalc.language.numbers import decimal_text, exact_or_scientific
from boundcalc.language.operators import Sense
from boundcalc.language.quantities import Quantity, Stronger
from boundcalc.language.statements import Ceiling, Theorem
from boundcalc.language.wording import conclusion_sentence
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import Problem
from boundcalc.problems.reduction import reduce_problem

Values = Mapping[str, Fraction]
_DIGITS = 12
_FEW_DIGITS = 6  # of what a theorem sets itself
_TINY = Fraction(1, 10**4)
_MUCH = 1000  # times as much is asked, where it is looked at whether a choice has a price


def guarantee_sentence(theorem: Theorem, point: Values, *, names_algorithm: bool = True) -> str:
    """Return what a theorem says at a point: if the premises hold, then the conclusion does.

    A theorem without premises says which algorithm it is about, unless that is said elsewhere.
    A value that is no short decimal is rounded to the side that asks for more in a premise, and
    to the side that claims less in the conclusion.
    """
    ifs = [
        conclusion_sentence(
            premise, {**_known(theorem, point), **_demanded(theorem, premise, point)}
        )
        for premise in theorem.premises
    ]
    algorithm = theorem.algorithm
    if names_algorithm and algorithm is not None and algorithm.clause and not theorem.premises:
        ifs = [algorithm.clause.format_map(_Settings(theorem, point))]
    then = _concluded_sentence(theorem, point)
    return f"if {' and if '.join(ifs)}, then {then}" if ifs else then


class _Settings(dict[str, str]):
    """What an algorithm is run with, by name: the value, or the name where the answer has none."""

    def __init__(self, theorem: Theorem, point: Values) -> None:
        super().__init__(_known(theorem, point))
        self.theorem, self.point = theorem, point

    def __missing__(self, name: str) -> str:
        node = self.theorem.definition_values.get(name, self.theorem.names.get(name))
        if node is None or not self.theorem.expand(node).names() <= self.point.keys():
            return name
        values = Evaluator(self.theorem.expand(node)).at(self.point, 192)
        return f"about {decimal_enclosure(values, _FEW_DIGITS)}"


def premise_sentences(theorem: Theorem, point: Values) -> tuple[str, ...]:
    """Return what the algorithm must satisfy, in sentences with the values at a point.

    A value that is no short decimal is rounded to the side that asks for more.
    A conclusion about some input distributions only ends the list with these.
    """
    sentences = [
        premise.sentence(_demanded(theorem, premise, point)) for premise in theorem.premises
    ]
    conclusion = theorem.conclusion
    if isinstance(conclusion, MaxInformation) and conclusion.over is not Inputs.ANY:
        sentences.append(f"the bound that is concluded holds for {conclusion.over.value} only")
    return tuple(sentences)


def _demanded(theorem: Theorem, premise: Guarantee, point: Values) -> dict[str, str]:
    """Return the values of a premise, by the names of its quantities."""
    return {
        item.name: _value_text(theorem.expand(premise.expression(item.name)), item, point)
        for item in premise.quantities()
    }


def _known(theorem: Theorem, point: Values) -> dict[str, str]:
    """Return the values that are short enough for a sentence, by the names that a user knows."""
    names = (*theorem.quantities, *(item.symbol.name for item in theorem.definitions))
    known = {name: point[name] for name in names if name in point}
    counts = {name for name in known if _is_count(theorem, name)}
    return {
        name: _short(value) if _is_short(value) else _fewer(value)
        for name, value in known.items()
        if _is_short(value) or name in counts
    }


def _is_count(theorem: Theorem, name: str) -> bool:
    """Whether a quantity counts what a guarantee is about, so that it holds for fewer, too."""
    symbol = theorem.quantities.get(name)
    return symbol is not None and symbol.unit is Unit.QUERIES


def _fewer(value: Fraction) -> str:
    """Return a long integer rounded down."""
    context = Context(prec=_DIGITS, rounding=ROUND_FLOOR)
    return f"{context.create_decimal(int(value)):e}".replace("e+", "e")


def _value_text(
    node: Expression, quantity: Quantity, point: Values, *, is_claimed: bool = False
) -> str:
    if not node.names() <= point.keys():  # a quantity that no constraint of the answer holds
        return str(node)
    exact = exact_value(node, point)
    if exact is not None and _is_short(exact):
        return _short(exact)
    text = decimal_enclosure(Evaluator(node).at(point, 192), 40)
    try:
        number = Decimal(text)
    except ArithmeticError:
        return str(node)
    is_down = (quantity.stronger is Stronger.SMALLER) is not is_claimed
    rounding = ROUND_FLOOR if is_down else ROUND_CEILING
    rounded = Context(prec=_DIGITS, rounding=rounding).plus(number)
    return _short(Fraction(rounded))


def _is_short(value: Fraction) -> bool:
    text = decimal_text(value)
    return len(text) <= 2 * _DIGITS and "/" not in text


def _short(value: Fraction) -> str:
    """Return a value as it stands in a sentence: with an exponent where it is tiny."""
    text = exact_or_scientific(value)
    if not 0 < abs(value) < _TINY or "e" in text or "/" in text:
        return text
    return f"{Decimal(text).normalize():e}".replace("e+", "e")


def _concluded_sentence(theorem: Theorem, point: Values) -> str:
    conclusion, values = theorem.conclusion, _known(theorem, point)
    names = {target.expression: target.symbol.name for target in theorem.targets}
    for item in conclusion.quantities():
        node = conclusion.expression(item.name)
        asked = names.get(node)
        if asked is not None and asked in point:  # it is at least as strong as asked
            node = theorem.quantities[asked]
        values[item.name] = _value_text(theorem.expand(node), item, point, is_claimed=True)
    return conclusion_sentence(conclusion, values)


def vacuity(problem: Problem, point: Values, direction: Direction) -> str:
    """Return why an answer says nothing, in a sentence, or an empty text."""
    empty = [
        f"{name} = {exact_or_scientific(value)}"
        for name, value, quantity in _concluded(problem.theorem, point)
        if quantity.says_nothing(value)
    ]
    if empty:
        return f"{' and '.join(empty)} says nothing"
    for ceiling in problem.theorem.ceilings:
        if _reaches(problem.theorem, ceiling, point):
            return f"{ceiling.quantity} is not below {ceiling.value}, and {ceiling.why}"
    return unconstrained(problem, point[problem.unknown.name], direction)


def _reaches(theorem: Theorem, ceiling: Ceiling, point: Values) -> bool:
    """Return whether a bound is certainly no better than what holds in any case."""
    bound = theorem.conclusion.expression(ceiling.quantity)
    asked = next((item.symbol.name for item in theorem.targets if item.expression == bound), None)
    if asked is not None and asked in point:
        bound = theorem.quantities[asked]
    relation = Relation(theorem.expand(bound), Sense.GE, theorem.expand(ceiling.value))
    return RelationEvaluator(relation).at(point).truth is Truth.TRUE


def unconstrained(problem: Problem, value: Fraction, direction: Direction) -> str:
    """Return what to add to a question that every value answers, since a parameter is free."""
    first, last = search_ends(problem.unknown.domain)
    end = first if direction is Direction.LEAST else last
    if not problem.free or value != end or problem.end is not None:
        return ""
    if problem.unknown.domain.integer and _has_price(problem):
        return ""
    names = " or ".join(symbol.name for symbol in problem.free)
    return (
        f"every {problem.unknown.name} works, because {names} can be chosen to suit it; "
        f"add {problem.free[0].name}=..."
    )


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
    from boundcalc.optimization.optimum import Optimum, find_optimizer

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
