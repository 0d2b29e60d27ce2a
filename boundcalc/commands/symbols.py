"""``boundcalc symbols``: the glossary, each letter with its names, meaning, unit and domain."""

from __future__ import annotations

from typing import Annotated

import typer

from boundcalc.console import Json, Markdown, one_form, print_text, read_unknown, show_card
from boundcalc.library import symbols as explained
from boundcalc.output.json import json_text


def symbols(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Only this quantity: tau, ε₀, accuracy.")
    ] = "",
    as_json: Json = False,
    as_markdown: Markdown = False,
) -> None:
    """What each letter means: its other names, meaning, unit and domain.

    A letter with two meanings has a row for each; which one is meant, the theorem says.
    """
    form = one_form(json=as_json, markdown=as_markdown)
    if name:
        read_unknown(name)  # which says what is no name at all
    found = explained(name)
    if form == "json":
        print_text(json_text(found.to_dict()))
    else:
        show_card(found.card(), form)
