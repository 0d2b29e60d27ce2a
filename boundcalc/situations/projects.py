r"""Projects: what ``boundcalc.toml`` puts in force in the documents of a folder.

Main definitions
----------------
`Project`: the documents, macros and symbols of a project.
`find_project`: the project of a folder, found upward.
`preamble_of`: what its project puts in force in a document.
`declared_by_project`: the domains among that; `read_declared`: those of one declaration.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from boundcalc.language.expressions import Symbol
from boundcalc.reader.declarations import read_where
from boundcalc.reader.scope import Scope
from boundcalc.situations.main_files import ROOT_MARKS, preamble_of_main
from boundcalc.situations.situations import Domained, Origin
from boundcalc.tex.files import STANDARD_INPUT, Document, Preamble
from boundcalc.tex.groups import DocumentError
from boundcalc.tex.macros import MAX_BODY, MAX_DEFINITIONS, Macros
from boundcalc.tex.source import Fragment, ReaderError, SourceText

FILE_NAME = "boundcalc.toml"
TABLES = ("documents", "macros", "symbols")
MAX_BYTES = 1 << 20
_MACRO_NAME = re.compile(r"\\(?:[A-Za-z]+|[^A-Za-z\s{}\\%#])\Z")
_KINDS = (
    r"matri(?:x|ces)|vectors?|tensors?|operators?|sets?|subsets?|functions?|functionals?|graphs?"
    r"|events?|spaces?|subspaces?|maps?|mappings?|algorithms?|mechanisms?|datasets?|databases?"
    r"|random variables?|sequences?|tuples?|measures?|distributions?|famil(?:y|ies)|groups?|rings?"
    r"|projections?|polynomials?|processes|process|transforms?|categor(?:y|ies)|elements?|objects?"
)
_LINKS = r"(?:is|be|are|being|denotes?|a|an|the|any|some|every|each|two|three|both|such)\s{1,9}"
_SIZES = r"(?:of|in|on|for|from|by|with|to|number|size|then|that|where|we|so)\b"


@dataclass(frozen=True)
class Project:
    """What a file ``boundcalc.toml`` says.

    Parameters
    ----------
    file : Path
        The file.
    documents : tuple of str
        Patterns of files, relative to the folder of the file.
    preamble : Preamble
        Macros and declarations, in force before the first line of each document.
    """

    file: Path
    documents: tuple[str, ...]
    preamble: Preamble

    def files(self) -> tuple[str, ...]:
        """Return the documents of the project, in the order of the patterns.

        Raises
        ------
        DocumentError
            If a pattern fits no file.
        """
        found: dict[str, None] = {}
        for pattern in self.documents:
            paths = sorted(path for path in self.file.parent.glob(pattern) if path.is_file())
            if not paths:
                raise _error(self.file, f"no file fits {pattern!r:.80} of documents; correct it")
            found.update(dict.fromkeys(map(_shown, paths)))
        return tuple(found)


def find_project(folder: Path) -> Project | None:
    """Return the project of a folder: the nearest file upward, within the repository.

    Raises
    ------
    DocumentError
        If the file says something that it cannot.
    """
    for place in (folder, *folder.parents):
        if (place / FILE_NAME).is_file():
            return read_project(place / FILE_NAME)
        if any((place / mark).exists() for mark in ROOT_MARKS):
            return None
    return None


def project_of(path: str | Path) -> Project | None:
    """Return the project of a document; that of standard input is the working folder's."""
    if str(path) == STANDARD_INPUT:
        return find_project(Path.cwd())
    try:
        folder = Path(path).resolve().parent
    except (OSError, ValueError, RuntimeError):  # no file, as a link to itself; its reader says so
        return None
    return find_project(folder)


def preamble_of(path: str | Path) -> Preamble | None:
    """Return what is in force in a document before its first line, or None where nothing is.

    This is what its project says, and the macros of the file that includes it, if it is a chapter.

    Raises
    ------
    DocumentError
        If the file ``boundcalc.toml`` says something that it cannot.
    """
    project, main = project_of(path), preamble_of_main(path)
    if project is None or main is None:
        return main if project is None else project.preamble
    macros = Macros()
    macros.take(main.macros, 0)
    macros.take(project.preamble.macros, 0)
    written = f"{main.written}\n{project.preamble.written}"
    return replace(project.preamble, macros=macros, written=written)


def declared_by_project(document: Document) -> dict[str, Domained]:
    """Return what declarations of a project say of names, but for those that are something else.

    A letter that the document calls a matrix or a set is no number in it.
    """
    found: dict[str, Domained] = {}
    for place in document.declarations:
        origin = Origin(0, place.text, file=place.source.name)
        typed = place.text.split()[0].rstrip(",")
        for item in read_declared(place, origin, is_vague=False):
            if not any(_is_no_number(document, name) for name in (item.name, typed)):
                found[item.name] = item
    return found


