"""``boundcalc region``: where in the plane of two quantities a theorem gives what is asked."""

from __future__ import annotations

from typing import Annotated

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
from boundcalc.console import print_text, quoted, read_arguments
from boundcalc.figures.regions import draw_region, region_caption, region_csv
from boundcalc.language.errors import QuestionError
from boundcalc.library import find_theorem_or_route, load_library
from boundcalc.tables.regions import find_region


def region(
    values: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME=VALUE",
            help="Two of them are sides: epsilon=0.001..1 delta=1e-12..0.01 n=1e6 beta=0.05.",
        ),
    ] = None,
    theorem: Annotated[
        str, typer.Option("--theorem", metavar="ID", help="Which theorem or route.")
    ] = "",
    output: Output = "",
    width: Width = "column",
    depth: Annotated[
        int, typer.Option("--depth", metavar="N", help="Halve each side so often at most.")
    ] = 8,
    data: Data = None,
    is_forced: Force = False,
    as_latex: Caption = False,
) -> None:
    """Where a theorem holds in two quantities, as a figure: certainly inside, certainly outside.

    Cells are decided as a whole; the band along the boundary is drawn as undecided. The first side
    is the horizontal one. The caption is printed.
    """
    if not theorem:
        raise QuestionError("name a theorem with --theorem ID; `boundcalc list` shows them")
    inches = check_figure(output, width, data, is_forced)
    given = read_arguments(values or [])
    sides = {name: _ends(name, text) for name, text in given.items() if ".." in text}
    if len(sides) != 2:
        found = " and ".join(sides) or "none"
        raise QuestionError(f"two quantities have a range, as epsilon=0.001..1, but got {found}")
    (x, x_ends), (y, y_ends) = sides.items()
    rest = {name: text for name, text in given.items() if name not in sides}
    record = find_theorem_or_route(load_library(), theorem)
    found_region = find_region(record, x, x_ends, y, y_ends, rest, depth=depth)
    write_figure(draw_region(found_region, width=inches), output, data, region_csv(found_region))
    print_text(region_caption(found_region, is_latex=as_latex))


def _ends(name: str, text: str) -> tuple[str, str]:
    parts = [part.strip() for part in text.split("..")]
    if len(parts) != 2 or not all(parts):
        raise QuestionError(
            f"{name}: the side of a region is least..greatest, but got {quoted(text)}"
        )
    return parts[0], parts[1]
