"""``boundcalc list`` and ``boundcalc show``: the theorems, all of them or one."""

from __future__ import annotations

from typing import Annotated

import typer

from boundcalc.console import Json, Latex, Markdown, one_form, print_text, show_card
from boundcalc.language.errors import QuestionError
from boundcalc.library import find_theorem_or_route, load_library, routes_of, select
from boundcalc.output.json import json_text, library_json, theorem_json
from boundcalc.output.latex_answers import theorem_latex
from boundcalc.output.theorems import library_card, routes_card, theorem_card
from boundcalc.questions.names import absence
from boundcalc.solving.examples import example_command
from boundcalc.solving.inversions import inversions


def list_theorems(
    word: Annotated[
        str, typer.Argument(metavar="[WORD]", help="As --topic; `routes` is --routes.")
    ] = "",
    unknown: Annotated[
        str, typer.Option("--unknown", metavar="NAME", help="Only those that solve for it.")
    ] = "",
    topic: Annotated[
        str, typer.Option("--topic", metavar="WORD", help="Only those that speak of it.")
    ] = "",
    has_routes: Annotated[
        bool, typer.Option("--routes", help="The routes that theorems make, in their place.")
    ] = False,
    as_json: Json = False,
    as_markdown: Markdown = False,
) -> None:
    """All theorems: id, status, title, and what each can be solved for.

    Theorems whose guarantees fit make routes, which have an id and are used as a theorem is.
    """
    form = one_form(json=as_json, markdown=as_markdown)
    library = load_library()
    if word in ("route", "routes"):
        has_routes, word = True, ""
    if word and topic:
        raise QuestionError(f"the topic is given twice, as {word!a:.60} and by --topic; keep one")
    topic = topic or word
    known = [route.theorem for route in routes_of(library)] if has_routes else library.theorems
    theorems = select(known, unknown=unknown.strip(), topic=topic.strip())
    if not theorems:
        what = "route" if has_routes else "theorem"
        why = absence(topic) or f"`boundcalc list{' --routes' * has_routes}` shows all of them"
        raise QuestionError(f"no {what} is listed under that name or word; {why}")
    if form == "json":
        print_text(json_text(library_json(theorems)))
    else:
        show_card((routes_card if has_routes else library_card)(theorems), form)


def show(
    theorem: Annotated[
        str, typer.Argument(metavar="ID", help="An id of `list`, or of `list --routes`.")
    ],
    has_formulas: Annotated[
        bool, typer.Option("--formulas", help="Solved for each, all others positive.")
    ] = False,
    as_json: Json = False,
    as_latex: Latex = False,
    as_markdown: Markdown = False,
) -> None:
    """One theorem: what it assumes, what it says, what is doubtful in it, and where it stands."""
    form = one_form(json=as_json, latex=as_latex, markdown=as_markdown)
    record = find_theorem_or_route(load_library(), theorem)
    if form == "json":
        print_text(json_text(theorem_json(record, example_command(record))))
    elif form == "latex":
        print_text(theorem_latex(record))
    else:
        formulas = inversions(record) if has_formulas else ()
        show_card(theorem_card(record, example_command(record), formulas), form)
