"""``boundcalc explain``: an answer as a derivation, theorem by theorem, with its numbers."""

from __future__ import annotations

from typing import Annotated

import typer

from boundcalc.calculator import explanation_of
from boundcalc.commands.table import write_pieces
from boundcalc.console import (
    Bibliography,
    Json,
    Latex,
    Markdown,
    check_bibliography,
    one_form,
    print_text,
    read_arguments,
    read_unknown,
    show_card,
)
from boundcalc.library import references
from boundcalc.output.explanations import explanation_html, explanation_latex
from boundcalc.output.json import json_text


def explain(
    unknown: Annotated[str, typer.Argument(metavar="UNKNOWN", help="What is asked for: n.")],
    values: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help="As in solve.")
    ] = None,
    theorem: Annotated[
        str | None, typer.Option("--theorem", metavar="ID", help="This theorem or route.")
    ] = None,
    as_json: Json = False,
    as_latex: Latex = False,
    as_markdown: Markdown = False,
    as_html: Annotated[bool, typer.Option("--html", help="A page of its own.")] = False,
    bibliography: Bibliography = "",
    is_forced: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """The best answer of `solve`, or that of one theorem or route, as a derivation.

    Each theorem stands with its source, its formulas and the numbers put in.
    """
    form = one_form(latex=as_latex, markdown=as_markdown, html=as_html, json=as_json)
    check_bibliography(bibliography, form, is_forced)
    found = explanation_of(read_unknown(unknown), read_arguments(values or []), id=theorem)
    if form == "json":
        print_text(json_text(found.to_dict()))
    elif form == "latex":
        if bibliography:
            write_pieces(bibliography, [references(line.theorem for line in found.lines)])
        print_text(explanation_latex(found))
    elif form == "html":
        print_text(explanation_html(found))
    else:
        show_card(found.card(), form)
