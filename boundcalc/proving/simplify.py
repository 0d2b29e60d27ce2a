"""Simplification for the search: a term as a positive factor times a term that encloses well.

The checker's normal form is written back as a term, its denominator and common factors divided out.
Nothing here is trusted: the checker compares the product with the original.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from boundcalc.checker.goals import Context, encloses, is_positive
from boundcalc.checker.normal import UNIT, Atom, Form, Monomial, Power
from boundcalc.checker.terms import Rejected, Term, names, number
from boundcalc.proving.numeric_hints import evaluate, float_points
from boundcalc.proving.polynomials import cancelled, canonical, factored
from boundcalc.proving.quotients import Quotients

ONE = number(1)


@dataclass(frozen=True, slots=True)
class Factored:
    """A term as `factor` times `other`; `factor` is meant to be positive."""

    factor: Term
    other: Term


def normalizer_for(context: Context) -> Quotients:
    """Return a normalizer that knows which terms are positive in a context."""
    return Quotients(lambda part: is_positive(context, part))


def simplified(
    context: Context,
    quotient: tuple[Quotients, Form, Form],
    *,
    divide_exponential: int = 0,
    divide_logarithms: bool = False,
) -> Factored | None:
    """Return a quotient with its denominator and common positive factors divided out, or None.

    `divide_exponential` selects by which of the exponential factors of the monomials the term is
    divided, so that repeated differentiation ends. With `divide_logarithms`, it is divided by
    common logarithms as well, where they seem to be positive.
    """
    normalizer, top, bottom = quotient
    if not top:
        return Factored(ONE, number(0))
    if len(bottom) > 1:
        top, bottom = cancelled(normalizer, top, bottom)
    bottom_term = product_term(normalizer, bottom)
    sign = _sign(context, bottom_term)
    if not sign:
        return None
    common = _common(normalizer, top, divide_exponential)
    if divide_logarithms:
        common = (common[0] | _logarithms(context, top), common[1])
    inverse = {inverted(common): Fraction(1)}
    reduced = normalizer.product(top, inverse)
    if sign < 0:
        reduced = {monomial: -value for monomial, value in reduced.items()}
        bottom_term = ("negate", bottom_term)
    scale = _content(reduced)
    reduced = {monomial: value / scale for monomial, value in reduced.items()}
    factor = form_term({common: scale})
    if bottom_term != ONE:
        factor = ("divide", factor, bottom_term)
    freed = _freed(context, reduced)
    return Factored(factor, form_term(reduced)) if freed is None else _scaled(factor, freed)


def _scaled(factor: Term, other: Factored) -> Factored:
    scale = other.factor if factor == ONE else ("multiply", factor, other.factor)
    return Factored(scale, other.other)


def _freed(context: Context, form: Form) -> Factored | None:
    """Divide by the common coefficient of logarithms, so that their slopes are rational."""
    groups: dict[Atom, Form] = {}
    rest: Form = {}
    for monomial, value in form.items():
        logs = [(atom, power) for atom, power in monomial[0] if atom[0] == "ln"]
        if monomial[1] or len(logs) > 1 or any(power != 1 for _, power in logs):
            return None
        if logs:
            coefficient = (monomial[0] - frozenset(logs), monomial[1])
            groups.setdefault(logs[0][0], {})[coefficient] = value
        else:
            rest[monomial] = value
    coefficients = [_monic(group) for group in groups.values()]
    if not coefficients or any(other[1] != coefficients[0][1] for other in coefficients):
        return None
    common = form_term(coefficients[0][1])
    if not names(common) or not (sign := _sign(context, common)):
        return None
    signed: Term = common if sign > 0 else ("negate", common)
    logarithms: Form = {
        (frozenset([(atom, Fraction(1))]), frozenset()): sign * lead
        for atom, (lead, _) in zip(groups, coefficients, strict=True)
    }
    other = form_term(logarithms)
    if rest:
        summands = other[1:] if other[0] == "add" else (other,)
        other = ("add", *summands, ("divide", form_term(rest), signed))
    return Factored(signed, other)


def _monic(form: Form) -> tuple[Fraction, Form]:
    """Return a leading coefficient, and the form divided by it."""
    lead = form[min(form, key=_monomial_key)]
    return lead, {monomial: value / lead for monomial, value in form.items()}


def multiple_of(context: Context, term: Term, divisor: Term) -> Term | None:
    """Return the term divided by a divisor where there is no remainder, else None."""
    normalizer = normalizer_for(context)
    try:
        top, bottom = normalizer.quotient(term)
        over, under = normalizer.quotient(divisor)
        if not top or len(over) < 2:
            return None
        quotient, rest = cancelled(normalizer, top, over)
        if len(rest) > 1:
            return None
        first, second = normalizer.product(quotient, under), normalizer.product(bottom, rest)
        first, second = cancelled(normalizer, first, second)
        return ("divide", product_term(normalizer, first), product_term(normalizer, second))
    except (Rejected, RecursionError):
        return None


def factors(context: Context, term: Term) -> list[tuple[Term, int]]:
    """Return a term as a product of irreducible factors with multiplicities; the rest is first.

    Nothing is returned where the term is no product of sums.
    """
    normalizer = normalizer_for(context)
    try:
        top, bottom = normalizer.quotient(term)
        if len(top) < 2 or len(bottom) > 1:
            return []
        found = factored(normalizer, normalizer.product(top, normalizer.whole_power(bottom, -1)))
    except (Rejected, RecursionError):
        return []
    if len(found) == 2 and found[1][1] == 1:
        return []
    return [(form_term(form), count) for form, count in found]


def exponentials(context: Context, term: Term) -> int:
    """Return the number of different exponential factors of the monomials of a term."""
    try:
        top, _ = normalizer_for(context).quotient(term)
    except (Rejected, RecursionError):
        return 0
    return len({monomial[1] for monomial in top})


def _sign(context: Context, term: Term) -> int:
    """Return the sign that a term seems to have; the search proves it where it matters."""
    if encloses(context, (">", term), 64):
        return 1
    if encloses(context, (">", ("negate", term)), 64):
        return -1
    values = [value for value in evaluate(term, float_points(context, 12)) if value == value]
    if values and all(value > 0 for value in values):
        return 1
    return -1 if values and all(value < 0 for value in values) else 0


def _content(form: Form) -> Fraction:
    """Return a positive rational that makes the coefficients small."""
    values = [abs(value) for value in form.values()]
    return min(values) if values else Fraction(1)


def _common(normalizer: Quotients, form: Form, divide_exponential: int) -> Monomial:
    """Return the greatest common monomial of positive atoms, with one of the exponentials.

    Those beside a Gaussian tail come first: its slope is an exponential alone.
    """
    positive = frozenset(
        (atom, power)
        for atom, power in _shared(form).items()
        if power and atom[0] != "number" and normalizer._is_positive_atom(atom)
    )
    tails = {exps for powers, exps in form if any(atom[0] == "erfc" for atom, _ in powers)}
    choices = sorted(
        {monomial[1] for monomial in form},
        key=lambda exps: (exps not in tails, _exponent_key(exps)),
    )
    chosen = choices[divide_exponential % len(choices)] if choices else frozenset()
    return positive, chosen


def _logarithms(context: Context, form: Form) -> frozenset[tuple[Atom, Power]]:
    """Return common powers of logarithms that seem to be positive."""
    return frozenset(
        (atom, power)
        for atom, power in _shared(form).items()
        if power and atom[0] == "ln" and _sign(context, _atom_term(atom)) > 0
    )


def _shared(form: Form) -> dict[Atom, Power]:
    """Return the least power of each atom in the monomials of a form."""
    parts = [dict(powers) for powers, _ in form]
    atoms = {atom for powers in parts for atom in powers}
    return {atom: min(powers.get(atom, 0) for powers in parts) for atom in atoms}


def _exponent_key(exponents: frozenset[tuple[object, Fraction]]) -> tuple[int, str]:
    return len(exponents), str(sorted(map(canonical, exponents)))


def inverted(monomial: Monomial) -> Monomial:
    """Return 1 over a monomial."""
    powers, exponents = monomial
    return (
        frozenset((atom, -power) for atom, power in powers),
        frozenset((inner, -value) for inner, value in exponents),
    )


# --- writing back -------------------------------------------------------------------------------


def form_term(form: Form) -> Term:
    """Write a sum of monomials as a term."""
    terms = [
        monomial_term(monomial, value)
        for monomial, value in sorted(form.items(), key=lambda item: _monomial_key(item[0]))
    ]
    return _joined("add", terms, number(0))


def product_term(normalizer: Quotients, form: Form) -> Term:
    """Return a form as a product of its irreducible factors, each of which is easier to enclose."""
    if len(form) < 2:
        return form_term(form)
    rest, *sums = factored(normalizer, form)
    parts = [form_term(rest[0])] if rest[0] != {UNIT: Fraction(1)} else []
    parts += [_power_term(form_term(part), Fraction(count)) for part, count in sums]
    return _joined("multiply", parts, ONE)


def _monomial_key(monomial: Monomial) -> tuple[int, str]:
    return len(monomial[0]) + 5 * len(monomial[1]), canonical(monomial)


def _joined(operator: str, terms: Iterable[Term], neutral: Term) -> Term:
    items = list(terms)
    if not items:
        return neutral
    return items[0] if len(items) == 1 else (operator, *items)


def monomial_term(monomial: Monomial, value: Fraction) -> Term:
    """Write a monomial times a number as a term."""
    powers, exponents = monomial
    factors: list[Term] = []
    for atom, power in sorted(powers, key=canonical):
        factors.append(_power_term(_atom_term(atom), power))
    if exponents:
        factors.append(("exp", form_term(dict(exponents))))
    if abs(value) != 1 or not factors:
        factors.insert(0, number(abs(value)))
    product = _joined("multiply", factors, ONE)
    return ("negate", product) if value < 0 else product


def _power_term(base: Term, power: Power) -> Term:
    if power == 1:
        return base
    if power == Fraction(1, 2):
        return ("sqrt", base)
    if power < 0:
        return ("divide", ONE, _power_term(base, -power))
    if power.denominator == 1:
        return ("power", base, number(power))
    if power.denominator == 2:
        return ("power", ("sqrt", base), number(power.numerator))
    return ("power", base, ("divide", number(power.numerator), number(power.denominator)))


def _atom_term(atom: Atom) -> Term:
    kind = atom[0]
    if kind in ("symbol", "constant"):
        return atom
    if kind == "number":
        return number(atom[1])  # type: ignore[arg-type]
    if kind == "ln":
        return ("ln", _atom_term(atom[1]))  # type: ignore[arg-type]
    if kind == "sum" and len(atom) == 2:
        return form_term(dict(atom[1]))  # type: ignore[call-overload]
    if kind == "sum":
        return atom
    if kind in ("max", "min"):
        return (kind, *(form_term(dict(key)) for key in sorted(atom[1], key=canonical)))  # type: ignore[call-overload]
    return (kind, *(form_term(dict(key)) for key in atom[1:]))  # type: ignore[call-overload]
