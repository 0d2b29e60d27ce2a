"""Expressions compiled to straight-line programs that run over any kind of number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar, dataclass_transform

from boundcalc.language.errors import ExpressionError
from boundcalc.language.expressions import Constant, Expression, Number, Operation, Sum, Symbol
from boundcalc.language.operators import Operator

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def number_class(cls: type[T]) -> type[T]:
    """Return a kind of number as a dataclass whose fields are set once.

    The type checker sees to that. A frozen dataclass would see to it at run time, and take three
    times as long to be made, which is much of what a program costs.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)


class Arithmetic(Protocol[T]):
    """A kind of number: how constants are made and operators applied."""

    def number(self, value: Fraction) -> T:
        """Return the exact rational as a number of this kind."""

    def constant(self, name: str) -> T:
        """Return e or pi."""

    def integer_power(self, base: T, exponent: int) -> T:
        """Return the base to a fixed integer power; zero to the power 0 is 1."""

    def summation(self, lower: T, upper: T, body: Callable[[T], T]) -> T:
        """Return the sum of the body over the integers from lower to upper."""

    @property
    def operators(self) -> Mapping[Operator, Callable[..., T]]:
        """The function of each operator; an n-ary one takes all operands."""


def _run(steps: Sequence[tuple[Callable[..., T], tuple[int, ...]]], stack: list[T]) -> None:
    """Append what each step makes of the values at its places; most have one place or two."""
    push = stack.append
    for function, places in steps:
        count = len(places)
        if count == 2:
            first, second = places
            push(function(stack[first], stack[second]))
        elif count == 1:
            push(function(stack[places[0]]))
        else:
            push(function(*[stack[place] for place in places]))


@dataclass(frozen=True, slots=True)
class Program(Generic[T]):
    """A compiled expression; each distinct subexpression is evaluated once.

    Examples
    --------
    >>> from boundcalc.evaluation.doubles import FLOATS
    >>> x = Symbol("x")
    >>> compile_expression((x + 1) ** 2, FLOATS).run({"x": 2.0})
    9.0
    """

    names: tuple[str, ...]
    constants: tuple[T, ...]
    steps: tuple[tuple[Callable[..., T], tuple[int, ...]], ...]

    def run(self, values: Mapping[str, T]) -> T:
        """Return the value of the expression where each symbol has the given value."""
        stack: list[T] = [values[name] for name in self.names]
        stack.extend(self.constants)
        _run(self.steps, stack)
        return stack[-1]

    def is_symbol(self, name: str) -> bool:
        """Return whether the program is the symbol `name` and nothing else."""
        return self.names == (name,) and len(self.steps) == 1 and self.steps[0][0] is _identity

    def bound(self, values: Mapping[str, T]) -> Program[T]:
        """Return the program of the other symbols, where those of `values` have these values.

        What depends on them alone is evaluated once, now.
        """
        last = len(self.names) + len(self.constants) + len(self.steps) - 1
        names, constants, steps, (place,) = _bound(
            (self.names, self.constants, self.steps, (last,)), values
        )
        if not steps or place != len(names) + len(constants) + len(steps) - 1:
            steps = (*steps, (_identity, (place,)))
        return Program(names, constants, steps)


@dataclass(frozen=True, slots=True)
class Bundle(Generic[T]):
    """Several expressions compiled together; what they share is evaluated once.

    Examples
    --------
    >>> from boundcalc.evaluation.doubles import FLOATS
    >>> x = Symbol("x")
    >>> compile_expressions([(x + 1) ** 2, x + 1], FLOATS).run({"x": 2.0})
    [9.0, 3.0]
    """

    names: tuple[str, ...]
    constants: tuple[T, ...]
    steps: tuple[tuple[Callable[..., T], tuple[int, ...]], ...]
    outputs: tuple[int, ...]

    def run(self, values: Mapping[str, T]) -> list[T]:
        """Return the values of the expressions where each symbol has the given value."""
        stack: list[T] = [values[name] for name in self.names]
        stack.extend(self.constants)
        _run(self.steps, stack)
        return [stack[place] for place in self.outputs]

    def bound(self, values: Mapping[str, T]) -> Bundle[T]:
        """Return the same for the other symbols, where those of `values` have these values."""
        return Bundle(*_bound((self.names, self.constants, self.steps, self.outputs), values))


_Parts = tuple[
    tuple[str, ...],
    tuple[T, ...],
    tuple[tuple[Callable[..., T], tuple[int, ...]], ...],
    tuple[int, ...],
]


def _bound(parts: _Parts[T], values: Mapping[str, T]) -> _Parts[T]:
    """Return names, constants, steps and outputs where some symbols have values."""
    names, constants, steps, outputs = parts
    open_names = tuple(name for name in names if name not in values)
    stack: list[T | None] = [values.get(name) for name in names]
    stack.extend(constants)
    order = [place for place, name in enumerate(names) if name not in values]
    is_open = set(order)
    later: list[tuple[Callable[..., T], tuple[int, ...]]] = []
    used = set(outputs)
    for function, places in steps:
        if is_open.isdisjoint(places):
            stack.append(function(*[stack[place] for place in places]))
        else:
            later.append((function, places))
            used.update(places)
            is_open.add(len(stack))
            stack.append(None)
    fixed = sorted(used - is_open)
    order += fixed
    order += sorted(is_open.difference(order))
    moved = {place: new for new, place in enumerate(order)}
    return (
        open_names,
        tuple([stack[place] for place in fixed]),  # type: ignore[misc]
        tuple([(function, tuple([moved[at] for at in places])) for function, places in later]),
        tuple([moved[place] for place in outputs]),
    )


