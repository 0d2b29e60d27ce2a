r"""Sets of numbers by their names, as ``\mathbb{N}`` or ``\{0, 1, 2, \ldots\}``.

Main definitions
----------------
`values_in`: what a declaration says for one.
"""

from __future__ import annotations

import re

FROM_ZERO, FROM_ONE = r"integer in [0, \infty)", r"integer in [1, \infty)"
_UPWARDS = r"_\{?(?:\\geq?\s*0|\+)\}?"
_SETS = {  # of numbers, with their values, and whether these are all
    r"\\mathbb\s*\{?R\}?|\\R|\\Reals": ("real", True),
    r"\\mathbb\s*\{?Z\}?|\\Z": ("integer", True),
    r"\\mathbb\s*\{?N\}?|\\N": (FROM_ZERO, False),  # of which 0 need not be one
    rf"\\mathbb\s*\{{?N\}}?_\{{?0\}}?|\\mathbb\s*\{{?Z\}}?{_UPWARDS}": (FROM_ZERO, True),
    rf"\\mathbb\s*\{{?R\}}?{_UPWARDS}": ("nonnegative", True),
    r"\[\s*0\s*,\s*\+?\\infty\s*[)\]]": ("nonnegative", True),
    r"\(\s*0\s*,\s*\+?\\infty\s*\)": ("positive", True),
    r"\\\{\s*0\s*,\s*1\s*,(?:\s*2\s*,)?\s*(?:\\[lc]?dots|\.\.\.)\s*\\\}": (FROM_ZERO, True),
    r"\\\{\s*1\s*,\s*2\s*,\s*(?:\\[lc]?dots|\.\.\.)\s*\\\}": (FROM_ONE, True),
}


def values_in(text: str) -> tuple[str, bool] | None:
    r"""Return the values in a set as a declaration has them, and whether these are all of them.

    Examples
    --------
    >>> values_in(r"\mathbb{R}"), values_in(r"\mathcal{X}")
    (('real', True), None)
    """
    return next((it for pattern, it in _SETS.items() if re.fullmatch(pattern, text)), None)
