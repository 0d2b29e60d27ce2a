r"""Lecture notes as tests: ``pytest notes.tex`` collects each row of a derivation.

A file of LaTeX or Markdown is collected where it holds ``%! begin``, is named on the command line,
or is one of the documents of a ``boundcalc.toml`` above it.
pytest loads this module wherever boundcalc is installed, so that the rest of boundcalc is imported
when there is a document.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from boundcalc.document_items import NotesFile

SUFFIXES = (".md", ".tex")
MARK = b"%! begin"
MAX_BYTES = 4 << 20
LISTED = pytest.StashKey[dict[Path, frozenset[Path]]]()  # documents of projects, by folder


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> NotesFile | None:
    """Collect a file that holds derivations, or is named on the command line."""
    if file_path.suffix.lower() not in SUFFIXES:
        return None
    is_named = parent.session.isinitpath(file_path)
    if not is_named and not _has_derivations(file_path) and not _is_listed(file_path, parent):
        return None
    from boundcalc.document_items import NotesFile

    collected: NotesFile = NotesFile.from_parent(parent, path=file_path)
    return collected


def _has_derivations(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return MARK in file.read(MAX_BYTES)
    except OSError:
        return False


def _is_listed(path: Path, parent: pytest.Collector) -> bool:
    """Return whether a file is one of the documents of its project."""
    from boundcalc.language.errors import BoundError
    from boundcalc.situations.projects import find_project

    known = parent.config.stash.setdefault(LISTED, {})
    folder = path.parent.resolve()
    if folder not in known:
        try:
            project = find_project(folder)
            files = () if project is None else project.files()
        except BoundError as error:
            raise pytest.UsageError(str(error)) from error
        known[folder] = frozenset(Path(name).resolve() for name in files)
    return path.resolve() in known[folder]
