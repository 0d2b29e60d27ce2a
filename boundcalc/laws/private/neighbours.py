r"""Neighbouring datasets: the two that a text names last, by a word or by their distance.

Main definitions
----------------
`neighbours`: two datasets that a text calls neighbours, where that still holds.
`are_near`, `are_apart`: whether the range of a maximum is over neighbours, by a word or a distance.
`is_global`: whether it is over both.
"""

from __future__ import annotations

import re
from functools import lru_cache

from boundcalc.laws.in_force import is_in_force, says_only

_BARS = r"(?:\\\||\\[lr]?Vert|\|\|)"
_WORD = r"(?i:neighbou?r\w*|adjacent)"
_DATA = r"(?i:\s+(?:data\s?(?:sets?|bases?)|inputs?|samples?|histograms?))?"
_ONE, _TWO = (rf"(?P<{key}>[a-zA-Z](?:\s*_\s*\{{?\w\}}?)?'*)" for key in ("one", "two"))
_BOTH = (
    rf"\$\s*{_ONE}\s*(?:,|\\sim(?![a-z])|\$\s*(?:,|and)\s*\$)\s*{_TWO}"
    r"\s*(?:\\in(?![a-z])[^$]{0,40})?\$"
)
_CLOSE = (
    rf"{_BARS}\s*(?:(?P=one)\s*-\s*(?P=two)|(?P=two)\s*-\s*(?P=one))\s*{_BARS}"
    r"\s*(?:_\s*\{?1\}?)?\s*(?:=|\\leq?(?![a-z]))\s*1\s*\$"
)
_BY_WORD = (
    re.compile(rf"{_WORD}{_DATA}\s+{_BOTH}"),
    re.compile(
        rf"{_BOTH}\s+(?:be|are)\s+(?:(?:two|any|arbitrary|fixed|a|pair|of)\s+)*{_WORD}\b(?!\s+(?:of|to|in)\b)"
    ),
)
_BY_DISTANCE = (re.compile(rf"{_BOTH}[^.$]{{0,40}}\$\s*{_CLOSE}"),)
_WORDS = """
let fix consider given for any all every two be are is neighbouring neighbours neighbour
adjacent datasets dataset databases database data sets inputs input samples sample and an event
arbitrary a pair of that which differ in one record exactly with then we have take output set
measurable where subset suppose assume denote the density each now proof some outcome point
value
"""
_PLAIN = frozenset(_WORDS.split())  # which a sentence that names neighbours may have
_CHANGES = re.compile(
    r"(?i)\b(?:swap|replac|chang|remov|add|gets?\b|becom|modif|another|other|more\b|instead|new\b|switch"
    r"|mov(?:e|ing)|drop|delet|insert|arbitrar)"
)
_FORMULAS = re.compile(
    r"\$\$[\s\S]*?\$\$|\\\[[\s\S]*?\\\]|\\begin\{([a-z]+\*?)\}[\s\S]*?\\end\{\1\}|\$[^$]*\$"
)


@lru_cache(maxsize=256)
def neighbours(before: str, by_distance: bool) -> tuple[str, str] | None:
    r"""Return the two datasets that a text calls neighbours last, if nothing ends it.

    Examples
    --------
    >>> neighbours("Fix neighbouring datasets $x, x'$. Then", False)
    ('x', "x'")
    >>> neighbours("Fix neighbouring datasets $x, x'$. Let $x$ be any other.", False) is None
    True
    >>> neighbours(r"for any $x, y$ with $\|x - y\|_1 \le 1$,", True)
    ('x', 'y')
    """
    patterns = _BY_DISTANCE if by_distance else _BY_WORD
    found = [place for pattern in patterns for place in pattern.finditer(before)]
    last = max(found, key=re.Match.end, default=None)
    if last is None:
        return None
    one, two = (re.sub(r"\s", "", last[key]) for key in ("one", "two"))
    behind = before[last.end() :]
    is_other = any(_is_renamed(name, behind) for name in (one, two))
    is_changed = _CHANGES.search(_FORMULAS.sub(" ", behind)) is not None
    is_held = is_in_force(behind) and not (is_other or is_changed)
    is_said = is_held and says_only(before, last.start(), last.end(), _PLAIN)
    return (one, two) if is_said and one != two else None


def _is_renamed(name: str, behind: str) -> bool:
    spelled = r"\s*".join(map(re.escape, name))
    own = rf"(?<![A-Za-z\\_^({{]){spelled}(?![A-Za-z'_])"
    words = r"(?i:\b(?:let|fix|consider|given|suppose|choose|for\s+(?:any|all|every|each))\b)"
    given = rf"{words}[^.$]{{0,40}}\$[^$]{{0,20}}?{own}"
    return re.search(rf"{given}|\$\s*{own}\s*(?::?=|\\(?:to|gets))", behind) is not None


def are_apart(over: str, one: str, two: str) -> bool:
    r"""Return whether a range without spaces says that two datasets are at distance one at most.

    Examples
    --------
    >>> are_apart(r"{x,y:\|x-y\|_1\leq1}", "x", "y"), are_apart(r"{\|x-y\|_1\leq2}", "x", "y")
    (True, False)
    """
    pair = rf"(?:{re.escape(one)}[-,]{re.escape(two)}|{re.escape(two)}[-,]{re.escape(one)})"
    norm = rf"{_BARS}{pair}{_BARS}(?:_\{{?[01]\}}?)?"
    distance = rf"(?:d|\\(?:text|mathrm|operatorname)\{{dist\}}|d_\{{?H\}}?)\({pair}\)"
    return re.search(rf"(?:{norm}|{distance})(?:=|\\leq?(?![a-z]))1(?![0-9.])", over) is not None


def are_near(over: str, one: str, two: str) -> bool:
    """Return whether a range without spaces is over neighbours, by a sign or a word."""
    sign = rf"{re.escape(one)}\\(?:sim|simeq){re.escape(two)}(?![A-Za-z_'])"
    return re.search(rf"{sign}|{_WORD}", over) is not None


def is_global(over: str, one: str, two: str) -> bool:
    r"""Return whether a range without spaces is over both datasets, and not around a fixed one.

    Examples
    --------
    >>> is_global(r"{x\simy}", "x", "y"), is_global(r"{y:y\simx}", "x", "y")
    (True, False)
    """
    first, second = re.escape(one), re.escape(two)
    listed = rf"\(?(?:{first},{second}|{second},{first})(?![\w'])|{first}\\sim(?:eq)?{second}"
    apart = rf"{_BARS}(?:{first}|{second})-|(?:d|d_\{{?H\}}?|\\\w+\{{dist\}})\("
    said = r"\\(?:text|mathrm|textrm|mbox)\{"
    return re.match(rf"\{{(?:\\substack\{{)?(?:{listed}|{apart}|{said})", over) is not None
