r"""Words in a row: which of them claim nothing, so that a row may be read without them.

A text that is no condition is a remark or a reason. It is passed over only if every word of it is
known to leave the claim as it is: one word that is not, as in ``\text{w.h.p.}``, may change it.
"""

from __future__ import annotations

import re

from boundcalc.tex import vocabulary

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*['\u2019]?|[\w\\@#^]+")
_REFERENCE = re.compile(r"\\(?:eqref|ref|cite|cref|Cref|autoref)\s*\{[^{}]*\}|[0-9]+(?:\.[0-9]+)*")
_LABEL = re.compile(r"\(\s*(?:[a-z*]|[ivx]+|[A-Z])\s*\)")
_HARMLESS = re.compile(
    r"\b(?:e\.g\.|i\.e\.|as (?:desired|claimed|required|needed|wanted|promised)\b|a (?=\w))"
)
_ABBREVIATED = re.compile(r"\b(?:[a-z]\.\s?){2,}")
_DEFINES = re.compile(r"(?i)def\b|define|definition")
_NO_WORD = re.compile(r"[.,;:()\[\]~\s–—*†-]+")


def plain_words(text: str) -> str:
    r"""Return a text in small letters, with single spaces, without the punctuation around it.

    Examples
    --------
    >>> plain_words(" For  all ")
    'for all'
    """
    return " ".join(text.lower().replace("~", " ").strip(" ,;:(").split())


def is_reason(words: str) -> bool:
    """Return whether words begin a reason; `words` are plain."""
    return bool(_reason(words))


def _reason(words: str) -> str:
    """Return the words with which a reason begins, or nothing."""
    return next((item for item in vocabulary.REASONS if f"{words} ".startswith(f"{item} ")), "")


def unknown_word(text: str) -> str:
    r"""Return the first word of a remark or a reason that may change a claim, or nothing.

    A name, which has a capital letter, is known in a reason: "by Slud's inequality".

    Examples
    --------
    >>> unknown_word("(by Lemma 3)"), unknown_word("by Slud's inequality"), unknown_word("w.h.p.")
    ('', '', 'w.h.p.')
    """
    reason = _reason(plain_words(text))
    rest = _LABEL.sub(" ", _REFERENCE.sub(" ", " ".join(text.replace("~", " ").split())))
    rest = _HARMLESS.sub(" ", rest)
    at = rest.lower().index(reason) + len(reason)
    while at < len(rest):
        gap = _NO_WORD.match(rest, at)
        if gap:
            at = gap.end()
            continue
        found = _WORD.match(rest, at)
        if found is None:
            return rest[at]
        word = found.group().replace("\u2019", "'")
        plain = word.lower()
        is_name = reason and word[0].isupper() and word[1:2].islower()
        is_known = plain in vocabulary.REMARKS or bool(is_name)
        if plain in vocabulary.QUALIFIERS or not is_known:
            return rest[at:].split()[0].strip(",;:()")
        at = found.end()
    return ""


def unknown_in_label(text: str) -> str:
    r"""Return the first word of a ``\tag`` that may change a claim, or nothing.

    Names, numbers, signs and single letters are labels.
    """
    found = _ABBREVIATED.search(text)
    if found:
        return found.group().strip()
    plain = " ".join(re.findall(r"(?<![\\$\w])[a-z]{2,}(?![\w$])", text))
    lowered = {word.lower() for word in re.findall(r"[A-Za-z]+", text)} & vocabulary.QUALIFIERS
    return unknown_word(plain) or next(iter(sorted(lowered)), "")


def is_label_text(text: str) -> bool:
    r"""Return whether a text over a relation is its label or reason, and no definition.

    Examples
    --------
    >>> is_label_text("(a)"), is_label_text("Jensen"), is_label_text("def"), is_label_text("a.s.")
    (True, True, False, False)
    """
    return not _DEFINES.search(text) and not unknown_word(text)
