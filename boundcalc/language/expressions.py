"""Expressions: a small immutable tree that keeps what was written.

Nothing is simplified, reordered or evaluated on construction, so that every step of a derivation
can be checked against the step before it.
Three liberties are taken with Python's operators, none of which a printed formula can show:
``a + b + c`` is one sum of three terms, ``a - b`` is the sum of ``a`` and ``-b``, and a minus sign
moves out of a product or quotient.

A node is a `Number`, `Constant`, `Symbol`, `Operation` or `Sum`; a `Relation` stands between two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from operator import is_
from typing import TYPE_CHECKING, Any, ClassVar, TypeGuard

from boundcalc.language.domains import REAL, Domain, Unit
from boundcalc.language.errors import ExpressionError
from boundcalc.language.latex import expression_latex, relation_latex
from boundcalc.language.numbers import is_terminating, read_rational
from boundcalc.language.operators import Kind, Operator, Sense
from boundcalc.language.records import Record, as_json
from boundcalc.language.structure import expression_to_json, relation_to_json
from boundcalc.language.text import expression_text

MAX_DEPTH = 120
MAX_SIZE = 50_000  # nodes; shared parts count as often as they occur


class Expression(Record):
    """Base of the five kinds of node; carries the operators of Python."""

    __slots__ = ()
    kind: ClassVar[Kind]

    if TYPE_CHECKING:

        @property
        def operands(self) -> tuple[Expression, ...]:
            """The children of the node, left to right."""

        @property
        def depth(self) -> int:
            """The number of levels below the node."""

        @property
        def size(self) -> int:
            """The number of nodes; parts that are shared count as often as they occur."""

    def __add__(self, other: Any) -> Expression:
        return _flat(Operator.ADD, self, as_expression(other))

    def __radd__(self, other: Any) -> Expression:
        return as_expression(other) + self

    def __sub__(self, other: Any) -> Expression:
        return self + -as_expression(other)

    def __rsub__(self, other: Any) -> Expression:
        return as_expression(other) - self

    def __mul__(self, other: Any) -> Expression:
        return _signed_product(self, as_expression(other))

    def __rmul__(self, other: Any) -> Expression:
        return as_expression(other) * self

    def __truediv__(self, other: Any) -> Expression:
        divisor = as_expression(other)
        if is_operation(self, Operator.NEGATE):
            return -(self.operands[0] / divisor)
        return Operation(Operator.DIVIDE, (self, divisor))

    def __rtruediv__(self, other: Any) -> Expression:
        return as_expression(other) / self

    def __pow__(self, other: Any) -> Expression:
        return Operation(Operator.POWER, (self, as_expression(other)))

    def __rpow__(self, other: Any) -> Expression:
        return as_expression(other) ** self

    def __neg__(self) -> Expression:
        if is_operation(self, Operator.NEGATE):
            return self.operands[0]
        return Operation(Operator.NEGATE, (self,))

    def __pos__(self) -> Expression:
        return self

    def __abs__(self) -> Expression:
        return Operation(Operator.ABS, (self,))

    def __le__(self, other: Any) -> Relation:
        return Relation(self, Sense.LE, as_expression(other))

    def __lt__(self, other: Any) -> Relation:
        return Relation(self, Sense.LT, as_expression(other))

    def __ge__(self, other: Any) -> Relation:
        return Relation(self, Sense.GE, as_expression(other))

    def __gt__(self, other: Any) -> Relation:
        return Relation(self, Sense.GT, as_expression(other))

    def __bool__(self) -> bool:
        raise ExpressionError(
            "an expression is neither true nor false; write a relation and ask for a proof"
        )

    def equals(self, other: Any) -> Relation:
        """Return the relation ``self = other`` (Python's ``==`` compares how they are written)."""
        return Relation(self, Sense.EQ, as_expression(other))

    def walk(self) -> Iterator[Expression]:
        """Yield the node and all nodes below it, parents first."""
        stack: list[Expression] = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.operands))

    def symbols(self) -> frozenset[Symbol]:
        """Return the free symbols."""
        return _free_symbols(self)

    def names(self) -> frozenset[str]:
        """Return the names of the free symbols."""
        return _free_names(self)

    def substitute(self, values: Mapping[str, Any]) -> Expression:
        """Return the expression with symbols replaced by name, all at once.

        Examples
        --------
        >>> x = Symbol("x")
        >>> str((x**2 + 1).substitute({"x": 3}))
        '3^2 + 1'
        """
        if not values:
            return self
        return _substitute(self, {name: as_expression(value) for name, value in values.items()}, {})

    def to_dict(self) -> dict[str, Any]:
        """Return the formula as text, as LaTeX and as nested lists."""
        text, latex = expression_text(self), expression_latex(self)
        return {"text": text, "latex": latex, "tree": expression_to_json(self)}

    def __str__(self) -> str:
        return expression_text(self)

    def _repr_latex_(self) -> str:
        return f"${expression_latex(self)}$"


