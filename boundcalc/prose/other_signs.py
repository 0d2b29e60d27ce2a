r"""Whether a text gives a sign another meaning: "we write $a \le b$ if $a$ divides $b$".

Main definitions
----------------
`other_signs`: the words of a text that give the sign of a row, or one in it, another meaning.
"""

from __future__ import annotations

import re
from functools import lru_cache

_ORDER = r"\\(?:le|leq|leqslant|ge|geq|geqslant|lt|gt)(?![A-Za-z])|[<>\u2264\u2265]"
_SIGNS = {
    "order": _ORDER,
    "equality": r"=",
    "sum": r"\+",
    "product": r"\\(?:cdot|times)(?![A-Za-z])|\*",
}
_SIDE = r"\s*(?:\\(?:mathbf|mathcal|boldsymbol|vec)\s*\{?)?\\?[A-Za-z]+\}?(?:_\{?\w+\}?)?'?\s*"
_WRITE = r"\b(?:writ\w+|say\w*|denot\w+|call\w*|mean\w*|defin\w+|understand|interpret\w*|let)\b"
_MEANS = (
    r"\s*,?\s*(?:to\s+)?(?:means?|meaning|denotes?|stands?|indicates?|signif\w+|abbreviat\w+|hides?"
    r"|refers?|we\s+(?:denote|mean|understand|write)|(?:is|are|be)\s+(?:meant|defined|understood"
    r"|short\w*|read|addition|multiplication|concatenation|composition|union|exclusive|bitwise"
    r"|(?:the|an?)\s+(?:[\w-]+\s+){0,2}(?:order\w*|relation))|denote)\b"
)
_WHEN = r"\s*,?\s*(?:if|iff|when|whenever|provided|to\s+(?:mean|say|denote|indicate)|for\s+the)\b"
_UP_TO = re.compile(
    r"(?i)\b(?:in)?equalit(?:y|ies)\s+(?:(?:is|are|hold|holds|meant|understood|always|here)\s+)*"
    r"(?:up\s+to|modulo|in\s+(?:distribution|law|the\s+sense)|almost\s+surely|component-?wise"
    r"|coordinate-?wise|entry-?wise|stochastic\w*)"
)


def other_signs(text: str, row: str) -> str:
    r"""Return the words that give a sign in a row another meaning, or nothing.

    Examples
    --------
    >>> other_signs(r"We write $a \le b$ if $a$ divides $b$.", r"a \geq b")
    'write $a \\le b$ if'
    >>> other_signs(r"We know that $a \le b$ if $a < 1$.", r"a \le b")
    ''
    """
    said = (_given(text, kind) for kind, sign in _SIGNS.items() if re.search(sign, row))
    of_any = _UP_TO.search(text)
    return next(filter(None, said), "" if of_any is None else of_any.group())


@lru_cache(maxsize=4096)
def _given(text: str, kind: str) -> str:
    sign = _SIGNS[kind]
    alone = rf"\$\s*(?:{sign})\s*\$|\\\(\s*(?:{sign})\s*\\\)"
    between = rf"\$\s*{_SIDE}(?:{sign}){_SIDE}\$|\\\(\s*{_SIDE}(?:{sign}){_SIDE}\\\)"
    writes = rf"{_WRITE}[^.;$]{{0,40}}"
    ways = (
        rf"{writes}(?:{between}){_WHEN}",
        rf"(?:{between}|{alone}){_MEANS}",
        rf"(?:symbols?|signs?|notation|relation|order|operation|{_WRITE})[^.;$]{{0,40}}(?:{alone})",
    )
    found = re.search(f"(?i){'|'.join(ways)}", text)
    return "" if found is None else " ".join(found.group().split())
