"""Searches that remember: where something stands next, asked again and again on the way down.

What opens needs the place of what closes it. Asked at each opener of a text that closes nothing,
a plain search would go through the rest of the text each time.

Main definitions
----------------
`Finder`: the next place of a pattern, found once for all openers before it.
"""

from __future__ import annotations

import re

Span = tuple[int, int]


class Finder:
    """The next places of patterns in a text; searches in the order of the text take linear time.

    Parameters
    ----------
    text : str
        What is searched.

    Examples
    --------
    >>> finder = Finder("a ) b ) c")
    >>> finder.next(re.compile("[)]"), 0), finder.next(re.compile("[)]"), 3)
    ((2, 3), (6, 7))
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.known: dict[re.Pattern[str], tuple[int, Span | None]] = {}
        self.searched = 0  # how many characters were looked at, at most

    def next(self, pattern: re.Pattern[str], at: int) -> Span | None:
        """Return where a pattern stands first at or behind a place, if it does.

        No match of the pattern may depend on where the search began.
        """
        known = self.known.get(pattern)
        if known is not None:
            asked, span = known
            if asked <= at and (span is None or at <= span[0]):
                return span
        found = pattern.search(self.text, at)
        span = found.span() if found else None
        self.searched += (span[1] if span else len(self.text)) - at
        self.known[pattern] = (at, span)
        return span
