"""What a document needs before it can be checked, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boundcalc.notes.guide import DisplayNote, Guide

MOST_DISPLAYS = 60


def guide_text(name: str, guide: Guide, *, is_markdown: bool) -> str:
    """Return the advice for one document, with the lines to paste."""
    return "\n".join(_lines(name, guide, is_markdown))


def _lines(name: str, guide: Guide, is_markdown: bool) -> Iterator[str]:
    if not guide.has_directives:
        read = sum(note.error is None for note in guide.displays)
        yield f"{name} has no directives, so that nothing was checked."
        yield f"Displays: {len(guide.displays)}, of which {read} can be read."
        yield from map(_display_line, guide.displays[:MOST_DISPLAYS])
        if len(guide.displays) > MOST_DISPLAYS:
            yield f"  ... and {len(guide.displays) - MOST_DISPLAYS} more"
        for error in guide.errors:
            yield f"  line {error.line:>4}  not read: {error.message} (column {error.column})"
        if read < len(guide.displays):
            yield "A display that is left as it is has the line '%! skip' before it."
    if guide.directives:
        where = "before the first display" if not guide.has_directives else "where they are missing"
        yield f"Paste these lines {where}, and correct the domains:"
        yield from (f"  {line}" for line in pasted(guide, is_markdown=is_markdown))
    elif not guide.has_directives:
        yield "No symbol needs a declaration; begin with the line"
        yield from (f"  {line}" for line in pasted(guide, is_markdown=is_markdown))


def pasted(guide: Guide, *, is_markdown: bool) -> list[str]:
    """Return the directives as they stand in a document."""
    lines = list(guide.directives) or ["%! log: natural"]
    return ["<!--", *lines, "-->"] if is_markdown else lines


def _display_line(note: DisplayNote) -> str:
    start = f"  line {note.line:>4}"
    if note.error is not None:
        error = note.error
        return f"{start}  not read: {error.message} (line {error.line}, column {error.column})"
    rows = "no relation" if not note.rows else f"{note.rows} row{'s' if note.rows > 1 else ''}"
    return f"{start}  {rows}" + (f", needs {', '.join(note.symbols)}" if note.symbols else "")


def guide_json(guide: Guide) -> dict[str, Any]:
    """Return the advice for one document as one object."""
    return {
        "displays": [
            {
                "file": note.file,
                "line": note.line,
                "rows": note.rows,
                "undeclared": list(note.symbols),
                "error": None if note.error is None else note.error.summary,
            }
            for note in guide.displays
        ],
        "declare": list(guide.directives),
    }
