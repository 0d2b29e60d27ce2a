r"""The terms of explicit sums: what stands before, the power of the index, what is raised to it.

Main definitions
----------------
`summand`: a monomial as a `Summand` over an index.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeGuard

from boundcalc.language.expressions import Expression, Operation, Symbol
from boundcalc.language.operators import Operator
from boundcalc.laws.forms import Form, Forms, Monomial, monomial_form, number_form
from boundcalc.reader.meanings import letters

FIRST = (0, 1, 2)  # where a sum may begin
MOST = 3  # the highest power of the index
_ONE = number_form(1)


@dataclass(frozen=True, slots=True)
class Summand:
    """``left * k^power * ratio^k * other^(n - k)``, where k is the index and n the last one.

    It may be divided by ``(k - shift)!``, or be times the binomial of ``n - shift`` and
    ``k - shift``.
    """

    left: Form
    power: int = 0
    ratio: Form | None = None
    other: Form | None = None
    has_factorial: bool = False  # of k - shift, below
    has_rest: bool = False  # the factorial of n - k, below
    has_binomial: bool = False
    shift: int = 0
    least: int = 0  # the earliest end at which the value is that of the sum
    has_end: bool = False  # whether n stands in it, too


def letters_of(forms: Forms, form: Form) -> frozenset[str]:
    """Return the letters in a form."""
    nodes = [forms.atoms[name] for item, _ in form.terms for name, _ in item]
    return frozenset().union(*map(letters, nodes)) if nodes else frozenset()


def _is_index(node: Expression, index: str) -> bool:
    return isinstance(node, Symbol) and (node.latex or node.name) == index


def summand(forms: Forms, item: Monomial, index: str, last: Form | None) -> Summand | None:
    """Return a monomial as a term of a sum over an index, or None for any other."""
    found = Summand(_ONE)
    for name, power in item:
        node = forms.atoms[name]
        if index not in letters(node):
            found = replace(found, left=found.left.times(monomial_form(((name, power),))))
            continue
        more = _with(forms, found, name, power, index, last)
        if more is None:
            return None
        found = more
    return found if last is None and not found.has_rest else _ended(forms, found, last)


def _ended(forms: Forms, found: Summand, last: Form | None) -> Summand | None:
    """Return a term of a sum up to an end, with a binomial for two factorials if it has them."""
    if last is None or (found.has_rest and not found.has_factorial):
        return None
    top = last.plus(number_form(-found.shift))
    rest, above = _without_factorial(forms, found.left, top) if found.has_rest else (found.left, -1)
    parts = (rest, found.ratio or _ONE, found.other or _ONE)
    has_end = any(letters_of(forms, part) & letters_of(forms, last) for part in parts)
    if not found.has_rest:
        return replace(found, has_end=has_end)
    if above < 0:
        left, least = rest.times(forms.inverse(_factorial(forms, top))), found.shift
    else:
        left, least = _risen(rest, top, above), found.shift - above  # where a factor is zero
    return replace(
        found,
        left=left,
        has_factorial=False,
        has_rest=False,
        has_binomial=True,
        least=least,
        has_end=has_end,
    )


def _without_factorial(forms: Forms, left: Form, top: Form) -> tuple[Form, int]:
    """Return a form without a factorial of `top` or a little more, and how much; -1 without one."""
    for item, _ in left.terms:
        for name, power in item:
            node = forms.atoms[name]
            if power != 1 or not _is_factorial(node):
                continue
            above = forms.of(node.operands[0]).plus(top.scaled(Fraction(-1)))
            is_number = all(not held for held, _ in above.terms)
            if is_number and above.constant in range(MOST + 1):
                inverse = forms.inverse(monomial_form(((name, power),)))
                return left.times(inverse), int(above.constant)
    return left, -1


def _risen(left: Form, top: Form, count: int) -> Form:
    """Return a form times the numbers after `top`, so many of them."""
    for step in range(1, count + 1):
        left = left.times(top.plus(number_form(step)))
    return left


def _factorial(forms: Forms, operand: Form) -> Form:
    return forms.of(Operation(Operator.FACTORIAL, (forms.expression(operand),)))


def _is_factorial(node: Expression) -> TypeGuard[Operation]:
    return isinstance(node, Operation) and node.operator is Operator.FACTORIAL


def _below_index(forms: Forms, node: Expression, index: str) -> int | None:
    """Return what an expression is less than the index, from 0 to 2; None for another one."""
    parts = dict(forms.of(node).terms)
    less = -parts.pop((), Fraction(0))
    ((item, number),) = parts.items() if len(parts) == 1 else (((), Fraction(0)),)
    is_index = len(item) == 1 and item[0][1] == 1 and _is_index(forms.atoms[item[0][0]], index)
    return int(less) if is_index and number == 1 and less in FIRST else None


def _with(
    forms: Forms, found: Summand, name: str, power: Fraction, index: str, last: Form | None
) -> Summand | None:
    """Return a term with one more factor in which the index stands, or None for another factor."""
    node = forms.atoms[name]
    if _is_index(node, index):
        is_small = power.denominator == 1 and 0 < power <= MOST
        return replace(found, power=int(power)) if is_small else None
    if name in forms.exponents:
        held = forms.exponents[name]
        rest = tuple(pair for pair in held if not _is_index(forms.atoms[pair[0]], index))
        is_linear = len(held) == len(rest) + 1 and dict(held).keys() - dict(rest).keys() == {
            pair[0] for pair in held if pair not in rest and pair[1] == 1
        }
        if not is_linear or index in letters_of(forms, monomial_form(rest)):
            return None
        return _times_ratio(found, forms.exponential(monomial_form(rest, power)))
    if name in forms.powers and power.denominator == 1:
        return _with_power(forms, found, *forms.powers[name], int(power), index, last)
    if not isinstance(node, Operation):
        return None
    if node.operator is Operator.FACTORIAL and power == -1:
        return _with_factorial(forms, found, node.operands[0], index, last)
    if node.operator is Operator.BINOMIAL and power == 1:
        shift = _below_index(forms, node.operands[1], index)
        if shift is None or last is None or found.has_binomial or found.has_factorial:
            return None
        is_whole = forms.of(node.operands[0]) == last.plus(number_form(-shift))
        return replace(found, has_binomial=True, shift=shift, least=shift) if is_whole else None
    return None


def _with_factorial(
    forms: Forms, found: Summand, operand: Expression, index: str, last: Form | None
) -> Summand | None:
    """Return a term divided by the factorial of the index, less a little, or of what is left."""
    shift = _below_index(forms, operand, index)
    if found.has_binomial:
        return None
    if shift is not None and not found.has_factorial:
        return replace(found, has_factorial=True, shift=shift)
    left = None if last is None else last.plus(forms.of(operand).scaled(Fraction(-1)))
    is_rest = left is not None and _below_index(forms, forms.expression(left), index) == 0
    return replace(found, has_rest=True) if is_rest and not found.has_rest else None


def _with_power(
    forms: Forms,
    found: Summand,
    base: Form,
    exponent: Form,
    power: int,
    index: str,
    last: Form | None,
) -> Summand | None:
    """Return a term times a base to a power of which the index is a summand."""
    varying = [
        (item, number)
        for item, number in exponent.terms
        if index in letters_of(forms, monomial_form(item))
    ]
    if index in letters_of(forms, base) or len(varying) != 1:
        return None
    ((item, slope),) = varying
    if len(item) != 1 or item[0][1] != 1 or slope.denominator != 1:
        return None
    slope *= power
    rest = exponent.plus(monomial_form(item, -varying[0][1])).scaled(Fraction(power))
    if last is not None and slope < 0 and rest == last.scaled(-slope):
        step = raised(forms, base, int(-slope))
        return replace(found, other=step if found.other is None else found.other.times(step))
    found = _times_ratio(found, raised(forms, base, int(slope)))
    return replace(found, left=found.left.times(to_power(forms, base, rest)))


def _times_ratio(found: Summand, factor: Form) -> Summand:
    return replace(found, ratio=factor if found.ratio is None else found.ratio.times(factor))


def raised(forms: Forms, base: Form, power: int) -> Form:
    """Return an integer power of a form."""
    result = _ONE
    for _ in range(abs(power)):
        result = result.times(base)
    return result if power >= 0 else forms.inverse(result)


def to_power(forms: Forms, base: Form, exponent: Form) -> Form:
    """Return a base to the power of a form."""
    if not exponent.terms:
        return _ONE
    power = Operation(Operator.POWER, (forms.expression(base), forms.expression(exponent)))
    return forms.of(power)
