r"""Definitions in running text that last: "Let $t = \epsilon / 2$." holds in the next paragraph.

It is one that says nothing else, of a name that its section has not had before. It lasts as long
as no sentence may give a name in it another meaning, and no example, environment or heading begins.

Main definitions
----------------
`defined_by_sign`: formulas in running text that define by their sign.
`is_definition`: whether a hypothesis is such a definition. `lasts`: whether it holds at a display.
`is_still_said`: whether an equation for a name does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from boundcalc.laws.renaming import HEADING, after_formula, is_given_anew, spelling_of
from boundcalc.prose.declared import read_declared
from boundcalc.prose.prose import Sentence
from boundcalc.situations.situations import Hypothesis
from boundcalc.situations.taken import origin_of
from boundcalc.tex.documents import Display
from boundcalc.tex.source import Fragment

FARTHEST = 20_000  # characters
_COMMENT = re.compile(r"(?m)(?<!\\)%.*$")
_APART = re.compile(  # where other settings begin
    r"(?im)\b(?:examples?|exercises?|problems?|questions?|solutions?|cases?|remarks?|suppose"
    r"|general\w*|generic|arbitrary|other values|instance|simplicity|toy|varying"
    r"|assum\w+)\b|^\s*(?:[-*_]\s?){3,}$|^\s*(?:[-*+]|\d{1,2}[.)])\s|^\s*\*\*|\\item(?![A-Za-z])"
    r"|^\s*[*_]{0,2}(?:proof|pf|soln|sol)[*_]{0,2}\s?\d?[*_:.]|\\paragraph|\\(?:begin|end)\s*"
    r"\{(?!align|equation|gather|multline|eqnarray|split|cases|array|[bpv]?matrix|aligned|flalign)"
)
_ACCENTED = (
    r"\\(?:bar|hat|tilde|overline|widehat|widetilde)\s*(?:\{\s*\\?[A-Za-z]+\s*\}|\s[A-Za-z])"
)
_LEFT = re.compile(
    rf"\s*(?P<name>{_ACCENTED}|\\?[A-Za-z]+)(?:_\w|_\{{[^{{}}]*\}})?\s*(?P<of>\([^()]*\))?\s*\Z"
)
_BOUND = re.compile(  # the index of a sum
    r"\\(?:sum|prod|max|min|sup|inf)(?:\\limits)?\s*_\s*\{\s*([A-Za-z])\s*(?:=|\\in(?![A-Za-z]))"
)
_EQUATION = re.compile(r"\$(?P<left>[^$=<>,]*)=[^$=<>,]*\$")  # for one name
_END = re.compile(r"[.;!?](?=\s|\Z)|\n\s*\n")
_OF_ARGUMENTS = re.compile(  # behind the definition of a function, to the end of the sentence
    r"[\s,]*(?:for|on|where|with)\s+(?:(?:all|any|every|each|real)\s+)*\$[^$]*\$[\s.]*"
)


_DEFINED = re.compile(
    r"[^=<>]{1,60}?(?:(?<![<>]):=|\\(?:coloneqq|triangleq|eqdef|defeq|stackrel\s*\{\s*\\?[a-z]*"
    r"\{?def\}?\s*\}\s*\{?=)(?![A-Za-z]))[^=<>]+\Z"
)


def defined_by_sign(sentence: Sentence) -> Iterator[tuple[int, Hypothesis]]:
    """Yield the formulas in running text that define by their sign, as ``a := b + c``."""
    for number, item in enumerate(sentence.formulas):
        if isinstance(item, Fragment) and _DEFINED.match(item.text.strip()):
            yield number, Hypothesis(item, origin_of(sentence, item), is_definition=True)


def is_definition(item: Hypothesis) -> bool:
    r"""Return whether a sentence defines by an equation a name that is new in its section.

    Examples
    --------
    >>> from boundcalc.situations.situations import Origin
    >>> from boundcalc.tex.source import Fragment
    >>> texts = "Let $t = x / 2$.", "Let $t = x / 2$ if $x > 1$."
    >>> [is_definition(Hypothesis(Fragment.of("t = x / 2"), Origin(1, it))) for it in texts]
    [True, False]
    """
    left = _LEFT.match(item.place.text.partition("=")[0])
    if left is None or not (item.is_said or (left["of"] and _is_said_of_arguments(item))):
        return False
    before = _section(item.place.source.text, item.place.start)
    if re.fullmatch(r"[\s0-9.,]*", item.place.text.partition("=")[2]):
        return False  # a number is an example
    name = spelling_of(left["name"])
    return re.search(rf"(?<![A-Za-z\\]){name}(?![A-Za-z])", _formulas(before)) is None


def _is_said_of_arguments(item: Hypothesis) -> bool:
    """Return whether a sentence defines a function, and says besides for which arguments alone."""
    words, text = (" ".join(part.split()) for part in (item.origin.words, item.place.text))
    before, _, behind = words.partition(text)
    alone = replace(item.origin, words=f"{before}{text}$.")
    return replace(item, origin=alone).is_said and bool(_OF_ARGUMENTS.fullmatch(behind, 1))


def lasts(item: Hypothesis, display: Display) -> bool:
    """Return whether nothing up to a display may say anew what is in a definition."""
    place, whole = item.place, display.whole
    if place.source is not whole.source or not 0 <= whole.start - place.stop <= FARTHEST:
        return False
    text = place.source.text
    stop = after_formula(text, place.stop)
    end = _END.search(text, max(place.stop, stop - 1), whole.start)
    between = _COMMENT.sub("", text[stop if end is None else end.end() : whole.start])
    if HEADING.search(between) or _APART.search(between):
        return False
    behind = f"{between}{whole.text}"
    left = _LEFT.match(place.text.partition("=")[0])
    own = re.findall(r"\\?[A-Za-z]+", left["of"] or "") if left is not None else []
    own += _BOUND.findall(place.text)
    names = read_declared(place).mentioned
    return not any(is_given_anew(name, behind) for name in names if name not in own)


def is_still_said(item: Hypothesis, display: Display) -> bool:
    """Return whether nothing between an equation for a name and a display may say the name anew."""
    place, whole = item.place, display.whole
    left = _LEFT.match(place.text.partition("=")[0])
    if left is None or place.source is not whole.source or place.stop > whole.start:
        return True
    text = place.source.text
    between = text[after_formula(text, place.stop) : whole.start]
    alone = re.compile(rf"(?<![A-Za-z\\]){spelling_of(left['name'])}(?![A-Za-z])")
    others = _EQUATION.sub(lambda it: it[0] if alone.search(it["left"]) else " ", between)
    member = re.compile(rf"\$\s*{spelling_of(left['name'])}\s*\\in(?![A-Za-z])[^$]*\$")
    return not is_given_anew(left["name"], member.sub(lambda _: f"${left['name']}$", others))


def _section(text: str, stop: int) -> str:
    """Return what stands before a place in its section."""
    start = max((found.end() for found in HEADING.finditer(text, 0, stop)), default=0)
    return _COMMENT.sub("", text[start:stop])


def _formulas(text: str) -> str:
    found = re.findall(
        r"\$\$[^$]*\$\$|\$[^$]*\$|\\\[[\s\S]*?\\\]|\\begin\{[a-z]+\*?\}[\s\S]*?\\end|\\\(.*?\\\)",
        text,
    )
    return " ".join(found)
