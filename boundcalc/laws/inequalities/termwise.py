r"""Comparison term by term: what is compared of two sums whose terms are compared.

A sum is at most another one over the same indexes if each of its terms is; so are an expectation,
an integral whose ends are in order, a supremum, an infimum, and products of terms that are not
negative. Two probabilities are equal if each event implies the other. What must be shown of the
terms is itself a relation, in which no assumption about a bound letter holds.

Main definitions
----------------
`Comparison`: two terms, and what must be shown of their bodies. `comparisons`: those of a relation.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from boundcalc.displays.displays import read_display
from boundcalc.displays.lenient_lines import lenient_lines
from boundcalc.displays.open_sides import SideReader
from boundcalc.language.domains import REAL, Domain
from boundcalc.language.expressions import Expression, Number, Operation, Relation, Symbol
from boundcalc.language.operators import Operator, Sense
from boundcalc.laws.constants import has_many_values, is_series
from boundcalc.laws.facts.said import is_ordered
from boundcalc.laws.terms import Term, TermKind, is_term, read_term, within
from boundcalc.reader.meanings import letters
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError, SourceText
from boundcalc.tex.tokens import Kind

MOST_PAIRS = 3
_ZERO = Number(Fraction(0))
_COMPARED = {
    TermKind.SUM: "a sum term by term",
    TermKind.PRODUCT: "a product factor by factor",
    TermKind.EXPECTATION: "monotonicity of the expectation",
    TermKind.EXTREMUM: "an extremum value by value",
    TermKind.INTEGRAL: "an integral point by point",
    TermKind.PROBABILITY: "an event that implies another",
}
LINEAR = (TermKind.SUM, TermKind.EXPECTATION, TermKind.INTEGRAL)
_JOINED = (*LINEAR, TermKind.EXTREMUM)
_RANDOM = (TermKind.EXPECTATION, TermKind.PROBABILITY)
_TURNED = {Sense.LE: Sense.GE, Sense.GE: Sense.LE, Sense.EQ: Sense.EQ}
_WEAK = {Sense.LE: Sense.LE, Sense.GE: Sense.GE, Sense.EQ: Sense.EQ}
_INFINITE = re.compile(r"\\infty")
_OVER_A_SET = re.compile(
    r"\\int(?:\\limits)?_\{?(?:\\(?:mathcal|mathbb)\{[A-Z]\}|[A-Z]|\\[A-Z][a-z]+)(?:\^\{?\w\}?)?\}?"
)
_CURVE = re.compile(r"(?i)\bcontours?\b|\bcurves?\b|\bpaths?\b|\bloops?\b|\barcs?\b|line integral")
_SUBSCRIPT = re.compile(r"^\\(?:sup|inf|max|min|sum|prod)(?:\\limits)?_\{(?P<inner>[^{}]*)\}$")


@dataclass(frozen=True, slots=True)
class Claim:
    """What must be shown of two bodies: a relation, and what is assumed of their letters."""

    relation: Relation
    given: tuple[Relation, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """A relation between two terms that follows from claims about their bodies.

    `bound` are the letters of which no assumption holds in the bodies; `is_random` says that none
    does of anything but what defines a name.
    """

    relation: Relation
    name: str
    claims: tuple[Claim, ...]
    bound: frozenset[str]
    scope: Scope
    is_random: bool
    also: tuple[Relation, ...] = ()  # what follows from the same claims besides


def comparisons(
    relation: Relation,
    scope: Scope,
    source: SourceText,
    tentative: Iterable[str] = (),
    vague: Iterable[str] = (),
) -> Iterator[Comparison]:
    r"""Yield the comparisons of a term on the left of a relation with one on its right.

    Parameters
    ----------
    relation : Relation
        The row.
    scope : Scope
        What is known of its symbols.
    source : SourceText
        The document.
    tentative : iterable of str
        The names whose domains are guessed.
    vague : iterable of str
        Those whose domains may not hold of what is random.

    Examples
    --------
    >>> row = read_display(r"\sum_{i=1}^n a_i^2 \le \sum_{i=1}^n (a_i^2 + 1)", Scope()).rows[0]
    >>> (found,) = comparisons(row.relation, Scope(), SourceText(""))
    >>> [str(claim.relation) for claim in found.claims]
    ['a_{i}^2 <= a_{i}^2 + 1']
    """
    sense = _WEAK.get(relation.sense)
    if sense is None:
        return
    left = [(item, sign) for item, sign in _signed(relation.left, 1) if is_term(item)]
    right = [(item, sign) for item, sign in _signed(relation.right, 1) if is_term(item)]
    reader = BodyReader(scope, source, frozenset(tentative), frozenset(vague))
    found = 0
    for one, sign in dict.fromkeys(left):
        for two, other in dict.fromkeys(right):
            if one == two or sign != other or found == MOST_PAIRS:
                continue
            comparison = reader.compared(one, sense if sign > 0 else _TURNED[sense], two)
            if comparison is not None:
                found += 1
                yield comparison
    joined = reader.joined(relation.left, sense, relation.right)
    if joined is not None:
        yield joined


def _multiples(node: Expression, number: Fraction) -> Iterator[tuple[Symbol, Fraction]]:
    """Yield the terms of a sum with the numbers that stand before them."""
    if isinstance(node, Symbol):
        yield node, number
    if not isinstance(node, Operation):
        return
    if node.operator in (Operator.ADD, Operator.NEGATE):
        for operand in node.operands:
            yield from _multiples(operand, -number if node.operator is Operator.NEGATE else number)
        return
    if node.operator not in (Operator.MULTIPLY, Operator.DIVIDE):
        return
    first, second = _rational(node.operands[0]), _rational(node.operands[1])
    if node.operator is Operator.MULTIPLY and first is not None:
        yield from _multiples(node.operands[1], number * first)
    elif second:
        is_product = node.operator is Operator.MULTIPLY
        yield from _multiples(node.operands[0], number * second if is_product else number / second)


def _rational(node: Expression) -> Fraction | None:
    """Return the value of a fraction of numbers; None for anything else."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Operation) and node.operator is Operator.DIVIDE:
        above, below = (_rational(item) for item in node.operands)
        return above / below if above is not None and below else None
    return None


