r"""Inequalities of expectations, sums and probabilities: Jensen, Cauchy and Schwarz, Markov.

An expectation is the mean by a probability, so that a convex function of it is at most the mean of
the function. Where letters may be matrices or complex numbers, squares are left alone.

Main definitions
----------------
`mean_bounds`: those of expectations. `sum_bounds`: of sums. `chance_bounds`: of probabilities.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from boundcalc.language.domains import PROBABILITY
from boundcalc.language.expressions import (
    Expression,
    Number,
    Operation,
    Relation,
    Symbol,
    as_expression,
)
from boundcalc.language.latex import expression_latex
from boundcalc.language.operators import Operator, Sense
from boundcalc.laws.bounds.known import (
    Bound,
    Held,
    Known,
    is_alike,
    is_e,
    is_never_negative,
    is_square,
)
from boundcalc.laws.constants import is_drawn, is_sure_range
from boundcalc.laws.forms import Form
from boundcalc.laws.terms import TermKind, read_term

JENSEN = "Jensen's inequality"
SCHWARZ = "the inequality of Cauchy and Schwarz"
MARKOV = "Markov's inequality"
UNION = "the union bound"
POSITIVE = "the mean of what is not negative"
POSITIVE_SUM = "a sum of what is not negative"
ABSOLUTE = "the triangle inequality"
EXTREMUM = "the mean of an extremum"
_ZERO = as_expression(0)
_TWO = as_expression(2)
_UNION = re.compile(
    r"\\(?:big)?cup(?:\\limits)?(?P<over>_\{(?P<index>[a-z])=\d+\}\^(?:\{[^{}]*\}|\w|\\infty))"
    r"(?P<body>(?:[A-Z]|\\mathcal\{[A-Z]\})(?:_(?:\w|\{[^{}]*\}))?(?:\^\{?c\}?)?|\\\{[^{}]*\\\})"
)


def mean_bounds(known: Known) -> Iterator[Bound]:
    """Yield what is known of the expectations of a row and of what stands in them."""
    means = known.of(TermKind.EXPECTATION)
    are_numbers = known.are_numbers
    for item in means:
        if are_numbers and is_never_negative(item.node, known.laws.source):
            yield Bound(Relation(item.symbol, Sense.GE, _ZERO), POSITIVE)
        yield from _jensen(known, item, are_numbers=are_numbers)
        yield from _of_extremum(known, item)
    if are_numbers:
        yield from _of_squares(known, TermKind.EXPECTATION)


def _mean(known: Known, item: Held, node: Expression) -> Symbol:
    """Return the same expectation of another value."""
    tail = rf" \mid {item.term.tail}" if item.term.tail else ""
    return known.beside(item.symbol, f"{item.term.head}[{expression_latex(node)}{tail}]")


def _jensen(known: Known, item: Held, *, are_numbers: bool) -> Iterator[Bound]:
    """Yield that a convex function of the mean is at most the mean of the function."""
    node = item.node
    sized = known.sized(node)
    if sized is not None and are_numbers:
        mean = _mean(known, item, sized)
        if known.laws.of_row.get(mean.name) == mean:  # else it may be the size of a set
            yield Bound(Relation(mean, Sense.LE, item.symbol), JENSEN)
            yield Bound(Relation(-mean, Sense.LE, item.symbol), JENSEN)
    if not isinstance(node, Operation):
        return
    operator, inner = node.operator, node.operands[0]
    if operator in (Operator.LN, Operator.SQRT):
        yield Bound(
            Relation(item.symbol, Sense.LE, Operation(operator, (_mean(known, item, inner),))),
            JENSEN,
        )
    elif operator is Operator.ABS:
        mean = _mean(known, item, inner)
        yield Bound(Relation(mean, Sense.LE, item.symbol), JENSEN)
        yield Bound(Relation(-mean, Sense.LE, item.symbol), JENSEN)
    elif operator is Operator.EXP or (operator is Operator.POWER and is_e(inner)):
        least = Operation(Operator.EXP, (_mean(known, item, node.operands[-1]),))
        yield Bound(Relation(least, Sense.LE, item.symbol), JENSEN)
    elif operator is Operator.POWER and isinstance(inner, Number) and inner.value > 0:
        lowest = inner ** _mean(known, item, node.operands[1])
        yield Bound(Relation(lowest, Sense.LE, item.symbol), JENSEN)
    elif is_square(node) and are_numbers:
        value = _mean(known, item, inner) ** node.operands[1]
        yield Bound(Relation(value, Sense.LE, item.symbol), JENSEN)
    elif operator is Operator.MAX:
        for part in node.operands:
            yield Bound(Relation(_mean(known, item, part), Sense.LE, item.symbol), EXTREMUM)


def _of_extremum(known: Known, item: Held) -> Iterator[Bound]:
    """Yield that the mean of a supremum is at least the supremum of the means."""
    node = item.node
    term = read_term(node, known.laws.source) if isinstance(node, Symbol) else None
    if term is None or term.kind is not TermKind.EXTREMUM or term.bound & item.term.bound:
        return
    tail = rf" \mid {item.term.tail}" if item.term.tail else ""
    names = {name for name in known.letters(term.head) if len(name) == 1 and name.isalpha()}
    is_moving = any(name in item.term.bound or is_drawn(known.text, name) for name in names)
    if any(letter in item.term.tail for letter in term.bound) or not term.bound or is_moving:
        return
    other = known.beside(item.symbol, f"{term.head} {item.term.head}[{term.bodies[0].text}{tail}]")
    is_upper = term.head.startswith((r"\sup", r"\max"))
    yield Bound(Relation(other, Sense.LE if is_upper else Sense.GE, item.symbol), EXTREMUM)


def _of_squares(known: Known, kind: TermKind) -> Iterator[Bound]:
    """Yield the inequalities of Cauchy and Schwarz between terms of products and of squares."""
    terms = known.of(kind)
    for item in terms:
        squares = [
            (it, _root(known, it))
            for it in terms
            if it is not item and is_alike(it.term, item.term)
        ]
        roots = [(it, root) for it, root in squares if root is not None]
        for at, (one, first) in enumerate(roots):
            for other, second in roots[at + 1 :]:
                if first.times(second) == item.form:
                    product = one.symbol * other.symbol
                    yield Bound(Relation(item.symbol**_TWO, Sense.LE, product), SCHWARZ)


def _root(known: Known, item: Held) -> Form | None:
    """Return the form of which the body of a term is the square, or None."""
    node = item.node
    is_one = is_square(node) and isinstance(node, Operation) and node.operands[1] == _TWO
    return known.form(node.operands[0]) if is_one and isinstance(node, Operation) else None


def sum_bounds(known: Known) -> Iterator[Bound]:
    """Yield what is known of the sums of a row, term by term."""
    sums = known.of(TermKind.SUM)
    are_numbers = known.are_numbers
    for item in sums:
        if are_numbers and is_never_negative(item.node, known.laws.source):
            yield Bound(Relation(item.symbol, Sense.GE, _ZERO), POSITIVE_SUM)
    for symbol in known.laws.of_row.values():
        yield from _sized_sum(known, symbol)
    for one, other in known.pairs(TermKind.SUM):
        sizes = Operation(Operator.ABS, (one.node,))
        if known.form(sizes) == other.form:
            yield Bound(Relation(one.symbol, Sense.LE, other.symbol), ABSOLUTE)
            yield Bound(Relation(-one.symbol, Sense.LE, other.symbol), ABSOLUTE)
        if are_numbers and _root(known, other) == one.form:
            count = _count(known, one)
            if count is not None:
                value = count * other.symbol
                yield Bound(Relation(one.symbol**_TWO, Sense.LE, value), SCHWARZ)
    if are_numbers:
        yield from _of_squares(known, TermKind.SUM)


def _sized_sum(known: Known, symbol: Symbol) -> Iterator[Bound]:
    """Yield that the absolute value of a sum is at most the sum of the absolute values."""
    inner = known.sized(symbol)
    term = read_term(inner, known.laws.source) if isinstance(inner, Symbol) else None
    if term is not None and term.kind is TermKind.SUM:
        value = known.beside(symbol, f"{term.head}|{term.bodies[0].text}|")
        yield Bound(Relation(symbol, Sense.LE, value), ABSOLUTE)


def _count(known: Known, item: Held) -> Expression | None:
    """Return how many terms a finite sum has that goes from one to a letter or a number."""
    term = item.term
    if term.lower != "1" or not is_sure_range(
        term.lower, term.upper, term.head, known.laws.source.text
    ):
        return None
    if re.fullmatch(r"[A-Za-z]|[0-9]{1,6}", term.upper) is None:
        return None
    names = known.laws.of_row
    return as_expression(int(term.upper)) if term.upper.isdecimal() else names.get(term.upper)


def chance_bounds(known: Known) -> Iterator[Bound]:
    """Yield Markov's inequality for a value that is not negative, and the union bound."""
    laws = known.laws
    for symbol in laws.of_row.values():
        term = read_term(symbol, laws.source)
        if term is None or term.kind is not TermKind.PROBABILITY:
            continue
        union = _UNION.fullmatch(term.bodies[0].text.strip())
        if union is not None:
            tail = rf" \mid {term.tail}" if term.tail else ""
            latex = rf"\sum{union['over']} {term.head}[{union['body'].strip()}{tail}]"
            value = known.beside(symbol, latex)
            yield Bound(Relation(symbol, Sense.LE, value), UNION)
        yield from _markov(known, symbol)


def _markov(known: Known, symbol: Symbol) -> Iterator[Bound]:
    r"""Yield that t times the probability of ``Y \ge t`` is at most the mean of Y, if Y >= 0."""
    term = read_term(symbol, known.laws.source)
    if term is None or symbol.domain != PROBABILITY or not known.are_numbers:
        return
    event = known.event(term.bodies[0])
    if event is None or event.sense not in (Sense.GE, Sense.GT):
        return
    for item in known.of(TermKind.EXPECTATION):
        subscripts = item.term.head.partition("_")[2], term.head.partition("_")[2]
        is_same = subscripts[0] == subscripts[1] and item.term.tail == term.tail
        is_own = (
            is_never_negative(event.left, known.laws.source) and known.form(event.left) == item.form
        )
        bound = term.bound | item.term.bound
        if is_same and is_own and known.is_fixed(event.right, bound):
            value = event.right * symbol
            yield Bound(Relation(value, Sense.LE, item.symbol), MARKOV)
