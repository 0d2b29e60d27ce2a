r"""Main files: a chapter without a preamble takes its macros from the file that includes it.

Main definitions
----------------
`main_file_of`: the file that includes a chapter. `preamble_of_main`: the macros in force there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from boundcalc.tex.documents import Inclusion, read_parts
from boundcalc.tex.files import STANDARD_INPUT, Preamble, read_text, read_up_to
from boundcalc.tex.groups import DocumentError
from boundcalc.tex.source import SourceText

MAX_FILES = 60  # that are looked at in a folder
ANNOTATED = ".annotated"  # in the name of a copy, which stands for the chapter
FOLDERS = 3  # the one of the chapter and those above it
ROOT_MARKS = (".git", ".hg")  # a document does not reach beyond its repository


def main_file_of(path: str | Path) -> Path | None:
    r"""Return the one file that begins a document and includes a chapter, or None.

    It lies in the folder of the chapter or in one of the two above, within its repository. Where
    several files include the chapter, or one does so twice, there is none.

    Parameters
    ----------
    path : str or Path
        A LaTeX file; one that begins a document itself is no chapter.
    """
    found = _inclusions(path)
    return found[0][0] if len(found) == 1 else None


def preamble_of_main(path: str | Path) -> Preamble | None:
    """Return the macros that are in force where the one main file of a chapter includes it."""
    found = _inclusions(path)
    if len(found) != 1:
        return None
    try:
        return read_up_to(*found[0])
    except DocumentError:
        return None


def _inclusions(path: str | Path) -> list[tuple[Path, int]]:
    """Return the main files that include a chapter, each with the place in it."""
    if str(path) == STANDARD_INPUT or Path(path).suffix.lower() != ".tex":
        return []
    try:
        chapter = Path(path).resolve()
        if _begins_document(read_text(chapter, str(path))):
            return []
    except (DocumentError, OSError, ValueError, RuntimeError):  # its reader says what is wrong
        return []
    chapter = chapter.with_name(chapter.name.replace(ANNOTATED, ""))
    return [(file, at) for file in _candidates(chapter) for at in _places(file, chapter)]


def _candidates(chapter: Path) -> Iterator[Path]:
    """Yield the other LaTeX files of the folders of a chapter, the nearest first."""
    for folder in chapter.parents[:FOLDERS]:
        try:
            files = [file for file in sorted(folder.glob("*.tex")) if file.is_file()]
            is_root = any((folder / mark).exists() for mark in ROOT_MARKS)
        except OSError:
            return
        yield from (file for file in files[:MAX_FILES] if file != chapter)
        if is_root:
            return


def _places(file: Path, chapter: Path) -> Iterator[int]:
    r"""Yield where a file that begins a document includes a chapter."""
    try:
        text = read_text(file, file.name)
        is_main = _begins_document(text) and chapter.stem in text
        parts = read_parts(SourceText(text, file.name), is_markdown=False).found if is_main else []
    except DocumentError:
        return
    for part in parts:
        if isinstance(part, Inclusion) and not part.is_package:
            try:
                is_it = (file.parent / part.path).with_suffix(".tex") == chapter
            except ValueError:
                is_it = False
            if is_it:
                yield part.whole.start


def _begins_document(text: str) -> bool:
    return r"\begin{document}" in text or r"\documentclass" in text
