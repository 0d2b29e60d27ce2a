"""Closed forms without variables: simplified where logarithms cancel, and compared for certain.

Exact laws have rational ratios r, and theorems speak of epsilon = ln(r): e^epsilon must be seen to
be r, or an equality case could never be decided.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod

from boundcalc.enclosures.decisions import Decision, RelationEvaluator, Truth
from boundcalc.enclosures.exact import exact_value
from boundcalc.language.expressions import (
    E,
    Expression,
    Leaf,
    Operation,
    Relation,
    Sum,
    as_expression,
    rebuild,
)
from boundcalc.language.operators import Operator, Sense

_MOST_BITS = 200_000
_MOST_TERMS = 200
_NATURAL, _BINARY = "e", "2"
_Powers = dict[Expression, int]
_Logarithms = dict[Fraction, Fraction]


def closed(node: Expression) -> Expression:
    """Return an equal expression with exponentials of logarithms of rationals carried out.

    Of a minimum or maximum the operand is kept that it certainly equals.

    Examples
    --------
    >>> from boundcalc.language import exp, ln, log2
    >>> str(closed(exp(2 * ln(3)) - 1)), str(closed(as_expression(2) ** log2(5)))
    ('9 - 1', '5')
    """
    if isinstance(node, Sum):
        return _unrolled(node)
    if isinstance(node, Leaf):
        return node
    inner = rebuild(node, tuple(closed(operand) for operand in node.operands))
    if not isinstance(inner, Operation):
        return inner
    if inner.operator is Operator.EXP:
        return _exponential(inner, logarithms(inner.operands[0], _NATURAL))
    if inner.operator is Operator.POWER and inner.operands[0] == as_expression(2):
        return _exponential(inner, logarithms(inner.operands[1], _BINARY))
    if inner.operator in (Operator.MIN, Operator.MAX) and not inner.names():
        return _extremum(inner)
    return inner


def _unrolled(node: Sum) -> Expression:
    """Return a short sum term by term."""
    lower, upper = exact_value(closed(node.lower), {}), exact_value(closed(node.upper), {})
    if lower is None or upper is None or upper - lower > _MOST_TERMS:
        return node
    places = range(math.ceil(lower), math.floor(upper) + 1)
    terms = [closed(node.body.substitute({node.index.name: place})) for place in places]
    if len(terms) < 2:
        return terms[0] if terms else as_expression(0)
    return Operation(Operator.ADD, tuple(terms))


def _extremum(node: Operation) -> Expression:
    """Return the operand that is the extremum, where that is certain."""
    sense = Sense.LE if node.operator is Operator.MIN else Sense.GE
    best = node.operands[0]
    for other in node.operands[1:]:
        truth = compare(other, sense, best).truth
        if truth is Truth.UNKNOWN:
            return node
        best = other if truth is Truth.TRUE else best
    return best


def _exponential(node: Operation, form: _Logarithms | None) -> Expression:
    if form is None or _size(form) > _MOST_BITS:
        return node
    whole = prod(
        (base ** int(power) for base, power in form.items() if power.denominator == 1),
        start=Fraction(1),
    )
    result = as_expression(whole)
    for base, power in form.items():
        if power.denominator != 1:
            result = result * as_expression(base) ** as_expression(power)
    exact = exact_value(result, {})
    return result if exact is None else as_expression(exact)


def _size(form: Mapping[Fraction, Fraction]) -> int:
    return sum(
        (base.numerator.bit_length() + base.denominator.bit_length()) * (int(abs(power)) + 1)
        for base, power in form.items()
    )


def logarithms(node: Expression, base: str) -> _Logarithms | None:
    """Return the terms c log(x), by x, of which the expression is the sum; None where it is none.

    Logarithms are natural (`base` "e") or binary ("2"), and either kind is read as the other where
    it is multiplied by ln(2) or log_2(e); x and c are rational.
    """
    if isinstance(node, Operation) and node.operator is Operator.ADD:
        forms = [logarithms(operand, base) for operand in node.operands]
        known = [form for form in forms if form is not None]
        return _merged(known) if len(known) == len(forms) else None
    constant = exact_value(node, {})
    if constant is not None:
        if constant == 0:
            return {}
        return {Fraction(2): constant} if base == _BINARY else None
    factor, powers = _monomial(node)
    if factor == 0:
        return {}
    return _one_logarithm(factor, powers, base)


def _merged(forms: Iterable[_Logarithms]) -> _Logarithms:
    result: _Logarithms = {}
    for form in forms:
        for base, power in form.items():
            result[base] = result.get(base, Fraction(0)) + power
    return {base: power for base, power in result.items() if power}


_LN_2 = Operation(Operator.LN, (as_expression(2),))
_LOG2_E = Operation(Operator.LOG, (as_expression(2), E))


def _one_logarithm(factor: Fraction, powers: _Powers, base: str) -> _Logarithms | None:
    wanted, foreign = (
        (Operator.LN, Operator.LOG) if base == _NATURAL else (Operator.LOG, Operator.LN)
    )
    bridge = _LN_2 if base == _NATURAL else _LOG2_E
    kinds = (wanted,)
    if len(powers) == 2 and powers.get(bridge) == 1:
        powers = {atom: power for atom, power in powers.items() if atom != bridge}
        kinds = (foreign,)
    if len(powers) != 1:
        return None
    (atom, power), *_ = powers.items()
    if power != 1 or not isinstance(atom, Operation) or atom.operator not in kinds:
        return None
    if atom.operator is Operator.LOG and atom.operands[0] != as_expression(2):
        return None
    argument = exact_value(atom.operands[-1], {})
    return None if argument is None or argument <= 0 else {argument: factor}


def _monomial(node: Expression) -> tuple[Fraction, _Powers]:
    """Return the rational factor and the other factors with their integer powers."""
    constant = exact_value(node, {})
    if constant is not None:
        return constant, {}
    if isinstance(node, Operation):
        if node.operator is Operator.NEGATE:
            factor, powers = _monomial(node.operands[0])
            return -factor, powers
        if node.operator is Operator.MULTIPLY:
            return _times([_monomial(operand) for operand in node.operands])
        if node.operator is Operator.DIVIDE:
            factor, powers = _monomial(node.operands[1])
            if factor:
                below = (1 / factor, {atom: -power for atom, power in powers.items()})
                return _times([_monomial(node.operands[0]), below])
    return Fraction(1), {node: 1}


def _times(parts: Iterable[tuple[Fraction, _Powers]]) -> tuple[Fraction, _Powers]:
    factor, powers = Fraction(1), {}  # type: tuple[Fraction, _Powers]
    for part, others in parts:
        factor *= part
        for atom, power in others.items():
            powers[atom] = powers.get(atom, 0) + power
    return factor, {atom: power for atom, power in powers.items() if power}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A relation between two closed forms, with its truth and the enclosures of both sides."""

    relation: Relation
    decision: Decision

    @property
    def truth(self) -> Truth:
        """Whether the relation holds, for certain; UNKNOWN where nothing can tell."""
        return self.decision.truth

    @property
    def ratio(self) -> float:
        """The left side divided by the right side, for ordering; not a number where it has none."""
        left, right = self.decision.left.lower, self.decision.right.lower
        if right > 0 and left.is_finite():
            return float(left / right)
        is_above_zero = left > 0 and self.decision.right.upper.is_zero() and right.is_zero()
        return float("inf") if is_above_zero else float("nan")

    @property
    def texts(self) -> tuple[str, str]:
        """Both sides to 15 digits."""
        sides = (self.decision.left, self.decision.right)
        return tuple(side.lower.union(side.upper).str(15, radius=False) for side in sides)  # type: ignore[return-value]


