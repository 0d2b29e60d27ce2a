r"""Integrals of one function: ``\int_a^b f + \int_b^c f = \int_a^c f``, whatever its letter is.

What makes a way from one end to another one by integrals of a relation is that from the first to
the last, wherever all of them have a value.

Main definitions
----------------
`range_facts`: what is known of the integrals of a relation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from boundcalc.language.expressions import Expression, Relation, Symbol, as_expression
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.terms import Term, TermKind
from boundcalc.reader.names import canonical
from boundcalc.tex.tokens import Kind, Token

ADDITIVE = "an integral is additive in its range"
_LETTER = r"\bullet"
_Way = tuple[tuple[Symbol, int], ...]


def range_facts(terms: Terms) -> Iterator[Fact]:
    """Yield what integrals of one function are by others of a relation."""
    alike: dict[str, list[tuple[Symbol, str, str]]] = defaultdict(list)
    for symbol, term in terms.of(TermKind.INTEGRAL):
        body = _body(terms, term)
        if body and term.lower and term.upper:
            lower, upper = (canonical(terms.tokens(it)[:-1]) for it in (term.lower, term.upper))
            alike[body].append((symbol, lower.lstrip("+"), upper.lstrip("+")))
    for integrals in alike.values():
        ways: dict[str, dict[str, _Way]] = defaultdict(dict)
        for symbol, lower, upper in integrals:
            known: _Way | None = () if lower == upper else ways[lower].get(upper)
            if known is not None:
                yield Fact(Relation(symbol, Sense.EQ, _sum(known)), ADDITIVE)
            else:
                _join(ways, symbol, lower, upper)


def _body(terms: Terms, term: Term) -> str:
    """Return what is integrated, with one sign for the letter; nothing where it is not sure."""
    tokens = terms.tokens(term.bodies[0].text)[:-1]
    if tokens and tokens[0].key == "(" and _closing(tokens) == len(tokens) - 1:
        tokens = tokens[1:-1]
    keys = [_LETTER if token.key in term.bound else token.key for token in tokens]
    return " ".join(keys)


def _closing(tokens: list[Token]) -> int:
    """Return where the delimiter is closed with which tokens begin."""
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if depth == 0:
            return at
    return -1


def _join(ways: dict[str, dict[str, _Way]], symbol: Symbol, lower: str, upper: str) -> None:
    """Add the ways between ends that an integral opens, each by a signed sum of integrals."""
    starts = {lower: (), **{it: _turned(way) for it, way in ways[lower].items()}}
    stops = {upper: (), **ways[upper]}
    for start, before in starts.items():
        for stop, behind in stops.items():
            way = (*before, (symbol, 1), *behind)
            ways[start][stop] = way
            ways[stop][start] = _turned(way)


def _turned(way: _Way) -> _Way:
    return tuple((symbol, -sign) for symbol, sign in reversed(way))


def _sum(way: _Way) -> Expression:
    total: Expression | None = None
    for symbol, sign in way:
        part: Expression = symbol if sign > 0 else -symbol
        total = part if total is None else total + part
    return as_expression(0) if total is None else total
