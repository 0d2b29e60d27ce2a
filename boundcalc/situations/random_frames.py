"""What is random at a place: what sentences declared since a section, a theorem or a proof began.

Main definitions
----------------
`randomize`: put what a sentence declares random into the frame in which it stands.
`random_in_force`: what is random in frames, each inside of the one before it.
`without_understood`: what is left unread of a sentence that only declares what is random.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from boundcalc.prose.prose import CLOSE, OPEN, Sentence
from boundcalc.prose.random_sentences import RandomSaid, named_functions, random_said
from boundcalc.situations.frames import Frame
from boundcalc.situations.situations import Domained, Unread
from boundcalc.situations.taken import origin_of
from boundcalc.tex.documents import Directive
from boundcalc.tex.source import Fragment

_F = f"{OPEN}\\d+{CLOSE}"
_ANEW = re.compile(  # names that may be given to something else
    rf"(?i)\b(?:let|set|take|replace|(?:re)?define|where|write|call|(?:an)?other(?:\s+[\w-]+){{1,3}}"
    rf"|(?:any|every|arbitrary)\s+(?:\w+\s+)?variable)\s+(?:{_F}(?:,|\s|and)*)+"
    rf"|\b(?:denot|flip|negat|updat|reset|renam|rescal)\w*\b[^{OPEN};]*{_F}"
    rf"|\bwith\s+{_F}\s+(?:the|an?)\b|{_F}\s+(?:denotes?|stands?|represents?"
    rf"|(?:is|are)\s+(?:now|another|uniform\w*|the\s+(?!sum)\w+))\b"
)
_NAMED = r"\s*(?P<name>\\?[A-Za-z]+(?:\s*\{\s*[A-Za-z]\s*\})?)(?P<index>_(?:\{[^{}]*\}|\w))?\s*"
_GIVEN = r":=|\\(?:gets|leftarrow|sim|equiv|coloneqq)(?![A-Za-z])"
_SET = re.compile(f"{_NAMED}(?:{_GIVEN})")
_TOLD = re.compile(rf"{_NAMED}(?:[,=]|{_GIVEN}|\\in(?![A-Za-z])|\Z)")


def randomize(frames: Sequence[Frame], sentence: Sentence) -> list[RandomSaid]:
    """Put what a sentence declares random into the innermost frame, and return it."""
    _end(frames, sentence)
    said = list(random_said(sentence))
    _put(frames, sentence, said)
    known = [name for item, _ in random_in_force(frames) for name in item.names]
    named = list(named_functions(sentence, known))
    _put(frames, sentence, named)
    return [*said, *named]


def _end(frames: Sequence[Frame], sentence: Sentence) -> None:
    """Let nothing be random that a sentence may give another meaning, and no function of it."""
    told = {int(number) for found in _ANEW.finditer(sentence.text)
            for number in re.findall(rf"{OPEN}(\d+){CLOSE}", found.group())}  # fmt: skip
    for number, item in enumerate(sentence.formulas):
        text = item.text if isinstance(item, Fragment) else ""
        found = (_TOLD if number in told else _SET).match(text)
        if found is None:
            continue
        for frame in frames:
            frame.random = [held for held in frame.random if not _ends(found, held[0])]


def _ends(found: re.Match[str], held: RandomSaid) -> bool:
    """Return whether a name with another meaning is that of a declaration, or in it."""
    known = held.names | held.of
    if found["index"] is None:
        return found["name"] in known and not held.is_family
    return found["name"] in {name.partition("_")[0] for name in known}


def _put(frames: Sequence[Frame], sentence: Sentence, said: list[RandomSaid]) -> None:
    frame = frames[-1]
    for item in said:
        frame.random = [held for held in frame.random if not _overrules(item, held[0])]
        frame.random.append((item, item.directive(sentence)))
        origin = origin_of(sentence, item.place)
        known = {name for held in frames for name in held.domains}
        for name in item.parameters.keys() - known:
            frame.domains[name] = Domained(name, item.parameters[name], origin)


def _overrules(new: RandomSaid, held: RandomSaid) -> bool:
    r"""Return whether what is said ends what was: the same names, or what a function is of.

    A function may have the head of a family for its name, as in ``X = \sum_i X_i``.
    """
    is_beside = bool(new.of) and held.is_family
    return not is_beside and not new.names.isdisjoint(held.names | held.of)


def random_in_force(frames: Sequence[Frame]) -> list[tuple[RandomSaid, Directive]]:
    """Return what is random; what is said inside overrules what is said around it."""
    found: list[tuple[RandomSaid, Directive]] = []
    for frame in frames:
        new = [item for item, _ in frame.random]
        found = [held for held in found if not any(_overrules(item, held[0]) for item in new)]
        found += frame.random
    return found


def without_understood(
    unread: Sequence[Unread], sentence: Sentence, random: Sequence[RandomSaid]
) -> list[Unread]:
    """Return what is unread, without what a sentence says that declares it random and no more."""
    words = origin_of(sentence).words
    whole = [item for item in random if item.is_whole]
    return [
        held
        for held in unread
        if held.origin.words != words
        or not held.names
        or not all(any(item.speaks_of(name) for item in whole) for name in held.names)
    ]
