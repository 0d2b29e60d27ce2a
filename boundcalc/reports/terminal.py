"""Reports on documents in a terminal: a table with line numbers and colours."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from boundcalc.notes.check import CheckedDocument, Report
from boundcalc.notes.judging import CheckedRow
from boundcalc.reports.rows import detail_texts, heading_text, relation_line, summary_texts

STYLES = {
    "PROVED": "green",
    "CITED": "cyan",
    "TESTED": "blue",
    "UNKNOWN": "yellow",
    "REFUTED": "bold red",
}


def print_report(report: Report) -> None:
    """Print a report to a terminal."""
    console = Console(highlight=False, markup=False, emoji=False)
    prepared = [item for item in report.documents if not item.derivations.is_open]
    for document in prepared:
        console.print(Text(document.name, style="bold"))
        console.print(_table(document))
    for line in summary_texts(Report(documents=tuple(prepared))) if prepared else ():
        console.print(Text(line))


def _table(document: CheckedDocument) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", style="dim")
    table.add_column()
    table.add_column(overflow="fold")
    block = ""
    for row in document.rows:
        if row.step.block != block:
            block = row.step.block
            kind = document.blocks[block].value
            table.add_row("", Text(kind, STYLES[kind]), Text(heading_text(document, block), "bold"))
        _add(table, row)
    return table


def _add(table: Table, row: CheckedRow) -> None:
    kind = row.kind.value
    shown = Text(relation_line(row), "" if row.is_as_expected else "bold red")
    for detail in detail_texts(row):
        shown.append(f"\n{detail}", "dim")
    table.add_row(str(row.step.line), Text(kind, STYLES[kind]), shown)
