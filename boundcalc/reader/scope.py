r"""What the symbols of a formula mean: declared symbols, abbreviations, the base of a bare log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from boundcalc.language.domains import REAL, Domain
from boundcalc.language.errors import StatementError
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.latex import expression_latex
from boundcalc.language.operators import Sense
from boundcalc.reader.meanings import meanings, spoken
from boundcalc.reader.names import NameReader, canonical, visible
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token, tokenize

_BRACKETS = {Kind.OPEN: 1, Kind.LEFT_BRACE: 1, Kind.CLOSE: -1, Kind.RIGHT_BRACE: -1}
_OPEN_ENDED = frozenset((r"\sum", r"\prod", r"\int", r"\sup", r"\inf", r"\lim", r"\max", r"\min"))
_FIRST = (Kind.NAME, Kind.ACCENT, Kind.OPEN, Kind.BAR, Kind.FUNCTION, Kind.COMMAND, Kind.SYMBOL)


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a symbol is written: one name, or a phrase that is matched token by token.

    ``is_open`` says that what stands after the phrase would read as a part of it, as after a sum.
    """

    latex: str
    ascii: str
    keys: tuple[str, ...]  # empty for a name
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """A declared phrase and what it stands for."""

    spelling: Spelling
    value: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Abbreviation:
    """What a document sets equal to an expression: a name, or a phrase.

    `uses` are the abbreviations in its value, which were put in when it was read.
    """

    latex: str
    value: Expression
    is_phrase: bool
    line: int
    uses: tuple[str, ...] = ()


def read_spelling(fragment: Fragment, tokens: list[Token]) -> Spelling:
    r"""Return how a declared symbol is written; `tokens` end in a STOP.

    Raises
    ------
    ReaderError
        If the tokens cannot be one symbol: a sum, a relation, a number.
    """
    first = tokens[0]
    if first.kind is Kind.STOP:
        raise ReaderError("a symbol is missing here", fragment, first.start)
    if first.kind in (Kind.NAME, Kind.ACCENT):
        name = NameReader(tokens, fragment).read(0)
        if tokens[name.stop].kind is Kind.STOP and name.power is None:
            return Spelling(name.latex, name.ascii, ())
    if first.kind not in _FIRST:
        raise ReaderError(f"a symbol does not begin with {first.key}", fragment, first.start)
    is_open = first.key in _OPEN_ENDED
    depth = 0
    for token in tokens:
        depth += _BRACKETS.get(token.kind, 0)
        is_stray = token.kind in (Kind.AMPERSAND, Kind.BEGIN, Kind.END) or (
            token.kind is Kind.NEWLINE and depth == 0
        )
        is_joint = token.kind is Kind.RELATION or (token.key in "+-/" and token.key and not is_open)
        if is_stray or (depth == 0 and is_joint and token.kind in (Kind.OPERATOR, Kind.RELATION)):
            raise ReaderError(
                f"a declared symbol is one name, or a phrase such as |\\mathcal{{Y}}|; "
                f"{token.key} cannot stand in it",
                fragment,
                token.start,
            )
    latex = canonical(tokens[:-1])
    return Spelling(latex, latex, tuple(token.key for token in visible(tokens[:-1])), is_open)


