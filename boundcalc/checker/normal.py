"""Normal forms: an exact test that a term is zero wherever its obligations hold.

A term becomes a sum of monomials; a monomial is a product of powers of atoms and
of e to a sum of monomials.
Atoms are symbols, pi, primes to fractional powers, logarithms, sums to powers that are no natural
number, and whatever is not looked into.
A rule that needs a positive atom asks `is_positive`, and is not applied otherwise.
"""

import math
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import reduce
from typing import TypeVar

from boundcalc.checker.terms import Term, demand, integer_of, number, spend

Atom = tuple[object, ...]
Power = Fraction | int  # a whole one is an integer where it can be: they add up in no time
Monomial = tuple[frozenset[tuple[Atom, Power]], frozenset[tuple["Monomial", Fraction]]]
Form = dict[Monomial, Fraction]
Key = TypeVar("Key")
Value = TypeVar("Value", Fraction, Power)
Items = Collection[tuple[Key, Value]]
UNIT: Monomial = (frozenset(), frozenset())
ZERO, ONE = Fraction(0), Fraction(1)  # each is made once, because making one takes long
MAX_MONOMIALS = 3000
MAX_POWER = 40
MAX_DENOMINATORS = 40
MAX_BITS = 100_000  # of a coefficient
MAX_FACTORIAL = 1000  # of what is multiplied out
_WHOLE: Mapping[str, Callable[..., int]] = {"factorial": math.factorial, "binomial": math.comb}


IMAGINARY: Atom = ("imaginary",)  # whose square is -1; no term that is read has it
_HALF, _I = Fraction(1, 2), (IMAGINARY, 1)
_HALF_TURN: Monomial = (frozenset([_I, (("constant", "pi"), 1)]), frozenset())
_ROOTS = {p: ((("number", p), _HALF),) if p > 1 else () for p in (1, 2, 3)}
_ANGLES: Mapping[Fraction, Form] = {  # e^(i q pi/2) by the squares of twice its two parts
    Fraction(q): {
        (frozenset(_ROOTS[across]), frozenset()): _HALF,
        (frozenset([*_ROOTS[up], _I]), frozenset()): _HALF,
    }
    for q, across, up in (("1/3", 3, 1), ("1/2", 2, 2), ("2/3", 1, 3))
}


def in_exponentials(term: Term) -> Term:
    """Return an equal term with sines and cosines as exponentials of imaginary numbers.

    Only where it is a rational operation of them; under roots, logarithms and the like, whose
    normal forms are of positive terms, they stay.
    """
    kind = term[0]
    if kind == "cos":
        return ("multiply", number(_HALF), ("add", _turned(term[1], 1), _turned(term[1], -1)))
    if kind == "sin":
        down: Term = ("multiply", number(-1), _turned(term[1], -1))
        return ("multiply", number(-_HALF), IMAGINARY, ("add", _turned(term[1], 1), down))
    is_rational = kind in ("add", "multiply", "negate", "divide")
    if is_rational or (kind == "power" and integer_of(term[2]) is not None):
        return (kind, *map(in_exponentials, term[1:]))
    return term


def _turned(term: Term, times: int) -> Term:
    """Return e to the imaginary number i n u; that of arctan(v) is (1 + i v) / sqrt(1 + v^2)."""
    if term[0] == "add":
        return ("multiply", *(_turned(child, times) for child in term[1:]))
    if term[0] == "negate":
        return _turned(term[1], -times)
    if term[0] == "multiply" and (whole := integer_of(term[1])) is not None:
        return _turned(("multiply", *term[2:]) if len(term) > 3 else term[2], times * whole)
    if term[0] == "arctan" and abs(times) <= MAX_POWER:
        slope: Term = ("multiply", IMAGINARY, number(-1 if times < 0 else 1), term[1])
        size: Term = ("sqrt", ("add", number(1), ("power", term[1], number(2))))
        quotient: Term = ("divide", ("add", number(1), slope), size)
        return ("power", quotient, number(abs(times)))
    return ("exp", ("multiply", IMAGINARY, number(times), term))


def constant(value: Fraction) -> Form:
    """Return a constant form."""
    return {UNIT: value} if value else {}


