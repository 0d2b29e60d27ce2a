"""Frames: what was said since a section, a theorem or a proof began.

Main definitions
----------------
`Frame`: what holds in one. `FrameKind`: what began. `frame_kind`: by its title.
`lasts_throughout`: whether what a sentence says holds for all that follows.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from boundcalc.prose.declared import read_declared
from boundcalc.prose.phrases import Phrase, Role, belongs_to_declaration
from boundcalc.prose.prose import Sentence
from boundcalc.prose.random.sentences import RandomSaid
from boundcalc.situations.renamed import Renamed
from boundcalc.situations.situations import Domained, Hypothesis, Origin, Unread
from boundcalc.tex.documents import Directive, Display

MAX_HELD, MAX_NAMES = 200, 500  # hypotheses and names of a frame that are followed


class FrameKind(Enum):
    """What begins there."""

    DOCUMENT = "document"
    SECTION = "section"
    STATEMENT = "statement"
    DEFINITION = "definition"
    ASSUMPTION = "assumption"
    QUESTION = "question"
    PROOF = "proof"
    OTHER = "other"


@dataclass
class Frame:
    """What was said since a section, a theorem or a proof began."""

    kind: FrameKind
    name: str = ""
    level: int = 0
    label: str = ""
    title: str = ""
    domains: dict[str, Domained] = field(default_factory=dict)
    hypotheses: list[Hypothesis] = field(default_factory=list)
    passing: list[Hypothesis] = field(default_factory=list)  # to the end of the paragraph
    defining: list[Hypothesis] = field(default_factory=list)  # of these, what defined a name
    unread: list[Unread] = field(default_factory=list)
    random: list[tuple[RandomSaid, Directive]] = field(default_factory=list)
    conflicts: dict[str, str] = field(default_factory=dict)
    has_items: bool = False
    first_item: int = 0  # the line of the first item of a list in it
    before_item: int = 0  # how many displays stand before the item of a list that has begun last
    shown: list[int] = field(default_factory=list)  # the displays in it, by their identity
    latest: Display | None = None  # of these, the last
    is_titled: bool = False  # by a heading or by bold print, and not an environment
    has_words: bool = False
    is_stated: bool = False  # whether what stands under such a title has been said
    stated: tuple[int, ...] = ()  # the displays up to there
    is_claimed: bool = False  # a list behind "then", of what a statement says
    is_answered: bool = False  # a proof or a solution has begun below such a title
    is_over: bool = False  # what a title in bold print defines, at the end of its first paragraph

    def forget(self, names: Iterable[str]) -> None:
        """Let names be random no more, and functions of them have no name."""
        said = frozenset(names)
        self.random = [item for item in self.random if not (item[0].names | item[0].of) & said]

    def end_said(self, since: int = 0) -> None:
        """Let nothing hold any more that was said since a line of numbers, or what is random."""
        related = [*self.hypotheses, *self.passing, *self.defining]
        related = [item for item in related if item.origin.line >= since]
        numbers = [item for item in self.domains.values() if item.domain is not None]
        numbers = [item for item in numbers if item.origin.line >= since]
        random = [item for item in self.random if item[1].line >= since]
        ended = [(frozenset(read_declared(it.place).mentioned), it.origin) for it in related]
        ended += [(frozenset((item.name,)), item.origin) for item in numbers]
        for said, directive in random:
            words = " ".join(directive.whole.text.split())
            ended.append((said.names | said.of, Origin(directive.line, words)))
        fresh = dict.fromkeys(Unread(names, origin, is_ended=True) for names, origin in ended)
        self.unread += [item for item in fresh if item not in self.unread]
        for held in (self.hypotheses, self.passing, self.defining):
            held[:] = [item for item in held if item not in related]
        self.random = [item for item in self.random if item not in random]
        for item in numbers:
            del self.domains[item.name]

    def declare(self, item: Domained) -> bool:
        """Take a name with its domain, in the place of what was said of it in other words.

        Returns whether it was taken: of more than `MAX_NAMES` nothing is known.
        """
        old = self.domains.get(item.name)
        if old is not None and old.domain != item.domain and old.origin.words != item.origin.words:
            self.conflicts[item.name] = (
                f"{item.name} is {_domain_words(old)} by line {old.origin.line}, "
                f"and {_domain_words(item)} by line {item.origin.line}"
            )
            self.passing = [held for held in self.passing if not _speaks_of(held, (item.name,))]
            self.defining = [held for held in self.defining if not _speaks_of(held, (item.name,))]
        if len(self.domains) >= MAX_NAMES and item.name not in self.domains:
            self.unread.append(Unread(frozenset((item.name,)), item.origin))
            return False
        self.domains[item.name] = item
        self.hypotheses = [
            held
            for held in self.hypotheses
            if held.origin.words == item.origin.words or not _speaks_of(held, (item.name,))
        ]
        return True

    def end_numbers(self, renamed: Sequence[Renamed], said: Collection[str]) -> None:
        """Let nothing be known of numbers that have another meaning now.

        A name of which it is `said` what it is has its domain until that takes its place; with one
        member of a family all end.
        """
        heads = {f"{item.head}_" for item in renamed if item.has_index}
        names = {item.name for item in renamed}
        names |= {name for name in self.domains if any(map(name.startswith, heads))}
        for name in names.difference(said):
            held = self.domains.get(name)
            if held is not None and held.domain is not None:
                del self.domains[name]
        if names:
            self.hypotheses = [item for item in self.hypotheses if not _speaks_of(item, names)]
            self.passing = [item for item in self.passing if not _speaks_of(item, names)]
            self.defining = [item for item in self.defining if not _speaks_of(item, names)]

    def forget_said(self, role: Role) -> None:
        """Let no more be random what was assumed, or a condition, outside of a theorem."""
        if self.kind not in (FrameKind.STATEMENT, FrameKind.DEFINITION):
            self.random = [item for item in self.random if item[0].role is not role]

    def keeps(self, phrase: Phrase, sentence: Sentence) -> bool:
        """Return whether a phrase in it holds after its sentence."""
        if phrase.role in (Role.DECLARED, Role.ASSUMED, Role.SET):
            return True
        if phrase.role is Role.CONDITION and belongs_to_declaration(sentence, phrase):
            return True
        is_statement = self.kind in (FrameKind.STATEMENT, FrameKind.DEFINITION)
        return phrase.role in (Role.BOUND, Role.CONDITION, Role.SOME) and is_statement

    def limit(self) -> None:
        """Follow only so many hypotheses; what is beyond may say anything."""
        for held in (self.hypotheses, self.passing, self.defining, self.unread):
            if len(held) > MAX_HELD:
                origin = held[MAX_HELD].origin
                del held[MAX_HELD - 1 :]
                del self.unread[MAX_HELD - 1 :]
                self.unread.append(Unread(frozenset(), origin))


def title_of(frame: Frame) -> str:
    """Return the title of a section, or that it is of a definition, if nothing was shown yet."""
    if frame.shown or frame.kind not in (FrameKind.SECTION, FrameKind.DEFINITION):
        return ""
    return frame.name if frame.kind is FrameKind.SECTION else FrameKind.DEFINITION.value


def _domain_words(item: Domained) -> str:
    return f"in {item.domain}" if item.domain is not None else item.what.strip() or "no number"


def _speaks_of(held: Hypothesis, names: Collection[str]) -> bool:
    return any(name in names for name in read_declared(held.place).mentioned)


_KINDS: tuple[tuple[str, FrameKind], ...] = (
    (r"(?:sub|claim|sketch|short|long|main)?-?proof|pf\b|solution|derivation", FrameKind.PROOF),
    (
        r"\uc815\uc758|d[e\u00e9]fin|defn|def(?:box|env)?\b|notation|setup|setting|model|algorithm",
        FrameKind.DEFINITION,
    ),
    (r"assum|hypothes|condition", FrameKind.ASSUMPTION),
    (r"conject|question|problem|exercise|open|quiz|homework", FrameKind.QUESTION),
    (
        r"\uc815\ub9ac|\ubcf4\uc870\uc815\ub9ac|\uba85\uc81c|\ub530\ub984\uc815\ub9ac|theorem"
        r"|thm|lemma|lem\b|prop|corollar|cor\b|claim|clm|fact|observation|obs\b|proposition"
        r"|inequality|bound",
        FrameKind.STATEMENT,
    ),
)


def frame_kind(title: str) -> FrameKind:
    """Return what an environment of a title begins.

    Examples
    --------
    >>> [frame_kind(title).value for title in ("Lemma", "proof", "remark")]
    ['statement', 'proof', 'other']
    """
    plain = title.lower()
    return next((kind for pattern, kind in _KINDS if re.match(pattern, plain)), FrameKind.OTHER)


_THROUGHOUT = re.compile(
    r"(?i)\b(?:throughout|from now on|henceforth|without loss of generality|wlog|w\.l\.o\.g|in (?:"
    r"this (?:paper|notes?|work|article|document|lecture|chapter)|the rest of (?:this|the)|the"
    r" sequel|what follows))\b"
)


def lasts_throughout(text: str) -> bool:
    """Return whether a sentence says that it holds for all that follows.

    Examples
    --------
    >>> [lasts_throughout(text) for text in ("Throughout, let x > 0.", "Let x > 0.")]
    [True, False]
    """
    return _THROUGHOUT.search(text) is not None
