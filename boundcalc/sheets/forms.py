"""Sheets as text, Markdown, HTML, CSV and JSON; as LaTeX in `boundcalc.sheets.booktabs`.

Text, Markdown and HTML show a sheet of one theorem over two quantities as a square, with one
quantity down and the other across. CSV and JSON always have one point of the grid a row.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from html import escape
from typing import TYPE_CHECKING, Any

from boundcalc.cards.cards import WIDTH, cell_text, pretty
from boundcalc.cards.table_cards import headline
from boundcalc.language.expressions import Symbol
from boundcalc.language.latex import expression_latex
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.language.statements import Status, Theorem
from boundcalc.language.text import listed
from boundcalc.output.markdown import words_markdown
from boundcalc.problems.outcomes import Direction

if TYPE_CHECKING:  # sheets show themselves in these forms
    from boundcalc.sheets.sheet import Sheet, SheetCell

EMPTY = "–"
GAP = "  "
CHUNK = 10_000  # rows of CSV that are written at once


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """What stands above a column: words, or a symbol, or a symbol with its value."""

    words: str = ""
    symbol: Symbol | None = None
    value: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """A sheet as it is laid out on a page.

    `heads` are those of the coordinates, then those of the cells; `above` is the quantity whose
    values stand above the columns of a square.
    """

    heads: tuple[ColumnHead, ...]
    rows: tuple[tuple[tuple[str, ...], tuple[SheetCell, ...]], ...]
    above: Symbol | None = None


def lay_out(sheet: Sheet) -> Layout:
    """Return the layout of a sheet: a square where it has one theorem and two axes, or a list."""
    rows = tuple(sheet.rows())
    axes = tuple(map(sheet.shown, sheet.axes))
    if len(axes) == 2 and len(sheet.tables) == 1:
        across = [exact_or_scientific(value) for value in tuple(sheet.axes.values())[1]]
        width = len(across)
        square = tuple(
            (rows[start][0][:1], tuple(row[1][0] for row in rows[start : start + width]))
            for start in range(0, len(rows), width)
        )
        heads = (ColumnHead(symbol=axes[0]), *(ColumnHead(value=text) for text in across))
        return Layout(heads, square, axes[1])
    if len(sheet.tables) == 1:
        answers = [ColumnHead(symbol=sheet.shown(sheet.unknown))]
    else:
        answers = [ColumnHead(words=name) for name in column_names(sheet)]
    return Layout((*(ColumnHead(symbol=axis) for axis in axes), *answers), rows)


def column_names(sheet: Sheet) -> tuple[str, ...]:
    """Return the titles of the columns, with their readings of a letter where these differ."""
    readings = sheet.readings if len(set(sheet.readings)) > 1 else ("",) * len(sheet.theorems)
    return tuple(
        ", ".join(filter(None, (theorem.title, reading)))
        for theorem, reading in zip(sheet.theorems, readings, strict=True)
    )


def column_remarks(sheet: Sheet) -> tuple[str, ...]:
    """Return, for each column, how it reads a letter, and at every value of what it holds."""
    return tuple(
        ", ".join(filter(None, (reading, f"holds at every {listed(names)}" if names else "")))
        for reading, theorem in zip(sheet.readings, sheet.theorems, strict=True)
        for names in [sheet.implied.get(theorem.id, ())]
    )


def title(sheet: Sheet) -> str:
    """Return what the sheet shows, in words: "Least n, for beta = 0.05 and B = 10"."""
    unknown = str(sheet.shown(sheet.unknown))
    shown = headline(unknown, sheet.directions, are_ends=sheet.are_ends)
    fixed = [
        f"{sheet.shown(axis)} = {exact_or_scientific(value)}" for axis, value in sheet.fixed.items()
    ]
    return shown + (f", for {listed(fixed)}" if fixed else "")


def rounding_note(sheet: Sheet) -> str:
    """Return how the numbers of the sheet are rounded, and what was proved of them.

    Values of a theorem that is doubtful as printed are named, and called neither safe nor proved.
    """
    doubtful = [theorem.id for theorem in sheet.theorems if theorem.is_doubtful]
    safe = ", to the safe side," if not doubtful else ""
    if sheet.unknown.domain.integer:
        way = "exact integers" if not doubtful else "integers"
    else:
        side = {Direction.LEAST: "up", Direction.GREATEST: "down"}
        ways = " or ".join(sorted(side[end] for end in set(sheet.directions)))
        way = f"rounded {ways}{safe} to {sheet.digits or 12} significant digits"
        if sheet.digits is not None and _has_longer(sheet, sheet.digits):
            way += ", or to 12 where so few were not proved to suffice"
    proved = "was proved to satisfy every constraint"
    if not doubtful:
        proof = f"each {proved}"
    else:
        are = "is" if len(doubtful) == 1 else "are"
        proof = f"those of {listed(doubtful)}, which {are} doubtful as printed, may be unsafe"
        if len(doubtful) < len(sheet.theorems):
            proof += f"; each of the others {proved}"
    if sheet.are_ends:
        return f"Values are {way}; {proof}."
    end = " or ".join(sorted({direction.value for direction in sheet.directions}))
    return f"Values are {way}; {proof}. Not all are proved to be the {end}; better ones may exist."


def _has_longer(sheet: Sheet, digits: int) -> bool:
    """Return whether some value could not be shortened to so many digits."""
    return any(
        len(Decimal(cell.text).normalize().as_tuple().digits) > digits
        for _, cells in sheet.rows()
        for cell in cells
        if cell.text != EMPTY
    )


def source_notes(sheet: Sheet) -> tuple[str, ...]:
    """Return, for each theorem, its title, id and source, and what is to be known of its column."""
    return tuple(
        f"{theorem.title} ({theorem.id}){f', {remark}' if remark else ''}: {cited_source(theorem)}"
        for theorem, remark in zip(sheet.theorems, column_remarks(sheet), strict=True)
    )


def cited_source(theorem: Theorem) -> str:
    """Return the source of a theorem, and whether the library changed what stands there."""
    source = "; ".join(f"{item.work}, {item.locator}" for item in theorem.sources)
    if theorem.status is Status.AS_PRINTED:
        return source
    return f"{theorem.status.value} here, from {source}"


# --- text --------------------------------------------------------------------------------------


def sheet_text(sheet: Sheet) -> str:
    """Return a sheet as lines of text, numbers flush right."""
    layout = lay_out(sheet)
    heads = [_head_text(head) for head in layout.heads]
    body = [[*point, *map(_cell_text, cells)] for point, cells in layout.rows]
    notes = source_notes(sheet)
    if len(notes) > 1 and sum(_widths([heads, *body])) + len(GAP) * (len(heads) - 1) > WIDTH:
        heads = [_head_text(head) for head in numbered(layout).heads]
        notes = tuple(f"({place}) {note}" for place, note in enumerate(notes, 1))
    widths = _widths([heads, *body])
    lines = [pretty(title(sheet)), ""]
    if layout.above is not None:
        lines.append(" " * widths[0] + GAP + pretty(layout.above.name))
    lines += [_line(row, widths) for row in (heads, *body)]
    lines.append("")
    lines += [f"{letter}  {pretty(reason)}" for letter, reason in sheet.notes.items()]
    lines += [pretty(note) for note in (rounding_note(sheet), *notes)]
    return "\n".join(line.rstrip() for line in lines)


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def numbered(layout: Layout) -> Layout:
    """Return a layout that names its theorems by numbers, which the notes explain."""
    count = 0
    heads = []
    for head in layout.heads:
        count += bool(head.words)
        heads.append(ColumnHead(words=f"({count})") if head.words else head)
    return replace(layout, heads=tuple(heads))


def _head_text(head: ColumnHead) -> str:
    return cell_text(head.symbol) if head.symbol is not None else head.value or pretty(head.words)


def _cell_text(cell: SheetCell) -> str:
    return f"{cell.text} {cell.mark}" if cell.mark else cell.text


def _line(cells: Iterable[str], widths: Sequence[int]) -> str:
    return GAP.join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))


# --- Markdown ----------------------------------------------------------------------------------


def sheet_markdown(sheet: Sheet) -> str:
    """Return a sheet as a Markdown pipe table with its title and notes."""
    layout = lay_out(sheet)
    heads = [_head_markdown(head, layout.above) for head in layout.heads]
    lines = [f"**{words_markdown(title(sheet))}**", ""]
    lines.append(_pipes(heads))
    lines.append(_pipes(["---:"] * len(heads)))
    for point, cells in layout.rows:
        lines.append(_pipes([*point, *(_cell_markdown(cell) for cell in cells)]))
    lines.append("")
    notes = [f"{letter}: {reason}" for letter, reason in sheet.notes.items()]
    notes += [rounding_note(sheet), *source_notes(sheet)]
    lines += [f"- {words_markdown(note)}" for note in notes]
    return "\n".join(lines)


def _pipes(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _head_markdown(head: ColumnHead, above: Symbol | None) -> str:
    if head.symbol is not None:
        return f"${expression_latex(head.symbol)}$"
    if above is not None:
        return f"${expression_latex(above)} = {head.value}$"
    return words_markdown(head.words)


def _cell_markdown(cell: SheetCell) -> str:
    return f"{cell.text} ({cell.mark})" if cell.mark else cell.text


# --- HTML --------------------------------------------------------------------------------------


def sheet_html(sheet: Sheet) -> str:
    """Return a sheet as a fragment of HTML: one table with a caption, and its notes."""
    layout = lay_out(sheet)
    lines = ['<table class="boundcalc">', f"<caption>{escape(pretty(title(sheet)))}</caption>"]
    heads = "".join(
        f'<th scope="col">{escape(_head_html(head, layout.above))}</th>' for head in layout.heads
    )
    lines += [f"<thead><tr>{heads}</tr></thead>", "<tbody>"]
    for point, cells in layout.rows:
        row = "".join(f'<th scope="row">{escape(text)}</th>' for text in point)
        row += "".join(f"<td>{_cell_html(cell)}</td>" for cell in cells)
        lines.append(f"<tr>{row}</tr>")
    lines.append("</tbody></table>")
    notes = [f"{letter}: {reason}" for letter, reason in sheet.notes.items()]
    notes += [rounding_note(sheet), *source_notes(sheet)]
    lines += ["<ul>", *(f"<li>{escape(pretty(note))}</li>" for note in notes), "</ul>"]
    return "\n".join(lines)


def _head_html(head: ColumnHead, above: Symbol | None) -> str:
    text = _head_text(head)
    return f"{pretty(above.name)} = {text}" if above is not None and head.value else text


def _cell_html(cell: SheetCell) -> str:
    mark = f"<sup>{escape(cell.mark)}</sup>" if cell.mark else ""
    return f"{escape(cell.text)}{mark}"


# --- CSV and JSON ------------------------------------------------------------------------------


def sheet_csv(sheet: Sheet) -> Iterator[str]:
    """Yield a sheet as CSV in pieces, so that a large one is never held as a whole.

    The header has the names of the quantities, then the unknown, or one column for each theorem;
    a cell without an answer is empty. Values are exact, as in `Table`.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(_csv_header(sheet))
    chunk: list[Sequence[str]] = []
    for row in sheet.plain_rows():
        chunk.append(row)
        if len(chunk) == CHUNK:
            writer.writerows(chunk)
            chunk.clear()
            yield _drained(buffer)
    writer.writerows(chunk)
    last = _drained(buffer)
    if last:  # nothing is left where the rows fill whole pieces
        yield last


