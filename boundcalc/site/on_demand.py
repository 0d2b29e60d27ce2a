"""Pages that are made when they are asked for, and kept on disk from one server to the next."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from boundcalc.document_checker import check, default_cache
from boundcalc.language.errors import QuestionError
from boundcalc.library import library_folders, load_library, note_files, proof_files
from boundcalc.notes.errata import errata
from boundcalc.notes.judging import CheckedRow
from boundcalc.reports.errata import errata_markdown, shipped_errata
from boundcalc.site.build import Maker, page_makers
from boundcalc.site.guides import guide_folder
from boundcalc.site.library_pages import rows_of


def page_text(path: str) -> str:
    """Return the text of a page of the live site, from the disk or made now.

    Raises
    ------
    QuestionError
        If the site has no such page.
    """
    makers = _makers()
    if path not in makers:
        raise QuestionError(f"there is no page {path!a:.60}")
    place = default_cache() / "pages" / _fingerprint() / path
    with contextlib.suppress(OSError, UnicodeError):
        return place.read_text(encoding="utf-8")
    text = makers[path]()
    with contextlib.suppress(OSError):
        _keep(place, text)
    return text


@cache
def _makers() -> dict[str, Maker]:
    return page_makers(_errata_text, _rows, is_live=True)


def _errata_text() -> str:
    """Return the errata that were shipped, or those of now where derivations or theorems differ."""
    theorems, folder = load_library().theorems, guide_folder()
    if folder is not None:
        with contextlib.suppress(OSError, UnicodeError):
            shipped = (folder / "errata.md").read_text(encoding="utf-8")
            found = shipped_errata(shipped, note_files(), theorems)
            if found is not None:
                return found
    report = check(note_files(), cache=default_cache(), proofs=proof_files())
    return errata_markdown(errata(report), theorems)


def _rows(id: str) -> Sequence[CheckedRow]:
    """Return the rows of the derivations of a theorem, from the documents that hold one."""
    begins = re.compile(rf"begin {re.escape(id)}(?![\w-])")
    holding = [path for path in note_files() if begins.search(path.read_text(encoding="utf-8"))]
    if not holding:
        return []
    return rows_of(check(holding, cache=default_cache(), proofs=proof_files())).get(id, [])


def _keep(place: Path, text: str) -> None:
    """Write a page as a whole or not at all, whoever else writes it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=place.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(name, place)


@cache
def _fingerprint() -> str:
    """Return a name for the code, the libraries and the guides that the pages are made of."""
    found = sha256()
    for path in _sources():
        about = path.stat()
        found.update(f"{path}\0{about.st_size}\0{about.st_mtime_ns}\n".encode())
    return found.hexdigest()[:32]


def _sources() -> Iterator[Path]:
    guides = guide_folder()
    folders = [Path(str(files("boundcalc"))), *library_folders(), *([guides] if guides else [])]
    for folder in folders:
        yield from sorted(
            path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"
        )
