"""Explanations as LaTeX and as a page of HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape

from boundcalc.algebra.display_forms import display_form
from boundcalc.cards.answer_cards import headline_number
from boundcalc.cards.cards import card_html
from boundcalc.cards.explanation_cards import (
    concluded_words,
    explanation_letters,
    limit_sign,
)
from boundcalc.cards.numbers import shown_number
from boundcalc.cards.typed_letters import in_typed_letters
from boundcalc.enclosures.interval import Interval
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.latex import GREEK, expression_latex, relation_latex, symbol_latex
from boundcalc.language.statements import Status
from boundcalc.language.text import listed
from boundcalc.output.latex_answers import (
    INLINE,
    Formula,
    aligned,
    cited,
    relation_lines,
    value_latex,
)
from boundcalc.output.latex_equations import equation_lines, points
from boundcalc.output.latex_words import number_latex, words_latex
from boundcalc.routes.explanations import Amount, Explanation, Line
from boundcalc.solving.answers import Answer


def explanation_latex(explanation: Explanation) -> str:
    """Return the derivation as LaTeX for a column of a paper: a paragraph for each theorem."""
    answer, letters = explanation.answer, _latex_letters(explanation)
    value = value_latex(answer)
    theorem = answer.theorem
    symbols = (*theorem.parameters, *(item.symbol for item in theorem.definitions))
    parts = []
    for number, line in enumerate(explanation.lines, 1):
        parts += [*_step_latex(number, line, letters, symbols), ""]
    given = ", ".join(_given_latex(answer, name, letters) for name in answer.given)
    unknown = _name_latex(answer.unknown.name, letters, answer.unknown)
    end = f" for {given}" if given else ""
    parts.append(rf"\noindent Hence ${unknown} {value}$ suffices{end}.")
    return "\n".join(parts)


def _latex_letters(explanation: Explanation) -> dict[str, str]:
    """Return letters with those that were typed for them, as LaTeX has them."""
    found = explanation_letters(explanation)
    return {name: letter for name, letter in found.items() if letter.isascii()}


def _given_latex(answer: Answer, name: str, letters: Mapping[str, str]) -> str:
    letter = answer.problem.letters.get(name, name)
    shown = shown_number(answer.given[name])
    sign = "=" if shown.is_exact else r"\approx"
    own = _name_latex(name, letters)
    called = f" (called ${own}$ above)" if letter.isascii() and symbol_latex(letter) != own else ""
    typed = symbol_latex(letter) if called else own
    return f"${typed} {sign} {number_latex(shown.digits)}${called}"


def _name_latex(name: str, letters: Mapping[str, str], symbol: Symbol | None = None) -> str:
    if name in letters or symbol is None:
        return symbol_latex(letters.get(name, name))
    return expression_latex(symbol)


def _step_latex(
    number: int, line: Line, letters: Mapping[str, str], symbols: Sequence[Symbol]
) -> Iterator[str]:
    """Yield the paragraph of one theorem."""
    theorem = line.theorem
    known = [*theorem.quantities.values(), *symbols]
    printed = {
        symbol.name: expression_latex(symbol) for symbol in known if symbol.name not in letters
    }
    known += map(Symbol, letters.values())

    def words(text: str) -> str:
        return words_latex(str(in_typed_letters(text, letters)), known)

    after = "sharpened here after " if theorem.status is Status.SHARPENED else ""
    title = words_latex(theorem.title)
    yield rf"\noindent\textbf{{Step {number}: {title}}} ({after}{cited(theorem)})."
    yield from (f"Build: {words(sentence)}." for sentence in line.built)
    if line.uses:
        yield f"By {listed([f'step {use}' for use in line.uses])},"
    conditions = [_typed(item.printed, letters) for item in line.conditions]
    if conditions and all(points(relation_latex(item)) <= INLINE for item in conditions):
        yield f"since {listed([f'${relation_latex(item)}$' for item in conditions])},"
    elif conditions:
        yield "since"
        yield from aligned(row for item in conditions for row in relation_lines(item))
    start = "" if line.uses or conditions else "Hence "
    marks = {  # words, which would be taken for words
        name: f"QQ{'Q' * place}"
        for place, name in enumerate(dict(line.names).values())
        if len(name.partition("_")[0]) > 1 and name not in GREEK.values() and name in printed
    }
    concluded = words(concluded_words(line, marks))
    for name, mark in sorted(marks.items(), key=lambda item: -len(item[1])):
        concluded = concluded.replace(mark, f"${printed[name]}$")
    yield f"{start}{concluded}, with"
    rows = [row for amount in line.settings for row in _amount_rows(amount, letters, printed)]
    for amount in line.amounts:
        sign = None if amount.limit is None else limit_sign(line, amount)
        rows += _amount_rows(amount, letters, printed, sign)
    yield from aligned(rows)


def _typed(node: Formula, letters: Mapping[str, str]) -> Formula:
    found = in_typed_letters(node, letters)
    assert isinstance(found, type(node) if isinstance(node, Relation) else Expression)
    return found


def _amount_rows(
    amount: Amount,
    letters: Mapping[str, str],
    printed: Mapping[str, str],
    within: str | None = None,
) -> list[str]:
    """Return the rows of a quantity; `within` is the sign between its limit and its formula."""
    name = printed.get(amount.name) or symbol_latex(letters.get(amount.name, amount.name))
    formula = _typed(display_form(amount.formula), letters)
    own = expression_latex(formula)
    if amount.value is None and own == name:
        return [rf"{name} & \text{{ is free}}"]
    if amount.value is None or not _is_bounded(amount.value):
        return equation_lines(name, "=", formula)
    shown = shown_number(amount.value)
    value = number_latex(shown.digits)
    if own == name or not formula.names():
        return [f"{name} &= {value}"]
    sign = "=" if shown.is_exact else r"\approx"
    if amount.limit is not None:
        limit = shown_number(amount.limit)
        equal = "=" if limit.is_exact else r"\approx"
        relation = r"\ge" if within == ">=" else r"\le"
        return [
            f"{name} &{equal} {number_latex(limit.digits)}",
            *equation_lines("", relation, formula, f"{sign} {value}"),
        ]
    return equation_lines(name, "=", formula, f"{sign} {value}")


def _is_bounded(value: Fraction | Interval) -> bool:
    return isinstance(value, Fraction) or value.is_bounded


def explanation_html(explanation: Explanation) -> str:
    """Return the derivation as a page of HTML that needs nothing else."""
    answer = explanation.answer
    title = escape(f"{answer.unknown.name} = {headline_number(answer)[0]}")
    style = (
        "body{font-family:sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "td,th{padding:.15rem .6rem;text-align:left;vertical-align:top}"
    )
    body = card_html(explanation.card())
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>"
    )
