r"""The terms of a relation with what stands in them, for the inequalities that hold of terms.

Main definitions
----------------
`Bound`: an inequality, and its name. `Held`: a term with its body. `Known`: the terms of a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from boundcalc.displays.displays import read_display
from boundcalc.displays.lenient_lines import lenient_lines
from boundcalc.displays.open_sides import SideReader
from boundcalc.language.domains import REAL, Domain
from boundcalc.language.expressions import (
    Constant,
    Expression,
    Number,
    Operation,
    Relation,
    Symbol,
)
from boundcalc.language.operators import Operator
from boundcalc.laws.constants import has_many_values, is_drawn
from boundcalc.laws.forms import Form, TooLongError
from boundcalc.laws.inner import has_matrices, is_complex
from boundcalc.laws.laws import Laws
from boundcalc.laws.terms import Term, TermKind, is_term, read_term, within
from boundcalc.tex.source import Fragment, ReaderError, SourceText
from boundcalc.tex.tokens import Kind, tokenize

MOST_TERMS = 8
_DETERMINANT = re.compile(r"\\det(?![A-Za-z])|determinant", re.IGNORECASE)
_SMALL = re.compile(
    r"(?:[a-z]|\\(?:alpha|beta|gamma|delta|lambda|mu|sigma|theta|tau|rho|eta|nu))(?:_\{?\w\}?)?"
)


@dataclass(frozen=True, slots=True)
class Bound:
    """An inequality that holds wherever both of its sides have a value, and its name."""

    relation: Relation
    name: str


@dataclass(frozen=True, slots=True)
class Held:
    """A term that is not read, what stands in it, and the normal form of that."""

    symbol: Symbol
    term: Term
    node: Expression
    form: Form

    @property
    def text(self) -> str:
        """What stands in it, as it is printed."""
        return self.term.bodies[0].text


class Known:
    """The terms of one body of a row, by their kinds."""

    def __init__(self, laws: Laws, symbols: Iterable[Symbol]) -> None:
        self.laws = laws
        self.made: dict[str, Symbol] = {}
        found = (self._held(symbol) for symbol in symbols if is_term(symbol))
        self.held = [item for item in found if item is not None][:MOST_TERMS]

    @property
    def text(self) -> str:
        """The document."""
        return self.laws.source.document

    def beside(self, symbol: Symbol, latex: str, domain: Domain = REAL) -> Symbol:
        """Return another term of the names of one, which is that of the row where it has it."""
        made = Symbol(latex, domain, latex=latex, speaks_of=symbol.speaks_of)
        return self.laws.of_row.get(latex, self.made.setdefault(latex, made))

    @property
    def are_numbers(self) -> bool:
        """Whether no letter may be a matrix or a complex number, for all that the text says."""
        is_other = is_complex(self.text) or has_matrices(self.text)
        return not is_other and _DETERMINANT.search(self.text) is None

    def of(self, kind: TermKind) -> list[Held]:
        """Return the terms of a kind."""
        return [item for item in self.held if item.term.kind is kind]

    def pairs(self, kind: TermKind) -> Iterator[tuple[Held, Held]]:
        """Yield the pairs of terms of a kind that differ in their bodies alone."""
        terms = self.of(kind)
        for one in terms:
            for other in terms:
                if one is not other and is_alike(one.term, other.term):
                    yield one, other

    def form(self, node: Expression) -> Form | None:
        """Return the normal form of an expression."""
        try:
            return self.laws.forms.of(node)
        except (ReaderError, RecursionError, TooLongError):
            return None

    def sized(self, node: Expression) -> Expression | None:
        """Return what stands between the bars of a term that is no more than that, or None."""
        latex = node.latex if isinstance(node, Symbol) else ""
        if not re.fullmatch(r"\|[^|]+\|", latex):
            return None
        try:
            return self.read(within(latex[1:-1], self.laws.source))
        except (ReaderError, RecursionError):
            return None

    def event(self, place: Fragment) -> Relation | None:
        """Return an event that is one relation, or None."""
        laws = self.laws
        try:
            reading = read_display(place, laws.scope, tentative=laws.tentative)
        except ReaderError:
            return None
        if len(reading.rows) != 1 or reading.unread or reading.others:
            return None
        row = reading.rows[0]
        is_more = row.conditions or row.hidden or row.opaque_sides or row.is_implied
        return None if is_more else row.relation

    def is_fixed(self, node: Expression, bound: frozenset[str]) -> bool:
        """Return whether the row has all letters of an expression outside of its terms, as numbers.

        They are small letters, which nothing binds and of which no words say that they are random.
        """
        own = self.laws.of_row
        return all(
            own.get(symbol.name) == symbol
            and _SMALL.fullmatch(symbol.latex) is not None
            and symbol.latex not in bound
            and not is_drawn(self.text, symbol.latex)
            for symbol in node.symbols()
        )

    def _held(self, symbol: Symbol) -> Held | None:
        term = read_term(symbol, self.laws.source)
        if term is None or len(term.bodies) != 1 or has_many_values(symbol.latex):
            return None
        try:
            node = self.read(term.bodies[0])
            return Held(symbol, term, node, self.laws.forms.of(node))
        except (ReaderError, RecursionError, TooLongError):
            return None

    def letters(self, text: str) -> frozenset[str]:
        """Return the signs of a formula, of which those directly beside each other are several."""
        tokens = tokenize(within(text, self.laws.source), is_lenient=True)
        return frozenset(token.key for token in tokens)

    def read(self, place: Fragment) -> Expression:
        """Return a text that stands in a term as an expression."""
        laws = self.laws
        reader = SideReader(place, lenient_lines(place), laws.scope, laws.tentative)
        node = reader.expression()
        if reader.token.kind is not Kind.STOP:
            raise reader.unexpected()
        return node


def is_alike(one: Term, other: Term) -> bool:
    """Return whether two terms are of one operator, over the same and on the same condition."""
    return (one.kind, one.head, one.tail) == (other.kind, other.head, other.tail)


def combined(whole: Form, parts: Sequence[Form]) -> tuple[Fraction, ...] | None:
    """Return the numbers by which a form is a sum of multiples of others, none of them zero.

    Examples
    --------
    >>> from boundcalc.laws.forms import Forms
    >>> forms = Forms(lambda symbol: None)
    >>> x, y = (forms.of(Symbol(name, REAL)) for name in "xy")
    >>> combined(x.plus(y.scaled(Fraction(-2))), [x, y])
    (Fraction(1, 1), Fraction(-2, 1))
    """
    if not parts or not all(part.terms for part in parts):
        return () if not parts and not whole.terms else None
    first, *rest = parts
    others = {item for part in rest for item, _ in part.terms}
    own = [(item, number) for item, number in first.terms if item not in others]
    if not own:
        return None
    item, number = own[0]
    share = dict(whole.terms).get(item, Fraction(0)) / number
    more = combined(whole.plus(first.scaled(-share)), rest)
    return None if more is None or not share else (share, *more)


def multiple(node: Expression, share: Fraction) -> Expression:
    """Return an expression times a number, which is not written where it is one."""
    if abs(share) == 1:
        return node if share > 0 else -node
    return share * node


def is_never_negative(node: Expression, source: SourceText) -> bool:
    """Return whether an expression is not negative, whatever numbers the names in it are."""
    if isinstance(node, Symbol):
        term = read_term(node, source) if is_term(node) else None
        is_norm = term is not None and term.kind is TermKind.NORM
        return is_norm or re.fullmatch(r"\|[^|]+\|", node.latex) is not None
    if not isinstance(node, Operation):
        return False
    operator, operands = node.operator, node.operands
    if operator in (Operator.ABS, Operator.EXP, Operator.SQRT):
        return True
    if operator is Operator.POWER:
        return is_square(node) or is_e(operands[0])
    if operator in (Operator.ADD, Operator.MULTIPLY):
        return all(is_never_negative(operand, source) for operand in operands)
    return False


def is_e(node: Expression) -> bool:
    """Return whether an expression is Euler's number."""
    return isinstance(node, Constant) and node.name == "e"


def is_square(node: Expression) -> bool:
    """Return whether an expression is a power with an even number."""
    if not isinstance(node, Operation) or node.operator is not Operator.POWER:
        return False
    power = node.operands[1]
    is_whole = isinstance(power, Number) and power.value.denominator == 1
    return is_whole and isinstance(power, Number) and power.value % 2 == 0 and power.value > 0
