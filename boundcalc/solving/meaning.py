"""What an answer rests on and says: its premises with their values, and whether it is vacuous.

Main definitions
----------------
`premise_sentences`: a sentence for each guarantee that the algorithm must have.
`vacuity`: why an answer says nothing, or an empty text.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from boundcalc.enclosures.decisions import Evaluator
from boundcalc.enclosures.exact import exact_value
from boundcalc.language.expressions import Expression, Symbol
from boundcalc.language.guarantees import Inputs, MaxInformation, Quantity, Stronger
from boundcalc.language.numbers import decimal_text
from boundcalc.language.statements import Theorem
from boundcalc.solving.answers import Direction, exact_or_scientific
from boundcalc.solving.formulas import decimal_enclosure
from boundcalc.solving.questions import Question
from boundcalc.solving.reach import search_ends

Values = Mapping[str, Fraction]
_DIGITS = 12


def premise_sentences(theorem: Theorem, point: Values) -> tuple[str, ...]:
    """Return what the algorithm must satisfy, in sentences with the values at a point.

    A value that is no short decimal is rounded to the side that asks for more.
    A conclusion about some input distributions only ends the list with these.
    """
    sentences = [
        premise.sentence(
            {
                item.name: _value_text(theorem.expand(premise.expression(item.name)), item, point)
                for item in premise.quantities()
            }
        )
        for premise in theorem.premises
    ]
    conclusion = theorem.conclusion
    if isinstance(conclusion, MaxInformation) and conclusion.over is not Inputs.ANY:
        sentences.append(f"the bound that is concluded holds for {conclusion.over.value} only")
    return tuple(sentences)


def _value_text(node: Expression, quantity: Quantity, point: Values) -> str:
    if not node.names() <= point.keys():  # a quantity that no constraint of the answer holds
        return str(node)
    exact = exact_value(node, point)
    if exact is not None and len(decimal_text(exact)) <= 2 * _DIGITS:
        return exact_or_scientific(exact)
    text = decimal_enclosure(Evaluator(node).at(point, 192), 40)
    try:
        number = Decimal(text)
    except ArithmeticError:
        return str(node)
    rounding = ROUND_FLOOR if quantity.stronger is Stronger.SMALLER else ROUND_CEILING
    rounded = Context(prec=_DIGITS, rounding=rounding).plus(number)
    return exact_or_scientific(Fraction(rounded))


def vacuity(question: Question, point: Values, direction: Direction) -> str:
    """Return why an answer says nothing, in a sentence, or an empty text."""
    empty = [
        f"{name} = {exact_or_scientific(value)}"
        for name, value, quantity in _concluded(question.theorem, point)
        if quantity.says_nothing(value)
    ]
    if empty:
        return f"{' and '.join(empty)} says nothing"
    return unconstrained(question, point[question.unknown.name], direction)


def unconstrained(question: Question, value: Fraction, direction: Direction) -> str:
    """Return what to add to a question that every value answers, since a parameter is free."""
    first, last = search_ends(question.unknown.domain)
    end = first if direction is Direction.LEAST else last
    if not question.free or value != end:
        return ""
    names = " or ".join(symbol.name for symbol in question.free)
    return (
        f"every {question.unknown.name} works, because {names} can be chosen to suit it; "
        f"add {question.free[0].name}=..."
    )


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
