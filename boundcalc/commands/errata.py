"""``boundcalc errata``: what the derivations of the library found wrong in print."""

from __future__ import annotations

from boundcalc.console import Json, print_text
from boundcalc.document_checker import check, default_cache
from boundcalc.library import load_library, note_files, proof_files
from boundcalc.notes.errata import errata as found_in
from boundcalc.output.json import json_text
from boundcalc.reports.errata import errata_json, errata_markdown
from boundcalc.waiting import progress


def errata(as_json: Json = False) -> None:
    """Every defect that the checked derivations found: printed, counterexample, correction.

    Markdown on stdout. Derivations are checked again, or taken from the cache of certificates.
    """
    found = found_in(
        check(
            note_files(),
            cache=default_cache(),
            proofs=proof_files(),
            progress=progress("relations are decided"),
        )
    )
    if as_json:
        print_text(json_text(errata_json(found)))
    else:
        print_text(errata_markdown(found, load_library().theorems).rstrip())
