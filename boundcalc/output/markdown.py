"""Cards as Markdown, for issues, notebooks and web pages; formulas are LaTeX between dollars."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from boundcalc.cards.cards import Card, Cell, Code, Section, pretty, shown_sections
from boundcalc.language.expressions import Expression, Relation
from boundcalc.language.latex import expression_latex, relation_latex

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|$])")
_BAR = re.compile(r"\|(?=[A-Za-z])|\|")


def card_markdown(card: Card) -> str:
    """Return a card as Markdown with pipe tables."""
    blocks = [
        f"**{words_markdown(card.headline)}**",
        *(words_markdown(sentence) for sentence in card.lead),
    ]
    for section in shown_sections(card):
        if section.title:
            blocks.append(f"### {words_markdown(section.title)}")
        lines = _items(section) if section.is_list else _table(section)
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _items(section: Section) -> Iterator[str]:
    for row in section.rows:
        yield f"- {' '.join(_cell(cell) for cell in row)}"


def _table(section: Section) -> Iterator[str]:
    columns = max(len(row) for row in (*section.rows, section.header))
    if columns == 1:
        yield "  \n".join(_cell(row[0]) for row in section.rows)
        return
    yield _row(section.header, columns)
    yield _row(["---"] * columns, columns, is_rule=True)
    for row in section.rows:
        yield _row(row, columns)


def _row(row: Iterable[Cell], columns: int, *, is_rule: bool = False) -> str:
    cells = [str(cell) if is_rule else _cell(cell) for cell in row]
    cells += [""] * (columns - len(cells))
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell) -> str:
    if isinstance(cell, Code):
        return f"`{cell.text}`"
    if isinstance(cell, Expression):
        return _formula(expression_latex(cell))
    if isinstance(cell, Relation):
        return _formula(relation_latex(cell))
    return words_markdown(cell)


def _formula(latex: str) -> str:
    r"""Return LaTeX between dollars; a bar would end the cell of a table, ``\vert`` does not."""
    return f"${_BAR.sub(lambda match: chr(92) + 'vert ', latex).strip()}$"


def words_markdown(text: str) -> str:
    """Return a sentence as Markdown: special characters escaped, Greek letters as letters."""
    return _SPECIAL.sub(r"\\\1", pretty(text))
