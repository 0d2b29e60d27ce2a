"""Explanations as a card, as LaTeX and as a page of HTML."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from boundcalc.algebra.display_forms import tidy
from boundcalc.cards.answer_cards import headline_number
from boundcalc.cards.answer_words import optimality_text
from boundcalc.cards.cards import Card, Cell, Code, Section, card_html, short_number
from boundcalc.cards.guarantee_words import doubt_texts
from boundcalc.language.expressions import Expression
from boundcalc.language.latex import expression_latex, relation_latex
from boundcalc.language.statements import Status
from boundcalc.output.latex import number_latex, words_latex
from boundcalc.routes.explanations import Amount, Line
from boundcalc.solving.answers import Answer


def explanation_card(answer: Answer, lines: tuple[Line, ...]) -> Card:
    """Return the derivation of an answer as a card, a section for each theorem."""
    value, note = headline_number(answer)
    given = ", ".join(f"{name} = {short_number(at)}" for name, at in answer.given.items())
    sections = [
        Section(title=f"Step {number}", rows=tuple(_rows(line)))
        for number, line in enumerate(lines, 1)
    ]
    rows = tuple((text,) for text in doubt_texts(answer.theorem))
    doubts = Section(title="Doubts", rows=rows, is_list=True)
    return Card(
        headline=f"{answer.unknown.name} = {value}{note}",
        lead=(f"for {given}: {answer.theorem.title}", optimality_text(answer)),
        sections=(*sections, doubts),
    )


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
        yield (f"  {setting.name}", _equals(setting.value), tidy(setting.formula))
    for condition in line.conditions:
        left, right = short_number(condition.left), short_number(condition.right)
        yield (condition.printed, f"{left} {condition.printed.sense.value} {right}")
    yield (f"hence {line.conclusion.phrase}{_scope(line)}:",)
    for amount in line.amounts:
        for formula in _shown(amount.name, amount.formula):
            yield (f"  {amount.name}", _equals(amount.value), formula)


def _scope(line: Line) -> str:
    return f" {line.conclusion.scope}" if line.conclusion.scope else ""


def _shown(name: str, formula: Expression) -> tuple[Cell, ...]:
    """Return the formula of a quantity, or nothing where it is its own name or a number."""
    return (tidy(formula),) if formula.names() and str(formula) != name else ("",)


def _equals(text: str) -> str:
    shown = short_number(text)
    return shown if shown.startswith("≈") else f"= {shown}"


def explanation_latex(answer: Answer, lines: tuple[Line, ...]) -> str:
    """Return the derivation as LaTeX: a list with a display for each theorem."""
    value, _ = headline_number(answer)
    parts = [r"\begin{enumerate}"]
    for line in lines:
        theorem = line.theorem
        parts.append(
            rf"\item \textbf{{{words_latex(theorem.title)}}} "
            rf"({words_latex(theorem.source.locator)} of {words_latex(theorem.source.work)})."
        )
        parts += [rf"Build: {words_latex(sentence)}." for sentence in line.built]
        if line.uses:
            parts.append(f"By {' and '.join(f'step {number}' for number in line.uses)},")
        conditions = [relation_latex(item.printed) for item in line.conditions]
        if conditions:
            parts.append(rf"since ${', '.join(conditions)}$,")
        start = "" if line.uses or conditions else "Hence "
        parts.append(rf"{start}{words_latex(line.conclusion.phrase)}, with")
        rows = [_row_latex(amount) for amount in (*line.settings, *line.amounts)]
        parts += [r"\begin{align*}", " \\\\\n".join(rows), r"\end{align*}"]
    parts += [
        r"\end{enumerate}",
        rf"Hence ${expression_latex(answer.unknown)} = {value}$ suffices.",
    ]
    return "\n".join(parts)


def _row_latex(amount: Amount) -> str:
    name = words_latex(amount.name).strip("$")
    formula = expression_latex(tidy(amount.formula))
    shown = short_number(amount.value)
    value = number_latex(shown)
    if formula == name or not amount.formula.names():
        return f"  {name} &= {value}"
    sign = r"\approx" if shown.startswith("≈") else "="
    return f"  {name} &= {formula} {sign} {value}"


def explanation_html(answer: Answer, lines: tuple[Line, ...]) -> str:
    """Return the derivation as a page of HTML that needs nothing else."""
    title = escape(f"{answer.unknown.name} = {headline_number(answer)[0]}")
    style = (
        "body{font-family:sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "td,th{padding:.15rem .6rem;text-align:left;vertical-align:top}"
    )
    body = card_html(explanation_card(answer, lines))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>"
    )
