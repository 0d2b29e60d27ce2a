r"""Words beside a row of a document that nobody prepared: which may turn it, suppose it, define."""

from __future__ import annotations

import re

from boundcalc.tex.source import Fragment

_INLINE = re.compile(r"(?<!\$)\$([^$]+)\$(?!\$)|\\\((.*?)\\\)")
IMPLICATION = r"it is a side of \implies"
FOLLOWS_UNREAD = "it follows from what is not read here"


def turns(words: str) -> bool:
    """Return whether words may turn a claim into another one."""
    return bool(_TURNING.search(f" {words} "))


def supposes(words: str) -> bool:
    """Return whether words suppose what follows them."""
    first = words.split(" ")[0]
    return first in _SUPPOSING or words in ("such that", "subject to", "s.t")


def defines(words: str) -> bool:
    """Return whether words say that what follows them is a definition."""
    return bool(_DEFINING_WORDS.search(f" {words} "))


def connects(words: str) -> bool:
    """Return whether words only join what follows them to what stands before."""
    return words in _CONNECTIVES


def is_spoken_of(name: str, formula: Fragment) -> bool:
    """Return whether the paragraph before a formula has a name in it that is no subscript."""
    text = formula.source.text
    start = text.rfind("\n\n", 0, formula.start) + 1
    said = _INLINE.findall(text[start : formula.start]) if formula.source.around is None else []
    alone = re.compile(rf"(?<![A-Za-z\\_{{,]){re.escape(name)}(?![A-Za-z])")
    return any(alone.search("".join(item)) for item in said)


def defines_above(words: str) -> bool:
    """Return whether words over a sign of equality say that it defines."""
    return bool(re.fullmatch(r"\W*(?:def\w*|\\triangle|\\Delta|\\mathrm\{def\w*\})\W*", words))


_SUPPOSING = (
    "if", "suppose", "assume", "assuming", "when", "whenever", "minimize", "maximize", "minimise",
    "maximise", "s.t.", "st", "find", "subject",
)  # fmt: skip
_TURNING = re.compile(
    r"(?i)\W(?:not|no|never|nor|neither|without|false|untrue|wrong|fails?|iff|only|unless|except|"
    r"or|but|cannot|doesn't|isn't|exists?|some|conjecture|open|wish|want|would|hope|does|whether|"
    r"instead|contradiction|otherwise|else|modulo|mod)\W"
)
_DEFINING_WORDS = re.compile(
    r"(?i)\W(?:let|define|defined|set|denote|write|where|choose|pick|put)\W"
)
_CONNECTIVES = frozenset(
    ("so", "hence", "thus", "then", "therefore", "and", "we have", "that is", "i.e.", "and so",
     "which implies", "implies", "it follows that", "and hence", "and thus", "we get", "and then",
     "where", "let", "define", "set", "with", "since", "because", "note that", "recall that",
     "moreover", "also", "clearly", "in particular", "now", "and therefore", "equivalently"),
)  # fmt: skip
