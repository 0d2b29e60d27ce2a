"""``boundcalc audit``: whether what another tool says is true, and what would be."""

from __future__ import annotations

from typing import Annotated

import typer

from boundcalc.calculator import audit_of
from boundcalc.console import Json, Markdown, one_form, print_text, read_arguments, show_card
from boundcalc.output.json import json_text

_CODES = {"holds": 0, "fails": 1, "unknown": 3}


def audit(
    values: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE", help="All quantities: sigma=5 epsilon=1 delta=1e-6."),
    ] = None,
    theorem: Annotated[
        str | None, typer.Option("--theorem", metavar="ID", help="Judge by this theorem.")
    ] = None,
    as_json: Json = False,
    as_markdown: Markdown = False,
) -> None:
    """Is a number of another tool right?  Decided by enclosures, with what each would have to be.

    The sensitivity Delta is 1 where it is left out, or with n that of a sample mean, 1/n. A size n
    with tau, beta and k is judged by all theorems and by the limits from below, and may stay open
    between them. Exit code 0 where the claim holds, 1 where it fails, 3 where neither is known.
    """
    form = one_form(json=as_json, markdown=as_markdown)
    found = audit_of(read_arguments(values or []), id=theorem)
    if form == "json":
        print_text(json_text(found.to_dict()))
    else:
        show_card(found.card(), form)
    code = _CODES[found.finding.value]
    if code:
        raise typer.Exit(code)
