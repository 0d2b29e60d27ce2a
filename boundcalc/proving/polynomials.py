"""Normal forms as polynomials in their atoms: common factors, and irreducible ones.

Each atom and each exponential is a generator of its own, raised to the common denominator of its
powers; relations between generators are not known, so that a common factor may be overlooked.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from boundcalc.checker.normal import Form, Monomial, Power, _plus
from boundcalc.proving.quotients import Quotients

MAX_DEGREE = 300
Exponents = tuple[int, ...]
Powers = Mapping[Exponents, Fraction]  # a polynomial: coefficients by exponents
Generator = tuple[bool, object]  # whether it is an exponential, and the atom or its exponent


@lru_cache(maxsize=50_000)
def canonical(item: object) -> str:
    """Return a text that does not depend on the order within sets."""
    if isinstance(item, frozenset):
        return "{" + ",".join(sorted(map(canonical, item))) + "}"
    if isinstance(item, tuple):
        return "(" + ",".join(map(canonical, item)) + ")"
    return str(item)


def _items(monomial: Monomial) -> list[tuple[Generator, Power]]:
    powers, exponents = monomial
    found: list[tuple[Generator, Power]] = [((False, item), power) for item, power in powers]
    return found + [((True, item), power) for item, power in exponents]


@dataclass(frozen=True)
class Polynomials:
    """The polynomials in the generators of some forms.

    Parameters
    ----------
    generators : tuple
        What the variables stand for.
    units : tuple of int
        The common denominators of their powers.
    """

    generators: tuple[Generator, ...]
    units: tuple[int, ...]

    @classmethod
    def of(cls, forms: Sequence[Form]) -> Polynomials:
        """Return the polynomials in which the forms can be written, up to a monomial each."""
        denominators: dict[Generator, int] = {}
        for form in forms:
            for monomial in form:
                for generator, power in _items(monomial):
                    old = denominators.get(generator, 1)
                    denominators[generator] = math.lcm(old, power.denominator)
        generators = tuple(sorted(denominators, key=canonical))
        return cls(generators, tuple(denominators[item] for item in generators))

    def exponents(self, form: Form) -> tuple[dict[Exponents, Fraction], Exponents]:
        """Return a polynomial, and the exponents of the monomial by which the form is divided."""
        rows = {}
        for monomial, value in form.items():
            powers = dict(_items(monomial))
            exact = (
                powers.get(item, Fraction(0)) * unit
                for item, unit in zip(self.generators, self.units, strict=True)
            )
            rows[tuple(int(power) for power in exact)] = value
        lowest = tuple(min(column) for column in zip(*rows, strict=True))
        shifted = {
            tuple(power - low for power, low in zip(row, lowest, strict=True)): value
            for row, value in rows.items()
        }
        return shifted, lowest

    def read(self, form: Form) -> tuple[fmpq_mpoly, Form] | None:
        """Return a polynomial and the monomial by which the form is divided; None if too large."""
        shifted, lowest = self.exponents(form)
        if any(power > MAX_DEGREE for row in shifted for power in row):
            return None
        values = {row: fmpq(value.numerator, value.denominator) for row, value in shifted.items()}
        return self._ring().from_dict(values), {self.monomial(lowest): Fraction(1)}

    def write(self, polynomial: fmpq_mpoly, normalizer: Quotients) -> Form:
        """Return a polynomial as a form."""
        total: Form = {}
        for powers, value in polynomial.to_dict().items():
            atoms, exponents = map(dict, self.monomial([int(power) for power in powers]))
            exact = Fraction(int(value.p), int(value.q))
            total = _plus(total, normalizer._monomial(atoms, exponents, exact))  # type: ignore[arg-type]
        return total

    def _ring(self) -> fmpq_mpoly_ctx:
        names = tuple(f"x{place}" for place in range(len(self.generators)))
        return fmpq_mpoly_ctx.get(names, Ordering.lex)

    def monomial(self, powers: Sequence[int]) -> Monomial:
        """Return the monomial with given exponents."""
        parts: tuple[list[object], list[object]] = [], []
        for item, unit, power in zip(self.generators, self.units, powers, strict=False):
            if power:
                parts[item[0]].append((item[1], Fraction(power, unit)))
        return frozenset(parts[0]), frozenset(parts[1])  # type: ignore[arg-type]


def cancelled(normalizer: Quotients, top: Form, bottom: Form) -> tuple[Form, Form]:
    """Return a numerator and a denominator without their common factor."""
    if min(len(top), len(bottom)) < 2:
        return top, bottom
    ring = Polynomials.of((top, bottom))
    first, second = ring.read(top), ring.read(bottom)
    if first is None or second is None:
        return top, bottom
    common = first[0].gcd(second[0])
    if common.is_constant():
        return top, bottom
    over = ring.write(first[0] / common, normalizer)
    under = ring.write(second[0] / common, normalizer)
    return normalizer.product(over, first[1]), normalizer.product(under, second[1])


def _exact(number: fmpq) -> Fraction:
    """Return a rational of any length; Python reads no decimals of more than 4,300 digits."""
    return Fraction(int(number.p), int(number.q))


def factored(normalizer: Quotients, form: Form) -> list[tuple[Form, int]]:
    """Return the irreducible factors of a form that are sums, with multiplicities, and the rest.

    The rest, a product of numbers and atoms, comes first.
    """
    ring = Polynomials.of((form,))
    read = ring.read(form)
    if read is None:
        return [(form, 1)]
    content, factors = read[0].factor()
    rest = normalizer.product(read[1], {(frozenset(), frozenset()): _exact(content)})
    found: list[tuple[Form, int]] = []
    for factor, count in factors:
        written = ring.write(factor, normalizer)
        if len(written) == 1:
            for _ in range(count):
                rest = normalizer.product(rest, written)
        else:
            found.append((written, int(count)))
    return [(rest, 1), *found]
