r"""Preimages: f(M(x)) lies in S exactly where M(x) lies in ``T = \{r : f(r) \in S\}``.

Both are one event, so that they have one probability. The set is what the last sentence that
defines it says, over all values that the function takes, or it is written ``f^{-1}(S)``.

Main definitions
----------------
`preimage_facts`: which probabilities in a relation are those of one event.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from boundcalc.language.expressions import Relation
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.said import OUTSIDE, sentence_around, squeezed
from boundcalc.laws.in_force import is_in_force, says_only
from boundcalc.laws.terms import TermKind

PREIMAGE = "a value lies in a set where the argument lies in the preimage"
_SET = r"(?:\\math(?:cal|bb|scr)\{[A-Z]\}|\\[A-Z](?![a-zA-Z])|[A-Z])(?:_\{?\w\}?)?'?"
_FUNCTION = r"(?:\\[a-z]+|[a-zA-Z])(?:_\{?\w\}?)?"
_IN = re.compile(rf"(?P<what>.+)\\in(?P<set>{_SET}|{_FUNCTION}\^\{{-1\}}\({_SET}\))")
_VALUE = re.compile(rf"(?P<function>{_FUNCTION})\((?P<argument>.+)\)")
_COMPOSED = re.compile(
    rf"\(?(?P<function>{_FUNCTION})\\circ(?P<inner>(?:\\mathcal\{{[A-Z]\}}|[A-Z]))\)?"
    r"(?P<rest>\(.+\))"
)
_INVERSE = re.compile(r"\^\s*\{?\s*-\s*1")
_SAYS_WORDS = """
here we write let denote denotes denoted be is are means for the pre image preimage inverse of
under where by set and as
"""
_SAYS = frozenset(
    _SAYS_WORDS.split()
)  # which a sentence about an inverse may have, one of them the word
_VARIES = re.compile(r"(?i)\brandom|\bdepend|\bdrawn\b|\bcoins?\b|\bchosen\b|\bstochastic")
_WORDS = """
then thus hence so therefore we have has note observe that and by the for it follows get obtain with
of since this which means privacy differential differentially private is i e preimage under an event
any every all clearly definition
"""
_LEADING = frozenset(_WORDS.split())  # behind the set, where they say no more of it
_DEFINED = re.compile(
    rf"(?<![A-Za-z\\_^])(?P<name>{_SET})(?::|\\coloneqq|\\triangleq|\\colon)?=?"
    rf"(?:(?P<inverse>{_FUNCTION}\^\{{-1\}}\({_SET}\))(?::?=)?)?"
    rf"(?:\\left)?\\\{{(?P<letter>[a-z])(?:\\in(?P<range>{_SET}))?(?:\\;|\\,)*"
    rf"(?::|\\mid(?!dle)|\\colon|\||\\text\{{(?:such)?(?:that|s\.t\.)\}})(?:\\;|\\,)*"
    rf"(?P<function>{_FUNCTION})\((?P=letter)\)\\in(?P<of>{_SET})(?:\\right)?\\\}}"
)


def preimage_facts(terms: Terms) -> Iterator[Fact]:
    """Yield that the probabilities of an event and of its preimage are equal."""
    found = [(it, term) for it, term in terms.of(TermKind.PROBABILITY) if not term.tail]
    events = [(it, term.head, _event(term.bodies[0].text)) for it, term in found]
    for value, head, outer in events:
        for argument, other, inner in events:
            if outer is None or inner is None or head != other:
                continue
            function, what = _applied(outer[0])
            is_inner = function and what == inner[0]
            if is_inner and _is_preimage(terms, inner[1], function, outer[1]):
                yield Fact(Relation(value, Sense.EQ, argument), PREIMAGE)


def _event(text: str) -> tuple[str, str] | None:
    """Return what lies in a set by an event, and the set; None for another event."""
    found = _IN.fullmatch(_plain(text))
    return None if found is None else (found["what"], found["set"])


def _plain(text: str) -> str:
    return re.sub(r"\\(?:left|right|big|Big|bigg)(?=[()|\\{}]|\\\{)", "", squeezed(text))


def _applied(what: str) -> tuple[str, str]:
    """Return a function and its argument; nothing for anything else."""
    composed = _COMPOSED.fullmatch(what)
    if composed is not None:
        return composed["function"], composed["inner"] + composed["rest"]
    found = _VALUE.fullmatch(what)
    if found is None or not _is_balanced(found["argument"]):
        return "", ""
    return found["function"], found["argument"]


def _is_balanced(text: str) -> bool:
    depth = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return False
    return depth == 0


def _is_preimage(terms: Terms, name: str, function: str, of: str) -> bool:
    """Return whether a set is all that a function takes into another one."""
    if name == f"{function}^{{-1}}({of})":
        return _is_inverse(terms.text) and not _varies(terms.text, (function, of))
    text = squeezed(terms.before)
    defined = [it for it in _DEFINED.finditer(text) if it["name"] == name]
    if not defined or not _is_last(terms, name):
        return False
    last = defined[-1]
    is_own = (last["function"], last["of"]) == (function, of)
    is_same = last["inverse"] in (None, f"{function}^{{-1}}({of})")
    is_whole = last["range"] is None or _is_whole(text, last["range"])
    return is_own and is_same and is_whole and not _varies(terms.text, (function, of))


def _is_inverse(text: str) -> bool:
    """Return whether a text says of inverses that they are preimages, and no more in words."""
    shown = re.sub(r"\$\$[^$]*\$\$", " ", text)
    said = [it for it in re.finditer(r"\$[^$]*\$", shown) if _INVERSE.search(it.group())]
    return bool(said) and all(
        says_only(shown, it.start(), it.end(), _SAYS)
        and re.search(r"(?i)pre-?image|inverse image", sentence_around(shown, *it.span()))
        for it in said
    )


def _varies(text: str, names: tuple[str, ...]) -> bool:
    """Return whether a text may say that a function or a set is random."""
    return any(
        _VARIES.search(re.sub(r"\$[^$]*\$", " ", sentence))
        for sentence in re.split(r"(?<=[.;])\s|\n\s*\n", text)
        for name in names
        if re.search(rf"\$[^$]*(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z])[^$]*\$", sentence)
    )


def _is_last(terms: Terms, name: str) -> bool:
    """Return whether what defines a set last says what it is, and nothing may have changed it."""
    spelled = r"\s*".join(map(re.escape, re.findall(r"\\[A-Za-z]+|\S", name)))
    given = rf"(?<![A-Za-z\\_^]){spelled}\s*(?::|\\coloneqq|\\triangleq|\\subset|\\subseteq|=|\$)"
    said = list(re.finditer(given, terms.before))
    sets = [it for it in said if it.group()[-1] in "=:" or it.group().endswith("q")]
    if not sets or sets[-1].start() != said[-1].start():
        return False
    sentence = sentence_around(terms.text, sets[-1].start(), sets[-1].end())
    behind = terms.before[sets[-1].end() :]
    words = re.findall(r"[A-Za-z]+", re.sub(r"\$[^$]*\$|^[^$]*\$", " ", behind))
    is_plain = all(word.lower() in _LEADING for word in words)
    is_set = re.match(r"(?s)[^$]{0,60}?\\\{", behind) is not None
    is_said = OUTSIDE.search(re.sub(r"\$[^$]*\$", " ", sentence)) is None
    is_new = re.search(r"\$\s*\\?[A-Za-z']+\s*:?=", behind.partition("$")[2]) is not None
    return is_set and is_said and is_plain and not is_new and is_in_force(behind)


def _is_whole(text: str, values: str) -> bool:
    """Return whether a set is what an arrow in a text goes to or comes from."""
    name = re.escape(values)
    arrow = r"\\(?:to|rightarrow|longrightarrow|mapsto)(?![a-z])"
    return re.search(rf"{arrow}{name}(?![\w'^_])|(?<![A-Za-z\\]){name}{arrow}", text) is not None
