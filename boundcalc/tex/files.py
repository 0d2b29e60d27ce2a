r"""Files: documents on disk, with what they include, and what is no document."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from boundcalc.tex.documents import Inclusion, Part, read_parts
from boundcalc.tex.groups import DocumentError
from boundcalc.tex.macros import Definition, Macros, defined_names
from boundcalc.tex.markdown import plain_markdown
from boundcalc.tex.source import Fragment, ReaderError, SourceText

MAX_BYTES = 4 << 20
MAX_FILES = 200
STANDARD_INPUT = "-"
_MARKDOWN = (".md", ".markdown", ".mdown", ".mkd", ".rmd", ".qmd")
_LATEX = (".tex", ".ltx", ".latex")


@dataclass(frozen=True)
class Preamble:
    """What is in force before the first line of a document, because its project says so.

    `declarations` say what symbols are, and `written` is how the macros are written.
    """

    macros: Macros = field(default_factory=Macros)
    declarations: tuple[Fragment, ...] = ()
    written: str = ""


@dataclass
class Document:
    """The parts of a file and of the files that it includes, in order, and what was wrong.

    `declarations` are of its project, and give way to what it declares itself.
    """

    name: str
    parts: list[Part] = field(default_factory=list)
    errors: list[ReaderError] = field(default_factory=list)
    sources: list[SourceText] = field(default_factory=list)
    declarations: tuple[Fragment, ...] = ()


def read_file(path: str | Path, preamble: Preamble | None = None) -> Document:
    r"""Return the parts of a document, with the files that it includes by ``\input``.

    The name ``-`` stands for standard input, which is LaTeX, and includes nothing. What a document
    defines itself is no macro of the preamble in it.

    Raises
    ------
    DocumentError
        If the file does not exist, is neither LaTeX nor Markdown, is larger than 4 MiB, or is not
        text in UTF-8.
    """
    file = Path(path)
    if str(path) == STANDARD_INPUT:
        text = _decoded(sys.stdin.buffer.read(MAX_BYTES + 1), "-")
        return read_source(text, "-", preamble=preamble)
    suffix = file.suffix.lower()
    if suffix not in (*_MARKDOWN, *_LATEX):
        raise DocumentError(
            f"{str(path)!r:.80} is neither LaTeX (.tex) nor Markdown (.md) by its name"
        )
    document = _begun(str(path), preamble)
    text = read_text(file, str(path))
    text = plain_markdown(text) if suffix in _MARKDOWN else text
    source = _source(text, str(path), preamble)
    _add(document, source, file.resolve().parent, (file.resolve(),), suffix in _MARKDOWN)
    return document


def is_markdown(name: str) -> bool:
    """Return whether a file is Markdown by its name."""
    return Path(name).suffix.lower() in _MARKDOWN


def read_source(
    text: str, name: str = "", *, is_markdown: bool = False, preamble: Preamble | None = None
) -> Document:
    r"""Return the parts of a text; an ``\input`` in it is not followed."""
    document = _begun(name, preamble)
    text = plain_markdown(text) if is_markdown else text
    _add(document, _source(text, name, preamble), None, (), is_markdown)
    return document


def read_up_to(file: Path, stop: int) -> Preamble:
    """Return the macros that are in force at a place of a document, with the files before it.

    Raises
    ------
    DocumentError
        If the file cannot be read, is larger than 4 MiB, or is not text in UTF-8.
    """
    source = SourceText(read_text(file, file.name)[:stop], file.name)
    document = Document(file.name)
    _add(document, source, file.resolve().parent, (file.resolve(),), is_markdown=False)
    known = source.macros.at(stop)
    macros = Macros(definitions=[Definition(name, macro, 0) for name, macro in known.items()])
    return Preamble(macros, written="\n".join(item.text for item in document.sources))


def _begun(name: str, preamble: Preamble | None) -> Document:
    return Document(name, declarations=() if preamble is None else preamble.declarations)


def _source(text: str, name: str, preamble: Preamble | None) -> SourceText:
    """Return a text with the macros of a preamble that it does not define itself."""
    if preamble is None:
        return SourceText(text, name)
    source = SourceText(text, name, beside=preamble.written)
    source.macros.take(preamble.macros.without(defined_names(text)), 0)
    return source


def read_text(file: Path, name: str) -> str:
    """Return the text of a file that is small enough and UTF-8."""
    try:
        with file.open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # a name with a zero byte is no name
        why = getattr(error, "strerror", None) or "it is no name of a file"
        raise DocumentError(f"{name!r:.80} cannot be read ({why})") from error
    return _decoded(data, name)


def _decoded(data: bytes, name: str) -> str:
    if len(data) > MAX_BYTES:
        raise DocumentError(
            f"{name!r:.80} has more than {MAX_BYTES >> 20} MiB, which is the limit; split it"
        )
    if b"\0" in data:
        raise DocumentError(f"{name!r:.80} is not a text: it holds a zero byte")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DocumentError(
            f"{name!r:.80} is not text in UTF-8: see line {line}; convert it"
        ) from error


def _add(
    document: Document,
    source: SourceText,
    folder: Path | None,
    above: tuple[Path, ...],
    is_markdown: bool,
) -> None:
    document.sources.append(source)
    parts = read_parts(source, is_markdown=is_markdown)
    document.errors += parts.errors
    for part in parts.found:
        if isinstance(part, Inclusion) and folder is not None:
            _include(document, source, part, folder, above)
        else:
            document.parts.append(part)


def _include(
    document: Document,
    outer: SourceText,
    part: Inclusion,
    folder: Path,
    above: tuple[Path, ...],
) -> None:
    """Add the parts of an included file, if it lies in the folder of the document."""
    name = part.path if Path(part.path).suffix else f"{part.path}.tex"
    try:
        file = (folder / name).resolve()
        is_inside = bool(part.path) and file.is_relative_to(folder)
    except (OSError, ValueError, RuntimeError):
        is_inside = False
    if part.is_package:
        if is_inside and file.is_file() and file not in above and len(document.sources) < MAX_FILES:
            _use(document, outer, part, file, name)
        return
    if not is_inside:
        _fail(document, part, r"\input is followed only below the folder of the document")
    elif file in above:
        _fail(document, part, "this file includes itself")
    elif len(document.sources) >= MAX_FILES:
        _fail(document, part, f"a document includes at most {MAX_FILES} files")
    else:
        shown = Path(document.name).parent / name
        try:
            macros = Macros(outer.macros, part.whole.start)
            beside = f"{outer.text}\n{outer.beside}"
            source = SourceText(read_text(file, str(shown)), str(shown), macros, beside=beside)
        except DocumentError as error:
            _fail(document, part, str(error))
            return
        _add(document, source, folder, (*above, file), is_markdown=False)
        outer.macros.include(macros, part.whole.stop, is_certain=not part.is_grouped)


def _use(document: Document, outer: SourceText, part: Inclusion, file: Path, name: str) -> None:
    """Take over what a package beside the document defines."""
    shown = Path(document.name).parent / name
    try:
        source = SourceText(read_text(file, str(shown)), str(shown))
    except DocumentError as error:
        _fail(document, part, str(error))
        return
    document.sources.append(source)
    read_parts(source, is_markdown=False)
    outer.macros.take(source.macros, part.whole.stop)


def _fail(document: Document, part: Inclusion, message: str) -> None:
    whole: Fragment = part.whole
    document.errors.append(ReaderError(message, whole, whole.start))