def _signed(node: Expression, sign: int) -> Iterator[tuple[Symbol, int]]:
    """Yield the symbols of an expression, each with whether the value falls in it."""
    if isinstance(node, Symbol):
        yield node, sign
    if not isinstance(node, Operation):
        return
    for at, operand in enumerate(node.operands):
        falls = node.operator is Operator.NEGATE or (node.operator is Operator.DIVIDE and at == 1)
        yield from _signed(operand, -sign if falls else sign)


class BodyReader:
    """Reads the bodies of terms."""

    def __init__(
        self, scope: Scope, source: SourceText, tentative: frozenset[str], vague: frozenset[str]
    ) -> None:
        self.vague = vague
        self.scope = scope
        self.source = source
        self.tentative = tentative

    def compared(self, one: Symbol, sense: Sense, two: Symbol) -> Comparison | None:
        """Return the comparison of two terms, or None where they are not of one kind."""
        first, second = read_term(one, self.source), read_term(two, self.source)
        if first is None or second is None or not is_alike(first, second):
            return None
        if has_many_values(one.latex) or has_many_values(two.latex):
            return None
        vague = self.vague if first.kind in _RANDOM else frozenset()
        inner = inner_scope(self.scope, first, vague)
        try:
            claims = tuple(self.claims(first, sense, second, inner))
        except (ReaderError, RecursionError):
            return None
        if not claims:
            return None
        return Comparison(
            relation=Relation(one, sense, two),
            name=_COMPARED[first.kind],
            claims=claims,
            bound=first.bound,
            scope=inner,
            is_random=first.kind in _RANDOM,
        )

    def joined(self, left: Expression, sense: Sense, right: Expression) -> Comparison | None:
        """Return the comparison of all sums over one range, as one sum; None for two of them."""
        counts: dict[Symbol, Fraction] = {}
        for node, sign in ((left, 1), (right, -1)):
            for symbol, number in _multiples(node, Fraction(sign)):
                counts[symbol] = counts.get(symbol, Fraction(0)) + number
        terms = {it: read_term(it, self.source) for it, number in counts.items() if number}
        first = next((it for it in terms.values() if it is not None and it.kind in _JOINED), None)
        alike = {
            symbol: counts[symbol]
            for symbol, term in terms.items()
            if first is not None and term is not None and is_alike(first, term)
        }
        if first is None or len(alike) < 3 or is_series(first.head):  # of which one may diverge
            return None
        is_vague = any(has_many_values(symbol.latex) for symbol in alike)
        if is_vague or not _is_subadditive(first, alike, sense):
            return None
        bodies = {symbol: read_term(symbol, self.source) for symbol in alike}
        texts = {symbol: term.bodies[0].text for symbol, term in bodies.items() if term}
        left, right = (_total(part) for part in _sides(alike))
        claims = [_as_relation(alike, texts, sense)]
        return self.comparison(Relation(left, sense, right), _COMPARED[first.kind], first, claims)

    def comparison(
        self, relation: Relation, name: str, term: Term, claims: Iterable[str]
    ) -> Comparison | None:
        """Return a relation between sums or expectations that follows from claims in words of TeX.

        None where these are not read.
        """
        vague = self.vague if term.kind in _RANDOM else frozenset()
        inner = inner_scope(self.scope, term, vague)
        given = tuple(self.given(term, inner))
        try:
            read = [Claim(self.event(within(it, self.source), inner), given) for it in claims]
            read += self.order(term, inner)
        except (ReaderError, RecursionError):
            return None
        is_random = term.kind in _RANDOM
        return Comparison(relation, name, tuple(read), term.bound, inner, is_random)

    def count(self, term: Term) -> Expression | None:
        """Return how many terms a sum from 1 on has, 1 for an expectation; None for another sum."""
        if term.kind is TermKind.EXPECTATION:
            return Number(Fraction(1))
        if term.kind is not TermKind.SUM or term.lower != "1" or is_series(term.head):
            return None
        try:
            return self.read(within(term.upper, self.source), self.scope)
        except (ReaderError, RecursionError):
            return None

    def claims(self, one: Term, sense: Sense, two: Term, scope: Scope) -> Iterator[Claim]:
        """Yield what must be shown of the bodies of two terms."""
        if one.kind is TermKind.PROBABILITY:
            yield from self.of_events(one, sense, two, scope)
            return
        left, right = self.read_both(one.bodies[0], two.bodies[0], scope)
        given = tuple(self.given(one, scope))
        if one.kind is TermKind.PRODUCT and sense is not Sense.EQ:
            smaller = left if sense is Sense.LE else right
            yield Claim(Relation(smaller, Sense.GE, _ZERO), given)
        yield Claim(Relation(left, sense, right), given)
        yield from self.order(one, scope)

    def order(self, term: Term, scope: Scope) -> Iterator[Claim]:
        """Yield that the ends of an integral are in order, where both are finite.

        Raises
        ------
        ReaderError
            If an integral has neither ends nor a set that it goes over.
        """
        if term.kind is not TermKind.INTEGRAL:
            return
        ends = [it for it in (term.lower, term.upper) if it and _INFINITE.search(it) is None]
        is_set = _OVER_A_SET.fullmatch(term.head) and not _CURVE.search(self.source.document)
        if not term.lower and not is_set:
            raise ReaderError("an integral without ends", term.bodies[0], term.bodies[0].start)
        if is_ordered(term.lower, term.upper, self.source.document):
            return
        if len(ends) == 2:
            lower, upper = (self.read(within(it, self.source), scope) for it in ends)
            yield Claim(Relation(lower, Sense.LE, upper))
        elif term.lower and not _is_open(term.lower, term.upper):
            raise ReaderError("ends out of order", term.bodies[0], term.bodies[0].start)

    def of_events(self, one: Term, sense: Sense, two: Term, scope: Scope) -> Iterator[Claim]:
        """Yield that one event implies the other, or each the other."""
        left, right = (self.event(term.bodies[0], scope) for term in (one, two))
        if sense is not Sense.GE:
            yield Claim(right, (left,))
        if sense is not Sense.LE:
            yield Claim(left, (right,))

    def read_both(
        self, one: Fragment, two: Fragment, scope: Scope
    ) -> tuple[Expression, Expression]:
        """Return two bodies as expressions, in both of which a name means the same.

        As in a display, a name that is a factor in one body is none that is applied in the other.
        """
        left, right = self.read(one, scope), self.read(two, scope)
        if not any(is_term(node) or "(" in node.latex for node in _symbols_of(left, right)):
            return left, right
        try:
            together = self.event(within(f"{one.text} = {two.text}", self.source), scope)
        except ReaderError:
            return left, right
        return together.left, together.right

    def read(self, place: Fragment, scope: Scope) -> Expression:
        """Return a body as an expression."""
        reader = SideReader(place, lenient_lines(place), scope, self.tentative)
        node = reader.expression()
        if reader.token.kind is not Kind.STOP:
            raise reader.unexpected()
        return node

    def event(self, place: Fragment, scope: Scope) -> Relation:
        """Return an event that is one relation."""
        reading = read_display(place, scope, tentative=self.tentative)
        if len(reading.rows) != 1 or reading.unread or reading.others:
            raise ReaderError("more than one relation", place, place.start)
        row = reading.rows[0]
        if row.conditions or row.hidden or row.opaque_sides or row.is_implied:
            raise ReaderError("more than a relation", place, place.start)
        return row.relation

    def given(self, term: Term, scope: Scope) -> Iterator[Relation]:
        r"""Yield what a subscript such as ``\lambda > 0``, or the ends, say of a letter."""
        if term.kind is TermKind.INTEGRAL:
            yield from self.between(term, scope)
            return
        found = _SUBSCRIPT.match(term.head.replace(" ", ""))
        if found is None or not re.search(r"<|>|\\l[et]q?|\\g[et]q?", found["inner"]):
            return
        place = within(term.head[term.head.index("{") + 1 : -1], self.source)
        try:
            relation = self.event(place, scope)
        except ReaderError:
            return
        if relation.sense in (Sense.LE, Sense.LT, Sense.GE, Sense.GT):
            yield relation

    def between(self, term: Term, scope: Scope) -> Iterator[Relation]:
        """Yield that the letter of an integral lies between its ends, as far as they are finite."""
        letter = term.tail.removeprefix("d ")
        for end, sense in ((term.lower, Sense.GE), (term.upper, Sense.LE)):
            if end and _INFINITE.search(end) is None:
                with contextlib.suppress(ReaderError):
                    value = self.read(within(end, self.source), scope)
                    yield Relation(scope.names[letter], sense, value)


