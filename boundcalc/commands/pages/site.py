"""``boundcalc site``: the library as a folder of pages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boundcalc.document_checker import check, default_cache
from boundcalc.library import note_files, proof_files
from boundcalc.site.build import build_site, make_folder
from boundcalc.waiting import progress

if TYPE_CHECKING:
    from boundcalc.notes.check import Report


def site(
    output: Annotated[str, typer.Option("-o", "--output", metavar="DIR", help="The folder.")],
    is_forced: Annotated[
        bool, typer.Option("--force", help="Write into a folder that is not empty.")
    ] = False,
) -> None:
    """The library as a folder of pages: theorems, derivations, errata, and a calculator.

    The pages need no network. Derivations are checked again, or taken from the cache.
    """
    make_folder(Path(output), is_forced=is_forced)
    show = progress("pages are written")
    count = build_site(Path(output), _report(), is_forced=is_forced, progress=show)
    print(f"written: {count} files in {output}", file=sys.stderr)


def _report() -> Report:

    return check(
        note_files(),
        cache=default_cache(),
        proofs=proof_files(),
        progress=progress("relations are decided"),
    )
