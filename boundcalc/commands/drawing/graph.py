"""``boundcalc graph``: the theorems as a graph from guarantee to guarantee, as SVG."""

from __future__ import annotations

from typing import Annotated

import typer

from boundcalc.commands.table import write_pieces
from boundcalc.console import check_free
from boundcalc.figures.theorem_graph import graph_svg
from boundcalc.language.errors import QuestionError
from boundcalc.library import load_library


def graph(
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="An .svg.")] = "",
    only_steps: Annotated[
        bool, typer.Option("--steps", help="Only the theorems that routes go through.")
    ] = False,
    is_forced: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """The theorems as arrows between kinds of guarantee, coloured by what each rests on."""
    if not output.lower().endswith(".svg"):
        raise QuestionError("name the file of the graph, such as -o theorems.svg")
    check_free(output, is_forced)
    write_pieces(output, [graph_svg(load_library().theorems, only_steps=only_steps)])
