r"""Sensitivities: ``\|f(x) - f(y)\|_1`` is at most ``\Delta f`` on neighbours x and y.

A text defines one as the maximum over all neighbours, and names two of them where it is used; both
speak of neighbours in one way, by a word or by a distance. It is a maximum of sizes, so that it is
at least 0.

Main definitions
----------------
`sensitivity_facts`: what is known of the differences in a relation. `sensitivity_signs`: and of
the sensitivities alone. `named`: the sensitivities that stand in a relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from boundcalc.language.expressions import Expression, Number, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.said import sentence_around, squeezed
from boundcalc.laws.in_force import says_only
from boundcalc.laws.private.neighbours import are_apart, are_near, is_global, neighbours
from boundcalc.laws.renaming import is_altered
from boundcalc.laws.terms import TermKind

SENSITIVITY = "the sensitivity bounds what neighbours differ by"
_BARS = r"(?:\\\||\\[lr]?Vert|\|\|)"
_NAME = r"(?:[a-zA-Z]|\\(?:phi|psi|theta))(?:_\{?\w\}?)?"
_LETTER = r"[a-zA-Z](?:_\{?\w\}?)?'?"
_OF = r"(?:\\Delta|(?:\\(?:text|mathrm|mathsf|operatorname)\{)?(?:GS|Sens|sens)\}?|[sS])"
_INDEX = r"(?:_(?:\w|\\infty|\{[^{}]*\}))"
_DEFINED = re.compile(
    rf"(?<![^$\[\\}}])(?P<name>{_OF}{_INDEX}?(?:\({_NAME}\)|{_NAME})?)&?(?::|\\coloneqq|\\triangleq)?=?"
    rf"(?:\\(?:max|sup)(?:\\limits)?_\{{?(?P<letter>[a-z])(?:\\in(?P<values>[^{{}}]*(?:\{{[A-Z]\}})?))?\}}?)?"
    rf"\\(?:max|sup)(?:\\limits)?_(?:(?P<over>\{{(?:[^{{}}]|\{{(?:[^{{}}]|\{{[^{{}}]*\}})*\}})*\}}))"
    rf"(?P<size>{_BARS}|\|)(?P<f>{_NAME})\((?P<one>{_LETTER})(?P<more>,[a-z])?\)"
    rf"-(?P=f)\((?P<two>{_LETTER})(?P=more)?\)(?:{_BARS}|\|)(?P<tail>{_INDEX}?)"
    r"(?=[.,;]?(?:\$|\\\]|\\end|\\\\|\\label|\\quad|\\text|\Z))"
)
_WORDS = """
the its a an global worst case l sensitivity sensitivities query function of is are be as to by
where when define defined denote denotes denoted let set write we recall that for and with
maximum supremum max sup ranges goes taken over all any every two pairs pair neighbouring
neighbours adjacent datasets databases inputs samples which differ in one record only then
respect norm score utility with also here
"""
_PLAIN = frozenset(_WORDS.split())  # which a sentence that defines one may have
_RELATED = re.compile(
    r"\\sim(?:eq)?\b[^$]*\$\s*,?\s+(?:means?|if|when|denotes?|is|stands?|says?)\b"
)
_NEAR = re.compile(r"(?i)differ|neighbo|adjacen")


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """A sensitivity: its name, the size and the function of which it is one, and of which pairs."""

    name: str
    size: str
    function: str
    more: str
    tail: str
    values: str
    by_distance: bool


@lru_cache(maxsize=256)
def sensitivities(text: str) -> tuple[Sensitivity, ...]:
    r"""Return the sensitivities that a text defines once.

    Examples
    --------
    >>> text = r"$\Delta f = \max_{x \sim y} \|f(x) - f(y)\|_1$"
    >>> [(it.name, it.function, it.tail) for it in sensitivities(text)]
    [('\\Deltaf', 'f', '_1')]
    """
    found: dict[str, list[Sensitivity]] = {}
    for place in _DEFINED.finditer(_plain(text)):
        one, two = place["one"], place["two"]
        if re.search(rf"[_({{,](?:{re.escape(one)}|{re.escape(two)})(?![A-Za-z])", place["name"]):
            continue  # it is local
        by_distance = are_apart(place["over"], one, two)
        is_over = by_distance or are_near(place["over"], one, two)
        is_over &= not place["more"] or place["letter"] == place["more"][1:]
        if one != two and is_over and is_global(place["over"], one, two):
            item = Sensitivity(
                place["name"], place["size"], place["f"], place["more"] or "", place["tail"],
                place["values"] or "", by_distance,
            )  # fmt: skip
            found.setdefault(place["name"], []).append(item)
    single = (items[0] for items in found.values() if len(set(items)) == 1)
    return tuple(item for item in single if _is_said_once(item, text))


def _is_said_once(item: Sensitivity, text: str) -> bool:
    """Return whether a text gives a name, and the function of which it is one, no other meaning."""
    name = r"\s*".join(map(re.escape, re.findall(r"\\Delta|\\[A-Za-z]+|\S", item.name)))
    words = r"(?i:\b(?:let|set|setting|define|denote|write|suppose|consider|fix|take)\b)"
    given = rf"{words}[^.$]{{0,40}}\$\s*"
    other = rf"{given}{name}\s*(?::?=|\\coloneqq)\s*&?\s*(?!\s*\\(?:max|sup)(?![a-z]))"
    function = re.escape(item.function)
    sets, calls = r"&?\s*(?::?=|\\coloneqq|\\triangleq)", r"\$\s+(?:is|be|are|denotes?|means?)\b"
    said = rf"{name}\s*(?:{sets}|{calls})"
    for place in re.finditer(said, text):
        stop = (
            text.find("$", place.end()) + 1 if text.count("$", 0, place.end()) % 2 else place.end()
        )
        if not says_only(text, place.start(), stop, _PLAIN):
            return False
    if is_altered((name, function), text):
        return False
    for place in _RELATED.finditer(text):
        if _NEAR.search(sentence_around(text, place.start(), place.end())) is None:
            return False
    again = len(re.findall(rf"{given}{function}\s*(?::|\$|=|\\colon)", text))
    return re.search(other, text) is None and (item.function in item.name or again < 2)


def _plain(text: str) -> str:
    return re.sub(r"\\(?:left|right|big|Big|bigg)(?=[(|)\\{}\[\]])|\\[:!;,]|&", "", squeezed(text))


def sensitivity_facts(terms: Terms) -> Iterator[Fact]:
    """Yield that what neighbours differ by is at most the sensitivity, which is at least 0."""
    for item, bound in named(terms):
        yield Fact(Relation(bound, Sense.GE, Number(Fraction(0))), SENSITIVITY)
        pair = neighbours(terms.before, item.by_distance)
        for argument in _arguments(terms, item, pair[0]) if pair else ():
            values = (f"{item.function}({it}{argument})" for it in pair or ())
            for size in _sizes(terms, item, *values):
                yield Fact(Relation(size, Sense.LE, bound), SENSITIVITY)


def sensitivity_signs(terms: Terms) -> list[Fact]:
    """Return that the sensitivities of a relation are at least 0."""
    zero = Number(Fraction(0))
    return [Fact(Relation(bound, Sense.GE, zero), SENSITIVITY) for _, bound in named(terms)]


def named(terms: Terms) -> Iterator[tuple[Sensitivity, Symbol]]:
    """Yield the sensitivities that stand in a relation, as it has them."""
    known = {it.name: it for it in terms.relation.symbols()}
    for item in sensitivities(terms.source.document):
        bound = terms.number(re.sub(r"(\\Delta)(?=[a-zA-Z])", r"\1 ", item.name))
        if isinstance(bound, Symbol) and bound.name in known:
            yield item, known[bound.name]


def _arguments(terms: Terms, item: Sensitivity, one: str) -> list[str]:
    """Return at which further arguments the function stands in a relation."""
    if not item.more:
        return [""]
    value = re.compile(
        rf"{re.escape(item.function)}\({re.escape(one)},(?P<at>{item.more[1:]}(?:'|_\{{?\w\}}?)?)\)"
    )
    texts = (_plain(it.latex) for it in terms.relation.symbols())
    return list(dict.fromkeys(f",{it['at']}" for text in texts for it in value.finditer(text)))


def _sizes(terms: Terms, item: Sensitivity, one: str, two: str) -> Iterator[Expression]:
    """Yield the sizes of a difference that stand in a relation, in either order."""
    known = terms.relation.symbols()
    if item.size == "|":
        node = terms.number(rf"\left|{one}-{two}\right|")
        if node is not None and node.symbols() and node.symbols() <= known:
            yield node
        return
    wanted = [terms.form(f"{one}-{two}"), terms.form(f"{two}-{one}")]
    for symbol, term in terms.of(TermKind.NORM):
        form = terms.form(term.bodies[0].text)
        if form is not None and form in wanted and _index(term.tail) == _index(item.tail):
            yield symbol


def _index(tail: str) -> str:
    return re.sub(r"[{}\s]", "", tail)
