"""Terms: sums of c exp(g), where c and g are quotients of polynomials, and their derivatives.

The polynomials are those in the symbols of an expression and in smooth functions of them, which
stand for themselves; terms with the same g are added up exactly, so that what cancels is gone.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from boundcalc.language.expressions import Constant, Expression, Number, Operation, Sum, Symbol
from boundcalc.language.functions import sqrt
from boundcalc.language.operators import Operator

MOST_GENERATORS = 12
MOST_MONOMIALS = 200
MOST_POWER = 12
_ONE_PI = 1 / sqrt(Constant("pi"))
_TWO_PI = 1 / sqrt(2 * Constant("pi"))
_SMOOTH = (Operator.SQRT, Operator.LN, Operator.PHI, Operator.ERF, Operator.ERFC)
_RATIONAL = (Operator.ADD, Operator.MULTIPLY, Operator.NEGATE, Operator.DIVIDE)


class UnreadError(Exception):
    """An expression has no normal form of this kind, or one that is too long."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A quotient of polynomials without a common factor, the denominator's first coefficient 1."""

    top: fmpq_mpoly
    bottom: fmpq_mpoly

    @property
    def key(self) -> tuple[frozenset[tuple[object, object]], ...]:
        """What is equal for equal quotients."""
        return tuple(frozenset(part.to_dict().items()) for part in (self.top, self.bottom))


def _ratio(top: fmpq_mpoly, bottom: fmpq_mpoly) -> Ratio:
    if bottom.is_zero() or len(top) > MOST_MONOMIALS or len(bottom) > MOST_MONOMIALS:
        raise UnreadError
    common = top.gcd(bottom)
    top, bottom = divmod(top, common)[0], divmod(bottom, common)[0]
    lead = bottom.leading_coefficient()
    return Ratio(top / lead, bottom / lead)


Terms = dict[object, tuple[Ratio, Ratio]]  # exponent and coefficient, by the key of the exponent


