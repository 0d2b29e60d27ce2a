"""What a document with directives still needs, in words."""

from __future__ import annotations

from boundcalc.notes.guide import Guide


def guide_text(name: str, guide: Guide, *, is_markdown: bool) -> str:
    """Return the advice for one document, with the lines to paste."""
    lines = pasted(guide, is_markdown=is_markdown)
    head = f"{name}: paste these lines where they are missing, and correct the domains:"
    return "\n".join([head, *(f"  {line}" for line in lines)])


def pasted(guide: Guide, *, is_markdown: bool) -> list[str]:
    """Return the directives as they stand in a document."""
    lines = list(guide.directives)
    return ["<!--", *lines, "-->"] if is_markdown else lines