class Leaf(Expression):
    """Base of the nodes without children."""

    __slots__ = ()

    @property
    def operands(self) -> tuple[Expression, ...]:
        """No children."""
        return ()

    @property
    def depth(self) -> int:
        """No levels below."""
        return 0

    @property
    def size(self) -> int:
        """One node."""
        return 1


@dataclass(frozen=True, slots=True, eq=True)
class Number(Leaf):
    """A nonnegative rational that is written as an integer or as a finite decimal."""

    kind: ClassVar[Kind] = Kind.NUMBER
    value: Fraction

    def __post_init__(self) -> None:
        if self.value < 0 or not is_terminating(self.value):
            raise ExpressionError(
                f"a Number is an integer or a finite decimal, not negative, but got {self.value}; "
                "use as_expression"
            )


@dataclass(frozen=True, slots=True, eq=True)
class Constant(Leaf):
    """A named real constant: `E` or `PI`."""

    kind: ClassVar[Kind] = Kind.CONSTANT
    name: str

    def __post_init__(self) -> None:
        if self.name not in ("e", "pi"):
            raise ExpressionError(f"a constant is e or pi but got {self.name!r}")


@dataclass(frozen=True, slots=True)
class Symbol(Leaf):
    """A named variable with its domain, unit and meaning.

    Parameters
    ----------
    name : str
        ASCII name, used on the command line and in Python.
    domain : Domain
        The values that it takes.
    unit : Unit
        What it counts or measures.
    meaning : str
        A few words for the reader.
    latex : str
        How it is printed; empty for the name itself.
    aliases : tuple of str
        Other names under which users may give its value.
    is_chosen : bool
        Whether whoever applies a theorem may choose it freely; left open in a question, it is
        chosen to make the answer best.
    speaks_of : tuple of (str, Expression or None)
        Of a term that is not read, such as a probability: the names in it with their meanings, None
        where it has none. Terms that are written alike are one term only if they agree in this.
    trades : str
        What its choice trades against what, in words, where it is part of the algorithm; a theorem
        that counts one side alone makes any choice look free.
    is_allowance : bool
        Whether it only limits what is asked for, so that what holds without it says at least as
        much.
    """

    kind: ClassVar[Kind] = Kind.SYMBOL
    name: str
    domain: Domain = REAL
    unit: Unit = Unit.NONE
    meaning: str = field(default="", compare=False)
    latex: str = field(default="", compare=False)
    aliases: tuple[str, ...] = field(default=(), compare=False)
    is_chosen: bool = field(default=False, compare=False)
    speaks_of: tuple[tuple[str, Expression | None], ...] = field(default=(), repr=False)
    trades: str = field(default="", compare=False)
    is_allowance: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if not self.name:
            raise ExpressionError("a symbol needs a name")

    @property
    def typed_names(self) -> tuple[str, ...]:
        """The names under which users may give its value, its own first."""
        return (self.name, *self.aliases)

    def __hash__(self) -> int:
        return hash(self.name)

    def to_dict(self) -> dict[str, Any]:
        """Return the symbol as a formula, with what it stands for."""
        keys = ("name", "unit", "meaning", "aliases")
        shown = {key: as_json(getattr(self, key)) for key in keys}
        domain, chosen = str(self.domain), self.is_chosen
        return {**Expression.to_dict(self), **shown, "domain": domain, "chosen": chosen}


