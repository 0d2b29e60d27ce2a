"""``boundcalc plot``: a figure of one unknown over one or two quantities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from boundcalc.commands.drawing.files import (
    Caption,
    Data,
    Force,
    Output,
    Width,
    check_figure,
    write_figure,
)
from boundcalc.commands.table import make_sheet_of
from boundcalc.console import print_text, read_arguments
from boundcalc.figures.curves import caption, check_axes, draw, limited_areas
from boundcalc.library import load_library
from boundcalc.questions.grids import read_question_over, read_values
from boundcalc.ranking.lower_limits import limits_over
from boundcalc.sheets.forms import sheet_csv

if TYPE_CHECKING:
    from boundcalc.figures.canvas import Area
    from boundcalc.sheets.sheet import Sheet


def plot(
    unknown: Annotated[str, typer.Argument(metavar="UNKNOWN", help="What is asked for: n.")],
    values: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUES", help="As in table: k=10..1e6 tau=0.1."),
    ] = None,
    output: Output = "",
    theorem: Annotated[
        list[str] | None,
        typer.Option("--theorem", metavar="ID", help="A curve; may be repeated."),
    ] = None,
    width: Width = "column",
    data: Data = None,
    is_forced: Force = False,
    as_latex: Caption = False,
) -> None:
    """A figure for a paper: a curve a theorem, baselines dotted in grey; the caption on stdout.

    Without --theorem, the curves are the theorems whose answers are comparable with the best one,
    and of theorems in a row the best way and the best published one at each point (of more than 24,
    at 24 spread over them).
    """
    inches = check_figure(output, width, data, is_forced)
    lists = [read_values(*given) for given in read_arguments(values or []).items()]
    check_axes(sum(len(items) > 1 for items in lists), len(theorem or []))
    sheet = make_sheet_of(unknown, values or [], theorem or [], None)
    areas = _areas(sheet)
    write_figure(draw(sheet, width=inches, areas=areas), output, data, sheet_csv(sheet))
    print_text(caption(sheet, areas, is_latex=as_latex))


def _areas(sheet: Sheet) -> tuple[Area, ...]:
    """Return what no analysis of a way of answering can enter, where one quantity varies."""
    if [len(values) > 1 for values in sheet.axes.values()] != [True]:
        return ()
    ((axis, values),) = sheet.axes.items()
    lists = {symbol.name: [value] for symbol, value in sheet.fixed.items()}
    theorems = load_library().theorems
    question = read_question_over(sheet.unknown.name, {**lists, axis.name: values}, theorems)
    return limited_areas(values, limits_over(theorems, question, values))
