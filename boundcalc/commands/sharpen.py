"""``boundcalc sharpen``, ``maximize`` and ``minimize``: best constants, certified on both sides."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boundcalc.console import Json, fail_at, print_text, quoted, show_card
from boundcalc.language.errors import QuestionError
from boundcalc.language.operators import Sense
from boundcalc.limits import call_within
from boundcalc.output.json import json_text
from boundcalc.proving.portable import portable
from boundcalc.sharpening import asking
from boundcalc.sharpening.certifying import best_constant
from boundcalc.tex.source import ReaderError

if TYPE_CHECKING:
    from boundcalc.sharpening.questions import SharpQuestion
    from boundcalc.sharpening.records import SharpConstant

Where = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="DOMAINS", help="Symbols: 'x in (0, 1/2]; n integer >= 1'."),
]
Assume = Annotated[
    list[str] | None,
    typer.Option("--assume", metavar="RELATION", help="A hypothesis; may be repeated."),
]
Certificates = Annotated[
    str | None,
    typer.Option("--certificates", metavar="FOLDER", help="Write them into this new folder."),
]
Formula = Annotated[str, typer.Argument(metavar="EXPRESSION", help=r"LaTeX, such as 'x e^{-x}'.")]


def sharpen(
    relation: Annotated[
        str, typer.Argument(metavar="RELATION", help=r"LaTeX, such as 'e^x \le 1 + x + c x^2'.")
    ],
    parameter: Annotated[
        str, typer.Option("--for", metavar="SYMBOL", help="The symbol whose end is asked for.")
    ],
    where: Where = None,
    assume: Assume = None,
    certificates: Certificates = None,
    as_json: Json = False,
) -> int:
    """Print the least or greatest value of a symbol at which a relation holds everywhere.

    It is proved at the one end that is printed, and refuted at the other.
    """
    return _shown(
        lambda: asking.read_sharpen(relation, parameter, where=where or (), assume=assume or ()),
        certificates,
        as_json,
    )


def maximize(
    expression: Formula,
    where: Where = None,
    assume: Assume = None,
    certificates: Certificates = None,
    as_json: Json = False,
) -> int:
    """Print the supremum of an expression over its domain, certified on both sides."""
    return _shown(
        lambda: asking.read_extremum(expression, Sense.LE, where=where or (), assume=assume or ()),
        certificates,
        as_json,
    )


def minimize(
    expression: Formula,
    where: Where = None,
    assume: Assume = None,
    certificates: Certificates = None,
    as_json: Json = False,
) -> int:
    """Print the infimum of an expression over its domain, certified on both sides."""
    return _shown(
        lambda: asking.read_extremum(expression, Sense.GE, where=where or (), assume=assume or ()),
        certificates,
        as_json,
    )


def _shown(read: Callable[[], SharpQuestion], folder: str | None, as_json: bool) -> int:

    if folder is not None:
        _check_free(folder)
    try:
        question = read()
    except ReaderError as error:
        return fail_at(error)
    found = call_within(None, lambda: best_constant(question))
    if folder is not None:
        _write(folder, found)
    if as_json:
        print_text(json_text(found.to_dict()))
    else:
        show_card(found.card(), "text")
    return 0


def _check_free(folder: str) -> None:
    if os.path.lexists(folder):
        raise QuestionError(f"{quoted(folder)} exists already; name a folder that does not")


def _write(folder: str, found: SharpConstant) -> None:
    try:
        Path(folder).mkdir()
        for name, certificate in found.certificates.items():
            text = json.dumps(portable(certificate), ensure_ascii=False)
            path = Path(folder) / f"{name.replace('_', '-')}.json"
            path.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise QuestionError(
            f"certificates cannot be written to {quoted(folder)} ({error.strerror})"
        ) from error