def _is_open(lower: str, upper: str) -> bool:
    """Return whether an end of two that is infinite is the right one."""
    is_least = re.fullmatch(r"\s*-\s*\\infty\s*", lower) is not None
    is_greatest = re.fullmatch(r"\s*\+?\s*\\infty\s*", upper) is not None
    return (is_least or _INFINITE.search(lower) is None) and (
        is_greatest or _INFINITE.search(upper) is None
    )


def _is_subadditive(first: Term, counts: Mapping[Symbol, Fraction], sense: Sense) -> bool:
    """Return whether terms may be compared as one: a supremum of a sum is at most that of suprema.

    So one stands alone on its side: a supremum on the smaller one, an infimum on the larger one.
    """
    if first.kind in LINEAR:
        return True
    left, right = _sides(counts)
    small, large = (left, right) if sense is Sense.LE else (right, left)
    is_greatest = first.head.startswith((r"\sup", r"\max"))
    return sense is not Sense.EQ and len(small if is_greatest else large) == 1


def _sides(counts: Mapping[Symbol, Fraction]) -> list[list[tuple[Symbol, Fraction]]]:
    """Return what stands left and right, where all that is negative is brought to the right."""
    items = list(counts.items())
    return [[it for it in items if it[1] > 0], [it for it in items if it[1] < 0]]


