r"""Where the parts of a document begin and end between its sentences.

Main definitions
----------------
`around`: from where to where a part reaches, with a comment around it. `ends_sentence`: whether a
display ends the sentence in which it stands.
"""

from __future__ import annotations

import re

from boundcalc.prose.chinese import STOPS
from boundcalc.tex.documents import Directive, Display, Part
from boundcalc.tex.files import is_markdown

_TAIL_LENGTH = 400
_TAIL = re.compile(  # possessive, as a row of % could be parted in too many ways
    r"(?:\\(?:tag|label)\*?\s*+\{[^{}]*+\}|\\nonumber|\\notag|\\end\s*+\{[A-Za-z]++\*?\}|\\\\"
    r"|\\qed[a-z]*+|[\s&}~]|%[^\n]*+|\\[,;:! ]|\\q?quad)*+\Z"
)


def around(part: Part, reached: int) -> tuple[int, int]:
    """Return where a part begins and ends, with the comment of HTML in which it stands."""
    first, last = part.whole.start, part.whole.stop
    text = part.whole.source.text
    if isinstance(part, Directive) and is_markdown(part.whole.source.name):
        opened, closed = text.rfind("<!--", min(reached, first), first), text.find("-->", last)
        if opened >= 0 and closed >= 0 and text.find("-->", opened, first) < 0:
            return opened, closed + 3
    return first, last


def ends_sentence(display: Display) -> bool:
    """Return whether a display ends in a full stop."""
    formula = display.formula
    text = formula.part(max(formula.start, formula.stop - _TAIL_LENGTH), formula.stop).text
    return _TAIL.sub("", text).rstrip(" }").endswith((".", "?", "!", *STOPS)) if text else False