def compile_expression(expression: Expression, arithmetic: Arithmetic[T]) -> Program[T]:
    """Return the program that evaluates `expression` in `arithmetic`.

    Raises
    ------
    ExpressionError
        If an operator has no meaning in this arithmetic.
    """
    return _Compiler(arithmetic).compile(expression)


def compile_expressions(expressions: Sequence[Expression], arithmetic: Arithmetic[T]) -> Bundle[T]:
    """Return the program that evaluates several expressions together; errors as for one."""
    return _Compiler(arithmetic).compile_all(expressions)


class _Compiler(Generic[T]):
    def __init__(
        self, arithmetic: Arithmetic[T], held: Mapping[Expression, str] | None = None
    ) -> None:
        self.arithmetic = arithmetic
        self.held = held or {}  # what is given by name although it could be evaluated
        self.names: list[str] = []
        self.constants: list[T] = []
        self.steps: list[tuple[Callable[..., T], tuple[Expression, ...]]] = []
        self.order: list[Expression] = []

    def compile(self, expression: Expression) -> Program[T]:
        bundle = self.compile_all([expression])
        steps = bundle.steps
        if not steps or self.order[-1] != expression:
            steps = (*steps, (_identity, bundle.outputs))
        return Program(bundle.names, bundle.constants, steps)

    def compile_all(self, expressions: Sequence[Expression]) -> Bundle[T]:
        seen: set[Expression] = set()
        symbols: list[Expression] = []
        fixed: list[Expression] = []
        for expression in expressions:
            self._visit(expression, seen, symbols, fixed)
        places = {node: place for place, node in enumerate([*symbols, *fixed, *self.order])}
        steps = tuple(
            (function, tuple(places[child] for child in children))
            for function, children in self.steps
        )
        outputs = tuple(places[expression] for expression in expressions)
        return Bundle(tuple(self.names), tuple(self.constants), steps, outputs)

    def _visit(
        self,
        node: Expression,
        seen: set[Expression],
        symbols: list[Expression],
        fixed: list[Expression],
    ) -> None:
        if node in seen:
            return
        seen.add(node)
        if node in self.held:
            symbols.append(node)
            self.names.append(self.held[node])
        elif isinstance(node, Symbol):
            symbols.append(node)
            self.names.append(node.name)
        elif isinstance(node, Number):
            fixed.append(node)
            self.constants.append(self.arithmetic.number(node.value))
        elif isinstance(node, Constant):
            fixed.append(node)
            self.constants.append(self.arithmetic.constant(node.name))
        elif isinstance(node, Sum):
            self._visit_sum(node, seen, symbols, fixed)
        elif isinstance(node, Operation):
            function, children = self._step(node)
            for child in children:
                self._visit(child, seen, symbols, fixed)
            self.order.append(node)
            self.steps.append((function, children))

    def _step(self, node: Operation) -> tuple[Callable[..., T], tuple[Expression, ...]]:
        if node.operator is Operator.POWER:
            exponent = integer_value(node.operands[1])
            if exponent is not None:
                return _power_step(self.arithmetic, exponent), node.operands[:1]
        function = self.arithmetic.operators.get(node.operator)
        if function is None:
            raise ExpressionError(f"{node.operator.label} cannot be evaluated in this arithmetic")
        return function, node.operands

    def _visit_sum(
        self,
        node: Sum,
        seen: set[Expression],
        symbols: list[Expression],
        fixed: list[Expression],
    ) -> None:
        outer = tuple(dict.fromkeys(_without(node.body, node.index.name)))
        for child in (node.lower, node.upper, *outer):
            self._visit(child, seen, symbols, fixed)
        names = tuple(f"{node.index.name} {place}" for place in range(len(outer)))
        held = dict(zip(outer, names, strict=True))
        body = _Compiler(self.arithmetic, held).compile(node.body)
        self.order.append(node)
        self.steps.append(
            (
                _sum_step(self.arithmetic, body, node.index.name, names),
                (node.lower, node.upper, *outer),
            )
        )


def _without(node: Expression, index: str) -> Iterator[Expression]:
    """Yield the largest parts of a summand that are alike for every index."""
    if isinstance(node, Number | Constant):
        return
    if index not in node.names():
        yield node
    elif isinstance(node, Sum):
        for name in node.names() - {index}:
            yield from (symbol for symbol in node.symbols() if symbol.name == name)
    else:
        for operand in node.operands:
            yield from _without(operand, index)


def _identity(value: T) -> T:
    return value


def _power_step(arithmetic: Arithmetic[T], exponent: int) -> Callable[..., T]:
    def step(base: T) -> T:
        return arithmetic.integer_power(base, exponent)

    return step


def _sum_step(
    arithmetic: Arithmetic[T], body: Program[T], index: str, names: tuple[str, ...]
) -> Callable[..., T]:
    def step(lower: T, upper: T, *outer: T) -> T:
        values: dict[str, Any] = dict(zip(names, outer, strict=True))
        return arithmetic.summation(lower, upper, lambda i: body.run({**values, index: i}))

    return step


def integer_value(node: Expression) -> int | None:
    """Return the integer that `node` is written as, or None."""
    if isinstance(node, Number) and node.value.denominator == 1:
        return int(node.value)
    if isinstance(node, Operation) and node.operator is Operator.NEGATE:
        inner = integer_value(node.operands[0])
        return None if inner is None else -inner
    return None
