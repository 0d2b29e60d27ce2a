r"""Main files: a chapter without a preamble takes its macros from the file that includes it.

Main definitions
----------------
`main_file_of`: the file that includes a chapter. `preamble_of_main`: the macros of its preamble.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from boundcalc.tex.files import STANDARD_INPUT, Preamble, read_preamble, read_text
from boundcalc.tex.groups import DocumentError

MAX_FILES = 60  # that are looked at in a folder
ANNOTATED = ".annotated"  # in the name of a copy, which stands for the chapter
FOLDERS = 3  # the one of the chapter and those above it
ROOT_MARKS = (".git", ".hg")  # a document does not reach beyond its repository
_INCLUDED = re.compile(r"\\(?:input|include|subfile|import)\s*\{\s*(?P<path>[^{}#]+?)\s*\}")
_COMMENT = re.compile(r"(?m)(?<!\\)%.*$")


def main_file_of(path: str | Path) -> Path | None:
    r"""Return the file that begins a document and includes a chapter, or None without one.

    It lies in the folder of the chapter or in one of the two above, within its repository.

    Parameters
    ----------
    path : str or Path
        A LaTeX file; one that begins a document itself is no chapter.
    """
    if str(path) == STANDARD_INPUT or Path(path).suffix.lower() != ".tex":
        return None
    try:
        chapter = Path(path).resolve()
        if _begins_document(read_text(chapter, str(path))):
            return None
    except (DocumentError, OSError, ValueError, RuntimeError):  # its reader says what is wrong
        return None
    chapter = chapter.with_name(chapter.name.replace(ANNOTATED, ""))
    return next((file for file in _candidates(chapter) if _includes(file, chapter)), None)


def preamble_of_main(path: str | Path) -> Preamble | None:
    """Return the macros of the file that includes a chapter, or None without such a file."""
    main = main_file_of(path)
    try:
        return None if main is None else read_preamble(main)
    except DocumentError:
        return None


def _candidates(chapter: Path) -> Iterator[Path]:
    """Yield the other LaTeX files of the folders of a chapter, the nearest first."""
    for folder in chapter.parents[:FOLDERS]:
        try:
            files = sorted(folder.glob("*.tex"))[:MAX_FILES]
            is_root = any((folder / mark).exists() for mark in ROOT_MARKS)
        except OSError:
            return
        yield from (file for file in files if file != chapter)
        if is_root:
            return


def _includes(file: Path, chapter: Path) -> bool:
    r"""Return whether a file begins a document and includes a chapter by ``\input``."""
    try:
        text = _COMMENT.sub("", read_text(file, file.name))
    except DocumentError:
        return False
    paths = (found["path"] for found in _INCLUDED.finditer(text))
    return _begins_document(text) and any(
        (file.parent / path).with_suffix(".tex") == chapter for path in paths
    )


def _begins_document(text: str) -> bool:
    return r"\begin{document}" in text or r"\documentclass" in text
