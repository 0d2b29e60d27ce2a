r"""Answers and theorems as LaTeX, for papers and notes: `amsmath` is all that they need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain
from typing import TypeVar

from boundcalc.algebra.display_forms import display_form
from boundcalc.cards.answer_words import defined_number, failure_text, optimality_text
from boundcalc.cards.guarantee_words import accepted_texts, clause_text, vacuity_text
from boundcalc.cards.numbers import ShownNumber, shown_number
from boundcalc.cards.typed_letters import in_typed_letters, typed_letters
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.guarantees import Guarantee
from boundcalc.language.latex import expression_latex, relation_latex, symbol_latex
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.language.operators import Sense
from boundcalc.language.statements import Status, Theorem
from boundcalc.output.latex_equations import equation_lines
from boundcalc.output.latex_words import number_latex, words_latex
from boundcalc.solving.answers import Answer, Ranking

_SIGN_OF_NUMBERS = {True: "=", False: r"\approx"}
Formula = TypeVar("Formula", Expression, Relation)


def _equals(number: ShownNumber) -> str:
    return f"{_SIGN_OF_NUMBERS[number.is_exact]} {number_latex(number.digits)}"


def _aligned(rows: Iterable[str]) -> Iterator[str]:
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


def _cited(theorem: Theorem) -> str:
    return rf"\cite[{words_latex(theorem.source.locator)}]{{{theorem.source.key}}}"


# --- answers -----------------------------------------------------------------------------------


def ranking_latex(ranking: Ranking) -> str:
    """Return the best answer with its formula and its conditions, then all answers in a table."""
    lines = [*_answer_lines(ranking.best)]
    if len(ranking.answers) > 1:
        lines += ["", *_comparison_lines(ranking)]
    return "\n".join(lines)


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


def _answer_lines(answer: Answer) -> Iterator[str]:
    name, theorem = _unknown_latex(answer), answer.theorem
    given = ", ".join(
        f"${_name_latex(answer, key)} {_equals(shown_number(value))}$"
        for key, value in answer.given.items()
    )
    yield (
        rf"By {words_latex(theorem.title)} {_cited(theorem)}, ${name} = {answer.value_text}$ "
        f"suffices for {given}."
    )
    if answer.guarantee is not None:
        sentence = f"{clause_text(answer.guarantee)}."
        yield _words(answer, f"{sentence[0].upper()}{sentence[1:]}")
    yield from _aligned(_formula_rows(answer))
    yield _optimality_line(answer)
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


def _optimality_line(answer: Answer) -> str:
    if answer.neighbour is None:
        return _words(answer, f"Of its optimality it is known that {optimality_text(answer)}.")
    value = number_latex(exact_or_scientific(answer.neighbour.value))
    failure = answer.neighbour.failure
    parts = failure_text(failure).split(relation := str(failure.relation))
    words = [_words(answer, part) for part in parts]
    shown = ""
    if failure.relation is not None:
        shown = f"${relation_latex(_in_letters(answer, failure.relation))}$"
    why = shown.join(words) if shown and relation else "".join(words)
    return (
        rf"The value is the {answer.direction.value} that does: "
        rf"for ${_unknown_latex(answer)} = {value}$, {why}."
    )


def _name_latex(answer: Answer, name: str) -> str:
    letters, symbols = _letters(answer), _symbols(answer.theorem)
    if name in symbols and name not in letters:
        return expression_latex(symbols[name])
    return symbol_latex(letters.get(name, name))


def _formula_rows(answer: Answer) -> Iterator[str]:
    name = _unknown_latex(answer)
    if answer.formula is None:
        yield f"{name} &= {answer.value_text}"
    else:
        formula = _in_letters(answer, answer.formula)
        yield from equation_lines(name, "=", formula, f"= {answer.value_text}")
    for key, chosen in answer.witness.items():
        yield f"{_name_latex(answer, key)} &{_equals(shown_number(chosen))}"
    for item in answer.theorem.definitions:
        found = defined_number(answer, item)
        value = "" if found is None else _equals(found)
        yield from equation_lines(
            expression_latex(item.symbol), "=", _in_letters(answer, display_form(item.value)), value
        )


def _comparison_lines(ranking: Ranking) -> Iterator[str]:
    """Yield one table, with a rule between groups that are not comparable."""
    name = _unknown_latex(ranking.best)
    yield r"\begin{tabular}{@{}p{0.68\columnwidth}r@{}}"
    yield r"  \hline"
    yield rf"  statement & ${name}$ \\"
    yield r"  \hline"
    for group in ranking.groups:
        for answer in group:
            after = ", sharpened here after" if answer.theorem.status is Status.SHARPENED else ""
            title = f"{words_latex(answer.theorem.title)}{after} {_cited(answer.theorem)}"
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
    yield rf"\paragraph{{{words_latex(theorem.title)}}} {_cited(theorem)}, {theorem.status.value}."
    for premise in theorem.premises:
        yield rf"Suppose that {words_latex(premise.phrase)}."
        yield from _quantity_lines(premise)
    if theorem.hypotheses:
        yield "Let"
        yield from _aligned(chain.from_iterable(map(_relation_lines, theorem.hypotheses)))
    if theorem.definitions:
        yield "where"
        rows = (
            equation_lines(expression_latex(item.symbol), "=", item.value)
            for item in theorem.definitions
        )
        yield from _aligned(chain.from_iterable(rows))
    yield rf"Then {words_latex(theorem.conclusion.phrase)}."
    yield from _quantity_lines(theorem.conclusion)
    sentences = [f"{item.defect.value}: {item.text}" for item in theorem.remarks]
    yield from _itemized(map(words_latex, (*theorem.accepts, *sentences)))


def _quantity_lines(guarantee: Guarantee) -> Iterator[str]:
    rows = [
        _relation_lines(Relation(Symbol(name), Sense.EQ, expression))
        for name, expression in guarantee.expressions().items()
        if not _is_named(expression, name)
    ]
    if rows:
        yield from _aligned(chain.from_iterable(rows))


def _is_named(expression: Expression, name: str) -> bool:
    return isinstance(expression, Symbol) and expression.name == name


def _relation_lines(relation: Relation) -> list[str]:
    left, right = expression_latex(relation.left), expression_latex(relation.right)
    sense = relation_latex(relation)[len(left) : -len(right)].strip()
    return equation_lines(left, sense, relation.right)
