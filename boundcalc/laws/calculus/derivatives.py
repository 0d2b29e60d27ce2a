r"""Derivatives in rows: ``\frac{d}{dx} x^2`` is 2x, and so is ``\frac{df}{dx}`` with f(x) = x^2.

What is differentiated is one term, so that nothing is guessed of where it ends, and it is read as a
whole. It may be taken at a point, as in ``\left. \frac{d}{dt} e^{t x} \right|_{t = 0}``.

Main definitions
----------------
`Derivative`: one that stands in a row. `derivative_of`: the one that a symbol stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from boundcalc.displays.lenient_lines import lenient_lines
from boundcalc.displays.open_sides import SideReader
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.applied import Function, applications_of
from boundcalc.laws.calculus.slopes import NoSlopeError, slope
from boundcalc.laws.terms import is_term, within
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError, SourceText
from boundcalc.tex.tokens import Kind, Token, tokenize

DERIVATIVE = "the rules of derivatives"
_D = r"(?:d|\\mathrm\{d\}|\\partial|\\delta)"
_NAME = r"(?:[A-Za-z]|\\(?!mathrm|partial|delta|frac)[A-Za-z]+)(?:_\{[^{}]*\})?"
_HEAD = re.compile(
    rf"\\frac\s*(?:\{{(?P<sign>{_D})(?:\^\{{?(?P<order>[2-4])\}}?)?\s*(?P<of>[^{{}}]*)\}}|(?P<alone>{_D}))"
    rf"\s*\{{(?P<below>{_D})\s*(?P<name>{_NAME})(?:\^\{{?(?P<again>[2-4])\}}?)?\}}\s*(?P<body>.*)"
)
_AT = re.compile(rf"\\left\.(?P<inner>.*)\|_\{{(?P<name>{_NAME})=(?P<value>[^{{}}]*)\}}")
_APPLIED = re.compile(rf"(?P<head>{_NAME})(?:\((?P<of>[^()]*)\))?")


@dataclass(frozen=True, slots=True)
class Derivative:
    """What a symbol of a row stands for: its value, and what must have a value beside it.

    `functions` are those whose definitions were put in, `name` by what it is a derivative.
    """

    term: Symbol
    value: Expression
    base: Expression
    name: str
    functions: tuple[Function, ...] = ()


def derivative_of(
    symbol: Symbol,
    functions: Iterable[Function],
    scope: Scope,
    source: SourceText,
    tentative: frozenset[str],
) -> Derivative | None:
    r"""Return the derivative that a symbol stands for, or the value at a point; None for another.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> row = read_display(r"\frac{d}{dx} x^2 = 2x", Scope()).rows[0]
    >>> found = derivative_of(row.relation.left, (), Scope(), SourceText(""), frozenset())
    >>> str(found.value)
    '2 * x'
    """
    if not is_term(symbol):
        return None
    reader = _Reader(tuple(functions), scope, source, tentative)
    at = _AT.fullmatch(symbol.latex)
    try:
        found = reader.derivative(symbol, symbol.latex if at is None else at["inner"])
        if at is None:
            return found
        inner = found
        if inner is None:
            node = reader.read(at["inner"])
            inner = Derivative(symbol, node, node, "")
        point = reader.read(at["value"])
        names = {item.name for item in inner.value.symbols() if _latex(item) == at["name"]}
        names |= {item.name for item in inner.base.symbols() if _latex(item) == at["name"]}
        values = dict.fromkeys(names, point)
        return Derivative(
            symbol,
            inner.value.substitute(values),
            inner.base.substitute(values),
            inner.name or at["name"],
            inner.functions,
        )
    except (ReaderError, NoSlopeError, RecursionError, IndexError):
        return None


def _latex(symbol: Symbol) -> str:
    return symbol.latex or symbol.name


@dataclass(frozen=True, slots=True)
class _Reader:
    functions: tuple[Function, ...]
    scope: Scope
    source: SourceText
    tentative: frozenset[str]

    def read(self, text: str) -> Expression:
        """Return what a text spells.

        Raises
        ------
        ReaderError
            If it is no arithmetic.
        """
        place = within(text.strip(), self.source)
        reader = SideReader(place, lenient_lines(place), self.scope, self.tentative)
        node = reader.expression()
        if reader.token.kind is not Kind.STOP:
            raise reader.unexpected()
        return node

    def derivative(self, symbol: Symbol, text: str) -> Derivative | None:
        head = _HEAD.fullmatch(text)
        if head is None or head["order"] != head["again"]:
            return None
        sign, of = head["sign"] or head["alone"], (head["of"] or "").strip()
        if sign != head["below"] or bool(of) == bool(head["body"].strip()):
            return None
        body = of or head["body"].strip()
        if not _is_one_term(within(body, self.source)):
            return None
        node, used = self.body(body, head["name"], is_partial=sign == r"\partial")
        if node is None:
            return None
        names = {item.name for item in node.symbols() if _latex(item) == head["name"]}
        is_open = any(is_term(item) for item in node.symbols())
        if len(names) != 1 or is_open:
            return None
        value = node
        for _ in range(int(head["order"] or 1)):
            value = slope(value, *names)
        return Derivative(symbol, value, node, head["name"], used)

    def body(
        self, text: str, name: str, *, is_partial: bool
    ) -> tuple[Expression | None, tuple[Function, ...]]:
        """Return what is differentiated, with definitions of functions put in."""
        applied = _APPLIED.fullmatch(text)
        known = {item.head: item for item in self.functions}
        function = known.get(applied["head"]) if applied is not None else None
        if function is not None and applied is not None and applied["of"] is None:
            is_sure = name in function.parameters and (is_partial or len(function.parameters) == 1)
            return (function.relation.right, (function,)) if is_sure else (None, ())
        node = self.read(text)
        row = Relation(node, Sense.EQ, node)
        found = applications_of([row], self.functions, self.scope, self.source, self.tentative)
        if not all(item.is_own for item in found):  # its argument may lie elsewhere
            return None, ()
        for item in found:
            own = [it.name for it in node.symbols() if it == item.law.term]
            node = node.substitute(dict.fromkeys(own, item.law.value))
        return node, tuple(item.function for item in found)


def _is_one_term(place: Fragment) -> bool:
    """Return whether a text is one term, all of which is differentiated, whoever reads it.

    That is a product without a sum around it, whose first factor stands not in parentheses, unless
    nothing but a power follows.
    """
    tokens = tokenize(place, is_lenient=True)[:-1]
    depth = 0
    ends: list[int] = []
    for at, token in enumerate(tokens):
        depth += (token.kind in (Kind.OPEN, Kind.LEFT_BRACE)) - (
            token.kind in (Kind.CLOSE, Kind.RIGHT_BRACE)
        )
        if depth == 0 and token.kind is Kind.OPERATOR and token.key in ("+", "-"):
            return False
        if depth == 0 and token.kind is Kind.CLOSE:
            ends.append(at)
    if not tokens or tokens[0].kind is not Kind.OPEN or not ends:
        return bool(tokens)
    rest = tokens[ends[0] + 1 :]
    return not rest or (rest[0].kind is Kind.SUP and _is_script(rest[1:]))


def _is_script(tokens: Sequence[Token]) -> bool:
    if len(tokens) == 1:
        return True
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token.kind is Kind.LEFT_BRACE) - (token.kind is Kind.RIGHT_BRACE)
        if depth == 0:
            return at == len(tokens) - 1
    return False
