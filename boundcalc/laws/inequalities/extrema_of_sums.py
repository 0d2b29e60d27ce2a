r"""Sums beside the extremum of their terms: ``\sum_{i=1}^n x_i`` is at most ``n \max_i x_i``.

What is greatest is one of the members, so that any function of it is at most the sum of its values
at all members, where none of these is negative: ``e^{\max_i x_i} \le \sum_i e^{x_i}``. So it is in
expectation, too.

Main definitions
----------------
`extremum_bounds`: how the sums and the extrema of a relation compare, and what must be shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from boundcalc.language.expressions import (
    E,
    Expression,
    Number,
    Operation,
    Relation,
    Symbol,
    rebuild,
)
from boundcalc.language.operators import Operator, Sense
from boundcalc.laws.constants import has_many_values, may_be_complex
from boundcalc.laws.inequalities.termwise import BodyReader, Claim, Comparison, inner_scope
from boundcalc.laws.inequalities.unions import is_one_range
from boundcalc.laws.terms import Term, TermKind, is_term, read_term
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError, SourceText

EXTREME = "the greatest and the least term of a sum"
MOST_FUNCTIONS = 3
_ZERO = Number(Fraction(0))
_GREATEST = (r"\max", r"\sup")


@dataclass(frozen=True, slots=True)
class _Pair:
    """An extremum and a sum over one range, with the bodies of both for one index."""

    extremum: Symbol
    is_greatest: bool
    is_attained: bool
    total: Symbol
    over: Term
    member: Expression
    summand: Expression
    scope: Scope
    is_random: bool = False

    def found(self, relation: Relation, *claims: Relation) -> Comparison:
        """Return a relation that follows from claims about each index."""
        each = tuple(Claim(it) for it in claims)
        return Comparison(relation, EXTREME, each, self.over.bound, self.scope, self.is_random)


def extremum_bounds(
    relation: Relation,
    scope: Scope,
    source: SourceText,
    tentative: Iterable[str] = (),
    vague: Iterable[str] = (),
) -> Iterator[Comparison]:
    r"""Yield how the sums and the extrema over one range compare in a relation.

    Parameters are those of `termwise.comparisons`.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> text = r"\sum_{i=1}^n a_i \le n \max_{1 \le i \le n} a_i"
    >>> row = read_display(text, Scope()).rows[0]
    >>> found = extremum_bounds(row.relation, Scope(), SourceText(""))
    >>> [str(item.relation) for item in found][-1]
    '\\sum_{i=1}^{n}a_{i} <= n * \\max_{1\\le i\\le n}a_{i}'
    """
    if relation.sense in (Sense.EQ, Sense.NE) or may_be_complex(source.document):
        return
    symbols = sorted((it for it in relation.symbols() if is_term(it)), key=lambda it: it.name)
    read = [(it, read_term(it, source)) for it in symbols if not has_many_values(it.latex)]
    terms = [(it, term) for it, term in read if term is not None and not _of_matrices(term, source)]
    sums = [(it, term) for it, term in terms if term.kind is TermKind.SUM]
    reader = BodyReader(scope, source, frozenset(tentative), frozenset(vague))
    for symbol, term in terms if sums else ():
        for total, over in sums:
            if term.kind is TermKind.EXTREMUM:
                pair = _pair(reader, (symbol, term), (total, over))
                if pair is not None:
                    yield from _by_functions(relation, pair)
                    yield from _by_counts(relation, reader, pair)
                    yield from _by_products(reader, pair, sums)
            if term.kind is TermKind.EXPECTATION:
                yield from _in_expectation(reader, (symbol, term), (total, over))


_MEMBER = re.compile(r"(\\?[A-Za-z]+)\s*_")


def _of_matrices(term: Term, source: SourceText) -> bool:
    """Return whether the text calls a family in a term one of matrices, which have no order."""
    heads = dict.fromkeys(head for body in term.bodies for head in _MEMBER.findall(body.text))
    return any(
        re.search(rf"{re.escape(head)}\s*_[^.;]{{0,80}}\b(?:matri\w+|operators?)\b", source.text)
        for head in heads
    )


def _pair(
    reader: BodyReader, extremum: tuple[Symbol, Term], summed: tuple[Symbol, Term]
) -> _Pair | None:
    """Return an extremum beside a sum over the same range; None for other ones."""
    (symbol, term), (total, over) = extremum, summed
    if not over.bound <= term.bound or len(over.bound) != 1:
        return None
    if not is_one_range(term.head, over.head, term.bodies[0].text, reader.source):
        return None
    scope = inner_scope(reader.scope, over, frozenset())
    try:
        member, summand = reader.read_both(term.bodies[0], over.bodies[0], scope)
    except (ReaderError, RecursionError):
        return None
    is_greatest, is_attained = term.head.startswith(_GREATEST), term.head.startswith(r"\m")
    return _Pair(symbol, is_greatest, is_attained, total, over, member, summand, scope)


def _by_functions(relation: Relation, pair: _Pair) -> Iterator[Comparison]:
    """Yield that a function of a member is at most the sum of what is at least its values."""
    functions = [pair.extremum, _with(pair.summand, pair.member, pair.extremum)]
    functions += [it for side in (relation.left, relation.right) for it in _around(side, pair)]
    for function in list(dict.fromkeys(functions))[: MOST_FUNCTIONS + 1]:
        is_plain = function == pair.extremum
        if pair.extremum not in function.symbols() or not (pair.is_attained or is_plain):
            continue
        value = _with(function, pair.extremum, pair.member)
        at_most = Relation(value, Sense.LE, pair.summand)
        sign = Relation(pair.summand, Sense.GE, _ZERO)
        if pair.is_attained or pair.is_greatest:
            yield pair.found(Relation(function, Sense.LE, pair.total), at_most, sign)


def _around(node: Expression, pair: _Pair) -> Iterator[Expression]:
    """Yield what a side makes of an extremum and of numbers, the largest first."""
    if not isinstance(node, Operation) or pair.extremum not in node.symbols():
        return
    others = [it for it in node.symbols() if it != pair.extremum]
    if not any(is_term(it) or it.latex in pair.over.bound for it in others):
        yield node
    for operand in node.operands:
        yield from _around(operand, pair)


def _by_counts(relation: Relation, reader: BodyReader, pair: _Pair) -> Iterator[Comparison]:
    """Yield that a sum is at most its number of terms times the greatest, at least the least."""
    count = reader.count(replace(pair.over, lower=pair.over.lower or "1"))
    count = count if pair.over.upper and "\\in" not in pair.over.head else None
    if count is None:
        return
    bound = count * pair.extremum
    if not pair.is_greatest:
        yield pair.found(
            Relation(pair.total, Sense.GE, bound), Relation(pair.summand, Sense.GE, pair.member)
        )
        return
    if _has(relation, Operator.ABS):
        size = Operation(Operator.ABS, (pair.summand,))
        whole = Relation(Operation(Operator.ABS, (pair.total,)), Sense.LE, bound)
        yield pair.found(whole, Relation(size, Sense.LE, pair.member))
    grown = _with(pair.summand, pair.member, pair.extremum)
    if (factor := _rate(grown, pair.extremum)) is not None:
        whole = Relation(pair.total, Sense.LE, count * grown)
        yield pair.found(whole, Relation(factor, Sense.GE, _ZERO))
    yield pair.found(
        Relation(pair.total, Sense.LE, bound), Relation(pair.summand, Sense.LE, pair.member)
    )


def _rate(node: Expression, symbol: Symbol) -> Expression | None:
    """Return the factor of a symbol in the exponent that an expression is; None for another."""
    if not isinstance(node, Operation):
        return None
    is_power = node.operator is Operator.POWER and node.operands[0] == E
    if not is_power and node.operator is not Operator.EXP:
        return None
    exponent = node.operands[-1]
    if exponent == symbol:
        return Number(Fraction(1))
    if not isinstance(exponent, Operation) or exponent.operator is not Operator.MULTIPLY:
        return None
    others = [it for it in exponent.operands if it != symbol]
    is_one = len(others) == len(exponent.operands) - 1
    is_fixed = not any(symbol in it.symbols() for it in others)
    return others[0] if is_one and len(others) == 1 and is_fixed else None


def _by_products(
    reader: BodyReader, pair: _Pair, sums: Iterable[tuple[Symbol, Term]]
) -> Iterator[Comparison]:
    """Yield that a sum of products is at most the greatest factor times the sum of the others."""
    for other, over in sums if pair.is_greatest else ():
        if other == pair.total or over.head != pair.over.head:
            continue
        try:
            product = reader.read(over.bodies[0], pair.scope)
        except (ReaderError, RecursionError):
            continue
        fact = Relation(other, Sense.LE, pair.extremum * pair.total)
        sign = Relation(pair.summand, Sense.GE, _ZERO)
        yield pair.found(fact, Relation(product, Sense.LE, pair.member * pair.summand), sign)


def _in_expectation(
    reader: BodyReader, mean: tuple[Symbol, Term], summed: tuple[Symbol, Term]
) -> Iterator[Comparison]:
    """Yield that the expectation of a function of a member is at most the sum of all of them."""
    (whole, expected), (total, over) = mean, summed
    inner = _as_expectation(over.bodies[0], reader.source)
    if inner is None or (inner.head, inner.tail) != (expected.head, expected.tail):
        return
    if not inner.bound.isdisjoint(over.bound):
        return
    scope = inner_scope(reader.scope, expected, reader.vague)
    try:
        function = reader.read(expected.bodies[0], scope)
    except (ReaderError, RecursionError):
        return
    for symbol in sorted(function.symbols(), key=lambda it: it.name):
        term = read_term(symbol, reader.source) if is_term(symbol) else None
        if term is None or term.kind is not TermKind.EXTREMUM:
            continue
        inside = replace(over, bodies=inner.bodies)
        within = BodyReader(scope, reader.source, reader.tentative, reader.vague)
        pair = _pair(within, (symbol, term), (total, inside))
        if pair is None or not pair.is_attained or _others(function, symbol, over):
            continue
        pair = replace(pair, is_random=True)
        value = _with(function, symbol, pair.member)
        claims = (
            Relation(value, Sense.LE, pair.summand),
            Relation(pair.summand, Sense.GE, _ZERO),
        )
        yield pair.found(Relation(whole, Sense.LE, total), *claims)


def _others(function: Expression, symbol: Symbol, over: Term) -> bool:
    """Return whether anything else in a function may vary with the index of a sum."""
    names = [it for it in function.symbols() if it != symbol]
    return any(is_term(it) or it.latex in over.bound for it in names)


def _as_expectation(place: Fragment, source: SourceText) -> Term | None:
    term = read_term(Symbol(place.text, latex=place.text), source)
    return term if term is not None and term.kind is TermKind.EXPECTATION else None


def _with(node: Expression, old: Expression, new: Expression) -> Expression:
    """Return an expression with another one in the place of one of its parts."""
    if node == old:
        return new
    return rebuild(node, tuple(_with(item, old, new) for item in node.operands))


def _has(relation: Relation, operator: Operator) -> bool:
    nodes = (item for side in (relation.left, relation.right) for item in side.walk())
    return any(isinstance(item, Operation) and item.operator is operator for item in nodes)
