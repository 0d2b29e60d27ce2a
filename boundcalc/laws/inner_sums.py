r"""Inner products with sums: ``w^\top \sum_i a_i x_i`` is ``\sum_i a_i w^\top x_i``.

It holds wherever both have a value: what stands beside the vectors of the sum is a number then, as
the left side is one. The index of the sum stands nowhere in the other vector.

Main definitions
----------------
`product_facts`: which inner products in a relation are sums in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.constants import is_series
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.inner import has_other_brackets, is_complex, is_matrix, is_power
from boundcalc.laws.terms import Term, TermKind, read_term
from boundcalc.reader.names import canonical
from boundcalc.reader.opaque import DEPTH
from boundcalc.tex.tokens import Kind, Token

OF_SUM = "the inner product with a sum is the sum of the inner products"
_SAID = re.compile(  # what a text says that such a term is
    r"(?:\^\s*\{?\s*(?:\\top|T)\s*\}?\s*\w?|\\rangle)\s*\$\s+(?:be|is|denotes?|stands?|means?|for)\b"
    r"(?P<words>[^.$]{0,60})"
)
_LETTERS = re.compile(r"\\[A-Za-z]+|[A-Za-z]")


def product_facts(terms: Terms) -> Iterator[Fact]:
    """Yield that inner products with sums are the sums of the inner products."""
    text = terms.source.document
    if is_complex(text) or any("product" not in it["words"] for it in _SAID.finditer(text)):
        return
    sums = terms.of(TermKind.SUM)
    for symbol, term in terms.of(TermKind.INNER) if sums else ():
        for vector, inner in _parted(terms, term):
            for total, over in sums:
                is_alike = inner.head == over.head and (inner.lower, inner.upper) == (
                    over.lower, over.upper
                )  # fmt: skip
                if is_alike and _is_of(terms, vector, inner, over):
                    yield Fact(Relation(symbol, Sense.EQ, total), OF_SUM)


def _parted(terms: Terms, term: Term) -> Iterator[tuple[str, Term]]:
    """Yield the vector and the sum of which a term is the inner product."""
    text = terms.source.document
    is_other = term.head != "^" and (has_other_brackets(text) or term.tail)
    if is_other or (term.upper == "T" and is_power(text)):
        return
    for place, other in (term.bodies, term.bodies[::-1]):
        plain = re.sub(r"^\s*\((.*)\)\s*$", r"\1", place.text, flags=re.DOTALL)
        inner = read_term(Symbol(plain, latex=plain), terms.source)
        if inner is None or inner.kind is not TermKind.SUM:
            continue
        is_sure = not is_series(inner.head) and not _varies(text, inner)
        if is_sure and not inner.bound.intersection(_LETTERS.findall(other.text)):
            yield other.text, inner


def _varies(text: str, inner: Term) -> bool:
    """Return whether a text says that something depends on the index of a sum."""
    said = re.findall(r"(?i)\bdepend\w*\s+on\s+\$([^$]*)\$", text)
    return any(not inner.bound.isdisjoint(_LETTERS.findall(it)) for it in said)


def _is_of(terms: Terms, vector: str, inner: Term, over: Term) -> bool:
    """Return whether a sum is that of the inner products of a vector with what another one sums."""
    tokens = terms.tokens(inner.bodies[0].text)[:-1]
    own, summed = terms.tokens(vector)[:-1], terms.tokens(over.bodies[0].text)[:-1]
    if not own or any(it.key in ("+", "-") for it in own) or is_matrix(vector, terms.text):
        return False
    wanted = re.sub(r"\s", "", _plain(summed))
    return any(
        wanted in _spelled(_plain(tokens[:at]), _plain(own), _plain(tokens[at:]))
        for at in _splits(tokens)
        if not any(it.kind is Kind.NAME and it.key[:1].isupper() for it in tokens[:at])
    )


def _splits(tokens: list[Token]) -> Iterator[int]:
    """Yield where a product of a number and a vector may be parted, before one factor."""
    depth = 0
    if any(token.key in ("+", "-") for token in tokens):
        return
    for at, token in enumerate(tokens):
        is_name = token.kind in (Kind.NAME, Kind.ACCENT) and (at == 0 or _ends(tokens[at - 1]))
        if depth == 0 and is_name:
            yield at
        depth += DEPTH.get(token.kind, 0)


def _ends(token: Token) -> bool:
    return token.kind not in (Kind.SUB, Kind.SUP)


def _plain(tokens: list[Token]) -> str:
    return canonical([it for it in tokens if it.key not in (r"\cdot", "*")])


def _spelled(number: str, vector: str, other: str) -> set[str]:
    """Return how the inner product of a vector with a number times another one is written."""
    pairs = ((vector, other), (other, vector))
    found = {f"{number}{one}^{{{mark}}}{two}" for one, two in pairs for mark in (r"\top", "T")}
    found |= {rf"{number}\langle {one},{two}\rangle" for one, two in pairs}
    whole = f"{number}{other}"
    found |= {f"{vector}^{{{mark}}}({whole})" for mark in (r"\top", "T")}
    return {re.sub(r"\s", "", it) for it in found}