def _is_no_number(document: Document, name: str) -> bool:
    """Return whether a document calls a letter what no number is, before or behind it."""
    inner = r"[^$]{0,200}"  # bounded, as are the lists: the work is linear in the text
    letter = rf"\${inner}(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z]){inner}\$"
    others = rf"(?:\s{{0,9}}(?:,|and|or){{1,2}}\s{{0,9}}\${inner}\$){{0,6}}"
    words = rf"(?:{_LINKS}){{0,3}}(?:(?!{_SIZES})[A-Za-z-]{{1,40}}\s{{1,9}}){{0,3}}"
    behind = rf"{letter}{others},?\s{{1,9}}{words}(?:{_KINDS})\b"
    before = rf"\b(?:{_KINDS})\s{{1,9}}(?:\${inner}\$[\s,]{{0,9}}(?:and\s{{1,9}})?){{0,6}}{letter}"
    pattern = re.compile(rf"{behind}|{before}", re.IGNORECASE)
    return any(pattern.search(source.text) for source in document.sources)


def read_declared(argument: Fragment, origin: Origin, *, is_vague: bool) -> Iterator[Domained]:
    """Yield the names that a declaration such as ``x, y in (0, 1)`` gives a domain.

    Raises
    ------
    ReaderError
        If it is no declaration.
    """
    scope = read_where(argument)
    for name, value in scope.names.items():
        if isinstance(value, Symbol):
            yield Domained(name, value.domain, origin, is_vague)
    for phrases in scope.phrases.values():
        for phrase in phrases:
            if isinstance(phrase.value, Symbol):
                name = phrase.spelling.latex
                yield Domained(name, phrase.value.domain, origin, is_vague)


def read_project(file: Path) -> Project:
    """Return what a file ``boundcalc.toml`` says.

    Raises
    ------
    DocumentError
        If it cannot be read, has a key that it cannot have, or a value that cannot be understood.
    """
    data = _data(file)
    for key in data:
        if key not in TABLES:
            raise _error(file, f"has no key {key!a:.40}; it may have {', '.join(TABLES)}")
    macros, written = _macros(file, _table(file, data, "macros"))
    declared = tuple(_declarations(file, _table(file, data, "symbols"), macros))
    return Project(file, _documents(file, data), Preamble(macros, declared, written))


def _data(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise _error(file, f"has more than {MAX_BYTES >> 20} MiB, which is the limit")
        return tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        raise _error(file, f"cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise _error(file, "is not text in UTF-8; convert it") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _error(file, f"is no TOML: {error!s:.200}") from error


def _table(file: Path, data: dict[str, Any], name: str) -> dict[str, str]:
    table = data.get(name, {})
    if not isinstance(table, dict):
        raise _error(file, f"needs a table [{name}], but {name} is {_kind(table)}")
    for key, value in table.items():
        if not isinstance(value, str):
            raise _error(file, f"needs a text for {key!a:.40} of [{name}], not {_kind(value)}")
    return table


def _documents(file: Path, data: dict[str, Any]) -> tuple[str, ...]:
    patterns = data.get("documents", [])
    if not isinstance(patterns, list) or not all(isinstance(item, str) for item in patterns):
        raise _error(file, 'needs a list of patterns for documents, such as ["notes/*.tex"]')
    for pattern in patterns:
        parts = Path(pattern).parts
        if not parts or ".." in parts or Path(pattern).is_absolute() or "\0" in pattern:
            raise _error(
                file,
                f"names documents below its folder alone, such as notes/*.tex, not {pattern!a:.60}",
            )
    return tuple(patterns)


def _macros(file: Path, table: dict[str, str]) -> tuple[Macros, str]:
    """Return the macros of a table, and how they are written; ``#1`` to ``#9`` are arguments."""
    if len(table) > MAX_DEFINITIONS:
        raise _error(file, f"has more than {MAX_DEFINITIONS} macros, which is the limit")
    macros = Macros()
    lines = []
    for name, body in table.items():
        if not _MACRO_NAME.match(name):
            raise _error(file, rf"needs a command such as '\eps' for a macro, not {name!a:.40}")
        count = max((int(digit) for digit in re.findall(r"#([1-9])", body)), default=0)
        line = rf"\renewcommand{{{name}}}" + (f"[{count}]" if count else "") + f"{{{body}}}"
        item, end = macros.read(line, 0)
        if item is None or item.macro is None or end != len(line) or len(body) > MAX_BODY:
            raise _error(
                file,
                f"defines {name} by a text that cannot be put in; its braces and #1 to #9 count",
            )
        lines.append(line)
    return macros, "\n".join(lines)


def _declarations(file: Path, table: dict[str, str], macros: Macros) -> Iterator[Fragment]:
    """Yield the declarations of a table, each of which was read for a trial."""
    scope = Scope()
    for name, domain in table.items():
        source = SourceText(f"{name} {domain}", FILE_NAME)
        source.macros.take(macros, 0)
        fragment = Fragment(source, 0, len(source.text))
        try:
            scope = read_where(fragment, scope)
        except ReaderError as error:
            what = f"cannot declare {name!a:.40} as {domain!a:.40}: {error.message}"
            raise _error(file, what) from error
        yield fragment


def _kind(value: object) -> str:
    names = {str: "a text", bool: "a truth value", int: "a number", float: "a number"}
    return names.get(type(value), "a list" if isinstance(value, list) else "a table")


def _shown(path: Path) -> str:
    """Return a path as it is shortest to read: from the working folder, where it lies below."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _error(file: Path, message: str) -> DocumentError:
    return DocumentError(f"{_shown(file)} {message}")
