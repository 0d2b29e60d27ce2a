"""``boundcalc annotate``: what the prose of a document was read to say, as directives in a copy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boundcalc.console import check_free, print_text, quoted
from boundcalc.derivations.annotated import is_annotated
from boundcalc.derivations.documents import read_document
from boundcalc.derivations.open_documents import annotated
from boundcalc.language.errors import QuestionError
from boundcalc.reports.rows import count_text
from boundcalc.situations.main_files import ANNOTATED, main_file_of
from boundcalc.situations.projects import preamble_of
from boundcalc.tex.files import read_file


def annotate(
    file: Annotated[str, typer.Argument(metavar="FILE", help="LaTeX or Markdown.")],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Write the copy there.")
    ] = "",
    is_forced: Annotated[bool, typer.Option("--force", help="Overwrite a file.")] = False,
) -> int:
    """Write a copy of a document with all that its sentences were read to declare and assume.

    Each line says where it was taken from. The copy has the same verdicts; correct what is wrong in
    it, and check it: its prose declares nothing any more.
    """
    document = read_file(file, preamble_of(file))
    if any(map(is_annotated, document.sources)):
        raise QuestionError(f"{quoted(file)} is annotated already; check it as it is")
    if not read_document(document).is_open:
        raise QuestionError(
            f"{quoted(file)} is read by its directives alone, so that its sentences say nothing; "
            "check it as it is"
        )
    path = Path(file)
    main = main_file_of(file)
    if output and main is not None:
        raise QuestionError(
            f"{quoted(file)} has the macros of {quoted(main.name)}, which a copy under another "
            "name would not have; leave -o out"
        )
    name = output or str(path.with_name(f"{path.stem}{ANNOTATED}{path.suffix}"))
    check_free(name, is_forced)
    text = annotated(document)
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise QuestionError(f"{quoted(name)} cannot be written ({error.strerror})") from error
    lines = [line.strip() for line in text.split("\n")]
    stated = sum(line.startswith(("%! declare", "%! roughly")) for line in lines)
    assumed = sum(line.startswith(("%! assume", "%! define")) for line in lines)
    guessed = len({line for line in lines if line.startswith("% guessed")})
    print_text(
        f"{name}: {count_text(stated, 'domain')} and {assumed} "
        f"{'hypothesis' if assumed == 1 else 'hypotheses'} from its sentences, {guessed} "
        f"{'guess' if guessed == 1 else 'guesses'} in comments; correct them, then check the copy"
    )
    return 0
