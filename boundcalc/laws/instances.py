r"""The instances of laws that rows need: what their terms are equal to, each an equation.

Main definitions
----------------
`laws_of`: the equations of the terms of a relation that bring them into one form.
`laws_by`: those that a reader of terms finds. `symbols_of`: the symbols of relations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from boundcalc.language.expressions import (
    Expression,
    Operation,
    Relation,
    Sum,
    Symbol,
    as_expression,
)
from boundcalc.language.operators import Operator, Sense
from boundcalc.laws.constants import is_number
from boundcalc.laws.explicit.linear_sums import summed_node
from boundcalc.laws.explicit.sums import closed_node
from boundcalc.laws.forms import TooLongError
from boundcalc.laws.laws import LOGARITHM, Law, Laws
from boundcalc.laws.terms import is_term
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import ReaderError, SourceText


def laws_of(
    relations: Iterable[Relation],
    scope: Scope,
    source: SourceText,
    tentative: Iterable[str] = (),
    *,
    closes: bool = True,
) -> list[Law]:
    r"""Return equations that bring the terms of relations that are not read into one form.

    Parameters
    ----------
    relations : iterable of Relation
        The row, and what is assumed in it.
    scope : Scope
        What is known of their symbols.
    source : SourceText
        The document.
    tentative : iterable of str
        The names whose domains are guessed.
    closes : bool
        Whether sums and integrals of explicit terms are given their values.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> row = read_display(r"\mathbb{E}[2X - Y] = 2\mathbb{E}[X] - \mathbb{E}[Y]", Scope()).rows[0]
    >>> [str(item.relation) for item in laws_of([row.relation], Scope(), SourceText(""))]
    ['\\mathbb{E}[2X-Y] = 2 * \\mathbb{E}[X] - \\mathbb{E}[Y]']
    """
    known = list(relations)
    reader = Laws(scope, source, frozenset(tentative), symbols_of(known))
    reader.is_equation = all(item.sense is Sense.EQ for item in known)
    reader.closes = closes
    if known:
        reader.outside = known[0].names()
        reader.factors = frozenset(_factors(known[0], source.document))
    return [*laws_by(reader, known), *_of_nodes(reader, known)]


def _factors(relation: Relation, text: str) -> Iterator[str]:
    """Yield the names of the parameters that are factors in a relation."""
    for side in (relation.left, relation.right):
        for node in side.walk():
            if isinstance(node, Operation) and node.operator is Operator.MULTIPLY:
                for item in node.operands:
                    if isinstance(item, Symbol) and not is_term(item) and is_number(item, text):
                        yield item.name


def _of_nodes(reader: Laws, relations: list[Relation]) -> Iterator[Law]:
    """Yield what squares of norms and logarithms of products are equal to."""
    sides = [side for item in relations for side in (item.left, item.right)]
    nodes = dict.fromkeys(node for side in sides for node in _nodes(side))
    for node in nodes:
        inner = node.operands[0]
        reader.used.clear()
        try:
            if isinstance(node, Sum):
                closed = closed_node(reader, node) if reader.closes else None
                linear = summed_node(reader, node) if closed is None else closed
                if linear is not None and reader.forms.expression(linear) != node:
                    yield reader.law(node, linear, relations)
                continue
            if node.operator is Operator.LN and reader.has_product(inner):
                whole = reader.forms.logarithm(reader.forms.of(inner))
                whole_needs = tuple(reader.needs)
                yield Law(node, reader.forms.expression(whole), LOGARITHM, whole_needs)
            if not isinstance(inner, Symbol) or not is_term(inner):
                continue
            is_square = node.operator is Operator.POWER and node.operands[1] == as_expression(2)
            found = reader.vectors.square_of(inner) if is_square else None
            if node.operator is Operator.LN:
                found = reader.log_of_product(inner)
        except (ReaderError, RecursionError, TooLongError):
            found = None
        if found is not None:
            name = ", ".join(dict.fromkeys(reader.used))
            yield Law(node, reader.forms.expression(found), name, tuple(reader.needs))


def _nodes(node: Expression) -> Iterator[Operation | Sum]:
    if isinstance(node, Sum):
        yield node
    if isinstance(node, Operation):
        if node.operator in (Operator.POWER, Operator.LN):
            yield node
        for operand in node.operands:
            yield from _nodes(operand)


def symbols_of(relations: Iterable[Relation]) -> list[Symbol]:
    """Return the symbols of relations, each once, by their names."""
    found = {symbol for relation in relations for symbol in relation.symbols()}
    return sorted(found, key=lambda symbol: symbol.name)


def laws_by(reader: Laws, relations: Sequence[Relation] = ()) -> list[Law]:
    """Return what the terms that a reader was made for are equal to, where it is another form.

    A value is written as an equation among `relations` writes it.
    """
    terms = [symbol for symbol in reader.of_row.values() if is_term(symbol)]
    for symbol in terms:  # which are written as they stand, where that is their form
        reader.symbol(symbol)
    reader.known.clear()
    reader.forms = reader.fresh()
    found: list[Law] = []
    for symbol in terms:
        reader.used.clear()
        form = reader.symbol(symbol)
        node = None if form is None else reader.forms.expression(form)
        if form is not None and node != symbol:
            found.append(reader.law(symbol, form, relations))
    return found
