"""The ledger: the verdict of every row of the library's derivations, and the errata from them.

Run ``python -m tests.ledger --write`` in the root of the repository to write both anew; read the
difference: a row that loses its proof is a loss, whatever the reason. ``--busy FOLDER`` writes both
into a folder, from a cold cache and with the clocks of a busy machine. ``--cold FOLDER`` keeps in a
folder what is found, and prints what the search of a row took, in seconds of the processor.
"""

import json
import statistics
import sys
from pathlib import Path

import pytest

from boundcalc.document_checker import check, default_cache
from boundcalc.judgements import VerdictKind
from boundcalc.library import load_library, note_files
from boundcalc.notes.check import Report
from boundcalc.notes.errata import errata
from boundcalc.reports.errata import errata_markdown, sealed_errata
from boundcalc.reports.rows import relation_text
from tests.clocks import be_busy

ROOT = Path(__file__).resolve().parent.parent
LEDGER = ROOT / "tests" / "ledger.json"
ERRATA = ROOT / "docs" / "errata.md"
Ledger = dict[str, dict[str, list[list[str]]]]


def check_on_a_busy_machine(folder: Path) -> Report:
    """Write the ledger and the errata into a folder, and keep there what was found.

    It is a process of its own, and its clocks stay those of a busy machine.
    """
    be_busy(pytest.MonkeyPatch())
    report = check(note_files(), cache=folder)
    (folder / LEDGER.name).write_text(ledger_text(report), encoding="utf-8")
    (folder / ERRATA.name).write_text(errata_text(report), encoding="utf-8")
    return report


def ledger(report: Report) -> Ledger:
    """Return, by file and derivation, the verdict, relation and premises of each row."""
    result: Ledger = {}
    for document in report.documents:
        blocks = result.setdefault(Path(document.name).name, {})
        for row in document.rows:
            shown = relation_text(row.step.row.relation)
            given = [f"given {premise.text}" for premise in row.judgement.premises]
            said = (
                [f"says nothing: {row.judgement.says_nothing}"]
                if row.judgement.says_nothing
                else []
            )
            entry = [
                row.kind.value,
                shown,
                *(given if row.kind is VerdictKind.PROVED else []),
                *said,
            ]
            blocks.setdefault(row.step.block, []).append(entry)
    return result


def ledger_text(report: Report) -> str:
    """Return the ledger as JSON, a row on a line."""
    lines = ["{"]
    files = ledger(report)
    for name, blocks in files.items():
        lines.append(f"  {json.dumps(name)}: {{")
        for block, rows in blocks.items():
            lines.append(f"    {json.dumps(block)}: [")
            lines += [f"      {json.dumps(row, ensure_ascii=False)}," for row in rows]
            lines[-1] = lines[-1].removesuffix(",")
            lines.append("    ],")
        lines[-1] = lines[-1].removesuffix(",")
        lines.append("  },")
    lines[-1] = lines[-1].removesuffix(",")
    return "\n".join([*lines, "}"]) + "\n"


def errata_text(report: Report) -> str:
    """Return the page of errata as it is shipped."""
    theorems = load_library().theorems
    return sealed_errata(errata_markdown(errata(report), theorems), note_files(), theorems)


def cost_text(report: Report) -> str:
    """Return what the search of a row took: a median, and all; it decides nothing."""
    found = [row.judgement.seconds for document in report.documents for row in document.rows]
    total, middle = sum(found), 1000 * statistics.median(found)
    return (
        f"{len(found)} rows, {middle:.0f} ms of the processor in the median, {total:.0f} s in all"
    )


def main() -> int:
    if "--cold" in sys.argv[1:]:
        report = check(note_files(), cache=Path(sys.argv[-1]))
        print(cost_text(report))
    elif "--busy" in sys.argv[1:]:
        report = check_on_a_busy_machine(Path(sys.argv[-1]))
    else:
        report = check(note_files(), cache=default_cache())
    if "--write" in sys.argv[1:]:
        LEDGER.write_text(ledger_text(report), encoding="utf-8")
        ERRATA.parent.mkdir(exist_ok=True)
        ERRATA.write_text(errata_text(report), encoding="utf-8")
    print(report.summary)
    for error in report.errors:
        print(error.summary)
    return 0


if __name__ == "__main__":
    sys.exit(main())
