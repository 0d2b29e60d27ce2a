"""Environments that a document makes for its statements, with what these are called."""

from __future__ import annotations

import re
from collections.abc import Iterable

from boundcalc.tex.files import Document

_NEWTHEOREM = re.compile(
    r"\\(?:newtheorem|declaretheorem|newmdtheoremenv|spnewtheorem)\*?\s*"
    r"(?:\[[^\]]*?(?:name=\{?(?P<named>[^,\]}]*)\}?)?[^\]]*\])?\s*\{(?P<name>[A-Za-z]+\*?)\}"
    r"(?:\s*\[[^\]]*\])?\s*(?:\{(?P<title>[^{}]*)\})?"
)


def named_environments(document: Document) -> Iterable[tuple[str, str]]:
    """Yield the environments that a document names, each with the title of what stands in it."""
    for source in document.sources:
        for found in _NEWTHEOREM.finditer(source.text):
            title = found["title"] or found["named"]
            if title:
                yield found["name"], title.strip()
