r"""Over what an extremum is taken: whether anything is certainly in it.

Main definitions
----------------
`is_over_nothing`: whether an extremum is over the empty set. `is_inhabited`: whether something is
in its range, so that the extremum of a constant is that constant.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from boundcalc.reader.scope import Scope

_EMPTY = re.compile(r"\\(?:emptyset|varnothing)(?![A-Za-z])|\\\{\s*\\\}")
_SUBSCRIPT = re.compile(r"\\(?:sup|inf|max|min)(?:\\limits)?_(?:\{(?P<inner>.*)\}|(?P<one>\\?\w+))")
_NAME = r"(?:\\[A-Za-z]+|[A-Za-z])(?:_(?:\w|\{\w+\}))?'*"
_NAMES = re.compile(rf"{_NAME}(?:,{_NAME})*")
_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
_INTERVAL = re.compile(
    rf"(?:\\left)?[\[(](?P<low>{_NUMBER}|-\\infty),(?P<high>{_NUMBER}|\+?\\infty)(?:\\right)?[\])]"
)
_KNOWN_SETS = re.compile(
    r"(?:\\math(?:bb|bf|ds)\{?[NZQRC]\}?|\\(?:R|N|Z|reals?|Re))(?:_\{?[+>0-9]*\}?|\^\{?[+\w]*\}?)*"
)
_LISTED = re.compile(r"\\\{-?[0-9][^|:\\]*(?:\\(?:[lc]?dots),[^|:\\]*)?\\\}")
_FROM_ONE = re.compile(r"(?:\[(?P<a>\w+|\\ell)\]|\\\{1,(?:2,)*\\[lc]?dots,(?P<b>\w+|\\ell)\\\})")
_BETWEEN = re.compile(rf"1\\l[te]q?(?:slant)?{_NAME}\\leq?(?:slant)?(?P<c>\w+|\\ell)")
_BOUNDED = re.compile(rf"{_NAME}(?:>|\\g(?:e|eq|eqslant|t))(?P<number>{_NUMBER})")
_BALL = re.compile(rf"\\\|{_NAME}\\\|(?:_\{{?(?:\w|\\infty)\}}?)?(?:=|\\leq?(?:slant)?)1")
_RESERVED = re.compile(
    r"\b(?:if|whether|unless|possibly|either|may|might|or|no|not necessarily|not non-?empty)\b",
    re.IGNORECASE,
)


def is_over_nothing(head: str) -> bool:
    """Return whether an extremum is over the empty set, where it is no number."""
    return _EMPTY.search(head) is not None


def is_inhabited(head: str, scope: Scope, text: str) -> bool:
    r"""Return whether something is certainly in the range of an extremum.

    Letters alone range over what they stand for, which is something. A set that is named must be
    one of numbers, be said to be not empty, or go from 1 to a number that is at least 1.

    Parameters
    ----------
    head : str
        The extremum with its scripts.
    scope : Scope
        What is known of the names in them.
    text : str
        The document.

    Examples
    --------
    >>> [is_inhabited(rf"\sup_{{{it}}}", Scope(), "") for it in ("x", r"x \in S", r"t > 0")]
    [True, False, True]
    >>> is_inhabited(r"\sup_{x\in S}", Scope(), "Let $S$ be a nonempty set.")
    True
    """
    found = _SUBSCRIPT.fullmatch(re.sub(r"\s|\\[,;!]", "", head))
    if found is None:
        return False
    inner = found["one"] or found["inner"]
    if _NAMES.fullmatch(inner):
        return True
    names, sign, over = inner.partition(r"\in")
    if sign and _NAMES.fullmatch(names):
        return _is_full(over, scope) or _is_called_nonempty(over, text)
    ends = _BETWEEN.fullmatch(inner)
    if ends is not None:
        return _is_positive(ends["c"], scope)
    bound = _BOUNDED.fullmatch(inner)
    return (bound is not None and not _is_limited(inner, scope)) or bool(_BALL.fullmatch(inner))


def _is_full(over: str, scope: Scope) -> bool:
    interval = _INTERVAL.fullmatch(over)
    if interval is not None:
        low, high = interval["low"], interval["high"]
        return r"\infty" in low + high or Fraction(low) < Fraction(high)
    ends = _FROM_ONE.fullmatch(over)
    if ends is not None:
        return _is_positive(ends["a"] or ends["b"], scope)
    return bool(_KNOWN_SETS.fullmatch(over) or _LISTED.fullmatch(over))


def _is_positive(name: str, scope: Scope) -> bool:
    """Return whether a number or a name is an integer that is at least 1."""
    if name.isdigit():
        return int(name) > 0
    value = scope.names.get(name)
    domain = getattr(value, "domain", None)
    return domain is not None and domain.lower is not None and domain.lower >= 1


def _is_limited(inner: str, scope: Scope) -> bool:
    """Return whether a letter that is bounded below has an upper bound elsewhere."""
    letter = re.match(_NAME, inner)
    domain = getattr(scope.names.get(letter[0]), "domain", None) if letter else None
    return domain is not None and domain.upper is not None


@lru_cache(maxsize=4096)
def _is_called_nonempty(over: str, text: str) -> bool:
    name = re.escape(over) + (r"(?![A-Za-z])" if over[-1:].isalpha() else "")
    before = r"(?<![A-Za-z\\])"
    patterns = (
        rf"[Nn]on-?\s?empty[^.,$]{{0,60}}(?:\$|\\\()\s*{name}",
        rf"{before}{name}\s*(?:\$|\\\))?\s+(?:is|be|are)\s+(?:an?\s)?(?:non-?\s?empty|not empty)",
        rf"{before}{name}\s*(?:\\neq?|\\not\s*=)\s*\\(?:emptyset|varnothing)",
    )
    places = (found for pattern in patterns for found in re.finditer(pattern, text))
    return any(not _RESERVED.search(_sentence(text, place)) for place in places)


def _sentence(text: str, place: re.Match[str]) -> str:
    """Return the sentence in which a place stands."""
    stop = text.find(".", place.end())
    return text[text.rfind(".", 0, place.start()) + 1 : stop if stop >= 0 else len(text)]
