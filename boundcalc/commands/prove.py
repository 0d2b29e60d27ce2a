"""``boundcalc prove``: whether a relation holds on its whole domain."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from boundcalc.console import (
    REFUTED,
    UNDECIDED,
    Json,
    check_free,
    fail_at,
    print_text,
    printable,
    quoted,
    show_card,
)
from boundcalc.language.errors import QuestionError
from boundcalc.limits import call_within
from boundcalc.output.json import json_text
from boundcalc.output.verdicts import verdict_card
from boundcalc.proving.conjectures import decide
from boundcalc.proving.portable import portable
from boundcalc.questions.options import check_seconds
from boundcalc.relation_prover import read_conjecture
from boundcalc.tex.source import ReaderError

if TYPE_CHECKING:
    from boundcalc.proving.conjectures import Conjecture
    from boundcalc.proving.verdicts import Verdict


def prove(
    relation: Annotated[
        str, typer.Argument(metavar="RELATION", help=r"LaTeX, such as 'e^x \le 1 + 2x'.")
    ],
    where: Annotated[
        list[str] | None,
        typer.Option(
            "--where", metavar="DOMAINS", help="Symbols: 'x in (0, 1/2]; n integer >= 1'."
        ),
    ] = None,
    assume: Annotated[
        list[str] | None,
        typer.Option("--assume", metavar="RELATION", help="A hypothesis; may be repeated."),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            metavar="SECONDS",
            help="Of the processor; then it stays unknown. Without it, the limit is work.",
        ),
    ] = None,
    certificate: Annotated[
        str | None, typer.Option("--certificate", metavar="FILE", help="Write it here.")
    ] = None,
    is_forced: Annotated[
        bool, typer.Option("--force", help="Overwrite the file of the certificate.")
    ] = False,
    is_strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 3 if it stays unknown.")
    ] = False,
    as_json: Json = False,
) -> int:
    r"""Does a relation hold on its whole domain?  Proved, refuted by a point, or unknown.

    An implication is written 'A \implies B', or with --assume.
    """
    check_seconds(time_limit)
    if certificate is not None:
        check_free(certificate, is_forced)
    try:
        conjecture = read_conjecture(relation, where=where or (), assume=assume or ())
    except ReaderError as error:
        return fail_at(error)
    verdict = _verdict(conjecture, time_limit)
    if certificate is not None and verdict.certificate is not None:
        _write_certificate(certificate, verdict, is_forced)
    if as_json:
        print_text(json_text(verdict.to_dict()))
    else:
        show_card(verdict_card(verdict, _certificate_note(certificate, verdict)), "text")
    if verdict.is_refuted:
        return REFUTED
    return 0 if verdict.is_proved or not is_strict else UNDECIDED


def _verdict(conjecture: Conjecture, seconds: float | None) -> Verdict:

    if seconds is None:
        return call_within(None, lambda: decide(conjecture))
    return decide(conjecture, seconds=seconds)


def _write_certificate(name: str, verdict: Verdict, is_forced: bool) -> None:
    assert verdict.certificate is not None
    text = json.dumps(portable(verdict.certificate), ensure_ascii=False)
    try:
        with open(name, "w" if is_forced else "x", encoding="utf-8") as file:
            file.write(f"{text}\n")
    except OSError as error:
        raise QuestionError(
            f"the certificate cannot be written to {quoted(name)} ({error.strerror})"
        ) from error


def _certificate_note(name: str | None, verdict: Verdict) -> str:
    if name is None:
        return ""
    if verdict.certificate is None:
        return "none: nothing was proved or refuted"
    return printable(name)