def _total(part: Sequence[tuple[Symbol, Fraction]]) -> Expression:
    """Return the sum of multiples of symbols."""
    total: Expression | None = None
    for symbol, number in part:
        size = abs(number)
        term = symbol if size == 1 else Number(size) * symbol
        total = term if total is None else total + term
    return _ZERO if total is None else total


def _as_relation(
    counts: Mapping[Symbol, Fraction], texts: Mapping[Symbol, str], sense: Sense
) -> str:
    """Return the relation of the bodies of sums, with the numbers before them."""
    left, right = (
        " + ".join(
            rf"\frac{{{abs(number).numerator}}}{{{number.denominator}}}"
            rf" \cdot \left({texts[symbol]}\right)"
            for symbol, number in part
        )
        for part in _sides(counts)
    )
    sign = {Sense.LE: r"\le", Sense.GE: r"\ge", Sense.EQ: "="}[sense]
    return f"{left or 0} {sign} {right or 0}"


def _symbols_of(*nodes: Expression) -> frozenset[Symbol]:
    return frozenset(symbol for node in nodes for symbol in node.symbols())


def is_bound(node: Expression, bound: frozenset[str]) -> bool:
    """Return whether a bound letter stands in the names of an expression, or may do so."""
    try:
        return bool(letters(node) & bound)
    except ReaderError:
        return True


def is_of(name: str, bound: frozenset[str]) -> bool:
    """Return whether a bound letter stands in a name."""
    return is_bound(Symbol(name, latex=name), bound)


def is_alike(one: Term, two: Term) -> bool:
    """Return whether two terms are the same but for their bodies."""
    same = (one.kind, one.head, one.tail) == (two.kind, two.head, two.tail)
    is_bound = bool(one.bound) or one.kind in _RANDOM
    return same and is_bound and one.kind in _COMPARED and len(one.bodies) == 1


def inner_scope(scope: Scope, term: Term, vague: frozenset[str]) -> Scope:
    """Return a scope in which the bound letters of a term are declared by it alone."""
    names: Mapping[str, Expression] = {
        latex: value
        for latex, value in scope.names.items()
        if latex not in vague and not is_bound(value, term.bound)
    }
    if term.kind is TermKind.INTEGRAL:
        names = {**names, **{it: Symbol(it, REAL, latex=it) for it in term.bound}}
    if len(term.bound) == 1 and term.kind in (TermKind.SUM, TermKind.PRODUCT):
        (letter,) = term.bound
        if re.fullmatch(r"[0-9]+", term.lower):
            first = Domain(lower=Fraction(int(term.lower)), lower_closed=True, integer=True)
            names = {**names, letter: Symbol(letter, first, latex=letter)}
    return replace(scope, names=names)
