"""Pages as HTML: the frame of all of them, and cards inside of it, with MathML formulas."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Any

from boundcalc.cards.cards import Card, Cell, Code, Section, pretty, shown_sections
from boundcalc.language.expressions import Expression, Relation
from boundcalc.language.latex import expression_latex, relation_latex
from boundcalc.output.mathml import mathml

SCRIPTS = (
    "search.js", "parts.js", "calculator.js", "grid.js", "ranking.js", "curve.js", "front.js",
)  # fmt: skip
FONT_STYLE = "mathematics.css"  # the style of formulas, with its font
FOLDER = "theorems/"  # of the pages of theorems
MENU = (
    ("calculator.html", "Calculator"),
    ("theorems.html", "Theorems"),
    ("guides.html", "Guides"),
    ("graph.html", "Graph"),
    ("errata.html", "Errata"),
)
# Nothing is loaded from elsewhere, and no script stands in a page.
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "font-src data:; img-src 'self' data:; base-uri 'none'; form-action 'self'"
)


def page(title: str, body: Iterable[str], *, depth: int = 0, scripts: Sequence[str] = ()) -> str:
    """Return a whole page.

    Parameters
    ----------
    title : str
        Words; the name of the site is added.
    body : iterable of str
        HTML, escaped by whoever made it.
    depth : int
        How many folders the page lies below the root.
    scripts : sequence of str
        The files of `SCRIPTS` that the page runs, in this order.
    """
    root = "../" * depth
    links = "".join(f'<a href="{root}{path}">{escape(name)}</a>' for path, name in MENU)
    run = [f'<script src="{root}{script}" defer></script>' for script in scripts]
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            f"<title>{escape(title)} · boundcalc</title>",
            f'<link rel="stylesheet" href="{root}style.css">',
            f'<link rel="stylesheet" href="{root}{FONT_STYLE}">',
            '<link rel="icon" href="data:,">',
            *run,
            "</head>",
            "<body>",
            f'<header><a class="name" href="{root}index.html">boundcalc</a>',
            f"<nav>{links}</nav></header>",
            "<main>",
            *body,
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def data_element(id: str, data: Any) -> str:
    """Return data for the scripts of a page, as an element of HTML that nothing runs."""
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="{id}">{text}</script>'


def theorem_path(id: str) -> str:
    """Return where the page of a theorem lies below the root."""
    return f"{FOLDER}{id.replace('/', '--')}.html"


def formula(relation: Expression | Relation, *, is_display: bool = False) -> str:
    """Return an expression or relation as MathML."""
    is_relation = isinstance(relation, Relation)
    latex = relation_latex(relation) if is_relation else expression_latex(relation)  # type: ignore[arg-type]
    return mathml(latex, is_display=is_display)


def card_body(card: Card) -> Iterator[str]:
    """Yield a card as the body of a page."""
    yield f"<h1>{escape(pretty(card.headline))}</h1>"
    for sentence in card.lead:
        yield f"<p>{escape(pretty(sentence))}</p>"
    for section in shown_sections(card):
        yield from section_body(section)


def section_body(section: Section) -> Iterator[str]:
    """Yield a section: a heading, then a list, a table, or formulas and programs in their order."""
    if section.title:
        yield f"<h2>{escape(pretty(section.title))}</h2>"
    if section.is_list:
        yield "<ul>"
        for row in section.rows:
            yield f"<li>{' '.join(map(cell_html, row))}</li>"
        yield "</ul>"
    elif all(len(row) == 1 for row in section.rows):
        for is_code, rows in groupby(section.rows, lambda row: isinstance(row[0], Code)):
            cells = [row[0] for row in rows]
            yield from [_program(cells)] if is_code else map(_paragraph, cells)
    else:
        yield from table(section.header, ([cell_html(cell) for cell in r] for r in section.rows))


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield a table of cells that are HTML already; a wide one scrolls by itself."""
    yield '<div class="wide"><table>'
    if header:
        cells = "".join(f'<th scope="col">{escape(pretty(name))}</th>' for name in header)
        yield f"<thead><tr>{cells}</tr></thead>"
    yield "<tbody>"
    for row in rows:
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>"
    yield "</tbody></table></div>"


def cell_html(cell: Cell) -> str:
    """Return a cell as HTML."""
    if isinstance(cell, Code):
        return f"<code>{escape(cell.text)}</code>"
    if isinstance(cell, Expression | Relation):
        return formula(cell)
    return escape(pretty(cell))


def _program(lines: Iterable[Cell]) -> str:
    text = "\n".join(line.text for line in lines if isinstance(line, Code))
    return f"<pre>{escape(text)}</pre>"


def _paragraph(cell: Cell) -> str:
    if isinstance(cell, Expression | Relation):
        return f'<div class="wide">{formula(cell, is_display=True)}</div>'
    return f"<p>{cell_html(cell)}</p>"
