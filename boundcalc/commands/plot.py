"""``boundcalc plot``: a figure of one unknown over one or two quantities."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from boundcalc.commands.table import make_sheet_of, write_pieces
from boundcalc.console import check_free
from boundcalc.language.errors import QuestionError

WIDTHS = {"column": 3.25, "page": 6.75}


def plot(
    unknown: Annotated[str, typer.Argument(metavar="UNKNOWN", help="What is asked for: n.")],
    values: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUES", help="As in table: k=10..1e6..*10 tau=0.1."),
    ] = None,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="A .pdf, .svg or .png.")
    ] = "",
    theorem: Annotated[
        list[str] | None,
        typer.Option("--theorem", metavar="ID", help="A curve; may be repeated."),
    ] = None,
    width: Annotated[
        str, typer.Option("--width", metavar="W", help="column, page, or inches.")
    ] = "column",
    is_region: Annotated[
        bool, typer.Option("--region", help="Shade where the constraints hold.")
    ] = False,
    data: Annotated[
        str | None, typer.Option("--data", metavar="FILE", help="Write the points as CSV, too.")
    ] = None,
    is_forced: Annotated[bool, typer.Option("--force", help="Overwrite files.")] = False,
) -> None:
    """A figure for a paper: a curve a theorem, baselines dotted in grey; the caption on stdout."""
    from boundcalc.console import print_text
    from boundcalc.output import figures
    from boundcalc.output.sheet_forms import sheet_csv

    if not output:
        raise QuestionError("name the file of the figure, such as -o figure.pdf")
    inches = check_figure(output, width, is_forced)
    if data is not None:
        check_free(data, is_forced)
    sheet = make_sheet_of(unknown, values or [], theorem or [], None)
    figures.save(figures.draw(sheet, width=inches, is_region=is_region), Path(output))
    print(f"written: {output}", file=sys.stderr)
    if data is not None:
        write_pieces(data, sheet_csv(sheet))
    print_text(figures.caption(sheet))


def check_figure(name: str, width: str, is_forced: bool) -> float:
    """Return the width in inches, if the file may be written and is one of a figure.

    Raises
    ------
    QuestionError
        If the ending or the width is not one of a figure, or the file exists.
    """
    from boundcalc.output.figures import FORMATS

    path = Path(name)
    if path.suffix.lower().removeprefix(".") not in FORMATS:
        raise QuestionError(f"a figure is written as .pdf, .svg or .png, but got {path.name!a:.60}")
    check_free(name, is_forced)
    return _inches(width)


def _inches(text: str) -> float:
    if text in WIDTHS:
        return WIDTHS[text]
    try:
        return float(text)
    except ValueError:
        raise QuestionError(
            f"--width is column, page or a number of inches, but got {text!a:.60}"
        ) from None
