r"""The first hour: what of a document can be read, and which declarations it needs.

A document without directives is not checked, but its displays are read as if every symbol were
declared; the directives that declare them are proposed, and their domains are for the author to
correct.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from boundcalc.notes.check import CheckedDocument
from boundcalc.notes.declarations import read_where
from boundcalc.notes.documents import Display
from boundcalc.notes.relations import read_relations
from boundcalc.notes.scope import Scope
from boundcalc.notes.source import ReaderError

MOST_SYMBOLS = 80
_INTEGERS = ("n", "m", "k", "T", "N", "i", "j", "d", r"\ell")
_PROBABILITIES = (r"\delta", r"\beta", "p", "q", r"\eta")
_POSITIVE = (
    r"\varepsilon", r"\epsilon", r"\tau", r"\sigma", r"\alpha", r"\lambda", r"\gamma", r"\Delta",
    r"\kappa", "B", "t",
)  # fmt: skip
_KINDS = {
    **dict.fromkeys(_INTEGERS, "integer >= 1"),
    **dict.fromkeys(_PROBABILITIES, "in (0, 1)"),
    **dict.fromkeys(_POSITIVE, "positive"),
}


@dataclass(frozen=True, kw_only=True)
class DisplayNote:
    """What is known of one display: its rows, the symbols that it needs, or why it is not read."""

    display: Display
    rows: int = 0
    symbols: tuple[str, ...] = ()
    error: ReaderError | None = None

    @property
    def file(self) -> str:
        """The name of the file."""
        return self.display.whole.source.name

    @property
    def line(self) -> int:
        """The line on which the display begins."""
        return self.display.whole.position.line


@dataclass(frozen=True, kw_only=True)
class Guide:
    """What a document needs before it can be checked.

    Parameters
    ----------
    displays : tuple of DisplayNote
        The displays that no derivation holds.
    directives : tuple of str
        Lines that declare what is missing.
    has_directives : bool
        Whether the document has any directive.
    errors : tuple of ReaderError
        Where displays do not begin or end as they should, in a document without directives.
    """

    displays: tuple[DisplayNote, ...]
    directives: tuple[str, ...]
    has_directives: bool
    errors: tuple[ReaderError, ...] = ()

    @property
    def is_needed(self) -> bool:
        """Whether there is something to say to the author."""
        has_content = bool(self.displays or self.errors)
        return bool(self.directives) or (not self.has_directives and has_content)


@dataclass
class _Found:
    """The symbols that were missing so far, in their order."""

    scope: Scope = field(default_factory=Scope)
    symbols: dict[str, None] = field(default_factory=dict)


def guide(document: CheckedDocument) -> Guide:
    """Return what a document needs; its displays are read only where it has no directives."""
    derivations = document.derivations
    found = _Found()
    notes = () if derivations.has_directives else tuple(_notes(derivations.outside, found))
    for error in document.errors:
        if error.undeclared:
            found.symbols.setdefault(error.undeclared)
    return Guide(
        displays=notes,
        directives=tuple(directives_for(found.symbols)),
        has_directives=derivations.has_directives,
        errors=() if derivations.has_directives else tuple(derivations.errors),
    )


def _notes(displays: Iterable[Display], found: _Found) -> Iterable[DisplayNote]:
    for display in displays:
        yield _note(display, found)


def _note(display: Display, found: _Found) -> DisplayNote:
    """Read a display, and declare what is missing until it can be read."""
    needed: list[str] = []
    for _ in range(MOST_SYMBOLS):
        try:
            rows = read_relations(display.formula, found.scope)
        except ReaderError as error:
            if not error.undeclared or error.undeclared in needed:
                return DisplayNote(display=display, symbols=tuple(needed), error=error)
            try:
                found.scope = read_where(f"{error.undeclared} real", found.scope)
            except ReaderError:
                return DisplayNote(display=display, symbols=tuple(needed), error=error)
            needed.append(error.undeclared)
        else:
            found.symbols.update(dict.fromkeys(needed))
            return DisplayNote(display=display, rows=len(rows), symbols=tuple(needed))
    return DisplayNote(display=display, symbols=tuple(needed))


def directives_for(symbols: Iterable[str]) -> list[str]:
    r"""Return directives that declare symbols, with domains that are usual for their letters.

    Examples
    --------
    >>> directives_for([r"\varepsilon", "n", r"\delta", "m", "x"])
    ['%! declare \\varepsilon positive', '%! declare n, m integer >= 1', ...]
    """
    groups: dict[str, list[str]] = {}
    for symbol in symbols:
        groups.setdefault(_kind(symbol), []).append(symbol)
    return [f"%! declare {', '.join(group)} {kind}" for kind, group in groups.items()]


def _kind(symbol: str, kinds: Mapping[str, str] = _KINDS) -> str:
    if symbol.startswith("|"):
        return "integer >= 1"
    return kinds.get(symbol) or kinds.get(symbol.partition("_")[0].rstrip("'"), "real")
