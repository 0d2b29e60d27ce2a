r"""Where both sides of a row have a value: no divisor is zero, what has a logarithm is positive.

A row of a document that nobody prepared claims what it says where it says something. Its verdict
names each of these conditions that it needs, as a premise that no line states.

Main definitions
----------------
`conditions`: what must hold for a relation to have two sides.
`where_defined`: the cases of a step that has these among its assumptions; `of_cases`: its proof.
`where_positive`: those in which no divisor is negative.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from boundcalc.derivations.rows import Assumption, Step
from boundcalc.judgements import PRESUMED, Judgement, Premise
from boundcalc.language.expressions import (
    Constant,
    Expression,
    Number,
    Operation,
    Relation,
    Sum,
    Symbol,
)
from boundcalc.language.operators import Operator, Sense
from boundcalc.situations.situations import Certainty

_ZERO = Number(Fraction(0))
MOST_CONDITIONS = 8
MOST_SIGNS = 2  # divisors whose sign is open


def conditions(relation: Relation) -> tuple[Relation, ...]:
    r"""Return what must hold for both sides of a relation to have a value, each once.

    Of a divisor each factor is named, and one that is not negative is positive.

    Examples
    --------
    >>> from boundcalc.language.expressions import Symbol
    >>> from boundcalc.language.functions import ln
    >>> x, y = Symbol("x"), Symbol("y")
    >>> [str(item) for item in conditions((ln(x) / (2 * x * y)).equals(1))]
    ['x > 0', 'y != 0']
    """
    found = dict.fromkeys((*_of(relation.left), *_of(relation.right)))
    senses = {(item.left, item.sense) for item in found}
    return tuple(dict.fromkeys(_joined(item, senses) for item in found))


def _joined(item: Relation, senses: set[tuple[Expression, Sense]]) -> Relation:
    """Return a condition as the strictest of those on the same expression."""
    node = item.left
    is_apart = (node, Sense.NE) in senses and (node, Sense.GE) in senses
    is_positive = (node, Sense.GT) in senses or is_apart
    return Relation(node, Sense.GT, item.right) if is_positive else item


def where_defined(step: Step) -> tuple[tuple[Relation, ...], tuple[Step, ...]]:
    """Return what must hold for a step to say something, and the cases in which it does.

    A divisor is positive in one case and negative in another. There are none where both sides
    always have a value, or where there would be too many. Where the document states the domains of
    all names in a condition, it says that the row holds without it, which is none of them then.
    """
    held = {item.relation for item in step.assumptions}
    found = tuple(
        item
        for item in conditions(step.row.relation)
        if item not in held and not _is_stated(step, item)
    )
    signed = [item.left for item in found if item.sense is Sense.NE]
    if not found or len(found) > MOST_CONDITIONS or len(signed) > MOST_SIGNS:
        return (), ()
    plain = [item for item in found if item.sense is not Sense.NE]
    choices = product((Sense.GT, Sense.LT), repeat=len(signed))
    return found, tuple(
        _with(step, [*plain, *(map(Relation, signed, senses, [_ZERO] * len(signed)))])
        for senses in choices
    )


def where_positive(step: Step) -> tuple[tuple[Relation, ...], tuple[Step, ...]]:
    """Return the same where no divisor is negative: the step, and that claim of each divisor.

    A case in which a divisor is negative has no proof where no point has it.
    """
    found, cases = where_defined(step)
    signed = [item.left for item in found if item.sense is Sense.NE]
    if not cases or not signed:
        return (), ()
    own = _with(step, [item for item in found if item.sense is not Sense.NE])
    claims = (replace(step.row, relation=Relation(item, Sense.GE, _ZERO)) for item in signed)
    return found, (cases[0], *(replace(own, row=row) for row in claims))


def _is_stated(step: Step, condition: Relation) -> bool:
    """Return whether the document states the domain of each name in a condition."""
    known = step.context.domains if step.context else {}
    items = [known.get(name) for name in condition.names()]
    return bool(items) and all(
        item is not None and item.origin.certainty is Certainty.STATED for item in items
    )


def of_cases(judgements: Sequence[Judgement], presumed: Sequence[Premise]) -> Judgement:
    """Return the proof that the proofs of all cases make, given that both sides have a value."""
    own = {str(item) for each in judgements for item in each.premises if item.how == PRESUMED}
    premises = [item for each in judgements for item in each.premises if item.how != PRESUMED]
    texts = [text for each in judgements for text in each.rests_on if text not in own]
    return replace(
        judgements[0],
        premises=tuple(dict.fromkeys((*premises, *presumed))),
        rests_on=tuple(dict.fromkeys((*texts, *map(str, presumed)))),
        certificates=tuple(item for each in judgements for item in each.certificates),
        used=tuple(dict.fromkeys(item for each in judgements for item in each.used)),
    )


def _with(step: Step, found: list[Relation]) -> Step:
    extra = tuple(Assumption(relation=item, place=step.row.sign, how=PRESUMED) for item in found)
    return replace(step, assumptions=(*step.assumptions, *extra))


def _factors(node: Expression) -> Iterator[Relation]:
    """Yield what must hold for a divisor not to be zero."""
    if _is_number(node):
        return
    if isinstance(node, Operation):
        operator, operands = node.operator, node.operands
        if operator in (Operator.MULTIPLY, Operator.DIVIDE, Operator.NEGATE):
            for operand in operands:
                yield from _factors(operand)
            return
        if operator is Operator.POWER:
            is_sure = isinstance(operands[0], Number | Constant)
            yield from () if is_sure else _factors(operands[0])
            return
        if operator in (Operator.SQRT, Operator.ABS):
            yield from _factors(operands[0])
            return
        if operator in (Operator.EXP, Operator.FACTORIAL) or _is_sum_of_positive(node):
            return
    lower = node.domain.lower if isinstance(node, Symbol) else None
    if lower is None or lower < 0:
        yield Relation(node, Sense.NE, _ZERO)
    elif lower == 0 and isinstance(node, Symbol) and node.domain.lower_closed:
        yield Relation(node, Sense.GT, _ZERO)


def _positive_parts(node: Expression) -> tuple[Expression, ...]:
    """Return what is positive where a node is: the factors that are not negative, or the node."""
    if isinstance(node, Operation) and node.operator in (Operator.MULTIPLY, Operator.DIVIDE):
        lowers = [item.domain.lower for item in node.operands if isinstance(item, Symbol)]
        if len(lowers) == len(node.operands) and all(it is not None and it >= 0 for it in lowers):
            return node.operands
    return (node,)


def _of(node: Expression) -> Iterator[Relation]:
    if isinstance(node, Sum):  # what its body needs speaks of the index
        yield from _of(node.lower)
        yield from _of(node.upper)
        return
    if not isinstance(node, Operation):
        return
    yield from _own(node)
    for operand in node.operands:
        yield from _of(operand)


def _own(node: Operation) -> Iterator[Relation]:
    """Yield what the operator of a node needs, where it is more than a number."""
    operator, last = node.operator, node.operands[-1]
    if operator is Operator.DIVIDE and not _is_number(last):
        yield from _factors(last)
    elif operator in (Operator.LN, Operator.LOG) and not _is_number(last):
        yield from (Relation(part, Sense.GT, _ZERO) for part in _positive_parts(last))
    elif operator is Operator.SQRT and not _is_number(last):
        yield Relation(last, Sense.GE, _ZERO)
    elif operator is Operator.BINOMIAL and not all(map(_is_number, node.operands)):
        yield Relation(last, Sense.LE, node.operands[0])
        if not _is_positive(last):
            yield Relation(last, Sense.GE, _ZERO)
    elif operator is Operator.POWER and not _is_number(node.operands[0]):
        base = node.operands[0]
        if not _is_integer(last):
            yield Relation(base, Sense.GE, _ZERO)
        elif not (isinstance(last, Number) or _is_positive(last)):
            yield from _factors(base)


def _is_sum_of_positive(node: Operation) -> bool:
    """Return whether a sum has a positive summand, and none that may be negative, by their form."""
    if node.operator is not Operator.ADD:
        return False
    parts = list(_summands(node))
    return all(map(_is_not_negative, parts)) and any(
        _is_not_negative(part, is_strict=True) for part in parts
    )


def _summands(node: Expression) -> Iterator[Expression]:
    if isinstance(node, Operation) and node.operator is Operator.ADD:
        for operand in node.operands:
            yield from _summands(operand)
    else:
        yield node


def _is_not_negative(node: Expression, *, is_strict: bool = False) -> bool:
    """Return whether a number, or a symbol by its domain, is not negative, or positive."""
    if isinstance(node, Number):
        return node.value > 0 if is_strict else node.value >= 0
    if not isinstance(node, Symbol) or node.domain.lower is None or node.domain.lower < 0:
        return False
    return not (is_strict and Fraction(0) in node.domain)


def _is_number(node: Expression) -> bool:
    return all(isinstance(part, Number | Constant | Operation) for part in node.walk())


def _is_integer(node: Expression) -> bool:
    """Return whether an exponent takes integer values alone, as far as its form tells."""
    whole = (Operator.ADD, Operator.MULTIPLY, Operator.NEGATE)
    return all(
        (isinstance(part, Number) and part.value.denominator == 1)
        or (isinstance(part, Symbol) and part.domain.integer)
        or (isinstance(part, Operation) and part.operator in whole)
        for part in node.walk()
    )


def _is_positive(node: Expression) -> bool:
    """Return whether an exponent is a symbol that is never negative."""
    lower = node.domain.lower if isinstance(node, Symbol) else None
    return lower is not None and lower >= 0
