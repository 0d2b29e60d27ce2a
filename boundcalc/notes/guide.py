"""What a document with directives still needs: the declarations that are missing, all at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from boundcalc.language.domains import Domain
from boundcalc.notes.check import CheckedDocument
from boundcalc.notes.displays import read_display
from boundcalc.notes.usage import usual_domain


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


def kind_words(domain: Domain) -> str:
    r"""Return a domain as it stands in a declaration.

    Examples
    --------
    >>> kind_words(usual_domain("n")), kind_words(usual_domain(r"\delta"))
    ('integer >= 1', 'in (0, 1)')
    """
    kind = "integer" if domain.integer else "real"
    if domain.lower is None and domain.upper is None:
        return kind
    if domain.lower == 0 and domain.upper is None and not domain.integer:
        return "nonnegative" if domain.lower_closed else "positive"
    if domain.upper is None or domain.lower is None:
        signs = (">=" if domain.lower_closed else ">") if domain.upper is None else None
        sign = signs or ("<=" if domain.upper_closed else "<")
        return f"{kind} {sign} {domain.lower if domain.upper is None else domain.upper}"
    left, right = "[" if domain.lower_closed else "(", "]" if domain.upper_closed else ")"
    interval = f"in {left}{domain.lower}, {domain.upper}{right}"
    return f"integer {interval}" if domain.integer else interval
