r"""Minimizers: where ``\hat h \in \arg\min_{h \in H} L(h)``, ``L(\hat h)`` is at most ``L(h)``.

What a text calls a minimizer lies in the set over which is minimized, as far as every such sentence
about the name says the same; so it does where no set is named, in the range of that letter.

Main definitions
----------------
`Minimizer`: what a text says of a name. `minimizers`: those of a text. `members_of`: what a text
says to lie in a set. `best_of`: what it says to be best for a letter. `minimizer_facts`: what is
known of the values at minimizers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boundcalc.language.expressions import Relation
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.members import at_member, spelling, value_at
from boundcalc.laws.facts.said import OUTSIDE, memberships, sentence_around
from boundcalc.laws.renaming import HEADING, is_altered
from boundcalc.laws.terms import Term, TermKind
from boundcalc.reader.names import canonical

MINIMIZER = "a minimizer has the least value"
MAXIMIZER = "a maximizer has the greatest value"
_PLACE = re.compile(
    r"(?i)arg\s*(?:\\[,;!]|[\s{}])*(?:\\mathop\s*\{?\s*)?\\?m(?:in|ax)(?![a-z]*imum)"
)
_START = re.compile(r"\$|\\\[|\\\(|\\begin\s*\{[^}]*\}(?:\{[^}]*\})?|\\\\(?!\[)|\n\s*\n")
_STOP = re.compile(
    r"\$|\\\]|\\\)|\\end\b|\\\\|\\q?quad\b|\\text\b|\\mbox\b|\\label\b|\\tag\b|\n\s*\n"
)
_ARG = r"(?:\\arg\\?|\\(?:operatorname\*?|mathrm|mathop)\{?\\?arg\\?|\\arg?|\\Arg)m"
_ACCENT = r"(?:\\(?:hat|tilde|bar|widehat|widetilde)\s*)"
_LETTER = r"(?:\\(?:mathbf|boldsymbol|bm)\{\\?[A-Za-z]+\}|\\(?!in\b|arg)[a-z]+|[A-Za-z])"
_MARKS = r"(?:'|\^\{(?:\*|\\star|\\ast|\\dagger)\}|_\{(?:[^{}]|\{[^{}]*\})*\})*"
_NAME = re.compile(rf"{_ACCENT}?(?P<base>{_LETTER}){_MARKS}")
_INNER = r"(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})+"
_HEAD = re.compile(
    rf"\\(?P<which>min|inf|max|sup)_\{{?(?P<letter>{_LETTER})(?:\\in(?P<over>{_INNER}))?\}}?"
)
_DEFINED = re.compile(
    rf"(?P<name>{_ACCENT}?{_LETTER}{_MARKS})&?(?::=|=|\\coloneqq|\\triangleq|\\in)&?{_ARG}"
    rf"(?P<which>in|ax)\}}?(?:\\limits|\\nolimits)?"
    rf"_\{{(?P<letter>{_LETTER})(?:\\in(?P<set>{_INNER}))?\}}"
    r"(?P<body>.+)"
)
_GROUP = re.compile(r"\{[^{}()\[\]]*\}|\([^{}()\[\]]*\)|\[[^{}()\[\]]*\]")
_NO_BODY = re.compile(
    r"[=<>,;:&]|\\(?:in|forall|mid|to|colon|iff|leq?|geq?|Left|Right|Long|approx|subset)"
)
_LIMITED = re.compile(
    r"(?i)\bs\.\s*t\.|\bsubject to\b|\bsuch that\b|\bconstrain|\bfeasib|\bover\b|\bamong\b"
    r"|\brestrict|\bup to\b|\bestimates? of\b|\bclose to\b|\bnearly\b|\balmost\b|\bapproximat"
    r"|\btr(?:y|ies|ied)\b|\battempt|\bfind|\bintractable|\b(?:training|test) set|\bdescent\b"
    r"|\blocal(?:ly)?\b|\bneighbou?rhood|\bwhere\b[^.]{0,40}\\(?:arg|min|max)"
)


_WHERE = re.compile(  # a range that is said in words
    r"(?i)[$\s,.\])]*(?:on|in|over|within|inside|for|where|with|among|at|near|of)\b"
)
_IS = (
    r"(?:(?:be|denotes?|stands?|means?|now)\b"
    r"|(?:is|are)\s+(?:now|an?|the|any|some|arbitrary|chosen)\b)"
)
_BEST = re.compile(r"(?i)minimi|maximi|optim|solution|\bbest\b|\bERM\b|arg")
_LIMITS = re.compile(r"(?i)\bs\.\s*t\.|\bsubject to\b|\bconstrain|\bfeasib|\bproject|\\Pi")


@dataclass(frozen=True, slots=True)
class Minimizer:
    """That a name stands for a point where a body is least, or greatest, for a letter of a set."""

    name: str
    is_least: bool
    letter: str
    over: str  # empty where no set is named
    body: str


def minimizers(terms: Terms) -> tuple[Minimizer, ...]:
    """Return what the document of a relation calls minimizers and maximizers."""
    kept = terms.source.kept
    found = kept.get("minimizers")
    if not isinstance(found, tuple):
        found = kept["minimizers"] = tuple(_sure(_all(terms), terms.source.document))
    return found


def _sure(found: list[Minimizer], text: str) -> Iterator[Minimizer]:
    """Yield what is said of those names of which nothing else is said."""
    for item in dict.fromkeys(found):
        others = {it for it in found if it.name == item.name}
        is_other = _is_defined_besides(item, text) or _is_else(item, text)
        if len(others) == 1 and not is_other and not _is_changed(item, text):
            yield item


def _is_else(item: Minimizer, text: str) -> bool:
    """Return whether a sentence says of a name that it is anything but what is best."""
    said = rf"\$\s*{spelling(item.name)}\s*\$\s+{_IS}(?P<words>[^.$]{{0,60}})"
    other = re.compile(r"(?i)maxim" if item.is_least else r"(?i)minim")
    return any(
        _BEST.search(it["words"]) is None or other.search(it["words"])
        for it in re.finditer(said, text)
    )


def _is_changed(item: Minimizer, text: str) -> bool:
    """Return whether a sentence changes what a name, or the function that is best at it, is."""
    function = re.match(r"\\?[A-Za-z]+(?:_\{[^{}]*\})?(?=\()", item.body)
    names = [spelling(item.name), *([spelling(function.group())] if function else [])]
    return is_altered(names, text)


def _is_defined_besides(item: Minimizer, text: str) -> bool:
    """Return whether a formula begins with an equation for a name that is no minimum."""
    equals = r"(?::=|=|\\coloneqq|\\triangleq)"
    begun = re.finditer(
        rf"(?:\$|\\\[|\\\(|\\\\|\}})\s*{spelling(item.name)}\s*\}}?\s*&?\s*{equals}(?=(?P<rest>[^$]{{0,60}}))",
        text,
    )
    return any(_PLACE.search(it["rest"]) is None for it in begun)


def _all(terms: Terms) -> list[Minimizer]:
    text = terms.source.document
    last = max((it.end() for it in HEADING.finditer(text)), default=0)  # it holds in its section
    found = (_read(terms, text, place) for place in _PLACE.finditer(text, last))
    return [item for item in found if item is not None]


def _read(terms: Terms, text: str, place: re.Match[str]) -> Minimizer | None:
    """Return what the formula around a place says; None where it says anything else or more."""
    starts = [it.end() for it in _START.finditer(text, max(0, place.start() - 200), place.start())]
    stop = _STOP.search(text, place.end())
    if not starts or stop is None:
        return None
    said = sentence_around(text, starts[-1], stop.end())
    if OUTSIDE.search(said) or _LIMITED.search(f"{said} {text[stop.start() : stop.start() + 160]}"):
        return None
    spelled = canonical(terms.tokens(text[starts[-1] : stop.start()])[:-1])
    found = _DEFINED.fullmatch(spelled.rstrip(".,;"))
    if found is None or not _is_whole(found["body"]):
        return None
    if not found["set"] and _WHERE.match(text, stop.start()):
        return None
    is_least = found["which"] == "in"
    return Minimizer(found["name"], is_least, found["letter"], found["set"] or "", found["body"])


def _is_whole(body: str) -> bool:
    """Return whether a text is one expression: no relation and no list stands in it outside."""
    before = None
    while before != body:
        before, body = body, _GROUP.sub(" ", body)
    return _NO_BODY.search(body) is None


def members_of(terms: Terms, over: str) -> list[str]:
    """Return the names that a text says to lie in a set, or to be best in it."""
    sought = _spelled(terms, over)
    said = memberships(terms.source.document)
    found = [_spelled(terms, name) for name, held in said if _spelled(terms, held) == sought]
    found += [it.name for it in minimizers(terms) if it.over == sought]
    return list(dict.fromkeys(it for it in found if it))


def best_of(terms: Terms, letter: str) -> list[str]:
    """Return the names that a text says to be best for a letter, whatever its range is."""
    return [it.name for it in minimizers(terms) if not it.over and it.letter == letter]


def minimizer_facts(terms: Terms) -> Iterator[Fact]:
    """Yield that the value at a minimizer is the least one, and at most those at other members."""
    known = terms.relation.symbols()
    for item in minimizers(terms):
        best = value_at(terms, item.body, item.letter, item.name)
        if best is None or not best.symbols() or not best.symbols() <= known:
            continue
        name = MINIMIZER if item.is_least else MAXIMIZER
        for symbol, term in terms.of(TermKind.EXTREMUM):
            if _is_attained(terms, item, term):
                yield Fact(Relation(symbol, Sense.EQ, best), name)
        sense = Sense.LE if item.is_least else Sense.GE
        for member in _others(terms, item):
            other = value_at(terms, item.body, item.letter, member)
            if other is not None and other != best and other.symbols() <= known:
                yield Fact(Relation(best, sense, other), name)


def _others(terms: Terms, item: Minimizer) -> list[str]:
    """Return the other names that lie where is minimized, if that is a set with a name."""
    return members_of(terms, item.over) if item.over else []


def _base(name: str) -> str:
    """Return the letter of a name without its accent and its marks."""
    found = _NAME.fullmatch(name)
    return found["base"] if found is not None else ""


def _spelled(terms: Terms, text: str) -> str:
    return canonical(terms.tokens(text)[:-1])


def _is_attained(terms: Terms, item: Minimizer, term: Term) -> bool:
    """Return whether an extremum is that of the body that a minimizer is said to be best for."""
    found = _HEAD.fullmatch(term.head)
    if found is None or (found["over"] or "") != item.over:
        return False
    if (found["which"] in ("min", "inf")) != item.is_least:
        return False
    put = at_member(terms, item.body, item.letter, found["letter"])
    return bool(put) and _spelled(terms, put) == _spelled(terms, term.bodies[0].text)
