"""``boundcalc symbols``: the glossary, each letter with its names, meaning, unit and domain."""

from __future__ import annotations

from typing import Annotated

import typer

from boundcalc.console import Json, Markdown, one_form, print_text, read_unknown, show_card
from boundcalc.language.errors import QuestionError
from boundcalc.library import load_library
from boundcalc.output.glossary import glossary, glossary_card, glossary_json
from boundcalc.output.json import json_text
from boundcalc.questions.names import absence, complement_of


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
    entries = glossary(load_library().theorems)
    if name:
        wanted = read_unknown(complement_of(name) or name)
        entries = [entry for entry in entries if wanted in (entry.name, *entry.aliases)]
        if not entries:
            why = absence(name) or "`boundcalc symbols` shows all of them"
            raise QuestionError(f"no theorem has a quantity {name!r:.60}; {why}")
    if form == "json":
        print_text(json_text(glossary_json(entries)))
    else:
        show_card(glossary_card(entries), form)
