r"""Conditions of TeX: what stands between ``\if...`` and ``\fi``, found in one pass.

Main definitions
----------------
`Condition`: one of them, with the place of its ``\else``.
`Conditions`: all that end, by their places; and whether a place depends on one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from boundcalc.tex.finding import Span

_CONDITIONAL = re.compile(
    r"%[^\n]*|\\newif\s*\\[A-Za-z@]+"
    r"|\\(?P<word>if(?!(?:f|thenelse|blank|str[a-z]+|def(?!ined)[a-z]+|bool|toggle|num[a-z]+"
    r"|dim[a-z]+)(?![A-Za-z@]))[A-Za-z@]*|else|fi)"
    r"(?![A-Za-z@])|\\[\s\S]"
)


@dataclass(frozen=True, slots=True)
class Condition:
    r"""What stands between a command such as ``\iftrue`` and its ``\fi``."""

    word: str
    start: int
    stop: int
    middle: int  # behind its \\else, or 0


class Conditions:
    r"""The conditions of a text.

    Examples
    --------
    >>> found = Conditions(r"\ifx a \else b \fi c")
    >>> found.is_uncertain(5), found.is_uncertain(19)
    (True, False)
    """

    def __init__(self, text: str) -> None:
        self.found: dict[int, Condition] = {}
        begun: list[tuple[re.Match[str], int]] = []
        for mark in _CONDITIONAL.finditer(text):
            word = mark["word"] or ""
            if word.startswith("if"):
                begun.append((mark, 0))
            elif word == "else" and begun:
                begun[-1] = (begun[-1][0], mark.end())
            elif word == "fi" and begun:
                first, middle = begun.pop()
                item = Condition(first["word"], first.start(), mark.end(), middle)
                self.found[item.start] = item
        self.uncertain: list[Span] = []  # where it is not known what counts; none overlap
        for start in sorted(self.found):
            item = self.found[start]
            is_known = item.word in ("iftrue", "iffalse")
            if not is_known and (not self.uncertain or start >= self.uncertain[-1][1]):
                self.uncertain.append((start, item.stop))

    def is_uncertain(self, place: int) -> bool:
        r"""Return whether a place depends on a condition other than ``\iftrue``."""
        at = bisect_right(self.uncertain, (place, 0)) - 1
        return at >= 0 and place < self.uncertain[at][1]
