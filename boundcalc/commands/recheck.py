"""``boundcalc recheck``: certificates of `prove`, checked again from nothing but the files."""

from __future__ import annotations

from typing import Annotated

import typer

from boundcalc.checker import Rejected, read_certificate
from boundcalc.console import REFUTED, fail, file_text, print_text, printable, quoted
from boundcalc.output.verdicts import shown_line
from boundcalc.relation_prover import recheck as verdict_of


def recheck(
    files: Annotated[list[str], typer.Argument(metavar="CERTIFICATE", help="Files, or - .")],
) -> int:
    """Check certificates again, from nothing but the files: what each shows, or why it does not.

    `python -m boundcalc.checker FILE` checks one with the standard library alone.
    """
    status = 0
    for name in files:
        try:
            verdict = verdict_of(read_certificate(file_text(name)))
        except Rejected as error:
            print_text(f"{printable(name)}: rejected: {printable(str(error))}")
            status = max(status, REFUTED)
        except (ValueError, RecursionError) as error:
            status = fail(f"{quoted(name)} holds no JSON: {printable(str(error))}")
        else:
            print_text(f"{printable(name)}: accepted: {printable(shown_line(verdict))}")
    return status
