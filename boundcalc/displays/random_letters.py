r"""Which capital letters a text uses as random numbers, so that a product of two may be turned.

A capital letter may be a matrix or an operator, so that products of such letters are left as they
are written. One whose values are compared in a probability, as in ``\Pr[X \le t]``, is a number
where the text has no matrices, and so is one that is called a random variable, where it has no
random matrices.

Main definitions
----------------
`is_random_number`: whether a capital letter is one.
"""

from __future__ import annotations

import re
from functools import lru_cache

_FORMULA = r"(?:\$[^$]{1,40}\$|\\\([^$]{1,40}?\\\))"
_CALLED = re.compile(
    rf"\brandom variables?,?\s+({_FORMULA}(?:\s*(?:,|and|, and)\s*{_FORMULA}){{0,3}})"
    rf"|({_FORMULA}(?:\s*(?:,|and|, and)\s*{_FORMULA}){{0,3}})\s+(?:is|are|be|being)\s+"
    r"(?:an?\s+|any\s+|two\s+|independent\s+|real\s+|discrete\s+|continuous\s+)*"
    r"random variables?\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"(?:\\Pr|\\mathbb\s*\{?P\}?|\\mathrm\s*\{?Pr?\}?|\\P|\\[Pp]rob|(?<![A-Za-z\\])P)\s*"
    r"(?:\\left|\\[bB]igg?l?)?\s*[(\[{]\s*(?:\\\{\s*)?(?P<name>[A-Z])(?:_(?:\w|\{[\w,+-]+\}))?\s*"
    r"(?:<|>|=|\\[lg](?:e|eq|eqslant|t)(?![A-Za-z]))"
)
_LETTER = re.compile(r"(?<![A-Za-z\\{])([A-Z])(?![A-Za-z(\[])")
_MATRICES = re.compile(r"\bmatri(?:x|ces)\b|\boperators?\b", re.IGNORECASE)
_RANDOM_MATRICES = re.compile(
    r"random matri|matrix-valued|\bmatrix\s+valued|random operator", re.IGNORECASE
)


def is_random_number(letter: str, text: str) -> bool:
    r"""Return whether a text uses a capital letter as a random number.

    Parameters
    ----------
    letter : str
        One letter, without its subscript.
    text : str
        The document.

    Examples
    --------
    >>> is_random_number("X", r"$\Pr[X \le t]$"), is_random_number("X", "a matrix $X$")
    (True, False)
    >>> is_random_number("Y", "Let $X$ and $Y$ be independent random variables.")
    True
    """
    return letter in _random_numbers(text)


@lru_cache(maxsize=64)
def _random_numbers(text: str) -> frozenset[str]:
    if _RANDOM_MATRICES.search(text):
        return frozenset()
    compared = () if _MATRICES.search(text) else _COMPARED.finditer(text)  # in Loewner's order
    found = {place["name"] for place in compared}
    for place in _CALLED.finditer(text):
        found.update(_LETTER.findall(place[1] or place[2]))
    return frozenset(found)
