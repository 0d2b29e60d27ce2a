"""Isolation: rewrite a relation as an equivalent condition in which a variable stands alone.

Each operator is undone by its inverse, with the side conditions under which that is an
equivalence; signs that an inverse needs are read off enclosures over the whole box of the other
variables.
A variable that occurs several times is isolated where the relation is linear or quadratic in one
power of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from boundcalc.algebra.conditions import Condition, all_of, any_of, solve_relations, split
from boundcalc.algebra.memory import known
from boundcalc.algebra.polynomials import power_terms
from boundcalc.algebra.search_range import DEEP_PRECISION, SMALLEST
from boundcalc.enclosures.decisions import Evaluator
from boundcalc.enclosures.interval import Interval, exact_interval
from boundcalc.language.expressions import E, Expression, Operation, Relation, Symbol, as_expression
from boundcalc.language.functions import ceil, exp, floor, ln, sqrt
from boundcalc.language.operators import Operator, Sense

Box = Mapping[str, Interval]
_PRECISIONS = (64, 1024)  # bits; the second tells 1 - e^(-x) from zero down to x = 1e-120


def isolate(relation: Relation, name: str, box: Box) -> Condition | None:
    """Return an equivalent condition with `name` alone on the left, or None.

    Parameters
    ----------
    relation : Relation
        Any inequality or equality.
    name : str
        The variable to isolate.
    box : mapping from name to Interval
        Enclosures of all variables; the equivalence holds for points of this box.

    Returns
    -------
    Condition or None
        Relations of the form ``name <= expression`` without `name` on the right, and relations
        without `name`; None where no rule applies.
    """
    return _isolate_condition(split(relation), name, box)


def _isolate_condition(condition: Condition, name: str, box: Box) -> Condition | None:
    return solve_relations(condition, lambda relation: _isolate_relation(relation, name, box))


def _isolate_relation(relation: Relation, name: str, box: Box) -> Condition | None:
    if name not in relation.names():
        return relation
    if name in relation.right.names() and name not in relation.left.names():
        relation = relation.mirrored
    occurrences = _count(relation.left, name) + _count(relation.right, name)
    if occurrences == 1:
        return _peel(relation.left, relation.sense, relation.right, name, box)
    return _isolate_polynomial(relation, name, box)


def _count(node: Expression, name: str) -> int:
    return sum(isinstance(child, Symbol) and child.name == name for child in node.walk())


def _sign(node: Expression, box: Box) -> int:
    return known(_sign_over, node, box)


def _sign_over(node: Expression, box: Box) -> int:
    """Return 1, -1, or 0 where the sign over the box is not certain."""
    for precision in _PRECISIONS:
        sign = _sign_at(node, box, precision)
        if sign:
            return sign
    shallow = _shallow(node, box)
    if shallow is not None and _sign_at(node, shallow, _PRECISIONS[-1]):  # worth the digits
        return _sign_at(node, box, DEEP_PRECISION)
    return 0


def _sign_at(node: Expression, box: Box, precision: int) -> int:
    values = Evaluator(node).over(box, precision)
    if values.is_nowhere or not (values.lower > 0 or values.upper < 0):
        return 0
    return 1 if values.lower > 0 else -1


def _shallow(node: Expression, box: Box) -> Box | None:
    """Return the box without sizes below 1e-120; None where it has none."""
    least = exact_interval(SMALLEST).lower
    found = {
        name: Interval(least, box[name].upper, box[name].total)
        for name in node.names()
        if 0 < box[name].lower < least < box[name].upper
    }
    return {**box, **found} if found else None


def _is_nonnegative(node: Expression, box: Box) -> bool:
    return known(_is_nonnegative_over, node, box)


def _is_nonnegative_over(node: Expression, box: Box) -> bool:
    values = Evaluator(node).over(box)
    return not values.is_nowhere and bool(values.lower >= 0)


# --- one occurrence ----------------------------------------------------------------------------


def _peel(
    node: Expression, sense: Sense, right: Expression, name: str, box: Box
) -> Condition | None:
    if isinstance(node, Symbol):
        return Relation(node, sense, right)
    if not isinstance(node, Operation):
        return None
    rule = _INVERSES.get(node.operator)
    return None if rule is None else rule(node, sense, right, name, box)


def _parts(node: Operation, name: str) -> tuple[Expression, list[Expression]]:
    """Return the operand with the variable, and the others."""
    inner = next(operand for operand in node.operands if name in operand.names())
    return inner, [operand for operand in node.operands if operand is not inner]


def _undo_add(
    node: Operation, sense: Sense, right: Expression, name: str, box: Box
) -> Condition | None:
    inner, others = _parts(node, name)
    for other in others:
        right = right - other if not _is_zero(right) else -other
    return _peel(inner, sense, right, name, box)


def _undo_negate(
    node: Operation, sense: Sense, right: Expression, name: str, box: Box
) -> Condition | None:
    return _peel(node.operands[0], sense.mirrored, -right, name, box)


def _undo_multiply(
    node: Operation, sense: Sense, right: Expression, name: str, box: Box
) -> Condition | None:
    inner, others = _parts(node, name)
    factor = others[0]
    for other in others[1:]:
        factor = factor * other
    sign = _sign(factor, box)
    if not sign:
        return None
    return _peel(inner, sense if sign > 0 else sense.mirrored, right / factor, name, box)


def _undo_divide(
    node: Operation, sense: Sense, right: Expression, name: str, box: Box
) -> Condition | None:
    top, bottom = node.operands
    if name in top.names():
        sign = _sign(bottom, box)
        if not sign:
            return None
        return _peel(top, sense if sign > 0 else sense.mirrored, right * bottom, name, box)
    if _sign(top, box) < 0:
        positive = Operation(Operator.DIVIDE, (-top, bottom))
        return _undo_divide(positive, sense.mirrored, -right, name, box)
    is_top_known = _sign(top, box) > 0 or (_is_nonnegative(top, box) and _sign(right, box) > 0)
    if not is_top_known or not _is_nonnegative(bottom, box):
        return None
    return _guarded(bottom, sense.mirrored, top / right, sense, right, name, box)


def _guarded(
    inner: Expression,
    inner_sense: Sense,
    bound: Expression,
    sense: Sense,
    right: Expression,
    name: str,
    box: Box,
    *,
    with_zero: bool = False,
) -> Condition | None:
    """Compare `inner` with `bound`, which needs right > 0; a positive side exceeds any other.

    With zero, the bound exists for right >= 0, and the left side may be zero.
    """
    solved = _peel(inner, inner_sense, bound, name, box)
    is_given = _is_nonnegative(right, box) if with_zero else _sign(right, box) > 0
    if solved is None or is_given:
        return solved
    guard = right >= 0 if with_zero else right > 0
    if sense.is_upper:
        return all_of([guard, solved])
    return any_of([guard.negated, all_of([guard, solved])])


def _undo_power(
    node: Operation, sense: Sense, right: Expression, name: str, box: Box
) -> Condition | None:
    base, exponent = node.operands
    if name in exponent.names():
        sign = _sign(base - 1, box)
        if not sign or _sign(base, box) <= 0:
            return None
        bound = ln(right) if base == E else ln(right) / ln(base)
        inner_sense = sense if sign > 0 else sense.mirrored
        return _guarded(exponent, inner_sense, bound, sense, right, name, box)
    sign = _sign(exponent, box)
    if not sign or not _is_nonnegative(base, box):
        return None
    root = _root(right, exponent)
    inner_sense = sense if sign > 0 else sense.mirrored
    return _guarded(base, inner_sense, root, sense, right, name, box, with_zero=True)


def _root(value: Expression, exponent: Expression) -> Expression:
    return sqrt(value) if exponent == as_expression(2) else value ** (1 / exponent)


def _undo_sqrt(
    node: Operation, sense: Sense, right: Expression, name: str, box: Box
) -> Condition | None:
    inner = node.operands[0]
    solved = _guarded(inner, sense, right**2, sense, right, name, box, with_zero=True)
    if solved is None or _is_nonnegative(inner, box):
        return solved
    defined = _peel(inner, Sense.GE, as_expression(0), name, box)
    return None if defined is None else all_of([defined, solved])


def _undo_exp(
    node: Operation, sense: Sense, right: Expression, name: str, box: Box
) -> Condition | None:
    return _guarded(node.operands[0], sense, ln(right), sense, right, name, box)


def _undo_ln(
    node: Operation, sense: Sense, right: Expression, name: str, box: Box
) -> Condition | None:
    return _undo_logarithm(node.operands[0], sense, exp(right), name, box)


def _undo_log(
    node: Operation, sense: Sense, right: Expression, name: str, box: Box
) -> Condition | None:
    base, inner = node.operands
    if name in base.names() or _sign(base - 1, box) <= 0:
        return None
    return _undo_logarithm(inner, sense, base**right, name, box)


def _undo_logarithm(
    inner: Expression, sense: Sense, bound: Expression, name: str, box: Box
) -> Condition | None:
    """Compare what a logarithm is taken of, which must be positive, with a bound."""
    solved = _peel(inner, sense, bound, name, box)
    if solved is None or not sense.is_upper or _sign(inner, box) > 0:
        return solved
    defined = _peel(inner, Sense.GT, as_expression(0), name, box)
    return None if defined is None else all_of([defined, solved])


def _undo_absolute(
    node: Operation, sense: Sense, right: Expression, name: str, box: Box
) -> Condition | None:
    inner = node.operands[0]
    positive = _peel(inner, sense, right, name, box)
    negative = _peel(inner, sense.mirrored, -right, name, box)
    if positive is None or negative is None:
        return None
    return (all_of if sense.is_upper else any_of)([positive, negative])


def _undo_extremum(
    node: Operation, sense: Sense, right: Expression, name: str, box: Box
) -> Condition | None:
    return _isolate_condition(split(Relation(node, sense, right)), name, box)


def _undo_ceil(
    node: Operation, sense: Sense, right: Expression, name: str, box: Box
) -> Condition | None:
    bounds: dict[Sense, tuple[Sense, Expression]] = {
        Sense.LE: (Sense.LE, floor(right)),
        Sense.LT: (Sense.LE, ceil(right) - 1),
        Sense.GE: (Sense.GT, ceil(right) - 1),
        Sense.GT: (Sense.GT, floor(right)),
    }
    inner_sense, bound = bounds[sense]
    return _peel(node.operands[0], inner_sense, bound, name, box)


def _undo_floor(
    node: Operation, sense: Sense, right: Expression, name: str, box: Box
) -> Condition | None:
    bounds: dict[Sense, tuple[Sense, Expression]] = {
        Sense.GE: (Sense.GE, ceil(right)),
        Sense.GT: (Sense.GE, floor(right) + 1),
        Sense.LE: (Sense.LT, floor(right) + 1),
        Sense.LT: (Sense.LT, ceil(right)),
    }
    inner_sense, bound = bounds[sense]
    return _peel(node.operands[0], inner_sense, bound, name, box)


_Rule = Callable[[Operation, Sense, Expression, str, Box], Condition | None]
_INVERSES: Mapping[Operator, _Rule] = {
    Operator.ADD: _undo_add,
    Operator.NEGATE: _undo_negate,
    Operator.MULTIPLY: _undo_multiply,
    Operator.DIVIDE: _undo_divide,
    Operator.POWER: _undo_power,
    Operator.SQRT: _undo_sqrt,
    Operator.EXP: _undo_exp,
    Operator.LN: _undo_ln,
    Operator.LOG: _undo_log,
    Operator.ABS: _undo_absolute,
    Operator.MAX: _undo_extremum,
    Operator.MIN: _undo_extremum,
    Operator.CEIL: _undo_ceil,
    Operator.FLOOR: _undo_floor,
}


# --- several occurrences -----------------------------------------------------------------------


def _has_no_negative(name: str, box: Box) -> bool:
    return bool(box[name].lower >= 0)


def _has_only_positive(name: str, box: Box) -> bool:
    return bool(box[name].lower > 0)


def _isolate_polynomial(relation: Relation, name: str, box: Box) -> Condition | None:
    """Isolate where the difference of the sides is linear or quadratic in one power."""
    difference = relation.left if _is_zero(relation.right) else relation.left - relation.right
    terms = power_terms(difference, name)
    if terms is None or name not in box or not known(_has_no_negative, name, box):
        return None
    if min(terms) < 0 < max(terms) and known(_has_only_positive, name, box):  # times a power
        terms = {power - min(terms): value for power, value in terms.items()}
    powers = sorted(power for power in terms if power != 0)
    constant = terms.get(Fraction(0), as_expression(0))
    if len(powers) == 1:
        leading = terms[powers[0]]
        monomial = _monomial(leading, _symbol(relation, name), powers[0])
        return _peel(monomial, relation.sense, -constant, name, box)
    if len(powers) == 2 and powers[1] == 2 * powers[0] > 0:
        variable = _monomial(as_expression(1), _symbol(relation, name), powers[0])
        coefficients = (terms[powers[1]], terms[powers[0]], constant)
        return _isolate_quadratic(variable, relation.sense, coefficients, name, box)
    return None


def _isolate_quadratic(
    variable: Expression,
    sense: Sense,
    coefficients: tuple[Expression, Expression, Expression],
    name: str,
    box: Box,
) -> Condition | None:
    a, b, c = coefficients
    sign = _sign(a, box)
    if not sign:
        return None
    if sign < 0:
        a, b, c, sense = -a, -b, -c, sense.mirrored
    discriminant = b**2 - 4 * a * c
    upper_root = (sqrt(discriminant) - b) / (2 * a)
    lower_root = (-b - sqrt(discriminant)) / (2 * a)
    is_lower_root_outside = _is_nonnegative(b, box)  # then it is not positive
    is_real = _is_nonnegative(discriminant, box)
    upper = _peel(variable, sense, upper_root, name, box)
    lower = _peel(variable, sense.mirrored, lower_root, name, box)
    if upper is None or lower is None:
        return None
    if sense.is_upper:
        parts = [upper] if is_lower_root_outside and sense is Sense.LE else [upper, lower]
        return all_of(parts if is_real else [discriminant >= 0, *parts])
    parts = [upper] if is_lower_root_outside and sense is Sense.GT else [upper, lower]
    found = any_of(parts)
    return found if is_real else any_of([discriminant < 0, all_of([discriminant >= 0, found])])


def _symbol(relation: Relation, name: str) -> Symbol:
    return next(symbol for symbol in relation.symbols() if symbol.name == name)


def _monomial(coefficient: Expression, symbol: Symbol, power: Fraction) -> Expression:
    is_root = power == Fraction(1, 2)
    base = symbol if power == 1 else sqrt(symbol) if is_root else symbol ** as_expression(power)
    return base if coefficient == as_expression(1) else coefficient * base


def _is_zero(node: Expression) -> bool:
    return node == as_expression(0)
