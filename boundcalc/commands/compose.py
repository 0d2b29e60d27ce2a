"""``boundcalc compose``: what private answers of any kinds are together."""

from __future__ import annotations

from typing import Annotated

import typer

from boundcalc.compositions import EXAMPLE
from boundcalc.compositions import compose as composed
from boundcalc.console import Json, Markdown, one_form, print_text, quoted, show_card
from boundcalc.language.errors import QuestionError
from boundcalc.output.json import json_text
from boundcalc.questions.names import plain_name

_ASKED = ("epsilon", "delta")
_MOST_NAMED = 3  # arguments, in an error


def compose(
    parts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="COUNT:EPSILON[:DELTA]... NAME=VALUE",
            help="Answers of each kind, and epsilon or delta of all: 10:0.1 20:0.2 delta=1e-6.",
        ),
    ] = None,
    as_json: Json = False,
    as_markdown: Markdown = False,
) -> None:
    """What are private answers of any kinds together?  Optimal, or enclosed from both sides.

    With delta given, the least epsilon; with epsilon given, the least delta.
    """
    form = one_form(json=as_json, markdown=as_markdown)
    kinds = [part for part in parts or () if "=" not in part]
    found = composed(*kinds, **_given([part for part in parts or () if "=" in part]))
    if form == "json":
        print_text(json_text(found.to_dict()))
    else:
        show_card(found.card(), form)


def _given(parts: list[str]) -> dict[str, str]:
    """Return epsilon or delta as they are typed."""
    found: dict[str, str] = {}
    strangers = []
    for part in parts:
        typed, _, value = part.partition("=")
        name = plain_name(typed.strip())
        if name not in _ASKED:
            strangers.append(part)
        elif name in found:
            raise QuestionError(f"{name} is given twice; leave one out")
        found[name] = value.strip()
    if strangers:
        typed = " and ".join(map(quoted, strangers[:_MOST_NAMED]))
        raise QuestionError(
            "expected epsilon=... or delta=... of all answers together, and each kind of answers "
            f"as count:epsilon, as in '{EXAMPLE}', but got {typed}"
        )
    return found
