r"""Macros that a document defines: ``\newcommand``, ``\renewcommand``, ``\def``, and operators.

A macro is its text, with ``#1`` to ``#9`` for its arguments. Only what is written in the document
counts; a style file is not opened.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_HEAD = re.compile(
    r"\\(?P<kind>(?:re|provide)?newcommand|DeclareMathOperator|g?def)\b(?P<star>\*?)\s*"
    r"(?:\{\s*(?P<braced>\\(?:[A-Za-z]+|[^A-Za-z\s]))\s*\}|(?P<bare>\\(?:[A-Za-z]+|[^A-Za-z\s])))\s*"
    r"(?:\[(?P<count>[0-9])\])?\s*(?P<default>\[[^\]]*\])?(?P<parameters>(?:#[1-9])*)\s*(?=\{)"
)
MAX_BODY = 2000


@dataclass(frozen=True, slots=True)
class Macro:
    """The number of arguments, and the text in which they are put."""

    count: int
    body: str

    def expand(self, arguments: list[str]) -> str:
        """Return the text with the arguments in their places."""
        return re.sub(
            r"#([1-9])",
            lambda found: arguments[int(found[1]) - 1] if int(found[1]) <= self.count else found[0],
            self.body,
        )


@dataclass
class Macros:
    """The macros of a document by name; None where two definitions differ."""

    known: dict[str, Macro | None] = field(default_factory=dict)

    def read(self, text: str, at: int) -> int:
        """Keep the definition that begins at `at`, and return where it ends.

        A definition that is not understood is passed over: its name stays unknown.
        """
        found = _HEAD.match(text, at)
        if found is None:
            return at + 1
        end = closing_brace(text, found.end(), found.end() + MAX_BODY)
        if end is None:
            return found.end()
        name = found["braced"] or found["bare"]
        parameters = (found["parameters"] or "").count("#")
        macro = Macro(int(found["count"] or parameters), text[found.end() + 1 : end])
        if found["kind"] == "DeclareMathOperator":
            macro = Macro(0, rf"\operatorname{{{macro.body}}}")
        if found["default"] or self.known.get(name, macro) != macro:
            self.known[name] = None
        else:
            self.known[name] = macro
        return end + 1


def closing_brace(text: str, opener: int, limit: int) -> int | None:
    """Return where the brace that opens at `opener` closes, if it does before `limit`."""
    depth, at = 0, opener
    stop = min(limit, len(text))
    while at < stop:
        char = text[at]
        if char == "\\":
            at += 2
            continue
        depth += (char == "{") - (char == "}")
        if depth == 0:
            return at
        at += 1
    return None
