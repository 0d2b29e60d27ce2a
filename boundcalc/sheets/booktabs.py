r"""Sheets as LaTeX tables with `booktabs`, ready for a paper.

The preamble needs ``\usepackage{booktabs}``, and ``\usepackage{siunitx}`` where columns are `S`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from boundcalc.cards.table_cards import headline
from boundcalc.language.latex import expression_latex
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.language.statements import Status, Theorem
from boundcalc.language.text import listed
from boundcalc.output.latex_answers import cited
from boundcalc.output.latex_words import number_latex, words_latex
from boundcalc.sheets.forms import (
    EMPTY,
    ColumnHead,
    Layout,
    column_remarks,
    lay_out,
    numbered,
    rounding_note,
)

if TYPE_CHECKING:  # sheets show themselves in these forms
    from boundcalc.sheets.sheet import Sheet, SheetCell

HEAD_WIDTH = 18  # letters of a line of a header
COLUMN = 240  # points of a column of a paper that has two
PAGE = 500  # of both; a wider tabular names its theorems by numbers


def sheet_latex(
    sheet: Sheet,
    *,
    caption: str = "",
    label: str = "",
    siunitx: bool = False,
    is_floating: bool = True,
) -> str:
    r"""Return a sheet as a `table` with `booktabs` rules, a caption, a label and notes.

    Parameters
    ----------
    sheet : Sheet
        What is shown.
    caption : str
        LaTeX of the caption, taken as it stands; one is written where it is empty.
    label : str
        The key for ``\ref``; one is made from the unknown and the axes where it is empty.
    siunitx : bool
        Whether numbers stand in `S` columns, aligned at the decimal point.
    is_floating : bool
        Whether the tabular stands in a `table` with caption, label and notes.
    """
    layout = lay_out(sheet)
    is_numbered = len(sheet.theorems) > 1 and _points(layout) > PAGE
    layout = numbered(layout) if is_numbered else layout
    body = list(_tabular(sheet, layout, siunitx))
    if not is_floating:
        return "\n".join(body)
    table = "table*" if _points(layout) > COLUMN else "table"
    return "\n".join(
        [
            rf"\begin{{{table}}}[t]",
            r"  \centering",
            rf"  \caption{{{caption or _caption(sheet)}}}",
            rf"  \label{{{label or _label(sheet)}}}",
            *(f"  {line}" for line in body),
            *(f"  {line}" for line in _notes(sheet, is_numbered=is_numbered)),
            rf"\end{{{table}}}",
        ]
    )


# --- the tabular -------------------------------------------------------------------------------


def _tabular(sheet: Sheet, layout: Layout, siunitx: bool) -> Iterator[str]:
    points = len(layout.heads) - (len(layout.rows[0][1]) if layout.rows else 0)
    columns = [[cells[place] for _, cells in layout.rows] for place in range(_width(layout))]
    kinds = "r" * points + "".join(_column_kind(column, siunitx) for column in columns)
    yield rf"\begin{{tabular}}{{{kinds}}}"
    yield r"  \toprule"
    if layout.above is not None:
        above = expression_latex(layout.above)
        yield rf"  & \multicolumn{{{len(columns)}}}{{c}}{{${above}$}} \\"
        yield rf"  \cmidrule(lr){{{points + 1}-{points + len(columns)}}}"
    yield f"  {' & '.join(_head(head, siunitx) for head in layout.heads)} \\\\"
    yield r"  \midrule"
    previous: tuple[str, ...] = ()
    for point, cells in layout.rows:
        if previous and len(point) > 1 and point[0] != previous[0]:
            yield r"  \addlinespace"
        row = [*(f"${number_latex(text)}$" for text in point), *(_cell(c, siunitx) for c in cells)]
        yield f"  {' & '.join(row)} \\\\"
        previous = point
    yield r"  \bottomrule"
    yield r"\end{tabular}"


def _points(layout: Layout) -> int:
    """Return about how many points wide the tabular is: 5 a letter, and 12 between columns."""
    heads = [max(map(len, _broken(head.words or head.value or "n"))) for head in layout.heads]
    body = [[*point, *(cell.text for cell in cells)] for point, cells in layout.rows]
    letters = [
        max(head, *map(len, column))
        for head, column in zip(heads, zip(*body, strict=True), strict=True)
    ]
    return sum(5 * count + 12 for count in letters)


def _width(layout: Layout) -> int:
    return len(layout.rows[0][1]) if layout.rows else 0


def _column_kind(cells: Iterable[SheetCell], siunitx: bool) -> str:
    if not siunitx:
        return "r"
    numbers = [cell.text for cell in cells if cell.text != EMPTY]
    return f"S[table-format={_table_format(numbers)}]"


def _table_format(numbers: Sequence[str]) -> str:
    """Return the widest whole part, decimals and exponent, as siunitx wants them."""
    mantissas, exponents = [], [0]
    for number in numbers:
        mantissa, mark, exponent = number.partition("e")
        mantissas.append(mantissa.lstrip("-").partition("."))
        exponents.append(len(exponent.lstrip("-+")) if mark else 0)
    whole = max((len(parts[0]) for parts in mantissas), default=1)
    decimals = max((len(parts[2]) for parts in mantissas), default=0)
    negative = any("e-" in number for number in numbers)
    exponent = f"e{'-' if negative else ''}{max(exponents)}" if max(exponents) else ""
    return f"{whole}.{decimals}{exponent}"


def _head(head: ColumnHead, siunitx: bool) -> str:
    if head.symbol is not None:
        text = f"${expression_latex(head.symbol)}$"
    elif head.value:
        text = f"${number_latex(head.value)}$"
    else:
        lines = [words_latex(line) for line in _broken(head.words)]
        text = lines[0]
        if len(lines) > 1:
            stacked = r" \\ ".join(lines)
            text = rf"\begin{{tabular}}[b]{{@{{}}r@{{}}}}{stacked}\end{{tabular}}"
    return f"{{{text}}}" if siunitx else text


def _broken(words: str) -> list[str]:
    return textwrap.wrap(words, HEAD_WIDTH, break_long_words=False) or [words]


def _cell(cell: SheetCell, siunitx: bool) -> str:
    mark = rf"\textsuperscript{{{cell.mark}}}" if cell.mark else ""
    if cell.text == EMPTY:
        return f"{{--{mark}}}" if siunitx else f"--{mark}"
    return f"{cell.text}{mark}" if siunitx else f"${number_latex(cell.text)}${mark}"


# --- caption and notes -------------------------------------------------------------------------


def _caption(sheet: Sheet) -> str:
    axes = listed([f"${expression_latex(sheet.shown(axis))}$" for axis in sheet.axes])
    fixed = [
        f"${expression_latex(sheet.shown(axis))} = {number_latex(exact_or_scientific(value))}$"
        for axis, value in sheet.fixed.items()
    ]
    unknown = f"${expression_latex(sheet.shown(sheet.unknown))}$"
    text = headline(unknown, sheet.directions, are_ends=sheet.are_ends)
    text += f" for each {axes}" if axes else ""
    return text + (f", where {listed(fixed)}." if fixed else ".")


def _label(sheet: Sheet) -> str:
    names = [sheet.shown(symbol).name for symbol in (sheet.unknown, *sheet.axes)]
    return "tab:" + "-".join(names).replace("_", "-")


def _notes(sheet: Sheet, *, is_numbered: bool) -> Iterator[str]:
    works = (
        f"({place}) {work}" if is_numbered else work
        for place, work in enumerate(map(_source, sheet.theorems, column_remarks(sheet)), 1)
    )
    marked = [
        rf"\textsuperscript{{{letter}}}{words_latex(_sentence(reason))}"
        for letter, reason in sheet.notes.items()
    ]
    texts = [*marked, words_latex(rounding_note(sheet)), *works]
    yield r"\par\smallskip"
    yield r"\begin{minipage}{\linewidth}\footnotesize"
    for text, following in pairwise([*texts, ""]):
        yield f"  {text}{' ' if following else ''}"
    yield r"\end{minipage}"


def _source(theorem: Theorem, remark: str) -> str:
    """Return what a column is taken from, and whether the library changed what stands there."""
    is_printed = theorem.status is Status.AS_PRINTED
    changed = "" if is_printed else f"{theorem.status.value} here, from "
    named = ", ".join(filter(None, (theorem.title, remark)))
    return f"{words_latex(named)}: {changed}{cited(theorem)}."


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."
