r"""Whether the text around a formula is about other numbers than the real ones.

Main definitions
----------------
`other_numbers`: the words near a place that speak of complex numbers or another arithmetic.
"""

from __future__ import annotations

import re

_COMPLEX = re.compile(
    r"(?i)\bcomplex[- ](?:\w+[- ])?(?:numbers?|planes?|valued|variables?|conjugates?|roots?|"
    r"exponentials?|matri\w+|vectors?|entries|amplitudes?)\b"
    r"|\b(?:is|are|be) complex\b(?=[\s*_]*[.,;])|\bimaginary\b|\bholomorphic\b"
    r"|\\mathbb\s*\{?\s*C\b|(?-i:\\C)\b(?!\s*[_^(])|\\sqrt\s*\{\s*-\s*1\s*\}|\bi\^\{?2\}?\s*=\s*-\s*1\b"
)
_ARITHMETIC = re.compile(
    r"(?i)\bmodul(?:o|ar)\b|\\p?mod\b|\\bmod\b|\bclock\b|\bfinite fields?\b|\bGalois fields?\b"
    r"|\\mathbb\s*\{?\s*[FZ]\s*\}?\s*(?:/|_\s*\{?[\dpqnm]\b)|\bZ/\d|\bhexadecimal\b|\boctal\b"
    r"|\bin (?:binary\s*[,:$\\]|base[- ]\$?\d)|\bbinary (?:digits?|arithmetic|notation)\b"
    r"|\bfloating[- ]point\b|\bmachine (?:numbers?|precision|epsilon)\b|\bround-?off\b"
    r"|\btropical\b|\bBoolean (?:algebra|ring|arithmetic)\b|\bcharacteristic (?:two|\$?\d\$?)"
)
_HEADING = re.compile(r"(?m)^#{1,6} |\\(?:sub)*(?:section|paragraph|chapter)\*?\s*\{")
_FAR = 1500  # characters before a formula that still speak of it
_BEHIND = 200


def other_numbers(text: str, start: int, stop: int) -> str:
    r"""Return the words near a formula that speak of other numbers than real ones, or nothing.

    Near is the section that it stands in, not further back than 1,500 characters, and the 200
    characters behind it.

    Examples
    --------
    >>> text = r"On the clock, $9 + 5 = 2$. \section{Reals} $1 + 1 = 3$"
    >>> other_numbers(text, text.index("9"), text.index("2$"))
    'clock'
    >>> other_numbers(text, text.index("1 +"), len(text))
    ''
    >>> text = r"In binary classification over $\mathbb{Z}_{+}$: $1 + 1 = 3$"
    >>> other_numbers(text, text.index("1 +"), len(text))
    ''
    """
    first = max(0, start - _FAR)
    for heading in _HEADING.finditer(text, first, start):
        first = heading.start()
    following = _HEADING.search(text, stop, stop + _BEHIND)
    last = following.start() if following else stop + _BEHIND
    near = text[first:last]
    found = _COMPLEX.search(near) or _ARITHMETIC.search(near)
    return found.group() if found else ""
