r"""Relations in running text that are claimed: "note that $1 - x \le e^{-x}$".

A formula counts as a claim only where the words right before it say so, where it is a relation
between more than a name and a number, and where nothing in the sentence has used it otherwise, as a
domain or a hypothesis. What is missed costs nothing; what is taken wrongly would be a false alarm.

Main definitions
----------------
`claims_in`: the formulas of a sentence that it claims, each as a display of its own.
`is_claimed`: whether the words before a formula claim it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from boundcalc.displays.displays import read_display
from boundcalc.language.expressions import Constant, Expression, Number, Symbol
from boundcalc.language.operators import Sense
from boundcalc.prose.prose import CLOSE, OPEN, Sentence
from boundcalc.reader.scope import Scope
from boundcalc.tex.documents import Display
from boundcalc.tex.source import Fragment

_CLAIMS = re.compile(
    r"(?i)\b(?:note|notice|observe|recall|fact|know|see|seen|have|has|get|gets|obtain|obtains|follows|"
    r"implies|imply|means|gives|yields|conclude|shows|showed|shown|clear|clearly|since|because|"
    r"inequality|bound|thus|hence|therefore|recalling|noting|holds|true)"
    r"(?:\s+(?:also|now|then|clearly|directly|immediately|easily|by \w+))?(?:\s+that)?\s*[,:]?\s*\Z"
)
_OTHERWISE = re.compile(
    r"(?i)\b(?:let|suppose|assume|assuming|whether|unless|not|no|want|would|should|must|such|define|"
    r"defined|denote|say|would|could|may|might|choose|exists?|there (?:is|are)|does|hope|try|"
    r"prove that|show that)\b"
)
_RELATION = re.compile(r"[=<>\u2264\u2265]|\\(?:le|leq|ge|geq|leqslant|geqslant|lt|gt)(?![A-Za-z])")


def claims_in(sentence: Sentence, numbers: Iterable[int]) -> Iterator[tuple[int, Display]]:
    r"""Yield the formulas of a sentence that it claims, of those with the given numbers.

    Examples
    --------
    >>> text = f"Note that {OPEN}0{CLOSE} for {OPEN}1{CLOSE}."
    >>> formulas = [Fragment.of("1 - x \\le e^{-x}"), Fragment.of("x \\ge 0")]
    >>> [number for number, _ in claims_in(Sentence(text, formulas), [0, 1])]
    [0]
    """
    for number in numbers:
        item = sentence.formulas[number]
        if not isinstance(item, Fragment) or not _RELATION.search(item.text):
            continue
        before = sentence.text.partition(f"{OPEN}{number}{CLOSE}")[0]
        if is_claimed(before) and _says_enough(item):
            yield number, Display(item, item)


def is_claimed(before: str) -> bool:
    """Return whether the words before a formula claim it.

    Examples
    --------
    >>> is_claimed("We conclude that "), is_claimed("Let "), is_claimed("We want to show that ")
    (True, False, False)
    """
    return _CLAIMS.search(before) is not None and _OTHERWISE.search(before) is None


def _says_enough(formula: Fragment) -> bool:
    """Return whether a formula is read, and is more than a bound or a value of a name."""
    found = read_display(formula, Scope())
    if not found.rows or found.unread or found.others:
        return False
    return all(
        not (_is_plain(row.relation.left) and _is_plain(row.relation.right))
        and not (row.relation.sense is Sense.EQ and isinstance(row.relation.left, Symbol))
        and not row.is_definition
        and not row.opaque_sides
        for row in found.rows
    )


def _is_plain(side: Expression) -> bool:
    return isinstance(side, Symbol | Number | Constant)
