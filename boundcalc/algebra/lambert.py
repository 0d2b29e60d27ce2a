"""Closed forms for a variable that occurs several times: Lambert's W, and what leads to it.

What `isolate` leaves open is rewritten into an equivalent condition, step by step:

- a subexpression outside of which the variable does not occur is isolated, then solved;
- a fraction is cleared of its denominator, and a product of its square root;
- a product with an exponential factor is compared by logarithms;
- a sum of powers becomes a quadratic, or a cubic without its square or linear term (Cardano);
- ``a x^p + b ln x`` and ``a x^p + b exp(k x^p)`` compared with a constant are solved by W.

Every rule is an equivalence for the points of the box, like those of `isolate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count

from boundcalc.algebra.conditions import Condition, all_of, any_of, solve_relations, split
from boundcalc.algebra.isolation import Box, isolate
from boundcalc.algebra.log_terms import LogTerms, log_terms
from boundcalc.algebra.memory import known, with_part
from boundcalc.algebra.parts import parts_around, put_back, with_replaced
from boundcalc.algebra.polynomials import power_terms
from boundcalc.enclosures.decisions import Evaluator
from boundcalc.enclosures.interval import Interval
from boundcalc.language.domains import REAL
from boundcalc.language.expressions import (
    Expression,
    Operation,
    Relation,
    Sum,
    Symbol,
    as_expression,
    rebuild,
)
from boundcalc.language.functions import exp, lambert_w, ln, sqrt
from boundcalc.language.operators import Operator, Sense

_MAX_STEPS = 6
_MAX_TRIED = 300  # relations; what succeeds takes few, and what does not may branch without end
_ZERO, _ONE = as_expression(0), as_expression(1)


def isolate_fully(relation: Relation, name: str, box: Box) -> Condition | None:
    """Return an equivalent condition with `name` alone on the left, or None.

    As `isolate`, with the rules of this module for a variable that occurs several times.
    """
    return _Steps(name, box, _MAX_STEPS, count(1)).solve(relation)


def _values(subject: Expression | str, box: Box) -> Interval:
    """Return the values of an expression, or of the variable of a name."""
    return box[subject] if isinstance(subject, str) else Evaluator(subject).over(box)


def _sign_over(node: Expression, box: Box) -> int:
    values = _values(node, box)
    if values.is_nowhere:
        return 0
    return 1 if values.lower > 0 else -1 if values.upper < 0 else 0


def _side_over(node: Expression, box: Box) -> int:
    """Return -1 where an expression is never positive, 0 where it has no value, and 1 else."""
    values = _values(node, box)
    return 0 if values.is_nowhere else -1 if values.upper <= 0 else 1


def _is_never_negative_over(subject: Expression | str, box: Box) -> bool:
    values = _values(subject, box)
    return not values.is_nowhere and bool(values.lower >= 0)


def _is_positive_over(name: str, box: Box) -> bool:
    return bool(box[name].lower > 0)


class _Steps:
    """The rules for one variable, applied up to `left` times in a row; `tried` counts all tries."""

    def __init__(self, name: str, box: Box, left: int, tried: Iterator[int]) -> None:
        self.name = name
        self.box = box
        self.left = left
        self.tried = tried

    def solve(self, relation: Relation) -> Condition | None:
        """Isolate the variable in a relation."""
        return self.solve_all(split(relation))

    def solve_all(self, condition: Condition) -> Condition | None:
        """Isolate the variable in every relation of a condition."""
        return solve_relations(condition, self._solve_one)

    def _solve_one(self, relation: Relation) -> Condition | None:
        if self.name not in relation.names():
            return relation
        if next(self.tried) > _MAX_TRIED:
            return None
        found = isolate(relation, self.name, self.box)
        if found is not None or self.left == 0:
            return found
        if not relation.left.names() & {self.name}:
            relation = relation.mirrored
        rules: tuple[Callable[[Relation], Condition | None], ...] = (
            self._by_part,
            self._by_clearing,
            self._by_squaring,
            self._by_powers,
            self._by_logarithm_terms,
            self._by_exponential_term,
            self._by_taking_logarithms,
            self._by_inverting_w,
        )
        for rule in rules:
            found = rule(relation)
            if found is not None:
                return found
        return None

    def _next(self, condition: Condition | None) -> Condition | None:
        """Go on with what a rule made of a relation."""
        if condition is None:
            return None
        return _Steps(self.name, self.box, self.left - 1, self.tried).solve_all(condition)

    # signs

    def _sign(self, node: Expression) -> int:
        return known(_sign_over, node, self.box)

    def _is_variable_positive(self) -> bool:
        return self.name in self.box and known(_is_never_negative_over, self.name, self.box)

    def _has(self, node: Expression) -> bool:
        return self.name in node.names()

    # a part in which alone the variable occurs

    def _by_part(self, relation: Relation) -> Condition | None:
        for part in parts_around(relation.left, relation.right, self.name):
            place = Symbol(f"({self.name})", REAL)
            sign = known(_side_over, part, self.box)
            if not sign:
                continue
            shown = -place if sign < 0 else place
            replaced = Relation(
                with_replaced(relation.left, part, shown),
                relation.sense,
                with_replaced(relation.right, part, shown),
            )
            core = -part if sign < 0 else part
            box = with_part(self.box, place.name, core)
            solved = _Steps(place.name, box, self.left - 1, self.tried).solve(replaced)
            if solved is None:
                continue
            found = self._next(put_back(solved, place, core))
            if found is not None:
                return found
        return None

    # fractions

    def _by_clearing(self, relation: Relation) -> Condition | None:
        left, sense, right = relation.left, relation.sense, relation.right
        if isinstance(left, Operation) and left.operator is Operator.NEGATE:
            left, sense, right = left.operands[0], sense.mirrored, -right
        if not (isinstance(left, Operation) and left.operator is Operator.DIVIDE):
            return None
        top, bottom = left.operands
        if not self._has(bottom):
            return None
        sign_of_bottom = self._sign(bottom)
        above = Relation(top, sense, right * bottom)
        below = Relation(top, sense.mirrored, right * bottom)
        if sign_of_bottom:
            return self._next(above if sign_of_bottom > 0 else below)
        if self._has(right):
            return None
        return self._next(
            any_of([all_of([bottom > _ZERO, above]), all_of([bottom < _ZERO, below])])
        )

    # square roots

    def _by_squaring(self, relation: Relation) -> Condition | None:
        """Compare the squares of two sides that are not negative, if one has a square root."""
        left, right = relation.left, relation.right
        if not _has_root(left):
            left, right = right, left
        if not _has_root(left) or not (
            self._is_never_negative(left) and self._is_never_negative(right)
        ):
            return None
        squares = {left: _squared(left), right: _squared(right)}
        return self._next(Relation(squares[relation.left], relation.sense, squares[relation.right]))

    # sums of powers

    def _by_powers(self, relation: Relation) -> Condition | None:
        terms = power_terms(_difference(relation), self.name)
        if terms is None or not self._is_variable_positive():
            return None
        least = min(terms)
        shifted = {power - least: value for power, value in terms.items()}
        powers = sorted(power for power in shifted if power)
        if not 1 <= len(powers) <= 2:
            return None
        base = self._power(powers[0], relation)
        constant = shifted[Fraction(0)]
        guard = [] if least >= 0 else self._positive(relation)
        if len(powers) == 1:
            sides = Relation(_times(shifted[powers[0]], base), relation.sense, -constant)
            return self._guarded(isolate(sides, self.name, self.box), guard) if least else None
        ratio = powers[1] / powers[0]
        leading, other = shifted[powers[1]], shifted[powers[0]]
        if ratio == 2:
            sides = Relation(
                leading * base**2 + _times(other, base) + constant, relation.sense, _ZERO
            )
            place = Symbol("(power)", REAL)
            box = with_part(self.box, place.name, base)
            quadratic = leading * place**2 + _times(other, place) + constant
            solved = isolate(Relation(quadratic, relation.sense, _ZERO), place.name, box)
            if solved is None:
                return None
            return self._guarded(self._next(put_back(solved, place, base)), guard)
        if ratio == 3:
            return self._guarded(self._cubic(base, relation.sense, leading, other, constant), guard)
        if ratio == Fraction(3, 2):  # of 1/x: divide by the cube
            inverse = self._power(-powers[0] / 2, relation)
            return self._guarded(
                self._cubic(inverse, relation.sense, constant, other, leading),
                self._positive(relation),
            )
        return None

    def _guarded(self, found: Condition | None, guard: list[Relation]) -> Condition | None:
        if found is None:
            return None
        solved = self._next(all_of([*guard])) if guard else all_of([])
        return None if solved is None else all_of([solved, found])

    def _cubic(
        self, base: Expression, sense: Sense, a: Expression, b: Expression, c: Expression
    ) -> Condition | None:
        """Solve a v^3 + b v + c against zero for v > 0, where b and c have the sign against a."""
        sign = self._sign(a)
        if sign < 0:
            a, b, c, sense = -a, -b, -c, sense.mirrored
        if not sign or self._sign(b) >= 0 or self._sign(c) >= 0:
            return None
        half, third = -c / (2 * a), -b / (3 * a)
        discriminant = half**2 - third**3
        if self._sign(discriminant) <= 0:
            return None
        root = sqrt(discriminant)
        cube_root = as_expression(1) / as_expression(3)
        v = (half + root) ** cube_root + (half - root) ** cube_root
        return self._next(Relation(base, sense, v))

    # Lambert's W

    def _by_logarithm_terms(self, relation: Relation) -> Condition | None:
        terms = self._terms(_difference(relation))
        if terms is None or not self._is_variable_positive():
            return None
        logarithms = [power for power, degree in terms if degree == 1]
        if len(logarithms) != 1:
            return None
        shift = logarithms[0]
        rest = {power - shift: value for (power, degree), value in terms.items() if degree == 0}
        powers = [power for power in rest if power]
        if len(powers) > 1:
            return None
        slope, constant = terms[shift, 1], rest.get(Fraction(0), _ZERO)
        if not powers:  # b ln x + c against zero
            variable = ln(self._symbol(relation))
            found = isolate(
                Relation(_times(slope, variable), relation.sense, -constant), self.name, self.box
            )
        else:
            base = self._power(powers[0], relation)
            scaled = slope if powers[0] == 1 else slope / as_expression(powers[0])
            found = self._next(
                self._compared(base, relation.sense, rest[powers[0]], scaled, constant)
            )
        return self._guarded(found, self._positive(relation))

    def _compared(
        self, v: Expression, sense: Sense, a: Expression, b: Expression, c: Expression
    ) -> Condition | None:
        """Compare a v + b ln v + c with zero, for v > 0: a condition on v."""
        sign = self._sign(a)
        if sign < 0:
            a, b, c, sense = -a, -b, -c, sense.mirrored
        slope = self._sign(b)
        if not sign or not slope:
            return None
        if slope > 0:  # increasing
            ratio = _over(b, a)
            return Relation(v, sense, ratio * lambert_w(0, exp(_over(-c, b)) / ratio))
        ratio = _over(-b, a)  # convex, least at v = ratio
        argument = -(exp(_over(-c, b)) / ratio)
        lower, upper = (-(ratio * lambert_w(branch, argument)) for branch in (0, -1))
        least = ratio * (1 - ln(ratio))
        level = _over(-c, a)
        if sense.is_upper:
            is_real = level > least if sense is Sense.LT else level >= least
            return all_of([is_real, Relation(v, sense.mirrored, lower), Relation(v, sense, upper)])
        outside = any_of([Relation(v, sense.mirrored, lower), Relation(v, sense, upper)])
        return any_of([level < least, all_of([level >= least, outside])])

    def _by_exponential_term(self, relation: Relation) -> Condition | None:
        """Solve a v + b exp(k v) + c against zero, v a power of the variable."""
        difference = _difference(relation)
        exponentials = {
            node
            for node in difference.walk()
            if isinstance(node, Operation) and node.operator is Operator.EXP and self._has(node)
        }
        if len(exponentials) != 1 or not self._is_variable_positive():
            return None
        (exponential,) = exponentials
        place = Symbol("(exponential)", REAL)
        outer = power_terms(with_replaced(difference, exponential, place), place.name)
        inner = power_terms(exponential.operands[0], self.name)
        if outer is None or inner is None or set(outer) != {0, 1} or len(inner) != 1:
            return None
        ((power, rate),) = inner.items()
        rest = power_terms(outer[Fraction(0)], self.name)
        coefficient = outer[Fraction(1)]
        if rest is None or self._has(coefficient) or not set(rest) <= {Fraction(0), power}:
            return None
        if power not in rest or not power:
            return None
        return self._next(
            self._compared(
                exponential,
                relation.sense,
                coefficient,
                _over(rest[power], rate),
                rest.get(Fraction(0), _ZERO),
            )
        )

    def _terms(self, node: Expression) -> LogTerms | None:
        return log_terms(node, self.name, self._sign)

    def _by_inverting_w(self, relation: Relation) -> Condition | None:
        """Undo W on nonnegative arguments, where w exp(w) increases and has their sign."""
        left, right = relation.left, relation.right
        if self._has(right) or not isinstance(left, Operation):
            return None
        if left.operator is not Operator.LAMBERT_W or left.operands[0] != _ZERO:
            return None
        argument = left.operands[1]
        if not self._is_never_negative(argument):
            return None
        return self._next(Relation(argument, relation.sense, right * exp(right)))

    # products

    def _by_taking_logarithms(self, relation: Relation) -> Condition | None:
        """Compare a product of positive factors with a positive number by logarithms."""
        left, right = relation.left, relation.right
        is_product = isinstance(left, Operation) and left.operator in (
            Operator.MULTIPLY,
            Operator.DIVIDE,
        )
        if not is_product or self._has(right) or self._sign(right) <= 0:
            return None
        logarithm = self._logarithm(left)
        if logarithm is None:
            return None
        return self._next(Relation(logarithm, relation.sense, ln(right)))

    def _logarithm(self, node: Expression) -> Expression | None:
        """Return the logarithm of a positive product as a sum, with ln(1/x) as -ln x."""
        if not isinstance(node, Operation) or not self._has(node):
            return ln(node) if self._is_never_negative(node) else None
        operands = node.operands
        if node.operator is Operator.EXP:
            return self._with_split_logarithms(operands[0])
        if node.operator in (Operator.MULTIPLY, Operator.DIVIDE):
            parts = [self._logarithm(operand) for operand in operands]
            found = [part for part in parts if part is not None]
            if len(found) < len(parts):
                return None
            if node.operator is Operator.DIVIDE:
                return found[0] - found[1] if operands[0] != _ONE else -found[1]
            total = found[0]
            for part in found[1:]:
                total = total + part
            return total
        if node.operator is Operator.POWER and self._sign(operands[0]) > 0:
            return operands[1] * ln(operands[0])
        return ln(node) if self._is_never_negative(node) else None

    def _is_never_negative(self, node: Expression) -> bool:
        return known(_is_never_negative_over, node, self.box)

    def _with_split_logarithms(self, node: Expression) -> Expression:
        if not isinstance(node, Operation) or isinstance(node, Sum):
            return node
        if node.operator is Operator.LN and self._has(node):
            inner = node.operands[0]
            if isinstance(inner, Operation) and inner.operator is Operator.DIVIDE:
                found = self._logarithm(inner)
                return node if found is None else found
            return node
        operands = tuple(self._with_split_logarithms(operand) for operand in node.operands)
        return rebuild(node, operands)

    # writing

    def _symbol(self, relation: Relation) -> Symbol:
        return next(symbol for symbol in relation.symbols() if symbol.name == self.name)

    def _positive(self, relation: Relation) -> list[Relation]:
        """Return what says that the variable is not zero, where its domain does not."""
        symbol = self._symbol(relation)
        is_said = Fraction(0) not in symbol.domain or known(_is_positive_over, self.name, self.box)
        return [] if is_said else [symbol > _ZERO]

    def _power(self, power: Fraction, relation: Relation) -> Expression:
        symbol = self._symbol(relation)
        if power == 1:
            return symbol
        if power < 0:
            return 1 / self._power(-power, relation)
        return sqrt(symbol) if power == Fraction(1, 2) else symbol ** as_expression(power)


def _difference(relation: Relation) -> Expression:
    return relation.left if relation.right == _ZERO else relation.left - relation.right


def _has_root(node: Expression) -> bool:
    """Whether a product has a square root among its factors."""
    factors = node.operands if isinstance(node, Operation) else ()
    if isinstance(node, Operation) and node.operator is Operator.DIVIDE:
        return _has_root(factors[0])
    is_product = isinstance(node, Operation) and node.operator is Operator.MULTIPLY
    return any(
        isinstance(factor, Operation) and factor.operator is Operator.SQRT
        for factor in (factors if is_product else (node,))
    )


def _squared(node: Expression) -> Expression:
    if not isinstance(node, Operation):
        return node**2
    if node.operator is Operator.SQRT:
        return node.operands[0]
    if node.operator in (Operator.MULTIPLY, Operator.DIVIDE):
        return rebuild(node, tuple(_squared(operand) for operand in node.operands))
    return node**2


def _times(factor: Expression, node: Expression) -> Expression:
    return node if factor == _ONE else factor * node


def _over(top: Expression, bottom: Expression) -> Expression:
    """Return a quotient without what it does not need: a factor one, and two minus signs."""
    if bottom == _ONE:
        return top
    if bottom == -_ONE:
        return -top
    is_negative = isinstance(bottom, Operation) and bottom.operator is Operator.NEGATE
    return -top / bottom.operands[0] if is_negative else top / bottom
