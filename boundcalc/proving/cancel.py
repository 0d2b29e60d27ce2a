"""Common factors of two sums of monomials, by the greatest common divisor of polynomials."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from boundcalc.checker.normal import Form, Monomial

MOST = 40  # monomials
DEGREE = 12
VARIABLES = 6
Exponents = dict[tuple[str, Any], Fraction]


def cancelled(top: Form, bottom: Form) -> tuple[Form, Form] | None:
    """Return both sums divided by their greatest common divisor, or None where it is a number.

    Powers of atoms and exponentials are the variables of the polynomials.
    """
    if not 1 < len(top) <= MOST or not 1 < len(bottom) <= MOST:
        return None
    every = [_exponents(monomial) for form in (top, bottom) for monomial in form]
    keys = sorted({key for exponents in every for key in exponents}, key=canonical)
    if len(keys) > VARIABLES:
        return None
    lowest = {key: min(item.get(key, Fraction(0)) for item in every) for key in keys}
    scale = {key: lcm(*(item[key].denominator for item in every if key in item)) for key in keys}
    ring = fmpq_mpoly_ctx.get([f"x{index}" for index in range(len(keys))], Ordering.lex)

    def polynomial(form: Form) -> Any:
        terms = {}
        for monomial, value in form.items():
            item = _exponents(monomial)
            powers = [(item.get(key, Fraction(0)) - lowest[key]) * scale[key] for key in keys]
            if max(powers, default=0) > DEGREE:
                return None
            terms[tuple(map(int, powers))] = fmpq(value.numerator, value.denominator)
        return ring.from_dict(terms)

    def form_of(found: Any) -> Form:
        form: Form = {}
        for powers, value in found.to_dict().items():
            pairs = zip(keys, powers, strict=True)
            exponents = {key: Fraction(int(power), scale[key]) for key, power in pairs}
            form[_monomial(exponents)] = Fraction(int(value.p), int(value.q))
        return form

    first, second = polynomial(top), polynomial(bottom)
    if first is None or second is None:
        return None
    divisor = first.gcd(second)
    if divisor.is_constant():
        return None
    return form_of(first // divisor), form_of(second // divisor)


def _exponents(monomial: Monomial) -> Exponents:
    powers: Exponents = {("power", atom): power for atom, power in monomial[0]}
    return powers | {("exp", inner): value for inner, value in monomial[1]}


def _monomial(exponents: Exponents) -> Monomial:
    items = [(*key, value) for key, value in exponents.items() if value]
    powers = frozenset((item, value) for kind, item, value in items if kind == "power")
    return powers, frozenset((item, value) for kind, item, value in items if kind == "exp")


@lru_cache(maxsize=50_000)
def canonical(item: object) -> str:
    """Return a text that does not depend on the order within sets."""
    if isinstance(item, frozenset):
        return "{" + ",".join(sorted(map(canonical, item))) + "}"
    if isinstance(item, tuple):
        return "(" + ",".join(map(canonical, item)) + ")"
    return str(item)
