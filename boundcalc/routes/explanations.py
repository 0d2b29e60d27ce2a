"""Explanations: an answer as a derivation, theorem by theorem, with its numbers put in.

Main definitions
----------------
`Explanation`: an answer with the lines of its derivation.
`Line`: one theorem of it, what that needs, and what it gives.
`explain`: the explanation of an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.cards.cards import Card, Shown
from boundcalc.cards.explanation_cards import explanation_card, explanation_json
from boundcalc.cards.numbers import shown_text
from boundcalc.enclosures.decisions import Evaluator
from boundcalc.enclosures.exact import exact_value
from boundcalc.enclosures.interval import Interval, exact_interval
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.guarantees import Guarantee
from boundcalc.language.records import Record
from boundcalc.language.statements import Theorem
from boundcalc.routes.composition import Instance, Tree
from boundcalc.routes.search import all_routes
from boundcalc.solving.answers import Answer

_LONG_QUOTIENT = 12  # characters


@dataclass(frozen=True, slots=True)
class Amount(Record):
    """A quantity of a conclusion: its name, the formula of the theorem, and its value.

    One without a value is of a parameter that the answer leaves free.
    `limit` is the value that was given for the name, where the formula stays within it.
    """

    name: str
    formula: Expression
    value: Fraction | Interval | None
    limit: Fraction | None = None


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
    built for the others; `settings` are the quantities that are used here first: chosen ones, and
    those that a theorem sets itself. `names` says how the quantities of the conclusion are called.
    """

    theorem: Theorem
    uses: tuple[int, ...]
    built: tuple[str, ...]
    conclusion: Guarantee
    names: tuple[tuple[str, str], ...]
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
    theorem = answer.theorem
    for route in all_routes(theorems):
        if route.theorem.id == theorem.id:
            steps = _steps(route.tree, route.instances)
            return Explanation(answer, tuple(_Derivation(answer, steps).lines()))
    symbols = (*theorem.parameters, *(item.symbol for item in theorem.definitions))
    values: dict[str, Expression] = {symbol.name: symbol for symbol in symbols}
    alone = Tree(theorem, tuple(None for _ in theorem.premises))
    steps = _steps(alone, (Instance(theorem, values),))
    return Explanation(answer, tuple(_Derivation(answer, steps).lines()))


@dataclass(slots=True)
class _Step:
    """A theorem in the order of the derivation; `heir` is the step that needs it, and for what."""

    node: Tree
    instance: Instance
    uses: tuple[int, ...]
    heir: tuple[int, Guarantee] | None = None


def _steps(tree: Tree, instances: tuple[Instance, ...]) -> list[_Step]:
    """Return the steps in the order of the instances, which is that of the tree from its leaves."""
    steps: list[_Step] = []
    left = iter(instances)

    def visit(node: Tree) -> int:
        uses = [
            (premise, visit(branch))
            for premise, branch in zip(node.theorem.premises, node.branches, strict=True)
            if branch is not None
        ]
        steps.append(_Step(node, next(left), tuple(number for _, number in uses)))
        for premise, number in uses:
            steps[number - 1].heir = len(steps), premise
        return len(steps)

    visit(tree)
    return steps


