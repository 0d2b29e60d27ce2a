r"""Names that a text may give another meaning: "let $f$ be convex", "another $f$", ``f \sim D``.

Main definitions
----------------
`is_given_anew`: whether a text may do that.
`is_altered`: whether it says that something is done with what has a name.
`is_spoken_of`: whether the section may say what a name is before a definition of it.
`after_formula`: where the text behind a formula begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

HEADING = re.compile(
    r"\\(?:sub)*section(?![A-Za-z])|\\chapter(?![A-Za-z])|^[ \t]*#{1,6}[ \t]", re.M
)
_COMMENT = re.compile(r"(?m)(?<!\\)%.*$")
_SHOWN = re.compile(r"\$\$[\s\S]*?\$\$|\\\[[\s\S]*?\\\]|\\begin\{([a-z]+\*?)\}[\s\S]*?\\end\{\1\}")
_FORMULA = re.compile(r"\$[^$]*\$|\\\([\s\S]*?\\\)")
_CLOSED = re.compile(r"[\s,.;]*(?:\$\$?|\\\)|\\\]|\\end\{[a-z]+\*?\}|(?=-->)|\Z)")
_SENTENCE = re.compile(r"(?<=[.;!?])\s+|\n\s*\n")
_GIVES = re.compile(
    r"(?i)\b(?:let|set|take|replac\w*|(?:re-?)?defin\w*|where|writ\w*|call\w*|consider\w*|an?other"
    r"|any|every|each|all|some|arbitrary|given|suppose|assum\w*|fix\w*|denot\w*|represents?|stands?"
    r"|instead|new|different|other|now|choos\w*|pick\w*|draw\w*|drawn|sampl\w*|random\w*|unknown"
    r"|updat\w*|flip\w*|negat\w*|scal\w*|rescal\w*|renam\w*|reset\w*|with|if|be|also|again|next)\b"
)
_ALTERS = re.compile(
    r"(?i)\b(?:again|from now on|call(?:ing|ed)?|perturb\w*|nois[ey]\w*|replac\w*|modif\w*"
    r"|round(?:ed|ing)"
    r"|in practice|updat\w*|halv\w*|doubl\w*|rescal\w*|estimat\w*|random|truncat\w*|clip\w*"
    r"|post-?process\w*|chang\w*|negat\w*)\b"
)
_DEFINES = r"(?::=|\\(?:coloneqq|triangleq|eqdef|gets|leftarrow|mapsto)(?![A-Za-z]))"
_EQUATES = rf"(?:{_DEFINES}|=|\\equiv(?![A-Za-z]))"
_BECOMES = rf"(?:{_EQUATES}|:|[+*/-]=|\\(?:sim|in|colon|to|stackrel)(?![A-Za-z]))"
_SIZE = r"\s*(?:\\left|\\[bB]igg?l?)?\s*"
_ARGUMENT = rf"{_SIZE}\([^()]*(?:\([^()]*\)[^()]*)*\)"
_BINDS = r"\\(?:forall|exists|sup|inf|max|min|arg(?:max|min)|sum|prod)(?![A-Za-z])[\s_{(]*"
_STARTS = r"(?:\$|\\\[|\\\(|\\\\|&|\\begin\{[a-z]+\*?\})"
_ACCENTED = re.compile(r"(?P<accent>\\[a-z]+)\s*\{\s*(?P<of>\\?[A-Za-z]+)\s*\}")


def is_given_anew(name: str, text: str) -> bool:
    r"""Return whether a text may say that a name means something else from there on.

    A sentence may that has the name by itself in a formula, beside a word such as "let", "any" or
    "another", or that equates a value of it with anything; so may a formula that sets or binds it.

    Examples
    --------
    >>> [is_given_anew("f", text) for text in ("As $f$ is convex,", "Let $f$ be convex.")]
    [False, True]
    """
    text = _COMMENT.sub("", text)
    alone = rf"(?<![A-Za-z\\_]){spelling_of(name)}(?![A-Za-z_'])"
    sets = rf"{_STARTS}\s*{alone}\s*&?\s*{_BECOMES}|{alone}{_ARGUMENT}\s*&?\s*{_DEFINES}"
    if re.search(rf"{sets}|{_BINDS}{alone}", text):
        return True
    equated = re.compile(rf"{alone}{_ARGUMENT}\s*&?\s*{_EQUATES}")
    by_itself = re.compile(rf"{alone}(?!{_SIZE}\()")
    return any(
        equated.search(sentence) or any(map(by_itself.search, _formulas(sentence)))
        for sentence in _SENTENCE.split(text)
        if _GIVES.search(sentence)
    )


def is_altered(names: Iterable[str], text: str) -> bool:
    r"""Return whether a sentence with a name alone says that something is done with it.

    Parameters
    ----------
    names : iterable of str
        Patterns of names.
    text : str
        What stands around and behind what is said of them.

    Examples
    --------
    >>> [is_altered(["f"], text) for text in ("We add noise to $f$.", "Here $f$ is convex.")]
    [True, False]
    """
    alone = re.compile(rf"\$\s*(?:{'|'.join(names)})\s*\$")
    return any(_ALTERS.search(it) for it in _SENTENCE.split(text) if alone.search(it))


def spelling_of(name: str) -> str:
    r"""Return the pattern of a name, of one with an accent with and without braces.

    Examples
    --------
    >>> [bool(re.fullmatch(spelling_of(r"\bar{x}"), text)) for text in (r"\bar x", r"\bar{ x }")]
    [True, True]
    """
    found = _ACCENTED.fullmatch(name)
    if found is None:
        return re.escape(name)
    inner = re.escape(found["of"].strip())
    return rf"{re.escape(found['accent'])}\s*(?:\{{\s*{inner}\s*\}}|{inner})"


def is_spoken_of(name: str, text: str, start: int) -> bool:
    r"""Return whether a section says before a place what a name is, as in ``f: [0, 1] \to R``."""
    before = text[:start]
    for heading in HEADING.finditer(text, 0, start):
        before = text[heading.end() : start]
    return is_given_anew(name, before)


def _formulas(sentence: str) -> list[str]:
    return _FORMULA.findall(_SHOWN.sub(" ", sentence))


def after_formula(text: str, stop: int) -> int:
    """Return where the text behind a formula begins that stops at a place, without its sign."""
    found = _CLOSED.match(text, stop)
    return stop if found is None else found.end()
