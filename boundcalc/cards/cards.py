"""Cards: what a reader sees of a record, as titled sections of words and formulas.

A card knows no theorem and no answer; it is printed as plain text here and as HTML, and in the
forms that documents need by `boundcalc.output`.

Main definitions
----------------
`Card`, `Section`: the content; a cell is a formula, words, or a `Code` that is left as it stands.
`card_text`, `card_html`: the two forms that Python asks an object for.
`Shown`: the base of records that have a card.
`pretty`: mathematics in a line of text, with Greek letters.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from boundcalc.language.expressions import Expression, Relation
from boundcalc.language.latex import GREEK, expression_latex, relation_latex
from boundcalc.language.records import Record
from boundcalc.language.text import expression_text, relation_text

WIDTH = 88
GAP = "  "
LEAST_CELL = 32
LONGEST_LABEL = 16
_UNBROKEN = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Code:
    """Text that is printed as it stands: an id, a key, a command."""

    text: str

    def __str__(self) -> str:
        return self.text


Cell = str | Code | Expression | Relation


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """Rows under a title; the last cell of a row may be long.

    `header` names the columns; a list shows each row as an item of its own.
    """

    title: str
    rows: tuple[tuple[Cell, ...], ...]
    header: tuple[str, ...] = ()
    is_list: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Card:
    """A headline, sentences below it, and sections; an empty section is left out."""

    headline: str
    lead: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()

    def __str__(self) -> str:
        return card_text(self)

    def _repr_html_(self) -> str:
        return card_html(self)


class Shown(Record):
    """Base of records that a reader sees as a card: in print, in a terminal and in a notebook."""

    __slots__ = ()

    def card(self) -> Card:
        """Return what a reader sees of the record."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Return the record as an object of JSON, as the commands print it."""
        raise NotImplementedError

    def __str__(self) -> str:
        return card_text(self.card())

    def _repr_html_(self) -> str:
        return card_html(self.card())


def shown_sections(card: Card) -> Iterator[Section]:
    """Yield the sections that have rows."""
    return (section for section in card.sections if section.rows)


# --- numbers and symbols in a line of text -----------------------------------------------------

_LETTERS = {name: letter for letter, name in GREEK.items()} | {"infinity": "∞"}
_NAME = re.compile(
    r"(?<![A-Za-z_\\])([A-Za-z]+)((?:_(?:[0-9]+|hat|prime|second|[a-z](?![A-Za-z])))*)(?![A-Za-z(]|_)"
)
_ID = re.compile(
    r"(?<![\w.\\^)-])([a-z][a-z0-9-]+)/"  # a source, which is longer than a letter
    r"(?=[\w.-]*[a-z][a-z0-9-])[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*(?![\w(^])"
)
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_HAT = "\N{COMBINING CIRCUMFLEX ACCENT}"
_TAILS = {"prime": "′", "second": "″", "hat": _HAT}
_SIGNS = (
    ("<=", "≤"),
    (">=", "≥"),
    ("!=", "≠"),
    (" * ", "·"),
    ("sqrt(", "√("),
    ("phi(", "Φ("),
    ("-oo", "-∞"),
    ("oo)", "∞)"),
)
_PRODUCT = re.compile(r"(?<=[\w)′″])\*(?=[\w(√])")
_POWER = re.compile(r"\^([0-9])(?![0-9.])")
_POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_ZEROS = re.compile(r"(\d\.\d*?)0{4,}(?=\D|\Z)")


def pretty(text: str) -> str:
    """Return a line of text with Greek letters and mathematical signs; ids stay as they are.

    Examples
    --------
    >>> pretty("n_0 >= sqrt(2 * B) / tau^2"), pretty("gamma, see max-information/thm-C.3.gamma")
    ('n₀ ≥ √(2·B) / τ²', 'γ, see max-information/thm-C.3.gamma')
    >>> pretty("twice 2*tau^2*n, of t = t*"), pretty("tau_1, beta_s and mu_c, not x_i")
    ('twice 2·τ²·n, of t = t*', 'τ₁, β_s and μ_c, not x_i')
    """
    parts, end = [], 0
    for match in ids_in(text):
        parts += [_pretty(text[end : match.start()]), match[0]]
        end = match.end()
    return "".join([*parts, _pretty(text[end:])])


def ids_in(text: str) -> Iterator[re.Match[str]]:
    """Yield the places of a text where the id of a theorem stands, and no quotient of symbols."""
    return (match for match in _ID.finditer(text) if match[1] not in _LETTERS)


def _pretty(text: str) -> str:
    text = _NAME.sub(_letter, text)
    for plain, sign in _SIGNS:
        text = text.replace(plain, sign)
    text = _PRODUCT.sub("·", text)
    text = _POWER.sub(lambda match: match[1].translate(_POWERS), text)
    return trim_zeros(text)


def trim_zeros(text: str) -> str:
    """Return text whose decimals do not end in a long run of zeros."""
    return _ZEROS.sub(lambda match: match[1].removesuffix("."), text)


def _letter(match: re.Match[str]) -> str:
    name, tail = match[1], match[2]
    if not tail:
        return _LETTERS.get(name, name)
    if len(name) > 1 and name not in _LETTERS:
        return match[0]
    letter, parts = _LETTERS.get(name, name), tail[1:].split("_")
    if name not in _LETTERS and not all(part in _TAILS or part.isdigit() for part in parts):
        return match[0]
    for part in parts:
        is_letter = len(part) == 1 and part.isalpha()  # most have no subscript in Unicode
        letter += f"_{part}" if is_letter else _TAILS.get(part) or part.translate(_SUBSCRIPTS)
    return letter


