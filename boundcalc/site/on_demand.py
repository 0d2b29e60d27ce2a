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
from boundcalc.library import library_folders, note_files, proof_files
from boundcalc.notes.check import Report
from boundcalc.notes.judging import CheckedRow
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
    return page_makers(_report, _rows, is_live=True)


def _report() -> Report:
    return check(note_files(), cache=default_cache(), proofs=proof_files())


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
