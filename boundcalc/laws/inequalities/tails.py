r"""Markov's inequality for any function: ``\Pr[X \ge t] \le e^{-\lambda t} E[e^{\lambda X}]``.

A chance is at most a multiple of an expectation if the multiple of what is in the expectation is
never negative, and at least 1 where the event happens.

Main definitions
----------------
`tail_bounds`: that a relation says so, and what must be shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from boundcalc.language.expressions import Expression, Number, Operation, Relation, Symbol
from boundcalc.language.operators import Operator, Sense
from boundcalc.laws.constants import is_constant, is_number, is_size
from boundcalc.laws.inequalities.termwise import BodyReader, Claim, Comparison, inner_scope
from boundcalc.laws.terms import Term, TermKind, is_term, read_term
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import ReaderError, SourceText

MARKOV = "Markov's inequality"
_ZERO, _ONE = Number(Fraction(0)), Number(Fraction(1))


def tail_bounds(
    relation: Relation,
    scope: Scope,
    source: SourceText,
    tentative: Iterable[str] = (),
    vague: Iterable[str] = (),
) -> Iterator[Comparison]:
    r"""Yield that a chance is at most a number times an expectation, as a relation says.

    Parameters are those of `termwise.comparisons`.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> row = read_display(r"\Pr[X \ge 3] \le e^{-6} \mathbb{E}[e^{2X}]", Scope()).rows[0]
    >>> (found,) = tail_bounds(row.relation, Scope(), SourceText(""))
    >>> [str(claim.relation) for claim in found.claims]
    ['e^(-6) * e^(2 * X) >= 0', 'e^(-6) * e^(2 * X) >= 1']
    """
    if relation.sense not in (Sense.LE, Sense.GE):
        return
    ordered = relation if relation.sense is Sense.LE else relation.mirrored
    chance, bound = ordered.left, ordered.right
    event = read_term(chance, source) if isinstance(chance, Symbol) and is_term(chance) else None
    if event is None or event.kind is not TermKind.PROBABILITY:
        return
    reader = BodyReader(scope, source, frozenset(tentative), frozenset(vague))
    inside = inner_scope(scope, event, reader.vague)
    for symbol in sorted((it for it in bound.symbols() if is_term(it)), key=lambda it: it.name):
        mean = read_term(symbol, source)
        factor = factor_of(bound, symbol)
        if mean is None or factor is None or not _is_alike(event, mean):
            continue
        if all(_is_fixed(item, inside, source.text) for item in factor.symbols()):
            yield from _markov(relation, event, mean, factor, reader, inside)


def _markov(
    relation: Relation,
    event: Term,
    mean: Term,
    factor: Expression,
    reader: BodyReader,
    inside: Scope,
) -> Iterator[Comparison]:
    try:
        given = reader.event(event.bodies[0], inside)
        body = reader.read(mean.bodies[0], inside)
    except (ReaderError, RecursionError):
        return
    size = factor * body
    claims = Claim(Relation(size, Sense.GE, _ZERO)), Claim(Relation(size, Sense.GE, _ONE), (given,))
    yield Comparison(relation, MARKOV, claims, frozenset(), inside, is_random=True)


def factor_of(node: Expression, symbol: Symbol) -> Expression | None:
    """Return what a term is multiplied by in a product, in which it stands once."""
    if node == symbol:
        return _ONE
    if not isinstance(node, Operation):
        return None
    operands = node.operands
    if node.operator is Operator.DIVIDE and symbol not in operands[1].symbols():
        factor = factor_of(operands[0], symbol)
        return None if factor is None else factor / operands[1]
    held = [item for item in operands if symbol in item.symbols()]
    if node.operator is not Operator.MULTIPLY or len(held) != 1:
        return None
    factor = factor_of(held[0], symbol)
    others = [item for item in operands if item is not held[0]]
    for item in others if factor is not None else ():
        factor = item if factor in (None, _ONE) else item * factor
    return factor


def _is_alike(event: Term, mean: Term) -> bool:
    """Return whether an expectation is over what a probability is, under the same conditions."""
    scripts = {re.sub(r"\s", "", re.sub(r"^[^_]*", "", term.head)) for term in (event, mean)}
    return (
        mean.kind is TermKind.EXPECTATION
        and event.tail == mean.tail
        and len(scripts) == 1
        and len(event.bodies) == len(mean.bodies) == 1
    )


def _is_fixed(symbol: Symbol, scope: Scope, text: str) -> bool:
    """Return whether a name is that of a number of which a line says so."""
    is_said = not is_term(symbol) and symbol.latex in scope.names
    return is_said and (
        is_size(symbol, text) or is_constant(symbol, text) or is_number(symbol, text)
    )
