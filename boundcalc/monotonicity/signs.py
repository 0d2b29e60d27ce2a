"""Signs of derivatives by normal forms: what cancels exactly is cancelled before it is enclosed.

The slope of Phi(m/2 - e/m) - exp(e) Phi(-m/2 - e/m) in m is a difference of two densities that
intervals cannot tell apart, and in fact equal to one density.
Here a derivative is a sum of terms c exp(g), where c and g are quotients of polynomials in the
symbols and in smooth functions of them; terms with the same g are added up exactly.
A sign is claimed where every coefficient has it over the box.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from flint import arb, ctx, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from boundcalc.enclosures.decisions import interval_program
from boundcalc.enclosures.interval import Interval
from boundcalc.enclosures.interval_functions import INTERVALS
from boundcalc.language.expressions import Expression, Symbol
from boundcalc.language.operators import Operator
from boundcalc.monotonicity.exponential_terms import Field, Ratio, UnreadError

MOST_NODES = 150  # of an expression that is read


@dataclass(frozen=True)
class Derivative:
    """A derivative in normal form, whose sign can be looked for over boxes."""

    name: str
    generators: tuple[Expression, ...]
    terms: tuple[tuple[Ratio, Ratio], ...]
    context: fmpq_mpoly_ctx

    def sign_over(self, box: Mapping[str, Interval]) -> int | None:
        """Return 1 where it is nowhere negative, -1 where nowhere positive, and 0 where it is 0.

        None where no sign is found, or where the derivative may be undefined on the box.

        Parameters
        ----------
        box : mapping from name to Interval
            Ranges of all symbols, enclosed at the precision in force.
        """
        known = _Ranges(self, box)
        signs = set()
        for exponent, coefficient in self.terms:
            signs.add(known.sign(coefficient))
            if not (known.is_defined(exponent) and known.is_defined(coefficient)):
                return None
        if not signs:
            return 0
        return signs.pop() if len(signs) == 1 else None

    @cached_property
    def place(self) -> int | None:
        """The place of the variable among the generators."""
        symbols = (
            place
            for place, generator in enumerate(self.generators)
            if isinstance(generator, Symbol) and generator.name == self.name
        )
        return next(symbols, None)


class _Ranges:
    """The ranges of the generators over a box, and signs of polynomials in them."""

    def __init__(self, derivative: Derivative, box: Mapping[str, Interval]) -> None:
        self.derivative = derivative
        self.ranges = [
            interval_program(generator, ctx.prec).run(box) for generator in derivative.generators
        ]
        self.is_total = all(range.total and not range.is_nowhere for range in self.ranges)

    def is_defined(self, ratio: Ratio) -> bool:
        """Return whether the quotient has a value everywhere."""
        return self.is_total and self._polynomial_sign(ratio.bottom, is_strict=True) is not None

    def sign(self, ratio: Ratio) -> int | None:
        """Return the weak sign of a quotient, or None."""
        top = self._polynomial_sign(ratio.top, is_strict=False)
        bottom = self._polynomial_sign(ratio.bottom, is_strict=True)
        return None if top is None or bottom is None else top * bottom

    def _polynomial_sign(self, polynomial: fmpq_mpoly, *, is_strict: bool) -> int | None:
        found = self._plain_sign(polynomial, self.ranges, is_strict=is_strict)
        place = self.derivative.place
        if found is not None or place is None:
            return found
        start = self.ranges[place].lower
        if not start.is_finite():
            return None
        moved = list(self.derivative.context.gens())
        moved[place] = moved[place] + _exact(start)
        shifted = polynomial.compose(*moved, ctx=self.derivative.context)
        width = Interval(arb(0), (self.ranges[place].upper - start).upper())
        ranges = [*self.ranges[:place], width, *self.ranges[place + 1 :]]
        return self._plain_sign(shifted, ranges, is_strict=is_strict)

    def _plain_sign(
        self, polynomial: fmpq_mpoly, ranges: list[Interval], *, is_strict: bool
    ) -> int | None:
        """Return the sign that all monomials have, or that their sum has."""
        monomials = [
            (1 if value > 0 else -1, self._monomial(powers, ranges), value)
            for powers, value in polynomial.to_dict().items()
        ]
        signs = set()
        for sign, values, _ in monomials:
            if values.lower >= 0:
                signs.add(sign)
            elif values.upper <= 0:
                signs.add(-sign)
            else:
                signs.add(0)
        if signs in ({1}, {-1}):
            (sign,) = signs
            is_away = any(values.lower > 0 or values.upper < 0 for _, values, _ in monomials)
            if is_away or not is_strict:
                return sign
        total = Interval(arb(0), arb(0))
        for _, values, value in monomials:
            factor = INTERVALS.number(Fraction(int(value.p), int(value.q)))
            share = INTERVALS.operators[Operator.MULTIPLY](factor, values)
            total = INTERVALS.operators[Operator.ADD](total, share)
        if total.lower > 0 or (total.lower >= 0 and not is_strict):
            return 1
        return -1 if total.upper < 0 or (total.upper <= 0 and not is_strict) else None

    def _monomial(self, powers: tuple[int, ...], ranges: list[Interval]) -> Interval:
        found = INTERVALS.number(Fraction(1))
        for power, values in zip(powers, ranges, strict=True):
            if power:
                factor = INTERVALS.integer_power(values, int(power))
                found = INTERVALS.operators[Operator.MULTIPLY](found, factor)
        return found


def _exact(value: arb) -> fmpq:
    mantissa, exponent = value.man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


@lru_cache(maxsize=1024)
def derivative(expression: Expression, name: str, order: int = 1) -> Derivative | None:
    """Return a derivative of an expression in normal form, or None where it has none.

    Parameters
    ----------
    expression : Expression
        Built from rational operations, whole powers, exp, ln, sqrt, phi, erf and erfc, where it
        depends on the variable.
    name : str
        The variable.
    order : int
        1 or 2.

    Examples
    --------
    >>> from boundcalc.enclosures.interval import hull
    >>> from boundcalc.language import Symbol, exp, phi
    >>> x = Symbol("x")
    >>> moved = phi(x / 2 - 1 / x) - exp(1) * phi(-x / 2 - 1 / x)
    >>> derivative(moved, "x").sign_over({"x": hull(Fraction(1, 10**9), Fraction(10**9))})
    1
    """
    if expression.size > MOST_NODES:
        return None
    try:
        field = Field(expression, name)
        terms = field.read(expression)
        for _ in range(order):
            terms = field.slope(terms)
    except UnreadError:
        return None
    return Derivative(name, tuple(field.generators), tuple(terms.values()), field.context)
