"""``boundcalc export``: a certificate as a file that Coq's kernel checks."""

from __future__ import annotations

from typing import Annotated

import typer

from boundcalc.checker import Rejected, read_certificate
from boundcalc.console import check_free, file_text, print_text, printable, quoted
from boundcalc.coq import NotExported, coq_file
from boundcalc.language.errors import QuestionError
from boundcalc.relation_prover import recheck


def export(
    certificate: Annotated[str, typer.Argument(metavar="CERTIFICATE", help="A file, or - .")],
    is_coq: Annotated[bool, typer.Option("--coq", help="As a file of Coq 8.16.")] = False,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Write it here.")
    ] = "",
    is_forced: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> int:
    """Write what a certificate of `prove` shows as a file that Coq's kernel checks.

    It holds a library of lemmas, a tactic for each step, and the theorem in its last lines.
    `coqc FILE` accepts it where Debian's coq and libcoq-interval are installed.
    """
    if not is_coq:
        raise QuestionError("name what to export to: --coq is what there is")
    if output:
        check_free(output, is_forced)
    try:
        read = read_certificate(file_text(certificate))
        recheck(read)
        text = coq_file(read)
    except Rejected as error:
        raise QuestionError(
            f"{quoted(certificate)} is rejected: {printable(str(error))}"
        ) from error
    except NotExported as error:
        raise QuestionError(
            f"{quoted(certificate)} cannot be exported: no lemma is about {error}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise QuestionError(
            f"{quoted(certificate)} holds no JSON: {printable(str(error))}"
        ) from error
    if not output:
        print_text(text.rstrip("\n"))
        return 0
    try:
        with open(output, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise QuestionError(f"{quoted(output)} cannot be written ({error.strerror})") from error
    return 0
