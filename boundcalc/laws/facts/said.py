r"""What a text says of the names in terms: what lies in a set, what is a probability measure.

Main definitions
----------------
`memberships`: the names that a text says to lie in sets. `is_probability`: whether a measure has
total one. `is_ordered`: whether one number is below another. `has_density`: whether a variable is
continuous, by the last sentence about it. `are_disjoint`: whether events are.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

_ACCENT = r"\\(?:tilde|hat|bar|widehat|mathbf|mathrm)\s*\{?\s*"
_LETTER = r"(?:[A-Za-z]|\\(?!in\b|quad|left|right|mathcal|mathbb)[a-z]+)"
_MARKS = r"(?:'|\^\{?(?:\*|\\ast|\\star|\\prime)\}?|_(?:\w|\{[^{}]*\}))*"
NAME = rf"(?:{_ACCENT})?{_LETTER}\}}?{_MARKS}"
_SET = r"(?:\\math(?:cal|bb|scr|bf)\s*\{?\s*[A-Z]\s*\}?|\\c?[A-Z](?![a-zA-Z])|\\[A-Z][a-z]+|[A-Z])"
_IN = re.compile(
    rf"(?<![_{{A-Za-z\\])(?P<names>{NAME}(?:\s*,\s*{NAME})*)\s*\\in\s*(?P<set>{_SET})"
    r"(?=\s*(?:[$,;.):\]}]|\\[\])},;:]|\\(?:text|mid|q?quad|mbox)(?![A-Za-z])|\Z))"  # and no more
)
_OR = re.compile(r"[^$]*\$\s*,?\s*or\b")
_FORMULAS = r"\$[^$]*\$(?:\s*(?:,|and|, and)\s*\$[^$]*\$)*"
_KIND = r"(?:disjoint|mutually\s+exclusive)"
_ARE = r"\s+(?:which\s+)?(?:is|are|be|being|were)\s+(?:[a-z]+\s+){0,3}?"
_DISJOINT = re.compile(
    rf"(?<! of )(?<!from )(?<!than )(?P<before>{_FORMULAS}){_ARE}{_KIND}\b(?!\s+(?:from|to)\b)"
    rf"|\b{_KIND}\s+(?:events|sets|subsets)\s+(?P<behind>{_FORMULAS})"
)
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
OUTSIDE = re.compile(
    r"(?i)\b(?:not|unless|whether|no|none|outside|never|false|fails?|were|would|if|cannot"
    r"|wrong|incorrect|untrue|ideally|hopefully|hardly|rarely|except|perhaps|maybe|might|could|may|possibly|probably"
    r"|likely|should|almost|nearly|unclear|wish|hope|like)\b"
)


def squeezed(text: str) -> str:
    """Return a formula without spaces, and without braces around single signs."""
    return re.sub(r"\s|\\[,;!]", "", text)


@lru_cache(maxsize=64)
def memberships(text: str) -> tuple[tuple[str, str], ...]:
    r"""Return which names a text says to lie in which sets, outside of subscripts.

    Examples
    --------
    >>> memberships(r"For $g_0, h \in \mathcal{K}$, $\inf_{g \in \mathcal{K}} R(g)$")
    (('g_0', '\\mathcal{K}'), ('h', '\\mathcal{K}'))
    """
    found: dict[tuple[str, str], None] = {}
    for place in _IN.finditer(text):
        said = sentence_around(text, place.start(), place.end())
        is_in = OUTSIDE.search(said) is None and not said.endswith("?")
        is_in &= _OR.match(text, place.end()) is None
        if is_in and not _is_inside(text, place.start()):
            names = (it.strip() for it in place["names"].split(","))
            found.update(dict.fromkeys((name, place["set"]) for name in names))
    return tuple(found)


def _is_inside(text: str, at: int) -> bool:
    """Return whether a place of a formula is within braces, where a letter may be bound."""
    start = max(text.rfind(sign, 0, at) for sign in ("$", "\\[", "\\(", "\n\n"))
    before = text[max(start, 0) : at]
    return before.count("{") > before.count("}")


def sentence_around(text: str, start: int, stop: int) -> str:
    """Return the sentence around a place, with the sign that ends it."""
    first = max((it.end() for it in re.finditer(r"[.?!]\s|\n\s*\n", text[:start])), default=0)
    last = re.compile(r"[.?!](?=\s|\Z)|\n\s*\n").search(text, stop)
    return text[first : last.end() if last else len(text)].strip()


@lru_cache(maxsize=1024)
def is_probability(measure: str, text: str) -> bool:
    r"""Return whether a text calls a measure a probability, a prior, or a distribution.

    Examples
    --------
    >>> is_probability(r"\mu", r"for any distribution $\mu$"), is_probability("m", "a measure $m$")
    (True, False)
    """
    name = rf"(?<![A-Za-z\\]){re.escape(measure)}(?![A-Za-z_^(])"
    words = r"(?:probability(?:\s+(?:measure|distribution|law)s?)|priors?|distributions?)"
    before = rf"{words}\s+(?:(?:measure|distribution)s?\s+)?(?:\$|\\\()\s*{name}\s*(?:\$|\\\))"
    after = (
        rf"(?:\$|\\\()\s*{name}\s*(?:\$|\\\))\s+(?:is|be|denotes?|are)\s+(?:a|an|the|any|some)\s+"
        rf"(?:\w+\s+)?{words}"
    )
    other = (
        r"(?i:\b(?:improper|signed|sub-?probability|unnormali[sz]ed|lebesgue|counting|complex)\b)"
    )
    denied = rf"{other}[^.$]{{0,40}}\$\s*{name}|{name}\s*\$[^.$]{{0,40}}{other}"
    return re.search(f"{before}|{after}", text) is not None and not re.search(denied, text)


@lru_cache(maxsize=1024)
def is_ordered(one: str, other: str, text: str) -> bool:
    r"""Return whether a number is at most another one, by their values or by what a text says.

    Examples
    --------
    >>> is_ordered("a", "b", "with $a < b$"), is_ordered("-1", "0.5", ""), is_ordered("b", "a", "")
    (True, True, False)
    """
    if _NUMBER.fullmatch(one.strip()) and _NUMBER.fullmatch(other.strip()):
        return Fraction(one.strip()) <= Fraction(other.strip())
    first, second = (rf"(?<![\w\\_]){re.escape(it.strip())}(?![\w_^({{])" for it in (one, other))
    sign = r"\s*(?:<|\\l(?:t|e|eq|eqslant))(?![A-Za-z])\s*"
    is_said = re.search(f"{first}{sign}{second}", text) is not None
    return is_said and re.search(f"{second}{sign}{first}", text) is None


@lru_cache(maxsize=1024)
def has_density(name: str, text: str) -> bool:
    r"""Return whether the last sentence about a random variable says that it has a density.

    Examples
    --------
    >>> has_density("X", "Let $X$ have a density."), has_density("X", "$X$ has no density.")
    (True, False)
    """
    alone = re.compile(rf"\$\s*{re.escape(name)}\s*(?:\$|\\sim)")
    about = [it for it in re.split(r"\.\s|\n\s*\n|\\\]|\\\[|\$\$", text) if alone.search(it)]
    said = about[-1] if about else ""
    name = rf"\$\s*{re.escape(name)}\s*\$"
    of = r"(?:an?\s+)?(?:[\w-]+\s+){0,4}?"
    kind = r"(?:densit(?:y|ies)\b|continuous(?:\s+random\s+variables?|ly\s+distributed|[.,\s]*\Z))"
    is_said = re.search(
        rf"{name}\s+(?:has|have|having|is|be|with)\s+{of}{kind}|continuous\s+random\s+variable\s+{name}",
        f"{said} ",
    )
    denied = (
        r"(?i)\b(?:no|not|discrete|mass|without|if|whether|or|unless|but|atoms?|mixed|part|would)\b"
    )
    return is_said is not None and re.search(denied, said) is None


@lru_cache(maxsize=1024)
def are_disjoint(events: tuple[str, ...], text: str) -> bool:
    r"""Return whether the last sentence that says so of events calls them disjoint.

    Parameters
    ----------
    events : tuple of str
        Names of events; one with an index stands for its family.
    text : str
        What stands before the claim.

    Examples
    --------
    >>> are_disjoint(("A_{n}",), r"The events $A_n$ are mutually disjoint.")
    True
    >>> are_disjoint(("A", "B"), "$A$ and $C$ are disjoint events, $B$ is not.")
    False
    """
    families = {name.partition("_")[0] for name in events}
    if len(events) > 1 and len(families) == 1:
        events = (events[0],)
    sentences = re.split(r"\.\s|\n\s*\n|\\\]|\\\[|\$\$", text)
    about = [it for it in sentences if all(_names(it, name) for name in events)]
    said = about[-1] if about else ""
    groups = (it["before"] or it["behind"] for it in _DISJOINT.finditer(said))
    is_said = any(all(_names(group, name) for name in events) for group in groups)
    denied = (
        r"(?i)\b(?:not|no|non|if|whether|unless|but|almost|nearly|either|neither|necessarily)\b"
    )
    return is_said and re.search(denied, said) is None


def _names(sentence: str, event: str) -> bool:
    """Return whether a formula in a text has an event, or a member of its family, in it."""
    head, index, _ = event.partition("_")
    behind = r"\s*_" if index else r"(?![\w_^({])"
    name = rf"(?<![A-Za-z\\]){re.escape(head)}{behind}"
    return any(re.search(name, formula) for formula in re.findall(r"\$([^$]*)\$", sentence))
