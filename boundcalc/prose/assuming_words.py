r"""Words that say of a display that it is assumed: "assume that", "suppose that $f$ satisfies".

Main definitions
----------------
`says_hypothesis`: whether the words before a display say so.
`says_meaning`: whether they say what a word means, as in "it is private if for all inputs".
`is_of_all`: whether they assume it for all values of something.
`assuming_clause`: the words that may assume it.
"""

from __future__ import annotations

import re

_MARK = "\u27e6\\d+\u27e7"
THEN = re.compile(r"(?i)\b(?:then|we have|it holds|we (?:get|obtain|conclude|know)|it follows)\b")
_ASSUMING = re.compile(
    r"(?i)\b(?:assum(?:e|ing|ption)|suppose|supposing|if|when|whenever|provided|given|such that"
    r"|satisfying|subject to|condition|hypothesis|require[sd]?|constraints?|s\.t\.)"
    r"\s*(?:that|holds|the following|following|,|:)*\s*(?:we have|it holds that)?\s*:?\s*$"
)
_SATISFIED = re.compile(r"(?i)\b(?:assum|suppos|(?:let|if|given|where)\b)[^.;]*\bsatisf\w+[\s:,]*$")
_OF_ALL = re.compile(  # "assume that for all t we have", which goes on to its end
    r"(?i)\b(?:assume|suppose)(?:[\s,]+(?:that|further|also|now|moreover))*[\s,]+"
    r"for (?:all|any|every|each)\b(?:(?!\bthen\b)[^.;:])*$"
)
_OF_WHAT = re.compile(  # of what is named before: "suppose that $f$ satisfies"
    r"(?i)\b(?:assum|suppos|let|if|where)\w*\b[^.;:,]*\b(?:satisf\w+|obeys?|fulfil\w*)[\s:,]*$"
)
_IN_SIGNS = re.compile(  # "let us assume that it has mean zero, i.e."
    r"(?i)(?:^|[.;:]\s|\bus )(?:\w+ly, |for simplicity,? )?(?:let us |we (?:will |shall )?)?"
    r"(?:assume|suppose)\b(?:(?!\b(?:then|so|thus|hence|get|have)\b)[^.;:])*"
    r"(?:\bi\.e\.?|\bthat is|\bnamely)[\s,:]*$"
)
_MEANS = re.compile(  # "it is private if for all neighbours", which says what a word means
    r"(?i)\b(?:is|are|be|called|satisf\w+|guarantees?|has|have|said)\b"
    r"(?:(?!\b(?:that|then|so|hence|thus|and|but)\b)[^.;:,])*\bif\b,?\s+(?:for\s+)?"
    r"(?:all|any|every|each)\b(?:(?!\b(?:then|so|hence|thus|therefore|implies|follows)\b)[^.;:])*$"
)


def assuming_clause(left: str) -> str:
    """Return the words before a display that may assume it: from the last formula on.

    They are more where what is named there satisfies it.

    Examples
    --------
    >>> texts = "Suppose that \u27e60\u27e7 satisfies ", "If \u27e60\u27e7 then "
    >>> [assuming_clause(text) for text in texts]
    ['Suppose that \u27e60\u27e7 satisfies ', ' ']
    """
    tail = re.split(THEN, re.split(_MARK, left)[-1])[-1]
    of_what = _OF_WHAT.search(re.split(THEN, left)[-1])
    return tail if of_what is None else of_what.group()


def says_hypothesis(left: str) -> bool:
    """Return whether the words before a display say that it is assumed.

    Parameters
    ----------
    left : str
        The sentence before the display, with numbers in the place of formulas.

    Examples
    --------
    >>> says_hypothesis("Assume that "), says_hypothesis("Then ")
    (True, False)
    """
    clause = assuming_clause(left)
    return any(item.search(clause) for item in (_ASSUMING, _SATISFIED, _OF_WHAT)) or any(
        item.search(left) for item in (_OF_ALL, _IN_SIGNS, _MEANS)
    )


def says_meaning(left: str) -> bool:
    """Return whether the words before a display lead to what a word means.

    Examples
    --------
    >>> says_meaning("M is private if for all inputs "), says_meaning("If M is private, then ")
    (True, False)
    """
    return _MEANS.search(left) is not None


def is_of_all(left: str) -> bool:
    """Return whether words assume something for all values: "assume that for all t we have".

    Examples
    --------
    >>> is_of_all("Assume that for every t "), is_of_all("Assume that ")
    (True, False)
    """
    return _OF_ALL.search(left) is not None
