r"""What a text calls independent: "$X_1, \ldots, X_n$ are independent", "independent $A$, $B$".

A sentence that says it of some pairs, under a condition, or not at all, says nothing; nor does one
after which the names may mean something else.

Main definitions
----------------
`Independent`: a group of names. `independent_groups`: those of a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from boundcalc.laws.in_force import is_condition, is_in_force
from boundcalc.laws.renaming import is_given_anew

_HEAD = r"(?:[A-Za-z]|\\(?:sigma|epsilon|varepsilon|xi|eta|zeta)(?![A-Za-z]))"
_FAMILY = re.compile(
    rf"(?P<head>{_HEAD})_\{{?[01]\}}?\s*,(?:\s*(?P=head)_\{{?[12]\}}?\s*,)?\s*"
    r"(?:\\[lc]?dots|\.\.\.)\s*,?\s*(?P=head)_(?P<last>\w|\{[^{}]{1,5}\})"
    rf"|\\\{{\s*(?P<other>{_HEAD})_\{{?[i-l]\}}?\s*\\\}}(?:_\{{[^{{}}]*\}}(?:\^\S+)?)?"
    rf"|\(\s*(?P<listed>{_HEAD})_\{{?[i-l]\}}?\s*\)(?:_\{{[^{{}}]*\}}(?:\^\S+)?)?"
)
_MEMBER = re.compile(rf"(?P<head>{_HEAD})_\{{?[i-l]\}}?(?:\s*'s)?")
_NAME = re.compile(rf"{_HEAD}(?:_\{{?\w\}}?)?")
_LIST = r"(?P<{0}>\$[^$]{{1,80}}\$(?:\s*(?:,|and|, and)\s*\$[^$]{{1,40}}\$)*)"
_WORDS = (
    r"(?:(?:an?|all|the|each|two|three|mutually|fully|totally|be|\w+-valued|bounded|centered|discrete"
    r"|identically|distributed|and|Bernoulli|Poisson|Gaussian|normal|indicator|binary|Rademacher"
    r"|binomial|exponential|geometric|uniform|standard|zero-mean|mean-zero|real|nonnegative"
    r"|non-negative|sub-?Gaussian|\$0\$-\$1\$|\$\[?0,\s*1\]?\$|random|variables?|r\.?v\.?s?|samples?"
    r"|events?|points?|signs?|draws?|trials?|copies|coins?)[\s,]+)*"
)
_INDEPENDENT = (
    r"(?:independent|i\.?\s?i\.?\s?d\.?)"
    r"(?!\s+(?:of|from|given|conditional|when|if|provided|as long))(?![\w-])"
)
_SAID = (
    re.compile(
        _LIST.format("names") + rf"\s+(?:be|is|are|were)\s+{_WORDS}{_INDEPENDENT}", re.IGNORECASE
    ),
    re.compile(rf"\b{_INDEPENDENT}\s+{_WORDS}{_LIST.format('names')}", re.IGNORECASE),
    re.compile(
        _LIST.format("names") + r"\s+(?:be|is|are|were)\s+(?:drawn|sampled|chosen)\s+"
        r"(?:independently|i\.?i\.?d\.?)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?P<names>\$[^$]{1,20}\$)\s+(?:be|is)\s+(?:[a-z]+\s+){0,4}?independent\s+of\s+"
        r"(?P<other>\$[^$]{1,20}\$)(?!\s*(?:,|and|given|condition)\b)"
    ),
    re.compile(  # drawn, as a formula says it
        r"\$(?P<names>[^$]{1,60})\\(?:stackrel|overset)\s*\{[^$]{0,30}?i\.?\s?i\.?\s?d\.?[^$]{0,12}\}"
        r"\s*\{\s*\\sim\s*\}",
        re.IGNORECASE,
    ),
)
_DENIED = re.compile(
    r"(?i)\b(?:not|no|non|never|pairwise|conditional\w*|conditioned|given|unless|whether|dependent"
    r"|correlated|exchangeable|without replacement|martingale|\w+-wise|almost|nearly|false|cannot"
    r"|would|were|neither|either|otherwise|suppose first|instead|until|stopping|under|\w+ case"
    r"|sometimes|often|only|blocks?|groups?|except|corrupt\w*|contaminat\w*|adversar\w*|up to"
    r"|approximately|partially|asymptotic\w*|linearly"
    r"|with probability|limit|ideal\w*)\b"
)
_ORDERED = re.compile(r"(?i)\b(?:re-?order\w*|order(?:ed)?|sort(?:ed)?|relabel\w*)\b(?! of\b)")
_FORMULAS = re.compile(r"\$[^$]*\$")
_SENTENCE = re.compile(r"(?<=[a-z)$}])[.?!]\s+|\n\s*\n|\\\]|\\\[|\$\$|\\item|\\end\{|\\begin\{")


@dataclass(frozen=True, slots=True)
class Independent:
    """Names that are independent: the head of a family with its last index, or several names."""

    head: str = ""
    last: str = ""
    names: tuple[str, ...] = ()

    def member(self, name: str) -> str:
        """Return which member a name is, or nothing; members with another index are others."""
        head, _, index = name.partition("_")
        if self.head:
            return index.strip("{}") if head == self.head and index else ""
        return name if name in self.names else ""


@lru_cache(maxsize=256)
def independent_groups(text: str) -> tuple[Independent, ...]:
    r"""Return what a text calls independent, and may still be at its end.

    Examples
    --------
    >>> text = r"Let $X_1, \ldots, X_n$ be independent. The events $A$ and $B$ are independent."
    >>> independent_groups(text)
    (Independent(head='X', last='n', names=()), Independent(head='', last='', names=('A', 'B')))
    >>> independent_groups(r"$A$ and $B$ are not independent. $X_i$ are pairwise independent.")
    ()
    """
    found: dict[Independent, None] = {}
    for pattern in _SAID:
        for place in pattern.finditer(text):
            first, last = _around(text, place.start(), place.end())
            behind = text[place.end() :]
            is_denied = _DENIED.search(_FORMULAS.sub(" ", text[first:last]))
            if is_denied or is_condition(text[first : place.start()], behind):
                continue
            other = place.groupdict().get("other") or ""
            for group in _groups(place["names"] + other):
                if not _is_changed(group, behind):
                    found[group] = None
    return tuple(found)


def _around(text: str, start: int, stop: int) -> tuple[int, int]:
    """Return where the sentence around a place begins and ends."""
    first = max((it.end() for it in _SENTENCE.finditer(text[:start])), default=0)
    last = _SENTENCE.search(text, stop)
    return first, last.start() if last else len(text)


def _groups(said: str) -> Iterator[Independent]:
    formulas = re.findall(r"\$([^$]*)\$", said) or [said]
    families = [_FAMILY.fullmatch(_plain(it)) or _MEMBER.fullmatch(_plain(it)) for it in formulas]
    if len(formulas) == 1 and families[0] is not None:
        groups = families[0].groupdict()
        head = groups["head"] or groups.get("other") or groups.get("listed") or ""
        yield Independent(head, (groups.get("last") or "").strip("{}"))
        return
    names = [it.strip() for formula in formulas for it in _plain(formula).split(",")]
    if len(names) > 1 and all(map(_NAME.fullmatch, names)):
        yield Independent(names=tuple(_braced(it) for it in names))


def _plain(formula: str) -> str:
    return re.split(r"\\(?:in|sim|subset(?:eq)?)(?![A-Za-z])", formula)[0].strip(" .,;")


def _braced(name: str) -> str:
    """Return a name as a reader of formulas spells it."""
    return re.sub(r"_(\w)\Z", r"_{\1}", name)


def _is_changed(group: Independent, behind: str) -> bool:
    """Return whether a text may give the names another meaning, or deny that they are independent.

    What it says of members of a family is said of them, and gives them no other meaning.
    """
    heads = [group.head] if group.head else list(group.names)
    spelled = {it for name in heads for it in (name, re.sub(r"_\{(\w)\}", r"_\1", name))}
    if not is_in_force(behind) or _ORDERED.search(_FORMULAS.sub(" ", behind)):
        return True
    if group.head:
        family = rf"(?:let|now|another|new|fresh)\s[^.$]{{0,30}}\$\s*{re.escape(group.head)}_"
        return re.search(f"(?i){family}", behind) is not None
    return any(is_given_anew(name, behind) for name in spelled)
