r"""Notions that have a meaning already: "let $m$ be the maximum of $a$ and $b$, i.e." defines none.

What words call so is what it is, whatever a display says: the display claims which formula it has.
It defines where it shows the sign of the notion itself, as $\max$ for a maximum.

Main definitions
----------------
`names_notion`: whether the words before a display call what it shows by a notion of another sign.
"""

from __future__ import annotations

import re

from boundcalc.prose.prose import Sentence
from boundcalc.tex.documents import Display

_MEAN = r"(?:\\(?:sum|int|[cl]?dots|E|Exp)(?![A-Za-z])|\bE\b|\\math(?:bb|bf|rm)\s*\{?\s*E)"
_NEVER = r"(?!)"  # with no sign of its own
_SHOWN = {  # notions, and the sign of each
    r"sums?": r"\\(?:sum|int|[cl]?dots)(?![A-Za-z])|\+",
    r"differences?": "-",
    r"products?": r"\\(?:prod|[cl]?dots|cdot|times|langle)(?![A-Za-z])",
    r"quotients?|ratios?|reciprocals?": r"\\d?frac|/|\^\s*\{?-",
    r"means?|averages?": (
        rf"\A(?!.*\^\s*\{{?\s*2).*(?:{_MEAN}|\+.*/|/.*\+|\\d?frac.*\+)"
    ),
    r"moments?": _MEAN,
    r"variances?|covariances?|standard deviations?": rf"Var|Cov|{_MEAN}.*-|\\sqrt|\\sum",
    r"entrop(?:y|ies)|divergences?": r"\\(?:log|ln|sum|int)(?![A-Za-z])|[HD]|\\math",
    r"probabilit(?:y|ies)|chances?": r"\\(?:Pr|P)(?![A-Za-z])|\bPr?\b|\\math(?:bb|bf|rm)",
    r"maxim(?:um|a)|suprem(?:um|a)|(?:greater|larger)(?: one)?": r"\\(?:max|sup|vee)(?![A-Za-z])",
    r"minim(?:um|a)|infim(?:um|a)|smaller(?: one)?": r"\\(?:min|inf|wedge)(?![A-Za-z])",
    r"derivatives?|gradients?": r"\\(?:d?frac|nabla|partial|d?dot)(?![A-Za-z])|'|\\prime|\bD\b",
    r"integrals?": r"\\int|" + _MEAN,
    r"distances?|norms?|absolute values?|modul(?:us|i)|lengths?": (
        r"\||\\(?:\||norm|[lr]?[Vv]ert|sqrt|abs)"
    ),
    r"(?:square|cube) roots?": r"\\sqrt|\^\{?\s*\\?[a-z]*\{?1",
    r"floors?": r"\\lfloor|\\floor",
    r"ceilings?": r"\\lceil|\\ceil",
    r"numbers?(?= of\b)": r"\||\\#|\\(?:sum|binom|[lr]vert)|\\(?:mathbf|mathbb|mathds|ind)",
    r"(?:harmonic|chromatic|fibonacci|catalan) numbers?|(?:geometric|harmonic) means?|medians?"
    r"|squares?|cubes?|volumes?|areas?|perimeters?|angles?": _NEVER,
}  # fmt: skip
_SIGNS = tuple(
    (re.compile(rf"(?i)(?:{name})\b"), re.compile(sign, re.DOTALL)) for name, sign in _SHOWN.items()
)[::-1]  # the longer names first
_CALLS = re.compile(
    r"(?i)(?:(?:^|[.:;,]\s|\b(?:that|recall)\s)\W*"
    r"|\b(?:denote|define|defined|write|call|be|is|are|denotes?|represents?|where|with)\s+"
    "(?:(?:by|as)\\s+)?(?:\u27e6\\d+\u27e7\\s+)?)"
    r"(?:the|an?|its|their|this)\s+\**(?=(?P<words>[^.;]*)\Z)"
)
_BEHIND = re.compile(
    "(?i)\\W*where (?P<name>\u27e6\\d+\u27e7) (?:is|denotes) (?:the|an?) (?P<words>[^.;]*)"
)
_WORD = re.compile(  # with another adjective it is a notion of its own: "the weighted mean"
    r"(?i)(?:(?:non-?)?(?:positive|negative)|arithmetic|usual|ordinary|exact|first|second|third)\s+"
)
_ENDS = re.compile(  # behind the notion itself
    "\\W*(?:\\Z|[,:]|\\s\u27e6|\\s(?:of|between|from|for|over|on|in|at|is|are|to|as|by|that|with|i\\.e)\\b)"
)
_ANOTHER = re.compile(r"(?i)\b(?:define|let|set|put|where|then|write|call|consider|such that)\b")
_LONGEST = 300  # characters before a display


def names_notion(sentence: Sentence, number: int) -> bool:
    r"""Return whether words before a display call what it shows by a notion of another sign.

    Examples
    --------
    >>> from boundcalc.prose.prose import read_prose, sentences
    >>> from boundcalc.tex.files import read_source
    >>> def names(words, shown):
    ...     (sentence,) = sentences(read_prose(read_source(f"{words} \\[ {shown} \\]")))
    ...     return names_notion(sentence, len(sentence.formulas) - 1)
    >>> words = "Let $m$ be the maximum of $a$ and $b$, that is,"
    >>> names(words, "m = a + b"), names(words, r"m = \max(a, b)"), names("Let", "m = a + b")
    (True, False, False)
    """
    item = sentence.formulas[number] if number < len(sentence.formulas) else None
    left, _, after = sentence.text.partition(f"\u27e6{number}\u27e7")
    if not isinstance(item, Display):
        return False
    name, _, shown = item.formula.text.partition("=")
    said = [
        found["words"]
        for found in _CALLS.finditer(left[-_LONGEST:].replace("i.e.", "that is"))
        if _ANOTHER.search(found["words"]) is None
    ]
    behind = _BEHIND.match(after)
    if behind and _plain(sentence.written(behind["name"]).strip("$")) == _plain(name):
        said.append(behind["words"])
    return any(_is_other(words, shown) for words in said)


def _plain(text: str) -> str:
    return "".join(text.replace("&", "").split())


def _is_other(words: str, shown: str) -> bool:
    """Return whether the noun that begins words is a notion of which a text lacks the sign."""
    at: int | None = 0
    while at is not None:
        for name, sign in _SIGNS:
            found = name.match(words, at)
            if found is not None and _ENDS.match(words, found.end()):
                return sign.search(shown) is None
        word = _WORD.match(words, at)
        at = word.end() if word else None
    return False
