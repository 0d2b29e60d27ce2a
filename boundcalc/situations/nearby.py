r"""Nearby: what a paragraph says of the names of a row without its being taken for the row.

"If $x \le 1$, we are done" assumes something for its own sentence, and may yet be meant for
the next display. Such a formula proves nothing there, and nothing is refuted beside it.

Main definitions
----------------
`Nearby`: the formulas of a paragraph; adds to its situations those that were not taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from boundcalc.prose.declared import Declared, meet, read_declared
from boundcalc.prose.prose import Sentence
from boundcalc.situations.situations import Origin, Situation, Unread
from boundcalc.situations.taken import origin_of
from boundcalc.tex.documents import Display
from boundcalc.tex.source import Fragment

_SAYS = re.compile(
    r"[=<>\u2264\u2265\u2208]|\\(?:le|leq|ge|geq|leqslant|geqslant|lt|gt|ne|neq|in|approx|ll|gg|sim"
    r"|equiv)(?![A-Za-z])"
)
_BEGINS_ANEW = re.compile(
    r"(?i)^\W*(?:(?:now|next|then|finally|also|we)[\s,]+)*(?:let|define|set|suppose|assume|fix|denote"
    r"|consider|if|unless|when|whenever|either|for|given|there)\b"
)
_APPLICATION = re.compile(r"^\s*\\?[A-Za-z]+\w*\s*\([^()=<>]*\)\s*(?:\\coloneqq|:)?=")


MAX_SAID = 100  # of a paragraph; what is said further on may say anything


@dataclass(frozen=True, slots=True)
class _Said:
    """A formula in running text, or a display that is no claim, with what it declares.

    `first` is the number of the first display of the paragraph that it may speak of.
    """

    item: Fragment | Display
    text: str
    declared: Declared
    origin: Origin
    first: int


class Nearby:
    """The formulas of a paragraph, and the displays in it, by their identity."""

    def __init__(self) -> None:
        self.said: list[_Said] = []
        self.shown: list[int] = []
        self.first = 0
        self.beyond: Unread | None = None

    def begin(self, sentence: Sentence) -> None:
        """Note where a sentence begins, and whether it speaks of what stands before it."""
        self.first = len(self.shown) if _BEGINS_ANEW.match(sentence.text) else 0

    def add(self, sentence: Sentence, claimed: Iterable[Fragment]) -> None:
        """Keep the formulas of a sentence that say something, other than those it claims.

        The definition of a function says nothing of its argument.
        """
        left_out = list(claimed)
        for item in sentence.formulas:
            if not isinstance(item, Fragment) or item in left_out:
                continue
            if _SAYS.search(item.text) and not _APPLICATION.match(item.text):
                self.say(item, item, origin_of(sentence, item))

    def say(self, item: Fragment | Display, formula: Fragment, origin: Origin) -> None:
        """Keep one formula, or that there are too many."""
        if len(self.said) >= MAX_SAID:
            self.beyond = self.beyond or Unread(frozenset(), origin)
            return
        self.said.append(_Said(item, formula.text, read_declared(formula), origin, self.first))

    def end(self, found: dict[int, Situation]) -> None:
        """Add to the situations of the paragraph what was not taken for them."""
        for number, key in enumerate(self.shown):
            situation = found[key]
            missed = [
                Unread(frozenset(said.declared.mentioned), said.origin)
                for said in self.said
                if number >= said.first and id(said.item) != key and not _is_taken(said, situation)
            ]
            missed += [self.beyond] if self.beyond else []
            fresh = tuple(item for item in missed if item not in situation.unread)
            if fresh:
                found[key] = replace(situation, unread=(*situation.unread, *fresh))
        self.said, self.shown, self.beyond = [], [], None


def _is_taken(said: _Said, situation: Situation) -> bool:
    """Return whether what is in force at a display says all that a formula says."""
    declared = said.declared
    held = {item.place.text for item in situation.hypotheses}
    if said.text in held:
        return True
    if not declared.is_read or not (declared.members or declared.relations):
        return False
    for member in declared.members:
        known = situation.domains.get(member.name)
        if known is None:
            return False
        if member.domain is None or known.domain is None:
            if member.domain is not known.domain:
                return False
        elif meet(known.domain, member.domain) != known.domain:
            return False
    return all(place.text in held for place in declared.relations)
