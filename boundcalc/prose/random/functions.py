r"""Functions of what is random that sentences name, as ``S = \sum_{i=1}^n X_i``.

Main definitions
----------------
`named_functions`: those of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from boundcalc.prose.prose import Sentence
from boundcalc.prose.random.named_laws import NAME
from boundcalc.prose.random.sentences import CHANCE, EXPECTED, RandomSaid, plain_formula
from boundcalc.tex.source import Fragment

_DEFINED = re.compile(
    rf"(?P<name>\\(?:bar|overline|hat|tilde)\s*\{{?\s*{NAME}\s*\}}?(?:_\{{?[A-Za-z0-9]\}}?)?|{NAME})"
    r"\s*(?::=|:\s*=|\\coloneqq|=)\s*(?P<value>.+)"
)
_NOT_POINTWISE = re.compile(
    rf"{EXPECTED}\s*[\[({{]|{CHANCE}\s*[\[({{]|\\(?:sup|inf|max|min|arg|l?dots)"
)
_RELATED = re.compile(r"[=<>]|\\(?:leq?|geq?|sim|in|to|approx|equiv)(?![A-Za-z])")


def named_functions(sentence: Sentence, random: Iterable[str]) -> Iterator[RandomSaid]:
    r"""Yield functions of what is random that a sentence names, as ``S = \sum_{i=1}^n X_i``."""
    heads = "|".join(map(re.escape, sorted(random)))
    if not heads or not re.search(r"(?i)\b(?:let|define|denote|set|where|write)\b", sentence.text):
        return
    speaks = re.compile(rf"(?<![A-Za-z\\])(?:{heads})(?![A-Za-z])")
    for place in sentence.formulas:
        parted = (
            _DEFINED.fullmatch(plain_formula(place.text)) if isinstance(place, Fragment) else None
        )
        value = parted["value"] if parted else ""
        is_pointwise = not (_NOT_POINTWISE.search(value) or _RELATED.search(_outside(value)))
        of = frozenset(speaks.findall(value)) if is_pointwise else frozenset[str]()
        if parted and of and isinstance(place, Fragment):
            names = frozenset((parted["name"],))
            yield RandomSaid(text=f"{parted['name']} = {value}", names=names, place=place, of=of)


def _outside(text: str) -> str:
    """Return what stands in no braces."""
    while (shorter := re.sub(r"\{[^{}]*\}", " ", text)) != text:
        text = shorter
    return text
