"""Explanations as LaTeX and as a page of HTML."""

from __future__ import annotations

from html import escape

from boundcalc.algebra.display_forms import display_form
from boundcalc.cards.answer_cards import headline_number
from boundcalc.cards.cards import card_html
from boundcalc.cards.numbers import shown_number
from boundcalc.language.latex import expression_latex, relation_latex
from boundcalc.output.latex_words import number_latex, words_latex
from boundcalc.routes.explanations import Amount, Explanation


def explanation_latex(explanation: Explanation) -> str:
    """Return the derivation as LaTeX: a list with a display for each theorem."""
    answer, lines = explanation.answer, explanation.lines
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
    formula = expression_latex(display_form(amount.formula))
    shown = shown_number(amount.value)
    value = number_latex(shown.digits)
    if formula == name or not amount.formula.names():
        return f"  {name} &= {value}"
    sign = "=" if shown.is_exact else r"\approx"
    return f"  {name} &= {formula} {sign} {value}"


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
