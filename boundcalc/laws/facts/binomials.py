r"""Bounds of binomial coefficients: ``(n/k)^k \le \binom{n}{k} \le (en/k)^k``.

The sum of the first of them, ``\sum_{i=0}^d \binom{m}{i}``, has the second bound as well. They are
read, and yet the prover knows of them only what it computes; the bounds hold of whole numbers.

Main definitions
----------------
`binomial_facts`: the bounds of the binomial coefficients of a relation.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from boundcalc.language.expressions import E, Expression, Number, Operation, Relation, Sum, Symbol
from boundcalc.language.operators import Operator, Sense
from boundcalc.laws.facts.facts import Fact, Terms

BOUND = "a bound of binomial coefficients"
_ZERO, _ONE, _TWO = (Number(Fraction(it)) for it in (0, 1, 2))


def binomial_facts(terms: Terms) -> Iterator[Fact]:
    """Yield bounds of the binomial coefficients of a relation, and of sums of the first of them."""
    relation = terms.relation
    if relation.sense in (Sense.EQ, Sense.NE):
        return
    sides = [*relation.left.walk(), *relation.right.walk()]
    has_factorial = any(_is(node, Operator.FACTORIAL) for node in sides)
    for node in dict.fromkeys(sides):
        if _is(node, Operator.BINOMIAL):
            yield from _of_one(node, *node.operands, has_factorial=has_factorial)
        if isinstance(node, Sum):
            yield from _of_sum(node)


def _of_one(
    node: Expression, many: Expression, few: Expression, *, has_factorial: bool
) -> Iterator[Fact]:
    """Yield the bounds of a binomial coefficient of whole numbers."""
    if not (_is_whole(many) and _is_whole(few)):
        return
    in_order = Relation(few, Sense.GE, _ONE), Relation(many, Sense.GE, few)
    upper = _power(E * many / few, few)
    if has_factorial:
        upper = _power(many, few) / Operation(Operator.FACTORIAL, (few,))
    yield Fact(Relation(node, Sense.LE, upper), BOUND, in_order)
    yield Fact(Relation(node, Sense.GE, _power(many / few, few)), BOUND, in_order)
    counts = Relation(few, Sense.GE, _ZERO), Relation(many, Sense.GE, few)
    yield Fact(Relation(node, Sense.LE, _power(_TWO, many)), BOUND, counts)
    yield Fact(Relation(node, Sense.LE, _power(many, few)), BOUND, counts)


def _of_sum(node: Sum) -> Iterator[Fact]:
    """Yield the bound of a sum of the first binomial coefficients."""
    index, lower, upper, body = node.index, node.lower, node.upper, node.body
    if lower not in (_ZERO, _ONE) or not _is(body, Operator.BINOMIAL):
        return
    many, few = body.operands
    if few != index or index in many.symbols() or not (_is_whole(many) and _is_whole(upper)):
        return
    in_order = Relation(upper, Sense.GE, _ONE), Relation(many, Sense.GE, upper)
    yield Fact(Relation(node, Sense.LE, _power(E * many / upper, upper)), BOUND, in_order)


def _power(base: Expression, exponent: Expression) -> Expression:
    return Operation(Operator.POWER, (base, exponent))


def _is(node: Expression, operator: Operator) -> bool:
    return isinstance(node, Operation) and node.operator is operator


def _is_whole(node: Expression) -> bool:
    """Return whether an expression is made of whole numbers by sums and products."""
    if isinstance(node, Number):
        return node.value.denominator == 1
    if isinstance(node, Symbol):
        return node.domain.integer
    is_made = any(_is(node, it) for it in (Operator.ADD, Operator.MULTIPLY, Operator.NEGATE))
    return is_made and all(map(_is_whole, node.operands))
