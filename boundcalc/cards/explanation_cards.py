"""The cards of explanations: an answer as a derivation, theorem by theorem; and their JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from boundcalc.algebra.display_forms import display_form
from boundcalc.cards.answer_cards import headline_number
from boundcalc.cards.answer_json import answer_json
from boundcalc.cards.answer_words import optimality_text
from boundcalc.cards.cards import Card, Cell, Code, Section
from boundcalc.cards.guarantee_words import doubt_texts
from boundcalc.cards.numbers import equals, short_number, shown_text
from boundcalc.cards.typed_letters import sections_in_typed_letters, typed_letters
from boundcalc.enclosures.interval import Interval
from boundcalc.language.expressions import Expression
from boundcalc.language.latex import GREEK
from boundcalc.language.quantities import Stronger
from boundcalc.language.statements import Status
from boundcalc.language.text import expression_text, relation_text

if TYPE_CHECKING:  # explanations show themselves by these cards
    from boundcalc.routes.explanations import Amount, Explanation, Line
    from boundcalc.solving.answers import Answer

_GREEK_NAMES = frozenset(GREEK.values())


def explanation_card(explanation: Explanation) -> Card:
    """Return the derivation of an answer as a card, a section for each theorem."""
    answer, lines = explanation.answer, explanation.lines
    value, note = headline_number(answer)
    letters = explanation_letters(explanation)
    given = ", ".join(_given(answer, name, letters) for name in answer.given)
    sections = [
        Section(title=f"Step {number}", rows=tuple(_rows(line)))
        for number, line in enumerate(lines, 1)
    ]
    rows = tuple((text,) for text in doubt_texts(answer.theorem))
    doubts = Section(title="Doubts", rows=rows, is_list=True)
    return Card(
        headline=f"{answer.letter} = {value}{note}",
        lead=(f"for {given}: {answer.theorem.title}", optimality_text(answer)),
        sections=(*sections_in_typed_letters(sections, letters), doubts),
    )


def explanation_letters(explanation: Explanation) -> dict[str, str]:
    """Return letters with those that were typed for them, where no step uses these otherwise."""
    used: set[str] = set()
    for line in explanation.lines:
        for amount in (*line.settings, *line.amounts):
            used |= {amount.name, *amount.formula.names()}
        for condition in line.conditions:
            used |= condition.printed.names()
    found = typed_letters(explanation.answer)
    return {name: letter for name, letter in found.items() if letter not in used}


def _given(answer: Answer, name: str, letters: Mapping[str, str]) -> str:
    letter = answer.problem.letters.get(name, name)
    called = "" if letter == letters.get(name, name) else f" (called {name})"
    return f"{letter} = {short_number(answer.given[name])}{called}"


def _rows(line: Line) -> Iterator[tuple[Cell, ...]]:
    theorem = line.theorem
    sharpened = "; sharpened here" if theorem.status is Status.SHARPENED else ""
    yield (f"{theorem.title}{sharpened}",)
    yield (Code(theorem.id),)
    yield (f"{theorem.source.locator} of {theorem.source.work}",)
    for sentence in line.built:
        yield (f"build: {sentence}",)
    if line.uses:
        yield (f"by step {' and step '.join(map(str, line.uses))}",)
    for setting in line.settings:
        yield (f"  {setting.name}", _equals(setting.value), *_shown(setting.name, setting.formula))
    for condition in line.conditions:
        if condition.left is None or condition.right is None:
            yield (condition.printed,)
            continue
        left, right = short_number(condition.left), short_number(condition.right)
        yield (condition.printed, f"{left} {condition.printed.sense.value} {right}")
    yield (f"hence {concluded_words(line)}:",)
    for amount in line.amounts:
        limit = (
            "" if amount.limit is None else f" {equals(amount.limit)} {limit_sign(line, amount)}"
        )
        for formula in _shown(amount.name, amount.formula):
            yield (f"  {amount.name}{limit}", _equals(amount.value), formula)


def concluded_words(line: Line, marks: Mapping[str, str] | None = None) -> str:
    """Return what a step concludes, in words with the names that its quantities have.

    A name that is a word is put where it stands last, as in "the gap is at most gap"; `marks` are
    other texts for such names.
    """
    words = f"{line.conclusion.phrase}{_scope(line)}"
    places: dict[tuple[int, int], str] = {}
    for quantity, name in line.names:
        found = list(re.finditer(rf"(?<![\w^-]){quantity}(?!\w)", words))
        is_word = len(quantity) > 1 and quantity not in _GREEK_NAMES
        for match in found[-1:] if is_word else found:
            places[match.span()] = (marks or {}).get(name, name)
    for (start, end), name in sorted(places.items(), reverse=True):
        words = f"{words[:start]}{name}{words[end:]}"
    return words


def limit_sign(line: Line, amount: Amount) -> str:
    """Return the sign between the value that is given for a quantity and what the step shows."""
    names = {name: quantity for quantity, name in line.names}
    stronger = next(
        item.stronger for item in line.conclusion.quantities() if item.name == names[amount.name]
    )
    return ">=" if stronger is Stronger.SMALLER else "<="


def _equals(value: Fraction | Interval | None) -> str:
    return "is free" if value is None else equals(value)


def _text(value: Fraction | Interval | None) -> str | None:
    return None if value is None else shown_text(value)


def _scope(line: Line) -> str:
    return f" {line.conclusion.scope}" if line.conclusion.scope else ""


def _shown(name: str, formula: Expression) -> tuple[Cell, ...]:
    """Return the formula of a quantity, or nothing where it is its own name or a number."""
    return (display_form(formula),) if formula.names() and str(formula) != name else ("",)


def explanation_json(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation as one object, the steps in the order of the derivation."""
    return {
        "answer": answer_json(explanation.answer),
        "steps": [_line_json(line) for line in explanation.lines],
    }


def _line_json(line: Line) -> dict[str, Any]:
    return {
        "theorem": line.theorem.id,
        "title": line.theorem.title,
        "source": str(line.theorem.source),
        "uses": list(line.uses),
        "build": list(line.built),
        "settings": [_amount_json(item) for item in line.settings],
        "conditions": [
            {
                "relation": relation_text(item.printed),
                "left": _text(item.left),
                "right": _text(item.right),
            }
            for item in line.conditions
        ],
        "conclusion": concluded_words(line),
        "amounts": [_amount_json(item) for item in line.amounts],
    }


def _amount_json(amount: Amount) -> dict[str, str | None]:
    formula = expression_text(amount.formula)
    return {"name": amount.name, "formula": formula, "value": _text(amount.value)}
