r"""Normal forms: sums of monomials, so that what is equal by algebra is written alike.

An atom is a symbol, or a function of normal forms; a monomial is a product of powers of atoms, and
an exponential is a product of powers of exponentials of monomials. What cancels is taken to have a
value, so that two forms are equal wherever both sides are defined.

Main definitions
----------------
`Forms`: reads expressions as `Form`, and writes them again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from boundcalc.language.expressions import (
    Constant,
    Expression,
    Number,
    Operation,
    Symbol,
    as_expression,
)
from boundcalc.language.operators import Operator
from boundcalc.language.text import expression_text

MOST_TERMS = 60
MOST_POWER = 6
_PRIMES = (2, 3, 5, 7, 11, 13)
Monomial = tuple[tuple[str, Fraction], ...]
_EXP = "exp"
_ONE: Monomial = ()


class TooLongError(Exception):
    """A normal form has more terms than are looked at."""


@dataclass(frozen=True, slots=True)
class Form:
    """A sum of monomials with rational coefficients, none of which is zero."""

    terms: tuple[tuple[Monomial, Fraction], ...]

    @property
    def key(self) -> str:
        """The form as a string: forms with one string are equal."""
        return " + ".join(
            f"{coefficient}*{_monomial_key(item)}" for item, coefficient in self.terms
        )

    @property
    def lead(self) -> Fraction:
        """The coefficient of the first monomial that is no number; of a number, the number."""
        return next((number for item, number in self.terms if item), self.constant)

    @property
    def constant(self) -> Fraction:
        """The number in it."""
        return dict(self.terms).get(_ONE, Fraction(0))

    @property
    def is_whole(self) -> bool:
        """Whether it is a name, a whole number, or their sum."""
        return all(
            number.denominator == 1 and (not item or (len(item) == 1 and item[0][1] == 1))
            for item, number in self.terms
        )

    def scaled(self, factor: Fraction) -> Form:
        """Return the form times a number."""
        return _form({item: number * factor for item, number in self.terms})

    def plus(self, other: Form) -> Form:
        """Return the sum of two forms."""
        found = dict(self.terms)
        for item, number in other.terms:
            found[item] = found.get(item, Fraction(0)) + number
        return _form(found)

    def times(self, other: Form) -> Form:
        """Return the product of two forms."""
        if len(self.terms) * len(other.terms) > MOST_TERMS * MOST_TERMS:
            raise TooLongError
        found: dict[Monomial, Fraction] = {}
        for one, left in self.terms:
            for two, right in other.terms:
                item = _product(one, two)
                found[item] = found.get(item, Fraction(0)) + left * right
        return _form(found)


def _form(terms: Mapping[Monomial, Fraction]) -> Form:
    kept = sorted(((item, number) for item, number in terms.items() if number), key=_order)
    if len(kept) > MOST_TERMS:
        raise TooLongError
    return Form(tuple(kept))


def _order(term: tuple[Monomial, Fraction]) -> tuple[bool, str]:
    return not term[0], _monomial_key(term[0])


def _monomial_key(item: Monomial) -> str:
    return "*".join(f"<{name}>^{power}" for name, power in item) or "1"


def _product(one: Monomial, two: Monomial) -> Monomial:
    found = dict(one)
    for name, power in two:
        found[name] = found.get(name, Fraction(0)) + power
    return tuple(sorted((name, power) for name, power in found.items() if power))


def number_form(value: Fraction | int) -> Form:
    """Return the form of a number."""
    return _form({_ONE: Fraction(value)})


def monomial_form(item: Monomial, number: Fraction = Fraction(1)) -> Form:
    """Return a monomial times a number."""
    return _form({item: number})


class Forms:
    """Normal forms over the atoms that were met.

    Parameters
    ----------
    value : callable
        Returns the form of a symbol, or None where it is an atom.
    """

    def __init__(self, value: Callable[[Symbol], Form | None]) -> None:
        self.value = value
        self.atoms: dict[str, Expression] = {}
        self.exponents: dict[str, Monomial] = {}  # of exponentials
        self.powers: dict[str, tuple[Form, Form]] = {}  # bases and exponents that are no numbers
        self.log_of: Callable[[Expression], Form | None] = lambda node: None  # of an atom
        self.square_of: Callable[[Expression], Form | None] = lambda node: None

    def atom(self, name: str, node: Expression) -> Form:
        """Return an atom, under a name that no other expression has."""
        self.atoms.setdefault(name, node)
        return monomial_form(((name, Fraction(1)),))

    def of(self, node: Expression) -> Form:
        """Return the form of an expression."""
        if isinstance(node, Number):
            return number_form(node.value)
        if isinstance(node, Constant):
            return self.exponential(number_form(1)) if node.name == "e" else self.atom("pi", node)
        if isinstance(node, Symbol):
            return self.value(node) or self.atom(node.name, node)
        if isinstance(node, Operation):
            return self._operation(node)
        return self.atom(f"sum {expression_text(node)}", node)

    def _operation(self, node: Operation) -> Form:
        operator, operands = node.operator, node.operands
        if operator is Operator.ADD:
            total = self.of(operands[0])
            for operand in operands[1:]:
                total = total.plus(self.of(operand))
            return total
        if operator is Operator.NEGATE:
            return self.of(operands[0]).scaled(Fraction(-1))
        if operator is Operator.MULTIPLY:
            result = self.of(operands[0])
            for operand in operands[1:]:
                result = result.times(self.of(operand))
            return result
        if operator is Operator.DIVIDE:
            return self.of(operands[0]).times(self.inverse(self.of(operands[1])))
        if operator is Operator.LN:
            return self.logarithm(self.of(operands[0]))
        if operator is Operator.LOG:
            base, argument = (self.logarithm(self.of(operand)) for operand in operands)
            return argument.times(self.inverse(base))
        if operator is Operator.EXP:
            return self.exponential(self.of(operands[0]))
        if operator is Operator.POWER:
            return self._power(*operands)
        return self._function(operator, [self.of(operand) for operand in operands])

    def _function(self, operator: Operator, inner: list[Form]) -> Form:
        if operator is Operator.ABS and inner[0].lead < 0:
            inner = [inner[0].scaled(Fraction(-1))]
        if operator in (Operator.MAX, Operator.MIN):
            inner = sorted(inner, key=lambda item: item.key)
        node = Operation(operator, tuple(map(self.expression, inner)))
        return self.atom(f"{operator.label}({', '.join(item.key for item in inner)})", node)

    def _power(self, base: Expression, exponent: Expression) -> Form:
        if isinstance(base, Constant) and base.name == "e":
            return self.exponential(self.of(exponent))
        lower, upper = self.of(base), self.of(exponent)
        square = self.square_of(base) if upper == number_form(2) else None
        if square is not None:
            return square
        is_number = all(not item for item, _ in upper.terms)
        whole = upper.constant
        if not is_number or whole.denominator != 1 or abs(whole) > MOST_POWER:
            if len(lower.terms) == 1 and not lower.terms[0][0] and lower.constant == 1:
                return lower
            node = Operation(Operator.POWER, (self.expression(lower), self.expression(upper)))
            name = f"power({lower.key}, {upper.key})"
            self.powers[name] = lower, upper
            return self.atom(name, node)
        result = number_form(1)
        for _ in range(abs(int(whole))):
            result = result.times(lower)
        return result if whole >= 0 else self.inverse(result)

    def inverse(self, form: Form) -> Form:
        """Return one over a form; a sum in it is an atom, with its lead equal to 1."""
        if not form.terms:
            raise TooLongError  # a division by zero, which has no value
        item, number = self._as_monomial(form)
        return monomial_form(tuple((name, -power) for name, power in item), 1 / number)

    def _as_monomial(self, form: Form) -> tuple[Monomial, Fraction]:
        """Return a form as a monomial times a number; a sum is an atom with lead 1."""
        if len(form.terms) == 1:
            return form.terms[0]
        plain = form.scaled(1 / form.lead)
        name = f"({plain.key})"
        self.atoms.setdefault(name, self.expression(plain))
        return ((name, Fraction(1)),), form.lead

    def logarithm(self, form: Form) -> Form:
        """Return the logarithm of a form by those of its factors.

        Two forms are equal wherever both sides are defined, as the sizes of the factors are.
        """
        if not form.terms:
            raise TooLongError  # which has no logarithm
        item, number = self._as_monomial(form)
        total = self._log_of_whole(abs(number.numerator)).plus(
            self._log_of_whole(number.denominator).scaled(Fraction(-1))
        )
        for name, power in self._negated(item) if number < 0 else item:
            total = total.plus(self._log_of_atom(name).scaled(power))
        return total

    def _negated(self, item: Monomial) -> Monomial:
        """Return minus a monomial under other names, so that a sign in a logarithm is not lost.

        A sum takes the sign if there is one to an odd power, or the only factor, or all of it.
        """
        odd = [pair for pair in item if pair[1] % 2 == 1]
        sums = [pair for pair in odd if pair[0].startswith("(")]
        chosen = sums if len(sums) == 1 else odd if len(item) == 1 else []
        if not chosen:
            name = f"-{_monomial_key(item)}"
            self.atoms.setdefault(name, -self._monomial(item))
            return ((name, Fraction(1)),)
        ((old, power),) = chosen
        name = f"-{old}"
        self.atoms.setdefault(name, -self.atoms[old])
        return tuple((name, power) if pair == (old, power) else pair for pair in item)

    def _log_of_atom(self, name: str) -> Form:
        if name in self.exponents:
            return monomial_form(self.exponents[name])
        if name in self.powers:
            lower, upper = self.powers[name]
            return upper.times(self.logarithm(lower))
        node = self.atoms[name]
        found = self.log_of(node)
        if found is not None:
            return found
        return self.atom(f"ln|{name}|", Operation(Operator.LN, (node,)))

    def _log_of_whole(self, number: int) -> Form:
        """Return the logarithm of a positive integer, by its small prime factors."""
        total, left = number_form(0), number
        for factor in _PRIMES:
            power = 0
            while left > 1 and left % factor == 0:
                left, power = left // factor, power + 1
            if power:
                node = Operation(Operator.LN, (as_expression(factor),))
                total = total.plus(self.atom(f"ln|{factor}|", node).scaled(Fraction(power)))
        if left > 1:
            node = Operation(Operator.LN, (as_expression(left),))
            total = total.plus(self.atom(f"ln|{left}|", node))
        return total

    def exponential(self, form: Form) -> Form:
        """Return e to a form, a product of powers of exponentials of its monomials."""
        found: list[tuple[str, Fraction]] = []
        for item, number in form.terms:
            name = f"{_EXP}[{_monomial_key(item)}]"
            self.atoms.setdefault(name, self._monomial(item))
            self.exponents[name] = item
            found.append((name, number))
        return monomial_form(tuple(sorted(found)))

    # Writing.

    def expression(self, form: Form) -> Expression:
        """Return a form as an expression."""
        parts = [self._term(item, number) for item, number in form.terms]
        if not parts:
            return as_expression(0)
        return parts[0] if len(parts) == 1 else _sum(parts)

    def _term(self, item: Monomial, number: Fraction) -> Expression:
        if not item:
            return as_expression(number)
        node = self._monomial(item)
        size = abs(number)
        if size.numerator != 1:
            node = as_expression(size.numerator) * node
        if size.denominator != 1:
            node = node / as_expression(size.denominator)
        return -node if number < 0 else node

    def _monomial(self, item: Monomial) -> Expression:
        """Return a product, in which letters stand before the terms that are not read."""
        item = tuple(sorted(item, key=lambda pair: self._has_terms(pair[0])))
        over = [self._raised(name, power) for name, power in item if _is_over(name, power)]
        under = [self._raised(name, -power) for name, power in item if not _is_over(name, power)]
        exponents = [(name, power) for name, power in item if name.startswith(f"{_EXP}[")]
        if exponents:
            inner = [self._exponent(name, power) for name, power in exponents]
            over.append(Operation(Operator.EXP, (inner[0] if len(inner) == 1 else _sum(inner),)))
        top = _times([node for node in over if node is not None])
        bottom = [node for node in under if node is not None]
        return top / _times(bottom) if bottom else top

    def _has_terms(self, name: str) -> bool:
        return any(map(_is_long, self.atoms[name].symbols()))

    def _exponent(self, name: str, power: Fraction) -> Expression:
        node, size = self.atoms[name], abs(power)
        shown = node if size == 1 else as_expression(size) * node
        return -shown if power < 0 else shown

    def _raised(self, name: str, power: Fraction) -> Expression | None:
        if name.startswith(f"{_EXP}["):
            return None
        node = self.atoms[name]
        return node if power == 1 else node ** as_expression(power)


def _is_long(symbol: Symbol) -> bool:
    """Return whether a symbol is a term that is not read, and no letter."""
    return any(sign in symbol.latex for sign in "([|")


def _is_over(name: str, power: Fraction) -> bool:
    return power > 0 or name.startswith(f"{_EXP}[")


def _sum(parts: list[Expression]) -> Expression:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _times(parts: list[Expression]) -> Expression:
    if not parts:
        return as_expression(1)
    result = parts[0]
    for part in parts[1:]:
        result = result * part
    return result
