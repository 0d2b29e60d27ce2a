"""``boundcalc table``: one unknown over a grid of given values, for a paper or a program."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boundcalc.calculator import sheet_of
from boundcalc.console import (
    Bibliography,
    Published,
    check_bibliography,
    check_free,
    print_text,
    quoted,
    read_arguments,
    read_unknown,
)
from boundcalc.language.errors import QuestionError
from boundcalc.library import references
from boundcalc.questions.grids import read_values
from boundcalc.questions.options import check_digits
from boundcalc.sheets import forms as sheet_forms
from boundcalc.sheets.booktabs import sheet_latex
from boundcalc.waiting import progress

if TYPE_CHECKING:
    from boundcalc.sheets.sheet import Sheet

FORMS = ("text", "latex", "markdown", "csv", "html", "json")


def table(
    unknown: Annotated[str, typer.Argument(metavar="UNKNOWN", help="What is asked for: n.")],
    values: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME=VALUES",
            help="Lists and ranges: tau=0.1,0.2 k=1..10 beta=0.01..0.05..0.01 k=10..1e6..*10.",
        ),
    ] = None,
    theorem: Annotated[
        list[str] | None,
        typer.Option("--theorem", metavar="ID", help="A column; may be repeated."),
    ] = None,
    form: Annotated[
        str, typer.Option("--format", metavar="FORM", help=f"One of {', '.join(FORMS)}.")
    ] = "text",
    digits: Annotated[
        int | None,
        typer.Option("--digits", metavar="D", help="Digits of fractions, to the safe side."),
    ] = None,
    caption: Annotated[str, typer.Option("--caption", help="LaTeX of the caption.")] = "",
    label: Annotated[str, typer.Option("--label", help="The label of the LaTeX table.")] = "",
    siunitx: Annotated[
        bool, typer.Option("--siunitx", help="Align numbers with siunitx in LaTeX.")
    ] = False,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Write it here.")
    ] = None,
    bibliography: Bibliography = "",
    is_forced: Annotated[bool, typer.Option("--force", help="Overwrite files.")] = False,
    is_published: Published = False,
) -> None:
    """One unknown over a grid of values, every cell certified.

    Without --theorem, the columns are the theorems whose answers are comparable with the best one,
    and of theorems in a row the best way and the best published one at each point (of a grid of
    more than 24 points, at 24 spread over it), so that no row lacks what `solve` answers there.
    The first quantity varies slowest. A range without a step goes one by one through up to 20 whole
    numbers, as k=1..10, and else by factors of 10 to its end, as k=10..1e6.
    """
    if form not in FORMS:
        raise QuestionError(f"--format is one of {', '.join(FORMS)}, but got {quoted(form)}")
    check_digits("--digits", digits)
    if output is not None:
        check_free(output, is_forced)
    if bibliography and form != "latex":
        raise QuestionError("--bib writes the references of LaTeX; add --format latex")
    check_bibliography(bibliography, form, is_forced)
    sheet = make_sheet_of(unknown, values or [], theorem or [], digits, is_published=is_published)
    if bibliography:
        write_pieces(bibliography, [references(sheet.theorems)])
    pieces = _pieces(sheet, form, caption=caption, label=label, siunitx=siunitx)
    if output is None:
        for piece in pieces:
            print_text(piece.removesuffix("\n"))
    else:
        write_pieces(output, pieces)


def make_sheet_of(
    unknown: str,
    arguments: list[str],
    ids: list[str],
    digits: int | None,
    *,
    is_published: bool = False,
) -> Sheet:
    """Return the sheet that was asked for on the command line; errors as in `boundcalc.sheet`."""
    name = read_unknown(unknown)
    grid = {key: read_values(key, text) for key, text in read_arguments(arguments).items()}
    return sheet_of(
        name,
        grid,
        ids=dict.fromkeys(ids),
        digits=digits,
        is_published=is_published,
        progress=progress("cells are decided"),
    )


def _pieces(sheet: Sheet, form: str, **latex: Any) -> Iterable[str]:
    if form == "csv":
        return sheet_forms.sheet_csv(sheet)
    if form == "latex":
        return [sheet_latex(sheet, **latex)]
    writers = {
        "text": sheet_forms.sheet_text,
        "markdown": sheet_forms.sheet_markdown,
        "html": sheet_forms.sheet_html,
        "json": sheet_forms.sheet_json_text,
    }
    return [writers[form](sheet)]


def write_pieces(name: str, pieces: Iterable[str]) -> None:
    """Write a text that comes in pieces; a QuestionError if the file cannot be written."""
    try:
        with open(name, "w", encoding="utf-8", newline="\n") as file:
            for piece in pieces:
                file.write(piece if piece.endswith("\n") else f"{piece}\n")
    except OSError as error:
        raise QuestionError(f"{quoted(name)} cannot be written ({error.strerror})") from error
    print(f"written: {name}", file=sys.stderr)
