r"""Definitions inside of terms: with ``X = \sum_i X_i``, E[X] is the expectation of that sum.

A definition is put in where a term has its left side: a name, ``Y_i`` or ``f(x)``, spelled as it is
defined. It is left where a letter in it is bound by a sum or an extremum around it, and is no
letter of the left side, by which a definition speaks of all its values.

Main definitions
----------------
`Definition`: what may be put in. `definition_of`: the one that an equation is, if it is one.
`unfolding_laws_of`: the equations of the terms of relations that definitions bring into one form.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from boundcalc.language.expressions import Number, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.forms import Form, Forms, TooLongError
from boundcalc.laws.instances import laws_by, symbols_of
from boundcalc.laws.laws import Law, Laws
from boundcalc.laws.terms import Term, is_term
from boundcalc.reader.meanings import letters, spoken
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import ReaderError, SourceText

DEFINED = "a definition"


@dataclass(frozen=True, slots=True)
class Definition:
    """What a name, or the value of a function, is defined as."""

    relation: Relation

    @property
    def name(self) -> str:
        """The name of the left side."""
        return symbol.name if isinstance(symbol := self.relation.left, Symbol) else ""

    def is_free(self, binding: frozenset[str]) -> bool:
        """Return whether it means the same where letters are bound."""
        head, *own = sorted(letters(self.relation.left), key=self.name.find)
        return head not in binding and not (letters(self.relation.right) - {head, *own}) & binding


def definition_of(relation: Relation) -> Definition | None:
    """Return the definition that an equation is, or None.

    Its left side is a name or one term, which stands not on its right side; that is more than a
    number or a name, and has no product of two names, which may be matrices.

    Raises
    ------
    ReaderError
        If a name in it is no formula by itself.
    """
    left, right = relation.left, relation.right
    if relation.sense is not Sense.EQ or not isinstance(left, Symbol) or isinstance(right, Number):
        return None
    is_name = isinstance(right, Symbol) and not is_term(right)
    inside = letters(right)
    held = inside if is_term(left) else {latex for latex, _ in spoken(right)}
    heads = sorted(letters(left), key=left.name.find) if is_term(left) else [left.latex]
    if is_name or left.name in right.names() or not heads or heads[0] in held:
        return None
    try:
        form = Forms(lambda _: None).of(right)
    except (TooLongError, RecursionError):
        return None
    is_product = any(len(item) > 1 for item, _ in form.terms)
    return None if is_product else Definition(relation)


def unfolding_laws_of(
    relations: Iterable[Relation],
    definitions: Iterable[Definition],
    scope: Scope,
    source: SourceText,
    tentative: Iterable[str] = (),
) -> tuple[list[Law], list[Definition]]:
    """Return the laws of the terms of relations with definitions put in, and which were."""
    known = list(relations)
    reader = _Unfolding(scope, source, frozenset(tentative), symbols_of(known))
    reader.is_equation = all(item.sense is Sense.EQ for item in known)
    reader.defined = {item.name: item for item in definitions}
    laws = laws_by(reader)
    return laws, list(reader.put_in)


class _Unfolding(Laws):
    """Brings terms into normal forms, with what is defined in the place of its names."""

    defined: dict[str, Definition]
    binding: frozenset[str] = frozenset()

    def __init__(
        self, scope: Scope, source: SourceText, tentative: frozenset[str], symbols: list[Symbol]
    ) -> None:
        super().__init__(scope, source, tentative, symbols)
        self.put_in: dict[Definition, None] = {}

    def symbol(self, symbol: Symbol) -> Form | None:
        """Return the form of a term, or of what a name is defined as."""
        item = self.defined.get(symbol.name)
        if item is not None and item.is_free(self.binding):
            return self._of(item)
        if not self.binding:
            return super().symbol(symbol)
        outside, self.known = self.known, {}  # where letters are bound, it may mean another thing
        try:
            return super().symbol(symbol)
        finally:
            self.known = outside

    def _of(self, item: Definition) -> Form | None:
        defined = self.defined
        self.defined = {name: other for name, other in defined.items() if other is not item}
        try:
            form = self.forms.of(item.relation.right)
        except (ReaderError, TooLongError):
            return None
        finally:
            self.defined = defined
        self.used.append(DEFINED)
        self.put_in[item] = None
        return form

    def _form(self, term: Term, symbol: Symbol) -> Form:
        outside = self.binding
        self.binding = outside | term.bound
        try:
            return super()._form(term, symbol)
        finally:
            self.binding = outside