@dataclass(frozen=True, slots=True, eq=False)
class Operation(Expression):
    """An operator applied to its operands."""

    kind: ClassVar[Kind] = Kind.OPERATION
    operator: Operator
    operands: tuple[Expression, ...]
    depth: int = field(init=False)
    size: int = field(init=False)
    _hash: int = field(init=False)

    def __post_init__(self) -> None:
        count, operator = len(self.operands), self.operator
        if count < operator.least or (operator.most is not None and count > operator.most):
            raise ExpressionError(
                f"{operator.label} takes {operator.least} to {operator.most or 'any number of'} "
                f"operands but got {count}"
            )
        _measure(self)
        object.__setattr__(self, "_hash", hash((operator, self.operands)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Operation], tuple[object, ...]]:
        # The hash of a name differs from process to process, and so must that of the node.
        return Operation, (self.operator, self.operands)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Operation):
            return NotImplemented
        return (
            self._hash == other._hash
            and self.operator is other.operator
            and self.operands == other.operands
        )


@dataclass(frozen=True, slots=True, eq=True)
class Sum(Expression):
    """The sum of `body` over the integers from `lower` to `upper`; zero where there are none."""

    kind: ClassVar[Kind] = Kind.SUM
    index: Symbol
    lower: Expression
    upper: Expression
    body: Expression
    depth: int = field(init=False, compare=False)
    size: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        _measure(self)

    @property
    def operands(self) -> tuple[Expression, ...]:
        """The lower end, the upper end and the body."""
        return (self.lower, self.upper, self.body)


@dataclass(frozen=True, slots=True)
class Relation(Record):
    """Two expressions and the sense between them, as printed."""

    left: Expression
    sense: Sense
    right: Expression

    def __bool__(self) -> bool:
        raise ExpressionError(
            f"the relation {self} is neither true nor false until it is proved; "
            "write a < b < c as two relations"
        )

    @property
    def mirrored(self) -> Relation:
        """The same relation read from right to left."""
        return Relation(self.right, self.sense.mirrored, self.left)

    @property
    def negated(self) -> Relation:
        """The relation that holds exactly where this one fails."""
        return Relation(self.left, self.sense.negated, self.right)

    def symbols(self) -> frozenset[Symbol]:
        """Return the free symbols of both sides."""
        return self.left.symbols() | self.right.symbols()

    def names(self) -> frozenset[str]:
        """Return the names of the free symbols of both sides."""
        return self.left.names() | self.right.names()

    def substitute(self, values: Mapping[str, Any]) -> Relation:
        """Return the relation with symbols replaced by name on both sides."""
        return Relation(self.left.substitute(values), self.sense, self.right.substitute(values))

    def to_dict(self) -> dict[str, Any]:
        """Return the relation as text, as LaTeX and as nested lists."""
        return {"text": str(self), "latex": relation_latex(self), "tree": relation_to_json(self)}

    def __str__(self) -> str:
        return f"{self.left} {self.sense.value} {self.right}"

    def _repr_latex_(self) -> str:
        return f"${relation_latex(self)}$"


E = Constant("e")
PI = Constant("pi")


def _free_symbols(node: Expression) -> frozenset[Symbol]:
    if isinstance(node, Symbol):
        return frozenset((node,))
    if isinstance(node, Sum):  # the index is bound in the body alone
        ends = _free_symbols(node.lower) | _free_symbols(node.upper)
        return ends | (_free_symbols(node.body) - {node.index})
    return frozenset().union(*map(_free_symbols, node.operands))