@dataclass(frozen=True)
class Scope:
    r"""The symbols that formulas may use.

    Parameters
    ----------
    names : mapping from str to Expression
        What each name means, by its canonical LaTeX.
    phrases : mapping from str to tuple of Phrase
        The declared phrases by their first token, such as ``|\mathcal{Y}|``; the longest first.
    log_base : Expression or None
        The base of a bare ``\log``; None is natural.
    own : frozenset of str
        What was declared or defined in this derivation, and not before it.
    disputed : frozenset of str
        What was to have a second meaning in it, and so has none.
    abbreviations : mapping from str to Abbreviation
        What is set equal to an expression, by its canonical LaTeX.
    limits : tuple of Relation
        Where declared symbols end that do not end at rational numbers: hypotheses about them.
    objects : frozenset of str
        The names of which the text says that they are no numbers, such as a matrix.

    Examples
    --------
    >>> from boundcalc.language import PROBABILITY, Symbol
    >>> Scope.of([Symbol("beta_1", PROBABILITY)]).symbols
    (<Symbol beta_1>,)
    """

    names: Mapping[str, Expression] = field(default_factory=dict)
    phrases: Mapping[str, tuple[Phrase, ...]] = field(default_factory=dict)
    log_base: Expression | None = None
    own: frozenset[str] = frozenset()
    disputed: frozenset[str] = frozenset()
    abbreviations: Mapping[str, Abbreviation] = field(default_factory=dict)
    limits: tuple[Relation, ...] = ()
    objects: frozenset[str] = frozenset()

    @classmethod
    def of(cls, symbols: Iterable[Symbol], *, log_base: Expression | None = None) -> Scope:
        """Return the scope of symbols as they are printed.

        Raises
        ------
        StatementError
            If two different symbols are printed alike.
        """
        scope = cls(log_base=log_base)
        for symbol in symbols:
            fragment = Fragment.of(expression_latex(symbol))
            spelling = read_spelling(fragment, tokenize(fragment))
            known = scope.meaning(spelling)
            if known is not None and known != symbol:
                raise StatementError(
                    f"{symbol.name} and {known} are both printed as {spelling.latex}; "
                    "give one of them another latex"
                )
            scope = scope.define(spelling, symbol)
        return scope

    @property
    def atoms(self) -> frozenset[str]:
        r"""The names of declared phrases that stand for a quantity of the theory.

        All phrases do, but a size such as ``|\mathcal{Y}|`` and a change such as ``\Delta f``,
        which are parameters, and an abbreviation of another symbol.
        """
        return frozenset(
            phrase.value.name
            for phrases in self.phrases.values()
            for phrase in phrases
            if isinstance(phrase.value, Symbol)
            and phrase.value.latex == phrase.spelling.latex
            and phrase.spelling.keys[0] not in ("|", r"\Delta")
        )

    def is_parameter(self, symbol: Symbol) -> bool:
        """Return whether a symbol is declared here as a number, by a name or by a phrase."""
        return self.values.get(symbol.latex) == symbol and symbol.name not in self.atoms

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The declared symbols, without abbreviations, whose values may be opaque."""
        values = (value for key, value in self.values.items() if key not in self.abbreviations)
        return tuple(value for value in values if isinstance(value, Symbol))

    def meaning(self, spelling: Spelling) -> Expression | None:
        """Return what is written so, or None."""
        if not spelling.keys:
            return self.names.get(spelling.latex)
        for phrase in self.phrases.get(spelling.keys[0], ()):
            if phrase.spelling.keys == spelling.keys:
                return phrase.value
        return None

    def declare(self, spelling: Spelling, domain: Domain = REAL) -> tuple[Scope, Symbol]:
        """Return the scope with one symbol more, and that symbol."""
        known = self.meaning(spelling)
        name = known.name if isinstance(known, Symbol) else spelling.ascii
        taken = self.taken(except_for=spelling)
        while name in taken:
            name += "_"
        inside = meanings(tokenize(Fragment.of(spelling.latex)), self) if spelling.keys else ()
        symbol = Symbol(name, domain, latex=spelling.latex, speaks_of=inside)
        return self.define(spelling, symbol), symbol

    def limited(self, symbol: Symbol, limits: Iterable[tuple[Sense, Expression]]) -> Scope:
        """Return the scope in which a declared symbol has more limits."""
        more = (Relation(symbol, sense, end) for sense, end in limits)
        return replace(self, limits=(*self.limits, *more))

    def taken(self, *, except_for: Spelling | None = None) -> frozenset[str]:
        """Return the names of symbols that are in use, by abbreviations too."""
        values = [
            value
            for latex, value in self.names.items()
            if except_for is None or except_for.keys or latex != except_for.latex
        ]
        values += [
            phrase.value
            for phrases in self.phrases.values()
            for phrase in phrases
            if except_for is None or phrase.spelling.keys != except_for.keys
        ]
        return frozenset(name for value in values for name in value.names())

    def define(self, spelling: Spelling, value: Expression) -> Scope:
        """Return the scope in which `spelling` stands for `value`."""
        own = self.own | {spelling.latex}
        kept = {key: item for key, item in self.abbreviations.items() if key != spelling.latex}
        if not spelling.keys:
            names = {**self.names, spelling.latex: value}
            return replace(self, names=names, own=own, abbreviations=kept)
        first = spelling.keys[0]
        rest = [old for old in self.phrases.get(first, ()) if old.spelling.keys != spelling.keys]
        entries = sorted(
            [*rest, Phrase(spelling, value)], key=lambda entry: -len(entry.spelling.keys)
        )
        phrases = {**self.phrases, first: tuple(entries)}
        return replace(self, phrases=phrases, own=own, abbreviations=kept)

    def abbreviate(
        self, spelling: Spelling, value: Expression, *, line: int, uses: Iterable[str]
    ) -> Scope:
        """Return the scope in which `spelling` is set equal to `value`, on a line."""
        item = Abbreviation(
            latex=spelling.latex,
            value=value,
            is_phrase=bool(spelling.keys),
            line=line,
            uses=tuple(uses),
        )
        after = self.define(spelling, value)
        known = {**after.abbreviations, item.latex: item}
        return replace(after, abbreviations=known)

    def inner(self) -> Scope:
        """Return a scope with the same meanings, in which everything may be declared anew."""
        return replace(self, own=frozenset())

    @property
    def values(self) -> dict[str, Expression]:
        """What each name and each phrase means, by its canonical LaTeX."""
        found = dict(self.names)
        for phrases in self.phrases.values():
            found.update((phrase.spelling.latex, phrase.value) for phrase in phrases)
        return found

    def without(self, latex: str) -> Scope:
        """Return the scope in which a name, and what speaks of it, was to have two meanings."""
        disputed = {*self.disputed, latex}
        values = self.values
        grows = True
        while grows:
            grows = False
            for name in values.keys() - disputed:
                item = self.abbreviations.get(name)
                names = {spoken_name for spoken_name, _ in spoken(values[name])}
                if disputed & (names | set(item.uses if item else ())):
                    disputed.add(name)
                    grows = True
        return replace(self, disputed=frozenset(disputed))

    def with_log(self, base: Expression | None) -> Scope:
        r"""Return the scope in which a bare ``\log`` has another base; None is natural."""
        return replace(self, log_base=base)
