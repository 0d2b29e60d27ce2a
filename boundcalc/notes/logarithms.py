r"""Whether nothing says to which base a logarithm is, and whether a text has another than e."""

from __future__ import annotations

import re

_BINARY = re.compile(
    r"(?i)(?<![A-Za-z])log(?:arithm)?s?\b[^.\n=]{0,60}?\bbase[-~\s]*(?:of\s+)?\$?(?:2|two|10)\b"
    r"|\bbase[-~\s]*\$?(?:2|two|10)\$?\s+log|\b(?:binary|decimal) logarithm"
)
_BARE = re.compile(r"\\log(?![A-Za-z])(?!\s*_)")
_SAID = re.compile(r"^[^\n]*%!\s*log\b", re.MULTILINE)


def has_bare_logarithm(formula: str, text: str) -> bool:
    r"""Return whether a logarithm stands in a formula, and no directive says its base.

    Examples
    --------
    >>> has_bare_logarithm(r"\log x", ""), has_bare_logarithm(r"\log_2 x", "")
    (True, False)
    """
    return _BARE.search(formula) is not None and _SAID.search(text) is None


def may_be_binary(text: str) -> bool:
    r"""Return whether a text speaks of another base than e.

    Examples
    --------
    >>> may_be_binary("All logarithms are to the base $2$."), may_be_binary("We take the log.")
    (True, False)
    """
    return _BINARY.search(text) is not None