class _Derivation:
    """Writes the lines of a derivation, in which each quantity has one name.

    What a step concludes is called as the step that needs it calls it, and what neither is given
    nor was concluded before is shown where it is first used.
    """

    def __init__(self, answer: Answer, steps: list[_Step]) -> None:
        self.answer = answer
        self.steps = steps
        self.point = answer.point
        self.formulas: dict[str, Expression] = {
            **{symbol.name: symbol for symbol in answer.theorem.parameters},
            **{item.symbol.name: item.value for item in answer.theorem.definitions},
        }
        self.introduced = {*answer.given, answer.unknown.name}
        self.zeros: dict[int, dict[str, Expression]] = {}  # by step: names of numbers that it needs

    def lines(self) -> Iterator[Line]:
        """Yield the lines, each with the names that the later ones use."""
        named = [self._names(step) for step in self.steps]
        for number, (step, names) in enumerate(zip(self.steps, named, strict=True), 1):
            yield self._line(number, step, names)

    def _names(self, step: _Step) -> dict[str, str]:
        """Return how the quantities that a step concludes are called."""
        conclusion = step.instance.theorem.conclusion
        if step.heir is None:
            found = {
                name: node.substitute(step.instance.values)
                for name, node in conclusion.expressions().items()
            }
            return {
                name: node.name if isinstance(node, Symbol) else name
                for name, node in found.items()
            }
        heir, premise = step.heir
        names = {}
        for name, own in premise.expressions().items():
            wanted = own.substitute(self.steps[heir - 1].instance.values)
            if isinstance(wanted, Symbol):
                names[name] = wanted.name
                continue
            names[name] = self._free(own.name if isinstance(own, Symbol) else name)
            if isinstance(own, Symbol):
                is_own = names[name] == own.name
                self.zeros.setdefault(heir, {})[own.name] = own if is_own else Symbol(names[name])
        return names

    def _free(self, name: str) -> str:
        """Return a name that no quantity of the composed theorem or of its conclusion has."""
        taken = {*self.formulas, *self.answer.theorem.conclusion.expressions()}
        index = 0
        while (found := f"{name}_{index}" if index else name) in taken:
            index += 1
        return found

    def _value_of(self, expression: Expression) -> Fraction | Interval | None:
        node = self.answer.theorem.expand(expression)
        if not node.names() <= self.point.keys():
            return None
        exact = exact_value(node, self.point)
        return Evaluator(node).at(self.point, 192) if exact is None else exact

    def _introduced(self, names: Iterable[str]) -> Iterator[Amount]:
        """Yield quantities that were not shown before, each after those of its formula."""
        wanted = set(names)
        for name, formula in self.formulas.items():
            if name in wanted and name not in self.introduced:
                self.introduced.add(name)
                yield from self._introduced(formula.names())
                yield Amount(name, formula, self._value_of(formula))

    def _line(self, number: int, step: _Step, names: dict[str, str]) -> Line:
        theorem, values = step.instance.theorem, step.instance.values
        shown = {**values, **self.zeros.get(number, {})}
        amounts = []
        for name, node in theorem.conclusion.expressions().items():
            value = self._value_of(node.substitute(values))
            is_given = step.heir is None and names[name] == name
            limit = self.answer.given.get(name) if is_given else None
            amounts.append(
                Amount(
                    names[name], node.substitute(shown), value, None if limit == value else limit
                )
            )
        built, used = self._built(step)
        conditions = tuple(
            Condition(
                relation.substitute(shown),
                self._value_of(relation.left.substitute(values)),
                self._value_of(relation.right.substitute(values)),
            )
            for relation in theorem.hypotheses
        )
        used = used.union(
            *(amount.formula.names() for amount in amounts),
            *(condition.printed.names() for condition in conditions),
            *(values[item.symbol.name].names() for item in theorem.definitions),
        )
        self.introduced |= {amount.name for amount in amounts}
        settings = tuple(self._introduced(used))
        return Line(
            theorem=theorem,
            uses=step.uses,
            built=built,
            conclusion=theorem.conclusion,
            names=tuple(names.items()),
            amounts=tuple(amounts),
            settings=settings,
            conditions=conditions,
        )

    def _built(self, step: _Step) -> tuple[tuple[str, ...], frozenset[str]]:
        """Return what must be built, and the names of quantities in it."""
        used: set[str] = set()
        sentences = []
        for premise, branch in zip(step.node.theorem.premises, step.node.branches, strict=True):
            if branch is not None:
                continue
            texts = {}
            for name, node in premise.expressions().items():
                formula = node.substitute(step.instance.values)
                number = self._value_of(formula)
                texts[name] = str(formula) if number is None else _legible(number)
                called = [known for known, value in self.formulas.items() if value == formula]
                used |= {*called} or formula.names()
            sentences.append(premise.sentence(texts))
        return tuple(sentences), frozenset(used)


def _legible(number: Fraction | Interval) -> str:
    """Return a number for somebody who builds with it: no quotient of long integers."""
    text = shown_text(number)
    if isinstance(number, Fraction) and "/" in text and len(text) > _LONG_QUOTIENT:
        return shown_text(exact_interval(number))
    return text
