r"""Answers and theorems as LaTeX, for papers and notes: `amsmath` is all that they need."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from boundcalc.algebra.display_forms import display_form
from boundcalc.cards.answer_words import failure_text, optimality_text
from boundcalc.cards.cards import ids_in, short_number
from boundcalc.cards.guarantee_words import accepted_texts, clause_text, vacuity_text
from boundcalc.enclosures.interval import decimal_enclosure
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.guarantees import Guarantee
from boundcalc.language.latex import expression_latex, relation_latex, symbol_latex
from boundcalc.language.letters import GREEK
from boundcalc.language.operators import Sense
from boundcalc.language.statements import Theorem
from boundcalc.solving.answers import Answer, Ranking

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
}
_SIGNS = {"<=": r"$\le$", ">=": r"$\ge$", "<": "$<$", ">": "$>$", "≈": r"$\approx$"}
_ESCAPED = re.compile("|".join(re.escape(plain) for plain in (*_SPECIAL, *_SIGNS)))
_NAMES = "|".join(sorted(set(GREEK.values()), key=len, reverse=True))
_SYMBOL = re.compile(
    rf"(?<![A-Za-z_])(?:(?:{_NAMES})(?:_[A-Za-z0-9]+)*|[A-Za-z](?:_[0-9]+))(?![A-Za-z_0-9])"
)


def words_latex(text: str) -> str:
    r"""Return a sentence as LaTeX: special characters escaped, Greek names in math.

    Examples
    --------
    >>> words_latex("farther than tau/2 from 50 %")
    'farther than $\\tau$/2 from 50 \\%'
    """
    ids = [match.span() for match in ids_in(text)]
    parts, end = [], 0
    for match in _SYMBOL.finditer(text):
        if any(start <= match.start() < stop for start, stop in ids):
            continue
        parts += [_escaped(text[end : match.start()]), f"${symbol_latex(match[0])}$"]
        end = match.end()
    return "".join([*parts, _escaped(text[end:])])


def _escaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: _SPECIAL.get(match[0]) or _SIGNS[match[0]], text)


def number_latex(text: str) -> str:
    """Return a number for math mode, its exponent raised."""
    mantissa, mark, exponent = text.replace("≈ ", "").partition("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if mark else mantissa


def _equals(text: str) -> str:
    return rf"\approx {number_latex(text)}" if text.startswith("≈") else f"= {number_latex(text)}"


def _aligned(rows: Iterable[str]) -> Iterator[str]:
    lines = list(rows)
    yield r"\begin{align*}"
    yield " \\\\\n".join(f"  {line}" for line in lines)
    yield r"\end{align*}"


def _itemized(sentences: Iterable[str]) -> Iterator[str]:
    lines = [rf"  \item {words_latex(sentence)}" for sentence in sentences]
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


def _answer_lines(answer: Answer) -> Iterator[str]:
    name, theorem = expression_latex(answer.unknown), answer.theorem
    given = ", ".join(
        f"${symbol_latex(key)} {_equals(short_number(value))}$"
        for key, value in answer.given.items()
    )
    yield (
        rf"By {words_latex(theorem.title)} {_cited(theorem)}, ${name} = {answer.value_text}$ "
        f"suffices for {given}."
    )
    if answer.guarantee is not None:
        sentence = f"{clause_text(answer.guarantee)}."
        yield words_latex(f"{sentence[0].upper()}{sentence[1:]}")
    yield from _aligned(_formula_rows(answer))
    if answer.neighbour is not None:
        value = number_latex(short_number(Fraction(answer.neighbour.value)))
        yield (
            rf"The value is the {answer.direction.value} that does: "
            rf"for ${name} = {value}$, {words_latex(failure_text(answer.neighbour.failure))}."
        )
    else:
        yield words_latex(f"Of its optimality it is known that {optimality_text(answer)}.")
    if answer.vacuous:
        yield words_latex(f"It is vacuous: {vacuity_text(answer.vacuous)}.")
    yield "It rests on the following."
    yield from _itemized(accepted_texts(answer))


def _formula_rows(answer: Answer) -> Iterator[str]:
    name = expression_latex(answer.unknown)
    if answer.formula is None:
        yield f"{name} &= {answer.value_text}"
    else:
        yield f"{name} &= {expression_latex(answer.formula)} = {answer.value_text}"
    for key, chosen in answer.witness.items():
        yield f"{symbol_latex(key)} &{_equals(short_number(chosen))}"
    for item in answer.theorem.definitions:
        found = answer.defined.get(item.symbol.name)
        value = "" if found is None else f" {_equals(short_number(decimal_enclosure(found)))}"
        shown = expression_latex(display_form(item.value))
        yield f"{expression_latex(item.symbol)} &= {shown}{value}"


def _comparison_lines(ranking: Ranking) -> Iterator[str]:
    """Yield one table, with a rule between groups that are not comparable."""
    name = expression_latex(ranking.best.unknown)
    yield r"\begin{tabular}{lr}"
    yield r"  \hline"
    yield rf"  statement & ${name}$ \\"
    yield r"  \hline"
    for group in ranking.groups:
        for answer in group:
            title = f"{words_latex(answer.theorem.title)} {_cited(answer.theorem)}"
            value = short_number(Fraction(answer.value))
            sign = r"\approx " if value.startswith("≈") else ""
            yield rf"  {title} & ${sign}{number_latex(value)}$ \\"
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
        yield from _aligned(_aligned_relation(relation) for relation in theorem.hypotheses)
    if theorem.definitions:
        yield "where"
        yield from _aligned(
            f"{expression_latex(item.symbol)} &= {expression_latex(item.value)}"
            for item in theorem.definitions
        )
    yield rf"Then {words_latex(theorem.conclusion.phrase)}."
    yield from _quantity_lines(theorem.conclusion)
    sentences = [f"{item.defect.value}: {item.text}" for item in theorem.remarks]
    yield from _itemized([*theorem.accepts, *sentences])


def _quantity_lines(guarantee: Guarantee) -> Iterator[str]:
    rows = [
        _aligned_relation(Relation(Symbol(name), Sense.EQ, expression))
        for name, expression in guarantee.expressions().items()
        if not _is_named(expression, name)
    ]
    if rows:
        yield from _aligned(rows)


def _is_named(expression: Expression, name: str) -> bool:
    return isinstance(expression, Symbol) and expression.name == name


def _aligned_relation(relation: Relation) -> str:
    left, right = expression_latex(relation.left), expression_latex(relation.right)
    sense = relation_latex(relation)[len(left) : -len(right)].strip()
    return f"{left} &{sense} {right}"