class Field:
    """Sums of terms over polynomials in some generators, and how they change with a variable."""

    def __init__(self, expression: Expression, name: str) -> None:
        self.name = name
        self.generators: list[Expression] = [_ONE_PI, _TWO_PI]
        self._collect(expression)
        if len(self.generators) > MOST_GENERATORS:
            raise UnreadError
        names = tuple(f"g{place}" for place in range(len(self.generators)))
        self.context = fmpq_mpoly_ctx.get(names, Ordering.lex)
        self.places = {generator: place for place, generator in enumerate(self.generators)}
        self.slopes: dict[int, Terms] = {}

    def _collect(self, node: Expression) -> None:
        if isinstance(node, Number) or node in self.generators:
            return
        is_inner = isinstance(node, Operation) and (
            node.operator in (*_RATIONAL, Operator.EXP) or _whole_power(node) is not None
        )
        is_moving = self.name in node.names()
        if is_inner or (is_moving and isinstance(node, Operation) and node.operator in _SMOOTH):
            for operand in node.operands:
                self._collect(operand)
        if not is_inner:
            if is_moving and isinstance(node, Operation | Sum) and not self._is_smooth(node):
                raise UnreadError
            self.generators.append(node)

    def _is_smooth(self, node: Expression) -> bool:
        return isinstance(node, Operation) and node.operator in _SMOOTH

    # quotients and sums of terms

    def number(self, value: Fraction | int) -> Ratio:
        """Return a rational as a quotient."""
        exact = Fraction(value)
        return Ratio(
            self.context.constant(fmpq(exact.numerator, exact.denominator)),
            self.context.constant(1),
        )

    def generator(self, node: Expression) -> Ratio:
        """Return a generator as a quotient."""
        return Ratio(self.context.gens()[self.places[node]], self.context.constant(1))

    def plus(self, first: Ratio, second: Ratio) -> Ratio:
        """Return the sum of two quotients."""
        return _ratio(
            first.top * second.bottom + second.top * first.bottom, first.bottom * second.bottom
        )

    def times(self, first: Ratio, second: Ratio) -> Ratio:
        """Return the product of two quotients."""
        return _ratio(first.top * second.top, first.bottom * second.bottom)

    def term(self, coefficient: Ratio, exponent: Ratio | None = None) -> Terms:
        """Return coefficient times exp(exponent)."""
        power = self.number(0) if exponent is None else exponent
        return {} if coefficient.top.is_zero() else {power.key: (power, coefficient)}

    def sum(self, *parts: Terms) -> Terms:
        """Return the sum, without the terms that cancel."""
        found: Terms = {}
        for part in parts:
            for key, (exponent, coefficient) in part.items():
                held = found.pop(key, None)
                total = coefficient if held is None else self.plus(held[1], coefficient)
                if not total.top.is_zero():
                    found[key] = exponent, total
        return found

    def product(self, first: Terms, second: Terms) -> Terms:
        """Return the product."""
        return self.sum(
            *(
                self.term(self.times(left[1], right[1]), self.plus(left[0], right[0]))
                for left in first.values()
                for right in second.values()
            )
        )

    def inverse(self, terms: Terms) -> Terms:
        """Return the reciprocal of a single term."""
        if len(terms) != 1:
            raise UnreadError
        ((exponent, coefficient),) = terms.values()
        return self.term(
            _ratio(coefficient.bottom, coefficient.top), self.times(self.number(-1), exponent)
        )

    def rational(self, terms: Terms) -> Ratio:
        """Return a sum without exponentials as a quotient."""
        if not terms:
            return self.number(0)
        found = terms.get(self.number(0).key)
        if found is None or len(terms) > 1:
            raise UnreadError
        return found[1]

    # expressions

    def read(self, node: Expression) -> Terms:
        """Return an expression as a sum of terms."""
        if isinstance(node, Number):
            return self.term(self.number(node.value))
        if node in self.places:
            return self.term(self.generator(node))
        assert isinstance(node, Operation)
        power = _whole_power(node)
        if power is not None:
            base = self.read(node.operands[0])
            found = self.term(self.number(1))
            for _ in range(abs(power)):
                found = self.product(found, base)
            return self.inverse(found) if power < 0 else found
        parts = [self.read(operand) for operand in node.operands]
        if node.operator is Operator.EXP:
            return self.term(self.number(1), self.rational(parts[0]))
        if node.operator is Operator.ADD:
            return self.sum(*parts)
        if node.operator is Operator.NEGATE:
            return self.product(self.term(self.number(-1)), parts[0])
        if node.operator is Operator.DIVIDE:
            return self.product(parts[0], self.inverse(parts[1]))
        found = parts[0]
        for part in parts[1:]:
            found = self.product(found, part)
        return found

    def slope(self, terms: Terms) -> Terms:
        """Return the derivative of a sum of terms in the variable."""
        found: Terms = {}
        for exponent, coefficient in terms.values():
            power = self.term(self.number(1), exponent)
            by_power = self.product(self.term(coefficient), self._slope_of(exponent))
            change = self.sum(self._slope_of(coefficient), by_power)
            found = self.sum(found, self.product(power, change))
        return found

    def _slope_of(self, ratio: Ratio) -> Terms:
        """Return the derivative of a quotient: by each generator, times the generator's."""
        found: Terms = {}
        for place, generator in enumerate(self.generators):
            top, bottom = ratio.top.derivative(place), ratio.bottom.derivative(place)
            if (top.is_zero() and bottom.is_zero()) or self.name not in generator.names():
                continue
            by_generator = _ratio(
                top * ratio.bottom - ratio.top * bottom, ratio.bottom * ratio.bottom
            )
            moved = self.product(self.term(by_generator), self._generator_slope(place))
            found = self.sum(found, moved)
        return found

    def _generator_slope(self, place: int) -> Terms:
        if place not in self.slopes:
            self.slopes[place] = self._slope_of_function(self.generators[place])
        return self.slopes[place]

    def _slope_of_function(self, node: Expression) -> Terms:
        if isinstance(node, Symbol):
            return self.term(self.number(1))
        assert isinstance(node, Operation)
        inner = self.read(node.operands[0])
        change = self.slope(inner)
        if node.operator is Operator.LN:
            return self.product(change, self.inverse(inner))
        if node.operator is Operator.SQRT:
            half = _ratio(self.context.constant(fmpq(1, 2)), self.generator(node).top)
            return self.product(change, self.term(half))
        width = Fraction(-1, 2) if node.operator is Operator.PHI else Fraction(-1)
        height = {Operator.PHI: 1, Operator.ERF: 2, Operator.ERFC: -2}[node.operator]
        scale = self.generator(_TWO_PI if node.operator is Operator.PHI else _ONE_PI)
        argument = self.rational(inner)
        square = self.times(self.number(width), self.times(argument, argument))
        bell = self.term(self.times(self.number(height), scale), square)
        return self.product(change, bell)


def _whole_power(node: Expression) -> int | None:
    """Return the exponent of a power with a small whole one."""
    if not (isinstance(node, Operation) and node.operator is Operator.POWER):
        return None
    exponent = node.operands[1]
    if isinstance(exponent, Operation) and exponent.operator is Operator.NEGATE:
        inner = exponent.operands[0]
        value = -inner.value if isinstance(inner, Number) else None
    else:
        value = exponent.value if isinstance(exponent, Number) else None
    if value is None or value.denominator != 1 or abs(value) > MOST_POWER:
        return None
    return int(value)