def compare(left: Expression, sense: Sense, right: Expression) -> Comparison:
    """Decide a relation between closed forms.

    Exactly where they are rational or logarithms of rationals, else by enclosures of up to 3072
    bits; UNKNOWN where these do not tell.

    Examples
    --------
    >>> from boundcalc.language import exp, ln
    >>> compare(exp(ln(2)) - 1, Sense.LE, as_expression(1)).truth
    <Truth.TRUE: 'true'>
    """
    relation = Relation(closed(left), sense, closed(right))
    decision = RelationEvaluator(relation).at({})
    if decision.truth is Truth.UNKNOWN:
        truth = _truth_of_logarithms(relation)
        decision = Decision(truth, decision.left, decision.right)
    return Comparison(relation, decision)


def _truth_of_logarithms(relation: Relation) -> Truth:
    for base in (_NATURAL, _BINARY):
        form = logarithms(relation.left - relation.right, base)
        if form is None:
            continue
        scale = lcm(*(power.denominator for power in form.values()), 1)
        if _size(form) * scale > _MOST_BITS:
            continue
        value = prod((b ** int(power * scale) for b, power in form.items()), start=Fraction(1))
        holds = {
            Sense.LE: value <= 1,
            Sense.LT: value < 1,
            Sense.GE: value >= 1,
            Sense.GT: value > 1,
            Sense.EQ: value == 1,
            Sense.NE: value != 1,
        }
        return Truth.TRUE if holds[relation.sense] else Truth.FALSE
    return Truth.UNKNOWN
