"""What stands around a display in its sentence: before it, behind it, and between two of them."""

from __future__ import annotations

import re

from boundcalc.prose import phrases
from boundcalc.prose.phrases import Phrase
from boundcalc.prose.prose import Sentence
from boundcalc.tex.documents import Display
from boundcalc.tex.source import Fragment

_TRAILING = re.compile(
    r"(?i)^\s*[,;.]?\s*(?:and\s+)?"
    r"(?:(?:which|that)\s+(?:only\s+)?(?:holds?|is (?:valid|true))\s+(?:only\s+|exactly\s+)?)?"
    r"(?:for|if|when|whenever|where|with|provided|as long as|such that"
    r"|assuming|given|so long as|here|in which)\b"
)


def trailing(sentence: Sentence, number: int, found: list[Phrase]) -> list[Phrase]:
    """Return the phrases behind a display that begin with words such as "for" or "where"."""
    mark = f"\u27e6{number}\u27e7"
    after = sentence.text.partition(mark)[2]
    following = [other for other, _ in sentence.displays if other > number]
    last = following[0] if following else len(sentence.formulas)
    if not _TRAILING.match(after):
        return []
    return [phrase for phrase in found if number < phrase.number < last]


def between(sentence: Sentence, number: int) -> str:
    """Return what stands between the display before, if there is one, and a display."""
    before = sentence.text.partition(f"\u27e6{number}\u27e7")[0]
    shown = [other for other, _ in sentence.displays if other < number]
    return before.partition(f"\u27e6{shown[-1]}\u27e7")[2] if shown else before


def behind(sentence: Sentence, number: int) -> str:
    """Return what stands behind a display, up to the next one."""
    after = sentence.text.partition(f"\u27e6{number}\u27e7")[2]
    shown = [other for other, _ in sentence.displays if other > number]
    return after.partition(f"\u27e6{shown[0]}\u27e7")[0] if shown else after


def is_near(sentence: Sentence, phrase: Phrase, number: int) -> bool:
    """Return whether no other display stands between a phrase and a display."""
    return not any(phrase.number < other < number for other, _ in sentence.displays)


def is_open(sentence: Sentence, left_over: list[int]) -> bool:
    """Return whether a sentence may hold a hypothesis in words or in formulas left over."""
    is_said = phrases.has_unsaid_hypothesis(sentence.text)
    return bool(left_over) or not sentence.formulas or is_said


def is_asked(sentence: Sentence, number: int) -> bool:
    """Return whether a sentence asks to show a display, as an exercise does."""
    is_false = phrases.is_denied_behind(behind(sentence, number))
    return _ASKED.search(between(sentence, number)) is not None and not is_false


_ASKED = re.compile(
    r"(?i)(?:^|[.:;,)*_]|\band)\s*(?:prove|show|verify|establish|deduce|derive|check|conclude)\b"
    r"(?!.*\b(?:whether|not|or|unless|disprove|false|wrong|untrue|fails?)\b)[^.;?]*$"
)


def leaves_proof(sentence: Sentence, number: int) -> bool:
    """Return whether a sentence leaves a display to its reader, with what it names as a hint.

    Examples
    --------
    >>> texts = "Show that, by Markov's inequality, ", "By Markov's inequality, we show that "
    >>> [leaves_proof(Sentence(text), 0) for text in texts]
    [True, False]
    """
    return _LEFT_TO_READER.search(sentence.text.partition(f"\u27e6{number}\u27e7")[0]) is not None


_LEFT_TO_READER = re.compile(
    r"(?i)^[\W\d]*(?:\w[.)]\W*)?(?:(?:please|now|then|next|first|finally|also)\W+)*"
    r"(?:(?:use|using|by|with|via|apply|applying|from)\b(?:(?!\b(?:we|one)\b)[^.;])*?"
    r"(?:,|\bto\b|\band\b)\s*)?"
    r"(?:show|prove|verify|establish|derive|deduce|check|conclude|argue|convince yourself|try to)\b"
    r"|\b(?:leave|left)\b[^.;]*\b(?:reader|exercise|you)\b"
    r"|\b(?:the reader|you) (?:is|are|should|may|can|will|might)\b"
    r"|^\W*(?:\**exercises?|problems?|homework|questions?)\b"
)


def is_said_alone(sentence: Sentence, number: int) -> bool:
    """Return whether a display says what a statement claims, and assumes or derives nothing."""
    display = sentence.formulas[number]
    lines = display.formula.text.count(r"\\") if isinstance(display, Display) else 0
    return lines <= _MOST_LINES and not _SETS.search(between(sentence, number))


_MOST_LINES = 2  # of a display that states something; a longer one derives it
_SETS = re.compile(
    r"(?i)\b(?:assum\w+|suppos\w+|consider|let|defin\w+|denot\w+|such that|set|put)\b"
    r"(?!.*\b(?:then|we have|it holds|one has|we get)\b)|\b(?:if|when\w*)\b[^,]*$"
)


_CLAIMS = re.compile(
    r"(?i)\b(?:then|we have(?: that)?|it holds(?: that)?|the following (?:\w+ )?(?:holds?|is true"
    r"|are true))[\s,:]*\Z"
)

_ASSUMES = re.compile(r"(?i)\b(?:assum\w+|suppos\w+|if|when\w*|provided|such that)\b")


def is_claimed_list(place: Fragment) -> bool:
    """Return whether the words before a list say that its items are claimed, as "then" does."""
    before = place.source.text[max(0, place.start - 120) : place.start]
    found = _CLAIMS.search(before)
    if found is None or found.group().lower().startswith("then"):
        return found is not None
    clause = re.split(r"[.,;]\s|(?i:\bthen\b)", before[: found.start()])[-1]
    return _ASSUMES.search(clause) is None
