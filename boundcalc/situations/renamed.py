"""Names that a sentence gives another meaning, so that what was said of them ends.

"Let $x$ be the roll of a die" says nothing that is understood, and yet x is no longer in [0, 1].

Main definitions
----------------
`Renamed`: a name, as it is written. `renamed_in`: those of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boundcalc.prose.declared import read_declared
from boundcalc.prose.prose import CLOSE, OPEN, Sentence
from boundcalc.tex.documents import Display
from boundcalc.tex.source import Fragment

_F = f"{OPEN}\\d+{CLOSE}"
_SAME = r"be\s+(?:fixed|given|arbitrary|as\s+(?:in|above|before|defined|given|stated))\b"
_ANEW = re.compile(  # formulas whose names may be given to something else
    rf"(?i)\b(?:let|set|take|replace|(?:re)?define|where|write|call|(?:an)?other(?:\s+[\w-]+){{0,3}}"
    rf"|(?:any|every|arbitrary)\s+(?:\w+\s+)?variable)\s+(?:{_F}(?:,|\s|and)*)++(?!{_SAME})"
    rf"|\b(?:denot|flip|negat|updat|reset|renam|rescal)\w*\b[^{OPEN};]*{_F}"
    rf"|\bwith\s+{_F}\s+(?:the|an?)\b|{_F}\s+(?:denotes?|stands?|represents?"
    rf"|(?:is|are)\s+(?:now|another|something|different|no\s+longer|uniform\w*"
    rf"|the\s+(?!sum)\w+))\b"
)
_NAME = re.compile(
    r"\s*(?P<head>\\?[A-Za-z]+(?:\s*\{\s*[A-Za-z]\s*\})?)(?P<index>_(?:\{[^{}]*\}|\w))?\s*"
)
_GIVEN = re.compile(r":=|\\(?:gets|leftarrow|sim|equiv|coloneqq)(?![A-Za-z])")
_TOLD = re.compile(rf"[,=]|{_GIVEN.pattern}|\\in(?![A-Za-z])|\Z")


@dataclass(frozen=True, slots=True)
class Renamed:
    """A name: its head, its index if it has one, and its canonical spelling with the index."""

    head: str
    index: str | None
    name: str


def renamed_in(sentence: Sentence) -> Iterator[Renamed]:
    r"""Yield the names that a sentence may give another meaning.

    Examples
    --------
    >>> formulas = [Fragment.of("x, y_1"), Fragment.of("z := 2"), Fragment.of("w > 0")]
    >>> text = "Let \u27e60\u27e7 be rolls of dice, \u27e61\u27e7 and \u27e62\u27e7."
    >>> [item.name for item in renamed_in(Sentence(text, formulas))]
    ['x', 'y_1', 'z']
    """
    told = {
        int(number)
        for found in _ANEW.finditer(sentence.text)
        for number in re.findall(rf"{OPEN}(\d+){CLOSE}", found.group())
    }
    for number, item in enumerate(sentence.formulas):
        formula = item.formula if isinstance(item, Display) else item
        yield from _renamed(formula, _TOLD if number in told else _GIVEN)


def _renamed(formula: Fragment, sign: re.Pattern[str]) -> Iterator[Renamed]:
    """Yield the names before a sign, as x and y of ``x, y = z``."""
    text, at = formula.text, 0
    found: list[re.Match[str]] = []
    while name := _NAME.match(text, at):
        found.append(name)
        at = name.end() + 1 if text.startswith(",", name.end()) else len(text)
    if not any(sign.match(text, name.end()) for name in found):
        return
    for name in found:
        place = formula.part(formula.start + name.start("head"), formula.start + name.end())
        spelled = next(iter(read_declared(place).names), name["head"])
        yield Renamed(name["head"], name["index"], spelled)
