"""Rules of slopes, said once for every kind of enclosure: values, and how they move.

A slope encloses the difference quotients of an expression, in one variable or in several.
What a kind of slope is, its sums and its kinks are said by a subclass; what is smooth is said here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Generic, TypeVar

from boundcalc.evaluation.derivatives import ERRATIC, derivatives
from boundcalc.evaluation.programs import Arithmetic, number_class
from boundcalc.language.operators import Operator

V = TypeVar("V")
S = TypeVar("S")


@number_class
class Sloped(Generic[V, S]):
    """The values of an expression, and its slope."""

    values: V
    slope: S


class SlopeRules(Generic[V, S]):
    """Arithmetic of values with slopes, over an arithmetic of values.

    Parameters
    ----------
    values : Arithmetic
        The kind of values, which are factors of slopes as well.
    reciprocal : callable
        1 / x, as a factor of slopes; for square roots and logarithms only x > 0 counts.
    """

    def __init__(
        self,
        values: Arithmetic[V],
        reciprocal: Callable[[V], V],
        reciprocal_of_positive: Callable[[V], V],
    ) -> None:
        self.values = values
        self.reciprocal = reciprocal
        self.functions = functions = values.operators
        self._add, self._negate = functions[Operator.ADD], functions[Operator.NEGATE]
        self._multiply, self._divide = functions[Operator.MULTIPLY], functions[Operator.DIVIDE]
        self._one = values.number(Fraction(1))
        smooth = derivatives(values, reciprocal_of_positive)
        self.operators: Mapping[Operator, Callable[..., Sloped[V, S]]] = {
            Operator.ADD: self.total,
            Operator.MULTIPLY: self.product,
            Operator.NEGATE: self.minus,
            Operator.DIVIDE: self.quotient,
            Operator.POWER: self.power,
            Operator.LOG: self.logarithm,
            Operator.ABS: self.absolute,
            Operator.MAX: self.extremum(functions[Operator.MAX]),
            Operator.MIN: self.extremum(functions[Operator.MIN]),
            Operator.TAN: self.tangent,
            Operator.LAMBERT_W: self.lambert_w,
            **{item: self._smooth(functions[item], slope) for item, slope in smooth.items()},
            **{item: self.with_unknown_slope(functions[item]) for item in ERRATIC},
        }

    # --- what a kind of slope is

    def fixed(self, values: V) -> Sloped[V, S]:
        """Return what does not move."""
        raise NotImplementedError

    def is_flat(self, slope: S) -> bool:
        """Return whether a slope is that of what does not move."""
        raise NotImplementedError

    def combined(self, *parts: tuple[V | None, S]) -> S:
        """Return the sum of slopes, each times a factor; no factor is one."""
        raise NotImplementedError

    def absolute(self, x: Sloped[V, S]) -> Sloped[V, S]:
        """Return the absolute value."""
        raise NotImplementedError

    def extremum(self, function: Callable[..., V]) -> Callable[..., Sloped[V, S]]:
        """Return the rule of a maximum or a minimum, whose slope is among those of its operands."""
        raise NotImplementedError

    def with_unknown_slope(self, function: Callable[..., V]) -> Callable[..., Sloped[V, S]]:
        """Return the rule of a function of whose slopes nothing is said."""
        raise NotImplementedError

    # --- what is the same for all

    def number(self, value: Fraction) -> Sloped[V, S]:
        """Return a fixed number."""
        return self.fixed(self.values.number(value))

    def constant(self, name: str) -> Sloped[V, S]:
        """Return e or pi."""
        return self.fixed(self.values.constant(name))

    def total(self, *terms: Sloped[V, S]) -> Sloped[V, S]:
        """Return the sum of terms."""
        slope = self.combined(*((None, term.slope) for term in terms))
        return Sloped(self._add(*(term.values for term in terms)), slope)

    def minus(self, x: Sloped[V, S]) -> Sloped[V, S]:
        """Return -x."""
        return Sloped(self._negate(x.values), self.combined((self._negate(self._one), x.slope)))

    def product(self, *factors: Sloped[V, S]) -> Sloped[V, S]:
        """Return the product of factors."""
        product = factors[0]
        for factor in factors[1:]:
            slope = self.combined((factor.values, product.slope), (product.values, factor.slope))
            product = Sloped(self._multiply(product.values, factor.values), slope)
        return product

    def quotient(self, x: Sloped[V, S], y: Sloped[V, S]) -> Sloped[V, S]:
        """Return x / y."""
        values = self._divide(x.values, y.values)
        if self.is_flat(y.slope):
            if self.is_flat(x.slope):
                return self.fixed(values)
            top = x.slope
        else:
            top = self.combined((None, x.slope), (self._negate(values), y.slope))
        return Sloped(values, self.combined((self.reciprocal(y.values), top)))

    def power(self, base: Sloped[V, S], exponent: Sloped[V, S]) -> Sloped[V, S]:
        """Return a power."""
        function = self.functions[Operator.POWER]
        values = function(base.values, exponent.values)
        parts: list[tuple[V | None, S]] = []
        if not self.is_flat(base.slope):
            lower = function(base.values, self._add(exponent.values, self._negate(self._one)))
            parts.append((self._multiply(exponent.values, lower), base.slope))
        if not self.is_flat(exponent.slope):
            rate = self._multiply(values, self.functions[Operator.LN](base.values))
            parts.append((rate, exponent.slope))
        return Sloped(values, self.combined(*parts)) if parts else self.fixed(values)

    def logarithm(self, base: Sloped[V, S], x: Sloped[V, S]) -> Sloped[V, S]:
        """Return the logarithm to a base."""
        ln = self.operators[Operator.LN]
        return self.quotient(ln(x), ln(base))

    def tangent(self, x: Sloped[V, S]) -> Sloped[V, S]:
        """Return the tangent, a quotient, of whose slope nothing is said beside its poles."""
        return self.quotient(self.operators[Operator.SIN](x), self.operators[Operator.COS](x))

    def lambert_w(self, branch: Sloped[V, S], x: Sloped[V, S]) -> Sloped[V, S]:
        """Return the inverse of w e^w, whose derivative is 1/(x + e^w), on one branch."""
        values = self.functions[Operator.LAMBERT_W](branch.values, x.values)
        rate = self.reciprocal(self._add(x.values, self.functions[Operator.EXP](values)))
        return Sloped(values, self.combined((rate, x.slope)))

    def _smooth(
        self, function: Callable[[V], V], derivative: Callable[[V, V], V]
    ) -> Callable[[Sloped[V, S]], Sloped[V, S]]:
        """Return the rule of a function whose derivative is given the operand and the value."""

        def apply(x: Sloped[V, S]) -> Sloped[V, S]:
            values = function(x.values)
            if self.is_flat(x.slope):
                return self.fixed(values)
            return Sloped(values, self.combined((derivative(x.values, values), x.slope)))

        return apply
