"""Formulas as a person would write them: constants folded, no nested fractions, no -ln(x).

Only what is displayed is tidied: records and certificates keep what was written.
A tidied formula equals the original wherever that is defined in real numbers.

Main definitions
----------------
`display_form`: the formula, tidied.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from boundcalc.enclosures.exact import exact_value
from boundcalc.language.expressions import Expression, Number, Operation, Relation
from boundcalc.language.numbers import is_terminating
from boundcalc.language.operators import Operator

_MOST_DIGITS = 12  # of a constant that is folded
_LARGEST_POWER = 8
_ONE = Number(Fraction(1))


@lru_cache(maxsize=4096)
def display_form(node: Expression) -> Expression:
    """Return a formula without nested fractions, and its rational constants folded.

    Examples
    --------
    >>> from boundcalc.language import Symbol, as_expression, ln
    >>> tau, beta = Symbol("tau"), Symbol("beta")
    >>> str(display_form(-ln(beta) * 8 / (tau / 6) ** 2))
    '288 * ln(1 / beta) / tau^2'
    >>> str(display_form(12 / (1 / as_expression(8)) ** 2))
    '768'
    """
    if not isinstance(node, Operation):
        return node
    is_sum = node.operator is Operator.ADD
    operands = tuple((_term if is_sum else display_form)(operand) for operand in node.operands)
    tidied = Operation(node.operator, operands)
    folded = exact_value(tidied, {})
    if folded is not None and _is_short(folded):
        return _number(folded)
    if tidied.operator in (Operator.MAX, Operator.MIN):
        operands = tuple(dict.fromkeys(operands))
        return operands[0] if len(operands) == 1 else Operation(tidied.operator, operands)
    return _sum(operands) if is_sum else _joined(_split(tidied))


def _term(node: Expression) -> Expression:
    """Return a term of a sum, tidied; there ``- ln(x)`` stays a subtraction."""
    if isinstance(node, Operation) and node.operator is Operator.NEGATE:
        inner = _split(display_form(node.operands[0]))
        return _joined(inner.times(_MINUS), is_term=True)
    return display_form(node)


def display_relation(relation: Relation) -> Relation:
    """Return a relation with both sides tidied."""
    return Relation(display_form(relation.left), relation.sense, display_form(relation.right))


# --- products ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Product:
    """A rational times factors, over factors."""

    constant: Fraction
    above: tuple[Expression, ...]
    below: tuple[Expression, ...]

    def times(self, other: _Product) -> _Product:
        return _Product(
            self.constant * other.constant, self.above + other.above, self.below + other.below
        )

    def inverse(self) -> _Product:
        return _Product(1 / self.constant, self.below, self.above)


_MINUS = _Product(Fraction(-1), (), ())


def _split(node: Expression) -> _Product:
    """Return a tidied node as a product; what is no product is its one factor."""
    whole = _Product(Fraction(1), (node,), ())
    if isinstance(node, Number):
        return _Product(node.value, (), ())
    if not isinstance(node, Operation):
        return whole
    parts = [_split(operand) for operand in node.operands]
    if node.operator is Operator.NEGATE:
        return parts[0].times(_MINUS)
    if node.operator is Operator.MULTIPLY:
        product = _Product(Fraction(1), (), ())
        for part in parts:
            product = product.times(part)
        return product
    if node.operator is Operator.DIVIDE and parts[1].constant:
        return parts[0].times(parts[1].inverse())
    if node.operator is Operator.POWER:
        return _power(parts[0], node) or whole
    return whole


def _power(base: _Product, node: Operation) -> _Product | None:
    """Return a power with its exponent on each factor, or None where that is no simpler."""
    exponent = node.operands[1]
    if isinstance(exponent, Operation) and exponent.operator is Operator.NEGATE:
        value = _negated_number(exponent)
    else:
        value = exponent.value if isinstance(exponent, Number) else None
    if value is None or value.denominator != 1 or not base.constant:
        return None
    count = int(value)
    if count < 0:
        base, count = base.inverse(), -count
    if count == 1:
        return base
    if not 0 < count <= _LARGEST_POWER or base == _Product(Fraction(1), (node.operands[0],), ()):
        is_root = isinstance(node.operands[0], Operation) and count == 2 == int(value)
        root = node.operands[0] if is_root else None
        if isinstance(root, Operation) and root.operator is Operator.SQRT:
            return _split(root.operands[0])
        return None
    product = _Product(base.constant**count, (), ())
    for factors, is_above in ((base.above, True), (base.below, False)):
        for factor in factors:
            power = Operation(Operator.POWER, (factor, Number(Fraction(count))))
            raised = _power(_Product(Fraction(1), (factor,), ()), power)
            raised = raised or _Product(Fraction(1), (power,), ())
            product = product.times(raised if is_above else raised.inverse())
    return product


def _joined(product: _Product, *, is_term: bool = False) -> Expression:
    """Return a product with its constant first, as one fraction at most."""
    constant, above, below = product.constant, product.above, product.below
    if not constant:
        return Number(constant)
    if not (_is_short(constant) or (not above and not below)):
        above = (_number(abs(constant)), *above)
        constant = Fraction(1 if constant > 0 else -1)
    if constant < 0 and not is_term:
        above, is_absorbed = _absorbed(above)
        if not is_absorbed:
            below, is_absorbed = _absorbed(below)
        constant = -constant if is_absorbed else constant
    if _is_decimal(abs(constant)):
        above, constant = (Number(abs(constant)), *above), Fraction(1 if constant > 0 else -1)
    size = abs(constant)
    top = _product_of(Fraction(size.numerator), above)
    bottom = _product_of(Fraction(size.denominator), below)
    joined = top if bottom == _ONE else Operation(Operator.DIVIDE, (top, bottom))
    return joined if constant > 0 else Operation(Operator.NEGATE, (joined,))


def _product_of(constant: Fraction, factors: Iterable[Expression]) -> Expression:
    listed = list(factors)
    if constant != 1 or not listed:
        listed.insert(0, Number(constant))
    return listed[0] if len(listed) == 1 else Operation(Operator.MULTIPLY, tuple(listed))


def _absorbed(factors: tuple[Expression, ...]) -> tuple[tuple[Expression, ...], bool]:
    """Return factors of which one took a minus sign, and whether one could."""
    for change in (_inverted, _flipped):
        for place, factor in enumerate(factors):
            changed = change(factor)
            if changed is not None:
                return (*factors[:place], changed, *factors[place + 1 :]), True
    return factors, False


def _flipped(node: Expression) -> Expression | None:
    """Return minus a sum, where a term of it is negative."""
    if not (isinstance(node, Operation) and node.operator is Operator.ADD):
        return None
    terms = [_joined(_split(term).times(_MINUS), is_term=True) for term in node.operands]
    positive = [term for term in terms if not _is_negative(term)]
    if not positive:
        return None
    return Operation(Operator.ADD, (*positive, *(term for term in terms if _is_negative(term))))


def _is_negative(node: Expression) -> bool:
    if isinstance(node, Number):
        return node.value < 0
    return isinstance(node, Operation) and node.operator is Operator.NEGATE


def _inverted(node: Expression) -> Expression | None:
    """Return minus a logarithm as the logarithm of the inverse; a constant has no better one."""
    if not (isinstance(node, Operation) and node.operator in (Operator.LN, Operator.LOG)):
        return None
    *base, argument = node.operands
    if not argument.names():
        return None
    return Operation(node.operator, (*base, _joined(_split(argument).inverse())))


# --- sums and constants ------------------------------------------------------------------------


def _sum(operands: tuple[Expression, ...]) -> Expression:
    """Return a sum without nested sums, its constants added where the first of them stands."""
    terms: list[Expression] = []
    for operand in operands:
        is_sum = isinstance(operand, Operation) and operand.operator is Operator.ADD
        terms.extend(operand.operands if is_sum else (operand,))
    constants = [term.value for term in terms if isinstance(term, Number)]
    negated = [_negated_number(term) for term in terms]
    constants += [value for value in negated if value is not None]
    if len(constants) < 2:
        return Operation(Operator.ADD, tuple(terms))
    total = sum(constants, start=Fraction(0))
    others = [
        term
        for term, value in zip(terms, negated, strict=True)
        if value is None and not isinstance(term, Number)
    ]
    if total:
        others.append(_number(total))
    if not others:
        return Number(Fraction(0))
    return others[0] if len(others) == 1 else Operation(Operator.ADD, tuple(others))


def _negated_number(node: Expression) -> Fraction | None:
    is_negated = isinstance(node, Operation) and node.operator is Operator.NEGATE
    inner = node.operands[0] if is_negated else None
    return -inner.value if isinstance(inner, Number) else None


def _number(value: Fraction) -> Expression:
    size = abs(value)
    if size.denominator == 1 or _is_decimal(size):
        number: Expression = Number(size)
    else:
        parts = (Number(Fraction(size.numerator)), Number(Fraction(size.denominator)))
        number = Operation(Operator.DIVIDE, parts)
    return number if value >= 0 else Operation(Operator.NEGATE, (number,))


def _is_decimal(value: Fraction) -> bool:
    """Return whether a fraction is better read as a decimal, such as 0.54."""
    return is_terminating(value) and (value.denominator % 25 == 0 or value.denominator == 10)


def _is_short(value: Fraction) -> bool:
    largest = max(abs(value.numerator), value.denominator)
    return math.log10(largest) < _MOST_DIGITS
