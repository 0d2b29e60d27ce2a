"""Explanations: an answer as a derivation, theorem by theorem, with its numbers put in.

Main definitions
----------------
`Explanation`: an answer with the lines of its derivation.
`Line`: one theorem of it, what that needs, and what it gives.
`explain`: the explanation of an answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.cards.cards import Card, Shown
from boundcalc.cards.explanation_cards import explanation_card, explanation_json
from boundcalc.cards.numbers import shown_text
from boundcalc.enclosures.decisions import Evaluator
from boundcalc.enclosures.exact import exact_value
from boundcalc.enclosures.interval import Interval
from boundcalc.language.expressions import Expression, Relation
from boundcalc.language.guarantees import Guarantee
from boundcalc.language.records import Record
from boundcalc.language.statements import Theorem
from boundcalc.routes.composition import Instance, Tree
from boundcalc.routes.search import all_routes
from boundcalc.solving.answers import Answer


@dataclass(frozen=True, slots=True)
class Amount(Record):
    """A quantity of a conclusion: its name, the formula of the theorem, and its value.

    One without a value is of a parameter that the answer leaves free.
    """

    name: str
    formula: Expression
    value: Fraction | Interval | None


@dataclass(frozen=True, slots=True)
class Condition(Record):
    """A hypothesis of a theorem with the values of its two sides, where they have any."""

    printed: Relation
    left: Fraction | Interval | None
    right: Fraction | Interval | None


@dataclass(frozen=True, slots=True)
class Line(Record):
    """One theorem of a derivation.

    `uses` are the numbers, from 1, of the lines that give its premises, and `built` what must be
    built for the others; `settings` are the quantities that the theorem sets itself.
    """

    theorem: Theorem
    uses: tuple[int, ...]
    built: tuple[str, ...]
    conclusion: Guarantee
    amounts: tuple[Amount, ...]
    settings: tuple[Amount, ...]
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Explanation(Shown):
    """An answer as a derivation: a line for each of its theorems, premises first."""

    answer: Answer
    lines: tuple[Line, ...]

    def __hash__(self) -> int:
        return hash(self.answer)

    def __repr__(self) -> str:
        return f"<Explanation of {self.answer!r} in {len(self.lines)} steps>"

    def card(self) -> Card:
        """Return what a reader sees of the derivation, a section for each theorem."""
        return explanation_card(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the derivation as an object of JSON; numbers are texts."""
        return explanation_json(self)


def explain(answer: Answer, theorems: tuple[Theorem, ...]) -> Explanation:
    """Return an answer as a derivation.

    Parameters
    ----------
    answer : Answer
        Of a theorem or of a route.
    theorems : tuple of Theorem
        The library in which the route was found.
    """
    point, theorem = answer.point, answer.theorem
    for route in all_routes(theorems):
        if route.theorem.id == theorem.id:
            return Explanation(
                answer, tuple(_lines(route.tree, list(route.instances), answer, point))
            )
    symbols = (*theorem.parameters, *(item.symbol for item in theorem.definitions))
    values: dict[str, Expression] = {symbol.name: symbol for symbol in symbols}
    alone = Tree(theorem, tuple(None for _ in theorem.premises))
    return Explanation(answer, tuple(_lines(alone, [Instance(theorem, values)], answer, point)))


def _lines(
    tree: Tree, instances: list[Instance], answer: Answer, point: dict[str, Fraction]
) -> list[Line]:
    """Return the lines in the order of the instances, which is that of the tree from its leaves."""
    lines: list[Line] = []
    left = iter(instances)

    def visit(node: Tree) -> int:
        uses = tuple(visit(branch) for branch in node.branches if branch is not None)
        instance = next(left)
        lines.append(_line(node, instance, uses, answer, point))
        return len(lines)

    visit(tree)
    return lines


def _line(
    node: Tree,
    instance: Instance,
    uses: tuple[int, ...],
    answer: Answer,
    point: dict[str, Fraction],
) -> Line:
    theorem = instance.theorem

    def value_of(expression: Expression) -> Fraction | Interval | None:
        node = answer.theorem.expand(expression)
        if not node.names() <= point.keys():
            return None
        exact = exact_value(node, point)
        return Evaluator(node).at(point, 192) if exact is None else exact

    conclusion = theorem.conclusion
    amounts = []
    for name, node_formula in conclusion.expressions().items():
        formula = node_formula.substitute(instance.values)
        amounts.append(Amount(name, formula, value_of(formula)))
    settings = tuple(
        Amount(str(instance.values[item.symbol.name]), formula, value_of(formula))
        for item in theorem.definitions
        for formula in [item.value.substitute(instance.values)]
    )
    premises = zip(theorem.premises, node.branches, strict=True)
    built = tuple(
        premise.sentence(
            {
                name: str(formula) if number is None else shown_text(number)
                for name, value in premise.expressions().items()
                for formula in [value.substitute(instance.values)]
                for number in [value_of(formula)]
            }
        )
        for premise, branch in premises
        if branch is None
    )
    hypotheses = [relation.substitute(instance.values) for relation in theorem.hypotheses]
    conditions = tuple(
        Condition(relation, value_of(relation.left), value_of(relation.right))
        for relation in hypotheses
    )
    return Line(theorem, uses, built, conclusion, tuple(amounts), settings, conditions)
