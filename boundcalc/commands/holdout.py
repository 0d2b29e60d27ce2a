"""``boundcalc holdout``: a ledger of a holdout set, as a file that a job can check."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from boundcalc.console import (
    Json,
    Markdown,
    one_form,
    print_text,
    printable,
    quoted,
    read_arguments,
    show_card,
)
from boundcalc.holdout.cards import line_of, review_card, review_json
from boundcalc.holdout.files import LONGEST_NOTE, LedgerError, OpenLedger, create, load
from boundcalc.holdout.guarantee import THEOREM, Standing, can_follow, review
from boundcalc.holdout.ledger import Entry
from boundcalc.holdout.releases import LEVEL_NAMES, Kind, Plan, Request, released, standard_cells
from boundcalc.language.errors import QuestionError
from boundcalc.language.numbers import decimal_text
from boundcalc.library import find_theorem, load_library
from boundcalc.output.json import json_text
from boundcalc.questions.questions import read_given

if TYPE_CHECKING:
    from boundcalc.holdout.guarantee import Review

NOT_COVERED = 1
File = Annotated[str, typer.Argument(metavar="FILE", help="The ledger, such as holdout.jsonl.")]
_NEEDED = ("n", "tau", "beta", "m")
_FREE = ("telling", "cells", "threshold")

holdout = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    invoke_without_command=True,
    help="A ledger of a holdout set: what was released, what still holds, and what is left.",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@holdout.callback()
def tell(context: typer.Context) -> None:
    """Print the help where no command of the ledger is named."""
    if context.invoked_subcommand is None:
        print_text(context.get_help())


@holdout.command(short_help="Begin a ledger.")
def init(
    file: File,
    values: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME=VALUE", help="n=20000 tau=0.05 beta=0.05 m=500, and telling=, cells=."
        ),
    ] = None,
) -> None:
    """Begin a ledger, with what is fixed before the first evaluation.

    n records, accuracy tau, failure probability beta, and m, the most evaluations ever. Free are
    telling (about how many of them will tell something new; m/10), cells (into which values are
    rounded; 2/tau), and threshold (how near a guess is that agrees; tau/2).
    """
    create(file, _plan(values or []))
    _show(file, "text")


@holdout.command(short_help="Evaluate once: print what is released, and write it down.")
def record(
    file: File,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="score, compare, gate or best.")],
    values: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE", help="mean=0.873, and guess= or bar=."),
    ] = None,
    note: Annotated[str, typer.Option("--note", help="What was evaluated, for the reader.")] = "",
) -> int:
    """Evaluate once: what is released is printed after it was written down.

    score: the rounded mean. compare guess=...: whether it agrees with the mean, and the rounded
    mean if it does not. gate bar=...: whether the mean reaches it. best: the rounded mean if it is
    better than the best so far. The mean is that of the query over the holdout set, and must reach
    no one; where the evaluation is not covered nothing is released, and the exit code is 1.
    """
    request, mean = _request(kind, values or [], note)
    theorem = find_theorem(load_library(), THEOREM)
    with OpenLedger(file) as opened:
        if not can_follow(opened.ledger, theorem, request.kind):
            print_text(f"SPENT  no further {kind} is covered; nothing was released")
            return NOT_COVERED
        outcome = released(opened.ledger.plan, request, mean, opened.ledger.state.best)
        opened.append(Entry(request, outcome))
    print_text(outcome.word.value if outcome.value is None else decimal_text(outcome.value))
    return 0


@holdout.command(short_help="What holds, and what is left.")
def status(file: File, as_json: Json = False, as_markdown: Markdown = False) -> None:
    """What holds of every evaluation, and how many more are covered."""
    _show(file, one_form(json=as_json, markdown=as_markdown))


@holdout.command(short_help="For a job: does everything hold, and is something left?")
def check(
    file: File,
    before: Annotated[
        str | None,
        typer.Option("--after", metavar="OLDER", help="FILE must begin with all lines of it."),
    ] = None,
    is_final: Annotated[
        bool, typer.Option("--final", help="Nothing need be left; what was released must hold.")
    ] = False,
) -> int:
    """For a job: exit code 0 if all that was released holds and something is left, and else 1.

    It reads nothing but the file, and checks every line by its hash.
    """
    try:
        found, _ = _review(file)
        older = "" if before is None else load(before)[2]
        if not load(file)[2].startswith(older):
            raise LedgerError(f"{printable(file)}: it does not begin with all lines of {before}")
    except LedgerError as error:
        print_text(f"FAILS  {printable(str(error))}")
        return NOT_COVERED
    print_text(line_of(found))
    is_fine = found.standing is Standing.HOLDS or (is_final and found.standing is Standing.SPENT)
    return 0 if is_fine else NOT_COVERED


# --- what was typed ------------------------------------------------------------------------------


def _plan(arguments: list[str]) -> Plan:
    given = _read(arguments, (*_NEEDED, *_FREE))
    missing = [name for name in _NEEDED if name not in given]
    if missing:
        raise QuestionError(f"{missing[0]} is missing; a ledger needs n, tau, beta and m")
    tau, m = given["tau"], _whole(given, "m")
    return Plan(
        n=_whole(given, "n"),
        tau=tau,
        beta=given["beta"],
        m=m,
        telling=_whole(given, "telling") if "telling" in given else max(1, m // 10),
        cells=_whole(given, "cells") if "cells" in given else standard_cells(_accuracy(tau)),
        threshold=given.get("threshold", tau / 2),
    )


def _accuracy(tau: Fraction) -> Fraction:
    """Return an accuracy for which cells can be counted; others are refused by the plan."""
    return tau if tau > Fraction(1, 10**5) else Fraction(1)


def _request(kind: str, arguments: list[str], note: str) -> tuple[Request, Fraction]:

    kinds = {item.value: item for item in Kind}
    if kind not in kinds:
        raise QuestionError(f"KIND is one of {', '.join(kinds)}, but got {quoted(kind)}")
    name = LEVEL_NAMES.get(kinds[kind])
    names = ("mean",) if name is None else ("mean", name)
    given = _read(arguments, names)
    missing = [item for item in names if item not in given]
    if missing:
        raise QuestionError(f"{missing[0]} is missing; {kind} needs {' and '.join(names)}")
    if len(note) > LONGEST_NOTE or not note.isprintable():
        raise QuestionError(f"the note is one line of at most {LONGEST_NOTE} characters")
    level = None if name is None else given[name]
    return Request(kind=kinds[kind], level=level, note=note), given["mean"]


def _read(arguments: list[str], known: tuple[str, ...]) -> dict[str, Fraction]:
    """Return exact values by name, as of every question; other letters of a quantity are known."""
    theorem = find_theorem(load_library(), THEOREM)
    found: dict[str, Fraction] = {}
    for item in read_given(read_arguments(arguments), (theorem,)):
        name = theorem.names[item.name].name if item.name in theorem.names else item.name
        if name not in known:
            raise QuestionError(f"{item.letter} is not known here; give {', '.join(known)}")
        if name in found:
            raise QuestionError(f"{name} is given twice, also as {item.letter}; leave one out")
        found[name] = item.value
    return found


def _whole(given: dict[str, Fraction], name: str) -> int:
    value = given[name]
    if value.denominator != 1:
        raise QuestionError(f"{name}: it is an integer, but got {decimal_text(value)}")
    return value.numerator


# --- what is shown -------------------------------------------------------------------------------


def _review(file: str) -> tuple[Review, str]:

    ledger, head, _ = load(file)
    return review(ledger, find_theorem(load_library(), THEOREM)), head


def _show(file: str, form: str) -> None:
    found, head = _review(file)
    if form == "json":
        print_text(json_text(review_json(found, head)))
    else:
        show_card(review_card(found, head), form)
