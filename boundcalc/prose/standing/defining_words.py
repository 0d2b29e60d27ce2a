r"""Words that say of a display that it defines: "define the risk of $g$ to be", "is called so".

Main definitions
----------------
`says_definition`, `is_called`: whether the words before and behind a display say so.
`is_result`: whether words name a result, which defines nothing.
`is_qualified`: whether a sentence says when its display holds, or doubts it.
"""

from __future__ import annotations

import re

from boundcalc.prose.standing.assuming_words import says_meaning

_DEFINED = re.compile(r"(?i)(?<!not )(?<!well-)\bdefined (?:as|by|to be)(?: follows)?[\s:,]*$")
_GOES_ON = (
    r"(?:then|have|get|obtain|see|find|so|thus|hence|therefore|follows|implies|gives|yields"
    r"|writ\w+|express\w*|bound\w*|rewrit\w+|comput\w*|if|when|where|since|because|by definition)"
)
_DEFINE = re.compile(
    rf"(?i)(?:^|[.;:,]\s|\bwe |\bus |\band |\bnow )define\b(?:(?!\b{_GOES_ON}\b)[^.;:])*?"
    r"\b(?:to be|as|by)(?: the (?:equation|formula|following))?(?: follows)?[\s:,.]*$"
)
_CALLED = r"(?:is|are) (?:also )?(?:called|termed|known as|referred to as|denoted by|said to be)\b"
_BEHIND = re.compile(rf"(?i)^\s*,?\s*{_CALLED}(?P<what>[^.;:]*)")
_WE_CALL = re.compile(
    r"(?i)^\s*,?\s*(?:which )?we (?:will |shall |also )*call (?:it |this )?"
    r"(?:the|an?) (?P<what>[^.;:]*)"
)
_BEFORE = re.compile(rf"(?i){_CALLED}(?P<what>[^.;:\u27e6\u27e7]{{3,60}})[\s:,]*$")
_RESULT = re.compile(  # what is called this is claimed
    r"(?i)\b(?:inequalit\w+|identit\w+|formula|theorem|law|lemma|equations?|rules?|principle|bounds?"
    r"|propert\w+|conditions?|tight|if|when\w*|equality|optimal\w*|convergen\w+|paradox|phenomenon"
    r"|decomposition|trade-?off|representation|expansion)\b"
)
_DENSITY = re.compile(
    r"(?i)\b(?:with|having)(?: the| an?)?(?: (?!posterior)[\w-]+){0,2}"
    r" (?:density|pdf|pmf|(?:distribution|density|mass) function)(?: function)?[\s:]*$"
)
_DERIVED = re.compile(r"(?i)\b(?:posterior|then|therefore|hence|thus|so|follows?|conclude|show)\b")


def says_definition(left: str, after: str) -> bool:
    """Return whether words say that the display between them defines what stands on its left.

    Parameters
    ----------
    left, after : str
        The sentence before and behind the display, with numbers in the place of formulas.

    Examples
    --------
    >>> says_definition("We define it to be ", ""), says_definition("", " is called the risk.")
    (True, True)
    >>> says_definition("", " is called Wald's identity."), says_definition("It is ", ".")
    (False, False)
    """
    tail = re.split("\u27e6\\d+\u27e7", left)[-1]
    if _DEFINED.search(tail) or _DEFINE.search(left):
        return True
    if _DENSITY.search(tail) and not _DERIVED.search(left):
        return True
    called = _BEHIND.match(after) or _BEFORE.search(tail)
    return called is not None and not _RESULT.search(called["what"])


def is_result(words: str) -> bool:
    """Return whether words name a result, which is claimed and defines nothing.

    Examples
    --------
    >>> is_result("Wald's identity"), is_result("privacy loss")
    (True, False)
    """
    return _RESULT.search(words) is not None


def is_called(after: str) -> bool:
    """Return whether words behind an equation give what it defines a name.

    Examples
    --------
    >>> is_called(" which we call the risk."), is_called(" which we call (*).")
    (True, False)
    """
    called = _WE_CALL.match(after)
    return called is not None and not _RESULT.search(called["what"])


_QUALIFIES = re.compile(
    r"(?i)\b(?:if|when|whenever|unless|in case|maybe|perhaps|possibly|approximately|roughly"
    r"|up to (?:constants?|\w+ ?order)|(?:lower|first|leading)[- ]order|ignoring"
    r"|with (?:high )?probability|limit|whether|nobody|no one|hardly?|few|many|students|beginners"
    r"|believe\w*|folklore|optimistic|pessimistic|refut\w+|misprints?|typos?|wrong|mistake\w*"
    r"|conditions?|constraints?|required|requirements?|hypothes[ie]s|given|such that|subject to"
    r"|(?:for|at) (?:even|odd|large|small)|on average|in expectation)\b"
)


def is_qualified(text: str, number: int) -> bool:
    """Return whether a sentence says when its display holds, or doubts it.

    What says what a word means does not.

    Examples
    --------
    >>> texts = "When it rains, the value is \u27e60\u27e7", "The risk is \u27e60\u27e7"
    >>> [is_qualified(text, 0) for text in texts]
    [True, False]
    """
    left = text.partition(f"\u27e6{number}\u27e7")[0]
    return _QUALIFIES.search(text) is not None and not says_meaning(left)
