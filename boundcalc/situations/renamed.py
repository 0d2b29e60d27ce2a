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

from boundcalc.prose.prose import CLOSE, OPEN, Sentence
from boundcalc.reader.names import NameReader
from boundcalc.tex.documents import Display
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, tokenize

_F = f"{OPEN}\\d+{CLOSE}"
_NAMES = rf"(?:{_F}(?:,|\s|and)*)++"
_SAME = r"(?:to\s+)?be\s+(?:fixed|given|as\s+(?:in|above|before|defined|given|stated))\b"
_NOUN = (  # the last word before a name, as in "a die with outcome x"
    r"(?!(?:of|in|on|by|to|for|from|than|with|and|or|as|at|over|that|is|are|factor|rate)\b)[\w-]+"
)
_DRAWN = r"(?=from|uniform|at\s+random|according|independent|randomly|outside|to\s+be|as\b)"
_GIVES_ANEW = (  # formulas whose names may be given to something else
    rf"\b(?:let|set(?:ting)?|take|put(?:ting)?|replace|(?:re)?define|where|write|writing|substitut\w+"
    rf"|choosing)\s+(?:an?\s+|arbitrary\s+)?{_NAMES}(?!{_SAME})",
    rf"\blet\b[^;.]{{0,80}}\bbe\s+{_F}",
    rf"\b(?:denot|flip|negat|updat|reset|renam|rescal)\w*\b[^{OPEN};]*{_F}",
    rf"\b(?:draw|sample|pick|choose|select|fix)\s+(?:an?\s+)?{_NAMES}{_DRAWN}",
    rf"\bcall\w*\s+(?:[\w-]+\s+){{0,5}}{_F}",
    # it changes, or what was said of it goes
    rf"\bwe\s+(?:now\s+)?(?:increase|decrease|double|halve|extend|change|shift)\s+{_F}",
    rf"\b(?:drop|remove|lift|relax|forget|change)\b[^;.]{{0,60}}?{_F}|{_F}\s+changes\b",
    # a name that is introduced
    rf"\b(?:(?:an)?other|any|every)(?:\s+[\w-]+){{0,3}}\s+variable\s+{_NAMES}",
    rf"\banother(?:\s+[\w-]+){{0,3}}\s+{_NAMES}",
    rf"\ban?\s+(?:(?:[\w-]+\s+){{0,4}}{_NOUN}\s+)?{_F}(?!-)",
    rf"\bwith\s+(?:outcomes?|results?)\s+{_F}|\bwith\s+{_F}\s+(?:the|an?)\b",
    rf"\b(?:all|any|every|each)\s+{_F}\s+(?:in|from|outside)\b",
    # what it is
    rf"{_F}\s+(?:denotes?|stands?|represents?|means|refers|becomes|may\s+be\s+an?y?)\b",
    rf"{_F}\s+(?:is|are)\s+(?:now|another|something|different|no\s+longer|uniform\w*|an?"
    rf"|the\s+(?!sum)\w+)\b",
)
_ANEW = re.compile(f"(?i){'|'.join(_GIVES_ANEW)}")
_SIGN = re.compile(
    r"(?P<sets>:=|\\(?:gets|leftarrow|sim|equiv|coloneqq)(?![A-Za-z]))|=|\\in(?![A-Za-z])"
)


@dataclass(frozen=True, slots=True)
class Renamed:
    """A name in its canonical spelling, its head without the index, and whether it has one.

    The formula of the sentence in which it stands has a `number`.
    """

    name: str
    head: str
    has_index: bool
    number: int


def renamed_in(sentence: Sentence) -> Iterator[Renamed]:
    r"""Yield the names that a sentence may give another meaning.

    Examples
    --------
    >>> formulas = [Fragment.of("x, y_1"), Fragment.of("z := 2"), Fragment.of("w > 0")]
    >>> text = "Let \u27e60\u27e7 be rolls of dice, \u27e61\u27e7 and \u27e62\u27e7."
    >>> [item.name for item in renamed_in(Sentence(text, formulas))]
    ['x', 'y_{1}', 'z']
    """
    told = {
        int(number)
        for found in _ANEW.finditer(sentence.text)
        for number in re.findall(rf"{OPEN}(\d+){CLOSE}", found.group())
    }
    for number, item in enumerate(sentence.formulas):
        formula = item.formula if isinstance(item, Display) else item
        sign = _SIGN.search(formula.text)
        if number in told or (sign is not None and sign["sets"]):
            left = len(formula.text) if sign is None else sign.start()
            yield from _names(formula.part(formula.start, formula.start + left), number)


def _names(left: Fragment, number: int) -> Iterator[Renamed]:
    """Yield the names of a list, such as ``x, y``; none where it begins with anything else."""
    try:
        tokens = tokenize(left)
        at = 0
        while tokens[at].kind in (Kind.NAME, Kind.ACCENT):
            name = NameReader(tokens, left).read(at)
            sign = tokens[name.stop]
            if at == 0 and sign.kind is not Kind.STOP and sign.key != ",":
                return
            head, _, index = name.latex.partition("_")
            yield Renamed(name.latex, head, bool(index), number)
            at = name.stop + (sign.key == ",")
    except (ReaderError, IndexError):
        return
