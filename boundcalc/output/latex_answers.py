r"""Answers and theorems as LaTeX, for papers and notes: `amsmath` is all that they need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain
from typing import TypeVar

from boundcalc.algebra.display_forms import display_form
from boundcalc.cards.answer_cards import headline_number, is_next
from boundcalc.cards.answer_words import defined_number, failure_text, optimality_text
from boundcalc.cards.guarantee_words import (
    SHARPENED,
    accepted_texts,
    clause_text,
    premise_texts,
    vacuity_text,
)
from boundcalc.cards.numbers import ShownNumber, shown_number
from boundcalc.cards.short_cards import best_ways
from boundcalc.cards.typed_letters import in_typed_letters, typed_letters
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.guarantees import Guarantee
from boundcalc.language.latex import expression_latex, relation_latex, symbol_latex
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.language.operators import Sense
from boundcalc.language.statements import Status, Theorem
from boundcalc.output.latex_equations import equation_lines, points
from boundcalc.output.latex_words import LONGEST_NUMBER, number_latex, words_latex
from boundcalc.problems.outcomes import Beyond
from boundcalc.solving.answers import Answer, Ranking

INLINE = 90  # points of a relation that stands in a line of text
_SIGN_OF_NUMBERS = {True: "=", False: r"\approx"}
Formula = TypeVar("Formula", Expression, Relation)


def _equals(number: ShownNumber) -> str:
    return f"{_SIGN_OF_NUMBERS[number.is_exact]} {number_latex(number.digits)}"


def aligned(rows: Iterable[str]) -> Iterator[str]:
    """Yield a display of rows, one below the other."""
    lines = list(rows)
    yield r"\begin{align*}"
    yield " \\\\\n".join(f"  {line}" for line in lines)
    yield r"\end{align*}"


def _itemized(sentences: Iterable[str]) -> Iterator[str]:
    lines = [rf"  \item {sentence}" for sentence in sentences]
    if lines:
        yield r"\begin{itemize}"
        yield from lines
        yield r"\end{itemize}"


def cited(theorem: Theorem) -> str:
    """Return what a theorem, or each step of a route, is taken from, as LaTeX that cites it."""
    return ", ".join(
        rf"\cite[{words_latex(source.locator)}]{{{source.key}}}" for source in theorem.sources
    )


def value_latex(answer: Answer) -> str:
    """Return the value after a sign: exactly where it is short, else rounded to the safe side."""
    number, note = headline_number(answer, LONGEST_NUMBER)
    return rf"{_SIGN_OF_NUMBERS[not note]} {number_latex(number)}"


def _cited_works(theorem: Theorem) -> str:
    """Return the same without the places in the works."""
    keys = dict.fromkeys(source.key for source in theorem.sources)
    return rf"\cite{{{','.join(keys)}}}"


# --- answers -----------------------------------------------------------------------------------


def ranking_latex(ranking: Ranking, *, is_full: bool = False) -> str:
    """Return the best answer and the best other ways in a table, for a column of a paper.

    With `is_full`, the answer stands with its formulas and its conditions, and the table has all.
    """
    groups = _shown_groups(ranking, is_full=is_full)
    lines = [*(_answer_lines if is_full else _short_lines)(ranking.best)]
    if sum(map(len, groups)) > 1:
        lines += ["", *_comparison_lines(groups)]
    return "\n".join(lines)


def cited_theorems(ranking: Ranking, *, is_full: bool = False) -> tuple[Theorem, ...]:
    """Return the theorems and routes that the LaTeX of a ranking cites."""
    groups = _shown_groups(ranking, is_full=is_full)
    return tuple(answer.theorem for group in groups for answer in group)


def _shown_groups(ranking: Ranking, *, is_full: bool) -> tuple[tuple[Answer, ...], ...]:
    """Return the answers of the table: all, or the best and the best published one."""
    if is_full:
        return ranking.groups
    shown, published = best_ways(ranking), ranking.best_published
    if published is not None and published not in shown and published in ranking.groups[0]:
        shown = (*shown, published)
    return (shown,)


def answer_latex(answer: Answer) -> str:
    """Return an answer with its formula and its conditions."""
    return "\n".join(_answer_lines(answer))


def _symbols(theorem: Theorem) -> dict[str, Symbol]:
    """Return what a theorem speaks of, by name."""
    defined = (item.symbol for item in theorem.definitions)
    return {item.name: item for item in (*theorem.parameters, *defined)}


def _letters(answer: Answer) -> dict[str, str]:
    """Return the letters of a theorem that are shown as others, because they were typed so."""
    return {name: letter for name, letter in typed_letters(answer).items() if letter.isascii()}


def _lead_lines(answer: Answer) -> Iterator[str]:
    name, theorem = _unknown_latex(answer), answer.theorem
    given = ", ".join(
        f"${_name_latex(answer, key)} {_equals(shown_number(value))}$"
        for key, value in answer.given.items()
    )
    after = ", sharpened here after" if theorem.status is Status.SHARPENED else ""
    yield (
        rf"By {words_latex(theorem.title)}{after} {cited(theorem)}, "
        rf"${name} {value_latex(answer)}$ suffices for {given}."
    )
    if answer.guarantee is not None:
        sentence = f"{clause_text(answer)}."
        yield _words(answer, f"{sentence[0].upper()}{sentence[1:]}")


def _short_lines(answer: Answer) -> Iterator[str]:
    """Yield what is answered, and on which conditions, in running text."""
    yield from _lead_lines(answer)
    if answer.formula is not None and answer.formula.names() <= answer.given.keys():
        formula = _in_letters(answer, answer.formula)
        value = value_latex(answer)
        yield from aligned(equation_lines(_unknown_latex(answer), "=", formula, value))
    if _is_end(answer):
        yield f"The value is the {answer.direction.value} that does."
    if answer.vacuous:
        yield words_latex(f"It is vacuous: {vacuity_text(answer.vacuous)}.")
    stated = () if answer.guarantee is None else premise_texts(answer)
    assumed = [text for text in accepted_texts(answer) if text not in (*stated, SHARPENED)]
    if assumed:
        words = "; ".join(_words(answer, text.rstrip(".")) for text in assumed)
        yield f"It rests on this: {words}."


def _answer_lines(answer: Answer) -> Iterator[str]:
    yield from _lead_lines(answer)
    yield from aligned(_formula_rows(answer))
    yield from _optimality_lines(answer)
    if answer.vacuous:
        yield words_latex(f"It is vacuous: {vacuity_text(answer.vacuous)}.")
    yield "It rests on the following."
    yield from _itemized(_words(answer, sentence) for sentence in accepted_texts(answer))


def _words(answer: Answer, text: str) -> str:
    """Return a sentence about an answer as LaTeX, in the letters that were typed."""
    letters = _letters(answer)
    symbols = {**_symbols(answer.theorem), **{name: Symbol(name) for name in letters.values()}}
    typed = in_typed_letters(text, letters)
    assert isinstance(typed, str)
    return words_latex(typed, symbols.values())


def _in_letters(answer: Answer, formula: Formula) -> Formula:
    """Return a formula in the letters that were typed."""
    found = in_typed_letters(formula, _letters(answer))
    assert isinstance(found, type(formula))
    return found


def _unknown_latex(answer: Answer) -> str:
    return _name_latex(answer, answer.unknown.name)


def _is_end(answer: Answer) -> bool:
    """Return whether all better values fail, up to the last digit."""
    return is_next(answer) and answer.beyond is Beyond.ALL


def _optimality_lines(answer: Answer) -> Iterator[str]:
    if answer.neighbour is None or not _is_end(answer):
        yield _words(answer, f"Of its optimality it is known that {optimality_text(answer)}.")
        return
    value = number_latex(exact_or_scientific(answer.neighbour.value))
    failure = answer.neighbour.failure
    parts = failure_text(failure).split(relation := str(failure.relation))
    words = [_words(answer, part) for part in parts]
    lead = (
        rf"The value is the {answer.direction.value} that does: "
        rf"for ${_unknown_latex(answer)} = {value}$, "
    )
    if failure.relation is None or not relation:
        yield f"{lead}{''.join(words)}."
        return
    failing = _in_letters(answer, failure.relation)
    if points(relation_latex(failing)) <= INLINE:
        yield f"{lead}{f'${relation_latex(failing)}$'.join(words)}."
        return
    before, *after = words
    yield f"{lead}{before}".rstrip()
    yield from aligned(relation_lines(failing))
    yield f"{''.join(after).lstrip()}."


def _name_latex(answer: Answer, name: str) -> str:
    letters, symbols = _letters(answer), _symbols(answer.theorem)
    if name in symbols and name not in letters:
        return expression_latex(symbols[name])
    return symbol_latex(letters.get(name, name))


def _formula_rows(answer: Answer) -> Iterator[str]:
    name = _unknown_latex(answer)
    if answer.formula is None:
        yield f"{name} &{value_latex(answer)}"
    else:
        formula = _in_letters(answer, answer.formula)
        yield from equation_lines(name, "=", formula, value_latex(answer))
    for key, chosen in answer.witness.items():
        yield f"{_name_latex(answer, key)} &{_equals(shown_number(chosen))}"
    for item in answer.theorem.definitions:
        found = defined_number(answer, item)
        value = "" if found is None else _equals(found)
        yield from equation_lines(
            expression_latex(item.symbol), "=", _in_letters(answer, display_form(item.value)), value
        )


def _comparison_lines(groups: tuple[tuple[Answer, ...], ...]) -> Iterator[str]:
    """Yield one table, with a rule between groups that are not comparable."""
    name = _unknown_latex(groups[0][0])
    yield r"\begin{tabular}{@{}p{0.62\columnwidth}r@{}}"
    yield r"  \hline"
    yield rf"  statement & ${name}$ \\"
    yield r"  \hline"
    for group in groups:
        for answer in group:
            after = ", sharpened here after" if answer.theorem.status is Status.SHARPENED else ""
            title = f"{words_latex(answer.theorem.title)}{after} {_cited_works(answer.theorem)}"
            value = shown_number(Fraction(answer.value))
            sign = "" if value.is_exact else r"\approx "
            yield rf"  {title} & ${sign}{number_latex(value.digits)}$ \\"
        yield r"  \hline"
    yield r"\end{tabular}"


# --- theorems ----------------------------------------------------------------------------------


def theorem_latex(theorem: Theorem) -> str:
    """Return a theorem as a paragraph: its premises, hypotheses, definitions and conclusion."""
    return "\n".join(_theorem_lines(theorem))


def theorem_formula(theorem: Theorem) -> str:
    r"""Return the hypotheses and the conclusion in one line for math mode."""
    relations = [relation_latex(relation) for relation in theorem.hypotheses]
    relations += [relation_latex(target.relation) for target in theorem.targets]
    return r",\quad ".join(relations)


def _theorem_lines(theorem: Theorem) -> Iterator[str]:
    yield rf"\paragraph{{{words_latex(theorem.title)}}} {cited(theorem)}, {theorem.status.value}."
    for premise in theorem.premises:
        yield rf"Suppose that {words_latex(premise.phrase)}."
        yield from _quantity_lines(premise)
    if theorem.hypotheses:
        yield "Let"
        yield from aligned(chain.from_iterable(map(relation_lines, theorem.hypotheses)))
    if theorem.definitions:
        yield "where"
        rows = (
            equation_lines(expression_latex(item.symbol), "=", item.value)
            for item in theorem.definitions
        )
        yield from aligned(chain.from_iterable(rows))
    yield rf"Then {words_latex(theorem.conclusion.phrase)}."
    yield from _quantity_lines(theorem.conclusion)
    sentences = [f"{item.defect.value}: {item.text}" for item in theorem.remarks]
    yield from _itemized(map(words_latex, (*theorem.accepts, *sentences)))


def _quantity_lines(guarantee: Guarantee) -> Iterator[str]:
    rows = [
        relation_lines(Relation(Symbol(name), Sense.EQ, expression))
        for name, expression in guarantee.expressions().items()
        if not _is_named(expression, name)
    ]
    if rows:
        yield from aligned(chain.from_iterable(rows))


def _is_named(expression: Expression, name: str) -> bool:
    return isinstance(expression, Symbol) and expression.name == name


def relation_lines(relation: Relation) -> list[str]:
    """Return the rows of a relation in a display, its long side last, where it is broken."""
    widths = [points(expression_latex(side)) for side in (relation.left, relation.right)]
    if widths[0] > max(INLINE, widths[1]):
        relation = Relation(relation.right, relation.sense.mirrored, relation.left)
    left, right = expression_latex(relation.left), expression_latex(relation.right)
    sense = relation_latex(relation)[len(left) : -len(right)].strip()
    return equation_lines(left, sense, relation.right)