def plain_signs(text: str) -> str:
    """Return text in ASCII: letters by their names, and signs as they are typed.

    Examples
    --------
    >>> plain_signs("τ ≥ 1"), plain_signs("n₀²")
    ('tau >= 1', 'n_0^2')
    """
    plain = {letter: name for name, letter in _LETTERS.items()}
    plain |= {sign: typed for typed, sign in _SIGNS if len(sign) == 1}
    plain |= {"·": "*", "√": "sqrt", "≈": "~", "′": "'", "″": "''", _HAT: "^"}
    plain |= {chr(code): f"_{chr(digit)}" for digit, code in _SUBSCRIPTS.items()}
    plain |= {chr(code): f"^{chr(digit)}" for digit, code in _POWERS.items()}
    return "".join(plain.get(letter, letter if letter.isascii() else "?") for letter in text)


# --- plain text --------------------------------------------------------------------------------


def cell_text(cell: Cell) -> str:
    """Return a cell as one line of text; the spaces of code do not break."""
    if isinstance(cell, Code):
        return cell.text.replace(" ", _UNBROKEN)
    if isinstance(cell, Expression):
        return pretty(expression_text(cell))
    if isinstance(cell, Relation):
        return pretty(relation_text(cell))
    return pretty(cell)


def card_text(card: Card, width: int = WIDTH) -> str:
    """Return a card as lines of at most `width` columns, where no single word is longer.

    Titles stand in a margin beside the rows; one that would take much of the width, above them.
    """
    sections = list(shown_sections(card))
    titles = (len(section.title) for section in sections if section.title)
    margin = max((size + len(GAP) for size in titles if size <= LONGEST_LABEL), default=0)
    lines = [pretty(card.headline)]
    for sentence in card.lead:
        lines += _wrapped(pretty(sentence), width, "  ", "  ")
    for section in sections:
        lines.append("")
        body = _section_lines(section, width - margin)
        is_above = len(section.title) > LONGEST_LABEL
        if is_above:
            lines.append(section.title)
        for number, line in enumerate(body):
            label = section.title if number == 0 and not is_above else ""
            lines.append(f"{label:{margin}}{line}")
    return "\n".join(line.rstrip() for line in lines).replace(_UNBROKEN, " ")


def _section_lines(section: Section, width: int) -> list[str]:
    rows = [[cell_text(cell) for cell in row] for row in section.rows]
    if section.is_list:
        return [line for row in rows for line in _wrapped(GAP.join(row), width, "- ", "  ")]
    if section.header:
        rows.insert(0, [pretty(name) for name in section.header])
    widths = _column_widths(rows)
    columns = len(widths)
    full = [row for row in rows if len(row) == columns]
    left = width - sum(size + len(GAP) for size in widths[:-1])
    is_stacked = left < max(_size(row[-1]) for row in full) and left < LEAST_CELL and columns > 1
    return [
        line
        for row in rows
        for line in _row_lines(row, widths, width, is_stacked and len(row) == columns)
    ]


def _column_widths(rows: list[list[str]]) -> list[int]:
    count = max(len(row) for row in rows)
    return [
        max((_size(row[column]) for row in rows if column < len(row) - 1), default=0)
        for column in range(count)
    ]


def _row_lines(row: list[str], widths: list[int], width: int, is_stacked: bool) -> list[str]:
    """Return the lines of a row; stacked, its last cell stands below the one before it."""
    cells = [
        cell + " " * (size - _size(cell)) + GAP
        for cell, size in zip(row[:-1], widths, strict=False)
    ]
    head = "".join(cells)
    if not is_stacked:
        return _wrapped(row[-1], width, head, " " * _size(head))
    indent = " " * _size("".join(cells[:-1]))
    return [head, *(_wrapped(row[-1], width, indent, indent) if row[-1] else [])]


def _size(text: str) -> int:
    """Return the number of columns that a text takes: a hat stands above its letter."""
    return len(text) - text.count(_HAT)


def _wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        text,
        max(width, len(first) + 8),
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first]


# --- HTML --------------------------------------------------------------------------------------

_STYLE = "text-align:left;vertical-align:top;padding:0 1.2em 0.2em 0"


def cell_html(cell: Cell) -> str:
    """Return a cell as HTML; formulas are LaTeX between dollars, as notebooks typeset it."""
    if isinstance(cell, Code):
        return f"<code>{escape(cell.text)}</code>"
    if isinstance(cell, Expression):
        return f"${escape(expression_latex(cell))}$"
    if isinstance(cell, Relation):
        return f"${escape(relation_latex(cell))}$"
    return escape(pretty(cell))


def card_html(card: Card) -> str:
    """Return a card as a fragment of HTML; every text is escaped."""
    lines = ['<div class="boundcalc">', f"<p><strong>{cell_html(card.headline)}</strong></p>"]
    lines += [f"<p>{cell_html(sentence)}</p>" for sentence in card.lead]
    lines += [line for section in shown_sections(card) for line in _section_html(section)]
    return "\n".join([*lines, "</div>"])


def _section_html(section: Section) -> Iterator[str]:
    yield f"<p><strong>{escape(section.title)}</strong></p>"
    if section.is_list:
        items = (" ".join(cell_html(cell) for cell in row) for row in section.rows)
        yield "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"
        return
    yield "<table>"
    if section.header:
        yield _row_html(section.header, "th")
    for row in section.rows:
        yield _row_html(row, "td")
    yield "</table>"


def _row_html(row: Iterable[Cell], tag: str) -> str:
    cells = "".join(f'<{tag} style="{_STYLE}">{cell_html(cell)}</{tag}>' for cell in row)
    return f"<tr>{cells}</tr>"