def _collected(first: Items[Key, Value], second: Items[Key, Value]) -> dict[Key, Value]:
    """Return the sum of the numbers of each key, where it is not zero; keys of the first differ."""
    total = dict(first)
    for key, value in second:
        total[key] = total[key] + value if key in total else value
    return {key: value for key, value in total.items() if value} if second else total


def _plus(first: Form, second: Form) -> Form:
    return _collected(first.items(), second.items())


def _scaled(form: Form, factor: Fraction) -> Form:
    if factor == 1:
        return form
    return {monomial: value * factor for monomial, value in form.items()} if factor else {}


def _key(form: Form) -> frozenset[tuple[Monomial, Fraction]]:
    return frozenset(form.items())


class Normalizer:
    """Brings terms to normal form; `is_positive` tells which terms are positive for certain."""

    def __init__(self, is_positive: Callable[[Term], bool]) -> None:
        self.is_positive = is_positive
        self.terms: dict[Atom, Term] = {}
        self.sums: dict[Atom, Form] = {}

    def is_zero(self, term: Term) -> bool:
        """Return whether the term is zero wherever its obligations hold, for certain.

        They say more than that it has a value: x^n is read as e^(n ln x), where x is positive.
        """
        return not self._cleared(self.expanded(term))[0]

    def form(self, term: Term) -> Form:
        """Return a term as a sum of monomials over one denominator."""
        return self._over(*self._cleared(self.expanded(term)))

    def _over(self, top: Form, bottom: Form) -> Form:
        """Return a quotient; of a multiple of the denominator, it is a number."""
        inverse, (lead, value) = self.whole_power(bottom, -1), next(iter(bottom.items()))
        ratio = top.get(lead, ZERO) / value
        return constant(ratio) if top == _scaled(bottom, ratio) else self.product(top, inverse)

    def _cleared(self, form: Form) -> tuple[Form, Form]:
        """Return the form times the sums in its denominators, and the product of these.

        Where it is defined they are not zero; the powers of the sums are multiplied out.
        """
        common = constant(ONE)
        for _ in range(MAX_DENOMINATORS):
            items = [item for powers, _ in form for item in powers if item[0] in self.sums]
            below = [(atom, -power) for atom, power in items if power < 0]
            if not below:
                break
            missing = max(power for atom, power in below if atom == below[0][0])
            form = self.product(form, {(frozenset([(below[0][0], missing)]), frozenset()): ONE})
            common = self.product(common, self._monomial({below[0][0]: missing}, {}, ONE))
        return form, common

    def expanded(self, term: Term) -> Form:
        """Return a term as a sum of monomials, which may have several denominators."""
        kind, inner = term[0], map(self.expanded, term[1:])
        if kind == "number":
            return constant(term[1])
        if kind == "constant" and term[1] == "e":
            return self._exp(constant(ONE))
        if kind in ("symbol", "constant"):
            return self._atom(term, term)
        if kind == "imaginary":
            return self._monomial({IMAGINARY: 1}, {}, ONE)
        if kind == "negate":
            return _scaled(next(inner), -ONE)
        if kind == "divide":
            return self._over(next(inner), next(inner))
        if kind in ("add", "multiply"):
            return reduce(_plus if kind == "add" else self.product, inner)
        if kind == "power":
            return self._power(term)
        if kind == "sqrt":
            return self._root(term[1], _HALF)
        if kind == "exp":
            return self._exp(self.form(term[1]))
        if kind == "ln":
            return self.logarithm(term[1])
        whole = [n for child in term[1:] if (n := integer_of(child)) in range(MAX_FACTORIAL)]
        if kind in _WHOLE and len(whole) == len(term) - 1:
            return constant(Fraction(_WHOLE[kind](*whole)))
        return self._opaque(term)

    # products

    def product(self, first: Form, second: Form) -> Form:
        """Return the product of two forms; by a number, at once and without counting it as work."""
        for one, other_form in ((first, second), (second, first)):
            if len(one) == 1 and UNIT in one:
                return _scaled(other_form, one[UNIT])
        total: Form = {}
        spend(len(first) * len(second))
        for left, value in first.items():
            for right, other in second.items():
                powers, exponents = _collected(left[0], right[0]), _collected(left[1], right[1])
                factor = value if other == 1 else value * other
                product = self._monomial(powers, exponents, factor)
                for monomial, part in product.items():
                    total[monomial] = total[monomial] + part if monomial in total else part
                demand(len(total) <= MAX_MONOMIALS, "a normal form is too large")
        return {monomial: value for monomial, value in total.items() if value}

    def _monomial(self, powers: dict[Atom, Power], exponents: Form, value: Fraction) -> Form:
        """Return a monomial in which integer powers of numbers and sums are multiplied out."""
        kept: dict[Atom, Power] = {}
        factors: list[Form] = []
        if exponents and (angle := exponents.get(_HALF_TURN)):
            whole, rest = divmod(2 * angle, 1)
            powers = {**powers, IMAGINARY: powers.get(IMAGINARY, 0) + whole}
            factors += [_ANGLES[rest]] if rest in _ANGLES else []
            exponents = {key: part for key, part in exponents.items() if key != _HALF_TURN}
            if rest and rest not in _ANGLES:
                exponents[_HALF_TURN] = rest / 2
        for atom, exponent in powers.items():
            whole = math.floor(exponent) if atom[0] in ("number", "imaginary", "sum") else 0
            if atom[0] == "number" and whole:
                value *= _raised(Fraction(atom[1]), whole)  # type: ignore[call-overload]
                exponent -= whole
            elif atom == IMAGINARY:
                value *= -1 if exponent % 4 >= 2 else 1
                exponent %= 2
            elif atom in self.sums and 0 < whole <= MAX_POWER:
                factors += [self.sums[atom]] * whole
                exponent -= whole
            if exponent:
                kept[atom] = exponent
        result: Form = {(frozenset(kept.items()), _key(exponents)): value}
        return reduce(self.product, factors, result)

    def whole_power(self, form: Form, exponent: int) -> Form:
        """Return a form raised to an integer."""
        demand(bool(form) or exponent >= 0, "a denominator is zero")
        if len(form) == 1:
            ((powers, exponents), value) = next(iter(form.items()))
            raised = {atom: power * exponent for atom, power in powers}
            scaled = _scaled(dict(exponents), Fraction(exponent))
            return self._monomial(raised, scaled, _raised(value, exponent))
        if exponent < 0:
            return self._raised_form(form, Fraction(exponent), None)
        demand(exponent <= MAX_POWER, "a power is too large to expand")
        return reduce(self.product, [form] * exponent, constant(ONE))

    # powers, exponentials, logarithms

    def _atom(self, atom: Atom, term: Term) -> Form:
        self.terms[atom] = term
        return {(frozenset([(atom, 1)]), frozenset()): ONE}

    def primitive(self, form: Form) -> tuple[Fraction, Monomial, Form]:
        """Return c > 0, a product m of powers of positive atoms, and s, where the form is c m s.

        Forms that differ by such a positive factor only have the same s.
        """
        powers, exponents = (
            {item: min(part.get(item, 0) for part in parts) for item in set().union(*parts)}
            for parts in zip(*(map(dict, monomial) for monomial in form), strict=True)
        )
        positive = (item for item in powers.items() if item[1] and self._is_positive_atom(item[0]))
        others = (item for item in exponents.items() if item[1])
        common: Monomial = (frozenset(positive), frozenset(others))
        top = math.gcd(*(value.numerator for value in form.values()))
        content = Fraction(top, math.lcm(*(value.denominator for value in form.values())))
        rest = self.product(form, self.whole_power({common: content}, -1))
        return content, common, rest

    def _factored(self, form: Form, term: Term | None) -> tuple[dict[Atom, Power], Form]:
        """Return positive atoms with powers, and an exponent of e, whose product is the form.

        The last atom is positive because the form is; it is a sum, unless the form is a product
        of atoms already.
        """
        ((powers, exponents), value), *others = form.items()
        factors: list[tuple[Atom, Power]] = []
        if others or not self._splits(powers, value):
            value, (powers, exponents), rest = self.primitive(form)
            atom: Atom = ("sum", _key(rest))
            self.sums[atom] = rest
            factors = [(atom, 1)]
            if term is not None:
                self.terms[atom] = term
        return _collected(factors, [*powers, *_factors(value)]), dict(exponents)

    def _raised_form(self, form: Form, exponent: Fraction, term: Term | None) -> Form:
        factors, exponents = self._factored(form, term)
        raised: dict[Atom, Power] = {atom: power * exponent for atom, power in factors.items()}
        return self._monomial(raised, _scaled(exponents, exponent), Fraction(1))

    def _opaque(self, term: Term) -> Form:
        if term[0] == "sum":
            return self._atom(term, term)
        keys = [_key(self.form(child)) for child in term[1:]]
        if term[0] in ("max", "min"):
            return self._atom((term[0], frozenset(keys)), term)
        return self._atom((term[0], *keys), term)

    def _power(self, term: Term) -> Form:
        base, whole = term[1], integer_of(term[2])
        if whole is not None:
            return self.whole_power(self.expanded(base), whole)
        exponent = self.form(term[2])
        if set(exponent) <= {UNIT}:
            return self._root(base, exponent.get(UNIT, ZERO))
        return self._exp(self.product(exponent, self.logarithm(base)))

    def _splits(self, powers: frozenset[tuple[Atom, Power]], value: Fraction) -> bool:
        """Whether a positive monomial is a product of positive atoms.

        All atoms but one must be positive; the last is, if its exponent is an odd integer.
        """
        unknown = [item for item in powers if not self._is_positive_atom(item[0])]
        is_odd = all(power.denominator == 1 and power.numerator % 2 for _, power in unknown)
        return value > 0 and len(unknown) <= 1 and is_odd

    def _is_positive_atom(self, atom: Atom) -> bool:
        if atom[0] == "number" or atom == ("constant", "pi"):
            return True
        return atom in self.terms and self.is_positive(self.terms[atom])

    def _root(self, base: Term, exponent: Fraction) -> Form:
        form = self.form(base)
        if not form:
            return {} if exponent > 0 else self.whole_power(form, -1)
        return self._raised_form(form, exponent, base)

    def logarithm(self, argument: Term) -> Form:
        """Return the logarithm of a positive term.

        A product with at most one factor that is not known to be positive is a product of positive
        factors, and a quotient likewise.
        """
        if argument[0] in ("multiply", "divide"):
            doubtful = [part for part in argument[1:] if not self.is_positive(part)]
            if len(doubtful) <= 1:
                sign = -ONE if argument[0] == "divide" else ONE
                first, *others = map(self.logarithm, argument[1:])
                return reduce(_plus, (_scaled(part, sign) for part in others), first)
        if argument[0] == "power" and self.is_positive(argument[1]):
            return self.product(self.form(argument[2]), self.logarithm(argument[1]))
        form = self.form(argument)
        demand(bool(form), "the logarithm of zero")
        factors, exponents = self._factored(form, argument)
        logarithms: Form = {
            (frozenset([(("ln", atom), 1)]), frozenset()): Fraction(power)
            for atom, power in factors.items()
        }
        return _plus(exponents, logarithms)

    def _exp(self, form: Form) -> Form:
        """Return e to a form; c ln(a) in the exponent becomes a to the power c."""
        powers: dict[Atom, Power] = {}
        exponents: Form = {}
        for (atoms, inner), value in form.items():
            items = list(atoms)
            if not inner and len(items) == 1 and items[0][1] == 1 and items[0][0][0] == "ln":
                powers[items[0][0][1]] = value  # type: ignore[index]
            else:
                exponents[(atoms, inner)] = value
        return self._monomial(powers, exponents, Fraction(1))


def _raised(value: Fraction, exponent: int) -> Fraction:
    size = max(value.numerator.bit_length(), value.denominator.bit_length())
    demand(size * abs(exponent) <= MAX_BITS, "a number is too large")
    return value**exponent


def _factors(value: Fraction) -> list[tuple[Atom, Power]]:
    """Return the powers of primes below 1000, and of what is left, in a positive rational."""
    found: list[tuple[Atom, Power]] = []
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        for divisor in range(2, min(1000, 1 + math.isqrt(part))):
            while part % divisor == 0:
                found.append((("number", divisor), sign))
                part //= divisor
        found += [(("number", part), sign)] if part > 1 else []
    return found