@lru_cache(maxsize=16_384)
def _free_names(node: Expression) -> frozenset[str]:
    return frozenset(symbol.name for symbol in node.symbols())


def as_expression(value: Any) -> Expression:
    """Return `value` as an expression: an exact number, or the expression itself.

    Parameters
    ----------
    value : Expression, int, Fraction, Decimal, float or str
        A string or float is an exact decimal; a Fraction that is no integer is written as a
        quotient; a negative number is written as a negation.

    Raises
    ------
    DomainError
        If `value` is no finite rational.
    """
    if isinstance(value, Expression):
        return value
    number = read_rational(value, name="number in an expression")
    if number < 0:
        return -as_expression(-number)
    is_quotient = isinstance(value, Fraction) or not is_terminating(number)
    if is_quotient and number.denominator != 1:
        return Number(Fraction(number.numerator)) / Number(Fraction(number.denominator))
    return Number(number)


def _measure(node: Operation | Sum) -> None:
    depth = max(operand.depth for operand in node.operands) + 1
    size = sum(operand.size for operand in node.operands) + 1
    if depth > MAX_DEPTH:
        raise ExpressionError(f"an expression nests at most {MAX_DEPTH} levels but got {depth}")
    if size > MAX_SIZE:
        raise ExpressionError(f"an expression has at most {MAX_SIZE} parts but got {size}")
    object.__setattr__(node, "depth", depth)
    object.__setattr__(node, "size", size)


def is_operation(node: Expression, operator: Operator) -> TypeGuard[Operation]:
    """Return whether a node applies an operator."""
    return isinstance(node, Operation) and node.operator is operator


def _flat(operator: Operator, left: Expression, right: Expression) -> Expression:
    if is_operation(left, operator):
        return Operation(operator, (*left.operands, right))
    return Operation(operator, (left, right))


def _signed_product(left: Expression, right: Expression) -> Expression:
    if is_operation(left, Operator.NEGATE):
        return -(left.operands[0] * right)
    if is_operation(right, Operator.NEGATE):
        return -(left * right.operands[0])
    return _flat(Operator.MULTIPLY, left, right)


def rebuild(node: Expression, operands: tuple[Expression, ...]) -> Expression:
    """Return the same kind of node over other operands; the node itself where none changed."""
    if all(map(is_, operands, node.operands)):
        return node
    if isinstance(node, Sum):
        return Sum(node.index, *operands)
    if isinstance(node, Operation):
        return Operation(node.operator, operands)
    return node


def _substitute(
    node: Expression, values: Mapping[str, Expression], done: dict[Expression, Expression]
) -> Expression:
    if isinstance(node, Symbol):
        return values.get(node.name, node)
    if isinstance(node, Leaf):
        return node
    found = done.get(node)
    if found is None:
        if isinstance(node, Sum):
            found = _substitute_sum(node, values, done)
        else:
            operands = tuple([_substitute(operand, values, done) for operand in node.operands])
            found = rebuild(node, operands)
        done[node] = found
    return found


def _substitute_sum(
    node: Sum, values: Mapping[str, Expression], done: dict[Expression, Expression]
) -> Expression:
    """Replace what is free in a sum; its index takes another name where a value speaks of it."""
    lower, upper = (_substitute(end, values, done) for end in (node.lower, node.upper))
    free = node.body.names() - {node.index.name}
    inner = {name: value for name, value in values.items() if name in free}
    taken = frozenset().union(*(value.names() for value in inner.values()))
    index, body = node.index, node.body
    if index.name in taken:
        name = index.name
        while name in taken or name in body.names():
            name += "_"
        index = replace(index, name=name)
        body = _substitute(body, {node.index.name: index}, {})
    body = _substitute(body, inner, {})
    if index is node.index:
        return rebuild(node, (lower, upper, body))
    return Sum(index, lower, upper, body)
