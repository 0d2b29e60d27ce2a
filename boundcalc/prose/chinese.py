r"""Sentences in Chinese, word by word in English, so that what reads sentences reads these as well.

Chinese puts the words of a proof where English does, so that each known word is replaced by what
`chinese.toml` has for it, the longest first, and the order stays as it is. Words that are not known
stay, so that a sentence with them is not understood; one that denies has "not" before it then.

Main definitions
----------------
`in_english`: a sentence, word by word. `is_left`: whether a word of it is not known.
`is_half_known`: whether nothing of it may be taken.
`STOPS`: signs that end a sentence.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from unicodedata import normalize

STOPS = "\u3002\uff01\uff1f"
_MARKS = str.maketrans({"\u3001": ", ", "\u3002": ". "} | dict.fromkeys("\u3010\u3011", " "))
_HAN = "[\u3400-\u9fff]"
_RUN = re.compile(rf"{_HAN}(?:{_HAN}|[-\u2013](?={_HAN}))*")
_KANA = re.compile("[\u3040-\u30ff]")  # of Japanese, which puts the same signs in another order
_BEGINS = re.compile(r"^\W*(?:(\u8bc1\u660e|\u8bc1)|\u89e3\u7b54|\u89e3)\s*[:.]")  # proof, solution
_DEFINITION = re.compile(  # "by what's definition" is "by the definition of what"
    "(?:\u7531(?![\u4e8e\u6b64])|\u6839\u636e|\u6309\u7167|\u4f9d\u636e|\u5229\u7528)(?P<what>[^\u7531,;:.()]{1,20}?)\u7684?\u5b9a\u4e49"
)
_DENYING = re.compile("[\u4e0d\u975e\u672a\u6ca1\u65e0\u5426\u52ff\u83ab\u9519\u8bef\u8c2c\u4f2a]")
_SOME = re.compile(  # or where a condition stands before what is defined under it
    r"\b(?:for some|there exists)\b|\b(?:if|when)\b.*\b(?:let|define|denote)\b"
    "|\\b(?:let|define)\\b.*\\(\\s*\u27e6\\d+\u27e7\\s*\\)"
)


def in_english(text: str) -> str:
    """Return a sentence with the words of Chinese that are known in English, in their order.

    Examples
    --------
    >>> in_english("设 \u27e60\u27e7 为正整数, 由引理 3 可得")
    'let \u27e60\u27e7 is positive integer , by lemma 3 we have'
    >>> in_english("Let it be.")
    'Let it be.'
    """
    if _RUN.search(text) is None or _KANA.search(text):
        return text
    plain = normalize("NFKC", text).translate(_MARKS)  # wide marks become those of English
    plain = _DEFINITION.sub("by the definition of \\g<what>", plain)
    plain = _BEGINS.sub(lambda found: "Proof." if found[1] else "Solution.", plain)
    spaced = re.sub(r"\s+", " ", _RUN.sub(_translated, plain)).strip()
    return re.sub(r"\bis is\b", "is", spaced)


def is_left(text: str) -> bool:
    """Return whether words of Chinese are left in a text, so that what it says is not known.

    Examples
    --------
    >>> is_left(in_english("由引理 3")), is_left(in_english("由文献 3"))
    (False, True)
    """
    return _RUN.search(text) is not None


def is_half_known(text: str) -> bool:
    """Return whether words of Chinese in a sentence are not known, so that nothing of it is.

    Nor is it where something exists, or holds for some values: Chinese says so in another order.

    Examples
    --------
    >>> [is_half_known(text) for text in ("设 x 为正数", "设 x 为正数的倍数", "假设对某个 x 成立")]
    [False, True, True]
    """
    said = in_english(text)
    return _RUN.search(text) is not None and (is_left(said) or _SOME.search(said) is not None)


def _translated(run: re.Match[str]) -> str:
    words, pattern = _dictionary()
    found, rest, unknown = [], run.group(), ""
    while rest or unknown:
        known = pattern.match(rest)
        if unknown and (known or not rest):
            found.append(f"not {unknown}" if _DENYING.search(unknown) else unknown)
            unknown = ""
        unknown += "" if known else rest[:1]
        found += [words[known.group()]] if known else []
        rest = rest[known.end() if known else 1 :]
    return f" {' '.join(found)} "


@cache
def _dictionary() -> tuple[Mapping[str, str], re.Pattern[str]]:
    """Return the English of each word, and a pattern of all, the longest first."""
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    known = (*data["english"].items(), *data["longer"].items())
    words = {word: english for english, listed in known for word in listed.split()}
    words |= {word: word for word in data["other"]["words"].split()}
    longest_first = sorted(map(re.escape, words), key=len, reverse=True)
    return words, re.compile("|".join(longest_first))
