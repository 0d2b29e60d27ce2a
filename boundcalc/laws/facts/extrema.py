r"""Extrema and their members: ``\inf_{g \in K} F(g)`` is at most F at each element of K.

The expectation of a maximum is at least the greatest expectation, the squares of a maximum and of
each number are at most their sum, and a mean lies between the infimum and the supremum of what is
averaged, by a measure that the text calls a probability.

Main definitions
----------------
`extremum_facts`: what is known of the extrema of a relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.members import at_member, value_at
from boundcalc.laws.facts.minimizers import best_of, members_of
from boundcalc.laws.facts.said import is_probability, squeezed
from boundcalc.laws.ranges import is_over_nothing
from boundcalc.laws.terms import Term, TermKind, read_term
from boundcalc.reader.names import canonical

MEMBER = "an extremum bounds what it goes over"
EXPECTED = "the expectation of an extremum"
LARGEST = "a sum of squares and the greatest of them"
MEAN = "a mean lies between the infimum and the supremum"
_LEAST = (r"\inf", r"\min")
_GREATEST = (r"\sup", r"\max")
_OVER_SET = re.compile(
    r"\\(?:sup|inf|max|min)(?:\\limits)?_\{(?P<letter>\\?[A-Za-z]+)\\in(?P<set>[^{}]*(?:\{[^{}]*\})?[^{}]*)\}"
)
_BARE = re.compile(r"\\(?:sup|inf|max|min)_\{?(?P<letter>\\?[A-Za-z]+)\}?")
_INDEX = r"(?P<index>[a-z])"
_RANGES = (
    rf"_\{{?{_INDEX}\}}?",
    rf"_\{{{_INDEX}=1\}}\^\{{?(?P<last>\w)\}}?",
    rf"_\{{1\\l[te]q?(?:slant)?{_INDEX}\\leq?(?:slant)?(?P<last>\w)\}}",
    rf"_\{{{_INDEX}\\in\[(?P<last>\w)\]\}}",
)
_INTEGRAL = re.compile(
    r"\\int(?:\\limits)?\s*_\s*(?:\{(?P<over>[^{}]*(?:\{[^{}]*\})?)\}|(?P<one>\\?[A-Za-z]+))\s*(?P<body>.*?)\s*(?:\\[,;!]\s*)*"
    r"(?P<measure>(?:[A-Za-z]|\\(?!right|mathrm)[a-z]+)(?:_(?:\w|\{\w+\}))?)\s*\(\s*(?:d|\\mathrm\{d\})\s*(?P<letter>\\?[A-Za-z]+)\s*\)"
)


def extremum_facts(terms: Terms) -> Iterator[Fact]:
    """Yield what is known of the extrema of a relation."""
    extrema = [
        (it, term) for it, term in terms.of(TermKind.EXTREMUM) if not is_over_nothing(term.head)
    ]
    for symbol, term in extrema:
        yield from _of_members(terms, symbol, term)
        yield from _of_means(terms, symbol, term)
        for total, over in terms.of(TermKind.SUM):
            yield from _of_squares(terms, (symbol, term), (total, over))
        for mean, expected in terms.of(TermKind.EXPECTATION):
            yield from _of_expectation(terms, (symbol, term), (mean, expected))


def _is_least(term: Term) -> bool | None:
    """Return whether an extremum is an infimum; None for what is none of both."""
    head = squeezed(term.head)
    if head.startswith(_LEAST):
        return True
    return False if head.startswith(_GREATEST) else None


def _of_members(terms: Terms, symbol: Symbol, term: Term) -> Iterator[Fact]:
    """Yield that an infimum is at most, and a supremum at least, the value at a member."""
    found = _OVER_SET.fullmatch(squeezed(term.head)) or _BARE.fullmatch(term.head)
    is_least = _is_least(term)
    if found is None or is_least is None:
        return
    known = terms.relation.symbols()
    over = found.groupdict().get("set")
    for member in members_of(terms, over) if over else best_of(terms, found["letter"]):
        node = value_at(terms, term.bodies[0].text, found["letter"], member)
        if node is not None and node.symbols() and node.symbols() <= known:
            sense = Sense.LE if is_least else Sense.GE
            yield Fact(Relation(symbol, sense, node), MEMBER)


def _of_means(terms: Terms, symbol: Symbol, term: Term) -> Iterator[Fact]:
    """Yield that the mean by a probability measure lies between infimum and supremum."""
    over, is_least = _OVER_SET.fullmatch(squeezed(term.head)), _is_least(term)
    if over is None or is_least is None:
        return
    for mean in terms.symbols:
        found = _INTEGRAL.fullmatch(mean.latex)
        if found is None or squeezed(found["over"] or found["one"]) != over["set"]:
            continue
        is_alike = _spelled(terms, found["body"]) == _spelled(terms, term.bodies[0].text)
        is_sure = is_probability(found["measure"], terms.source.document)
        if found["letter"] == over["letter"] and is_alike and is_sure:
            sense = Sense.LE if is_least else Sense.GE
            yield Fact(Relation(symbol, sense, mean), MEAN)


def _spelled(terms: Terms, text: str) -> str:
    return canonical(terms.tokens(text)[:-1])


def _of_expectation(
    terms: Terms, extremum: tuple[Symbol, Term], mean: tuple[Symbol, Term]
) -> Iterator[Fact]:
    """Yield that the expectation of a maximum is at least the greatest expectation."""
    (symbol, outer), (whole, expected) = extremum, mean
    inner = _inside(terms, expected.bodies[0].text, TermKind.EXTREMUM)
    own = _inside(terms, outer.bodies[0].text, TermKind.EXPECTATION)
    is_least = _is_least(outer)
    if inner is None or own is None or is_least is None or expected.tail or own.tail:
        return
    is_alike = inner.head == outer.head and own.head == expected.head
    bodies = [_spelled(terms, it.bodies[0].text) for it in (inner, own)]
    if is_alike and bodies[0] == bodies[1] and outer.bound.isdisjoint(own.bound):
        sense = Sense.GE if is_least else Sense.LE
        yield Fact(Relation(symbol, sense, whole), EXPECTED)


def _inside(terms: Terms, text: str, kind: TermKind) -> Term | None:
    """Return the term that a text is as a whole, within braces or without."""
    plain = re.sub(r"^\s*\\\{(.*)\\\}\s*$", r"\1", text.strip(), flags=re.DOTALL)
    term = read_term(Symbol(plain, latex=plain), terms.source)
    return term if term is not None and term.kind is kind else None


def _of_squares(
    terms: Terms, extremum: tuple[Symbol, Term], summed: tuple[Symbol, Term]
) -> Iterator[Fact]:
    """Yield that the square of a maximum is at most the sum of the squares over its range."""
    (symbol, term), (total, over) = extremum, summed
    one, other = _range(term.head), _range(over.head)
    if one is None or other is None or one[1] != other[1]:
        return
    body = at_member(terms, term.bodies[0].text, one[0], other[0])
    if one[0] != other[0] and _spelled(terms, body) == _spelled(terms, term.bodies[0].text):
        return
    form, squared = terms.form(body), terms.form(over.bodies[0].text)
    if form is None or squared is None or not body:
        return
    square = terms.form(rf"\left({body}\right)^2")
    inner = re.fullmatch(r"\s*(?:\\left)?\|(?P<inner>[^|]*?)(?:\\right)?\|\s*", body)
    plain = terms.form(rf"\left({inner['inner']}\right)^2") if inner is not None else None
    if squared in (square, plain):
        yield Fact(Relation(symbol * symbol, Sense.LE, total), LARGEST)


def _range(head: str) -> tuple[str, str] | None:
    """Return the index of a maximum or a sum, and where it ends; None for another one."""
    plain = re.sub(r"^\\(?:max|sum)(?:\\limits)?", "", squeezed(head))
    if plain == squeezed(head):
        return None
    for pattern in _RANGES:
        found = re.fullmatch(pattern, plain)
        if found is not None:
            return found["index"], found.groupdict().get("last") or ""
    return None
