"""What the commands that draw share: options, widths, and the files of a figure and its data."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from boundcalc.commands.table import write_pieces
from boundcalc.console import check_free, quoted
from boundcalc.figures.canvas import FORMATS, check_width, save
from boundcalc.language.errors import QuestionError

WIDTHS = {"column": 3.25, "page": 6.75}

Plot = Annotated[
    str, typer.Option("--plot", metavar="FILE", help="Draw it, too: .pdf, .svg or .png.")
]
Output = Annotated[
    str, typer.Option("-o", "--output", metavar="FILE", help="A .pdf, .svg or .png.")
]
Width = Annotated[
    str, typer.Option("--width", metavar="W", help="Of the figure: column, page, or inches.")
]
Data = Annotated[
    str | None, typer.Option("--data", metavar="FILE", help="Write what is drawn as CSV, too.")
]
Caption = Annotated[bool, typer.Option("--latex", help="Print the caption as LaTeX.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files.")]


def check_figure(name: str, width: str, data: str | None, is_forced: bool) -> float:
    """Return the width in inches, if both files may be written and the first is of a figure.

    Raises
    ------
    QuestionError
        If the ending or the width is not one of a figure, or a file exists.
    """
    if not name:
        raise QuestionError("name the file of the figure, such as -o figure.pdf")
    path = Path(name)
    if path.suffix.lower().removeprefix(".") not in FORMATS:
        raise QuestionError(f"a figure is written as .pdf, .svg or .png, but got {path.name!a:.60}")
    check_free(name, is_forced)
    if data is not None:
        check_free(data, is_forced)
        if os.path.realpath(data) == os.path.realpath(name):
            raise QuestionError(f"{quoted(data)} is the figure; name another file for the data")
    return _inches(width)


def write_figure(figure: Any, name: str, data: str | None, lines: Iterable[str]) -> None:
    """Write a figure, and lines of CSV where a file is named for them; say so on stderr."""
    save(figure, Path(name))
    print(f"written: {name}", file=sys.stderr)
    if data is not None:
        write_pieces(data, lines)


def _inches(text: str) -> float:
    if text in WIDTHS:
        return WIDTHS[text]
    try:
        width = float(text)
    except ValueError:
        raise QuestionError(
            f"--width is column, page or a number of inches, but got {text!a:.60}"
        ) from None
    check_width(width)
    return width
