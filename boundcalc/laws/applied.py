r"""Functions with a plain argument: with ``f(x) = x^2``, f(2) is 2^2, and f(x + h) is (x + h)^2.

In a text that speaks of derivatives f'(x) is 2x, and f''(x) is 2.

Main definitions
----------------
`Function`: a function that an equation defines. `function_of`: the one that an equation does.
`Application`: a value of it, with what it is and what must hold for it. `applications_of`: those
of relations. `order_of`: how often a name is differentiated, as ``f''``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from boundcalc.displays.lenient_lines import lenient_lines
from boundcalc.displays.open_sides import SideReader
from boundcalc.language.domains import Domain
from boundcalc.language.expressions import Expression, Relation, Sum, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.calculus.slopes import NoSlopeError, slope
from boundcalc.laws.laws import Law
from boundcalc.laws.terms import Term, TermKind, is_term, read_term
from boundcalc.laws.unfolded import DEFINED
from boundcalc.reader.meanings import letters
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError, SourceText
from boundcalc.tex.tokens import Kind

DERIVATIVE = "the derivative of a definition"
MOST_VALUES = 8
_LETTER = re.compile(r"[A-Za-z]|\\[A-Za-z]+")
_PRIMED = re.compile(
    r"(?P<head>[A-Za-z]|\\[A-Za-z]+)"
    r"(?:(?P<signs>'{1,3})|\^\{?(?P<primes>(?:\\prime\s*){1,3}|'{1,3})\}?|\^\{\((?P<number>[1-9])\)\})"
)
_OF_DERIVATIVES = re.compile(
    r"(?i)\b(?:derivativ|differenti|taylor|slope|calculus|(?:in|de)creas|monoton|conve[xc]|conca"
    r"|critical point|stationary point|tangent|mean value|minimi[sz]|maximi[sz]|lipschitz|smooth)"
)


@dataclass(frozen=True, slots=True)
class Function:
    """A function that an equation defines.

    Parameters
    ----------
    relation : Relation
        The equation, ``f(x, y) = body``.
    head : str
        Its name.
    parameters : tuple of str
        The names of its arguments, as they are printed.
    domains : tuple of (str, Domain)
        Where they lie; a parameter without one may be any real number.
    """

    relation: Relation
    head: str
    parameters: tuple[str, ...]
    domains: tuple[tuple[str, Domain], ...] = ()

    def at(self, arguments: Sequence[Expression], order: int = 0) -> Expression:
        """Return its value at arguments, or that of a derivative.

        Raises
        ------
        NoSlopeError
            If it has none that is known.
        """
        symbols = {item.latex: item.name for item in self.relation.right.symbols()}
        given = zip(self.parameters, arguments, strict=True)
        values = {symbols[item]: value for item, value in given if item in symbols}
        body = self.relation.right
        for _ in range(order):
            body = slope(body, symbols[self.parameters[0]])
        return body.substitute(values)


@dataclass(frozen=True, slots=True)
class Application:
    """A value of a function: `law` says what it is if the arguments lie in their domains.

    Where it is one of a derivative, it is there if the function has a value there itself, `base`.
    """

    function: Function
    arguments: tuple[Expression, ...]
    law: Law
    base: Expression | None = None

    @property
    def is_own(self) -> bool:
        """Whether it is the value at the parameters themselves, as they are spelled."""
        own = (item.latex if isinstance(item, Symbol) else "" for item in self.arguments)
        return tuple(own) == self.function.parameters


def function_of(relation: Relation, source: SourceText) -> Function | None:
    """Return the function that an equation defines, on all real numbers, or None.

    Its parameters are letters, and each is used. In its body stand names, numbers and arithmetic
    alone, so that nothing in it binds a letter or is left unread.
    """
    left, right = relation.left, relation.right
    if relation.sense is not Sense.EQ or not isinstance(left, Symbol) or not is_term(left):
        return None
    term = _value_of(left, source)
    if term is None or any(isinstance(item, Sum) for item in right.walk()):
        return None
    parameters = tuple(body.text.strip() for body in term.bodies)
    named = [item.latex for item in right.symbols() if item.latex in parameters]
    others = [item for item in right.symbols() if item.latex not in parameters]
    is_open = any(is_term(item) or letters(item) & {*parameters} for item in others)
    is_plain = all(map(_LETTER.fullmatch, parameters)) and sorted(named) == sorted(parameters)
    if not is_plain or is_open or term.head in letters(right):
        return None
    return Function(relation, term.head, parameters)


def applications_of(
    relations: Iterable[Relation],
    functions: Iterable[Function],
    scope: Scope,
    source: SourceText,
    tentative: Iterable[str] = (),
) -> list[Application]:
    """Return the values of functions that stand in relations, and in what these are.

    Parameters
    ----------
    relations : iterable of Relation
        A row, and what is assumed in it.
    functions : iterable of Function
        What is defined.
    scope : Scope
        What is known of the names of the row.
    source : SourceText
        The document.
    tentative : iterable of str
        The names whose domains are guessed.
    """
    known = {(item.head, len(item.parameters)): item for item in functions}
    waiting: list[Expression] = [side for item in relations for side in (item.left, item.right)]
    found: dict[Symbol, Application] = {}
    while waiting and len(found) <= MOST_VALUES:
        for symbol in sorted(_outside_sums(waiting.pop()), key=lambda item: item.name):
            term = None if symbol in found else _value_of(symbol, source)
            head, order = ("", 0) if term is None else order_of(term.head, source.document)
            item = None if term is None else known.get((head, len(term.bodies)))
            if term is None or item is None or (order and len(term.bodies) > 1):
                continue
            try:
                places = term.bodies
                arguments = tuple(_read(place, scope, frozenset(tentative)) for place in places)
                value = item.at(arguments, order)
            except (ReaderError, RecursionError, NoSlopeError):
                continue
            law = Law(symbol, value, DERIVATIVE if order else DEFINED)
            base = item.at(arguments) if order else None
            found[symbol] = Application(item, arguments, law, base)
            waiting.append(value)
    return list(found.values()) if len(found) <= MOST_VALUES else []


def _outside_sums(node: Expression) -> Iterator[Symbol]:
    """Yield the terms of an expression in which no index is bound."""
    if isinstance(node, Symbol) and is_term(node):
        yield node
    if isinstance(node, Sum):
        return
    for operand in node.operands:
        yield from _outside_sums(operand)


def _value_of(symbol: Symbol, source: SourceText) -> Term | None:
    """Return the value of a function with a plain name that a symbol is, or None."""
    try:
        term = read_term(symbol, source)
    except ReaderError:
        return None
    if term is None or term.kind is not TermKind.VALUE or term.tail != "(":
        return None
    is_named = _LETTER.fullmatch(term.head) or _PRIMED.fullmatch(term.head)
    return term if is_named else None


@lru_cache(maxsize=1024)
def order_of(head: str, text: str) -> tuple[str, int]:
    """Return the name of a function and how often it is differentiated; no name in other texts.

    A text that gives f' a value itself, or calls it a function, may mean another one by it.
    """
    primed = _PRIMED.fullmatch(head)
    if primed is None:
        return head, 0
    letter = re.escape(primed["head"])
    alone = rf"(?<![A-Za-z\\]){letter}\s*(?:'|\^\s*\{{?\s*(?:'|\\prime))\}}?"
    is_other = re.search(
        rf"{alone}\s*(?:\([^()]*\))?\s*(?::=|:|\\(?:coloneqq|triangleq|in|sim|colon)(?![A-Za-z]))"
        rf"|(?i:\b(?:let|define|another|take|fix|given|functions?|pick|choose|every|any|all|some)"
        rf"\s+)\$[^$]*{alone}|(?:,|\band\s+\$)\s*{alone}\s*(?:\$|,|\)|\\in)|{letter}\s*(?:,|\\(?:sim|neq?|to|mapsto|simeq))\s*{alone}",
        text,
    )
    if is_other or _OF_DERIVATIVES.search(text) is None:
        return "", 0
    if primed["number"]:
        return primed["head"], int(primed["number"])
    return primed["head"], len(primed["signs"] or re.findall(r"'|\\prime", primed["primes"]))


def _read(place: Fragment, scope: Scope, tentative: frozenset[str]) -> Expression:
    reader = SideReader(place, lenient_lines(place), scope, tentative)
    node = reader.expression()
    if reader.token.kind is not Kind.STOP:
        raise reader.unexpected()
    return node
