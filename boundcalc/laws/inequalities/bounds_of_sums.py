r"""Bounds of sums and expectations: the triangle inequality, and that of Cauchy and Schwarz.

``|\sum_i a_i|`` is at most ``\sum_i b_i`` where each ``|a_i|`` is at most ``b_i``, and the square
of ``\sum_i s_i`` is at most ``\sum_i a_i \sum_i b_i`` where each ``s_i^2`` is at most ``a_i b_i``,
of which neither is negative. Two suprema differ by at most the supremum of the differences.

Main definitions
----------------
`bounds_of_sums`: what these say of the terms of a relation, and what must be shown of their bodies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

from boundcalc.language.expressions import Expression, Number, Operation, Relation, Symbol
from boundcalc.language.operators import Operator, Sense
from boundcalc.laws.constants import has_many_values
from boundcalc.laws.inequalities.termwise import LINEAR, BodyReader, Comparison, is_alike
from boundcalc.laws.ranges import is_over_nothing
from boundcalc.laws.terms import Term, TermKind, is_term, read_term
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import SourceText

TRIANGLE = "the triangle inequality"
CAUCHY = "the inequality of Cauchy and Schwarz"
EXTREMA = "extrema differ by at most the greatest difference"
MOST_TERMS = 4
_OPERATOR = re.compile(r"^\\(?:sup|inf|max|min)(?:\\limits)?")
_AT_MOST = (Sense.LE, Sense.LT)


def bounds_of_sums(
    relation: Relation,
    scope: Scope,
    source: SourceText,
    tentative: Iterable[str] = (),
    vague: Iterable[str] = (),
) -> Iterator[Comparison]:
    r"""Yield bounds of the sums and expectations on the smaller side of a relation.

    Parameters are those of `termwise.comparisons`.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> row = read_display(r"|\sum_{i=1}^n a_i| \le \sum_{i=1}^n |a_i|", Scope()).rows[0]
    >>> found = next(bounds_of_sums(row.relation, Scope(), SourceText("")))
    >>> [str(claim.relation) for claim in found.claims]
    ['abs(a_{i}) <= abs(a_{i})']
    """
    if relation.sense not in (*_AT_MOST, *(sense.mirrored for sense in _AT_MOST)):
        return
    is_at_most = relation.sense in _AT_MOST
    small, large = (
        (relation.left, relation.right) if is_at_most else (relation.right, relation.left)
    )
    reader = BodyReader(scope, source, frozenset(tentative), frozenset(vague))
    below, above = (
        {it: _linear(it, source) for it in sorted(side.symbols(), key=lambda it: it.name)}
        for side in (small, large)
    )
    bounded = {symbol: term for symbol, term in below.items() if term is not None}
    bounds = {symbol: term for symbol, term in above.items() if term is not None}
    yield from _of_extrema(reader, small, large)
    if len(bounded) > MOST_TERMS or len(bounds) > MOST_TERMS:
        return
    in_bars = frozenset().union(*(part.symbols() for part in _moduli(small)))
    for symbol, term in bounded.items():
        alike = {it: other for it, other in bounds.items() if is_alike(term, other)}
        if symbol in in_bars:
            for other, bound in alike.items():
                claims = [rf"\left|{_body(term)}\right| \le {_body(bound)}"]
                fact = Relation(Operation(Operator.ABS, (symbol,)), Sense.LE, other)
                yield from _found(reader.comparison(fact, TRIANGLE, term, claims))
        has_roots = _has(large, Operator.SQRT)
        if has_roots or _has(small, Operator.POWER):
            yield from _of_squares(reader, symbol, term, alike, has_roots=has_roots)


def _of_extrema(reader: BodyReader, small: Expression, large: Expression) -> Iterator[Comparison]:
    """Yield that two suprema, or two infima, differ by at most the supremum of differences."""
    bounds = _extrema(large, reader.source, (r"\sup", r"\max"))
    terms = _extrema(small, reader.source, (r"\sup", r"\inf", r"\max", r"\min"))
    for (one, first), (two, second) in combinations(terms[:MOST_TERMS], 2):
        for bound, greatest in bounds[:MOST_TERMS] if first.head == second.head else ():
            ranges = {_OPERATOR.sub("", it.head) for it in (first, greatest)}
            if len(ranges) != 1:
                continue
            gap = rf"\left|{_body(first)} - \left({_body(second)}\right)\right|"
            fact = Relation(Operation(Operator.ABS, (one - two,)), Sense.LE, bound)
            found = reader.comparison(fact, EXTREMA, first, [rf"{gap} \le {_body(greatest)}"])
            yield from _found(found)


def _extrema(
    node: Expression, source: SourceText, operators: tuple[str, ...]
) -> list[tuple[Symbol, Term]]:
    symbols = sorted((it for it in node.symbols() if is_term(it)), key=lambda it: it.name)
    read = [(it, read_term(it, source)) for it in symbols if not has_many_values(it.latex)]
    return [
        (it, term)
        for it, term in read
        if term is not None
        and term.kind is TermKind.EXTREMUM
        and term.head.startswith(operators)
        and not is_over_nothing(term.head)
    ]


def _of_squares(
    reader: BodyReader,
    symbol: Symbol,
    term: Term,
    alike: Mapping[Symbol, Term],
    *,
    has_roots: bool,
) -> Iterator[Comparison]:
    """Yield that the square of a sum is at most the product of two others, or that with a count."""
    square = rf"\left({_body(term)}\right)^2"
    count = reader.count(term)
    for first, bound in alike.items():
        if count is not None and first != symbol:
            fact = Relation(symbol * symbol, Sense.LE, count * first)
            yield from _found(
                reader.comparison(fact, CAUCHY, term, [rf"{square} \le {_body(bound)}"])
            )
    for first, second in combinations_with_replacement(alike, 2):
        if symbol in (first, second):
            continue
        one, two = (_body(alike[it]) for it in (first, second))
        product = rf"\left({one}\right) \cdot \left({two}\right)"
        claims = [rf"{one} \ge 0", rf"{two} \ge 0", rf"{square} \le {product}"]
        fact = Relation(symbol * symbol, Sense.LE, first * second)
        if has_roots:
            roots = [Operation(Operator.SQRT, (it,)) for it in (first, second)]
            modulus = Operation(Operator.ABS, (symbol,))
            fact = Relation(modulus, Sense.LE, roots[0] * roots[1])
        found = reader.comparison(fact, CAUCHY, term, claims)
        if found is not None:
            zero = Number(Fraction(0))
            signs = dict.fromkeys(Relation(it, Sense.GE, zero) for it in (first, second))
            yield replace(found, also=tuple(signs))


def _found(comparison: Comparison | None) -> Iterator[Comparison]:
    if comparison is not None:
        yield comparison


def _has(node: Expression, operator: Operator) -> bool:
    return any(isinstance(item, Operation) and item.operator is operator for item in node.walk())


def _linear(symbol: Symbol, source: SourceText) -> Term | None:
    if not is_term(symbol) or has_many_values(symbol.latex):
        return None
    term = read_term(symbol, source)
    return term if term is not None and term.kind in LINEAR else None


def _body(term: Term) -> str:
    return term.bodies[0].text


def _moduli(node: Expression) -> Iterator[Expression]:
    """Yield what stands in bars."""
    if not isinstance(node, Operation):
        return
    if node.operator is Operator.ABS:
        yield node
    for operand in node.operands:
        yield from _moduli(operand)