def _csv_header(sheet: Sheet) -> list[str]:
    names = [sheet.shown(axis).name for axis in sheet.axes]
    if len(sheet.tables) == 1:
        return [*names, sheet.shown(sheet.unknown).name]
    return [*names, *(theorem.id for theorem in sheet.theorems)]


def _drained(buffer: io.StringIO) -> str:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet as one JSON object; numbers are texts, and an empty cell is null."""
    names = [sheet.shown(axis).name for axis in sheet.axes]
    notes = sheet.notes
    rows = []
    for point, cells in sheet.rows():
        values = [None if cell.mark and not _is_number(cell.text) else cell.text for cell in cells]
        why = [notes.get(cell.mark) for cell in cells]
        rows.append({"given": dict(zip(names, point, strict=True)), "values": values, "notes": why})
    return {
        "unknown": sheet.shown(sheet.unknown).name,
        "given": {
            sheet.shown(axis).name: exact_or_scientific(value)
            for axis, value in sheet.fixed.items()
        },
        "axes": {
            name: [exact_or_scientific(value) for value in values]
            for name, values in zip(names, sheet.axes.values(), strict=True)
        },
        "theorems": [theorem.id for theorem in sheet.theorems],
        **({"remarks": remarks} if any(remarks := list(column_remarks(sheet))) else {}),
        "rounding": rounding_note(sheet),
        "rows": rows,
    }


def _is_number(text: str) -> bool:
    return any(letter.isdigit() for letter in text)


def sheet_json_text(sheet: Sheet) -> str:
    """Return a sheet as JSON text."""
    return json.dumps(sheet_json(sheet), ensure_ascii=False, indent=2)
