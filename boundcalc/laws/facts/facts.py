r"""Facts: relations between terms that hold by what the terms are, each with the name of a law.

Main definitions
----------------
`Fact`: a relation that holds, or follows from claims. `Terms`: the terms of a relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from boundcalc.displays.lenient_lines import lenient_lines
from boundcalc.displays.open_sides import SideReader
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.latex import expression_latex
from boundcalc.laws.constants import has_many_values
from boundcalc.laws.forms import Form, TooLongError
from boundcalc.laws.laws import Laws
from boundcalc.laws.terms import Term, TermKind, is_term, read_term, within
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError, SourceText
from boundcalc.tex.tokens import Kind, Token, tokenize

MOST_TERMS = 12


@lru_cache(maxsize=64)
def _places(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    return list(pattern.finditer(text))


@dataclass(frozen=True, slots=True)
class Fact:
    """A relation between numbers that holds wherever both of its sides have a value.

    `claims` are what must be shown first, where it does not hold anyway.
    """

    relation: Relation
    name: str
    claims: tuple[Relation, ...] = ()


@dataclass(frozen=True)
class Terms:
    """The terms of a relation, and what reads what is in them.

    `text` is its document, and `start` where it stands there; `clear` is from where on all that the
    text says up to there is understood.
    """

    relation: Relation
    scope: Scope
    source: SourceText
    tentative: frozenset[str]
    text: str = ""
    start: int = 0
    clear: int = 0
    _found: dict[Symbol, Term] = field(init=False, repr=False)
    _laws: Laws = field(init=False, repr=False)

    def __post_init__(self) -> None:
        symbols = sorted(self.relation.symbols(), key=lambda it: it.name)
        terms = [it for it in symbols if is_term(it) and not has_many_values(it.latex)]
        read = {it: read_term(it, self.source) for it in terms[:MOST_TERMS]}
        found = {symbol: term for symbol, term in read.items() if term is not None}
        object.__setattr__(self, "_found", found)
        object.__setattr__(self, "_laws", Laws(self.scope, self.source, self.tentative, symbols))

    def of(self, *kinds: TermKind) -> Sequence[tuple[Symbol, Term]]:
        """Return the terms of some kinds, with the symbols that stand for them."""
        return [(symbol, term) for symbol, term in self._found.items() if term.kind in kinds]

    @property
    def before(self) -> str:
        """What stands before the relation in its document."""
        return self.text[: self.start]

    @property
    def said(self) -> str:
        """What stands before the relation behind the last sentence that was not understood."""
        return self.text[self.clear : self.start]

    def places(self, pattern: re.Pattern[str]) -> list[re.Match[str]]:
        """Return where a pattern is found before the relation, in order."""
        return [it for it in _places(pattern, self.text) if it.end() <= self.start]

    @property
    def symbols(self) -> Iterable[Symbol]:
        """The symbols of terms in the relation."""
        return [it for it in self.relation.symbols() if is_term(it)]

    def place(self, text: str) -> Fragment:
        """Return a text as if it stood in the document."""
        return within(text, self.source)

    def form(self, text: str) -> Form | None:
        """Return the normal form of a text, or None where it is not read."""
        try:
            return self._laws.read(self.place(text))
        except (ReaderError, RecursionError, TooLongError):
            return None

    def form_of(self, node: Expression) -> Form | None:
        """Return the normal form of an expression, or None where it is too long."""
        try:
            return self._laws.forms.of(node)
        except (ReaderError, RecursionError, TooLongError):
            return None

    def event(self, text: str) -> tuple[str, bool] | None:
        """Return the key of an event and whether it is the complement; None for no relation."""
        try:
            spelled, _, is_turned = self._laws.event(self.place(text))
        except (ReaderError, RecursionError, TooLongError):
            return None
        return spelled, is_turned

    def number(self, text: str) -> Expression | None:
        """Return what a text spells, as the relation spells it; None where it is not read."""
        place = self.place(text)
        try:
            reader = SideReader(place, lenient_lines(place), self.scope, self.tentative)
            node = reader.expression()
        except (ReaderError, RecursionError):
            return None
        return node if reader.token.kind is Kind.STOP else None

    def tokens(self, text: str) -> list[Token]:
        """Return the tokens of a text, the last one a STOP; none where it has no tokens."""
        try:
            return tokenize(self.place(text), is_lenient=True)
        except ReaderError:
            return []

    def shown(self, form: Form) -> str:
        """Return how a form is printed."""
        return expression_latex(self._laws.forms.expression(form))

    def atom(self, name: str) -> Expression:
        """Return what an atom of a form stands for."""
        return self._laws.forms.atoms[name]

    def latex(self, atom: str) -> str:
        """Return how an atom of a form is printed."""
        return expression_latex(self._laws.forms.atoms[atom])
