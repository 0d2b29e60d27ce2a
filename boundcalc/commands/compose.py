"""``boundcalc compose``: what private answers of any kinds are together."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from boundcalc.cards.composition_cards import composition_card
from boundcalc.console import Json, Markdown, one_form, print_text, quoted, show_card
from boundcalc.finite.heterogeneous import Kind, composed_delta, composed_epsilon
from boundcalc.language.errors import DomainError, QuestionError
from boundcalc.language.numbers import exact_text, read_rational
from boundcalc.output.json import json_text
from boundcalc.questions.names import plain_name

_ASKS = {"epsilon": "delta", "delta": "epsilon"}
_LONGEST = 40
_MOST_NAMED = 3  # arguments, in an error
_EXAMPLE = "boundcalc compose 10:0.1 20:0.2 delta=1e-6"


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
    kinds = [_kind(part) for part in parts or () if "=" not in part]
    other, given = _given([part for part in parts or () if "=" in part])
    if not kinds:
        raise QuestionError(f"no answers are given; write count:epsilon, as in '{_EXAMPLE}'")
    unknown = _ASKS[other]
    compose_all = composed_epsilon if unknown == "epsilon" else composed_delta
    found = compose_all(kinds, given)
    if form == "json":
        print_text(
            json_text(
                {
                    "unknown": unknown,
                    "given": {other: exact_text(given)},
                    "kinds": [
                        {
                            "count": kind.count,
                            "epsilon": exact_text(kind.epsilon),
                            "delta": exact_text(kind.delta),
                        }
                        for kind in kinds
                    ],
                    "value": exact_text(found.upper),
                    "fails_below": exact_text(found.lower),
                    "optimal": found.is_exact,
                    "certified": True,
                }
            )
        )
    else:
        show_card(composition_card(kinds, unknown, other, given, found), form)


def _kind(part: str) -> Kind:
    pieces = part.split(":")
    if len(pieces) not in (2, 3):
        raise QuestionError(
            f"expected count:epsilon or count:epsilon:delta, such as 10:0.1, but got {quoted(part)}"
        )
    names = ("count", "epsilon", "delta")
    count, *rest = (
        read_rational(piece, name=name) for piece, name in zip(pieces, names, strict=False)
    )
    if count.denominator != 1:
        raise DomainError(f"the count of {quoted(part)} must be a whole number, such as 10")
    if max(len(piece) for piece in pieces) > _LONGEST:
        raise DomainError(f"each number has at most {_LONGEST} characters, but {quoted(part)} more")
    return Kind(int(count), *rest)


def _given(parts: list[str]) -> tuple[str, Fraction]:
    strangers = [part for part in parts if plain_name(part.partition("=")[0].strip()) not in _ASKS]
    if strangers:
        typed = " and ".join(map(quoted, strangers[:_MOST_NAMED]))
        raise QuestionError(
            "expected epsilon=... or delta=... of all answers together, and each kind of answers "
            f"as count:epsilon, as in '{_EXAMPLE}', but got {typed}"
        )
    if len(parts) != 1:
        raise QuestionError(
            f"give epsilon or delta of all answers together, and one of the two alone: {_EXAMPLE}"
        )
    typed, _, value = parts[0].partition("=")
    name = plain_name(typed.strip())
    return name, read_rational(value.strip(), name=name)
