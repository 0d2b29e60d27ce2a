r"""Whether what a text says still holds behind it: to the end of its section, theorem or example.

What a theorem assumes holds in the proof that follows; what a sentence says under an "if" holds in
that sentence and in the display that it leads to.

Main definitions
----------------
`is_in_force`: whether nothing ends it up to the end of a text. `is_condition`: whether a sentence
says it under a condition. `says_only`: whether it has known words alone.
"""

from __future__ import annotations

import re

_HEADING = re.compile(r"\\(?:chapter|section)\*?\s*\{|^[ \t]*#{1,2}[ \t]", re.M)
_FRAME = re.compile(
    r"\\(?P<edge>begin|end)\s*\{(?!align|equation|gather|multline|eqnarray|split|cases|array|itemize"
    r"|enumerate|[bpv]?matrix|aligned|flalign|center|document|abstract)(?P<name>[A-Za-z]+)\*?\}"
)
_TITLE = re.compile(r"^\s*(?:#{3,6}\s*|\*\*|\\paragraph\{)(?P<title>[^\n]{0,60})", re.M)
_PROOF = re.compile(r"(?i)\W*(?:proof|pf\b|step\b|claim\b|\d)")
_APART = re.compile(
    r"(?im)\b(?:examples?|exercises?|problems?|questions?|in general|without (?:the |this )?"
    r"(?:independence|assumption)|no longer|dependent|need not|on the other hand|replacement"
    r"|condition(?:ed|ing|al|ally)\s+(?:up)?on|instead|alternative|under\s+\$H|\w+ case)\b"
)
_CONDITION = re.compile(r"(?i)\b(?:if|when(?:ever)?|unless|whether|assuming)\b")
_OVER = re.compile(r"(?i)\b(?:done|trivial\w*|clear\w*|obvious\w*|nothing|eas\w+|immediate\w*)\b")
_GOES_ON = re.compile(r"(?i)(?:[^A-Za-z]|\b(?:thus|hence|therefore|so|then|consequently)\b)*")
_SENTENCE = re.compile(r"[.?!](?=\s)|\n\s*\n")
_DISPLAYS = re.compile(
    r"\$\$[\s\S]*?\$\$|\\\[[\s\S]*?\\\]|\\begin\{([a-z]+\*?)\}[\s\S]*?\\end\{\1\}"
)
_BEGINS = re.compile(  # a sentence
    r"[.?!:][*}]{0,2}\s|\n\s*\n|\$\$|\\\]|\\(?:begin|end)\{\w+\*?\}(?:\[[^\]]*\])?"
)
_ENDS = re.compile(r"[.?!](?=\s|\Z|\*)|\n\s*\n|\$\$|\\\[|\\begin")
_SHOWN = re.compile(
    r"\$\$[\s\S]*?\$\$|\\\[[\s\S]*?\\\]|\\begin\{([a-z]+\*?)\}[\s\S]*?\\end\{\1\}|\$[^$]*\$"
)


def is_in_force(behind: str) -> bool:
    r"""Return whether nothing in a text ends what was said before it.

    Examples
    --------
    >>> [is_in_force(it) for it in ("Then", r"\section{More}", r"\end{example} Now", "In general")]
    [True, False, False, False]
    >>> is_in_force(r"\end{theorem} \begin{proof} Then")
    True
    """
    if _HEADING.search(behind) or _APART.search(_DISPLAYS.sub(" ", behind)):
        return False
    if any(not _PROOF.match(it["title"]) for it in _TITLE.finditer(behind)):
        return False
    depth, is_proof = 0, False
    for edge in _FRAME.finditer(behind):
        if edge["edge"] == "begin":
            is_proof = depth < 0 and edge["name"] == "proof"
            depth = 0 if is_proof else depth + 1
        else:
            depth -= 1
            if is_proof:
                return False
    return depth >= 0


def is_condition(before: str, behind: str) -> bool:
    """Return whether a sentence says something under a condition, and ended before a place.

    `before` is the sentence up to what it says, `behind` the text from there to the place. A
    display right behind the sentence goes on with its case, and so does "hence", unless that is
    said to be over.
    """
    is_said = _CONDITION.search(_SHOWN.sub(" ", before)) is not None
    plain = _SHOWN.sub(" ", behind)
    ends = list(_SENTENCE.finditer(plain)) if is_said else []
    if not ends:
        return False
    is_next = _GOES_ON.fullmatch(plain[ends[0].end() :]) is not None
    return not is_next or ends[0].group().isspace() or _OVER.search(plain) is not None


def says_only(text: str, start: int, stop: int, words: frozenset[str]) -> bool:
    """Return whether the sentence around a place claims something in known words alone.

    Examples
    --------
    >>> words = frozenset(("let", "be", "real"))
    >>> [says_only(text, 4, 7, words) for text in ("Let $x$ be real.", "Let $x$ be real or not.")]
    [True, False]
    """
    first = max((it.end() for it in _BEGINS.finditer(text[:start])), default=0)
    end = _ENDS.search(text, stop)
    said = _SHOWN.sub(
        " ", re.sub(r"\$\$|\\\[|\\begin", " ", text[first : end.end() if end else None])
    )
    spelled = re.findall(r"[a-z]+", re.sub("hbor", "hbour", said.lower()))  # in either spelling
    is_known = all(word in words for word in spelled)
    return is_known and not said.rstrip().endswith("?")
