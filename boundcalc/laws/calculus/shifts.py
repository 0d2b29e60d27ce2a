r"""Sums that differ by where they begin and end: ``\sum_{k=1}^n a_k = a_1 + \sum_{k=2}^n a_k``.

The index may be another letter, or shifted: ``\sum_{k=1}^n a_{k-1} = \sum_{j=0}^{n-1} a_j``. What a
sum has more than another one of the same terms is added to it, which holds if neither ends more
than one before it begins.

Main definitions
----------------
`Shifted`: a sum as another one and single terms. `shifted_sums`: those of a relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import permutations

from boundcalc.displays.lenient_lines import lenient_lines
from boundcalc.displays.open_sides import SideReader
from boundcalc.language.expressions import Expression, Relation, Symbol, as_expression
from boundcalc.language.operators import Sense
from boundcalc.laws.constants import has_many_values
from boundcalc.laws.forms import Forms, TooLongError
from boundcalc.laws.terms import Term, TermKind, is_term, read_term, within
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import ReaderError, SourceText
from boundcalc.tex.tokens import Kind, Token, tokenize

SPLIT = "terms at the ends of a sum"
MOST_TERMS = 3  # by which two sums differ
MOST_SUMS = 4
_STEPS = range(-2, 3)  # of the index, which are tried
_INFINITE = r"\infty"
_POINT = re.compile(r"\s*(?P<base>[A-Za-z]|\\infty)?\s*(?P<sign>[+-])?\s*(?P<offset>\d{1,6})?\s*")


_OPENS, _CLOSES = ("(", "[", ","), (Kind.CLOSE, Kind.COMMA)


@dataclass(frozen=True, slots=True)
class Point:
    """A letter plus a number, or one of them alone."""

    base: str
    offset: int

    def moved(self, step: int) -> Point:
        """Return the point that is some steps on."""
        return self if self.base == _INFINITE else Point(self.base, self.offset + step)

    def __str__(self) -> str:
        if not self.base:
            return str(self.offset)
        return self.base if not self.offset else f"{self.base}{self.offset:+d}"


@dataclass(frozen=True, slots=True)
class _Ranged:
    """The sum of a text over an index, from a point to a point."""

    symbol: Symbol
    index: str
    body: str
    lower: Point
    upper: Point


@dataclass(frozen=True, slots=True)
class Shifted:
    """What a sum is equal to, if the needed relations hold."""

    term: Symbol
    value: Expression
    needed: tuple[Relation, ...]


def shifted_sums(
    symbols: Iterable[Symbol], scope: Scope, source: SourceText, tentative: frozenset[str]
) -> Iterator[Shifted]:
    r"""Yield the sums of a relation as others of them and single terms.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> row = read_display(r"\sum_{k=1}^9 a_k = a_1 + \sum_{j=2}^9 a_j", Scope()).rows[0]
    >>> symbols = sorted(row.relation.symbols(), key=str)
    >>> found = shifted_sums(symbols, Scope(), SourceText(""), frozenset())
    >>> [str(item.value) for item in found]
    ['\\sum_{k=1}^{9}a_{k} - a_{1}', '\\sum_{j=2}^{9}a_{j} + a_{1}']
    """
    reader = _Reader(scope, source, tentative)
    sums = [item for item in map(reader.ranged, symbols) if item is not None]
    if not 2 <= len(sums) <= MOST_SUMS:
        return
    for one, other in permutations(sums, 2):
        try:
            found = reader.by(one, other)
        except (ReaderError, RecursionError, TooLongError, IndexError):
            continue
        if found is not None:
            yield found


def _point(text: str) -> Point | None:
    found = _POINT.fullmatch(text)
    if found is None or not (found["base"] or found["offset"]):
        return None
    if found["base"] and bool(found["sign"]) != bool(found["offset"]):
        return None
    offset = int(found["offset"] or 0) * (-1 if found["sign"] == "-" else 1)
    is_sum = found["base"] == _INFINITE and offset
    return None if is_sum else Point(found["base"] or "", offset)


@dataclass(frozen=True, slots=True)
class _Reader:
    scope: Scope
    source: SourceText
    tentative: frozenset[str]
    forms: Forms = field(default_factory=lambda: Forms(lambda _: None))

    def ranged(self, symbol: Symbol) -> _Ranged | None:
        """Return the sum that a symbol stands for, over one index between two points."""
        term: Term | None = read_term(symbol, self.source) if is_term(symbol) else None
        if term is None or term.kind is not TermKind.SUM or len(term.bound) != 1:
            return None
        lower, upper = _point(term.lower), _point(term.upper)
        (index,) = term.bound
        body = term.bodies[0].text
        is_sure = lower is not None and upper is not None and not has_many_values(body)
        if not is_sure or lower is None or upper is None or lower.base == _INFINITE:
            return None
        if index in (lower.base, upper.base):
            return None
        return _Ranged(symbol, index, body, lower, upper)

    def read(self, text: str) -> Expression:
        place = within(text, self.source)
        reader = SideReader(place, lenient_lines(place), self.scope, self.tentative)
        node = reader.expression()
        if reader.token.kind is not Kind.STOP:
            raise reader.unexpected()
        return node

    def has(self, text: str, letter: str) -> bool:
        """Return whether a letter stands in a formula, also directly beside another one."""
        tokens = tokenize(within(text, self.source), is_lenient=True)
        return any(token.key == letter for token in tokens)

    def at(self, item: _Ranged, point: Point) -> Expression:
        """Return a term of a sum, with a point in the place of its index."""
        return self.read(_placed(within(item.body, self.source).text, item.index, point, self))

    def by(self, one: _Ranged, other: _Ranged) -> Shifted | None:
        """Return the first of two sums as the other one and single terms, if it is that."""
        is_other = one.index != other.index
        if is_other and (self.has(one.body, other.index) or self.has(other.body, one.index)):
            return None  # it means something else there
        steps = {*_STEPS}
        for mine, its in ((one.lower, other.lower), (one.upper, other.upper)):
            if mine.base == its.base:
                steps.add(mine.offset - its.offset)
        own = self.forms.of(self.at(other, Point(other.index, 0)))
        for step in sorted(steps, key=abs):
            moved = self.forms.of(self.at(one, Point(other.index, step)))
            lower, upper = one.lower.moved(-step), one.upper.moved(-step)
            is_like = (lower.base, upper.base) == (other.lower.base, other.upper.base)
            first, last = other.lower.offset - lower.offset, upper.offset - other.upper.offset
            if moved == own and is_like and max(abs(first), abs(last)) <= MOST_TERMS:
                return self.difference(one, other, lower, upper)
        return None

    def difference(
        self, one: _Ranged, other: _Ranged, lower: Point, upper: Point
    ) -> Shifted | None:
        """Return a sum of the terms of another one from a point to a point, by that one."""
        value: Expression = other.symbol
        for start, stop, is_more in (
            (lower, other.lower, True),
            (other.lower, lower, False),
            (other.upper.moved(1), upper.moved(1), True),
            (upper.moved(1), other.upper.moved(1), False),
        ):
            for step in range(stop.offset - start.offset):
                term = self.at(other, start.moved(step))
                value = value + term if is_more else value - term
        needed = [self.needed(*ends) for ends in ((lower, upper), (other.lower, other.upper))]
        found = [item for items in needed if items is not None for item in items]
        is_known = all(items is not None for items in needed) and value != other.symbol
        is_same = value == other.symbol and one.symbol != other.symbol
        return Shifted(one.symbol, value, tuple(found)) if is_known or is_same else None

    def needed(self, lower: Point, upper: Point) -> list[Relation] | None:
        """Return what must hold for a sum to end no earlier than one before it begins."""
        if upper.base == _INFINITE:
            return []
        nodes = [self.read(point.base) for point in (lower, upper) if point.base]
        if any(not (isinstance(it, Symbol) and it.domain.integer) for it in nodes):
            return None
        low, high = (
            self.read(point.base) + point.offset if point.base else as_expression(point.offset)
            for point in (lower, upper)
        )
        return [Relation(high, Sense.GE, low - 1)]


def _placed(text: str, index: str, point: Point, reader: _Reader) -> str:
    """Return a text with a point in the place of an index, in subscripts as one that is read.

    Raises
    ------
    ReaderError
        If the index stands in a subscript in another way than alone or beside a number.
    """
    place = within(text, reader.source)
    tokens = tokenize(place, is_lenient=True)
    parts: list[str] = []
    at = 0
    while tokens[at].kind is not Kind.STOP:
        token = tokens[at]
        if token.kind is Kind.SUB:
            stop = _group_end(tokens, at + 1)
            inner = tokens[at + 1 : stop]
            if inner and inner[0].kind is Kind.LEFT_BRACE:
                inner = inner[1:-1]
            parts.append(f"_{{{_subscript(inner, text, index, point)}}}")
            at = stop
            continue
        shown = text[token.start : token.stop]
        if token.kind is Kind.NAME and token.key == index:
            is_whole = bool(parts) and parts[-1] in _OPENS and tokens[at + 1].kind in _CLOSES
            shown = str(point) if is_whole else f"({point})"
        parts.append(shown)
        at += 1
    return " ".join(parts)


def _subscript(tokens: list[Token], text: str, index: str, point: Point) -> str:
    pieces: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind is Kind.COMMA:
            pieces.append([])
        else:
            pieces[-1].append(token)
    shown: list[str] = []
    for piece in pieces:
        spelled = "".join(text[it.start : it.stop] for it in piece)
        if all(it.key != index for it in piece):
            shown.append(" ".join(text[it.start : it.stop] for it in piece))
            continue
        own = _point(spelled)
        if own is None or own.base != index:
            raise TooLongError
        shown.append(str(point.moved(own.offset)))
    return ",".join(shown)


def _group_end(tokens: list[Token], at: int) -> int:
    """Return the index after a group in braces, or after one token."""
    if tokens[at].kind is not Kind.LEFT_BRACE:
        return at + 1
    depth = 0
    while True:
        depth += (tokens[at].kind is Kind.LEFT_BRACE) - (tokens[at].kind is Kind.RIGHT_BRACE)
        at += 1
        if depth == 0:
            return at
