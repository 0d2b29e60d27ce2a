r"""The laws, one function each: what a term that is not read is equal to, whatever is in it.

Each is an identity between numbers wherever both of its sides have a value: an expectation, a sum
and an integral are linear; equal arguments give equal values; a constant leaves a supremum; a norm
is homogeneous; the probabilities of an event and of its complement add up to one. A verdict names
the instances that it needs, as premises.

Main definitions
----------------
`Law`: an instance of a law. `Laws`: what brings terms into normal forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from boundcalc.displays.displays import read_display
from boundcalc.displays.lenient_lines import lenient_lines
from boundcalc.displays.open_sides import SideReader
from boundcalc.language.domains import NONNEGATIVE, PROBABILITY, REAL, Domain
from boundcalc.language.expressions import (
    Expression,
    Operation,
    Relation,
    Symbol,
)
from boundcalc.language.latex import expression_latex
from boundcalc.language.operators import Operator, Sense
from boundcalc.laws.constants import (
    has_many_values,
    is_constant,
    is_no_norm,
    is_number,
    is_series,
    is_size,
    is_sure_range,
)
from boundcalc.laws.explicit.integrals import EXPLICIT
from boundcalc.laws.explicit.sums import SERIES, closed_sum, range_of
from boundcalc.laws.forms import (
    Form,
    Forms,
    Monomial,
    TooLongError,
    monomial_form,
    number_form,
)
from boundcalc.laws.inner import InnerProducts
from boundcalc.laws.integrals import integral
from boundcalc.laws.other_meanings import are_numbers
from boundcalc.laws.ranges import is_inhabited, is_over_nothing
from boundcalc.laws.terms import Term, TermKind, is_term, read_term, within, written
from boundcalc.laws.totals import total
from boundcalc.reader.meanings import letters
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError, SourceText
from boundcalc.tex.tokens import Kind

LINEAR_EXPECTATION = "linearity of the expectation"
LINEAR_SUM = "linearity of a sum"
PRODUCT = "a product of products"
FIXED = "what does not vary leaves a product"
EXPONENTIALS = "a product of exponentials is the exponential of a sum"
LOGARITHM = "the logarithm of a product is a sum"
EXTREMUM = "a constant leaves an extremum"
NORM = "homogeneity of a norm"
EQUAL = "equal arguments give equal values"
COMPLEMENT = "the complement of an event"
CLOSED = frozenset((EXPLICIT, *SERIES))
_TWINS = {r"\inf": r"\sup", r"\min": r"\max"}
_TURNED = {Sense.LE: Sense.GT, Sense.LT: Sense.GE, Sense.NE: Sense.EQ}
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Law:
    """An instance of a law: what a term is equal to wherever both have a value, and its name.

    A term is a symbol, or the square of a norm, or the logarithm of a product. `needs` is what must
    hold for it to have a value, where nothing in it says so.
    """

    term: Expression
    value: Expression
    name: str
    needs: tuple[Relation, ...] = ()

    @property
    def relation(self) -> Relation:
        """The equation."""
        return Relation(self.term, Sense.EQ, self.value)


class Laws:
    """Brings terms into normal forms; `names` are the terms that are written as they stand."""

    def __init__(
        self, scope: Scope, source: SourceText, tentative: frozenset[str], symbols: list[Symbol]
    ) -> None:
        self.of_row = {symbol.name: symbol for symbol in symbols}
        self.scope = scope
        self.source = source
        self.tentative = tentative
        self.vectors = InnerProducts(self)
        self.forms = self.fresh()
        self.known: dict[str, Form | None] = {}
        self.names: dict[str, Symbol] = {}
        self.fixed: dict[str, str] = {}  # expectations and probabilities, with their heads
        self.shown: dict[str, str] = {}  # the key of each spelling
        self.used: list[str] = []
        self.depth = 0
        self.outside: frozenset[str] = frozenset()  # the names that a row has outside of its terms
        self.factors: frozenset[str] = frozenset()  # those that stand there in products
        self.is_equation = False  # whether all that is said of the terms is equations
        self.closes = False  # whether sums and integrals of explicit terms are given their values
        self.needs: dict[Relation, None] = {}  # what must hold for these to have one

    def fresh(self) -> Forms:
        """Return normal forms in which terms are read by their laws."""
        forms = Forms(self.symbol)
        forms.log_of = self.log_of_product
        forms.square_of = self.vectors.square_of
        return forms

    def law(self, term: Expression, form: Form, relations: Sequence[Relation]) -> Law:
        """Return the law that a term has a form, which is written as an equation writes it."""
        name = ", ".join(dict.fromkeys(self.used)) or EQUAL
        value = self.forms.expression(form)
        is_closed = not CLOSED.isdisjoint(self.used)
        for item in (side for it in relations if is_closed for side in (it, it.mirrored)):
            is_own = item.sense is Sense.EQ and item.left == term
            is_value = not any(map(is_term, item.right.symbols()))  # terms are replaced as well
            if is_own and is_value and self._form_of(item.right) == form:
                value = item.right
        return Law(term, value, name, tuple(self.needs))

    def _form_of(self, node: Expression) -> Form | None:
        try:
            return self.forms.of(node)
        except (ReaderError, RecursionError, TooLongError):
            return None

    def symbol(self, symbol: Symbol) -> Form | None:
        """Return the form of a term, or None where it has no other."""
        if not is_term(symbol):
            return None
        if symbol.name in self.known:
            return self.known[symbol.name]
        term = read_term(symbol, self.source) if self.depth < _DEEPEST else None
        form = None
        if term is not None and not _is_of_orders(term, symbol):
            self.depth += 1
            try:
                form = self._form(term, symbol)
            except (ReaderError, RecursionError, TooLongError):
                form = None
            self.depth -= 1
        self.known[symbol.name] = form
        return form

    def _form(self, term: Term, symbol: Symbol) -> Form:
        if term.kind is TermKind.EXPECTATION:
            return self._expectation(term, symbol)
        if term.kind is TermKind.PROBABILITY:
            return self._probability(term, symbol)
        if term.kind is TermKind.INTEGRAL:
            is_equation = self.is_equation
            return integral(self, term, symbol, is_equation=is_equation, closes=self.closes)
        if term.kind is TermKind.SUM:
            return self._sum(term, symbol)
        if term.kind is TermKind.PRODUCT:
            return self._product(term, symbol)
        if term.kind is TermKind.EXTREMUM:
            return self._extremum(term, symbol)
        if term.kind is TermKind.NORM:
            return self._norm(term, symbol)
        if term.kind is TermKind.INNER:
            return self.vectors.inner(term, symbol)
        return self._value(term, symbol)

    # Reading.

    def read(self, place: Fragment) -> Form:
        """Return the form of a text that stands in a term."""
        tentative = self.tentative - self.factors  # which are applied to nothing in the terms, too
        reader = SideReader(place, lenient_lines(place), self.scope, tentative)
        node = reader.expression()
        if reader.token.kind is not Kind.STOP:
            raise reader.unexpected()
        return self.forms.of(node)

    def atom(self, key: str, symbol: Symbol, is_own: bool, shown: str, domain: Domain) -> Form:
        """Return the atom with a key; it is a term of the row where one has this form itself."""
        if is_own:
            self.names.setdefault(key, symbol)
        known = self.names.get(key)
        is_taken = self.shown.setdefault(shown, key) != key or shown in self.of_row
        name = key if is_taken else shown
        made = Symbol(name, domain, latex=shown, speaks_of=symbol.speaks_of)
        return self.forms.atom(key, made if known is None else known)

    def _letters(self, item: Monomial) -> frozenset[str]:
        nodes = [self.forms.atoms[name] for name, _ in item]
        return frozenset().union(*map(letters, nodes)) if nodes else frozenset()

    def _parted(self, item: Monomial, bound: frozenset[str]) -> tuple[Monomial, Monomial]:
        """Return the factors of a monomial in which bound letters stand, and the others."""
        held = tuple(pair for pair in item if self._letters((pair,)) & bound)
        return held, tuple(pair for pair in item if pair not in held)

    def _shown(self, term: Term, item: Monomial) -> str:
        body = expression_latex(self.forms.expression(monomial_form(item)))
        return written(term, body)

    # The laws.

    def _expectation(self, term: Term, symbol: Symbol) -> Form:
        """The expectation of a sum is the sum of the expectations; constants leave it."""
        body = self.read(term.bodies[0])
        atoms = {name for item, _ in body.terms for name, _ in item}
        if atoms - self.fixed.keys() and all(self._is_constant(name, term) for name in atoms):
            raise TooLongError  # something in it must be random
        total = number_form(0)
        for item, number in body.terms:
            held = tuple(pair for pair in item if not self._is_constant(pair[0], term))
            left = tuple(pair for pair in item if pair not in held)
            part = monomial_form(left, number)
            inner = self._of_sum(term, held, symbol)
            if inner is not None:
                part = part.times(inner)
            elif held:
                key = f"{term.head}[{monomial_form(held).key}|{term.tail}]"
                is_own = len(body.terms) == 1 and number == 1 and not left
                shown = self._shown(term, held)
                atom = self.atom(key, symbol, is_own, shown, REAL)
                self.fixed[key] = f"{term.head}|{term.tail}"
                part = part.times(atom)
            total = total.plus(part)
        self.used.append(LINEAR_EXPECTATION)
        return total

    def _of_sum(self, term: Term, held: Monomial, symbol: Symbol) -> Form | None:
        """The expectation of a finite sum is the sum of the expectations; None for what is none."""
        node = self.forms.atoms[held[0][0]] if len(held) == 1 and held[0][1] == 1 else None
        inner = read_term(node, self.source) if isinstance(node, Symbol) and is_term(node) else None
        if inner is None or inner.kind is not TermKind.SUM or inner.bound & term.bound:
            return None
        if not is_sure_range(inner.lower, inner.upper, inner.head, self.source.text):
            return None
        spelled = f"{inner.head} {written(term, inner.bodies[0].text)}"
        return self.symbol(Symbol(spelled, REAL, latex=spelled, speaks_of=symbol.speaks_of))

    def _is_constant(self, name: str, term: Term) -> bool:
        """Return whether an atom is a number that nothing random changes."""
        node = self.forms.atoms[name]
        text = self.source.text
        if name in self.fixed:
            return self.fixed[name] == f"{term.head}|"
        return all(
            (
                is_size(symbol, text)
                or is_constant(symbol, text)
                or (symbol.name in self.outside & self._stated() and is_number(symbol, text))
            )
            and not letters(symbol) & term.bound
            for symbol in node.symbols()
        )

    def _stated(self) -> frozenset[str]:
        """Return the names of which a line states the domain."""
        return frozenset(symbol.name for symbol in self.scope.symbols) - self.tentative

    def _probability(self, term: Term, symbol: Symbol) -> Form:
        """Events that are equal by algebra have one probability, and complements add up to one."""
        spelled, body, turned = self.event(term.bodies[0])
        key = f"{term.head}[{spelled}|{term.tail}]"
        atom = self.atom(key, symbol, not turned, written(term, body), PROBABILITY)
        self.fixed[key] = f"{term.head}|{term.tail}"
        self.used.append(COMPLEMENT if turned else EQUAL)
        return number_form(1).plus(atom.scaled(Fraction(-1))) if turned else atom

    def event(self, place: Fragment) -> tuple[str, str, bool]:
        """Return the key of an event that is a relation, or of its complement; how it is printed.

        Raises
        ------
        TooLongError
            If it is anything else.
        """
        reading = read_display(place, self.scope, tentative=self.tentative)
        if len(reading.rows) != 1 or reading.unread or reading.others:
            raise TooLongError
        row = reading.rows[0]
        if row.conditions or row.hidden or row.opaque_sides or row.is_implied:
            raise TooLongError
        gap = self.forms.of(row.relation.left).plus(
            self.forms.of(row.relation.right).scaled(Fraction(-1))
        )
        if not any(item for item, _ in gap.terms):
            raise TooLongError
        sense = row.relation.sense.mirrored if gap.lead < 0 else row.relation.sense
        gap = gap.scaled(1 / gap.lead)
        turned = sense in _TURNED
        if turned and sense is not Sense.NE and not are_numbers(place.text, self.source.document):
            raise TooLongError  # their order may be partial
        sense = _TURNED.get(sense, sense)
        shown = f"{expression_latex(self.forms.expression(gap))} {sense.value} 0"
        return f"{gap.key} {sense.value} 0", shown, turned

    def _sum(self, term: Term, symbol: Symbol) -> Form:
        """The sum of sums is the sum of the sums; what does not vary with the index leaves it."""
        whole = total(self, term, symbol)
        return whole or self._summed(term, self.read(term.bodies[0]), symbol, is_row=True)

    def _summed(self, term: Term, body: Form, symbol: Symbol, *, is_row: bool) -> Form:
        """Return the form of a sum over the indexes of a term, for which a symbol may stand."""
        if len(body.terms) > 1 and is_series(term.head):  # it may converge, and its parts not
            raise TooLongError
        total = number_form(0)
        over = range_of(self, term) if self.closes else None
        for item, number in body.terms:
            value = closed_sum(self, over, item, number) if over is not None else None
            if value is not None:
                total = total.plus(value)
                continue
            held, left = self._parted(item, term.bound) if term.bound else (item, ())
            part = monomial_form(left, number)
            if held or not term.bound:
                key = f"{term.head}[{monomial_form(held).key}]"
                is_own = is_row and len(body.terms) == 1 and number == 1 and not left
                atom = self.atom(key, symbol, is_own, self._shown(term, held), REAL)
                part = part.times(atom)
            else:
                part = part.times(self._count(term, symbol))
            total = total.plus(part)
        self.used.append(LINEAR_SUM)
        return total

    def _count(self, term: Term, symbol: Symbol) -> Form:
        """Return the number of terms of a sum."""
        if term.lower in ("0", "1"):
            upper = self.read(within(term.upper, self.source))
            if upper.is_whole:
                return upper.plus(number_form(1 - int(term.lower)))
        name = f"|{term.upper}|" if term.upper and not term.lower else f"{term.head}[1]"
        made = Symbol(name, NONNEGATIVE, latex=name, speaks_of=symbol.speaks_of)
        return self.forms.atom(name, self.of_row.get(name, made))

    def _product(self, term: Term, symbol: Symbol) -> Form:
        """The product of exponentials is that of the sum, and what does not vary leaves it."""
        body = self.read(term.bodies[0])
        fixed, body = self._fixed(term, body)
        factor = number_form(1)
        if fixed is not None:
            factor = self._power(fixed, self._count(_as_sum(term), symbol))
            self.used.append(FIXED)
        exponent = self._exponent(body)
        if exponent is not None and not is_series(term.head):
            self.used.append(EXPONENTIALS)
            return factor.times(
                self.forms.exponential(self._summed(_as_sum(term), exponent, symbol, is_row=False))
            )
        key = f"{term.head}[{body.key}]"
        shown = written(term, expression_latex(self.forms.expression(body)))
        self.used.append(EQUAL)
        return factor.times(self.atom(key, symbol, fixed is None, shown, REAL))

    def _fixed(self, term: Term, body: Form) -> tuple[Form | None, Form]:
        """Return what does not vary in a product, if it may be taken out of it, and the rest."""
        if len(body.terms) != 1 or not term.bound or is_series(term.head):
            return None, body
        ((item, number),) = body.terms
        held, left = self._parted(item, term.bound)
        if number <= 0 or not held or (number == 1 and not left):
            return None, body
        return monomial_form(left, number), monomial_form(held)

    def _power(self, base: Form, exponent: Form) -> Form:
        sides = (self.forms.expression(base), self.forms.expression(exponent))
        return self.forms.of(Operation(Operator.POWER, sides))

    def _exponent(self, body: Form) -> Form | None:
        """Return the exponent of a form that is an exponential, or None."""
        if len(body.terms) != 1 or body.terms[0][1] != 1 or not body.terms[0][0]:
            return None
        total = number_form(0)
        for name, power in body.terms[0][0]:
            if name not in self.forms.exponents:
                return None
            total = total.plus(monomial_form(self.forms.exponents[name], power))
        return total

    def has_product(self, node: Expression) -> bool:
        """Return whether an expression that is no term itself has a product in it."""
        found = (read_term(item, self.source) for item in node.symbols() if is_term(item))
        is_within = any(term is not None and term.kind is TermKind.PRODUCT for term in found)
        return isinstance(node, Operation) and is_within

    def log_of_product(self, node: Expression) -> Form | None:
        """The logarithm of a product is the sum of the logarithms; None for what is no product."""
        if not isinstance(node, Symbol) or not is_term(node):
            return None
        term = read_term(node, self.source)
        if term is None or term.kind is not TermKind.PRODUCT or is_series(term.head):
            return None
        body = self.forms.logarithm(self.read(term.bodies[0]))
        self.used.append(LOGARITHM)
        return self._summed(_as_sum(term), body, node, is_row=False)

    def _extremum(self, term: Term, symbol: Symbol) -> Form:
        """A term that does not vary leaves an extremum, and so does a positive factor."""
        if is_over_nothing(term.head):
            raise TooLongError
        body = self.read(term.bodies[0])
        operator = next(key for key in (r"\sup", r"\inf", r"\max", r"\min") if key in term.head)
        twin = _TWINS.get(operator)
        head = term.head.replace(operator, twin) if twin else term.head
        inside, outside = number_form(0), number_form(0)
        for item, number in body.terms:
            is_free = bool(term.bound) and not self._letters(item) & term.bound
            part = monomial_form(item, number)
            inside, outside = (
                (inside, outside.plus(part)) if is_free else (inside.plus(part), outside)
            )
        if not inside.terms:
            if not is_inhabited(term.head, self.scope, self.source.text):
                raise TooLongError
            return outside
        sign = Fraction(-1 if twin else 1)
        inside = inside.scaled(sign)
        size = abs(inside.lead)
        plain = inside.scaled(1 / size)
        key = f"{head}[{plain.key}]"
        is_own = not twin and size == 1 and not outside.terms
        shown = written(replace(term, head=head), expression_latex(self.forms.expression(plain)))
        self.used.append(EXTREMUM)
        return outside.plus(self.atom(key, symbol, is_own, shown, REAL).scaled(sign * size))

    def _norm(self, term: Term, symbol: Symbol) -> Form:
        """The norm of a multiple is the multiple of the norm."""
        if "0" in term.tail or is_no_norm(self.source.text):  # as what counts
            raise TooLongError
        body = self.read(term.bodies[0])
        if not body.terms:
            return number_form(0)
        size = body.lead
        plain = body.scaled(1 / size)
        key = f"{term.head}[{plain.key}]{term.tail}"
        shown = rf"\|{expression_latex(self.forms.expression(plain))}\|{term.tail}"
        self.used.append(NORM if abs(size) != 1 else EQUAL)
        return self.atom(key, symbol, size == 1, shown, NONNEGATIVE).scaled(abs(size))

    def _value(self, term: Term, symbol: Symbol) -> Form:
        """Equal arguments give equal values."""
        forms = [self.read(place) for place in term.bodies]
        keys = map(self._argument_key, forms, term.bodies)
        key = f"{term.head}{term.tail}{', '.join(keys)})"
        shown = written(
            term, ", ".join(expression_latex(self.forms.expression(form)) for form in forms)
        )
        self.used.append(EQUAL)
        return self.atom(key, symbol, True, shown, symbol.domain)

    def _argument_key(self, form: Form, place: Fragment) -> str:
        """Return what is equal for equal arguments.

        Factors of which nothing says that they are numbers stay in their order.
        """
        said = self._stated()
        doubtful = (sum(name not in said for name, _ in item) for item, _ in form.terms)
        return form.key if max(doubtful, default=0) < 2 else "".join(place.text.split())


def _as_sum(term: Term) -> Term:
    """Return the sum over what a product is over."""
    return replace(term, kind=TermKind.SUM, head=term.head.replace(r"\prod", r"\sum", 1))


def _is_of_orders(term: Term, symbol: Symbol) -> bool:
    """Return whether another value may stand at each place of a term; Omega may be an event."""
    return term.kind is not TermKind.PROBABILITY and has_many_values(symbol.latex)
