"""``boundcalc solve``: which value suffices, and what shows it."""

from __future__ import annotations

from typing import Annotated

import typer

from boundcalc.calculator import answers_to
from boundcalc.cards.answer_cards import ranking_card
from boundcalc.cards.short_cards import short_card
from boundcalc.commands.table import write_pieces
from boundcalc.console import (
    Bibliography,
    Json,
    Latex,
    Markdown,
    Published,
    check_bibliography,
    one_form,
    print_text,
    read_arguments,
    read_unknown,
    show_card,
)
from boundcalc.language.errors import QuestionError
from boundcalc.library import references
from boundcalc.output.json import json_text
from boundcalc.output.latex_answers import cited_theorems, ranking_latex
from boundcalc.problems.outcomes import Direction


def solve(
    unknown: Annotated[str, typer.Argument(metavar="UNKNOWN", help="What is asked for: n.")],
    values: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE", help="Exact values: tau=0.1 beta=1/20 m=1e3."),
    ] = None,
    theorem: Annotated[
        str | None, typer.Option("--theorem", metavar="ID", help="Use this theorem alone.")
    ] = None,
    is_published: Published = False,
    as_json: Json = False,
    as_latex: Latex = False,
    as_markdown: Markdown = False,
    bibliography: Bibliography = "",
    is_forced: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    is_full: Annotated[
        bool,
        typer.Option("--full", help="Show the evidence, all ways, and what was refused."),
    ] = False,
    is_verbose: Annotated[
        bool, typer.Option("--verbose", help="The same, and say of each refused theorem why.")
    ] = False,
    is_thorough: Annotated[
        bool,
        typer.Option(
            "--bound",
            help="Prove of each answer how far it is from the best choice; implies --full.",
        ),
    ] = False,
    is_least: Annotated[
        bool, typer.Option("--least", help="Ask for the least value, where both ends make sense.")
    ] = False,
    is_greatest: Annotated[
        bool, typer.Option("--greatest", help="Ask for the greatest value.")
    ] = False,
) -> None:
    r"""Which value suffices?  The best answer, what to run, and the three best ways side by side.

    --full shows the evidence and all ways; JSON and Markdown always have them.
    LaTeX is as short as the card, for a column of a paper; with --full it is as long.
    Greek letters may be typed as tau, τ or \tau.
    """
    form = one_form(json=as_json, latex=as_latex, markdown=as_markdown)
    is_long = is_full or is_verbose or is_thorough
    check_bibliography(bibliography, form, is_forced)
    ranking = answers_to(
        read_unknown(unknown),
        read_arguments(values or []),
        id=theorem,
        is_published=is_published,
        is_thorough=is_thorough,
        end=_read_end(is_least=is_least, is_greatest=is_greatest),
        jobs=2,
    )
    if form == "json":
        print_text(json_text(ranking.to_dict()))
    elif form == "latex":
        if bibliography:
            works = references(cited_theorems(ranking, is_full=is_long))
            write_pieces(bibliography, [works])
        print_text(ranking_latex(ranking, is_full=is_long))
    elif form == "markdown" or is_long:
        show_card(ranking_card(ranking, is_verbose=is_verbose), form)
    else:
        show_card(short_card(ranking), form)


def _read_end(*, is_least: bool, is_greatest: bool) -> Direction | None:
    """Return the end of the unknown that the options ask for, or None where none does."""
    if is_least and is_greatest:
        raise QuestionError("--least and --greatest ask for different ends; give one of the two")
    if is_least:
        return Direction.LEAST
    return Direction.GREATEST if is_greatest else None
