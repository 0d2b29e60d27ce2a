"""What a document with directives still needs: the declarations that are missing, all at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boundcalc.displays.displays import read_display
from boundcalc.prose.usage import kind_words, usual_domain

if TYPE_CHECKING:  # a report asks for the guide of its documents
    from boundcalc.notes.check import CheckedDocument


@dataclass(frozen=True, kw_only=True)
class Guide:
    """What a document needs before all of it can be checked.

    Parameters
    ----------
    directives : tuple of str
        Lines that declare what is missing, with domains that are usual for their letters.
    """

    directives: tuple[str, ...]

    @property
    def is_needed(self) -> bool:
        """Whether there is something to say to the author."""
        return bool(self.directives)


def guide(document: CheckedDocument) -> Guide:
    """Return what a document with directives needs; every display that fails is read for it."""
    symbols: dict[str, None] = {}
    for error in document.errors:
        if error.undeclared:
            symbols.setdefault(error.undeclared)
    for display, scope in document.derivations.failed:
        rows = read_display(display.formula, scope).rows
        symbols.update(dict.fromkeys(name for row in rows for name in row.guessed))
    return Guide(directives=tuple(directives_for(symbols)))


def directives_for(symbols: Iterable[str]) -> list[str]:
    r"""Return directives that declare symbols, with domains that are usual for their letters.

    Examples
    --------
    >>> directives_for([r"\varepsilon", "n", r"\delta", "m", "x"])
    ['%! declare \\varepsilon positive', '%! declare n, m integer >= 1', ...]
    """
    groups: dict[str, list[str]] = {}
    for symbol in symbols:
        groups.setdefault(kind_words(usual_domain(symbol)), []).append(symbol)
    return [f"%! declare {', '.join(group)} {kind}" for kind, group in groups.items()]
